//! Instructions that fixed work takes, counted by Valgrind's callgrind: unlike times, the same on a busy machine and an
//! idle one. Compared with stored counts as a report. It is no verdict: another compiler gives other counts.

use super::programs::{Programs, printed};
use crate::command::quietly;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Counts by what they are of.
type Counts = Vec<(String, u64)>;

/// The benchmark crate's function around what is counted.
const COUNTED: &str = "*counted_work*";

pub(super) fn run(workspace: &Workspace, programs: &Programs, store: bool) -> Result<()> {
    let counts = count(workspace, programs)?;
    for line in lines(&counts, &stored(workspace)?) {
        println!("{line}");
    }
    if store {
        std::fs::write(file(workspace), format(&counts)).context("the counts can't be stored")?;
    }
    Ok(())
}

/// What `cargo xtask test` shows.
pub(crate) fn ratio_line(workspace: &Workspace) -> Result<String> {
    let programs = Programs::build(workspace)?;
    Ok(lines(&count(workspace, &programs)?, &stored(workspace)?).join("; "))
}

fn file(workspace: &Workspace) -> PathBuf {
    // Other instruction sets take other numbers of instructions.
    workspace.root.join(format!("benches/callgrind/{}.txt", std::env::consts::ARCH))
}

/// `name count` lines; none where nothing is stored.
fn stored(workspace: &Workspace) -> Result<Counts> {
    let file = file(workspace);
    if !file.exists() {
        return Ok(Vec::new());
    }
    parse(&std::fs::read_to_string(&file)?).with_context(|| format!("{} is not understood", file.display()))
}

fn parse(text: &str) -> Option<Counts> {
    let line = |line: &str| {
        let (name, count) = line.rsplit_once(' ')?;
        Some((name.trim().to_owned(), count.parse().ok()?))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

fn format(counts: &Counts) -> String {
    let lines = counts.iter().map(|(name, count)| format!("{name} {count}\n"));
    String::from("# Instructions, written by cargo xtask bench --instructions --store\n") + &lines.collect::<String>()
}

fn lines(counts: &Counts, stored: &Counts) -> Vec<String> {
    let compared = |(name, count): &(String, u64)| match stored.iter().find(|(other, _)| other == name) {
        Some((_, before)) => {
            let ratio = *count as f64 / (*before).max(1) as f64;
            format!("{name}: {count} instructions, stored {before}, ratio {ratio:.3}")
        }
        None => format!("{name}: {count} instructions, none stored"),
    };
    counts.iter().map(compared).collect()
}

fn count(workspace: &Workspace, programs: &Programs) -> Result<Counts> {
    let map = workspace.root.join("examples/demo/maps/island.map");
    let mut list = Command::new(&programs.bench);
    let names = printed(list.arg("count").arg(&map))?;
    names.lines().map(|name| Ok((name.to_owned(), count_one(workspace, programs, &map, name)?))).collect()
}

fn count_one(workspace: &Workspace, programs: &Programs, map: &Path, name: &str) -> Result<u64> {
    let folder = workspace.target.join("bench");
    std::fs::create_dir_all(&folder)?;
    let out = folder.join("callgrind.out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", &format!("--toggle-collect={COUNTED}")]);
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(&programs.bench);
    quietly(command.arg("count").arg(map).args(["--work", name]))?;
    let text = std::fs::read_to_string(&out)?;
    let totals = text.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    totals.and_then(|count| count.trim().parse().ok()).context("callgrind told no total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_again() {
        let counts = vec![("search".to_owned(), 12_345), ("single cells edited".to_owned(), 7)];
        assert_eq!(parse(&format(&counts)).unwrap(), counts);
        assert!(parse("search many\n").is_none());
    }

    #[test]
    fn counts_are_compared_with_those_of_the_same_name() {
        let counts = vec![("search".to_owned(), 110), ("edits".to_owned(), 7)];
        let lines = lines(&counts, &vec![("search".to_owned(), 100)]);
        assert_eq!(lines[0], "search: 110 instructions, stored 100, ratio 1.100");
        assert_eq!(lines[1], "edits: 7 instructions, none stored");
    }
}
