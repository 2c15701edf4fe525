//! Lists of rows whose memory goes back to the system when they are freed.

use super::relax::Row;
use crate::OutOfMemory;
use crate::bits::pages::Pages;
use crate::held::held;

/// Rows of a page. Memory is taken page by page, when a row is written to it first.
const ROWS_OF_PAGE: usize = 4096 / size_of::<Row>();

/// A list with room for a number of rows.
#[derive(Debug, Default)]
pub(super) struct RowList {
    pages: Pages<Row>,
    /// Where the list begins.
    first: usize,
    len: usize,
}

held!(RowList: pages);

impl RowList {
    /// An empty list with room for some rows. Lists that are filled side by side have different numbers: then they do
    /// not all begin a page at once.
    pub(super) fn with_room(count: usize, number: usize) -> Result<Self, OutOfMemory> {
        let first = if Pages::<Row>::are_own(count) { number % ROWS_OF_PAGE } else { 0 };
        Ok(Self { pages: Pages::zeros(first + count)?, first, len: 0 })
    }

    /// For how many rows it has room.
    pub(super) fn room(&self) -> usize {
        self.pages.len()
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a row, for which there is room.
    pub(super) fn push(&mut self, row: Row) {
        self.pages[self.first + self.len] = row;
        self.len += 1;
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.pages[self.first..][..self.len]
    }

    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.pages[self.first..][..self.len]
    }
}
