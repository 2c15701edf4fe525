//! Smooth directions, and why whoever follows them arrives.
//!
//! A direction depends on where the agent stands and on nothing else, so that an agent may change its speed from step
//! to step. A step is shorter than a cell, and ends anywhere on the ray from the agent.
//!
//! ```text
//!   slope                lane                     past blocked sides
//!   +-----+-----+        +-----+-----+            +-----+-----+
//!   |  C  |  D  |        |   ..|.... |            |#####|  D  |     all of A, B, C and D can be entered, but for
//!   |     |  .  |        |  /  |     |            |#####|/    |     those with #
//!   +-----+.----+        | a  a|.... |            +-----c-----+
//!   |   . |     |        |  \  |     |            |  .  |#####|     a: the agent, which is in A
//!   | a   |  B  |        |  A..|..B. |            | a   |#####|     c: the corner that A and D share
//!   +-----+-----+        +-----+-----+            +-----+-----+
//! ```
//!
//! - **Slope**: if costs fall towards B, C and D, the direction is that in which they fall. No step is as long as a
//!   cell, so it ends in one of the four cells.
//! - **Lane**: if the next cell of the path is B, the direction leads to the middle half of B, straight ahead or turned
//!   towards it. The next point of this half is half a cell behind the edge, so that a step ends in A or B. A diagonal
//!   step with one blocked cell beside it becomes the straight step to the other one.
//! - **Past blocked sides**: if the next cell is D, and neither B nor C can be entered, the direction leads to the
//!   corner. A step ends in A, nearer to the corner, or in D. An agent that comes along an edge first goes away from
//!   it: its step would end on the edge of D.
//!
//! With walls between cells, the slope counts only where no step among the four cells is closed, and B or C counts as
//! a side past which a diagonal step goes only if both steps over it are open.
//!
//! # Progress
//!
//! The *rank* of a cell is its cost without what the cell itself adds to a straight step that leaves it: the cost
//! counted from the cell's edge. Costs alone would not do: B may be swamp, and cost more than A although A's step to D
//! is diagonal. Let `cost(X)` be the cost of a cell, `x` its share in the cost of a straight step, `l >= 1` the
//! length of a diagonal step, and D the next cell of A:
//!
//! ```text
//!   rank(A) = cost(D) + l * d + (l - 1) * a       because cost(A) = cost(D) + l * (a + d)
//!   rank(B) = cost(B) - b <= cost(D) + d          because B may go straight to D
//! ```
//!
//! So rank(B) <= rank(A), and where both are equal (`l` is 1), the next cell of B is a straight step away while that of
//! A is not. Each step into another cell therefore leads to a lower rank, or to an equal one with a straight step
//! ahead. That can happen only as often as there are cells. Within a cell, each step comes nearer to an edge of the
//! next one. So the agent arrives. The same holds for costs that count the entered cell: of the two shares `a` and `d`
//! one is then 0.
//!
//! # Rounding
//!
//! Positions have 32 bits, so a step may end beside an edge or corner on which it should have ended. An agent within
//! rounding of an edge counts as standing in the cell of the lowest rank there, and one that stands in a goal's cell
//! only in this sense goes to the goal's center. It does not pass a wall so; at the end of one, where a diagonal step
//! leads past, it may stand in either cell beside the step.

use super::directions::{place, walkable_around};
use super::whole::Field;
use crate::distance::ground::Counted;
use crate::grid::{Cell, Standing};
use crate::movement::{DIRECTIONS, direction_of};

/// Half of the width of a lane.
const HALF_LANE: f64 = 0.25;

/// The slope along one axis counts if the other one is at most this many times as large. An agent along an edge thus
/// moves away from it faster than rounding moves it back.
const STEEPEST: i64 = 8;

/// An agent that is this many times as far from one edge as from the other one does not go to their corner. It goes
/// away from the nearer edge: less than a cell and a step of `1 - 1 / NARROWEST` cells remain before the next one.
const NARROWEST: f64 = 128.0;

/// The rank of a cell that can't be entered or has no cost.
const NO_RANK: i64 = i64::MAX;

impl Field {
    /// The direction, of a length of 1 in cells, in which an agent goes towards its goal. 0 in the cell of a goal,
    /// without a path and outside the area. Over hexagons, it is the way to the center of the next cell.
    pub fn direction(&self, standing: &Standing) -> [f32; 2] {
        let way =
            if self.ground.layout.is_hexagonal() { self.over_hexagons(standing) } else { self.over_squares(standing) };
        let [x, y] = way.unwrap_or([0.0; 2]);
        let length = (x * x + y * y).sqrt();
        if length > 0.0 { [(x / length) as f32, (y / length) as f32] } else { [0.0; 2] }
    }

    fn over_squares(&self, standing: &Standing) -> Option<[f64; 2]> {
        let mut cell = standing.cell;
        let near = 0.5 - reach_of_rounding(standing);
        let center = standing.way_to(cell);
        if center[0].abs() > near || center[1].abs() > near {
            // Half a cell, and within rounding, around the other cell's center.
            let touched = |cell: Cell| standing.way_to(cell).into_iter().all(|way| way.abs() < 1.0 - near);
            cell = self.lowest_of(cell, &touched)?;
        }
        let slot = self.ground.slot(cell)?;
        let nine = self.nine(slot);
        let center = standing.way_to(cell);
        match self.best_step_of(slot, &nine)?.1 {
            None => (cell != standing.cell).then_some(center),
            Some(direction) => {
                self.slope(slot, &nine).or_else(|| Some(self.along(slot, &nine, direction, center, standing)))
            }
        }
    }

    fn over_hexagons(&self, standing: &Standing) -> Option<[f64; 2]> {
        // The squared distance to the center of a cell, where centers of neighbors have a distance of 1.
        let squared = |cell: Cell| {
            let [x, y] = standing.way_to(cell).map(|part| part * part);
            if self.ground.layout.shifts_columns() { 0.75 * x + y } else { x + 0.75 * y }
        };
        let (home, reach) = (standing.cell, reach_of_rounding(standing));
        let (mut cell, own) = (home, squared(home));
        if own > (0.5 - reach) * (0.5 - reach) {
            let touched = |cell: Cell| squared(cell) - own < 2.0 * reach;
            cell = self.lowest_of(home, &touched)?;
        }
        let next = self.next(cell)?.cell;
        (next != home).then(|| standing.way_to(next))
    }

    /// The cell of the lowest rank, and of those the first one in the order of rows, among a cell and the neighbors
    /// that the agent touches and to which a step is legal. `None` if neither the cell nor one of them lies in the
    /// area.
    #[cold]
    fn lowest_of(&self, cell: Cell, touched: &dyn Fn(Cell) -> bool) -> Option<Cell> {
        let ground = &self.ground;
        let neighbor = |direction: usize| {
            let (dx, dy) = DIRECTIONS[direction];
            Cell::new(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy))
        };
        let ranked = |cell: Cell| ground.slot(cell).map(|slot| (self.rank(slot, self.costs.get(slot)), slot, cell));
        let mut legal = u8::MAX;
        if let Some(slot) = ground.slot(cell) {
            let nine = self.nine(slot);
            if let Some((_, None)) = self.best_step_of(slot, &nine) {
                return Some(cell);
            }
            legal = ground.takes(slot, walkable_around(&nine));
        }
        let beside = (0..8).filter(|direction| legal >> direction & 1 == 1).map(neighbor).filter(|&cell| touched(cell));
        let across = (4..8).flat_map(|direction| self.ends_across(cell, direction, touched)).flatten();
        let lowest =
            beside.chain(across).filter_map(ranked).chain(ranked(cell)).min_by_key(|&(rank, slot, _)| (rank, slot))?;
        Some(if lowest.0 == NO_RANK { cell } else { lowest.2 })
    }

    /// The cells beside a diagonal step from a cell to one that the agent touches, too, where a step leads between the
    /// two: past a wall's end, an agent on its way from one to the other may stand in neither by rounding.
    fn ends_across(&self, cell: Cell, direction: usize, touched: &dyn Fn(Cell) -> bool) -> [Option<Cell>; 2] {
        let (ground, (dx, dy)) = (&self.ground, DIRECTIONS[direction]);
        let at = |(dx, dy): (i32, i32)| Cell::new(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy));
        if !ground.steps.are_kept() || ground.layout.is_hexagonal() || !touched(at((dx, dy))) {
            return [None; 2];
        }
        [[(dx, 0), (0, dy)], [(0, dy), (dx, 0)]].map(|[from, to]| {
            let step = direction_of((to.0 - from.0, to.1 - from.1));
            let slot = ground.slot(at(from)).filter(|&slot| ground.steps.takes(slot) >> step & 1 == 1);
            slot.map(|_| at(to))
        })
    }

    /// Whether a value is that of a cell that can be entered and has a cost: neither 0 nor from `unreached` on.
    #[inline(always)]
    fn has_cost(&self, value: u64) -> bool {
        value.wrapping_sub(1) < self.unreached.wrapping_sub(1)
    }

    /// The rank of a slot with a value: see [the module](self).
    #[inline(always)]
    fn rank(&self, slot: usize, value: u64) -> i64 {
        if !self.has_cost(value) {
            return NO_RANK;
        }
        let weight = u64::from(self.ground.weight_at(slot));
        let own = match self.ground.counted {
            Counted::Both => weight,
            Counted::Expanded => 0,
            Counted::Reached => 2 * weight,
        };
        value as i64 - (self.ground.lengths[0] * own) as i64
    }

    /// How much lower the cells on both sides of a cell are, along x and along y, where both count.
    #[inline(always)]
    fn slope(&self, slot: usize, nine: &[u64; 9]) -> Option<[f64; 2]> {
        let ground = &self.ground;
        let rank = |dx: i32, dy: i32| {
            let beside = slot.wrapping_add_signed(dy as isize * ground.stride as isize + dx as isize);
            self.rank(beside, nine[place(dx, dy)])
        };
        let here = rank(0, 0);
        if here == NO_RANK {
            return None;
        }
        let along = |before: i64, after: i64| {
            let [before, after] = [before, after].map(|rank| if rank == NO_RANK { here } else { rank });
            if before.min(after) < here { before - after } else { 0 }
        };
        let [x, y] = [along(rank(-1, 0), rank(1, 0)), along(rank(0, -1), rank(0, 1))];
        let (less, more) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let counts = less > 0 && more / less < STEEPEST && rank(x.signum() as i32, y.signum() as i32) < here;
        let (dx, dy) = ((x.signum() as i32, 0), (0, y.signum() as i32));
        // No wall may lie between the four cells.
        let counts = counts
            && (!ground.steps.are_kept() || ground.takes_by_two(slot, [dx, dy]) && ground.takes_by_two(slot, [dy, dx]));
        counts.then_some([x as f64, y as f64])
    }

    /// The way along a step of the path. `center` is the way to the center of the cell that is left.
    #[inline(always)]
    fn along(&self, slot: usize, nine: &[u64; 9], direction: usize, center: [f64; 2], standing: &Standing) -> [f64; 2] {
        let (dx, dy) = DIRECTIONS[direction];
        if dy == 0 {
            return along_lane(center, 0, dx);
        }
        if dx == 0 {
            return along_lane(center, 1, dy);
        }
        // Around the corner, past a cell that can be entered and no wall.
        let is_free = |first: (i32, i32), second: (i32, i32)| {
            let are_open = !self.ground.steps.are_kept() || self.ground.takes_by_two(slot, [first, second]);
            are_open && self.has_cost(nine[place(first.0, first.1)])
        };
        match (is_free((dx, 0), (0, dy)), is_free((0, dy), (dx, 0))) {
            (true, true) => [center[0] + f64::from(dx), center[1] + f64::from(dy)],
            (true, false) => along_lane(center, 0, dx),
            (false, true) => along_lane(center, 1, dy),
            (false, false) => {
                let inwards = if self.ground.steps.are_kept() { 0.25 } else { 0.0 };
                through_corner(center, [f64::from(dx), f64::from(dy)], reach_of_rounding(standing), inwards)
            }
        }
    }
}

/// Upper bound of how far from a cell's edge a position may be that belongs on the edge, in cells.
#[inline(always)]
fn reach_of_rounding(standing: &Standing) -> f64 {
    (2.0 * standing.rounding).min(0.125)
}

/// The way straight to the next cell along an axis, and aside to the middle half of both cells.
#[inline(always)]
fn along_lane(center: [f64; 2], axis: usize, step: i32) -> [f64; 2] {
    let aside = center[1 - axis];
    let mut way = [aside - aside.clamp(-HALF_LANE, HALF_LANE); 2];
    way[axis] = center[axis] + f64::from(step);
    way
}

/// The way through the corner in the direction of a diagonal step. An agent beside an edge goes away from it, and
/// towards the corner by a share `inwards` of its way, so that it does not go along a wall at the cell's other side.
#[cold]
fn through_corner(center: [f64; 2], step: [f64; 2], reach: f64, inwards: f64) -> [f64; 2] {
    let way = [center[0] + step[0] / 2.0, center[1] + step[1] / 2.0];
    let [x, y] = [way[0] * step[0], way[1] * step[1]];
    let is_narrow = x.min(y) * NARROWEST < x.max(y);
    match x.max(y) <= reach {
        true => step,
        false if is_narrow && x < y => [-step[0], inwards * way[1]],
        false if is_narrow => [inwards * way[0], -step[1]],
        false => way,
    }
}
