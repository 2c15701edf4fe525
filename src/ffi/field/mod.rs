//! Fields: costs and directions of all cells towards some goals.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod building;
pub(super) mod reading;
pub(super) mod influence;
pub(super) mod combining;
pub(super) mod many;

pub(super) mod matrix;
pub(super) mod object;
