//! `cargo xtask test`: everything that must hold before a change lands.

use crate::command::{quietly, watched};
use crate::csharp::{self, Build};
use crate::steps::{Counts, Steps};
use crate::workspace::{Workspace, cargo};
use crate::{bench, documents, library, maps, metas, package, platforms, tools};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Runs all steps; the last line printed is the count of what passed, failed and was skipped.
pub fn run(workspace: &Workspace) -> Result<()> {
    tools::ensure_all()?;
    let mut steps = Steps::begin();
    sources(workspace, &mut steps);
    steps.suite("Rust tests (cargo test --workspace)", || rust_tests(workspace));
    match library::build(workspace) {
        Ok(native) => {
            steps.check("the library exports what the header declares", || {
                Ok(format!("{} functions", library::check_exports(workspace, &native)?))
            });
            csharp_steps(workspace, &native, &mut steps);
            steps.check("cargo xtask package", || package::check(workspace, &native));
            demo(workspace, &mut steps);
            demo_steps(workspace, &mut steps);
        }
        Err(error) => steps.check("building the library", || Err(error)),
    }
    if cfg!(target_os = "linux") {
        platforms::add_steps(workspace, &platforms::PlatformsArgs::default(), &mut steps);
    } else {
        steps.skip("cargo xtask platforms", "its short form is for Linux");
    }
    scenarios(workspace, &mut steps);
    bench(workspace, &mut steps);
    steps.end()
}

fn sources(workspace: &Workspace, steps: &mut Steps) {
    let cargo_check = |arguments: &[&str]| {
        quietly(cargo().current_dir(&workspace.root).args(arguments).env("RUSTDOCFLAGS", "-D warnings"))
            .map(|_| String::new())
    };
    if tools::has_cargo_component("fmt", "rustfmt") {
        steps.check("cargo fmt --all --check", || cargo_check(&["fmt", "--all", "--check"]));
    } else {
        steps.skip("cargo fmt", "rustfmt is not installed: rustup component add rustfmt");
    }
    if tools::has_cargo_component("clippy", "clippy") {
        let arguments = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        steps.check("cargo clippy", || cargo_check(&arguments));
    } else {
        steps.skip("cargo clippy", "clippy is not installed: rustup component add clippy");
    }
    steps.check("cargo doc", || cargo_check(&["doc", "--quiet", "--workspace", "--no-deps"]));
    steps.check("links, commands and translations of the documents", || documents::check_texts(workspace));
    steps.check("unity-package/ is whole: .meta files, GUIDs, package.json", || metas::check(workspace));
}

fn rust_tests(workspace: &Workspace) -> Result<Counts> {
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["test", "--workspace", "--no-fail-fast"]);
    count_tests(&mut command)
}

/// Runs cargo's tests and counts them.
pub fn count_tests(command: &mut Command) -> Result<Counts> {
    let mut counts = Counts::default();
    let succeeded = watched(command, |line| {
        // "test result: ok. 23 passed; 0 failed; 1 ignored; ..."
        if let Some(result) = line.strip_prefix("test result: ") {
            counts.passed += number_before(result, " passed");
            counts.failed += number_before(result, " failed");
            counts.skipped += number_before(result, " ignored");
        }
        println!("{line}");
    })?;
    if !succeeded && counts.failed == 0 {
        bail!("cargo test failed before its tests ran");
    }
    Ok(counts)
}

fn csharp_steps(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    let build = match Build::begin(workspace, "test", native) {
        Ok(build) => build,
        Err(error) => return steps.check("preparing the C# build", || Err(error)),
    };
    // Core comes first: nothing that it could refer to is there yet.
    let parts = csharp_assemblies();
    for assembly in parts.iter().chain(&csharp::SAMPLES).chain(&[csharp::TESTS, csharp::STANDIN_TESTS, csharp::DEMO]) {
        steps.check(&format!("mcs {}", assembly.file), || build.compile(assembly).map(|()| String::new()));
    }
    steps.check("the code in the documents compiles", || documents::check_code(workspace, &build));
    for tests in [csharp::TESTS, csharp::STANDIN_TESTS] {
        steps.suite(&format!("C# tests ({})", tests.file), || nunit(&build, tests.file));
    }
    steps.suite("C# tests as Unity 2022.2 and later with the Input System package compile the package", || {
        newer_unity(workspace, native)
    });
}

/// The package and Unity's stand-ins, in the order in which they refer to each other.
fn csharp_assemblies() -> [csharp::Assembly; 5] {
    [csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::EDITOR_STANDIN, csharp::EDITOR]
}

/// What the package does otherwise where Unity has batches of physics queries, and input by a package.
fn newer_unity(workspace: &Workspace, native: &Path) -> Result<Counts> {
    let build = Build::begin(workspace, "test-2022.2", native)?
        .with_symbol("UNITY_2022_2_OR_NEWER")
        .with_symbol("GRIDSTAR_INPUT_SYSTEM")
        .with_symbol("ENABLE_INPUT_SYSTEM");
    for assembly in csharp_assemblies().iter().chain(&csharp::SAMPLES).chain(&[csharp::STANDIN_TESTS]) {
        build.compile(assembly)?;
    }
    nunit(&build, csharp::STANDIN_TESTS.file)
}

fn nunit(build: &Build, assembly: &str) -> Result<Counts> {
    let mut command = build.with_library("nunit-console");
    command.args(["-nologo", "-noshadow", "-nodots", "-labels", assembly]);
    let mut counts = None;
    let succeeded = watched(&mut command, |line| {
        // "Tests run: 5, Errors: 0, Failures: 0, Inconclusive: 0, Time: 0.1 seconds" and "  Not run: 0, ..."
        let counted = counts.get_or_insert_with(Counts::default);
        if line.starts_with("Tests run: ") {
            counted.failed =
                ["Errors: ", "Failures: ", "Inconclusive: "].iter().map(|mark| number_after(line, mark)).sum();
            counted.passed = number_after(line, "Tests run: ").saturating_sub(counted.failed);
        } else if line.trim_start().starts_with("Not run: ") {
            counted.skipped = number_after(line, "Not run: ");
        }
        println!("{line}");
    })?;
    match counts {
        Some(counts) if counts.failed > 0 || (succeeded && counts.passed > 0) => Ok(counts),
        _ => bail!("nunit-console ran no test of {assembly}"),
    }
}

fn demo(workspace: &Workspace, steps: &mut Steps) {
    let picture = workspace.target.join("demo/test.png");
    steps.check("cargo xtask demo", || {
        // An earlier run's picture must not stand for this one's.
        if picture.exists() {
            std::fs::remove_file(&picture)?;
        }
        let mut command = Command::new(std::env::current_exe()?);
        let printed = quietly(command.args(["demo", "--out"]).arg(&picture))?;
        let bytes = std::fs::read(&picture).context("the demo wrote no picture")?;
        let (width, height) = png_size(&bytes).context("the demo's picture is no PNG")?;
        if width < 800 || height < 800 {
            bail!("the demo's picture has only {width} x {height} pixels");
        }
        Ok(format!("{} lines, a picture of {width} x {height} pixels", printed.lines().count()))
    });
}

/// The shortest of the three searches: 29 expansions and 16 points of the path, each with a picture, and one of the beginning.
fn demo_steps(workspace: &Workspace, steps: &mut Steps) {
    const PICTURES: usize = 29 + 16 + 1;
    let folder = workspace.target.join("demo/test-steps");
    steps.check("cargo xtask demo --steps", || {
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        let mut command = std::process::Command::new(std::env::current_exe()?);
        quietly(command.args(["demo", "--steps", "--order", "greedy", "--out"]).arg(&folder))?;
        // The animation is one more file.
        let files = std::fs::read_dir(&folder)?.count();
        let bytes = std::fs::read(folder.join("greedy.png")).context("there is no animation")?;
        let frames = frame_count(&bytes).context("it is no animation")?;
        let size = png_size(&bytes);
        if files != PICTURES + 1 || frames as usize != PICTURES || size != Some((1021, 769)) {
            bail!(
                "{files} files, {frames} frames of {size:?} pixels, and {PICTURES} frames of 1021 x 769 were expected"
            );
        }
        Ok(format!("{frames} frames, {} KiB", bytes.len() / 1024))
    });
}

/// How many frames an animated PNG has, by its chunk acTL.
fn frame_count(bytes: &[u8]) -> Option<u32> {
    let chunk = bytes.windows(4).position(|window| window == b"acTL")?;
    let (count, _) = bytes.get(chunk + 4..)?.split_first_chunk()?;
    Some(u32::from_be_bytes(*count))
}

/// Width and height, from a PNG's first chunk.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
    let (width, rest) = header.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

/// The scenario example on every map of `GRIDSTAR_MAPS` that uses the both-free rule.
fn scenarios(workspace: &Workspace, steps: &mut Steps) {
    let Some(folder) = std::env::var_os("GRIDSTAR_MAPS").map(|folder| workspace.root.join(folder)) else {
        return steps.skip("the scenario example", "GRIDSTAR_MAPS names no folder of MovingAI maps");
    };
    let maps = match maps::both_free_maps(&folder).context("GRIDSTAR_MAPS") {
        Ok(maps) => maps,
        Err(error) => return steps.check("the scenario example", || Err(error)),
    };
    for map in maps {
        let name = map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        steps.check(&format!("scenario example on {name}"), || {
            let mut command = cargo();
            command.current_dir(&workspace.root).args(["run", "--quiet", "--release", "--example", "scenario", "--"]);
            let printed = quietly(command.arg(&map).arg(map.with_extension("scen")))?;
            let is_query = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
            Ok(format!("{} queries, every length and step right", printed.lines().filter(is_query).count()))
        });
    }
}

/// Whether `cargo xtask bench` works; how fast anything is decides no test.
fn bench(workspace: &Workspace, steps: &mut Steps) {
    let given = std::env::var_os("GRIDSTAR_MAPS").map(|folder| workspace.root.join(folder));
    let maps = given.unwrap_or_else(|| workspace.root.join("examples/demo/maps"));
    steps.check("cargo xtask bench --quick", || {
        let out = workspace.target.join("bench/test");
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "--quick", "--maps"]).arg(&maps).arg("--out").arg(&out).env_remove("GRIDSTAR_YARDSTICK");
        quietly(&mut command)?;
        bench::check_report(&out, maps::both_free_maps(&maps)?.len())
    });
    if which::which("valgrind").is_err() {
        return steps.skip("instructions, counted by callgrind", "valgrind is not installed");
    }
    steps.check("instructions, counted by callgrind", || {
        // A report and no verdict: other compilers give other counts.
        Ok(bench::ratio_line(workspace).unwrap_or_else(|error| format!("could not be counted: {error:#}")))
    });
}

fn number_before(text: &str, mark: &str) -> u32 {
    let head = text.split_once(mark).map_or("", |(head, _)| head);
    head.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn number_after(text: &str, mark: &str) -> u32 {
    let tail = text.split_once(mark).map_or("", |(_, tail)| tail);
    let digits = tail.find(|c: char| !c.is_ascii_digit()).map_or(tail, |end| &tail[..end]);
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_tells_its_size_and_its_number_of_frames() {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xFD\0\0\x03\x01".to_vec();
        assert_eq!((png_size(&bytes), frame_count(&bytes)), (Some((1021, 769)), None));
        bytes.extend(b"acTL\0\0\0\x2E");
        assert_eq!(frame_count(&bytes), Some(46));
    }

    #[test]
    fn counts_are_read_from_what_the_runners_print() {
        let cargo = "ok. 23 passed; 1 failed; 4 ignored; 0 measured; 0 filtered out";
        assert_eq!([" passed", " failed", " ignored"].map(|mark| number_before(cargo, mark)), [23, 1, 4]);
        let nunit = "Tests run: 57, Errors: 2, Failures: 1, Inconclusive: 0, Time: 1.5 seconds";
        assert_eq!(["Tests run: ", "Errors: ", "Failures: "].map(|mark| number_after(nunit, mark)), [57, 2, 1]);
        assert_eq!(number_after("  Not run: 3, Invalid: 0", "Not run: "), 3);
    }
}
