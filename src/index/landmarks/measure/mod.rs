//! Measuring the distances of all cells from the landmarks.
//!
//! On most maps, distances are measured from one landmark after the other (`distance_field`). The time grows with the
//! number of cells and of turns at obstacles. On open maps full of small obstacles, distances are measured from all
//! landmarks at once (`lane_sweeps`), with the landmarks where they would be without obstacles. The map alone decides.

mod distance_field;
mod lane_sweeps;
mod lanes;

pub(super) use distance_field::DistanceField;
#[cfg(test)]
pub(super) use distance_field::tests::distances_by_steps;

use super::quantized_costs::QuantizedCosts;
use super::select::{Spread, farthest, is_open, share_out};
use super::{Distances, FARTHEST, LANDMARKS, Landmarks};
use crate::bits::bit_rows::zeroed;
use crate::bits::prefaulted_words::ask_for_pages;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};

/// An open map is measured by `lane_sweeps` if `distance_field` stops more than once for this number of cells.
const STOPS_BY_CELLS: usize = 10;

impl Landmarks {
    /// Chooses the quantized costs and the landmarks, and measures the distances from the landmarks.
    pub(super) fn measure(
        &mut self,
        costs: &StepCosts,
        walkable: &WalkableCells,
        memory: Vec<Distances>,
    ) -> Result<Vec<Distances>, MapError> {
        let cells = self.width * self.height;
        // Every entry is written below.
        let mut distances = if memory.len() == cells { memory } else { new_distances(cells)? };
        let parts = share_out(self.rule, walkable, LANDMARKS)?;
        // Under these two rules, two straight steps can replace every diagonal step. If both ways cost the same,
        // diagonal steps are not needed.
        let rule = match self.rule {
            DiagonalRule::AtMostOneBlocked | DiagonalRule::BothFree
                if self.quantized_costs.diagonal == 2 * self.quantized_costs.straight =>
            {
                DiagonalRule::Never
            }
            rule => rule,
        };
        let mut field = DistanceField::new(rule, walkable)?;
        let mut spread = Spread::new(cells)?;
        let mut lane = 0;
        for part in &parts {
            let mut measured = self.quantized_costs;
            field.measure(measured, part.first)?;
            let (mut largest, mut next) = farthest(&field);
            if lane == 0 {
                if measured.may_be_cut_off(largest) {
                    measured = QuantizedCosts::coarsest(self.rule, costs);
                    field.measure(measured, part.first)?;
                    (largest, next) = farthest(&field);
                }
                self.quantized_costs = QuantizedCosts::fitting(self.rule, costs, largest, measured);
            }
            if part.landmarks == LANDMARKS
                && field.stops() > part.size / STOPS_BY_CELLS
                && is_open(&field, measured, part)
            {
                let landmarks = self.most_outlying_on_an_open_map(&field, next, &mut spread);
                lane_sweeps::measure(rule, self.quantized_costs, walkable, landmarks, &mut distances)?;
                return Ok(distances);
            }
            let scaled = u32::from(largest) * u32::from(self.quantized_costs.straight) / u32::from(measured.straight);
            spread.begin(scaled.try_into().unwrap_or(u16::MAX));
            for _ in 0..part.landmarks {
                field.measure(self.quantized_costs, next)?;
                next = spread.add(&field, |_, _, distance| distance);
                store(&mut distances, lane, &field, self.width);
                lane += 1;
            }
        }
        for lane in lane..LANDMARKS {
            distances.iter_mut().for_each(|distances| distances[lane] = FARTHEST);
        }
        Ok(distances)
    }
}

/// Memory for the distances of a map, in large pages where the system has them. On large maps, searches read distances
/// all over the map.
fn new_distances(cells: usize) -> Result<Vec<Distances>, MapError> {
    let mut distances: Vec<Distances> = zeroed(cells)?;
    ask_for_pages(bytemuck::cast_slice_mut(&mut distances));
    Ok(distances)
}

/// Writes the distances of a field to the lane of one landmark.
fn store(distances: &mut [Distances], lane: usize, field: &DistanceField, width: usize) {
    for (y, row) in distances.chunks_exact_mut(width).enumerate() {
        for (distances, &distance) in row.iter_mut().zip(field.row(y)) {
            // Values of a field are one larger than distances. Obstacles, which have 0, get `FARTHEST`.
            distances[lane] = distance.wrapping_sub(1);
        }
    }
}
