//! A matrix of bits, 64 to a word: bit `x % 64` of word `x / 64` in row `y` is the entry (x, y).

use super::ends::{first_bit, last_bit};
use super::vectors::Kernel;
use crate::OutOfMemory;
use crate::held::held;
use std::ops::Range;

/// A matrix of bits.
///
/// A row of zeros lies above the first row and another one below the last, and bits beyond the end of a row are zeros:
/// reading neighbors needs no bounds check.
#[derive(Debug, Default)]
pub(crate) struct BitRows {
    words_per_row: usize,
    rows: usize,
    words: Vec<u64>,
}

held!(BitRows: words);

impl BitRows {
    /// A matrix of zeros.
    pub(crate) fn new(width: usize, rows: usize) -> Result<Self, OutOfMemory> {
        let words_per_row = width.div_ceil(64);
        Ok(Self { words_per_row, rows, words: zeroed(words_per_row * (rows + 2))? })
    }

    /// Sets all bits. `width` must be the width given to [`new`](Self::new).
    pub(crate) fn fill(&mut self, width: usize) {
        for row in 0..self.rows {
            let row = self.row_mut(row);
            row.fill(u64::MAX);
            if !width.is_multiple_of(64)
                && let Some(last) = row.last_mut()
            {
                *last >>= 64 - width % 64;
            }
        }
    }

    pub(crate) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        Ok(Self { words: copied(&self.words)?, ..*self })
    }

    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// The words of row `y`, which is at least -1 and at most the number of rows. Rows -1 and `rows` are zeros.
    #[inline(always)]
    pub(crate) fn row(&self, y: isize) -> &[u64] {
        &self.words[self.range(y)]
    }

    /// The words of a row, if there is such a row.
    #[inline(always)]
    pub(crate) fn get_row(&self, y: usize) -> Option<&[u64]> {
        (y < self.rows).then(|| self.row(y as isize))
    }

    /// A word with `count` ones from bit `first` on: 1 <= count <= 64 - first.
    #[inline(always)]
    pub(crate) fn mask(first: usize, count: usize) -> u64 {
        u64::MAX >> (64 - count) << first
    }

    #[inline(always)]
    pub(crate) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        let range = self.range(y as isize);
        &mut self.words[range]
    }

    /// Copies word number `word` of consecutive rows until `words` is full. The first row is `first`, at least -1. Rows
    /// beyond the last one read as zeros.
    ///
    /// Not inlined: vectors do not help it, and the loops over words that call it are compiled many times.
    #[inline(never)]
    pub(crate) fn read_down(&self, first: isize, word: usize, words: &mut [u64]) {
        let mut from = (first + 1) as usize * self.words_per_row + word;
        for target in words {
            *target = self.words.get(from).copied().unwrap_or_default();
            from += self.words_per_row;
        }
    }

    #[inline(always)]
    fn range(&self, y: isize) -> Range<usize> {
        let first = (y + 1) as usize * self.words_per_row;
        first..first + self.words_per_row
    }

    #[inline(always)]
    pub(crate) fn get(&self, x: usize, y: usize) -> bool {
        self.words[(y + 1) * self.words_per_row + x / 64] >> (x % 64) & 1 != 0
    }

    pub(crate) fn set(&mut self, x: usize, y: usize, value: bool) {
        let word = &mut self.words[(y + 1) * self.words_per_row + x / 64];
        *word = *word & !(1 << (x % 64)) | u64::from(value) << (x % 64);
    }

    /// The bits at x - 1, x and x + 1, the first one lowest, where x is at an end of a word. `row` counts the row of
    /// zeros above the first row as 0.
    #[inline(always)]
    fn three(&self, x: usize, row: usize) -> usize {
        let word = row * self.words_per_row + x / 64;
        let bits = self.words[word];
        if x.is_multiple_of(64) {
            let before = if x == 0 { 0 } else { self.words[word - 1] >> 63 };
            (before | bits << 1) as usize & 7
        } else {
            let after = if x / 64 + 1 == self.words_per_row { 0 } else { self.words[word + 1] & 1 };
            (bits >> 62 | after << 2) as usize & 7
        }
    }

    /// The bits of a cell and its eight neighbors: bit `3 * (dy + 1) + dx + 1` is the entry (x + dx, y + dy).
    #[inline(always)]
    pub(crate) fn around(&self, x: usize, y: usize) -> usize {
        let (word, bit) = (y * self.words_per_row + x / 64, x % 64);
        if !(1..63).contains(&bit) {
            return self.around_end_of_word(x, y);
        }
        let three = |row: usize| (self.words[word + row * self.words_per_row] >> (bit - 1)) as usize & 7;
        three(0) | three(1) << 3 | three(2) << 6
    }

    /// Not inlined: one cell of 32 is at an end of its word, and many searches look around cells.
    #[inline(never)]
    fn around_end_of_word(&self, x: usize, y: usize) -> usize {
        self.three(x, y) | self.three(x, y + 1) << 3 | self.three(x, y + 2) << 6
    }

    /// The first and the last column of the run of ones that contains (x, y). The bit at (x, y) must be a one.
    pub(crate) fn run_at(&self, x: usize, y: usize) -> (usize, usize) {
        let row = self.row(y as isize);
        let last = first_bit::<false>(row, x, row.len() * 64 - 1).unwrap_or(row.len() * 64) - 1;
        let first = last_bit::<false>(row, 0, x).map_or(0, |zero| zero + 1);
        (first, last)
    }

    /// Takes over some columns of some rows of a matrix of the same size, neither of them none. Returns the columns and
    /// rows that enclose the bits that differed.
    pub(crate) fn take_over(
        &mut self,
        from: &Self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> Option<(Range<usize>, Range<usize>)> {
        let (first, last) = (columns.start / 64, (columns.end - 1) / 64);
        let mut found: Option<(Range<usize>, Range<usize>)> = None;
        for y in rows {
            for number in first..=last {
                let begin = if number == first { columns.start % 64 } else { 0 };
                let end = if number == last { (columns.end - 1) % 64 + 1 } else { 64 };
                let new = from.row(y as isize)[number];
                let word = &mut self.row_mut(y)[number];
                let differences = (*word ^ new) & Self::mask(begin, end - begin);
                if differences != 0 {
                    *word ^= differences;
                    let left = number * 64 + differences.trailing_zeros() as usize;
                    let right = number * 64 + 64 - differences.leading_zeros() as usize;
                    let (columns, rows) = found.unwrap_or((left..right, y..y));
                    found = Some((columns.start.min(left)..columns.end.max(right), rows.start..y + 1));
                }
            }
        }
        found
    }

    /// Copies the part in `columns` and `rows` to the transposed matrix `other`. Both ranges are rounded outwards to
    /// multiples of 64.
    #[inline(always)]
    pub(crate) fn transpose_into(&self, other: &mut Self, columns: Range<usize>, rows: Range<usize>) {
        let mut block = [0; 64];
        for word in columns.start / 64..columns.end.div_ceil(64) {
            for other_word in rows.start / 64..rows.end.div_ceil(64) {
                let first_row = other_word * 64;
                let block_rows = (self.rows - first_row).min(64);
                for (i, target) in block.iter_mut().enumerate() {
                    *target =
                        if i < block_rows { self.words[(first_row + i + 1) * self.words_per_row + word] } else { 0 };
                }
                transpose_block(&mut block);
                for (i, &bits) in block.iter().enumerate().take((other.rows - word * 64).min(64)) {
                    other.words[(word * 64 + i + 1) * other.words_per_row + other_word] = bits;
                }
            }
        }
    }
}

/// Copies bits by rows to bits by columns. AVX2 saves more than a tenth of the time.
pub(crate) struct Transposition<'a> {
    pub(crate) from: &'a BitRows,
    pub(crate) to: &'a mut BitRows,
    pub(crate) columns: Range<usize>,
    pub(crate) rows: Range<usize>,
}

impl Kernel for Transposition<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.from.transpose_into(self.to, self.columns, self.rows);
    }
}

/// Transposes 64 x 64 bits by exchanging ever smaller squares (Warren, "Hacker's Delight", section 7-3).
#[inline(always)]
pub(crate) fn transpose_block(block: &mut [u64; 64]) {
    exchange_halves::<32>(block);
    exchange_halves::<16>(block);
    exchange_halves::<8>(block);
    exchange_halves::<4>(block);
    exchange_halves::<2>(block);
    exchange_halves::<1>(block);
}

/// Exchanges two quarters of each square of `2 * DISTANCE` rows and bits: the high bits of its first rows, and the low
/// bits of its last rows.
#[inline(always)]
fn exchange_halves<const DISTANCE: usize>(block: &mut [u64; 64]) {
    // The low half of the bits of each square: 0x5555... for distance 1, 0x0000_0000_FFFF_FFFF for distance 32.
    let low = u64::MAX / ((1 << DISTANCE) + 1);
    for square in block.chunks_exact_mut(2 * DISTANCE) {
        let (first, last) = square.split_at_mut(DISTANCE);
        for (first, last) in first.iter_mut().zip(last) {
            let exchanged = (*first >> DISTANCE ^ *last) & low;
            *first ^= exchanged << DISTANCE;
            *last ^= exchanged;
        }
    }
}

/// A vector of `count` zeros, or [`OutOfMemory`]. Pages of a large vector take no memory before their first use.
pub(crate) fn zeroed<T: bytemuck::Zeroable>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    bytemuck::allocation::try_zeroed_vec(count).map_err(|()| OutOfMemory)
}

/// An empty vector with room for `count` values, or [`OutOfMemory`]. Where all of it is written in order, it takes less
/// time than a vector of zeros, which a system's memory allocator may have to clear as a whole.
pub(crate) fn reserved<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    Ok(values)
}

/// Adds zeros up to `count` values, for which there is room.
pub(crate) fn grow<T: bytemuck::Zeroable + Clone>(values: &mut Vec<T>, count: usize) {
    debug_assert!(count <= values.capacity());
    if values.len() < count {
        values.resize(count, T::zeroed());
    }
}

/// A copy of `values`, or [`OutOfMemory`].
pub(crate) fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>, OutOfMemory> {
    let mut copy = reserved(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn matrix(width: usize, rows: usize, mut one: impl FnMut(usize, usize) -> bool) -> BitRows {
        let mut bits = BitRows::new(width, rows).unwrap();
        for y in 0..rows {
            for x in 0..width {
                bits.set(x, y, one(x, y));
            }
        }
        bits
    }

    /// Three of four bits are ones.
    fn random_matrix(width: usize, rows: usize) -> BitRows {
        let mut random = Random::new(1);
        matrix(width, rows, |_, _| random.below(4) > 0)
    }

    #[test]
    fn a_transposed_matrix_has_its_columns_as_rows() {
        for (width, rows) in [(1, 1), (64, 64), (63, 65), (130, 7), (1, 200)] {
            let bits = random_matrix(width, rows);
            let mut turned = BitRows::new(rows, width).unwrap();
            bits.transpose_into(&mut turned, 0..width, 0..rows);
            assert!((0..rows).all(|y| (0..width).all(|x| turned.get(y, x) == bits.get(x, y))), "{width} x {rows}");
        }
    }

    #[test]
    fn the_cells_around_a_place_are_zeros_outside() {
        for width in [1, 2, 63, 64, 65, 128, 129] {
            let bits = random_matrix(width, 3);
            for (y, x) in (0..3).flat_map(|y| (0..width).map(move |x| (y, x))) {
                for (i, (dx, dy)) in (0..9).map(|i| (i, (i as isize % 3 - 1, i as isize / 3 - 1))) {
                    let (nx, ny) = (x as isize + dx, y as isize + dy);
                    let inside = nx >= 0 && ny >= 0 && nx < width as isize && ny < 3;
                    let expected = inside && bits.get(nx as usize, ny as usize);
                    assert_eq!(bits.around(x, y) >> i & 1 == 1, expected, "width {width}, ({x}, {y}) + ({dx}, {dy})");
                }
            }
        }
    }

    #[test]
    fn a_part_that_is_taken_over_tells_where_it_differed() {
        let mut random = Random::new(2);
        for width in [1, 63, 64, 65, 130, 200] {
            let from = random_matrix(width, 9);
            for _ in 0..200 {
                let before = matrix(width, 9, |x, y| from.get(x, y) != (random.below(30) == 0));
                let mut range = |end: usize| {
                    let start = random.below(end);
                    start..start + 1 + random.below(end - start)
                };
                let (columns, rows) = (range(width), range(9));
                let mut bits = before.try_clone().unwrap();
                let told = bits.take_over(&from, columns.clone(), rows.clone());
                let cells = (0..9).flat_map(|y| (0..width).map(move |x| (x, y)));
                let inside = |&(x, y): &(usize, usize)| columns.contains(&x) && rows.contains(&y);
                for (x, y) in cells.clone() {
                    let expected = if inside(&(x, y)) { &from } else { &before };
                    assert_eq!(bits.get(x, y), expected.get(x, y), "({x}, {y}) of {columns:?}, {rows:?}");
                }
                let differing: Vec<_> = cells
                    .filter(|cell| inside(cell) && before.get(cell.0, cell.1) != from.get(cell.0, cell.1))
                    .collect();
                let of = |part: fn(&(usize, usize)) -> usize| {
                    Some(differing.iter().map(part).min()?..differing.iter().map(part).max()? + 1)
                };
                assert_eq!(told, of(|cell| cell.0).zip(of(|cell| cell.1)), "{columns:?}, {rows:?}");
            }
        }
    }

    #[test]
    fn a_run_ends_at_zeros_and_at_the_ends_of_its_row() {
        for (width, from, to) in [(200, 3, 197), (200, 64, 127), (64, 0, 63), (65, 0, 64), (1, 0, 0), (130, 63, 64)] {
            let bits = matrix(width, 1, |x, _| (from..=to).contains(&x));
            for x in [from, (from + to) / 2, to] {
                assert_eq!(bits.run_at(x, 0), (from, to), "width {width}, at {x}");
            }
        }
    }
}
