//! `cargo xtask sanitize`: the tests of concurrency under a sanitizer, with a standard library that is built for it.

use crate::command::line;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, ensure};
use clap::Args;

/// What to look for.
#[derive(Args)]
pub(crate) struct SanitizeArgs {
    /// The sanitizer
    #[arg(value_enum)]
    sanitizer: Sanitizer,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Sanitizer {
    /// Data races
    Thread,
}

/// The tests in which threads meet.
const TESTS: [&str; 3] = ["threads", "work", "work_life"];

/// Builds the tests and the standard library with the sanitizer, and runs them. Needs x86-64 Linux, and the sources of
/// the standard library (`rustup component add rust-src`).
pub(crate) fn run(workspace: &Workspace, args: &SanitizeArgs) -> Result<()> {
    let flags = match args.sanitizer {
        Sanitizer::Thread => "-Zsanitizer=thread",
    };
    let mut command = cargo();
    command
        .current_dir(&workspace.root)
        // A stable compiler knows sanitizers, but not without this.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", workspace.target.join("sanitized"))
        .args(["test", "-Zbuild-std", "--target", "x86_64-unknown-linux-gnu"]);
    for test in TESTS {
        command.args(["--test", test]);
    }
    let status = command.status().with_context(|| format!("{} could not be started", line(&command)))?;
    ensure!(status.success(), "{} failed ({status}): the reports are above", line(&command));
    Ok(())
}
