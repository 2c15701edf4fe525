//! Landmarks as bytes: [`distance::landmarks::saved`](crate::distance::landmarks::saved) has the form.

#[cfg(test)]
mod tests;

use super::measured::Landmarks;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::distance::landmarks::MAX_CELLS;
use crate::distance::landmarks::saved::{ReadDistances, SavedRows};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};

impl Landmarks {
    /// Writes fresh landmarks.
    pub(in crate::index) fn write(&self, walkable: &WalkableCells, out: &mut ByteWriter) -> Result<(), MapError> {
        rows(self.rule, walkable).write(self.quantized_costs, &self.distances, out)
    }

    /// Reads landmarks of a map. `None` if the bytes are none of this map.
    pub(in crate::index) fn read(
        bytes: ByteReader,
        (rule, costs): (DiagonalRule, &StepCosts),
        walkable: &WalkableCells,
        revision: u64,
    ) -> Result<Option<Self>, MapError> {
        if walkable.width() * walkable.height() > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        match rows(rule, walkable).read(bytes, costs)? {
            ReadDistances::Wrong => Ok(None),
            ReadDistances::LeftOut => Self::new(rule, costs, walkable, revision).map(Some),
            ReadDistances::Known(quantized_costs, distances) => {
                Self::of_distances((rule, quantized_costs), walkable, distances, revision).map(Some)
            }
        }
    }
}

fn rows(rule: DiagonalRule, walkable: &WalkableCells) -> SavedRows<'_> {
    SavedRows {
        rule,
        walkable: &walkable.rows,
        width: walkable.width(),
        height: walkable.height(),
        has_walls: walkable.walls().is_some(),
    }
}
