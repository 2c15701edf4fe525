//! Along lines of cells, which are rows or columns: where a straight jump has to stop, and from where it gets to such a
//! place.
//!
//! A straight jump stops at a *jump point*, a cell at which an obstacle beside the line forces a step away from it: a jump point of
//! Harabor and Grastien. All 64 cells of a word are done at once ("Improving Jump Point Search", ICAPS 2014), and words
//! of neighboring lines side by side, so that an instruction for vectors does several. Building does the same by
//! columns of words ([`ColumnJumps`](super::column_jumps::ColumnJumps)).

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::bits::fill::{fill_down, fill_up};
use crate::grid::MapError;
use crate::movement::DiagonalRule;
use std::ops::Range;

/// So many lines at a time: an edited one, those beside it, and one more for even numbers.
pub(super) const LINES: usize = 4;

/// A word of each line.
type Words = [u64; LINES];

/// The bits of some neighboring lines, word after word. "Up" is towards larger positions.
#[derive(Debug, Default)]
pub(super) struct JumpPointLines {
    /// Number of the first word that was computed.
    pub(super) first_word: usize,
    walkable: Vec<Words>,
    /// Cells at which a straight jump upwards ends.
    pub(super) points_up: Vec<Words>,
    /// Cells at which a straight jump downwards ends.
    pub(super) points_down: Vec<Words>,
    /// Cells from which a straight jump upwards gets to a jump point before it meets an obstacle.
    pub(super) reach_up: Vec<Words>,
    /// The same downwards.
    pub(super) reach_down: Vec<Words>,
}

/// A word of each line, and of the two lines beside them.
type Around = [u64; LINES + 2];

/// A word of a line, and the same moved so that each bit holds that of the cell one position further down and up.
#[derive(Clone, Copy)]
struct Word {
    here: u64,
    below: u64,
    above: u64,
}

impl JumpPointLines {
    /// With room for lines of so many words.
    pub(super) fn new(words: usize) -> Result<Self, MapError> {
        let mut lines = Self::default();
        for bits in lines.bits() {
            *bits = zeroed(words)?;
        }
        Ok(lines)
    }

    fn bits(&mut self) -> [&mut Vec<Words>; 5] {
        [&mut self.walkable, &mut self.points_up, &mut self.points_down, &mut self.reach_up, &mut self.reach_down]
    }

    /// The longest lines that there is room for, in words.
    pub(super) fn room(&self) -> usize {
        self.walkable.capacity()
    }

    /// Computes the words that an edit of the positions `edited` can change, of lines from `first` on. Lines beyond the
    /// last one have no walkable cells. There is room for the words.
    ///
    /// Jump points are right. What reaches a jump point misses jump points beyond these words. That happens to cells behind an obstacle,
    /// seen from the edit, and is the same before the edit and after it.
    #[inline(always)]
    pub(super) fn compute(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize, edited: (usize, usize)) {
        let words = words_around(lines, first, edited);
        self.first_word = words.start;
        for bits in self.bits() {
            bits.resize(words.len(), [0; LINES]);
        }
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
        let (start, count, words) = (self.first_word, self.walkable.len(), lines.words_per_row());
        let read = |word: usize, around: &mut Around| lines.read_down(first as isize - 1, word, around);
        let [mut before, mut here, mut after, mut below, mut above] = [[0; LINES + 2]; 5];
        if start > 0 {
            read(start - 1, &mut before);
        }
        read(start, &mut here);
        for i in 0..count {
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
            let (points_up, points_down) = (&mut self.points_up[i], &mut self.points_down[i]);
            for line in 0..LINES {
                let (left, middle, right) = (word(line), word(line + 1), word(line + 2));
                let (from_left, from_right) = (ends(left, middle), ends(right, middle));
                points_up[line] = middle.here & (from_left[0] | from_right[0]);
                points_down[line] = middle.here & (from_left[1] | from_right[1]);
            }
            self.walkable[i].copy_from_slice(&here[1..=LINES]);
            (before, here) = (here, after);
        }
    }

    fn compute_reach_down(&mut self) {
        let mut filled_below = [0; LINES];
        for ((walkable, jump_points), reach) in self.walkable.iter().zip(&self.points_down).zip(&mut self.reach_down) {
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
        for ((walkable, jump_points), reach) in self.walkable.iter().zip(&self.points_up).zip(&mut self.reach_up).rev()
        {
            for line in 0..LINES {
                let walkable = walkable[line];
                let filled = fill_down(jump_points[line] | walkable & filled_above[line], walkable);
                reach[line] = (filled >> 1 | filled_above[line]) & walkable;
                filled_above[line] = filled << 63;
            }
        }
    }
}

/// The words that an edit of some positions can change, of lines from `first` on: to either side until each line has
/// had an obstacle.
fn words_around(lines: &BitRows, first: usize, edited: (usize, usize)) -> Range<usize> {
    let words = lines.words_per_row();
    // Jump points change beside the edited positions too.
    let (start, end) = (edited.0.saturating_sub(1) / 64, ((edited.1 + 1) / 64 + 1).min(words));
    let below = first_closed(lines, first, (0..start).rev());
    let above = first_closed(lines, first, end..words);
    below.unwrap_or(0)..above.map_or(words, |word| word + 1)
}

/// The first of some words by which each line has had an obstacle.
fn first_closed(lines: &BitRows, first: usize, mut words: impl Iterator<Item = usize>) -> Option<usize> {
    let mut open = [true; LINES];
    words.find(|&word| {
        let mut bits = [0; LINES];
        lines.read_down(first as isize, word, &mut bits);
        open.iter_mut().zip(bits).for_each(|(open, bits)| *open &= bits == u64::MAX);
        open == [false; LINES]
    })
}
