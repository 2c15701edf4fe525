//! `cargo xtask sequences`: random sequences of C calls beside a plain model, as many as are asked for.

use crate::command::watched;
use crate::workspace::{Workspace, cargo};
use anyhow::{Result, bail};
use clap::Args;
use std::collections::BTreeMap;
use std::process::Command;

/// How much.
#[derive(Args)]
pub(crate) struct SequencesArgs {
    /// The least number of calls, over all modes
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    calls: u64,
    /// The first sequence of each mode; the others follow it. Without it, another one each time
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only these modes
    #[arg(long, value_enum, value_delimiter = ',', default_value = "one-thread,threads,memory")]
    modes: Vec<Mode>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Mode {
    /// Everything exact
    OneThread,
    /// Threads look while others edit
    Threads,
    /// Allocations fail
    Memory,
}

impl Mode {
    /// The test binary and the test.
    fn test(self) -> [&'static str; 2] {
        match self {
            Self::OneThread => ["api_sequences", "long_form_one_thread"],
            Self::Threads => ["api_sequences", "long_form_threads"],
            Self::Memory => ["api_sequences_memory", "long_form_memory"],
        }
    }
}

/// Calls made, compared with the model, and refused for want of memory, by function.
type Counts = BTreeMap<String, [u64; 3]>;

/// Runs the modes one after the other, and prints how often each function was called.
pub(crate) fn run(workspace: &Workspace, args: &SequencesArgs) -> Result<()> {
    let seed = args.seed.unwrap_or_else(another_seed);
    let calls = args.calls.div_ceil(args.modes.len() as u64);
    let (mut counts, mut failed) = (Counts::new(), Vec::new());
    for mode in &args.modes {
        let [binary, test] = mode.test();
        println!("{test}: {calls} calls from seed {seed} on");
        let mut command = long_form(workspace, binary, test, seed);
        let succeeded =
            watched(command.env("GRIDSTAR_SEQUENCES_CALLS", calls.to_string()), |line| match counted(line) {
                Some((name, more)) => {
                    let all = counts.entry(name).or_default();
                    all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
                }
                None if line.starts_with("seeds ") => println!("  {line}"),
                None => {}
            })?;
        if !succeeded {
            failed.push(test);
        }
    }
    print(&counts);
    if !failed.is_empty() {
        bail!("{} failed; seed and calls are above", failed.join(" and "));
    }
    Ok(())
}

/// A seed that depends on the time.
pub(crate) fn another_seed() -> u64 {
    time::OffsetDateTime::now_utc().unix_timestamp() as u64 * 1_000_000
}

/// A test of this name that runs sequences for long, from a seed on.
pub(crate) fn long_form(workspace: &Workspace, binary: &str, test: &str, seed: u64) -> Command {
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["test", "--quiet", "--test", binary, "--", "--ignored", "--exact"]);
    command.args(["--nocapture", test]).env("GRIDSTAR_SEQUENCES_SEED", seed.to_string());
    command
}

/// Reads `calls NAME MADE COMPARED REFUSED`.
fn counted(line: &str) -> Option<(String, [u64; 3])> {
    let (name, numbers) = line.strip_prefix("calls ")?.split_once(' ')?;
    let numbers: Option<Vec<u64>> = numbers.split(' ').map(|number| number.parse().ok()).collect();
    Some((name.to_owned(), numbers?.try_into().ok()?))
}

fn print(counts: &Counts) {
    println!("{:<34} {:>10} {:>10} {:>10}", "function", "calls", "compared", "no memory");
    let line = |name: &str, [made, compared, refused]: [u64; 3]| {
        println!("{name:<34} {made:>10} {compared:>10} {refused:>10}");
    };
    counts.iter().for_each(|(name, &numbers)| line(name, numbers));
    line("all", [0, 1, 2].map(|which| counts.values().map(|numbers| numbers[which]).sum()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_what_the_tests_print() {
        let counts = counted("calls gridstar_grid_find_path 12 11 3");
        assert_eq!(counts, Some(("gridstar_grid_find_path".to_owned(), [12, 11, 3])));
        assert!(
            ["calls", "calls gridstar_version 1 2", "calls made 1 2 x", "seeds 4"]
                .map(counted)
                .iter()
                .all(Option::is_none)
        );
    }
}
