//! The programs that measure: built once, before anything is timed.

use crate::command::quietly;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
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

    /// Runs a part of the benchmark crate. Returns what it prints: Markdown, or CSV for growth.
    pub(super) fn part(&self, part: &str, is_quick: bool) -> Result<String> {
        eprintln!("{part} ...");
        let mut command = Command::new(&self.bench);
        command.arg(part);
        if is_quick {
            command.arg("--quick");
        }
        Ok(run(&mut command)?.stdout)
    }

    pub(super) fn write_scenario(&self, map: &Path, scen: &Path) -> Result<()> {
        run(Command::new(&self.bench).arg("scenario").arg(map).arg(scen)).map(|_| ())
    }
}

/// What a program printed.
pub(super) struct Printed {
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// Runs a program to its end; the last thing that a failed one said is its error.
pub(super) fn run(command: &mut Command) -> Result<Printed> {
    let name = crate::command::line(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{name} could not be started"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = Printed { stdout: text(&output.stdout), stderr: text(&output.stderr) };
    if !output.status.success() {
        bail!("{name} failed ({}):\n{}", output.status, printed.stderr.trim_end());
    }
    Ok(printed)
}
