//! Canonical steps: of several equally cheap paths, a jump-point search tries one.
//!
//! A search that comes to a cell by a step in one direction leaves out each neighbor that the cell before reaches as
//! cheaply by another path. Diagonal steps are taken before straight ones; under [`DiagonalRule::Never`], steps along x
//! before steps along y. The step straight on remains, and the steps that an obstacle forces. One table serves all
//! costs for which a diagonal step costs at least one straight step and less than two. Sources: Harabor and Grastien,
//! "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011; Sturtevant and Rabin, "Canonical Orderings on
//! Grids", IJCAI 2016.
//!
//! Why one node for each cell is enough, whichever of several equally cheap arrivals the node keeps: let `x` be a cell
//! before `n` on an optimal path whose arrival at `x` prunes `n`. Then the cell before `x` reaches `n` as cheaply
//! through another cell `m`. The last step through `m` is straight where the one through `x` was diagonal (under
//! `Never`: along y instead of along x). No optimal path prunes a last step of this kind, so the search reaches `n`
//! through `m` by any arrival at `m`. The argument fails where a diagonal step costs two straight ones. Searches with
//! such costs use A*.

use super::DiagonalRule;
use super::directions::{DIRECTIONS, NEIGHBOR_DIRECTIONS, direction_of, is_diagonal};
use super::surroundings::Surroundings;
use super::{ClosedAround, StepsAround};

/// In place of a direction: the start, from which every legal step is tried.
pub(crate) const ANY_ARRIVAL: usize = 8;

/// In place of a direction, with the number of a diagonal jump added: the jump was interrupted here and continues.
pub(crate) const CONTINUED: usize = 9;

/// The number of directions, [`ANY_ARRIVAL`] and continued diagonal jumps.
const ARRIVALS: usize = CONTINUED + 4;

/// The steps to try, by arrival and by the walkable cells around a cell ([`Surroundings`]). Bit `i` is the step
/// `DIRECTIONS[i]`.
///
/// An arrival is a direction, [`ANY_ARRIVAL`], or a diagonal jump from [`CONTINUED`] on. Arrivals by a diagonal step
/// have their forced steps alone: the other steps are part of the diagonal jump, which passes the cell.
pub(crate) type Successors = [[u8; Surroundings::COUNT]; ARRIVALS];

impl DiagonalRule {
    /// The canonical successors under this rule.
    pub(crate) const fn successors(self) -> &'static Successors {
        &SUCCESSORS[self as usize]
    }

    const fn successors_table(self) -> Successors {
        let mut table = [[0; Surroundings::COUNT]; ARRIVALS];
        let mut first = 0;
        while first < Surroundings::COUNT {
            let around = Surroundings::sixty_four(first);
            let mut direction = 0;
            while direction < 8 {
                let step = DIRECTIONS[direction];
                let legal = around.with((0, 0)).steps(self).step((0, 0), step);
                put(&mut table[ANY_ARRIVAL], first, legal, direction);
                let mut arrival = 0;
                while arrival < 8 {
                    put(&mut table[arrival], first, self.canonical_after(around, arrival, step), direction);
                    arrival += 1;
                }
                direction += 1;
            }
            first += 64;
        }
        let mut diagonal = 0;
        while diagonal < self.diagonals().len() {
            let DiagonalJump { direction, straights } = self.diagonals()[diagonal];
            let own = 1 << direction | 1 << straights[0] | 1 << straights[1];
            let mut walkable = 0;
            while walkable < Surroundings::COUNT {
                table[CONTINUED + diagonal][walkable] = table[ANY_ARRIVAL][walkable] & own | table[direction][walkable];
                walkable += 1;
            }
            diagonal += 1;
        }
        table
    }

    /// The [`Successors`] of a cell by its surroundings, where walls close some of the steps around it.
    pub(crate) fn successors_between(self, arrival: usize, around: usize, closed: &ClosedAround) -> u8 {
        // Each arrival has code of its own, which works out no more steps than it needs.
        match arrival {
            0 => canonical_between(self, 0, around, closed),
            1 => canonical_between(self, 1, around, closed),
            2 => canonical_between(self, 2, around, closed),
            3 => canonical_between(self, 3, around, closed),
            4 => canonical_between(self, 4, around, closed),
            5 => canonical_between(self, 5, around, closed),
            6 => canonical_between(self, 6, around, closed),
            7 => canonical_between(self, 7, around, closed),
            ANY_ARRIVAL => legal_between(self, around, closed),
            _ => {
                let DiagonalJump { direction, straights } = self.diagonals()[arrival - CONTINUED];
                let own = 1 << direction | 1 << straights[0] | 1 << straights[1];
                legal_between(self, around, closed) & own | self.successors_between(direction, around, closed)
            }
        }
    }

    /// The [`Successors`] of a cell by the legal steps around it, after an arrival by one of them or
    /// [`ANY_ARRIVAL`].
    pub(crate) fn successors_among(self, arrival: usize, steps: &StepsAround<true>) -> u8 {
        let legal = |step: (i32, i32)| steps.step((0, 0), step) & 1 == 1;
        let (own, after) = match arrival.checked_sub(CONTINUED) {
            Some(diagonal) => {
                let DiagonalJump { direction, straights } = self.diagonals()[diagonal];
                (1 << direction | 1 << straights[0] | 1 << straights[1], Some(DIRECTIONS[direction]))
            }
            None if arrival == ANY_ARRIVAL => (u8::MAX, None),
            None => (0, Some(DIRECTIONS[arrival])),
        };
        let mut found = 0;
        for (direction, &step) in DIRECTIONS.iter().enumerate().filter(|&(_, &step)| legal(step)) {
            let is_forced = after.is_some_and(|(dx, dy)| {
                let is_part_of_jump = is_diagonal((dx, dy)) && dx * step.0 + dy * step.1 > 0;
                !is_part_of_jump && steps.canonical((dx, dy), step) & 1 == 1
            });
            found |= u8::from(own >> direction & 1 == 1 || is_forced) << direction;
        }
        found
    }

    /// The steps from a cell that walls leave legal, by its surroundings: bit `i` for `NEIGHBOR_OFFSETS[i]`.
    pub(crate) fn legal_neighbors_between(self, around: usize, closed: &ClosedAround) -> u8 {
        let legal = self.successors_between(ANY_ARRIVAL, around, closed);
        (0..8).fold(0, |found, neighbor| found | (legal >> NEIGHBOR_DIRECTIONS[neighbor] & 1) << neighbor)
    }

    /// Bits at which a step is canonical after an arrival from a cell that counts as walkable. Steps of a diagonal jump
    /// are left out.
    const fn canonical_after(self, around: Surroundings, arrival: usize, step: (i32, i32)) -> u64 {
        let (dx, dy) = DIRECTIONS[arrival];
        if is_diagonal((dx, dy)) && dx * step.0 + dy * step.1 > 0 {
            return 0;
        }
        around.with((0, 0)).with((-dx, -dy)).steps(self).canonical((dx, dy), step)
    }
}

/// The legal steps from a cell that counts as walkable, as in [`Successors`].
#[inline(always)]
fn legal_between(rule: DiagonalRule, around: usize, closed: &ClosedAround) -> u8 {
    let cells = Surroundings::single(around).with((0, 0));
    let steps = StepsAround::<true>::between(rule, cells.words(), closed);
    step_if(steps.step((0, 0), DIRECTIONS[0]), DIRECTIONS[0])
        | step_if(steps.step((0, 0), DIRECTIONS[1]), DIRECTIONS[1])
        | step_if(steps.step((0, 0), DIRECTIONS[2]), DIRECTIONS[2])
        | step_if(steps.step((0, 0), DIRECTIONS[3]), DIRECTIONS[3])
        | step_if(steps.step((0, 0), DIRECTIONS[4]), DIRECTIONS[4])
        | step_if(steps.step((0, 0), DIRECTIONS[5]), DIRECTIONS[5])
        | step_if(steps.step((0, 0), DIRECTIONS[6]), DIRECTIONS[6])
        | step_if(steps.step((0, 0), DIRECTIONS[7]), DIRECTIONS[7])
}

/// The canonical steps after an arrival by one step, as in [`Successors`].
#[inline(always)]
fn canonical_between(rule: DiagonalRule, arrival: usize, around: usize, closed: &ClosedAround) -> u8 {
    let (dx, dy) = DIRECTIONS[arrival];
    let cells = Surroundings::single(around).with((0, 0)).with((-dx, -dy));
    let steps = StepsAround::<true>::between(rule, cells.words(), closed);
    canonical_if(&steps, arrival, 0)
        | canonical_if(&steps, arrival, 1)
        | canonical_if(&steps, arrival, 2)
        | canonical_if(&steps, arrival, 3)
        | canonical_if(&steps, arrival, 4)
        | canonical_if(&steps, arrival, 5)
        | canonical_if(&steps, arrival, 6)
        | canonical_if(&steps, arrival, 7)
}

/// The bit of a step if it is canonical after an arrival, and no part of its diagonal jump.
#[inline(always)]
fn canonical_if(steps: &StepsAround<true>, arrival: usize, direction: usize) -> u8 {
    let ((dx, dy), step) = (DIRECTIONS[arrival], DIRECTIONS[direction]);
    let is_part_of_jump = is_diagonal((dx, dy)) && dx * step.0 + dy * step.1 > 0;
    if is_part_of_jump { 0 } else { step_if(steps.canonical((dx, dy), step), step) }
}

/// Adds a step where 64 sets of walkable cells, from number `first` on, have the bit in `steps`.
const fn put(table: &mut [u8; Surroundings::COUNT], first: usize, steps: u64, direction: usize) {
    let mut i = 0;
    while i < 64 {
        table[first + i] |= ((steps >> i & 1) as u8) << direction;
        i += 1;
    }
}

/// The two diagonal steps ahead, by straight arrival. [`Successors`] leave them out, although a path over them may cost
/// as little. A search that has to walk around obstacles on either side tries them.
pub(crate) const DIAGONALS_AHEAD: [u8; 4] = {
    let mut ahead = [0; 4];
    let mut arrival = 0;
    while arrival < 4 {
        let (dx, dy) = DIRECTIONS[arrival];
        ahead[arrival] = step_if(1, (dx + dy, dy + dx)) | step_if(1, (dx - dy, dy - dx));
        arrival += 1;
    }
    ahead
};

/// Steps aside under [`DiagonalRule::Never`]: after an arrival along y, the steps along x.
pub(crate) const ROWS_ASIDE: [u8; 4] =
    [0, 0, step_if(1, (1, 0)) | step_if(1, (-1, 0)), step_if(1, (1, 0)) | step_if(1, (-1, 0))];

/// The bit of a step where the lowest bit of `condition` is set.
#[inline(always)]
const fn step_if(condition: u64, step: (i32, i32)) -> u8 {
    ((condition & 1) as u8) << direction_of(step)
}

/// The [`Successors`] as jumps to start.
///
/// Bit `i`: start diagonal jump `i` of [`diagonals`](DiagonalRule::diagonals). Bits `4 + 2 * i` and `5 + 2 * i`: this
/// diagonal jump sends out its first and its second straight jump from its first cell too. Bit `12 + d`: start a
/// straight jump in direction `d` that belongs to none of these diagonal jumps.
pub(crate) type Branches = [[u16; Surroundings::COUNT]; ARRIVALS];

/// The direction of a diagonal jump, and the directions of the two straight jumps that it sends out from each cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiagonalJump {
    pub(crate) direction: usize,
    pub(crate) straights: [usize; 2],
}

/// The four diagonal jumps, each with its straight jump along x and the one along y.
const DIAGONAL_JUMPS: [DiagonalJump; 4] = [
    DiagonalJump { direction: 4, straights: [0, 3] },
    DiagonalJump { direction: 5, straights: [1, 3] },
    DiagonalJump { direction: 6, straights: [0, 2] },
    DiagonalJump { direction: 7, straights: [1, 2] },
];

/// The diagonal jumps of [`DiagonalRule::Never`]: along x, with straight jumps both ways along y.
const ROW_JUMPS: [DiagonalJump; 2] =
    [DiagonalJump { direction: 0, straights: [2, 3] }, DiagonalJump { direction: 1, straights: [2, 3] }];

impl DiagonalRule {
    /// The diagonal jumps under this rule.
    pub(crate) const fn diagonals(self) -> &'static [DiagonalJump] {
        match self {
            Self::Never => &ROW_JUMPS,
            _ => &DIAGONAL_JUMPS,
        }
    }

    /// Whether steps in a direction belong to diagonal jumps, which send out straight jumps and go along x under
    /// `Never`.
    pub(crate) const fn is_diagonal_jump(self, direction: usize) -> bool {
        match self {
            Self::Never => direction < 2,
            _ => direction >= 4,
        }
    }

    /// The arrival by one step, for a search from cell to cell: it tries the steps of a diagonal jump itself.
    pub(crate) const fn arrival_by_step(self, direction: usize) -> usize {
        if self.is_diagonal_jump(direction) { CONTINUED + direction % 4 } else { direction }
    }

    /// The canonical successors, as jumps to start.
    pub(crate) fn branches(self) -> &'static Branches {
        &BRANCHES[self as usize]
    }

    const fn branches_table(self) -> Branches {
        let successors = &SUCCESSORS[self as usize];
        let mut table = [[0; Surroundings::COUNT]; ARRIVALS];
        let mut arrival = 0;
        while arrival < ARRIVALS {
            let mut walkable = 0;
            while walkable < Surroundings::COUNT {
                table[arrival][walkable] = branches_of(self.diagonals(), successors[arrival][walkable]);
                walkable += 1;
            }
            arrival += 1;
        }
        table
    }
}

/// Assigns each straight step to the first diagonal jump among the steps that sends out this straight jump.
pub(crate) const fn branches_of(diagonals: &[DiagonalJump], steps: u8) -> u16 {
    let mut branches = 0;
    let mut alone = (steps & 0b1111) as u16;
    let mut i = 0;
    while i < diagonals.len() {
        if steps >> diagonals[i].direction & 1 == 1 {
            branches |= 1 << i;
            // Under `Never` the jump's own direction is a straight one.
            alone &= !(1 << diagonals[i].direction);
            let mut side = 0;
            while side < 2 {
                let straight = diagonals[i].straights[side];
                branches |= (alone >> straight & 1) << (4 + 2 * i + side);
                alone &= !(1 << straight);
                side += 1;
            }
        }
        i += 1;
    }
    branches | alone << 12
}

static SUCCESSORS: [Successors; 4] = [
    DiagonalRule::ALL[0].successors_table(),
    DiagonalRule::ALL[1].successors_table(),
    DiagonalRule::ALL[2].successors_table(),
    DiagonalRule::ALL[3].successors_table(),
];

static BRANCHES: [Branches; 4] = [
    DiagonalRule::ALL[0].branches_table(),
    DiagonalRule::ALL[1].branches_table(),
    DiagonalRule::ALL[2].branches_table(),
    DiagonalRule::ALL[3].branches_table(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_ahead_are_the_ones_of_equal_cost_that_canonical_steps_leave_out() {
        let open = Surroundings::COUNT - 1;
        for arrival in 0..4 {
            let (dx, dy) = DIRECTIONS[arrival];
            for (direction, &(x, y)) in DIRECTIONS.iter().enumerate() {
                let is_ahead = is_diagonal((x, y)) && x * dx + y * dy == 1;
                assert_eq!(DIAGONALS_AHEAD[arrival] >> direction & 1 == 1, is_ahead, "{arrival}, {direction}");
                let is_aside = (y == 0) && dx == 0;
                assert_eq!(ROWS_ASIDE[arrival] >> direction & 1 == 1, is_aside, "{arrival}, {direction}");
            }
            assert_eq!(DiagonalRule::Always.successors()[arrival][open] & DIAGONALS_AHEAD[arrival], 0);
            assert_eq!(DiagonalRule::Never.successors()[arrival][open] & ROWS_ASIDE[arrival], 0);
        }
    }
}
