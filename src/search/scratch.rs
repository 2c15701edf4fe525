//! The memory of searches, kept from one search to the next so that a warm search allocates nothing.

use super::astar_memory::AStarMemory;
use super::jump::JumpMemory;
use super::terrain::TerrainMemory;
use crate::grid::Cell;
use crate::index::OpeningMemory;

/// The memory of one thread's searches.
///
/// For each kind of search (jump points, A*, weighted terrain): 4 bytes for each cell of the largest map, which the
/// system provides only where searches came by, and 30 to 40 bytes for each cell that one search reached.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) astar: AStarMemory,
    pub(super) jumps: JumpMemory,
    pub(super) openings: OpeningMemory,
    pub(super) terrain: TerrainMemory,
    /// The cells at which the last path may turn, from start to goal.
    pub(super) corners: Vec<Cell>,
    /// The cells of the last path that was straightened, or its points.
    pub(super) points: Vec<Cell>,
}

impl Scratch {
    /// An empty scratch. It takes memory at the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let corners = (self.corners.capacity() + self.points.capacity()) * size_of::<Cell>();
        (self.astar.bytes() + self.jumps.bytes() + self.openings.bytes() + self.terrain.bytes() + corners) as u64
    }
}
