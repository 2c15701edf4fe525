//! Steppers: searches that a caller advances by a number of expansions at a time.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod search;

pub(super) mod object;
