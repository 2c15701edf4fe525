//! The memory of searches, kept from one search to the next so that a warm search allocates nothing.

use super::any_angle::AnyAngleMemory;
use super::cells::StackedCells;
use super::cells::ordered::OrderedCells;
use super::jump::JumpMemory;
use super::terrain::TerrainMemory;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::{Held, held};
use crate::index::OpeningMemory;

/// The memory of one thread's searches.
///
/// For each kind of search (jump points, A*, weighted terrain): 4 bytes for each cell of the largest map, which the
/// system provides only where searches came by, and 30 to 40 bytes for each cell that one search reached.
/// For searches at any angle: about 80 bytes for each interval that one search reached.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) astar: OrderedCells,
    pub(super) hexagons: StackedCells,
    pub(super) jumps: JumpMemory,
    pub(super) openings: OpeningMemory,
    pub(super) terrain: TerrainMemory,
    pub(super) any_angle: AnyAngleMemory,
    /// The nodes of the way out of an obstacle.
    pub(super) crossing: OrderedCells,
    /// The cells at which the last path may turn, from start to goal.
    pub(super) corners: Vec<Cell>,
    /// The cells at which several searches end or begin.
    pub(super) ends: Vec<Cell>,
    /// The corners of the cheapest of their paths.
    pub(super) best_corners: Vec<Cell>,
    /// The cells of the way out of an obstacle.
    pub(super) crossed: Vec<Cell>,
    /// The cells of the last path that was straightened, or its points.
    pub(super) points: Vec<Cell>,
}

held!(
    Scratch: astar, hexagons, jumps, openings, terrain, any_angle, crossing, corners, ends, best_corners, crossed,
    points
);

impl Scratch {
    /// An empty scratch. It takes memory at the first search.
    #[inline(never)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The path of an agent that is already there.
    pub(super) fn stay(&mut self, cell: Cell) -> Result<(), OutOfMemory> {
        self.corners.clear();
        self.corners.try_reserve(1)?;
        self.corners.push(cell);
        Ok(())
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        Held::bytes(self) as u64
    }
}
