//! `cargo xtask demo`: C# scripts find paths through the native library, and pictures show them. With `--steps` the C#
//! program drives the view that a scene shows and writes down what it shows, and that is drawn.

use crate::csharp::{self, Build};
use crate::libraries::builder;
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use gridstar_pictures::{self as pictures, MapFile};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What to show.
#[derive(Args)]
pub(crate) struct DemoArgs {
    /// A map in the MovingAI format; without it, the project's own island
    #[arg(long, value_name = "FILE.map")]
    map: Option<PathBuf>,
    /// Where the path starts: column and row, from 0 at the upper left; without it, four paths across the map
    #[arg(long, value_name = "X,Y", requires = "to", value_parser = parse_cell, allow_hyphen_values = true)]
    from: Option<(i32, i32)>,
    /// Where the path ends
    #[arg(long, value_name = "X,Y", requires = "from", value_parser = parse_cell, allow_hyphen_values = true)]
    to: Option<(i32, i32)>,
    /// Where the picture goes, with the picture of terrain beside it as FILE-terrain.png and a wide one with a short
    /// legend as FILE-wide.png, or with --steps or --crowd the folder of pictures; without it, into cargo's target
    /// folder
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// Show searches step by step instead: a picture for each step, and an animation of all; on a small map
    #[arg(long)]
    steps: bool,
    /// Show this number of followers behind a walking target instead, in an animation, and time their frames
    #[arg(long, value_name = "FOLLOWERS", conflicts_with_all = ["map", "from", "steps"],
        value_parser = clap::value_parser!(u32).range(1..=10000))]
    crowd: Option<u32>,
    /// With --steps: one search instead of all three
    #[arg(long, requires = "steps")]
    order: Option<Order>,
    /// With --steps: the colors
    #[arg(long, requires = "steps")]
    colors: Option<Colors>,
}

/// Which open cell is expanded next.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    AStar,
    Dijkstra,
    #[value(name = "greedy")]
    GreedyBestFirst,
}

/// Colors of the viewer.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colors {
    OkabeIto,
    Classic,
}

/// The ends on the project's own map for steps.
const ENDS: [(i32, i32); 2] = [(4, 7), (14, 8)];

fn parse_cell(text: &str) -> Result<(i32, i32)> {
    let (x, y) = text.split_once(',').context("a column and a row are expected, such as 12,40")?;
    let number = |text: &str| text.trim().parse().with_context(|| format!("\"{text}\" is not a whole number"));
    Ok((number(x)?, number(y)?))
}

/// Builds, runs the C# program and draws. Fails when a path is wrong.
pub(crate) fn run(workspace: &Workspace, args: &DemoArgs) -> Result<()> {
    let (own_map, out) = match (args.steps, args.crowd) {
        (true, _) => ("steps.map", "steps"),
        (false, Some(_)) => ("island.map", "crowd"),
        (false, None) => ("island.map", "gridstar-demo.png"),
    };
    let own_map = workspace.root.join("examples/demo/maps").join(own_map);
    // The program runs in another folder.
    let map_file = std::path::absolute(args.map.as_deref().unwrap_or(&own_map))?;
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("demo").join(out));
    // Checked before anything is built, so that a wrong file is reported at once.
    let map = MapFile::load(&map_file)?;
    if args.steps || args.crowd.is_some() {
        std::fs::create_dir_all(&out).with_context(|| format!("{} can't be made", out.display()))?;
    } else {
        check_writable(&out)?;
        check_writable(&wide_picture(&out))?;
        check_writable(&terrain_picture(&out))?;
    }
    tools::ensure_mono()?;
    let build = compile(workspace)?;
    let [report, terrain_report] = ["report.jsonl", "terrain.jsonl"].map(|name| build.folder.join(name));
    match args.crowd {
        Some(_) => eprintln!("running for about 20 s\n"),
        None if args.steps => {}
        None => eprintln!("searching: the slowest searches take up to 5 s each\n"),
    }
    // Its output goes where ours goes, as it comes.
    let status =
        program(&build, &map_file, args, &report, &terrain_report).status().context("mono could not be started")?;
    ensure!(status.success(), "the demo program ended with {status}");
    if args.crowd.is_some() {
        let drawn = pictures::draw_crowd(&map, &report, &out)?;
        let size = std::fs::metadata(&drawn.animation)?.len() / 1024;
        let animation = workspace.display(&drawn.animation);
        println!("\nAnimation of {} frames ({size} KiB): {animation}", drawn.frames);
        let size = std::fs::metadata(&drawn.wide)?.len() / 1024;
        println!("The same without paths, small ({size} KiB): {}", workspace.display(&drawn.wide));
        println!("Histogram of frame times: {}", workspace.display(&drawn.histogram));
        return Ok(());
    }
    if !args.steps {
        let (width, height) = pictures::draw(&map, &report, &out)?;
        println!("\nPicture ({width} x {height}): {}", workspace.display(&out));
        let wide = wide_picture(&out);
        let (width, height) = pictures::draw_wide(&map, &report, &wide)?;
        println!("Its middle ({width} x {height}): {}", workspace.display(&wide));
        // The program writes no report on a map with one kind of terrain. The folder was empty before.
        if terrain_report.exists() {
            let out = terrain_picture(&out);
            let (width, height) = pictures::draw_terrain(&map, &terrain_report, &out)?;
            println!("Picture of terrain ({width} x {height}): {}", workspace.display(&out));
        }
        return Ok(());
    }
    println!("\nPictures in {}:", workspace.display(&out));
    for pictures::Drawn { name, frames, size: (width, height), animation } in pictures::draw_searches(&report, &out)? {
        let (last, size) = (frames - 1, std::fs::metadata(animation)?.len() / 1024);
        println!("  {name}-000.png to {name}-{last:03}.png, and all in {name}.png ({width} x {height}, {size} KiB)");
    }
    Ok(())
}

/// `FILE-terrain.png` beside `FILE.png`.
pub(crate) fn terrain_picture(picture: &Path) -> PathBuf {
    beside(picture, "-terrain.")
}

/// `FILE-wide.png` beside `FILE.png`.
pub(crate) fn wide_picture(picture: &Path) -> PathBuf {
    beside(picture, "-wide.")
}

fn beside(picture: &Path, what: &str) -> PathBuf {
    let mut name = picture.file_stem().unwrap_or_default().to_owned();
    name.push(what);
    name.push(picture.extension().unwrap_or("png".as_ref()));
    picture.with_file_name(name)
}

/// Tries to write the picture's file, so that a failure is reported before the searches. Creates missing folders and
/// changes nothing else.
fn check_writable(picture: &Path) -> Result<()> {
    let is_new = !picture.exists();
    let try_it = || {
        if let Some(folder) = picture.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::OpenOptions::new().create(true).append(true).open(picture)?;
        if is_new { std::fs::remove_file(picture) } else { Ok(()) }
    };
    try_it().with_context(|| format!("the picture {} can't be written", picture.display()))
}

/// The native library and all assemblies, side by side.
fn compile(workspace: &Workspace) -> Result<Build<'_>> {
    let native = timed("building the native library (about a minute the first time)", || builder::own(workspace))?;
    timed("compiling the C# scripts", || {
        let build = Build::begin(workspace, "demo", &native)?;
        build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::DEMO])?;
        Ok(build)
    })
}

/// Says what is going on, and how long it took.
fn timed<T>(what: &str, body: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("{what} ...");
    let begun = Instant::now();
    let outcome = body()?;
    eprintln!("  done in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(outcome)
}

/// The C# program on a map.
fn program(build: &Build, map: &Path, args: &DemoArgs, report: &Path, terrain_report: &Path) -> Command {
    let mut command = build.with_library("mono");
    command.arg(build.folder.join(csharp::DEMO.file)).arg("--map").arg(map);
    command.arg(if args.steps { "--steps" } else { "--report" }).arg(report);
    if let Some(followers) = args.crowd {
        command.arg("--crowd").arg(followers.to_string());
        return command;
    }
    if !args.steps {
        command.arg("--terrain").arg(terrain_report);
    }
    let is_own = args.steps && args.map.is_none() && args.from.is_none();
    let [from, to] = if is_own { ENDS.map(Some) } else { [args.from, args.to] };
    let cell = |(x, y)| format!("{x},{y}");
    let order = args.order.map(|order| format!("{order:?}"));
    let colors = args.colors.map(|colors| format!("{colors:?}"));
    for (name, value) in [("--from", from.map(cell)), ("--to", to.map(cell)), ("--order", order), ("--colors", colors)]
    {
        if let Some(value) = value {
            command.args([name, &value]);
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_a_column_and_a_row() {
        assert_eq!(parse_cell("12,40").unwrap(), (12, 40));
        assert_eq!(parse_cell("-1, 7").unwrap(), (-1, 7));
        for text in ["", "12", "12,", "a,b", "1,2,3", "99999999999,1"] {
            assert!(parse_cell(text).is_err(), "{text}");
        }
    }

    #[test]
    fn other_pictures_lie_beside_the_first() {
        assert_eq!(wide_picture(Path::new("demo.png")), Path::new("demo-wide.png"));
        assert_eq!(terrain_picture(Path::new("a/b.c/demo.png")), Path::new("a/b.c/demo-terrain.png"));
        assert_eq!(terrain_picture(Path::new("demo")), Path::new("demo-terrain.png"));
    }

    #[test]
    fn a_picture_that_can_not_be_written_is_told_and_one_that_can_leaves_no_trace() {
        let folder = std::env::temp_dir().join(format!("gridstar-picture-{}", std::process::id()));
        let picture = folder.join("new.png");
        check_writable(&picture).unwrap();
        assert!(!picture.exists());
        std::fs::write(&picture, "old").unwrap();
        check_writable(&picture).unwrap();
        assert_eq!(std::fs::read(&picture).unwrap(), b"old");
        assert!(check_writable(&folder).unwrap_err().to_string().contains("can't be written"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
