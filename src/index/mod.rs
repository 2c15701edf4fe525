//! The index: what searches derive from a map and edits keep current.
//!
//! An [`IndexedGrid`] is a [`GridMap`](crate::grid::GridMap) with its [`Layer`]. The layer holds what follows from the
//! walkable cells of the map:
//!
//! - `walkable_cells`: the walkable cells as bits, by rows and by columns. The file has a drawing of all coordinates.
//! - `jump_points`: where jumps end, for each diagonal rule in use.
//! - `components`: which cells are connected.
//! - `landmarks`: distances from eight cells, for grids that ask for landmarks.
//! - `terrain`: what searches in weighted terrain derive from a map and a profile.
//!
//! Nothing here searches for paths.

mod agent_layers;
mod cache;
mod cell_charges;
mod changed_cells;
mod clearance;
mod components;
mod derived;
mod engine;
mod walkable_cells;
mod grid_view;
mod indexed_grid;
mod jump_points;
mod landmarks;
mod layer;
mod map_cells;
mod prepared_jumps;
mod rings;
pub(crate) mod terrain;
mod walls;
#[cfg(test)]
pub(crate) mod test_maps;

pub use agent_layers::{AgentLayers, AgentView};
#[cfg(test)]
pub(crate) use cache::Cached;
pub(crate) use cell_charges::CellCharges;
pub(crate) use clearance::anchors_of;
pub(crate) use components::Components;
pub use engine::Engine;
pub use grid_view::GridView;
pub use indexed_grid::IndexedGrid;
pub(crate) use jump_points::{JumpPoints, Lines as JumpLines, diagonal_word};
pub(crate) use landmarks::{GoalEstimate, OpeningMemory};
pub use layer::Layer;
pub(crate) use layer::preparation::GivenBack;
pub(crate) use layer::preparation::MeasuredLandmarks;
pub use layer::preparation::Prepared;
pub(crate) use map_cells::MapCells;
pub(crate) use terrain::{
    CellSums, CellWeights, LandmarkEstimate, LandmarkTold, LineSums, MarkedSums, Sums, Terrain, TerrainJumps,
    TerrainLandmarks, cost_between, diagonal_steps, jump_word,
};
pub(crate) use walkable_cells::{IndexCell, WalkableCells};
pub(crate) use walls::{WalledRows, Walls, closed_around, closed_around_inlined, closes_way_out};
