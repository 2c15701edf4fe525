//! How much a caller's thread may work in one frame.

use super::clock::Instant;
use crate::interrupt::Interrupt;
use std::time::Duration;

/// Expansions between two looks at the clock: some ten microseconds.
const TIMED_SLICE: u32 = 64;

/// Expansions between two looks at whether the work was cancelled: about a millisecond.
const SLICE: u32 = 4096;

/// An allowance of expansions, of time, or of both. Whichever is used up first ends it.
#[derive(Debug)]
pub struct Budget {
    expansions: u64,
    /// Expansions that were spent beyond the budget.
    debt: u64,
    until: Option<Instant>,
    interrupt: Interrupt,
}

impl Budget {
    /// No limit of expansions and no limit of time.
    pub fn unlimited() -> Self {
        Self::new(None, None)
    }

    /// No limit, for work that takes so long that the thread may be asked to end meanwhile.
    pub fn until(interrupt: Interrupt) -> Self {
        Self { interrupt, ..Self::unlimited() }
    }

    /// Whether long work should end unfinished.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt
    }

    /// `expansions` cells, and `time` from now on; `None` is no limit.
    pub fn new(expansions: Option<u64>, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        Self { expansions: expansions.unwrap_or(u64::MAX), debt: 0, until, interrupt: Interrupt::NEVER }
    }

    /// Number of expansions after which the caller should ask again whether the budget [is spent](Self::is_spent).
    pub fn slice(&self) -> u32 {
        self.expansions.clamp(1, if self.until.is_some() { TIMED_SLICE } else { SLICE }.into()) as u32
    }

    /// Takes expansions from the budget. What it lacks becomes its debt.
    pub fn spend(&mut self, expansions: u64) {
        self.debt = self.debt.saturating_add(expansions.saturating_sub(self.expansions));
        self.expansions = self.expansions.saturating_sub(expansions);
    }

    /// Number of expansions that were spent beyond the budget.
    pub fn debt(&self) -> u64 {
        self.debt
    }

    /// Whether nothing more may be begun.
    pub fn is_spent(&self) -> bool {
        self.expansions == 0 || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
