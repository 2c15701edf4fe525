//! Lines of sight between the centers of two cells, in integers.
//!
//! A line is free if its agent can stand at every cell whose inside the line crosses, and may pass every corner that
//! the line hits exactly:
//!
//! ```text
//!   . . b        from a to b the line crosses the insides of four cells; both others don't matter
//!   a . .
//!
//!   s b          from a to b it hits the corner between a, b and both cells s: they count as for a diagonal step
//!   a s
//! ```
//!
//! - The first cell may be blocked, like the start of a path. The last one may not.
//! - At a corner the diagonal rule decides by both cells s, as for the step from a to b. [`DiagonalRule::Never`], which
//!   allows no such step, has lines pass as [`DiagonalRule::BothFree`] does.
//! - A wide agent stands for its lowest cell, so that the line runs over its anchors.
//!
//! So a line between two neighbors is free where the step is legal, and along a row, a column or a diagonal where all
//! steps are. Except under [`DiagonalRule::Never`], the reverse holds too.
//!
//! The line crosses a run of consecutive cells in each row (or column, whichever it crosses fewer of), and a run is
//! read from the bits of the row, 64 cells at a time.

use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::Cell;
use crate::index::{CellCharges, Layer};
use crate::movement::DiagonalRule;

/// Where a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The last free cell: the end of a free line. The first cell counts as free.
    pub last: Cell,
    /// The first blocked cell, which may lie outside the map; `None` for a free line. If a line may not pass a corner,
    /// it is a blocked cell beside the corner: the one along x if both are blocked.
    pub blocked: Option<Cell>,
}

/// What lines see of a layer under a diagonal rule.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    rows: &'a BitRows,
    columns: &'a BitRows,
    width: i64,
    height: i64,
    rule: DiagonalRule,
    /// What cells charge, and what all cells of a line must charge.
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
            only: None,
        }
    }

    /// The same sight, but cells that don't charge `charge` block a line too.
    pub(super) fn over_only(self, charges: CellCharges<'a>, charge: u32) -> Self {
        Self { only: Some((charges, charge)), ..self }
    }

    /// Whether the line from a cell of the map to any cell is free.
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        self.cast(from, to).blocked.is_none()
    }

    /// Follows the line from a cell of the map to any cell, up to the first blocked cell.
    pub fn cast(&self, from: Cell, to: Cell) -> Cast {
        Line::new(self, from, to).follow()
    }

    /// The first and last x, and the first and last y, of the blocked cells in the row and in the column of a blocked
    /// cell, from the cell on as far as they touch. A cell that only charges wrongly, or lies outside, stands alone.
    pub(super) fn blocked_runs(&self, cell: Cell) -> [(i32, i32); 2] {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if !is_inside || self.is_free(x, y) {
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

    fn is_free(&self, x: i64, y: i64) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y) && self.rows.get(x as usize, y as usize)
    }
}

/// A line in coordinates of its own: `u` along the axis on which it is longer, and `v` across.
struct Line<'a> {
    sight: &'a Sight<'a>,
    /// The bits along u, by v.
    bits: &'a BitRows,
    is_steep: bool,
    /// Length of a row of bits, and the number of rows.
    extent: (i64, i64),
    from: (i64, i64),
    direction: (i64, i64),
    /// Cells between the ends, along u and v: `across <= along`.
    along: i64,
    across: i64,
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

    /// Row by row. The border between rows k and k + 1 is crossed at `(2 k + 1) along / (2 across)` cells from the
    /// first center; cell i lies between `i - 1/2` and `i + 1/2`.
    fn follow(&self) -> Cast {
        let Self { along, across, .. } = *self;
        // The cell after the crossing, and what the crossing lies behind its border, in 1 / (2 across).
        let (mut cell, mut part) = ((along + across) / (2 * across).max(1), (along + across) % (2 * across).max(1));
        let (whole_step, part_step) = (along / across.max(1), 2 * (along % across.max(1)));
        // The first cell of the line may be blocked. `before` is the last cell of the row before.
        let (mut first, mut before) = (1, 0);
        for row in 0..across {
            let hits_corner = part == 0;
            let last = if hits_corner { cell - 1 } else { cell };
            if let Some(stopped) = self.stop_in_row(row, (before, first, last)) {
                return stopped;
            }
            if hits_corner && let Some(stopped) = self.stop_at_corner(row, last) {
                return stopped;
            }
            (before, first) = (last, cell);
            (cell, part) = (cell + whole_step, part + part_step);
            if part >= 2 * across {
                (cell, part) = (cell + 1, part - 2 * across);
            }
        }
        let end = self.stop_in_row(across, (before, first, along));
        end.unwrap_or(Cast { last: self.cell(along, across), blocked: None })
    }

    /// Where the line ends between two of its cells in a row. `before` is its last cell in the row before.
    fn stop_in_row(&self, row: i64, (before, first, last): (i64, i64, i64)) -> Option<Cast> {
        if first > last {
            return None;
        }
        let at = self.first_blocked(row, first, last);
        let at = match self.sight.only {
            None => at,
            Some(only) => self.first_of_other_charge(only, row, first, at.unwrap_or(last + 1)).or(at),
        }?;
        let last = if at > first || row == 0 { self.cell(at - 1, row) } else { self.cell(before, row - 1) };
        Some(Cast { last, blocked: Some(self.cell(at, row)) })
    }

    fn first_of_other_charge(
        &self,
        (charges, charge): (CellCharges, u32),
        row: i64,
        first: i64,
        end: i64,
    ) -> Option<i64> {
        (first..end).find(|&at| charges.of(self.cell(at, row)) != charge)
    }

    /// Where the line ends at the corner behind a cell.
    fn stop_at_corner(&self, row: i64, at: i64) -> Option<Cast> {
        let beside = [(at + 1, row), (at, row + 1)].map(|(u, v)| self.place(u, v));
        let [first, second] = beside.map(|(x, y)| self.sight.is_free(x, y));
        if self.sight.rule.allows_diagonal(1, first.into(), second.into()) & 1 == 1 {
            return None;
        }
        // The cell along x, if it is blocked.
        let along_x_is_blocked = if self.is_steep { !second } else { !first };
        let which = usize::from(along_x_is_blocked == self.is_steep);
        let blocked = Cell::new(beside[which].0 as i32, beside[which].1 as i32);
        Some(Cast { last: self.cell(at, row), blocked: Some(blocked) })
    }

    /// The first of a row's cells that is blocked or outside the map.
    fn first_blocked(&self, row: i64, first: i64, last: i64) -> Option<i64> {
        let (length, rows) = self.extent;
        let (start, v) = (self.from.0, self.from.1 + self.direction.1 * row);
        let at = |offset: i64| start + self.direction.0 * offset;
        if !(0..rows).contains(&v) || !(0..length).contains(&at(first)) {
            return Some(first);
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

    fn cell(&self, along: i64, across: i64) -> Cell {
        let (x, y) = self.place(along, across);
        Cell::new(x as i32, y as i32)
    }
}
