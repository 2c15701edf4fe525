//! What searches derive from a map, and keep current through its edits.
//!
//! [`IndexedGrid`] is a [`GridMap`](crate::grid::GridMap) with its index; [`SharedGrid`] lets many threads search one while
//! another edits it. Inside: which cells are free, as bits by rows and by columns (`free_cells`), and for each diagonal rule
//! where jumps end (`jump_points`). Nothing here searches.

mod bit_rows;
mod component_labels;
mod components;
mod distance_field;
mod engine;
mod free_cells;
mod indexed_grid;
mod jump_points;
mod kept_landmarks;
mod labelling;
#[cfg(test)]
mod landmark_maps;
mod landmark_shares;
mod landmark_weights;
mod landmarks;
mod lane_sweeps;
mod lanes;
mod row_flood;
mod segments;
mod shared;
mod shear;
mod split_check;
mod turn_rows;

pub(crate) use bit_rows::zeroed;
pub(crate) use components::Components;
pub use engine::Engine;
pub(crate) use free_cells::{FreeCells, Place};
pub use indexed_grid::{IndexedGrid, Prepared};
pub(crate) use jump_points::JumpPoints;
pub(crate) use landmark_weights::Scale;
pub(crate) use landmarks::{Distances, Landmarks, largest_difference};
pub use shared::{EditError, SharedGrid};
