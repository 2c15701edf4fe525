//! Grids: creating, preparing, reading, editing and searching.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod world;
pub(super) mod preparation;
pub(super) mod agents;
pub(super) mod cells;
pub(super) mod changes;
pub(super) mod saving;
pub(super) mod path;
pub(super) mod sight;
pub(super) mod nearest;
pub(super) mod reachable;
pub(super) mod placing;

mod asked;
pub(super) mod object;
pub(super) mod positions;
