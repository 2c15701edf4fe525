//! The time that routes have spent on a floor by looking at ways. Once it is as long as learning costs takes, costs are
//! learned: what is derived takes no longer than what was spent without it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The debt of a floor, in ways that were looked at.
#[derive(Debug, Default)]
pub(super) struct Debt {
    ways: AtomicU64,
    /// The ends below this number have been asked for.
    next: AtomicUsize,
}

impl Debt {
    pub(super) fn add(&self, ways: usize) {
        self.ways.fetch_add(ways as u64, Relaxed);
    }

    pub(super) fn owes(&self, ways: u64) -> bool {
        self.ways.load(Relaxed) >= ways
    }

    pub(super) fn pay(&self, ways: u64) {
        // Another thread may have paid meanwhile.
        let _ = self.ways.fetch_update(Relaxed, Relaxed, |owed| Some(owed.saturating_sub(ways)));
    }

    /// The next of `count` ends that lacks costs.
    pub(super) fn next_end(&self, count: usize, lacks: impl Fn(usize) -> bool) -> Option<usize> {
        while self.next.load(Relaxed) < count {
            let end = self.next.fetch_add(1, Relaxed);
            if end < count && lacks(end) {
                return Some(end);
            }
        }
        None
    }
}
