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
use super::select::{farthest, is_open, share_out};
use super::{Distances, FARTHEST, LANDMARKS, Landmarks};
use crate::bits::bit_rows::zeroed;
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
        let mut distances: Vec<Distances> = if memory.len() == cells { memory } else { zeroed(cells)? };
        let parts = share_out(self.rule, walkable, LANDMARKS)?;
        let coarse = self.quantized_costs;
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
        let mut nearest = zeroed(self.width * self.height)?;
        let mut lane = 0;
        for part in &parts {
            nearest.fill(u16::MAX);
            field.measure(self.quantized_costs, part.first)?;
            let mut next = farthest(&field, &mut nearest, self.width, |_, _, distance| distance);
            nearest.fill(u16::MAX);
            if lane == 0 {
                self.quantized_costs = QuantizedCosts::fitting(self.rule, costs, next.0, coarse);
            }
            if part.landmarks == LANDMARKS
                && field.stops() > part.size / STOPS_BY_CELLS
                && is_open(&field, coarse, part)
            {
                let landmarks = self.farthest_as_on_an_open_map(&field, next.1, &mut nearest);
                lane_sweeps::measure(rule, self.quantized_costs, walkable, landmarks, &mut distances)?;
                return Ok(distances);
            }
            for _ in 0..part.landmarks {
                field.measure(self.quantized_costs, next.1)?;
                next = farthest(&field, &mut nearest, self.width, |_, _, distance| distance);
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

/// Writes the distances of a field to the lane of one landmark.
fn store(distances: &mut [Distances], lane: usize, field: &DistanceField, width: usize) {
    for (y, row) in distances.chunks_exact_mut(width).enumerate() {
        for (distances, &distance) in row.iter_mut().zip(field.row(y)) {
            // Values of a field are one larger than distances. Obstacles, which have 0, get `FARTHEST`.
            distances[lane] = distance.wrapping_sub(1);
        }
    }
}
