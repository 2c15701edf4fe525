//! Lines between the centers of two cells: which of them are legal, in integers. Lines of sight, straightened paths and
//! paths at any angle are made of them.
//!
//! An agent moves along a line with its body, so that a blocked cell keeps lines away from its center. How far depends
//! on the diagonal rule:
//!
//! ```text
//!  BothFree: a square                  AtMostOneBlocked, Always: a diamond
//!
//!    +-------+-------+                         .
//!    |       |       |                       /   \        The blocked cell is #. Its neighbors' centers
//!    |       #       |                     .   #   .      lie on the border, and so on legal lines.
//!    |       |       |                       \   /
//!    +-------+-------+                         .
//! ```
//!
//! - [`DiagonalRule::BothFree`]: no line enters the open square of two cells' width around a blocked center. This is
//!   what the body of the agent, a square of a cell's size, can move along. Lines between walkable neighbors are legal,
//!   also in a corridor one cell wide.
//! - [`DiagonalRule::Always`] and [`DiagonalRule::AtMostOneBlocked`]: no line enters the open diamond of the points
//!   whose distances along x and y from a blocked center add up to less than 1. On a line that is longer along x, both
//!   cells beside each place where the line crosses a column of centers must be walkable. The rules differ between two
//!   obstacles that touch at a corner: only `Always` lets a diagonal pass there.
//! - [`DiagonalRule::Never`], which allows no diagonal steps, has the lines of [`DiagonalRule::BothFree`].
//! - The first cell may be blocked, like the start of a path. It counts as walkable then. The last one may not.
//! - Walls between cells: under `BothFree` no line enters the rectangle in which the body would overlap a wall, and
//!   under the others none crosses a wall.
//! - A wide agent stands for its lowest cell, so that these are the lines of its anchors. Under `BothFree` they are
//!   what its square can move along.
//!
//! So a line between two neighbors is legal where the step is, and along a row, a column or a diagonal where all steps
//! are. Except under [`DiagonalRule::Never`], the reverse holds too. Between walkable cells a line is legal in both
//! directions, unless it passes a one-way side. Legal lines stay within a component of legal steps.
//!
//! In each row (or column, whichever it crosses fewer of) a line needs a run of consecutive cells, which is read from
//! the bits of the row, 64 cells at a time.
//!
//! # Walls between cells
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

use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::Cell;
use crate::index::{AgentView, CellCharges, Layer, MapCells, Walls};
use crate::movement::DiagonalRule;

/// Where a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The end of a legal line. Else the cell nearest to the line in the last column of centers that the line reaches,
    /// or the last row if it is longer along y: of two equally near ones the one that the line comes from.
    pub last: Cell,
    /// A blocked cell that stops the line on its way to the next column or row, where it may lie outside the map;
    /// `None` for a legal line. Of several, those in the next column or row go before those beside `last`, and of these
    /// the first one across. Without any, the free cell behind a wall that stops the line.
    pub blocked: Option<Cell>,
}

/// Why a line is illegal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Obstacle {
    /// A cell that is blocked, outside the map, or of another charge than all cells of the line must have.
    Cell(Cell),
    /// A step that a wall closes.
    Step([Cell; 2]),
}

/// Layer as lines see it under a diagonal rule.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    rows: &'a BitRows,
    columns: &'a BitRows,
    width: i64,
    height: i64,
    pub(super) rule: DiagonalRule,
    /// Whether there are walls between cells.
    has_walls: bool,
    /// Walls between cells; `None` without any, and where there are no bits of the cells.
    pub(super) walls: Option<&'a Walls>,
    /// The walkable cells, where there are no bits of them.
    pub(super) cells: Option<MapCells<'a>>,
    /// Charges of cells, and the charge that all cells of a line must have.
    only: Option<(CellCharges<'a>, u32)>,
}

impl<'a> Sight<'a> {
    /// The lines over a layer's walkable cells.
    pub fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        let (walkable, size) = (layer.walkable(), layer.size());
        Self {
            rows: walkable.map_rows(),
            columns: walkable.map_columns(),
            width: size.width.into(),
            height: size.height.into(),
            rule: if rule == DiagonalRule::Never { DiagonalRule::BothFree } else { rule },
            has_walls: walkable.walls().is_some(),
            walls: walkable.walls(),
            cells: None,
            only: None,
        }
    }

    /// The lines over the cells at which an agent can stand.
    pub(super) fn of_view(view: &AgentView<'a>, rule: DiagonalRule) -> Self {
        let (cells, of_layer) = (view.map_cells(), Self::new(view.layer(), rule));
        match cells {
            None => of_layer,
            Some(map) => Self { cells, walls: None, has_walls: map.has_walls(), ..of_layer },
        }
    }

    /// Like this sight, but cells that don't charge `charge` block a line too.
    pub(super) fn over_only(self, charges: CellCharges<'a>, charge: u32) -> Self {
        Self { only: Some((charges, charge)), ..self }
    }

    /// Whether the line from a cell of the map to any cell is legal.
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        let line = Line::new(self, from, to);
        line.obstacle().is_none() && !(self.has_walls && line.closed_step().is_some())
    }

    /// Cause that makes the line from a cell of the map to any cell illegal.
    pub(super) fn obstacle(&self, from: Cell, to: Cell) -> Option<Obstacle> {
        let line = Line::new(self, from, to);
        if let Some((along, across)) = line.obstacle() {
            return Some(Obstacle::Cell(line.cell(along, across)));
        }
        if !self.has_walls {
            return None;
        }
        let step = line.closed_step()?;
        Some(Obstacle::Step(step.map(|(along, across)| line.cell(along, across))))
    }

    /// Follows the line from a cell of the map to any cell, up to where it becomes illegal.
    pub fn cast(&self, from: Cell, to: Cell) -> Cast {
        let line = Line::new(self, from, to);
        let row = line.obstacle().map(|(_, across)| across);
        match ClosedSides::of(&line) {
            None => row.map_or(Cast { last: to, blocked: None }, |row| line.stop(row, None)),
            Some(sides) if row.is_some() || sides.first().is_some() => line.stop(0, Some(&sides)),
            Some(_) => Cast { last: to, blocked: None },
        }
    }

    /// The first and last x, and the first and last y, of the blocked cells in the row and in the column of a blocked
    /// cell, from the cell on as far as they touch. A cell that only charges wrongly, or lies outside, stands alone,
    /// and so does each cell where there are no bits.
    pub(super) fn blocked_runs(&self, cell: Cell) -> [(i32, i32); 2] {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if self.cells.is_some() || !is_inside || self.is_free(x, y) {
            return [(cell.x, cell.x), (cell.y, cell.y)];
        }
        let run = |bits: &BitRows, row: usize, at: usize, length: usize| {
            let row = bits.row(row as isize);
            let first = last_bit::<true>(row, 0, at).map_or(0, |free| free + 1);
            let last = first_bit::<true>(row, at, length - 1).map_or(length - 1, |free| free - 1);
            (first as i32, last as i32)
        };
        let (x, y) = (x as usize, y as usize);
        [run(self.rows, y, x, self.width as usize), run(self.columns, x, y, self.height as usize)]
    }

    /// Twice the places of both ends of the wall on a closed step: of the closed sides that hang together with it in a
    /// row or column. No line crosses the wall between the ends, in the step's direction.
    pub(super) fn closed_run(&self, [from, to]: [Cell; 2]) -> [Cell; 2] {
        let owner = Cell::new(from.x.min(to.x), from.y.min(to.y));
        let is_upright = from.y == to.y;
        let (row, at) = if is_upright { (owner.x, owner.y) } else { (owner.y, owner.x) };
        let (mut first, mut last) = (at, at);
        if let Some(walls) = self.walls {
            let lines = if is_upright { walls.along_columns() } else { walls.along_rows() };
            let bits = lines[2 + usize::from(owner != from)].row(row as isize);
            let length = if is_upright { self.height } else { self.width } as usize;
            first = last_bit::<false>(bits, 0, at as usize).map_or(0, |open| open as i32 + 1);
            last = first_bit::<false>(bits, at as usize, length - 1).map_or(length as i32, |open| open as i32) - 1;
        }
        // Half a cell from the middle of the last side, or a whole one where the body must pass.
        let half = if self.rule == DiagonalRule::BothFree { 2 } else { 1 };
        [2 * first - half, 2 * last + half]
            .map(|at| if is_upright { Cell::new(2 * row + 1, at) } else { Cell::new(at, 2 * row + 1) })
    }

    /// Whether a cell of the map is walkable.
    fn is_walkable(&self, x: i64, y: i64) -> bool {
        match &self.cells {
            Some(cells) => cells.is_walkable(Cell::new(x as i32, y as i32)),
            None => self.rows.get(x as usize, y as usize),
        }
    }

    fn is_free(&self, x: i64, y: i64) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y) && self.is_walkable(x, y)
    }
}

/// A line in coordinates of its own: `u` along the axis on which it is longer, and `v` across.
pub(super) struct Line<'a> {
    pub(super) sight: &'a Sight<'a>,
    /// The bits along u, by v.
    bits: &'a BitRows,
    pub(super) is_steep: bool,
    /// Length of a row of bits, and the number of rows.
    extent: (i64, i64),
    pub(super) from: (i64, i64),
    pub(super) direction: (i64, i64),
    /// Cells between the ends, along u and v: `across <= along`.
    pub(super) along: i64,
    pub(super) across: i64,
}

impl<'a> Line<'a> {
    fn new(sight: &'a Sight<'a>, from: Cell, to: Cell) -> Self {
        let (from_x, from_y) = (i64::from(from.x), i64::from(from.y));
        let (dx, dy) = (i64::from(to.x) - from_x, i64::from(to.y) - from_y);
        let (width, height) = (sight.width, sight.height);
        let is_steep = dx.abs() < dy.abs();
        let (bits, extent, from, du, dv) = if is_steep {
            (sight.columns, (height, width), (from_y, from_x), dy, dx)
        } else {
            (sight.rows, (width, height), (from_x, from_y), dx, dy)
        };
        let (direction, along, across) = ((du.signum(), dv.signum()), du.abs(), dv.abs());
        Self { sight, bits, is_steep, extent, from, direction, along, across }
    }

    /// A cell that makes the line illegal, along and across: in the first row that has one, the first one along.
    ///
    /// Row by row. On a diamond's row `k`, the line needs the cells between the places where it crosses the rows of
    /// centers before and after, `(k - 1) along / across` and `(k + 1) along / across`, both excluded: at their own
    /// places along, they are less than 1 away from it. A square's row has one cell more on each side.
    fn obstacle(&self) -> Option<(i64, i64)> {
        let Self { along, across, .. } = *self;
        let (whole, part) = (along / across.max(1), along % across.max(1));
        // The whole cells up to where the line crosses the rows before, here and after, and what is left of the last.
        let (mut before, mut here, mut after, mut left) = (-1, 0, whole, part);
        let wider = i64::from(self.sight.rule == DiagonalRule::BothFree && across > 0);
        for row in 0..=across {
            let first = before + 1;
            let last = if row == across { along } else { after + i64::from(left > 0) - 1 };
            // The first cell of the line may be blocked.
            let from = (first - wider).max(i64::from(row == 0));
            let at = self.first_blocked(row, from, (last + wider).min(along));
            let at = at.or_else(|| self.first_of_other_charge(row, first, last));
            let at = at.or_else(|| self.first_closed_corner(row, first));
            if let Some(at) = at {
                return Some((at, row));
            }
            (before, here, after, left) = (here, after, after + whole, left + part);
            if left >= across {
                (after, left) = (after + 1, left - across);
            }
        }
        None
    }

    /// A step that a wall closes on a line whose cells are all free.
    #[inline(never)]
    fn closed_step(&self) -> Option<LineStep> {
        ClosedSides::of(self)?.first()
    }

    /// The blocked cell beside the corner between a diagonal's cell and its next one, if the rule lets no line pass
    /// between two blocked cells. Squares leave no such corner.
    fn first_closed_corner(&self, row: i64, at: i64) -> Option<i64> {
        let is_diamond = self.sight.rule != DiagonalRule::BothFree;
        let is_before_corner = is_diamond && self.along == self.across && row < self.across;
        (is_before_corner && !self.passes_corner(row)).then_some(at + 1)
    }

    /// Whether a diagonal may pass the corner behind a row.
    fn passes_corner(&self, row: i64) -> bool {
        let [first, second] = [(row + 1, row), (row, row + 1)].map(|(u, v)| u64::from(self.is_free(u, v)));
        self.sight.rule.allows_diagonal(1, first, second) & 1 == 1
    }

    fn first_of_other_charge(&self, row: i64, first: i64, last: i64) -> Option<i64> {
        let (charges, charge) = self.sight.only?;
        (first..=last).find(|&at| charges.of(self.cell(at, row)) != charge)
    }

    /// Where the line ends that has an obstacle in a row and none in rows before, or at walls.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn stop(&self, row: i64, walls: Option<&ClosedSides>) -> Cast {
        let Self { along, across, .. } = *self;
        let begin = ((row - 1) * along / across.max(1) - 1).max(0);
        let behind_wall = |at| walls?.stop_after(at).map(|[_, behind]: LineStep| behind);
        let stop = |at| self.blocked_after(at).or_else(|| behind_wall(at));
        let stopped = (begin..along).find_map(|at| Some((at, stop(at)?)));
        let (at, (u, v)) = stopped.expect("the row's obstacle is one that stops the line");
        let nearest = (2 * at * across + along - 1) / (2 * along).max(1);
        Cast { last: self.cell(at, nearest), blocked: Some(self.cell(u, v)) }
    }

    /// A blocked cell that stops the line between a column of centers and the next one.
    fn blocked_after(&self, at: i64) -> Option<(i64, i64)> {
        let Self { along, across, .. } = *self;
        let (floor, ceil) = (|u: i64| u * across / along, |u: i64| (u * across + along - 1) / along);
        let mut blocked = None;
        let mut find = |u: i64, first: i64, last: i64| {
            // The first cell may be blocked.
            let mut cells = (first..=last).map(|v| (u, v)).filter(|&cell| cell != (0, 0));
            blocked = blocked.or_else(|| cells.find(|&(u, v)| !self.is_free(u, v)));
        };
        let is_diagonal = along == across;
        if self.sight.rule == DiagonalRule::BothFree && across > 0 {
            find(at + 1, floor(at), ceil(at + 1));
            find(at, floor(at), ceil(at + 1));
        } else if is_diagonal && !self.passes_corner(at) {
            find(at + 1, at, at + 1);
            find(at, at + 1, at + 1);
        } else {
            find(at + 1, floor(at + 1), ceil(at + 1));
        }
        blocked
    }

    pub(super) fn is_free(&self, along: i64, across: i64) -> bool {
        let (x, y) = self.place(along, across);
        self.sight.is_free(x, y)
    }

    /// The first of a row's cells that is blocked or outside the map.
    fn first_blocked(&self, row: i64, first: i64, last: i64) -> Option<i64> {
        let (length, rows) = self.extent;
        let (start, v) = (self.from.0, self.from.1 + self.direction.1 * row);
        let at = |offset: i64| start + self.direction.0 * offset;
        if first > last {
            return None;
        }
        if !(0..rows).contains(&v) || !(0..length).contains(&at(first)) {
            return Some(first);
        }
        if self.sight.cells.is_some() {
            return (first..=last).find(|&along| !self.is_free(along, row));
        }
        let row = self.bits.row(v as isize);
        let from = at(first) as usize;
        if self.direction.0 > 0 {
            let end = at(last).min(length - 1) as usize;
            let blocked = first_bit::<false>(row, from, end).map(|u| u as i64 - start);
            blocked.or((at(last) >= length).then_some(length - start))
        } else {
            let end = at(last).max(0) as usize;
            let blocked = last_bit::<false>(row, end, from).map(|u| start - u as i64);
            blocked.or((at(last) < 0).then_some(start + 1))
        }
    }

    /// The map coordinates of a place on the line.
    fn place(&self, along: i64, across: i64) -> (i64, i64) {
        let (u, v) = (self.from.0 + self.direction.0 * along, self.from.1 + self.direction.1 * across);
        if self.is_steep { (v, u) } else { (u, v) }
    }

    pub(super) fn cell(&self, along: i64, across: i64) -> Cell {
        let (x, y) = self.place(along, across);
        Cell::new(x as i32, y as i32)
    }
}

/// A step between two places on a line, along and across.
type LineStep = [(i64, i64); 2];

/// Closed steps in the directions of a line.
#[derive(Clone, Copy)]
enum Closed<'a> {
    /// Along the line's rows, and to the next one.
    Rows(&'a BitRows, &'a BitRows),
    Map(MapCells<'a>),
}

/// The closed sides of a line.
#[derive(Clone, Copy)]
struct ClosedSides<'a> {
    line: &'a Line<'a>,
    closed: Closed<'a>,
}

impl<'a> ClosedSides<'a> {
    /// The walls that may be on the way of a line; `None` on a map without walls.
    #[inline(always)]
    fn of(line: &'a Line<'a>) -> Option<Self> {
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
    fn first(&self) -> Option<LineStep> {
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
    fn stop_after(&self, at: i64) -> Option<LineStep> {
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
