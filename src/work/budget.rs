//! How much a caller's thread may work in one frame.

use std::time::{Duration, Instant};

/// An allowance of expansions, of time, or of both. Whichever is used up first ends it.
#[derive(Debug)]
pub struct Budget {
    expansions: u64,
    until: Option<Instant>,
}

impl Budget {
    /// No limit of expansions and no limit of time.
    pub const UNLIMITED: Self = Self { expansions: u64::MAX, until: None };

    /// `expansions` cells, and `time` from now on; `None` is no limit.
    pub fn new(expansions: Option<u64>, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self { expansions: expansions.unwrap_or(u64::MAX), until }
    }

    /// Number of expansions left.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Takes expansions from the budget. Returns how many more were spent than it had.
    pub fn spend(&mut self, expansions: u64) -> u64 {
        let debt = expansions.saturating_sub(self.expansions);
        self.expansions = self.expansions.saturating_sub(expansions);
        debt
    }

    /// Whether nothing more may be begun.
    pub fn is_spent(&self) -> bool {
        self.expansions == 0 || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
