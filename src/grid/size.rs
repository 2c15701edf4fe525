//! The size of a map, and what a map refuses.

use super::{Cell, NEIGHBOR_OFFSETS, Rect};
use crate::OutOfMemory;
use std::collections::TryReserveError;

/// The largest width and height of a grid, in cells.
pub const MAX_SIDE: u32 = 16384;

/// Why a map refuses a call. A refused call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapError {
    /// A width or height of 0 or over [`MAX_SIDE`], or an empty rectangle.
    Size,
    /// A cell or a part of a rectangle lies outside the map.
    Outside,
    /// A buffer does not hold exactly one byte for each cell.
    Count,
    /// Not enough memory.
    Memory,
    /// The map has more cells than landmarks support.
    TooLargeForLandmarks,
    /// The work was asked to end early: see [`Interrupt`](crate::interrupt::Interrupt).
    Interrupted,
}

impl From<OutOfMemory> for MapError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

impl From<TryReserveError> for MapError {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// Number of columns and rows of a map. No edit changes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl GridSize {
    /// Whether the cell lies on the map.
    pub fn contains(self, cell: Cell) -> bool {
        (cell.x as u32) < self.width && (cell.y as u32) < self.height && cell.x >= 0 && cell.y >= 0
    }

    /// The neighbors of `cell` on the map, obstacles included, in the order of [`NEIGHBOR_OFFSETS`].
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        NEIGHBOR_OFFSETS
            .iter()
            .map(move |&(dx, dy)| Cell::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy)))
            .filter(move |&neighbor| self.contains(neighbor))
    }

    /// Number of cells.
    pub fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The row index of a cell on the map: `y * width + x`.
    #[inline(always)]
    pub(crate) fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell));
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The rectangle of all cells.
    pub fn bounds(self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }

    /// Fails with [`MapError::Size`] for an empty rectangle, and with [`MapError::Outside`] for a rectangle that is not
    /// entirely on the map.
    pub fn check(self, rect: Rect) -> Result<(), MapError> {
        if rect.width == 0 || rect.height == 0 {
            return Err(MapError::Size);
        }
        let fits = |start: i32, count: u32, side: u32| start >= 0 && start as u64 + u64::from(count) <= u64::from(side);
        if fits(rect.x, rect.width, self.width) && fits(rect.y, rect.height, self.height) {
            Ok(())
        } else {
            Err(MapError::Outside)
        }
    }

    /// Fails with [`MapError::Count`] unless `count` is the number of cells of the rectangle, which must be on the map.
    pub(super) fn check_count(self, rect: Rect, count: usize) -> Result<(), MapError> {
        self.check(rect)?;
        if rect.cells() == count as u64 { Ok(()) } else { Err(MapError::Count) }
    }
}
