//! Cells that a building would close, before it stands.

use super::asked::Asked;
use super::cells::of_rect;
use super::object::GridObject;
use super::structs::{GridstarPlacement, GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{OutBuffer, input, read_def};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, Edit, Rect};
use crate::search::cut_off;

/// Tells which spawns would lose their last way to a goal if the cells of a rectangle had another type. The grid does
/// not change. For games in which a building may not close the way of an attacker.
///
/// A spawn is cut off if the query's agent can walk from it to a goal now, and could walk to none of the goals then:
/// to be asked before `gridstar_grid_fill_cells` with the same rectangle and type.
///
/// - OK: no spawn is cut off.
/// - NO_PATH: at least one spawn is.
///
/// `cut_off_out` has room for `spawn_count` bytes, and gets 1 for each spawn that is cut off and 0 for each other one.
/// It may be null.
///
/// Blocked cells and cells outside the grid reach nothing, as with gridstar_grid_is_reachable, so a building on top of
/// a spawn or on all goals cuts off. A spawn that reaches no goal now is not cut off. An agent of n x n cells stands at
/// its lowest cell. Without goals no spawn is cut off.
///
/// The diagonal rule, the profile, the agent's size and the left-out cover of `query_def` matter, but all fields must
/// be valid; null means the grid's own settings.
///
/// Labels the components of a copy of the grid: about a nanosecond for each cell. Takes the memory of the copy
/// meanwhile, 2 bytes for each cell or a little more. A rectangle that opens and closes no cell for the agent takes
/// the time of the copy alone.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, BAD_RECT, BAD_CELL_TYPE, OUT_OF_MEMORY or the errors
/// of a query def. Thread-safe: the call sees one state of the grid, and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_try_place(
    grid: u64,
    placement: *const GridstarPlacement,
    spawns: *const Cell,
    spawn_count: u32,
    goals: *const Cell,
    goal_count: u32,
    query_def: *const GridstarQueryDef,
    cut_off_out: *mut u8,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (ends, def) =
            unsafe { ([input(spawns, spawn_count)?, input(goals, goal_count)?], query_def_or_default(query_def)?) };
        // SAFETY: as above. Null is an empty buffer.
        let (placement, mut out) = unsafe {
            let capacity = if cut_off_out.is_null() { 0 } else { spawn_count };
            (read_def(placement)?, OutBuffer::new(cut_off_out, capacity)?)
        };
        let object = GridObject::of(grid)?;
        let GridstarPlacement { x, y, width, height, cell_type, .. } = placement;
        let edit = Edit::fill(Rect { x, y, width, height }, numbers::cell_type(cell_type)?);
        edit.check(object.grid.size()).map_err(|error| of_rect(error.into()))?;
        let asked = Asked::by_call(&object, grid, [Cell::default(); 2], &def)?;
        let seen = (&asked.agent, asked.view().layer(), asked.query.diagonal_rule);
        let found = cut_off(asked.grid.map(), seen, &edit, ends)?;
        let is_told = !cut_off_out.is_null();
        let places = out.take(if is_told { ends[0].len() } else { 0 })?;
        for &spawn in found.iter().filter(|_| is_told) {
            places[spawn as usize] = 1;
        }
        Ok(if found.is_empty() { GridstarStatus::Ok } else { GridstarStatus::NoPath })
    })
}
