//! Cells that a building would close, before it stands.

use super::asked::Asked;
use super::cells::of_rect;
use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, Edit, Rect};
use crate::search::cut_off;

/// Tells which spawns would lose their last way to a goal if the cells of a rectangle had another type. The grid does
/// not change. For games in which a building may not close the way of an attacker.
///
/// A spawn is cut off if the query's agent can walk from it to a goal now, and could walk to none of the goals then:
/// to be asked before `gridstar_grid_fill_cells` with the same rectangle and type. `cut_off_out` gets the indices of
/// these spawns in `spawns`, in ascending order, and `cut_off_count_out` their number. With a capacity of 0, the
/// status is OK if no spawn is cut off, else BUFFER_TOO_SMALL.
///
/// Blocked cells and cells outside the grid reach nothing, as with gridstar_grid_is_reachable, so a building on top of
/// a spawn or on all goals cuts off. A spawn that reaches no goal now is not cut off. An agent of n x n cells stands at
/// its lowest cell. Without goals no spawn is cut off.
///
/// `width` and `height` are cells, at least 1; the rectangle lies inside the grid. `cell_type` is from 0 to 255. Of
/// `query_def`, the diagonal rule, the profile, the agent's size and the cover that it leaves out matter, but all
/// fields must be valid; null means the grid's own settings.
///
/// Labels the components of a copy of the grid: about a nanosecond for each cell. Takes the memory of the copy
/// meanwhile, 2 bytes for each cell or a little more. A rectangle that opens and closes no cell for the agent takes
/// the time of the copy alone.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_RECT, BAD_CELL_TYPE, BUFFER_TOO_SMALL (only the number is written),
/// OUT_OF_MEMORY or the errors of a query def. Thread-safe: the call sees one state of the grid, and edits do not wait
/// for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_try_place(
    grid: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    cell_type: u32,
    spawns: *const Cell,
    spawn_count: u32,
    goals: *const Cell,
    goal_count: u32,
    query_def: *const GridstarQueryDef,
    cut_off_out: *mut u32,
    capacity: u32,
    cut_off_count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (ends, def) =
            unsafe { ([input(spawns, spawn_count)?, input(goals, goal_count)?], query_def_or_default(query_def)?) };
        // SAFETY: as above.
        let (out, count_out) = unsafe { (OutBuffer::new(cut_off_out, capacity)?, Out::new(cut_off_count_out)?) };
        let object = GridObject::of(grid)?;
        let edit = Edit::fill(Rect { x, y, width, height }, numbers::cell_type(cell_type)?);
        edit.check(object.grid.size()).map_err(|error| of_rect(error.into()))?;
        let asked = Asked::by_call(&object, grid, [Cell::default(); 2], &def)?;
        let seen = (&asked.agent, asked.view().layer(), asked.query.diagonal_rule);
        let found = cut_off(asked.grid.map(), seen, &edit, ends)?;
        write_list(out, &count_out, found.len(), found.into_iter())?;
        Ok(GridstarStatus::Ok)
    })
}
