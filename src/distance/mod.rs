//! How far cells are from each other.
//!
//! - [`queue`]: what waits to be expanded, by cost.
//! - [`sweep`]: costs along the jumps of a jump-point search.
//! - [`value`]: costs of cells in a list.
//! - [`landmarks`]: distances from eight cells, and the estimates that follow from them.

pub(crate) mod landmarks;
pub(crate) mod queue;
pub(crate) mod sweep;
pub(crate) mod value;
