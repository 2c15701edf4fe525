//! What the C# program found, as it wrote it down for the picture.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::str::{FromStr, SplitWhitespace};

/// A cell by column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CellAt {
    pub(crate) x: u32,
    pub(crate) y: u32,
}

/// How long an engine took.
#[derive(Debug)]
pub(crate) struct EngineTime {
    pub(crate) name: String,
    pub(crate) seconds: f64,
    /// The time limit came before the answer.
    pub(crate) stopped: bool,
}

/// A path that was looked for.
#[derive(Debug)]
pub(crate) struct FoundPath {
    pub(crate) label: String,
    pub(crate) start: CellAt,
    pub(crate) goal: CellAt,
    /// Nothing: there is no path.
    pub(crate) cost: Option<f64>,
    pub(crate) expansions: u64,
    /// The first one is GridStar.
    pub(crate) engines: Vec<EngineTime>,
    pub(crate) cells: Vec<CellAt>,
    /// In the order of expansion.
    pub(crate) expanded: Vec<CellAt>,
}

/// All paths, in order.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) paths: Vec<FoundPath>,
}

impl Report {
    pub(crate) fn load(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
        Self::parse(&text).with_context(|| format!("{} is not a report of the demo", file.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        ensure!(lines.next() == Some("gridstar-demo 1"), "its first line is another");
        let mut paths: Vec<FoundPath> = Vec::new();
        for line in lines {
            let (word, values) = line.split_once(' ').unwrap_or((line, ""));
            if word == "path" {
                paths.push(begin_path(values)?);
            } else {
                paths.last_mut().context("no path has begun")?.add(word, values)?;
            }
        }
        Ok(Self { paths })
    }
}

fn begin_path(values: &str) -> Result<FoundPath> {
    let mut values = values.split_whitespace();
    Ok(FoundPath {
        label: next(&mut values)?,
        start: next_cell(&mut values)?,
        goal: next_cell(&mut values)?,
        cost: None,
        expansions: 0,
        engines: Vec::new(),
        cells: Vec::new(),
        expanded: Vec::new(),
    })
}

impl FoundPath {
    fn add(&mut self, word: &str, values: &str) -> Result<()> {
        match word {
            "cost" => self.cost = Some(values.parse()?),
            "expansions" => self.expansions = values.parse()?,
            "engine" => {
                let mut words = values.split_whitespace();
                let (seconds, stopped) = (next(&mut words)?, next::<u8>(&mut words)? != 0);
                self.engines.push(EngineTime { name: words.collect::<Vec<_>>().join(" "), seconds, stopped });
            }
            "cells" => self.cells = cells(values)?,
            "expanded" => self.expanded = cells(values)?,
            _ => anyhow::bail!("the word {word} is unknown"),
        }
        Ok(())
    }
}

fn cells(values: &str) -> Result<Vec<CellAt>> {
    let mut values = values.split_whitespace().peekable();
    let mut cells = Vec::new();
    while values.peek().is_some() {
        let x = values.next().unwrap_or_default().parse()?;
        cells.push(CellAt { x, y: values.next().context("a row is missing")?.parse()? });
    }
    Ok(cells)
}

fn next<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(values: &mut SplitWhitespace) -> Result<T> {
    Ok(values.next().context("a value is missing")?.parse()?)
}

fn next_cell(values: &mut SplitWhitespace) -> Result<CellAt> {
    Ok(CellAt { x: next(values)?, y: next(values)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_back() {
        let text = "gridstar-demo 1\npath A 1 2 3 4\ncost 2.5\nexpansions 7\nengine 0.25 1 C#, a name\ncells 1 2 2 3\nexpanded\n\
            path B 0 0 0 9\nexpansions 0\ncells\nexpanded 5 6\n";
        let report = Report::parse(text).unwrap();
        let [a, b] = &report.paths[..] else { panic!("{report:?}") };
        assert_eq!((a.label.as_str(), a.start, a.goal), ("A", CellAt { x: 1, y: 2 }, CellAt { x: 3, y: 4 }));
        assert_eq!((a.cost, a.expansions, b.cost), (Some(2.5), 7, None));
        assert_eq!(
            (a.engines[0].name.as_str(), a.engines[0].seconds, a.engines[0].stopped),
            ("C#, a name", 0.25, true)
        );
        assert_eq!(a.cells, [CellAt { x: 1, y: 2 }, CellAt { x: 2, y: 3 }]);
        assert_eq!(b.expanded, [CellAt { x: 5, y: 6 }]);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for text in ["", "gridstar-demo 2\n", "gridstar-demo 1\ncost 1\n", "gridstar-demo 1\npath A 1 2 3 4\ncells 1\n"]
        {
            assert!(Report::parse(text).is_err(), "{text}");
        }
    }
}
