//! Cells, rectangles of cells, and cell types.

use std::ops::Range;

/// A cell by its column `x` and row `y`; (0, 0) is the cell at the grid's origin. May lie outside a grid.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column, growing along the world's x axis.
    pub x: i32,
    /// Row, growing along the second axis of the grid's plane.
    pub y: i32,
}

impl Cell {
    /// The cell at column `x` and row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

/// The eight steps around a cell as (dx, dy). Every list of neighbors has this order.
pub const NEIGHBOR_OFFSETS: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];

/// A block of `width * height` cells whose lowest corner is (`x`, `y`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// First column.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl Rect {
    /// Number of cells.
    pub(crate) fn cells(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Whether the cell lies in the rectangle.
    pub(crate) fn contains(self, cell: Cell) -> bool {
        let within = |at: i32, first: i32, count: u32| at >= first && at.abs_diff(first) < count;
        within(cell.x, self.x, self.width) && within(cell.y, self.y, self.height)
    }

    /// The smallest rectangle with the cells of two rectangles. Both must lie on a map.
    pub(crate) fn enclosing(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let end = |one: i32, count: u32| one + count as i32;
        let right = end(self.x, self.width).max(end(other.x, other.width));
        let top = end(self.y, self.height).max(end(other.y, other.height));
        Self { x, y, width: right.abs_diff(x), height: top.abs_diff(y) }
    }

    /// Where a cell of the rectangle stands among the rectangle's cells, row by row.
    pub(super) fn index(self, cell: Cell) -> usize {
        (cell.y - self.y) as usize * self.width as usize + (cell.x - self.x) as usize
    }

    /// The cells, row by row. The rectangle must lie on a map.
    pub(crate) fn each_cell(self) -> impl Iterator<Item = Cell> {
        let columns = self.x..self.x + self.width as i32;
        (self.y..self.y + self.height as i32).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// The rows, each as a rectangle. The rectangle must lie on a map.
    pub(crate) fn each_row(self) -> impl Iterator<Item = Self> + use<> {
        (self.y..self.y + self.height as i32).map(move |y| Self { y, height: 1, ..self })
    }

    /// The rows of this rectangle, from the values of `whole`, a rectangle around it, row by row.
    pub(super) fn rows_of<T>(self, values: &[T], whole: Self) -> impl Iterator<Item = &[T]> {
        let rows = values.chunks_exact(whole.width as usize).skip((self.y - whole.y) as usize);
        rows.take(self.height as usize).map(move |row| &row[self.columns_in(whole)])
    }

    /// Rows of [`rows_of`](Self::rows_of), mutable.
    pub(super) fn rows_of_mut<T>(self, values: &mut [T], whole: Self) -> impl Iterator<Item = &mut [T]> {
        let rows = values.chunks_exact_mut(whole.width as usize).skip((self.y - whole.y) as usize);
        rows.take(self.height as usize).map(move |row| &mut row[self.columns_in(whole)])
    }

    fn columns_in(self, whole: Self) -> Range<usize> {
        let first = (self.x - whole.x) as usize;
        first..first + self.width as usize
    }

    /// The intersection of two rectangles; `None` if it is empty. Both must lie on a map.
    pub(crate) fn common(self, other: Self) -> Option<Self> {
        let range = |one: (i32, u32), other: (i32, u32)| {
            let (first, end) = (one.0.max(other.0), (one.0 + one.1 as i32).min(other.0 + other.1 as i32));
            (first < end).then(|| (first, end.abs_diff(first)))
        };
        let (x, width) = range((self.x, self.width), (other.x, other.width))?;
        let (y, height) = range((self.y, self.height), (other.y, other.height))?;
        Some(Self { x, y, width, height })
    }
}

/// The type of a cell: one of 256 numbers, which are part of the C ABI and of cell buffers.
///
/// Two numbers have a meaning of their own. The others belong to the game: grass, road, water, a door of team 2. Who
/// can enter a cell of a type, and what that costs, is up to a [`Profile`](crate::movement::Profile).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellType(pub u8);

impl CellType {
    /// Paths can enter the cell, whatever the type of the cells around.
    pub const WALKABLE: Self = Self(0);
    /// Paths can't enter the cell, unless a profile says otherwise.
    pub const OBSTACLE: Self = Self(1);
}

/// The data of cells that an edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellData {
    Types,
    /// In 1/16 of a straight step.
    Penalties,
    /// The number of covers, by a byte for the [change](changed_count).
    Covers,
    /// Closed steps to neighbors: see [`passages`](super::passages).
    Passages,
}
