//! Work that a caller need not wait for: tickets, batches, and the threads that answer them.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod threads;
pub(super) mod tickets;

pub(super) mod pool;
pub(super) mod task;
mod priority;
mod writing;
