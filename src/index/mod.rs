//! What searches derive from a map, and keep current through its edits.
//!
//! [`IndexedGrid`] is a [`GridMap`](crate::grid::GridMap) with its [`Layer`]: what follows from which cells can be
//! entered. Inside: those cells, as bits by rows and by columns (`walkable_cells`); for each diagonal rule where jumps end
//! (`jump_points`); which cells are connected (`components`); and, where they are asked for, distances from a few cells
//! (`landmarks`). Nothing here searches.

mod components;
mod derived;
mod engine;
mod walkable_cells;
mod indexed_grid;
mod jump_points;
mod landmarks;
mod layer;
#[cfg(test)]
pub(crate) mod test_maps;

pub(crate) use components::Components;
pub use engine::Engine;
pub use indexed_grid::IndexedGrid;
pub(crate) use jump_points::{JumpPoints, Lines as JumpLines, diagonal_word};
pub(crate) use landmarks::{GoalEstimate, Landmarks, StaleLandmarks};
pub(crate) use layer::GivenBack;
pub use layer::{Layer, Prepared};
pub(crate) use walkable_cells::{IndexCell, WalkableCells};
