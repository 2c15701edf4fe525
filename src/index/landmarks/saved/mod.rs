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
//! Bytes may say anything. The reader checks each legal step with [`SteepSteps`]. Distances that no step changes by
//! more than its cost give consistent estimates, whether they are those of cells or not:
//! [`quantized_costs`](super::quantized_costs) has the proof. Searches rely on nothing else.

mod steep_steps;
#[cfg(test)]
mod tests;
mod words;

use self::steep_steps::{CheckedRow, SteepSteps};
use self::words::{Growths, read_word, write_word};
use super::distances::{Distances, FARTHEST, LANDMARKS, MAX_CELLS};
use super::measured::Landmarks;
use super::quantized_costs::QuantizedCosts;
use crate::bits::bit_rows::zeroed;
use crate::bits::prefaulted_words::ask_for_pages;
use crate::bits::vectors::{self, Kernel};
use crate::byte_stream::{ByteReader, ByteWriter};
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
        ask_for_pages(bytemuck::cast_slice_mut(&mut distances));
        let words_per_row = walkable.rows.words_per_row();
        let mut bends: [Vec<u64>; 2] = [zeroed(words_per_row)?, zeroed(words_per_row)?];
        let read = read_rows(&mut bytes, (rule, quantized_costs), walkable, &mut bends, &mut distances);
        if read.is_none() || !bytes.is_at_end() {
            return Ok(None);
        }
        Self::of_distances((rule, quantized_costs), walkable, distances, revision).map(Some)
    }
}

/// Reads the distances of all cells. `None` if bytes are missing or wrong, or if a legal step changes a distance by
/// more than its cost.
fn read_rows(
    bytes: &mut ByteReader,
    (rule, costs): (DiagonalRule, QuantizedCosts),
    walkable: &WalkableCells,
    [bends, below_bends]: &mut [Vec<u64>; 2],
    distances: &mut [Distances],
) -> Option<()> {
    let (mut below_cells, mut first) = (&[][..], [0; LANDMARKS]);
    for (y, cells) in (0..).zip(distances.chunks_exact_mut(walkable.width())) {
        let bits = walkable.rows.row(y);
        first = vectors::run(ReadRow { bytes, walkable: bits, first, cells, bends })?;
        let below = CheckedRow { cells: below_cells, walkable: walkable.rows.row(y - 1), bends: below_bends };
        let here = CheckedRow { cells, walkable: bits, bends };
        if vectors::run(SteepSteps { rule, costs, here, below }) {
            return None;
        }
        below_cells = cells;
        std::mem::swap(bends, below_bends);
    }
    Some(())
}

/// Reads a row of cells and its bends. Returns the distances from which the next row grows.
struct ReadRow<'a, 'b> {
    bytes: &'a mut ByteReader<'b>,
    walkable: &'a [u64],
    /// The distances from which this row grows.
    first: Distances,
    cells: &'a mut [Distances],
    bends: &'a mut [u64],
}

impl Kernel for ReadRow<'_, '_> {
    type Output = Option<Distances>;

    #[inline(always)]
    fn run(self) -> Option<Distances> {
        let mut here = self.first;
        let mut growths: Growths = [[0; LANDMARKS]; 128];
        let (words, rest) = self.cells.as_chunks_mut::<64>();
        let mut bits = self.walkable.iter().zip(self.bends);
        for (cells, (&walkable, bends)) in words.iter_mut().zip(&mut bits) {
            *bends = read_word(self.bytes, walkable, &mut here, cells, &mut growths)?;
        }
        if let Some((&walkable, bends)) = bits.next() {
            let mut last = [[FARTHEST; LANDMARKS]; 64];
            *bends = read_word(self.bytes, walkable, &mut here, &mut last, &mut growths)?;
            rest.copy_from_slice(&last[..rest.len()]);
        }
        Some(first_walkable(self.walkable, self.cells).unwrap_or(self.first))
    }
}

/// The distances of the first walkable cell of a row.
#[inline(always)]
fn first_walkable(walkable: &[u64], cells: &[Distances]) -> Option<Distances> {
    let (word, bits) = walkable.iter().enumerate().find(|(_, bits)| **bits != 0)?;
    cells.get(64 * word + bits.trailing_zeros() as usize).copied()
}
