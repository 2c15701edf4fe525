//! The memory of searches in weighted terrain, kept from one search to the next.

use super::gait::TerrainGait;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::CellWeights;
use crate::movement::DiagonalRule;
use crate::search::bound::Bound;
use crate::search::need::Need;
use crate::search::node_table::{Node, NodeTable, PackedCell};
use crate::search::open_list::OpenList;
use crate::search::queue::OpenQueue;
use crate::search::way::{WayNode, write_way_so_far};
use crate::search::within::JumpMarks;

/// The number of nodes, about 2 MiB with their entries in the open list, for which memory is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// Buckets of the open list are no wider than this part of a straight step in the cheapest terrain.
const BUCKET_PARTS: u32 = 16;

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct TerrainNode {
    /// Cost of the best way to the cell so far.
    pub(in crate::search) g: u32,
    packed: PackedCell,
    /// The number of the node before this one; 0 at the start.
    pub(in crate::search) parent: u32,
    /// The direction of the last step, or [`ANY_ARRIVAL`](crate::movement::ANY_ARRIVAL).
    pub(in crate::search) arrival: u8,
    /// The `arrival` of another way to the cell that costs the same; equal to `arrival` if there is none.
    pub(in crate::search) other_arrival: u8,
    pub(in crate::search) is_closed: bool,
}

impl TerrainNode {
    #[inline(always)]
    pub(in crate::search) fn new(cell: Cell, g: u32, parent: u32, arrival: usize) -> Self {
        let (packed, arrival) = (PackedCell::new(cell.x, cell.y), arrival as u8);
        Self { g, packed, parent, arrival, other_arrival: arrival, is_closed: false }
    }

    /// The marks of a node of a search within a bound, which uses no arrivals.
    #[inline(always)]
    pub(in crate::search) fn marks(&self) -> JumpMarks {
        JumpMarks { followed: self.arrival, queued: self.other_arrival }
    }

    #[inline(always)]
    pub(in crate::search) fn set_marks(&mut self, marks: JumpMarks) {
        (self.arrival, self.other_arrival) = (marks.followed, marks.queued);
    }

    #[inline(always)]
    pub(in crate::search) fn cell(&self) -> Cell {
        Cell::new(self.packed.x(), self.packed.y())
    }
}

impl WayNode for TerrainNode {
    fn cell(&self) -> Cell {
        self.cell()
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}

impl Node for TerrainNode {
    const NOWHERE: Self =
        Self { g: u32::MAX, packed: PackedCell::NONE, parent: 0, arrival: 0, other_arrival: 0, is_closed: true };

    type Cost = u32;

    #[inline(always)]
    fn g(&self) -> u32 {
        self.g
    }
}

/// The memory of searches in weighted terrain: 4 bytes for each cell of the largest map, which the system provides only
/// where searches came by, and about 32 bytes for each cell that one search reached.
#[derive(Debug, Default)]
pub(in crate::search) struct TerrainMemory {
    pub(in crate::search) queue: OpenQueue,
    /// The entry of the node at which the search paused.
    held: Option<(u32, u32)>,
    /// The open list of searches within a bound, instead of `queue`, and the largest key that was taken from it.
    pub(in crate::search) ordered: OpenList,
    pub(in crate::search) least_key: u64,
    /// Nodes by padded slot.
    pub(in crate::search) table: NodeTable<TerrainNode>,
    /// The state of the search, besides its nodes and open list.
    pub(in crate::search) bound: Bound,
    /// The padded slot of the cell (x, y) is `(y + 1) * stride + x + 1`.
    stride: usize,
    /// The padded slot of the goal of a search over cells.
    pub(in crate::search) goal: usize,
    pub(super) gait: TerrainGait,
    need: Need,
}

impl TerrainMemory {
    /// Forgets all nodes, for a search on a map with these weights, and empties the open list. Gives memory back
    /// that the last searches did not need.
    pub(in crate::search) fn begin(
        &mut self,
        weights: &CellWeights,
        f: u32,
        cheapest_step: u32,
    ) -> Result<(), OutOfMemory> {
        let needed = (self.table.count() as usize).max(self.queue.count());
        let room = || self.table.room().max(self.queue.room()).max(self.ordered.room());
        if self.need.note(needed, KEPT_NODES, room) {
            self.table.give_back();
            self.queue.give_back();
            self.ordered.give_back();
        }
        self.table.begin(weights.weights().len(), 1)?;
        (self.held, self.stride) = (None, weights.stride());
        self.queue.begin(f, (cheapest_step / BUCKET_PARTS).max(1).ilog2())
    }

    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.table.bytes() + self.queue.bytes() + self.ordered.bytes()
    }

    /// Writes the cells at which the way to the reached cell nearest to the goal may turn, from there to the start.
    pub(in crate::search) fn write_way_so_far(
        &self,
        rule: DiagonalRule,
        goal: Cell,
        corners: &mut Vec<Cell>,
    ) -> Result<(), OutOfMemory> {
        write_way_so_far(&self.table, rule == DiagonalRule::Never, goal, corners)
    }

    /// Records a way to the cell with a padded slot, whose node is `known`, or 0 for none.
    #[inline(always)]
    pub(in crate::search) fn put(
        &mut self,
        slot: usize,
        known: u32,
        node: TerrainNode,
        f: u32,
    ) -> Result<(), OutOfMemory> {
        self.reserve(1)?;
        self.put_reserved(slot, known, node, f);
        Ok(())
    }

    /// Reserves memory for reaching this number of cells.
    #[inline(always)]
    pub(in crate::search) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.queue.reserve(additional)
    }

    /// Does what [`put`](Self::put) does. There must be memory.
    #[inline(always)]
    pub(in crate::search) fn put_reserved(&mut self, slot: usize, known: u32, node: TerrainNode, f: u32) {
        let node = self.table.put(slot, known, node);
        self.queue.push(f, node);
    }

    /// The padded slot of a cell of the map.
    #[inline(always)]
    pub(in crate::search) fn slot(&self, cell: Cell) -> usize {
        (cell.y + 1) as usize * self.stride + (cell.x + 1) as usize
    }

    /// Takes the f and the number of the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    pub(in crate::search) fn next(&mut self) -> Option<(u32, u32)> {
        while let Some((f, number)) = self.held.take().or_else(|| self.queue.pop()) {
            if f >= self.bound.best {
                if self.queue.lower_bound() >= self.bound.best {
                    return None;
                }
            } else if !self.table.node(number).is_closed {
                return Some((f, number));
            }
        }
        None
    }

    /// Puts back what was taken last. It comes first again.
    pub(in crate::search) fn put_back(&mut self, entry: (u32, u32)) {
        self.held = Some(entry);
    }
}
