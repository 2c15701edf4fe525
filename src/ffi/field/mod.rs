//! Fields: costs and directions of all cells towards some goals.

// The header has the order of these modules.
pub(super) mod building;
pub(super) mod reading;
pub(super) mod goals;
pub(super) mod matrix;

pub(super) mod object;
