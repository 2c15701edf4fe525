//! The queries that are asked on a map: its scenario's or random ones, written as scenarios that every program reads.

use super::programs::Programs;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// A map with its queries.
pub(super) struct ScenarioFiles {
    pub(super) name: String,
    pub(super) map: PathBuf,
    /// The queries of most engines.
    pub(super) all: PathBuf,
    pub(super) count: usize,
    /// The queries of slow engines.
    pub(super) few: PathBuf,
    /// Which of `all` those are.
    pub(super) few_indices: Vec<usize>,
}

impl ScenarioFiles {
    /// Writes the scenarios of a map into a folder: at most `queries` for most engines, and `few` of them for slow ones.
    pub(super) fn prepare(
        map: &Path,
        folder: &Path,
        queries: Option<u32>,
        few: usize,
        programs: &Programs,
    ) -> Result<Self> {
        let name = map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let place = |kind: &str| folder.join(format!("{name}{kind}.scen"));
        let mut given = map.with_extension("scen");
        if !given.exists() {
            given = place("-random");
            programs.write_scenario(map, &given)?;
        }
        let bytes = std::fs::read(&given).with_context(|| format!("{} can't be read", given.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() {
            bail!("{} has no queries", given.display());
        }
        let taken = pick(&lines, &evenly_spaced(lines.len(), queries.map_or(lines.len(), |max| max as usize)));
        let few_indices = evenly_spaced(taken.len(), few);
        let files =
            Self { map: map.to_owned(), all: place(""), count: taken.len(), few: place("-few"), few_indices, name };
        write(&files.all, &taken)?;
        write(&files.few, &pick(&taken, &files.few_indices))?;
        Ok(files)
    }
}

fn pick<'a>(lines: &[&'a str], indices: &[usize]) -> Vec<&'a str> {
    indices.iter().map(|&index| lines[index]).collect()
}

/// The numbers of `max` of `count` lines, or of all where there are no more.
fn evenly_spaced(count: usize, max: usize) -> Vec<usize> {
    let taken = count.min(max);
    (0..taken).map(|at| at * count / taken).collect()
}

fn write(scen: &Path, lines: &[&str]) -> Result<()> {
    let text = format!("version 1\n{}\n", lines.join("\n"));
    std::fs::write(scen, text).with_context(|| format!("{} can't be written", scen.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_evenly() {
        assert_eq!(evenly_spaced(4, 9), [0, 1, 2, 3]);
        assert_eq!(evenly_spaced(10, 4), [0, 2, 5, 7]);
        assert_eq!(pick(&["a", "b", "c"], &[0, 2]), ["a", "c"]);
    }
}
