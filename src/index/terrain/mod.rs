//! Data that searches in weighted terrain derive from a map and a profile, kept current by edits.
//!
//! A [`Terrain`] belongs to one profile, one agent size and one pair of step costs. It always holds the weights of the
//! cells. Each other part is made by the first search that needs it:
//!
//! - `weights`: what each cell weighs, and which weights the map has.
//! - `canonical`: which steps a search must try, from 3 x 3 cells. Has the reason why the rest can be left out.
//! - `jumps`: where jumps end, for each diagonal rule in use.
//! - `sums`: costs of straight and diagonal stretches.
//! - `landmarks`: distances from eight cells.
//! - `estimate`: lower bounds on the cost to a goal.
//!
//! All coordinates are those of map cells, also on maps that are wider than high. Arrays by cell have a border of
//! blocked cells: see [`CellWeights::slot`].
//!
//! Memory for each cell, for one rule: 4 bytes for weights, 12 for jumps, and 16 for sums, or 32 for sums and
//! landmarks. 16 more if there are searches with and without landmarks. Each further rule takes 12 bytes. Sides are
//! rounded up to multiples of 64 for the part of the jumps that is counted in bits.

mod canonical;
mod estimate;
mod jumps;
mod landmarks;
mod sums;
#[cfg(test)]
pub(crate) mod test_cases;
#[cfg(test)]
mod tests;
mod weights;

pub(crate) use canonical::diagonal_steps;
pub(crate) use estimate::{LandmarkEstimate, LandmarkTold};
pub(crate) use jumps::{TerrainJumps, jump_word};
pub(crate) use landmarks::TerrainLandmarks;
pub(crate) use sums::{CellSums, LineSums, MarkedSums, Sums, cost_between};
pub(crate) use weights::CellWeights;

use super::cache::Cached;
use super::derived::Derived;
use super::landmarks::KeptLandmarks;
use crate::distance::landmarks::STALE;
use crate::grid::{Cell, CellData, GridMap, MapError, Rect};
use crate::held::held;
use crate::movement::{DiagonalRule, Profile, StepCosts};
use crate::try_arc::TryArc;
use parking_lot::Mutex;

/// At least this many changed cells of an edit are listed one by one: enough for edits of small maps.
const LISTED: usize = 64;

/// A map under a profile, for agents of one size, with what searches derive from it.
#[derive(Debug)]
pub(crate) struct Terrain {
    weights: CellWeights,
    /// The revision of the map at the last update. Edits of penalties are no updates.
    revision: u64,
    /// For searches without landmarks. Landmarks have sums of their own.
    sums: Derived<LineSums<Sums>>,
    /// By the number of the diagonal rule.
    jumps: [Derived<TerrainJumps>; 4],
    landmarks: KeptLandmarks<TerrainLandmarks>,
    /// Locked while a part is derived, so that only one search derives the part.
    deriving: Mutex<()>,
}

held!(Terrain: weights, sums, jumps, landmarks);

impl Terrain {
    /// The terrain of a map under a profile whose steps cost the mean of two multipliers, for agents of `size` x `size`
    /// cells, anchored at their lowest cell. `costs` are the only step costs that the terrain serves.
    pub(crate) fn new(map: &GridMap, profile: &Profile, size: u8, costs: &StepCosts) -> Result<Self, MapError> {
        Ok(Self {
            weights: CellWeights::new(map, profile, size, costs)?,
            revision: map.revision(),
            sums: Derived::default(),
            jumps: Default::default(),
            landmarks: KeptLandmarks::new()?,
            deriving: Mutex::new(()),
        })
    }

    /// The weights of the cells.
    pub(crate) fn weights(&self) -> &CellWeights {
        &self.weights
    }

    /// The sums of costs, made now if they are missing.
    pub(crate) fn sums(&self) -> Result<&LineSums<Sums>, MapError> {
        self.sums.get_or_derive(&self.deriving, || Ok(TryArc::try_new(LineSums::new(&self.weights)?)?))
    }

    /// The jumps under a rule, made now if they are missing.
    pub(crate) fn jumps(&self, rule: DiagonalRule) -> Result<&TerrainJumps, MapError> {
        let derive = || Ok(TryArc::try_new(TerrainJumps::new(rule, &self.weights)?)?);
        self.jumps[rule as usize].get_or_derive(&self.deriving, derive)
    }

    /// The landmarks, measured now under `rule` if they are missing: the rule of most queries. They serve all rules
    /// that allow no more steps.
    pub(crate) fn landmarks(&self, rule: DiagonalRule) -> Result<&TerrainLandmarks, MapError> {
        self.landmarks.get_or_measure(&self.deriving, || TerrainLandmarks::new(rule, &self.weights, self.revision))
    }

    /// Counts the expansions of a search: see [`Layer::count_search`](super::Layer::count_search).
    pub(super) fn count_search(&self, expansions: u64) {
        self.landmarks.count_search(expansions);
    }
}

impl Cached for Terrain {
    fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self {
            weights: self.weights.try_clone()?,
            revision: self.revision,
            sums: self.sums.try_clone(LineSums::try_clone)?,
            jumps: Default::default(),
            landmarks: self.landmarks.share(),
            deriving: Mutex::new(()),
        };
        for (slot, jumps) in copy.jumps.iter_mut().zip(&self.jumps) {
            *slot = jumps.try_clone(TerrainJumps::try_clone)?;
        }
        Ok(copy)
    }

    /// Parts are updated by local edits. They are dropped by an edit of a large part of the map, and where memory for a
    /// copy of a shared part is missing: the next search derives them anew.
    fn update(&mut self, map: &GridMap, _: CellData, changed: Rect) {
        self.revision = map.revision();
        let size = map.size();
        let listed = (size.cells() / STALE as usize).max(LISTED);
        let Some(changes) = self.weights.update(map, changed, listed) else { return };
        let lines = changes.rect.width as usize + changes.rect.height as usize;
        let is_local = lines <= 2.max((size.width as usize + size.height as usize) / 4);
        match &changes.cells {
            Some(cells) if is_local => {
                if let Some(sums) = self.sums.exclusive(LineSums::try_clone) {
                    sums.update(&self.weights, changes.rect, cells);
                }
                for slot in &mut self.jumps {
                    if let Some(jumps) = slot.exclusive(TerrainJumps::try_clone) {
                        jumps.update(&self.weights, changes.rect);
                    }
                }
            }
            _ => {
                self.sums.take();
                self.jumps = Default::default();
            }
        }
        self.landmarks.after_edit(self.revision, |landmarks| landmarks.update(&self.weights, &changes, is_local));
    }

    fn adopt(&mut self, other: &Self) {
        self.sums.adopt(&other.sums);
        for (slot, jumps) in self.jumps.iter_mut().zip(&other.jumps) {
            slot.adopt(jumps);
        }
        self.landmarks.adopt(&other.landmarks);
    }
}

impl CellWeights {
    /// The cell of a padded slot of the map.
    pub(crate) fn cell(&self, slot: usize) -> Cell {
        Cell::new((slot % self.stride()) as i32 - 1, (slot / self.stride()) as i32 - 1)
    }
}
