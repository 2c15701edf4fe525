//! The jump points along a few neighboring rows or columns, and the cells that reach them: what an edit computes.
//!
//! One call does 64 cells (Harabor and Grastien, "Improving Jump Point Search", ICAPS 2014). The words of neighboring
//! rows lie side by side, so that one vector instruction does several.
//! [`ColumnJumps`](super::column_jumps::ColumnJumps) does the same for a whole map, by columns of words.

use crate::bits::bit_rows::BitRows;
use crate::bits::fill::{fill_down, fill_up};
use crate::grid::MapError;
use crate::movement::DiagonalRule;
use std::ops::Range;

/// The number of lines that are computed together: an edited line, the two beside it, and one more for full vectors.
pub(super) const LINES: usize = 4;

/// One word of each line.
pub(super) type Words = [u64; LINES];

/// The bits of neighboring lines. Of two items, the first is for straight jumps up the lines, the direction in which
/// positions grow, and the second for jumps down the lines.
#[derive(Debug, Default)]
pub(super) struct JumpPointLines {
    /// The number of the first word that was computed.
    pub(super) first_word: usize,
    pub(super) words: Vec<LineWords>,
}

/// Computed bits of one word of each line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineWords {
    walkable: Words,
    pub(super) jump_points: [Words; 2],
    /// Cells from which a straight jump reaches a jump point before it meets an obstacle.
    pub(super) reach: [Words; 2],
}

/// One word of each line and of the line on either side of them.
type Around = [u64; LINES + 2];

/// A word of a line. Bit i of `below` and `above` is the bit of the position before and after bit i of `here`.
#[derive(Clone, Copy)]
struct Word {
    here: u64,
    below: u64,
    above: u64,
}

impl JumpPointLines {
    /// Makes room for lines of this number of words.
    pub(super) fn reserve(&mut self, words: usize) -> Result<(), MapError> {
        self.words.clear();
        Ok(self.words.try_reserve_exact(words)?)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<LineWords>()) as u64
    }

    /// Computes the words that an edit of the positions `edited` can change, of [`LINES`] lines from `first` on. Lines
    /// past the last one count as obstacles. There must be room for the words.
    ///
    /// Near the ends of the computed words, `reach` ignores jump points further out. Only cells behind an obstacle, as
    /// seen from the edit, are affected, and they are so before the edit and after it.
    #[inline(never)]
    pub(super) fn compute(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize, edited: (usize, usize)) {
        let words = words_around(lines, first, edited);
        self.first_word = words.start;
        self.words.resize(words.len(), LineWords::default());
        // Each rule has code of its own, without the words that the rule does not ask for.
        match rule {
            DiagonalRule::Always => self.compute_jump_points(DiagonalRule::Always, lines, first),
            DiagonalRule::AtMostOneBlocked => self.compute_jump_points(DiagonalRule::AtMostOneBlocked, lines, first),
            DiagonalRule::BothFree => self.compute_jump_points(DiagonalRule::BothFree, lines, first),
            DiagonalRule::Never => self.compute_jump_points(DiagonalRule::Never, lines, first),
        }
        self.compute_reach_down();
        self.compute_reach_up();
    }

    /// Computes the jump points of the straight jumps up and down the lines.
    #[inline(always)]
    fn compute_jump_points(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize) {
        // Because of the line `side` beside the line `middle`: of the jump up, and of the jump down.
        let ends = |side: Word, middle: Word| {
            [
                rule.ends_straight_jump(middle.above, side.here, side.below, side.above),
                rule.ends_straight_jump(middle.below, side.here, side.above, side.below),
            ]
        };
        let (start, words) = (self.first_word, lines.words_per_row());
        let read = |word: usize, around: &mut Around| lines.read_down(first as isize - 1, word, around);
        let [mut before, mut here, mut after, mut below, mut above] = [[0; LINES + 2]; 5];
        if start > 0 {
            read(start - 1, &mut before);
        }
        read(start, &mut here);
        for (i, computed) in self.words.iter_mut().enumerate() {
            if start + i + 1 < words {
                read(start + i + 1, &mut after);
            } else {
                after.fill(0);
            }
            for line in 0..LINES + 2 {
                below[line] = here[line] << 1 | before[line] >> 63;
                above[line] = here[line] >> 1 | after[line] << 63;
            }
            let word = |line: usize| Word { here: here[line], below: below[line], above: above[line] };
            let [points_up, points_down] = &mut computed.jump_points;
            for line in 0..LINES {
                let (left, middle, right) = (word(line), word(line + 1), word(line + 2));
                let (from_left, from_right) = (ends(left, middle), ends(right, middle));
                points_up[line] = middle.here & (from_left[0] | from_right[0]);
                points_down[line] = middle.here & (from_left[1] | from_right[1]);
            }
            computed.walkable.copy_from_slice(&here[1..=LINES]);
            (before, here) = (here, after);
        }
    }

    fn compute_reach_down(&mut self) {
        let mut filled_below = [0; LINES];
        for LineWords { walkable, jump_points: [_, jump_points], reach: [_, reach] } in &mut self.words {
            for line in 0..LINES {
                let walkable = walkable[line];
                let filled = fill_up(jump_points[line] | walkable & filled_below[line], walkable);
                reach[line] = (filled << 1 | filled_below[line]) & walkable;
                filled_below[line] = filled >> 63;
            }
        }
    }

    fn compute_reach_up(&mut self) {
        let mut filled_above = [0; LINES];
        for LineWords { walkable, jump_points: [jump_points, _], reach: [reach, _] } in self.words.iter_mut().rev() {
            for line in 0..LINES {
                let walkable = walkable[line];
                let filled = fill_down(jump_points[line] | walkable & filled_above[line], walkable);
                reach[line] = (filled >> 1 | filled_above[line]) & walkable;
                filled_above[line] = filled << 63;
            }
        }
    }
}

/// The words that an edit of some positions can change, of [`LINES`] lines from `first` on: to either side as far as
/// the first obstacle of each line.
fn words_around(lines: &BitRows, first: usize, edited: (usize, usize)) -> Range<usize> {
    let words = lines.words_per_row();
    // The edit can change the jump points one position further too.
    let (start, end) = (edited.0.saturating_sub(1) / 64, ((edited.1 + 1) / 64 + 1).min(words));
    let below = first_closed(lines, first, (0..start).rev());
    let above = first_closed(lines, first, end..words);
    below.unwrap_or(0)..above.map_or(words, |word| word + 1)
}

/// The first of `words` by which each line has had an obstacle.
fn first_closed(lines: &BitRows, first: usize, mut words: impl Iterator<Item = usize>) -> Option<usize> {
    let mut open = [true; LINES];
    words.find(|&word| {
        let mut bits = [0; LINES];
        lines.read_down(first as isize, word, &mut bits);
        open.iter_mut().zip(bits).for_each(|(open, bits)| *open &= bits == u64::MAX);
        open == [false; LINES]
    })
}
