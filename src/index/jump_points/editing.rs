//! Bringing jump points up to date: the rows and columns of the edited cells and those beside them are computed anew, and what reaches other turns than
//! before is flipped in the lines of runs.

use super::turn_rows::TurnRow;
use super::{JumpPoints, beside};
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
        let mut row = std::mem::take(&mut self.edited_row);
        let mut reached = std::mem::take(&mut self.reached_before);
        self.for_each_line_beside(free, block, &mut row, |_, _, _, row| {
            reached.extend_from_slice(&row.reach_up);
            reached.extend_from_slice(&row.reach_down);
        });
        (self.edited_row, self.reached_before) = (row, reached);
        Ok(())
    }

    /// Brings all bits up to date when the free cells of a block have changed.
    pub(crate) fn after_edit(&mut self, free: &FreeCells, block: Block) {
        let mut row = std::mem::take(&mut self.edited_row);
        let reached = std::mem::take(&mut self.reached_before);
        let mut before = reached.as_slice();
        self.for_each_line_beside(free, block, &mut row, |points, upwards, line, row| {
            points.store_turns(upwards, line, row);
            for (ray, now) in [(upwards, &row.reach_up), (upwards + 1, &row.reach_down)] {
                let (old, rest) = before.split_at(now.len());
                before = rest;
                for (word, (&now, &old)) in now.iter().zip(old).enumerate().filter(|(_, (now, old))| now != old) {
                    points.flip_reach(ray, line, word, now ^ old);
                }
            }
        });
        (self.edited_row, self.reached_before) = (row, reached);
        self.update_steps(free, block);
    }

    /// Computes the rows and columns that an edit of a block can change, one after the other, into `row`: those of the block
    /// and the ones beside it. `visit` gets the upward ray's direction and the number of the row or column.
    fn for_each_line_beside(
        &mut self,
        free: &FreeCells,
        block: Block,
        row: &mut TurnRow,
        mut visit: impl FnMut(&mut Self, usize, usize, &TurnRow),
    ) {
        let wide = |(first, last): (usize, usize), end: usize| first.saturating_sub(1)..(last + 2).min(end);
        if self.has_rows() {
            row.resize(self.words);
            for y in wide(block.y, self.height) {
                row.compute(self.rule, beside(&free.rows, y), free.rows.row(y as isize));
                visit(self, 0, y, row);
            }
        }
        row.resize(free.columns.words_per_row());
        for x in wide(block.x, self.width) {
            row.compute(self.rule, beside(&free.columns, x), free.columns.row(x as isize));
            visit(self, 2, x, row);
        }
    }

    /// Flips what a ray reaches from the cells that are the bits of a word of a row, or of a column.
    fn flip_reach(&mut self, ray: usize, line: usize, word: usize, flipped: u64) {
        for run in 0..self.run_count() {
            let Some(side) = self.runs[run].rays.iter().position(|&of_run| of_run == ray) else { continue };
            for position in ones(flipped).map(|bit| 64 * word + bit) {
                let (x, y) = if ray < 2 { (position, line) } else { (line, position) };
                let (word, bit) = self.run_start(run, x as i32, y as i32);
                self.run_words[word].reaches[side] ^= 1 << bit;
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
                    let forced = is_free && self.has_rows() && successors[direction][around] != 0;
                    let (word, bit) = self.run_start(run, x as i32, y as i32);
                    let words = &mut self.run_words[word];
                    let mask = !(1 << bit);
                    words.blocked = words.blocked & mask | u64::from(!legal) << bit;
                    words.forced = words.forced & mask | u64::from(forced) << bit;
                }
            }
        }
    }
}

/// The numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
