//! How a jump-point search goes on once it has followed too many jumps for what they brought.
//!
//! A careful search follows a run only to the next of every second column. There the run waits in the open list as a
//! node of its own, and a cell that was reached as cheaply before drops it. Nodes are taken in the exact order of f.
//!
//! Nothing here is inlined, and it is compiled for searches with landmarks alone: the library is 150 KB smaller so.

use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell, STEPS};
use super::{JumpOutcome, JumpSearch, OutOfMemory, Record};
use crate::grid::Cell;
use crate::index::run_word;
use crate::movement::CONTINUED;

/// At which columns the runs of a careful search wait, counted in the direction of travel: a divisor of 64.
const STRIDE: u32 = 2;

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

    /// The strip of a cell; 0 on the line.
    #[inline(never)]
    fn strip(&self, cell: PackedCell) -> u32 {
        let cross = i64::from(cell.x() - self.goal.x) * self.dy - i64::from(cell.y() - self.goal.y) * self.dx;
        let longer_side = self.dx.unsigned_abs().max(self.dy.unsigned_abs()).max(1);
        (cross.unsigned_abs() / (STRIP * longer_side)) as u32
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
        self.let_stopped_runs_wait(number)?;
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
                ordered.push(f, line.strip(node.cell), node.g, waiting);
            }
        }
        Ok(())
    }

    /// The runs of the last node that stopped because patience was used up wait where they stopped.
    fn let_stopped_runs_wait(&mut self, number: u32) -> Result<(), OutOfMemory> {
        let node = *self.memory.table.node(number);
        self.memory.reserve_ordered(self.stopped.len())?;
        for (run, steps) in self.stopped.into_iter().enumerate().filter(|&(_, steps)| steps != 0) {
            self.wait(run, steps, number, &node);
        }
        Ok(())
    }

    /// Takes the node that comes next; none when nothing is left that can lead to a cheaper path.
    fn next_in_order(&mut self) -> Option<u32> {
        loop {
            let (f, number) = self.memory.ordered.pop()?;
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
        let ray_bits = self.points.ray_bits(node.cell.x(), node.cell.y());
        self.memory.reserve_ordered(4)?;
        for ray in (0..4).filter(|ray| node.rays() >> ray & 1 == 1) {
            if self.ray_reaches_turn(ray, node) {
                let (cell, g) = self.turn_on_ray(ray, ray_bits[ray], node);
                self.reach_carefully(cell, g, number, ray);
            }
        }
        for run in (0..4).filter(|run| node.runs() >> run & 1 == 1) {
            self.follow_part_of_run(run, &ray_bits, number, node)?;
        }
        Ok(())
    }

    /// As [`follow_run`](Self::follow_run), up to the next column at which runs of a careful search wait.
    #[inline(never)]
    fn follow_part_of_run(
        &mut self,
        run: usize,
        ray_bits: &[isize; 4],
        parent: u32,
        node: &JumpNode,
    ) -> Result<(), OutOfMemory> {
        let runs = self.points.runs(run);
        let (word, shift) = self.points.run_start(run, node.cell.x(), node.cell.y());
        let (run_cost, run_step) = (self.run_cost(), STEPS[runs.direction]);
        let words = &self.runs[word];
        let to_column = STRIDE - shift % STRIDE;
        let length = (words[run_word::BLOCKED] >> shift | 1 << to_column).trailing_zeros();
        self.offer_crossing_apart(run, node, parent, length);
        self.memory.reserve_ordered(1 + 3 * STRIDE as usize)?;
        let waits = length == to_column;
        if waits {
            self.wait(run, length, parent, node);
        }
        // The cell at which it waits has rays and forced steps of its own.
        let cells = length + u32::from(!waits);
        let own_rays = u64::from(node.own_rays(run));
        for (side, ray) in runs.rays.into_iter().enumerate() {
            let sent = words[run_word::REACHES + side] >> shift & (!1 | own_rays >> side & 1);
            for along in (0..cells).filter(|along| sent >> along & 1 == 1) {
                let length = self.lines.steps_to_turn(ray_bits[ray % 4] + along as isize * runs.ray_steps[side]);
                let cell = node.cell.after(run_step, along).after(STEPS[ray], length);
                self.reach_carefully(cell, node.g + run_cost * along + self.straight * length, parent, ray);
            }
        }
        if let Some(forced) = words.get(run_word::FORCED) {
            // The first cell's own forced steps were its node's.
            for along in (1..cells).filter(|along| forced >> shift >> along & 1 == 1) {
                let cell = node.cell.after(run_step, along);
                self.reach_carefully(cell, node.g + run_cost * along, parent, runs.direction);
            }
        }
        Ok(())
    }

    /// Lets a run wait so many steps from a node.
    #[inline(never)]
    fn wait(&mut self, run: usize, steps: u32, parent: u32, node: &JumpNode) {
        let cell = node.cell.after(STEPS[self.points.runs(run).direction], steps);
        self.reach_carefully(cell, node.g + self.run_cost() * steps, parent, CONTINUED + run);
    }

    /// As [`reach`](Self::reach), in a careful search.
    #[inline(never)]
    fn reach_carefully(&mut self, cell: PackedCell, g: u32, parent: u32, arrival: usize) {
        if let Some((f, number)) = self.put::<true>(cell, g, parent, arrival) {
            self.memory.ordered.push(f, self.line.strip(cell), g, number);
        }
    }
}
