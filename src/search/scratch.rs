//! The memory of searches, kept from one search to the next so that a warm search allocates nothing.

use super::any_angle::AnyAngleMemory;
use super::astar_memory::AStarMemory;
use super::jump::JumpMemory;
use super::leaving::LeavingMemory;
use super::query::{Path, PathForm};
use super::terrain::TerrainMemory;
use crate::grid::Cell;
use crate::index::OpeningMemory;

/// The memory of one thread's searches.
///
/// For each kind of search (jump points, A*, weighted terrain): 4 bytes for each cell of the largest map, which the
/// system provides only where searches came by, and 30 to 40 bytes for each cell that one search reached.
/// For searches at any angle: about 80 bytes for each interval that one search reached.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) astar: AStarMemory,
    pub(super) jumps: JumpMemory,
    pub(super) openings: OpeningMemory,
    pub(super) terrain: TerrainMemory,
    pub(super) any_angle: AnyAngleMemory,
    pub(super) leaving: LeavingMemory,
    /// The cells at which the last path may turn, from start to goal.
    pub(super) corners: Vec<Cell>,
    /// The cells that are nearest to a goal that can't be reached.
    pub(super) ends: Vec<Cell>,
    /// The corners of the cheapest path to one of them.
    pub(super) best_corners: Vec<Cell>,
    /// The cells of the last path that was straightened, or its points.
    pub(super) points: Vec<Cell>,
}

impl Scratch {
    /// An empty scratch. It takes memory at the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// The path that the last search found, with its cells. It is given without them; no other search may have come in
    /// between.
    pub(crate) fn last_path(&self, path: &Path<'static>) -> Path<'_> {
        path.with_corners(if path.form() == PathForm::Straightened { &self.points } else { &self.corners })
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let lists = [&self.corners, &self.ends, &self.best_corners, &self.points];
        let lists = lists.into_iter().map(Vec::capacity).sum::<usize>() * size_of::<Cell>();
        let searches = self.astar.bytes() + self.jumps.bytes() + self.terrain.bytes() + self.any_angle.bytes();
        (searches + self.leaving.bytes() + self.openings.bytes() + lists) as u64
    }
}
