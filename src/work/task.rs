//! Work of a pool.

use super::budget::Budget;
use crate::search::Scratch;
use crate::sync::atomic::{AtomicU32, Ordering};

/// The largest number of threads of a pool.
pub const MAX_THREADS: u32 = 64;

/// Work of a pool: a number of shares that any threads may take in any order.
pub trait Work: Send + Sync + 'static {
    /// Prepares a thread of the pool, which calls it first.
    fn begin_thread() {}

    /// Which shares are taken, and which have ended.
    fn shares(&self) -> &Shares;

    /// Runs a share that the thread has [claimed](Shares::claim) until it has ended or the budget is spent, and takes
    /// from the budget what it took. Returns whether the share has ended. If not, it must be run again later, with the
    /// same memory, which nobody uses meanwhile. Work that is long ends early once the budget's interrupt asks for it.
    /// Must not panic.
    fn run(&self, share: u32, budget: &mut Budget, memory: &mut Scratch) -> bool;

    /// Ends the shares that no thread has taken.
    fn cancel(&self);

    /// Whether the work takes so long that it gets a thread beside those that answer queries.
    fn is_long(&self) -> bool;
}

/// The shares of a work by number, from 0 up.
#[derive(Debug)]
pub struct Shares {
    count: AtomicU32,
    /// The number of shares that no thread has taken: the last ones.
    left: AtomicU32,
    /// The number of shares that have not ended.
    running: AtomicU32,
}

impl Shares {
    /// A number of shares that nobody has taken.
    pub fn new(count: u32) -> Self {
        Self { count: AtomicU32::new(count), left: AtomicU32::new(count), running: AtomicU32::new(count) }
    }

    /// Takes the next share for the calling thread, which then has to run it.
    pub fn claim(&self) -> Option<u32> {
        let left = self.left.fetch_update(Ordering::Acquire, Ordering::Relaxed, |left| left.checked_sub(1)).ok()?;
        // It stays the same until the share has ended.
        Some(self.count.load(Ordering::Relaxed) - left)
    }

    /// Begins again with a number of shares, after all have ended. A thread that still knows the work takes new ones.
    pub fn restart(&self, count: u32) {
        self.count.store(count, Ordering::Relaxed);
        self.running.store(count, Ordering::Relaxed);
        self.left.store(count, Ordering::Release);
    }

    /// Whether a share is left that no thread has taken.
    pub fn are_left(&self) -> bool {
        self.left.load(Ordering::Relaxed) > 0
    }

    /// Notes that a share has ended. Returns whether it was the last one.
    pub fn end_one(&self) -> bool {
        self.running.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Number of shares that have not ended.
    pub fn running(&self) -> u32 {
        self.running.load(Ordering::Acquire)
    }

    /// Whether all shares have ended.
    pub fn have_ended(&self) -> bool {
        self.running() == 0
    }
}
