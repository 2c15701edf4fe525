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

/// Up to this number of steps from a word, of all kinds together, are checked one after the other.
const FEW: u32 = 24;

impl Kernel for SteepSteps<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { here, below, .. } = self;
        let mut changes = [LargestChanges([0; LANES]); 4];
        for (word, &now) in here.walkable.iter().enumerate() {
            let (under, x) = (at(below.walkable, word), word * 64);
            let (left, right) = (before(below.walkable, word), after(below.walkable, word));
            let (left_here, right_here) = (before(here.walkable, word), after(here.walkable, word));
            let between = |beside| self.rule.allows_between(beside, under);
            let bends = at(here.bends, word);
            let steps = |cells, column, legal, bends_there| Steps::new(cells, column, now & legal, bends | bends_there);
            let mut steps = [
                steps(here.cells, x.wrapping_sub(1), left_here, before(here.bends, word)),
                steps(below.cells, x, under, at(below.bends, word)),
                steps(below.cells, x.wrapping_sub(1), left & between(left_here), before(below.bends, word)),
                steps(below.cells, x + 1, right & between(right_here), after(below.bends, word)),
            ];
            let are_few = steps.iter().map(|steps| steps.ends.count_ones()).sum::<u32>() <= FEW;
            let from = word_of(here.cells, x).filter(|_| !are_few);
            // Rows begin and end amid the words of some kinds, which take no part in the rest.
            let to = [0, 1, 2, 3].map(|i| from.and_then(|_| word_of(steps[i].cells, steps[i].column)));
            for i in 0..4 {
                if to[i].is_none() {
                    changes[i].add(here.cells, x, &steps[i]);
                    steps[i].legal = 0;
                }
            }
            if let Some(from) = from {
                add_words(from, to.map(|to| to.unwrap_or(from)), &steps, &mut changes);
            }
        }
        let QuantizedCosts { straight, diagonal } = self.costs;
        let largest = changes.map(|changes| changes.0.into_iter().fold(0, u16::max));
        largest.iter().zip([straight, straight, diagonal, diagonal]).any(|(largest, cost)| *largest > cost)
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

/// The largest changes of distances along steps so far. Each lane belongs to one of four cells side by side.
#[derive(Clone, Copy)]
struct LargestChanges([u16; LANES]);

/// Steps of one kind from the cells of a word: from its cell `i` to the cell in column `column + i` of a row.
struct Steps<'a> {
    cells: &'a [Distances],
    column: usize,
    /// Bit `i` says whether there is a step.
    legal: u64,
    /// The steps at which the change can be largest.
    ends: u64,
}

impl<'a> Steps<'a> {
    #[inline(always)]
    fn new(cells: &'a [Distances], column: usize, legal: u64, bends: u64) -> Self {
        Self { cells, column, legal, ends: legal & (bends | !(legal << 1) | !(legal >> 1)) }
    }
}

/// The distances of four cells.
const LANES: usize = 4 * LANDMARKS;

/// By four bits: the lanes of the cells that count.
const MASKS: [[u16; LANES]; 16] = masks();

const fn masks() -> [[u16; LANES]; 16] {
    let mut masks = [[0; LANES]; 16];
    let mut at = 0;
    while at < 16 * LANES {
        let (bits, lane) = (at / LANES, at % LANES);
        masks[bits][lane] = if bits >> (lane / LANDMARKS) & 1 == 1 { u16::MAX } else { 0 };
        at += 1;
    }
    masks
}

impl LargestChanges {
    /// Adds the ends of steps from the word at column `x`, one after the other.
    #[inline(always)]
    fn add(&mut self, from: &[Distances], x: usize, steps: &Steps) {
        let mut which = steps.ends;
        let mut largest = [0; LANDMARKS];
        while which != 0 {
            let i = which.trailing_zeros() as usize;
            // Bits beyond the map are zeros, and so is the bit to the left of its first column.
            if let (Some(from), Some(to)) = (from.get(x + i), steps.cells.get(steps.column.wrapping_add(i))) {
                for ((largest, from), to) in largest.iter_mut().zip(from).zip(to) {
                    *largest = (*largest).max(from.abs_diff(*to));
                }
            }
            which &= which - 1;
        }
        for (lane, largest) in self.0.iter_mut().zip(largest) {
            *lane = (*lane).max(largest);
        }
    }
}

/// Adds all legal steps of four kinds from the cells of a word, to a word for each kind.
#[inline(always)]
fn add_words(from: &[Distances; 64], to: [&[Distances; 64]; 4], steps: &[Steps; 4], changes: &mut [LargestChanges; 4]) {
    let mut largest = changes.map(|changes| changes.0);
    for fours in 0..16 {
        let from = four_of(from, fours);
        for i in 0..4 {
            let (to, counted) = (four_of(to[i], fours), &MASKS[(steps[i].legal >> (4 * fours)) as usize % 16]);
            for lane in 0..LANES {
                largest[i][lane] = largest[i][lane].max(from[lane].abs_diff(to[lane]) & counted[lane]);
            }
        }
    }
    *changes = largest.map(LargestChanges);
}

/// The distances of four cells of a word.
#[inline(always)]
fn four_of(word: &[Distances; 64], fours: usize) -> &[u16; LANES] {
    &word.as_flattened().as_chunks().0[fours]
}

/// The 64 cells from `first` on, if the row has them.
#[inline(always)]
fn word_of(row: &[Distances], first: usize) -> Option<&[Distances; 64]> {
    row.get(first..)?.first_chunk()
}
