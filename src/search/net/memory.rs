//! What a search by the net remembers.
//!
//! Nodes lie in a small hash table: a table of the map's size would cost a page fault for each of them.

use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{LANES, Lanes, NetGoal};
use crate::search::open_list::OpenList;

/// No node, and no cluster.
pub(super) const NONE: u32 = u32::MAX;

/// With the number of a large cluster, the name of what a portal was reached through.
pub(super) const LARGE: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The portal, packed.
    pub(super) place: u32,
    pub(super) g: u32,
    pub(super) h: u32,
    /// The node before, or [`NONE`] at the start.
    pub(super) parent: u32,
    /// The cluster or the large cluster through which the portal was reached.
    pub(super) through: u32,
    pub(super) stage: Stage,
    /// The key of its entry in the open list. Entries with other keys are older and count for nothing.
    pub(super) key: u64,
}

/// How far a node has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its estimate comes from the node before.
    Reached,
    /// Its estimate is its own.
    Estimated,
    /// The near portals around it are reached.
    Begun,
    /// All portals around it are reached.
    Closed,
}

/// By what a search goes from portal to portal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Through clusters.
    #[default]
    Clusters,
    /// Passes large clusters as a whole.
    Large,
    /// The same, for a path that is as short as any of them.
    Shortest,
}

/// A cell of a path in the net, and the cost of the way there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) cell: Cell,
    /// In net costs.
    pub(super) cost: u32,
    /// The cluster or the large cluster through which the way goes there.
    pub(super) through: u32,
}

/// The memory of searches by the net. It holds all that a search changes.
#[derive(Debug, Default)]
pub(in crate::search) struct NetMemory {
    pub(super) nodes: Vec<Node>,
    /// Numbers of nodes plus 1, by a hash of their portals. 0 is empty.
    pub(super) table: Vec<u32>,
    pub(super) open: OpenList,
    /// For matrices, and for the ways from start and goal.
    pub(super) lanes: Lanes<LANES>,
    pub(super) lane: Lanes<1>,
    /// The distances from the goal to the portals of its cluster.
    pub(super) to_goal: Vec<u16>,
    pub(super) goal: NetGoal,
    pub(super) attempt: Attempt,
    /// No path costs less, in units.
    pub(super) least: u64,
    /// The least cost of a path so far, and the node before the goal.
    pub(super) best: u32,
    pub(super) best_node: u32,
    /// The path, from the start to the goal.
    pub(super) portals: Vec<Reached>,
    /// The corners of a window's path.
    pub(super) window: Vec<Cell>,
}

impl NetMemory {
    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        let lists = self.table.capacity() * 4
            + self.to_goal.capacity() * 2
            + self.nodes.capacity() * size_of::<Node>()
            + self.portals.capacity() * size_of::<Reached>()
            + self.window.capacity() * size_of::<Cell>();
        lists + self.open.bytes() + self.lanes.bytes() + self.lane.bytes()
    }

    pub(super) fn slot(&self, place: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (place.wrapping_mul(0x9e37_79b1) >> 7) as usize & mask;
        loop {
            match self.table[slot] {
                0 => return slot,
                number if self.nodes[number as usize - 1].place == place => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Empties the table without a look at all of it: the last entry is no other entry's obstacle.
    pub(super) fn forget_nodes(&mut self) {
        if self.nodes.len() > self.table.len() / 8 {
            self.table.fill(0);
            self.nodes.clear();
        }
        while let Some(node) = self.nodes.last() {
            let slot = self.slot(node.place);
            self.table[slot] = 0;
            self.nodes.pop();
        }
    }

    /// Makes room for the portals of a cluster.
    #[inline(always)]
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(count)?;
        self.open.reserve(count)?;
        if 2 * (self.nodes.len() + count) > self.table.len() { self.grow(count) } else { Ok(()) }
    }

    #[inline(never)]
    fn grow(&mut self, count: usize) -> Result<(), OutOfMemory> {
        let size = (4 * (self.nodes.len() + count)).next_power_of_two();
        self.table.try_reserve_exact(size - self.table.len())?;
        self.table.resize(size, 0);
        self.table.fill(0);
        for number in 0..self.nodes.len() {
            let slot = self.slot(self.nodes[number].place);
            self.table[slot] = number as u32 + 1;
        }
        Ok(())
    }
}
