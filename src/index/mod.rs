//! What searches derive from a map, and keep current through its edits.
//!
//! [`IndexedGrid`] is a [`GridMap`](crate::grid::GridMap) with its index; [`SharedGrid`] lets many threads search one while
//! another edits it. Inside: which cells are free, as bits by rows and by columns (`free_cells`), and for each diagonal rule
//! where jumps end (`jump_points`). Nothing here searches.

mod bit_rows;
mod component_labels;
mod components;
#[allow(dead_code, reason = "searches begin to use landmarks next")]
mod distance_field;
mod free_cells;
mod indexed_grid;
mod jump_points;
#[cfg(test)]
mod landmark_maps;
#[allow(dead_code, reason = "searches begin to use landmarks next")]
mod landmark_shares;
#[allow(dead_code, reason = "searches begin to use landmarks next")]
mod landmark_weights;
#[allow(dead_code, reason = "searches begin to use landmarks next")]
mod landmarks;
mod segments;
mod shared;
mod shear;
mod split_check;
mod turn_rows;

pub(crate) use bit_rows::zeroed;
pub(crate) use free_cells::{FreeCells, Place};
pub use indexed_grid::IndexedGrid;
pub(crate) use jump_points::JumpPoints;
pub use shared::{EditError, SharedGrid};
