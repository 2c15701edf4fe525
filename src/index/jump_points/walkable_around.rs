//! For each cell in one column of words: whether the cell is walkable, and whether each of its eight neighbors is.

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;

/// The walkable cells of 64 columns, with one row before the first row and one after the last.
#[derive(Debug)]
pub(super) struct WalkableAround {
    /// For dx = -1, 0 and 1: words whose bit x holds the cell at x + dx.
    moved: [Vec<u64>; 3],
    /// The columns of words before and after this one.
    beside: [Vec<u64>; 2],
}

impl WalkableAround {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        let words = || zeroed(rows + 2);
        Ok(Self { moved: [words()?, words()?, words()?], beside: [words()?, words()?] })
    }

    /// Reads column `number` of the map's words.
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

    /// By row: for each cell, whether the cell at (dx, dy) from it is walkable.
    #[inline(always)]
    pub(super) fn at(&self, dx: i32, dy: i32, rows: usize) -> &[u64] {
        &self.moved[(1 + dx) as usize][(1 + dy) as usize..][..rows]
    }
}

/// Writes to each word of `target` the result of `word` for the words of several slices there.
#[inline(always)]
pub(super) fn write<const COUNT: usize>(target: &mut [u64], from: [&[u64]; COUNT], word: impl Fn([u64; COUNT]) -> u64) {
    let from = from.map(|words| &words[..target.len()]);
    for (i, target) in target.iter_mut().enumerate() {
        // A loop: the package's libraries would call `map` as a function, word by word.
        let mut words = [0; COUNT];
        for (word, from) in words.iter_mut().zip(from) {
            *word = from[i];
        }
        *target = word(words);
    }
}
