//! Segments: the runs of ones within single words of bit rows. Connected components are sets of segments.
//!
//! A run of walkable cells that crosses from one word to the next is two segments. The word of a cell tells the cell's
//! segment, so that no table from cells to segments is needed.

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

/// The lowest bit of each segment of a word. Segments end at the bits of `cut` too.
#[inline(always)]
pub(super) fn starts(word: u64, cut: u64) -> u64 {
    word & !((word & !cut) << 1)
}

/// The segments of a word, from its lowest bit on. They end at the bits of `cut` too.
pub(super) fn segments(mut word: u64, cut: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let run = word & !word.wrapping_add(word & word.wrapping_neg());
        let cuts = run & cut;
        let segment = run & (cuts ^ cuts.wrapping_sub(1));
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(segments(word, 0).collect::<Vec<_>>(), expected, "{word:#b}");
            assert_eq!(starts(word, 0).count_ones() as usize, expected.len(), "{word:#b}");
            for &segment in expected {
                for bit in (0..64).filter(|bit| segment >> bit & 1 == 1) {
                    assert_eq!(segment_at(word, bit), segment, "{word:#b}, bit {bit}");
                }
            }
        }
    }
}
