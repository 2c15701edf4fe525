//! `cargo xtask soak`: the sequences of C calls again and again for a time, with a meter of memory.

use crate::command::watched;
use crate::sequences::{another_seed, long_form};
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use clap::Args;
use std::process::Command;

/// How long.
#[derive(Args)]
pub(crate) struct SoakArgs {
    /// Minutes
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    minutes: f64,
    /// The first sequence; the others follow it. Without it, another one each time
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// Runs the test, and shows its lines as they come.
pub(crate) fn run(workspace: &Workspace, args: &SoakArgs) -> Result<()> {
    let seed = args.seed.unwrap_or_else(another_seed);
    println!("{} minutes from seed {seed} on", args.minutes);
    let seconds = (args.minutes * 60.0).ceil() as u64;
    let succeeded = watched(&mut command(workspace, seconds, seed), |line| {
        line.strip_prefix("soak: ").into_iter().for_each(|line| println!("  {line}"));
    })?;
    ensure!(succeeded, "the soak failed; the reason is above");
    Ok(())
}

fn command(workspace: &Workspace, seconds: u64, seed: u64) -> Command {
    let mut command = long_form(workspace, "api_sequences", "long_form_soak", seed);
    command.env("GRIDSTAR_SOAK_SECONDS", seconds.to_string());
    // glibc keeps freed memory for later, the more the longer a program runs. The meter is to see the library's memory.
    command.envs([("MALLOC_ARENA_MAX", "1"), ("MALLOC_TRIM_THRESHOLD_", "65536"), ("MALLOC_MMAP_THRESHOLD_", "65536")]);
    command
}

/// Faults that can be planted, and a part of the message that each must lead to.
const FAULTS: [(&str, &str); 4] = [
    ("answer", "gridstar_grid_find_path"),
    ("id", "InvalidId"),
    ("grid", "gridstar_live_count"),
    ("memory", "resident memory grew"),
];

/// The short form: some seconds without a find, and each planted fault found.
pub(crate) fn short_form(workspace: &Workspace) -> Result<String> {
    let mut last = String::new();
    let succeeded = watched(&mut command(workspace, 10, 1), |line| {
        last = line.strip_prefix("soak: ").map_or(std::mem::take(&mut last), str::to_owned);
    })?;
    ensure!(succeeded, "the soak failed; the reason is above");
    for (fault, sign) in FAULTS.iter().filter(|(fault, _)| *fault != "memory" || cfg!(target_os = "linux")) {
        let output = command(workspace, 5, 1).env("GRIDSTAR_SEQUENCES_FAULT", fault).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(!output.status.success() && said.contains(sign), "the planted fault {fault} was not found:\n{said}");
    }
    Ok(format!("{last}; {} planted faults found", FAULTS.len()))
}
