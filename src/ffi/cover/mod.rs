//! Covers: what stands on the cells of a grid without being a part of its map.

// The header has the order of these modules.
pub(super) mod life;

pub(super) mod list;
pub(super) mod object;
