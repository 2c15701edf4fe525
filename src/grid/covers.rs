//! Covers: units, crates and closed gates, which stand on cells and do not belong to the map.
//!
//! A *cover* is a set of cells. A cell under at least one cover is blocked for every agent, whatever its type. The type
//! stays what the map says, so that a cover can come and go without knowing the map, and several can share a cell.
//!
//! ```text
//! types      . . 2 #        covers   0 1 1 1        blocked for agents     . # # #
//!            . . 2 .                 0 0 2 1        that can enter 2       . . # #
//! ```
//!
//! A map counts the covers of each cell, and keeps a bit for each covered cell, which the index reads 64 at a time.
//! Maps without covers hold neither.

use super::{Cell, GridSize, MapError};
use crate::bits::bit_rows::{BitRows, copied, zeroed};
use crate::held::held;

/// The most covers that a cell can have: the count of a cell has 16 bits.
pub const MAX_COVERS: u32 = u16::MAX as u32;

/// The bytes of an edit of covers. A cell stays as it is, gets one cover more, or one fewer.
pub(super) const KEEP: u8 = 0;
pub(super) const ADD: u8 = 1;
pub(super) const REMOVE: u8 = 2;

/// The covers of a map.
#[derive(Debug)]
pub(super) struct Covers {
    /// The number of covers of each cell, row by row.
    counts: Vec<u16>,
    /// A one for each cell with a cover, by the rows of the map.
    covered: BitRows,
    /// Number of cells with a cover.
    covered_cells: u64,
}

held!(Covers: counts, covered);

impl Covers {
    pub(super) fn new(size: GridSize) -> Result<Self, MapError> {
        let covered = BitRows::new(size.width as usize, size.height as usize)?;
        Ok(Self { counts: zeroed(size.cells())?, covered, covered_cells: 0 })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { counts: copied(&self.counts)?, covered: self.covered.try_clone()?, ..*self })
    }

    /// Whether no cell has a cover.
    pub(super) fn are_none(&self) -> bool {
        self.covered_cells == 0
    }

    /// The number of covers of each cell, row by row.
    pub(super) fn counts(&self) -> &[u16] {
        &self.counts
    }

    /// A one for each covered cell of a word of a row.
    #[inline(always)]
    pub(super) fn covered_word(&self, y: usize, word: usize) -> u64 {
        self.covered.row(y as isize)[word]
    }

    /// Makes the change that a byte stands for.
    pub(super) fn change(&mut self, size: GridSize, cell: Cell, change: u8) {
        let count = &mut self.counts[size.index(cell)];
        let changed = changed_count(*count, change);
        if (*count == 0) != (changed == 0) {
            self.covered.set(cell.x as usize, cell.y as usize, changed != 0);
            self.covered_cells = self.covered_cells.wrapping_add_signed(if changed == 0 { -1 } else { 1 });
        }
        *count = changed;
    }
}

/// The number of covers after the change that a byte stands for.
pub(super) fn changed_count(count: u16, change: u8) -> u16 {
    match change {
        ADD => count.saturating_add(1),
        REMOVE => count.saturating_sub(1),
        _ => count,
    }
}
