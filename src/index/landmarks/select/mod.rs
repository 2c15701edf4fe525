//! Choosing the landmarks.
//!
//! Each connected part of the map gets a share of the landmarks ([`share_out`]). The first landmark of a part is the
//! cell farthest from the first cell of the part. Each later one is the cell farthest from the landmarks before it.

mod shares;

pub(super) use shares::share_out;
pub(in crate::index) use shares::{Part, Shares};

use super::measure::DistanceField;
use super::quantized_costs::QuantizedCosts;
use super::{LANDMARKS, Landmarks};
use crate::movement::DiagonalRule;

impl Landmarks {
    /// Chooses landmarks among the cells that `field` reached, beginning with `first`: each one is the cell farthest
    /// from the landmarks before it, by distances without obstacles. Returns row indexes.
    pub(super) fn farthest_as_on_an_open_map(
        &self,
        field: &DistanceField,
        first: (usize, usize),
        nearest: &mut [u16],
    ) -> [usize; LANDMARKS] {
        // Distances are in halves of a straight step: a straight step is 2 and a diagonal step 3, between one and two
        // straight steps. Under `Never`, a step along each axis is 4. The largest distance fits 16 bits.
        let diagonal_extra = if self.rule == DiagonalRule::Never { 2 } else { 1 };
        let mut next = first;
        std::array::from_fn(|_| {
            let (from_x, from_y) = (next.0 as u16, next.1 as u16);
            let row_index = next.1 * self.width + next.0;
            let distance = |x: u16, y: u16| {
                let (dx, dy) = (x.abs_diff(from_x), y.abs_diff(from_y));
                2 * dx.max(dy) + diagonal_extra * dx.min(dy)
            };
            next = farthest(field, nearest, self.width, |x, y, _| distance(x as u16, y as u16)).1;
            row_index
        })
    }
}

/// Lowers `nearest`, the distance of each cell from the nearest landmark, for one more landmark. Returns the largest
/// entry and its cell, among the cells that `field` reached.
///
/// `distance` returns the distance from the new landmark, given `x`, `y` and the value of the field.
#[inline(always)]
pub(super) fn farthest(
    field: &DistanceField,
    nearest: &mut [u16],
    width: usize,
    distance: impl Fn(usize, usize, u16) -> u16,
) -> (u16, (usize, usize)) {
    let (mut largest, mut largest_row) = (0, 0);
    for (y, nearest) in nearest.chunks_exact_mut(width).enumerate() {
        let mut largest_here = 0;
        for (x, (nearest, &measured)) in nearest.iter_mut().zip(field.row(y)).enumerate() {
            *nearest = distance(x, y, measured).min(*nearest);
            largest_here = largest_here.max(if is_reached(measured) { *nearest } else { 0 });
        }
        if largest_here > largest {
            (largest, largest_row) = (largest_here, y);
        }
    }
    let row = nearest.chunks_exact(width).nth(largest_row).unwrap_or_default().iter().zip(field.row(largest_row));
    let x = row.into_iter().position(|(&nearest, &measured)| nearest == largest && is_reached(measured));
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
