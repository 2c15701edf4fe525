//! Which grids were forked from which.

use std::sync::atomic::{AtomicU64, Ordering};

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

/// Where the cells of a grid come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ancestry {
    number: u64,
    /// The number of the grid that was forked, and the revision that it had, with which the fork began.
    parent: Option<(u64, u64)>,
}

impl Ancestry {
    /// A grid that was not forked.
    pub(super) fn new() -> Self {
        Self { number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed), parent: None }
    }

    /// A grid that was forked from this one at a revision.
    pub(super) fn of_fork(self, revision: u64) -> Self {
        Self { parent: Some((self.number, revision)), ..Self::new() }
    }

    /// A revision at which two grids had the same cells, if one was forked from the other or both at the same time from
    /// a third.
    pub(super) fn common_revision(self, other: Self) -> Option<u64> {
        let from = |parent: Option<(u64, u64)>, number: u64| parent.filter(|parent| parent.0 == number);
        let siblings = self.parent.filter(|_| self.parent == other.parent);
        let parent = from(self.parent, other.number).or(from(other.parent, self.number)).or(siblings);
        parent.map(|(_, revision)| revision)
    }
}
