//! `cargo xtask demo`: C# scripts find paths through the native library, and pictures show them. With `--steps` the C#
//! program drives the view that a scene shows, with `--crowd` many followers, or with `--avoid` too agents that keep
//! apart, with `--field` a field of costs, with `--hex` paths over hexagons, with `--walls` a house with thin walls,
//! and with `--tour` README's small pictures.

use crate::csharp::{self, Build};
use crate::libraries::builder;
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use clap::Args;
use gridstar_pictures::{self as pictures, MapFile};
use std::path::{Path, PathBuf};

/// Choice of what to show.
#[derive(Args)]
pub(crate) struct DemoArgs {
    /// A map in the MovingAI format, with --from, --crowd, --field or --hex; without it, the project's own island
    #[arg(long, value_name = "FILE.map")]
    map: Option<PathBuf>,
    /// Where the path starts: column and row, from 0 at the upper left; without it, four paths across the island
    #[arg(long, value_name = "X,Y", requires = "to", allow_hyphen_values = true)]
    from: Option<String>,
    /// Where the path ends
    #[arg(long, value_name = "X,Y", requires = "from", allow_hyphen_values = true)]
    to: Option<String>,
    /// Where the picture goes, with FILE-wide.png and FILE-terrain.png beside it, or FILE-last.png of an animation;
    /// without it, into cargo's target folder
    #[arg(long, value_name = "FILE.png")]
    out: Option<PathBuf>,
    /// Show A* step by step instead, on a small map: an animation, the 24th step and the last one
    #[arg(long, conflicts_with = "from")]
    steps: bool,
    /// Show this number of followers behind a walking target instead, in an animation, and time their frames with and
    /// without avoidance
    #[arg(long, value_name = "FOLLOWERS", conflicts_with_all = ["from", "steps"],
        value_parser = clap::value_parser!(u32).range(1..=10000))]
    crowd: Option<u32>,
    /// With --crowd: two streams of agents across a market that keep apart instead
    #[arg(long, requires = "crowd")]
    avoid: bool,
    /// Show a field instead: the costs of all paths to one goal in color, where agents go, and a unit's range
    #[arg(long, conflicts_with_all = ["from", "steps", "crowd"])]
    field: bool,
    /// Take the map's cells for hexagons instead, draw paths over them, and compare with A* in C#
    #[arg(long, conflicts_with_all = ["from", "steps", "crowd", "field"])]
    hex: bool,
    /// Show a house with walls between cells instead: paths through its doors and down from its terrace
    #[arg(long, conflicts_with_all = ["map", "from", "steps", "crowd", "field", "hex"])]
    walls: bool,
    /// Draw README's small pictures instead: tour-walls.png, -floors, -forks, -field, -world, -tilemaps, -crowd and
    /// -saved, into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["map", "from", "out", "steps", "crowd", "field", "hex",
        "walls"])]
    tour: Option<PathBuf>,
}

/// The step that has a picture of its own.
const STEP: usize = 24;

/// Builds, runs the C# program and draws. Fails when a path is wrong.
pub(crate) fn run(workspace: &Workspace, args: &DemoArgs) -> Result<()> {
    let (own_map, name) = match args.crowd {
        Some(_) if args.avoid => ("market.map", "avoid.png"),
        Some(_) => ("island.map", "crowd.png"),
        None if args.steps => ("steps.map", "steps.png"),
        None if args.field => ("island.map", "field.png"),
        None if args.hex => ("island.map", "hexagons.png"),
        None if args.walls => ("house.txt", "walls.png"),
        None => ("island.map", "demo.png"),
    };
    let takes_map = args.from.is_some() || args.crowd.is_some() || args.field || args.hex;
    ensure!(args.map.is_none() || takes_map, "--map needs --from, --crowd, --field or --hex");
    let own_map = workspace.root.join("examples/demo/maps").join(own_map);
    // The program runs in another folder.
    let map_file = std::path::absolute(args.map.as_deref().unwrap_or(&own_map))?;
    ensure!(map_file.exists(), "there is no {}", map_file.display());
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("demo").join(name));
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
    }
    tools::ensure_mono()?;
    let build = Build::begin(workspace, "demo", &builder::own(workspace)?)?;
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER, csharp::DEMO])?;
    let written = match &args.tour {
        Some(folder) => draw_tour(workspace, &build, folder)?,
        None => draw(&map_file, &run_program(&build, &map_file, args)?, args, &out)?,
    };
    for picture in &written {
        let ((width, height, frames), size) = (pictures::size_of(picture)?, std::fs::metadata(picture)?.len() / 1024);
        println!("{} ({width} x {height}, {frames} frames, {size} KiB)", workspace.display(picture));
    }
    Ok(())
}

/// Runs the program with the words for the options.
fn run_program(build: &Build, map: &Path, args: &DemoArgs) -> Result<PathBuf> {
    let mut words = Vec::new();
    words.extend(args.steps.then(|| "--steps".to_owned()));
    words.extend(args.field.then(|| "--field".to_owned()));
    words.extend(args.hex.then(|| "--hex".to_owned()));
    words.extend(args.walls.then(|| "--walls".to_owned()));
    let crowd = if args.avoid { "--avoid" } else { "--crowd" };
    words.extend(args.crowd.iter().flat_map(|followers| [crowd.to_owned(), followers.to_string()]));
    words.extend(args.from.iter().chain(&args.to).cloned());
    run_with(build, map, "report.jsonl", &words)
}

/// The agents of README's small picture of a crowd.
const AGENTS: &str = "500";

/// Runs the program for each of the small pictures, and returns them.
fn draw_tour(workspace: &Workspace, build: &Build, folder: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
    let maps = workspace.root.join("examples/demo/maps");
    let [island, market] = ["island.map", "market.map"].map(|name| maps.join(name));
    let run = |map: &Path, report: &str, words: &[&str]| {
        run_with(build, map, report, &words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    };
    let reports = pictures::TourReports {
        field: run(&island, "field.jsonl", &["--field"])?,
        hexagons: run(&island, "hexagons.jsonl", &["--hex"])?,
        crowd: run(&market, "crowd.jsonl", &["--avoid", AGENTS])?,
        walls: run(&maps.join("house.txt"), "walls.jsonl", &["--walls"])?,
        floors: run(&maps.join("storeys.txt"), "floors.jsonl", &["--floors"])?,
        forks: run(&maps.join("fog.txt"), "forks.jsonl", &["--forks"])?,
        tour: run(&island, "tour.jsonl", &["--tour"])?,
    };
    pictures::draw_tour(&MapFile::load(&island)?, &MapFile::load(&market)?, &reports, folder)
}

/// Runs the C# program, whose output goes where ours goes, and returns its report.
fn run_with(build: &Build, map: &Path, report: &str, words: &[String]) -> Result<PathBuf> {
    let report = build.folder.join(report);
    let mut command = build.with_library("mono");
    command.arg(build.folder.join(csharp::DEMO.file)).arg(map).arg(&report).args(words);
    let status = command.status().context("mono could not be started")?;
    ensure!(status.success(), "the demo program ended with {status}");
    Ok(report)
}

/// Draws what the program reported, and returns the files.
fn draw(map: &Path, report: &Path, args: &DemoArgs, out: &Path) -> Result<Vec<PathBuf>> {
    if args.walls {
        pictures::draw_walls(report, out)?;
        return Ok(vec![out.to_owned()]);
    }
    let map = MapFile::load(map)?;
    let [step, last, wide, terrain] =
        [format!("-{STEP}."), "-last.".into(), "-wide.".into(), "-terrain.".into()].map(|what| beside(out, &what));
    if args.steps {
        pictures::draw_search(report, out, STEP, &step, &last)?;
        return Ok(vec![out.to_owned(), step, last]);
    }
    if args.field {
        pictures::draw_field(&map, report, out)?;
        return Ok(vec![out.to_owned()]);
    }
    if args.hex {
        pictures::draw_hexagons(&map, report, out)?;
        return Ok(vec![out.to_owned()]);
    }
    if args.crowd.is_some() {
        pictures::draw_crowd(&map, report, out, &last)?;
        return Ok(vec![out.to_owned(), last]);
    }
    pictures::draw_paths(&map, report, out, &wide)?;
    let mut written = vec![out.to_owned(), wide];
    // Agents walk over the island alone.
    let report = report.with_extension("terrain");
    if report.exists() {
        pictures::draw_terrain(&map, &report, &terrain)?;
        written.push(terrain);
    }
    Ok(written)
}

/// `FILE-wide.png` beside `FILE.png`.
fn beside(picture: &Path, what: &str) -> PathBuf {
    let mut name = picture.file_stem().unwrap_or_default().to_owned();
    name.push(what);
    name.push(picture.extension().unwrap_or("png".as_ref()));
    picture.with_file_name(name)
}

/// The short form: the pictures of paths, or with `option` others, each of a sound size and number of frames.
pub(crate) fn check(workspace: &Workspace, option: &[&str], frames: u32) -> Result<String> {
    let folder = workspace.target.join("demo/test");
    // An earlier run's pictures must not stand for this one's.
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let mut command = std::process::Command::new(std::env::current_exe()?);
    let printed = crate::command::quietly(command.arg("demo").args(option).arg("--out").arg(folder.join("demo.png")))?;
    let mut sizes = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let (width, height, _) = pictures::size_of(&entry?.path())?;
        ensure!(width >= 500 && height >= 300, "a picture of the demo has only {width} x {height} pixels");
        sizes.push(format!("{width} x {height}"));
    }
    let (_, _, drawn) = pictures::size_of(&folder.join("demo.png"))?;
    ensure!(drawn >= frames, "the animation has {drawn} frames, and should have {frames}");
    Ok(format!("{} lines, pictures of {}", printed.lines().count(), sizes.join(", ")))
}

/// The small pictures are those that README shows.
pub(crate) fn check_tour(workspace: &Workspace) -> Result<String> {
    let folder = workspace.target.join("demo/tour-test");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let mut command = std::process::Command::new(std::env::current_exe()?);
    crate::command::quietly(command.args(["demo", "--tour"]).arg(&folder))?;
    let drawn = small_pictures(&folder)?;
    check_shown(&drawn, &workspace.root.join("docs"))?;
    Ok(format!("{} pictures", drawn.len()))
}

/// Fails on the first small picture that is not in a folder as it was drawn, and on one there that was not drawn.
fn check_shown(drawn: &[PathBuf], folder: &Path) -> Result<()> {
    const REMEDY: &str = "`cargo xtask demo --tour docs` draws README's pictures anew";
    for file in drawn {
        let size = pictures::size_of(file)?;
        ensure!(size == (480, 296, 1), "{} has {size:?} pixels and frames", file.display());
        let shown = folder.join(file.file_name().unwrap_or_default());
        let is_alike = shown.exists() && pictures::are_alike(file, &shown)?;
        ensure!(is_alike, "{} is not what is drawn now: {REMEDY}", shown.display());
    }
    let shown = small_pictures(folder)?.len();
    ensure!(shown == drawn.len(), "{shown} small pictures are shown and {} are drawn: {REMEDY}", drawn.len());
    Ok(())
}

fn small_pictures(folder: &Path) -> Result<Vec<PathBuf>> {
    let files: std::io::Result<Vec<_>> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let is_small = |file: &PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tour-"));
    Ok(files?.into_iter().filter(is_small).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_pictures_lie_beside_the_first() {
        assert_eq!(beside(Path::new("demo.png"), "-wide."), Path::new("demo-wide.png"));
        assert_eq!(beside(Path::new("a/b.c/demo"), "-24."), Path::new("a/b.c/demo-24.png"));
    }
    #[test]
    fn a_picture_that_is_not_what_is_drawn_is_found() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let drawn = small_pictures(&docs).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let shown: Vec<_> = drawn.iter().map(|file| folder.path().join(file.file_name().unwrap())).collect();
        let verdict = || check_shown(&drawn, folder.path()).map_err(|error| error.to_string());
        assert!(verdict().unwrap_err().contains("is not what is drawn now"));
        for (file, copy) in drawn.iter().zip(&shown) {
            std::fs::copy(file, copy).unwrap();
        }
        assert_eq!(verdict(), Ok(()));
        std::fs::copy(&drawn[0], &shown[1]).unwrap();
        assert!(verdict().unwrap_err().contains("is not what is drawn now"));
        std::fs::copy(&drawn[1], &shown[1]).unwrap();
        std::fs::copy(&drawn[1], folder.path().join("tour-other.png")).unwrap();
        assert!(verdict().unwrap_err().contains("are shown and"));
    }
}
