//! Where to step from a cell: by single steps and as whole paths.

use super::whole::{Costs, Field, Sense};
use crate::distance::value::Value;
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

    /// The value of a blocked cell, from which paths to goals begin like any other.
    pub(super) fn value_of_blocked(&self, slot: usize) -> Option<u64> {
        let nine = self.nine(slot);
        // Most blocked cells lie amid blocked ones, and have no step.
        if nine == [0; 9] && self.sources.have_no_blocked() {
            return None;
        }
        self.best_step_of(slot, &nine).map(|(value, _)| value)
    }

    /// The value of a slot and the direction of its step; no direction at a goal. `None` without a cost.
    #[inline]
    fn best_step(&self, slot: usize) -> Option<(u64, Option<usize>)> {
        self.best_step_of(slot, &self.nine(slot))
    }

    /// The values of the nine cells at and around a slot of the area: see [`place`].
    #[inline(always)]
    pub(super) fn nine(&self, slot: usize) -> [u64; 9] {
        match &self.costs {
            Costs::Narrow(costs) => nine(costs, slot, self.ground.stride),
            Costs::Wide(costs) => nine(costs, slot, self.ground.stride),
        }
    }

    /// Returns [`best_step`](Self::best_step), with the values around the slot.
    #[inline(always)]
    pub(super) fn best_step_of(&self, slot: usize, nine: &[u64; 9]) -> Option<(u64, Option<usize>)> {
        let here = nine[place(0, 0)];
        if here >= self.unreached {
            return None;
        }
        if here == 1 {
            return Some((1, None));
        }
        if here == 0 {
            // A path from a cell to itself is that cell, also where it is blocked.
            if self.sources.has_blocked(slot) {
                return Some((1, None));
            }
            if self.rules().sense == Sense::FromStarts {
                return None;
            }
        }
        let ground = &self.ground;
        let around = walkable_around(nine);
        let legal = ground.takes(slot, around);
        if here != 0 && ground.weights.is_empty() && self.sources.blocked.is_empty() {
            // A neighbor with a step gives the cell its value. In a combined field, perhaps none does.
            let gives =
                |(direction, at): (usize, usize)| u8::from(nine[at] + ground.lengths[direction] == here) << direction;
            let steps = legal & PLACES.into_iter().enumerate().fold(0, |steps, one| steps | gives(one));
            return Some((here, (steps != 0).then(|| steps.trailing_zeros() as usize)));
        }
        let (mut least, mut best) = (u64::MAX, 0);
        if ground.weights.is_empty() {
            for (direction, at) in PLACES.into_iter().enumerate() {
                let value = nine[at] + ground.lengths[direction];
                let value = if legal >> direction & 1 == 1 { value } else { u64::MAX };
                (least, best) = if value < least { (value, direction) } else { (least, best) };
            }
        } else {
            let weight = ground.weight_at(slot);
            for (direction, at) in PLACES.into_iter().enumerate().filter(|(direction, _)| legal >> direction & 1 == 1) {
                let beside = ground.weight_at(slot.wrapping_add_signed(ground.ways[direction]));
                let value = nine[at] + ground.step(direction, beside, weight);
                (least, best) = if value < least { (value, direction) } else { (least, best) };
            }
        }
        let mut step = (least < u64::MAX).then_some((least, Some(best)));
        if !self.sources.blocked.is_empty() {
            step = self.step_to_blocked_start(slot, around, step);
        }
        if here != 0 && step.is_none_or(|(value, _)| value > here) {
            // A combined field, and no path leads to a better place.
            step = Some((here, None));
        }
        step.filter(|&(value, _)| value < self.unreached)
    }

    /// The better of a step and one to a blocked start beside the cell, or the first one if they are equally good.
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
            let is_legal = match ground.steps.are_kept() {
                true => ground.gives_against(start, direction),
                false => ground.takes(slot, with_start) >> direction & 1 == 1,
            };
            if is_legal && self.sources.blocked.binary_search(&start).is_ok() {
                let value = 1 + ground.step(direction, ground.weight_at(start), ground.weight_at(slot));
                if best.is_none_or(|known| (value, Some(direction)) < known) {
                    best = Some((value, Some(direction)));
                }
            }
        }
        best
    }
}

/// The place of the cell at (dx, dy) among nine cells.
#[inline(always)]
pub(super) const fn place(dx: i32, dy: i32) -> usize {
    (3 * (dy + 1) + dx + 1) as usize
}

/// By direction, the place of the cell there.
const PLACES: [usize; 8] = {
    let mut places = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        places[direction] = place(dx, dy);
        direction += 1;
    }
    places
};

/// The walkable ones of nine cells, as a [`Ground`](crate::distance::ground::Ground) counts them.
#[inline(always)]
pub(super) fn walkable_around(nine: &[u64; 9]) -> usize {
    (0..9).filter(|&at| at != place(0, 0)).fold(0, |all, at| all | usize::from(nine[at] != 0) << at)
}

#[inline(always)]
fn nine<V: Value>(costs: &[V], slot: usize, stride: usize) -> [u64; 9] {
    let three = |first: usize| {
        let three = &costs[first..first + 3];
        [three[0].get(), three[1].get(), three[2].get()]
    };
    let [above, here, below] = [three(slot - stride - 1), three(slot - 1), three(slot + stride - 1)];
    [above[0], above[1], above[2], here[0], here[1], here[2], below[0], below[1], below[2]]
}
