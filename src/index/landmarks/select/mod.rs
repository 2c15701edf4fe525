//! Choosing the landmarks.
//!
//! Each connected part of the map gets a share of the landmarks ([`share_out`]). The first landmark of a part is the
//! cell farthest from the first cell of the part. Each later one is the most *outlying* cell: far from the nearest
//! landmark before it, and farther still from the farthest one. By the nearest alone, the fifth landmark of a square
//! map would lie in its middle. There it tells least, because a landmark tells most about goals on its far side and on
//! its near side.

mod shares;

pub(super) use shares::share_out;
pub(in crate::index) use shares::{Part, Shares};

use super::measure::{DistanceField, FieldValue};
use super::quantized_costs::QuantizedCosts;
use super::{LANDMARKS, Landmarks};
use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::movement::DiagonalRule;

impl Landmarks {
    /// Chooses landmarks among the cells that `field` reached, beginning with `first`: each one is the most
    /// outlying cell by distances without obstacles. Returns row indexes.
    pub(super) fn most_outlying_on_an_open_map(
        &self,
        field: &DistanceField,
        first: (usize, usize),
        spread: &mut Spread,
    ) -> [usize; LANDMARKS] {
        // Distances are in halves of a straight step: a straight step is 2 and a diagonal step 3, between one and two
        // straight steps. Under `Never`, a step along each axis is 4. The largest distance fits 16 bits.
        let diagonal_extra = if self.rule == DiagonalRule::Never { 2 } else { 1 };
        let octile = |dx: u16, dy: u16| 2 * dx.max(dy) + diagonal_extra * dx.min(dy);
        spread.begin(octile(self.width as u16, self.height as u16));
        let mut next = first;
        std::array::from_fn(|_| {
            let (from_x, from_y) = (next.0 as u16, next.1 as u16);
            let row_index = next.1 * self.width + next.0;
            next = spread.add(field, |x, y, _| octile((x as u16).abs_diff(from_x), (y as u16).abs_diff(from_y)));
            row_index
        })
    }
}

/// For each cell, by row index, the smallest and the largest distance from the landmarks so far.
pub(super) struct Spread {
    nearest: Vec<u16>,
    farthest: Vec<u16>,
    /// Distances are shifted to the left by this number of bits, so that the high halves of products tell them apart.
    shift: u32,
}

impl Spread {
    /// For a number of cells.
    pub(super) fn new(cells: usize) -> Result<Self, MapError> {
        Ok(Self { nearest: zeroed(cells)?, farthest: zeroed(cells)?, shift: 0 })
    }

    /// Forgets all landmarks. No distance will be much larger than `largest`.
    pub(super) fn begin(&mut self, largest: u16) {
        self.nearest.fill(u16::MAX);
        self.farthest.fill(0);
        self.shift = largest.leading_zeros().saturating_sub(1);
    }

    /// Adds a landmark. Returns the most outlying of the cells that `field` reached.
    ///
    /// `distance` returns the distance from the new landmark, given `x`, `y` and the value of the field.
    #[inline(always)]
    pub(super) fn add(&mut self, field: &DistanceField, distance: impl Fn(usize, usize, u16) -> u16) -> (usize, usize) {
        let (width, shift, largest) = (field.width(), self.shift, u16::MAX >> self.shift);
        let rows = self.nearest.chunks_exact_mut(width).zip(self.farthest.chunks_exact_mut(width));
        let (mut highest, mut highest_row) = (0, 0);
        for (y, (nearest, farthest)) in rows.enumerate() {
            let mut highest_here = 0;
            for (x, ((nearest, farthest), &measured)) in nearest.iter_mut().zip(farthest).zip(field.row(y)).enumerate()
            {
                let distance = distance(x, y, measured).min(largest) << shift;
                *nearest = distance.min(*nearest);
                *farthest = distance.max(*farthest);
                highest_here = highest_here.max(rank(*nearest, *farthest, measured));
            }
            if highest_here > highest {
                (highest, highest_row) = (highest_here, y);
            }
        }
        let row = field.row(highest_row).iter().enumerate();
        let index = |x: usize| highest_row * width + x;
        let mut ranks = row.map(|(x, &measured)| rank(self.nearest[index(x)], self.farthest[index(x)], measured));
        (ranks.position(|rank| rank == highest).unwrap_or(0), highest_row)
    }
}

/// How outlying a cell is: the smallest distance by the square of the largest one. Above 0 for a cell that the field
/// reached, else 0.
#[inline(always)]
fn rank(nearest: u16, farthest: u16, measured: u16) -> u16 {
    let high_half = |one: u16, other: u16| ((u32::from(one) * u32::from(other)) >> 16) as u16;
    if is_reached(measured) { high_half(nearest, high_half(farthest, farthest)) | 1 } else { 0 }
}

/// The largest value of the cells that `field` reached, and the first of these cells.
pub(super) fn farthest<V: FieldValue>(field: &DistanceField<V>) -> (V, (usize, usize)) {
    let value = |&measured: &V| if measured < V::UNREACHED { measured } else { V::zeroed() };
    let (mut largest, mut largest_row) = (V::zeroed(), 0);
    for y in 0..field.height() {
        let largest_here = field.row(y).iter().map(value).max().unwrap_or(V::zeroed());
        if largest_here > largest {
            (largest, largest_row) = (largest_here, y);
        }
    }
    let x = field.row(largest_row).iter().position(|&measured| measured == largest);
    (largest, (x.unwrap_or(0), largest_row))
}

/// Whether few obstacles lie in a component: the distances from its first cell to all of its cells add up to at most
/// 5/4 of what they would without obstacles.
pub(super) fn is_open(field: &DistanceField, quantized_costs: QuantizedCosts, part: &Part<(usize, usize)>) -> bool {
    let (mut measured_sum, mut open_sum) = (0, 0);
    for y in part.first.1..field.height() {
        for (x, &measured) in field.row(y).iter().enumerate().filter(|&(_, &measured)| is_reached(measured)) {
            measured_sum += u64::from(measured);
            open_sum += u64::from(quantized_costs.open(x.abs_diff(part.first.0), y - part.first.1));
        }
    }
    4 * measured_sum <= 5 * open_sum
}

fn is_reached(measured: u16) -> bool {
    measured != 0 && measured != u16::MAX
}
