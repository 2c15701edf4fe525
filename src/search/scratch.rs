//! What searches remember, kept between them so that a warm one allocates nothing.

use super::astar_memory::AStarMemory;
use super::jump::JumpMemory;
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
