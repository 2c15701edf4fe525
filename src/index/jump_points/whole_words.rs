//! Words of rows and columns from whose cells, all 64 of them, a straight jump reaches a jump point.
//!
//! An edit on a large open map changes what straight jumps reach along whole rows and columns. In the lines of diagonal
//! jumps the changed bits lie in thousands of cache lines. Therefore one bit here stands for 64 cells that an edit
//! changes together. The lines have zeros for these cells.
//!
//! Building writes lines alone, so a map without edits has no bits here. Only rows and columns of more than [`SHORT`]
//! words use them.
//!
//! For each square of 64 x 64 cells the ones in the lines of diagonal jumps are counted. Where there are none, a search
//! need not read the lines: on an open map each word would be a cache miss.
//!
//! ```text
//!   words of a row before the edit    | . . # . | . . . . | . . . . | . . . . |
//!   and after it                      | . . # . | . . . . | . . . . | . . o . |     o: a jump point
//!   lines, cell by cell                       1   0 0 0 0   0 0 0 0   1 1
//!   whole words                            0         1         1         0
//! ```

use super::DiagonalJumps;
use crate::bits::bit_rows::{copied, zeroed};
use crate::grid::MapError;

/// Edits of rows and columns of at most this number of words flip few bits.
const SHORT: usize = 32;

/// What a search may find in a square. Each kind has a bit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Cells for which lines tell that a straight jump of this direction reaches a jump point.
    Reach(usize),
    /// Blocked or forced steps of this diagonal jump.
    Steps(usize),
    /// Whole words of this straight jump.
    Whole(usize),
}

impl Found {
    pub(super) const fn bit(self) -> u16 {
        1 << self.number()
    }

    #[inline(always)]
    const fn number(self) -> usize {
        match self {
            Self::Reach(straight) => straight,
            Self::Steps(diagonal) => 4 + diagonal,
            Self::Whole(straight) => 8 + straight,
        }
    }
}

/// The whole words of a map, by squares of 64 x 64 cells. Squares lie row after row; the first and the last row are
/// empty and lie outside the map.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WholeWords {
    /// The number of squares in a row; 0 if neither rows nor columns are long.
    columns: usize,
    /// Whether rows are long, and whether columns are.
    is_long: [bool; 2],
    /// The number of whole words.
    count: usize,
    /// For each square a bit for each [`Found`]. Searches read little else.
    found: Vec<u16>,
    /// For each square and straight jump, a bit for each row, or each column.
    words: Vec<[u64; 4]>,
    /// For each square, the numbers of cells and steps of [`Found::Reach`] and [`Found::Steps`].
    ones: Vec<[u16; 8]>,
}

impl WholeWords {
    /// None yet. `words` and `column_words`: of a row and a column.
    pub(super) fn new(words: usize, column_words: usize) -> Result<Self, MapError> {
        let is_long = [words, column_words].map(|words| words > SHORT);
        let columns = if is_long == [false; 2] { 0 } else { words };
        let squares = columns * (column_words + 2);
        let (found, words, ones) = (zeroed(squares)?, zeroed(squares)?, zeroed(squares)?);
        Ok(Self { columns, is_long, count: 0, found, words, ones })
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let (found, words, ones) = (copied(&self.found)?, copied(&self.words)?, copied(&self.ones)?);
        Ok(Self { found, words, ones, ..*self })
    }

    /// Removes all whole words and counts.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.found.fill(0);
        self.words.fill([0; 4]);
        self.ones.fill([0; 8]);
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let square = size_of::<u16>() + size_of::<[u64; 4]>() + size_of::<[u16; 8]>();
        (self.found.capacity() * square) as u64
    }

    /// Whether the map has squares.
    #[inline(always)]
    pub(super) fn has_squares(&self) -> bool {
        self.columns != 0
    }

    /// The square in column x and row y of squares.
    #[inline(always)]
    pub(super) fn square_at(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.columns + x
    }

    #[inline(always)]
    fn set_found(&mut self, found: Found, square: usize, is_there: bool) {
        let bits = &mut self.found[square];
        *bits = *bits & !found.bit() | u16::from(is_there) << found.number();
    }

    /// Replaces a part of a count of a square.
    #[inline(always)]
    pub(super) fn count_anew(&mut self, found: Found, square: usize, before: u32, now: u32) {
        let count = &mut self.ones[square][found.number()];
        *count = count.wrapping_add(now as u16).wrapping_sub(before as u16);
        let is_there = *count != 0;
        self.set_found(found, square, is_there);
    }

    /// Whether there are whole words.
    #[inline(always)]
    pub(super) fn is_any(&self) -> bool {
        self.count != 0
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether words of straight jumps of a direction may be whole ones.
    pub(super) fn may_have(&self, straight: usize) -> bool {
        self.is_long[straight / 2]
    }

    /// Whether word `word` of row, or column, `line` is a whole one.
    #[inline(always)]
    pub(super) fn has(&self, straight: usize, word: usize, line: usize) -> bool {
        self.is_any() && self.words[self.square(straight, word, line)][straight] >> (line % 64) & 1 == 1
    }

    /// Makes word `word` of row, or column, `line` a whole one or an ordinary one, whichever it is not.
    pub(super) fn flip(&mut self, straight: usize, word: usize, line: usize) {
        let square = self.square(straight, word, line);
        let bits = &mut self.words[square][straight];
        *bits ^= 1 << (line % 64);
        self.count = if *bits >> (line % 64) & 1 == 1 { self.count + 1 } else { self.count - 1 };
        let is_there = *bits != 0;
        self.set_found(Found::Whole(straight), square, is_there);
    }

    /// The square with word `word` of row, or column, `line`.
    #[inline(always)]
    pub(super) fn square(&self, straight: usize, word: usize, line: usize) -> usize {
        if straight < 2 { self.square_at(word, line / 64) } else { self.square_at(line / 64, word) }
    }

    /// The squares that 64 steps of a diagonal jump cross, which begin at a cell and stay in 64 columns.
    #[inline(always)]
    fn squares_along(&self, diagonals: &DiagonalJumps, x: i32, y: i32) -> [usize; 2] {
        [y, y + 63 * diagonals.dy].map(|y| ((y >> 6) + 1) as usize * self.columns + (x >> 6) as usize)
    }

    /// What 64 steps of a diagonal jump may find, which begin at the cell (x, y) and stay in 64 columns: ones in its
    /// lines, and whole words.
    #[inline(always)]
    pub(super) fn found_along(&self, diagonals: &DiagonalJumps, x: i32, y: i32) -> [bool; 2] {
        let [first, next] = self.squares_along(diagonals, x, y).map(|square| self.found[square]);
        [diagonals.in_lines, diagonals.in_whole_words].map(|asked| (first | next) & asked != 0)
    }

    /// For both straight jumps of a diagonal jump, the cells in whole words: bit i is the cell i steps after (x, y).
    /// Bits beyond the 64 columns of (x, y) have no meaning. There must be whole words.
    #[inline(always)]
    pub(super) fn along(&self, diagonals: &DiagonalJumps, x: i32, y: i32) -> [u64; 2] {
        let squares = self.squares_along(diagonals, x, y);
        if (self.found[squares[0]] | self.found[squares[1]]) & diagonals.in_whole_words == 0 {
            return [0; 2];
        }
        // The steps from the edges of the first square to the cell, in the direction of the jump.
        let from_edge = |at: i32, step: i32| if step < 0 { !at as u32 % 64 } else { at as u32 % 64 };
        let (column, row) = (from_edge(x, diagonals.dx), from_edge(y, diagonals.dy));
        let in_first = if diagonals.dy == 0 { u64::MAX } else { u64::MAX >> row };
        diagonals.straights.map(|straight| {
            let [first, next] = squares.map(|square| self.words[square][straight % 4]);
            if first | next == 0 {
                return 0;
            }
            // In the direction of the jump.
            let step = if straight < 2 { diagonals.dy } else { diagonals.dx };
            let [first, next] = if step < 0 { [first.reverse_bits(), next.reverse_bits()] } else { [first, next] };
            if straight < 2 {
                first >> row | next << 1 << (63 - row)
            } else {
                (first & in_first << column | next & !(in_first << column)) >> column
            }
        })
    }
}
