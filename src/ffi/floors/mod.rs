//! Floors and links, and paths through them.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod links;
pub(super) mod path;
pub(super) mod saving;

pub(super) mod object;
