//! Where the jumps of a search end, as bits that edits keep current.
//!
//! A jump-point search moves by *straight jumps*, which end at a jump point, and by *diagonal jumps*, which send out
//! two straight jumps from every cell that they pass. Under [`DiagonalRule::Never`], jumps along x take the part of
//! diagonal jumps, and all straight jumps go along y. Sources: Harabor and Grastien, "Online Graph Pruning for
//! Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point Search", ICAPS 2014.
//!
//! All that a search asks of a jump lies in one *line* of bits, in the direction of travel. The lowest bit of a word
//! answers for 64 cells at once.
//!
//! - The line of a straight jump has one bit a cell: "this cell is a jump point".
//! - The line of a diagonal jump has one group of words for each 64 cells: "the next step is blocked", "the first
//!   straight jump from here reaches a jump point", "so does the second one", and, under rules that force diagonal
//!   steps, "a step is forced here".
//!
//! A search starts a straight jump only where the jump reaches a jump point. The search then need not look for
//! obstacles.
//!
//! # Which cells share a line
//!
//! A straight jump's line is a row or a column. Diagonals are sheared: line `k` of the falling diagonals holds, at
//! position x, the cell (x, k + x), with rows counted round. A map of h rows has h lines for each direction.
//!
//! ```text
//!   map, 3 wide, 4 high      falling (dx = dy): y - x      rising (dx = -dy): x + y
//!
//!        a b c               line 0:  a e i                line 0:  a k i
//!        d e f               line 1:  d h l                line 1:  d b l
//!        g h i               line 2:  g k c                line 2:  g e c
//!        j k l               line 3:  j b f                line 3:  j h f
//! ```
//!
//! A jump never passes from the last row to the first one: the bit "blocked" stops it there.
//!
//! # Where the words of diagonal jumps lie
//!
//! In blocks of 64 neighboring lines, and within a block position after position. Here 1.2 is the group of words of
//! line 1 for its cells 128 to 191:
//!
//! ```text
//! block 0 |  0.0  1.0  2.0 ...  63.0 |  0.1  1.1  2.1 ...  63.1 |  0.2  1.2 ...
//! block 1 | 64.0 65.0 66.0 ... 127.0 | 64.1 65.1 66.1 ... 127.1 | 64.2 65.2 ...
//!
//! a search along line 1 reads 1.0, 1.1, 1.2; an edit of column 5 writes 0.0, 1.0, 2.0 ... 63.0, 64.0 ...
//! ```
//!
//! On a map of at most 64 columns each line is one group. Its last block then ends with the last line.
//!
//! # What an edit reaches
//!
//! An edit of the cell `o` computes the jump points of its row and column anew, and those of the lines beside, as far
//! as the next obstacles. A straight jump from any of the cells `-` and `|` may now reach another jump point. Each such
//! stretch of a row or a column is one flipped bit in each of several neighboring lines of diagonal jumps. Their words
//! lie side by side in a block; line after line, each word would be a cache miss (`benches/NOTES.md`).
//!
//! ```text
//!   # . . | | | . #
//!   # - - - - - - #
//!   # - - - o - - #
//!   # - - - - - - #
//!   # . . | | | . #
//! ```
//!
//! Memory: 16 bits a cell; 20 bits where diagonal steps can be forced; 8 bits under `Never`. Sides count as multiples
//! of 64, but for the longer side of maps whose shorter side has at most 64 cells. Lines of at most 32 cells share
//! words with lines of other directions (`layout.rs`).

// `steps_to_jump_point` reads words as bytes.
#[cfg(target_endian = "big")]
compile_error!("GridStar runs on little-endian machines");

mod around;
mod building;
mod editing;
mod jump_point_lines;
mod layout;
mod lines;
#[cfg(test)]
mod tests;

use crate::grid::MapError;
use crate::held::held;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalJump, DiagonalRule};
use jump_point_lines::{EditedLines, JumpPointLines};
use layout::{BLOCK, DiagonalJumps, LineShape, StraightJumps};
use lines::LineMemory;
pub(crate) use lines::{Lines, diagonal_word};

/// The jump points of a map under one rule.
#[derive(Debug)]
pub(crate) struct JumpPoints {
    rule: DiagonalRule,
    width: usize,
    height: usize,
    /// Words in a row; groups of words in a line of a diagonal jump.
    words: usize,
    /// The number of bits in a line of straight jumps along x, and along y.
    line_bits: [i32; 2],
    straights: [StraightJumps; 4],
    /// By straight jump: a diagonal jump that sends it out, and whether as its first (0) or second (1). The words of
    /// the diagonal jump tell whether the straight jump reaches a jump point.
    diagonal_of_straight: [(u8, u8); 4],
    diagonals: [DiagonalJumps; 4],
    memory: LineMemory,
    /// During an edit: the cells from which straight jumps reached jump points before the edit, those up the lines and
    /// those down the lines.
    reached_before: Vec<[[u64; EditedLines::LINES]; 2]>,
    edited: EditedLines,
}

held!(JumpPoints: memory, edited, reached_before);

impl JumpPoints {
    /// Derives the jump points from the walkable cells of a map.
    pub(crate) fn new(rule: DiagonalRule, walkable: &WalkableCells) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        let kinds = rule.diagonals().len();
        let (row, column, diagonal) =
            (LineShape::new(width, 2), LineShape::new(height, 2), LineShape::new(width, kinds));
        // The number of words of straight jumps along x, and along y.
        let along_x = if rule == DiagonalRule::Never { 0 } else { 2 / row.sharing * height * row.words };
        let along_y = 2 / column.sharing * width * column.words;
        let [right, left] = StraightJumps::both(0, 0, height, row);
        let [up, down] = StraightJumps::both(2, along_x, width, column);
        let line_bits = [row, column].map(|shape| 64 * shape.words as i32);
        let mut points = Self {
            rule,
            width,
            height,
            words: row.words,
            line_bits,
            straights: [right, left, up, down],
            diagonal_of_straight: std::array::from_fn(|straight| diagonal_with_straight(rule, straight)),
            // Under `Never` the last two are not used.
            diagonals: std::array::from_fn(|i| DiagonalJumps::new(rule, i % kinds, height, diagonal, line_bits)),
            // One word more: `steps_to_jump_point` reads past the last line.
            memory: LineMemory::new(
                kinds.div_ceil(diagonal.sharing) * DiagonalJumps::groups(height, diagonal),
                rule.forces_diagonals(),
                along_x + along_y + 1,
            )?,
            reached_before: Vec::new(),
            edited: EditedLines::default(),
        };
        points.build(walkable)?;
        Ok(points)
    }

    /// The rule whose jump points these are.
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    #[inline(always)]
    pub(crate) fn diagonals(&self, diagonal: usize) -> &DiagonalJumps {
        &self.diagonals[diagonal]
    }

    /// The lines that searches read.
    pub(crate) fn lines(&self) -> Lines<'_> {
        self.memory.lines()
    }

    /// The bit numbers of a cell in the lines of the four straight jumps, for
    /// [`steps_to_jump_point`](Lines::steps_to_jump_point).
    #[inline(always)]
    pub(crate) fn straight_bits(&self, x: i32, y: i32) -> [i32; 4] {
        let [right, left, up, down] = self.straights.each_ref().map(|straights| straights.origin);
        let (row, column) = (y * self.line_bits[0], x * self.line_bits[1]);
        [right + row + x, left + row - x, up + column + y, down + column - y]
    }

    /// A diagonal jump whose words tell whether a straight jump from a cell reaches a jump point, and whether that is
    /// its first (0) or second (1) straight jump. The words tell so also where the diagonal jump itself can't begin.
    #[inline(always)]
    pub(crate) fn diagonal_of_straight(&self, straight: usize) -> (usize, usize) {
        let (diagonal, side) = self.diagonal_of_straight[straight];
        (diagonal.into(), side.into())
    }

    /// Where a cell lies on its line of a diagonal jump: the index of its group in [`diagonals`](Lines::diagonals), and
    /// its bit there.
    #[inline(always)]
    pub(crate) fn diagonal_start(&self, diagonal: usize, x: i32, y: i32) -> (usize, u32) {
        let diagonals = &self.diagonals[diagonal];
        // As `Diagonal::line`, without a branch: the processor can't predict which of the four jumps comes next.
        let line = y + diagonals.line_step * x + diagonals.line_origin;
        let line = (line + (self.height as i32 & line >> 31)) as usize;
        let position = (diagonals.origin + diagonals.dx * x) as usize;
        let in_blocks = line / BLOCK * BLOCK * self.words + position / 64 * BLOCK + line % BLOCK;
        (diagonals.first as usize + in_blocks, (position % 64) as u32)
    }

    fn diagonal_count(&self) -> usize {
        self.rule.diagonals().len()
    }

    /// Whether there are straight jumps along rows.
    fn has_rows(&self) -> bool {
        self.rule != DiagonalRule::Never
    }

    /// Stores the jump points of both straight jumps along a row, or a column. The row or column is number `line` of
    /// the map and number `i` of `lines`; `upwards` is the direction in which its coordinate grows.
    #[inline(always)]
    fn store_jump_points<const LINES: usize, const AROUND: usize>(
        &mut self,
        upwards: usize,
        line: usize,
        lines: &JumpPointLines<LINES, AROUND>,
        i: usize,
    ) {
        let (up, down) = (&self.straights[upwards], &self.straights[upwards + 1]);
        let first = lines.first_word;
        for (target, words) in self.memory.jump_points_mut(up, line)[first..].iter_mut().zip(&lines.words) {
            up.field.put(target, words.jump_points[0][i]);
        }
        for (target, words) in self.memory.jump_points_mut(down, line).iter_mut().rev().skip(first).zip(&lines.words) {
            down.field.put(target, words.jump_points[1][i].reverse_bits());
        }
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            memory: self.memory.try_clone()?,
            reached_before: Vec::new(),
            edited: EditedLines::default(),
            ..*self
        })
    }
}

/// The first diagonal jump that sends out a straight jump, and whether as its first (0) or second (1). Under `Never`,
/// the result for directions along x has no meaning.
fn diagonal_with_straight(rule: DiagonalRule, straight: usize) -> (u8, u8) {
    let sides = |(i, diagonal): (u8, &DiagonalJump)| {
        diagonal.straights.iter().zip(0..).find(|&(&of_diagonal, _)| of_diagonal == straight).map(|(_, side)| (i, side))
    };
    (0..).zip(rule.diagonals()).find_map(sides).unwrap_or((0, 0))
}
