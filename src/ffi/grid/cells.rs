//! The cells of a grid: reading and changing their types.
//!
//! Every edit is atomic: a search sees all of it or nothing, and a failed call changes nothing. A read shows all edits
//! whose calls have returned. A read of more than 65,536 cells needs memory where searches on other threads hold all
//! states of the grid and an edit waits.

use super::object::{GridObject, grid};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::cell_type;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, take};
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::grid::{Cell, Edit, MapError, Rect};
use crate::snapshot::SharedGrid;
use crate::try_arc::TryArc;

/// Gives one cell a type, a number of GridstarCellType.
///
/// Fails with INVALID_ID, CELL_OUTSIDE, UNKNOWN_CELL_TYPE, OUT_OF_MEMORY or POISONED. Any thread; an edit waits for no
/// search.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_set_cell(grid: u64, x: i32, y: i32, cell_type: u32) -> GridstarStatus {
    fence(|| {
        let cell_type = self::cell_type(cell_type)?;
        edit(self::grid(grid)?, &Edit::set(Cell::new(x, y), cell_type))
    })
}

/// Writes the type of one cell, a number of GridstarCellType.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE or POISONED. Any thread.
///
/// # Safety
///
/// `cell_type_out` is null or points to a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell(grid: u64, x: i32, y: i32, cell_type_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let cell_type_out = unsafe { Out::new(cell_type_out) }?;
        cell_type_out.write(self::grid(grid)?.grid.cell_type(Cell::new(x, y))? as u32);
        Ok(GridstarStatus::Ok)
    })
}

/// Gives every cell of a rectangle one type. The rectangle's lowest corner is (`x`, `y`); it lies inside the grid and
/// is not empty.
///
/// Fails with INVALID_ID, BAD_RECT, UNKNOWN_CELL_TYPE, OUT_OF_MEMORY or POISONED. Any thread; an edit waits for no
/// search.
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
        let cell_type = self::cell_type(cell_type)?;
        edit(self::grid(grid)?, &Edit::Fill { rect: Rect { x, y, width, height }, cell_type }).map_err(of_rect)
    })
}

/// Gives the cells of a rectangle the types in a buffer of one byte a cell, row by row:
/// `cell_types[row * width + column]`. `count` is exactly `width * height`.
///
/// Fails with NULL_POINTER, INVALID_ID, BAD_RECT, WRONG_COUNT, UNKNOWN_CELL_TYPE, OUT_OF_MEMORY or POISONED. Any
/// thread; an edit waits for no search.
///
/// # Safety
///
/// `cell_types` is null or points to `count` bytes.
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
        // SAFETY: the caller's promise.
        let cell_types = unsafe { input(cell_types, count) }?;
        let rect = Rect { x, y, width, height };
        edit(self::grid(grid)?, &Edit::Write { rect, cell_types }).map_err(of_rect)
    })
}

/// Writes the types of a rectangle's cells, one byte a cell, row by row, and their number.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (`count_out` is then written),
/// OUT_OF_MEMORY or POISONED. Any thread.
///
/// # Safety
///
/// `cell_types_out` is null or points to `capacity` bytes that can be written; `count_out` is null or points to a place
/// for a number.
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
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(cell_types_out, capacity)?, Out::new(count_out)?) };
        read(&self::grid(grid)?.grid, Rect { x, y, width, height }, &mut out, &count_out).map_err(of_rect)
    })
}

/// Gives all cells the types in a buffer of one byte a cell, row by row: `cell_types[y * width + x]`. `count` is
/// exactly the number of cells.
///
/// Fails with NULL_POINTER, INVALID_ID, WRONG_COUNT, UNKNOWN_CELL_TYPE, OUT_OF_MEMORY or POISONED. Any thread; an edit
/// waits for no search.
///
/// # Safety
///
/// `cell_types` is null or points to `count` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_cells(grid: u64, cell_types: *const u8, count: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let cell_types = unsafe { input(cell_types, count) }?;
        let object = self::grid(grid)?;
        let rect = object.grid.size().bounds();
        edit(object, &Edit::Write { rect, cell_types })
    })
}

/// Writes the types of all cells, one byte a cell, row by row, and their number.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (`count_out` is then written),
/// OUT_OF_MEMORY or POISONED. Any thread.
///
/// # Safety
///
/// `cell_types_out` is null or points to `capacity` bytes that can be written; `count_out` is null or points to a place
/// for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cells(
    grid: u64,
    cell_types_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(cell_types_out, capacity)?, Out::new(count_out)?) };
        let object = self::grid(grid)?;
        read(&object.grid, object.grid.size().bounds(), &mut out, &count_out)
    })
}

/// Writes the cells that touch a cell and their number, at most 8. Obstacles are among them, cells outside the grid are
/// not. The order is (+1,+1) (+1,0) (+1,-1) (0,+1) (0,-1) (-1,+1) (-1,0) (-1,-1).
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE or BUFFER_TOO_SMALL (`count_out` is then
/// written). Any thread; edits make no difference.
///
/// # Safety
///
/// `cells_out` is null or points to `capacity` places for cells; `count_out` is null or points to a place for a number.
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
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        let object = self::grid(grid)?;
        let (size, cell) = (object.grid.size(), Cell::new(x, y));
        if !size.contains(cell) {
            return Err(MapError::Outside.into());
        }
        let count = size.neighbors(cell).count();
        let places = take(&mut out, count, &count_out)?;
        for (place, neighbor) in places.iter_mut().zip(size.neighbors(cell)) {
            *place = neighbor;
        }
        Ok(GridstarStatus::Ok)
    })
}

fn edit(object: TryArc<GridObject>, edit: &Edit) -> Outcome {
    object.grid.edit(edit)?;
    Ok(GridstarStatus::Ok)
}

fn read(grid: &SharedGrid, rect: Rect, out: &mut OutBuffer<u8>, count_out: &Out<u32>) -> Outcome {
    grid.size().check(rect)?;
    grid.read_rect(rect, take(out, rect.width as usize * rect.height as usize, count_out)?)?;
    Ok(GridstarStatus::Ok)
}

/// A map knows sizes and places; of a rectangle both are one mistake to a caller.
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
            grid(broken)?.grid.guarded(|| panic!("on purpose"));
            Ok(GridstarStatus::Ok)
        };
        assert_eq!(fence(half_way), GridstarStatus::Panicked);
        assert_eq!(gridstar_grid_set_cell(broken, 0, 0, 1), GridstarStatus::Poisoned);
        assert_eq!(gridstar_grid_set_cell(whole, 0, 0, 1), GridstarStatus::Ok);
        for in_background in [0, 1] {
            assert_eq!(crate::ffi::gridstar_grid_prepare(broken, 3, in_background), GridstarStatus::Poisoned);
        }
        for id in [broken, whole] {
            assert_eq!(crate::ffi::gridstar_grid_destroy(id), GridstarStatus::Ok);
        }
    }
}
