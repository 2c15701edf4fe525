//! Relaxing rows of 64 cells at once.
//!
//! To relax a cell is to give it the least cost that its neighbors make possible. A row takes costs from the row above
//! it or below it, and then along itself, in both directions.
//!
//! A row is kept as eight vectors of eight lanes: number `8 * v + l` of the list is cell `8 * l + v`. So the neighbors
//! of a vector's cells are those of the vectors beside it, lane by lane, but for the first vector and the last one.
//! Costs go along all eight lanes at once, and then from lane to lane.
//!
//! ```text
//!   cells    0 1 2 .. 7 | 8 9 .. 15 | 16 ..      lane 0 | lane 1 | lane 2 ..
//!   list     0 8 16 .. 56 1 9 17 ..              the first cells of all lanes, the second ones, and so on
//! ```
//!
//! Compilers turn each loop over a row or a vector into vector instructions. The library that ships inlines little, so
//! that iterators and functions of arrays would be calls here.

use crate::movement::direction_of;

pub(super) const LANES: usize = 8;
pub(super) const COLUMNS: usize = 8 * LANES;

/// Where the last vector begins.
const LAST: usize = COLUMNS - LANES;

/// The directions along a row.
const TO_LEFT: u32 = direction_of((-1, 0)) as u32;
const TO_RIGHT: u32 = direction_of((1, 0)) as u32;

/// Numbers of the cells of a row.
pub(super) type Row = [i32; COLUMNS];

/// Charge of a step to or from a blocked cell, more than any cost of a cell. The sum of a cost and of three such
/// charges fits, and no charge of a walkable cell has this bit.
pub(super) const BLOCKED: i32 = 1 << 28;

/// By cell, the part of a step's cost that is due to leaving the cell or to entering it.
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

/// By cell, the directions of the cells from which it takes a cost, as bits.
pub(super) type Takes = [u8; COLUMNS];

/// A row with all that decides what its cells cost. `WALLED` if walls between cells may close steps.
pub(super) struct Relaxation<'a, const WALLED: bool> {
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
    pub(super) corners: Corners,
    /// Legal steps where `WALLED`; `None` if all are.
    pub(super) takes: Option<&'a Takes>,
    /// The directions to the row before: to the left, straight, and to the right.
    pub(super) directions: [u32; 3],
}

/// [`BLOCKED`] if no cost may come from a direction.
#[inline(always)]
fn closed(takes: u8, direction: u32) -> i32 {
    ((!i32::from(takes) >> direction) & 1) * BLOCKED
}

/// Whether blocked cells beside a diagonal step forbid it: [`BLOCKED`] if they do, else 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    /// One blocked cell.
    pub(super) one: i32,
    /// Two blocked cells.
    pub(super) two: i32,
}

/// Changes that a relaxation made.
pub(super) struct Relaxed {
    /// The least cost that fell; [`BLOCKED`] if none did.
    pub(super) least: i32,
    pub(super) is_left_changed: bool,
    pub(super) is_right_changed: bool,
}

/// The cells to the left of the first vector's cells and to the right of the last one's, by the numbers of a row and of
/// the cells beside it.
#[inline(always)]
fn ends(row: &Row, left: i32, right: i32) -> [[i32; LANES]; 2] {
    let (mut to_the_left, mut to_the_right) = ([left; LANES], [right; LANES]);
    for l in 1..LANES {
        to_the_left[l] = row[LAST + l - 1];
        to_the_right[l - 1] = row[l];
    }
    [to_the_left, to_the_right]
}

impl<const WALLED: bool> Relaxation<'_, WALLED> {
    #[inline(always)]
    pub(super) fn run(&self, costs: &mut Row) -> Relaxed {
        let old = *costs;
        self.take_from_row_before(costs);
        self.take_along(costs);
        let mut least = [BLOCKED; LANES];
        for v in 0..COLUMNS / LANES {
            for l in 0..LANES {
                let (old, cost) = (old[LANES * v + l], costs[LANES * v + l]);
                // Where nothing fell, the difference is -1 and the cost becomes too large to count.
                least[l] = least[l].min(cost | (((old - cost - 1) >> 31) & BLOCKED));
            }
        }
        let mut least_of_all = BLOCKED;
        for least in least {
            least_of_all = least_of_all.min(least);
        }
        Relaxed {
            least: least_of_all,
            is_left_changed: costs[0] != old[0],
            is_right_changed: costs[COLUMNS - 1] != old[COLUMNS - 1],
        }
    }

    #[inline(always)]
    fn take_from_row_before(&self, row: &mut Row) {
        let (before, outwards, inwards) = (self.before, self.before_outwards, self.inwards);
        let mut diagonal = [0; COLUMNS];
        for i in 0..COLUMNS {
            diagonal[i] = before[i] + outwards.diagonal[i];
        }
        let [first, last] = ends(&diagonal, self.left[1].diagonal, self.right[1].diagonal);
        let mut cheapest = [0; COLUMNS];
        if let Some(takes) = self.takes.filter(|_| WALLED) {
            let [to_left, straight, to_right] = self.directions;
            for i in 0..LANES {
                cheapest[i] =
                    (first[i] + closed(takes[i], to_left)).min(diagonal[i + LANES] + closed(takes[i], to_right));
            }
            for i in LANES..LAST {
                cheapest[i] = (diagonal[i - LANES] + closed(takes[i], to_left))
                    .min(diagonal[i + LANES] + closed(takes[i], to_right));
            }
            for i in LAST..COLUMNS {
                cheapest[i] =
                    (diagonal[i - LANES] + closed(takes[i], to_left)).min(last[i - LAST] + closed(takes[i], to_right));
            }
            for i in 0..COLUMNS {
                let straight = before[i] + outwards.straight[i] + inwards.straight[i] + closed(takes[i], straight);
                row[i] = row[i].min(straight.min(cheapest[i] + inwards.diagonal[i]));
            }
            return;
        }
        if let Some([here, there]) = self.walls {
            let [first_walls, last_walls] = ends(here, self.left[0].blocked, self.right[0].blocked);
            let Corners { one, two } = self.corners;
            let penalty = |a: i32, b: i32| (((a | b) & one) | (a & b & two)) & BLOCKED;
            for i in 0..LANES {
                cheapest[i] = (first[i] + penalty(there[i], first_walls[i]))
                    .min(diagonal[i + LANES] + penalty(there[i], here[i + LANES]));
            }
            for i in LANES..LAST {
                cheapest[i] = (diagonal[i - LANES] + penalty(there[i], here[i - LANES]))
                    .min(diagonal[i + LANES] + penalty(there[i], here[i + LANES]));
            }
            for i in LAST..COLUMNS {
                cheapest[i] = (diagonal[i - LANES] + penalty(there[i], here[i - LANES]))
                    .min(last[i - LAST] + penalty(there[i], last_walls[i - LAST]));
            }
        } else {
            for i in 0..LANES {
                cheapest[i] = first[i].min(diagonal[i + LANES]);
            }
            for i in LANES..LAST {
                cheapest[i] = diagonal[i - LANES].min(diagonal[i + LANES]);
            }
            for i in LAST..COLUMNS {
                cheapest[i] = diagonal[i - LANES].min(last[i - LAST]);
            }
        }
        for i in 0..COLUMNS {
            let straight = before[i] + outwards.straight[i] + inwards.straight[i];
            row[i] = row[i].min(straight.min(cheapest[i] + inwards.diagonal[i]));
        }
    }

    #[inline(always)]
    fn take_along(&self, row: &mut Row) {
        let (outwards, inwards) = (self.outwards.straight, self.inwards.straight);
        let takes = self.takes.filter(|_| WALLED);
        let [mut from_left, mut from_right] = [self.left[0].straight, self.right[0].straight];
        if let Some(takes) = takes {
            from_left += closed(takes[0], TO_LEFT);
            from_right += closed(takes[COLUMNS - 1], TO_RIGHT);
        }
        row[0] = row[0].min(from_left + inwards[0]);
        row[COLUMNS - 1] = row[COLUMNS - 1].min(from_right + inwards[COLUMNS - 1]);
        // The steps to a cell from the vector before, and back. Those of the first vector pass from lane to lane.
        let (mut forth, mut home) = ([BLOCKED; COLUMNS], [BLOCKED; COLUMNS]);
        for i in LANES..COLUMNS {
            forth[i] = outwards[i - LANES] + inwards[i];
            home[i] = outwards[i] + inwards[i - LANES];
        }
        if let Some(takes) = takes {
            for i in LANES..COLUMNS {
                forth[i] += closed(takes[i], TO_LEFT);
                home[i] += closed(takes[i - LANES], TO_RIGHT);
            }
        }
        for l in 1..LANES {
            forth[l] = (outwards[LAST + l - 1] + inwards[l]).min(BLOCKED);
            home[l] = (outwards[l] + inwards[LAST + l - 1]).min(BLOCKED);
        }
        if let Some(takes) = takes {
            for l in 1..LANES {
                forth[l] = (forth[l] + closed(takes[l], TO_LEFT)).min(BLOCKED);
                home[l] = (home[l] + closed(takes[LAST + l - 1], TO_RIGHT)).min(BLOCKED);
            }
        }
        pass_along_lanes(row, &forth, &home);
        let mut falls = 0;
        for l in 1..LANES {
            falls |= (row[LAST + l - 1] + forth[l] - row[l]) | (row[l] + home[l] - row[LAST + l - 1]);
        }
        if falls >= 0 {
            return;
        }
        pass_from_lane_to_lane(row, &forth, &home);
        pass_along_lanes(row, &forth, &home);
    }
}

/// Costs go along each lane in both directions.
#[inline(always)]
fn pass_along_lanes(row: &mut Row, forth: &Row, home: &Row) {
    let mut passed = *row;
    for i in LANES..COLUMNS {
        passed[i] = passed[i].min(passed[i - LANES] + forth[i]);
    }
    for v in (0..LAST / LANES).rev() {
        for i in LANES * v..LANES * (v + 1) {
            row[i] = row[i].min(row[i + LANES] + home[i + LANES]);
        }
    }
    for i in 0..COLUMNS {
        row[i] = row[i].min(passed[i]);
    }
}

/// Costs go from the ends of each lane to the next lanes.
#[inline(always)]
fn pass_from_lane_to_lane(row: &mut Row, forth: &Row, home: &Row) {
    // What it costs to pass a whole lane.
    let (mut lane_forth, mut lane_home) = ([0; LANES], [0; LANES]);
    for v in 1..COLUMNS / LANES {
        for l in 0..LANES {
            lane_forth[l] += forth[LANES * v + l].min(BLOCKED);
            lane_home[l] += home[LANES * v + l].min(BLOCKED);
        }
    }
    let mut end = row[LAST];
    for l in 1..LANES {
        row[l] = row[l].min(end + forth[l]);
        end = row[LAST + l].min(row[l] + lane_forth[l].min(BLOCKED));
    }
    let mut end = row[LANES - 1];
    for l in (0..LANES - 1).rev() {
        row[LAST + l] = row[LAST + l].min(end + home[l + 1]);
        end = row[l].min(row[LAST + l] + lane_home[l].min(BLOCKED));
    }
}
