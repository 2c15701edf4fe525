//! Where to step from a cell: by single steps, as whole paths, and as a smooth direction.

use super::value::Value;
use super::whole::{Costs, Field, Sense};
use crate::grid::Cell;
use crate::movement::DIRECTIONS;

/// A step along a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldStep {
    /// The next cell towards the nearest goal, or the one before from the nearest start; the cell itself at a goal.
    pub cell: Cell,
    /// The cost of the path from the cell on, in parts.
    pub cost: u64,
}

impl Field {
    /// The step from a cell; `None` if the cell has no cost. Of several equally cheap steps the one whose direction has
    /// the smallest number: straight ones first.
    pub fn next(&self, cell: Cell) -> Option<FieldStep> {
        let slot = self.ground.slot(cell)?;
        let (value, direction) = self.best_step(slot)?;
        let (dx, dy) = direction.map_or((0, 0), |direction| DIRECTIONS[direction]);
        Some(FieldStep { cell: Cell::new(cell.x + dx, cell.y + dy), cost: self.parts_of(value) })
    }

    /// The number of cells of the path between a cell and its nearest goal, both ends included; 0 without a path.
    pub fn path_length(&self, cell: Cell) -> usize {
        self.walk(cell).count()
    }

    /// Writes the cells of the path between a cell and its nearest goal in the order in which they are walked. `cells`
    /// has the path's length.
    pub fn write_path(&self, cell: Cell, cells: &mut [Cell]) {
        cells.iter_mut().zip(self.walk(cell)).for_each(|(place, cell)| *place = cell);
        if self.rules().sense == Sense::FromStarts {
            cells.reverse();
        }
    }

    /// The cells from one to its nearest goal. Costs fall with each step, so that the walk ends.
    fn walk(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.next(cell).map(|_| cell), |&at| {
            self.next(at).map(|step| step.cell).filter(|&next| next != at)
        })
    }

    /// The direction, of a length of 1, in which costs fall at a cell, and which leads into no cell that the agent
    /// can't enter. `to_center` gives the way from where the agent is to the center of a cell. 0 at a goal and without
    /// a path.
    pub fn direction(&self, cell: Cell, to_center: impl Fn(Cell) -> [f32; 2]) -> [f32; 2] {
        let Some(step) = self.next(cell).filter(|step| step.cell != cell) else { return [0.0; 2] };
        let [x, y] = match self.slope(cell) {
            [0, 0] => self.way_to_next(step.cell, cell, to_center),
            slope => slope.map(|part| part as f64),
        };
        let length = (x * x + y * y).sqrt();
        if length > 0.0 { [x / length, y / length].map(|part| part as f32) } else { [0.0; 2] }
    }

    /// The way to the center of the next cell. Past a blocked cell beside a diagonal step it first leads to the corner
    /// that both cells share, because the straight way may cross the blocked one.
    fn way_to_next(&self, next: Cell, cell: Cell, to_center: impl Fn(Cell) -> [f32; 2]) -> [f64; 2] {
        let [ahead, here] = [next, cell].map(|cell| to_center(cell).map(f64::from));
        let is_blocked = |x: i32, y: i32| self.value_at(Cell::new(x, y)).is_none();
        if !is_blocked(next.x, cell.y) && !is_blocked(cell.x, next.y) {
            return ahead;
        }
        let corner = [0, 1].map(|axis| (ahead[axis] + here[axis]) / 2.0);
        let is_far = |axis: usize| corner[axis].abs() > (ahead[axis] - here[axis]).abs() / 1024.0;
        if is_far(0) || is_far(1) { corner } else { ahead }
    }

    /// The value of a cell that can be entered and has a cost.
    fn value_at(&self, cell: Cell) -> Option<u64> {
        let value = self.costs.get(self.ground.slot(cell)?);
        (value != 0 && value < self.unreached).then_some(value)
    }

    /// How much cheaper the cells on both sides of a cell are, along x and along y. An axis counts only towards a
    /// cheaper cell; both count only if the cell between them can be entered.
    fn slope(&self, cell: Cell) -> [i64; 2] {
        let value_at = |dx: i32, dy: i32| self.value_at(Cell::new(cell.x + dx, cell.y + dy));
        let Some(here) = value_at(0, 0) else { return [0; 2] };
        let along = |(dx, dy): (i32, i32)| {
            let [before, after] = [-1, 1].map(|side| value_at(side * dx, side * dy).unwrap_or(here));
            let falls = before as i64 - after as i64;
            let ahead = if falls > 0 { after } else { before };
            if ahead < here { falls } else { 0 }
        };
        let [x, y] = [along((1, 0)), along((0, 1))];
        let is_free = x == 0 || y == 0 || value_at(x.signum() as i32, y.signum() as i32).is_some();
        match (is_free, x.abs() >= y.abs()) {
            (true, _) => [x, y],
            (false, true) => [x, 0],
            (false, false) => [0, y],
        }
    }

    /// The value of a blocked cell, from which paths to goals begin like any other.
    pub(super) fn value_of_blocked(&self, slot: usize) -> Option<u64> {
        self.best_step(slot).map(|(value, _)| value)
    }

    /// The value of a slot and the direction of its step; no direction at a goal. `None` without a cost.
    #[inline]
    fn best_step(&self, slot: usize) -> Option<(u64, Option<usize>)> {
        match &self.costs {
            Costs::Narrow(costs) => self.best_step_by(costs, slot),
            Costs::Wide(costs) => self.best_step_by(costs, slot),
        }
    }

    #[inline(always)]
    fn best_step_by<V: Value>(&self, costs: &[V], slot: usize) -> Option<(u64, Option<usize>)> {
        let here = costs[slot].get();
        if here >= self.unreached {
            return None;
        }
        if here == 1 {
            return Some((1, None));
        }
        if here == 0 && self.rules().sense == Sense::FromStarts {
            return self.sources.blocked.binary_search(&slot).is_ok().then_some((1, None));
        }
        let ground = &self.ground;
        let around = ground.around(costs, slot);
        let weight = ground.weight_at(slot);
        let mut best = None;
        let mut legal = ground.legal(slot, around);
        while legal != 0 {
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let from = slot.wrapping_add_signed(ground.ways[direction]);
            let beside = costs[from].get();
            if beside < self.unreached {
                let value = beside + ground.step(direction, ground.weight_at(from), weight);
                if best.is_none_or(|(least, _)| value < least) {
                    best = Some((value, Some(direction)));
                }
            }
        }
        if !self.sources.blocked.is_empty() {
            best = self.step_to_blocked_start(slot, around, best);
        }
        best.filter(|&(value, _)| value < self.unreached)
    }

    /// The better of a step and one to a blocked start beside the cell.
    fn step_to_blocked_start(
        &self,
        slot: usize,
        around: usize,
        mut best: Option<(u64, Option<usize>)>,
    ) -> Option<(u64, Option<usize>)> {
        let ground = &self.ground;
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            let start = slot.wrapping_add_signed(ground.ways[direction]);
            let with_start = around | 1 << (3 * (dy + 1) + dx + 1);
            let is_legal = ground.legal(slot, with_start) >> direction & 1 == 1;
            if is_legal && self.sources.blocked.binary_search(&start).is_ok() {
                let value = 1 + ground.step(direction, ground.weight_at(start), ground.weight_at(slot));
                if best.is_none_or(|(least, _)| value < least) {
                    best = Some((value, Some(direction)));
                }
            }
        }
        best
    }
}
