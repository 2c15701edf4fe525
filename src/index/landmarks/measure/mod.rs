//! Measuring the distances of all cells from the landmarks.

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

/// Where a search by jumps stops at more than one of so many cells, on an open map, distances are measured by sweeping
/// rows.
const STOPS_BY_CELLS: usize = 10;

impl Landmarks {
    /// Chooses quantized costs and landmarks, and measures distances from these.
    pub(super) fn measure(
        &mut self,
        costs: &StepCosts,
        walkable: &WalkableCells,
        memory: Vec<Distances>,
    ) -> Result<Vec<Distances>, MapError> {
        let cells = self.width * self.height;
        // All of it is written.
        let mut distances: Vec<Distances> = if memory.len() == cells { memory } else { zeroed(cells)? };
        let parts = share_out(self.rule, walkable, LANDMARKS)?;
        let coarse = self.quantized_costs;
        // A diagonal step that weighs two straight ones and passes a walkable cell is never needed.
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

/// Notes the distances of a field as those of one landmark.
fn store(distances: &mut [Distances], lane: usize, field: &DistanceField, width: usize) {
    for (y, row) in distances.chunks_exact_mut(width).enumerate() {
        for (distances, &distance) in row.iter_mut().zip(field.row(y)) {
            // Obstacles, 0, become the farthest.
            distances[lane] = distance.wrapping_sub(1);
        }
    }
}
