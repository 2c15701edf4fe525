//! Charges of cells for an agent: the multiplier of its type, and its penalty.

use super::terrain::CellWeights;
use crate::grid::{Cell, CoveredMap};
use crate::movement::{Charge, UNITS_OF_ONE, common_divisor};

/// Units of weight in a penalty of 1, which is 1 / 16 of a straight step.
const UNITS_PER_PENALTY: u32 = UNITS_OF_ONE / 16;

/// Charges of cells, in 1/1600: a step counts this number in place of 1. A wide agent is charged the largest
/// multiplier and the largest penalty of the cells that it covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellCharges<'a> {
    pub(super) multipliers: &'a CellWeights,
    /// Rows of penalties; `None` if penalties don't count.
    pub(super) penalties: Option<&'a [u8]>,
    pub(super) charge: Charge,
    /// Padded slots and weights of cells that only this agent can enter, in order of the slots: a cover that the agent
    /// does not see is on them.
    pub(super) freed: &'a [(u32, u32)],
    /// The map that the multipliers of cells are read from, where none are derived.
    pub(super) map: Option<CoveredMap<'a>>,
    /// Whether [`of`](Self::of) finds the multipliers of all cells among the derived ones.
    pub(super) are_derived: bool,
}

impl<'a> CellCharges<'a> {
    /// Charge of a cell that the agent can enter, or of the start.
    #[inline(always)]
    pub(crate) fn of(&self, cell: Cell) -> u32 {
        let multiplier = if self.are_derived { self.multipliers.units(cell) } else { self.units(cell) };
        match self.penalties {
            None => multiplier,
            Some(penalties) => multiplier + UNITS_PER_PENALTY * self.penalty(penalties, cell),
        }
    }

    #[cold]
    fn units(&self, cell: Cell) -> u32 {
        if let Some(map) = self.map {
            return self.multipliers.units_on(map, cell);
        }
        let slot = self.multipliers.slot(cell) as u32;
        match self.freed.binary_search_by_key(&slot, |&(slot, _)| slot) {
            Ok(at) => self.multipliers.divisor() * self.freed[at].1,
            Err(_) => self.multipliers.units(cell),
        }
    }

    /// Returns [`of`](Self::of), divided by [`unit`](Self::unit), for a cell that the agent can enter. `slot` and
    /// `index` are the cell's padded slot and row index, and `factors` what [`factors`](Self::factors) says. A division
    /// would take longer than all else here.
    #[inline(always)]
    pub(crate) fn in_units(&self, slot: usize, index: usize, factors: (u32, u32)) -> u32 {
        let weight = self.multipliers.weight(slot) * factors.0;
        weight + self.penalties.map_or(0, |penalties| factors.1 * self.penalty_at(penalties, index))
    }

    /// Charges of cells in a row, from a cell of the map on, divided by [`unit`](Self::unit). A cell that the agent
    /// can't enter charges as a start.
    pub(crate) fn write_in_units(&self, first: Cell, charges: &mut [u32]) {
        let (slot, factors) = (self.multipliers.slot(first), self.factors());
        let cells = (first.x..).map(|x| Cell::new(x, first.y));
        if !self.freed.is_empty() {
            let unit = self.unit();
            return charges.iter_mut().zip(cells).for_each(|(charge, cell)| *charge = self.of(cell) / unit);
        }
        let blocked = self.multipliers.blocked_start();
        for (charge, &weight) in charges.iter_mut().zip(&self.multipliers.weights()[slot..]) {
            *charge = factors.0 * if weight == 0 { blocked } else { weight };
        }
        if let Some(penalties) = self.penalties {
            for (charge, cell) in charges.iter_mut().zip(cells) {
                *charge += factors.1 * self.penalty(penalties, cell);
            }
        }
    }

    /// Charges of a weight of 1 and of a penalty of 1, in units.
    pub(crate) fn factors(&self) -> (u32, u32) {
        let unit = self.unit();
        (self.multipliers.divisor() / unit, UNITS_PER_PENALTY / unit.min(UNITS_PER_PENALTY))
    }

    #[inline(always)]
    fn penalty(&self, penalties: &[u8], cell: Cell) -> u32 {
        let width = self.multipliers.size().width as usize;
        self.penalty_at(penalties, cell.y as usize * width + cell.x as usize)
    }

    /// The largest penalty that an agent at a row index covers. Cells outside the map have no penalty: a start may
    /// stand over the edge.
    #[inline(always)]
    fn penalty_at(&self, penalties: &[u8], first: usize) -> u32 {
        let size = usize::from(self.multipliers.agent());
        if size == 1 { penalties[first].into() } else { self.penalty_of_wide_agent(penalties, first, size) }
    }

    #[inline(never)]
    fn penalty_of_wide_agent(&self, penalties: &[u8], first: usize, size: usize) -> u32 {
        let width = self.multipliers.size().width as usize;
        if self.multipliers.layout().is_hexagonal() {
            return self.penalty_of_ring(penalties, Cell::new((first % width) as i32, (first / width) as i32));
        }
        let columns = size.min(width - first % width);
        let rows = (first..penalties.len()).step_by(width).take(size).map(|row| &penalties[row..row + columns]);
        rows.flatten().fold(0, |most, &penalty| most.max(penalty)).into()
    }

    fn penalty_of_ring(&self, penalties: &[u8], middle: Cell) -> u32 {
        let size = self.multipliers.size();
        let ring = self.multipliers.layout().neighbors(middle).chain([middle]);
        let on_map = ring.filter(|&cell| size.contains(cell));
        on_map.fold(0, |most, cell| most.max(penalties[size.index(cell)])).into()
    }

    /// The multipliers alone.
    pub(crate) fn multipliers(&self) -> &'a CellWeights {
        self.multipliers
    }

    /// The largest unit in which the charge of each cell is a whole number.
    pub(crate) fn unit(&self) -> u32 {
        let divisor = self.multipliers.divisor();
        if self.has_penalties() { common_divisor(divisor, UNITS_PER_PENALTY) } else { divisor }
    }

    /// Whether penalties count.
    pub(crate) fn has_penalties(&self) -> bool {
        self.penalties.is_some()
    }

    /// Part of these numbers that a step counts.
    pub(crate) fn charge(&self) -> Charge {
        self.charge
    }

    /// Upper bound of the charge of a cell.
    pub(crate) fn most(&self) -> u32 {
        let multiplier = self.multipliers.divisor() * self.multipliers.largest_of_profile();
        multiplier + self.penalties.map_or(0, |_| UNITS_PER_PENALTY * u32::from(u8::MAX))
    }

    /// Lower bound of the charge of a cell. A blocked start may charge less.
    pub(crate) fn least(&self) -> u32 {
        if self.map.is_some() {
            return self.least_with_start();
        }
        let freed = self.freed.iter().map(|&(_, weight)| weight);
        self.multipliers.divisor() * freed.fold(self.multipliers.least(), u32::min)
    }

    /// Lower bound of the charge of a cell and of a blocked start.
    pub(crate) fn least_with_start(&self) -> u32 {
        self.multipliers.divisor() * self.multipliers.blocked_start()
    }
}
