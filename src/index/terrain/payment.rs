//! When jumps of a terrain answer: once A* has paid for them.
//!
//! Deriving jumps takes as long as many searches by A*, and most profiles and maps change before it has paid. A* over
//! cells therefore answers first. Once its searches have expanded [`price`] cells, the jumps have paid: a search that
//! begins later uses them. An edit of a large part of the map drops the jumps, and the count begins again.
//!
//! The count decides, and callers count an answer where they give it out: the same calls, one after another, get the
//! same answers on any number of threads. The work is spread: each search derives a share of the jumps that takes about
//! as long as the search did (`building.rs`). Who does the work, and when, decides nothing.

use crate::movement::DiagonalRule;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of expansions by A* that take about as long as deriving the jumps of a cell under one rule.
const EXPANSIONS_BY_CELL: u64 = 8;

/// What all copies of a map know of the payment for the jumps of a terrain.
#[derive(Debug)]
pub(crate) struct Payment {
    price: u64,
    /// By the number of the diagonal rule, the cells that A* has expanded for answers that were used.
    counted: [AtomicU64; 4],
    /// As `counted`, for all searches: they work ahead of the count.
    worked: [AtomicU64; 4],
    /// The revision of the last edit that dropped the jumps.
    dropped_at: AtomicU64,
}

/// The number of expansions by A* that pay for the jumps of a map.
pub(crate) fn price(cells: usize) -> u64 {
    cells as u64 * EXPANSIONS_BY_CELL
}

impl Payment {
    pub(super) fn new(cells: usize, revision: u64) -> Self {
        Self {
            price: price(cells),
            counted: Default::default(),
            worked: Default::default(),
            dropped_at: AtomicU64::new(revision),
        }
    }

    /// Counts the expansions of an answer by A* that is used.
    pub(crate) fn count(&self, rule: DiagonalRule, expansions: u64) {
        self.counted[rule as usize].fetch_add(expansions, Ordering::Relaxed);
    }

    /// Whether the jumps have paid.
    pub(crate) fn is_complete(&self, rule: DiagonalRule) -> bool {
        self.counted[rule as usize].load(Ordering::Relaxed) >= self.price
    }

    /// The jumps are derived, whatever was counted: searches that begin later use them. As [`count`](Self::count), for
    /// an answer by jumps that is used, and for a preparation.
    pub(crate) fn complete(&self, rule: DiagonalRule) {
        if !self.is_complete(rule) {
            self.counted[rule as usize].fetch_max(self.price, Ordering::Relaxed);
        }
    }

    /// Notes a search, and returns which part of all work is its share, of [`WHOLE`](Self::WHOLE). The first quarter of
    /// the price is searched without work, because many profiles are hardly used.
    pub(super) fn share_of(&self, rule: DiagonalRule, expansions: u64) -> u64 {
        let before = self.worked[rule as usize].fetch_add(expansions, Ordering::Relaxed);
        if before.saturating_add(expansions) < self.price / 4 {
            0
        } else {
            2 * expansions * Self::WHOLE / self.price + 1
        }
    }

    pub(super) const WHOLE: u64 = 1 << 20;

    /// Begins to count anew after the edit that made a revision. Edits come one after another; the first copy of the
    /// map that makes an edit resets the count.
    pub(super) fn begin_anew(&self, revision: u64) {
        if self.dropped_at.fetch_max(revision, Ordering::Relaxed) < revision {
            for count in self.counted.iter().chain(&self.worked) {
                count.store(0, Ordering::Relaxed);
            }
        }
    }
}
