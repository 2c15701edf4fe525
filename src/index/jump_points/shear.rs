//! Rows of bits, read along their diagonals.
//!
//! Line `k` of a shear holds, at bit x, the bit of the place on that line whose column is x: the place (x, x - k) or
//! (x, k - x), rows counted round. As many lines as rows are enough, for no two places share a line and a column.

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

/// Shears at most so many lines at once: what is read and written for them stays in the nearest cache.
pub(super) const BAND: usize = 512;

/// Bits move on by up to 63 lines.
const MARGIN: usize = 64;

/// Shears the words of one column in two buffers.
#[derive(Debug)]
pub(super) struct Shear {
    lines: [u64; MARGIN + BAND],
    moved: [u64; MARGIN + BAND],
}

impl Shear {
    pub(super) fn new() -> Self {
        Self { lines: [0; MARGIN + BAND], moved: [0; MARGIN + BAND] }
    }

    /// Writes to `sheared` the lines on which bit 0 of the rows from `first_row` on lies, one for each and at most [`BAND`]. `words` has a
    /// word for each row, of one column of words.
    #[inline(always)]
    pub(super) fn column(&mut self, diagonal: Diagonal, words: &[u64], first_row: usize, sheared: &mut [u64]) {
        // Bit b of a row lies on the line on which bit 0 lies b rows further up, or further down.
        let (lines, moved) = (&mut self.lines[..MARGIN + sheared.len()], &mut self.moved[..MARGIN + sheared.len()]);
        match diagonal {
            Diagonal::Falling => {
                copy_round(words, first_row, lines);
                bring_back::<1>(lines, moved);
                bring_back::<2>(moved, lines);
                bring_back::<4>(lines, moved);
                bring_back::<8>(moved, lines);
                bring_back::<16>(lines, moved);
                bring_back::<32>(moved, sheared);
            }
            Diagonal::Rising => {
                let margin = MARGIN % words.len();
                copy_round(words, (first_row + words.len() - margin) % words.len(), lines);
                move_on::<1>(lines, moved);
                move_on::<2>(moved, lines);
                move_on::<4>(lines, moved);
                move_on::<8>(moved, lines);
                move_on::<16>(lines, moved);
                // The bits that this one leaves in place come from the margin on.
                move_on::<32>(&moved[MARGIN - 32..], sheared);
            }
        }
    }
}

/// Fills `lines` with the words from number `first` on, the first word following the last one.
#[inline(always)]
fn copy_round(words: &[u64], first: usize, mut lines: &mut [u64]) {
    let mut rest = &words[first..];
    while !lines.is_empty() {
        let (now, later) = lines.split_at_mut(rest.len().min(lines.len()));
        now.copy_from_slice(&rest[..now.len()]);
        (lines, rest) = (later, words);
    }
}

/// The bits whose number has the digit `DISTANCE`: 0xAAAA... for 1, 0xCCCC... for 2, up to 0xFFFF_FFFF_0000_0000 for 32.
const fn movers(distance: usize) -> u64 {
    (u64::MAX / ((1 << distance) + 1)) << distance
}

/// Writes lines from the one with number `DISTANCE` on, or as many last ones as `moved` has: each with its movers from so many lines before.
#[inline(always)]
fn move_on<const DISTANCE: usize>(lines: &[u64], moved: &mut [u64]) {
    let movers = movers(DISTANCE);
    let (before, here) = (&lines[..lines.len() - DISTANCE], &lines[DISTANCE..]);
    let first = moved.len() - here.len();
    for ((out, &stays), &moves) in moved[first..].iter_mut().zip(here).zip(before) {
        *out = stays & !movers | moves & movers;
    }
}

/// Writes all lines but the last `DISTANCE` ones, or as many as `moved` has: each with its movers from so many lines after.
#[inline(always)]
fn bring_back<const DISTANCE: usize>(lines: &[u64], moved: &mut [u64]) {
    let movers = movers(DISTANCE);
    for ((out, &stays), &moves) in moved.iter_mut().zip(lines).zip(&lines[DISTANCE..]) {
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
