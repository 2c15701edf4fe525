//! A search by jump points for a path within a bound (`search/within.rs` has the order and the proof).
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

use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell};
use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::bits::prefetch::prefetch;
use crate::grid::Cell;
use crate::movement::{ANY_ARRIVAL, branches_of};
use crate::search::engine::Progress;
use crate::search::open_list::node_of;
use crate::search::record::Record;
use crate::search::within::{Advance, JumpMarks, Within, jumps_entry, key_and_jumps};

/// The number of expansions between two looks for new nodes with direct ways.
const OFFERED: u32 = 8;

fn marks_of(node: &JumpNode) -> JumpMarks {
    let [followed, queued] = node.branches.to_le_bytes();
    JumpMarks { followed, queued }
}

fn packed(marks: JumpMarks) -> u16 {
    u16::from_le_bytes([marks.followed, marks.queued])
}

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// Queues the start. The first node is made.
    pub(super) fn begin_within(&mut self, within: Within) -> Result<(), OutOfMemory> {
        let JumpMemory { table, ordered, least_key, watch, .. } = &mut *self.memory;
        *least_key = 0;
        ordered.clear();
        ordered.reserve(1)?;
        let start = table.node_mut(1);
        start.branches = 0;
        let around = self.jumps.around(start.cell);
        let [h, _] = self.jumps.first_estimates();
        watch.advance = Advance::begin(within, h);
        ordered.push_entry(jumps_entry(within.key(0, h), h, self.jumps.successors[ANY_ARRIVAL][around], 1));
        Ok(())
    }

    /// Reaches a cell at cost `g` from the node `parent`. Queues the jumps that this arrival adds.
    #[inline(always)]
    pub(super) fn reach_within<const LANDMARKS: bool>(
        &mut self,
        cell: PackedCell,
        g: u32,
        parent: u32,
        arrival: usize,
    ) {
        let Some(within) = self.jumps.within else { return };
        let index = self.memory.table.index(cell);
        let (known, known_g) = self.memory.table.known(index);
        let jumps = self.jumps.successors[arrival][self.jumps.around(cell)];
        let mut marks = if known == 0 { JumpMarks::default() } else { marks_of(self.memory.table.node(known)) };
        let is_cheaper = g < known_g;
        let new = marks.queue(jumps, is_cheaper);
        if new == 0 && !is_cheaper {
            return;
        }
        let h = self.estimate::<LANDMARKS>(cell, index);
        if g + h >= if self.memory.bound.parent == 0 { self.jumps.widest } else { self.memory.bound.best } {
            self.memory.bound.cut |= self.memory.bound.parent == 0;
            return;
        }
        let branches = packed(marks);
        let number = if is_cheaper {
            let node = JumpNode { g, cell, parent, branches, arrival: arrival as u8, closed: false };
            self.memory.table.put(index, known, node)
        } else {
            self.memory.table.node_mut(known).branches = branches;
            known
        };
        if new != 0 {
            self.memory.ordered.push_entry(jumps_entry(within.key(g, h), h, new, number));
        }
    }

    /// Follows jumps until a path is within the bound.
    #[inline(never)]
    pub(super) fn run_within<const LANDMARKS: bool>(
        &mut self,
        within: Within,
        record: &mut Record,
    ) -> Result<Progress, OutOfMemory> {
        while let Some(entry) = self.memory.ordered.pop_entry() {
            let (key, jumps) = key_and_jumps(entry);
            let last = if self.memory.bound.parent == 0 {
                within.key_beyond(self.memory.bound.best)
            } else {
                within.key_of_path(self.memory.bound.best)
            };
            if key >= last {
                self.memory.bound.cut |= self.memory.bound.parent == 0;
                break;
            }
            let number = node_of(entry);
            let mut node = *self.memory.table.node(number);
            let mut marks = marks_of(&node);
            let left = marks.follow(jumps);
            if left == 0 {
                continue;
            }
            if record.expansions == record.limit {
                self.memory.ordered.reserve(1)?;
                self.memory.ordered.push_entry(entry);
                return Ok(Progress::Paused);
            }
            self.prefetch_next();
            self.memory.least_key = self.memory.least_key.max(key);
            self.memory.watch.advance.note(entry);
            self.memory.table.node_mut(number).branches = packed(marks);
            node.branches = branches_of(self.jumps.points.rule().diagonals(), left);
            self.note_expansion(node.cell, record)?;
            self.memory.watch.patience += self.memory.watch.allowed;
            if record.expansions == 1 && self.starts_blocked(&node) {
                self.leave_blocked_start::<LANDMARKS, true>(&node)?;
            } else {
                self.expand::<LANDMARKS, true>(number, &node)?;
            }
            if self.memory.watch.patience < 0 || self.gets_on_poorly::<LANDMARKS>(record.expansions) {
                return Ok(Progress::TooFar);
            }
            if self.memory.watch.looks_for_direct_ways(record.expansions) {
                self.find_direct_ways(0)?;
            }
            if record.expansions.is_multiple_of(OFFERED) {
                self.offer_direct_ways(0);
            }
        }
        Ok(match self.memory.bound.parent {
            0 if self.memory.bound.cut => Progress::TooFar,
            0 => Progress::NoPath,
            _ => {
                let cost = self.cost_of_best_path();
                let least = within.least_cost(cost, self.memory.least_key);
                Progress::Found { cost: cost.into(), least: least.into() }
            }
        })
    }

    #[inline(always)]
    fn gets_on_poorly<const LANDMARKS: bool>(&self, expansions: u32) -> bool {
        self.memory.watch.advance.is_poor(expansions, |number| {
            let JumpNode { g, cell, .. } = *self.memory.table.node(number);
            (g, self.estimate::<LANDMARKS>(cell, self.memory.table.index(cell)))
        })
    }

    /// The estimate of a cell with a row index.
    #[inline(always)]
    fn estimate<const LANDMARKS: bool>(&self, cell: PackedCell, index: usize) -> u32 {
        let at = Cell::new(cell.x(), cell.y());
        let h = self.jumps.estimate.from(at);
        match &self.jumps.told {
            Some(told) if LANDMARKS => told.from(at, index, h),
            _ => h,
        }
    }

    /// Asks for the words of the jumps that are likely to be followed next: they are rarely in a cache, and this
    /// expansion takes about as long as they need.
    #[inline(always)]
    fn prefetch_next(&self) {
        let Some(next) = self.memory.ordered.first_entry() else { return };
        let cell = self.memory.table.node(node_of(next)).cell;
        let mut diagonals = branches_of(self.jumps.points.rule().diagonals(), key_and_jumps(next).1) & 0b1111;
        while diagonals != 0 {
            let (word, _) = self.jumps.points.diagonal_start(diagonals.trailing_zeros() as usize, cell.x(), cell.y());
            diagonals &= diagonals - 1;
            if let Some(words) = self.jumps.diagonals.get(word) {
                prefetch(std::slice::from_ref(words));
            }
        }
    }

    /// The cost of the path along the parents. It is lower than what was offered if a node was reached at a lower cost
    /// after its jumps had been followed.
    fn cost_of_best_path(&self) -> u32 {
        let mut cost = 0;
        let (mut to, mut number) = (PackedCell::new(self.jumps.goal.x, self.jumps.goal.y), self.memory.bound.parent);
        while number != 0 {
            let node = self.memory.table.node(number);
            let (dx, dy) = (to.x().abs_diff(node.cell.x()), to.y().abs_diff(node.cell.y()));
            let diagonal = if FOUR { 0 } else { dx.min(dy) };
            cost += self.jumps.diagonal_cost * diagonal + self.jumps.straight_cost * (dx + dy - 2 * diagonal);
            (to, number) = (node.cell, node.parent);
        }
        cost
    }
}
