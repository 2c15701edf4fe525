//! `cargo xtask bench`: builds the program of `benches/programs` that measures, before anything is timed, and runs it.

use crate::command::{quietly, shown};
use crate::workspace::{Workspace, cargo};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// Everything is the program's own: `--help` lists it.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct BenchArgs {
    /// Options of the program's `report`, such as --maps DIR, --parts engines,growth or --quick
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

/// Runs what is asked for.
pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    let mut command = Command::new(build(workspace)?);
    shown(command.arg("report").args(&args.options))
}

/// Builds the program and the scenario example, which it runs. In one command they share a library; two commands choose
/// other features of what it depends on, and each compiles it anew.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let packages = ["--package", "gridstar", "--package", "gridstar-bench"];
    let targets = ["--bins", "--example", "scenario"];
    shown(cargo().current_dir(&workspace.root).args(["build", "--release"]).args(packages).args(targets))?;
    Ok(workspace.target.join("release").join(format!("gridstar-bench{}", std::env::consts::EXE_SUFFIX)))
}

/// Line of instruction counts that `cargo xtask test --all` shows.
pub(crate) fn ratio_line(workspace: &Workspace) -> Result<String> {
    let printed = quietly(Command::new(build(workspace)?).args(["report", "--instructions"]))?;
    Ok(printed.trim_end().replace('\n', "; "))
}
