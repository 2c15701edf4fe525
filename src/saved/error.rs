//! Why saved bytes are refused.

use crate::OutOfMemory;
use crate::grid::MapError;

/// Why bytes were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SavedError {
    /// They were not saved by this library, or are of another kind.
    Foreign,
    /// A newer version of the library saved them.
    Newer,
    /// They were cut off or changed.
    Damaged,
    /// They are changes since another state of cells.
    OtherBase,
    /// They are the state of an object of a grid of another size or layout.
    OtherGround,
    /// Not enough memory.
    Memory,
}

impl From<OutOfMemory> for SavedError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// A map refuses what a file says, or its memory.
impl From<MapError> for SavedError {
    fn from(error: MapError) -> Self {
        if error == MapError::Memory { Self::Memory } else { Self::Damaged }
    }
}
