//! Measuring the distances of all cells from the landmarks.
//!
//! On most maps, distances are measured from one landmark after the other (`distance_field`). The time grows with the
//! number of cells and of turns at obstacles. On open maps full of small obstacles, distances are measured from all
//! landmarks at once (`lane_sweeps`), with the landmarks where they would be without obstacles. The map alone decides.
//!
//! Where distances don't fit 16 bits, as in long mazes, they are measured with 32 bits, and divided by a
//! [`Quantum`](super::quantized_costs).

mod distance_field;
mod lane_sweeps;
mod lanes;

#[cfg(test)]
pub(super) use distance_field::tests::distances_by_steps;
pub(super) use distance_field::{DistanceField, FieldValue};

use super::quantized_costs::{QuantizedCosts, Quantum};
use super::select::{Spread, farthest, is_open, share_out};
use super::{Distances, FARTHEST, LANDMARKS, Landmarks, largest_told};
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
        let mut fields = Fields { short: DistanceField::new(rule, walkable)?, long: None };
        let mut spread = Spread::new(cells)?;
        let mut lane = 0;
        for part in &parts {
            let mut measured = self.quantized_costs;
            if lane == 0 {
                fields.long =
                    self.fit_costs(costs, (rule, walkable), (&mut fields.short, &mut measured), part.first)?;
            }
            if lane > 0 || fields.long.is_some() {
                fields.measure(measured, self.quantum, part.first)?;
            }
            let field = &fields.short;
            let (largest, mut next) = farthest(field);
            if part.landmarks == LANDMARKS
                && fields.long.is_none()
                && field.stops() > part.size / STOPS_BY_CELLS
                && is_open(field, measured, part)
            {
                let landmarks = self.most_outlying_on_an_open_map(field, next, &mut spread);
                lane_sweeps::measure(rule, self.quantized_costs, walkable, landmarks, &mut distances)?;
                return Ok(distances);
            }
            let scaled = u32::from(largest) * u32::from(self.quantized_costs.straight) / u32::from(measured.straight);
            spread.begin(scaled.try_into().unwrap_or(u16::MAX));
            for _ in 0..part.landmarks {
                fields.measure(self.quantized_costs, self.quantum, next)?;
                next = spread.add(&fields.short, |_, _, distance| distance);
                store(&mut distances, lane, &fields.short, self.width);
                lane += 1;
            }
        }
        for lane in lane..LANDMARKS {
            distances.iter_mut().for_each(|distances| distances[lane] = FARTHEST);
        }
        Ok(distances)
    }

    /// Chooses the quantized costs, and a quantum and a field for it if distances from `first` need more than 16 bits.
    /// Else `field` has these distances, in the costs `measured`.
    fn fit_costs(
        &mut self,
        costs: &StepCosts,
        (rule, walkable): (DiagonalRule, &WalkableCells),
        (field, measured): (&mut DistanceField, &mut QuantizedCosts),
        first: (usize, usize),
    ) -> Result<Option<DistanceField<u32>>, MapError> {
        let (coarse, largest_told) = (self.quantized_costs, largest_told());
        field.measure(coarse, first)?;
        let (largest, _) = farthest(field);
        if largest <= largest_told && !coarse.may_be_cut_off(largest) {
            self.quantized_costs = QuantizedCosts::fitting(self.rule, costs, largest, coarse);
            return Ok(None);
        }
        let coarsest = QuantizedCosts::coarsest(self.rule, costs);
        field.measure(coarsest, first)?;
        let (largest, _) = farthest(field);
        let fine = QuantizedCosts::fine(self.rule, costs);
        let mut long = DistanceField::<u32>::new(rule, walkable)?;
        long.measure(fine, first)?;
        let (longest, farthest_cell) = farthest(&long);
        if largest <= largest_told && coarsest.hardly_shortens(largest, fine, longest) {
            *measured = coarsest;
            self.quantized_costs = QuantizedCosts::fitting(self.rule, costs, largest, coarsest);
            return Ok(None);
        }
        // The longest way on a map has two ends, and this cell is one of them or near one.
        long.measure(fine, farthest_cell)?;
        self.quantum = Quantum::fitting(farthest(&long).0, largest_told);
        (self.quantized_costs, *measured) = (fine, fine);
        Ok(Some(long))
    }
}

/// The distances from one source after the other.
struct Fields {
    short: DistanceField,
    /// Measures what is then divided by a quantum; `None` where distances fit 16 bits.
    long: Option<DistanceField<u32>>,
}

impl Fields {
    /// Measures the distances from `source`. They are in `short`, divided by `quantum`.
    fn measure(&mut self, costs: QuantizedCosts, quantum: Quantum, source: (usize, usize)) -> Result<(), MapError> {
        let Some(long) = &mut self.long else { return self.short.measure(costs, source) };
        long.measure(costs, source)?;
        self.short.take_over(long, quantum.get());
        Ok(())
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
