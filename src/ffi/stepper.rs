//! Steppers: searches that a caller advances by a number of expansions at a time and inspects in between.

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, optional, read, write_list};
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::path::status_of;
use crate::ffi::grid::{GridstarPathResult, GridstarQueryDef, GridstarRect, query_def_or_default};
use crate::grid::{Cell, CellType};
use crate::handle_table::HandleTable;
use crate::index::Engine;
use crate::search::{Outcome, Path, SearchedCell, Stepper};
use std::mem::offset_of;

/// The state of a stepper.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarStepperInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// A value of GridstarStatus: STILL_RUNNING, or how the search ended. OK means that a path was found.
    pub status: i32,
    /// Column of the start.
    pub start_x: i32,
    /// Row of the start.
    pub start_y: i32,
    /// Column of the goal.
    pub goal_x: i32,
    /// Row of the goal.
    pub goal_y: i32,
    /// Columns of the grid.
    pub width: u32,
    /// Rows of the grid.
    pub height: u32,
    /// Number of expanded cells.
    pub expansions: u32,
    /// Number of open cells.
    pub open_count: u32,
    /// Number of changes that gridstar_stepper_get_changes writes.
    pub change_count: u32,
    /// Limit of expansions; 0: none.
    pub max_expansions: u32,
    /// Revision of the grid that the stepper searches.
    pub revision: u64,
    /// Memory in bytes, without the state of the grid.
    pub bytes: u64,
    /// A value of GridstarOrder.
    pub order: u32,
    /// A value of GridstarHeuristic.
    pub heuristic: u32,
    /// Factor of the heuristic, after rounding.
    pub heuristic_weight: f64,
}

/// A cell in a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarSearchCell {
    /// Cost of the best path to the cell so far; 0 if unseen.
    pub g: f64,
    /// Estimate of the remaining cost; 0 if unseen.
    pub h: f64,
    /// g + heuristic_weight * h, in every order; 0 if unseen.
    pub f: f64,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// A value of GridstarSearchCellState.
    pub state: u32,
    /// Column of the cell's parent minus the column of the cell: -1, 0 or 1. Both are 0 for the start and if unseen.
    pub parent_dx: i32,
    /// Row of the cell's parent minus the row of the cell: -1, 0 or 1.
    pub parent_dy: i32,
    /// A value of GridstarCellType: the type when the search began.
    pub cell_type: u32,
}

/// One effect of an expansion.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarSearchChange {
    /// Column of the cell.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// A value of GridstarSearchChangeKind.
    pub kind: u32,
    /// Number of the expansion, from 1 since the search began; 0 for the start, which is added before.
    pub expansion: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarStepperInfo {
    const SIZES: &'static [u32] = &[80];
}

pub(crate) static STEPPERS: HandleTable<Poisonable<Stepper>> = HandleTable::of_kind(GridstarKind::Stepper as u8);

/// Runs a call for the stepper of an id.
pub(crate) fn with_stepper<R>(
    id: u64,
    call: impl FnOnce(&mut Stepper) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    STEPPERS.get(id).ok_or(GridstarStatus::InvalidId)?.with(call)
}

/// Begins a search that the caller advances step by step, and writes the stepper's id. The start is open. The search
/// expands the cells of gridstar_grid_find_path with the engine A_STAR, in the same order, and finds the same path.
///
/// - STILL_RUNNING: the search has begun.
/// - START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: the search has already ended, for this reason. The stepper exists.
///
/// A stepper keeps the grid's state of this call, so the next search after an edit copies the grid once. It takes 4
/// bytes per cell and about 40 for each reached cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_begin(
    grid: u64,
    start: *const Cell,
    goal: *const Cell,
    query_def: *const GridstarQueryDef,
    stepper_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (start, goal, def) = (read(start)?, read(goal)?, query_def_or_default(query_def)?);
        let stepper_out = Out::new(stepper_out)?;
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

/// Expands at most `max_expansions` cells, and records their changes for gridstar_stepper_get_changes, in place of
/// those before. Calls after the end return the same status.
///
/// - STILL_RUNNING: the search has not ended.
/// - OK: a path was found: see gridstar_stepper_finish. The goal is not expanded.
/// - NO_PATH, LIMIT_REACHED, COST_LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: the search ended without a
///   path, for this reason. With a max_cost and an order, heuristic or weight that gives up optimality, it may miss a
///   path within the limit.
/// - OUT_OF_MEMORY: the search expanded fewer cells; the next call continues there.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_stepper_advance(stepper: u64, max_expansions: u32) -> GridstarStatus {
    fence(|| {
        with_stepper(stepper, |stepper| {
            stepper.advance(max_expansions)?;
            Ok(status(stepper))
        })
    })
}

/// Runs the search to its end and writes the path as gridstar_grid_find_path does. The call records no changes. After
/// BUFFER_TOO_SMALL or OUT_OF_MEMORY, another call goes on from there.
///
/// - NO_PATH, LIMIT_REACHED, COST_LIMIT_REACHED, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: no path was found, for this
///   reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_finish(
    stepper: u64,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        let (mut path_out, result_out) = (OutBuffer::new(path_out, path_capacity)?, OutStruct::new(result_out)?);
        with_stepper(stepper, |stepper| {
            stepper.finish()?;
            write_end(stepper, &mut path_out, &result_out)
        })
    })
}

/// Writes the state of a stepper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_info(stepper: u64, info_out: *mut GridstarStepperInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
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
                revision: stepper.revision(),
                bytes: stepper.bytes(),
                order: query.order.number(),
                heuristic: query.heuristic.number(),
                heuristic_weight: query.weight.get(),
            })
        })
    })
}

/// Writes the changes of the last gridstar_stepper_advance, in order: for each expansion the expanded cell, then the
/// cells that it added and improved. After gridstar_stepper_begin, the only change is the added start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_changes(
    stepper: u64,
    changes_out: *mut GridstarSearchChange,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(changes_out, capacity)?, Out::new(count_out)?);
        with_stepper(stepper, |stepper| {
            let changes = stepper.changes().iter().map(|change| {
                let Cell { x, y } = change.cell;
                GridstarSearchChange { x, y, kind: change.kind.number(), expansion: change.expansion }
            });
            write_list(out, &count_out, changes.len(), changes)
        })
    })
}

/// Writes the cells of a rectangle as the search sees them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_cells(
    stepper: u64,
    rect: *const GridstarRect,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, out, count_out) = (optional(rect)?, OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?);
        with_stepper(stepper, |stepper| {
            let rect = rect.map_or(stepper.map().size().bounds(), |&rect| rect.into());
            let cells = stepper.cells(rect).map_err(|error| of_rect(error.into()))?;
            let cells = cells.map(|cell| searched(stepper, &cell));
            write_list(out, &count_out, rect.cells() as usize, cells)
        })
    })
}

/// Writes the first `max_count` cells of the open list (0: all cells), in the order in which they would be expanded if
/// no further cell joined it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_stepper_get_open(
    stepper: u64,
    max_count: u32,
    cells_out: *mut GridstarSearchCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?);
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
        revision: stepper.revision(),
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
    use crate::index::{GridView, IndexedGrid};
    use crate::movement::Agent;
    use crate::search::Query;

    fn begin() -> u64 {
        let mut grid = IndexedGrid::new(4, 4).unwrap();
        let wall = Rect { x: 2, y: 0, width: 1, height: 3 };
        grid.edit(&Edit::fill(wall, CellType::OBSTACLE)).unwrap();
        let query = Query::new(Cell::new(0, 0), Cell::new(3, 0));
        let stepper = Stepper::new(GridView::of(grid), &Agent::default(), query).unwrap();
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
