//! The question to a search through floors, and its answer.

use super::links::FloorCell;
use super::path::FloorPath;
use crate::search::Query;

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
    pub outcome: FloorOutcome<'a>,
    /// Number of cells that the searches of the path's legs expanded, at most `u32::MAX`. With a small limit of
    /// expansions, and among very many links, those of all legs that were searched.
    pub expansions: u32,
    /// Number of these legs.
    pub legs: u32,
}

/// How a search ended.
#[derive(Debug)]
pub enum FloorOutcome<'a> {
    /// A path was found.
    Found(FloorPath<'a>),
    /// The goal can't be reached. The path leads to the reachable cell nearest to it.
    Partial(FloorPath<'a>),
    /// No path leads from the start to the goal.
    NoPath,
    /// The start lies outside its floor, or that floor has no map.
    StartOutside,
    /// The goal lies outside its floor, or that floor has no map. A start outside is reported first.
    GoalOutside,
    /// The goal is an obstacle, and is not the start.
    GoalBlocked,
    /// The search reached its limit of expansions.
    LimitReached,
    /// No path costs at most the limit. There may be a dearer path.
    CostLimitReached,
}

impl FloorOutcome<'_> {
    /// The outcome for keeping beyond the search: a path keeps its length and its cost, but not its corners.
    pub fn without_cells(&self) -> FloorOutcome<'static> {
        match self {
            Self::Found(path) => FloorOutcome::Found(path.without_cells()),
            Self::Partial(path) => FloorOutcome::Partial(path.without_cells()),
            Self::NoPath => FloorOutcome::NoPath,
            Self::StartOutside => FloorOutcome::StartOutside,
            Self::GoalOutside => FloorOutcome::GoalOutside,
            Self::GoalBlocked => FloorOutcome::GoalBlocked,
            Self::LimitReached => FloorOutcome::LimitReached,
            Self::CostLimitReached => FloorOutcome::CostLimitReached,
        }
    }

    /// The path, if there is one.
    pub fn path(&self) -> Option<&FloorPath<'_>> {
        match self {
            Self::Found(path) | Self::Partial(path) => Some(path),
            _ => None,
        }
    }
}
