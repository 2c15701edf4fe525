//! When landmarks are kept, dropped, shared and measured anew.
//!
//! An edit repairs the landmarks or notes openings, until the landmarks are stale. Measuring takes about as long as the
//! searches of some frames, and a game that opens walls all the time would pay this price again and again. Stale
//! landmarks are therefore dropped only after searches have taken about 19 times as long as measuring takes. Expanded
//! cells stand for time.
//!
//! An edit makes the decision. Every search by jump points counts its expansions, with or without landmarks, and only
//! this decision and preparations reset the count. The sum over the searches between two edits does not depend on their
//! order: the same calls lead to the same decision on any number of threads.

use super::distances::Distances;
use super::measured::Landmarks;
use crate::grid::MapError;
use crate::index::derived::Derived;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The landmarks of a map, if there are any.
#[derive(Debug)]
pub(in crate::index) struct KeptLandmarks {
    measured: Derived<Landmarks>,
    /// Whether there were landmarks at the last edit or preparation.
    settled: bool,
    upkeep: TryArc<Upkeep>,
}

/// Upkeep of landmarks, as all copies of a map know it. The first copy that makes an edit decides about
/// stale landmarks, and the other copies follow: each makes the same edits in the same order.
#[derive(Debug, Default)]
struct Upkeep {
    /// Cells expanded by searches since the last reset.
    expansions: AtomicU64,
    /// The revision of the last edit with a decision.
    decided: AtomicU64,
    /// The revision of the last edit that dropped landmarks.
    dropped: AtomicU64,
}

/// Stale landmarks are dropped once searches have expanded this multiple of [`Landmarks::expansions_to_measure`]. A
/// game that opens walls all the time then spends about 1/20 of its search time on measuring.
const SEARCHES_FOR_MEASURING: u64 = 19;

/// Landmarks are stale once more than 1/32 of the cells differ from the map that was measured.
const STALE: u64 = 32;
/// Landmarks are also stale once there are more openings than this.
const STALE_OPENINGS: usize = 32;

impl KeptLandmarks {
    pub(in crate::index) fn new() -> Result<Self, MapError> {
        let upkeep = TryArc::try_new(Upkeep::default())?;
        Ok(Self { measured: Derived::default(), settled: false, upkeep })
    }

    /// Returns these landmarks for a copy of the map.
    pub(in crate::index) fn share(&self) -> Self {
        Self { measured: self.measured.share(), settled: self.settled, upkeep: self.upkeep.clone() }
    }

    /// Shares the landmarks of another copy of the map, in the same state, unless both were measured at the same
    /// revision. If the other copy has no landmarks, nothing changes: a search may be measuring its
    /// landmarks now.
    pub(in crate::index) fn adopt(&mut self, other: &Self) {
        let measured_at = |kept: &Self| kept.get().map(Landmarks::measured_at);
        if other.get().is_some() && measured_at(self) != measured_at(other) {
            self.measured = other.measured.share();
        }
        self.settled = other.settled;
    }

    pub(in crate::index) fn bytes(&self) -> u64 {
        self.measured.bytes(Landmarks::bytes)
    }

    /// The part of [`bytes`](Self::bytes) that another copy of the map shares.
    pub(in crate::index) fn bytes_shared_with(&self, other: &Self) -> u64 {
        match (self.get(), other.get()) {
            (Some(one), Some(two)) if !std::ptr::eq(one, two) => one.bytes_shared_with(two),
            _ => self.measured.bytes_shared_with(&other.measured, Landmarks::bytes),
        }
    }

    pub(in crate::index) fn get(&self) -> Option<&Landmarks> {
        self.measured.get()
    }

    /// The landmarks, if there were any at the last edit or preparation. Searches don't change the answer.
    pub(in crate::index) fn settled(&self) -> Option<&Landmarks> {
        if self.settled { self.get() } else { None }
    }

    pub(in crate::index) fn get_or_measure(
        &self,
        measuring: &Mutex<()>,
        measure: impl FnOnce() -> Result<Landmarks, MapError>,
    ) -> Result<&Landmarks, MapError> {
        self.measured.get_or_derive(measuring, || Ok(TryArc::try_new(measure()?)?))
    }

    pub(in crate::index) fn count_search(&self, expansions: u64) {
        self.upkeep.expansions.fetch_add(expansions, Ordering::Relaxed);
    }

    /// Replaces the landmarks by others or by none, and resets the count of expansions. Returns the old ones, which the
    /// caller drops where no other thread waits.
    pub(in crate::index) fn replace(&mut self, landmarks: Option<TryArc<Landmarks>>) -> Option<TryArc<Landmarks>> {
        self.upkeep.expansions.store(0, Ordering::Relaxed);
        let replaced = self.measured.take();
        self.measured = landmarks.map(Derived::of).unwrap_or_default();
        replaced
    }

    /// Notes at an edit or a preparation whether there are landmarks.
    pub(in crate::index) fn settle(&mut self) {
        self.settled = self.get().is_some();
    }

    /// To be called after the edit that made a revision, with the block in which cells may have changed.
    pub(in crate::index) fn after_edit(&mut self, walkable: &WalkableCells, block: Block, revision: u64) {
        self.cells_changed(walkable, block);
        if self.drops_stale(revision) {
            self.measured.take();
        }
    }

    /// Takes over the changes of a block of cells.
    pub(in crate::index) fn cells_changed(&mut self, walkable: &WalkableCells, block: Block) {
        let was_valid = self.get().is_some_and(Landmarks::is_valid);
        // Without memory for a copy, shared landmarks are dropped.
        if was_valid && let Some(landmarks) = self.measured.exclusive(Landmarks::try_clone) {
            landmarks.cells_changed(walkable, block);
        }
    }

    /// Whether the edit that made a revision drops stale landmarks. Edits of a map come one after another, under a
    /// lock.
    fn drops_stale(&self, revision: u64) -> bool {
        let Upkeep { expansions, decided, dropped } = &*self.upkeep;
        if revision <= decided.load(Ordering::Relaxed) {
            return revision == dropped.load(Ordering::Relaxed);
        }
        decided.store(revision, Ordering::Relaxed);
        let Some(landmarks) = self.get().filter(|landmarks| landmarks.is_stale()) else { return false };
        if expansions.load(Ordering::Relaxed) < SEARCHES_FOR_MEASURING * landmarks.expansions_to_measure_anew() {
            return false;
        }
        expansions.store(0, Ordering::Relaxed);
        dropped.store(revision, Ordering::Relaxed);
        true
    }
}

impl Landmarks {
    /// Whether landmarks measured anew would give much better estimates.
    pub(crate) fn is_stale(&self) -> bool {
        let cells = (self.width * self.height) as u64;
        !self.is_valid || self.openings.count() > STALE_OPENINGS || self.differing_cells > cells / STALE
    }

    fn expansions_to_measure_anew(&self) -> u64 {
        Self::expansions_to_measure((self.width * self.height) as u64)
    }

    /// The number of expansions that take about as long as measuring the landmarks of a map of `cells` cells.
    pub(crate) fn expansions_to_measure(cells: u64) -> u64 {
        cells / 2
    }

    /// The part of [`bytes`](Self::bytes) that other landmarks share.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let distances = TryArc::<Vec<Distances>>::BYTES + self.distances.capacity() * size_of::<Distances>();
        if TryArc::ptr_eq(&self.distances, &other.distances) { distances as u64 } else { 0 }
    }
}
