//! The diagonals of a bit matrix, written as rows of words.
//!
//! A shear turns diagonals into lines: bit `x` of line `k` is the cell (x, k + x), or (x, k - x) for the other
//! diagonals. Rows are counted modulo the number of rows. Each line then has one cell of every column, and a matrix
//! has as many lines as rows.

use super::vectors::{self, Kernel};

/// Which of the two sets of diagonals becomes lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagonal {
    /// `y - x` is constant along a line.
    Falling,
    /// `x + y` is constant along a line.
    Rising,
}

impl Diagonal {
    /// The line of the cell (x, y). `x` and `y` must be less than `rows`.
    #[inline(always)]
    pub(crate) fn line(self, x: usize, y: usize, rows: usize) -> usize {
        match self {
            Self::Falling if x > y => y + rows - x,
            Self::Falling => y - x,
            Self::Rising if x + y >= rows => x + y - rows,
            Self::Rising => x + y,
        }
    }
}

/// The most lines that one call of [`Shear::column`] computes: their words stay in the first-level cache.
pub(crate) const BAND: usize = 512;

/// The most lines by which a bit moves.
const MARGIN: usize = 63;

/// The two buffers of a shear.
#[derive(Debug)]
pub(crate) struct Shear {
    lines: [u64; MARGIN + BAND],
    moved: [u64; MARGIN + BAND],
}

impl Shear {
    pub(crate) fn new() -> Self {
        Self { lines: [0; MARGIN + BAND], moved: [0; MARGIN + BAND] }
    }

    /// Shears one column of words. `words` has the word of every row.
    ///
    /// Entry `i` of `sheared`, of at most [`BAND`] entries, gets the word of the line on which bit 0 of row
    /// `first_row + i` lies.
    pub(crate) fn column(&mut self, diagonal: Diagonal, words: &[u64], first_row: usize, sheared: &mut [u64]) {
        vectors::run(ColumnShearing { shear: self, diagonal, words, first_row, sheared });
    }

    #[inline(always)]
    fn column_by_any_vectors(&mut self, diagonal: Diagonal, words: &[u64], first_row: usize, sheared: &mut [u64]) {
        // Bit `b` moves by `b` lines: up along falling diagonals, down along rising ones. It moves in three steps, one
        // for each base-4 digit of `b`.
        let (length, rising) = (MARGIN + sheared.len(), diagonal == Diagonal::Rising);
        let first = if rising { first_row + words.len() - MARGIN % words.len() } else { first_row };
        copy_round(words, first % words.len(), &mut self.lines[..length]);
        move_bits::<1>(rising, &self.lines, &mut self.moved[..length - 3]);
        move_bits::<4>(rising, &self.moved, &mut self.lines[..length - 15]);
        move_bits::<16>(rising, &self.lines, sheared);
    }
}

/// [`Shear::column`] as a kernel that runs with the widest vectors of the processor.
struct ColumnShearing<'a> {
    shear: &'a mut Shear,
    diagonal: Diagonal,
    words: &'a [u64],
    first_row: usize,
    sheared: &'a mut [u64],
}

impl Kernel for ColumnShearing<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shear, diagonal, words, first_row, sheared } = self;
        shear.column_by_any_vectors(diagonal, words, first_row, sheared);
    }
}

/// Fills `lines` with the words from number `first` on. The first word follows the last one.
#[inline(always)]
fn copy_round(words: &[u64], first: usize, mut lines: &mut [u64]) {
    let mut rest = &words[first..];
    while !lines.is_empty() {
        let (now, later) = lines.split_at_mut(rest.len().min(lines.len()));
        now.copy_from_slice(&rest[..now.len()]);
        (lines, rest) = (later, words);
    }
}

/// The bits whose numbers have the base-4 digit `digit` at the place of value `DISTANCE`, a power of 4.
///
/// For example 0x1111... for digit 0 and distance 1, 0xFFFF_0000_0000_0000 for digit 3 and distance 16.
#[inline(always)]
fn bits_with<const DISTANCE: usize>(digit: usize) -> u64 {
    (u64::MAX / (1 + (1 << DISTANCE) + (1 << (2 * DISTANCE)) + (1 << (3 * DISTANCE)))) << (digit * DISTANCE)
}

/// Moves each bit by its digit at the place of value `DISTANCE`, times `DISTANCE` lines.
///
/// A moved word takes its bits from four words that lie `DISTANCE` apart. Falling diagonals take the bits with digit 3
/// from the last of the four words, rising ones from the first.
#[inline(always)]
fn move_bits<const DISTANCE: usize>(rising: bool, lines: &[u64], moved: &mut [u64]) {
    let lines = [0, 1, 2, 3].map(|i| &lines[i * DISTANCE..][..moved.len()]);
    let bits = [0, 1, 2, 3].map(|i| bits_with::<DISTANCE>(if rising { 3 - i } else { i }));
    for (i, moved) in moved.iter_mut().enumerate() {
        *moved = lines[0][i] & bits[0] | lines[1][i] & bits[1] | lines[2][i] & bits[2] | lines[3][i] & bits[3];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_comes_to_its_line() {
        for rows in [1, 2, 63, 64, 65, 150, 1100] {
            let width = rows.min(130);
            let bit = |x: usize, y: usize| x < width && (x * 7 + y * 13 + x * y) % 5 < 2;
            let mut shear = Shear::new();
            for diagonal in [Diagonal::Falling, Diagonal::Rising] {
                for column in 0..width.div_ceil(64) {
                    let word = |y: usize| (0..64).fold(0, |word, b| word | u64::from(bit(64 * column + b, y)) << b);
                    let words: Vec<u64> = (0..rows).map(word).collect();
                    let mut lines = vec![0; rows];
                    for (band, lines) in lines.chunks_mut(BAND).enumerate() {
                        shear.column(diagonal, &words, band * BAND, lines);
                    }
                    let mut bit_0_of_line = vec![0; rows];
                    (0..rows).for_each(|y| bit_0_of_line[diagonal.line(64 * column, y, rows)] = y);
                    for (x, y) in
                        (0..rows).flat_map(|y| (64 * column..width.min(64 * column + 64)).map(move |x| (x, y)))
                    {
                        let row = bit_0_of_line[diagonal.line(x, y, rows)];
                        let found = lines[row] >> (x % 64) & 1 == 1;
                        assert_eq!(found, bit(x, y), "{rows} rows, {diagonal:?}, ({x}, {y})");
                    }
                }
            }
        }
    }
}
