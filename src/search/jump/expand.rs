//! One expansion of a jump-point search.

use super::node_table::{JumpNode, PackedCell, STEPS};
use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{JumpLines, diagonal_word};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS};
use crate::search::within::reach_within;

impl<const WORDS: usize> JumpSearch<'_, WORDS> {
    /// Expands a blocked start. An obstacle lies on no line of bits, so its neighbors are reached one by one.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_blocked_start(&mut self, start: &JumpNode) -> Result<(), OutOfMemory> {
        let (x, y) = (start.cell.x(), start.cell.y());
        self.memory.nodes.reserve(8)?;
        self.memory.nodes.ordered.reserve(8)?;
        let steps = self.successors(start.cell, ANY_ARRIVAL);
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if steps >> direction & 1 == 0 {
                continue;
            }
            let cost = if dx != 0 && dy != 0 { self.jumps.diagonal_cost } else { self.jumps.straight_cost };
            if (x + dx, y + dy) == (self.jumps.goal.x, self.jumps.goal.y) {
                self.memory.nodes.bound.offer(cost, 1);
            } else {
                // All steps are tried from the neighbors: pruning them would assume a walkable start.
                self.reach_apart(PackedCell::new(x + dx, y + dy), cost);
            }
        }
        Ok(())
    }

    /// Reaches a neighbor of a blocked start, of which landmarks know nothing.
    fn reach_apart(&mut self, cell: PackedCell, g: u32) {
        match self.jumps.within {
            Some(_) => self.reach::<false, true>(cell, g, 1, ANY_ARRIVAL),
            None => self.reach::<false, false>(cell, g, 1, ANY_ARRIVAL),
        }
    }

    #[inline(always)]
    pub(super) fn expand<const LANDMARKS: bool, const WITHIN: bool>(
        &mut self,
        number: u32,
        node: &JumpNode,
    ) -> Result<(), OutOfMemory> {
        self.offer_straight_way(number, node.g, node.cell);
        let straight_bits = self.jumps.points.straight_bits(node.cell.x(), node.cell.y());
        let mut straights = node.straights();
        if straights != 0 {
            self.reserve::<WITHIN>(4)?;
        }
        while straights != 0 {
            let straight = straights.trailing_zeros() as usize % 4;
            straights &= straights - 1;
            if self.jumps.has_jump_point_ahead(straight, node) {
                let (cell, g) = self.jumps.jump_point_ahead(straight, straight_bits[straight], node);
                self.reach::<LANDMARKS, WITHIN>(cell, g, number, straight);
            }
        }
        let mut diagonals = node.diagonals();
        while diagonals != 0 {
            let diagonal = diagonals.trailing_zeros() as usize;
            diagonals &= diagonals - 1;
            self.follow_diagonal::<LANDMARKS, WITHIN>(diagonal, &straight_bits, number, node)?;
        }
        Ok(())
    }

    /// Follows all straight jumps that reach jump points from the cells of a diagonal jump, which begins at the node
    /// `parent`. `straight_bits` are the bit numbers of the node on the lines of the four straight jumps.
    #[inline(always)]
    fn follow_diagonal<const LANDMARKS: bool, const WITHIN: bool>(
        &mut self,
        diagonal: usize,
        straight_bits: &[i32; 4],
        parent: u32,
        node: &JumpNode,
    ) -> Result<(), OutOfMemory> {
        let own_straights = u64::from(node.own_straights(diagonal));
        let (points, (x, y)) = (self.jumps.points, (node.cell.x(), node.cell.y()));
        let diagonals = points.diagonals(diagonal);
        let (mut word, mut shift) = points.diagonal_start(diagonal, x, y);
        let (step_cost, diagonal_step) = (self.jumps.diagonal_step_cost(), STEPS[diagonals.direction()]);
        // The first cell's own forced steps were its node's.
        let (mut allowed, mut forced_allowed) = ([!1 | own_straights & 1, !1 | own_straights >> 1 & 1], !1);
        // The number of steps to the cell of the word's lowest bit.
        let mut steps = 0;
        loop {
            let words = &self.jumps.diagonals[word];
            let blocked = words[diagonal_word::BLOCKED] >> shift;
            // The cells up to the one whose next step is blocked.
            let passed = blocked ^ blocked.wrapping_sub(1);
            if blocked != 0 {
                self.offer_crossing(diagonal, x, y, node.g, parent, steps + blocked.trailing_zeros());
            }
            self.reserve::<WITHIN>(3 * 64)?;
            let mut first = words[diagonal_word::REACHES] >> shift & passed & allowed[0];
            let mut second = words[diagonal_word::REACHES + 1] >> shift & passed & allowed[1];
            // One loop for both sides: mispredicted ends of loops cost more than the work of the loop.
            while first | second != 0 {
                let side = usize::from(first == 0);
                let bits = if first == 0 { second } else { first };
                let rest = bits & (bits - 1);
                (first, second) = if first == 0 { (0, rest) } else { (rest, second) };
                let straight = diagonals.straights()[side] % 4;
                let along = steps + bits.trailing_zeros();
                let length = self
                    .jumps
                    .lines
                    .steps_to_jump_point(straight_bits[straight] + along as i32 * diagonals.straight_steps[side]);
                let cell = node.cell.after(diagonal_step, along).after(STEPS[straight], length);
                let g = node.g + step_cost * along + self.jumps.straight_cost * length;
                self.reach::<LANDMARKS, WITHIN>(cell, g, parent, straight);
                self.memory.watch.patience -= 1;
            }
            if let Some(forced) = words.get(diagonal_word::FORCED) {
                let mut bits = forced >> shift & passed & forced_allowed;
                while bits != 0 {
                    let along = steps + bits.trailing_zeros();
                    bits &= bits - 1;
                    let cell = node.cell.after(diagonal_step, along);
                    self.reach::<LANDMARKS, WITHIN>(cell, node.g + step_cost * along, parent, diagonals.direction());
                    self.memory.watch.patience -= 1;
                }
            }
            if blocked != 0 {
                return Ok(());
            }
            steps += 64 - shift;
            if self.memory.watch.patience < 0 {
                self.offer_crossing_apart(diagonal, node, parent, steps);
                self.memory.watch.stopped[diagonal] = steps;
                return Ok(());
            }
            (shift, allowed, forced_allowed) = (0, [!0; 2], !0);
            if self.is_settled(diagonal, steps, parent, node) {
                return Ok(());
            }
            word += JumpLines::NEXT;
        }
    }

    /// Whether the diagonal jump can't lead to a cheaper path after a number of steps. Offers the crossing with the
    /// goal's row or column if the jump has passed one.
    ///
    /// Not inlined: few diagonal jumps cross more than a word, and inlining would slow all others down.
    #[cold]
    #[inline(never)]
    fn is_settled(&mut self, diagonal: usize, steps: u32, parent: u32, node: &JumpNode) -> bool {
        self.offer_crossing_apart(diagonal, node, parent, steps);
        let at = node.cell.after(STEPS[self.jumps.points.diagonals(diagonal).direction()], steps);
        let least =
            node.g + self.jumps.diagonal_step_cost() * steps + self.jumps.estimate.from(Cell::new(at.x(), at.y()));
        self.memory.nodes.bound.has_path() && least >= self.memory.nodes.bound.best
    }

    /// If straight steps without a turn lead from a node to the goal, records this path as the best one if it is
    /// cheaper.
    #[inline(always)]
    pub(super) fn offer_straight_way(&mut self, number: u32, g: u32, cell: PackedCell) {
        let (x, y) = (cell.x(), cell.y());
        if self.jumps.goal.is_seen_along_row(x, y) || self.jumps.goal.is_seen_along_column(x, y) {
            self.memory.nodes.bound.offer(
                g + self.jumps.straight_cost * (x.abs_diff(self.jumps.goal.x) + y.abs_diff(self.jumps.goal.y)),
                number,
            );
        }
    }

    /// If the first `length` steps of a diagonal jump pass a cell from which straight steps lead to the goal, records
    /// the path over this cell as the best one if it is cheaper.
    #[inline(always)]
    pub(super) fn offer_crossing(&mut self, diagonal: usize, x: i32, y: i32, g: u32, parent: u32, length: u32) {
        let diagonals = self.jumps.points.diagonals(diagonal);
        let ahead_x = (self.jumps.goal.x - x) * diagonals.dx;
        let ahead_y = (self.jumps.goal.y - y) * diagonals.dy;
        let steps = if self.jumps.four { ahead_x } else { ahead_x.min(ahead_y) };
        // `1..=length`, in one comparison.
        if steps.wrapping_sub(1) as u32 >= length {
            return;
        }
        let (x, y) = (x + diagonals.dx * steps, y + diagonals.dy * steps);
        if self.jumps.goal.is_seen_along_row(x, y) || self.jumps.goal.is_seen_along_column(x, y) {
            let rest = x.abs_diff(self.jumps.goal.x) + y.abs_diff(self.jumps.goal.y);
            self.memory
                .nodes
                .bound
                .offer(g + self.jumps.diagonal_step_cost() * steps as u32 + self.jumps.straight_cost * rest, parent);
        }
    }

    /// [`offer_crossing`](Self::offer_crossing), not inlined.
    #[inline(never)]
    pub(super) fn offer_crossing_apart(&mut self, diagonal: usize, node: &JumpNode, parent: u32, length: u32) {
        self.offer_crossing(diagonal, node.cell.x(), node.cell.y(), node.g, parent, length);
    }

    /// Reserves memory for reaching this number of cells.
    #[inline(always)]
    fn reserve<const WITHIN: bool>(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        if WITHIN { self.memory.nodes.reserve_ordered(additional) } else { self.memory.nodes.reserve(additional) }
    }

    /// Reaches a cell at cost `g` from the node `parent`. Queues the cell if this is the first or a cheaper way.
    #[inline(always)]
    fn reach<const LANDMARKS: bool, const WITHIN: bool>(
        &mut self,
        cell: PackedCell,
        g: u32,
        parent: u32,
        arrival: usize,
    ) {
        if WITHIN {
            if let Some(within) = self.jumps.within {
                reach_within(self, within, cell, (g, parent), arrival);
            }
            return;
        }
        if let Some((f, number)) = self.put::<LANDMARKS, false>(cell, g, parent, arrival) {
            self.memory.nodes.queue.push(f, number);
        }
    }

    /// Makes or updates the node of a cell that is reached at cost `g` from the node `parent`, and returns its f and
    /// number. Returns nothing if a known way costs no more, or if the path can't be cheaper than the best one.
    #[inline(always)]
    pub(super) fn put<const LANDMARKS: bool, const CAREFUL: bool>(
        &mut self,
        cell: PackedCell,
        g: u32,
        parent: u32,
        arrival: usize,
    ) -> Option<(u32, u32)> {
        let index = self.memory.nodes.table.index(cell);
        let (known, known_g) = self.memory.nodes.table.known(index);
        if known_g <= g {
            return None;
        }
        let at = Cell::new(cell.x(), cell.y());
        let mut h = self.jumps.estimate.from(at);
        if LANDMARKS && let Some(told) = &self.jumps.told {
            h = told.from(at, index, h);
        }
        let f = g + h;
        if self.memory.nodes.bound.leaves_out(f) {
            return None;
        }
        // A careful search may never need the branches. Beside walls they are told when the node is expanded: they take
        // longer there than all the rest, and half of the nodes are never expanded.
        let branches = if CAREFUL || self.jumps.walls.is_some() { 0 } else { self.branches_by_cells(cell, arrival) };
        let node = JumpNode { g, cell, parent, branches, arrival: arrival as u8, closed: false };
        Some((f, self.memory.nodes.table.put(index, known, node)))
    }
}
