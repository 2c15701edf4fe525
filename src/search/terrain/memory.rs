//! The memory of searches in weighted terrain, kept from one search to the next.

use super::bound::Bound;
use super::gait::Gait;
use super::queue::FarQueue;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::Cell;
use crate::search::open_list::OpenList;
use crate::search::within::JumpMarks;

/// After this number of searches, memory that none of them needed is given back.
const WATCHED_SEARCHES: u32 = 64;

/// The number of nodes, about 2 MiB with their entries in the open list, for which memory is kept in any case.
const KEPT_NODES: usize = 1 << 16;

/// Above this, numbers start anew. No search has this many nodes: they would take 32 GiB.
const LARGEST_EARLIER: u32 = 1 << 31;

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct TerrainNode {
    /// Cost of the best way to the cell so far.
    pub(super) g: u32,
    /// `y << 16 | x`.
    packed: u32,
    /// The number of the node before this one; 0 at the start.
    pub(super) parent: u32,
    /// The direction of the last step, or [`ANY_ARRIVAL`](crate::movement::ANY_ARRIVAL).
    pub(super) arrival: u8,
    /// Of another way to the cell that costs the same: as `arrival`. Equal to `arrival` if there is none.
    pub(super) other_arrival: u8,
    pub(super) is_closed: bool,
}

impl TerrainNode {
    #[inline(always)]
    pub(super) fn new(cell: Cell, g: u32, parent: u32, arrival: usize) -> Self {
        let (packed, arrival) = ((cell.y as u32) << 16 | cell.x as u32, arrival as u8);
        Self { g, packed, parent, arrival, other_arrival: arrival, is_closed: false }
    }

    /// The marks of a node of a search within a bound, which uses no arrivals.
    #[inline(always)]
    pub(super) fn marks(&self) -> JumpMarks {
        JumpMarks { followed: self.arrival, queued: self.other_arrival }
    }

    #[inline(always)]
    pub(super) fn set_marks(&mut self, marks: JumpMarks) {
        (self.arrival, self.other_arrival) = (marks.followed, marks.queued);
    }

    #[inline(always)]
    pub(super) fn cell(&self) -> Cell {
        Cell::new((self.packed & 0xffff) as i32, (self.packed >> 16) as i32)
    }
}

/// The node number 0, which stands for no node. Its cost exceeds all others.
const NOWHERE: TerrainNode =
    TerrainNode { g: u32::MAX, packed: u32::MAX, parent: 0, arrival: 0, other_arrival: 0, is_closed: true };

/// The memory of searches in weighted terrain: 4 bytes for each cell of the largest map, which the system provides only
/// where searches came by, and about 32 bytes for each cell that one search reached.
#[derive(Debug, Default)]
pub(in crate::search) struct TerrainMemory {
    pub(super) queue: FarQueue,
    /// The open list of searches within a bound, instead of `queue`, and the largest key that was taken from it.
    pub(super) ordered: OpenList,
    pub(super) least_key: u64,
    /// Behind [`NOWHERE`].
    nodes: Vec<TerrainNode>,
    /// The number of `nodes` in use, with [`NOWHERE`].
    count: usize,
    /// By padded slot, the number of the cell's node plus `earlier`, or what an earlier search left there.
    numbers: Vec<u32>,
    /// The numbers that earlier searches left are smaller.
    earlier: u32,
    /// The state of the search, besides its nodes and open list.
    pub(super) bound: Bound,
    pub(super) gait: Gait,
    /// The number of searches since memory was last given back or checked, and the largest number of nodes or entries
    /// that one of them needed.
    searches: u32,
    most_needed: usize,
}

impl TerrainMemory {
    /// Forgets all nodes, for a search on a map of this number of slots, and empties the open list.
    pub(super) fn begin(&mut self, slots: usize, f: u32, precision: u32) -> Result<(), OutOfMemory> {
        self.note_need();
        self.earlier += self.count as u32;
        self.count = 0;
        if self.numbers.len() < slots {
            self.numbers = Vec::new();
            self.numbers = zeroed(slots)?;
        }
        if self.earlier > LARGEST_EARLIER {
            self.numbers.fill(0);
            self.earlier = 0;
        }
        self.queue.begin(f, precision)?;
        self.reserve()?;
        self.count = 1;
        self.reserve()
    }

    /// Gives memory back if the last searches needed less than a quarter of it; later searches allocate what they need.
    fn note_need(&mut self) {
        self.most_needed = self.most_needed.max(self.count).max(self.queue.buckets.entries().len());
        self.searches += 1;
        if self.searches < WATCHED_SEARCHES {
            return;
        }
        let room = self.nodes.len().max(self.queue.buckets.room()).max(self.ordered.room());
        if room > 4 * self.most_needed.max(KEPT_NODES / 4) {
            self.nodes = Vec::new();
            self.queue.buckets.give_back();
            self.ordered.give_back();
        }
        (self.searches, self.most_needed) = (0, 0);
    }

    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<TerrainNode>();
        let lists = self.queue.buckets.bytes() + self.ordered.bytes();
        nodes + self.numbers.capacity() * size_of::<u32>() + lists
    }

    /// Reserves memory for one more node and one more entry.
    #[inline(always)]
    pub(super) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if self.count < self.nodes.len() && self.queue.buckets.has_room(1) { Ok(()) } else { self.grow() }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        if self.count == self.nodes.len() {
            self.nodes.try_reserve(self.nodes.len().max(256))?;
            self.nodes.resize(self.nodes.capacity(), NOWHERE);
        }
        self.queue.buckets.reserve(1)
    }

    #[inline(always)]
    pub(super) fn node(&self, number: u32) -> &TerrainNode {
        &self.nodes[number as usize]
    }

    #[inline(always)]
    pub(super) fn node_mut(&mut self, number: u32) -> &mut TerrainNode {
        &mut self.nodes[number as usize]
    }

    /// The number of the node of a slot; 0 for none.
    #[inline(always)]
    pub(super) fn number(&self, slot: usize) -> u32 {
        // A number of an earlier search wraps round to above all nodes.
        let number = self.numbers[slot].wrapping_sub(self.earlier);
        if (number as usize) < self.count { number } else { 0 }
    }

    /// Replaces the node `known`, or adds a node if `known` is 0. Returns its number. There must be
    /// [room](Self::reserve).
    #[inline(always)]
    pub(super) fn put(&mut self, slot: usize, known: u32, node: TerrainNode) -> u32 {
        let number = if known == 0 { self.count as u32 } else { known };
        self.count += usize::from(known == 0);
        self.nodes[number as usize] = node;
        self.numbers[slot] = self.earlier.wrapping_add(number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_begin_anew_find_no_old_nodes() {
        let mut memory = TerrainMemory { earlier: LARGEST_EARLIER - 3, ..TerrainMemory::default() };
        for search in 0..6 {
            memory.begin(4, 0, 1).unwrap();
            assert_eq!((0..4).map(|slot| memory.number(slot)).collect::<Vec<_>>(), [0; 4], "search {search}");
            let number = memory.put(search % 4, 0, TerrainNode { g: 5, ..NOWHERE });
            assert_eq!((number, memory.number(search % 4)), (1, 1));
        }
        assert!(memory.earlier < 20);
    }

    #[test]
    fn memory_that_no_search_needs_any_more_is_given_back() {
        let mut memory = TerrainMemory::default();
        memory.begin(1, 0, 1).unwrap();
        for _ in 0..2 * KEPT_NODES {
            memory.reserve().unwrap();
            memory.put(0, 0, NOWHERE);
        }
        let most = memory.bytes();
        for _ in 0..2 * WATCHED_SEARCHES {
            memory.begin(1, 0, 1).unwrap();
        }
        assert!(memory.bytes() < most / 4, "{most} bytes, then {}", memory.bytes());
    }
}
