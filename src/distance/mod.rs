//! How far cells are from each other.
//!
//! - [`queue`]: what waits to be expanded, by cost.
//! - [`sweep`]: costs along the jumps of a jump-point search.
//! - [`value`]: costs of cells in a list.

pub(crate) mod queue;
pub(crate) mod sweep;
pub(crate) mod value;
