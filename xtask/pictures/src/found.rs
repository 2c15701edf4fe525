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
    /// The first one is GridStar.
    pub(crate) engines: Vec<EngineTime>,
    pub(crate) cells: Vec<Cell>,
    /// In the order of expansion; of long lists every second cell, or third, and so on.
    pub(crate) expanded: Vec<Cell>,
}
