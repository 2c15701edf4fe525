//! `cargo xtask bench`: builds the program of `benches/programs` that measures, before anything is timed, and runs it.

use crate::command::{line, quietly};
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, ensure};
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
    let status = command.arg("report").args(&args.options).status();
    let status = status.with_context(|| format!("{} could not be started", line(&command)))?;
    ensure!(status.success(), "{} failed ({status})", line(&command));
    Ok(())
}

/// Builds the program and the scenario example, which it runs.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    eprintln!("building what measures (about two minutes the first time)");
    for what in [&["--example", "scenario"], &["--package", "gridstar-bench"]] {
        quietly(cargo().current_dir(&workspace.root).args(["build", "--quiet", "--release"]).args(what))?;
    }
    Ok(workspace.target.join("release").join(format!("gridstar-bench{}", std::env::consts::EXE_SUFFIX)))
}

/// Line of instruction counts that `cargo xtask test --all` shows.
pub(crate) fn ratio_line(workspace: &Workspace) -> Result<String> {
    let printed = quietly(Command::new(build(workspace)?).args(["report", "--instructions"]))?;
    Ok(printed.trim_end().replace('\n', "; "))
}
