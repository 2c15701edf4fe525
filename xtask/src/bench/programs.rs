//! The programs that measure: built once, before anything is timed.

use crate::command::quietly;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where they lie.
pub(super) struct Programs {
    /// The scenario example.
    pub(super) scenario: PathBuf,
    /// The crate in benches/programs.
    pub(super) bench: PathBuf,
    /// What `GRIDSTAR_YARDSTICK` names.
    pub(super) yardstick: Option<PathBuf>,
}

impl Programs {
    pub(super) fn build(workspace: &Workspace) -> Result<Self> {
        eprintln!("building what measures (about two minutes the first time)");
        for what in [&["--example", "scenario"], &["--package", "gridstar-bench"]] {
            quietly(cargo().current_dir(&workspace.root).args(["build", "--quiet", "--release"]).args(what))?;
        }
        let release = workspace.target.join("release");
        let program = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        let yardstick = std::env::var_os("GRIDSTAR_YARDSTICK").map(PathBuf::from);
        if let Some(missing) = yardstick.as_ref().filter(|path| !path.is_file()) {
            bail!("GRIDSTAR_YARDSTICK: {} is no file", missing.display());
        }
        Ok(Self { scenario: program("examples/scenario"), bench: program("gridstar-bench"), yardstick })
    }
}

/// Runs a program to its end and returns what it printed. What it says beside goes where ours goes.
pub(super) fn printed(command: &mut Command) -> Result<String> {
    let name = crate::command::line(command);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{name} could not be started"))?;
    if !output.status.success() {
        bail!("{name} failed ({})", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
