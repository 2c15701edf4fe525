//! Rows of bits, read along their diagonals.
//!
//! Line `k` of a shear holds, at bit x, the bit of the place on that line whose column is x: the place (x, x - k) or
//! (x, k - x), rows counted round. As many lines as rows are enough, for no two places share a line and a column.

use crate::grid::MapError;
use crate::index::bit_rows::zeroed;

/// Which diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Diagonal {
    /// x - y is the same along a line: both grow, or both fall.
    Falling,
    /// x + y is.
    Rising,
}

impl Diagonal {
    /// The line of a place. `rows` is at least `x` + 1 and `y` + 1.
    #[inline(always)]
    pub(super) fn line(self, x: usize, y: usize, rows: usize) -> usize {
        match self {
            Self::Falling if x >= y => x - y,
            Self::Falling => x + rows - y,
            Self::Rising if x + y >= rows => x + y - rows,
            Self::Rising => x + y,
        }
    }
}

/// Shears the words of one column and a band of lines after the other in two buffers.
pub(super) struct Shear {
    rows: usize,
    lines: Vec<u64>,
    moved: Vec<u64>,
}

/// Lines before those of the band: bits move on by up to 63 lines.
const MARGIN: usize = 64;

/// The most lines of a band. What is read and written for one stays in the cache from one column of words to the next.
pub(super) const BAND: usize = 512;

impl Shear {
    /// For matrices of so many rows.
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        let room = MARGIN + rows.min(BAND);
        Ok(Self { rows, lines: zeroed(room)?, moved: zeroed(room)? })
    }

    /// Writes to `sheared` as many lines as it has room for, from `first_line` on, of the places with columns 64 * `column` to
    /// 64 * `column` + 63, whose bits in row y are `word(y)`.
    #[inline(always)]
    pub(super) fn column(
        &mut self,
        diagonal: Diagonal,
        column: usize,
        first_line: usize,
        word: impl Fn(usize) -> u64,
        sheared: &mut [u64],
    ) {
        let rows = self.rows;
        // The first of the 64 places of row y lies on line 64 * column -+ y, and the one b columns later b lines later.
        let first_line = (first_line as isize - MARGIN as isize).rem_euclid(rows as isize) as usize;
        let line_of_row_0 = 64 * column % rows;
        let lines = &mut self.lines[..MARGIN + sheared.len()];
        match diagonal {
            Diagonal::Falling => {
                let mut y = (line_of_row_0 + rows - first_line) % rows;
                for line in lines {
                    *line = word(y);
                    y = if y == 0 { rows - 1 } else { y - 1 };
                }
            }
            Diagonal::Rising => {
                let mut y = (first_line + rows - line_of_row_0) % rows;
                for line in lines {
                    *line = word(y);
                    y = if y + 1 == rows { 0 } else { y + 1 };
                }
            }
        }
        self.move_bits(sheared);
    }

    /// Moves each bit b on by b lines, one binary digit of b at a time.
    fn move_bits(&mut self, sheared: &mut [u64]) {
        let count = MARGIN + sheared.len();
        let (lines, moved) = (&mut self.lines[..count], &mut self.moved[..count]);
        move_on::<1>(lines, moved);
        move_on::<2>(moved, lines);
        move_on::<4>(lines, moved);
        move_on::<8>(moved, lines);
        move_on::<16>(lines, moved);
        // The bits that this one leaves in place come from the margin on.
        move_on::<32>(&moved[MARGIN - 32..], sheared);
    }
}

/// Writes lines from the one with number `DISTANCE` on, or as many last ones as `moved` has: each with the bits whose number has the
/// digit `DISTANCE` from so many lines before.
fn move_on<const DISTANCE: usize>(lines: &[u64], moved: &mut [u64]) {
    // The bits of that digit: 0xAAAA... for 1, 0xCCCC... for 2, up to 0xFFFF_FFFF_0000_0000 for 32.
    let movers = (u64::MAX / ((1 << DISTANCE) + 1)) << DISTANCE;
    let (before, here) = (&lines[..lines.len() - DISTANCE], &lines[DISTANCE..]);
    let first = moved.len() - here.len();
    for ((out, &stays), &moves) in moved[first..].iter_mut().zip(here).zip(before) {
        *out = stays & !movers | moves & movers;
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
            let mut shear = Shear::new(rows).unwrap();
            for diagonal in [Diagonal::Falling, Diagonal::Rising] {
                for column in 0..width.div_ceil(64) {
                    let word = |y: usize| (0..64).fold(0, |word, b| word | u64::from(bit(64 * column + b, y)) << b);
                    let mut lines = vec![0; rows];
                    for (band, lines) in lines.chunks_mut(BAND).enumerate() {
                        shear.column(diagonal, column, band * BAND, word, lines);
                    }
                    for (x, y) in
                        (0..rows).flat_map(|y| (64 * column..width.min(64 * column + 64)).map(move |x| (x, y)))
                    {
                        let found = lines[diagonal.line(x, y, rows)] >> (x % 64) & 1 == 1;
                        assert_eq!(found, bit(x, y), "{rows} rows, {diagonal:?}, ({x}, {y})");
                    }
                }
            }
        }
    }
}
