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

/// Fills a list anew with copies of a value.
pub(crate) fn refill<T: Clone>(list: &mut Vec<T>, count: usize, value: T) -> Result<(), OutOfMemory> {
    list.clear();
    list.try_reserve_exact(count)?;
    list.resize(count, value);
    Ok(())
}
