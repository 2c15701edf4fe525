//! What the C# program found, as it wrote it down for the picture.

use crate::map_file::MapFile;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::path::Path;

/// A cell by column and row.
pub(crate) type Cell = (u32, u32);

/// What a step costs an agent on a terrain.
#[derive(Deserialize)]
pub(crate) struct TerrainCost {
    /// The terrain's character on the map.
    pub(crate) mark: char,
    pub(crate) name: String,
    /// Nothing: blocked.
    pub(crate) cost: Option<f64>,
}

/// An agent and its path over terrain.
#[derive(Deserialize)]
pub(crate) struct AgentPath {
    pub(crate) agent: String,
    pub(crate) label: String,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
    /// Nothing: there is no path.
    pub(crate) cost: Option<f64>,
    /// In straight steps.
    pub(crate) length: f64,
    /// The same terrains in the same order for every agent.
    pub(crate) terrains: Vec<TerrainCost>,
    pub(crate) cells: Vec<Cell>,
}

/// A path that was looked for.
#[derive(Deserialize)]
pub(crate) struct FoundPath {
    pub(crate) label: String,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
    /// Nothing: there is no path.
    pub(crate) cost: Option<f64>,
    pub(crate) expansions: u64,
    pub(crate) cells: Vec<Cell>,
    /// In the order of expansion; of long lists every second cell, or third, and so on.
    pub(crate) expanded: Vec<Cell>,
}

/// What does not depend on the machine: a picture's pages may name it.
pub(crate) fn figures(map: &MapFile, paths: &[FoundPath]) -> String {
    let mut text = format!("{} x {} cells", map.width, map.height);
    for FoundPath { label, cost, expansions, .. } in paths {
        let cost = cost.map_or("no path".into(), |cost| format!("cost {cost:.2}"));
        let _ = write!(text, ", {label} {cost} expanded {expansions}");
    }
    text
}

/// Reads a file with a value in JSON on each line.
pub(crate) fn read_lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
    let values: serde_json::Result<Vec<T>> = text.lines().map(serde_json::from_str).collect();
    let values = values.with_context(|| format!("{} is not a report of the demo", file.display()))?;
    ensure!(!values.is_empty(), "{} is empty", file.display());
    Ok(values)
}
