//! Segments: the runs of ones within single words of bit rows. Connected components are sets of segments.
//!
//! A run of walkable cells that crosses from one word to the next is two segments. The word of a cell tells the cell's
//! segment, so that no table from cells to segments is needed.

use crate::bits::bit_rows::BitRows;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;

/// Which cells are connected directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Connectivity {
    /// Cells that share a side. This is enough for all rules under which a diagonal step passes a walkable cell: two
    /// straight steps over that cell have the same ends.
    Straight,
    /// Cells that share a side or a corner.
    Diagonal,
    /// Hexagons that share a side: squares that share a side, and some that share a corner.
    Hexagonal {
        /// Whether columns of the index are shifted, and not rows: see [`Layout`](crate::grid::Layout).
        shifts_columns: bool,
        shifts_even_lines: bool,
    },
}

/// Bits with an odd number.
const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;

impl Connectivity {
    /// The connectivity of paths under a rule, in the coordinates of the index.
    pub(crate) fn of(rule: DiagonalRule, walkable: &WalkableCells) -> Self {
        let layout = walkable.layout();
        if layout.is_hexagonal() {
            let shifts_columns = layout.shifts_columns() != walkable.is_transposed();
            return Self::Hexagonal { shifts_columns, shifts_even_lines: layout.shifts_even_lines() };
        }
        Self::of_squares(rule)
    }

    /// The connectivity of paths under a rule over squares.
    pub(super) fn of_squares(rule: DiagonalRule) -> Self {
        if rule == DiagonalRule::Always { Self::Diagonal } else { Self::Straight }
    }

    /// The number of the connectivity among those of one map.
    pub(crate) fn number(self) -> usize {
        usize::from(self == Self::Diagonal)
    }

    /// The corners that connect cells of row `y` with cells of row `y + dy`: the bits of cells in row `y` that are
    /// connected to the cell with a smaller x, and of those connected to the one with a larger x.
    #[inline(always)]
    pub(super) fn corners(self, y: usize, dy: isize) -> [u64; 2] {
        match self {
            Self::Straight => [0; 2],
            Self::Diagonal => [!0; 2],
            Self::Hexagonal { shifts_columns: false, shifts_even_lines } => {
                if (y % 2 == 1) != shifts_even_lines {
                    [0, !0]
                } else {
                    [!0, 0]
                }
            }
            Self::Hexagonal { shifts_columns: true, shifts_even_lines } => {
                [if (dy == 1) != shifts_even_lines { ODD } else { !ODD }; 2]
            }
        }
    }
}

/// The position of a word in bit rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordPosition {
    /// Index of the word in its row.
    pub(super) column: usize,
    pub(super) y: usize,
}

/// The lowest bit of each segment of a word.
#[inline(always)]
pub(super) fn starts(word: u64) -> u64 {
    word & !(word << 1)
}

/// The segments of a word, from its lowest bit on.
pub(super) fn segments(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let segment = word & !word.wrapping_add(word & word.wrapping_neg());
        word &= !segment;
        (segment != 0).then_some(segment)
    })
}

/// The segment that contains a bit, which must be a one.
#[inline(always)]
pub(super) fn segment_at(word: u64, bit: u32) -> u64 {
    let zeros_below = !word & !(u64::MAX << bit);
    let first = 64 - zeros_below.leading_zeros();
    word & !word.wrapping_add(1 << first) & u64::MAX << first
}

/// Calls `visit` for each other word with ones next to the ones of `mask`, which belong to the word at `position`.
/// Passes the position of the other word and those of its ones.
#[inline(always)]
pub(super) fn for_each_touched(
    rows: &BitRows,
    connectivity: Connectivity,
    position: WordPosition,
    mask: u64,
    mut visit: impl FnMut(WordPosition, u64),
) {
    let WordPosition { column, y } = position;
    let mut look = |row: &[u64], column: usize, y: usize, beside: u64| {
        let touched = row[column] & beside;
        if touched != 0 {
            visit(WordPosition { column, y }, touched);
        }
    };
    for dy in [-1, 1, 0] {
        // The rows before the first and after the last one are zeros.
        let row = rows.row(y as isize + dy);
        let other_y = y.wrapping_add_signed(dy);
        let [down, up] = if dy == 0 { [!0; 2] } else { connectivity.corners(y, dy) };
        let beside = if dy == 0 { 0 } else { mask | (mask & up) << 1 | (mask & down) >> 1 };
        look(row, column, other_y, beside);
        let (before, after) = ((mask & down) << 63, (mask & up) >> 63);
        if before != 0 && column > 0 {
            look(row, column - 1, other_y, before);
        }
        if after != 0 && column + 1 < row.len() {
            look(row, column + 1, other_y, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::is_hexagon_step;

    #[test]
    fn segments_are_the_runs_of_ones() {
        let cases: [(u64, &[u64]); 5] = [
            (0, &[]),
            (u64::MAX, &[u64::MAX]),
            (0b1_1011_0001, &[0b1, 0b11_0000, 0b1_1000_0000]),
            (1 << 63 | 1, &[1, 1 << 63]),
            (0xf << 60 | 0b100, &[0b100, 0xf << 60]),
        ];
        for (word, expected) in cases {
            assert_eq!(segments(word).collect::<Vec<_>>(), expected, "{word:#b}");
            assert_eq!(starts(word).count_ones() as usize, expected.len(), "{word:#b}");
            for &segment in expected {
                for bit in (0..64).filter(|bit| segment >> bit & 1 == 1) {
                    assert_eq!(segment_at(word, bit), segment, "{word:#b}, bit {bit}");
                }
            }
        }
    }

    #[test]
    fn touched_cells_are_those_around_a_cell_in_other_words() {
        let mut rows = BitRows::new(192, 3).unwrap();
        (0..3).for_each(|y| rows.row_mut(y).fill(u64::MAX));
        let hexagonal = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(shifts_columns, shifts_even_lines)| Connectivity::Hexagonal { shifts_columns, shifts_even_lines });
        let all: Vec<_> = [Connectivity::Straight, Connectivity::Diagonal].into_iter().chain(hexagonal).collect();
        for (x, &connectivity) in [0, 1, 63, 64, 100, 127, 128, 191]
            .into_iter()
            .flat_map(|x| all.iter().map(move |connectivity| (x, connectivity)))
        {
            for y in 0..3 {
                let mut found = Vec::new();
                let position = WordPosition { column: x / 64, y };
                for_each_touched(&rows, connectivity, position, 1 << (x % 64), |position, ones| {
                    found.extend(
                        (0..64).filter(|bit| ones >> bit & 1 == 1).map(|bit| (64 * position.column + bit, position.y)),
                    );
                });
                found.sort_unstable();
                let is_touched = |&(nx, ny): &(usize, usize)| {
                    let (dx, dy) = (nx.abs_diff(x), ny.abs_diff(y));
                    let is_near = match connectivity {
                        Connectivity::Straight => dx + dy == 1,
                        Connectivity::Diagonal => dx.max(dy) == 1,
                        Connectivity::Hexagonal { shifts_columns, shifts_even_lines } => {
                            let line = if shifts_columns { x } else { y };
                            let step = (nx as i32 - x as i32, ny as i32 - y as i32);
                            is_hexagon_step(shifts_columns, (line % 2 == 1) != shifts_even_lines, step)
                        }
                    };
                    is_near && (dy == 1 || nx / 64 != x / 64)
                };
                let cells = (0..192).flat_map(|nx| (0..3).map(move |ny| (nx, ny)));
                assert_eq!(found, cells.filter(is_touched).collect::<Vec<_>>(), "({x}, {y}), {connectivity:?}");
            }
        }
    }
}
