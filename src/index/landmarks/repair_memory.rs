//! The memory of a repair, and its limits.

use super::distances::Distances;
use crate::bits::bit_rows::BitRows;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;

/// The memory of a repair.
#[derive(Debug)]
pub(super) struct RepairMemory {
    /// Row indexes of cells from which a step may be steep, in the order in which they were found.
    pub(super) waiting: Vec<u32>,
    pub(super) is_waiting: BitRows,
    /// Row indexes of lowered cells with their earlier distances, in the order of lowering.
    pub(super) undo: Vec<(u32, Distances)>,
}

/// A repair exceeds its limit, or there is not enough memory for the repair.
pub(super) struct RepairGivenUp;

impl RepairMemory {
    pub(super) fn new(walkable: &WalkableCells) -> Result<Self, MapError> {
        let is_waiting = BitRows::new(walkable.width(), walkable.height())?;
        Ok(Self { waiting: Vec::new(), is_waiting, undo: Vec::new() })
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { waiting: Vec::new(), is_waiting: self.is_waiting.try_clone()?, undo: Vec::new() })
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let waiting = self.waiting.capacity() * size_of::<u32>();
        (waiting + self.undo.capacity() * size_of::<(u32, Distances)>()) as u64 + self.is_waiting.bytes()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.undo.is_empty() && self.is_waiting.is_empty()
    }

    pub(super) fn push(&mut self, (x, y): (usize, usize), width: usize, limit: usize) -> Result<(), RepairGivenUp> {
        if self.is_waiting.get(x, y) {
            return Ok(());
        }
        if self.waiting.len() >= limit {
            return Err(RepairGivenUp);
        }
        self.waiting.try_reserve(1).map_err(|_| RepairGivenUp)?;
        self.is_waiting.set(x, y, true);
        self.waiting.push((y * width + x) as u32);
        Ok(())
    }

    /// Removes the waiting cells and the earlier distances.
    pub(super) fn clear(&mut self, width: usize) {
        for row_index in self.waiting.drain(..) {
            self.is_waiting.set(row_index as usize % width, row_index as usize / width, false);
        }
        self.undo.clear();
    }
}
