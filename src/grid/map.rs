//! The cell types of one grid, one byte for each cell, row by row.
//!
//! The map does not decide which cells are walkable: the index derives this from the types.

use super::covers::Covers;
use super::edit::CellData;
use super::{Cell, CellType, Edit, NEIGHBOR_OFFSETS, Rect};
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
        if rect.width as usize * rect.height as usize == count { Ok(()) } else { Err(MapError::Count) }
    }
}

/// The types of the cells of a grid.
#[derive(Debug)]
pub struct GridMap {
    size: GridSize,
    /// Numbers of [`CellType`], row by row.
    types: Vec<u8>,
    /// The penalties of cells, row by row; empty if all are 0.
    penalties: Vec<u8>,
    /// Number of cells whose penalty is not 0.
    penalized: usize,
    /// What stands on cells: at most one, and none if nothing does. A list takes fewer bytes than an option.
    covers: Vec<Covers>,
    revision: u64,
}

impl GridMap {
    /// A map of walkable cells.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(MapError::Size);
        }
        let size = GridSize { width, height };
        // Walkable is 0, so a new map's memory comes zeroed from the system and is not touched.
        const { assert!(CellType::WALKABLE.0 == 0) };
        let types = bytemuck::allocation::try_zeroed_vec(size.cells()).map_err(|()| MapError::Memory)?;
        Ok(Self { size, types, penalties: Vec::new(), penalized: 0, covers: Vec::new(), revision: 0 })
    }

    /// A copy. Fails with [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let copy = |bytes: &[u8]| -> Result<Vec<u8>, MapError> {
            let mut copy = Vec::new();
            copy.try_reserve_exact(bytes.len())?;
            copy.extend_from_slice(bytes);
            Ok(copy)
        };
        let mut covers = Vec::new();
        if let Some(one) = self.covers() {
            covers.try_reserve_exact(1)?;
            covers.push(one.try_clone()?);
        }
        let (types, penalties) = (copy(&self.types)?, copy(&self.penalties)?);
        Ok(Self { types, penalties, covers, ..*self })
    }

    /// Columns and rows.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.size.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.size.height
    }

    /// Number of edits that have changed at least one cell.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Memory held for the map, in bytes.
    pub fn bytes(&self) -> u64 {
        let own = (self.types.capacity() + self.penalties.capacity() + size_of::<Self>()) as u64;
        own + self.covers().map_or(0, |covers| covers.bytes() + size_of::<Covers>() as u64)
    }

    /// Whether the cell lies on the map.
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell)
    }

    /// The type of a cell.
    pub fn get(&self, cell: Cell) -> Result<CellType, MapError> {
        if !self.contains(cell) {
            return Err(MapError::Outside);
        }
        Ok(CellType(self.types[self.size.index(cell)]))
    }

    /// Writes the types of a rectangle's cells to `types`, row by row. `types` must have exactly one byte for each
    /// cell.
    pub fn read(&self, rect: Rect, types: &mut [u8]) -> Result<(), MapError> {
        self.read_data(CellData::Types, rect, types)
    }

    /// As [`read`](Self::read), for any data of cells.
    pub(crate) fn read_data(&self, data: CellData, rect: Rect, buffer: &mut [u8]) -> Result<(), MapError> {
        self.size.check_count(rect, buffer.len())?;
        let bytes = match data {
            CellData::Types => &self.types,
            CellData::Penalties if self.penalties.is_empty() => {
                buffer.fill(0);
                return Ok(());
            }
            CellData::Penalties => &self.penalties,
            // Their counts have two bytes: `read_covers`.
            CellData::Covers => return Ok(()),
        };
        let rows = bytes.chunks_exact(self.size.width as usize).skip(rect.y as usize);
        for (row, out) in rows.zip(buffer.chunks_exact_mut(rect.width as usize)) {
            out.copy_from_slice(&row[rect.columns()]);
        }
        Ok(())
    }

    /// The rectangle of all cells.
    pub fn bounds(&self) -> Rect {
        self.size.bounds()
    }

    /// The penalties of all cells, row by row; `None` if all are 0.
    pub(crate) fn penalties(&self) -> Option<&[u8]> {
        (!self.penalties.is_empty()).then_some(&self.penalties)
    }

    /// The rows of a rectangle, as slices of cell types. The rectangle must be on the map.
    pub(crate) fn rows(&self, rect: Rect) -> impl Iterator<Item = &[u8]> {
        let rows = self.types.chunks_exact(self.size.width as usize);
        rows.skip(rect.y as usize).take(rect.height as usize).map(move |row| &row[rect.columns()])
    }

    /// As [`rows`](Self::rows), mutable.
    pub(super) fn rows_mut(&mut self, rect: Rect) -> impl Iterator<Item = &mut [u8]> {
        let rows = self.types.chunks_exact_mut(self.size.width as usize);
        rows.skip(rect.y as usize).take(rect.height as usize).map(move |row| &mut row[rect.columns()])
    }

    /// Writes the penalties of a rectangle: `write` gets its rows. There must be [room](Self::make_penalties) for
    /// penalties. Gives their memory back once all are 0.
    pub(super) fn write_penalties(&mut self, rect: Rect, write: impl FnOnce(&mut dyn Iterator<Item = &mut [u8]>)) {
        let columns = rect.columns();
        let width = self.size.width as usize;
        let all = rect.y as usize * width..(rect.y as usize + rect.height as usize) * width;
        let rows = &mut self.penalties[all];
        let count = |rows: &[u8]| -> usize {
            let of_row = |row: &[u8]| row[columns.clone()].iter().filter(|&&penalty| penalty != 0).count();
            rows.chunks_exact(width).map(of_row).sum()
        };
        let before = count(rows);
        write(&mut rows.chunks_exact_mut(width).map(|row| &mut row[columns.clone()]));
        self.penalized = self.penalized - before + count(rows);
        if self.penalized == 0 {
            self.penalties = Vec::new();
        }
    }

    /// Makes room for penalties, which are 0 then, unless the map has it.
    pub(super) fn make_penalties(&mut self) -> Result<(), MapError> {
        if self.penalties.is_empty() {
            let zeroed = bytemuck::allocation::try_zeroed_vec(self.size.cells());
            self.penalties = zeroed.map_err(|()| MapError::Memory)?;
        }
        Ok(())
    }

    /// What stands on cells; `None` if nothing does.
    #[inline(always)]
    pub(super) fn covers(&self) -> Option<&Covers> {
        self.covers.first()
    }

    /// Gets the memory for covers.
    pub(super) fn make_covers(&mut self) -> Result<(), MapError> {
        if self.covers.is_empty() {
            self.covers.try_reserve_exact(1)?;
            self.covers.push(Covers::new(self.size)?);
        }
        Ok(())
    }

    /// Makes an edit of covers. Gives their memory back if none is left. [`make_covers`](Self::make_covers) must have
    /// succeeded.
    pub(super) fn change_covers(&mut self, edit: &Edit) {
        let (rect, size) = (edit.rect(), self.size);
        let Some(covers) = self.covers.first_mut() else { return };
        for y in rect.y..rect.y + rect.height as i32 {
            for cell in (rect.x..rect.x + rect.width as i32).map(|x| Cell::new(x, y)) {
                covers.change(size, cell, edit.cover_change(cell));
            }
        }
        if covers.are_none() {
            self.covers = Vec::new();
        }
    }

    /// Counts an edit that changed cells.
    pub(super) fn count_edit(&mut self) {
        self.revision += 1;
    }
}
