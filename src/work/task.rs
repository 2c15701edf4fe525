//! What a pool works on.

use super::budget::Budget;
use crate::search::Scratch;

/// The largest number of threads of a pool.
pub const MAX_THREADS: u32 = 64;

/// What a pool works on: a number of shares that any threads may take in any order.
pub trait Work: Send + Sync + 'static {
    /// Prepares a thread of the pool, which calls it first.
    fn begin_thread() {}

    /// Takes the next share for the calling thread, which then has to [`run`](Self::run) it.
    fn claim(&self) -> Option<u32>;

    /// Whether [`claim`](Self::claim) has a further share.
    fn has_shares_left(&self) -> bool;

    /// Runs a share until it has ended or the budget is spent, and takes from the budget what it took. Returns whether
    /// the share has ended. If not, it must be run again later, with the same memory, which nobody uses meanwhile. Must
    /// not panic.
    fn run(&self, share: u32, budget: &mut Budget, memory: &mut Scratch) -> bool;

    /// Whether all shares have ended.
    fn has_ended(&self) -> bool;

    /// Ends the shares that no thread has taken.
    fn cancel(&self);

    /// Whether the work takes so long that it gets a thread beside those that answer queries.
    fn is_long(&self) -> bool;
}
