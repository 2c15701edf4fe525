//! Where the jumps of a search end, as bits that an edit keeps current.
//!
//! A jump-point search moves along *rays*, which are straight and end at a turn ([`TurnLines`]), and along *runs*,
//! which are diagonal and send out two rays from every cell that they pass. (Under [`DiagonalRule::Never`] runs go
//! along x and rays along y.) All that a search asks of a ray or a run lies in one line of bits in the order of travel,
//! so that it is answered 64 cells at a time by the lowest bit of a word:
//!
//! - a ray has the bits "turn here";
//! - a run has, in one group of words, the bits "the next step is blocked", "the one ray from here gets to a turn" and
//!   "so does the other one"; and where diagonal steps can force others, "a step aside is forced here".
//!
//! A search starts a ray only where it gets to a turn, and need then not look for obstacles. Sources: Harabor and
//! Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point Search", ICAPS
//! 2014.
//!
//! The words of runs lie in blocks of 64 neighboring lines, and within a block position after position. Here 1.2 is the
//! group of words of line 1 for its cells 128 to 191:
//!
//! ```text
//! block 0 |  0.0  1.0  2.0 ...  63.0 |  0.1  1.1  2.1 ...  63.1 |  0.2  1.2 ...
//! block 1 | 64.0 65.0 66.0 ... 127.0 | 64.1 65.1 66.1 ... 127.1 | 64.2 65.2 ...
//!
//! a search along line 1 reads 1.0, 1.1, 1.2; an edit on column 5 writes 0.0, 1.0, 2.0 ... 63.0, 64.0 ...
//! ```
//!
//! An edit flips "gets to a turn" for stretches of a row or a column. Such cells lie on neighboring lines, so that
//! their words are contiguous. With line after line each word would be a cache miss. Figures: `benches/NOTES.md`.
//!
//! Memory: 16 bits a cell, 20 where diagonal steps can force others, 8 under `Never`, with sides rounded up to
//! multiples of 64.

// Bits of turns are read as bytes.
#[cfg(target_endian = "big")]
compile_error!("GridStar runs on little-endian machines");

mod building;
mod column_rays;
mod column_steps;
mod editing;
mod fill;
mod walkable_around;
mod lines;
mod shear;
#[cfg(test)]
mod tests;
mod turn_lines;

use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DIRECTIONS, DiagonalRule, Run};
use lines::{BLOCK, LineMemory};
pub(crate) use lines::{Lines, run_word};
use shear::Diagonal;
use turn_lines::TurnLines;

/// The lines of the rays of one direction.
#[derive(Clone, Copy, Debug)]
struct Rays {
    /// Where its lines begin, and how many words each has.
    first: usize,
    words: usize,
    /// The bit of (x, y) is `origin + x * x_step + y * y_step`, counted through all lines.
    origin: isize,
    x_step: isize,
    y_step: isize,
}

impl Rays {
    fn new(direction: usize, first: usize, words: usize) -> Self {
        let (dx, dy) = DIRECTIONS[direction];
        let line = 64 * words as isize;
        // Lines lie in the order of travel: those of falling coordinates are mirrored.
        let origin = 64 * first as isize + if dx + dy < 0 { line - 1 } else { 0 };
        let (x_step, y_step) = if dy == 0 { (dx as isize, line) } else { (line, dy as isize) };
        Self { first, words, origin, x_step, y_step }
    }
}

/// The lines of the runs of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) direction: usize,
    /// The directions of its two rays.
    pub(crate) rays: [usize; 2],
    /// By how much the bit of a ray grows from one cell of the run to the next.
    pub(crate) ray_steps: [isize; 2],
    /// Which lines they follow; `None` for rows.
    diagonal: Option<Diagonal>,
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
    /// Words in a row, and in a line of runs.
    words: usize,
    rays: [Rays; 4],
    /// For each ray a run, and which of its two rays that is: the run's words tell whether the ray gets to a turn.
    run_of_ray: [(usize, usize); 4],
    runs: [Runs; 4],
    memory: LineMemory,
    /// During an edit: which cells reached turns before it.
    reached_before: Vec<u64>,
    edited: TurnLines,
}

impl JumpPoints {
    /// Of the walkable cells of a map.
    pub(crate) fn new(rule: DiagonalRule, walkable: &WalkableCells) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        let (words, column_words) = (width.div_ceil(64), height.div_ceil(64));
        let (row_lines, column_lines) = (height * words, width * column_words);
        let run_lines = height.next_multiple_of(BLOCK) * words;
        let has_rows = rule != DiagonalRule::Never;
        let along_y = if has_rows { 2 * row_lines } else { 0 };
        let rays = [
            Rays::new(0, 0, words),
            Rays::new(1, row_lines, words),
            Rays::new(2, along_y, column_words),
            Rays::new(3, along_y + column_lines, column_words),
        ];
        let runs = std::array::from_fn(|i| {
            // Under `Never` the last two stand for nothing.
            let number = i % rule.runs().len();
            let Run { direction, rays: sides } = rule.runs()[number];
            let (dx, dy) = DIRECTIONS[direction];
            Runs {
                dx,
                dy,
                direction,
                rays: sides,
                ray_steps: sides.map(|ray| dx as isize * rays[ray].x_step + dy as isize * rays[ray].y_step),
                diagonal: diagonal(dx, dy),
                line_step: -dx * dy,
                first: number * run_lines,
                origin: if dx < 0 { 64 * words as i32 - 1 } else { 0 },
            }
        });
        let mut points = Self {
            rule,
            width,
            height,
            words,
            rays,
            run_of_ray: std::array::from_fn(|ray| run_with_ray(rule, ray)),
            runs,
            // A word is read behind the last line of rays.
            memory: LineMemory::new(
                rule.runs().len() * run_lines,
                forces_diagonals(rule),
                along_y + 2 * column_lines + 1,
            )?,
            reached_before: Vec::new(),
            edited: TurnLines::new(words.max(column_words))?,
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
    pub(crate) fn runs(&self, run: usize) -> &Runs {
        &self.runs[run]
    }

    /// What searches read.
    pub(crate) fn lines(&self) -> Lines<'_> {
        self.memory.lines()
    }

    /// The bits, in [`steps_to_turn`](Lines::steps_to_turn), of the four rays from a cell.
    #[inline(always)]
    pub(crate) fn ray_bits(&self, x: i32, y: i32) -> [isize; 4] {
        let (x, y) = (x as isize, y as isize);
        self.rays.map(|rays| rays.origin + x * rays.x_step + y * rays.y_step)
    }

    /// A run whose words tell whether a ray from a cell gets to a turn, whether or not the run itself can begin there,
    /// and which of its two rays that is.
    #[inline(always)]
    pub(crate) fn run_of_ray(&self, ray: usize) -> (usize, usize) {
        self.run_of_ray[ray]
    }

    /// The number of the words in [`runs`](Lines::runs), and the bit of a cell on the line of a run.
    #[inline(always)]
    pub(crate) fn run_start(&self, run: usize, x: i32, y: i32) -> (usize, u32) {
        let runs = &self.runs[run];
        // As `Diagonal::line`, without a branch: which diagonals a run follows can't be foretold.
        let rows = self.height as i32;
        let line = y + runs.line_step * x - rows;
        let line = line + (rows & line >> 31);
        let line = (line + (rows & line >> 31)) as usize;
        let position = (runs.origin + runs.dx * x) as usize;
        let in_blocks = line / BLOCK * BLOCK * self.words + position / 64 * BLOCK + line % BLOCK;
        (runs.first + in_blocks, (position % 64) as u32)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let reached_before = self.reached_before.capacity() * size_of::<u64>();
        self.memory.bytes() + reached_before as u64
    }

    fn run_count(&self) -> usize {
        self.rule.runs().len()
    }

    /// Whether rays go along rows too.
    fn has_rows(&self) -> bool {
        self.rule != DiagonalRule::Never
    }

    /// Puts the turns of the two rays along a row, or a column, into their lines. It is number `line`, and number `i`
    /// of `lines`.
    #[inline(always)]
    fn store_turns(&mut self, upwards: usize, line: usize, lines: &TurnLines, i: usize) {
        let (up, down) = (&self.rays[upwards], &self.rays[upwards + 1]);
        let first = lines.first_word;
        for (target, words) in self.memory.turns_mut(up, line)[first..].iter_mut().zip(&lines.turn_up) {
            *target = words[i];
        }
        for (target, words) in self.memory.turns_mut(down, line).iter_mut().rev().skip(first).zip(&lines.turn_down) {
            *target = words[i].reverse_bits();
        }
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            memory: self.memory.try_clone()?,
            reached_before: Vec::new(),
            edited: TurnLines::new(self.edited.room())?,
            ..*self
        })
    }
}

/// The first run with a ray, and which of its rays that is; under `Never` anything for rays along x, which are runs.
fn run_with_ray(rule: DiagonalRule, ray: usize) -> (usize, usize) {
    let sides = |(i, run): (usize, &Run)| run.rays.iter().position(|&of_run| of_run == ray).map(|side| (i, side));
    rule.runs().iter().enumerate().find_map(sides).unwrap_or((0, 0))
}

/// Whether diagonal steps have forced successors.
fn forces_diagonals(rule: DiagonalRule) -> bool {
    matches!(rule, DiagonalRule::Always | DiagonalRule::AtMostOneBlocked)
}

fn diagonal(dx: i32, dy: i32) -> Option<Diagonal> {
    match dx * dy {
        0 => None,
        1 => Some(Diagonal::Falling),
        _ => Some(Diagonal::Rising),
    }
}
