//! Landmarks as bytes.
//!
//! ```text
//! costs     straight u16 | diagonal u16
//! segment   the 8 distances of its first cell | runs
//! run       a number of cells u8 | by how much each distance grows from cell to cell, 8 times i8
//! ```
//!
//! A segment is all walkable cells between two blocked ones of an index row. Its runs reach its end, and segments come
//! row by row. Where straight steps cost more than 127, growth has no room in 8 bits: only the costs are written, and
//! the reader measures the landmarks of such a small map anew.
//!
//! Bytes may say anything. The reader checks each legal step: along rows by runs, and between rows by
//! [`Between`]. Distances that no step changes by more than its cost give consistent estimates, whether they are those
//! of cells or not: [`quantized_costs`](super::quantized_costs) has the proof. Searches rely on nothing else.

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

type Growth = [i8; LANDMARKS];

impl Landmarks {
    /// Writes fresh landmarks.
    pub(in crate::index) fn write(&self, walkable: &WalkableCells, out: &mut ByteWriter) -> Result<(), MapError> {
        let QuantizedCosts { straight, diagonal } = self.quantized_costs;
        out.put(&straight.to_le_bytes())?;
        out.put(&diagonal.to_le_bytes())?;
        if straight > MOST_GROWTH {
            return Ok(());
        }
        for y in 0..self.height {
            let row = &self.distances[y * self.width..][..self.width];
            let segments = Segments::of(walkable.rows.row(y as isize));
            for (first, end) in segments {
                write_segment(&row[first..end], out)?;
            }
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
        if !read_rows(&mut bytes, quantized_costs, rule, walkable, &mut distances) || !bytes.is_at_end() {
            return Ok(None);
        }
        Self::of_distances((rule, quantized_costs), walkable, distances, revision).map(Some)
    }
}

/// The runs of ones in a row of bits, by their first bit and the one after their last.
struct Segments<'a> {
    row: &'a [u64],
    at: usize,
}

impl<'a> Segments<'a> {
    fn of(row: &'a [u64]) -> Self {
        Self { row, at: 0 }
    }

    /// The first bit from the current one on that is a one, or a zero.
    fn first_bit<const ONE: bool>(&self, from: usize) -> Option<usize> {
        let flipped = |word: u64| if ONE { word } else { !word };
        let mut bits = flipped(*self.row.get(from / 64)?) >> (from % 64) << (from % 64);
        let mut word = from / 64;
        while bits == 0 {
            word += 1;
            bits = flipped(*self.row.get(word)?);
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }
}

impl Iterator for Segments<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let first = self.first_bit::<true>(self.at)?;
        let end = self.first_bit::<false>(first).unwrap_or(self.row.len() * 64);
        self.at = end;
        Some((first, end))
    }
}

fn write_segment(cells: &[Distances], out: &mut ByteWriter) -> Result<(), MapError> {
    let Some(first) = cells.first() else { return Ok(()) };
    out.put(bytemuck::bytes_of(&first.map(u16::to_le)))?;
    let growth = |at: usize| -> Growth { std::array::from_fn(|i| cells[at + 1][i].wrapping_sub(cells[at][i]) as i8) };
    let mut at = 0;
    while at + 1 < cells.len() {
        let along = growth(at);
        let mut count = 1;
        while count < 255 && at + count + 1 < cells.len() && growth(at + count) == along {
            count += 1;
        }
        out.put(&[count as u8])?;
        out.put(&along.map(|growth| growth as u8))?;
        at += count;
    }
    Ok(())
}

/// Returns whether all distances were read, and no legal step changes one by more than its cost.
fn read_rows(
    bytes: &mut ByteReader,
    costs: QuantizedCosts,
    rule: DiagonalRule,
    walkable: &WalkableCells,
    distances: &mut [Distances],
) -> bool {
    let width = walkable.width();
    let mut below: &[Distances] = &[];
    let rows = distances.chunks_exact_mut(width);
    for (y, row) in (0_isize..).zip(rows) {
        let mut done = 0;
        for (first, end) in Segments::of(walkable.rows.row(y)) {
            row[done..first].fill([FARTHEST; LANDMARKS]);
            if read_segment(bytes, costs.straight, &mut row[first..end]).is_none() {
                return false;
            }
            done = end;
        }
        row[done..].fill([FARTHEST; LANDMARKS]);
        if !below.is_empty() {
            let bits = [walkable.rows.row(y - 1), walkable.rows.row(y)];
            if vectors::run(Between { rule, costs, cells: [below, row], bits }) {
                return false;
            }
        }
        below = row;
    }
    true
}

/// Reads the distances of a segment. `None` if bytes are missing, or if a step changes a distance by more than `most`.
fn read_segment(bytes: &mut ByteReader, most: u16, cells: &mut [Distances]) -> Option<()> {
    let (first, mut rest) = cells.split_first_mut()?;
    let mut here = bytemuck::cast::<[u8; 2 * LANDMARKS], Distances>(bytes.array()?).map(u16::from_le);
    *first = here;
    while !rest.is_empty() {
        let [count] = bytes.array()?;
        let growth = bytes.array::<LANDMARKS>()?.map(|growth| i16::from(growth as i8));
        let (now, later) = rest.split_at_mut_checked(usize::from(count))?;
        // All distances of the run lie between its first one and its last one, so none wraps around.
        let mut is_wrong = count == 0;
        for (&here, &growth) in here.iter().zip(&growth) {
            let last = i32::from(here) + i32::from(growth) * i32::from(count);
            is_wrong |= growth.unsigned_abs() > most || u16::try_from(last).is_err();
        }
        if is_wrong {
            return None;
        }
        for cell in now {
            here = std::array::from_fn(|i| here[i].wrapping_add_signed(growth[i]));
            *cell = here;
        }
        rest = later;
    }
    Some(())
}

/// Whether a legal step from one row of cells to the next one changes a distance by more than the step costs.
struct Between<'a> {
    rule: DiagonalRule,
    costs: QuantizedCosts,
    /// The row below and this one.
    cells: [&'a [Distances]; 2],
    /// Their walkable cells.
    bits: [&'a [u64]; 2],
}

impl Kernel for Between<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let ([below, here], [below_bits, here_bits]) = (self.cells, self.bits);
        let QuantizedCosts { straight, diagonal } = self.costs;
        let mut is_steep = false;
        let at = |bits: &[u64], word: usize| bits.get(word).copied().unwrap_or(0);
        // The walkable cells one column to the left, and one to the right.
        let left = |bits: &[u64], word: usize| at(bits, word) << 1 | at(bits, word.wrapping_sub(1)) >> 63;
        let right = |bits: &[u64], word: usize| at(bits, word) >> 1 | at(bits, word + 1) << 63;
        for (word, (&now, &under)) in here_bits.iter().zip(below_bits).enumerate() {
            let x = word * 64;
            is_steep |= steep(here, below, x, x, now & under, straight);
            let between = |beside| self.rule.allows_between(beside, under);
            let to_left = now & left(below_bits, word) & between(left(here_bits, word));
            is_steep |= steep(here, below, x, x.wrapping_sub(1), to_left, diagonal);
            let to_right = now & right(below_bits, word) & between(right(here_bits, word));
            is_steep |= steep(here, below, x, x + 1, to_right, diagonal);
        }
        is_steep
    }
}

/// Whether one of the steps of a word from `here[x + i]` to `below[to + i]` is steep. Bit `i` of `legal` says whether
/// there is a step.
#[inline(always)]
fn steep(here: &[Distances], below: &[Distances], x: usize, to: usize, mut legal: u64, most: u16) -> bool {
    let mut excess = [0; LANDMARKS];
    if legal == u64::MAX
        && let (Some(here), Some(below)) = (here.get(x..x + 64), below.get(to..to + 64))
    {
        here.iter().zip(below).for_each(|(one, other)| add_excess(&mut excess, one, other, most));
    } else {
        while legal != 0 {
            let i = legal.trailing_zeros() as usize;
            // Bits beyond the map are zeros, and so is the bit to the left of its first column.
            if let (Some(one), Some(other)) = (here.get(x + i), below.get(to.wrapping_add(i))) {
                add_excess(&mut excess, one, other, most);
            }
            legal &= legal - 1;
        }
    }
    excess != [0; LANDMARKS]
}

#[inline(always)]
fn add_excess(excess: &mut Distances, one: &Distances, other: &Distances, most: u16) {
    for ((excess, &one), &other) in excess.iter_mut().zip(one).zip(other) {
        *excess |= (one.saturating_sub(other) | other.saturating_sub(one)).saturating_sub(most);
    }
}
