//! The bits of all lines, and how a search reads them.
//!
//! They lie in one piece of memory: what has to be asked for at the first search is asked for at once.

use super::StraightJumps;
use crate::bits::prefaulted_words::PrefaultedWords;
use crate::grid::MapError;
use std::ops::Range;

/// Lines of diagonal jumps in a block, in which they lie side by side (drawn at [`super`]).
pub(super) const BLOCK: usize = 64;

/// What the words of a diagonal jump say, each a bit for 64 cells in the order of travel.
pub(crate) mod diagonal_word {
    /// The step onwards is illegal.
    pub(crate) const BLOCKED: usize = 0;
    /// The straight jump along x, and in the next word the one along y, gets to a jump point. Under `Never` the second straight jump goes the
    /// other way along y.
    pub(crate) const REACHES: usize = 1;
    /// A diagonal jump that comes here has a forced step. There is no such word under rules without.
    pub(crate) const FORCED: usize = 3;
}

/// The memory of the lines: those of diagonal jumps, then those of straight jumps.
#[derive(Debug)]
pub(super) struct LineMemory {
    words: PrefaultedWords,
    /// How many words a diagonal jump has for 64 cells.
    pub(super) group: usize,
    /// Where the lines of straight jumps begin.
    jump_points: usize,
}

impl LineMemory {
    /// For so many words of cells in diagonal jumps, with or without forced steps, and so many words of jump points.
    pub(super) fn new(diagonal_cells: usize, can_force: bool, jump_points: usize) -> Result<Self, MapError> {
        let group = diagonal_word::FORCED + usize::from(can_force);
        Ok(Self {
            words: PrefaultedWords::new(group * diagonal_cells + jump_points)?,
            group,
            jump_points: group * diagonal_cells,
        })
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { words: self.words.try_clone()?, ..*self })
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        let (diagonals, jump_points) = self.words.split_at(self.jump_points);
        Lines { jump_points: bytemuck::cast_slice(jump_points), diagonals, group: self.group }
    }

    /// The words of a diagonal jump for 64 cells.
    #[inline(always)]
    pub(super) fn diagonal_mut(&mut self, word: usize) -> &mut [u64] {
        &mut self.words[word * self.group..][..self.group]
    }

    /// The words of consecutive lines for the 64 cells at `position`, as stretches that are contiguous in memory. Each
    /// comes with the number of lines before it. The diagonal jump's lines begin at group `first`, and each has `words` groups.
    #[inline(always)]
    pub(super) fn diagonals_mut(
        &mut self,
        first: usize,
        words: usize,
        position: usize,
        lines: Range<usize>,
    ) -> impl Iterator<Item = (usize, &mut [u64])> {
        let group = self.group;
        let first_block = lines.start / BLOCK * BLOCK;
        let diagonals = &mut self.words[(first + first_block * words) * group..self.jump_points];
        let blocks = (first_block..lines.end).step_by(BLOCK).zip(diagonals.chunks_exact_mut(BLOCK * words * group));
        blocks.map(move |(at, block)| {
            let inside = lines.start.saturating_sub(at)..BLOCK.min(lines.end - at);
            let of_position = &mut block[position * BLOCK * group..][..BLOCK * group];
            (at + inside.start - lines.start, &mut of_position[inside.start * group..inside.end * group])
        })
    }

    /// The words of all lines of straight jumps, and of other straight jumps' after them.
    #[inline(always)]
    pub(super) fn jump_points_from_mut(&mut self, straights: &StraightJumps) -> &mut [u64] {
        &mut self.words[self.jump_points + straights.first..]
    }

    /// The words of a line of straight jumps.
    #[inline(always)]
    pub(super) fn jump_points_mut(&mut self, straights: &StraightJumps, line: usize) -> &mut [u64] {
        &mut self.jump_points_from_mut(straights)[line * straights.words..][..straights.words]
    }

    /// Makes all bits of jump points ones but those of the last word, which is not part of a line.
    #[cfg(test)]
    pub(super) fn spoil_jump_points(&mut self) {
        let last = self.words.len() - 1;
        self.words[self.jump_points..last].fill(!0);
    }
}

/// The lines of straight jumps and diagonal jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines<'a> {
    jump_points: &'a [u8],
    diagonals: &'a [u64],
    group: usize,
}

impl<'a> Lines<'a> {
    /// From the words of a diagonal jump for 64 cells to those for the next 64.
    pub(crate) const NEXT: usize = BLOCK;

    /// All lines of diagonal jumps, each item the words for 64 cells ([`diagonal_word`]), one more where diagonal steps can force
    /// others; [`JumpPoints::diagonal_start`](super::JumpPoints::diagonal_start) tells where a line begins, and the next item of
    /// a line lies [`NEXT`](Self::NEXT) further on.
    pub(crate) fn diagonals<const WORDS: usize>(self) -> &'a [[u64; WORDS]] {
        debug_assert_eq!(WORDS, self.group, "words of another rule");
        self.diagonals.as_chunks().0
    }

    /// The number of steps that a straight jump from the cell of a bit, which must get to a jump point, takes to the first one.
    #[inline(always)]
    pub(crate) fn steps_to_jump_point(self, bit: isize) -> u32 {
        // From the next cell on. Words begin at any byte here: a jump of up to 57 steps takes one.
        let first_bit = (bit + 1) as usize;
        let word = |at: usize| self.jump_points[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        let (mut at, shift) = (first_bit / 8, first_bit % 8);
        let bits = word(at) >> shift;
        if bits != 0 {
            return 1 + bits.trailing_zeros();
        }
        let mut steps = 65 - shift as u32;
        loop {
            at += 8;
            let bits = word(at);
            if bits != 0 {
                return steps + bits.trailing_zeros();
            }
            steps += 64;
        }
    }
}
