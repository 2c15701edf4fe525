//! Searches that a caller advances by a number of expansions at a time.

pub(super) mod search;
