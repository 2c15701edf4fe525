//! Reach without a path: lines of sight, components, the nearest cell, and what a building would cut off.

use super::asked::Asked;
use super::cells::of_rect;
use super::object::GridObject;
use super::query::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{Out, OutBuffer, SizedStruct, input, read, read_def};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::grid::{Cell, Edit, Rect};
use crate::search::{Reach, Sight, cut_off, is_reachable, nearest_walkable};

/// A building that is not there yet: see gridstar_grid_try_place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridstarPlacement {
    /// Size of this struct.
    pub struct_size: u32,
    /// First column of the building.
    pub x: i32,
    /// First row of the building.
    pub y: i32,
    /// Number of columns, at least 1. The building lies inside the grid.
    pub width: u32,
    /// Number of rows, at least 1.
    pub height: u32,
    /// The type that its cells would get: 0 <= cell_type <= 255.
    pub cell_type: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarPlacement {
    const SIZES: &'static [u32] = &[24];
}

/// Follows the straight line between the centers of two cells as far as the query's agent can move. `is_free_out` gets
/// 1 if it reaches the end, else 0. `last_out` gets the last free cell near the line, and `blocked_out` the cell that
/// blocks it, maybe outside the grid or behind a wall; both get `to` if the line is free.
///
/// The diagonal rule says what a line keeps out of; it may touch the border:
///
/// - BOTH_FREE, NEVER: the square around the center of a blocked cell that is two cells wide, and places where the
///   agent's body meets a wall.
/// - AT_MOST_ONE_BLOCKED, ALWAYS: the diamond between the centers of its four neighbors, and walls. Between two blocked
///   cells that touch at a corner, lines pass only under ALWAYS, along the diagonal.
///
/// The first cell may be blocked. Lines see no multipliers and no penalties.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_linecast(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    query_def: *const GridstarQueryDef,
    is_free_out: *mut u32,
    last_out: *mut Cell,
    blocked_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        let (from, to, query_def) = (read(from)?, read(to)?, query_def_or_default(query_def)?);
        let (is_free_out, last_out, blocked_out) =
            (Out::new(is_free_out)?, Out::new(last_out)?, Out::new(blocked_out)?);
        let object = GridObject::of(grid)?;
        object.refuse_hexagons()?;
        let asked = Asked::new(&object, grid, [from, to], &query_def)?;
        object.check(from)?;
        let cast = Sight::new(asked.view().layer(), asked.query.diagonal_rule).cast(from, to);
        is_free_out.write(cast.blocked.is_none().into());
        last_out.write(cast.last);
        blocked_out.ok(cast.blocked.unwrap_or(to))
    })
}

/// Tells whether the query's agent can walk from one cell to another. `is_reachable_out` gets 1 or 0. Blocked cells and
/// cells outside the grid reach nothing, not even themselves.
///
/// Takes a fraction of a microsecond. The first call after an edit that changed where the agent can stand labels the
/// grid's components: about a nanosecond for each cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_is_reachable(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    query_def: *const GridstarQueryDef,
    is_reachable_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (from, to, def) = (read(from)?, read(to)?, query_def_or_default(query_def)?);
        let is_reachable_out = Out::new(is_reachable_out)?;
        let asked = Asked::by_call(&*GridObject::of(grid)?, grid, [from, to], &def)?;
        is_reachable_out.ok(is_reachable(asked.view().layer(), asked.query.diagonal_rule, from, to)?.into())
    })
}

/// Finds the cell nearest to (`x`, `y`) at which the query's agent can stand, at most `radius` cells away: from 0 to
/// GRIDSTAR_MAX_RADIUS. The point may lie outside the grid, and is itself the nearest cell if the agent can stand
/// there. NO_CELL_FOUND: there is no such cell, and `cell_out` gets the point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest(
    grid: u64,
    x: i32,
    y: i32,
    radius: i32,
    query_def: *const GridstarQueryDef,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        let (def, cell_out) = (query_def_or_default(query_def)?, Out::new(cell_out)?);
        find(grid, Cell::new(x, y), radius, None, &def, cell_out)
    })
}

/// Finds the cell nearest to `cell` that a path of the query's agent from `start`, a cell of the grid, can reach. All
/// else is as for gridstar_grid_find_nearest. Labels components as gridstar_grid_is_reachable does.
///
/// Statuses are those of gridstar_grid_find_nearest, and CELL_OUTSIDE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest_reachable(
    grid: u64,
    cell: *const Cell,
    radius: i32,
    start: *const Cell,
    query_def: *const GridstarQueryDef,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        let (cell, start, def) = (read(cell)?, read(start)?, query_def_or_default(query_def)?);
        let cell_out = Out::new(cell_out)?;
        find(grid, cell, radius, Some(start), &def, cell_out)
    })
}

fn find(
    grid: u64,
    point: Cell,
    radius: i32,
    start: Option<Cell>,
    def: &GridstarQueryDef,
    cell_out: Out<Cell>,
) -> CallOutcome {
    let object = GridObject::of(grid)?;
    let asked = Asked::by_call(&object, grid, [point; 2], def)?;
    let radius = numbers::radius(radius)?;
    if let Some(start) = start {
        object.check(start)?;
    }
    let layer = asked.view().layer();
    let reach = start.map(|start| Reach::of(layer, asked.query.diagonal_rule, start)).transpose()?;
    let found = nearest_walkable(layer, point, radius, reach.as_ref());
    cell_out.write(found.unwrap_or(point));
    Ok(if found.is_some() { GridstarStatus::Ok } else { GridstarStatus::NoCellFound })
}

/// Tells which spawns would lose their last way to a goal if the cells of a rectangle had another type: ask before
/// gridstar_grid_fill_cells. The grid does not change. A spawn is cut off if the query's agent can walk from it to a
/// goal now, and to none of the goals then. NO_PATH: at least one spawn is cut off.
///
/// `cut_off_out` has room for `spawn_count` bytes and gets 1 for each spawn that is cut off, else 0. It may be null.
///
/// Labels the components of a copy of the grid: about a nanosecond for each cell, and meanwhile about 2 bytes.
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
        let (spawns, goals) = (input(spawns, spawn_count)?, input(goals, goal_count)?);
        let (placement, def) = (read_def(placement)?, query_def_or_default(query_def)?);
        let is_told = !cut_off_out.is_null();
        let mut out = OutBuffer::new(cut_off_out, if is_told { spawn_count } else { 0 })?;
        let object = GridObject::of(grid)?;
        let GridstarPlacement { x, y, width, height, cell_type, .. } = placement;
        let edit = Edit::fill(Rect { x, y, width, height }, numbers::cell_type(cell_type)?);
        edit.check(object.grid.size()).map_err(|error| of_rect(error.into()))?;
        let asked = Asked::by_call(&object, grid, [Cell::default(); 2], &def)?;
        let seen = (&asked.agent, asked.view().layer(), asked.query.diagonal_rule);
        let found = cut_off(asked.grid.map(), seen, &edit, [spawns, goals])?;
        if is_told {
            let places = out.take(spawns.len())?;
            found.iter().for_each(|&spawn| places[spawn as usize] = 1);
        }
        Ok(if found.is_empty() { GridstarStatus::Ok } else { GridstarStatus::NoPath })
    })
}
