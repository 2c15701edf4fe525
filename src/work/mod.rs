//! Work that a caller need not wait for: a pool of threads, and batches of queries that the pool answers.
//!
//! A [`Batch`] is a list of queries on one state of a grid, or of the floors of a world. It is cut into shares, and
//! whoever has time takes the next share: a thread of the [`Pool`], the caller's thread within a budget, or a caller
//! that waits. Each answer depends on its query and the state alone, so the number of threads never shows in the
//! results.

mod batch;
mod budget;
mod clock;
mod floor_batch;
mod grid_batch;
#[cfg(test)]
mod order_tests;
mod pool;
mod queue;
mod shared;
mod task;
#[cfg(test)]
mod tests;

pub use batch::{AnyBatch, Batch, Ending, Replies, Reply, Searched};
pub use budget::Budget;
pub use floor_batch::{FloorBatch, FloorRequest, SearchedFloors};
pub use grid_batch::{GridBatch, Request, SearchedGrid};
pub use pool::{Pool, PoolInfo};
pub use task::{MAX_THREADS, Shares, Work};
