//! A lower bound of the cost of legs.

use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};

/// The least possible cost of a leg between two cells of a floor, in fine units: its cost on a floor without
/// obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastLeg {
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
    /// The smallest number of parts that a unit of a leg's length can cost.
    pub(super) parts_per_unit: u64,
}

impl LeastLeg {
    pub(super) fn between(&self, from: Cell, to: Cell) -> u128 {
        let units = StepsLeft::exact(self.rule, &self.costs, to).from(from);
        StepCosts::fine_units_of_parts(u64::from(units) * self.parts_per_unit)
    }
}
