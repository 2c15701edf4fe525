//! Instructions that fixed work takes, counted by Valgrind's callgrind: unlike times, the same on a busy machine and an
//! idle one. Compared with stored counts as a report. It is no verdict: another compiler gives other counts.

use crate::counting::Work;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Args)]
pub(crate) struct InstructionsArgs {
    /// The .map file
    map: PathBuf,
    /// The file with the stored counts
    stored: PathBuf,
    /// Where callgrind's file goes
    out: PathBuf,
    /// Store the counts
    #[arg(long)]
    store: bool,
}

/// The function around what is counted.
const COUNTED: &str = "*counted_work*";

/// Counts by what they are of.
type Counts = Vec<(String, u64)>;

/// Prints a line for each work.
pub(crate) fn run(args: &InstructionsArgs) -> Result<()> {
    let text = if args.stored.exists() { std::fs::read_to_string(&args.stored)? } else { String::new() };
    let stored = parse(&text).with_context(|| format!("{} is not understood", args.stored.display()))?;
    let names = Work::value_variants().iter().filter_map(Work::to_possible_value);
    let counts = names.map(|name| Ok((name.get_name().to_owned(), count(args, name.get_name())?)));
    let counts: Counts = counts.collect::<Result<_>>()?;
    counts.iter().for_each(|(name, count)| println!("{}", compared(name, *count, &stored)));
    if args.store {
        let lines: String = counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        let head = "# Instructions, written by cargo xtask bench --instructions --store\n";
        std::fs::write(&args.stored, head.to_owned() + &lines).context("the counts can't be stored")?;
    }
    Ok(())
}

/// Reads lines of a name and a count.
fn parse(text: &str) -> Option<Counts> {
    let line = |line: &str| {
        let (name, count) = line.rsplit_once(' ')?;
        Some((name.trim().to_owned(), count.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn compared(name: &str, count: u64, stored: &Counts) -> String {
    match stored.iter().find(|(other, _)| other == name) {
        Some((_, before)) => {
            let ratio = count as f64 / (*before).max(1) as f64;
            format!("{name}: {count} instructions, stored {before}, ratio {ratio:.3}")
        }
        None => format!("{name}: {count} instructions, none stored"),
    }
}

fn count(args: &InstructionsArgs, name: &str) -> Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", &format!("--toggle-collect={COUNTED}")]);
    command.arg(format!("--callgrind-out-file={}", args.out.display())).arg(std::env::current_exe()?);
    let output = command.arg("count").arg(&args.map).args(["--work", name]).output();
    let output = output.context("valgrind could not be started")?;
    ensure!(output.status.success(), "valgrind failed: {}", String::from_utf8_lossy(&output.stderr));
    total(&args.out)
}

/// What callgrind has counted in all.
fn total(out: &Path) -> Result<u64> {
    let text = std::fs::read_to_string(out)?;
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    totals.and_then(|count| count.trim().parse().ok()).context("callgrind told no total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_with_those_of_the_same_name() {
        let stored = parse("# head\nsearch 100\nsingle cells edited 7\n").unwrap();
        assert_eq!(stored[1], ("single cells edited".to_owned(), 7));
        assert_eq!(compared("search", 110, &stored), "search: 110 instructions, stored 100, ratio 1.100");
        assert_eq!(compared("edits", 7, &stored), "edits: 7 instructions, none stored");
        assert!(parse("search many\n").is_none());
    }
}
