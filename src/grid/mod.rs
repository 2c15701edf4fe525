//! The map: cells and their types, and where cells lie in the world.
//!
//! [`GridMap`] holds the types of the cells and is the only writer of them; an [`Edit`] says what to change. [`SharedGrid`] lets many threads search one
//! map while another edits it: a search holds a [view](SharedGrid::view), one consistent state that no edit changes.
//! [`GridSpace`] turns world positions into cells and back.

mod cell;
mod edit;
mod map;
mod shared;
mod space;

pub use cell::{Cell, CellType, NEIGHBOR_OFFSETS, Rect};
pub use edit::Edit;
pub use map::{GridMap, MAX_SIDE, MapError};
pub use shared::{EditError, SharedGrid};
pub use space::{GridSpace, Plane, SpaceError};
