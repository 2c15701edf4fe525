//! Keeping jump points current through edits.
//!
//! An edit can change jump points in the rows and columns of the edited cells and in the rows and columns beside them,
//! up to the next obstacle on each. Their jump points, and the cells that reach them, are computed twice: before the
//! edit and after it. Where the two results differ, the bits in the lines of diagonal jumps are flipped. The
//! documentation of the module [`jump_points`](super) has a drawing.

use super::JumpPoints;
use super::around::{Surrounding, move_bits, write_diagonal};
use super::jump_point_lines::EditedLines;
use super::lines::diagonal_word;
use crate::bits::bit_rows::BitRows;
use crate::bits::prefetch::prefetch;
use crate::bits::shear::Diagonal;
use crate::grid::MapError;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::index::walls::WalledLines;
use std::ops::Range;

impl JumpPoints {
    /// Call before the walkable cells of a block change. A call of [`after_edit`](Self::after_edit) must follow.
    pub(crate) fn before_edit(&mut self, walkable: &WalkableCells, block: Block) -> Result<(), MapError> {
        let groups = |(first, last): (usize, usize)| (last - first + 3).div_ceil(EditedLines::LINES);
        let words = groups(block.y) * self.words + groups(block.x) * walkable.columns.words_per_row();
        self.edited.reserve(self.words.max(walkable.columns.words_per_row()))?;
        self.reached_before.clear();
        self.reached_before.try_reserve_exact(words)?;
        let mut lines = std::mem::take(&mut self.edited);
        let mut reached = std::mem::take(&mut self.reached_before);
        self.for_each_group_beside(walkable, block, &mut lines, &mut |_, _, _, lines| {
            reached.extend(lines.words.iter().map(|words| words.reach));
        });
        (self.edited, self.reached_before) = (lines, reached);
        Ok(())
    }

    /// Updates all bits after the walkable cells of a block have changed.
    pub(crate) fn after_edit(&mut self, walkable: &WalkableCells, block: Block) {
        let mut lines = std::mem::take(&mut self.edited);
        let reached = std::mem::take(&mut self.reached_before);
        let mut before = reached.as_slice();
        self.for_each_group_beside(walkable, block, &mut lines, &mut |points, upwards, group, lines| {
            for (i, line) in group.clone().enumerate() {
                points.store_jump_points(upwards, line, lines, i);
            }
            let (old, rest) = before.split_at(lines.words.len());
            before = rest;
            points.flip_reach(upwards, group, lines, old);
        });
        (self.edited, self.reached_before) = (lines, reached);
        self.update_steps(walkable, block);
    }

    /// Computes the rows and columns of a block, and the ones beside the block, a few at a time into `lines`.
    fn for_each_group_beside(
        &mut self,
        walkable: &WalkableCells,
        block: Block,
        lines: &mut EditedLines,
        visit: &mut Visit,
    ) {
        let wide = |(first, last): (usize, usize), end: usize| first.saturating_sub(1)..(last + 2).min(end);
        let (rows, columns) = (walkable.lines_along_rows(), walkable.lines_along_columns());
        let along_rows = self.has_rows().then(|| (0, rows, wide(block.y, self.height), block.x));
        let along_columns = (2, columns, wide(block.x, self.width), block.y);
        for (upwards, bits, range, edited) in along_rows.into_iter().chain([along_columns]) {
            for first in range.clone().step_by(EditedLines::LINES) {
                lines.compute_around(self.rule, bits, first, edited);
                visit(self, upwards, first..range.end.min(first + EditedLines::LINES), lines);
            }
        }
    }

    /// Changes whether straight jumps reach jump points, for the cells of neighboring rows or columns where `lines`
    /// differs from `old`.
    fn flip_reach(&mut self, upwards: usize, group: Range<usize>, lines: &EditedLines, old: &[Reach]) {
        // Word by word, because the bits of neighboring rows or columns share cache lines.
        for word in 0..old.len() {
            for side in 0..2 {
                let (straight, number) = (upwards + side, lines.first_word + word);
                let now = |word: usize| lines.words.get(word).map(|words| words.reach[side]);
                if now(word + PREFETCHED).is_some_and(|now| now != old[word + PREFETCHED][side]) {
                    self.prefetch_reach(straight, group.start, number + PREFETCHED);
                }
                for ((line, old), now) in group.clone().zip(old[word][side]).zip(lines.words[word].reach[side]) {
                    self.flip_word(straight, line, number, now ^ old);
                }
            }
        }
    }

    /// Flips whether a straight jump reaches a jump point, for the cells `flipped` of a word of a row or a column.
    #[inline(always)]
    fn flip_word(&mut self, straight: usize, line: usize, word: usize, mut flipped: u64) {
        while flipped != 0 {
            let first = flipped.trailing_zeros();
            let length = (flipped >> first).trailing_ones();
            flipped &= !(u64::MAX >> (64 - length) << first);
            let cells = 64 * word + first as usize..64 * word + (first + length) as usize;
            if self.rule.forces_diagonals() {
                self.flip_stretch::<{ diagonal_word::FORCED + 1 }>(straight, line, cells);
            } else {
                self.flip_stretch::<{ diagonal_word::FORCED }>(straight, line, cells);
            }
        }
    }

    /// Flips whether a straight jump reaches a jump point, for `cells` of a row or a column. Their bits lie in one word
    /// of the row or column.
    fn flip_stretch<const WORDS: usize>(&mut self, straight: usize, line: usize, cells: Range<usize>) {
        for diagonal in 0..self.diagonal_count() {
            let Some(stretch) = self.stretch(diagonal, straight, line, &cells) else { continue };
            let mut bit = 1_u64 << (stretch.position % 64);
            for lines in stretch.lines {
                for (_, words) in self.memory.diagonals_mut(stretch.first, self.words, stretch.position / 64, lines) {
                    for words in words.as_chunks_mut::<WORDS>().0 {
                        words[diagonal_word::REACHES + stretch.side] ^= bit;
                        bit = bit.rotate_left(stretch.rotation);
                    }
                }
            }
        }
    }

    /// Asks for the cache lines that [`flip_word`](Self::flip_word) writes for a word of this row or column.
    fn prefetch_reach(&mut self, straight: usize, line: usize, word: usize) {
        let end = if is_along_row(straight) { self.width } else { self.height };
        let cells = 64 * word..(64 * word + 64).min(end);
        for diagonal in 0..self.diagonal_count() {
            let Some(stretch) = self.stretch(diagonal, straight, line, &cells) else { continue };
            for lines in stretch.lines {
                let stretches = self.memory.diagonals_mut(stretch.first, self.words, stretch.position / 64, lines);
                stretches.for_each(|(_, words)| prefetch(words));
            }
        }
    }

    /// Where a diagonal jump that sends out a straight jump has the bits of `cells` of a row or a column. `None` if it
    /// does not send out the straight jump.
    #[inline(always)]
    fn stretch(&self, diagonal: usize, straight: usize, line: usize, cells: &Range<usize>) -> Option<Stretch> {
        let diagonals = &self.diagonals[diagonal];
        let side = diagonals.straights().iter().position(|&of_diagonal| of_diagonal == straight)?;
        // Along the stretch, lines grow or fall by one a cell. The first line follows the last one.
        let along_row = is_along_row(straight);
        let is_mirrored = along_row && diagonals.sheared_along() == Some(Diagonal::Falling);
        let start = if is_mirrored { cells.end - 1 } else { cells.start };
        let (x, y) = if along_row { (start, line) } else { (line, start) };
        let first_line = diagonals.sheared_along().map_or(y, |along| along.line(x, y, self.height));
        let before_end = cells.len().min(self.height - first_line);
        Some(Stretch {
            first: diagonals.first as usize,
            side,
            lines: [first_line..first_line + before_end, 0..cells.len() - before_end],
            position: (diagonals.origin + diagonals.dx * x as i32) as usize,
            rotation: match (along_row, is_mirrored == (diagonals.dx < 0)) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 63,
            },
        })
    }

    /// Updates blocked and forced steps of the cells of a block, and of the cells around the block.
    fn update_steps(&mut self, walkable: &WalkableCells, block: Block) {
        let rows = block.y.0.saturating_sub(1)..(block.y.1 + 2).min(self.height);
        let columns = block.x.0.saturating_sub(1)..(block.x.1 + 2).min(self.width);
        for (word, first) in (columns.start / 64..columns.end.div_ceil(64))
            .flat_map(|word| rows.clone().step_by(ROWS_AT_ONCE).map(move |first| (word, first)))
        {
            let columns = columns.start.max(64 * word)..columns.end.min(64 * word + 64);
            self.update_steps_of_word(walkable.lines_along_rows(), columns, first..rows.end.min(first + ROWS_AT_ONCE));
        }
    }

    /// Updates blocked and forced steps of cells in one word of up to [`ROWS_AT_ONCE`] rows.
    fn update_steps_of_word(&mut self, lines: WalledLines, columns: Range<usize>, rows: Range<usize>) {
        let read = |bits: &BitRows| around_of(bits, columns.start / 64, rows.start);
        let cells = read(lines.cells);
        let cells = [&cells[0][..], &cells[1][..], &cells[2][..]];
        let closed = lines.walls.map(|walls| walls.map(read));
        for diagonal in 0..self.diagonal_count() {
            let [mut legal, mut forced] = [[0; ROWS_AT_ONCE]; 2];
            match &closed {
                None => {
                    let around = Surrounding::without_walls(cells);
                    write_diagonal(self.rule, diagonal, around, &mut legal, &mut forced);
                }
                Some(closed) => {
                    let closed = closed.each_ref().map(|words| words.each_ref().map(|words| &words[..]));
                    let around = Surrounding::<true> { cells, closed };
                    write_diagonal(self.rule, diagonal, around, &mut legal, &mut forced);
                }
            }
            for (y, (legal, forced)) in rows.clone().zip(legal.into_iter().zip(forced)) {
                for x in columns.clone() {
                    let (word, bit) = self.diagonal_start(diagonal, x as i32, y as i32);
                    let words = self.memory.diagonal_mut(word);
                    let put = |word: &mut u64, bits: u64| *word = *word & !(1 << bit) | (bits >> (x % 64) & 1) << bit;
                    put(&mut words[diagonal_word::BLOCKED], !legal);
                    if let Some(word) = words.get_mut(diagonal_word::FORCED) {
                        put(word, forced);
                    }
                }
            }
        }
    }
}

/// The number of rows whose steps an edit finds together.
const ROWS_AT_ONCE: usize = 4;

/// The words around a word of [`ROWS_AT_ONCE`] rows.
fn around_of(bits: &BitRows, word: usize, first: usize) -> [[u64; ROWS_AT_ONCE + 2]; 3] {
    let mut around = [[0; ROWS_AT_ONCE + 2]; 3];
    let [mut before, mut here, mut after] = around;
    let first = first as isize - 1;
    if word > 0 {
        bits.read_down(first, word - 1, &mut before);
    }
    bits.read_down(first, word, &mut here);
    if word + 1 < bits.words_per_row() {
        bits.read_down(first, word + 1, &mut after);
    }
    let [below, middle, above] = &mut around;
    move_bits(&before, &here, &after, below, above);
    *middle = here;
    around
}

/// By direction of the straight jump, the cells of a word of each line that reach jump points.
pub(super) type Reach = [[u64; EditedLines::LINES]; 2];

/// Steps with computed lines: the direction in which the coordinate grows, the numbers of the rows or columns,
/// and the lines.
type Visit<'a> = dyn FnMut(&mut JumpPoints, usize, Range<usize>, &EditedLines) + 'a;

/// Where the lines of a diagonal jump have the bits of neighboring cells of a row or a column.
struct Stretch {
    /// The first group of words of the diagonal jump.
    first: usize,
    /// Whether the straight jump is the first (0) or the second (1) of the diagonal jump.
    side: usize,
    /// The lines of the cells, in the order of the bits.
    lines: [Range<usize>; 2],
    /// The position of the first bit in its line.
    position: usize,
    /// From one line to the next the bit moves left by this number of positions, counted round the word.
    rotation: u32,
}

/// Cache lines are asked for this number of words ahead of the word that is flipped.
const PREFETCHED: usize = 3;

fn is_along_row(straight: usize) -> bool {
    straight < 2
}
