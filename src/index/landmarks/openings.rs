//! Openings: cells at steep steps whose distances were not repaired.

use crate::bits::bit_rows::reserved;
use crate::grid::MapError;
use crate::held::held;
use crate::index::walkable_cells::WalkableCells;

/// The most openings. Each one makes an estimate some nanoseconds slower.
pub(super) const MOST_OPENINGS: usize = 64;

/// A cell at a steep step, and the opened cell that made the step legal. Both are row indexes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) row_index: u32,
    /// When this cell closes, the steep step is illegal again.
    opened: u32,
}

/// The openings since the landmarks were measured.
#[derive(Debug, Default)]
pub(super) struct Openings(pub(super) Vec<Opening>);

held!(Openings: 0);

impl Openings {
    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut openings = reserved(self.0.len())?;
        openings.extend_from_slice(&self.0);
        Ok(Self(openings))
    }

    /// Number of openings.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Notes a cell at a steep step that became legal when `opened` was opened. Both are row indexes.
    pub(super) fn add(&mut self, row_index: usize, opened: usize) -> Result<(), MapError> {
        self.0.try_reserve(1)?;
        self.0.push(Opening { row_index: row_index as u32, opened: opened as u32 });
        Ok(())
    }

    /// Removes the openings of cells that are closed now, and those at whose cells no step is steep any more, which
    /// `is_steep` tells.
    pub(super) fn forget_closed(&mut self, walkable: &WalkableCells, is_steep: impl Fn(usize) -> bool) {
        let width = walkable.width();
        let is_open = |index: usize| walkable.is_walkable(index % width, index / width);
        self.0.retain(|opening| is_open(opening.opened as usize) && is_steep(opening.row_index as usize));
    }
}
