//! Sums of step costs along rows, columns and diagonals, from which the cost of any straight or diagonal stretch
//! follows.
//!
//! Sums are kept modulo 2^32. The difference of two sums is the cost of the stretch between the two cells, as long as
//! this cost is below 2^32. The total cost of each line is therefore kept too, as a 64-bit number: if one line is too
//! expensive, searches don't use the sums.

use super::weights::{CellWeights, WeightChange};
use crate::bits::bit_rows::{copied, zeroed};
use crate::distance::landmarks::{Distances, Marked};
use crate::grid::{Cell, MapError, Rect};
use crate::held::held;
use crate::movement::DIRECTIONS;
use bytemuck::Zeroable;
use std::borrow::{Borrow, BorrowMut};

/// By axis, the direction in which its sums grow: along rows, columns, falling diagonals and rising ones.
const ONWARDS: [usize; 4] = [0, 2, 6, 7];

/// By direction, the axis that it goes along.
const AXES: [usize; 8] = [0, 0, 1, 1, 3, 2, 2, 3];

/// The sums at a cell, by axis.
pub(crate) type Sums = [u32; 4];

/// Data of a cell: sums, and perhaps more.
pub(crate) trait CellSums: Copy + Zeroable + BorrowMut<Sums> {}

impl<T: Copy + Zeroable + BorrowMut<Sums>> CellSums for T {}

/// Sums with the distances from landmarks: a search reads both together, and finds them in one cache line.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Zeroable)]
pub(crate) struct MarkedSums {
    sums: Sums,
    /// Without meaning for a blocked cell.
    pub(crate) distances: Distances,
}

impl Borrow<Sums> for MarkedSums {
    #[inline(always)]
    fn borrow(&self) -> &Sums {
        &self.sums
    }
}

impl BorrowMut<Sums> for MarkedSums {
    #[inline(always)]
    fn borrow_mut(&mut self) -> &mut Sums {
        &mut self.sums
    }
}

impl Marked for MarkedSums {
    #[inline(always)]
    fn distances(&mut self) -> &mut Distances {
        &mut self.distances
    }
}

/// The sums of a map.
#[derive(Debug)]
pub(crate) struct LineSums<P> {
    /// By padded slot. Sums of the border are 0.
    places: Vec<P>,
    /// By axis and line, the cost of all steps of the line.
    totals: [Vec<u64>; 4],
    /// Number of lines whose cost is too large for sums.
    too_long: usize,
}

held!([P] LineSums<P>: places, totals);

/// Costs of lines stay below this.
const LIMIT: u64 = 1 << 32;

impl<P: CellSums> LineSums<P> {
    pub(super) fn new(weights: &CellWeights) -> Result<Self, MapError> {
        let size = weights.size();
        let (width, height) = (size.width as usize, size.height as usize);
        let mut line_sums = Self {
            places: zeroed(weights.weights().len())?,
            totals: [zeroed(height)?, zeroed(width)?, zeroed(width + height)?, zeroed(width + height)?],
            too_long: 0,
        };
        line_sums.rebuild(weights);
        Ok(line_sums)
    }

    /// Computes all sums anew.
    pub(super) fn rebuild(&mut self, weights: &CellWeights) {
        let (size, line_sums) = (weights.size(), self);
        let height = size.height as usize;
        line_sums.totals.iter_mut().for_each(|totals| totals.fill(0));
        let stride = weights.stride();
        let before = [1, stride, stride + 1, stride - 1];
        let lengths = lengths(weights);
        for y in 0..size.height as i32 {
            for x in 0..size.width as i32 {
                let slot = weights.slot(Cell::new(x, y));
                let weight = weights.weight(slot);
                for axis in 0..4 {
                    let cost = lengths[axis] * (u64::from(weights.weight(slot - before[axis])) + u64::from(weight));
                    let sum = line_sums.places[slot - before[axis]].borrow()[axis].wrapping_add(cost as u32);
                    line_sums.places[slot].borrow_mut()[axis] = sum;
                    line_sums.totals[axis][line(axis, x, y, height)] += cost;
                }
            }
        }
        line_sums.too_long = line_sums.totals.iter().flatten().filter(|&&total| total >= LIMIT).count();
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let [rows, columns, falling, rising] = &self.totals;
        let totals = [copied(rows)?, copied(columns)?, copied(falling)?, copied(rising)?];
        Ok(Self { places: copied(&self.places)?, totals, ..*self })
    }

    /// Takes over the weights in `rect`, after an edit that changed no others than `changed`.
    pub(super) fn update(&mut self, weights: &CellWeights, rect: Rect, changed: &[WeightChange]) {
        for change in changed {
            self.weight_changed(weights, weights.cell(change.slot as usize), change.old, change.new);
        }
        let (right, bottom) = (rect.x + rect.width as i32 - 1, rect.y + rect.height as i32 - 1);
        for y in rect.y..=bottom {
            self.update_line(weights, 0, Cell::new(rect.x, y), rect.width);
            self.update_line(weights, 2, Cell::new(rect.x, y), rect.width.min(bottom.abs_diff(y) + 1));
            self.update_line(weights, 3, Cell::new(right, y), rect.width.min(bottom.abs_diff(y) + 1));
        }
        for x in rect.x..=right {
            self.update_line(weights, 1, Cell::new(x, rect.y), rect.height);
            // The diagonals that begin in the corners begin in the columns above.
            if x > rect.x {
                self.update_line(weights, 2, Cell::new(x, rect.y), rect.height.min(right.abs_diff(x) + 1));
            }
            if x < right {
                self.update_line(weights, 3, Cell::new(x, rect.y), rect.height.min(rect.x.abs_diff(x) + 1));
            }
        }
    }

    /// Takes over the weights of `count` cells of a line, from `first` on.
    fn update_line(&mut self, weights: &CellWeights, axis: usize, first: Cell, count: u32) {
        let size = weights.size();
        let (dx, dy) = DIRECTIONS[ONWARDS[axis]];
        let step = weights.slot_step((dx, dy)) as usize;
        let left = |at: i32, by: i32, side: u32| match by {
            1 => side - at as u32,
            -1 => at as u32 + 1,
            _ => u32::MAX,
        };
        let length = left(first.x, dx, size.width).min(left(first.y, dy, size.height));
        let cost_of_step = lengths(weights)[axis];
        let mut slot = weights.slot(first);
        let mut change = 0_u64;
        // The step to the cell after the last changed one costs something else too.
        for _ in 0..(count + 1).min(length) {
            let cost = cost_of_step * (u64::from(weights.weight(slot - step)) + u64::from(weights.weight(slot)));
            let sum = self.places[slot - step].borrow()[axis].wrapping_add(cost as u32);
            let old = std::mem::replace(&mut self.places[slot].borrow_mut()[axis], sum);
            change = u64::from(sum.wrapping_sub(old));
            slot += step;
        }
        // Steps before were added modulo 2^32; the total follows from all changes of this line.
        if change != 0 {
            for _ in (count + 1).min(length)..length {
                let sum = &mut self.places[slot].borrow_mut()[axis];
                *sum = sum.wrapping_add(change as u32);
                slot += step;
            }
        }
    }

    /// Changes the totals of the four lines through a cell, whose weight was `old` and is `new`.
    fn weight_changed(&mut self, weights: &CellWeights, cell: Cell, old: u32, new: u32) {
        let size = weights.size();
        let lengths = lengths(weights);
        for axis in 0..4 {
            let (dx, dy) = DIRECTIONS[ONWARDS[axis]];
            // The step to the cell is always part of its line, and the step from the cell if there is a next cell.
            let next = Cell::new(cell.x + dx, cell.y + dy);
            let steps = 1 + u64::from(size.contains(next));
            let cost = |weight: u32| steps * lengths[axis] * u64::from(weight);
            let total = &mut self.totals[axis][line(axis, cell.x, cell.y, size.height as usize)];
            let was_too_long = *total >= LIMIT;
            *total = *total - cost(old) + cost(new);
            let is_too_long = *total >= LIMIT;
            self.too_long = self.too_long + usize::from(is_too_long) - usize::from(was_too_long);
        }
    }

    /// Whether the differences of sums are the costs of all stretches.
    pub(crate) fn are_exact(&self) -> bool {
        self.too_long == 0
    }

    #[inline(always)]
    pub(crate) fn at(&self, slot: usize) -> &P {
        &self.places[slot]
    }

    /// Number of cells of the map.
    pub(super) fn cells(&self) -> usize {
        self.totals[0].len() * self.totals[1].len()
    }

    /// By padded slot.
    pub(crate) fn places(&self) -> &[P] {
        &self.places
    }

    /// By padded slot. The sums must not be changed.
    pub(super) fn places_mut(&mut self) -> &mut [P] {
        &mut self.places
    }

    /// The cost of the stretch between two slots of a line that goes along `direction`.
    #[inline(always)]
    pub(crate) fn cost(&self, direction: usize, from: usize, to: usize) -> u32 {
        cost_between(direction, self.places[from].borrow(), self.places[to].borrow())
    }

    /// Compares all entries that have a meaning.
    #[cfg(test)]
    pub(super) fn equals(&self, other: &Self) -> bool {
        let sums = |line_sums: &Self| line_sums.places.iter().map(|place| *place.borrow()).collect::<Vec<_>>();
        sums(self) == sums(other) && self.totals == other.totals && self.too_long == other.too_long
    }
}

/// The cost of the stretch between two cells of a line that goes along `direction`, by their sums.
#[inline(always)]
pub(crate) fn cost_between(direction: usize, from: &Sums, to: &Sums) -> u32 {
    let axis = AXES[direction];
    let (from, to) = (from[axis], to[axis]);
    if ONWARDS[axis] == direction { to.wrapping_sub(from) } else { from.wrapping_sub(to) }
}

/// By axis, the units of its steps.
fn lengths(weights: &CellWeights) -> [u64; 4] {
    let (straight, diagonal) = (u64::from(weights.straight()), u64::from(weights.diagonal()));
    [straight, straight, diagonal, diagonal]
}

/// The number of the line of an axis through a cell.
fn line(axis: usize, x: i32, y: i32, height: usize) -> usize {
    match axis {
        0 => y as usize,
        1 => x as usize,
        2 => (x - y + height as i32) as usize,
        _ => (x + y) as usize,
    }
}
