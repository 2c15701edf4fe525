//! What the C# program found, as it wrote it down for the picture.

use serde::Deserialize;

/// A cell by column and row.
pub(crate) type Cell = (u32, u32);

/// How long an engine took.
#[derive(Deserialize)]
pub(crate) struct EngineTime {
    pub(crate) name: String,
    pub(crate) seconds: f64,
    /// The time limit came before the answer.
    pub(crate) stopped: bool,
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
    /// The first one is GridStar.
    pub(crate) engines: Vec<EngineTime>,
    pub(crate) cells: Vec<Cell>,
    /// In the order of expansion; of long lists every second cell, or third, and so on.
    pub(crate) expanded: Vec<Cell>,
}
