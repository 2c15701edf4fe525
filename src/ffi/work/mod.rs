//! Work that a caller need not wait for: tickets, batches, and the threads that answer them.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod threads;
pub(super) mod tickets;
pub(super) mod batches;

pub(crate) mod object;
mod fork;
mod priority;
mod writing;
