//! When landmarks are measured, and when anew.
//!
//! An edit repairs the landmarks where that takes little, else they wait to be measured anew. That costs about as much as
//! the searches of some frames, and a game that opens walls all the time would pay it again and again: so it is done when
//! the searches since have expanded as many cells as measuring costs, and the decision falls at an edit. An edit comes between
//! two sets of searches whatever threads these ran on, and sums don't depend on their order: the same calls decide the same
//! way everywhere.

use super::Landmarks;
use crate::grid::MapError;
use crate::index::free_cells::{Block, FreeCells};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The landmarks of a map, if it has any.
#[derive(Debug, Default)]
pub(in crate::index) struct KeptLandmarks {
    /// Shared with copies of the map that searches look at.
    measured: OnceLock<Arc<Landmarks>>,
    /// Cells expanded by the searches since the landmarks could be repaired no more or were measured.
    expansions: AtomicU64,
}

/// Landmarks are worn out when so many changed cells come on a map's cells.
const WORN_OUT: u64 = 32;

impl KeptLandmarks {
    /// Landmarks that were just measured.
    pub(in crate::index) fn new(landmarks: Arc<Landmarks>) -> Self {
        Self { measured: OnceLock::from(landmarks), expansions: AtomicU64::new(0) }
    }

    /// For a copy of the map.
    pub(in crate::index) fn share(&self) -> Self {
        Self { measured: self.measured.clone(), expansions: AtomicU64::new(self.expansions.load(Ordering::Relaxed)) }
    }

    pub(in crate::index) fn bytes(&self) -> u64 {
        self.measured.get().map_or(0, |landmarks| landmarks.bytes())
    }

    pub(in crate::index) fn get(&self) -> Option<&Landmarks> {
        self.measured.get().map(Arc::as_ref)
    }

    pub(in crate::index) fn get_or_measure(
        &self,
        measuring: &Mutex<()>,
        measure: impl FnOnce() -> Result<Landmarks, MapError>,
    ) -> Result<&Landmarks, MapError> {
        if let Some(landmarks) = self.measured.get() {
            return Ok(landmarks);
        }
        let _measuring = measuring.lock();
        if let Some(landmarks) = self.measured.get() {
            return Ok(landmarks);
        }
        let landmarks = Arc::new(measure()?);
        self.expansions.store(0, Ordering::Relaxed);
        Ok(self.measured.get_or_init(|| landmarks))
    }

    pub(in crate::index) fn count_search(&self, expansions: u32) {
        if self.measured.get().is_some() {
            self.expansions.fetch_add(expansions.into(), Ordering::Relaxed);
        }
    }

    /// To be called after each edit with the block in which cells may have changed.
    pub(in crate::index) fn after_edit(&mut self, free: &FreeCells, block: Block) {
        let Some(shared) = self.measured.get_mut() else { return };
        let was_valid = shared.is_valid();
        if was_valid {
            match exclusive(shared) {
                Ok(landmarks) => landmarks.cells_changed(free, block),
                // Without the memory for a copy of their own there are none.
                Err(_) => return drop(self.measured.take()),
            }
        }
        let cells = (free.width() * free.height()) as u64;
        let is_worn_out = !shared.is_valid() || shared.changed_cells() > cells / WORN_OUT;
        if was_valid && !shared.is_valid() {
            *self.expansions.get_mut() = 0;
        }
        // Measuring takes as long as expanding about half as many cells as the map has.
        if is_worn_out && *self.expansions.get_mut() > cells / 2 {
            self.measured.take();
        }
    }
}

/// The landmarks, copied first if others look at them.
fn exclusive(shared: &mut Arc<Landmarks>) -> Result<&mut Landmarks, MapError> {
    if Arc::get_mut(shared).is_none() {
        *shared = Arc::new(shared.try_clone()?);
    }
    Arc::get_mut(shared).ok_or(MapError::Memory)
}
