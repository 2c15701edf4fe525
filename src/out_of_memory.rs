//! The error of every function that allocates fallibly.

use std::collections::TryReserveError;

/// Not enough memory. The failed call has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}
