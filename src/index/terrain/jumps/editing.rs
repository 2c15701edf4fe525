//! Keeping the jumps of weighted terrain current through edits.
//!
//! An edit can change the successors of the edited cells and of the cells around them. Further off, it changes from
//! where straight jumps get to a jump point: in the rows and columns of these cells, as far as nothing ends the jumps.
//! Each such cell changes one bit of two diagonal jumps. On an open map this is by far the most work, so these cells
//! are followed 64 at a time: the line and the bit of each further cell come by adding, and neighboring rows and
//! columns take turns, because their bits share cache lines.

use super::super::weights::CellWeights;
use super::{TerrainJumps, jump_word};
use crate::bits::prefetch::prefetch;
use crate::grid::{Cell, Rect};
use crate::movement::{DIRECTIONS, DiagonalJump};

/// The number of neighboring rows or columns that take turns.
const LINES: usize = 4;

/// Successors are asked for this number of cells ahead: cells of a column are far apart in memory.
const PREFETCHED: isize = 16;

impl TerrainJumps {
    /// Takes over the weights in `rect`, after an edit that changed no others.
    pub(in crate::index::terrain) fn update(&mut self, weights: &CellWeights, rect: Rect) {
        let (left, top) = ((rect.x - 1).max(0), (rect.y - 1).max(0));
        let right = (rect.x + rect.width as i32).min(self.size.width as i32 - 1);
        let bottom = (rect.y + rect.height as i32).min(self.size.height as i32 - 1);
        let around = (top..=bottom).flat_map(|y| (left..=right).map(move |x| Cell::new(x, y)));
        for cell in around.clone() {
            let slot = weights.slot(cell);
            self.successors[slot] = self.solved.solve(&weights.nine(slot));
            for direction in self.straights() {
                let (word, bit) = self.straight_bit(direction, cell.x, cell.y);
                let is_jump_point = u64::from(self.is_jump_point(slot, direction));
                let word = &mut self.jump_points[direction][word];
                *word = *word & !(1 << bit) | is_jump_point << bit;
            }
        }
        for direction in self.straights() {
            self.update_reach(weights, direction, (left, right), (top, bottom));
        }
        for cell in around {
            self.set_diagonal_bits(weights.slot(cell), cell.x, cell.y);
        }
    }

    /// Updates from where straight jumps get to a jump point, after the successors of a block of cells have changed.
    /// Leaves out the bits of diagonal jumps in the block.
    fn update_reach(&mut self, weights: &CellWeights, direction: usize, x: (i32, i32), y: (i32, i32)) {
        let (dx, dy) = DIRECTIONS[direction];
        let (lines, depth) = if dx == 0 { (x, y.1 - y.0 + 1) } else { (y, x.1 - x.0 + 1) };
        for first in (lines.0..=lines.1).step_by(LINES) {
            let mut trails = [const { None }; LINES];
            for (line, trail) in (first..=lines.1).zip(&mut trails) {
                // From the foremost cell of the line backwards, to the first cell beyond the block.
                let foremost = match (dx, dy) {
                    (1, _) => Cell::new(x.1, line),
                    (-1, _) => Cell::new(x.0, line),
                    (_, 1) => Cell::new(line, y.1),
                    _ => Cell::new(line, y.0),
                };
                let mut slot = weights.slot(foremost);
                for _ in 0..depth {
                    let reach = self.meets_jump_point(weights, slot, direction);
                    self.reach[slot] = self.reach[slot] & !(1 << direction) | u8::from(reach) << direction;
                    slot = slot.wrapping_add_signed(-weights.slot_step((dx, dy)));
                }
                if self.meets_jump_point(weights, slot, direction) != (self.reach[slot] >> direction & 1 == 1) {
                    let (x, y) = (foremost.x - depth * dx, foremost.y - depth * dy);
                    *trail = Some(self.trail(direction, slot, x, y));
                }
            }
            while trails.iter().any(Option::is_some) {
                for trail in &mut trails {
                    if let Some(going_on) = trail
                        && !self.follow(weights, direction, going_on)
                    {
                        *trail = None;
                    }
                }
            }
        }
    }

    /// The trail of changes that begins at a cell and goes against a straight direction.
    fn trail(&self, straight: usize, slot: usize, x: i32, y: i32) -> Trail {
        let mut diagonals = self.rule.diagonals().iter().enumerate().filter_map(|(diagonal, jump)| {
            let side = jump.straights.iter().position(|&sent| sent == straight)?;
            Some(self.bits_of_trail(diagonal, jump, side, x, y))
        });
        // Each straight jump is sent out by two diagonal jumps.
        let diagonals = std::array::from_fn(|_| diagonals.next().unwrap_or_default());
        Trail { slot, diagonals }
    }

    fn bits_of_trail(&self, diagonal: usize, jump: &DiagonalJump, side: usize, x: i32, y: i32) -> TrailBits {
        let &DiagonalJump { direction, straights } = jump;
        let (dx, dy) = DIRECTIONS[direction];
        let (back_x, back_y) = (-DIRECTIONS[straights[side]].0, -DIRECTIONS[straights[side]].1);
        let (group, bit) = self.diagonal_bit(direction, x, y);
        let words = self.row_words;
        // As in `diagonal_bit`: the lines are y, y - x or x + y.
        let line_step = back_y - dx * dy * back_x;
        let last = (self.size.height as usize - 1) * words;
        TrailBits {
            diagonal,
            word: jump_word::STRAIGHT + side,
            arrival: direction,
            straight_on: 1 << direction | 1 << straights[1 - side],
            line: group / words * words,
            at: group % words * 64 + bit as usize,
            line_step: if line_step > 0 { words } else { words.wrapping_neg() },
            beyond: last + words,
            line_after_end: if line_step > 0 { 0 } else { last },
            step: (dx.signum() * back_x) as isize,
        }
    }

    /// Follows a trail for up to 64 cells: from each of them, a straight jump gets to a jump point now if it did not
    /// before, and the other way round. Returns whether the trail goes on.
    #[inline(always)]
    fn follow(&mut self, weights: &CellWeights, straight: usize, trail: &mut Trail) -> bool {
        let back = -weights.slot_step(DIRECTIONS[straight]);
        let is_sent = |successors: u64, bits: &TrailBits| {
            u64::from((successors >> (8 * bits.arrival)) as u8 & !bits.straight_on == 1 << straight)
        };
        let (mut sent, mut slot, mut count, mut goes_on) = ([0_u64; 2], trail.slot, 0, true);
        let mut successors = self.successors[slot];
        while count < 64 && goes_on {
            if let Some(ahead) = self.successors.get(slot.wrapping_add_signed(PREFETCHED * back)) {
                prefetch(std::slice::from_ref(ahead));
            }
            self.reach[slot] ^= 1 << straight;
            for (sent, bits) in sent.iter_mut().zip(&trail.diagonals) {
                *sent |= is_sent(successors, bits) << count;
            }
            let is_straight_on = (successors >> (8 * straight)) as u8 == 1 << straight;
            slot = slot.wrapping_add_signed(back);
            count += 1;
            // The border of the map is blocked. A cell with successors is walkable, which saves a look at its weight.
            successors = self.successors[slot];
            goes_on = is_straight_on && (successors != 0 || weights.weight(slot) != 0);
        }
        trail.slot = slot;
        for (sent, bits) in sent.into_iter().zip(&mut trail.diagonals) {
            bits.flip(&mut self.diagonals[bits.diagonal], sent, count);
        }
        goes_on
    }
}

/// Cells in a row or column, the next one further back, where straight jumps in one direction change.
struct Trail {
    /// Slot of the next cell.
    slot: usize,
    diagonals: [TrailBits; 2],
}

/// The bits of a trail in the lines of a diagonal jump that sends the straight jump out.
#[derive(Default)]
struct TrailBits {
    diagonal: usize,
    /// The [`jump_word`] with the bits.
    word: usize,
    /// The direction of the diagonal jump.
    arrival: usize,
    /// The successors besides the straight jump that cells on the diagonal jump may have.
    straight_on: u8,
    /// The first group of the next cell's line, and the place of the cell in this line.
    line: usize,
    at: usize,
    /// From cell to cell, modulo 2^64.
    line_step: usize,
    step: isize,
    /// The number of groups in all lines.
    beyond: usize,
    /// The line that follows the last one.
    line_after_end: usize,
}

impl TrailBits {
    /// Flips the bits of those of the next `count` cells that `flipped` has, and goes on behind these cells.
    #[inline(always)]
    fn flip(&mut self, groups: &mut [[u64; 4]], mut flipped: u64, count: u32) {
        let (mut line, mut at) = (self.line, self.at);
        for _ in 0..count {
            groups[line + at / 64][self.word] ^= (flipped & 1) << (at % 64);
            flipped >>= 1;
            at = at.wrapping_add_signed(self.step);
            line = line.wrapping_add(self.line_step);
            line = if line >= self.beyond { self.line_after_end } else { line };
        }
        (self.line, self.at) = (line, at);
    }
}
