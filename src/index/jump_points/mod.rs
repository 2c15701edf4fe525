//! Where the jumps of a search end, as bits that an edit keeps current.
//!
//! A jump-point search moves along *straight jumps*, which are straight and end at a jump point ([`JumpPointLines`]), and along *diagonal jumps*,
//! which are diagonal and send out two straight jumps from every cell that they pass. (Under [`DiagonalRule::Never`] diagonal jumps go
//! along x and straight jumps along y.) All that a search asks of a straight jump or a diagonal jump lies in one line of bits in the order of travel,
//! so that it is answered 64 cells at a time by the lowest bit of a word:
//!
//! - a straight jump has the bits "jump point here";
//! - a diagonal jump has, in one group of words, the bits "the next step is blocked", "the one straight jump from here gets to a jump point" and
//!   "so does the other one"; and where diagonal steps can force others, "a step aside is forced here".
//!
//! A search starts a straight jump only where it gets to a jump point, and need then not look for obstacles. Sources: Harabor and
//! Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point Search", ICAPS
//! 2014.
//!
//! The words of diagonal jumps lie in blocks of 64 neighboring lines, and within a block position after position. Here 1.2 is the
//! group of words of line 1 for its cells 128 to 191:
//!
//! ```text
//! block 0 |  0.0  1.0  2.0 ...  63.0 |  0.1  1.1  2.1 ...  63.1 |  0.2  1.2 ...
//! block 1 | 64.0 65.0 66.0 ... 127.0 | 64.1 65.1 66.1 ... 127.1 | 64.2 65.2 ...
//!
//! a search along line 1 reads 1.0, 1.1, 1.2; an edit on column 5 writes 0.0, 1.0, 2.0 ... 63.0, 64.0 ...
//! ```
//!
//! An edit flips "gets to a jump point" for stretches of a row or a column. Such cells lie on neighboring lines, so that
//! their words are contiguous. With line after line each word would be a cache miss. Figures: `benches/NOTES.md`.
//!
//! Memory: 16 bits a cell, 20 where diagonal steps can force others, 8 under `Never`, with sides rounded up to
//! multiples of 64.

// Bits of jump points are read as bytes.
#[cfg(target_endian = "big")]
compile_error!("GridStar diagonals on little-endian machines");

mod building;
mod column_jumps;
mod column_steps;
mod editing;
mod walkable_around;
mod lines;
#[cfg(test)]
mod tests;
mod jump_point_lines;

use crate::bits::shear::Diagonal;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DIRECTIONS, DiagonalJump, DiagonalRule};
use jump_point_lines::JumpPointLines;
use lines::{BLOCK, LineMemory};
pub(crate) use lines::{Lines, diagonal_word};

/// The lines of the straight jumps of one direction.
#[derive(Clone, Copy, Debug)]
struct StraightJumps {
    /// Where its lines begin, and how many words each has.
    first: usize,
    words: usize,
    /// The bit of (x, y) is `origin + x * x_step + y * y_step`, counted through all lines.
    origin: isize,
    x_step: isize,
    y_step: isize,
}

impl StraightJumps {
    fn new(direction: usize, first: usize, words: usize) -> Self {
        let (dx, dy) = DIRECTIONS[direction];
        let line = 64 * words as isize;
        // Lines lie in the order of travel: those of falling coordinates are mirrored.
        let origin = 64 * first as isize + if dx + dy < 0 { line - 1 } else { 0 };
        let (x_step, y_step) = if dy == 0 { (dx as isize, line) } else { (line, dy as isize) };
        Self { first, words, origin, x_step, y_step }
    }
}

/// The lines of the diagonal jumps of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiagonalJumps {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) direction: usize,
    /// The directions of its two straight jumps.
    pub(crate) straights: [usize; 2],
    /// By how much the bit of a straight jump grows from one cell of the diagonal jump to the next.
    pub(crate) straight_steps: [isize; 2],
    /// Which lines they follow; `None` for rows.
    sheared_along: Option<Diagonal>,
    /// How many lines on the next column is, for a cell of the same row.
    line_step: i32,
    /// Where its lines begin.
    first: usize,
    /// Position of column 0 in a line.
    origin: i32,
}

/// The jump points of a map under one rule.
#[derive(Debug)]
pub(crate) struct JumpPoints {
    rule: DiagonalRule,
    width: usize,
    height: usize,
    /// Words in a row, and in a line of diagonal jumps.
    words: usize,
    straights: [StraightJumps; 4],
    /// For each straight jump a diagonal jump, and which of its two straight jumps that is: the diagonal jump's words tell whether the straight jump gets to a jump point.
    diagonal_of_straight: [(usize, usize); 4],
    diagonals: [DiagonalJumps; 4],
    memory: LineMemory,
    /// During an edit: which cells reached jump points before it.
    reached_before: Vec<u64>,
    edited: JumpPointLines,
}

impl JumpPoints {
    /// Of the walkable cells of a map.
    pub(crate) fn new(rule: DiagonalRule, walkable: &WalkableCells) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        let (words, column_words) = (width.div_ceil(64), height.div_ceil(64));
        let (row_lines, column_lines) = (height * words, width * column_words);
        let diagonal_lines = height.next_multiple_of(BLOCK) * words;
        let has_rows = rule != DiagonalRule::Never;
        let along_y = if has_rows { 2 * row_lines } else { 0 };
        let straights = [
            StraightJumps::new(0, 0, words),
            StraightJumps::new(1, row_lines, words),
            StraightJumps::new(2, along_y, column_words),
            StraightJumps::new(3, along_y + column_lines, column_words),
        ];
        let diagonals = std::array::from_fn(|i| {
            // Under `Never` the last two stand for nothing.
            let number = i % rule.diagonals().len();
            let DiagonalJump { direction, straights: sides } = rule.diagonals()[number];
            let (dx, dy) = DIRECTIONS[direction];
            DiagonalJumps {
                dx,
                dy,
                direction,
                straights: sides,
                straight_steps: sides.map(|straight| {
                    dx as isize * straights[straight].x_step + dy as isize * straights[straight].y_step
                }),
                sheared_along: sheared_along(dx, dy),
                line_step: -dx * dy,
                first: number * diagonal_lines,
                origin: if dx < 0 { 64 * words as i32 - 1 } else { 0 },
            }
        });
        let mut points = Self {
            rule,
            width,
            height,
            words,
            straights,
            diagonal_of_straight: std::array::from_fn(|straight| diagonal_with_straight(rule, straight)),
            diagonals,
            // A word is read behind the last line of straight jumps.
            memory: LineMemory::new(
                rule.diagonals().len() * diagonal_lines,
                rule.forces_diagonals(),
                along_y + 2 * column_lines + 1,
            )?,
            reached_before: Vec::new(),
            edited: JumpPointLines::new(words.max(column_words))?,
        };
        points.build(walkable)?;
        Ok(points)
    }

    /// Makes them those of the same map after edits, in the same memory.
    pub(crate) fn rebuild(&mut self, walkable: &WalkableCells) -> Result<(), MapError> {
        self.build(walkable)
    }

    /// The rule whose jump points these are.
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    #[inline(always)]
    pub(crate) fn diagonals(&self, diagonal: usize) -> &DiagonalJumps {
        &self.diagonals[diagonal]
    }

    /// What searches read.
    pub(crate) fn lines(&self) -> Lines<'_> {
        self.memory.lines()
    }

    /// The bits, in [`steps_to_jump_point`](Lines::steps_to_jump_point), of the four straight jumps from a cell.
    #[inline(always)]
    pub(crate) fn straight_bits(&self, x: i32, y: i32) -> [isize; 4] {
        let (x, y) = (x as isize, y as isize);
        self.straights.map(|straights| straights.origin + x * straights.x_step + y * straights.y_step)
    }

    /// A diagonal jump whose words tell whether a straight jump from a cell gets to a jump point, whether or not the diagonal jump itself can begin there,
    /// and which of its two straight jumps that is.
    #[inline(always)]
    pub(crate) fn diagonal_of_straight(&self, straight: usize) -> (usize, usize) {
        self.diagonal_of_straight[straight]
    }

    /// The number of the words in [`diagonals`](Lines::diagonals), and the bit of a cell on the line of a diagonal jump.
    #[inline(always)]
    pub(crate) fn diagonal_start(&self, diagonal: usize, x: i32, y: i32) -> (usize, u32) {
        let diagonals = &self.diagonals[diagonal];
        // As `Diagonal::line`, without a branch: which diagonals a diagonal jump follows can't be foretold.
        let rows = self.height as i32;
        let line = y + diagonals.line_step * x - rows;
        let line = line + (rows & line >> 31);
        let line = (line + (rows & line >> 31)) as usize;
        let position = (diagonals.origin + diagonals.dx * x) as usize;
        let in_blocks = line / BLOCK * BLOCK * self.words + position / 64 * BLOCK + line % BLOCK;
        (diagonals.first + in_blocks, (position % 64) as u32)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let reached_before = self.reached_before.capacity() * size_of::<u64>();
        self.memory.bytes() + reached_before as u64
    }

    fn diagonal_count(&self) -> usize {
        self.rule.diagonals().len()
    }

    /// Whether straight jumps go along rows too.
    fn has_rows(&self) -> bool {
        self.rule != DiagonalRule::Never
    }

    /// Puts the jump points of the two straight jumps along a row, or a column, into their lines. It is number `line`, and number `i`
    /// of `lines`.
    #[inline(always)]
    fn store_jump_points(&mut self, upwards: usize, line: usize, lines: &JumpPointLines, i: usize) {
        let (up, down) = (&self.straights[upwards], &self.straights[upwards + 1]);
        let first = lines.first_word;
        for (target, words) in self.memory.jump_points_mut(up, line)[first..].iter_mut().zip(&lines.points_up) {
            *target = words[i];
        }
        for (target, words) in
            self.memory.jump_points_mut(down, line).iter_mut().rev().skip(first).zip(&lines.points_down)
        {
            *target = words[i].reverse_bits();
        }
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            memory: self.memory.try_clone()?,
            reached_before: Vec::new(),
            edited: JumpPointLines::new(self.edited.room())?,
            ..*self
        })
    }
}

/// The first diagonal jump with a straight jump, and which of its straight jumps that is; under `Never` anything for straight jumps along x, which are diagonal jumps.
fn diagonal_with_straight(rule: DiagonalRule, straight: usize) -> (usize, usize) {
    let sides = |(i, diagonal): (usize, &DiagonalJump)| {
        diagonal.straights.iter().position(|&of_diagonal| of_diagonal == straight).map(|side| (i, side))
    };
    rule.diagonals().iter().enumerate().find_map(sides).unwrap_or((0, 0))
}

fn sheared_along(dx: i32, dy: i32) -> Option<Diagonal> {
    match dx * dy {
        0 => None,
        1 => Some(Diagonal::Falling),
        _ => Some(Diagonal::Rising),
    }
}
