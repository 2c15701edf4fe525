//! A lower bound of the cost of legs.

use super::graph::{Weight, weight_of};
use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};

/// The least possible weight of a leg between two cells of a floor: that on a floor without obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastLeg {
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
    /// The smallest number of parts that a unit of a leg's length can cost.
    pub(super) parts_per_unit: u64,
}

impl LeastLeg {
    pub(super) fn between(&self, from: Cell, to: Cell) -> Weight {
        let units = StepsLeft::exact(self.rule, &self.costs, to).from(from);
        weight_of(u64::from(units) * self.parts_per_unit)
    }
}
