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

use super::closed_sides::{ClosedSides, LineStep};
use super::sight_line::Line;
pub use super::sight_line::Sight;
use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::Cell;
use crate::index::{AgentView, CellCharges, Layer};
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
        line.obstacle().is_none() && !(self.has_walls && closed_step(&line).is_some())
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
        let step = closed_step(&line)?;
        Some(Obstacle::Step(step.map(|(along, across)| line.cell(along, across))))
    }

    /// Follows the line from a cell of the map to any cell, up to where it becomes illegal.
    pub fn cast(&self, from: Cell, to: Cell) -> Cast {
        let line = Line::new(self, from, to);
        let row = line.obstacle().map(|(_, across)| across);
        match ClosedSides::of(&line) {
            None => row.map_or(Cast { last: to, blocked: None }, |row| stop(&line, row, None)),
            Some(sides) if row.is_some() || sides.first().is_some() => stop(&line, 0, Some(&sides)),
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
}

/// Where a line ends that has an obstacle in a row and none in rows before, or at walls.
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
fn stop(line: &Line, row: i64, walls: Option<&ClosedSides>) -> Cast {
    let Line { along, across, .. } = *line;
    let begin = ((row - 1) * along / across.max(1) - 1).max(0);
    let behind_wall = |at| walls?.stop_after(at).map(|[_, behind]: LineStep| behind);
    let stop = |at| line.blocked_after(at).or_else(|| behind_wall(at));
    let stopped = (begin..along).find_map(|at| Some((at, stop(at)?)));
    let (at, (u, v)) = stopped.expect("the row's obstacle is one that stops the line");
    let nearest = (2 * at * across + along - 1) / (2 * along).max(1);
    Cast { last: line.cell(at, nearest), blocked: Some(line.cell(u, v)) }
}

/// A step that a wall closes on a line whose cells are all free.
#[inline(never)]
fn closed_step(line: &Line) -> Option<LineStep> {
    ClosedSides::of(line)?.first()
}
