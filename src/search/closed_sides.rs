//! Walls between cells on the way of a line of sight.
//!
//! A closed side keeps a line out as a blocked cell does, by the rule. Only steps in the line's own directions count,
//! so that a line passes a one-way side in its open direction.
//!
//! ```text
//!  BothFree: a rectangle              AtMostOneBlocked, Always: the side itself
//!
//!        +---+
//!        | | |                             |
//!        . | .                          .  |  .      The wall | lies between two cells, whose centers are dots.
//!        | | |                             |         No line enters the rectangle from the left, or crosses the
//!        +---+                                       side.
//! ```
//!
//! - A rectangle is where the body of the agent, a square of a cell's size, would overlap the wall: open, and two cells
//!   long, so that its border and the centers are free.
//! - A line that passes a corner of cells without crossing a side must be legal there as a diagonal step is.
//!
//! In each row a line meets a run of steps along the row, and a run of steps to the next one, which are read from the
//! rows of closed steps.

use super::sight_line::Line;
use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::Cell;
use crate::index::MapCells;
use crate::movement::DiagonalRule;

/// A step between two places on a line, along and across.
pub(super) type LineStep = [(i64, i64); 2];

/// Closed steps in the directions of a line.
#[derive(Clone, Copy)]
enum Closed<'a> {
    /// Along the line's rows, and to the next one.
    Rows(&'a BitRows, &'a BitRows),
    Map(MapCells<'a>),
}

/// The closed sides of a line.
#[derive(Clone, Copy)]
pub(super) struct ClosedSides<'a> {
    line: &'a Line<'a>,
    closed: Closed<'a>,
}

impl<'a> ClosedSides<'a> {
    /// The walls that may be on the way of a line; `None` on a map without walls.
    #[inline(always)]
    pub(super) fn of(line: &'a Line<'a>) -> Option<Self> {
        let closed = match line.sight.cells {
            Some(cells) if cells.has_walls() => Closed::Map(cells),
            Some(_) => return None,
            None => {
                let walls = line.sight.walls?;
                let lines = if line.is_steep { walls.along_columns() } else { walls.along_rows() };
                let back = |direction: i64| usize::from(direction < 0);
                Closed::Rows(lines[back(line.direction.0)], lines[2 + back(line.direction.1)])
            }
        };
        Some(Self { line, closed })
    }

    /// A closed step that makes the line illegal, whose cells are all free: in the first row that has one.
    pub(super) fn first(&self) -> Option<LineStep> {
        let across = self.line.across;
        (0..=across).find_map(|row| if self.is_square() { self.first_beside(row) } else { self.first_crossed(row) })
    }

    /// Whether walls keep the body out, and not only the line.
    fn is_square(&self) -> bool {
        self.line.sight.rule == DiagonalRule::BothFree
    }

    /// The first rectangle that the line enters: of steps along a row, then of those to the next one.
    fn first_beside(&self, row: i64) -> Option<LineStep> {
        let &Line { along, across, .. } = self.line;
        // Where the line crosses the centers of a row, rounded down and up.
        let floor = |row: i64| (row * along / across.max(1)).max(0);
        let ceil = |row: i64| ((row * along + across - 1) / across.max(1)).min(along);
        let (first, last) = if across == 0 { (0, along) } else { (floor(row - 1), ceil(row + 1)) };
        self.first_along(row, first, last).or_else(|| {
            let has_next = row < across;
            has_next.then(|| self.first_across(row, floor(row), ceil(row + 1))).flatten()
        })
    }

    /// The first side that the line crosses: along a row, then to the next one.
    fn first_crossed(&self, row: i64) -> Option<LineStep> {
        let &Line { along, across, .. } = self.line;
        // The cells in which the line is when it comes to the row and when it leaves it: two where it passes a corner.
        let crossing = |row: i64| {
            let (parts, cell) = ((2 * row + 1) * along + across, 2 * across);
            (parts / cell - i64::from(parts % cell == 0), parts / cell)
        };
        let first = if row == 0 { 0 } else { crossing(row - 1).1 };
        let (last, next) = if row == across { (along, along) } else { crossing(row) };
        self.first_along(row, first, last).or_else(|| {
            if row == across {
                None
            } else if last == next {
                self.first_across(row, last, last)
            } else {
                self.closed_corner((last, row))
            }
        })
    }

    /// A closed side of the corner between a place and the diagonal one after it, unless a line may pass there.
    fn closed_corner(&self, (along, row): (i64, i64)) -> Option<LineStep> {
        let [from, to] = [(along, row), (along + 1, row + 1)];
        let ways = [(along + 1, row), (along, row + 1)].map(|by| [[from, by], [by, to]]);
        let [first, second] = ways.map(|way| {
            let is_open = !way.iter().any(|&step| self.is_closed(step));
            [u64::from(self.line.is_free(way[0][1].0, way[0][1].1)), u64::from(is_open)]
        });
        let is_legal = self.line.sight.rule.allows_ways(first, second) & 1 == 1;
        // A corner that only blocked cells close is found with these.
        ways.into_iter().flatten().find(|&step| !is_legal && self.is_closed(step))
    }

    /// The closed step that stops a line between a column of centers and the next one, if any does. What the line
    /// crosses at the second one belongs to the way on from there.
    pub(super) fn stop_after(&self, at: i64) -> Option<LineStep> {
        let &Line { along, across, .. } = self.line;
        if self.is_square() {
            // Rows of the line's places at both columns, rounded down and up.
            let (floor, ceil) = (at * across / along, ((at + 1) * across + along - 1) / along);
            let steps_along = (floor..=ceil).map(|row| [(at, row), (at + 1, row)]);
            let steps_across = (floor..ceil).flat_map(|row| [at, at + 1].map(|u| [(u, row), (u, row + 1)]));
            return steps_along.chain(steps_across).find(|&step| self.is_closed(step));
        }
        // The rows of the cells in which the line is before and behind a place, which is given in half columns.
        let rows_at = |half: i64| {
            let (parts, row) = (half * across + along, 2 * along);
            (parts / row - i64::from(parts % row == 0), parts / row)
        };
        let [(first, _), (row, behind), (last, _)] = [2 * at, 2 * at + 1, 2 * at + 2].map(rows_at);
        if row != behind {
            return self.closed_corner((at, row)).map(|_| [(at, row), (at + 1, row + 1)]);
        }
        let before = (first..row).map(|row| [(at, row), (at, row + 1)]);
        let after = (row..last).map(|row| [(at + 1, row), (at + 1, row + 1)]);
        before.chain([[(at, row), (at + 1, row)]]).chain(after).find(|&step| self.is_closed(step))
    }

    fn is_closed(&self, [from, to]: LineStep) -> bool {
        let found = if from.1 == to.1 {
            self.first_along(from.1, from.0, to.0)
        } else {
            self.first_across(from.1, from.0, from.0)
        };
        found.is_some()
    }

    /// The first closed step along a row between two places.
    fn first_along(&self, row: i64, first: i64, last: i64) -> Option<LineStep> {
        if first >= last {
            return None;
        }
        let at = match self.closed {
            Closed::Map(cells) => (first..last).find(|&at| self.is_closed_on(cells, [(at, row), (at + 1, row)])),
            Closed::Rows(along, _) => {
                // The bits stand at the lower ends of steps.
                let start = self.line.from.0 - i64::from(self.line.direction.0 < 0);
                self.first_one(along, row, start, (first, last - 1))
            }
        };
        at.map(|at| [(at, row), (at + 1, row)])
    }

    /// The first closed step from a row to the next one, at places from one to another.
    fn first_across(&self, row: i64, first: i64, last: i64) -> Option<LineStep> {
        let at = match self.closed {
            Closed::Map(cells) => (first..=last).find(|&at| self.is_closed_on(cells, [(at, row), (at, row + 1)])),
            Closed::Rows(_, across) => {
                let owner = row + i64::from(self.line.direction.1 < 0);
                self.first_one(across, owner, self.line.from.0, (first, last))
            }
        };
        at.map(|at| [(at, row), (at, row + 1)])
    }

    /// The first place of a row whose bit is one, where place 0 has bit `start`.
    fn first_one(&self, bits: &BitRows, row: i64, start: i64, (first, last): (i64, i64)) -> Option<i64> {
        let &Line { from, direction, .. } = self.line;
        let bits = bits.row((from.1 + direction.1 * row) as isize);
        let at = |place: i64| (start + direction.0 * place) as usize;
        let found = if direction.0 >= 0 {
            first_bit::<true>(bits, at(first), at(last))
        } else {
            last_bit::<true>(bits, at(last), at(first))
        };
        found.map(|bit| (bit as i64 - start).abs())
    }

    fn is_closed_on(&self, cells: MapCells, step: LineStep) -> bool {
        let [from, to]: [Cell; 2] = step.map(|(along, across)| self.line.cell(along, across));
        cells.closes(from, to)
    }
}
