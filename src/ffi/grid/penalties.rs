//! Penalties: extra costs of cells, such as danger or crowding.

use super::cells::{edit, of_rect, read};
use super::object::GridObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{CellData, Edit, Rect};

/// Sets the penalties of a rectangle's cells from a buffer of one byte per cell, row by row: `penalties[row * width +
/// column]`. `count` must be `width * height`. (`x`, `y`) is the rectangle's lowest corner. The rectangle must not be
/// empty and must lie inside the grid. The edit is atomic.
///
/// A penalty is an extra cost in 1/16 of a straight step. It is charged like a multiplier: half by a step that leaves
/// the cell and half by a step that enters it, times the step's length. A query with GRIDSTAR_QUERY_IGNORE_PENALTIES
/// ignores penalties. While one penalty is not 0, the grid takes 1 byte more per cell, and 5 more for each profile and
/// size that its queries use, and A* over cells answers its queries, with estimates by landmarks if the engine is
/// LANDMARKS. Once all penalties are 0 again, the grid is as one that never had any. Edits of penalties leave all
/// derived data as it is.
///
/// Fails with NULL_POINTER, INVALID_ID, BAD_RECT, WRONG_COUNT, OUT_OF_MEMORY or POISONED. Thread-safe; does not wait
/// for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_penalties(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    penalties: *const u8,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let penalties = unsafe { input(penalties, count) }?;
        let rect = Rect { x, y, width, height };
        edit(&*GridObject::of(grid)?, &Edit::write_penalties(rect, penalties)).map_err(of_rect)
    })
}

/// Sets the penalties of all cells of a rectangle to one value: 0 <= penalty <= 255. (`x`, `y`) is the rectangle's
/// lowest corner. The rectangle must not be empty and must lie inside the grid. The edit is atomic.
///
/// Fails with INVALID_ID, BAD_RECT, BAD_PENALTY, OUT_OF_MEMORY or POISONED. Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_fill_penalties(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    penalty: u32,
) -> GridstarStatus {
    fence(|| {
        let penalty = numbers::penalty(penalty)?;
        edit(&*GridObject::of(grid)?, &Edit::fill_penalties(Rect { x, y, width, height }, penalty)).map_err(of_rect)
    })
}

/// Writes the penalties of a rectangle's cells, one byte per cell, row by row: `penalties_out[row * width + column]`.
/// `count_out` gets their number, `width * height`. (`x`, `y`) is the rectangle's lowest corner. The rectangle must not
/// be empty and must lie inside the grid. All penalties of a new grid are 0.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (only `count_out` is written),
/// OUT_OF_MEMORY or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_penalties(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    penalties_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(penalties_out, capacity)?, Out::new(count_out)?) };
        read(&*GridObject::of(grid)?, CellData::Penalties, Rect { x, y, width, height }, out, count_out)
    })
}
