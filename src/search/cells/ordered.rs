//! Reached cells in the documented order: the smallest key of the [`Order`](super::order::Order) first, then the
//! smallest `h`, then the cell that was reached later; an improvement does not count as reaching.
//!
//! A closed cell stays closed, even if a cheaper way to it turns up later. With Dijkstra's algorithm, and with A* up to
//! a weight of 1, no such way remains if the estimate is consistent, and the path is optimal. All heuristics are
//! consistent, except [`Heuristic::Manhattan`](crate::movement::Heuristic::Manhattan) where diagonal steps are allowed.
//! With a weight above 1 the cost stays within this factor. Opening cells again would take time and give no better
//! bound.

use super::open_cells::Step;
use super::open_cells::{CellReached, OpenCells, Taken};
use super::order::Priority;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::{Cell, GridSize, NEIGHBOR_OFFSETS};
use crate::held::held;
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

/// The most that a path may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostLimit {
    /// In units of `g`.
    pub(super) most: u64,
    /// Lower bound of the cost of a unit of `h`, in units of `g`; 0 if the limit looks at `g` alone.
    pub(super) of_h: u64,
}

impl Default for CostLimit {
    fn default() -> Self {
        Self { most: u64::MAX, of_h: 0 }
    }
}

impl CostLimit {
    #[cold]
    fn leaves_out(self, g: u64, h: u32) -> bool {
        g.saturating_add(self.of_h * u64::from(h)) > self.most
    }
}

/// The memory of searches in the documented order.
#[derive(Debug, Default)]
pub(in crate::search) struct OrderedCells {
    /// Nodes by row index.
    table: NodeTable<CellNode>,
    open: OpenList,
    priority: Priority,
    limit: CostLimit,
}

held!(OrderedCells: table, open);

impl OrderedCells {
    /// Begins at a cell, on a map of this size.
    pub(super) fn begin(
        &mut self,
        size: GridSize,
        priority: Priority,
        limit: CostLimit,
        (start, h): (Cell, u32),
    ) -> Result<(), OutOfMemory> {
        (self.priority, self.limit) = (priority, limit);
        self.open.clear();
        self.table.begin(size.width as usize, size.height as usize)?;
        self.reserve()?;
        self.add(self.index(start), CellNode::new(start, 0, h, 0));
        Ok(())
    }

    /// The row index of a cell of the map.
    #[inline(always)]
    fn index(&self, cell: Cell) -> usize {
        self.table.index(PackedCell::new(cell.x, cell.y))
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
}

impl OpenCells for OrderedCells {
    type Cost = u64;

    #[inline(always)]
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        self.table.reserve(NEIGHBOR_OFFSETS.len())?;
        Ok(self.open.reserve(NEIGHBOR_OFFSETS.len())?)
    }

    #[inline(always)]
    fn take(&mut self) -> Option<Taken<u64>> {
        loop {
            let number = self.open.pop()?;
            let node = self.table.node_mut(number);
            // The copy first: a read of the whole node would wait for the write of a part.
            let taken = *node;
            if !taken.closed {
                node.closed = true;
                let cell = taken.cell();
                return Some(Taken { cell, index: self.index(cell), g: taken.g, arrival: 0, number, f: 0 });
            }
            // An outdated entry: the cell was improved, and its better entry came before.
        }
    }

    #[cold]
    fn put_back(&mut self, taken: &Taken<u64>) {
        let node = self.table.node_mut(taken.number);
        node.closed = false;
        self.open.push(self.priority.key(node.g, node.h), node.h, taken.number);
    }

    #[inline(always)]
    fn reach(&mut self, from: &Taken<u64>, step: &Step<u64>, estimate: impl Fn() -> u32) -> CellReached {
        let g = from.g + step.cost;
        // No path by this cell is cheap enough.
        if self.limit.most != u64::MAX && self.limit.leaves_out(g, estimate()) {
            return CellReached::Kept;
        }
        match self.table.known(step.index) {
            (0, _) => {
                self.add(step.index, CellNode::new(step.to, g, estimate(), from.number));
                CellReached::Added
            }
            (number, known_g) => {
                let node = self.table.node_mut(number);
                if g >= known_g || node.closed {
                    return CellReached::Kept;
                }
                (node.g, node.parent) = (g, from.number);
                self.open.push(self.priority.key(g, node.h), node.h, number);
                CellReached::Improved
            }
        }
    }

    fn write_way(&self, cell: Cell, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        for node in std::iter::successors(self.node_at(cell), |node| self.parent(node)) {
            cells.try_reserve(1)?;
            cells.push(node.cell());
        }
        Ok(())
    }
}
