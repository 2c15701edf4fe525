//! `cargo xtask soak`: threads that use everything the C ABI has, for as long as asked.

use crate::command::{line, quietly};
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How long, and where the figures go.
#[derive(Args)]
pub(crate) struct SoakArgs {
    /// Minutes
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    minutes: f64,
    /// Turns that all threads together take in a second, each with a grid or two that are created and destroyed
    #[arg(long, value_name = "N", default_value_t = 1000)]
    grids: u32,
    /// The first number of what is random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where soak.csv and soak.svg go; without it, into cargo's target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Builds the program and runs it.
pub(crate) fn run(workspace: &Workspace, args: &SoakArgs) -> Result<()> {
    let program = build(workspace)?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.target.join("soak"));
    let mut command = Command::new(program);
    command.arg("--seconds").arg((args.minutes * 60.0).to_string()).arg("--out").arg(&folder);
    command.arg("--grids").arg(args.grids.to_string()).arg("--seed").arg(args.seed.to_string());
    let status = command.status().with_context(|| format!("{} could not be started", line(&command)))?;
    println!("Figures and plot: {}", workspace.display(&folder));
    ensure!(status.success(), "{} failed ({status})", line(&command));
    Ok(())
}

fn build(workspace: &Workspace) -> Result<PathBuf> {
    eprintln!("building the program (about two minutes the first time)");
    let words = ["build", "--quiet", "--release", "--package", "gridstar-bench", "--bin", "gridstar-soak"];
    quietly(cargo().current_dir(&workspace.root).args(words))?;
    Ok(workspace.target.join("release").join(format!("gridstar-soak{}", std::env::consts::EXE_SUFFIX)))
}

/// Faults that the program can plant in itself, and what it has to say then.
const FAULTS: [(&str, &str); 4] = [
    ("answer", "assertion"),
    ("grids", "objects lived at once"),
    ("memory", "resident memory grew"),
    ("id", "was answered"),
];

/// The short form: some seconds without a find, and each planted fault found.
pub(crate) fn short_form(workspace: &Workspace) -> Result<String> {
    let program = build(workspace)?;
    let folder = workspace.target.join("soak/test");
    let printed = quietly(&mut command(&program, &folder, 8))?;
    for file in ["soak.csv", "soak.svg"] {
        ensure!(folder.join(file).metadata()?.len() > 500, "{file} has no figures");
    }
    // A run with a fault may end at once, and then has next to no figures.
    let folder = workspace.target.join("soak/faults");
    for (fault, sign) in FAULTS.iter().filter(|(fault, _)| *fault != "memory" || cfg!(target_os = "linux")) {
        let output = command(&program, &folder, 4).args(["--fault", fault]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(!output.status.success() && said.contains(sign), "the planted fault {fault} was not found:\n{said}");
    }
    Ok(printed.lines().take(2).collect::<Vec<_>>().join("; "))
}

fn command(program: &Path, folder: &Path, seconds: u32) -> Command {
    let mut command = Command::new(program);
    command.arg("--seconds").arg(seconds.to_string()).arg("--out").arg(folder);
    command
}
