//! How a jump-point search goes on once it has followed too many jumps for what they brought.
//!
//! A careful search follows a diagonal jump only to the next of every fourth column. There the diagonal jump waits in the open list as a
//! node of its own, and a cell that was reached as cheaply before drops it. Nodes are taken in the exact order of f.
//!
//! Where many ways are equally cheap, a search should walk to the goal and not explore all of them. So nodes of equal f
//! are ordered by strips along the line from start to goal, the nearest strip first; within a strip the node farthest
//! from the start comes first, and of those the one reached last. On a regular pattern a way goes on in its strip,
//! without the dead ends at the border of the map to which a walk by distance alone leads.
//!
//! Nothing here is inlined, and it is compiled for searches with landmarks alone: the library is 150 KB smaller so.

use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell, STEPS};
use super::{JumpOutcome, JumpSearch, OutOfMemory, Record};
use crate::grid::Cell;
use crate::index::diagonal_word;
use crate::movement::CONTINUED;
use crate::search::open_list::node_of;

/// At which columns the diagonal jumps of a careful search wait, counted in the direction of travel: a divisor of 64.
const STRIDE: u32 = 4;

/// Width in cells of the strips by which a careful search orders nodes of equal f.
const STRIP: u64 = 4;

/// The line from start to goal, beside which strips lie.
pub(super) struct Line {
    goal: Cell,
    dx: i64,
    dy: i64,
}

impl Line {
    pub(super) fn new(start: Cell, goal: Cell) -> Self {
        Self { goal, dx: i64::from(goal.x - start.x), dy: i64::from(goal.y - start.y) }
    }

    /// Orders nodes by f, and those of equal f by their strips.
    #[inline(never)]
    fn key(&self, f: u32, cell: PackedCell) -> u64 {
        let cross = i64::from(cell.x() - self.goal.x) * self.dy - i64::from(cell.y() - self.goal.y) * self.dx;
        let longer_side = self.dx.unsigned_abs().max(self.dy.unsigned_abs()).max(1);
        (u64::from(f) << 32) | (cross.unsigned_abs() / (STRIP * longer_side))
    }
}

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// Goes on after the expansion of the node `number`.
    #[cold]
    #[inline(never)]
    pub(super) fn run_carefully(
        mut self,
        number: u32,
        limit: u32,
        record: &mut Record,
    ) -> Result<JumpOutcome, OutOfMemory> {
        self.order_open_list()?;
        self.let_stopped_diagonals_wait(number)?;
        while let Some(number) = self.next_in_order() {
            if record.expansions == limit {
                return Ok(JumpOutcome::LimitReached);
            }
            let node = self.close(number);
            self.note_expansion(&node, record)?;
            self.expand_carefully(number, &node)?;
        }
        self.end(record)
    }

    /// Moves what waits in buckets to the ordered queue.
    fn order_open_list(&mut self) -> Result<(), OutOfMemory> {
        let (line, JumpMemory { table, queue, ordered, .. }) = (&self.line, &mut *self.memory);
        ordered.clear();
        while let Some((f, waiting)) = queue.pop() {
            let node = table.node(waiting);
            if f < self.best && !node.closed {
                ordered.reserve(1)?;
                ordered.push(line.key(f, node.cell), !node.g, waiting);
            }
        }
        Ok(())
    }

    /// the diagonal jumps of the last node that stopped because patience was used up wait where they stopped.
    fn let_stopped_diagonals_wait(&mut self, number: u32) -> Result<(), OutOfMemory> {
        let node = *self.memory.table.node(number);
        self.memory.reserve_ordered(self.stopped.len())?;
        for (diagonal, steps) in self.stopped.into_iter().enumerate().filter(|&(_, steps)| steps != 0) {
            self.wait(diagonal, steps, number, &node);
        }
        Ok(())
    }

    /// Takes the node that comes next; none when nothing is left that can lead to a cheaper path.
    fn next_in_order(&mut self) -> Option<u32> {
        loop {
            let first = self.memory.ordered.pop_entry()?;
            let (f, number) = ((first >> 96) as u32, node_of(first));
            if f >= self.best {
                return None;
            }
            if !self.memory.table.node(number).closed {
                return Some(number);
            }
        }
    }

    #[inline(never)]
    fn expand_carefully(&mut self, number: u32, node: &JumpNode) -> Result<(), OutOfMemory> {
        self.offer_straight_way(number, node);
        let straight_bits = self.points.straight_bits(node.cell.x(), node.cell.y());
        self.memory.reserve_ordered(4)?;
        for straight in (0..4).filter(|straight| node.straights() >> straight & 1 == 1) {
            if self.has_jump_point_ahead(straight, node) {
                let (cell, g) = self.jump_point_ahead(straight, straight_bits[straight], node);
                self.reach_carefully(cell, g, number, straight);
            }
        }
        for diagonal in (0..4).filter(|diagonal| node.diagonals() >> diagonal & 1 == 1) {
            self.follow_part_of_diagonal(diagonal, &straight_bits, number, node)?;
        }
        Ok(())
    }

    /// As [`follow_diagonal`](Self::follow_diagonal), up to the next column at which diagonal jumps of a careful search wait.
    #[inline(never)]
    fn follow_part_of_diagonal(
        &mut self,
        diagonal: usize,
        straight_bits: &[isize; 4],
        parent: u32,
        node: &JumpNode,
    ) -> Result<(), OutOfMemory> {
        let diagonals = self.points.diagonals(diagonal);
        let (word, shift) = self.points.diagonal_start(diagonal, node.cell.x(), node.cell.y());
        let (step_cost, diagonal_step) = (self.diagonal_step_cost(), STEPS[diagonals.direction]);
        let words = &self.diagonals[word];
        let to_column = STRIDE - shift % STRIDE;
        let length = (words[diagonal_word::BLOCKED] >> shift | 1 << to_column).trailing_zeros();
        self.offer_crossing_apart(diagonal, node, parent, length);
        self.memory.reserve_ordered(1 + 3 * STRIDE as usize)?;
        let waits = length == to_column;
        if waits {
            self.wait(diagonal, length, parent, node);
        }
        // The cell at which it waits has straight jumps and forced steps of its own.
        let cells = length + u32::from(!waits);
        let own_straights = u64::from(node.own_straights(diagonal));
        for (side, straight) in diagonals.straights.into_iter().enumerate() {
            let sent = words[diagonal_word::REACHES + side] >> shift & (!1 | own_straights >> side & 1);
            for along in (0..cells).filter(|along| sent >> along & 1 == 1) {
                let length = self
                    .lines
                    .steps_to_jump_point(straight_bits[straight % 4] + along as isize * diagonals.straight_steps[side]);
                let cell = node.cell.after(diagonal_step, along).after(STEPS[straight], length);
                self.reach_carefully(cell, node.g + step_cost * along + self.straight_cost * length, parent, straight);
            }
        }
        if let Some(forced) = words.get(diagonal_word::FORCED) {
            // The first cell's own forced steps were its node's.
            for along in (1..cells).filter(|along| forced >> shift >> along & 1 == 1) {
                let cell = node.cell.after(diagonal_step, along);
                self.reach_carefully(cell, node.g + step_cost * along, parent, diagonals.direction);
            }
        }
        Ok(())
    }

    /// Lets a diagonal jump wait so many steps from a node.
    #[inline(never)]
    fn wait(&mut self, diagonal: usize, steps: u32, parent: u32, node: &JumpNode) {
        let cell = node.cell.after(STEPS[self.points.diagonals(diagonal).direction], steps);
        self.reach_carefully(cell, node.g + self.diagonal_step_cost() * steps, parent, CONTINUED + diagonal);
    }

    /// As [`reach`](Self::reach), in a careful search.
    #[inline(never)]
    fn reach_carefully(&mut self, cell: PackedCell, g: u32, parent: u32, arrival: usize) {
        if let Some((f, number)) = self.put::<true>(cell, g, parent, arrival) {
            self.memory.ordered.push(self.line.key(f, cell), !g, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_ordered_by_f_and_then_by_strips_beside_the_line() {
        let line = Line::new(Cell::new(10, 20), Cell::new(110, 20));
        let key = |f, y| line.key(f, PackedCell::new(60, y));
        assert_eq!((key(7, 17), key(7, 23)), (key(7, 20), key(7, 20)));
        assert_eq!(key(7, 16), key(7, 27));
        assert!(key(7, 20) < key(7, 24) && key(7, 24) < key(7, 28) && key(7, 90) < key(8, 20));
    }
}
