//! Reading and editing the cells of a grid.
//!
//! An edit is atomic: a search sees the whole edit or nothing of it, and a failed call changes nothing. A read shows
//! all edits whose calls have returned. A read of more than 65,536 cells needs memory if an edit waits in the log while
//! searches on other threads hold all states of the grid.

use super::object::GridObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, take, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, CellData, Edit, Rect};

/// Sets the type of one cell, from 0 to 255 (see GridstarCellType). The edit is atomic.
///
/// Fails with INVALID_ID, CELL_OUTSIDE, BAD_CELL_TYPE, OUT_OF_MEMORY or POISONED. Thread-safe; does not wait for
/// searches.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_set_cell(grid: u64, x: i32, y: i32, cell_type: u32) -> GridstarStatus {
    fence(|| {
        let cell_type = numbers::cell_type(cell_type)?;
        edit(&*GridObject::of(grid)?, &Edit::set(Cell::new(x, y), cell_type))
    })
}

/// Writes the type of one cell, from 0 to 255 (see GridstarCellType).
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell(grid: u64, x: i32, y: i32, cell_type_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cell_type_out = unsafe { Out::new(cell_type_out) }?;
        cell_type_out.ok(GridObject::of(grid)?.grid.cell_type(Cell::new(x, y))?.0.into())
    })
}

/// Sets all cells of a rectangle to one type, from 0 to 255 (see GridstarCellType). (`x`, `y`) is the rectangle's
/// lowest corner. The rectangle must not be empty and must lie inside the grid. The edit is atomic.
///
/// Fails with INVALID_ID, BAD_RECT, BAD_CELL_TYPE, OUT_OF_MEMORY or POISONED. Thread-safe; does not wait for
/// searches.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_fill_rect(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    cell_type: u32,
) -> GridstarStatus {
    fence(|| {
        let cell_type = numbers::cell_type(cell_type)?;
        edit(&*GridObject::of(grid)?, &Edit::fill(Rect { x, y, width, height }, cell_type)).map_err(of_rect)
    })
}

/// Sets the types of a rectangle's cells from a buffer of one byte per cell, row by row: `cell_types[row * width +
/// column]`. `count` must be `width * height`. (`x`, `y`) is the rectangle's lowest corner. The rectangle must not be
/// empty and must lie inside the grid. The edit is atomic.
///
/// Fails with NULL_POINTER, INVALID_ID, BAD_RECT, WRONG_COUNT, OUT_OF_MEMORY or POISONED.
/// Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_rect(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    cell_types: *const u8,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cell_types = unsafe { input(cell_types, count) }?;
        let rect = Rect { x, y, width, height };
        edit(&*GridObject::of(grid)?, &Edit::write(rect, cell_types)).map_err(of_rect)
    })
}

/// Writes the types of a rectangle's cells, one byte per cell, row by row: `cell_types_out[row * width + column]`.
/// `count_out` gets their number, `width * height`. (`x`, `y`) is the rectangle's lowest corner. The rectangle must not
/// be empty and must lie inside the grid.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (only `count_out` is written),
/// OUT_OF_MEMORY or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_rect(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    cell_types_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(cell_types_out, capacity)?, Out::new(count_out)?) };
        read(&*GridObject::of(grid)?, CellData::Types, Rect { x, y, width, height }, out, count_out)
    })
}

/// Sets the types of all cells from a buffer of one byte per cell, row by row: `cell_types[y * width + x]`. `count`
/// must be the number of cells. The edit is atomic.
///
/// Fails with NULL_POINTER, INVALID_ID, WRONG_COUNT, OUT_OF_MEMORY or POISONED. Thread-safe; does not
/// wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_cells(grid: u64, cell_types: *const u8, count: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cell_types = unsafe { input(cell_types, count) }?;
        let object = GridObject::of(grid)?;
        let rect = object.grid.size().bounds();
        edit(&object, &Edit::write(rect, cell_types))
    })
}

/// Writes the types of all cells, one byte per cell, row by row: `cell_types_out[y * width + x]`. `count_out` gets the
/// number of cells.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (only `count_out` is written),
/// OUT_OF_MEMORY or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cells(
    grid: u64,
    cell_types_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(cell_types_out, capacity)?, Out::new(count_out)?) };
        let object = GridObject::of(grid)?;
        read(&object, CellData::Types, object.grid.size().bounds(), out, count_out)
    })
}

/// Writes the cells that touch a cell, at most 8, and their number; on a hexagonal grid at most 6. Obstacles are
/// included; cells outside the grid are not. The order is (+1,+1) (+1,0) (+1,-1) (0,+1) (0,-1) (-1,+1) (-1,0) (-1,-1).
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE or BUFFER_TOO_SMALL (only `count_out` is
/// written). Thread-safe; does not depend on the types of cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_neighbors(
    grid: u64,
    x: i32,
    y: i32,
    cells_out: *mut Cell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        let object = GridObject::of(grid)?;
        let (size, cell) = (object.grid.size(), Cell::new(x, y));
        object.check(cell)?;
        if object.layout.is_hexagonal() {
            let neighbors = || object.layout.neighbors(cell).filter(|&neighbor| size.contains(neighbor));
            return write_list(out, &count_out, neighbors().count(), neighbors());
        }
        write_list(out, &count_out, size.neighbors(cell).count(), size.neighbors(cell))
    })
}

pub(super) fn edit(object: &GridObject, edit: &Edit) -> Result<(), GridstarStatus> {
    Ok(object.grid.edit(edit)?)
}

/// Writes a byte for each cell of a rectangle, and their number.
pub(super) fn read(
    object: &GridObject,
    data: CellData,
    rect: Rect,
    mut out: OutBuffer<u8>,
    count_out: Out<u32>,
) -> Result<(), GridstarStatus> {
    object.grid.size().check(rect).map_err(|error| of_rect(error.into()))?;
    object.grid.read_data(data, rect, || take(&mut out, rect.cells() as usize, &count_out))
}

/// The error of a rectangle: a map reports its size and its cells as two different errors.
pub(crate) fn of_rect(status: GridstarStatus) -> GridstarStatus {
    match status {
        GridstarStatus::BadSize | GridstarStatus::CellOutside => GridstarStatus::BadRect,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::pointers::SizedStruct;
    use crate::ffi::grid::object::GRIDS;
    use crate::ffi::grid::structs::GridstarGridDef;

    fn create() -> u64 {
        let def = GridstarGridDef { width: 4, height: 4, ..GridstarGridDef::DEFAULT };
        GRIDS.insert(GridObject::new(&def).unwrap()).unwrap()
    }

    #[test]
    fn a_panic_half_way_through_an_edit_poisons_that_grid_alone() {
        let (broken, whole) = (create(), create());
        let half_way = || {
            GridObject::of(broken)?.grid.guarded(|| panic!("on purpose"));
            Ok(())
        };
        assert_eq!(fence(half_way), GridstarStatus::Panicked);
        assert_eq!(gridstar_grid_set_cell(broken, 0, 0, 1), GridstarStatus::Poisoned);
        assert_eq!(gridstar_grid_set_cell(whole, 0, 0, 1), GridstarStatus::Ok);
        for in_background in [0, 1] {
            assert_eq!(crate::ffi::gridstar_grid_prepare(broken, 3, in_background), GridstarStatus::Poisoned);
        }
        for id in [broken, whole] {
            assert_eq!(crate::ffi::gridstar_destroy(id), GridstarStatus::Ok);
        }
    }
}
