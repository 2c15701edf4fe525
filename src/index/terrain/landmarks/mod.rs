//! Landmarks in weighted terrain: 16-bit distances from eight cells.
//!
//! Distances are measured in *quantized costs*: a step costs `floor(cost / unit)`. A field of such distances is
//! *Lipschitz*: the cells of every step differ by no more than the quantized cost of the step. The difference of two
//! cells, times the unit, is then a consistent estimate, because each step raises it by no more than
//! `unit * floor(cost / unit) <= cost`. Cutting distances off at 65,533 changes nothing about that.
//!
//! - `cell_field` chooses the unit, and measures the distances.
//! - `repair` keeps the estimates right through edits.
//!
//! They are dropped and measured anew as landmarks of uniform ground are (`index/landmarks/lifecycle.rs`).

mod cell_field;
mod debts;
mod repair;
mod steps;

use super::sums::{LineSums, MarkedSums};
use super::weights::CellWeights;
use crate::distance::landmarks::{Age, Distances, Edited, FARTHEST, LANDMARKS, MAX_CELLS, STORED, choose, interleave};
use crate::grid::MapError;
use crate::held::held;
use crate::index::components::Components;
use crate::index::landmarks::share_out;
use crate::movement::DiagonalRule;
use cell_field::{CUT_OFF, CellField};
use debts::Debts;
use steps::Quantized;

/// The landmarks of a terrain under one diagonal rule.
#[derive(Debug)]
pub(crate) struct TerrainLandmarks {
    rule: DiagonalRule,
    quantized: Quantized,
    /// The distances, side by side with the sums of costs.
    sums: LineSums<MarkedSums>,
    debts: Debts,
    age: Age,
}

held!(TerrainLandmarks: sums, quantized, debts);

impl TerrainLandmarks {
    /// Measures the landmarks at a revision of the map.
    ///
    /// [`MapError::TooLargeForLandmarks`] for a map of too many cells, before anything is allocated.
    pub(super) fn new(rule: DiagonalRule, weights: &CellWeights, revision: u64) -> Result<Self, MapError> {
        if weights.size().cells() > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut sums: LineSums<MarkedSums> = LineSums::new(weights)?;
        let places = sums.places_mut();
        places.iter_mut().for_each(|place| place.distances = [FARTHEST; LANDMARKS]);
        let mut field = CellField::new(rule, weights)?;
        let (width, height, stride) = (weights.size().width as usize, weights.size().height as usize, weights.stride());
        let areas = share_out(|visit| Components::for_each_of_bits(rule, weights.rows(), height, visit))?;
        choose(rule, &areas, &mut field, &mut |first, values| {
            for (y, row) in places.chunks_exact_mut(stride).skip(1).take(height).enumerate() {
                interleave(row[1..=width].iter_mut(), values, y * width, |place, values| {
                    place.distances.as_chunks_mut().0[first / STORED] = values.map(|value| value.min(CUT_OFF));
                });
            }
        })?;
        let quantized = field.into_quantized();
        let debts = Debts::default();
        Ok(Self { rule, quantized, sums, debts, age: Age::new(revision) })
    }

    /// The sums of costs and the distances.
    #[inline(always)]
    pub(crate) fn sums(&self) -> &LineSums<MarkedSums> {
        &self.sums
    }

    /// Whether estimates are right for searches under a rule, and fit 32 bits.
    pub(crate) fn apply_to(&self, rule: DiagonalRule) -> bool {
        self.age.is_valid
            && rule.allows_no_more_than(self.rule)
            && self.quantized.unit <= u64::from(u32::MAX / u32::from(u16::MAX))
    }

    /// Whether estimates may be inconsistent.
    pub(crate) fn are_in_debt(&self) -> bool {
        *self.debts.total() != [0; LANDMARKS]
    }

    /// By how much differences may be too large, by landmark.
    pub(super) fn debts(&self) -> &Distances {
        self.debts.total()
    }

    /// The cost of one in a difference, in units of weights.
    pub(super) fn unit(&self) -> u64 {
        self.quantized.unit
    }
}

impl Edited for TerrainLandmarks {
    fn age(&self) -> &Age {
        &self.age
    }

    fn cells(&self) -> usize {
        self.sums.cells()
    }

    fn unrepaired(&self) -> usize {
        self.debts.cells.len()
    }

    fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            quantized: self.quantized.try_clone()?,
            sums: self.sums.try_clone()?,
            debts: self.debts.try_clone()?,
            ..*self
        })
    }
}

/// The largest of the eight differences after taking off what each is too large by.
#[inline(always)]
pub(super) fn largest_difference_beyond(one: &Distances, other: &Distances, beyond: &Distances) -> u16 {
    let mut largest = 0;
    for lane in 0..LANDMARKS {
        let difference = one[lane].saturating_sub(other[lane]) | other[lane].saturating_sub(one[lane]);
        largest = largest.max(difference.saturating_sub(beyond[lane]));
    }
    largest
}

#[cfg(test)]
impl TerrainLandmarks {
    /// Whether the two cells of each step differ by no more than its quantized cost, in all distances without debt.
    pub(super) fn is_lipschitz(&self, weights: &CellWeights) -> bool {
        use crate::distance::landmarks::QuantizedSteps;
        let steps = steps::TerrainSteps::new(self.rule, weights, &self.quantized);
        (0..self.sums.places().len()).filter(|&slot| weights.weight(slot) != 0).all(|slot| {
            let mut holds = true;
            steps.from(slot, |to, cost| {
                for lane in 0..LANDMARKS {
                    let difference = self.sums.at(slot).distances[lane].abs_diff(self.sums.at(to).distances[lane]);
                    holds &= difference <= cost || self.debts()[lane] > 0;
                }
            });
            holds
        })
    }
}
