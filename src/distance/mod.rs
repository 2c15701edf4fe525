//! How far cells are from each other.

pub(crate) mod queue;
