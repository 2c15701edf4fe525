//! When a jump-point search proposes a walk; see [`Walk`](crate::search::walk::Walk).

use crate::movement::{DiagonalRule, StepCosts};
use crate::search::query::Query;

/// A diagonal step about as dear as one straight step, or as two, makes many paths equally cheap. "About": within this
/// fraction of a straight step.
const ABOUT: u32 = 16;

/// The number of expansions before a search proposes a walk; one more for every fourth step of the shortest path on an
/// open map.
const EXPANSIONS_BEFORE_WALK: u32 = 32;

/// A search proposes a walk while f exceeds the cost on an open map by no more than this fraction of it.
const PLATEAU: u32 = 64;

/// What a search watches to propose a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ties {
    /// The number of expansions after which the search proposes a walk. The largest number once it has done so, and
    /// where the costs don't make many paths equally cheap.
    pub(super) walk_after: u32,
    /// While f is no larger, the search may propose a walk.
    plateau: u32,
}

impl Ties {
    /// `on_open_map`: the cost from start to goal on a map without obstacles.
    pub(super) fn new(query: &Query, on_open_map: u32) -> Self {
        let (start, goal) = (query.start, query.goal);
        let steps = start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y));
        let abound = query.diagonal_rule != DiagonalRule::Never && are_many(&query.costs);
        let walk_after = if abound { EXPANSIONS_BEFORE_WALK + steps / 4 } else { u32::MAX };
        Self { walk_after, plateau: on_open_map + on_open_map / PLATEAU }
    }

    /// Whether to propose a walk after a number of expansions, with the smallest f in the open list.
    #[inline(always)]
    pub(super) fn may_walk(&self, expansions: u32, f: u32) -> bool {
        expansions >= self.walk_after && f <= self.plateau
    }

    /// The search becomes careful: a walk comes first.
    pub(super) fn become_careful(&mut self) {
        if self.walk_after != u32::MAX {
            self.walk_after = 0;
        }
    }
}

fn are_many(costs: &StepCosts) -> bool {
    let (straight, diagonal) = (costs.straight_units(), costs.diagonal_units());
    diagonal <= straight + straight / ABOUT || diagonal >= 2 * straight - straight / ABOUT
}
