//! Distances from landmarks as bytes.
//!
//! ```text
//! costs     straight u16 | diagonal u16
//! word      the distances of up to 64 cells, as `words` writes them
//! ```
//!
//! Words are those of the rows of walkable cells, row by row. Words without a walkable cell are left out. Where
//! straight steps cost more than 127, growth has no room in 8 bits, nor beside walls between cells: only the costs are
//! written, and the reader measures the landmarks of such a small map, or of a map with walls, anew.
//!
//! Bytes may say anything. The reader checks each legal step ([`steep_steps`]). Distances that no step changes by
//! more than its cost give consistent estimates, whether they are those of cells or not:
//! [`QuantizedCosts`](super::QuantizedCosts) has the proof. Searches rely on nothing else.

mod rows;
mod steep_steps;
mod words;

pub(crate) use rows::SavedRows;

use super::distances::{Distances, LANDMARKS};
use super::quantized_costs::QuantizedCosts;
use crate::bits::pages::Pages;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::grid::MapError;
use crate::movement::StepCosts;
use rows::{first_walkable, read_rows};
use words::write_word;

/// The largest cost of a straight step with which distances are written.
const MOST_GROWTH: u16 = 127;

/// Distances that were read.
pub(crate) enum ReadDistances {
    /// The bytes are none of this map.
    Wrong,
    /// They are to be measured anew.
    LeftOut,
    /// By row index, and the costs in which they were measured.
    Known(QuantizedCosts, Pages<Distances>),
}

impl SavedRows<'_> {
    /// Writes the distances of all cells, by row index.
    pub(crate) fn write(
        &self,
        costs: QuantizedCosts,
        distances: &[Distances],
        out: &mut ByteWriter,
    ) -> Result<(), MapError> {
        out.put(&costs.straight.to_le_bytes())?;
        out.put(&costs.diagonal.to_le_bytes())?;
        if self.are_left_out(costs) {
            return Ok(());
        }
        let mut first = [0; LANDMARKS];
        for (y, row) in (0..).zip(distances.chunks_exact(self.width)) {
            let words = self.walkable.row(y);
            let mut here = first;
            for (cells, &walkable) in row.chunks(64).zip(words) {
                write_word(cells, walkable, &mut here, out)?;
            }
            first = first_walkable(words, row).unwrap_or(first);
        }
        Ok(())
    }

    /// Whether distances of cells side by side can differ by more than 8 bits.
    fn are_left_out(&self, costs: QuantizedCosts) -> bool {
        costs.straight > MOST_GROWTH || self.has_walls
    }

    /// Reads the distances of all cells of a map whose steps cost `costs`.
    pub(crate) fn read(&self, mut bytes: ByteReader, costs: &StepCosts) -> Result<ReadDistances, MapError> {
        let mut cost = || bytes.array().map(u16::from_le_bytes);
        let (Some(straight), Some(diagonal)) = (cost(), cost()) else { return Ok(ReadDistances::Wrong) };
        let quantized_costs = QuantizedCosts { straight, diagonal };
        if !quantized_costs.are_legal(self.rule, costs) {
            return Ok(ReadDistances::Wrong);
        }
        if self.are_left_out(quantized_costs) {
            return Ok(if bytes.is_at_end() { ReadDistances::LeftOut } else { ReadDistances::Wrong });
        }
        let mut distances = Pages::mapped(self.width * self.height)?;
        let is_right = read_rows(bytes, *self, quantized_costs, &mut distances)?;
        Ok(if is_right { ReadDistances::Known(quantized_costs, distances) } else { ReadDistances::Wrong })
    }
}
