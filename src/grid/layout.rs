//! How the cells of a map lie beside each other: squares, or hexagons in shifted rows or columns.
//!
//! A cell of a hexagonal map keeps the coordinates of the game: its column and its row. Half of the rows, or of the
//! columns, are shifted by half a cell towards larger coordinates:
//!
//! ```text
//!   HexOddRows                  HexOddColumns
//!                                 _   _            the cells at the upper left are (0, 0) in both,
//!   / \ / \ / \                  / \_/ \_          y grows downwards
//!  |0,0|1,0|2,0|                 \_/ \_/ \
//!   \ / \ / \ / \                / \_/ \_/
//!    |0,1|1,1|2,1|               \_/ \_/ \
//!   / \ / \ / \ /                  \_/ \_/
//! ```
//!
//! Distances are counted in *half cells*: two numbers for each cell, along the lines that are shifted and across them.
//! The six steps are (2, 0), (1, 1), (-1, 1) and their opposites.

use super::{Cell, NEIGHBOR_OFFSETS};

/// The layout of a map's cells. No edit changes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// Hexagons with a corner on top, in rows. Odd rows are shifted.
    HexOddRows,
    /// Hexagons with a corner on top, in rows. Even rows are shifted.
    HexEvenRows,
    /// Hexagons with a side on top, in columns. Odd columns are shifted.
    HexOddColumns,
    /// Hexagons with a side on top, in columns. Even columns are shifted.
    HexEvenColumns,
}

impl Layout {
    /// All layouts of hexagons.
    pub const HEXAGONS: [Self; 4] = [Self::HexOddRows, Self::HexEvenRows, Self::HexOddColumns, Self::HexEvenColumns];

    /// Whether cells are hexagons.
    pub const fn is_hexagonal(self) -> bool {
        !matches!(self, Self::Square)
    }

    /// Whether columns are shifted, and not rows.
    pub(crate) const fn shifts_columns(self) -> bool {
        matches!(self, Self::HexOddColumns | Self::HexEvenColumns)
    }

    /// Whether lines with an even number are shifted, and not those with an odd one.
    pub(crate) const fn shifts_even_lines(self) -> bool {
        matches!(self, Self::HexEvenRows | Self::HexEvenColumns)
    }

    /// Whether a line of cells is shifted: of hexagons every second row, or column if columns are shifted.
    #[inline(always)]
    pub(crate) const fn is_shifted(self, line: i32) -> bool {
        self.is_hexagonal() && (line & 1 == 1) != self.shifts_even_lines()
    }

    /// By how much a cell lies farther along columns and rows than a square would.
    pub(crate) fn shift_of(self, cell: Cell) -> [f64; 2] {
        let line = if self.shifts_columns() { cell.x } else { cell.y };
        match self.is_shifted(line) {
            false => [0.0; 2],
            true if self.shifts_columns() => [0.0, 0.5],
            true => [0.5, 0.0],
        }
    }

    /// Where a hexagon lies, in half cells along its line, and in lines.
    #[inline(always)]
    pub(crate) const fn halves(self, cell: Cell) -> [i64; 2] {
        let (along, line) = if self.shifts_columns() { (cell.y, cell.x) } else { (cell.x, cell.y) };
        [2 * along as i64 + self.is_shifted(line) as i64, line as i64]
    }

    /// The hexagon of [`halves`](Self::halves).
    pub(crate) const fn cell_at(self, [halves, line]: [i64; 2]) -> Cell {
        let along = halves.saturating_sub(self.is_shifted((line & 1) as i32) as i64) >> 1;
        let (along, line) = (clamped(along), clamped(line));
        if self.shifts_columns() { Cell::new(line, along) } else { Cell::new(along, line) }
    }

    /// The hexagon whose center is nearest to a point, where hexagons are regular. The point is given in columns and
    /// rows. The center of an unshifted cell (x, y) lies at (x + 1/2, y + 1/2).
    pub(crate) fn nearest(self, [column, row]: [f64; 2]) -> Cell {
        let (along, line) = if self.shifts_columns() { (row, column) } else { (column, row) };
        // Centers lie where the half cells are those of the line, or one more.
        let parity = f64::from(u8::from(self.shifts_even_lines()));
        let line = line - 0.5;
        let along = along - 0.5 - (line + parity) / 2.0;
        // Three cube coordinates with a sum of 0 are rounded; the one that was rounded most follows from the others.
        let third = -along - line;
        let [whole_along, whole_line, whole_third] = [along, line, third].map(f64::round);
        let errors = [whole_along - along, whole_line - line, whole_third - third].map(f64::abs);
        let [whole_along, whole_line] = match errors {
            [of_along, of_line, of_third] if of_along > of_line && of_along > of_third => {
                [-whole_line - whole_third, whole_line]
            }
            [_, of_line, of_third] if of_line > of_third => [whole_along, -whole_along - whole_third],
            _ => [whole_along, whole_line],
        };
        self.cell_at([2.0 * whole_along + whole_line + parity, whole_line].map(|number| number as i64))
    }

    /// The neighbors of a hexagon, on the map or not, in the order of [`NEIGHBOR_OFFSETS`].
    pub(crate) fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let shifts_columns = self.shifts_columns();
        let is_shifted = self.is_shifted(if shifts_columns { cell.x } else { cell.y });
        let steps = NEIGHBOR_OFFSETS.into_iter().filter(move |&step| is_hexagon_step(shifts_columns, is_shifted, step));
        steps.map(move |(dx, dy)| Cell::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy)))
    }

    /// Number of steps between two hexagons, without obstacles.
    pub(crate) const fn steps_between(self, from: Cell, to: Cell) -> u64 {
        let ([from, from_line], [to, to_line]) = (self.halves(from), self.halves(to));
        let (halves, lines) = (to.abs_diff(from), to_line.abs_diff(from_line));
        lines + halves.saturating_sub(lines) / 2
    }

    /// The squared distance between the centers of two cells, where neighbors along a line have a distance of 2.
    pub(crate) const fn squared_distance(self, from: Cell, to: Cell) -> u128 {
        let ([from, from_line], [to, to_line]) = (self.halves(from), self.halves(to));
        let halves = to.abs_diff(from) as u128;
        halves * halves + self.squared_lines(to_line.abs_diff(from_line) as i64)
    }

    /// The part of a [squared distance](Self::squared_distance) that a difference of lines adds.
    #[inline(always)]
    pub(crate) const fn squared_lines(self, lines: i64) -> u128 {
        let lines = lines as u128;
        if self.is_hexagonal() { 3 * lines * lines } else { 4 * lines * lines }
    }

    /// The direction from a hexagon towards another one: the signs of the difference in half cells. Between neighbors,
    /// and along lines of hexagons, each of the six directions has its own.
    pub(crate) const fn direction(self, from: Cell, to: Cell) -> [i64; 2] {
        let ([from, from_line], [to, to_line]) = (self.halves(from), self.halves(to));
        [(to - from).signum(), (to_line - from_line).signum()]
    }

    /// The neighbor of a hexagon on the straight line of hexagons to another one; `None` if they do not lie on one, or
    /// are the same.
    pub(crate) fn next_toward(self, from: Cell, to: Cell) -> Option<Cell> {
        let ([at, line], [to, to_line]) = (self.halves(from), self.halves(to));
        let (halves, lines) = (to - at, to_line - line);
        let is_line = if lines == 0 { halves != 0 } else { halves.abs() == lines.abs() };
        let along = if lines == 0 { 2 * halves.signum() } else { halves.signum() };
        is_line.then(|| self.cell_at([at + along, line + lines.signum()]))
    }
}

/// The nearest number of 32 bits.
const fn clamped(number: i64) -> i32 {
    if number < i32::MIN as i64 {
        i32::MIN
    } else if number > i32::MAX as i64 {
        i32::MAX
    } else {
        number as i32
    }
}

/// Whether a step of (dx, dy) leads from a hexagon to a neighbor. `shifts_columns` tells the layout, and `is_shifted`
/// whether the hexagon's line is shifted.
pub(crate) const fn is_hexagon_step(shifts_columns: bool, is_shifted: bool, (dx, dy): (i32, i32)) -> bool {
    let (along, lines) = if shifts_columns { (dy, dx) } else { (dx, dy) };
    // The lines beside a shifted line are not shifted.
    let halves = 2 * along + if lines % 2 == 0 { 0 } else { 1 - 2 * is_shifted as i32 };
    matches!((halves, lines), (-2 | 2, 0) | (-1 | 1, -1 | 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Axial coordinates, which are what the layouts are usually defined by.
    fn axial(layout: Layout, cell: Cell) -> (i32, i32) {
        let Cell { x, y } = cell;
        match layout {
            Layout::Square => (x, y),
            Layout::HexOddRows => (x - (y - (y & 1)) / 2, y),
            Layout::HexEvenRows => (x - (y + (y & 1)) / 2, y),
            Layout::HexOddColumns => (x, y - (x - (x & 1)) / 2),
            Layout::HexEvenColumns => (x, y - (x + (x & 1)) / 2),
        }
    }

    fn cube_distance((q, r): (i32, i32), (other_q, other_r): (i32, i32)) -> i32 {
        let (q, r) = (q - other_q, r - other_r);
        q.abs().max(r.abs()).max((q + r).abs())
    }

    fn cells() -> impl Iterator<Item = Cell> {
        (-4..5).flat_map(|y| (-4..5).map(move |x| Cell::new(x, y)))
    }

    #[test]
    fn neighbors_distances_and_lines_are_those_of_cube_coordinates() {
        for (layout, from) in Layout::HEXAGONS.into_iter().flat_map(|layout| cells().map(move |from| (layout, from))) {
            let is_neighbor = |to: Cell| cube_distance(axial(layout, from), axial(layout, to)) == 1;
            let found: Vec<Cell> = layout.neighbors(from).collect();
            assert!(found.len() == 6 && found.iter().all(|&to| is_neighbor(to)), "{layout:?}, {from:?}: {found:?}");
            for to in cells() {
                let ((q, r), (other_q, other_r)) = (axial(layout, from), axial(layout, to));
                let (q, r) = (other_q - q, other_r - r);
                assert_eq!(layout.steps_between(from, to), cube_distance((q, r), (0, 0)) as u64);
                assert_eq!(layout.squared_distance(from, to), 4 * (q * q + q * r + r * r) as u128);
                assert_eq!(layout.cell_at(layout.halves(to)), to);
                let is_line = (q, r) != (0, 0) && (q == 0 || r == 0 || q + r == 0);
                let next = layout.next_toward(from, to);
                assert_eq!(next.is_some(), is_line, "{layout:?}, {from:?} to {to:?}");
                if let Some(next) = next {
                    let left = cube_distance(axial(layout, next), axial(layout, to));
                    assert!(is_neighbor(next) && left + 1 == cube_distance((q, r), (0, 0)));
                    assert_eq!(layout.direction(from, next), layout.direction(from, to));
                }
            }
        }
    }
}
