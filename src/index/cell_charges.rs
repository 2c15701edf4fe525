//! What each cell charges an agent: the multiplier of its type, and its penalty.

use super::terrain::CellWeights;
use crate::grid::Cell;
use crate::movement::{Charge, UNITS_OF_ONE};

/// Units of weight in a penalty of 1, which is 1 / 16 of a straight step.
const UNITS_PER_PENALTY: u32 = UNITS_OF_ONE / 16;

/// What cells charge, in 1 / 64: a step counts this number in place of 1. A wide agent is charged the largest
/// multiplier and the largest penalty of the cells that it covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellCharges<'a> {
    pub(super) multipliers: &'a CellWeights,
    /// Rows of penalties; `None` if penalties don't count.
    pub(super) penalties: Option<&'a [u8]>,
    pub(super) charge: Charge,
}

impl CellCharges<'_> {
    /// What a cell charges that the agent can enter, or the start.
    #[inline(always)]
    pub(crate) fn of(&self, cell: Cell) -> u32 {
        let multiplier = self.multipliers.units(cell);
        match self.penalties {
            None => multiplier,
            Some(penalties) => multiplier + UNITS_PER_PENALTY * self.penalty(penalties, cell),
        }
    }

    /// The largest penalty that an agent covers. Cells outside the map have no penalty: a start may stand over the
    /// edge.
    #[inline(always)]
    fn penalty(&self, penalties: &[u8], cell: Cell) -> u32 {
        let width = self.multipliers.size().width as usize;
        let first = cell.y as usize * width + cell.x as usize;
        let size = usize::from(self.multipliers.agent());
        if size == 1 {
            return penalties[first].into();
        }
        let columns = size.min(width - cell.x as usize);
        let rows = (first..penalties.len()).step_by(width).take(size).map(|row| &penalties[row..row + columns]);
        rows.flatten().fold(0, |most, &penalty| most.max(penalty)).into()
    }

    /// Whether penalties count.
    pub(crate) fn has_penalties(&self) -> bool {
        self.penalties.is_some()
    }

    /// What a step counts of these numbers.
    pub(crate) fn charge(&self) -> Charge {
        self.charge
    }

    /// A number that no cell is above.
    pub(crate) fn most(&self) -> u32 {
        let multiplier = self.multipliers.divisor() * self.multipliers.largest_of_profile();
        multiplier + self.penalties.map_or(0, |_| UNITS_PER_PENALTY * u32::from(u8::MAX))
    }

    /// A number that no cell is below, except a blocked start.
    pub(crate) fn least(&self) -> u32 {
        self.multipliers.divisor() * self.multipliers.least()
    }

    /// A number that no cell is below, nor a blocked start.
    pub(crate) fn least_with_start(&self) -> u32 {
        self.multipliers.divisor() * self.multipliers.blocked_start()
    }
}
