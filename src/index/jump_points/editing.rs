//! Keeping jump points current through edits.
//!
//! An edit can change jump points in the rows and columns of the edited cells and in the rows and columns beside them,
//! up to the next obstacle on each. Their jump points, and the cells that reach them, are computed twice: before the
//! edit and after it. Where the two results differ, the bits in the lines of diagonal jumps are flipped. The
//! documentation of the module [`jump_points`](super) has a drawing.

use super::JumpPoints;
use super::jump_point_lines::{JumpPointLines, LINES};
use super::lines::diagonal_word;
use crate::bits::shear::Diagonal;
use crate::grid::MapError;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{ANY_ARRIVAL, Successors};

impl JumpPoints {
    /// Call before the walkable cells of a block change. A call of [`after_edit`](Self::after_edit) must follow.
    pub(crate) fn before_edit(&mut self, walkable: &WalkableCells, block: Block) -> Result<(), MapError> {
        let lines = |(first, last): (usize, usize)| last - first + 3;
        let words = lines(block.y) * self.words + lines(block.x) * walkable.columns.words_per_row();
        self.reached_before.clear();
        self.reached_before.try_reserve(2 * words)?;
        let mut lines = std::mem::take(&mut self.edited);
        let mut reached = std::mem::take(&mut self.reached_before);
        self.for_each_line_beside(walkable, block, &mut lines, |_, _, _, lines, i| {
            reached.extend(lines.reach_up.iter().chain(&lines.reach_down).map(|words| words[i]));
        });
        (self.edited, self.reached_before) = (lines, reached);
        Ok(())
    }

    /// Updates all bits after the walkable cells of a block have changed.
    pub(crate) fn after_edit(&mut self, walkable: &WalkableCells, block: Block) {
        let mut lines = std::mem::take(&mut self.edited);
        let reached = std::mem::take(&mut self.reached_before);
        let mut before = reached.as_slice();
        self.for_each_line_beside(walkable, block, &mut lines, |points, upwards, line, lines, i| {
            points.store_jump_points(upwards, line, lines, i);
            for (straight, now) in [(upwards, &lines.reach_up), (upwards + 1, &lines.reach_down)] {
                let (old, rest) = before.split_at(now.len());
                before = rest;
                for (word, (now, &old)) in now.iter().zip(old).enumerate().filter(|(_, (now, old))| now[i] != **old) {
                    points.flip_reach(straight, line, lines.first_word + word, now[i] ^ old);
                }
            }
        });
        (self.edited, self.reached_before) = (lines, reached);
        self.update_steps(walkable, block);
    }

    /// Computes the rows and columns of a block, and the ones beside the block, a few at a time into `lines`. `visit`
    /// gets the direction in which the coordinate grows, the number of the row or column, and its number in `lines`.
    fn for_each_line_beside(
        &mut self,
        walkable: &WalkableCells,
        block: Block,
        lines: &mut JumpPointLines,
        mut visit: impl FnMut(&mut Self, usize, usize, &JumpPointLines, usize),
    ) {
        let wide = |(first, last): (usize, usize), end: usize| first.saturating_sub(1)..(last + 2).min(end);
        let along_rows = self.has_rows().then(|| (0, &walkable.rows, wide(block.y, self.height), block.x));
        let along_columns = (2, &walkable.columns, wide(block.x, self.width), block.y);
        for (upwards, bits, range, edited) in along_rows.into_iter().chain([along_columns]) {
            for first in range.clone().step_by(LINES) {
                lines.compute(self.rule, bits, first, edited);
                for line in first..range.end.min(first + LINES) {
                    visit(self, upwards, line, lines, line - first);
                }
            }
        }
    }

    /// Flips whether a straight jump reaches a jump point, for the cells `flipped` of a word of a row or a column.
    fn flip_reach(&mut self, straight: usize, line: usize, word: usize, mut flipped: u64) {
        while flipped != 0 {
            let first = flipped.trailing_zeros();
            let length = (flipped >> first).trailing_ones();
            flipped &= !(u64::MAX >> (64 - length) << first);
            let first = 64 * word + first as usize;
            if self.rule.forces_diagonals() {
                self.flip_stretch::<{ diagonal_word::FORCED + 1 }>(straight, line, first, length as usize);
            } else {
                self.flip_stretch::<{ diagonal_word::FORCED }>(straight, line, first, length as usize);
            }
        }
    }

    /// Flips whether a straight jump reaches a jump point, for `length` cells of a row or a column from `first` on.
    /// Their bits lie in one word of the row or column.
    fn flip_stretch<const WORDS: usize>(&mut self, straight: usize, line: usize, first: usize, length: usize) {
        let along_row = straight < 2;
        for diagonal in 0..self.diagonal_count() {
            let diagonals = self.diagonals[diagonal];
            let Some(side) = diagonals.straights.iter().position(|&of_diagonal| of_diagonal == straight) else {
                continue;
            };
            // Along the stretch, lines grow or fall by one a cell. The first line follows the last one.
            let is_mirrored = along_row && diagonals.sheared_along == Some(Diagonal::Falling);
            let start = if is_mirrored { first + length - 1 } else { first };
            let (x, y) = if along_row { (start, line) } else { (line, start) };
            let first_line = diagonals.sheared_along.map_or(y, |along| along.line(x, y, self.height));
            let position = (diagonals.origin + diagonals.dx * x as i32) as usize;
            // From one line to the next the bit stays, or moves up or down by one position.
            let rotation = match (along_row, is_mirrored == (diagonals.dx < 0)) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 63,
            };
            let mut bit = 1_u64 << (position % 64);
            let before_end = length.min(self.height - first_line);
            for lines in [first_line..first_line + before_end, 0..length - before_end] {
                for (_, words) in self.memory.diagonals_mut(diagonals.first, self.words, position / 64, lines) {
                    for words in words.as_chunks_mut::<WORDS>().0 {
                        words[diagonal_word::REACHES + side] ^= bit;
                        bit = bit.rotate_left(rotation);
                    }
                }
            }
        }
    }

    /// Updates blocked and forced steps of the cells of a block, and of the cells around the block.
    fn update_steps(&mut self, walkable: &WalkableCells, block: Block) {
        let successors: &Successors = self.rule.successors();
        for y in block.y.0.saturating_sub(1)..(block.y.1 + 2).min(self.height) {
            for x in block.x.0.saturating_sub(1)..(block.x.1 + 2).min(self.width) {
                let around = walkable.rows.around(x, y);
                let is_walkable = around >> 4 & 1 == 1;
                for diagonal in 0..self.diagonal_count() {
                    let direction = self.diagonals[diagonal].direction;
                    let legal = is_walkable && successors[ANY_ARRIVAL][around] >> direction & 1 == 1;
                    let (word, bit) = self.diagonal_start(diagonal, x as i32, y as i32);
                    let words = self.memory.diagonal_mut(word);
                    let mask = !(1 << bit);
                    words[diagonal_word::BLOCKED] = words[diagonal_word::BLOCKED] & mask | u64::from(!legal) << bit;
                    if let Some(forced_word) = words.get_mut(diagonal_word::FORCED) {
                        let forced = is_walkable && successors[direction][around] != 0;
                        *forced_word = *forced_word & mask | u64::from(forced) << bit;
                    }
                }
            }
        }
    }
}
