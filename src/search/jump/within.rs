//! A search by jump points for a path within a bound (`search/within.rs` has the order and the proof).
//!
//! The jumps of a node are its canonical successors, one bit for each direction. A diagonal jump also sends out the
//! straight jumps from the cells that it passes, as in any search by jump points. The marks of a node lie in its
//! `branches`.
//!
//! A search that runs out of jumps, as it may on regular patterns, gives up. So does one that left out a path because
//! of the query's limit of cost: only a search for an optimal path tells whether a path within the limit exists.

use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell};
use super::{JUMPS_BY_EXPANSION, JumpSearch, OutOfMemory, Pause, Progress, Record};
use crate::grid::Cell;
use crate::index::GoalEstimate;
use crate::movement::{ANY_ARRIVAL, branches_of};
use crate::search::open_list::node_of;
use crate::search::within::{JumpMarks, Within, jumps_entry, key_and_jumps};

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
        let JumpMemory { table, ordered, least_key, .. } = &mut *self.memory;
        *least_key = 0;
        ordered.clear();
        ordered.reserve(1)?;
        let start = table.node_mut(1);
        start.branches = 0;
        let around = self.walkable.rows.around(start.cell.x() as usize, start.cell.y() as usize);
        let h = self.estimate.from(Cell::new(start.cell.x(), start.cell.y()));
        ordered.push_entry(jumps_entry(within.key(0, h), h, self.successors[ANY_ARRIVAL][around], 1));
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
        let Some(within) = self.within else { return };
        let index = self.memory.table.index(cell);
        let (known, known_g) = self.memory.table.known(index);
        let jumps = self.successors[arrival][self.walkable.rows.around(cell.x() as usize, cell.y() as usize)];
        let mut marks = if known == 0 { JumpMarks::default() } else { marks_of(self.memory.table.node(known)) };
        let is_cheaper = g < known_g;
        let new = marks.queue(jumps, is_cheaper);
        if new == 0 && !is_cheaper {
            return;
        }
        let at = Cell::new(cell.x(), cell.y());
        let mut h = self.estimate.from(at);
        if LANDMARKS && let Some(told) = &self.told {
            h = told.from(at, index, h);
        }
        if g + h >= if self.best_parent == 0 { self.widest } else { self.best } {
            self.cut |= self.best_parent == 0;
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
        self.widest = self.widest_sum();
        while let Some(entry) = self.memory.ordered.pop_entry() {
            let (key, jumps) = key_and_jumps(entry);
            let last = if self.best_parent == 0 { within.key_beyond(self.best) } else { within.key_of_path(self.best) };
            if key >= last {
                self.cut |= self.best_parent == 0;
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
                self.pause(Pause::default());
                return Ok(Progress::Paused);
            }
            self.memory.least_key = self.memory.least_key.max(key);
            self.memory.table.node_mut(number).branches = packed(marks);
            node.branches = branches_of(self.points.rule().diagonals(), left);
            self.note_expansion(node.cell, record)?;
            self.patience += JUMPS_BY_EXPANSION;
            if record.expansions == 1 && !self.walkable.is_walkable(node.cell.x() as usize, node.cell.y() as usize) {
                self.leave_blocked_start::<LANDMARKS, true>(&node)?;
            } else {
                self.expand::<LANDMARKS, true>(number, &node)?;
            }
            if self.patience < 0 {
                return Ok(Progress::TooFar);
            }
        }
        Ok(match self.best_parent {
            0 if self.cut => Progress::TooFar,
            0 => Progress::NoPath,
            _ => {
                self.best = self.cost_of_best_path();
                Progress::Found { cost: self.best.into(), least: self.least_cost(within).into() }
            }
        })
    }

    /// The cost of the path along the parents. It is lower than what was offered if a node was reached at a lower cost
    /// after its jumps had been followed.
    fn cost_of_best_path(&self) -> u32 {
        let mut cost = 0;
        let (mut to, mut number) = (PackedCell::new(self.goal.x, self.goal.y), self.best_parent);
        while number != 0 {
            let node = self.memory.table.node(number);
            let (dx, dy) = (to.x().abs_diff(node.cell.x()), to.y().abs_diff(node.cell.y()));
            let diagonal = if FOUR { 0 } else { dx.min(dy) };
            cost += self.diagonal_cost * diagonal + self.straight_cost * (dx + dy - 2 * diagonal);
            (to, number) = (node.cell, node.parent);
        }
        cost
    }

    /// A cost that no path is below.
    fn least_cost(&self, within: Within) -> u32 {
        let start = Cell::new(self.start.x, self.start.y);
        let index = self.start.y as usize * self.walkable.width() + self.start.x as usize;
        let on_open_map = self.estimate.from(start);
        let estimate = self.told.as_ref().map_or(on_open_map, |told| told.from(start, index, on_open_map));
        let searched = self.memory.least_key.max(within.key_of_path(self.best));
        estimate.max(within.least_cost(searched)).min(self.best)
    }

    /// Sums below this can be added to the longest jump and to every estimate.
    pub(super) fn widest_sum(&self) -> u32 {
        let longest = self.longest_jump();
        u32::MAX - 2 * longest - longest.max(self.told.as_ref().map_or(0, GoalEstimate::largest))
    }

    /// The cost of the longest jump: no diagonal jump with a straight jump after it is longer.
    pub(super) fn longest_jump(&self) -> u32 {
        let (width, height) = (self.walkable.width() as u32, self.walkable.height() as u32);
        if FOUR { (width + height) * self.straight_cost } else { height * self.diagonal_cost }
    }
}
