//! Canonical steps in weighted terrain: of several equally cheap paths, a search tries one.
//!
//! A search that came to a cell `n` from its neighbor `p` leaves out the step to `t` if a path within the 3 x 3 cells
//! around `n` leads from `p` to `t` and is
//!
//! - cheaper than `p`, `n`, `t`, or
//! - as cheap, and ends with a straight step where the step from `n` to `t` is a diagonal one.
//!
//! Under [`DiagonalRule::Never`], steps along x take the part of diagonal steps, and steps along y that of straight
//! ones.
//!
//! This is the pruning of Carlson, Moghadam, Harabor, Stuckey and Ebrahimi, "Optimal Pathfinding on Weighted Grid Maps"
//! (AAAI 2023), for steps whose costs are means. Whether a step within the square is legal follows from cells of the
//! square, so a path that is legal in the square is legal on the map.
//!
//! # Why the search still finds an optimal path
//!
//! One node for each cell is enough, whichever of several optimal arrivals it keeps. Consider a cell `t`, and of all
//! optimal paths from the start to `t` the one that is smallest when the kinds of its steps are compared from the last
//! one backwards, straight before diagonal. Let `n` be the cell before `t` on this path. By induction over costs the
//! search finds the optimal cost of `n`, with some optimal arrival `p`. Assume that this arrival prunes `t`:
//!
//! - If a cheaper path leads from `p` to `t`, the path through `n` is not optimal, because `p` lies on an optimal path
//!   to `n`.
//! - If a path as cheap ends with a straight step, where the step from `n` is diagonal, then the optimal path through
//!   `p` to `t` is smaller in the order above.
//!
//! Both contradict the choice of the path. The argument needs positive costs and no more: it holds for all rules and
//! all step costs. If a cell is reached optimally from several sides, a step that any of these arrivals prunes can be
//! left out. After a step from a blocked start nothing is pruned.

use crate::bits::bit_rows::{copied, reserved};
use crate::held::held;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// The successors of one cell: byte `d`, for an arrival by direction `d`, has bit `i` set if the search tries the step
/// in direction `i`.
pub(crate) type TerrainSuccessors = u64;

/// More than any sum of real costs; sums of four of them fit.
const FAR: u64 = u64::MAX / 8;

/// The eight cells around a cell in a circle: corners at even places.
const CIRCLE: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// By direction, the place in [`CIRCLE`] of the cell that a step in this direction enters.
const PLACE: [usize; 8] = {
    let mut places = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut place = 0;
        while CIRCLE[place].0 != DIRECTIONS[direction].0 || CIRCLE[place].1 != DIRECTIONS[direction].1 {
            place += 1;
        }
        places[direction] = place;
        direction += 1;
    }
    places
};

/// The steps that a rule counts as diagonal, one bit for each direction.
pub(crate) const fn diagonal_steps(rule: DiagonalRule) -> u8 {
    match rule {
        DiagonalRule::Never => 0b0000_0011,
        _ => 0b1111_0000,
    }
}

/// The rule and the costs of steps, for [`solve`](Self::solve).
#[derive(Clone, Copy, Debug)]
pub(super) struct Solver {
    pub(super) rule: DiagonalRule,
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

impl Solver {
    /// The successors of the cell in the middle of 3 x 3 weights, which are given row by row. None if it is blocked.
    pub(super) fn solve(&self, nine: &[u32; 9]) -> TerrainSuccessors {
        let middle = nine[4];
        if middle == 0 {
            return 0;
        }
        let around = CIRCLE.map(|(dx, dy)| nine[(3 * (dy + 1) + dx + 1) as usize]);
        let links = StepLinks::new(self, middle, &around);
        let from_middle: [u64; 8] =
            std::array::from_fn(|to| (0..8).map(|over| links.spokes[over] + links.rim(over)[to]).min().unwrap_or(FAR));
        let diagonal = diagonal_steps(self.rule);
        let mut successors = 0;
        for (arrival, place) in PLACE.into_iter().enumerate() {
            // The opposite place.
            let from = (place + 4) % 8;
            if links.spokes[from] >= FAR {
                continue;
            }
            let along_rim = links.rim(from);
            let to_middle = (0..8).map(|over| along_rim[over] + links.spokes[over]).min().unwrap_or(FAR);
            let distances: [u64; 8] = std::array::from_fn(|to| along_rim[to].min(to_middle + from_middle[to]));
            for (direction, to) in PLACE.into_iter().enumerate() {
                let through_middle = links.spokes[from] + links.spokes[to];
                if links.spokes[to] >= FAR || to == from || distances[to] < through_middle {
                    continue;
                }
                if diagonal >> direction & 1 == 1 && links.ends_along_circle(&distances, to) == through_middle {
                    continue;
                }
                successors |= 1 << (8 * arrival + direction);
            }
        }
        successors
    }
}

/// The costs of the steps within 3 x 3 cells; [`FAR`] or more for a step that is not legal.
struct StepLinks {
    /// By place: between the middle and the place.
    spokes: [u64; 8],
    /// By place: to the next place.
    next: [u64; 8],
    /// By place: past a corner, from one side to the next.
    past_corner: [u64; 8],
}

impl StepLinks {
    fn new(solver: &Solver, middle: u32, around: &[u32; 8]) -> Self {
        let walkable = around.map(|weight| u64::from(weight != 0));
        let cost = |length: u32, one: u32, other: u32| u64::from(length) * (u64::from(one) + u64::from(other));
        let straight =
            |one: u32, other: u32| if one != 0 && other != 0 { cost(solver.straight, one, other) } else { FAR };
        let diagonal = |one: u32, other: u32, beside: [u64; 2]| {
            let is_legal =
                one != 0 && solver.rule.allows_diagonal(u64::from(other != 0), beside[0], beside[1]) & 1 == 1;
            if is_legal { cost(solver.diagonal, one, other) } else { FAR }
        };
        Self {
            spokes: std::array::from_fn(|place| match place % 2 {
                0 => diagonal(middle, around[place], [walkable[(place + 7) % 8], walkable[place + 1]]),
                _ => straight(middle, around[place]),
            }),
            next: std::array::from_fn(|place| straight(around[place], around[(place + 1) % 8])),
            past_corner: std::array::from_fn(|place| match place % 2 {
                0 => FAR,
                _ => diagonal(around[place], around[(place + 2) % 8], [walkable[(place + 1) % 8], 1]),
            }),
        }
    }

    /// The least cost of a path to a place whose last step joins two cells side by side on the circle. If the step from
    /// the middle to the place is diagonal, then these steps are the straight ones: under [`DiagonalRule::Never`] the
    /// place lies beside the middle along x, and the cells next to it on the circle along y.
    fn ends_along_circle(&self, distances: &[u64; 8], to: usize) -> u64 {
        let (before, after) = ((to + 7) % 8, (to + 1) % 8);
        (distances[before] + self.next[before]).min(distances[after] + self.next[to])
    }

    /// The least costs of paths from a place along the circle, without the middle. A diagonal step costs at least one
    /// straight step, so that a path which turns back is never the only cheapest one.
    #[inline(always)]
    fn rim(&self, from: usize) -> [u64; 8] {
        let (mut onwards, mut back) = ([FAR; 8], [FAR; 8]);
        (onwards[0], back[0]) = (0, 0);
        for count in 1..8 {
            let (to, last) = ((from + count) % 8, (from + count - 1) % 8);
            onwards[count] = onwards[count - 1] + self.next[last];
            if to % 2 == 1 && count > 1 {
                onwards[count] = onwards[count].min(onwards[count - 2] + self.past_corner[(from + count - 2) % 8]);
            }
            let to = (from + 8 - count) % 8;
            back[count] = back[count - 1] + self.next[to];
            if to % 2 == 1 && count > 1 {
                back[count] = back[count].min(back[count - 2] + self.past_corner[to]);
            }
            onwards[count] = onwards[count].min(FAR);
            back[count] = back[count].min(FAR);
        }
        std::array::from_fn(|place| {
            let count = (place + 8 - from) % 8;
            onwards[count].min(back[(8 - count) % 8])
        })
    }
}

/// Solutions of squares that were met before. A slot for each hash: memory stays small on maps where all squares
/// differ.
#[derive(Debug)]
pub(super) struct Solved {
    solver: Solver,
    /// 2 to the power of `64 - shift` entries.
    entries: Vec<([u32; 9], TerrainSuccessors)>,
    shift: u32,
}

held!(Solved: entries);

impl Solved {
    /// `count`: the number of solutions to keep, a power of two from 2 on.
    pub(super) fn new(solver: Solver, count: usize) -> Result<Self, crate::OutOfMemory> {
        debug_assert!(count.is_power_of_two() && count > 1);
        // The entry of nine zeros is right: a blocked cell has no successors.
        let mut entries = reserved(count)?;
        entries.resize(count, ([0; 9], 0));
        Ok(Self { solver, entries, shift: 64 - count.ilog2() })
    }

    pub(super) fn try_clone(&self) -> Result<Self, crate::OutOfMemory> {
        Ok(Self { entries: copied(&self.entries)?, ..*self })
    }

    #[inline(always)]
    pub(super) fn solve(&mut self, nine: &[u32; 9]) -> TerrainSuccessors {
        // 2^64 divided by the golden ratio, and the top bits of the product: Knuth, volume 3, section 6.4.
        let hash = nine.iter().fold(0, |hash: u64, &weight| {
            (hash.rotate_left(23) ^ u64::from(weight)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let entry = &mut self.entries[(hash >> self.shift) as usize];
        if entry.0 != *nine {
            *entry = (*nine, self.solver.solve(nine));
        }
        entry.1
    }
}
