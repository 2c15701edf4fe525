//! Building all lines, 64 cells at a time.
//!
//! First the jump points of all rows. Then for one column of words after the other: the jump points of its columns, and
//! the lines of diagonal jumps. The working memory is small, because asking the system for fresh memory takes longer
//! than filling it.

use super::JumpPoints;
use super::around::{ColumnAround, Surrounding, write_diagonal};
use super::jump_point_lines::MapLines;
use super::layout::DiagonalJumps;
use super::lines::diagonal_word;
use crate::bits::bit_rows::{transpose_block, zeroed};
use crate::bits::shear::{BAND, Shear};
use crate::bits::vectors::{self, Kernel};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;

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
        let (rule, rows) = (self.rule, self.height);
        let mut lines = MapLines::default();
        lines.reserve(self.words.max(walkable.columns.words_per_row()))?;
        let along_rows = self.build_rows(walkable, &mut lines)?;
        let mut along_columns: [Vec<u64>; 2] = [zeroed(rows)?, zeroed(rows)?];
        let mut around = ColumnAround::new(rows)?;
        let walls = walkable.lines_along_rows().walls;
        // Without walls they have no rows, and nothing reads them.
        let column = || ColumnAround::new(if walls.is_some() { rows } else { 0 });
        let mut closed = [column()?, column()?, column()?, column()?];
        let [mut legal, mut forced] = [zeroed(rows)?, zeroed(rows)?];
        let mut band = DiagonalBand::new();
        for number in 0..self.words {
            self.build_columns(walkable, number, &mut lines, &mut along_columns);
            let [right, left] = along_rows.each_ref().map(|words| words.get(number * rows..).unwrap_or_default());
            let [up, down] = along_columns.each_ref().map(Vec::as_slice);
            around.fill(&walkable.rows, number);
            for (closed, walls) in closed.iter_mut().zip(walls.into_iter().flatten()) {
                closed.fill(walls, number);
            }
            for diagonal in 0..self.diagonal_count() {
                let cells = around.words();
                match walls {
                    None => {
                        let around = Surrounding::without_walls(cells);
                        write_diagonal(rule, diagonal, around, &mut legal, &mut forced);
                    }
                    Some(_) => {
                        let closed = closed.each_ref().map(ColumnAround::words);
                        let around = Surrounding::<true> { cells, closed };
                        write_diagonal(rule, diagonal, around, &mut legal, &mut forced);
                    }
                }
                self.store_diagonal(diagonal, number, [&legal, &forced], [right, left, up, down], &mut band);
            }
        }
        Ok(())
    }

    /// Stores the jump points of all rows. Returns the cells that reach them to the right and to the left, one column
    /// of words after the other; nothing under a rule without straight jumps along rows.
    #[inline(always)]
    fn build_rows(&mut self, walkable: &WalkableCells, lines: &mut MapLines) -> Result<[Vec<u64>; 2], MapError> {
        if !self.has_rows() {
            return Ok([Vec::new(), Vec::new()]);
        }
        let mut reach: [Vec<u64>; 2] = [zeroed(self.height * self.words)?, zeroed(self.height * self.words)?];
        for first in (0..self.height).step_by(MapLines::LINES) {
            let count = MapLines::LINES.min(self.height - first);
            lines.compute(self.rule, walkable.lines_along_rows(), first, 0..self.words);
            for i in 0..count {
                self.store_jump_points(0, first + i, lines, i);
            }
            for (number, words) in lines.words.iter().enumerate() {
                for (reach, words) in reach.iter_mut().zip(&words.reach) {
                    reach[number * self.height + first..][..count].copy_from_slice(&words[..count]);
                }
            }
        }
        Ok(reach)
    }

    /// Stores the jump points of the columns in one column of words, and writes to `reach` the cells that reach them,
    /// row by row.
    #[inline(always)]
    fn build_columns(
        &mut self,
        walkable: &WalkableCells,
        number: usize,
        lines: &mut MapLines,
        reach: &mut [Vec<u64>; 2],
    ) {
        let first = number * MapLines::LINES;
        lines.compute(self.rule, walkable.lines_along_columns(), first, 0..walkable.columns.words_per_row());
        for i in 0..MapLines::LINES.min(self.width - first) {
            self.store_jump_points(2, first + i, lines, i);
        }
        for (number, words) in lines.words.iter().enumerate() {
            for (reach, mut block) in reach.iter_mut().zip(words.reach) {
                transpose_block(&mut block);
                let rows = &mut reach[64 * number..];
                let count = rows.len().min(64);
                rows[..count].copy_from_slice(&block[..count]);
            }
        }
    }

    /// Stores one column of words in the lines of a diagonal jump.
    #[inline(always)]
    fn store_diagonal(
        &mut self,
        diagonal: usize,
        number: usize,
        [legal, forced]: [&[u64]; 2],
        reach: [&[u64]; 4],
        band: &mut DiagonalBand,
    ) {
        let diagonal = self.diagonals[diagonal];
        let [straight, other_straight] = diagonal.straights().map(|straight| &reach[straight][..self.height]);
        let (rows, words) = (self.height, self.words);
        let position = if diagonal.dx > 0 { number } else { words - 1 - number };
        for first in (0..rows).step_by(BAND) {
            let count = BAND.min(rows - first);
            // From row to row the line grows by one; the first line follows the last one.
            let line = diagonal.sheared_along().map_or(first, |along| along.line(64 * number, first, rows));
            let before_end = count.min(rows - line);
            let stretches = [(line, 0..before_end), (0, before_end..count)];
            let [legal, straight, other_straight] =
                band.lines(&diagonal, [legal, straight, other_straight], first, count);
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
                let [forced, ..] = band.lines(&diagonal, [forced], first, count);
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
