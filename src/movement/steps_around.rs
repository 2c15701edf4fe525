//! The legal steps around a cell, and which of them a jump-point search must try: one formula for all rules.
//!
//! A step is *canonical* after another one unless the cell before reaches the same cell, by other legal steps, more
//! cheaply, or as cheaply and by a way that is preferred. Such a way has one step, or two that pass another cell. Only
//! the legal steps decide, whatever makes them legal. `canonical` has the sources and the proof.
//!
//! Bit i of each word answers for cell i of 64, so that one call finds the jump points of 64 cells. The tables for
//! single cells call the same functions with words of one bit.

use super::DiagonalRule;
use super::directions::{direction_of, is_diagonal};

/// The straight steps between the nine cells at and around a cell that walls between cells close. Bits are ones where a
/// step is closed, and stand as in [`StepsAround`].
#[derive(Clone, Copy, Default)]
pub(crate) struct ClosedAround {
    /// By row and column of the cell with the smaller x: steps by (1, 0), and steps back.
    pub(crate) along: [[[u64; 2]; 3]; 2],
    /// Steps by (0, 1), and steps back.
    pub(crate) across: [[[u64; 3]; 2]; 2],
}

impl ClosedAround {
    /// The steps that are closed in both directions.
    pub(crate) fn both_ways(self) -> Self {
        let Self { along: [up, down], across: [forth, back] } = self;
        let along = std::array::from_fn(|row| std::array::from_fn(|i| up[row][i] & down[row][i]));
        let across = std::array::from_fn(|row| std::array::from_fn(|i| forth[row][i] & back[row][i]));
        Self { along: [along; 2], across: [across; 2] }
    }
}

/// The legal steps between the nine cells at and around a cell. A step and the step back are one bit, which stands
/// where the step begins with the smaller x and y. Where `WALLED`, walls between cells close steps, some of them in one
/// direction only, and the step back has a bit of its own.
#[derive(Clone, Copy)]
pub(crate) struct StepsAround<const WALLED: bool> {
    /// By row and column of their first cell: steps by (1, 0), and steps back.
    along: [[[u64; 2]; 3]; 2],
    /// Steps by (0, 1), and steps back.
    across: [[[u64; 3]; 2]; 2],
    /// Steps by (1, 1), and steps back.
    falling: [[[u64; 2]; 2]; 2],
    /// Steps by (-1, 1), at the column where they end, and steps back.
    rising: [[[u64; 2]; 2]; 2],
}

impl StepsAround<false> {
    /// The steps that a rule allows between walkable cells: `cells[y + 1][x + 1]` for the cell at (x, y).
    #[inline(always)]
    pub(crate) const fn new(rule: DiagonalRule, cells: &[[u64; 3]; 3]) -> Self {
        Self::between(rule, cells, &ClosedAround { along: [[[0; 2]; 3]; 2], across: [[[0; 3]; 2]; 2] })
    }
}

/// No diagonal steps of one kind.
const NONE: [[[u64; 2]; 2]; 2] = [[[0; 2]; 2]; 2];

impl StepsAround<true> {
    /// The steps between nine cells of which each is known: `steps[y + 1][x + 1]` for the cell at (x, y), bit `i` for
    /// direction `i`. Only the lowest bit of each word has a meaning.
    pub(crate) fn of_cells(steps: &[[u8; 3]; 3]) -> Self {
        let bit = |x: usize, y: usize, direction: usize| u64::from(steps[y][x] >> direction);
        let mut made = Self { along: [[[0; 2]; 3]; 2], across: [[[0; 3]; 2]; 2], falling: NONE, rising: NONE };
        for y in 0..3 {
            for x in 0..3 {
                if x < 2 {
                    made.along[0][y][x] = bit(x, y, const { direction_of((1, 0)) });
                    made.along[1][y][x] = bit(x + 1, y, const { direction_of((-1, 0)) });
                }
                if y < 2 {
                    made.across[0][y][x] = bit(x, y, const { direction_of((0, 1)) });
                    made.across[1][y][x] = bit(x, y + 1, const { direction_of((0, -1)) });
                }
                if x < 2 && y < 2 {
                    made.falling[0][y][x] = bit(x, y, const { direction_of((1, 1)) });
                    made.falling[1][y][x] = bit(x + 1, y + 1, const { direction_of((-1, -1)) });
                    made.rising[0][y][x] = bit(x + 1, y, const { direction_of((-1, 1)) });
                    made.rising[1][y][x] = bit(x, y + 1, const { direction_of((1, -1)) });
                }
            }
        }
        made
    }
}

impl<const WALLED: bool> StepsAround<WALLED> {
    /// The steps that a rule allows between walkable cells, `cells[y + 1][x + 1]` for the cell at (x, y), and that no
    /// wall closes. A diagonal step goes around a corner by either of two ways of two straight steps:
    ///
    /// ```text
    ///   A | B      from A to D over B is closed, over C it is open: legal where the rule asks for one way
    ///     .        (AtMostOneBlocked), or for one that no wall closes (Always); not where it asks for both
    ///   C   D
    /// ```
    #[inline(always)]
    pub(crate) const fn between(rule: DiagonalRule, cells: &[[u64; 3]; 3], closed: &ClosedAround) -> Self {
        let [above, here, below] = cells;
        let (forth, back) = (Ways::new::<WALLED>(closed, 0), Ways::new::<WALLED>(closed, 1));
        Self {
            along: [along(cells, &forth), along(cells, &back)],
            across: [across(cells, &forth), across(cells, &back)],
            falling: [
                [falling(rule, above, here, &forth, 0), falling(rule, here, below, &forth, 1)],
                [falling(rule, above, here, &back, 0), falling(rule, here, below, &back, 1)],
            ],
            rising: [
                [rising(rule, above, here, (&forth, &back), 0), rising(rule, here, below, (&forth, &back), 1)],
                [rising(rule, above, here, (&back, &forth), 0), rising(rule, here, below, (&back, &forth), 1)],
            ],
        }
    }

    /// The bits at which the step by (dx, dy) from the cell at (x, y) is legal. Both ends must be among the nine cells.
    #[inline(always)]
    pub(crate) const fn step(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> u64 {
        let (left, top) = (if dx < 0 { x } else { x + 1 } as usize, if dy < 0 { y } else { y + 1 } as usize);
        let back = (WALLED && (dy < 0 || dy == 0 && dx < 0)) as usize;
        match (dx, dy) {
            (_, 0) => self.along[back][top][left],
            (0, _) => self.across[back][top][left],
            _ if dx == dy => self.falling[back][top][left],
            _ => self.rising[back][top][left],
        }
    }

    /// The bits at which `next` is a canonical step after the step `last` to this cell. Zero for the step back.
    ///
    /// Without walls, the cell before can always take a step backwards more cheaply. With walls it may have to go round
    /// the end of one. Ways over cells that are not among the nine are not looked at: this leaves steps in that could
    /// be left out.
    #[inline(always)]
    pub(crate) const fn canonical(&self, last: (i32, i32), next: (i32, i32)) -> u64 {
        let ((dx, dy), (next_x, next_y)) = (last, next);
        let (before, sum) = ((-dx, -dy), (dx + next_x, dy + next_y));
        let legal = self.step((0, 0), next);
        let ahead = dx * next_x + dy * next_y;
        if ahead < 0 && (!WALLED || sum.0 == 0 && sum.1 == 0) {
            return 0;
        }
        if is_diagonal(last) {
            return match ahead {
                1.. => legal,
                0 => {
                    // Two straight steps pass the cell between.
                    let half = (sum.0 / 2, sum.1 / 2);
                    legal & !(self.step(before, half) & self.step((half.0 - dx, half.1 - dy), half))
                }
                // One straight step leads there.
                _ => legal & !self.step(before, sum),
            };
        }
        if ahead < 0 {
            // One straight step leads there, or a diagonal step ahead and a straight step back.
            let ahead = (dx + sum.0, dy + sum.1);
            return legal & !(self.step(before, sum) | self.step(before, ahead) & self.step(sum, before));
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
        let back = self.canonical(last, (dy - dx, dx - dy)) | self.canonical(last, (-dy - dx, -dx - dy));
        self.step((-dx, -dy), last) & (aside | ahead | back)
    }

    /// The bits at which a diagonal step by (dx, dy) comes to a cell with forced steps: diagonal ones to the sides, and
    /// straight ones back.
    #[inline(always)]
    pub(crate) const fn forced(&self, (dx, dy): (i32, i32)) -> u64 {
        let to_the_sides = self.canonical((dx, dy), (-dx, dy)) | self.canonical((dx, dy), (dx, -dy));
        let back = self.canonical((dx, dy), (-dx, 0)) | self.canonical((dx, dy), (0, -dy));
        self.step((-dx, -dy), (dx, dy)) & (to_the_sides | back)
    }
}

/// The straight steps that no wall closes, in one of their directions.
struct Ways {
    along: [[u64; 2]; 3],
    across: [[u64; 3]; 2],
}

// Without loops: the compiler counts their rounds while it makes the tables.

impl Ways {
    #[inline(always)]
    const fn new<const WALLED: bool>(closed: &ClosedAround, back: usize) -> Self {
        if !WALLED {
            return Self { along: [[!0; 2]; 3], across: [[!0; 3]; 2] };
        }
        let ([a, b, c], [d, e]) = (&closed.along[back], &closed.across[back]);
        Self {
            along: [[!a[0], !a[1]], [!b[0], !b[1]], [!c[0], !c[1]]],
            across: [[!d[0], !d[1], !d[2]], [!e[0], !e[1], !e[2]]],
        }
    }
}

#[inline(always)]
const fn along(cells: &[[u64; 3]; 3], ways: &Ways) -> [[u64; 2]; 3] {
    [along_row(&cells[0], &ways.along[0]), along_row(&cells[1], &ways.along[1]), along_row(&cells[2], &ways.along[2])]
}

#[inline(always)]
const fn along_row(&[left, here, right]: &[u64; 3], open: &[u64; 2]) -> [u64; 2] {
    [left & here & open[0], here & right & open[1]]
}

#[inline(always)]
const fn across(cells: &[[u64; 3]; 3], ways: &Ways) -> [[u64; 3]; 2] {
    let [above, here, below] = cells;
    [across_rows(above, here, &ways.across[0]), across_rows(here, below, &ways.across[1])]
}

#[inline(always)]
const fn across_rows(row: &[u64; 3], next: &[u64; 3], open: &[u64; 3]) -> [u64; 3] {
    [row[0] & next[0] & open[0], row[1] & next[1] & open[1], row[2] & next[2] & open[2]]
}

/// Falling steps between two rows, the first of which is number `first`, by the steps in their direction.
#[inline(always)]
const fn falling(rule: DiagonalRule, row: &[u64; 3], next: &[u64; 3], ways: &Ways, first: usize) -> [u64; 2] {
    let (along, next_along, across) = (&ways.along[first], &ways.along[first + 1], &ways.across[first]);
    [
        row[0] & next[1] & rule.allows_ways([row[1], along[0] & across[1]], [next[0], across[0] & next_along[0]]),
        row[1] & next[2] & rule.allows_ways([row[2], along[1] & across[2]], [next[1], across[1] & next_along[1]]),
    ]
}

/// Rising steps between two rows, by the steps along y in their direction, and those along x the other way.
#[inline(always)]
const fn rising(rule: DiagonalRule, row: &[u64; 3], next: &[u64; 3], ways: (&Ways, &Ways), first: usize) -> [u64; 2] {
    let (along, next_along, across) = (&ways.1.along[first], &ways.1.along[first + 1], &ways.0.across[first]);
    [
        row[1] & next[0] & rule.allows_ways([row[0], along[0] & across[0]], [next[1], across[1] & next_along[0]]),
        row[2] & next[1] & rule.allows_ways([row[1], along[1] & across[1]], [next[2], across[2] & next_along[1]]),
    ]
}
