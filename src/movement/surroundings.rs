//! The nine cells at and around a cell, 64 sets of them at a time.

use super::{DiagonalRule, StepsAround};

/// The walkable ones of the nine cells at and around a cell, for 64 cells: `[dy + 1][dx + 1]` has the bits of the cell
/// at (dx, dy).
#[derive(Clone, Copy)]
pub(super) struct Surroundings([[u64; 3]; 3]);

impl Surroundings {
    /// How many sets of nine cells there are. The number of a set has the bit `3 * (dy + 1) + dx + 1` for the cell at
    /// (dx, dy).
    pub(super) const COUNT: usize = 512;

    /// The sets with 64 numbers from `first` on, a multiple of 64.
    pub(super) const fn sixty_four(first: usize) -> Self {
        // By cell, which of the numbers have its bit.
        let high = [first >> 6 & 1, first >> 7 & 1, first >> 8 & 1];
        Self([
            [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0],
            [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000],
            [(high[0] as u64).wrapping_neg(), (high[1] as u64).wrapping_neg(), (high[2] as u64).wrapping_neg()],
        ])
    }

    /// One set, by its number, in the lowest bits.
    #[inline(always)]
    pub(super) const fn single(number: usize) -> Self {
        let n = number as u64;
        Self([
            [n & 1, n >> 1 & 1, n >> 2 & 1],
            [n >> 3 & 1, n >> 4 & 1, n >> 5 & 1],
            [n >> 6 & 1, n >> 7 & 1, n >> 8 & 1],
        ])
    }

    /// By row and column, the bits of the cells.
    #[inline(always)]
    pub(super) const fn words(&self) -> &[[u64; 3]; 3] {
        &self.0
    }

    /// With the cell at (dx, dy) walkable everywhere.
    #[inline(always)]
    pub(super) const fn with(mut self, (dx, dy): (i32, i32)) -> Self {
        self.0[(dy + 1) as usize][(dx + 1) as usize] = !0;
        self
    }

    /// The legal steps among the nine cells under a rule.
    pub(super) const fn steps(&self, rule: DiagonalRule) -> StepsAround<false> {
        StepsAround::new(rule, &self.0)
    }
}
