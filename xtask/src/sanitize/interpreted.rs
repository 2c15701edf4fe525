//! Miri, which interprets tests and knows undefined behavior, and loom, which tries every order of threads.

use super::planted::{FREED, ensure_reported, words};
use crate::steps::{Steps, cargo_tests};
use crate::tools::Unavailable;
use crate::workspace::{Workspace, cargo};
use anyhow::{Result, ensure};
use std::process::Command;

/// Parts of the names of unit tests that Miri runs: the handle table, shared values, snapshots, and the tables that
/// searches keep. Maps are small there; others would take hours.
const INTERPRETED: [&str; 5] = ["handle_table::", "try_arc::", "snapshot::", "node_table::", "search::queue::"];

/// Needs nightly Rust; its component is asked for.
pub(super) fn add_miri(workspace: &Workspace, steps: &mut Steps) {
    steps.check("Miri reports a planted read of freed memory", || {
        ensure_miri()?;
        ensure_reported(miri(workspace).args(words(FREED)), "Undefined Behavior")
    });
    steps.suite("the handle table, snapshots and what searches remember under Miri", || {
        ensure_miri()?;
        let mut command = miri(workspace);
        command.args(["test", "--lib", "--no-fail-fast", "--"]).args(INTERPRETED);
        cargo_tests(&mut command)
    });
}

fn nightly(words: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly"]).args(words);
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

fn miri(workspace: &Workspace) -> Command {
    let mut command = nightly(&["cargo", "miri"]);
    // A clock that moves, and threads that take turns in another order each time.
    command.current_dir(&workspace.root).env("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-preemption-rate=0.05");
    command.env("CARGO_TARGET_DIR", workspace.target.join("sanitized"));
    command
}

fn ensure_miri() -> Result<()> {
    let succeeds = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let is_there = || succeeds(&mut nightly(&["cargo", "miri", "--version"]));
    if !is_there() {
        eprintln!("asking rustup for Miri");
        let words = ["component", "add", "miri", "rust-src", "--toolchain", "nightly"];
        let _ = Command::new("rustup").args(words).output();
    }
    let missing = "Miri is not installed: rustup component add miri rust-src --toolchain nightly";
    ensure!(is_there(), Unavailable(missing.into()));
    Ok(())
}

/// The models of `src/loom_models.rs`, one of which has a planted race.
pub(super) fn add_loom(workspace: &Workspace, steps: &mut Steps) {
    steps.suite("models of the handle table, snapshots, the pool and crowds under loom", || {
        let mut command = cargo();
        command.current_dir(&workspace.root).env("RUSTFLAGS", "--cfg loom");
        command.env("CARGO_TARGET_DIR", workspace.target.join("sanitized"));
        command.args(["--config", "profile.test.package.gridstar.codegen-units=16"]);
        command.args(["--config", "profile.test.opt-level=1", "test", "--lib", "loom_models::"]);
        let counts = cargo_tests(&mut command)?;
        ensure!(counts.passed + counts.failed > 0, "no model was run");
        Ok(counts)
    });
}
