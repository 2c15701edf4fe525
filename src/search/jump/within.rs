//! A search by jump points for a path within a bound (`search/within.rs` has the order, the loop and the proof).
//!
//! The jumps of a node are its canonical successors, one bit for each direction. A diagonal jump also sends out the
//! straight jumps from the cells that it passes, as in any search by jump points. The marks of a node lie in its
//! `branches`.
//!
//! A direct way from any node makes a path that is often within the bound, and the first such path mostly ends the
//! search. Direct ways are looked for as soon as in a search for an optimal path, however much f has grown.
//!
//! A search that runs out of jumps, as it may on regular patterns, gives up. So does one whose ways cost much more than
//! their estimates: it would expand as many nodes as an optimal search. And so does one that left out a path because
//! of the query's limit of cost: only a search for an optimal path tells whether a path within the limit exists.

use super::node_table::{JumpNode, PackedCell};
use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::bits::prefetch::prefetch;
use crate::grid::Cell;
use crate::movement::{ANY_ARRIVAL, branches_of};
use crate::search::engine::Record;
use crate::search::jump_nodes::JumpNodes;
use crate::search::open_list::node_of;
use crate::search::within::{Advance, Bounded, Taken, Within, begin_within, key_and_jumps};

/// The number of expansions between two looks for new nodes with direct ways.
const OFFERED: u32 = 8;

impl<const WORDS: usize> JumpSearch<'_, WORDS> {
    /// Queues the start. The first node is made.
    pub(super) fn begin_within(&mut self, within: Within) -> Result<(), OutOfMemory> {
        let start = self.memory.nodes.table.node_mut(1);
        start.branches = 0;
        let jumps = self.jumps.successors(start.cell, ANY_ARRIVAL);
        let [h, _] = self.jumps.first_estimates();
        self.memory.watch.advance = Advance::begin(within, h);
        begin_within(&mut self.memory.nodes, within, h, jumps, 1)
    }

    fn gets_on_poorly(&self, expansions: u32) -> bool {
        self.memory.watch.advance.is_poor(expansions, |number| {
            let JumpNode { g, cell, .. } = *self.memory.nodes.table.node(number);
            (g, self.estimate(cell))
        })
    }

    /// Asks for the words of the jumps that are likely to be followed next: they are rarely in a cache, and this
    /// expansion takes about as long as they need.
    #[inline(always)]
    fn prefetch_next(&self) {
        let Some(next) = self.memory.nodes.ordered.first_entry() else { return };
        let cell = self.memory.nodes.table.node(node_of(next)).cell;
        let mut diagonals = branches_of(self.jumps.points.rule().diagonals(), key_and_jumps(next).1) & 0b1111;
        while diagonals != 0 {
            let (word, _) = self.jumps.points.diagonal_start(diagonals.trailing_zeros() as usize, cell.x(), cell.y());
            diagonals &= diagonals - 1;
            if let Some(words) = self.jumps.diagonals.get(word) {
                prefetch(std::slice::from_ref(words));
            }
        }
    }
}

impl<const WORDS: usize> Bounded for JumpSearch<'_, WORDS> {
    type Place = PackedCell;

    #[inline(always)]
    fn nodes(&self) -> &JumpNodes {
        &self.memory.nodes
    }

    #[inline(always)]
    fn nodes_mut(&mut self) -> &mut JumpNodes {
        &mut self.memory.nodes
    }

    #[inline(always)]
    fn cell(&self, cell: PackedCell) -> (PackedCell, usize) {
        (cell, self.memory.nodes.table.index(cell))
    }

    #[inline(always)]
    fn jumps_from(&self, cell: PackedCell, arrival: usize) -> u8 {
        self.jumps.successors(cell, arrival)
    }

    #[inline(always)]
    fn estimate(&self, cell: PackedCell) -> u32 {
        let h = self.jumps.estimate.from(Cell::new(cell.x(), cell.y()));
        self.jumps
            .told
            .as_ref()
            .map_or(h, |told| told.from(Cell::new(cell.x(), cell.y()), self.memory.nodes.table.index(cell), h))
    }

    #[inline(always)]
    fn follow(&mut self, taken: Taken, record: &mut Record) -> Result<bool, OutOfMemory> {
        self.prefetch_next();
        self.memory.watch.advance.note(taken.entry);
        let number = node_of(taken.entry);
        let mut node = *self.memory.nodes.table.node(number);
        node.branches = branches_of(self.jumps.points.rule().diagonals(), taken.jumps);
        self.note_expansion(node.cell, record)?;
        self.memory.watch.patience += self.memory.watch.allowed;
        if record.expansions == 1 && self.starts_blocked(&node) {
            self.leave_blocked_start(&node)?;
        } else {
            self.expand::<false, true>(number, &node)?;
        }
        if self.memory.watch.patience < 0 || self.gets_on_poorly(record.expansions) {
            return Ok(false);
        }
        if self.memory.watch.looks_for_direct_ways(record.expansions) {
            self.find_direct_ways(0)?;
        }
        if record.expansions.is_multiple_of(OFFERED) {
            self.offer_direct_ways(0);
        }
        Ok(true)
    }

    fn goal(&self) -> Cell {
        Cell::new(self.jumps.goal.x, self.jumps.goal.y)
    }

    fn cost_of_leg(&self, from: Cell, to: Cell) -> u32 {
        let (dx, dy) = (to.x.abs_diff(from.x), to.y.abs_diff(from.y));
        let diagonal = if self.jumps.four { 0 } else { dx.min(dy) };
        self.jumps.diagonal_cost * diagonal + self.jumps.straight_cost * (dx + dy - 2 * diagonal)
    }
    fn widest(&self) -> u32 {
        self.jumps.widest
    }

    fn unit(&self) -> u32 {
        1
    }
}
