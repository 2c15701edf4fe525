//! Landmarks as bytes.
//!
//! ```text
//! costs     straight u16 | diagonal u16
//! word      the distances of up to 64 cells, as `words` writes them
//! ```
//!
//! Words are those of the rows of walkable cells, row by row. Words without a walkable cell are left out. Where
//! straight steps cost more than 127, growth has no room in 8 bits: only the costs are written, and the reader measures
//! the landmarks of such a small map anew.
//!
//! Bytes may say anything. The reader checks each legal step ([`steep_steps`]). Distances that no step changes by
//! more than its cost give consistent estimates, whether they are those of cells or not:
//! [`QuantizedCosts`] has the proof. Searches rely on nothing else.

mod rows;
mod steep_steps;
#[cfg(test)]
mod tests;
mod words;

use self::rows::{Rules, first_walkable, read_rows};
use self::words::write_word;
use super::measured::Landmarks;
use crate::bits::bit_rows::zeroed;
use crate::byte_stream::{ByteReader, ByteWriter};
use crate::distance::landmarks::{Distances, LANDMARKS, MAX_CELLS, QuantizedCosts};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};

/// The largest cost of a straight step with which distances are written.
const MOST_GROWTH: u16 = 127;

impl Landmarks {
    /// Writes fresh landmarks.
    pub(in crate::index) fn write(&self, walkable: &WalkableCells, out: &mut ByteWriter) -> Result<(), MapError> {
        let QuantizedCosts { straight, diagonal } = self.quantized_costs;
        out.put(&straight.to_le_bytes())?;
        out.put(&diagonal.to_le_bytes())?;
        if straight > MOST_GROWTH {
            return Ok(());
        }
        let mut first = [0; LANDMARKS];
        for (y, row) in (0..).zip(self.distances.chunks_exact(self.width)) {
            let words = walkable.rows.row(y);
            let mut here = first;
            for (cells, &walkable) in row.chunks(64).zip(words) {
                write_word(cells, walkable, &mut here, out)?;
            }
            first = first_walkable(words, row).unwrap_or(first);
        }
        Ok(())
    }

    /// Reads landmarks of a map. `None` if the bytes are none of this map.
    pub(in crate::index) fn read(
        mut bytes: ByteReader,
        (rule, costs): (DiagonalRule, &StepCosts),
        walkable: &WalkableCells,
        revision: u64,
    ) -> Result<Option<Self>, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        if width * height > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut cost = || bytes.array().map(u16::from_le_bytes);
        let (Some(straight), Some(diagonal)) = (cost(), cost()) else { return Ok(None) };
        let quantized_costs = QuantizedCosts { straight, diagonal };
        if !quantized_costs.are_legal(rule, costs) {
            return Ok(None);
        }
        if straight > MOST_GROWTH {
            return if bytes.is_at_end() { Self::new(rule, costs, walkable, revision).map(Some) } else { Ok(None) };
        }
        let mut distances: Vec<Distances> = zeroed(width * height)?;
        if !read_rows(bytes, Rules { rule, costs: quantized_costs, walkable }, &mut distances) {
            return Ok(None);
        }
        Self::of_distances((rule, quantized_costs), walkable, distances, revision).map(Some)
    }
}
