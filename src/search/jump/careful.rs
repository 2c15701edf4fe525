//! Careful searches: how a jump-point search goes on once it has followed too many jumps.
//!
//! A careful search interrupts diagonal jumps at every fourth column, and at the first cell with forced steps. The rest
//! of the jump waits in the open list as a node of its own, and is dropped if its cell was reached as cheaply before.
//! Nodes are taken in exact order of f.
//!
//! Where many paths are equally cheap, a search should walk to the goal and not explore all of them. Nodes of equal f
//! are therefore ordered by strips along the line from start to goal, the nearest strip first. In a strip the node
//! farthest from the start comes first, and of nodes at the same distance the one that was reached last. On a regular
//! pattern the search then stays in its strip. By distance alone it would run into dead ends at the border of the map.
//!
//! Nothing here is inlined, and there is no copy of this code for searches without landmarks. Otherwise the library
//! would be 150 KB larger.

use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell, STEPS};
use super::{JumpOutcome, JumpSearch, OutOfMemory, Pause, Record};
use crate::grid::Cell;
use crate::index::diagonal_word;
use crate::movement::CONTINUED;
use crate::search::open_list::node_of;

/// Diagonal jumps are interrupted at least at every column whose number, counted in the direction of travel, is a
/// multiple of this divisor of 64.
const STRIDE: u32 = 4;

/// The number of cells that one expansion reaches at most: four by straight jumps, and by each of four diagonal jumps
/// two for each cell and the one at which it waits.
const MOST_REACHED: usize = 4 + 4 * (2 * STRIDE as usize + 1);

/// Width of a strip, in cells.
const STRIP: u32 = 4;

/// The straight line from start to goal. Strips of equal width lie beside it, and number their cells by the distance
/// from the line.
pub(super) struct Line {
    goal: Cell,
    dx: i32,
    dy: i32,
    /// The width of a strip, times the longer side of the line's bounding box.
    strip: u32,
}

impl Line {
    pub(super) fn new(start: Cell, goal: Cell) -> Self {
        let (dx, dy) = (goal.x - start.x, goal.y - start.y);
        Self { goal, dx, dy, strip: STRIP * dx.unsigned_abs().max(dy.unsigned_abs()).max(1) }
    }

    /// The key of a node in the open list: by f, then by strip.
    fn key(&self, f: u32, cell: PackedCell) -> u64 {
        // Below 2^30 in size on the largest map.
        let cross = (cell.x() - self.goal.x) * self.dy - (cell.y() - self.goal.y) * self.dx;
        u64::from(f) << 32 | u64::from(cross.unsigned_abs() / self.strip)
    }
}

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// Continues after the expansion of the node `number`.
    #[cold]
    #[inline(never)]
    pub(super) fn run_carefully(
        mut self,
        number: u32,
        limit: u32,
        record: &mut Record,
    ) -> Result<JumpOutcome, OutOfMemory> {
        self.ties.become_careful();
        self.order_open_list()?;
        self.let_stopped_diagonals_wait(number)?;
        let Some((_, number)) = self.next_in_order() else { return self.end(record) };
        self.go_on_carefully(number, limit, record)
    }

    /// Expands a node and all that follow.
    #[inline(never)]
    pub(super) fn go_on_carefully(
        mut self,
        mut number: u32,
        limit: u32,
        record: &mut Record,
    ) -> Result<JumpOutcome, OutOfMemory> {
        while record.expansions != limit {
            let node = self.close(number);
            self.note_expansion(&node, record)?;
            if self.memory.direct.has_from(node.cell.x(), node.cell.y()) {
                self.offer_direct_way(number, node.g, node.cell);
            } else {
                self.expand_carefully(number, &node)?;
            }
            let Some((f, next)) = self.next_in_order() else { return self.end(record) };
            number = next;
            if record.expansions >= self.direct_after {
                self.find_direct_ways(f)?;
            }
            if self.ties.may_walk(record.expansions, f) {
                return Ok(self.propose_walk(Pause { number, is_careful: true, ..Pause::default() }));
            }
        }
        self.pause(Pause { number, is_careful: true, ..Pause::default() });
        Ok(JumpOutcome::LimitReached)
    }

    /// Moves the open nodes from the buckets to the ordered open list.
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

    /// Queues the rest of the diagonal jumps of the last node that were stopped.
    fn let_stopped_diagonals_wait(&mut self, number: u32) -> Result<(), OutOfMemory> {
        let node = *self.memory.table.node(number);
        self.memory.reserve_ordered(self.stopped.len())?;
        for (diagonal, steps) in self.stopped.into_iter().enumerate().filter(|&(_, steps)| steps != 0) {
            self.wait(diagonal, steps, number, &node);
        }
        Ok(())
    }

    /// Takes the next node and its f; none if nothing is left that can lead to a cheaper path.
    fn next_in_order(&mut self) -> Option<(u32, u32)> {
        loop {
            let first = self.memory.ordered.pop_entry()?;
            let (f, number) = ((first >> 96) as u32, node_of(first));
            if f >= self.best {
                return None;
            }
            if !self.memory.table.node(number).closed {
                return Some((f, number));
            }
        }
    }

    #[inline(never)]
    fn expand_carefully(&mut self, number: u32, node: &JumpNode) -> Result<(), OutOfMemory> {
        self.offer_straight_way(number, node);
        let straight_bits = self.points.straight_bits(node.cell.x(), node.cell.y());
        self.memory.reserve_ordered(MOST_REACHED)?;
        for straight in (0..4).filter(|straight| node.straights() >> straight & 1 == 1) {
            if self.has_jump_point_ahead(straight, node) {
                let (cell, g) = self.jump_point_ahead(straight, straight_bits[straight], node);
                self.reach_carefully(cell, g, number, straight);
            }
        }
        for diagonal in (0..4).filter(|diagonal| node.diagonals() >> diagonal & 1 == 1) {
            self.follow_part_of_diagonal(diagonal, &straight_bits, number, node);
        }
        Ok(())
    }

    /// Follows a diagonal jump to the next cell at which it is interrupted; see
    /// [`follow_diagonal`](Self::follow_diagonal).
    #[inline(never)]
    fn follow_part_of_diagonal(&mut self, diagonal: usize, straight_bits: &[isize; 4], parent: u32, node: &JumpNode) {
        let diagonals = self.points.diagonals(diagonal);
        let (word, shift) = self.points.diagonal_start(diagonal, node.cell.x(), node.cell.y());
        let (step_cost, diagonal_step) = (self.diagonal_step_cost(), STEPS[diagonals.direction]);
        let words = &self.diagonals[word];
        let to_column = STRIDE - shift % STRIDE;
        // The first cell's forced steps belonged to its node.
        let forced = words.get(diagonal_word::FORCED).map_or(0, |forced| forced >> shift & !1);
        let to_stop = (forced | 1 << to_column).trailing_zeros();
        let length = (words[diagonal_word::BLOCKED] >> shift | 1 << to_stop).trailing_zeros();
        self.offer_crossing(diagonal, node.cell.x(), node.cell.y(), node.g, parent, length);
        let waits = length == to_stop;
        if waits {
            self.wait(diagonal, length, parent, node);
        }
        // The jump continues at the cell where it waits, and sends out that cell's straight jumps then.
        let passed = (1 << (length + u32::from(!waits))) - 1;
        let own_straights = u64::from(node.own_straights(diagonal));
        for (side, straight) in diagonals.straights.into_iter().enumerate() {
            let mut sent = words[diagonal_word::REACHES + side] >> shift & passed & (!1 | own_straights >> side & 1);
            while sent != 0 {
                let along = sent.trailing_zeros();
                sent &= sent - 1;
                let length = self
                    .lines
                    .steps_to_jump_point(straight_bits[straight % 4] + along as isize * diagonals.straight_steps[side]);
                let cell = node.cell.after(diagonal_step, along).after(STEPS[straight], length);
                self.reach_carefully(cell, node.g + step_cost * along + self.straight_cost * length, parent, straight);
            }
        }
    }

    /// Queues the rest of a diagonal jump after a number of steps from a node.
    #[inline(always)]
    fn wait(&mut self, diagonal: usize, steps: u32, parent: u32, node: &JumpNode) {
        let cell = node.cell.after(STEPS[self.points.diagonals(diagonal).direction], steps);
        self.reach_carefully(cell, node.g + self.diagonal_step_cost() * steps, parent, CONTINUED + diagonal);
    }

    /// Reaches a cell; see [`reach`](Self::reach).
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
