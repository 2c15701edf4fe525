//! `cargo xtask demo`: C# scripts find paths through the native library, and pictures show them.

mod searches;

use crate::csharp::{self, Build};
use crate::picture::{self, MapFile, Report};
use crate::workspace::Workspace;
use crate::{library, tools};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::ffi::OsString;
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
    /// Where the picture goes, or with --steps the folder of pictures; without it, into cargo's target folder
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// Show searches step by step instead: a picture for each step, and an animation of all; on a small map
    #[arg(long)]
    steps: bool,
    /// With --steps: one search instead of all three
    #[arg(long, requires = "steps")]
    order: Option<searches::Order>,
    /// With --steps: the colors
    #[arg(long, requires = "steps")]
    colors: Option<searches::Colors>,
}

fn parse_cell(text: &str) -> Result<(i32, i32)> {
    let (x, y) = text.split_once(',').context("a column and a row are expected, such as 12,40")?;
    let number = |text: &str| text.trim().parse().with_context(|| format!("\"{text}\" is not a whole number"));
    Ok((number(x)?, number(y)?))
}

/// Builds, runs the C# program and draws. Fails when a path is wrong.
pub(crate) fn run(workspace: &Workspace, args: &DemoArgs) -> Result<()> {
    if args.steps {
        return searches::run(workspace, args);
    }
    let default_map = workspace.root.join("examples/demo/maps/island.map");
    // The program runs in another folder.
    let map_file = std::path::absolute(args.map.as_deref().unwrap_or(&default_map))?;
    let picture = match &args.out {
        Some(file) => file.clone(),
        None => workspace.target.join("demo").join("gridstar-demo.png"),
    };
    // Before anything is built, so that a wrong file is told at once.
    let map = MapFile::load(&map_file)?;
    check_writable(&picture)?;
    if let Some(folder) = picture.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
    }
    tools::ensure_mono()?;
    let build = compile(workspace)?;
    let report_file = build.folder.join("report.txt");
    run_program(&build, &map_file, args, &report_file)?;
    let report = Report::load(&report_file)?;
    let (width, height) = picture::draw(&map, &report, &picture)?;
    println!("\nPicture ({width} x {height}): {}", workspace.display(&picture));
    Ok(())
}

/// Tries to write the picture's file, so that one that can't be is told before the searches and not after. Leaves things as they
/// were, but for missing folders.
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
    let native = timed("building the native library (about a minute the first time)", || library::build(workspace))?;
    timed("compiling the C# scripts", || {
        let build = Build::begin(workspace, "demo", &native)?;
        for assembly in [csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::DEMO] {
            build.compile(&assembly)?;
        }
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

fn run_program(build: &Build, map: &Path, args: &DemoArgs, report: &Path) -> Result<()> {
    eprintln!("searching: the slowest searches take up to 5 s each\n");
    succeed(program(build, map, [args.from, args.to]).arg("--report").arg(report))
}

/// The C# program on a map, from a cell to a cell if these are given.
fn program(build: &Build, map: &Path, ends: [Option<(i32, i32)>; 2]) -> Command {
    let mut command = build.with_library("mono");
    command.arg(build.folder.join(csharp::DEMO.file)).arg("--map").arg(map);
    for (name, cell) in ["--from", "--to"].into_iter().zip(ends) {
        if let Some((x, y)) = cell {
            command.args([OsString::from(name), OsString::from(format!("{x},{y}"))]);
        }
    }
    command
}

/// Runs it. Its output goes where ours goes, as it comes.
fn succeed(program: &mut Command) -> Result<()> {
    let status = program.status().context("mono could not be started")?;
    if !status.success() {
        bail!("the demo program ended with {status}");
    }
    Ok(())
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
