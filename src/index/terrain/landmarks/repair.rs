//! Edits.
//!
//! A cell that closes or becomes dearer needs no repair: all fields stay Lipschitz. Around a cell that opens or becomes
//! cheaper, distances are lowered until the fields are Lipschitz again. In weighted terrain such a cell can cast a long
//! shadow. If too many cells would have to be looked at, all distances are put back, and the cell goes into *debt*.
//!
//! The debt of a cell is a bound on how much distances along any path change beyond the quantized costs of its steps,
//! because of steps at this cell. It is kept for each landmark. Estimates take the sum of all debts off: they remain
//! admissible. The debt of a cell consists of
//!
//! - the excesses of the two steepest steps to or from the cell, because an optimal path has no more of them;
//! - the excesses of the diagonal steps past the cell, which may not have been legal before it opened.
//!
//! Later repairs and edits of other cells don't raise these excesses: a repair lowers a distance only to what steps
//! allow, and goes on from each cell that it lowers. When the cell of a debt changes again, its debt is computed anew,
//! and it ends when the cell closes.

use super::TerrainLandmarks;
use super::debts::saturating_sum;
use super::steps::TerrainSteps;
use crate::distance::landmarks::{Distances, LANDMARKS, Lowering, QuantizedSteps, lower};
use crate::grid::MapError;
use crate::index::terrain::sums::MarkedSums;
use crate::index::terrain::weights::{CellWeights, WeightChange, WeightChanges};
use crate::movement::DIRECTIONS;

/// The most cells that a repair looks at for one changed cell.
const LOOKED_AT: usize = 512;

/// Sweeps over the cells that one edit opened. In a block without walls, few are needed.
const SWEEPS: usize = 16;

impl TerrainLandmarks {
    /// Takes an edit over. Landmarks become invalid if the edit changed too many cells, or if memory is missing.
    pub(in crate::index::terrain) fn update(&mut self, weights: &CellWeights, changes: &WeightChanges, is_local: bool) {
        self.age.changed_cells += changes.count;
        let Some(changed) = &changes.cells else {
            self.age.is_valid = false;
            return;
        };
        if is_local {
            self.sums.update(weights, changes.rect, changed);
        } else {
            self.sums.rebuild(weights);
        }
        self.measure_opened(weights, changed);
        let mut lowering = Lowering::default();
        self.age.is_valid = changed.iter().all(|change| self.cell_changed(weights, change, &mut lowering).is_ok());
    }

    /// Gives cells that opened distances that follow from the cells around: no step led to them, so that any distances
    /// are right, and these need the fewest repairs.
    fn measure_opened(&mut self, weights: &CellWeights, changed: &[WeightChange]) {
        let opened = || changed.iter().filter(|change| change.old == 0).map(|change| change.slot as usize);
        let places = self.sums.places_mut();
        opened().for_each(|slot| places[slot].distances = [u16::MAX; LANDMARKS]);
        let steps = TerrainSteps::new(self.rule, weights, &self.quantized);
        for sweep in 0..SWEEPS {
            let mut is_lowered = false;
            let mut measure = |slot: usize| {
                let before = places[slot].distances;
                let mut own = before;
                steps.from(slot, |from, cost| lower(&mut own, &places[from].distances, cost));
                places[slot].distances = own;
                is_lowered |= own != before;
            };
            if sweep % 2 == 0 {
                opened().for_each(&mut measure)
            } else {
                opened().rev().for_each(&mut measure)
            }
            if !is_lowered {
                break;
            }
        }
    }

    fn cell_changed(
        &mut self,
        weights: &CellWeights,
        change: &WeightChange,
        lowering: &mut Lowering,
    ) -> Result<(), MapError> {
        let slot = change.slot as usize;
        if change.new == 0 {
            return self.debts.set(slot, [0; LANDMARKS]);
        }
        let steps = TerrainSteps::new(self.rule, weights, &self.quantized);
        let is_dearer = change.old != 0 && change.new > change.old;
        if is_dearer && !self.debts.has(slot) {
            return Ok(());
        }
        let debt = debt_of(&steps, self.sums.places(), slot);
        if debt == [0; LANDMARKS] || !is_dearer && lowered_around(&steps, self.sums.places_mut(), slot, lowering)? {
            return self.debts.set(slot, [0; LANDMARKS]);
        }
        self.debts.set(slot, debt)
    }
}

/// Lowers distances around a cell until all steps are Lipschitz. Returns false, and changes nothing, if that takes too
/// long.
fn lowered_around(
    steps: &TerrainSteps,
    places: &mut [MarkedSums],
    slot: usize,
    lowering: &mut Lowering,
) -> Result<bool, MapError> {
    lowering.clear();
    lowering.add(slot)?;
    for near in steps.offsets.map(|offset| slot.wrapping_add_signed(offset)) {
        if steps.weights.weight(near) != 0 {
            lowering.add(near)?;
        }
    }
    Ok(lowering.run(steps, places, LOOKED_AT)?)
}

/// By how much distances along a path may change beyond its quantized cost because of steps at a cell.
fn debt_of(steps: &TerrainSteps, places: &[MarkedSums], slot: usize) -> Distances {
    let excess = |one: usize, other: usize, cost: u16| -> Distances {
        std::array::from_fn(|lane| {
            places[one].distances[lane].abs_diff(places[other].distances[lane]).saturating_sub(cost)
        })
    };
    let (mut steepest, mut second) = ([0; LANDMARKS], [0; LANDMARKS]);
    steps.from(slot, |to, cost| {
        let excess = excess(slot, to, cost);
        for lane in 0..LANDMARKS {
            second[lane] = excess[lane].min(steepest[lane]).max(second[lane]);
            steepest[lane] = excess[lane].max(steepest[lane]);
        }
    });
    let mut debt = saturating_sum(&steepest, &second);
    // Diagonal steps from the cells beside this one, along x, to those along y.
    for along_x in [0, 1] {
        debug_assert_eq!(DIRECTIONS[along_x].1, 0);
        let from = slot.wrapping_add_signed(steps.offsets[along_x]);
        if steps.weights.weight(from) == 0 {
            continue;
        }
        steps.from(from, |to, cost| {
            let is_beside = [2, 3].iter().any(|&along_y| to == slot.wrapping_add_signed(steps.offsets[along_y]));
            if is_beside {
                debt = saturating_sum(&debt, &excess(from, to, cost));
            }
        });
    }
    debt
}
