//! A state of a grid that no edit changes, as searches, fields and crowds hold it.

use super::indexed_grid::IndexedGrid;
use crate::try_arc::TryArc;
use std::ops::Deref;

/// A state of a grid, and its revision there. Forks of a grid share states, and each counts its own edits.
#[derive(Clone, Debug)]
pub struct GridView {
    state: TryArc<IndexedGrid>,
    revision: u64,
}

impl GridView {
    /// A state that a grid has at a revision.
    pub(crate) fn new(state: TryArc<IndexedGrid>, revision: u64) -> Self {
        Self { state, revision }
    }

    /// The state of a grid that nobody shares.
    #[cfg(test)]
    pub(crate) fn of(grid: IndexedGrid) -> Self {
        let revision = grid.map().revision();
        Self { state: TryArc::try_new(grid).unwrap(), revision }
    }

    /// Number of edits that the grid had seen.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The state, with those who share it.
    #[cfg(test)]
    pub(crate) fn state(&self) -> &TryArc<IndexedGrid> {
        &self.state
    }
}

impl Deref for GridView {
    type Target = IndexedGrid;

    fn deref(&self) -> &IndexedGrid {
        &self.state
    }
}
