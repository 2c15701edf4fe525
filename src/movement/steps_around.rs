//! The legal steps around a cell, and which of them a jump-point search must try: one formula for all rules.
//!
//! A step is *canonical* after another one unless the cell before reaches the same cell, by other legal steps, more
//! cheaply, or as cheaply and by a way that is preferred. Such a way has one step, or two that pass another cell. Only
//! the legal steps decide, whatever makes them legal. `canonical` has the sources and the proof.
//!
//! Bit i of each word answers for cell i of 64, so that one call finds the jump points of 64 cells. The tables for
//! single cells call the same functions with words of one bit.

use super::DiagonalRule;
use super::directions::is_diagonal;

/// The legal steps between the nine cells at and around a cell. A step and the step back are one bit, which stands
/// where the step begins with the smaller x and y.
#[derive(Clone, Copy)]
pub(crate) struct StepsAround {
    /// By row and column of their first cell: steps by (1, 0).
    along: [[u64; 2]; 3],
    /// Steps by (0, 1).
    across: [[u64; 3]; 2],
    /// Steps by (1, 1).
    falling: [[u64; 2]; 2],
    /// Steps by (-1, 1), at the column where they end.
    rising: [[u64; 2]; 2],
}

impl StepsAround {
    /// The steps that a rule allows between walkable cells: `cells[y + 1][x + 1]` for the cell at (x, y).
    #[inline(always)]
    pub(crate) const fn new(rule: DiagonalRule, cells: &[[u64; 3]; 3]) -> Self {
        let [above, here, below] = cells;
        Self {
            along: [along(above), along(here), along(below)],
            across: [across(above, here), across(here, below)],
            falling: [falling(rule, above, here), falling(rule, here, below)],
            rising: [rising(rule, above, here), rising(rule, here, below)],
        }
    }

    /// The bits at which the step by (dx, dy) from the cell at (x, y) is legal. Both ends must be among the nine cells.
    #[inline(always)]
    pub(crate) const fn step(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> u64 {
        let (left, top) = (if dx < 0 { x } else { x + 1 } as usize, if dy < 0 { y } else { y + 1 } as usize);
        match (dx, dy) {
            (_, 0) => self.along[top][left],
            (0, _) => self.across[top][left],
            _ if dx == dy => self.falling[top][left],
            _ => self.rising[top][left],
        }
    }

    /// The bits at which `next` is a canonical step after the step `last` to this cell. Zero for steps back, and for
    /// steps that the cell before can always take more cheaply.
    #[inline(always)]
    pub(crate) const fn canonical(&self, last: (i32, i32), next: (i32, i32)) -> u64 {
        let ((dx, dy), (next_x, next_y)) = (last, next);
        let (before, sum) = ((-dx, -dy), (dx + next_x, dy + next_y));
        let legal = self.step((0, 0), next);
        let ahead = dx * next_x + dy * next_y;
        if is_diagonal(last) {
            return match ahead {
                1.. => legal,
                0 => {
                    // Two straight steps pass the cell between.
                    let half = (sum.0 / 2, sum.1 / 2);
                    legal & !(self.step(before, half) & self.step((half.0 - dx, half.1 - dy), half))
                }
                _ => 0,
            };
        }
        if ahead < 0 {
            return 0;
        }
        if dx == next_x && dy == next_y {
            return legal;
        }
        // The two steps in turn: ahead a diagonal step goes first, aside a step along x goes before one along y.
        let other = self.step(before, next) & self.step((next_x - dx, next_y - dy), last);
        let direct = if is_diagonal(next) { 0 } else { self.step(before, sum) };
        legal & !(direct | other)
    }

    /// The bits at which a straight step by (dx, dy) comes to a jump point: another step than the one straight on is
    /// canonical after it.
    #[inline(always)]
    pub(crate) const fn jump_points(&self, (dx, dy): (i32, i32)) -> u64 {
        let last = (dx, dy);
        let aside = self.canonical(last, (dy, dx)) | self.canonical(last, (-dy, -dx));
        let ahead = self.canonical(last, (dx + dy, dy + dx)) | self.canonical(last, (dx - dy, dy - dx));
        self.step((-dx, -dy), last) & (aside | ahead)
    }

    /// The bits at which a diagonal step by (dx, dy) comes to a cell with forced steps, which are those to the sides.
    #[inline(always)]
    pub(crate) const fn forced(&self, (dx, dy): (i32, i32)) -> u64 {
        let to_the_sides = self.canonical((dx, dy), (-dx, dy)) | self.canonical((dx, dy), (dx, -dy));
        self.step((-dx, -dy), (dx, dy)) & to_the_sides
    }
}

// Without loops: the compiler counts their rounds while it makes the tables.

#[inline(always)]
const fn along(&[left, here, right]: &[u64; 3]) -> [u64; 2] {
    [left & here, here & right]
}

#[inline(always)]
const fn across(row: &[u64; 3], next: &[u64; 3]) -> [u64; 3] {
    [row[0] & next[0], row[1] & next[1], row[2] & next[2]]
}

#[inline(always)]
const fn falling(rule: DiagonalRule, row: &[u64; 3], next: &[u64; 3]) -> [u64; 2] {
    [row[0] & rule.allows_diagonal(next[1], row[1], next[0]), row[1] & rule.allows_diagonal(next[2], row[2], next[1])]
}

#[inline(always)]
const fn rising(rule: DiagonalRule, row: &[u64; 3], next: &[u64; 3]) -> [u64; 2] {
    [row[1] & rule.allows_diagonal(next[0], row[0], next[1]), row[2] & rule.allows_diagonal(next[1], row[1], next[2])]
}
