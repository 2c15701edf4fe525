//! ThreadSanitizer over the tests of concurrency, with a standard library that is built for it.

use super::planted::{RACE, ensure_reported, words};
use super::sanitizer::{ensure_x86_linux, sanitized};
use crate::steps::{Steps, cargo_tests};
use crate::tools::Unavailable;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::process::Command;

/// The tests in which threads meet.
const TESTS: [&str; 5] = ["avoidance", "floors", "threads", "work", "work_life"];

/// Builds the tests and the standard library with the sanitizer, and runs them.
pub(super) fn add_steps(workspace: &Workspace, steps: &mut Steps) {
    steps.check("ThreadSanitizer reports a planted race", || {
        ensure_possible()?;
        ensure_reported(
            command(workspace).args(words(RACE)).args(["--test-threads", "1"]),
            "ThreadSanitizer: data race",
        )
    });
    steps.suite("the tests of concurrency under ThreadSanitizer", || {
        ensure_possible()?;
        let mut command = command(workspace);
        command.args(["test", "--no-fail-fast"]).args(TESTS.iter().flat_map(|test| ["--test", test]));
        cargo_tests(&mut command)
    });
}

fn ensure_possible() -> Result<()> {
    ensure_x86_linux()?;
    let root = Command::new("rustc").args(["--print", "sysroot"]).output()?.stdout;
    let sources = String::from_utf8_lossy(&root).trim().to_owned() + "/lib/rustlib/src/rust/library/std/Cargo.toml";
    let missing = "the standard library's sources are not installed: rustup component add rust-src";
    ensure!(std::path::Path::new(&sources).exists(), Unavailable(missing.into()));
    Ok(())
}

fn command(workspace: &Workspace) -> Command {
    let mut command = sanitized(workspace, "thread");
    // Cargo takes this before its subcommand's name.
    command.arg("-Zbuild-std");
    command
}
