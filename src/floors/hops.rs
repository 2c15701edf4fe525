//! Parts of a path through floors, and what the searches for them ask and answer.

use super::graph::Weight;
use super::links::FloorCell;
use crate::grid::Cell;

/// Turn of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RouteStep {
    /// The cost of this way matters.
    Ask(Walk),
    /// The hops of the best path are there.
    Found(Weight),
    NoPath,
    /// Each path is heavier than the limit.
    TooHeavy,
}

/// A way within a floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) floor: u32,
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hop {
    Walk(Walk),
    /// A link, and where it leads.
    Link {
        number: u32,
        to: FloorCell,
        /// In fine units.
        cost: u64,
    },
}

/// The two ends of a path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RouteEnds {
    pub(super) start: FloorCell,
    pub(super) goal: FloorCell,
    /// The most that a path may weigh.
    pub(super) most: Option<Weight>,
}

/// A path by an end of the goal's floor, or the direct way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Weight of the path, or a lower bound of it.
    pub(super) weight: Weight,
    /// The end at which it arrives, or the number of the goal.
    pub(super) end: u32,
    /// The end from which it leaves the start's floor, or the start itself; [`NONE`](super::graph::NONE) if the weight
    /// is a lower bound.
    pub(super) start: u32,
}
