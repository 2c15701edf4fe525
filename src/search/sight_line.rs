//! One line between the centers of two cells, in coordinates of its own, and the blocked cells on its way. The module
//! [`sight`](super::sight) says which lines are legal.

use crate::bits::bit_rows::BitRows;
use crate::bits::ends::{first_bit, last_bit};
use crate::grid::Cell;
use crate::index::{CellCharges, MapCells, Walls};
use crate::movement::DiagonalRule;

/// Layer as lines see it under a diagonal rule.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub(super) rows: &'a BitRows,
    pub(super) columns: &'a BitRows,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) rule: DiagonalRule,
    /// Whether there are walls between cells.
    pub(super) has_walls: bool,
    /// Walls between cells; `None` without any, and where there are no bits of the cells.
    pub(super) walls: Option<&'a Walls>,
    /// The walkable cells, where there are no bits of them.
    pub(super) cells: Option<MapCells<'a>>,
    /// Charges of cells, and the charge that all cells of a line must have.
    pub(super) only: Option<(CellCharges<'a>, u32)>,
}

impl Sight<'_> {
    /// Whether a cell of the map is walkable.
    fn is_walkable(&self, x: i64, y: i64) -> bool {
        match &self.cells {
            Some(cells) => cells.is_walkable(Cell::new(x as i32, y as i32)),
            None => self.rows.get(x as usize, y as usize),
        }
    }

    pub(super) fn is_free(&self, x: i64, y: i64) -> bool {
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
    pub(super) fn new(sight: &'a Sight<'a>, from: Cell, to: Cell) -> Self {
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
    pub(super) fn obstacle(&self) -> Option<(i64, i64)> {
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

    /// A blocked cell that stops the line between a column of centers and the next one.
    pub(super) fn blocked_after(&self, at: i64) -> Option<(i64, i64)> {
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
