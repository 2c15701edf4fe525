//! What searches remember, kept between them so that a warm one allocates nothing.

use super::astar_memory::AStarMemory;
use super::jump_search::JumpMemory;
use crate::grid::Cell;

/// The memory of one thread's searches.
///
/// For each kind of search that was made it has 4 bytes for each cell of the largest map, in memory that is touched only where
/// searches came by, and 30 to 40 bytes for each cell that one search reached.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) astar: AStarMemory,
    pub(super) jumps: JumpMemory,
    /// The cells at which the path found last may turn, from start to goal.
    pub(super) corners: Vec<Cell>,
}

impl Scratch {
    /// Holds hardly any memory until the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.astar.bytes() + self.jumps.bytes() + self.corners.capacity() * size_of::<Cell>()) as u64
    }
}

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
