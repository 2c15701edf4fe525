//! A cargo that builds with a sanitizer of the compiler.

use crate::tools::Unavailable;
use crate::workspace::{Workspace, cargo};
use anyhow::{Result, ensure};
use std::process::Command;

pub(super) const TARGET: &str = "x86_64-unknown-linux-gnu";

pub(super) fn ensure_x86_linux() -> Result<()> {
    let is_known = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    ensure!(is_known, Unavailable("this command needs x86-64 Linux".into()));
    Ok(())
}

/// A cargo that builds with a sanitizer, without its subcommand.
pub(super) fn sanitized(workspace: &Workspace, sanitizer: &str) -> Command {
    let mut command = cargo();
    command
        .current_dir(&workspace.root)
        // A stable compiler knows sanitizers, but not without this.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"))
        .env("CARGO_TARGET_DIR", workspace.target.join("sanitized"))
        .args(["--config", &format!("build.target='{TARGET}'")]);
    command
}
