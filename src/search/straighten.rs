//! Paths with fewer points: the cells at which a path turns, and a string pulled tight along the path.
//!
//! # The string
//!
//! From the start on, each point is followed by the farthest later cell of the path that it sees (see
//! [`Sight`](super::sight::Sight)), among the candidates: the cells up to which the path goes back in neither x nor y.
//! A point that sees a cell farther on than its candidates sees it past a detour. Optimal paths have next to none. And
//! without this limit, each point would look through the rest of a path through a maze.
//!
//! Where cells charge differently, a line replaces a part of the path only if all cells of the part and all cells whose
//! diamonds ([`sight`](super::sight)) the line enters charge the same. So the line never costs more than the part.
//! Where charges change, the path keeps its steps.
//!
//! The result is never longer than the path, by the triangle inequality, and pulling it again changes nothing: between
//! its points the path went back nowhere, so that a point has the same candidates again, of which it saw none farther
//! than the next point.
//!
//! # Time
//!
//! Candidates are tried from the last one on. The row and the column of blocked cells at which a line from a point
//! ended block the lines to most of the point's next candidates too, which two products of vectors tell. So a point
//! follows few lines.

use super::sight::{Obstacle, Sight};
use crate::grid::{Cell, Layout};
use crate::index::{AgentView, CellCharges};
use crate::movement::{Charge, DiagonalRule, PARTS_PER_UNIT, UNITS_OF_ONE};

/// Removes the cells between which and their neighbors the path goes on in one direction. From each cell to the next
/// one the path must go straight or diagonally, or along a line of hexagons.
pub(super) fn keep_turns(layout: Layout, corners: &mut Vec<Cell>) {
    if layout.is_hexagonal() {
        let direction = |from: Cell, to: Cell| layout.direction(from, to);
        return remove_middles(corners, |before, at, after| direction(before, at) == direction(at, after));
    }
    remove_middles(corners, |before, at, after| direction(before, at) == direction(at, after));
}

/// Pulls a string along a path. `points` holds the cells of the path, or points of which each sees the next one, and
/// gets the points of the string. Returns its cost in straight steps over cells with a multiplier of 1.
pub(super) fn straighten(view: &AgentView, rule: DiagonalRule, points: &mut Vec<Cell>) -> f64 {
    let charges = view.charges();
    let only_charge = (view.parts_per_unit() / 2) as u32;
    let lines = StraightLines { sight: Sight::of_view(view, rule), charges, only_charge };
    let mut cost = 0.0;
    let (mut at, mut kept) = (0, 0);
    while at + 1 < points.len() {
        let next = lines.next_point(points, at);
        cost += lines.cost(points[at], points[next]);
        kept += 1;
        points[kept] = points[next];
        at = next;
    }
    points.truncate(kept + 1);
    remove_middles(points, are_on_a_line);
    cost
}

/// Removes the cells for which `is_between` says so, given the last kept cell before, the cell, and the cell after.
fn remove_middles(cells: &mut Vec<Cell>, is_between: impl Fn(Cell, Cell, Cell) -> bool) {
    let mut kept = 0;
    for i in 1..cells.len() {
        let is_needless = i + 1 < cells.len() && is_between(cells[kept], cells[i], cells[i + 1]);
        if !is_needless && cells[i] != cells[kept] {
            kept += 1;
            cells[kept] = cells[i];
        }
    }
    cells.truncate(kept + 1);
}

fn direction(from: Cell, to: Cell) -> (i32, i32) {
    ((to.x - from.x).signum(), (to.y - from.y).signum())
}

/// Twice a place, so that the sides between cells have integers.
fn twice(cell: Cell) -> Cell {
    Cell::new(2 * cell.x, 2 * cell.y)
}

fn offset(from: Cell, to: Cell) -> (i64, i64) {
    ((to.x - from.x).into(), (to.y - from.y).into())
}

/// Whether a cell lies on the line between two others.
fn are_on_a_line(before: Cell, at: Cell, after: Cell) -> bool {
    let ((x, y), (to_x, to_y)) = (offset(before, at), offset(at, after));
    x * to_y == y * to_x && direction(before, at) == direction(at, after)
}

/// The length of a line, in cells: the nearest `f64` to the root.
fn length(from: Cell, to: Cell) -> f64 {
    let (x, y) = offset(from, to);
    // At most 2^29, so exact.
    ((x * x + y * y) as f64).sqrt()
}

/// The lines of a string: what they see, and what they cost.
struct StraightLines<'a> {
    sight: Sight<'a>,
    /// `None` if all cells charge the same.
    charges: Option<CellCharges<'a>>,
    only_charge: u32,
}

impl<'a> StraightLines<'a> {
    /// The index of the point after point `at`, which is not the last one.
    fn next_point(&self, points: &[Cell], at: usize) -> usize {
        let from = points[at];
        let sight = self.sight_from(from);
        let mut blockers = Blockers::default();
        let last = self.last_candidate(points, at, &sight);
        for candidate in (at + 2..=last).rev() {
            let to = points[candidate];
            if blockers.block(from, to) {
                continue;
            }
            match sight.obstacle(from, to) {
                None => return candidate,
                Some(Obstacle::Cell(cell)) => blockers.add_cell(&sight, from, cell),
                Some(Obstacle::Step(step)) => blockers.add(Wall { ends: sight.closed_run(step) }),
            }
        }
        at + 1
    }

    /// The sight along lines from a cell that cost as much as the cell everywhere.
    fn sight_from(&self, from: Cell) -> Sight<'a> {
        match self.charges {
            None => self.sight,
            Some(charges) => self.sight.over_only(charges, charges.of(from)),
        }
    }

    /// The index of the last point up to which the path goes back in neither x nor y, and charges the same.
    fn last_candidate(&self, points: &[Cell], at: usize, sight: &Sight) -> usize {
        let (mut along_x, mut along_y) = (0, 0);
        let mut last = at;
        for ends in points[at..].windows(2) {
            let (x, y) = direction(ends[0], ends[1]);
            let goes_back = x * along_x < 0 || y * along_y < 0;
            if goes_back || self.charges.is_some() && !sight.sees(ends[0], ends[1]) {
                break;
            }
            (along_x, along_y) = (if x == 0 { along_x } else { x }, if y == 0 { along_y } else { y });
            last += 1;
        }
        last
    }

    /// The cost of a line of the string, in straight steps over cells with a multiplier of 1.
    fn cost(&self, from: Cell, to: Cell) -> f64 {
        let multiplier = |charge: u32| f64::from(charge) / f64::from(UNITS_OF_ONE);
        let Some(charges) = self.charges else { return length(from, to) * multiplier(self.only_charge) };
        let charge = charges.of(from);
        if self.sight_from(from).sees(from, to) {
            return length(from, to) * multiplier(charge);
        }
        // Charges change along the line, so it goes straight or diagonally, step by step.
        let (x, y) = direction(from, to);
        let (mut at, mut sum) = (from, 0);
        while at != to {
            let next = Cell::new(at.x + x, at.y + y);
            sum += match charges.charge() {
                Charge::Mean => u64::from(charges.of(at)) + u64::from(charges.of(next)),
                Charge::Entered => 2 * u64::from(charges.of(next)),
            };
            at = next;
        }
        length(Cell::default(), Cell::new(x, y)) * (sum as f64 / PARTS_PER_UNIT as f64)
    }
}

/// Rows and columns of blocked cells, and of closed sides between cells, that blocked lines from a point.
#[derive(Default)]
struct Blockers {
    walls: [Wall; 8],
    count: usize,
}

/// A row or a column of blocked cells, by twice the centers beside its first and its last cell; or one of closed sides,
/// by twice its ends. Between them no line passes.
#[derive(Clone, Copy, Default)]
struct Wall {
    ends: [Cell; 2],
}

impl Blockers {
    fn add(&mut self, wall: Wall) {
        self.walls[self.count % self.walls.len()] = wall;
        self.count += 1;
    }

    /// Adds the rows and columns of a cell that blocked a line.
    fn add_cell(&mut self, sight: &Sight, from: Cell, cell: Cell) {
        let [x, y] = sight.blocked_runs(cell);
        // A blocked start is no part of a wall. The line came from there, so it is not the cell.
        let without_start = |run: (i32, i32), at: i32, start: i32| {
            if start < at { (run.0.max(start + 1), run.1) } else { (run.0, run.1.min(start - 1)) }
        };
        let x = if cell.y == from.y { without_start(x, cell.x, from.x) } else { x };
        let y = if cell.x == from.x { without_start(y, cell.y, from.y) } else { y };
        let row = [Cell::new(x.0 - 1, cell.y), Cell::new(x.1 + 1, cell.y)];
        let column = [Cell::new(cell.x, y.0 - 1), Cell::new(cell.x, y.1 + 1)];
        for ends in [row, column] {
            self.add(Wall { ends: ends.map(twice) });
        }
    }

    /// Whether one of the walls certainly blocks the line.
    fn block(&self, from: Cell, to: Cell) -> bool {
        let (from, to) = (twice(from), twice(to));
        self.walls[..self.count.min(self.walls.len())].iter().any(|wall| wall.blocks(from, to))
    }
}

impl Wall {
    /// Whether a line, by twice its ends, that ends outside crosses the wall: it comes nearer than 1 to a center within
    /// the row or column, or crosses a closed side, or passes between two of a row.
    fn blocks(&self, from: Cell, to: Cell) -> bool {
        let [first, last] = self.ends;
        let overlap = |one: i32, other: i32, low: i32, high: i32| one.max(other) >= low && one.min(other) <= high;
        if !overlap(from.x, to.x, first.x, last.x) || !overlap(from.y, to.y, first.y, last.y) {
            return false;
        }
        let (x, y) = offset(from, to);
        let side = |end: Cell| {
            let (end_x, end_y) = offset(from, end);
            (x * end_y - y * end_x).signum()
        };
        side(first) * side(last) < 0
    }
}
