//! Canonical steps: of all equally cheap ways around, a jump-point search tries one.
//!
//! A search that came to a cell by a step in one direction need not go on to those neighbours that the cell before
//! reaches as cheaply without it. On straight steps and diagonal ones that cost at least as much and less than two
//! straight ones the rule is the same for any pair of costs: diagonal steps are taken before straight ones (under
//! [`DiagonalRule::Never`]: steps along x before those along y), and what is left are the step straight on and those
//! that an obstacle forces. Source: Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI
//! 2011, and for the order Sturtevant and Rabin, "Canonical Orderings on Grids", IJCAI 2016.
//!
//! Why one node for each cell is enough, whichever of several equally cheap arrivals it keeps: let `x` be a cell before
//! `n` on a cheapest path whose arrival at `x` prunes `n`. Then the cell before `x` reaches `n` as cheaply over another
//! cell `m`, and the last step over `m` is straight where the one over `x` was diagonal (under `Never`: along y, and
//! along x). No cheapest path prunes a last step of that kind, so that `n` is reached over `m` whatever `m`'s arrival.
//! With diagonal steps as dear as two straight ones the argument fails, and searches use other means.

use super::DiagonalRule;

/// In place of a direction: the start, from which every legal step is tried.
pub(crate) const ANY_ARRIVAL: usize = 8;

/// In place of a direction, with the number of a diagonal jump added: the diagonal jump comes to a cell at which it waited, and goes on.
pub(crate) const CONTINUED: usize = 9;

/// Directions, [`ANY_ARRIVAL`], and the diagonal jumps that go on.
const ARRIVALS: usize = CONTINUED + 4;

/// The directions of steps, in the order of the bits of a [`Successors`] entry. "South" is where y grows.
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];

/// For each arrival, a direction, [`ANY_ARRIVAL`] or a diagonal jump from [`CONTINUED`] on, and each set of walkable cells around a
/// cell: the steps to try, bit `i` for `DIRECTIONS[i]`.
///
/// Bit `3 * (dy + 1) + dx + 1` of a set is the cell at (dx, dy). Arrivals by a diagonal step get the forced steps
/// alone: the others are part of the diagonal jump, which goes on by itself unless it waited at the cell.
pub(crate) type Successors = [[u8; 512]; ARRIVALS];

impl DiagonalRule {
    /// The canonical successors under this rule.
    pub(crate) fn successors(self) -> &'static Successors {
        match self {
            Self::Always => &ALWAYS,
            Self::AtMostOneBlocked => &AT_MOST_ONE_BLOCKED,
            Self::BothFree => &BOTH_FREE,
            Self::Never => &NEVER,
        }
    }

    const fn successors_table(self) -> Successors {
        let mut table = [[0; 512]; ARRIVALS];
        let mut walkable = 0;
        while walkable < 512 {
            let around = Around(walkable as u16);
            let legal = self.legal(around);
            let mut arrival = 0;
            while arrival < 8 {
                table[arrival][walkable] = legal & self.wanted(around, arrival);
                arrival += 1;
            }
            table[ANY_ARRIVAL][walkable] = legal;
            let mut diagonal = 0;
            while diagonal < self.diagonals().len() {
                let DiagonalJump { direction, straights } = self.diagonals()[diagonal];
                let own = 1 << direction | 1 << straights[0] | 1 << straights[1];
                table[CONTINUED + diagonal][walkable] = legal & (own | self.wanted(around, direction));
                diagonal += 1;
            }
            walkable += 1;
        }
        table
    }

    const fn legal(self, around: Around) -> u8 {
        let mut legal = 0;
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = DIRECTIONS[direction];
            let straight = dx == 0 || dy == 0;
            if around.walkable(dx, dy) && (straight || self.allows(around.walkable(dx, 0), around.walkable(0, dy))) {
                legal |= 1 << direction;
            }
            direction += 1;
        }
        legal
    }

    /// The steps that an arrival leaves to try, legal or not.
    const fn wanted(self, around: Around, arrival: usize) -> u8 {
        let (dx, dy) = DIRECTIONS[arrival];
        let corners_may_be_cut = matches!(self, Self::Always | Self::AtMostOneBlocked);
        if dx != 0 && dy != 0 {
            // Forced where the straight cell that the last step passed on that side is blocked.
            let back_x = corners_may_be_cut && !around.walkable(-dx, 0);
            let back_y = corners_may_be_cut && !around.walkable(0, -dy);
            return bit_if(back_x, -dx, dy) | bit_if(back_y, dx, -dy);
        }
        let mut wanted = bit_if(true, dx, dy);
        let mut side = -1;
        while side <= 1 {
            // One of the two cells beside this one: `dy` and `dx` change places.
            let (side_x, side_y) = (side * dy, side * dx);
            if corners_may_be_cut {
                wanted |= bit_if(!around.walkable(side_x, side_y), side_x + dx, side_y + dy);
            } else {
                let forced = !around.walkable(side_x - dx, side_y - dy);
                wanted |= bit_if(forced, side_x, side_y) | bit_if(forced, side_x + dx, side_y + dy);
            }
            side += 2;
        }
        wanted
    }
}

const fn bit_if(condition: bool, dx: i32, dy: i32) -> u8 {
    let mut direction = 0;
    while direction < 8 {
        if condition && DIRECTIONS[direction].0 == dx && DIRECTIONS[direction].1 == dy {
            return 1 << direction;
        }
        direction += 1;
    }
    0
}

/// Which of the nine cells around and at a cell are walkable.
#[derive(Clone, Copy)]
struct Around(u16);

impl Around {
    const fn walkable(self, dx: i32, dy: i32) -> bool {
        self.0 >> (3 * (dy + 1) + dx + 1) & 1 == 1
    }
}

/// The diagonal jumps that a search starts from a cell, which of their first cell's two straight jumps each of them sends out, and the straight jumps
/// that are followed alone.
///
/// For each arrival and each set of walkable cells, as in [`Successors`]: bit `i` says that there is the diagonal jump `i` of
/// [`diagonals`](DiagonalRule::diagonals), bits `4 + 2 * i` and `5 + 2 * i` that the diagonal jump has its first and its second straight jump, and
/// bit `12 + d` that the straight jump in direction `d` belongs to no diagonal jump.
pub(crate) type Branches = [[u16; 512]; ARRIVALS];

/// A diagonal jump's direction and those of its straight jumps, as numbers of [`DIRECTIONS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiagonalJump {
    pub(crate) direction: usize,
    pub(crate) straights: [usize; 2],
}

/// Diagonal jumps, with their straight jump along x and the one along y.
const DIAGONAL_JUMPS: [DiagonalJump; 4] = [
    DiagonalJump { direction: 4, straights: [0, 3] },
    DiagonalJump { direction: 5, straights: [1, 3] },
    DiagonalJump { direction: 6, straights: [0, 2] },
    DiagonalJump { direction: 7, straights: [1, 2] },
];

/// the diagonal jumps of [`DiagonalRule::Never`]: along x, with straight jumps both ways along y.
const ROW_JUMPS: [DiagonalJump; 2] =
    [DiagonalJump { direction: 0, straights: [2, 3] }, DiagonalJump { direction: 1, straights: [2, 3] }];

impl DiagonalRule {
    /// The directions of diagonal jumps.
    pub(crate) const fn diagonals(self) -> &'static [DiagonalJump] {
        match self {
            Self::Never => &ROW_JUMPS,
            _ => &DIAGONAL_JUMPS,
        }
    }

    /// The canonical successors, as diagonal jumps and straight jumps.
    pub(crate) fn branches(self) -> &'static Branches {
        match self {
            Self::Always => &ALWAYS_BRANCHES,
            Self::AtMostOneBlocked => &AT_MOST_ONE_BLOCKED_BRANCHES,
            Self::BothFree => &BOTH_FREE_BRANCHES,
            Self::Never => &NEVER_BRANCHES,
        }
    }

    const fn branches_table(self, successors: &Successors) -> Branches {
        let mut table = [[0; 512]; ARRIVALS];
        let mut arrival = 0;
        while arrival < ARRIVALS {
            let mut walkable = 0;
            while walkable < 512 {
                table[arrival][walkable] = branches_of(self.diagonals(), successors[arrival][walkable]);
                walkable += 1;
            }
            arrival += 1;
        }
        table
    }
}

/// Gives each straight jump among some steps to the first diagonal jump among them that has it.
const fn branches_of(diagonals: &[DiagonalJump], steps: u8) -> u16 {
    let mut branches = 0;
    let mut alone = (steps & 0b1111) as u16;
    let mut i = 0;
    while i < diagonals.len() {
        if steps >> diagonals[i].direction & 1 == 1 {
            branches |= 1 << i;
            // Under `Never` diagonal jumps go along x themselves.
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

static ALWAYS_BRANCHES: Branches = DiagonalRule::Always.branches_table(&ALWAYS);
static AT_MOST_ONE_BLOCKED_BRANCHES: Branches = DiagonalRule::AtMostOneBlocked.branches_table(&AT_MOST_ONE_BLOCKED);
static BOTH_FREE_BRANCHES: Branches = DiagonalRule::BothFree.branches_table(&BOTH_FREE);
static NEVER_BRANCHES: Branches = DiagonalRule::Never.branches_table(&NEVER);

static ALWAYS: Successors = DiagonalRule::Always.successors_table();
static AT_MOST_ONE_BLOCKED: Successors = DiagonalRule::AtMostOneBlocked.successors_table();
static BOTH_FREE: Successors = DiagonalRule::BothFree.successors_table();
static NEVER: Successors = DiagonalRule::Never.successors_table();

#[cfg(test)]
mod tests {
    use super::*;

    type Offset = (i32, i32);

    fn is_diagonal((dx, dy): Offset) -> bool {
        dx != 0 && dy != 0
    }

    /// Whether one may step from one of the nine cells to another. The cell that is left need not be walkable.
    fn step_is_legal(rule: DiagonalRule, around: Around, from: Offset, to: Offset) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let inside = |offset: Offset| offset.0.abs() <= 1 && offset.1.abs() <= 1;
        let walkable = |offset: Offset| inside(offset) && around.walkable(offset.0, offset.1);
        if (dx, dy) == (0, 0) || dx.abs() > 1 || dy.abs() > 1 || !walkable(to) {
            return false;
        }
        !is_diagonal((dx, dy)) || rule.allows(walkable((from.0 + dx, from.1)), walkable((from.0, from.1 + dy)))
    }

    /// Whether going from `before` over `over` to `to` is cheaper than over the middle, or as cheap and to be
    /// preferred, at any legal cost of a diagonal step below that of two straight ones.
    fn is_better(rule: DiagonalRule, before: Offset, over: Option<Offset>, to: Offset) -> bool {
        let step = |from: Offset, to: Offset| (to.0 - from.0, to.1 - from.1);
        let steps = match over {
            Some(over) => vec![step(before, over), step(over, to)],
            None => vec![step(before, to)],
        };
        let middle = [step(before, (0, 0)), to];
        let prefers = |steps: &[Offset]| match rule {
            // Along y last; the last step over the middle was along x.
            DiagonalRule::Never => steps[steps.len() - 1].0 == 0 && to.0 != 0,
            _ => !is_diagonal(steps[steps.len() - 1]) && is_diagonal(to),
        };
        [1.0, 1.2, 1.999].into_iter().all(|diagonal| {
            let cost =
                |steps: &[Offset]| steps.iter().map(|&s| if is_diagonal(s) { diagonal } else { 1.0 }).sum::<f64>();
            let (this, other) = (cost(&steps), cost(&middle));
            this < other - 1e-9 || (this < other + 1e-9 && prefers(&steps))
        })
    }

    /// From the definition, for every rule, arrival and surroundings.
    #[test]
    fn a_step_is_pruned_exactly_where_the_cell_before_has_a_better_way() {
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
        {
            for (arrival, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
                // Under `Never` no search arrives by a diagonal step, and none ends a diagonal jump along x but at its start.
                if rule == DiagonalRule::Never && dx != 0 {
                    continue;
                }
                for walkable in (0..512).filter(|walkable| walkable >> 4 & 1 == 1) {
                    let around = Around(walkable);
                    let before = (-dx, -dy);
                    if !step_is_legal(rule, around, before, (0, 0)) {
                        continue;
                    }
                    let offsets = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
                    let others: Vec<Offset> = offsets.filter(|&offset| offset != (0, 0) && offset != before).collect();
                    for (direction, &to) in DIRECTIONS.iter().enumerate().filter(|&(_, &to)| to != before) {
                        let reaches = |over: Option<Offset>| match over {
                            None => step_is_legal(rule, around, before, to),
                            Some(over) => {
                                step_is_legal(rule, around, before, over) && step_is_legal(rule, around, over, to)
                            }
                        };
                        let ways = std::iter::once(None).chain(others.iter().copied().map(Some));
                        let pruned = ways
                            .filter(|&over| over != Some(to))
                            .any(|over| reaches(over) && is_better(rule, before, over, to));
                        let natural = is_diagonal((dx, dy)) && (to == (dx, dy) || to == (dx, 0) || to == (0, dy));
                        let expected = step_is_legal(rule, around, (0, 0), to) && !pruned && !natural;
                        let found = rule.successors()[arrival][usize::from(walkable)] >> direction & 1 == 1;
                        assert_eq!(
                            found, expected,
                            "{rule:?}, arriving by {dx},{dy}, going {to:?}, walkable {walkable:#011b}"
                        );
                    }
                }
            }
        }
    }

    /// What a search can meet: a jump point, at which it arrives by a straight step and has another step to try, or the
    /// start.
    #[test]
    fn branches_are_the_canonical_steps_and_no_others() {
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
        {
            for (arrival, walkable) in
                (0..ARRIVALS).flat_map(|arrival| (0..512).map(move |walkable| (arrival, walkable)))
            {
                let steps = rule.successors()[arrival][walkable];
                let branches = rule.branches()[arrival][walkable];
                if arrival < 4 && steps.count_ones() < 2 || rule == DiagonalRule::Never && arrival < 2 {
                    continue;
                }
                let mut found = (branches >> 12) as u8;
                for (i, diagonal) in rule.diagonals().iter().enumerate() {
                    let has_diagonal = branches >> i & 1 == 1;
                    if has_diagonal {
                        assert!(found & 1 << diagonal.direction == 0, "one direction twice");
                        found |= 1 << diagonal.direction;
                    }
                    for side in (0..2).filter(|side| branches >> (4 + 2 * i + side) & 1 == 1) {
                        assert!(
                            has_diagonal && found & 1 << diagonal.straights[side] == 0,
                            "a straight of no diagonal, or of two"
                        );
                        found |= 1 << diagonal.straights[side];
                    }
                }
                assert_eq!(found, steps, "{rule:?}, arrival {arrival}, walkable {walkable:#011b}");
            }
        }
    }
}
