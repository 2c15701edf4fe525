//! The question to a search through floors, and its answer.

use super::links::FloorCell;
use super::path::FloorPath;
use crate::search::{Outcome, Query};

/// Fine units by which a limit of cost is taken larger, because the costs of links are rounded to fine units.
const LINK_ROUNDING: u128 = 64;

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
    /// The most that the path may cost, in fine units: `max_cost` of `legs` before it is rounded to parts, because
    /// links cost fractions of them.
    pub most_fine: Option<u128>,
}

impl FloorQuery {
    /// The most fine units of a path, with what links are rounded by.
    pub(super) fn limit(&self) -> Option<u128> {
        self.most_fine.map(|most| most.saturating_add(LINK_ROUNDING))
    }
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
