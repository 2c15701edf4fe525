//! Searches that a caller advances by a number of expansions at a time.

// The order of these is the order of the header.
pub(super) mod structs;
pub(super) mod search;

mod object;
