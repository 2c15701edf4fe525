//! What every part of a search says when memory can't be had.

use std::collections::TryReserveError;

/// The memory for a search could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}
