//! Bringing jump points up to date: the rows and columns of the edited cells and those beside them are computed anew, and what reaches other turns than
//! before is flipped in the lines of runs.

use super::JumpPoints;
use super::lines::run_word;
use super::shear::Diagonal;
use super::turn_lines::{LINES, TurnLines};
use crate::grid::MapError;
use crate::index::free_cells::{Block, FreeCells};
use crate::movement::{ANY_ARRIVAL, Successors};

impl JumpPoints {
    /// To be called before the free cells of a block change, with them as they are; [`after_edit`](Self::after_edit) follows.
    pub(crate) fn before_edit(&mut self, free: &FreeCells, block: Block) -> Result<(), MapError> {
        let lines = |(first, last): (usize, usize)| last - first + 3;
        let words = lines(block.y) * self.words + lines(block.x) * free.columns.words_per_row();
        self.reached_before.clear();
        self.reached_before.try_reserve(2 * words)?;
        let mut lines = std::mem::take(&mut self.edited);
        let mut reached = std::mem::take(&mut self.reached_before);
        self.for_each_line_beside(free, block, &mut lines, |_, _, _, lines, i| {
            reached.extend(lines.reach_up.iter().chain(&lines.reach_down).map(|words| words[i]));
        });
        (self.edited, self.reached_before) = (lines, reached);
        Ok(())
    }

    /// Brings all bits up to date when the free cells of a block have changed.
    pub(crate) fn after_edit(&mut self, free: &FreeCells, block: Block) {
        let mut lines = std::mem::take(&mut self.edited);
        let reached = std::mem::take(&mut self.reached_before);
        let mut before = reached.as_slice();
        self.for_each_line_beside(free, block, &mut lines, |points, upwards, line, lines, i| {
            points.store_turns(upwards, line, lines, i);
            for (ray, now) in [(upwards, &lines.reach_up), (upwards + 1, &lines.reach_down)] {
                let (old, rest) = before.split_at(now.len());
                before = rest;
                for (word, (now, &old)) in now.iter().zip(old).enumerate().filter(|(_, (now, old))| now[i] != **old) {
                    points.flip_reach(ray, line, word, now[i] ^ old);
                }
            }
        });
        (self.edited, self.reached_before) = (lines, reached);
        self.update_steps(free, block);
    }

    /// Computes the rows and columns that an edit of a block can change, some at a time, into `lines`: those of the block
    /// and the ones beside it. `visit` gets the upward ray's direction, the number of the row or column, and its number in `lines`.
    fn for_each_line_beside(
        &mut self,
        free: &FreeCells,
        block: Block,
        lines: &mut TurnLines,
        mut visit: impl FnMut(&mut Self, usize, usize, &TurnLines, usize),
    ) {
        let wide = |(first, last): (usize, usize), end: usize| first.saturating_sub(1)..(last + 2).min(end);
        let along_rows = self.has_rows().then(|| (0, &free.rows, wide(block.y, self.height)));
        let along_columns = (2, &free.columns, wide(block.x, self.width));
        for (upwards, bits, range) in along_rows.into_iter().chain([along_columns]) {
            for first in range.clone().step_by(LINES) {
                lines.compute(self.rule, bits, first);
                for line in first..range.end.min(first + LINES) {
                    visit(self, upwards, line, lines, line - first);
                }
            }
        }
    }

    /// Flips what a ray reaches from the cells that are the bits of a word of a row, or of a column.
    fn flip_reach(&mut self, ray: usize, line: usize, word: usize, flipped: u64) {
        let along_row = ray < 2;
        let (x, y) = if along_row { (64 * word, line) } else { (line, 64 * word) };
        for run in 0..self.run_count() {
            let runs = self.runs[run];
            let Some(side) = runs.rays.iter().position(|&of_run| of_run == ray) else { continue };
            let (start, bit) = self.run_start(run, x as i32, y as i32);
            // From one cell to the next the line is the next one or the one before, the last line followed by the first one.
            let falls = along_row && runs.diagonal == Some(Diagonal::Falling);
            let bit_step = if along_row { runs.dx } else { 0 };
            let (end, all) = (runs.first + self.height * self.words, self.height * self.words);
            // Most cells from the first to the last one are flipped: it takes longer to look for them.
            for i in flipped.trailing_zeros() as usize..64 - flipped.leading_zeros() as usize {
                let at = if falls { start + all - i * self.words } else { start + i * self.words };
                let at = if at >= end { at - all } else { at };
                let flip = (flipped >> i & 1) << (bit as i32 + i as i32 * bit_step);
                self.memory.run_mut(at)[run_word::REACHES + side] ^= flip;
            }
        }
    }

    /// The steps and forced steps of the cells of a block and of those beside it.
    fn update_steps(&mut self, free: &FreeCells, block: Block) {
        let successors: &Successors = self.rule.successors();
        for y in block.y.0.saturating_sub(1)..(block.y.1 + 2).min(self.height) {
            for x in block.x.0.saturating_sub(1)..(block.x.1 + 2).min(self.width) {
                let around = free.rows.around(x, y);
                let is_free = around >> 4 & 1 == 1;
                for run in 0..self.run_count() {
                    let direction = self.runs[run].direction;
                    let legal = is_free && successors[ANY_ARRIVAL][around] >> direction & 1 == 1;
                    let (word, bit) = self.run_start(run, x as i32, y as i32);
                    let words = self.memory.run_mut(word);
                    let mask = !(1 << bit);
                    words[run_word::BLOCKED] = words[run_word::BLOCKED] & mask | u64::from(!legal) << bit;
                    if let Some(forced_word) = words.get_mut(run_word::FORCED) {
                        let forced = is_free && successors[direction][around] != 0;
                        *forced_word = *forced_word & mask | u64::from(forced) << bit;
                    }
                }
            }
        }
    }
}
