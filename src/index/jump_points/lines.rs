//! The memory of all lines, and how a search reads them.
//!
//! One allocation holds all lines, so that the first search asks the system for memory once.

use super::layout::{BLOCK, StraightJumps};
use crate::bits::bit_rows::{copied, zeroed};
use crate::grid::MapError;
use crate::held::held;
use std::ops::Range;

/// The words in a group of a diagonal jump: each has a bit for each of 64 cells, in the direction of travel.
pub(crate) mod diagonal_word {
    /// The next step of the jump is illegal.
    pub(crate) const BLOCKED: usize = 0;
    /// The first straight jump from here reaches a jump point. The next word says so of the second straight jump.
    pub(crate) const REACHES: usize = 1;
    /// The jump has a forced step here. The word is left out under rules that force none.
    pub(crate) const FORCED: usize = 3;
}

/// The memory of the lines: first of the diagonal jumps, then of the straight jumps.
#[derive(Debug)]
pub(super) struct LineMemory {
    words: Vec<u64>,
    /// The number of words in a group.
    pub(super) group: usize,
    /// The first word of the lines of straight jumps.
    jump_points: usize,
}

held!(LineMemory: words);

impl LineMemory {
    /// Memory for `diagonal_cells` groups of words and `jump_points` words of straight jumps. Groups have a word of
    /// forced steps if `can_force`.
    pub(super) fn new(diagonal_cells: usize, can_force: bool, jump_points: usize) -> Result<Self, MapError> {
        let group = diagonal_word::FORCED + usize::from(can_force);
        Ok(Self { words: zeroed(group * diagonal_cells + jump_points)?, group, jump_points: group * diagonal_cells })
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { words: copied(&self.words)?, ..*self })
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        let (diagonals, jump_points) = self.words.split_at(self.jump_points);
        Lines { jump_points: bytemuck::cast_slice(jump_points), diagonals, group: self.group }
    }

    /// The group of words at an index.
    #[inline(always)]
    pub(super) fn diagonal_mut(&mut self, word: usize) -> &mut [u64] {
        &mut self.words[word * self.group..][..self.group]
    }

    /// The groups of consecutive lines for the 64 cells at `position`, as stretches that are contiguous in memory. Each
    /// stretch comes with the number of lines before it. The jump's lines begin at group `first`, and each line has
    /// `words` groups. If it is one, the last block may end early, or hold lines of the next jump.
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
        let blocks = (first_block..lines.end).step_by(BLOCK).zip(diagonals.chunks_mut(BLOCK * words * group));
        blocks.map(move |(at, block)| {
            let inside = lines.start.saturating_sub(at)..BLOCK.min(lines.end - at);
            let of_position = &mut block[position * BLOCK * group..];
            (at + inside.start - lines.start, &mut of_position[inside.start * group..inside.end * group])
        })
    }

    /// The words from the first line of a straight jump on; lines of other straight jumps may follow.
    #[inline(always)]
    pub(super) fn jump_points_from_mut(&mut self, straights: &StraightJumps) -> &mut [u64] {
        &mut self.words[self.jump_points + straights.first as usize..]
    }

    /// The words of one line of a straight jump.
    #[inline(always)]
    pub(super) fn jump_points_mut(&mut self, straights: &StraightJumps, line: usize) -> &mut [u64] {
        let words = straights.words as usize;
        &mut self.jump_points_from_mut(straights)[line * words..][..words]
    }

    /// Sets all bits of jump points, except in the last word, which belongs to no line.
    #[cfg(test)]
    pub(super) fn spoil_jump_points(&mut self) {
        let last = self.words.len() - 1;
        self.words[self.jump_points..last].fill(!0);
    }
}

/// The lines of all jumps, as searches read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines<'a> {
    jump_points: &'a [u8],
    diagonals: &'a [u64],
    group: usize,
}

impl<'a> Lines<'a> {
    /// The distance from the group for 64 cells of a line to the group for the next 64.
    pub(crate) const NEXT: usize = BLOCK;

    /// All lines of diagonal jumps, each item the words for 64 cells ([`diagonal_word`]), one more where diagonal steps
    /// can force others; [`JumpPoints::diagonal_start`](super::JumpPoints::diagonal_start) tells where a line begins,
    /// and the next item of a line lies [`NEXT`](Self::NEXT) further on.
    pub(crate) fn diagonals<const WORDS: usize>(self) -> &'a [[u64; WORDS]] {
        debug_assert_eq!(WORDS, self.group, "words of another rule");
        self.diagonals.as_chunks().0
    }

    /// The number of steps that a straight jump from the cell of a bit, which must get to a jump point, takes to the
    /// first one.
    #[inline(always)]
    pub(crate) fn steps_to_jump_point(self, bit: i32) -> u32 {
        // From the next cell on. Words begin at any byte here: a jump of up to 57 steps takes one.
        let first_bit = (bit + 1) as u32 as usize;
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
