//! The map: cells, their types, and their place in the world.
//!
//! [`GridMap`] holds the cell types, and only its own methods write them. An [`Edit`] describes a change. [`GridSpace`]
//! converts between world positions and cells.

mod cell;
mod edit;
mod map;
mod space;

pub use cell::{Cell, CellType, NEIGHBOR_OFFSETS, Rect};
pub(crate) use edit::CellData;
pub use edit::{Edit, OwnedEdit};
pub use map::{GridMap, GridSize, MAX_SIDE, MapError};
pub use space::{Anchor, GridSpace, Plane, SpaceError};
