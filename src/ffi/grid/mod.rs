//! Grids: creating, preparing, reading, editing and searching one.

// The order of these is the order of the header.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod world;
pub(super) mod preparation;
pub(super) mod cells;
pub(super) mod path;

pub(super) mod object;
