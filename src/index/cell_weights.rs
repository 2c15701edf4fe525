//! What each cell charges an agent: the multiplier of its type, and its penalty.

use crate::grid::{Cell, GridMap};
use crate::movement::{AgentSize, Charge, Multiplier, Profile, UNITS_OF_ONE};

/// Units of weight in a penalty of 1, which is 1 / 16 of a straight step.
const UNITS_PER_PENALTY: u32 = UNITS_OF_ONE / 16;

/// The weights of cells, in 1 / 64: what a step counts there in place of its length alone. A wide agent is charged by the
/// dearest cell that it covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellWeights<'a> {
    /// Rows of cell types, if types have different multipliers.
    types: Option<(&'a [u8], &'a [u32; 256])>,
    /// The multiplier of all cells, if they have the same.
    only: u32,
    /// Rows of penalties.
    penalties: Option<&'a [u8]>,
    width: usize,
    size: usize,
    charge: Charge,
    least: u32,
}

impl<'a> CellWeights<'a> {
    /// The weights of a map's cells for an agent. `None` if all cells weigh the same.
    pub(super) fn new(
        map: &'a GridMap,
        profile: Option<&'a Profile>,
        size: AgentSize,
        penalties: bool,
    ) -> Option<Self> {
        let only = profile.map_or(Some(Multiplier::ONE), Profile::only_multiplier);
        let penalties = map.penalties().filter(|_| penalties);
        if only.is_some() && penalties.is_none() {
            return None;
        }
        let types = profile.filter(|_| only.is_none()).map(|profile| (map.types(), profile.units()));
        Some(Self {
            types,
            only: only.map_or(0, Multiplier::units),
            penalties,
            width: map.width() as usize,
            size: size.cells().into(),
            charge: profile.map_or(Charge::Mean, Profile::charge),
            least: profile.map_or(Multiplier::ONE, Profile::least).units(),
        })
    }

    /// The weight of a cell that the agent can enter, or of the start.
    #[inline(always)]
    pub(crate) fn of(&self, cell: Cell) -> u32 {
        let first = cell.y as usize * self.width + cell.x as usize;
        if self.size == 1 {
            let units = self.types.map_or(self.only, |(types, units)| units[usize::from(types[first])]);
            let units = if units == 0 { self.least } else { units };
            return units + self.penalties.map_or(0, |penalties| u32::from(penalties[first])) * UNITS_PER_PENALTY;
        }
        self.of_square(first)
    }

    /// The weight of a square of cells: the largest multiplier and the largest penalty. A start may stand over the edge of
    /// the map or on blocked cells: then its multiplier is the profile's least, and cells outside have no penalty.
    #[inline(never)]
    fn of_square(&self, first: usize) -> u32 {
        let width = self.size.min(self.width - first % self.width);
        let is_whole = width == self.size;
        let (mut multiplier, mut is_blocked, mut rows, mut penalty) = (0, !is_whole, 0, 0);
        let bytes = self.types.map(|(types, _)| types).or(self.penalties).unwrap_or_default();
        for row in (first..bytes.len()).step_by(self.width).take(self.size) {
            rows += 1;
            if let Some((types, units)) = self.types {
                for &number in &types[row..row + width] {
                    let units = units[usize::from(number)];
                    is_blocked |= units == 0;
                    multiplier = multiplier.max(units);
                }
            }
            if let Some(penalties) = self.penalties {
                penalty = penalties[row..row + width].iter().fold(penalty, |most, &penalty| most.max(penalty));
            }
        }
        if self.types.is_none() {
            multiplier = self.only;
        }
        let multiplier = if is_blocked || rows < self.size { self.least } else { multiplier };
        multiplier + u32::from(penalty) * UNITS_PER_PENALTY
    }

    /// Which weights a step counts.
    pub(crate) fn charge(&self) -> Charge {
        self.charge
    }

    /// A weight that no cell is above.
    pub(crate) fn most(&self) -> u32 {
        let multiplier = self.types.map_or(self.only, |(_, units)| units.iter().copied().max().unwrap_or(self.only));
        multiplier + self.penalties.map_or(0, |_| u32::from(u8::MAX)) * UNITS_PER_PENALTY
    }

    /// A weight that no cell is below.
    pub(crate) fn least(&self) -> u32 {
        self.least
    }
}
