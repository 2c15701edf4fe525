//! The memory of A*.

use super::order::Priority;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::{Cell, GridSize};
use crate::search::node_table::{Node, NodeTable, PackedCell};
use crate::search::open_list::{OpenList, entry, node_of};
use crate::search::way::{WayNode, write_way_so_far};
use crate::sorting::keep_first;

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct CellNode {
    /// Cost of the best way here so far.
    pub(in crate::search) g: u64,
    /// Estimate of the remaining cost.
    pub(in crate::search) h: u32,
    packed: PackedCell,
    /// The number of the node before this one; 0 at the start.
    parent: u32,
    pub(in crate::search) closed: bool,
}

impl CellNode {
    #[inline(always)]
    fn new(cell: Cell, g: u64, h: u32, parent: u32) -> Self {
        Self { g, h, packed: PackedCell::new(cell.x, cell.y), parent, closed: false }
    }

    #[inline(always)]
    pub(in crate::search) fn cell(&self) -> Cell {
        Cell::new(self.packed.x(), self.packed.y())
    }
}

impl WayNode for CellNode {
    fn cell(&self) -> Cell {
        self.cell()
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}

impl Node for CellNode {
    const NOWHERE: Self = Self { g: u64::MAX, h: 0, packed: PackedCell::NONE, parent: 0, closed: true };

    type Cost = u64;

    #[inline(always)]
    fn g(&self) -> u64 {
        self.g
    }
}

/// How a way to a cell compares with the way known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum CellReached {
    /// The first way to the cell.
    Added,
    /// Cheaper than the known way.
    Improved,
    /// No cheaper, or the cell is closed.
    Kept,
}

/// The memory of A* searches.
#[derive(Debug, Default)]
pub(in crate::search) struct AStarMemory {
    /// Nodes by row index.
    table: NodeTable<CellNode>,
    open: OpenList,
    priority: Priority,
}

impl AStarMemory {
    /// Memory held, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.table.bytes() + self.open.bytes()
    }

    /// Clears the memory for a map of this size.
    pub(in crate::search) fn begin(&mut self, size: GridSize, priority: Priority) -> Result<(), OutOfMemory> {
        self.priority = priority;
        self.open.clear();
        self.table.begin(size.width as usize, size.height as usize)
    }

    /// Reserves room for the nodes of one expansion.
    #[inline(always)]
    pub(in crate::search) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.table.reserve(additional)?;
        Ok(self.open.reserve(additional)?)
    }

    /// Takes the first open node and closes it.
    #[inline(always)]
    pub(in crate::search) fn take_first(&mut self) -> Option<(u32, CellNode)> {
        loop {
            let number = self.open.pop()?;
            let node = self.table.node_mut(number);
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
    pub(in crate::search) fn put_back(&mut self, number: u32) {
        let node = self.table.node_mut(number);
        node.closed = false;
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// Makes the node of the start.
    pub(in crate::search) fn reach_start(&mut self, cell: Cell, h: u32) {
        self.add(self.index(cell), CellNode::new(cell, 0, h, 0));
    }

    /// The row index of a cell of the map.
    #[inline(always)]
    pub(in crate::search) fn index(&self, cell: Cell) -> usize {
        self.table.index(PackedCell::new(cell.x, cell.y))
    }

    /// Records a way of cost `g` over the node `parent` to a cell with row index `index`, if it is the first or a
    /// cheaper one. Calls `estimate` once for each cell.
    #[inline(always)]
    pub(in crate::search) fn reach(
        &mut self,
        index: usize,
        cell: Cell,
        g: u64,
        parent: u32,
        estimate: impl FnOnce() -> u32,
    ) -> CellReached {
        match self.table.known(index) {
            (0, _) => {
                self.add(index, CellNode::new(cell, g, estimate(), parent));
                CellReached::Added
            }
            (number, known_g) => {
                let node = self.table.node_mut(number);
                if g >= known_g || node.closed {
                    return CellReached::Kept;
                }
                (node.g, node.parent) = (g, parent);
                self.open.push(self.priority.key(g, node.h), node.h, number);
                CellReached::Improved
            }
        }
    }

    fn add(&mut self, index: usize, node: CellNode) {
        let number = self.table.put(index, 0, node);
        self.open.push(self.priority.key(node.g, node.h), node.h, number);
    }

    /// Number of reached cells.
    pub(in crate::search) fn node_count(&self) -> u32 {
        self.table.nodes().len() as u32
    }

    /// The node of a reached cell.
    pub(in crate::search) fn node_at(&self, cell: Cell) -> Option<&CellNode> {
        let has_begun = !self.table.nodes().is_empty();
        has_begun.then(|| self.table.known(self.index(cell)).0).and_then(|number| self.node_of_number(number))
    }

    /// The node before this one.
    pub(in crate::search) fn parent(&self, node: &CellNode) -> Option<&CellNode> {
        self.node_of_number(node.parent)
    }

    fn node_of_number(&self, number: u32) -> Option<&CellNode> {
        (number != 0).then(|| self.table.node(number))
    }

    /// Writes the cells of the way to the reached cell nearest to the goal, from there to the start.
    pub(in crate::search) fn write_way_so_far(&self, goal: Cell, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        write_way_so_far(&self.table, false, goal, corners)
    }

    /// The first `count` open nodes, in order. Takes time and memory for all open nodes.
    pub(in crate::search) fn first_open(&self, count: usize) -> Result<impl Iterator<Item = &CellNode>, OutOfMemory> {
        let mut entries = reserved(self.table.nodes().iter().filter(|node| !node.closed).count())?;
        let open = (1..).zip(self.table.nodes()).filter(|(_, node)| !node.closed);
        entries.extend(open.map(|(number, node)| entry(self.priority.key(node.g, node.h), node.h, number)));
        keep_first(&mut entries, count);
        Ok(entries.into_iter().map(|entry| self.table.node(node_of(entry))))
    }

    /// The node of a reached cell and its predecessors, back to the start.
    pub(in crate::search) fn chain_to(&self, cell: Cell) -> impl Iterator<Item = &CellNode> {
        std::iter::successors(self.node_at(cell), |node| self.parent(node))
    }
}
