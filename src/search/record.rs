//! The limit of a search, and what the search reports besides its outcome: the corners of its path, the number of
//! expansions and, for traces, the expanded cells.

use crate::grid::Cell;

/// The limit of a search, and what the search reports besides its end.
pub(super) struct Record<'a> {
    /// The corners of the path, from the goal to the start.
    pub(super) corners: &'a mut Vec<Cell>,
    /// Number of expanded cells.
    pub(super) expansions: u32,
    /// The search ends when it would expand more cells than this.
    pub(super) limit: u32,
    /// The expanded cells in order, if the caller wants them.
    pub(super) expanded: Option<&'a mut Vec<Cell>>,
}

impl Record<'_> {
    /// Starts over for another search: forgets the expanded cells.
    pub(super) fn begin_anew(&mut self) {
        self.expansions = 0;
        if let Some(expanded) = &mut self.expanded {
            expanded.clear();
        }
    }
}
