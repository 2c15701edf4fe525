//! When landmarks are kept, dropped, shared and measured anew.
//!
//! An edit repairs the landmarks or notes what it could not repair, until the landmarks are stale. Measuring takes
//! about as long as the searches of some frames, and a game that opens walls all the time would pay this price again
//! and again. Stale landmarks are therefore dropped only after searches have taken about 19 times as long as measuring
//! takes. Expanded cells stand for time.
//!
//! Landmarks of uniform and of weighted ground follow the same rule: [`Edited`] has what it reads.
//!
//! An edit makes the decision. Every search by jump points counts its expansions, with or without landmarks, and only
//! this decision and preparations reset the count. The sum over the searches between two edits does not depend on their
//! order: the same calls lead to the same decision on any number of threads.

use crate::distance::landmarks::{Edited, expansions_to_measure};
use crate::grid::MapError;
use crate::held::{Held, held};
use crate::index::derived::Derived;
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The landmarks of a map, if there are any.
#[derive(Debug)]
pub(in crate::index) struct KeptLandmarks<L> {
    measured: Derived<L>,
    upkeep: TryArc<Upkeep>,
}

held!([L: Held] KeptLandmarks<L>: measured);

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

/// Stale landmarks are dropped once searches have expanded this multiple of [`expansions_to_measure`]. A
/// game that opens walls all the time then spends about 1/20 of its search time on measuring.
const SEARCHES_FOR_MEASURING: u64 = 19;

impl<L: Edited> KeptLandmarks<L> {
    pub(in crate::index) fn new() -> Result<Self, MapError> {
        let upkeep = TryArc::try_new(Upkeep::default())?;
        Ok(Self { measured: Derived::default(), upkeep })
    }

    /// Returns these landmarks for a copy of the map.
    pub(in crate::index) fn share(&self) -> Self {
        Self { measured: self.measured.share(), upkeep: self.upkeep.clone() }
    }

    /// Shares the landmarks of another copy of the map, in the same state, unless both were measured at the same
    /// revision. If the other copy has no landmarks, nothing changes: a search may be measuring its
    /// landmarks now.
    pub(in crate::index) fn adopt(&mut self, other: &Self) {
        let measured_at = |kept: &Self| kept.get().map(|landmarks| landmarks.age().measured_at);
        if other.get().is_some() && measured_at(self) != measured_at(other) {
            self.measured = other.measured.share();
        }
    }

    pub(in crate::index) fn get(&self) -> Option<&L> {
        self.measured.get()
    }

    pub(in crate::index) fn get_or_measure(
        &self,
        measuring: &Mutex<()>,
        measure: impl FnOnce() -> Result<L, MapError>,
    ) -> Result<&L, MapError> {
        self.measured.get_or_derive(measuring, || Ok(TryArc::try_new(measure()?)?))
    }

    pub(in crate::index) fn count_search(&self, expansions: u64) {
        self.upkeep.expansions.fetch_add(expansions, Ordering::Relaxed);
    }

    /// Replaces the landmarks by others or by none, and resets the count of expansions. Returns the old ones, which the
    /// caller drops where no other thread waits.
    pub(in crate::index) fn replace(&mut self, landmarks: Option<TryArc<L>>) -> Option<TryArc<L>> {
        self.upkeep.expansions.store(0, Ordering::Relaxed);
        let replaced = self.measured.take();
        self.measured = landmarks.map(Derived::of).unwrap_or_default();
        replaced
    }

    /// To be called after the edit that made a revision. `update` takes its changes over.
    pub(in crate::index) fn after_edit(&mut self, revision: u64, update: impl FnOnce(&mut L)) {
        self.take_over(update);
        if self.drops_stale(revision) {
            self.measured.take();
        }
    }

    /// Takes changes of cells over.
    pub(in crate::index) fn take_over(&mut self, update: impl FnOnce(&mut L)) {
        let was_valid = self.get().is_some_and(|landmarks| landmarks.age().is_valid);
        // Without memory for a copy, shared landmarks are dropped.
        if was_valid && let Some(landmarks) = self.measured.exclusive(L::try_clone) {
            update(landmarks);
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
        if expansions.load(Ordering::Relaxed) < SEARCHES_FOR_MEASURING * expansions_to_measure(landmarks.cells() as u64)
        {
            return false;
        }
        expansions.store(0, Ordering::Relaxed);
        dropped.store(revision, Ordering::Relaxed);
        true
    }
}
