//! The question to a search through floors, and its answer.

use super::links::FloorCell;
use super::path::FloorPath;
use crate::search::{Outcome, Query};

/// A query: start, goal and the rules for all floors.
#[derive(Clone, Copy, Debug)]
pub struct FloorQuery {
    /// The first cell of the path. It may be an obstacle, which the path can leave and not enter again.
    pub start: FloorCell,
    /// The last cell of the path.
    pub goal: FloorCell,
    /// All else. Its `start`, `goal` and `engine` are ignored. Paths at any angle are not served, but in a world of one
    /// floor without links.
    pub legs: Query,
}

/// The answer to a query.
#[derive(Debug)]
pub struct FloorAnswer<'a> {
    /// The path, or the reason why there is none.
    pub outcome: Outcome<FloorPath<'a>>,
    /// Number of cells that the searches of the path's legs expanded, at most `u32::MAX`. With a small limit of
    /// expansions, and among very many links, those of all legs that were searched.
    pub expansions: u32,
    /// Number of these legs.
    pub legs: u32,
}
