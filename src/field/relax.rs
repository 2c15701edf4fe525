//! Relaxing rows of 64 cells at once.
//!
//! To relax a cell is to give it the least cost that its neighbors make possible. A row takes costs from the row above
//! it or below it, and then along itself, in both directions.
//!
//! A row is eight vectors of eight lanes: lane `l` of vector `v` is cell `8 * l + v`. So the neighbors of a vector's
//! cells are the vectors beside it, lane by lane, but for the first and the last one. Costs go along all eight lanes in
//! seven additions. Where they pass from lane to lane, prefix sums over lanes (Hillis and Steele, "Data parallel
//! algorithms", 1986) lead them on.

use super::strips::{BLOCK_ROWS, Strips};
use crate::bits::vectors::Kernel;

pub(super) const LANES: usize = 8;
pub(super) const VECTORS: usize = 8;

type Vector = [i32; LANES];

/// Numbers of the cells of a row.
pub(super) type Row = [Vector; VECTORS];

/// What a step to or from a blocked cell costs, and more than any cost of a cell. The sum of a cost and of three such
/// charges fits, and no charge of a walkable cell has this bit.
pub(super) const BLOCKED: i32 = 1 << 28;

/// What steps from a row or into one cost.
#[derive(Clone, Copy)]
pub(super) struct Charges<'a> {
    pub(super) straight: &'a Row,
    pub(super) diagonal: &'a Row,
}

/// The cell beside an end of a row.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// Its cost and what straight steps from it charge.
    pub(super) straight: i32,
    /// Its cost and what diagonal steps from it charge.
    pub(super) diagonal: i32,
    /// [`BLOCKED`] if it is.
    pub(super) blocked: i32,
}

impl Beside {
    /// Beyond the area. No legal step passes it.
    pub(super) const OUTSIDE: Self = Self { straight: BLOCKED, diagonal: BLOCKED, blocked: 0 };
}

/// A row with all that decides what its cells cost.
pub(super) struct Relaxation<'a> {
    /// The row above or below.
    pub(super) before: &'a Row,
    pub(super) before_outwards: Charges<'a>,
    pub(super) outwards: Charges<'a>,
    pub(super) inwards: Charges<'a>,
    /// The cells to the left and to the right, in this row and in the row before.
    pub(super) left: [Beside; 2],
    pub(super) right: [Beside; 2],
    /// [`BLOCKED`] in each blocked cell of this row and of the row before. `None` if none is blocked.
    pub(super) walls: Option<[&'a Row; 2]>,
    /// Which cells beside a diagonal step forbid it.
    pub(super) corners: Corners,
}

/// Which blocked cells beside a diagonal step forbid it, as masks of [`BLOCKED`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    /// One does.
    pub(super) one: i32,
    /// Two do.
    pub(super) two: i32,
}

/// What a relaxation changed.
pub(super) struct Relaxed {
    /// The least cost that fell; [`BLOCKED`] if none did.
    pub(super) least: i32,
    pub(super) is_left_changed: bool,
    pub(super) is_right_changed: bool,
}

#[inline(always)]
pub(super) fn each(of_lane: impl Fn(usize) -> i32) -> Vector {
    let mut vector = [0; LANES];
    for (lane, number) in vector.iter_mut().enumerate() {
        *number = of_lane(lane);
    }
    vector
}

#[inline(always)]
fn sum(a: Vector, b: Vector) -> Vector {
    each(|lane| a[lane] + b[lane])
}

#[inline(always)]
fn smaller(a: Vector, b: Vector) -> Vector {
    each(|lane| a[lane].min(b[lane]))
}

/// Numbers that are added up again.
#[inline(always)]
fn capped(a: Vector) -> Vector {
    smaller(a, [BLOCKED; LANES])
}

/// Each lane is given to the one `BY` lanes on.
#[inline(always)]
fn onwards<const BY: usize>(a: Vector, first: i32) -> Vector {
    each(|lane| if lane < BY { first } else { a[lane - BY] })
}

/// Each lane is given to the one `BY` lanes back.
#[inline(always)]
fn back<const BY: usize>(a: Vector, last: i32) -> Vector {
    each(|lane| if lane + BY < LANES { a[lane + BY] } else { last })
}

#[inline(always)]
fn differ(a: Vector, b: Vector) -> bool {
    let mut bits = 0;
    for lane in 0..LANES {
        bits |= a[lane] ^ b[lane];
    }
    bits != 0
}

impl Relaxation<'_> {
    #[inline(always)]
    pub(super) fn run(&self, costs: &mut Row) -> Relaxed {
        let old = *costs;
        let mut row = old;
        self.take_from_row_before(&mut row);
        self.take_along(&mut row);
        *costs = row;
        let mut least = [BLOCKED; LANES];
        for v in 0..VECTORS {
            // Where nothing fell, the difference is -1 and the cost becomes too large to count.
            least = smaller(least, each(|l| row[v][l] | (((old[v][l] - row[v][l] - 1) >> 31) & BLOCKED)));
        }
        Relaxed {
            least: least.into_iter().fold(BLOCKED, i32::min),
            is_left_changed: row[0][0] != old[0][0],
            is_right_changed: row[VECTORS - 1][LANES - 1] != old[VECTORS - 1][LANES - 1],
        }
    }

    #[inline(always)]
    fn take_from_row_before(&self, row: &mut Row) {
        let (before, charges) = (self.before, self.before_outwards);
        let mut diagonal = [[0; LANES]; VECTORS];
        for v in 0..VECTORS {
            diagonal[v] = sum(before[v], charges.diagonal[v]);
        }
        // The cells before the first vector and after the last one.
        let ends = [
            onwards::<1>(diagonal[VECTORS - 1], self.left[1].diagonal),
            back::<1>(diagonal[0], self.right[1].diagonal),
        ];
        let mut cheapest = [[0; LANES]; VECTORS];
        if let Some([here, there]) = self.walls {
            let wall_ends =
                [onwards::<1>(here[VECTORS - 1], self.left[0].blocked), back::<1>(here[0], self.right[0].blocked)];
            for v in 0..VECTORS {
                let [left, right] = beside(v, &diagonal, ends);
                let [left_wall, right_wall] = beside(v, here, wall_ends);
                let Corners { one, two } = self.corners;
                let penalty = |beside: Vector| {
                    each(|l| (((there[v][l] | beside[l]) & one) | (there[v][l] & beside[l] & two)) & BLOCKED)
                };
                cheapest[v] = smaller(sum(left, penalty(left_wall)), sum(right, penalty(right_wall)));
            }
        } else {
            for v in 0..VECTORS {
                let [left, right] = beside(v, &diagonal, ends);
                cheapest[v] = smaller(left, right);
            }
        }
        for v in 0..VECTORS {
            let diagonal = sum(cheapest[v], self.inwards.diagonal[v]);
            let straight = sum(sum(before[v], charges.straight[v]), self.inwards.straight[v]);
            row[v] = smaller(row[v], smaller(diagonal, straight));
        }
    }

    #[inline(always)]
    fn take_along(&self, row: &mut Row) {
        const LAST: usize = VECTORS - 1;
        let (outwards, inwards) = (self.outwards.straight, self.inwards.straight);
        row[0][0] = row[0][0].min(self.left[0].straight + inwards[0][0]);
        row[LAST][LANES - 1] = row[LAST][LANES - 1].min(self.right[0].straight + inwards[LAST][LANES - 1]);
        // Steps from the vector before, and steps into it. Those of the first vector pass from lane to lane.
        let (mut forth, mut home) = ([[0; LANES]; VECTORS], [[0; LANES]; VECTORS]);
        for v in 1..VECTORS {
            forth[v] = sum(outwards[v - 1], inwards[v]);
            home[v] = sum(outwards[v], inwards[v - 1]);
        }
        forth[0] = capped(sum(onwards::<1>(outwards[LAST], BLOCKED), inwards[0]));
        home[0] = capped(sum(back::<1>(outwards[0], BLOCKED), inwards[LAST]));
        pass_along_lanes(row, &forth, &home);
        let first = smaller(row[0], sum(onwards::<1>(row[LAST], BLOCKED), forth[0]));
        let last = smaller(row[LAST], sum(back::<1>(row[0], BLOCKED), home[0]));
        if !(differ(first, row[0]) | differ(last, row[LAST])) {
            return;
        }
        // What it costs to pass a whole lane.
        let (mut lane_forth, mut lane_home) = ([0; LANES], [0; LANES]);
        for v in 1..VECTORS {
            lane_forth = sum(lane_forth, capped(forth[v]));
            lane_home = sum(lane_home, capped(home[v]));
        }
        let mut passing = capped(sum(capped(lane_forth), forth[0]));
        let mut ends = row[LAST];
        ends = smaller(ends, sum(onwards::<1>(ends, BLOCKED), passing));
        passing = capped(sum(passing, onwards::<1>(passing, BLOCKED)));
        ends = smaller(ends, sum(onwards::<2>(ends, BLOCKED), passing));
        passing = capped(sum(passing, onwards::<2>(passing, BLOCKED)));
        ends = smaller(ends, sum(onwards::<4>(ends, BLOCKED), passing));
        let first = smaller(row[0], sum(onwards::<1>(ends, BLOCKED), forth[0]));

        let mut passing = capped(sum(capped(lane_home), home[0]));
        let mut ends = row[0];
        ends = smaller(ends, sum(back::<1>(ends, BLOCKED), passing));
        passing = capped(sum(passing, back::<1>(passing, BLOCKED)));
        ends = smaller(ends, sum(back::<2>(ends, BLOCKED), passing));
        passing = capped(sum(passing, back::<2>(passing, BLOCKED)));
        ends = smaller(ends, sum(back::<4>(ends, BLOCKED), passing));
        row[LAST] = smaller(row[LAST], sum(back::<1>(ends, BLOCKED), home[0]));
        row[0] = first;
        pass_along_lanes(row, &forth, &home);
    }
}

/// The vectors to the left and to the right of vector `v`.
#[inline(always)]
fn beside(v: usize, row: &Row, [first, last]: [Vector; 2]) -> [Vector; 2] {
    [if v == 0 { first } else { row[v - 1] }, if v == VECTORS - 1 { last } else { row[v + 1] }]
}

/// Costs go along each lane in both directions.
#[inline(always)]
fn pass_along_lanes(row: &mut Row, forth: &Row, home: &Row) {
    let mut passed = *row;
    for v in 1..VECTORS {
        passed[v] = smaller(passed[v], sum(passed[v - 1], forth[v]));
    }
    for v in (0..VECTORS - 1).rev() {
        row[v] = smaller(row[v], sum(row[v + 1], home[v + 1]));
    }
    for v in 0..VECTORS {
        row[v] = smaller(row[v], passed[v]);
    }
}

/// Relaxes the rows of a block that wait, down and up in turn, until none waits.
pub(super) struct BlockRelaxation<'a> {
    pub(super) strips: &'a mut Strips,
    pub(super) strip: usize,
    /// The first row of the block, in the list of rows.
    pub(super) first: usize,
    /// Rows to relax from above and from below.
    pub(super) from_above: u32,
    pub(super) from_below: u32,
}

/// What fell at the borders of a block.
pub(super) struct Borders {
    /// The least cost that fell in the first row and in the last; [`BLOCKED`] if none did.
    pub(super) first: i32,
    pub(super) last: i32,
    /// The rows whose cells at the left and right ends fell, and the least cost there.
    pub(super) left: (u32, i32),
    pub(super) right: (u32, i32),
    /// How many rows were relaxed.
    pub(super) rows: u64,
}

impl Kernel for BlockRelaxation<'_> {
    type Output = Borders;

    #[inline(always)]
    fn run(mut self) -> Borders {
        let mut borders = Borders { first: BLOCKED, last: BLOCKED, left: (0, BLOCKED), right: (0, BLOCKED), rows: 0 };
        while self.from_above | self.from_below != 0 {
            let mut rows = self.from_above;
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                self.from_above &= !(1 << row);
                self.relax(row, self.first + row - 1, &mut borders);
                // A row that was relaxed makes the next one wait.
                rows = self.from_above & !(u32::MAX >> (BLOCK_ROWS - 1 - row));
            }
            let mut rows = self.from_below;
            while rows != 0 {
                let row = BLOCK_ROWS - 1 - rows.leading_zeros() as usize;
                self.from_below &= !(1 << row);
                self.relax(row, self.first + row + 1, &mut borders);
                rows = self.from_below & ((1 << row) - 1);
            }
        }
        borders
    }
}

impl BlockRelaxation<'_> {
    /// Relaxes a row of the block from row `before` of the list.
    #[inline(always)]
    fn relax(&mut self, row: usize, before: usize, borders: &mut Borders) {
        let relaxed = self.strips.relax(self.strip, self.first + row, before);
        borders.rows += 1;
        if relaxed.least == BLOCKED {
            return;
        }
        let bit = 1 << row;
        if row + 1 < BLOCK_ROWS {
            self.from_above |= bit << 1;
        } else {
            borders.last = borders.last.min(relaxed.least);
        }
        if row > 0 {
            self.from_below |= bit >> 1;
        } else {
            borders.first = borders.first.min(relaxed.least);
        }
        let (left, right) = self.strips.ends(self.first + row);
        if relaxed.is_left_changed {
            borders.left = (borders.left.0 | bit, borders.left.1.min(left));
        }
        if relaxed.is_right_changed {
            borders.right = (borders.right.0 | bit, borders.right.1.min(right));
        }
    }
}
