//! How far cells are from each other.
//!
//! - [`queue`]: what waits to be expanded, by cost; [`cell_queue`]: cells with a cost and an arrival.
//! - [`ground`]: where the cells of an area lie, and what steps between them cost.
//! - [`tools`]: what spreading costs needs besides them, read from the [rows of a map](map_rows).
//! - [`spread`]: costs from cell to cell, or by [`sweep`]: along the jumps of a jump-point search.
//! - [`strips`]: costs by [`rows`] of 64 cells at once, in [lists](row_list) of them, which [`relax`] takes on.
//! - [`walled`]: legal steps where there are walls between cells, which [`legal_steps`] keeps.
//! - [`value`]: costs of cells in a list; [`visits`]: how much work a call may do.
//! - [`landmarks`]: distances from eight cells, and the estimates that follow from them.

pub(crate) mod cell_queue;
pub(crate) mod flags;
pub(crate) mod ground;
pub(crate) mod landmarks;
mod legal_steps;
pub(crate) mod map_rows;
pub(crate) mod queue;
mod relax;
mod row_list;
mod rows;
pub(crate) mod spread;
pub(crate) mod strips;
pub(crate) mod sweep;
pub(crate) mod tools;
pub(crate) mod value;
pub(crate) mod visits;
pub(crate) mod walled;
