//! The memory of jump-point searches, kept from one search to the next.

use super::bucket_queue::BucketQueue;
use super::node_table::NodeTable;
use crate::OutOfMemory;
use crate::search::open_list::OpenList;

/// The number of straight jumps and forced steps that a search may follow before it becomes careful. Each step of the
/// shortest path on an open map adds one, and each expansion adds [`JUMPS_BY_EXPANSION`](super::JUMPS_BY_EXPANSION).
const PATIENCE: i64 = 32;

/// After so many searches, memory that none of them needed is given back.
const WATCHED_SEARCHES: u32 = 64;

/// Room for so many nodes, about 2 MiB, is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// The memory of jump-point searches.
#[derive(Debug)]
pub(in crate::search) struct JumpMemory {
    pub(super) table: NodeTable,
    pub(super) queue: BucketQueue,
    /// In place of `queue` in a careful search.
    pub(super) ordered: OpenList,
    /// Searches since memory was given back, or could have been, and the most nodes or entries that one of them needed.
    searches: u32,
    most_needed: usize,
    /// [`PATIENCE`], but in tests.
    pub(super) patience: i64,
}

impl Default for JumpMemory {
    fn default() -> Self {
        Self {
            table: NodeTable::default(),
            queue: BucketQueue::default(),
            ordered: OpenList::default(),
            searches: 0,
            most_needed: 0,
            patience: PATIENCE,
        }
    }
}

impl JumpMemory {
    /// Makes sure that so many cells can be reached.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        self.queue.reserve(additional)
    }

    /// The same for a careful search.
    #[inline(never)]
    pub(super) fn reserve_ordered(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        Ok(self.ordered.reserve(additional)?)
    }

    /// Takes note of what the search before needed. Where the last searches needed less than a quarter of what is
    /// there, all is given back, and searches to come ask for what they need.
    pub(super) fn note_need(&mut self) {
        let needed = (self.table.count() as usize).max(self.queue.put_count());
        self.most_needed = self.most_needed.max(needed);
        self.searches += 1;
        if self.searches < WATCHED_SEARCHES {
            return;
        }
        let room = self.table.room().max(self.queue.room()).max(self.ordered.room());
        if room > 4 * self.most_needed.max(KEPT_NODES / 4) {
            self.table.give_back();
            self.queue.give_back();
            self.ordered.give_back();
        }
        (self.searches, self.most_needed) = (0, 0);
    }

    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.table.bytes() + self.queue.bytes() + self.ordered.bytes()
    }
}
