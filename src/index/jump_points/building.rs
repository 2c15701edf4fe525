//! Building all lines, 64 cells at a time.
//!
//! For one column of words after the other: the jump points of rows and columns, the cells that reach them, and the
//! lines of diagonal jumps. The working memory is one column, because asking the system for fresh memory takes longer
//! than filling it.

use super::JumpPoints;
use super::column_jumps::ColumnJumps;
use super::column_steps::ColumnSteps;
use super::layout::DiagonalJumps;
use super::lines::diagonal_word;
use super::walkable_around::WalkableAround;
use crate::bits::bit_rows::transpose_block;
use crate::bits::shear::{BAND, Shear};
use crate::bits::vectors::{self, Kernel};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DIRECTIONS;

/// [`JumpPoints::build`] as a kernel that runs with the widest vectors of the processor.
struct JumpPointBuilding<'a> {
    points: &'a mut JumpPoints,
    walkable: &'a WalkableCells,
}

impl Kernel for JumpPointBuilding<'_> {
    type Output = Result<(), MapError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.points.build_with_any_vectors(self.walkable)
    }
}

impl JumpPoints {
    /// Derives all jump points, also anew after edits of the same map.
    pub(crate) fn build(&mut self, walkable: &WalkableCells) -> Result<(), MapError> {
        vectors::run(JumpPointBuilding { points: self, walkable })
    }

    #[inline(always)]
    pub(super) fn build_with_any_vectors(&mut self, walkable: &WalkableCells) -> Result<(), MapError> {
        let mut around = WalkableAround::new(self.height)?;
        let mut straights = ColumnJumps::new(self.height, self.words)?;
        let mut steps = ColumnSteps::new(self.height)?;
        let mut band = DiagonalBand::new();
        if self.has_rows() {
            for number in (0..self.words).rev() {
                around.fill(&walkable.rows, number);
                straights.find_jump_points(self.rule, &around, 0);
                straights.enter(&around, number);
            }
        }
        for number in 0..self.words {
            around.fill(&walkable.rows, number);
            for straight in if self.has_rows() { 0..4 } else { 2..4 } {
                straights.find_jump_points(self.rule, &around, straight);
                self.store_jump_points_of_column(straight, number, &straights.jump_points);
                straights.find_reach(&around, straight, number);
            }
            for diagonal in 0..self.diagonal_count() {
                steps.find(self.rule, &around, &self.diagonals[diagonal]);
                self.store_diagonal(diagonal, number, &steps, &straights.reach, &mut band);
            }
        }
        Ok(())
    }

    /// Stores the jump points of one column of words in the lines of a straight jump.
    #[inline(always)]
    fn store_jump_points_of_column(&mut self, straight: usize, number: usize, jump_points: &[u64]) {
        let straights = &self.straights[straight];
        let (dx, dy) = DIRECTIONS[straight];
        let (lines, line_words) = (self.memory.jump_points_from_mut(straights), straights.words as usize);
        for (i, rows) in jump_points.chunks(64).enumerate() {
            let mut block = [0; 64];
            block[..rows.len()].copy_from_slice(rows);
            match (dx, dy) {
                (-1, _) => block.iter_mut().for_each(|word| *word = word.reverse_bits()),
                (_, -1) => block.reverse(),
                _ => {}
            }
            let (first, count, word) = if dy == 0 {
                (64 * i, rows.len(), number)
            } else {
                transpose_block(&mut block);
                (64 * number, 64.min(self.width - 64 * number), i)
            };
            // Lines lie in the direction of travel.
            let position = if dx + dy > 0 { word } else { line_words - 1 - word };
            let lines = lines[first * line_words..].chunks_exact_mut(line_words);
            lines.zip(&block[..count]).for_each(|(line, &word)| straights.field.put(&mut line[position], word));
        }
    }

    /// Stores one column of words in the lines of a diagonal jump.
    #[inline(always)]
    fn store_diagonal(
        &mut self,
        diagonal: usize,
        number: usize,
        steps: &ColumnSteps,
        reach: &[Vec<u64>; 4],
        band: &mut DiagonalBand,
    ) {
        let diagonal = self.diagonals[diagonal];
        let [straight, other_straight] = diagonal.straights().map(|straight| reach[straight].as_slice());
        let (rows, words) = (self.height, self.words);
        let position = if diagonal.dx > 0 { number } else { words - 1 - number };
        for first in (0..rows).step_by(BAND) {
            let count = BAND.min(rows - first);
            // From row to row the line grows by one; the first line follows the last one.
            let line = diagonal.sheared_along().map_or(first, |along| along.line(64 * number, first, rows));
            let before_end = count.min(rows - line);
            let stretches = [(line, 0..before_end), (0, before_end..count)];
            let [legal, straight, other_straight] =
                band.lines(&diagonal, [&steps.legal, straight, other_straight], first, count);
            let group = self.memory.group;
            for (line, of_band) in stretches.clone() {
                let lines = line..line + of_band.len();
                let [legal, straight, other_straight] =
                    [legal, straight, other_straight].map(|words| &words[of_band.clone()]);
                for (at, groups) in self.memory.diagonals_mut(diagonal.first as usize, words, position, lines) {
                    let [legal, straight, other_straight] = [legal, straight, other_straight].map(|words| &words[at..]);
                    let groups = groups.chunks_exact_mut(group);
                    for (((group, &legal), &straight), &other_straight) in
                        groups.zip(legal).zip(straight).zip(other_straight)
                    {
                        diagonal.field.put(&mut group[diagonal_word::BLOCKED], !legal);
                        diagonal.field.put(&mut group[diagonal_word::REACHES], straight);
                        diagonal.field.put(&mut group[diagonal_word::REACHES + 1], other_straight);
                    }
                }
            }
            if self.rule.forces_diagonals() {
                let [forced, ..] = band.lines(&diagonal, [&steps.forced], first, count);
                for (line, of_band) in stretches {
                    let lines = line..line + of_band.len();
                    let forced = &forced[of_band];
                    for (at, groups) in self.memory.diagonals_mut(diagonal.first as usize, words, position, lines) {
                        let groups = groups.chunks_exact_mut(group).zip(&forced[at..]);
                        groups.for_each(|(group, &word)| diagonal.field.put(&mut group[diagonal_word::FORCED], word));
                    }
                }
            }
        }
    }
}

/// Buffers for the sheared words of up to [`BAND`] rows.
struct DiagonalBand {
    shear: Shear,
    words: [[u64; BAND]; 3],
}

impl DiagonalBand {
    fn new() -> Self {
        Self { shear: Shear::new(), words: [[0; BAND]; 3] }
    }

    /// Shears columns of words to the lines of a diagonal jump, in the direction of travel: the lines on which the rows
    /// from `first` on lie.
    #[inline(always)]
    fn lines<const COUNT: usize>(
        &mut self,
        diagonal: &DiagonalJumps,
        columns: [&[u64]; COUNT],
        first: usize,
        count: usize,
    ) -> &[[u64; BAND]; 3] {
        for (words, target) in columns.into_iter().zip(&mut self.words) {
            let target = &mut target[..count];
            match diagonal.sheared_along() {
                Some(along) => self.shear.column(along, words, first, target),
                None => target.copy_from_slice(&words[first..first + count]),
            }
            if diagonal.dx < 0 {
                target.iter_mut().for_each(|word| *word = word.reverse_bits());
            }
        }
        &self.words
    }
}
