//! Counts and reports of a search while it runs.

use crate::OutOfMemory;
use crate::grid::Cell;

/// The expansions of searches that run one after another, and their trace.
pub(super) struct Record<'a> {
    /// Cells that the search under way has expanded.
    pub(super) expansions: u32,
    /// The search under way pauses when it would expand more cells than this.
    pub(super) limit: u32,
    /// Cells that may still be expanded in this slice.
    left: u32,
    /// The expanded cells in order, if the caller wants them.
    pub(super) trace: Option<&'a mut Vec<Cell>>,
    /// Where the cells of the search under way begin in the trace.
    begin: usize,
}

impl<'a> Record<'a> {
    /// For a slice of expansions. A search that is traced runs in one slice.
    pub(super) fn new(slice: u32, mut trace: Option<&'a mut Vec<Cell>>) -> Self {
        if let Some(trace) = &mut trace {
            trace.clear();
        }
        Self { expansions: 0, limit: slice, left: slice, trace, begin: 0 }
    }

    /// Cells that may still be expanded in this slice.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// To be called before a search begins, or goes on after a number of expansions. It may come to `limit`.
    #[inline(always)]
    pub(super) fn go_on(&mut self, expansions: u32, limit: u32) {
        if expansions == 0 {
            self.begin = self.trace.as_ref().map_or(0, |trace| trace.len());
        }
        (self.expansions, self.limit) = (expansions, limit.min(expansions.saturating_add(self.left)));
    }

    /// To be called when the search has ended or paused that had gone on after a number of expansions.
    #[inline(always)]
    pub(super) fn end(&mut self, before: u32) {
        self.left -= self.expansions - before;
    }

    /// Notes a cell that is expanded now.
    #[inline(always)]
    pub(super) fn expand(&mut self, cell: impl FnOnce() -> Cell) -> Result<(), OutOfMemory> {
        if let Some(trace) = &mut self.trace {
            trace.try_reserve(1)?;
            trace.push(cell());
        }
        self.expansions += 1;
        Ok(())
    }

    /// Forgets the cells of the last search, which another one replaces.
    pub(super) fn forget_last(&mut self) {
        self.forget_from(self.begin);
    }

    /// Forgets all expanded cells but the first `count`.
    pub(super) fn forget_from(&mut self, count: usize) {
        if let Some(trace) = &mut self.trace {
            trace.truncate(count);
        }
    }
}
