//! `cargo xtask soak`: threads that use everything the C ABI has, for as long as asked, while memory, ids and answers
//! are watched.

#![allow(clippy::unwrap_used, reason = "a check fails by panicking, which ends the run with a report")]

mod faults;
mod meters;
mod plot;
mod rooms;
mod run;
mod seconds;
mod turns;
mod verdict;

#[path = "../../../../tests/common/mod.rs"]
mod common;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// How long, how much, and where the figures go.
#[derive(Parser)]
#[command(about = "Uses the library for long; cargo xtask soak runs it")]
struct Arguments {
    /// Seconds
    #[arg(long, default_value_t = 1200.0)]
    seconds: f64,
    /// Threads
    #[arg(long, default_value_t = 8)]
    threads: u32,
    /// Turns that all threads together take in a second, each with a grid or two that are created and destroyed
    #[arg(long, default_value_t = 1000)]
    grids: u32,
    /// The first number of what is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder for soak.csv and soak.svg
    #[arg(long)]
    out: PathBuf,
    /// A fault of the program itself, which the run has to find
    #[arg(long, value_enum)]
    fault: Option<faults::Fault>,
}

fn main() -> ExitCode {
    match run::run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
