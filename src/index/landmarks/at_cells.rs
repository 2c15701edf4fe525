//! Landmarks of which only some cells keep their distances.

use super::choosing::{STORED, choose, distances_at};
use super::distance_field::DistanceField;
use super::distances::{Distances, LANDMARKS};
use super::measured::new_distances;
use super::quantized_costs::Scale;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};

/// What differences of distances mean.
#[derive(Clone, Copy, Debug)]
pub(in crate::index) struct Differences {
    scale: Scale,
    straight: u16,
}

impl Differences {
    /// The least units between two cells whose distances differ by so much.
    #[inline(always)]
    pub(in crate::index) fn units(self, difference: u16) -> u32 {
        self.scale.units(difference)
    }

    /// By how much the distances of two cells differ at the most, if a way between them costs `cost` on a scale on
    /// which a straight step costs `straight`, and a diagonal one no less than in proportion.
    pub(in crate::index) fn most_along(self, cost: u16, straight: u16) -> u16 {
        let difference = (u32::from(cost) * u32::from(self.straight)).div_ceil(straight.into());
        difference.try_into().unwrap_or(u16::MAX)
    }
}

/// Measures some groups of [`LANDMARKS`] landmarks. Returns their distances at some cells, which are row indexes, and
/// what differences mean. A cell's groups lie one after another.
pub(in crate::index) fn distances_of(
    rule: DiagonalRule,
    costs: &StepCosts,
    walkable: &WalkableCells,
    cells: &[u32],
    groups: usize,
) -> Result<Option<(Vec<Distances>, Differences)>, MapError> {
    let mut distances = new_distances(cells.len() * groups)?;
    let mut field = DistanceField::new(rule, costs, walkable)?;
    choose(rule, &walkable.rows, &mut field, groups * LANDMARKS, &mut |number, values| {
        let (group, first) = (number / LANDMARKS, number % LANDMARKS);
        for (distances, &cell) in distances.chunks_exact_mut(groups).zip(cells) {
            distances[group][first..first + STORED].copy_from_slice(&distances_at(values, cell as usize));
        }
    })?;
    let quantized_costs = field.quantized_costs();
    let scale = quantized_costs.scale(rule, costs);
    Ok(scale.map(|scale| (distances, Differences { scale, straight: quantized_costs.straight })))
}
