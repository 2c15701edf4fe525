//! Choosing the landmarks and measuring their distances.

use super::{Quantized, Steps};
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, MapError};
use crate::index::landmarks::{LANDMARKS, Part, Shares};
use crate::index::terrain::sums::MarkedPlace;
use crate::index::terrain::weights::CellWeights;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// The distance of a cell that was not reached.
const UNREACHED: u32 = u32::MAX;

/// Stands for no entry.
const NONE: u32 = u32::MAX;

/// Distances of landmarks stay below this where they are not cut off.
const LARGEST: u64 = 65_000;

/// The quantized cost of the cheapest straight step in the first measurement.
const FIRST_COST: u64 = 8;

/// No step costs more than this in the first measurement.
const FIRST_LIMIT: u64 = 4096;

/// Where the first measurement stops: costs added to this stay below 2^32.
const FIRST_FARTHEST: u32 = 1 << 31;

/// Room for distances from landmarks: 5/4 of the largest distance from the first cell of a part.
const MARGIN: (u64, u64) = (5, 4);

/// Measures the distances of all places, and returns the quantized costs.
pub(super) fn measure(
    rule: DiagonalRule,
    weights: &CellWeights,
    places: &mut [MarkedPlace],
) -> Result<Quantized, MapError> {
    places.iter_mut().for_each(|place| place.distances = [u16::MAX; LANDMARKS]);
    let cheapest = 2 * u64::from(weights.straight()) * u64::from(weights.least());
    let dearest = 2 * u64::from(weights.diagonal()) * u64::from(weights.largest());
    let mut unit = (cheapest / FIRST_COST).max(dearest / FIRST_LIMIT).max(1);
    let mut quantized = Quantized::new(weights, unit)?;
    let mut field = Field::new(weights)?;
    let mut nearest = zeroed(weights.weights().len())?;
    let mut lane = 0;
    for (number, part) in share_out(rule, weights)?.into_iter().enumerate() {
        let mut next = field.measure(&Steps::new(rule, weights, &quantized), part.first, FIRST_FARTHEST)?;
        if number == 0 {
            let farthest = u64::from(field.distances[next]) * MARGIN.0 / MARGIN.1;
            unit = fitting_unit(rule, weights, (farthest.max(1) * unit / LARGEST).max(1))?;
            quantized = Quantized::new(weights, unit)?;
        }
        nearest.fill(UNREACHED);
        for _ in 0..part.landmarks {
            field.measure(&Steps::new(rule, weights, &quantized), next, u32::from(u16::MAX))?;
            let mut farthest = 0;
            // Only cells that were reached can be farther than others.
            for (slot, (&distance, nearest)) in field.distances.iter().zip(&mut nearest).enumerate() {
                if distance != UNREACHED {
                    places[slot].distances[lane] = distance.min(u32::from(u16::MAX)) as u16;
                    *nearest = distance.min(*nearest);
                    if *nearest > farthest {
                        (farthest, next) = (*nearest, slot);
                    }
                }
            }
            lane += 1;
        }
    }
    Ok(quantized)
}

/// Of the units from `least` to 4/3 of it, the one whose quantized costs fall short of the costs of this map's steps by
/// least. A sample of the cells stands for all.
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

/// The parts that get landmarks, the largest first.
fn share_out(rule: DiagonalRule, weights: &CellWeights) -> Result<Vec<Part<usize>>, MapError> {
    let mut shares = Shares::new(LANDMARKS)?;
    let mut is_known: Vec<u8> = zeroed(weights.weights().len())?;
    let offsets = DIRECTIONS.map(|step| weights.slot_step(step));
    let mut waiting: Vec<u32> = Vec::new();
    for y in 0..weights.size().height as i32 {
        for x in 0..weights.size().width as i32 {
            let first = weights.slot(Cell::new(x, y));
            if weights.weight(first) == 0 || is_known[first] != 0 {
                continue;
            }
            is_known[first] = 1;
            waiting.try_reserve(1)?;
            waiting.push(first as u32);
            let mut size = 0;
            while let Some(slot) = waiting.pop() {
                size += 1;
                waiting.try_reserve(8)?;
                let legal = weights.legal_steps(rule, slot as usize);
                for (direction, offset) in offsets.into_iter().enumerate() {
                    let to = (slot as usize).wrapping_add_signed(offset);
                    if legal >> direction & 1 == 1 && is_known[to] == 0 {
                        is_known[to] = 1;
                        waiting.push(to as u32);
                    }
                }
            }
            shares.add(size, first);
        }
    }
    Ok(shares.give_out())
}

/// Distances from one cell, by a queue of one bucket for each distance (Dial, "Algorithm 360", 1969).
struct Field {
    /// By padded slot.
    distances: Vec<u32>,
    /// The topmost entry of each bucket. Distances share buckets modulo the number of buckets, which exceeds the cost
    /// of each step.
    tops: Vec<u32>,
    /// A slot, and the entry below it in its bucket.
    entries: Vec<(u32, u32)>,
    /// The topmost entry that is not in use.
    unused: u32,
}

impl Field {
    fn new(weights: &CellWeights) -> Result<Self, MapError> {
        let distances = zeroed(weights.weights().len())?;
        Ok(Self { distances, tops: Vec::new(), entries: Vec::new(), unused: NONE })
    }

    /// Measures the distances from a cell, which stay below `limit` where they are not `UNREACHED`. Returns the
    /// farthest cell, the first of several.
    fn measure(&mut self, steps: &Steps, from: usize, limit: u32) -> Result<usize, MapError> {
        let Quantized { straight, diagonal, .. } = steps.quantized;
        let sum = 2 * steps.weights.largest() as usize;
        let buckets = (usize::from(straight[sum].max(diagonal[sum])) + 1).next_power_of_two();
        if self.tops.len() != buckets {
            self.tops.clear();
            self.tops.try_reserve_exact(buckets)?;
            self.tops.resize(buckets, NONE);
        }
        self.tops.fill(NONE);
        self.entries.clear();
        self.unused = NONE;
        self.distances.fill(UNREACHED);
        self.distances[from] = 0;
        self.put(from, 0)?;
        let (mut distance, mut waiting) = (0_u32, 1_usize);
        while waiting > 0 && distance < limit {
            let bucket = distance as usize & (buckets - 1);
            while self.tops[bucket] != NONE {
                let entry = self.tops[bucket];
                let (slot, next) = self.entries[entry as usize];
                self.tops[bucket] = next;
                self.entries[entry as usize].1 = std::mem::replace(&mut self.unused, entry);
                waiting -= 1;
                let slot = slot as usize;
                if self.distances[slot] != distance {
                    continue;
                }
                // A cell may wait twice with the same distance: once is enough, and the second time changes nothing.
                let mut is_full = Ok(());
                steps.from(slot, |to, cost| {
                    let new = distance + u32::from(cost);
                    if new < self.distances[to] {
                        self.distances[to] = new;
                        waiting += 1;
                        if let Err(error) = self.put(to, new) {
                            is_full = Err(error);
                        }
                    }
                });
                is_full?;
            }
            distance += 1;
        }
        let reached = self.distances.iter().enumerate().filter(|&(_, &distance)| distance != UNREACHED);
        Ok(reached.rev().max_by_key(|&(_, &distance)| distance).map_or(from, |(slot, _)| slot))
    }

    #[inline(always)]
    fn put(&mut self, slot: usize, distance: u32) -> Result<(), MapError> {
        let bucket = distance as usize & (self.tops.len() - 1);
        let entry = (slot as u32, self.tops[bucket]);
        self.tops[bucket] = if self.unused == NONE {
            self.entries.try_reserve(1)?;
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        } else {
            let number = self.unused;
            self.unused = std::mem::replace(&mut self.entries[number as usize], entry).1;
            number
        };
        Ok(())
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
