//! The jump points along a few neighboring rows or columns, and the cells that reach them: for a map, and for an edit.
//!
//! One call does 64 cells (Harabor and Grastien, "Improving Jump Point Search", ICAPS 2014). The words of neighboring
//! lines lie side by side, so that one vector instruction does several.

use super::around::{Surrounding, move_bits};
use crate::bits::bit_rows::BitRows;
use crate::bits::fill::{fill_down, fill_up};
use crate::bits::vectors::{self, Kernel};
use crate::grid::MapError;
use crate::held::held;
use crate::index::walls::WalledLines;
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

    /// Computes the steps and jump points of a word, and which cells reach jump points down the lines. `behind`:
    /// whether the last cells of the word before are jump points or reach some.
    #[inline(always)]
    fn compute<const WALLED: bool>(
        &mut self,
        rule: DiagonalRule,
        around: Surrounding<WALLED>,
        behind: &mut [u64; LINES],
    ) {
        let Self { steps_up, jump_points: [points_up, points_down], reach: [_, reach] } = self;
        let mut steps_down = [0; LINES];
        for line in 0..LINES {
            let steps = around.steps(rule, line);
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
    }
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
    pub(super) fn compute(&mut self, rule: DiagonalRule, bits: WalledLines, first: usize, words: Range<usize>) {
        self.first_word = words.start;
        self.words.resize(words.len(), LineWords::NONE);
        let computing = LineComputing { lines: self, rule, bits, first };
        // The few lines of an edit gain nothing by wide vectors.
        if LINES < 64 { computing.run() } else { vectors::run(computing) }
    }

    /// Computes the jump points of both directions, and which cells reach those down the lines.
    #[inline(always)]
    fn compute_upwards(&mut self, rule: DiagonalRule, lines: &BitRows, first: usize) {
        let mut cells = MovingWords::<AROUND>::new(lines, first, self.first_word);
        let mut behind = [0; LINES];
        for computed in &mut self.words {
            cells.advance(lines, first);
            computed.compute(rule, Surrounding::without_walls(cells.around()), &mut behind);
        }
    }

    /// Computes what [`compute_upwards`](Self::compute_upwards) does, where there are walls.
    #[inline(always)]
    fn compute_between(&mut self, rule: DiagonalRule, lines: &BitRows, walls: [&BitRows; 4], first: usize) {
        let start = self.first_word;
        let mut cells = MovingWords::<AROUND>::new(lines, first, start);
        let mut closed = [
            MovingWords::<AROUND>::new(walls[0], first, start),
            MovingWords::<AROUND>::new(walls[1], first, start),
            MovingWords::<AROUND>::new(walls[2], first, start),
            MovingWords::<AROUND>::new(walls[3], first, start),
        ];
        let mut behind = [0; LINES];
        for computed in &mut self.words {
            cells.advance(lines, first);
            for way in 0..4 {
                closed[way].advance(walls[way], first);
            }
            let closed = [closed[0].around(), closed[1].around(), closed[2].around(), closed[3].around()];
            computed.compute(rule, Surrounding::<true> { cells: cells.around(), closed }, &mut behind);
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

/// A word of each of a few lines, with the words beside it, which moves up the lines.
struct MovingWords<const AROUND: usize> {
    /// The number of the next word.
    next: usize,
    before: [u64; AROUND],
    here: [u64; AROUND],
    after: [u64; AROUND],
    below: [u64; AROUND],
    above: [u64; AROUND],
}

impl<const AROUND: usize> MovingWords<AROUND> {
    /// Words before word `start` of the lines beside `first`.
    #[inline(always)]
    fn new(lines: &BitRows, first: usize, start: usize) -> Self {
        let [before, mut here, mut after, below, above] = [[0; AROUND]; 5];
        if start > 0 {
            lines.read_down(first as isize - 1, start - 1, &mut here);
        }
        lines.read_down(first as isize - 1, start, &mut after);
        Self { next: start, before, here, after, below, above }
    }

    /// Moves on by a word.
    #[inline(always)]
    fn advance(&mut self, lines: &BitRows, first: usize) {
        (self.before, self.here) = (self.here, self.after);
        self.next += 1;
        if self.next < lines.words_per_row() {
            lines.read_down(first as isize - 1, self.next, &mut self.after);
        } else {
            self.after.fill(0);
        }
        move_bits(&self.before, &self.here, &self.after, &mut self.below, &mut self.above);
    }

    #[inline(always)]
    fn around(&self) -> [&[u64]; 3] {
        [&self.below, &self.here, &self.above]
    }
}

/// [`JumpPointLines::compute`] as a kernel that runs with the widest vectors of the processor.
struct LineComputing<'a, const LINES: usize, const AROUND: usize> {
    lines: &'a mut JumpPointLines<LINES, AROUND>,
    rule: DiagonalRule,
    bits: WalledLines<'a>,
    first: usize,
}

impl<const LINES: usize, const AROUND: usize> Kernel for LineComputing<'_, LINES, AROUND> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lines, rule, bits: WalledLines { cells, walls }, first } = self;
        match walls {
            None => lines.compute_upwards(rule, cells, first),
            Some(walls) => lines.compute_between(rule, cells, walls, first),
        }
        lines.compute_reach_up();
    }
}

impl EditedLines {
    /// Computes the words that an edit of the positions `edited` can change: to either side as far as the first
    /// obstacle of each line. Only cells behind an obstacle, as seen from the edit, reach jump points that are ignored,
    /// and they do so before the edit and after it.
    pub(super) fn compute_around(
        &mut self,
        rule: DiagonalRule,
        lines: WalledLines,
        first: usize,
        edited: (usize, usize),
    ) {
        let words = lines.cells.words_per_row();
        // The edit can change the jump points one position further too.
        let (start, end) = (edited.0.saturating_sub(1) / 64, ((edited.1 + 1) / 64 + 1).min(words));
        let below = first_closed(lines, first, (0..start).rev());
        let above = first_closed(lines, first, end..words);
        self.compute(rule, lines, first, below.unwrap_or(0)..above.map_or(words, |word| word + 1));
    }
}

/// The first of `words` by which each line has had an obstacle, or a wall that is closed both ways.
fn first_closed(lines: WalledLines, first: usize, mut words: impl Iterator<Item = usize>) -> Option<usize> {
    let mut open = [true; EditedLines::LINES];
    let read = |rows: &BitRows, word: usize| {
        let mut bits = [0; EditedLines::LINES];
        rows.read_down(first as isize, word, &mut bits);
        bits
    };
    words.find(|&word| {
        let cells = read(lines.cells, word);
        open.iter_mut().zip(cells).for_each(|(open, cells)| *open &= cells == u64::MAX);
        if let Some([up, down, ..]) = lines.walls {
            let closed = read(up, word).into_iter().zip(read(down, word));
            open.iter_mut().zip(closed).for_each(|(open, (up, down))| *open &= up & down == 0);
        }
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
            let (bits, first) = (walkable.lines_along_rows(), random.below(walkable.height()));
            wide.compute(rule, bits, first, 0..bits.cells.words_per_row());
            by_any.words.resize(wide.words.len(), LineWords::NONE);
            LineComputing { lines: &mut by_any, rule, bits, first }.run();
            for (wide, by_any) in wide.words.iter().zip(&by_any.words) {
                let (one, other) = ((wide.jump_points, wide.reach), (by_any.jump_points, by_any.reach));
                assert_eq!(one, other, "{rule:?}, seed {seed}, line {first}\n{map}");
            }
        }
    }
}
