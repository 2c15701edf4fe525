//! `cargo xtask platforms`: builds the library for the platforms that this machine can build for, looks into each, and
//! runs those that it can run. `cargo xtask test --all` runs the short form.

use crate::layout::copy_tree;
use crate::libraries::builder::Builder;
use crate::libraries::for_package::Library;
use crate::libraries::targets::{Link, TARGETS, Target};
use crate::libraries::{checks, planted, static_library, web_names};
use crate::package;
use crate::runs::Runs;
use crate::steps::Steps;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Scope;
use std::time::Instant;

/// How much is done.
#[derive(Args, Default)]
pub struct PlatformsArgs {
    /// Every target, every one built twice, more tests on foreign systems
    #[arg(long)]
    long: bool,
    /// These platforms alone, by name
    #[arg(long, value_delimiter = ',')]
    targets: Vec<String>,
}

impl PlatformsArgs {
    fn takes(&self, name: &str) -> bool {
        match self.targets.as_slice() {
            [] => self.long || SHORT.contains(&name),
            named => named.iter().any(|named| named == name),
        }
    }
}

/// Targets of the short form: every way of building and linking once, and all that can be run.
const SHORT: [&str; 8] =
    ["linux-x86_64", "linux-arm64", "windows-x86_64", "windows-arm64", "macos", "ios", "android-arm64", "webgl"];
/// Targets that the short form builds twice.
const SHORT_TWICE: [&str; 1] = ["windows-x86_64"];

/// Runs all steps.
pub fn run(workspace: &Workspace, args: &PlatformsArgs) -> Result<()> {
    let mut steps = Steps::begin();
    std::thread::scope(|scope| {
        let built = build_ahead(scope, Builder { workspace }, args);
        add_steps(workspace, args, built, &mut steps);
    });
    steps.end()
}

/// A library and the seconds that its build took, or what went wrong.
type BuiltAhead = (&'static Target, Result<(PathBuf, f64)>);

/// Builds the libraries of the platforms one after the other, each on one core for the most part, while these steps use
/// the rest of the machine.
fn build_ahead<'scope>(
    scope: &'scope Scope<'scope, '_>,
    builder: Builder<'scope>,
    args: &PlatformsArgs,
) -> Receiver<BuiltAhead> {
    let (sender, built) = channel();
    let targets: Vec<&Target> = TARGETS.iter().filter(|target| args.takes(target.name)).collect();
    scope.spawn(move || {
        for target in targets {
            let begun = Instant::now();
            let outcome = builder.build(target).map(|file| (file, begun.elapsed().as_secs_f64()));
            if sender.send((target, outcome)).is_err() {
                return;
            }
        }
    });
    built
}

/// `ahead`: the libraries, as they are built.
fn add_steps(workspace: &Workspace, args: &PlatformsArgs, ahead: Receiver<BuiltAhead>, steps: &mut Steps) {
    let builder = Builder { workspace };
    let mut libraries: Vec<Library> = Vec::new();
    let mut runs = Runs::new(&builder, args.long);
    for target in TARGETS.iter().filter(|target| args.takes(target.name)) {
        let Some(file) = take(target, &ahead, steps) else { continue };
        steps.check(&format!("{}: checked", target.name), || Ok(checks::run(workspace, target, &file)?.join("; ")));
        if target.link == Link::AppleStatic {
            let name = format!("{}: LLVM's linker takes it for each system", target.name);
            let marked = builder.results().join(target.triples[0]).join("shipping/libgridstar.a");
            steps.check(&name, || static_library::link_for_apples_systems(workspace, &file, &marked));
        }
        if target.link == Link::Emscripten {
            let name = format!("{}: another library of Rust's links beside it", target.name);
            let unhidden = builder.results().join(target.triples[0]).join("shipping/libgridstar.a");
            steps.check(&name, || web_names::link_beside_another(workspace, &file, &unhidden));
        }
        if target.link == Link::Android {
            let name = format!("{}: a newer system's function and pages of 4 KB are refused", target.name);
            steps.check(&name, || planted::check(workspace, target, &file));
        }
        let size = std::fs::metadata(&file).map_or(0, |file| file.len());
        let mut summary = format!("{}: {size} bytes, {}", target.name, target.plugin.path);
        if args.long || SHORT_TWICE.contains(&target.name) {
            steps.check(&format!("{}: built in another folder, it is the same", target.name), || {
                let outcome = build_again(&builder, target, &file);
                summary += if outcome.is_ok() { ", the same twice" } else { ", NOT the same twice" };
                outcome
            });
        }
        steps.note(summary);
        runs.add_steps(target, &file, steps);
        libraries.push((target, file));
    }
    if libraries.is_empty() {
        return steps.skip("the package of these platforms", "there is no library for one");
    }
    steps.check("the package of all these platforms is whole", || package::check_layout(workspace, &libraries));
}

/// Waits for a target's library.
fn take(target: &Target, ahead: &Receiver<BuiltAhead>, steps: &mut Steps) -> Option<PathBuf> {
    let mut made = None;
    steps.check(&format!("{}: built", target.name), || {
        let (of, outcome) = ahead.recv().context("the builds ended early")?;
        ensure!(of.name == target.name, "the library of {} came first", of.name);
        let (file, seconds) = outcome?;
        made = Some(file);
        Ok(format!("its build took {seconds:.0} s"))
    });
    made
}

/// Builds a target from a copy of the checkout in another folder, with another folder for results. The same sources
/// give the same library, byte for byte, wherever they lie: who doubts a release can build it again.
fn build_again(builder: &Builder<'_>, target: &Target, file: &Path) -> Result<String> {
    let here = builder.workspace;
    let place = here.target.join("elsewhere");
    let elsewhere = Workspace { root: place.join("sources"), target: place.join("results"), ..here.clone() };
    if elsewhere.root.exists() {
        std::fs::remove_dir_all(&elsewhere.root)?;
    }
    for entry in std::fs::read_dir(&here.root)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path != here.target && name != ".git" && name != "target" {
            copy_tree(&path, &elsewhere.root.join(name))?;
        }
    }
    let again = Builder { workspace: &elsewhere }.build(target)?;
    let (one, other) = (std::fs::read(file)?, std::fs::read(&again)?);
    ensure!(one == other, "they differ: cmp -l {} {}", file.display(), again.display());
    Ok(format!("{} bytes", one.len()))
}
