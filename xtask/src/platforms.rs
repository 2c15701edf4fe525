//! `cargo xtask platforms`: builds the library for the platforms that this machine can build for, looks into each, and runs those that it
//! can run. `cargo xtask test` does the short form.

mod doctored;
mod reproduced;
mod runs;

use crate::package;
use crate::package::builder::{Builder, Built};
use crate::package::checks;
use crate::package::layout::Library;
use crate::package::targets::{TARGETS, Target};
use crate::steps::Steps;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;

/// How much is done.
#[derive(Args, Default)]
pub struct PlatformsArgs {
    /// Every target, every one built twice, more tests on foreign systems
    #[arg(long)]
    pub long: bool,
    /// These platforms alone, by name
    #[arg(long, value_delimiter = ',')]
    pub targets: Vec<String>,
    /// Compile Rust's standard library too, with Debian's Rust, as on a machine without rustup
    #[arg(long)]
    pub without_rustup: bool,
}

impl PlatformsArgs {
    fn takes(&self, name: &str) -> bool {
        match self.targets.as_slice() {
            [] => self.long || SHORT.contains(&name),
            named => named.iter().any(|named| named == name),
        }
    }
}

/// What the short form builds: every way of building and linking once, and all that can be run.
const SHORT: [&str; 7] = ["linux-x86_64", "linux-arm64", "windows-x86_64", "macos", "ios", "android-arm64", "webgl"];
/// What the short form builds twice.
const SHORT_TWICE: [&str; 1] = ["windows-x86_64"];

/// Runs all steps.
pub fn run(workspace: &Workspace, args: &PlatformsArgs) -> Result<()> {
    let mut steps = Steps::begin();
    add_steps(workspace, args, &mut steps);
    steps.end()
}

/// The same as part of a longer run.
pub fn add_steps(workspace: &Workspace, args: &PlatformsArgs, steps: &mut Steps) {
    let builder = Builder { workspace, without_rustup: args.without_rustup };
    let mut libraries: Vec<Library> = Vec::new();
    let mut runs = runs::Runs::new(&builder, args.long);
    for target in TARGETS.iter().filter(|target| args.takes(target.name)) {
        let Some(built) = build(&builder, target, steps) else { continue };
        check(workspace, target, &built, steps);
        let mut summary = summary(target, &built);
        if args.long || SHORT_TWICE.contains(&target.name) {
            steps.check(&format!("{}: built in another folder, it is the same", target.name), || {
                let outcome = reproduced::check(&builder, target, &built.file);
                summary += if outcome.is_ok() { ", the same twice" } else { ", NOT the same twice" };
                outcome
            });
        }
        steps.note(summary);
        runs.add_steps(target, &built.file, steps);
        if built.left_out.is_none() {
            libraries.push((target, built.file));
        }
    }
    if libraries.is_empty() {
        return steps.skip("the package of these platforms", "there is no library for one");
    }
    steps.check("the package of all these platforms is whole", || package::check_layout(workspace, &libraries));
}

/// What the end of a run says of a library.
fn summary(target: &Target, built: &Built) -> String {
    let size = std::fs::metadata(&built.file).map_or(0, |file| file.len());
    let place = if built.left_out.is_some() { "not for the package" } else { target.plugin.path };
    format!("{}: {size} bytes, {place}", target.name)
}

fn build(builder: &Builder<'_>, target: &'static Target, steps: &mut Steps) -> Option<Built> {
    let mut made = None;
    steps.check(&format!("{}: built", target.name), || {
        let built = made.insert(builder.build(target)?);
        Ok(built.left_out.clone().unwrap_or_default())
    });
    made
}

fn check(workspace: &Workspace, target: &'static Target, built: &Built, steps: &mut Steps) {
    steps.check(&format!("{}: checked", target.name), || Ok(checks::run(workspace, target, &built.file)?.join("; ")));
    steps.check(&format!("{}: doctored copies are refused", target.name), || {
        doctored::check(workspace, target, &built.file)
    });
}
