//! Lowering distances around edits until no step is steep.
//!
//! A step is *steep* if it changes a distance by more than its quantized cost. Without steep steps, differences between
//! distances are lower bounds. Closing a cell, or making one dearer, makes no step steep. Opening a cell or making one
//! cheaper can, where the distances behind the cell were those of a detour.

use super::distances::{Distances, LANDMARKS};
use crate::OutOfMemory;

/// The legal steps of a map.
pub(crate) trait QuantizedSteps {
    /// Calls `visit` with the place at the end of each legal step from a walkable cell, and its quantized cost.
    fn from(&self, place: usize, visit: impl FnMut(usize, u16));
}

/// Data of a cell with its distances.
pub(crate) trait Marked {
    fn distances(&mut self) -> &mut Distances;
}

impl Marked for Distances {
    #[inline(always)]
    fn distances(&mut self) -> &mut Distances {
        self
    }
}

/// Memory for lowering distances.
#[derive(Debug, Default)]
pub(crate) struct Lowering {
    /// Places of cells from which a step may be steep, in the order in which they were found.
    waiting: Vec<u32>,
    /// Lowered cells, and their distances before.
    lowered: Vec<(u32, Distances)>,
}

impl Lowering {
    /// Forgets all cells.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.lowered.clear();
    }

    /// Lets a cell wait, because a step from it may be steep.
    pub(crate) fn add(&mut self, place: usize) -> Result<(), OutOfMemory> {
        self.waiting.try_reserve(1)?;
        self.waiting.push(place as u32);
        Ok(())
    }

    /// Whether no cell waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Lowers distances until no step from a waiting cell is steep, nor from a lowered one. Returns false, and changes
    /// nothing, if more than `most` cells would have to be looked at.
    pub(crate) fn run<P: Marked>(
        &mut self,
        steps: &impl QuantizedSteps,
        places: &mut [P],
        most: usize,
    ) -> Result<bool, OutOfMemory> {
        let mut looked_at = 0;
        while let Some(&from) = self.waiting.get(looked_at) {
            if looked_at == most {
                while let Some((place, before)) = self.lowered.pop() {
                    *places[place as usize].distances() = before;
                }
                return Ok(false);
            }
            looked_at += 1;
            self.waiting.try_reserve(8)?;
            self.lowered.try_reserve(8)?;
            let own = *places[from as usize].distances();
            steps.from(from as usize, |to, cost| {
                let there = places[to].distances();
                let before = *there;
                lower(there, &own, cost);
                if *there != before {
                    self.lowered.push((to as u32, before));
                    self.waiting.push(to as u32);
                }
            });
        }
        Ok(true)
    }
}

/// Lowers distances to what a step from a cell allows.
#[inline(always)]
pub(crate) fn lower(distances: &mut Distances, from: &Distances, cost: u16) {
    for lane in 0..LANDMARKS {
        distances[lane] = distances[lane].min(from[lane].saturating_add(cost));
    }
}
