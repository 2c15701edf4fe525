//! Instructions that fixed work takes, counted by Valgrind's callgrind: unlike times, the same on a busy machine and an
//! idle one. Compared with stored counts as a report. It is no verdict: another compiler gives other counts.

use crate::command::quietly;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Counts by what they are of.
type Counts = Vec<(String, u64)>;

/// The benchmark crate's function around what is counted.
const COUNTED: &str = "*counted_work*";

/// Counts, shows and stores. `program`: that of the benchmark crate.
pub(super) fn run(workspace: &Workspace, program: &Path, store: bool) -> Result<()> {
    let counts = count(workspace, program)?;
    compared(&counts, &stored(workspace)?).iter().for_each(|line| println!("{line}"));
    if store {
        let lines: String = counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        let head = "# Instructions, written by cargo xtask bench --instructions --store\n";
        std::fs::write(file(workspace), head.to_owned() + &lines).context("the counts can't be stored")?;
    }
    Ok(())
}

/// A line for each count.
pub(super) fn lines(workspace: &Workspace, program: &Path) -> Result<Vec<String>> {
    Ok(compared(&count(workspace, program)?, &stored(workspace)?))
}

fn file(workspace: &Workspace) -> PathBuf {
    // Other instruction sets take other numbers of instructions.
    workspace.root.join(format!("benches/callgrind/{}.txt", std::env::consts::ARCH))
}

/// None where nothing is stored.
fn stored(workspace: &Workspace) -> Result<Counts> {
    let file = file(workspace);
    let text = if file.exists() { std::fs::read_to_string(&file)? } else { String::new() };
    parse(&text).with_context(|| format!("{} is not understood", file.display()))
}

/// Reads lines of a name and a count.
fn parse(text: &str) -> Option<Counts> {
    let line = |line: &str| {
        let (name, count) = line.rsplit_once(' ')?;
        Some((name.trim().to_owned(), count.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn compared(counts: &Counts, stored: &Counts) -> Vec<String> {
    let line = |(name, count): &(String, u64)| match stored.iter().find(|(other, _)| other == name) {
        Some((_, before)) => {
            let ratio = *count as f64 / (*before).max(1) as f64;
            format!("{name}: {count} instructions, stored {before}, ratio {ratio:.3}")
        }
        None => format!("{name}: {count} instructions, none stored"),
    };
    counts.iter().map(line).collect()
}

fn count(workspace: &Workspace, program: &Path) -> Result<Counts> {
    let map = workspace.root.join("examples/demo/maps/island.map");
    let out = workspace.target.join("callgrind.out");
    let count_one = |name: &str| {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", &format!("--toggle-collect={COUNTED}")]);
        command.arg(format!("--callgrind-out-file={}", out.display())).arg(program);
        quietly(command.arg("count").arg(&map).args(["--work", name]))?;
        let text = std::fs::read_to_string(&out)?;
        let totals = text.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
        let count = totals.and_then(|count| count.trim().parse().ok()).context("callgrind told no total")?;
        Ok((name.to_owned(), count))
    };
    quietly(Command::new(program).arg("count").arg(&map))?.lines().map(count_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_with_those_of_the_same_name() {
        let stored = parse("# head\nsearch 100\nsingle cells edited 7\n").unwrap();
        assert_eq!(stored[1], ("single cells edited".to_owned(), 7));
        let lines = compared(&vec![("search".to_owned(), 110), ("edits".to_owned(), 7)], &stored);
        assert_eq!(lines[0], "search: 110 instructions, stored 100, ratio 1.100");
        assert_eq!(lines[1], "edits: 7 instructions, none stored");
        assert!(parse("search many\n").is_none());
    }
}
