//! The memory of jump-point searches, kept from one search to the next.

use super::direct::DirectWays;
use super::node_table::JumpNode;
use super::watch::{PATIENCE, Watch};
use crate::OutOfMemory;
use crate::search::bound::Bound;
use crate::search::need::Need;
use crate::search::node_table::NodeTable;
use crate::search::open_list::OpenList;
use crate::search::queue::OpenQueue;

/// The number of nodes, about 2 MiB, for which memory is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// The memory of jump-point searches. It holds all that a search changes: a search that pauses stays here.
#[derive(Debug)]
pub(in crate::search) struct JumpMemory {
    pub(super) table: NodeTable<JumpNode>,
    pub(super) queue: OpenQueue,
    /// The open list of careful searches and of those within a bound, instead of `queue`.
    pub(super) ordered: OpenList,
    /// Largest key that a search within a bound took.
    pub(super) least_key: u64,
    pub(super) direct: DirectWays,
    pub(super) bound: Bound,
    pub(super) watch: Watch,
    need: Need,
    /// [`PATIENCE`]; tests use other values.
    pub(super) patience: i64,
}

impl Default for JumpMemory {
    fn default() -> Self {
        Self {
            table: NodeTable::default(),
            queue: OpenQueue::default(),
            ordered: OpenList::default(),
            least_key: 0,
            direct: DirectWays::default(),
            bound: Bound::default(),
            watch: Watch::default(),
            need: Need::default(),
            patience: PATIENCE,
        }
    }
}

impl JumpMemory {
    /// Reserves memory for reaching this number of cells.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.queue.reserve(additional)
    }

    /// Reserves memory for reaching this number of cells in a careful search.
    #[inline(never)]
    pub(super) fn reserve_ordered(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        Ok(self.ordered.reserve(additional)?)
    }

    /// Records what the last search needed, and gives memory back that the last searches did not need.
    pub(super) fn note_need(&mut self) {
        let needed = (self.table.count() as usize).max(self.queue.count());
        let room = || self.table.room().max(self.queue.room()).max(self.ordered.room());
        if self.need.note(needed, KEPT_NODES, room) {
            self.table.give_back();
            self.queue.give_back();
            self.ordered.give_back();
            self.direct.give_back();
        }
    }

    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.table.bytes() + self.queue.bytes() + self.ordered.bytes() + self.direct.bytes()
    }
}
