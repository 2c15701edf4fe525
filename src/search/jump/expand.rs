//! What one expansion of a jump-point search does.

use super::node_table::{JumpNode, PackedCell, STEPS};
use super::{JumpSearch, OutOfMemory};
use crate::grid::Cell;
use crate::index::{JumpLines, run_word};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS};

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// A start that is an obstacle is on no line of bits: its neighbours are reached one by one.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_blocked_start<const LANDMARKS: bool>(&mut self, start: &JumpNode) -> Result<(), OutOfMemory> {
        let (x, y) = (start.cell.x(), start.cell.y());
        self.memory.reserve(8)?;
        let steps = self.successors[ANY_ARRIVAL][self.walkable.rows.around(x as usize, y as usize)];
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if steps >> direction & 1 == 0 {
                continue;
            }
            let cost = if dx != 0 && dy != 0 { self.diagonal } else { self.straight };
            if (x + dx, y + dy) == (self.goal.x, self.goal.y) {
                self.offer(cost, 1);
            } else {
                // From each of them, all steps: what could be pruned would be so for the start's sake.
                self.reach::<LANDMARKS>(PackedCell::new(x + dx, y + dy), cost, 1, ANY_ARRIVAL);
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn expand<const LANDMARKS: bool>(&mut self, number: u32, node: &JumpNode) -> Result<(), OutOfMemory> {
        self.offer_straight_way(number, node);
        let ray_bits = self.points.ray_bits(node.cell.x(), node.cell.y());
        let mut rays = node.rays();
        if rays != 0 {
            self.memory.reserve(4)?;
        }
        while rays != 0 {
            let ray = rays.trailing_zeros() as usize % 4;
            rays &= rays - 1;
            if self.ray_reaches_turn(ray, node) {
                let (cell, g) = self.turn_on_ray(ray, ray_bits[ray], node);
                self.reach::<LANDMARKS>(cell, g, number, ray);
            }
        }
        let mut runs = node.runs();
        while runs != 0 {
            let run = runs.trailing_zeros() as usize;
            runs &= runs - 1;
            self.follow_run::<LANDMARKS>(run, &ray_bits, number, node)?;
        }
        Ok(())
    }

    /// Whether a ray from a node gets to a turn.
    #[inline(always)]
    pub(super) fn ray_reaches_turn(&self, ray: usize, node: &JumpNode) -> bool {
        let (run, side) = self.points.run_of_ray(ray);
        let (word, shift) = self.points.run_start(run, node.cell.x(), node.cell.y());
        self.runs[word][run_word::REACHES + side] >> shift & 1 == 1
    }

    /// The turn that a ray from a node gets to, and what it costs to get there. `bit` is the ray's bit at the node.
    #[inline(always)]
    pub(super) fn turn_on_ray(&self, ray: usize, bit: isize, node: &JumpNode) -> (PackedCell, u32) {
        let length = self.lines.steps_to_turn(bit);
        (node.cell.after(STEPS[ray], length), node.g + self.straight * length)
    }

    /// Follows all rays that get to turns from the cells of a run, which begins at the cell of the node `parent`.
    /// `ray_bits` are the bits of the four rays there.
    #[inline(always)]
    fn follow_run<const LANDMARKS: bool>(
        &mut self,
        run: usize,
        ray_bits: &[isize; 4],
        parent: u32,
        node: &JumpNode,
    ) -> Result<(), OutOfMemory> {
        let own_rays = u64::from(node.own_rays(run));
        let (points, (x, y)) = (self.points, (node.cell.x(), node.cell.y()));
        let runs = points.runs(run);
        let (mut word, mut shift) = points.run_start(run, x, y);
        let (run_cost, run_step) = (self.run_cost(), STEPS[runs.direction]);
        // The first cell's own forced steps were its node's.
        let (mut allowed, mut forced_allowed) = ([!1 | own_rays & 1, !1 | own_rays >> 1 & 1], !1);
        // The number of steps to the cell of the word's lowest bit.
        let mut steps = 0;
        loop {
            let words = &self.runs[word];
            let blocked = words[run_word::BLOCKED] >> shift;
            // The cells up to the one whose step is blocked.
            let passed = blocked ^ blocked.wrapping_sub(1);
            if blocked != 0 {
                self.offer_crossing(run, x, y, node.g, parent, steps + blocked.trailing_zeros());
            }
            self.memory.reserve(3 * 64)?;
            let mut first = words[run_word::REACHES] >> shift & passed & allowed[0];
            let mut second = words[run_word::REACHES + 1] >> shift & passed & allowed[1];
            // One loop for both sides: where a loop ends can't be foretold, and costs more than what it does.
            while first | second != 0 {
                let side = usize::from(first == 0);
                let bits = if first == 0 { second } else { first };
                let rest = bits & (bits - 1);
                (first, second) = if first == 0 { (0, rest) } else { (rest, second) };
                let ray = runs.rays[side] % 4;
                let along = steps + bits.trailing_zeros();
                let length = self.lines.steps_to_turn(ray_bits[ray] + along as isize * runs.ray_steps[side]);
                let cell = node.cell.after(run_step, along).after(STEPS[ray], length);
                self.reach::<LANDMARKS>(cell, node.g + run_cost * along + self.straight * length, parent, ray);
                self.patience -= 1;
            }
            if let Some(forced) = words.get(run_word::FORCED) {
                let mut bits = forced >> shift & passed & forced_allowed;
                while bits != 0 {
                    let along = steps + bits.trailing_zeros();
                    bits &= bits - 1;
                    let cell = node.cell.after(run_step, along);
                    self.reach::<LANDMARKS>(cell, node.g + run_cost * along, parent, runs.direction);
                    self.patience -= 1;
                }
            }
            if blocked != 0 {
                return Ok(());
            }
            steps += 64 - shift;
            if self.patience < 0 {
                self.offer_crossing_apart(run, node, parent, steps);
                self.stopped[run] = steps;
                return Ok(());
            }
            (shift, allowed, forced_allowed) = (0, [!0; 2], !0);
            if self.is_settled(run, steps, parent, node) {
                return Ok(());
            }
            word += JumpLines::NEXT;
        }
    }

    /// Whether nothing that a run does after so many steps can lead to a cheaper path. A crossing that lies behind is
    /// taken note of.
    ///
    /// Few runs pass more than a word: inlined, this would slow down all others.
    #[cold]
    #[inline(never)]
    fn is_settled(&mut self, run: usize, steps: u32, parent: u32, node: &JumpNode) -> bool {
        self.offer_crossing_apart(run, node, parent, steps);
        let at = node.cell.after(STEPS[self.points.runs(run).direction], steps);
        let least = node.g + self.run_cost() * steps + self.estimate.from(Cell::new(at.x(), at.y()));
        self.best_parent != 0 && least >= self.best
    }

    /// Takes note if a straight way leads from a node to the goal.
    #[inline(always)]
    pub(super) fn offer_straight_way(&mut self, number: u32, node: &JumpNode) {
        let (x, y) = (node.cell.x(), node.cell.y());
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            self.offer(node.g + self.straight * (x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y)), number);
        }
    }

    /// Takes note if a run of `length` steps comes to a cell from which a straight way leads to the goal.
    #[inline(always)]
    fn offer_crossing(&mut self, run: usize, x: i32, y: i32, g: u32, parent: u32, length: u32) {
        let runs = self.points.runs(run);
        let ahead_x = (self.goal.x - x) * runs.dx;
        let ahead_y = (self.goal.y - y) * runs.dy;
        let steps = if FOUR { ahead_x } else { ahead_x.min(ahead_y) };
        // 1..=length, in one comparison.
        if steps.wrapping_sub(1) as u32 >= length {
            return;
        }
        let (x, y) = (x + runs.dx * steps, y + runs.dy * steps);
        if self.goal.is_seen_along_row(x, y) || self.goal.is_seen_along_column(x, y) {
            let rest = x.abs_diff(self.goal.x) + y.abs_diff(self.goal.y);
            self.offer(g + self.run_cost() * steps as u32 + self.straight * rest, parent);
        }
    }

    /// The same, not inlined.
    #[inline(never)]
    pub(super) fn offer_crossing_apart(&mut self, run: usize, node: &JumpNode, parent: u32, length: u32) {
        self.offer_crossing(run, node.cell.x(), node.cell.y(), node.g, parent, length);
    }

    /// Takes note of a way to the goal.
    #[inline(always)]
    fn offer(&mut self, cost: u32, parent: u32) {
        if cost < self.best {
            self.best = cost;
            self.best_parent = parent;
        } else if self.best_parent == 0 {
            self.cut = true;
        }
    }

    /// Notes a way to a cell of cost `g` over the node `parent`, if it is the first or a better one.
    #[inline(always)]
    fn reach<const LANDMARKS: bool>(&mut self, cell: PackedCell, g: u32, parent: u32, arrival: usize) {
        if let Some((f, number)) = self.put::<LANDMARKS>(cell, g, parent, arrival) {
            self.memory.queue.push(f, number);
        }
    }

    /// Makes the node of a cell to which there is a way of cost `g` over the node `parent`, if it is the first or a
    /// better one: its f and its number.
    #[inline(always)]
    pub(super) fn put<const LANDMARKS: bool>(
        &mut self,
        cell: PackedCell,
        g: u32,
        parent: u32,
        arrival: usize,
    ) -> Option<(u32, u32)> {
        let index = self.memory.table.index(cell);
        let (known, known_g) = self.memory.table.known(index, cell);
        if known_g <= g {
            return None;
        }
        let at = Cell::new(cell.x(), cell.y());
        let mut h = self.estimate.from(at);
        if LANDMARKS && let Some(told) = &self.told {
            h = told.from(at, index, h);
        }
        let f = g + h;
        if f >= self.best {
            self.cut |= self.best_parent == 0;
            return None;
        }
        let node = JumpNode { g, cell, parent, branches: self.branches(cell, arrival), closed: false };
        Some((f, self.memory.table.put(index, known, node)))
    }

    /// Cost of a step of a run.
    #[inline(always)]
    pub(super) fn run_cost(&self) -> u32 {
        if FOUR { self.straight } else { self.diagonal }
    }

    /// The ways on from a cell.
    #[inline(always)]
    pub(super) fn branches(&self, cell: PackedCell, arrival: usize) -> u16 {
        self.branches[arrival][self.walkable.rows.around(cell.x() as usize, cell.y() as usize)]
    }
}
