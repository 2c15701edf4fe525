//! What A* remembers.
//!
//! Nodes lie in the order in which their cells were reached; an array with an entry for each cell of the map, row by row,
//! finds them. Clearing walks the nodes of the search before, so that a short search on a large map stays short.

use super::open_list::{OpenList, entry, node_of};
use super::order::Priority;
use super::out_of_memory::OutOfMemory;
use crate::index::zeroed;

/// In place of a node's number: none.
const NONE: u32 = u32::MAX;

/// A cell that a search has reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Cost of the best way here so far.
    pub(super) g: u64,
    /// Estimate of what is left.
    pub(super) h: u32,
    /// Where its cell stands, row by row.
    pub(super) index: u32,
    /// The node before this one, or `NONE` at the start.
    parent: u32,
    pub(super) closed: bool,
}

/// What a way to a cell is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// The first one.
    Added,
    /// Cheaper than the one known so far.
    Improved,
    /// No cheaper, or too late.
    Kept,
}

/// The memory of A* searches.
#[derive(Debug, Default)]
pub(super) struct AStarMemory {
    nodes: Vec<Node>,
    /// For each cell of the map, the number of its node + 1; 0 for a cell that was not reached.
    node_of_cell: Vec<u32>,
    open: OpenList,
    priority: Priority,
}

impl AStarMemory {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        nodes + self.node_of_cell.capacity() * size_of::<u32>() + self.open.bytes()
    }

    /// Forgets the search before and gets ready for a map of so many cells.
    pub(super) fn begin(&mut self, cells: usize, priority: Priority) -> Result<(), OutOfMemory> {
        self.priority = priority;
        for node in self.nodes.drain(..) {
            self.node_of_cell[node.index as usize] = 0;
        }
        self.open.clear();
        if self.node_of_cell.len() < cells {
            // All zeros: memory that is touched only where a search comes by.
            self.node_of_cell = Vec::new();
            self.node_of_cell = zeroed(cells).map_err(|_| OutOfMemory)?;
        }
        Ok(())
    }

    /// Makes room for the nodes of one expansion.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(additional)?;
        Ok(self.open.reserve(additional)?)
    }

    /// Takes the node that comes first from those that are open and closes it.
    #[inline(always)]
    pub(super) fn take_first(&mut self) -> Option<(u32, Node)> {
        loop {
            let number = self.open.pop()?;
            let taken = &mut self.nodes[number as usize];
            if !taken.closed {
                taken.closed = true;
                return Some((number, *taken));
            }
            // It was improved, and its better entry came before.
        }
    }

    /// Makes the node that was taken last the first one again, in the place that it has left.
    #[cold]
    pub(super) fn put_back(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        node.closed = false;
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// Makes the node of the start.
    pub(super) fn reach_start(&mut self, index: usize, h: u32) {
        self.add(Node { g: 0, h, index: index as u32, parent: NONE, closed: false });
    }

    /// Notes a way to the cell at `index` of cost `g` over the node `parent`, if it is the first or a better one. `estimate` is asked
    /// once for each cell.
    #[inline(always)]
    pub(super) fn reach(&mut self, index: usize, g: u64, parent: u32, estimate: impl FnOnce() -> u32) -> Reached {
        match self.node_of_cell[index] {
            0 => {
                self.add(Node { g, h: estimate(), index: index as u32, parent, closed: false });
                Reached::Added
            }
            number => {
                let node = &mut self.nodes[number as usize - 1];
                if g >= node.g || node.closed {
                    return Reached::Kept;
                }
                (node.g, node.parent) = (g, parent);
                self.open.push(self.priority.key(g, node.h), node.h, number - 1);
                Reached::Improved
            }
        }
    }

    fn add(&mut self, node: Node) {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.node_of_cell[node.index as usize] = number + 1;
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// How many cells were reached.
    pub(super) fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The node of a cell that was reached. A search must have begun.
    pub(super) fn node_at(&self, index: usize) -> Option<&Node> {
        let number = self.node_of_cell.get(index)?.checked_sub(1)?;
        self.nodes.get(number as usize)
    }

    /// The node before this one.
    pub(super) fn parent(&self, node: &Node) -> Option<&Node> {
        self.nodes.get(node.parent as usize)
    }

    /// The open nodes that come first, in order; at most `count`. Takes time and memory for all of them.
    pub(super) fn first_open(&self, count: usize) -> Result<impl Iterator<Item = &Node>, OutOfMemory> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(self.nodes.iter().filter(|node| !node.closed).count())?;
        let open = (0..).zip(&self.nodes).filter(|(_, node)| !node.closed);
        entries.extend(open.map(|(number, node)| entry(self.priority.key(node.g, node.h), node.h, number)));
        if count < entries.len() {
            entries.select_nth_unstable(count);
            entries.truncate(count);
        }
        entries.sort_unstable();
        Ok(entries.into_iter().map(|entry| &self.nodes[node_of(entry) as usize]))
    }

    /// A node and the ones before it, back to the start.
    pub(super) fn chain(&self, node: u32) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.nodes.get(node as usize), |node| self.parent(node))
    }
}
