//! The memory of searches in weighted terrain, over jumps or over cells, kept from one search to the next.

use super::gait::TerrainGait;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::held;
use crate::index::CellWeights;
use crate::movement::DiagonalRule;
use crate::search::jump_nodes::{JumpNode, JumpNodes};
use crate::search::node_table::PackedCell;
use crate::search::way::write_way_so_far;

/// Buckets of the open list are no wider than this part of a straight step in the cheapest terrain.
const BUCKET_PARTS: u32 = 16;

/// The node of a cell of the map.
#[inline(always)]
pub(in crate::search) fn terrain_node(cell: Cell, g: u32, parent: u32, arrival: usize) -> JumpNode {
    let cell = PackedCell::new(cell.x, cell.y);
    JumpNode { g, cell, parent, branches: arrival as u16, arrival: arrival as u8, closed: false }
}

/// The memory of searches in weighted terrain.
#[derive(Debug, Default)]
pub(in crate::search) struct TerrainMemory {
    /// By padded slot.
    pub(in crate::search) nodes: JumpNodes,
    /// The entry of the node at which the search paused.
    held: Option<(u32, u32)>,
    /// The padded slot of the cell (x, y) is `(y + 1) * stride + x + 1`.
    stride: usize,
    /// The padded slot of the goal of a search over cells.
    pub(in crate::search) goal: usize,
    pub(super) gait: TerrainGait,
}

held!(TerrainMemory: nodes);

impl TerrainMemory {
    /// Forgets all nodes, for a search on a map with these weights, and empties the open list. Gives memory back
    /// that the last searches did not need.
    pub(in crate::search) fn begin(
        &mut self,
        weights: &CellWeights,
        f: u32,
        cheapest_step: u32,
    ) -> Result<(), OutOfMemory> {
        self.nodes.note_need();
        self.nodes.table.begin(weights.weights().len(), 1)?;
        (self.held, self.stride) = (None, weights.stride());
        self.nodes.queue.begin(f, (cheapest_step / BUCKET_PARTS).max(1).ilog2())
    }

    /// Writes the cells at which the way to the reached cell nearest to the goal may turn, from there to the start.
    pub(in crate::search) fn write_way_so_far(
        &self,
        rule: DiagonalRule,
        goal: Cell,
        corners: &mut Vec<Cell>,
    ) -> Result<(), OutOfMemory> {
        write_way_so_far(&self.nodes.table, rule == DiagonalRule::Never, goal, corners)
    }

    /// Records a way to the cell with a padded slot, whose node is `known`, or 0 for none.
    #[inline(always)]
    pub(in crate::search) fn put(
        &mut self,
        slot: usize,
        known: u32,
        node: JumpNode,
        f: u32,
    ) -> Result<(), OutOfMemory> {
        self.nodes.reserve(1)?;
        self.put_reserved(slot, known, node, f);
        Ok(())
    }

    /// Does what [`put`](Self::put) does. There must be memory.
    #[inline(always)]
    pub(in crate::search) fn put_reserved(&mut self, slot: usize, known: u32, node: JumpNode, f: u32) {
        let node = self.nodes.table.put(slot, known, node);
        self.nodes.queue.push(f, node);
    }

    /// The padded slot of a cell of the map.
    #[inline(always)]
    pub(in crate::search) fn slot(&self, cell: Cell) -> usize {
        (cell.y + 1) as usize * self.stride + (cell.x + 1) as usize
    }

    /// Takes the f and the number of the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    pub(in crate::search) fn next(&mut self) -> Option<(u32, u32)> {
        self.held.take().or_else(|| self.nodes.next())
    }

    /// Puts back what was taken last. It comes first again.
    pub(in crate::search) fn put_back(&mut self, entry: (u32, u32)) {
        self.held = Some(entry);
    }
}
