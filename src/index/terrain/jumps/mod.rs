//! Where the jumps of a search in weighted terrain end, as bits.
//!
//! A *straight jump* goes in a straight direction through cells whose only canonical successor for this arrival is
//! "straight on". It ends at the first other cell: at a *jump point* if that cell has successors, else it is dead.
//! Whether the multiplier changes on the way plays no role: [`sums`](super::sums) give the cost.
//!
//! A *diagonal jump* goes in a diagonal direction, through cells whose successors are among "straight on" and its two
//! straight parts: these are the straight jumps that it sends out. It ends where it can't go on, or at a *forced* cell,
//! which has other successors and becomes a node.
//!
//! ```text
//!   . . . t        a diagonal jump goes up to the right and sends out straight jumps
//!   . / - - t      t: jump points
//!   / - - - - x    x: a cell without successors, so that this straight jump is not sent out
//! ```
//!
//! Under [`DiagonalRule::Never`], jumps along x take the part of diagonal jumps, and jumps along y that of straight
//! ones.
//!
//! In uniform terrain this is jump point search, with "forced" also meaning "worth it because of the terrain".
//!
//! Lines lie in the order of travel: the next cell of a jump is the next higher bit. A diagonal that leaves the map at
//! the bottom shares its line with the one that enters at the top `height` columns further.

mod building;
mod editing;

use super::canonical::{Solved, Solver, TerrainSuccessors, diagonal_steps};
use super::weights::CellWeights;
use crate::bits::bit_rows::{copied, zeroed};
#[cfg(test)]
use crate::grid::Cell;
use crate::grid::{GridSize, MapError};
use crate::held::held;
use crate::movement::{DIRECTIONS, DiagonalJump, DiagonalRule};

/// The words of 64 cells of a diagonal jump: where it ends, which of these cells are forced, and from where each of its
/// two straight jumps gets to a jump point.
pub(crate) mod jump_word {
    pub(crate) const END: usize = 0;
    pub(crate) const FORCED: usize = 1;
    pub(crate) const STRAIGHT: usize = 2;
}

/// Numbers of squares of 3 x 3 weights whose successors are kept, while jumps are built and from edit to edit.
const SOLVED_FOR_BUILDING: usize = 4096;
const SOLVED_FOR_EDITS: usize = 256;

/// The jumps of a map under one diagonal rule. Cells are map cells, and slots are those of [`CellWeights::slot`].
#[derive(Debug)]
pub(crate) struct TerrainJumps {
    rule: DiagonalRule,
    size: GridSize,
    /// By slot.
    successors: Vec<TerrainSuccessors>,
    /// By slot, bit `d`: a straight jump from here in direction `d` gets to a jump point.
    reach: Vec<u8>,
    /// By straight direction, bits "a jump in this direction ends at a jump point here". One word more than the lines
    /// have.
    jump_points: [Vec<u64>; 4],
    /// By diagonal jump, groups of [`jump_word`]s. One group more than the lines have.
    diagonals: [Vec<[u64; 4]>; 4],
    row_words: usize,
    column_words: usize,
    numbering: DiagonalNumbers,
    /// For edits: many of them make squares of weights that were there before.
    solved: Solved,
}

held!(TerrainJumps: successors, reach, jump_points, diagonals, solved);

/// Numbers of diagonals. A division by the height, which is not a constant, would take longer than all else that a jump
/// needs to find its bits.
#[derive(Clone, Copy, Debug)]
struct DiagonalNumbers {
    height: u32,
    /// 2^32 divided by the height, rounded up.
    inverse: u64,
    /// A multiple of the height that is at least the width.
    offset: u32,
}

impl DiagonalNumbers {
    fn new(size: GridSize) -> Self {
        let GridSize { width, height } = size;
        Self { height, inverse: (1_u64 << 32).div_ceil(height.into()), offset: width.next_multiple_of(height) }
    }

    /// `number` modulo the height, for numbers below 2^16: the inverse is at most 1 too large.
    #[inline(always)]
    fn modulo_height(&self, number: u32) -> usize {
        let quotient = ((u64::from(number) * self.inverse) >> 32) as u32;
        (number - quotient * self.height) as usize
    }

    /// The diagonal of a cell along which x and y grow together.
    #[inline(always)]
    fn rising(&self, x: i32, y: i32) -> usize {
        self.modulo_height((y - x + self.offset as i32) as u32)
    }

    /// The diagonal of a cell along which y falls while x grows.
    #[inline(always)]
    fn falling(&self, x: i32, y: i32) -> usize {
        self.modulo_height((x + y) as u32)
    }
}

impl TerrainJumps {
    /// Jumps of which nothing is derived.
    fn empty(rule: DiagonalRule, weights: &CellWeights) -> Result<Self, MapError> {
        let size = weights.size();
        let (row_words, column_words) = ((size.width as usize).div_ceil(64), (size.height as usize).div_ceil(64));
        let slots = weights.weights().len();
        let mut jumps = Self {
            rule,
            size,
            successors: zeroed(slots)?,
            reach: zeroed(slots)?,
            jump_points: Default::default(),
            diagonals: Default::default(),
            row_words,
            column_words,
            numbering: DiagonalNumbers::new(size),
            solved: Solved::new(solver(rule, weights), SOLVED_FOR_EDITS)?,
        };
        for direction in 0..4 {
            if diagonal_steps(rule) >> direction & 1 == 0 {
                let (lines, words) = if direction < 2 { (size.height, row_words) } else { (size.width, column_words) };
                jumps.jump_points[direction] = zeroed(lines as usize * words + 1)?;
            }
        }
        for diagonal in 0..rule.diagonals().len() {
            jumps.diagonals[diagonal] = zeroed(size.height as usize * row_words + 1)?;
        }
        Ok(jumps)
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let [a, b, c, d] = &self.jump_points;
        let [e, f, g, h] = &self.diagonals;
        Ok(Self {
            successors: copied(&self.successors)?,
            reach: copied(&self.reach)?,
            jump_points: [copied(a)?, copied(b)?, copied(c)?, copied(d)?],
            diagonals: [copied(e)?, copied(f)?, copied(g)?, copied(h)?],
            solved: self.solved.try_clone()?,
            ..*self
        })
    }

    /// The straight directions.
    fn straights(&self) -> impl Iterator<Item = usize> + use<> {
        let diagonal = diagonal_steps(self.rule);
        (0..4).filter(move |direction| diagonal >> direction & 1 == 0)
    }

    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    /// The successors for an arrival by a direction.
    #[inline(always)]
    pub(crate) fn successors(&self, slot: usize, arrival: usize) -> u8 {
        (self.successors[slot] >> (8 * arrival)) as u8
    }

    /// One bit for each straight direction in which a jump from here gets to a jump point.
    #[inline(always)]
    pub(crate) fn reach(&self, slot: usize) -> u8 {
        self.reach[slot]
    }

    #[inline(always)]
    fn is_jump_point(&self, slot: usize, direction: usize) -> bool {
        let successors = self.successors(slot, direction);
        successors != 0 && successors != 1 << direction
    }

    #[inline(always)]
    fn meets_jump_point(&self, weights: &CellWeights, slot: usize, direction: usize) -> bool {
        let next = slot.wrapping_add_signed(weights.slot_step(DIRECTIONS[direction]));
        if weights.weight(slot) == 0 || weights.weight(next) == 0 {
            return false;
        }
        let successors = self.successors(next, direction);
        if successors == 1 << direction { self.reach[next] >> direction & 1 == 1 } else { successors != 0 }
    }

    /// The word and bit of a cell in the lines of a straight direction.
    #[inline(always)]
    fn straight_bit(&self, direction: usize, x: i32, y: i32) -> (usize, u32) {
        let (row, column) = (64 * self.row_words, 64 * self.column_words);
        let bit = match direction {
            0 => y as usize * row + x as usize,
            1 => y as usize * row + row - 1 - x as usize,
            2 => x as usize * column + y as usize,
            _ => x as usize * column + column - 1 - y as usize,
        };
        (bit / 64, bit as u32 % 64)
    }

    /// The number of steps to the jump point that a straight jump is known to get to.
    #[inline(always)]
    pub(crate) fn steps_to_jump_point(&self, direction: usize, x: i32, y: i32) -> i32 {
        let jump_points = &self.jump_points[direction];
        let (mut word, bit) = self.straight_bit(direction, x, y);
        // Bits after this one: a shift by 64 in all.
        let first = jump_points[word] >> bit >> 1;
        if first != 0 {
            return first.trailing_zeros() as i32 + 1;
        }
        let mut steps = 64 - bit as i32;
        loop {
            word += 1;
            if jump_points[word] != 0 {
                return steps + jump_points[word].trailing_zeros() as i32;
            }
            steps += 64;
        }
    }

    /// The groups of words of a diagonal jump.
    #[inline(always)]
    pub(crate) fn diagonals(&self, diagonal: usize) -> &[[u64; 4]] {
        &self.diagonals[diagonal]
    }

    /// The group and bit of a cell in the lines of a diagonal jump.
    #[inline(always)]
    pub(crate) fn diagonal_bit(&self, direction: usize, x: i32, y: i32) -> (usize, u32) {
        let (dx, dy) = DIRECTIONS[direction];
        let line = match dx * dy {
            0 => y as usize,
            1 => self.numbering.rising(x, y),
            _ => self.numbering.falling(x, y),
        };
        let at = if dx > 0 { x } else { self.row_words as i32 * 64 - 1 - x };
        (line * self.row_words + at as usize / 64, at as u32 % 64)
    }

    #[inline(always)]
    fn set_diagonal_bits(&mut self, slot: usize, x: i32, y: i32) {
        for (diagonal, &DiagonalJump { direction, straights: [first, second] }) in
            self.rule.diagonals().iter().enumerate()
        {
            let successors = self.successors(slot, direction);
            let is_forced = successors & !(1 << direction | 1 << first | 1 << second) != 0;
            let sent = if is_forced { 0 } else { successors & self.reach[slot] };
            let bits = [
                is_forced || successors >> direction & 1 == 0,
                is_forced,
                sent >> first & 1 == 1,
                sent >> second & 1 == 1,
            ];
            let (group, bit) = self.diagonal_bit(direction, x, y);
            for (word, value) in self.diagonals[diagonal][group].iter_mut().zip(bits) {
                *word = *word & !(1 << bit) | u64::from(value) << bit;
            }
        }
    }

    /// The first walkable cell at which two sets of jumps differ.
    #[cfg(test)]
    pub(super) fn first_difference(&self, other: &Self, weights: &CellWeights) -> Option<(Cell, &'static str)> {
        let cells =
            (0..self.size.height as i32).flat_map(|y| (0..self.size.width as i32).map(move |x| Cell::new(x, y)));
        cells.filter(|&cell| weights.weight(weights.slot(cell)) != 0).find_map(|cell| {
            let slot = weights.slot(cell);
            if self.successors[slot] != other.successors[slot] {
                return Some((cell, "successors"));
            }
            if self.reach[slot] != other.reach[slot] {
                return Some((cell, "reach"));
            }
            for direction in self.straights() {
                let (word, bit) = self.straight_bit(direction, cell.x, cell.y);
                if (self.jump_points[direction][word] ^ other.jump_points[direction][word]) >> bit & 1 == 1 {
                    return Some((cell, "jump points"));
                }
            }
            for (diagonal, jump) in self.rule.diagonals().iter().enumerate() {
                let (group, bit) = self.diagonal_bit(jump.direction, cell.x, cell.y);
                for (one, other) in self.diagonals[diagonal][group].iter().zip(&other.diagonals[diagonal][group]) {
                    if (one ^ other) >> bit & 1 == 1 {
                        return Some((cell, "diagonal jumps"));
                    }
                }
            }
            None
        })
    }
}

fn solver(rule: DiagonalRule, weights: &CellWeights) -> Solver {
    Solver { rule, straight: weights.straight(), diagonal: weights.diagonal() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_numbered_modulo_the_height() {
        let sides = [1, 2, 3, 7, 63, 64, 65, 1000, 4097, 8191, 10_923, 16_383, 16_384];
        for (width, height) in sides.into_iter().flat_map(|width| sides.map(|height| (width, height))) {
            let diagonals = DiagonalNumbers::new(GridSize { width, height });
            let all = |side: u32| {
                [0, 1, side / 3, side / 2, side.saturating_sub(2), side - 1].map(|at| at.min(side - 1) as i32)
            };
            for (x, y) in all(width).into_iter().flat_map(|x| all(height).map(|y| (x, y))) {
                let expected = [(y - x).rem_euclid(height as i32), (x + y) % height as i32].map(|line| line as usize);
                assert_eq!(
                    [diagonals.rising(x, y), diagonals.falling(x, y)],
                    expected,
                    "({x}, {y}), {width} x {height}"
                );
            }
        }
        for height in [3, 641, 16_383, 16_384] {
            let diagonals = DiagonalNumbers::new(GridSize { width: 16_384, height });
            assert!(
                (0..1 << 16).all(|number| diagonals.modulo_height(number) == (number % height) as usize),
                "{height}"
            );
        }
    }
}
