//! Changes of an edit: the cells of a block before it, beside those after it, and the walls between them.

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
    /// Words of as many rows: the steps along each row, and to the next one, that were closed in both directions. Empty
    /// without walls.
    walls: Vec<[u64; 2]>,
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
        let mut walls = reserved(if self.walls().is_some() { count } else { 0 })?;
        if self.walls().is_some() {
            let words = (block.y.0..=block.y.1).flat_map(|y| words_of(block).map(move |word| self.walls_at(word, y)));
            walls.extend(words);
        }
        Ok(CellsBefore { block, few, many, walls })
    }

    /// The steps from the cells of a word along the row, and to the next row, that are closed in both directions.
    fn walls_at(&self, word: usize, y: usize) -> [u64; 2] {
        let Some([up, down, forth, back]) = self.lines_along_rows().walls else { return [0; 2] };
        [[up, down], [forth, back]].map(|[one, other]| one.row(y as isize)[word] & other.row(y as isize)[word])
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

    /// The opened cells of a word of a row, and those beside which a wall has opened.
    pub(crate) fn opened(self, word: usize, y: usize) -> u64 {
        self.opened_and_closed(word, y).0 | self.beside_walls(word, y)[0]
    }

    /// The walkable cells of a word of a row beside which walls have opened, and have closed.
    pub(crate) fn beside_walls(self, word: usize, y: usize) -> [u64; 2] {
        let (block, words) = (self.before.block, self.words());
        if self.before.walls.is_empty() && self.walkable.walls().is_none() || !words.contains(&word) {
            return [0; 2];
        }
        // Steps that opened, and that closed: along a row, and to the next one.
        let differing = |word: usize, y: usize| {
            if !words.contains(&word) || y < block.y.0 || y > block.y.1 {
                return [[0; 2]; 2];
            }
            let in_row = words.end() - words.start() + 1;
            let before = self.before.walls.get((y - block.y.0) * in_row + word - words.start());
            let (before, now) = (before.copied().unwrap_or_default(), self.walkable.walls_at(word, y));
            [[0, 1].map(|edge| before[edge] & !now[edge]), [0, 1].map(|edge| now[edge] & !before[edge])]
        };
        let (here, left, above) =
            (differing(word, y), differing(word.wrapping_sub(1), y), differing(word, y.wrapping_sub(1)));
        let walkable = match block.y.0 <= y && y <= block.y.1 {
            true => self.walkable.rows.row(y as isize)[word],
            false => 0,
        };
        [0, 1].map(|kind| {
            let [along, across] = here[kind];
            walkable & (along | along << 1 | left[kind][0] >> 63 | across | above[kind][1])
        })
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
