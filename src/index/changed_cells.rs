//! What an edit changed: the cells of a block before it, beside those after it.

use super::walkable_cells::{Block, WalkableCells};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use std::ops::RangeInclusive;

/// The walkable cells of a block before an edit, in whole words by the rows of the index.
#[derive(Debug)]
pub(crate) struct CellsBefore {
    block: Block,
    /// The words of a block of a few; those of a larger one are in `many`. Edits of single cells take no memory.
    few: [u64; FEW],
    many: Vec<u64>,
}

const FEW: usize = 8;

/// The cells of a block that an edit has opened or closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangedCells<'a> {
    before: &'a CellsBefore,
    walkable: &'a WalkableCells,
}

impl WalkableCells {
    /// The cells of a block as they are now, before an edit of it.
    pub(crate) fn before_edit(&self, block: Block) -> Result<CellsBefore, OutOfMemory> {
        let in_row = words_of(block);
        let count = (block.y.1 - block.y.0 + 1) * (in_row.end() - in_row.start() + 1);
        let (mut few, mut many) = ([0; FEW], reserved(if count <= FEW { 0 } else { count })?);
        let words = (block.y.0..=block.y.1).flat_map(|y| &self.rows.row(y as isize)[in_row.clone()]);
        if count <= FEW {
            few.iter_mut().zip(words).for_each(|(kept, &word)| *kept = word);
        } else {
            many.extend(words);
        }
        Ok(CellsBefore { block, few, many })
    }
}

impl CellsBefore {
    fn words(&self) -> &[u64] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

impl<'a> ChangedCells<'a> {
    /// The cells of the block that are others in `walkable`, the cells after the edit.
    pub(crate) fn between(before: &'a CellsBefore, walkable: &'a WalkableCells) -> Self {
        Self { before, walkable }
    }

    /// The walkable cells after the edit.
    pub(crate) fn walkable(self) -> &'a WalkableCells {
        self.walkable
    }

    /// The block in which cells may have changed.
    pub(crate) fn block(self) -> Block {
        self.before.block
    }

    /// The words of a row that have cells of the block.
    pub(crate) fn words(self) -> RangeInclusive<usize> {
        words_of(self.before.block)
    }

    /// The opened and the closed cells of a word of a row, as bits. Outside the block there are none.
    pub(crate) fn opened_and_closed(self, word: usize, y: usize) -> (u64, u64) {
        let (block, words) = (self.before.block, self.words());
        if !words.contains(&word) || y < block.y.0 || y > block.y.1 {
            return (0, 0);
        }
        let in_row = words.end() - words.start() + 1;
        let before = self.before.words()[(y - block.y.0) * in_row + word - words.start()];
        let now = self.walkable.rows.row(y as isize)[word];
        (now & !before, before & !now)
    }
}

fn words_of(block: Block) -> RangeInclusive<usize> {
    block.x.0 / 64..=block.x.1 / 64
}
