//! `cargo xtask demo --steps`: searches step by step, as the viewer in a scene shows them. The C# program drives the viewer's own view and
//! writes down what it shows; here it is drawn.

use super::{DemoArgs, compile, program};
use crate::picture::{self, StepsReport};
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::path::Path;

/// Which open cell is expanded next.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Order {
    AStar,
    Dijkstra,
    Greedy,
}

/// Colors of the viewer.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Colors {
    OkabeIto,
    Classic,
}

/// The ends on the project's own map.
const ENDS: [(i32, i32); 2] = [(4, 7), (14, 8)];

pub(super) fn run(workspace: &Workspace, args: &DemoArgs) -> Result<()> {
    let own_map = workspace.root.join("examples/demo/maps/steps.map");
    let map = std::path::absolute(args.map.as_deref().unwrap_or(&own_map))?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.target.join("demo").join("steps"));
    std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be made", folder.display()))?;
    tools::ensure_mono()?;
    let build = compile(workspace)?;
    let report_file = build.folder.join("steps.txt");
    let is_own = args.map.is_none() && args.from.is_none();
    let ends = if is_own { ENDS.map(Some) } else { [args.from, args.to] };
    let mut command = program(&build, &map, ends);
    command.arg("--steps").arg(&report_file);
    if let Some(order) = args.order {
        command.arg("--order").arg(match order {
            Order::AStar => "AStar",
            Order::Dijkstra => "Dijkstra",
            Order::Greedy => "GreedyBestFirst",
        });
    }
    if matches!(args.colors, Some(Colors::Classic)) {
        command.args(["--colors", "Classic"]);
    }
    super::succeed(&mut command)?;
    draw(workspace, &StepsReport::load(&report_file)?, &folder)
}

fn draw(workspace: &Workspace, report: &StepsReport, folder: &Path) -> Result<()> {
    println!("\nPictures in {}:", workspace.display(folder));
    for search in &report.searches {
        let name = file_name(&search.title);
        let drawn = picture::draw_steps(report, search, folder, name)?;
        let size = std::fs::metadata(&drawn.animation)?.len() / 1024;
        let (last, width, height) = (drawn.frames - 1, drawn.width, drawn.height);
        println!("  {name}-000.png to {name}-{last:03}.png, and all in {name}.png ({width} x {height}, {size} KiB)");
    }
    Ok(())
}

/// What the pictures of a search are called.
fn file_name(title: &str) -> &'static str {
    match title.chars().next() {
        Some('D') => "dijkstra",
        Some('G') => "greedy",
        _ => "a-star",
    }
}
