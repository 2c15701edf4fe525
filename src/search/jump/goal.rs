//! The goal of a jump-point search, and the cells of its row and column from which straight steps lead to it without a
//! turn.

use crate::index::{IndexCell, WalkableCells};

/// The goal, and the stretches of its row and column from which straight steps lead to it.
pub(super) struct Goal {
    pub(super) x: i32,
    pub(super) y: i32,
    /// First and last x of the stretch of its row.
    row: (i32, i32),
    /// First and last y of the stretch of its column.
    column: (i32, i32),
}

impl Goal {
    pub(super) fn new(walkable: &WalkableCells, index_cell: IndexCell) -> Self {
        let signed = |(first, last): (usize, usize)| (first as i32, last as i32);
        let (x, y) = (index_cell.x as usize, index_cell.y as usize);
        Self {
            x: index_cell.x,
            y: index_cell.y,
            row: signed(walkable.lines_along_rows().run_toward(x, y)),
            column: signed(walkable.lines_along_columns().run_toward(y, x)),
        }
    }

    #[inline(always)]
    pub(super) fn is_seen_along_row(&self, x: i32, y: i32) -> bool {
        y == self.y && self.row.0 <= x && x <= self.row.1
    }

    #[inline(always)]
    pub(super) fn is_seen_along_column(&self, x: i32, y: i32) -> bool {
        x == self.x && self.column.0 <= y && y <= self.column.1
    }
}
