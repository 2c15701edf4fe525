//! `cargo xtask sanitize`: tests and programs under checkers of memory, threads and undefined behavior. Each checker
//! first has to report faults that are planted for it: else its silence says nothing.

mod address;
mod interpreted;
mod planted;
mod sanitizer;
mod thread;
mod valgrind;

use crate::steps::Steps;
use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;

/// Choice of what to look for.
#[derive(Args)]
pub(crate) struct SanitizeArgs {
    /// The checkers, one after the other
    #[arg(value_enum, required = true)]
    checkers: Vec<Checker>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Checker {
    /// Wrong addresses and leaks, in the Rust tests and the C program: AddressSanitizer and LeakSanitizer
    Address,
    /// Data races, in the tests of concurrency: ThreadSanitizer
    Thread,
    /// Wrong addresses, undefined values and leaks, in the C program and a C# program: valgrind
    Valgrind,
    /// Undefined behavior, in tests of the handle table, snapshots and what searches remember: Miri
    Miri,
    /// Every order in which threads can meet in the handle table, the exchange of snapshots, the pool and the steps of
    /// crowds: loom
    Loom,
}

/// Runs the checkers, and prints what passed, failed and could not be run here.
pub(crate) fn run(workspace: &Workspace, args: &SanitizeArgs) -> Result<()> {
    let mut steps = Steps::begin();
    for checker in &args.checkers {
        match checker {
            Checker::Address => address::add_steps(workspace, &mut steps),
            Checker::Thread => thread::add_steps(workspace, &mut steps),
            Checker::Valgrind => valgrind::add_steps(workspace, &mut steps),
            Checker::Miri => interpreted::add_miri(workspace, &mut steps),
            Checker::Loom => interpreted::add_loom(workspace, &mut steps),
        }
    }
    steps.end()
}
