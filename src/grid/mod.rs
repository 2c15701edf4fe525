//! The map: cells, their types, what stands on them, and their place in the world.
//!
//! [`GridMap`] holds the cell types, and only its own methods write them. An [`Edit`] describes a change. A
//! [`CoverShape`] is what stands on cells. [`GridSpace`]
//! converts between world positions and cells.

mod cell;
mod covers;
mod edit;
mod map;
mod space;

pub use cell::{Cell, CellType, NEIGHBOR_OFFSETS, Rect};
pub(crate) use covers::CoveredMap;
pub use covers::{CoverShape, MAX_COVERS};
pub(crate) use edit::CellData;
pub use edit::{Edit, OwnedEdit};
pub use map::{GridMap, GridSize, MAX_SIDE, MapError};
pub use space::{Anchor, GridSpace, Plane, SpaceError};
