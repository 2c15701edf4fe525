//! Steppers: searches that a caller advances by a number of expansions at a time and inspects in between.

use super::object::{STEPPERS, with_stepper};
use super::structs::{GridstarSearchCell, GridstarSearchChange, GridstarStepperInfo};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, optional, read, write_list};
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::path::status_of;
use crate::ffi::grid::structs::{GridstarPathResult, GridstarQueryDef, GridstarRect, query_def_or_default};
use crate::grid::{Cell, CellType};
use crate::index::Engine;
use crate::search::{Outcome, Path, SearchedCell, Stepper};
use std::mem::offset_of;

/// Begins a search that the caller advances step by step, and writes the stepper's id, which is never 0. The stepper
/// lives until gridstar_destroy or gridstar_destroy_all. No cell is expanded yet; the start is open.
///
/// A stepper searches like gridstar_grid_find_path with the engine A_STAR, whatever the grid's engine is: it expands
/// the same cells in the same order and finds the same path. `query_def` may be null for the grid's own settings; it is
/// copied.
///
/// - STILL_RUNNING: the search has begun.
/// - START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: the search has begun and has already ended, for this reason. The
///   stepper exists and must be destroyed like any other.
/// - NULL_POINTER, the errors of a query def, UNSUPPORTED_QUERY (a path form other than CELLS,
///   GRIDSTAR_QUERY_PARTIAL_PATH or GRIDSTAR_QUERY_LEAVE_BLOCKED): errors. No stepper exists.
///
/// A stepper searches the grid's state at this call, which `revision` of GridstarStepperInfo names. Later edits, and
/// destroying the grid, do not change its results.
///
/// Memory: a stepper keeps the grid's state of its begin. After an edit, the first search of any thread therefore
/// copies the grid once. The stepper also holds 4 bytes per cell of the grid, of which only the pages that the search
/// touches are used; about 40 bytes for each reached cell; and 16 bytes for each change of the last advance.
///
/// Thread-safe. Calls for one stepper may come from any threads and run one after another.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_begin(
    grid: u64,
    start: *const Cell,
    goal: *const Cell,
    query_def: *const GridstarQueryDef,
    stepper_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (start, goal, def) = unsafe { (read(start)?, read(goal)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let stepper_out = unsafe { Out::new(stepper_out) }?;
        let object = GridObject::of(grid)?;
        let query = object.plain_query(start, goal, &def)?;
        let (view, agent) = view_and_agent((&object, grid), &def)?;
        let stepper = Stepper::new(view, &agent, query)?;
        let status = status(&stepper);
        let id = STEPPERS.insert(Poisonable::new(stepper))?;
        stepper_out.write(id);
        Ok(status)
    })
}

/// Expands at most `max_expansions` cells. The changes of cells are recorded for gridstar_stepper_get_changes and
/// replace those of the previous call.
///
/// - STILL_RUNNING: the search expanded `max_expansions` cells and has not ended.
/// - OK: a path was found. The goal is the next cell to expand, and is not expanded. gridstar_stepper_finish writes the
///   path.
/// - NO_PATH, LIMIT_REACHED, COST_LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: the search ended without a
///   path, for this reason. NO_PATH comes once all reachable cells are expanded. With a max_cost, COST_LIMIT_REACHED
///   stands for NO_PATH, and cells that are too dear to reach are left out; an order, heuristic or weight that gives up
///   optimality may then miss a path within the limit. If the query's limit comes first, the
///   search then checks whether the goal is reachable, and ends with NO_PATH or LIMIT_REACHED. A small limit leaves
///   this check out: see gridstar_grid_find_path.
/// - OUT_OF_MEMORY: the search expanded fewer cells; the next call continues there.
/// - INVALID_ID, POISONED: errors.
///
/// Further calls after the end return the same status. Thread-safe; waits for other calls for the stepper.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_advance(stepper: u64, max_expansions: u32) -> GridstarStatus {
    fence(|| {
        with_stepper(stepper, |stepper| {
            stepper.advance(max_expansions)?;
            Ok(status(stepper))
        })
    })
}

/// Runs the search to its end and writes the path as gridstar_grid_find_path does. The call records no changes:
/// gridstar_stepper_get_changes writes none afterwards. Set `result_out->struct_size` first.
///
/// - OK: a path was found and written.
/// - NO_PATH, LIMIT_REACHED, COST_LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: no path was found, for this
///   reason. `result_out` is written.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed capacity. The search has ended, so another call takes no
///   search.
/// - OUT_OF_MEMORY: the search has not ended; the next call continues there.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, POISONED: errors.
///
/// `result_out->expansions` is the number of all expansions, for every status; `engine` is A_STAR.
///
/// Thread-safe. Other calls for the stepper wait until this call returns, except gridstar_destroy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_finish(
    stepper: u64,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (mut path_out, result_out) =
            unsafe { (OutBuffer::new(path_out, path_capacity)?, OutStruct::new(result_out)?) };
        with_stepper(stepper, |stepper| {
            stepper.finish()?;
            write_end(stepper, &mut path_out, &result_out)
        })
    })
}

/// Writes the state of a stepper. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Thread-safe; waits for other
/// calls for the stepper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_info(stepper: u64, info_out: *mut GridstarStepperInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        with_stepper(stepper, |stepper| {
            let (query, map) = (stepper.query(), stepper.map());
            info_out.ok(GridstarStepperInfo {
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
                order: query.order.number(),
                heuristic: query.heuristic.number(),
                heuristic_weight: query.weight.get(),
            })
        })
    })
}

/// Writes the changes of the last gridstar_stepper_advance, in order, and their number: for each expansion the expanded
/// cell, then the cells that it added and improved. After gridstar_stepper_begin, the only change is the added start.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (only `count_out` is written) or POISONED.
/// Thread-safe; waits for other calls for the stepper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_changes(
    stepper: u64,
    changes_out: *mut GridstarSearchChange,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(changes_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let changes = stepper.changes().iter().map(|change| {
                let Cell { x, y } = change.cell;
                GridstarSearchChange { x, y, kind: change.kind.number(), expansion: change.expansion }
            });
            write_list(out, &count_out, changes.len(), changes)
        })
    })
}

/// Writes the cells of a rectangle as the search sees them, row by row, and their number. The rectangle must
/// not be empty and must lie inside the grid; null is the whole grid.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (only `count_out` is written) or
/// POISONED. Thread-safe; waits for other calls for the stepper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_cells(
    stepper: u64,
    rect: *const GridstarRect,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (rect, out, count_out) =
            unsafe { (optional(rect)?, OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let rect = rect.map_or(stepper.map().size().bounds(), |&rect| rect.into());
            let cells = stepper.cells(rect).map_err(|error| of_rect(error.into()))?;
            let cells = cells.map(|cell| searched(stepper, &cell));
            write_list(out, &count_out, rect.cells() as usize, cells)
        })
    })
}

/// Writes the first `max_count` cells of the open list (0: all cells) and the number of written cells. They come in the
/// order in which they would be expanded if no further cell joined the open list. Takes time in proportion to the open
/// cells, and more to sort the written ones.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (only `count_out` is written),
/// OUT_OF_MEMORY or POISONED. Thread-safe; waits for other calls for the stepper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_open(
    stepper: u64,
    max_count: u32,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        with_stepper(stepper, |stepper| {
            let wanted = if max_count == 0 { u32::MAX } else { max_count };
            let count = stepper.open_count().min(wanted) as usize;
            if !out.fits(count) {
                count_out.write(count as u32);
                return Err(GridstarStatus::BufferTooSmall);
            }
            let cells = stepper.open_cells(count)?;
            write_list(out, &count_out, count, cells.map(|cell| searched(stepper, &cell)))
        })
    })
}

fn status(stepper: &Stepper) -> GridstarStatus {
    stepper.outcome().map_or(GridstarStatus::StillRunning, |outcome| status_of(&outcome))
}

/// Writes the path and the result of an ended search, or only the needed length if the path does not fit.
fn write_end(
    stepper: &Stepper,
    path_out: &mut OutBuffer<Cell>,
    result_out: &OutStruct<GridstarPathResult>,
) -> CallOutcome {
    let path = match stepper.outcome() {
        Some(Outcome::Found(path)) => Some(path),
        _ => None,
    };
    let length = path.as_ref().map_or(0, Path::length);
    if !path_out.fits(length as usize) {
        result_out.write_number(offset_of!(GridstarPathResult, length), length);
        return Err(GridstarStatus::BufferTooSmall);
    }
    if let Some(path) = &path {
        path.copy_to(path_out.take(length as usize)?);
    }
    result_out.write(GridstarPathResult {
        length,
        cost: path.map_or(0.0, |path| path.cost(&stepper.query().costs)),
        bound: path.map_or(0.0, |path| path.bound()),
        revision: stepper.map().revision(),
        expansions: stepper.expansions(),
        engine: Engine::AStar.number(),
        ..GridstarPathResult::DEFAULT
    });
    Ok(status(stepper))
}

/// A cell as the search sees it, with costs on the scale of the query's costs.
fn searched(stepper: &Stepper, searched: &SearchedCell) -> GridstarSearchCell {
    let SearchedCell { cell, state, g, h, to_parent: (parent_dx, parent_dy) } = *searched;
    let (query, map) = (stepper.query(), stepper.map());
    GridstarSearchCell {
        g: query.costs.cost_of_parts(g as f64),
        h: query.costs.cost_of_parts(h as f64),
        f: query.costs.cost_of_parts(query.weight.f(g, h)),
        x: cell.x,
        y: cell.y,
        state: state.number(),
        parent_dx,
        parent_dy,
        cell_type: map.get(cell).unwrap_or(CellType::OBSTACLE).0.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edit, Rect};
    use crate::index::IndexedGrid;
    use crate::movement::Agent;
    use crate::search::Query;
    use crate::try_arc::TryArc;

    fn begin() -> u64 {
        let mut grid = IndexedGrid::new(4, 4).unwrap();
        let wall = Rect { x: 2, y: 0, width: 1, height: 3 };
        grid.edit(&Edit::fill(wall, CellType::OBSTACLE)).unwrap();
        let query = Query::new(Cell::new(0, 0), Cell::new(3, 0));
        let stepper = Stepper::new(TryArc::try_new(grid).unwrap(), &Agent::default(), query).unwrap();
        STEPPERS.insert(Poisonable::new(stepper)).unwrap()
    }

    #[test]
    fn a_panic_half_way_through_a_step_poisons_that_stepper_alone() {
        let (broken, whole) = (begin(), begin());
        assert_eq!(
            fence(|| with_stepper(broken, |_| -> CallOutcome { panic!("on purpose") })),
            GridstarStatus::Panicked
        );
        assert_eq!(gridstar_stepper_advance(broken, 1), GridstarStatus::Poisoned);
        assert_eq!(gridstar_stepper_advance(whole, 1), GridstarStatus::StillRunning);
        assert_eq!(gridstar_stepper_advance(whole, 100), GridstarStatus::Ok);
        for id in [broken, whole] {
            assert_eq!(crate::ffi::gridstar_destroy(id), GridstarStatus::Ok);
        }
    }
}
