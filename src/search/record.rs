//! What searches write beside their ends.

use crate::grid::Cell;

/// What a search writes beside its end.
pub(super) struct Record<'a> {
    /// The corners of the path, from the goal to the start.
    pub(super) corners: &'a mut Vec<Cell>,
    /// How many cells were expanded.
    pub(super) expansions: u32,
    /// Those cells in order, where somebody wants them.
    pub(super) expanded: Option<&'a mut Vec<Cell>>,
}

impl Record<'_> {
    /// Forgets what a search has expanded: another one begins.
    pub(super) fn begin_anew(&mut self) {
        self.expansions = 0;
        if let Some(expanded) = &mut self.expanded {
            expanded.clear();
        }
    }
}
