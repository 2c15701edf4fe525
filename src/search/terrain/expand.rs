//! Parts of one expansion: jumps or steps to the successors of a cell, and offers of ways to the goal.

use super::context::Told;
use super::{Position, TerrainSearch};
use crate::OutOfMemory;
use crate::index::{CellSums, Sums, cost_between, diagonal_steps, jump_word};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule};
use crate::search::jump_nodes::JumpNode;
use crate::search::within::Bounded;

impl<P: CellSums, T: Told<P>> TerrainSearch<'_, P, T> {
    /// Offers the straight way to the goal from a cell of the goal's row or column.
    #[inline(always)]
    fn offer_from(&mut self, place: Position, g: u32, parent: u32) {
        let is_in_row = place.y == self.goal.y && self.row.0 <= place.x && place.x <= self.row.1;
        let is_in_column = place.x == self.goal.x && self.column.0 <= place.y && place.y <= self.column.1;
        if !(is_in_row || is_in_column) {
            return;
        }
        let direction = match (is_in_row, place.x <= self.goal.x, place.y <= self.goal.y) {
            (true, true, _) => 0,
            (true, false, _) => 1,
            (false, _, true) => 2,
            (false, _, false) => 3,
        };
        let cost = g.saturating_add(self.sums.cost(direction, place.slot, self.goal.slot));
        self.memory.nodes.bound.offer(cost, parent);
    }

    #[inline(always)]
    pub(super) fn successors(&self, slot: usize, arrival: usize) -> u8 {
        if arrival == ANY_ARRIVAL {
            self.weights.legal_steps(self.jumps.rule(), slot)
        } else {
            self.jumps.successors(slot, arrival)
        }
    }

    #[inline(always)]
    pub(super) fn expand(&mut self, place: Position, number: u32, node: &JumpNode, f: u32) -> Result<(), OutOfMemory> {
        let mut successors = self.successors(place.slot, usize::from(node.arrival));
        if node.branches != node.arrival.into() {
            // Any of several equally good arrivals may prune.
            successors &= self.jumps.successors(place.slot, node.branches.into());
        }
        self.follow_jumps::<false>(place, (number, node.g), successors, f)
    }

    /// Goes on from a node, whose number and g are given, to some of its successors.
    #[inline(always)]
    pub(super) fn follow_jumps<const WITHIN: bool>(
        &mut self,
        place: Position,
        (number, g): (u32, u32),
        mut successors: u8,
        f: u32,
    ) -> Result<(), OutOfMemory> {
        self.offer_from(place, g, number);
        let diagonal = diagonal_steps(self.jumps.rule());
        if !T::IS_INFORMED && self.memory.gait.steps {
            successors &= self.jumps.reach(place.slot) | diagonal;
            while successors != 0 {
                let direction = successors.trailing_zeros() as usize;
                successors &= successors - 1;
                self.step::<WITHIN>(direction, place, g, number)?;
            }
            return Ok(());
        }
        let mut straights = successors & self.jumps.reach(place.slot) & !diagonal;
        while straights != 0 {
            let direction = straights.trailing_zeros() as usize;
            straights &= straights - 1;
            self.follow_straight::<WITHIN>(direction, place, g, number)?;
        }
        let first = if self.four { 0 } else { 4 };
        let mut diagonals = (successors & diagonal) >> first;
        while diagonals != 0 {
            let jump = diagonals.trailing_zeros() as usize;
            diagonals &= diagonals - 1;
            self.follow_diagonal::<WITHIN>(jump, place, g, number, f.saturating_add(self.slack))?;
        }
        Ok(())
    }

    #[inline(always)]
    fn count_jump(&mut self, steps: i32) {
        if !T::IS_INFORMED {
            self.memory.gait.count_jump(steps as u32);
        }
    }

    /// Goes one step. Its cost fits 32 bits, as that of the whole line does.
    #[inline(always)]
    fn step<const WITHIN: bool>(
        &mut self,
        direction: usize,
        from: Position,
        g: u32,
        parent: u32,
    ) -> Result<(), OutOfMemory> {
        let to = self.along(from, direction, 1);
        let length = if direction < 4 { self.weights.straight() } else { self.weights.diagonal() };
        let cost = length * (self.weights.weight(from.slot) + self.weights.weight(to.slot));
        self.reach::<WITHIN>(to, g.saturating_add(cost), parent, direction)
    }

    /// Follows a straight jump to the jump point that it is known to get to.
    #[inline(always)]
    fn follow_straight<const WITHIN: bool>(
        &mut self,
        direction: usize,
        from: Position,
        g: u32,
        parent: u32,
    ) -> Result<(), OutOfMemory> {
        let steps = self.jumps.steps_to_jump_point(direction, from.x, from.y);
        self.count_jump(steps);
        let to = self.along(from, direction, steps);
        let cost = self.sums.cost(direction, from.slot, to.slot);
        self.reach::<WITHIN>(to, g.saturating_add(cost), parent, direction)
    }

    /// Follows a diagonal jump to its end, or to the first cell with straight jumps whose f is above `most_f`.
    #[inline(always)]
    fn follow_diagonal<const WITHIN: bool>(
        &mut self,
        jump: usize,
        from: Position,
        g: u32,
        parent: u32,
        most_f: u32,
    ) -> Result<(), OutOfMemory> {
        let jumps = self.jumps;
        let (direction, straights) = DIAGONALS[usize::from(self.four)][jump % 4];
        let sums: Sums = *self.sums.at(from.slot).borrow();
        let all_sums = self.sums;
        let cost_to = |slot: usize| cost_between(direction, &sums, all_sums.at(slot).borrow());
        let groups = jumps.diagonals(jump);
        let (mut group, bit) = jumps.diagonal_bit(direction, from.x, from.y);
        // The number of steps to the cell of the lowest bit.
        let mut steps = 1;
        let mut shift = bit + 1;
        if shift == 64 {
            (group, shift) = (group + 1, 0);
        }
        let (length, is_node) = loop {
            let words = &groups[group];
            let end = words[jump_word::END] >> shift;
            let mut first = words[jump_word::STRAIGHT] >> shift;
            let mut second = words[jump_word::STRAIGHT + 1] >> shift;
            // All bits up to the first end.
            let passed = end ^ end.wrapping_sub(1);
            (first, second) = (first & passed, second & passed);
            let mut stopped = None;
            while first | second != 0 {
                let lowest = (first | second).trailing_zeros();
                let length = steps + lowest as i32;
                let place = self.along(from, direction, length);
                let g = g.saturating_add(cost_to(place.slot));
                if g.saturating_add(self.estimate(place)) > most_f {
                    stopped = Some(length);
                    break;
                }
                if first >> lowest & 1 == 1 {
                    self.follow_straight::<WITHIN>(straights[0], place, g, parent)?;
                }
                if second >> lowest & 1 == 1 {
                    self.follow_straight::<WITHIN>(straights[1], place, g, parent)?;
                }
                // The lowest bit of both.
                let rest = !1 << lowest;
                (first, second) = (first & rest, second & rest);
            }
            if let Some(length) = stopped {
                break (length, true);
            }
            if end != 0 {
                let lowest = end.trailing_zeros();
                break (steps + lowest as i32, words[jump_word::FORCED] >> shift >> lowest & 1 == 1);
            }
            steps += 64 - shift as i32;
            (group, shift) = (group + 1, 0);
        };
        self.count_jump(length);
        if is_node {
            let place = self.along(from, direction, length);
            self.reach::<WITHIN>(place, g.saturating_add(cost_to(place.slot)), parent, direction)?;
        }
        // Where the jump crosses the goal's row or column.
        let (dx, dy) = DIRECTIONS[direction];
        let (ahead_x, ahead_y) = ((self.goal.x - from.x) * dx, (self.goal.y - from.y) * dy);
        let crossing = if self.four { ahead_x } else { ahead_x.min(ahead_y) };
        if crossing >= 1 && crossing <= length {
            let place = self.along(from, direction, crossing);
            self.offer_from(place, g.saturating_add(cost_to(place.slot)), parent);
        }
        Ok(())
    }
}

/// Directions of diagonal jumps, each with those of its two straight jumps: under other rules, and under
/// [`DiagonalRule::Never`].
const DIAGONALS: [[(usize, [usize; 2]); 4]; 2] = {
    let mut diagonals = [[(0, [0; 2]); 4]; 2];
    let mut four = 0;
    while four < 2 {
        let jumps = if four == 1 { DiagonalRule::Never.diagonals() } else { DiagonalRule::Always.diagonals() };
        let mut jump = 0;
        while jump < jumps.len() {
            diagonals[four][jump] = (jumps[jump].direction, jumps[jump].straights);
            jump += 1;
        }
        four += 1;
    }
    diagonals
};
