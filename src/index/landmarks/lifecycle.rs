//! When landmarks are measured, and when anew.
//!
//! An edit repairs the landmarks where that takes little, else it notes an opening, until the landmarks are stale.
//! Measuring costs about as much as the searches of some frames, and a game that opens walls all the time would pay it
//! again and again. So stale landmarks are measured anew only after searches have expanded 19 times the cells that
//! measuring is worth.
//!
//! The decision falls at an edit. Every search by jump points counts its expansions, whether landmarks are there or
//! not, and only this decision and preparations set the count back. An edit comes between two sets of searches, and the
//! sum over a set does not depend on its order: the same calls decide the same way on any number of threads.

use super::{Distances, Landmarks};
use crate::grid::MapError;
use crate::index::derived::Derived;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The landmarks of a map, if it has any.
#[derive(Debug)]
pub(in crate::index) struct KeptLandmarks {
    measured: Derived<Landmarks>,
    /// Landmarks that were dropped: those to come use their memory. New memory takes longer to get than to fill, and to
    /// be freed.
    outdated: Mutex<Option<TryArc<Landmarks>>>,
    /// Whether there were landmarks at the last edit or preparation.
    settled: bool,
    /// Cells expanded by searches since the count was set back. All copies of a map count together.
    expansions: TryArc<AtomicU64>,
}

/// Landmarks are measured anew when searches have expanded this many times the cells that measuring is worth: games
/// that open walls all the time spend about a twentieth of their searches' time on it.
const SEARCHES_FOR_MEASURING: u64 = 19;

/// Landmarks are stale once 1/32 of the cells differ from what they were when distances were measured,
const STALE: u64 = 32;
/// or when more cells than this are noted as openings.
const STALE_OPENINGS: usize = 32;

/// What an edit does with stale landmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StaleLandmarks {
    /// Decided now, by how much was searched.
    Decide,
    /// Kept or dropped, as another copy of the map decided at the same edit.
    Keep,
    Drop,
}

impl KeptLandmarks {
    pub(in crate::index) fn new() -> Result<Self, MapError> {
        let expansions = TryArc::try_new(AtomicU64::new(0))?;
        Ok(Self { measured: Derived::default(), outdated: Mutex::new(None), settled: false, expansions })
    }

    /// For a copy of the map.
    pub(in crate::index) fn share(&self) -> Self {
        Self {
            measured: self.measured.share(),
            outdated: Mutex::new(None),
            settled: self.settled,
            expansions: self.expansions.clone(),
        }
    }

    /// Takes over the landmarks of another copy of the map, in the same state, unless both were measured at the same
    /// time. A copy without landmarks takes nothing away: a search may be measuring them.
    pub(in crate::index) fn adopt(&mut self, other: &Self) {
        let measured_at = |kept: &Self| kept.get().map(Landmarks::measured_at);
        if other.get().is_some() && measured_at(self) != measured_at(other) {
            self.measured = other.measured.share();
        }
        self.settled = other.settled;
    }

    pub(in crate::index) fn bytes(&self) -> u64 {
        let outdated = self.outdated.lock();
        self.measured.bytes(Landmarks::bytes) + outdated.as_ref().map_or(0, |landmarks| landmarks.bytes())
    }

    /// What of [`bytes`](Self::bytes) another copy of the map shares.
    pub(in crate::index) fn bytes_shared_with(&self, other: &Self) -> u64 {
        match (self.get(), other.get()) {
            (Some(one), Some(two)) if !std::ptr::eq(one, two) => one.bytes_shared_with(two),
            _ => self.measured.bytes_shared_with(&other.measured, Landmarks::bytes),
        }
    }

    pub(in crate::index) fn get(&self) -> Option<&Landmarks> {
        self.measured.get()
    }

    /// The landmarks if they were there at the last edit or preparation, which no search since has changed.
    pub(in crate::index) fn settled(&self) -> Option<&Landmarks> {
        if self.settled { self.get() } else { None }
    }

    pub(in crate::index) fn get_or_measure(
        &self,
        measuring: &Mutex<()>,
        measure: impl FnOnce(Vec<Distances>) -> Result<Landmarks, MapError>,
    ) -> Result<&Landmarks, MapError> {
        self.measured.get_or_derive(measuring, || {
            let outdated = self.outdated.lock().take();
            Ok(TryArc::try_new(measure(outdated.map_or_else(Vec::new, Landmarks::into_memory))?)?)
        })
    }

    pub(in crate::index) fn count_search(&self, expansions: u64) {
        self.expansions.fetch_add(expansions, Ordering::Relaxed);
    }

    /// Puts landmarks that were measured elsewhere in the place of those that are there, or nothing.
    pub(in crate::index) fn replace(&mut self, landmarks: Option<TryArc<Landmarks>>) -> [Option<TryArc<Landmarks>>; 2] {
        self.expansions.store(0, Ordering::Relaxed);
        let replaced = self.measured.take();
        self.measured = landmarks.map(Derived::of).unwrap_or_default();
        [replaced, self.outdated.get_mut().take()]
    }

    /// Notes at an edit or a preparation whether there are landmarks.
    pub(in crate::index) fn settle(&mut self) {
        self.settled = self.get().is_some();
    }

    /// To be called after each edit with the block in which cells may have changed. Tells what became of stale
    /// landmarks.
    pub(in crate::index) fn after_edit(
        &mut self,
        walkable: &WalkableCells,
        block: Block,
        stale: StaleLandmarks,
    ) -> StaleLandmarks {
        let was_valid = self.get().is_some_and(Landmarks::is_valid);
        // Without the memory for a copy of their own there are none from here on.
        if was_valid && let Some(landmarks) = self.measured.exclusive(Landmarks::try_clone) {
            if landmarks.shares_distances() {
                landmarks.take_memory(self.outdated.get_mut().take());
            }
            landmarks.cells_changed(walkable, block);
        }
        let fate = match stale {
            StaleLandmarks::Decide => self.decide(),
            decided => decided,
        };
        if fate == StaleLandmarks::Drop {
            *self.outdated.get_mut() = self.measured.take();
        }
        self.settle();
        fate
    }

    fn decide(&self) -> StaleLandmarks {
        let Some(landmarks) = self.get().filter(|landmarks| landmarks.is_stale()) else { return StaleLandmarks::Keep };
        if self.expansions.load(Ordering::Relaxed) < SEARCHES_FOR_MEASURING * landmarks.expansions_to_measure_anew() {
            return StaleLandmarks::Keep;
        }
        self.expansions.store(0, Ordering::Relaxed);
        StaleLandmarks::Drop
    }
}

impl Landmarks {
    /// Whether measuring them anew would tell searches much more.
    pub(crate) fn is_stale(&self) -> bool {
        let cells = (self.width * self.height) as u64;
        !self.is_valid || self.openings.count() > STALE_OPENINGS || self.differing_cells > cells / STALE
    }

    fn expansions_to_measure_anew(&self) -> u64 {
        Self::expansions_to_measure((self.width * self.height) as u64)
    }

    /// How many expansions take about as long as measuring the landmarks of so many cells.
    pub(crate) fn expansions_to_measure(cells: u64) -> u64 {
        cells / 2
    }

    /// The memory of distances that nobody shares.
    fn into_memory(mut landmarks: TryArc<Self>) -> Vec<Distances> {
        let distances = landmarks.get_mut().and_then(|landmarks| landmarks.distances.get_mut());
        distances.map_or_else(Vec::new, std::mem::take)
    }

    /// Whether other landmarks share the distances.
    fn shares_distances(&self) -> bool {
        self.distances.owners() > 1
    }

    /// Takes the memory of earlier landmarks, for a copy of shared distances.
    fn take_memory(&mut self, earlier: Option<TryArc<Self>>) {
        if let Some(earlier) = earlier {
            self.memory = Self::into_memory(earlier);
        }
    }

    /// What of [`bytes`](Self::bytes) another copy shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let distances = TryArc::<Vec<Distances>>::BYTES + self.distances.capacity() * size_of::<Distances>();
        if TryArc::ptr_eq(&self.distances, &other.distances) { distances as u64 } else { 0 }
    }
}
