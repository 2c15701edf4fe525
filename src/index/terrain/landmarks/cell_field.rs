//! Distances of all cells of a terrain from one cell.

use super::steps::{Quantized, TerrainSteps};
use crate::bits::bit_rows::zeroed;
use crate::distance::landmarks::{Area, AreaExtent, MeasuredField, QuantizedSteps, UNREACHED};
use crate::distance::queue::{BucketQueue, Waiting};
use crate::grid::{Cell, MapError};
use crate::index::terrain::weights::CellWeights;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// The distance of a cell that was not reached.
const FAR: u32 = u32::MAX;

/// Distances are cut off at this number.
pub(super) const CUT_OFF: u16 = UNREACHED - 2;

/// Distances of landmarks stay below this where they are not cut off.
const LARGEST: u64 = 65_000;

/// The quantized cost of the cheapest straight step in the first measurement.
const FIRST_COST: u64 = 8;

/// Upper bound of the cost of a step in the first measurement.
const FIRST_LIMIT: u64 = 4096;

/// Where the first measurement stops: costs added to this stay below 2^32.
const FIRST_FARTHEST: u32 = 1 << 31;

/// Room for distances from landmarks: 5/4 of the largest distance from the first cell of an area.
const MARGIN: (u64, u64) = (5, 4);

/// Chooses, of the units from `least` to 4/3 of it, the one whose quantized costs fall short of the costs of this map's
/// steps by least. A sample of the cells stands for all.
fn fitting_unit(rule: DiagonalRule, weights: &CellWeights, least: u64) -> Result<u64, MapError> {
    /// The number of units to try, and the part of `least` by which they differ.
    const TRIED: u64 = 400;
    const PARTS: u64 = 1200;
    /// Every seventh cell is looked at: no divisor of common widths.
    const SAMPLED: usize = 7;
    let sums = 2 * weights.largest() as usize + 1;
    let mut counts: [Vec<u64>; 2] = [zeroed(sums)?, zeroed(sums)?];
    for slot in (0..weights.weights().len()).step_by(SAMPLED).filter(|&slot| weights.weight(slot) != 0) {
        let legal = weights.legal_steps(rule, slot);
        for direction in [0, 2, 4, 6].into_iter().filter(|direction| legal >> direction & 1 == 1) {
            let to = slot.wrapping_add_signed(weights.slot_step(DIRECTIONS[direction]));
            counts[usize::from(direction >= 4)][(weights.weight(slot) + weights.weight(to)) as usize] += 1;
        }
    }
    let mut costs = Vec::new();
    for (counts, length) in counts.iter().zip([weights.straight(), weights.diagonal()]) {
        for (sum, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            costs.try_reserve(1)?;
            costs.push((sum as u64 * u64::from(length), count));
        }
    }
    // In 1/2^16 of each cost. The products exceed 64 bits on large maps with large multipliers.
    let loss = |unit: u64| -> u64 {
        let lost = |&(cost, count): &(u64, u64)| u128::from(count) * (u128::from(cost % unit) << 16) / u128::from(cost);
        costs.iter().map(|cost| lost(cost) as u64).sum()
    };
    let units = (0..TRIED).map(|k| least + least * k / PARTS);
    let best = units.map(|unit| (loss(unit), unit)).min();
    Ok(best.map_or(least, |(_, unit)| unit))
}

/// A cell that waits.
#[derive(Clone, Copy, Debug)]
struct Reached {
    slot: u32,
    distance: u32,
}

impl Waiting for Reached {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.distance.into()
    }
}

/// Distances from one cell, by Dijkstra's algorithm with a bucket for each distance (Dial, "Algorithm 360", 1969).
pub(super) struct CellField<'a> {
    rule: DiagonalRule,
    weights: &'a CellWeights,
    quantized: Quantized,
    /// By padded slot.
    distances: Vec<u32>,
    /// By row index: see [`MeasuredField::row`].
    values: Vec<u16>,
    waiting: BucketQueue<Reached>,
}

impl<'a> CellField<'a> {
    pub(super) fn new(rule: DiagonalRule, weights: &'a CellWeights) -> Result<Self, MapError> {
        let cheapest = 2 * u64::from(weights.straight()) * u64::from(weights.least());
        let dearest = 2 * u64::from(weights.diagonal()) * u64::from(weights.largest());
        let unit = (cheapest / FIRST_COST).max(dearest / FIRST_LIMIT).max(1);
        Ok(Self {
            rule,
            weights,
            quantized: Quantized::new(weights, unit)?,
            distances: zeroed(weights.weights().len())?,
            values: zeroed(weights.size().cells())?,
            waiting: BucketQueue::default(),
        })
    }

    /// The costs in which distances are measured.
    pub(super) fn into_quantized(self) -> Quantized {
        self.quantized
    }

    /// Measures the distances from a cell that are below `limit`. Other distances are `limit` or more, or `FAR`.
    fn measure_within(&mut self, (x, y): (usize, usize), limit: u32) -> Result<(), MapError> {
        let Self { weights, quantized, distances, waiting, .. } = self;
        let steps = TerrainSteps::new(self.rule, weights, quantized);
        // Quantized costs may be 0.
        waiting.begin(0, 1)?;
        distances.fill(FAR);
        let source = weights.slot(Cell::new(x as i32, y as i32));
        distances[source] = 0;
        waiting.push(Reached { slot: source as u32, distance: 0 })?;
        while !waiting.is_empty() {
            let Some(Reached { slot, distance }) = waiting.pop() else { continue };
            if distance >= limit {
                break;
            }
            if distances[slot as usize] != distance {
                continue;
            }
            let mut pushed = Ok(());
            steps.from(slot as usize, |to, cost| {
                let new = distance + u32::from(cost);
                if new < distances[to] {
                    distances[to] = new;
                    pushed = pushed.and(waiting.push(Reached { slot: to as u32, distance: new }));
                }
            });
            pushed?;
        }
        Ok(())
    }
}

impl MeasuredField for CellField<'_> {
    fn size(&self) -> (usize, usize) {
        (self.weights.size().width as usize, self.weights.size().height as usize)
    }

    fn measure(&mut self, source: (usize, usize)) -> Result<(), MapError> {
        self.measure_within(source, u32::from(u16::MAX))?;
        let (width, stride) = (self.weights.size().width as usize, self.weights.stride());
        let slots = (stride + 1..).step_by(stride);
        for (values, first) in self.values.chunks_exact_mut(width).zip(slots) {
            for (value, slot) in values.iter_mut().zip(first..) {
                *value = match self.distances[slot] {
                    FAR if self.weights.weight(slot) == 0 => 0,
                    FAR => UNREACHED,
                    distance => distance.min(u32::from(CUT_OFF)) as u16 + 1,
                };
            }
        }
        Ok(())
    }

    fn fit_costs(&mut self, area: &Area) -> Result<AreaExtent, MapError> {
        self.measure_within(area.first, FIRST_FARTHEST)?;
        let reached = self.distances.iter().enumerate().filter(|&(_, &distance)| distance != FAR);
        let (slot, &farthest) = reached.rev().max_by_key(|&(_, &distance)| distance).unwrap_or((0, &0));
        let with_margin = (u64::from(farthest) * MARGIN.0 / MARGIN.1).max(1);
        let unit = fitting_unit(self.rule, self.weights, (with_margin * self.quantized.unit / LARGEST).max(1))?;
        self.quantized = Quantized::new(self.weights, unit)?;
        let cell = self.weights.cell(slot);
        // The first unit may be so coarse that the largest distance in the new one can be any.
        Ok(AreaExtent { largest: u16::MAX, farthest: (cell.x as usize, cell.y as usize), is_open: false })
    }

    #[inline(always)]
    fn rank(nearest: u16, _: u16) -> u16 {
        nearest
    }

    fn row(&self, y: usize) -> &[u16] {
        let width = self.weights.size().width as usize;
        &self.values[y * width..][..width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CellType, GridMap};
    use crate::movement::{Multiplier, Profile, StepCosts};

    /// Each product of a count and a remainder would pass 2^64 here.
    #[test]
    fn a_unit_is_chosen_for_many_dear_cells() {
        let map = GridMap::new(1200, 1200).unwrap();
        let mut profile = Profile::default();
        profile.set(CellType::WALKABLE, Some(Multiplier::new(1023.984375).unwrap()));
        profile.set(CellType(2), Some(Multiplier::new(1.0 / 64.0).unwrap()));
        let weights = CellWeights::new(&map, &profile, 1, &StepCosts::new(1.0, 1.9999).unwrap()).unwrap();
        assert_eq!(weights.largest(), 65_535);
        let diagonal = u64::from(weights.diagonal()) * 2 * 65_535;
        let rule = DiagonalRule::Always;
        // Of the units up to 4/3 of the least, the cost of a step is the best one.
        let chosen = fitting_unit(rule, &weights, diagonal / 8).unwrap();
        let lost = |unit: u64| diagonal % unit;
        assert!(lost(chosen) <= lost(diagonal / 8), "{chosen}");
        let beyond = fitting_unit(rule, &weights, diagonal + 1).unwrap();
        assert_eq!(beyond, diagonal + 1, "no unit above all costs is better than another");
    }
}
