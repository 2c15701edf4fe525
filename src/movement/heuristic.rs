//! Estimates of what is left to the goal, in the units of [`StepCosts`].

use super::{DiagonalRule, StepCosts};
use crate::grid::Cell;

/// How a search estimates the cost that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The exact cost on a map without obstacles under the query's rule and costs. Paths are cheapest.
    #[default]
    Octile,
    /// Straight steps only: exact, and equal to `Octile`, where no diagonal step is allowed. Elsewhere it overestimates: the
    /// search expands fewer cells and its path can cost more than the cheapest one.
    Manhattan,
}

/// A heuristic for one goal. At most 2^28: it fits beside other data in one word of the open list.
pub(crate) struct Estimate {
    goal: Cell,
    straight: u32,
    /// Cost of a diagonal step, at most that of two straight ones.
    diagonal: u32,
}

impl Estimate {
    pub(crate) fn new(heuristic: Heuristic, rule: DiagonalRule, costs: &StepCosts, goal: Cell) -> Self {
        let straight = costs.straight_units();
        let diagonal = match heuristic {
            Heuristic::Octile if rule != DiagonalRule::Never => costs.diagonal_units(),
            _ => 2 * straight,
        };
        Self { goal, straight, diagonal }
    }

    pub(crate) fn from(&self, cell: Cell) -> u32 {
        let (dx, dy) = (cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        let diagonal_steps = dx.min(dy);
        self.straight * (dx.max(dy) - diagonal_steps) + self.diagonal * diagonal_steps
    }
}
