//! The map: cells, their types, what stands on them, and where it lies in the world.
//!
//! [`GridMap`] holds the cell types, and only its own methods write them. A [`Layout`] says how they lie. An [`Edit`]
//! describes a change. A [`CoverShape`] is what stands on cells, and [`Passage`] a wall between two of them.
//! [`GridSpace`] converts between world positions and cells.

mod cell;
mod content_sum;
mod cover_shape;
mod covered_map;
mod covers;
mod edit;
mod layout;
mod map;
mod passage_bits;
mod passages;
mod size;
mod space;

pub(crate) use cell::CellData;
pub use cell::{Cell, CellType, NEIGHBOR_OFFSETS, Rect};
pub use content_sum::ContentSum;
pub(crate) use content_sum::WordHash;
pub use cover_shape::CoverShape;
pub(crate) use covered_map::CoveredMap;
pub use covers::MAX_COVERS;
pub use edit::Edit;
pub use layout::Layout;
pub(crate) use layout::is_hexagon_step;
pub(crate) use map::Difference;
pub use map::GridMap;
pub(crate) use passages::Passages;
pub use passages::{Passage, Sides};
pub use size::{GridSize, MAX_SIDE, MapError};
pub use space::standing::Standing;
pub use space::{Anchor, GridPlace, GridSpace, Plane, SpaceError};
