//! Rows of bits, read along their diagonals.
//!
//! Line `k` of a shear holds, at bit x, the bit of the cell on that line whose column is x: the cell (x, k + x) or
//! (x, k - x), rows counted round. As many lines as rows are enough, for no two cells share a line and a column.

/// Which diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagonal {
    /// y - x is the same along a line: both grow, or both fall.
    Falling,
    /// x + y is.
    Rising,
}

impl Diagonal {
    /// The line of a cell. `rows` is at least `x` + 1 and `y` + 1.
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

/// Shears at most so many lines at once: what is read and written for them stays in the nearest cache.
pub(crate) const BAND: usize = 512;

/// Bits move on by up to 63 lines.
const MARGIN: usize = 63;

/// Shears the words of one column in two buffers.
#[derive(Debug)]
pub(crate) struct Shear {
    lines: [u64; MARGIN + BAND],
    moved: [u64; MARGIN + BAND],
}

impl Shear {
    pub(crate) fn new() -> Self {
        Self { lines: [0; MARGIN + BAND], moved: [0; MARGIN + BAND] }
    }

    /// Writes to `sheared` the lines on which bit 0 of the rows from `first_row` on lies, one for each and at most [`BAND`]. `words` has a
    /// word for each row, of one column of words.
    #[inline(always)]
    pub(crate) fn column(&mut self, diagonal: Diagonal, words: &[u64], first_row: usize, sheared: &mut [u64]) {
        // Bit b of a row lies on the line on which bit 0 lies b rows further up, or further down. First all bits move by the lowest of the three
        // digits, to base 4, of their numbers.
        let (length, rising) = (MARGIN + sheared.len(), diagonal == Diagonal::Rising);
        let first = if rising { first_row + words.len() - MARGIN % words.len() } else { first_row };
        copy_round(words, first % words.len(), &mut self.lines[..length]);
        move_bits::<1>(rising, &self.lines, &mut self.moved[..length - 3]);
        move_bits::<4>(rising, &self.moved, &mut self.lines[..length - 15]);
        move_bits::<16>(rising, &self.lines, sheared);
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

/// The bits whose number has the digit `digit` at `DISTANCE`, a power of 4: 0x1111... for 0 and 1, 0xFFFF_0000_0000_0000 for 3 and 16.
#[inline(always)]
fn bits_with<const DISTANCE: usize>(digit: usize) -> u64 {
    (u64::MAX / (1 + (1 << DISTANCE) + (1 << (2 * DISTANCE)) + (1 << (3 * DISTANCE)))) << (digit * DISTANCE)
}

/// Puts together each word from bits of four, `DISTANCE` words apart: those of the highest digit from the last one or, rising, from the first.
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
