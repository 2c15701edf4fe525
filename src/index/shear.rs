//! Rows of bits, read along their diagonals.
//!
//! Line `k` of a shear holds, at bit x, the bit of the place on that line whose column is x: the place (x, x - k) or
//! (x, k - x), rows counted round. As many lines as rows are enough, for no two places share a line and a column.

use super::bit_rows::zeroed;
use crate::grid::MapError;

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

/// Shears one column of words after the other in two buffers.
pub(super) struct Shear {
    rows: usize,
    lines: Vec<u64>,
    moved: Vec<u64>,
}

/// Lines before the first one, which repeat the last ones: bits move on by up to 63 lines.
const MARGIN: usize = 64;

impl Shear {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        Ok(Self { rows, lines: zeroed(MARGIN + rows)?, moved: zeroed(MARGIN + rows)? })
    }

    /// Writes to `sheared` the lines of the places with columns 64 * `column` to 64 * `column` + 63, whose bits in row y are `word(y)`.
    #[inline(always)]
    pub(super) fn column(
        &mut self,
        diagonal: Diagonal,
        column: usize,
        word: impl Fn(usize) -> u64,
        sheared: &mut [u64],
    ) {
        let rows = self.rows;
        // The first of the 64 places of row y lies on line 64 * column -+ y, and the one b columns later b lines later.
        let first = 64 * column % rows;
        let lines = &mut self.lines[MARGIN..];
        match diagonal {
            Diagonal::Falling => {
                for (line, y) in lines[..=first].iter_mut().rev().zip(0..) {
                    *line = word(y);
                }
                for (line, y) in lines[first + 1..].iter_mut().rev().zip(first + 1..) {
                    *line = word(y);
                }
            }
            Diagonal::Rising => {
                for (line, y) in lines[first..].iter_mut().zip(0..) {
                    *line = word(y);
                }
                for (line, y) in lines[..first].iter_mut().zip(rows - first..) {
                    *line = word(y);
                }
            }
        }
        for i in (0..MARGIN).rev() {
            self.lines[i] = self.lines[i + rows];
        }
        self.move_bits(sheared);
    }

    /// Moves each bit b on by b lines, one binary digit of b at a time.
    fn move_bits(&mut self, sheared: &mut [u64]) {
        move_on::<1>(&self.lines, &mut self.moved);
        move_on::<2>(&self.moved, &mut self.lines);
        move_on::<4>(&self.lines, &mut self.moved);
        move_on::<8>(&self.moved, &mut self.lines);
        move_on::<16>(&self.lines, &mut self.moved);
        // The bits that this one leaves in place come from the margin on.
        move_on::<32>(&self.moved[MARGIN - 32..], sheared);
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
        for rows in [1, 2, 63, 64, 65, 150] {
            let width = rows.min(130);
            let bit = |x: usize, y: usize| x < width && (x * 7 + y * 13 + x * y) % 5 < 2;
            let mut shear = Shear::new(rows).unwrap();
            for diagonal in [Diagonal::Falling, Diagonal::Rising] {
                for column in 0..width.div_ceil(64) {
                    let word = |y| (0..64).fold(0, |word, b| word | u64::from(bit(64 * column + b, y)) << b);
                    let mut lines = vec![0; rows];
                    shear.column(diagonal, column, word, &mut lines);
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
