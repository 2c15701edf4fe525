//! The error of everything that reserves memory fallibly.

use std::collections::TryReserveError;

/// Not enough memory. What was asked for is not done, and everything is as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}
