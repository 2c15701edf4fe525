//! The question to a search through floors.

use super::links::FloorCell;
use crate::search::Query;

/// A query: start, goal and the rules for legs.
#[derive(Clone, Copy, Debug)]
pub struct FloorQuery {
    /// The first cell of the path. The start may be an obstacle: a path can leave it by a step, and never enters it
    /// again.
    pub start: FloorCell,
    /// The last cell of the path.
    pub goal: FloorCell,
    /// The rules for legs. Its `start` and `goal` are ignored; its `max_expansions` bounds the expansions of all legs
    /// together. The path is optimal if these rules find optimal legs. With other orders, heuristics and weights
    /// it costs at most as many times as much as an optimal one as a leg may.
    pub legs: Query,
}
