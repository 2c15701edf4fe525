//! Floors, their links, and paths through them.

// The order of these is the order of the header.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod links;
pub(super) mod path;

mod object;
