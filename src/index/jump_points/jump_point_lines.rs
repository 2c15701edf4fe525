//! The jump points along a few neighboring rows or columns, and the cells that reach them: for a map, and for an edit.
//!
//! One call does 64 cells (Harabor and Grastien, "Improving Jump Point Search", ICAPS 2014). The words of neighboring
//! lines lie side by side, so that one vector instruction does several.

use super::around::{for_rule, move_bits, steps_around};
use crate::bits::bit_rows::BitRows;
use crate::bits::fill::{fill_down, fill_up};
use crate::bits::vectors::{self, Kernel};
use crate::grid::MapError;
use crate::held::held;
use crate::movement::DiagonalRule;
use std::ops::Range;

/// The lines that an edit computes together: an edited line, the two beside it, and one more for full vectors.
pub(super) type EditedLines = JumpPointLines<4, 6>;

/// The lines that building computes together: those of one word of the other axis.
pub(super) type MapLines = JumpPointLines<64, 66>;

/// The bits of `LINES` neighboring lines, with `AROUND` two more. Of two items, the first is for straight jumps up the
/// lines, the direction in which positions grow, and the second for jumps down the lines.
#[derive(Debug, Default)]
pub(super) struct JumpPointLines<const LINES: usize, const AROUND: usize> {
    /// The number of the first word that was computed.
    pub(super) first_word: usize,
    pub(super) words: Vec<LineWords<LINES>>,
}

held!([const LINES: usize, const AROUND: usize] JumpPointLines<LINES, AROUND>: words);

/// Computed bits of one word of each line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineWords<const LINES: usize> {
    /// Cells from which the step up the line is legal.
    steps_up: [u64; LINES],
    pub(super) jump_points: [[u64; LINES]; 2],
    /// Cells from which a straight jump reaches a jump point.
    pub(super) reach: [[u64; LINES]; 2],
}

impl<const LINES: usize> LineWords<LINES> {
    const NONE: Self = Self { steps_up: [0; LINES], jump_points: [[0; LINES]; 2], reach: [[0; LINES]; 2] };
}

impl<const LINES: usize, const AROUND: usize> JumpPointLines<LINES, AROUND> {
    /// The number of lines that are computed together.
    pub(super) const LINES: usize = LINES;

    /// Makes room for lines of this number of words.
    pub(super) fn reserve(&mut self, words: usize) -> Result<(), MapError> {
        self.words.clear();
        Ok(self.words.try_reserve_exact(words)?)
    }

    /// Computes some words of the lines from `first` on. Lines past the last one count as obstacles. There must be room
    /// for the words.
    ///
    /// Near the ends of the computed words, `reach` ignores jump points further out.
    pub(super) fn compute(&mut self, rule: DiagonalRule, bits: &BitRows, first: usize, words: Range<usize>) {
        self.first_word = words.start;
        self.words.resize(words.len(), LineWords::NONE);
        vectors::run(LineComputing { lines: self, rule, bits, first });
    }

    /// Computes the jump points of both directions, and which cells reach those down the lines.
    #[inline(always)]
    fn compute_upwards(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize) {
        let (start, words) = (self.first_word, lines.words_per_row());
        let read = |word: usize, around: &mut [u64; AROUND]| lines.read_down(first as isize - 1, word, around);
        let [mut before, mut here, mut after, mut below, mut above] = [[0; AROUND]; 5];
        if start > 0 {
            read(start - 1, &mut before);
        }
        read(start, &mut here);
        let mut behind = [0; LINES];
        for (i, computed) in self.words.iter_mut().enumerate() {
            if start + i + 1 < words {
                read(start + i + 1, &mut after);
            } else {
                after.fill(0);
            }
            move_bits(&before, &here, &after, &mut below, &mut above);
            let LineWords { steps_up, jump_points: [points_up, points_down], reach: [_, reach] } = computed;
            let mut steps_down = [0; LINES];
            for line in 0..LINES {
                let steps = steps_around(rule, [&below, &here, &above], line);
                steps_up[line] = steps.step((0, 0), (1, 0));
                steps_down[line] = steps.step((0, 0), (-1, 0));
                points_up[line] = steps.jump_points((1, 0));
                points_down[line] = steps.jump_points((-1, 0));
            }
            for line in 0..LINES {
                let first_steps = (points_down[line] << 1 | behind[line]) & steps_down[line];
                reach[line] = fill_up(first_steps, steps_down[line]);
                behind[line] = (points_down[line] | reach[line]) >> 63;
            }
            (before, here) = (here, after);
        }
    }

    #[inline(always)]
    fn compute_reach_up(&mut self) {
        let mut ahead = [0; LINES];
        for LineWords { steps_up, jump_points: [points, _], reach: [reach, _] } in self.words.iter_mut().rev() {
            for line in 0..LINES {
                let first_steps = (points[line] >> 1 | ahead[line]) & steps_up[line];
                reach[line] = fill_down(first_steps, steps_up[line]);
                ahead[line] = (points[line] | reach[line]) << 63;
            }
        }
    }
}

/// [`JumpPointLines::compute`] as a kernel that runs with the widest vectors of the processor.
struct LineComputing<'a, const LINES: usize, const AROUND: usize> {
    lines: &'a mut JumpPointLines<LINES, AROUND>,
    rule: DiagonalRule,
    bits: &'a BitRows,
    first: usize,
}

impl<const LINES: usize, const AROUND: usize> Kernel for LineComputing<'_, LINES, AROUND> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for_rule!(self.rule, rule => self.lines.compute_upwards(rule, self.bits, self.first));
        self.lines.compute_reach_up();
    }
}

impl EditedLines {
    /// Computes the words that an edit of the positions `edited` can change: to either side as far as the first
    /// obstacle of each line. Only cells behind an obstacle, as seen from the edit, reach jump points that are ignored,
    /// and they do so before the edit and after it.
    pub(super) fn compute_around(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize, edited: (usize, usize)) {
        let words = lines.words_per_row();
        // The edit can change the jump points one position further too.
        let (start, end) = (edited.0.saturating_sub(1) / 64, ((edited.1 + 1) / 64 + 1).min(words));
        let below = first_closed(lines, first, (0..start).rev());
        let above = first_closed(lines, first, end..words);
        self.compute(rule, lines, first, below.unwrap_or(0)..above.map_or(words, |word| word + 1));
    }
}

/// The first of `words` by which each line has had an obstacle.
fn first_closed(lines: &BitRows, first: usize, mut words: impl Iterator<Item = usize>) -> Option<usize> {
    let mut open = [true; EditedLines::LINES];
    words.find(|&word| {
        let mut bits = [0; EditedLines::LINES];
        lines.read_down(first as isize, word, &mut bits);
        open.iter_mut().zip(bits).for_each(|(open, bits)| *open &= bits == u64::MAX);
        open == [false; EditedLines::LINES]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::{RULES, Random, TestMap};

    /// Wide vectors of this CPU compute what any other one computes.
    #[test]
    fn all_vectors_give_the_same_lines() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut map = TestMap::new(1 + random.below(200) as u32, 1 + random.below(300) as u32);
            for _ in 0..random.below(4000) {
                map.set(random.below(map.0.width() as usize), random.below(map.0.height() as usize), false);
            }
            let (walkable, rule) = (map.walkable(), RULES[seed as usize % 4]);
            let (mut wide, mut by_any) = (EditedLines::default(), EditedLines::default());
            let (bits, first) = (&walkable.rows, random.below(walkable.height()));
            wide.compute(rule, bits, first, 0..bits.words_per_row());
            by_any.words.resize(wide.words.len(), LineWords::NONE);
            LineComputing { lines: &mut by_any, rule, bits, first }.run();
            for (wide, by_any) in wide.words.iter().zip(&by_any.words) {
                let (one, other) = ((wide.jump_points, wide.reach), (by_any.jump_points, by_any.reach));
                assert_eq!(one, other, "{rule:?}, seed {seed}, line {first}\n{map}");
            }
        }
    }
}
