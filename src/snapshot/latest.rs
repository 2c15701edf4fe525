//! The current cells of a grid: a state, overlaid with the edits that the state has not made yet.

use super::edit_log::EditsFrom;
use crate::grid::{Cell, CellData, CellType, ContentSum, Edit, MapError, Rect};
use crate::index::{IndexedGrid, Prepared};

/// Where an edit changes cells, and how it changes the sum of all cells, if that is known.
pub(super) type Changed = (Rect, Option<ContentSum>);

/// A state, and the edits that wait for it. Each of these edits changes at least one cell.
#[derive(Debug)]
pub(super) struct Latest<'a> {
    state: &'a IndexedGrid,
    waiting: EditsFrom<'a>,
}

impl<'a> Latest<'a> {
    pub(super) fn new(state: &'a IndexedGrid, waiting: EditsFrom<'a>) -> Self {
        Self { state, waiting }
    }

    /// A state for which no edit waits.
    pub(super) fn of(state: &'a IndexedGrid) -> Self {
        Self::new(state, EditsFrom::none())
    }

    /// Parts derived for the state.
    pub(super) fn prepared(&self) -> Prepared {
        self.state.prepared()
    }

    /// The current type of a cell.
    pub(super) fn cell_type(&self, cell: Cell) -> Result<CellType, MapError> {
        let of_map = self.state.map().get(cell)?;
        let newest = self.waiting.clone().rev().find_map(|edit| edit.cell_type(cell));
        Ok(newest.unwrap_or(of_map))
    }

    /// Writes the current data of a rectangle's cells, row by row. `buffer` must have exactly one byte for each cell.
    pub(super) fn read(&self, data: CellData, rect: Rect, buffer: &mut [u8]) -> Result<(), MapError> {
        self.state.map().read_data(data, rect, buffer)?;
        self.waiting.clone().for_each(|edit| edit.write_over(data, rect, buffer));
        Ok(())
    }

    /// Writes the current number of covers of a rectangle's cells, row by row. `counts` must have exactly one place for
    /// each cell.
    pub(super) fn read_covers(&self, rect: Rect, counts: &mut [u16]) -> Result<(), MapError> {
        self.state.map().read_covers(rect, counts)?;
        self.waiting.clone().for_each(|edit| edit.count_over(rect, counts));
        Ok(())
    }

    /// The smallest rectangle with all cells that a legal edit of types or penalties would change, and how it changes
    /// the sum of all cells; `None` if it would change nothing. If edits wait for these cells, `memory` receives their
    /// current bytes. An edit of most cells leaves the sum unknown: reading all cells again takes no longer.
    pub(super) fn changed_by(&self, edit: &Edit, memory: &mut Vec<u8>) -> Result<Option<Changed>, MapError> {
        let (rect, size) = (edit.rect(), self.state.map().size());
        let is_summed = rect.cells() <= size.cells() as u64 / 2;
        let meets = |waiting: &Edit| waiting.data() == edit.data() && waiting.rect().common(rect).is_some();
        if !self.waiting.clone().any(meets) {
            let map = self.state.map();
            return Ok(map.changed_by(edit).map(|changed| (changed, is_summed.then(|| map.sum_change(edit)))));
        }
        memory.clear();
        memory.try_reserve_exact(rect.cells() as usize)?;
        memory.resize(rect.cells() as usize, 0);
        self.read(edit.data(), rect, memory)?;
        let rows = memory.chunks_exact(rect.width as usize);
        let sum = |rows| is_summed.then(|| edit.sum_change(size, rows));
        Ok(edit.changes(rows.clone()).map(|changed| (changed, sum(rows))))
    }
}
