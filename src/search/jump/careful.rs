//! Careful searches: how a jump-point search goes on once it has followed too many jumps.
//!
//! A careful search goes by jumps or step by step (`gait.rs`). It interrupts diagonal jumps at every fourth column, and
//! at the first cell with forced steps. The rest of the jump waits in the open list as a node of its own. It is dropped
//! if its cell was reached as cheaply before. Nodes are taken in exact order of f.
//!
//! Steps include the equally cheap ones that jumps leave out: a walk that meets an obstacle must be able to pass it on
//! either side. Only steps that a cheaper way replaces are left out.
//!
//! Little here is inlined. Otherwise the library would be 150 KB larger.

use super::gait::Gait;
use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell, STEPS};
use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::diagonal_word;
use crate::movement::{ANY_ARRIVAL, CONTINUED, DIAGONALS_AHEAD, ROWS_ASIDE};
use crate::search::engine::{Progress, Record};
use crate::search::jump_nodes::JumpNodes;
use crate::search::open_list::node_of;

/// Diagonal jumps are interrupted at least at every column whose number, counted in the direction of travel, is a
/// multiple of this divisor of 64.
const STRIDE: u32 = 4;

/// The number of cells that one expansion reaches at most: four by straight jumps, and by each of four diagonal jumps
/// two for each cell and the one at which it waits.
const MOST_REACHED: usize = 4 + 4 * (2 * STRIDE as usize + 1);

/// The number of expansions between two looks for new nodes with direct ways.
const OFFERED: u32 = 16;

impl<const WORDS: usize> JumpSearch<'_, WORDS> {
    /// Goes on carefully after the expansion of the node `number`.
    #[cold]
    #[inline(never)]
    pub(super) fn become_careful(&mut self, number: u32, record: &mut Record) -> Result<Progress, OutOfMemory> {
        self.memory.watch.is_careful = true;
        self.memory.watch.gait = Gait::first(record.expansions, self.jumps.told.is_some());
        self.order_open_list()?;
        self.let_stopped_diagonals_wait(number)?;
        let Some((_, next)) = self.next_in_order() else { return Ok(self.memory.nodes.bound.end(1)) };
        self.memory.watch.next = next;
        self.go_on_carefully(record)
    }

    /// Expands a node and all that follow.
    #[inline(never)]
    pub(super) fn go_on_carefully(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let mut number = self.memory.watch.next;
        while record.expansions != record.limit {
            // The parts one by one: a read of the whole node would wait for the writes of its parts.
            let node = self.memory.nodes.table.node_mut(number);
            node.closed = true;
            let (g, cell, arrival) = (node.g, node.cell, usize::from(node.arrival));
            self.note_expansion(cell, record)?;
            if self.memory.direct.has_from(cell.x(), cell.y()) {
                self.offer_direct_way(number, g, cell);
            } else if self.memory.watch.gait.steps {
                self.expand_by_steps(number, g, cell, arrival)?;
            } else {
                self.expand_by_jumps(number, g, cell, arrival)?;
            }
            let is_window_over = record.expansions >= self.memory.watch.gait.until;
            if is_window_over {
                self.memory.watch.gait.choose(record.expansions, self.jumps.straight_cost);
            }
            let Some((f, next)) = self.next_in_order() else { return Ok(self.memory.nodes.bound.end(1)) };
            number = next;
            if is_window_over && self.memory.watch.stops_reading_landmarks(record.expansions, f) {
                self.stop_reading_landmarks()?;
            }
            if self.memory.watch.looks_for_direct_ways(record.expansions) {
                self.find_direct_ways(f)?;
            }
            if record.expansions.is_multiple_of(OFFERED) {
                self.offer_direct_ways(f);
            }
        }
        self.memory.watch.next = number;
        Ok(Progress::Paused)
    }

    /// Moves the open nodes from the buckets to the ordered open list.
    fn order_open_list(&mut self) -> Result<(), OutOfMemory> {
        let (jumps, JumpMemory { nodes, watch, .. }) = (&self.jumps, &mut *self.memory);
        let JumpNodes { table, queue, ordered, bound, .. } = nodes;
        ordered.clear();
        ordered.reserve(queue.count() + 1)?;
        for (f, waiting) in queue.pushed() {
            let node = table.node(waiting);
            if f < bound.best && !node.closed {
                let estimate = f - node.g;
                let exact = || jumps.estimate.from(Cell::new(node.cell.x(), node.cell.y()));
                watch.gait.note_estimate(estimate, exact);
                ordered.push(jumps.line.key(f, estimate, node.cell), 0, waiting);
            }
        }
        Ok(())
    }

    /// Goes on without landmarks: reading them takes more time than they save. All open nodes get the estimate of an
    /// open map, which is consistent, as that of landmarks is.
    #[cold]
    #[inline(never)]
    fn stop_reading_landmarks(&mut self) -> Result<(), OutOfMemory> {
        let (jumps, JumpMemory { nodes, watch, .. }) = (&self.jumps, &mut *self.memory);
        let JumpNodes { table, ordered, .. } = nodes;
        watch.gait.reads_landmarks = false;
        ordered.order_anew(|number| {
            let JumpNode { g, cell, .. } = *table.node(number);
            let estimate = jumps.estimate.from(Cell::new(cell.x(), cell.y()));
            (jumps.line.key(g + estimate, estimate, cell), 0)
        })?;
        Ok(())
    }

    /// Queues the rest of the diagonal jumps of the last node that were stopped.
    fn let_stopped_diagonals_wait(&mut self, number: u32) -> Result<(), OutOfMemory> {
        let node = *self.memory.nodes.table.node(number);
        self.memory.nodes.reserve_ordered(self.memory.watch.stopped.len())?;
        for (diagonal, steps) in self.memory.watch.stopped.into_iter().enumerate().filter(|&(_, steps)| steps != 0) {
            self.wait(diagonal, steps, number, &node);
        }
        Ok(())
    }

    /// Takes the next node and its f; none if nothing is left that can lead to a cheaper path.
    fn next_in_order(&mut self) -> Option<(u32, u32)> {
        loop {
            let first = self.memory.nodes.ordered.pop_entry()?;
            let (f, number) = ((first >> 96) as u32, node_of(first));
            if f >= self.memory.nodes.bound.best {
                return None;
            }
            if !self.memory.nodes.table.node(number).closed {
                return Some((f, number));
            }
        }
    }

    /// Reaches the neighbors of a node, except those that its parent reaches by a cheaper way.
    #[inline(never)]
    fn expand_by_steps(&mut self, number: u32, g: u32, cell: PackedCell, arrival: usize) -> Result<(), OutOfMemory> {
        self.prefetch(cell, arrival);
        self.offer_straight_way(number, g, cell);
        self.memory.nodes.reserve_ordered(8)?;
        let (from_g, from) = (g, cell);
        let equally_cheap = if self.jumps.four { &ROWS_ASIDE } else { &DIAGONALS_AHEAD };
        let equally_cheap = equally_cheap.get(arrival).copied().unwrap_or(0);
        let goal = PackedCell::new(self.jumps.goal.x, self.jumps.goal.y);
        let mut steps = self.jumps.successors(cell, arrival) | self.jumps.successors(cell, ANY_ARRIVAL) & equally_cheap;
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let g = from_g + if direction < 4 { self.jumps.straight_cost } else { self.jumps.diagonal_cost };
            let cell = from.after(STEPS[direction], 1);
            if cell == goal {
                self.memory.nodes.bound.offer(g, number);
                continue;
            }
            // Steps along diagonal jumps are parts of them, which would go on here.
            let arrival = match direction {
                0 | 1 if self.jumps.four => CONTINUED + direction,
                4.. => CONTINUED + direction - 4,
                _ => direction,
            };
            self.reach_in_order(cell, g, number, arrival);
        }
        Ok(())
    }

    /// Asks for the memory that the search reads if it steps on in the direction in which it reached this cell.
    #[inline(always)]
    fn prefetch(&self, cell: PackedCell, arrival: usize) {
        let direction = match arrival {
            CONTINUED.. if self.jumps.four => arrival - CONTINUED,
            CONTINUED.. => arrival - CONTINUED + 4,
            _ => arrival,
        };
        let Some(&step) = STEPS.get(direction) else { return };
        let index = self.memory.nodes.table.index(cell.after(step, 2));
        self.memory.nodes.table.prefetch(index);
        if self.memory.watch.gait.reads_landmarks
            && let Some(told) = &self.jumps.told
        {
            told.prefetch(index);
        }
    }

    /// Follows the jumps from a node.
    #[inline(never)]
    fn expand_by_jumps(&mut self, number: u32, g: u32, cell: PackedCell, arrival: usize) -> Result<(), OutOfMemory> {
        self.offer_straight_way(number, g, cell);
        let branches = self.jumps.branches(cell, arrival);
        let node = &JumpNode { g, cell, parent: 0, branches, arrival: arrival as u8, closed: true };
        let straight_bits = self.jumps.points.straight_bits(node.cell.x(), node.cell.y());
        self.memory.nodes.reserve_ordered(MOST_REACHED)?;
        for straight in (0..4).filter(|straight| node.straights() >> straight & 1 == 1) {
            if self.jumps.has_jump_point_ahead(straight, node) {
                let (cell, g) = self.jumps.jump_point_ahead(straight, straight_bits[straight], node);
                self.jump_to(cell, g, (number, node), straight);
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
    fn follow_part_of_diagonal(&mut self, diagonal: usize, straight_bits: &[i32; 4], parent: u32, node: &JumpNode) {
        let diagonals = self.jumps.points.diagonals(diagonal);
        let (word, shift) = self.jumps.points.diagonal_start(diagonal, node.cell.x(), node.cell.y());
        let (step_cost, diagonal_step) = (self.jumps.diagonal_step_cost(), STEPS[diagonals.direction()]);
        let words = &self.jumps.diagonals[word];
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
        for (side, straight) in diagonals.straights().into_iter().enumerate() {
            let mut sent = words[diagonal_word::REACHES + side] >> shift & passed & (!1 | own_straights >> side & 1);
            while sent != 0 {
                let along = sent.trailing_zeros();
                sent &= sent - 1;
                let length = self
                    .jumps
                    .lines
                    .steps_to_jump_point(straight_bits[straight % 4] + along as i32 * diagonals.straight_steps[side]);
                let cell = node.cell.after(diagonal_step, along).after(STEPS[straight], length);
                let g = node.g + step_cost * along + self.jumps.straight_cost * length;
                self.jump_to(cell, g, (parent, node), straight);
            }
        }
    }

    /// Queues the rest of a diagonal jump after a number of steps from a node.
    #[inline(always)]
    fn wait(&mut self, diagonal: usize, steps: u32, parent: u32, node: &JumpNode) {
        let cell = node.cell.after(STEPS[self.jumps.points.diagonals(diagonal).direction()], steps);
        self.jump_to(cell, node.g + self.jumps.diagonal_step_cost() * steps, (parent, node), CONTINUED + diagonal);
    }

    /// Reaches a cell at cost `g` by a jump from a node.
    #[inline(never)]
    fn jump_to(&mut self, cell: PackedCell, g: u32, (number, from): (u32, &JumpNode), arrival: usize) {
        let is_cheaper = self.reach_in_order(cell, g, number, arrival);
        let steps = cell.x().abs_diff(from.cell.x()).max(cell.y().abs_diff(from.cell.y()));
        self.memory.watch.gait.count_jump(if is_cheaper { steps } else { 0 });
    }

    /// Reaches a cell as [`reach`](Self::reach) does, and returns whether this is the first or a cheaper way.
    #[inline(always)]
    fn reach_in_order(&mut self, cell: PackedCell, g: u32, parent: u32, arrival: usize) -> bool {
        let put = if self.memory.watch.gait.reads_landmarks {
            self.put::<true, true>(cell, g, parent, arrival)
        } else {
            self.put::<false, true>(cell, g, parent, arrival)
        };
        let Some((f, number)) = put else { return false };
        self.memory.watch.gait.note_estimate(f - g, || self.jumps.estimate.from(Cell::new(cell.x(), cell.y())));
        self.memory.nodes.ordered.push(self.jumps.line.key(f, f - g, cell), 0, number);
        true
    }
}
