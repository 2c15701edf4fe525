//! Legal steps between weighted cells, and their quantized costs.

use crate::bits::bit_rows::{copied, reserved};
use crate::distance::landmarks::QuantizedSteps;
use crate::grid::MapError;
use crate::held::held;
use crate::index::terrain::weights::CellWeights;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// The quantized costs of steps.
#[derive(Debug)]
pub(super) struct Quantized {
    pub(super) unit: u64,
    /// By the sum of the two weights. Costs above 65,535 are cut off.
    straight: Vec<u16>,
    diagonal: Vec<u16>,
}

held!(Quantized: straight, diagonal);

impl Quantized {
    pub(super) fn new(weights: &CellWeights, unit: u64) -> Result<Self, MapError> {
        let table = |length: u32| -> Result<Vec<u16>, MapError> {
            let largest = 2 * u64::from(weights.largest_of_profile());
            let mut table = reserved(largest as usize + 1)?;
            table.extend((0..=largest).map(|sum| (u64::from(length) * sum / unit).min(u64::from(u16::MAX)) as u16));
            Ok(table)
        };
        Ok(Self { unit, straight: table(weights.straight())?, diagonal: table(weights.diagonal())? })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { straight: copied(&self.straight)?, diagonal: copied(&self.diagonal)?, ..*self })
    }

    /// The quantized cost of a step in a direction between two weights.
    #[inline(always)]
    pub(super) fn cost(&self, direction: usize, one: u32, other: u32) -> u16 {
        let table = if direction < 4 { &self.straight } else { &self.diagonal };
        table[(one + other) as usize]
    }
}

/// The legal steps of a map, for measuring and repairing.
#[derive(Clone, Copy)]
pub(super) struct TerrainSteps<'a> {
    rule: DiagonalRule,
    pub(super) weights: &'a CellWeights,
    quantized: &'a Quantized,
    pub(super) offsets: [isize; 8],
}

impl<'a> TerrainSteps<'a> {
    pub(super) fn new(rule: DiagonalRule, weights: &'a CellWeights, quantized: &'a Quantized) -> Self {
        Self { rule, weights, quantized, offsets: DIRECTIONS.map(|step| weights.slot_step(step)) }
    }
}

impl QuantizedSteps for TerrainSteps<'_> {
    /// Places are padded slots.
    #[inline(always)]
    fn from(&self, slot: usize, mut visit: impl FnMut(usize, u16)) {
        let weight = self.weights.weight(slot);
        let mut legal = self.weights.legal_steps(self.rule, slot);
        while legal != 0 {
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let to = slot.wrapping_add_signed(self.offsets[direction]);
            visit(to, self.quantized.cost(direction, weight, self.weights.weight(to)));
        }
    }
}
