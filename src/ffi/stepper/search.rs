//! Searches that can be watched: begun, advanced by some expansions at a time, and looked at in between.

use super::object::{STEPPERS, StepperObject, with_stepper};
use super::structs::{GridstarSearchCell, GridstarSearchChange, GridstarStepperInfo};
use crate::ffi::boundary::fence::{fence, fence_or};
use crate::ffi::boundary::numbers::{
    GridstarSearchCellState, GridstarSearchChangeKind, engine_number, heuristic_number, order_number,
};
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, take};
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::object::grid;
use crate::ffi::grid::path::status_of;
use crate::ffi::grid::structs::{GridstarPathResult, GridstarQueryDef, query_def_or_default};
use crate::grid::{Cell, CellType, Rect};
use crate::index::Engine;
use crate::search::{CellState, ChangeKind, Outcome as SearchOutcome, Path, SearchedCell, Stepper};

/// Begins a search that can be watched, and writes its id, which is never 0.
///
/// It is the search of gridstar_grid_find_path by the engine A_STAR, whatever the grid's engine is, and expands the
/// same cells in the same order; stepped to its end it gives the same path. It lives until gridstar_stepper_destroy.
/// Nothing is expanded yet: the start is open.
///
/// - STILL_RUNNING: the search has begun.
/// - START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: it has also ended, for that reason. There is a stepper all the same, to
///   be destroyed as any.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER,
///   UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, OUT_OF_MEMORY, POISONED: a mistake, and there is no stepper.
///
/// A stepper searches the grid as it is now: later edits change nothing of what it finds or shows, nor does destroying
/// the grid. `revision` of its info tells which state that is. While it lives it holds that state: the first search or
/// read after an edit makes a copy of the grid for itself and those to come. A stepper also holds 4 bytes for each cell
/// of the grid, in memory that is only touched where the search comes by; about 40 bytes for each cell that it has
/// reached; and 16 bytes for each change of the last advance.
///
/// `query_def` may be null: the grid's own settings; it is copied. Any thread. Calls for one stepper may come from any
/// thread, one after another: where two come at once, the second waits.
///
/// # Safety
///
/// `query_def` is null or points to `query_def->struct_size` bytes; `stepper_out` is null or points to a place for an
/// id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_begin(
    grid: u64,
    start_x: i32,
    start_y: i32,
    goal_x: i32,
    goal_y: i32,
    query_def: *const GridstarQueryDef,
    stepper_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (def, stepper_out) = unsafe { (query_def_or_default(query_def)?, Out::new(stepper_out)?) };
        let object = self::grid(grid)?;
        let query = object.query(Cell::new(start_x, start_y), Cell::new(goal_x, goal_y), &def)?;
        let stepper = Stepper::new(object.grid.view()?, query)?;
        let status = status(&stepper);
        let id = STEPPERS.insert(StepperObject::new(stepper)).map_err(|_| GridstarStatus::OutOfMemory)?;
        stepper_out.write(id);
        Ok(status)
    })
}

/// Expands at most `max_expansions` cells and notes what that changes, in place of what the call before has noted.
///
/// - STILL_RUNNING: so many were expanded, and the search goes on.
/// - OK: there is a path; the goal is the next cell, and is not expanded. gridstar_stepper_finish writes the path.
/// - NO_PATH, LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: there is none, for that reason. Where the goal
///   is out of reach it is NO_PATH, also at the limit of the query; it is found out by expanding all that can be
///   reached.
/// - OUT_OF_MEMORY: fewer were expanded, and the next call goes on from there.
/// - INVALID_ID, POISONED: a mistake.
///
/// A search that has ended stays at its end. Any thread; see gridstar_stepper_begin.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_advance(stepper: u64, max_expansions: u32) -> GridstarStatus {
    fence(|| {
        with_stepper(stepper, |stepper| {
            stepper.advance(max_expansions)?;
            Ok(status(stepper))
        })
    })
}

/// Runs the search to its end, unless it is there, and writes the path as gridstar_grid_find_path does. No changes are
/// noted: gridstar_stepper_get_changes has none then, but the cells can be looked at.
///
/// - OK: there is a path, and it was written.
/// - NO_PATH, LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: there is none, for that reason; `result_out` is
///   written.
/// - BUFFER_TOO_SMALL: `result_out->length` says how many places are needed. Another call with so many takes no search.
/// - OUT_OF_MEMORY: the search has not ended, and the next call goes on from there.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, POISONED: a mistake.
///
/// `result_out->expansions` is the number of all expansions, also for NO_PATH; `engine` is A_STAR. Set
/// `result_out->struct_size` first.
///
/// Any thread; other calls for the stepper wait until it returns, but
/// gridstar_stepper_destroy.
///
/// # Safety
///
/// `path_out` is null or points to `path_capacity` places for cells; `result_out` is null or points to
/// `result_out->struct_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_finish(
    stepper: u64,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut path_out, result_out) =
            unsafe { (OutBuffer::new(path_out, path_capacity)?, OutStruct::new(result_out)?) };
        with_stepper(stepper, |stepper| {
            stepper.finish()?;
            write_end(stepper, &mut path_out, &result_out)
        })
    })
}

/// Writes how a search stands. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Any thread; see
/// gridstar_stepper_begin.
///
/// # Safety
///
/// `info_out` is null or points to `info_out->struct_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_info(stepper: u64, info_out: *mut GridstarStepperInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        with_stepper(stepper, |stepper| {
            let (query, map) = (stepper.query(), stepper.map());
            info_out.write(GridstarStepperInfo {
                struct_size: 0,
                status: status(stepper) as i32,
                start_x: query.start.x,
                start_y: query.start.y,
                goal_x: query.goal.x,
                goal_y: query.goal.y,
                width: map.width(),
                height: map.height(),
                expansions: stepper.expansions(),
                open_count: stepper.open_count(),
                change_count: stepper.changes().len() as u32,
                max_expansions: query.max_expansions.unwrap_or(0),
                revision: map.revision(),
                bytes: stepper.bytes(),
                order: order_number(query.order),
                heuristic: heuristic_number(query.heuristic),
                heuristic_weight: query.weight.get(),
            });
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Writes what the last gridstar_stepper_advance did, in order, and how many changes that are: for each expansion the
/// cell that was expanded, then the cells that it added and improved. After gridstar_stepper_begin that is the start,
/// which was added.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (`count_out` is then written) or POISONED.
/// Any thread; see gridstar_stepper_begin.
///
/// # Safety
///
/// `changes_out` is null or points to `capacity` places for changes; `count_out` is null or points to a place for a
/// number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_changes(
    stepper: u64,
    changes_out: *mut GridstarSearchChange,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(changes_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let places = take(&mut out, stepper.changes().len(), &count_out)?;
            for (place, change) in places.iter_mut().zip(stepper.changes()) {
                let kind = match change.kind {
                    ChangeKind::Expanded => GridstarSearchChangeKind::Expanded,
                    ChangeKind::Added => GridstarSearchChangeKind::Added,
                    ChangeKind::Improved => GridstarSearchChangeKind::Improved,
                };
                let Cell { x, y } = change.cell;
                *place = GridstarSearchChange { x, y, kind: kind as u32, expansion: change.expansion };
            }
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Writes how the search stands with the cells of a rectangle, row by row, and their number.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (`count_out` is then written) or
/// POISONED. Any thread; see gridstar_stepper_begin.
///
/// # Safety
///
/// `cells_out` is null or points to `capacity` places for cells of a search; `count_out` is null or points to a place
/// for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_cells(
    stepper: u64,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let cells = stepper.cells(Rect { x, y, width, height }).map_err(|error| of_rect(error.into()))?;
            let places = take(&mut out, width as usize * height as usize, &count_out)?;
            for (place, cell) in places.iter_mut().zip(cells) {
                *place = searched(stepper, &cell);
            }
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Writes the open cells that come first, at most `max_count` of them (0: all), and how many these are: in the order in
/// which they would be expanded if nothing were added. Takes time for all open cells, and for those that are written
/// also to sort them.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (`count_out` is then written),
/// OUT_OF_MEMORY or POISONED. Any thread; see gridstar_stepper_begin.
///
/// # Safety
///
/// `cells_out` is null or points to `capacity` places for cells of a search; `count_out` is null or points to a place
/// for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_open(
    stepper: u64,
    max_count: u32,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let wanted = if max_count == 0 { u32::MAX } else { max_count };
            let count = stepper.open_count().min(wanted) as usize;
            if !out.fits(count) {
                count_out.write(count as u32);
                return Err(GridstarStatus::BufferTooSmall);
            }
            let cells = stepper.open_cells(count)?;
            for (place, cell) in take(&mut out, count, &count_out)?.iter_mut().zip(cells) {
                *place = searched(stepper, &cell);
            }
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Destroys a stepper, which also cancels its search. Its id is never valid again. A call for it that is under way on
/// another thread ends as if nothing had happened.
///
/// Fails with INVALID_ID, which makes a second call for the same id harmless. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_destroy(stepper: u64) -> GridstarStatus {
    fence(|| STEPPERS.remove(stepper).map(|_| GridstarStatus::Ok).ok_or(GridstarStatus::InvalidId))
}

/// 1 when the id names a stepper that is alive, else 0. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_is_valid(stepper: u64) -> i32 {
    fence_or(0, || i32::from(STEPPERS.get(stepper).is_some()))
}

/// How many steppers are alive in this process: 0 when a caller has destroyed all it began. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_live_count() -> u32 {
    fence_or(0, || STEPPERS.live_count())
}

/// Destroys every stepper of this process and returns how many there were: see gridstar_grid_destroy_all. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_destroy_all() -> u32 {
    fence_or(0, || STEPPERS.clear())
}

fn status(stepper: &Stepper) -> GridstarStatus {
    stepper.outcome().map_or(GridstarStatus::StillRunning, |outcome| status_of(&outcome))
}

/// Writes the path and the result of a search that has ended, or only the needed length where the path doesn't fit.
fn write_end(stepper: &Stepper, path_out: &mut OutBuffer<Cell>, result_out: &OutStruct<GridstarPathResult>) -> Outcome {
    let path = match stepper.outcome() {
        Some(SearchOutcome::Found(path)) => Some(path),
        _ => None,
    };
    let length = path.as_ref().map_or(0, Path::length);
    if !path_out.fits(length as usize) {
        result_out.write_needed(length, None);
        return Err(GridstarStatus::BufferTooSmall);
    }
    if let Some(path) = &path {
        path.copy_to(path_out.take(length as usize)?);
    }
    result_out.write(GridstarPathResult {
        length,
        cost: path.map_or(0.0, |path| stepper.query().costs.cost_of(path.cost_units())),
        revision: stepper.map().revision(),
        expansions: stepper.expansions(),
        engine: engine_number(Engine::AStar),
        ..GridstarPathResult::DEFAULT
    });
    Ok(status(stepper))
}

/// A cell with its costs on the scale of the query's.
fn searched(stepper: &Stepper, searched: &SearchedCell) -> GridstarSearchCell {
    let SearchedCell { cell, state, g, h, to_parent: (parent_dx, parent_dy) } = *searched;
    let (query, map) = (stepper.query(), stepper.map());
    let state = match state {
        CellState::Unseen => GridstarSearchCellState::Unseen,
        CellState::Open => GridstarSearchCellState::Open,
        CellState::Closed => GridstarSearchCellState::Closed,
    };
    GridstarSearchCell {
        g: query.costs.cost_of(g),
        h: query.costs.cost_of(h.into()),
        f: query.costs.cost_of_parts(query.weight.f(g, h)),
        x: cell.x,
        y: cell.y,
        state: state as u32,
        parent_dx,
        parent_dy,
        cell_type: map.get(cell).unwrap_or(CellType::Obstacle) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Edit;
    use crate::index::IndexedGrid;
    use crate::search::Query;
    use crate::try_arc::TryArc;

    fn begin() -> u64 {
        let mut grid = IndexedGrid::new(4, 4).unwrap();
        let wall = Rect { x: 2, y: 0, width: 1, height: 3 };
        grid.edit(&Edit::Fill { rect: wall, cell_type: CellType::Obstacle }).unwrap();
        let query = Query::new(Cell::new(0, 0), Cell::new(3, 0));
        STEPPERS.insert(StepperObject::new(Stepper::new(TryArc::try_new(grid).unwrap(), query).unwrap())).unwrap()
    }

    #[test]
    fn a_panic_half_way_through_a_step_poisons_that_stepper_alone() {
        let (broken, whole) = (begin(), begin());
        assert_eq!(fence(|| with_stepper(broken, |_| panic!("on purpose"))), GridstarStatus::Panicked);
        assert_eq!(gridstar_stepper_advance(broken, 1), GridstarStatus::Poisoned);
        assert_eq!(gridstar_stepper_advance(whole, 1), GridstarStatus::StillRunning);
        assert_eq!(gridstar_stepper_advance(whole, 100), GridstarStatus::Ok);
        for id in [broken, whole] {
            assert_eq!(gridstar_stepper_destroy(id), GridstarStatus::Ok);
        }
    }
}
