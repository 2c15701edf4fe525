//! One column of words, 64 cells of each row: which of these cells are walkable, and which of those around them.

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;

/// Which cells are walkable, from the row above the first one to the row below the last one.
#[derive(Debug)]
pub(super) struct WalkableAround {
    /// Moved so that each bit holds that of the cell at x - 1, at x and at x + 1.
    moved: [Vec<u64>; 3],
    /// The words of the columns before and after.
    beside: [Vec<u64>; 2],
}

impl WalkableAround {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        let words = || zeroed(rows + 2);
        Ok(Self { moved: [words()?, words()?, words()?], beside: [words()?, words()?] })
    }

    /// Takes over the walkable cells of column `number`.
    #[inline(always)]
    pub(super) fn fill(&mut self, rows: &BitRows, number: usize) {
        let [left, right] = &mut self.beside;
        let [before, here, after] = &mut self.moved;
        let read = |number: Option<usize>, words: &mut Vec<u64>| match number {
            Some(number) if number < rows.words_per_row() => rows.read_down(-1, number, words),
            _ => words.fill(0),
        };
        read(number.checked_sub(1), left);
        read(Some(number), here);
        read(Some(number + 1), right);
        write(before, [left, here], |[left, here]| here << 1 | left >> 63);
        write(after, [right, here], |[right, here]| here >> 1 | right << 63);
    }

    /// For so many rows, which of the cells at (dx, dy) from their cells are walkable.
    #[inline(always)]
    pub(super) fn at(&self, dx: i32, dy: i32, rows: usize) -> &[u64] {
        &self.moved[(1 + dx) as usize][(1 + dy) as usize..][..rows]
    }
}

/// Writes what `word` makes of the words of several slices, which are as long as the target.
#[inline(always)]
pub(super) fn write<const COUNT: usize>(target: &mut [u64], from: [&[u64]; COUNT], word: impl Fn([u64; COUNT]) -> u64) {
    let from = from.map(|words| &words[..target.len()]);
    for (i, target) in target.iter_mut().enumerate() {
        *target = word(from.map(|words| words[i]));
    }
}
