//! `cargo xtask test`: what holds the product together, in minutes. With `--all`, everything that must hold before a
//! change lands: other platforms, a browser, and whether the other commands work.

use crate::command::quietly;
use crate::csharp::{self, Assembly, Build};
use crate::libraries::builder;
use crate::libraries::{checks, targets::Target};
use crate::steps::{Counts, Steps, cargo_tests, nunit_tests, sum_of};
use crate::workspace::{Workspace, cargo};
use crate::{
    bench, circles, demo, documents, first_words, guide_programs, interop, lines, llms, metas, notices, nuget, package,
    playground, reference, released, soak, tools,
};
use anyhow::{Result, anyhow, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::ScopedJoinHandle;

/// The package and Unity's stand-ins, in the order in which they refer to each other. Core comes first: nothing that it
/// could refer to is there yet.
const PACKAGE: [Assembly; 8] = [
    csharp::CORE,
    csharp::STANDIN,
    csharp::EDITOR_STANDIN,
    csharp::UNITY,
    csharp::VIEWER,
    csharp::EDITOR,
    csharp::PROFILING_STANDIN,
    csharp::PROFILING,
];

/// The measuring programs. They use other pathfinding crates and a library of charts, which take their time to compile.
const BENCH: &str = "gridstar-bench";

#[derive(clap::Args)]
pub struct TestArgs {
    /// Also build and check other platforms, test in a browser, and try the other commands
    #[arg(long)]
    all: bool,
    /// Run one group of tests alone
    #[arg(long, conflicts_with = "all")]
    only: Option<Group>,
}

impl TestArgs {
    /// Line that the command begins with.
    pub fn announcement(&self) -> &'static str {
        match self.only {
            Some(Group::Sources) => "Checks the sources and documents: one or two minutes.",
            Some(Group::Rust) => "Builds and runs the Rust tests: five to eight minutes.",
            Some(Group::Csharp) => "Builds the library, compiles the C# scripts and runs their tests: three minutes.",
            Some(Group::Product) => "Builds the library, tests the C# scripts, the package and the demo: four minutes.",
            Some(Group::Released) => "Runs what was written for release 0.2.0: two minutes.",
            Some(Group::Tarball) => {
                "Makes the package and runs the manual's scripts with its tarball alone: two minutes."
            }
            Some(Group::Dotnet) => "Makes the NuGet package and runs it on .NET: three minutes.",
            None if self.all => "Runs every check, other platforms included: about half an hour on two cores.",
            None => "Runs the tests of Rust, C, C#, the package and the documents: about ten minutes on two cores.",
        }
    }
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Group {
    /// Formatting, clippy, documents, the package's files
    Sources,
    /// cargo test
    Rust,
    /// The C# scripts, compiled and tested with Mono
    Csharp,
    /// The C# scripts and tests, the package and the demo
    Product,
    /// The scripts of the manual, with the package's tarball alone; a part of --all
    Tarball,
    /// The NuGet package: a server and the C# tests on .NET; a part of --all
    Dotnet,
    /// Files written for release 0.2.0: scripts, samples, tests, C programs, scenes; a part of --all
    Released,
}

/// Runs the steps; the last line printed is the count of what passed, failed and was skipped.
pub fn run(workspace: &Workspace, commands: &clap::Command, args: &TestArgs) -> Result<()> {
    tools::ensure_all()?;
    let mut steps = Steps::begin();
    match args.only {
        Some(Group::Sources) => {
            sources(workspace, commands, &mut steps);
            lints(workspace, &mut steps);
        }
        Some(Group::Rust) => rust_tests(workspace, false, &mut steps),
        Some(Group::Csharp) => with_library(builder::own(workspace), &mut steps, |native, steps| {
            csharp_steps(workspace, native, steps);
            newest_unity_steps(workspace, native, steps);
        }),
        Some(Group::Product) => with_library(builder::own(workspace), &mut steps, |native, steps| {
            product(workspace, native, steps);
        }),
        Some(Group::Tarball) => with_library(builder::own(workspace), &mut steps, |native, steps| {
            steps.check("cargo xtask package", || package::check_own(workspace, native));
            tarball_steps(workspace, steps);
        }),
        Some(Group::Released) => released_steps(workspace, &mut steps),
        Some(Group::Dotnet) => with_library(builder::own(workspace), &mut steps, |native, steps| {
            dotnet_steps(workspace, native, steps);
        }),
        None => {
            // The library ships as one unit, which one core compiles, and few of the C# tests use two.
            std::thread::scope(|scope| {
                let product = scope.spawn(|| aside(&["test", "--only", "product"]));
                sources(workspace, commands, &mut steps);
                rust_tests(workspace, args.all, &mut steps);
                join("The library, the C# tests, the package and the demo", product, &mut steps);
            });
            if args.all {
                with_library(builder::own(workspace), &mut steps, |native, steps| {
                    newest_unity_steps(workspace, native, steps);
                    dotnet_steps(workspace, native, steps);
                });
                tarball_steps(workspace, &mut steps);
                lints(workspace, &mut steps);
                beyond_the_product(workspace, &mut steps);
            }
        }
    }
    steps.end()
}

/// Runs a command of these in a process of its own, and returns what it printed.
fn aside(words: &[&str]) -> Result<String> {
    let output = Command::new(std::env::current_exe()?).args(words).output()?;
    let printed = [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned());
    let printed = printed.join("\n");
    let has_ended = output.status.success() || sum_of(&printed).failed > 0;
    ensure!(has_ended, "cargo xtask {} ended early ({}):\n{printed}", words.join(" "), output.status);
    Ok(printed)
}

/// A step of what runs aside in a thread.
fn join(name: &str, running: ScopedJoinHandle<'_, Result<String>>, steps: &mut Steps) {
    steps.suite(name, || {
        let printed = running.join().unwrap_or_else(|_| Err(anyhow!("it ended early")))?;
        println!("{printed}");
        Ok(sum_of(&printed))
    });
}

/// `is_whole`: tests that leave something out of their short form leave out nothing.
fn rust_tests(workspace: &Workspace, is_whole: bool, steps: &mut Steps) {
    let words = ["test", "--no-fail-fast", "--workspace", "--exclude", BENCH];
    let mut command = cargo();
    command.current_dir(&workspace.root).args(words);
    if is_whole {
        command.envs([("GRIDSTAR_REFUSALS", "all"), ("GRIDSTAR_RELOADS", "100"), ("GRIDSTAR_REPEATS", "4")]);
    }
    steps.suite("Rust tests (cargo test)", || cargo_tests(&mut command));
}

fn with_library(native: Result<PathBuf>, steps: &mut Steps, body: impl FnOnce(&Path, &mut Steps)) {
    match native {
        Ok(native) => body(&native, steps),
        Err(error) => steps.check("building the library", || Err(error)),
    }
}

/// The NuGet package on .NET, where a registry's runtime is for this machine.
fn dotnet_steps(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    const TESTS: &str = "C# tests on .NET, with the assembly of the NuGet package";
    steps.check("cargo xtask nuget, and a server on .NET", || nuget::dotnet::run_server(workspace, native));
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        steps.suite(TESTS, || nuget::dotnet::run_tests(workspace, native));
    } else {
        steps.skip(TESTS, "its runtime is for Linux on x86-64");
    }
}

fn released_steps(workspace: &Workspace, steps: &mut Steps) {
    with_library(builder::own(workspace), steps, |native, steps| released::add_steps(workspace, native, steps));
}

fn product(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    steps.check("the library exports what the header declares", || {
        checks::check_exports(workspace, Target::of_this_machine()?, native)
    });
    csharp_steps(workspace, native, steps);
    steps.check("cargo xtask package", || package::check_own(workspace, native));
    steps.check("a first script runs with the tarball and Mono alone", || package::check_first_script(workspace));
    steps.check("cargo xtask demo", || demo::check(workspace, &[], 1));
}

fn tarball_steps(workspace: &Workspace, steps: &mut Steps) {
    steps.suite("The scripts of the manual, with what is in the tarball alone", || from_tarball(workspace));
    const PROGRAMS: &str = "the programs of the C guide, with what is in the tarball alone";
    if cfg!(unix) {
        steps.check(PROGRAMS, || {
            let guide = std::fs::read_to_string(workspace.root.join("docs/c-guide.md"))?;
            let package = package::unpack_tested(workspace)?;
            let count = guide_programs::run(&guide, &package, &package.join("../programs"))?;
            Ok(format!("{count} programs"))
        });
    } else {
        steps.skip(PROGRAMS, "the compiler is called cc");
    }
}

/// Runs the scripts of the pages as their readers have them: with the sources, the samples and the library of the
/// tarball that the steps before have made.
fn from_tarball(workspace: &Workspace) -> Result<Counts> {
    let package = package::unpack_tested(workspace)?;
    let library = package.join(Target::of_this_machine()?.plugin.path);
    let build = Build::begin(workspace, "test-tarball", &library)?.of_package(package);
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER])?;
    build.compile_all(&csharp::PACKAGE_STANDINS)?;
    build.compile(&csharp::BURST)?;
    let samples = build.compile_samples(&build.package)?.len();
    let scripts = documents::compile_scripts(&build, &build.package.join("Documentation~"))?;
    println!("{samples} samples and {scripts} scripts of pages compile");
    documents::compile_switched(workspace, &build)?;
    nunit(&build, documents::SWITCHED_TESTS)
}

/// Most of what it builds is compiled on one core, so that other platforms have another one.
fn beyond_the_product(workspace: &Workspace, steps: &mut Steps) {
    std::thread::scope(|scope| {
        let platforms = cfg!(target_os = "linux").then(|| scope.spawn(|| aside(&["platforms"])));
        beside_the_platforms(workspace, steps);
        match platforms {
            Some(platforms) => join("cargo xtask platforms", platforms, steps),
            None => steps.skip("cargo xtask platforms", "its short form is for Linux"),
        }
    });
}

fn beside_the_platforms(workspace: &Workspace, steps: &mut Steps) {
    released_steps(workspace, steps);
    steps.check("cargo clippy on the measuring programs", || clippy(workspace, &["--package", BENCH]));
    steps.suite("Tests of the measuring programs", || {
        cargo_tests(cargo().current_dir(&workspace.root).args(["test", "--package", BENCH]))
    });
    steps.check("cargo doc", || cargo_check(workspace, &["doc", "--quiet", "--workspace", "--no-deps"]));
    oldest_rust(workspace, steps);
    steps.check("cargo xtask demo --steps", || demo::check(workspace, &["--steps"], 65));
    steps.check("cargo xtask demo --field", || demo::check(workspace, &["--field"], 1));
    steps.check("cargo xtask demo --hex", || demo::check(workspace, &["--hex"], 1));
    steps.check("cargo xtask demo --walls", || demo::check(workspace, &["--walls"], 1));
    steps.check("cargo xtask demo --tour", || demo::check_tour(workspace));
    steps.check("cargo xtask demo --crowd 50", || demo::check(workspace, &["--crowd", "50"], 48));
    let avoid = ["--crowd", "500", "--avoid"];
    steps.check("cargo xtask demo --crowd 500 --avoid", || demo::check(workspace, &avoid, 60));
    bench(workspace, steps);
    steps.check("cargo xtask soak, some seconds, and with planted faults", || soak::short_form(workspace));
    steps.check("cargo xtask playground, in a browser without a window", || playground::check(workspace));
}

fn clippy(workspace: &Workspace, packages: &[&str]) -> Result<String> {
    cargo_check(workspace, &[&["clippy", "--quiet", "--all-targets"], packages, &["--", "-D", "warnings"]].concat())
}

fn cargo_check(workspace: &Workspace, arguments: &[&str]) -> Result<String> {
    quietly(cargo().current_dir(&workspace.root).args(arguments).env("RUSTDOCFLAGS", "-D warnings"))
        .map(|_| String::new())
}

/// Clippy compiles everything once more, so that the tests for every change leave it to `--all`.
fn lints(workspace: &Workspace, steps: &mut Steps) {
    steps.check("cargo clippy", || {
        tools::ensure_cargo_component("clippy", "clippy")?;
        clippy(workspace, &["--workspace", "--exclude", BENCH])
    });
}

fn sources(workspace: &Workspace, commands: &clap::Command, steps: &mut Steps) {
    steps.check("cargo fmt --all --check", || {
        tools::ensure_cargo_component("fmt", "rustfmt")?;
        cargo_check(workspace, &["fmt", "--all", "--check"])
    });
    dependencies(workspace, steps);
    steps.check("no two files import each other", || circles::check(workspace));
    steps.check("lines within 120 columns", || lines::check(workspace));
    steps.check("doc comments begin with their noun or a verb", || first_words::check(workspace));
    steps.check("links, commands and translations of the documents", || documents::check_texts(workspace, commands));
    steps.check("llms.txt and llms-full.txt are those of the pages", || llms::check(workspace));
    steps.check("unity-package/ is whole: .meta files, GUIDs, package.json", || metas::check(workspace));
    steps.check("the notices name every component of the libraries", || notices::check(workspace));
    steps.check("the C# side of the C ABI is that of the header", || interop::run(workspace, true));
}

/// The rules of deny.toml that need no network.
fn dependencies(workspace: &Workspace, steps: &mut Steps) {
    const NAME: &str = "cargo deny check licenses bans sources";
    if which::which("cargo-deny").is_err() {
        return steps.skip(NAME, "cargo-deny is not installed: cargo install cargo-deny --locked");
    }
    steps.check(NAME, || {
        let words = ["deny", "--offline", "check", "licenses", "bans", "sources"];
        quietly(cargo().current_dir(&workspace.root).args(words)).map(|_| String::new())
    });
}

/// The library compiles with the oldest Rust that Cargo.toml promises, in a folder of its own: other compilers share no
/// files.
fn oldest_rust(workspace: &Workspace, steps: &mut Steps) {
    const VERSION: &str = env!("CARGO_PKG_RUST_VERSION");
    let name = format!("cargo check with Rust {VERSION}");
    // rustup installs a toolchain that it lacks when it is run, so it is asked for what it has.
    let listed = Command::new("rustup").args(["toolchain", "list"]).output();
    let listed = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let is_oldest = |name: &&str| name.strip_prefix(VERSION).is_some_and(|rest| rest.starts_with(['-', '.']));
    let Some(toolchain) = listed.split_whitespace().find(is_oldest) else {
        return steps
            .skip(&name, &format!("it is not installed: rustup toolchain install {VERSION} --profile minimal"));
    };
    steps.check(&name, || {
        let target = workspace.target.join("oldest-rust");
        let mut command = Command::new("rustup");
        command.current_dir(&workspace.root).args(["run", toolchain, "cargo", "check", "--quiet", "--target-dir"]);
        command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
        quietly(command.arg(target)).map(|_| String::new())
    });
}

fn csharp_steps(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    let build = match Build::begin(workspace, "test", native) {
        Ok(build) => build,
        Err(error) => return steps.check("preparing the C# build", || Err(error)),
    };
    let with_packages = csharp::PACKAGE_STANDINS.iter().chain(std::iter::once(&csharp::BURST));
    let tests = [csharp::TESTS, csharp::BURST_TESTS, csharp::STANDIN_TESTS, csharp::DEMO];
    for assembly in PACKAGE.iter().chain(with_packages) {
        steps.check(&format!("mcs {}", assembly.file), || build.compile(assembly).map(|()| String::new()));
    }
    let mut samples = String::new();
    steps.check("the samples compile as their assembly definitions say", || {
        let names = build.compile_samples(&build.package)?;
        samples = names.join(" ");
        Ok(format!("{} samples", names.len()))
    });
    for assembly in &tests {
        let others = if assembly.file == csharp::STANDIN_TESTS.file { &samples } else { "" };
        steps.check(&format!("mcs {}", assembly.file), || build.compile_with(assembly, others).map(|()| String::new()));
    }
    steps.check("the code in the documents compiles", || documents::check_code(workspace, &build));
    steps.check("the pages about coming from other scripts compile as their readers have them", || {
        documents::compile_switched(workspace, &build)
    });
    steps.check("the reference is that of the sources", || reference::check(workspace));
    for file in tests[..3].iter().map(|tests| tests.file).chain([documents::SWITCHED_TESTS]) {
        steps.suite(&format!("C# tests ({file})"), || nunit(&build, file));
    }
    steps.check("the samples run with the new input alone, without its package", || new_input_alone(workspace, native));
    steps.check("the package compiles as Unity 6000.5 takes it", || {
        newest_unity(workspace, native).map(|_| String::new())
    });
}

/// Compiles what the package and its tests do otherwise where Unity has batches of physics queries, awaitables, and
/// input by a package, and what only the Editor has. What these versions warn of is an error.
fn newest_unity<'a>(workspace: &'a Workspace, native: &Path) -> Result<Build<'a>> {
    let symbols = [
        "UNITY_2022_2_OR_NEWER",
        "UNITY_2023_1_OR_NEWER",
        "UNITY_6000_0_OR_NEWER",
        "UNITY_6000_5_OR_NEWER",
        "GRIDSTAR_INPUT_SYSTEM",
        "ENABLE_INPUT_SYSTEM",
        "UNITY_EDITOR",
        "ENABLE_PROFILER",
    ];
    let build = Build::begin(workspace, "test-6000.5", native)?.with_symbols(&symbols);
    build.compile_all(&PACKAGE)?;
    let samples = build.compile_samples(&build.package)?.join(" ");
    build.compile_with(&csharp::STANDIN_TESTS, &samples)?;
    Ok(build)
}

fn newest_unity_steps(workspace: &Workspace, native: &Path, steps: &mut Steps) {
    steps.suite("C# tests as Unity 6000.5 with the Input System package compiles the package", || {
        let mut command = newest_unity(workspace, native)?.with_library("nunit-console");
        // What they run has the same code for every version of Unity.
        nunit_tests(command.arg("-exclude:AnyUnity"), csharp::STANDIN_TESTS.file)
    });
}

fn new_input_alone(workspace: &Workspace, native: &Path) -> Result<String> {
    let build = Build::begin(workspace, "test-new-input", native)?.without_old_input();
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER, csharp::NEW_INPUT_ALONE])?;
    let samples = build.compile_samples(&build.package)?;
    let files = samples.iter().map(|name| format!("{name}.dll"));
    let run = quietly(build.with_library("mono").arg(csharp::NEW_INPUT_ALONE.file).args(files))?;
    ensure!(run.lines().count() == samples.len(), "it ran {run}");
    Ok(format!("{} samples", samples.len()))
}

fn nunit(build: &Build, file: &str) -> Result<Counts> {
    nunit_tests(&mut build.with_library("nunit-console"), file)
}

/// Whether `cargo xtask bench` works; how fast anything is decides no test.
fn bench(workspace: &Workspace, steps: &mut Steps) {
    let given = std::env::var_os("GRIDSTAR_MAPS").map(|folder| workspace.root.join(folder));
    let maps = given.unwrap_or_else(|| workspace.root.join("examples/demo/maps"));
    steps.check("cargo xtask bench --quick", || {
        let out = workspace.target.join("bench/test");
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "--quick", "--maps"]).arg(&maps).arg("--out").arg(&out);
        let printed = quietly(command.env_remove("GRIDSTAR_YARDSTICK"))?;
        Ok(format!("{} rows of figures", printed.lines().filter(|line| line.starts_with('|')).count()))
    });
    if which::which("valgrind").is_err() {
        return steps.skip("instructions, counted by callgrind", "valgrind is not installed");
    }
    steps.check("instructions, counted by callgrind", || {
        // A report and no verdict: other compilers give other counts.
        Ok(bench::ratio_line(workspace).unwrap_or_else(|error| format!("could not be counted: {error:#}")))
    });
}
