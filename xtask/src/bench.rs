//! `cargo xtask bench`: GridStar's engines, other crates and, where it is at hand, a program to measure against, one
//! after the other on the same maps; and what GridStar takes for building, edits, frames of a game, larger maps, edits
//! beside searches, and regular patterns.

use crate::command::{line, quietly};
use crate::maps::both_free_maps;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to measure.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// A folder of MovingAI maps; scenarios of the maps' names, or else random queries, are asked
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// How often all engines run in turn on a map; each query's fastest time counts
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The largest number of queries of a scenario, spread evenly over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..))]
    queries: Option<u32>,
    /// Few queries, one round, small maps: whether it works, not how fast it is
    #[arg(long)]
    quick: bool,
    /// Only these parts
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "engines,growth,building,edits,frames,concurrent,patterns,terrain"
    )]
    parts: Vec<Part>,
    /// Where report and plots go; without it, into cargo's target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write plots into benches/, and into benches/RESULTS.md all figures, or those of the engines where they were
    /// measured alone
    #[arg(long, conflicts_with = "quick")]
    results: bool,
    /// Instead of all that, count the instructions of fixed searches with callgrind, and compare with the stored counts
    #[arg(long)]
    instructions: bool,
    /// Store the counts
    #[arg(long, requires = "instructions")]
    store: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    /// All engines on the maps' scenarios
    Engines,
    /// Maps of 64 to 8192 a side
    Growth,
    /// Creating grids, what a search derives from them, large edits
    Building,
    /// Single cells edited between searches
    Edits,
    /// A game that opens and closes doors every frame
    Frames,
    /// One thread edits while another searches: what an edit takes, how fast searches are, how much memory is held
    Concurrent,
    /// Small tiles repeated over a map: where jump points are slow beside A*
    Patterns,
    /// Weighted terrain, penalties and wide agents
    Terrain,
    /// Many queries in one call, on one thread and on two
    Batches,
    /// Plans for many agents around each other
    Reservations,
}

/// Runs what is asked for.
pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    let program = build(workspace)?;
    if args.instructions {
        print!("{}", instructions(workspace, &program, args.store)?);
        return Ok(());
    }
    let folder = args.out.clone().unwrap_or_else(|| workspace.target.join("bench"));
    std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be made", folder.display()))?;
    let maps = args.maps.clone().unwrap_or_else(|| workspace.root.join("examples/demo/maps"));
    let mut command = Command::new(program);
    command.arg("report").args(both_free_maps(&maps)?).arg("--out").arg(&folder);
    let parts: Vec<String> = args.parts.iter().map(|part| format!("{part:?}").to_lowercase()).collect();
    command.args(["--parts", &parts.join(","), "--rounds", &args.rounds.to_string()]);
    command.args(args.queries.map(|queries| format!("--queries={queries}"))).args(args.quick.then_some("--quick"));
    if args.results {
        command.arg("--results").arg(&workspace.root);
    }
    let status = command.status().with_context(|| format!("{} could not be started", line(&command)))?;
    ensure!(status.success(), "{} failed ({status})", line(&command));
    println!("Report and plots: {}", workspace.display(&folder));
    Ok(())
}

/// Builds the program that measures, before anything is timed, and the scenario example, which it runs.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    eprintln!("building what measures (about two minutes the first time)");
    for what in [&["--example", "scenario"], &["--package", "gridstar-bench"]] {
        quietly(cargo().current_dir(&workspace.root).args(["build", "--quiet", "--release"]).args(what))?;
    }
    Ok(workspace.target.join("release").join(format!("gridstar-bench{}", std::env::consts::EXE_SUFFIX)))
}

/// A line for each work whose instructions are counted.
fn instructions(workspace: &Workspace, program: &Path, store: bool) -> Result<String> {
    // Other instruction sets take other numbers of instructions.
    let stored = workspace.root.join(format!("benches/callgrind/{}.txt", std::env::consts::ARCH));
    let mut command = Command::new(program);
    command.arg("instructions").arg(workspace.root.join("examples/demo/maps/island.map")).arg(stored);
    quietly(command.arg(workspace.target.join("callgrind.out")).args(store.then_some("--store")))
}

/// What `cargo xtask test --all` shows of the instructions.
pub(crate) fn ratio_line(workspace: &Workspace) -> Result<String> {
    Ok(instructions(workspace, &build(workspace)?, false)?.trim_end().replace('\n', "; "))
}
