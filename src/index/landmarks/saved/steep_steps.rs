//! Whether a legal step changes a distance by more than it costs.

use super::super::distances::{Distances, LANDMARKS};
use super::super::quantized_costs::QuantizedCosts;
use crate::bits::vectors::Kernel;
use crate::movement::DiagonalRule;

/// A row of cells whose distances are checked.
#[derive(Clone, Copy)]
pub(super) struct CheckedRow<'a> {
    pub(super) cells: &'a [Distances],
    /// The walkable cells.
    pub(super) walkable: &'a [u64],
    /// The walkable cells after which a distance may grow by another number than up to them.
    pub(super) bends: &'a [u64],
}

/// Checks the steps from a row to the left and to the row below. The result says whether one is steep.
///
/// Between bends of both rows, the change along a step grows evenly from step to step, and is largest at one end. Where
/// bends are few, the steps at these ends are checked, and else all steps of a word.
pub(super) struct SteepSteps<'a> {
    pub(super) rule: DiagonalRule,
    pub(super) costs: QuantizedCosts,
    pub(super) here: CheckedRow<'a>,
    pub(super) below: CheckedRow<'a>,
}

/// Up to this number of steps of a word, one after the other is checked. All 64 take about as long.
const FEW: u32 = 12;

impl Kernel for SteepSteps<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { here, below, .. } = self;
        let mut changes = [LargestChange::default(), LargestChange::default()];
        for (word, &now) in here.walkable.iter().enumerate() {
            let (under, x) = (at(below.walkable, word), word * 64);
            let (left, right) = (before(below.walkable, word), after(below.walkable, word));
            let (left_here, right_here) = (before(here.walkable, word), after(here.walkable, word));
            let between = |beside| self.rule.allows_between(beside, under);
            let straight = [
                (here.cells, x.wrapping_sub(1), left_here, before(here.bends, word)),
                (below.cells, x, under, at(below.bends, word)),
            ];
            let diagonal = [
                (below.cells, x.wrapping_sub(1), left & between(left_here), before(below.bends, word)),
                (below.cells, x + 1, right & between(right_here), after(below.bends, word)),
            ];
            let bends = at(here.bends, word);
            for (steps, changes) in [straight, diagonal].iter().zip(&mut changes) {
                for &(cells, column, legal, bends_there) in steps {
                    let legal = now & legal;
                    let ends = legal & (bends | bends_there | !(legal << 1) | !(legal >> 1));
                    if ends.count_ones() <= FEW {
                        changes.add_ends(here.cells, x, cells, column, ends);
                    } else {
                        changes.add(here.cells, x, cells, column, legal);
                    }
                }
            }
        }
        changes[0].0 > self.costs.straight || changes[1].0 > self.costs.diagonal
    }
}

/// A word of a row.
#[inline(always)]
fn at(row: &[u64], word: usize) -> u64 {
    row.get(word).copied().unwrap_or(0)
}

/// The bits one column to the left of those of a word.
#[inline(always)]
fn before(row: &[u64], word: usize) -> u64 {
    at(row, word) << 1 | at(row, word.wrapping_sub(1)) >> 63
}

/// The bits one column to the right of those of a word.
#[inline(always)]
fn after(row: &[u64], word: usize) -> u64 {
    at(row, word) >> 1 | at(row, word + 1) << 63
}

/// The largest change of a distance along a step so far.
#[derive(Default)]
struct LargestChange(u16);

/// By four bits: the lanes of the cells that count.
const MASKS: [[u16; 4 * LANDMARKS]; 16] = masks();

const fn masks() -> [[u16; 4 * LANDMARKS]; 16] {
    let mut masks = [[0; 4 * LANDMARKS]; 16];
    let mut at = 0;
    while at < 16 * 4 * LANDMARKS {
        let (bits, lane) = (at / (4 * LANDMARKS), at % (4 * LANDMARKS));
        masks[bits][lane] = if bits >> (lane / LANDMARKS) & 1 == 1 { u16::MAX } else { 0 };
        at += 1;
    }
    masks
}

impl LargestChange {
    /// Adds the steps of a word, from cell `x + i` of one row to cell `column + i` of another one. Bit `i` of `steps`
    /// says whether there is a step.
    #[inline(always)]
    fn add(&mut self, from: &[Distances], x: usize, to: &[Distances], column: usize, steps: u64) {
        let (Some(from_word), Some(to_word)) = (word_of(from, x), word_of(to, column)) else {
            return self.add_ends(from, x, to, column, steps);
        };
        let mut counted = [[0; 4 * LANDMARKS]; 16];
        for (i, counted) in counted.iter_mut().enumerate() {
            *counted = MASKS[(steps >> (4 * i)) as usize % 16];
        }
        let pairs = from_word.as_flattened().iter().zip(to_word.as_flattened());
        for ((&from, &to), &counted) in pairs.zip(counted.as_flattened()) {
            self.0 = self.0.max(from.abs_diff(to) & counted);
        }
    }

    /// Like [`add`](Self::add), step by step.
    #[inline(always)]
    fn add_ends(&mut self, from: &[Distances], x: usize, to: &[Distances], column: usize, mut steps: u64) {
        while steps != 0 {
            let i = steps.trailing_zeros() as usize;
            // Bits beyond the map are zeros, and so is the bit to the left of its first column.
            if let (Some(from), Some(to)) = (from.get(x + i), to.get(column.wrapping_add(i))) {
                for (from, to) in from.iter().zip(to) {
                    self.0 = self.0.max(from.abs_diff(*to));
                }
            }
            steps &= steps - 1;
        }
    }
}

/// The 64 cells from `first` on, if the row has them.
#[inline(always)]
fn word_of(row: &[Distances], first: usize) -> Option<&[Distances; 64]> {
    row.get(first..)?.first_chunk()
}
