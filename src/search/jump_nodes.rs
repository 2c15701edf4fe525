//! The nodes of a search over jumps, and what waits to be expanded. Searches on uniform and on weighted ground share
//! it.

use super::bound::Bound;
use super::need::Need;
use super::node_table::{Node, NodeTable, PackedCell};
use super::open_list::OpenList;
use super::queue::OpenQueue;
use super::way::WayNode;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::held;

/// The number of nodes, about 2 MiB with their entries in the open list, for which memory is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpNode {
    /// Cost of the best way to the cell so far.
    pub(super) g: u32,
    pub(super) cell: PackedCell,
    /// The number of the node before this one; 0 at the start.
    pub(super) parent: u32,
    /// On uniform ground the jumps to start here, as in [`Branches`](crate::movement::Branches), which careful searches
    /// don't use; on weighted ground the `arrival` of another way to the cell that costs the same, or the same
    /// `arrival`. In a search within a bound the [marks](Self::marks) of the node.
    pub(super) branches: u16,
    /// The direction of the last step, or another arrival of [`Branches`](crate::movement::Branches).
    pub(super) arrival: u8,
    pub(super) closed: bool,
}

impl JumpNode {
    /// The straight jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn straights(&self) -> u16 {
        self.branches >> 12
    }

    /// The diagonal jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn diagonals(&self) -> u16 {
        self.branches & 0b1111
    }

    /// In the lowest two bits: which of its two straight jumps a diagonal jump sends out from this cell.
    #[inline(always)]
    pub(super) fn own_straights(&self, diagonal: usize) -> u16 {
        self.branches >> (4 + 2 * diagonal)
    }

    /// The marks of a node of a search within a bound.
    #[inline(always)]
    pub(super) fn marks(&self) -> JumpMarks {
        let [followed, queued] = self.branches.to_le_bytes();
        JumpMarks { followed, queued }
    }

    #[inline(always)]
    pub(super) fn set_marks(&mut self, marks: JumpMarks) {
        self.branches = u16::from_le_bytes([marks.followed, marks.queued]);
    }
}

impl Node for JumpNode {
    const NOWHERE: Self =
        Self { g: u32::MAX, cell: PackedCell::NONE, parent: 0, branches: 0, arrival: 0, closed: true };

    type Cost = u32;

    #[inline(always)]
    fn g(&self) -> u32 {
        self.g
    }
}

impl WayNode for JumpNode {
    #[inline(always)]
    fn cell(&self) -> Cell {
        Cell::new(self.cell.x(), self.cell.y())
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}

/// The memory of searches over jumps, kept from one search to the next: 4 bytes for each cell of the largest map, which
/// the system provides only where searches came by, and about 32 bytes for each cell that one search reached.
#[derive(Debug, Default)]
pub(super) struct JumpNodes {
    pub(super) table: NodeTable<JumpNode>,
    pub(super) queue: OpenQueue,
    /// The open list of careful searches and of those within a bound, instead of `queue`.
    pub(super) ordered: OpenList,
    /// Largest key that a search within a bound took.
    pub(super) least_key: u64,
    pub(super) bound: Bound,
    need: Need,
}

held!(JumpNodes: table, queue, ordered);

impl JumpNodes {
    /// Records what the last search needed, and gives memory back that the last searches did not need. Returns whether
    /// it did.
    pub(super) fn note_need(&mut self) -> bool {
        let needed = (self.table.count() as usize).max(self.queue.count());
        let room = || self.table.room().max(self.queue.room()).max(self.ordered.room());
        let gives_back = self.need.note(needed, KEPT_NODES, room);
        if gives_back {
            self.table.give_back();
            self.queue.give_back();
            self.ordered.give_back();
        }
        gives_back
    }

    /// Reserves memory for reaching this number of cells.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.queue.reserve(additional)
    }

    /// Reserves memory for reaching this number of cells in a careful search or one within a bound.
    #[inline(never)]
    pub(super) fn reserve_ordered(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        Ok(self.ordered.reserve(additional)?)
    }

    /// Takes the f and the number of the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let (f, number) = self.queue.pop()?;
            if f >= self.bound.best {
                if self.queue.lower_bound() >= self.bound.best {
                    return None;
                }
            } else if !self.table.node(number).closed {
                return Some((f, number));
            }
        }
    }
}

/// Which jumps of a node were followed, and which are in the open list or were followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct JumpMarks {
    pub(super) followed: u8,
    pub(super) queued: u8,
}

impl JumpMarks {
    /// The jumps to queue when the node is reached anew: at a lower cost, those that were not followed; else those that
    /// were not queued. Marks them.
    #[inline(always)]
    pub(super) fn queue(&mut self, jumps: u8, is_cheaper: bool) -> u8 {
        let new = jumps & !if is_cheaper { self.followed } else { self.queued };
        self.queued |= new;
        new
    }

    /// The jumps that are still to be followed. Marks them.
    #[inline(always)]
    pub(super) fn follow(&mut self, jumps: u8) -> u8 {
        let left = jumps & !self.followed;
        self.followed |= left;
        left
    }
}
