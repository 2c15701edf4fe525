//! The map: cells and their types, and where cells lie in the world.
//!
//! [`GridMap`] holds the types of the cells and is the only writer of them; an [`Edit`] says what to change.
//! [`GridSpace`] turns world positions into cells and back.

mod cell;
mod edit;
mod map;
mod space;

pub use cell::{Cell, CellType, NEIGHBOR_OFFSETS, Rect};
pub use edit::{Edit, OwnedEdit};
pub use map::{GridMap, GridSize, MAX_SIDE, MapError};
pub use space::{GridSpace, Plane, SpaceError};
