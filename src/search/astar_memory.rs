//! The memory of A*.
//!
//! Nodes lie in the order in which their cells were reached. An array with an entry for each cell of the map finds a
//! cell's node. Clearing visits only the nodes of the last search, so that a short search on a large map stays short.

use super::open_list::{OpenList, entry, node_of};
use super::order::Priority;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, GridSize};

/// The row index of a cell.
#[inline(always)]
fn index(cell: Cell, width: usize) -> usize {
    cell.y as usize * width + cell.x as usize
}

/// No node.
const NONE: u32 = u32::MAX;

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellNode {
    /// Cost of the best way here so far.
    pub(super) g: u64,
    /// Estimate of the remaining cost.
    pub(super) h: u32,
    /// The packed cell: its column, and its row from bit 16 on. Each is below 2^14.
    packed: u32,
    /// The node before this one, or `NONE` at the start.
    parent: u32,
    pub(super) closed: bool,
}

impl CellNode {
    #[inline(always)]
    fn new(cell: Cell, g: u64, h: u32, parent: u32) -> Self {
        Self { g, h, packed: (cell.y as u32) << 16 | cell.x as u32, parent, closed: false }
    }

    #[inline(always)]
    pub(super) fn cell(&self) -> Cell {
        Cell::new((self.packed & 0xffff) as i32, (self.packed >> 16) as i32)
    }
}

/// How a way to a cell compares with the way known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// The first way to the cell.
    Added,
    /// Cheaper than the known way.
    Improved,
    /// No cheaper, or the cell is closed.
    Kept,
}

/// The memory of A* searches.
#[derive(Debug, Default)]
pub(super) struct AStarMemory {
    nodes: Vec<CellNode>,
    /// By row index, the number of the cell's node + 1; 0 for a cell that was not reached.
    node_of_cell: Vec<u32>,
    /// Columns of the map.
    width: usize,
    open: OpenList,
    priority: Priority,
}

impl AStarMemory {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<CellNode>();
        nodes + self.node_of_cell.capacity() * size_of::<u32>() + self.open.bytes()
    }

    /// Clears the memory for a map of this size.
    pub(super) fn begin(&mut self, size: GridSize, priority: Priority) -> Result<(), OutOfMemory> {
        let width = std::mem::replace(&mut self.width, size.width as usize);
        self.priority = priority;
        for node in self.nodes.drain(..) {
            self.node_of_cell[index(node.cell(), width)] = 0;
        }
        self.open.clear();
        if self.node_of_cell.len() < size.cells() {
            // Zeroed memory: the system provides it only where a search comes by.
            self.node_of_cell = Vec::new();
            self.node_of_cell = zeroed(size.cells()).map_err(|_| OutOfMemory)?;
        }
        Ok(())
    }

    /// Reserves room for the nodes of one expansion.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.nodes.try_reserve(additional)?;
        Ok(self.open.reserve(additional)?)
    }

    /// Takes the first open node and closes it.
    #[inline(always)]
    pub(super) fn take_first(&mut self) -> Option<(u32, CellNode)> {
        loop {
            let number = self.open.pop()?;
            let node = &mut self.nodes[number as usize];
            // The copy first: a read of the whole node would wait for the write of a part.
            let taken = *node;
            if !taken.closed {
                node.closed = true;
                return Some((number, taken));
            }
            // An outdated entry: the cell was improved, and its better entry came before.
        }
    }

    /// Puts the node that was taken last back to the front.
    #[cold]
    pub(super) fn put_back(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        node.closed = false;
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// Makes the node of the start.
    pub(super) fn reach_start(&mut self, cell: Cell, h: u32) {
        self.add(self.index(cell), CellNode::new(cell, 0, h, NONE));
    }

    /// The row index of a cell of the map.
    #[inline(always)]
    pub(super) fn index(&self, cell: Cell) -> usize {
        index(cell, self.width)
    }

    /// Records a way of cost `g` over the node `parent` to a cell with row index `index`, if it is the first or a
    /// cheaper one. Calls `estimate` once for each cell.
    #[inline(always)]
    pub(super) fn reach(
        &mut self,
        index: usize,
        cell: Cell,
        g: u64,
        parent: u32,
        estimate: impl FnOnce() -> u32,
    ) -> Reached {
        match self.node_of_cell[index] {
            0 => {
                self.add(index, CellNode::new(cell, g, estimate(), parent));
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

    fn add(&mut self, index: usize, node: CellNode) {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.node_of_cell[index] = number + 1;
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// Number of reached cells.
    pub(super) fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The node of a reached cell. A search must have begun.
    pub(super) fn node_at(&self, cell: Cell) -> Option<&CellNode> {
        let number = self.node_of_cell.get(self.index(cell))?.checked_sub(1)?;
        self.nodes.get(number as usize)
    }

    /// The node before this one.
    pub(super) fn parent(&self, node: &CellNode) -> Option<&CellNode> {
        self.nodes.get(node.parent as usize)
    }

    /// The first `count` open nodes, in order. Takes time and memory for all open nodes.
    pub(super) fn first_open(&self, count: usize) -> Result<impl Iterator<Item = &CellNode>, OutOfMemory> {
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

    /// The node of a reached cell and its predecessors, back to the start.
    pub(super) fn chain_to(&self, cell: Cell) -> impl Iterator<Item = &CellNode> {
        std::iter::successors(self.node_at(cell), |node| self.parent(node))
    }
}
