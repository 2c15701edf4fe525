//! Reading fields: costs, steps, directions and paths.

use super::object::FieldObject;
use super::structs::GridstarFieldCell;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{self, flag};
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, optional, take};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::structs::{GridstarPathResult, GridstarRect};
use crate::field::Field;
use crate::grid::Cell;
use std::mem::offset_of;

/// Writes the costs of the cells of a rectangle, row by row, and their number: the cost of an optimal path from the
/// cell to the nearest goal, or to it from the nearest start, on the scale of the query's costs. Infinity where there
/// is none within the query's max_cost. The rectangle must not be empty and must lie inside the grid; null is the whole
/// grid.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_RECT, BUFFER_TOO_SMALL (only `count_out` is written) or
/// NOT_READY. Thread-safe; waits for nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_costs(
    field: u64,
    rect: *const GridstarRect,
    costs_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (rect, mut costs_out, count_out) =
            unsafe { (optional(rect)?, OutBuffer::new(costs_out, capacity)?, Out::new(count_out)?) };
        let shown = FieldObject::of(field)?.shown()?;
        let rect = rect.map_or(shown.size().bounds(), |&rect| rect.into());
        shown.size().check(rect).map_err(|error| of_rect(error.into()))?;
        let places = take(&mut costs_out, rect.cells() as usize, &count_out)?;
        for (row, places) in (rect.y..).zip(places.chunks_exact_mut(rect.width as usize)) {
            for (column, place) in (rect.x..).zip(places) {
                *place = cost_of(&shown, shown.cost(Cell::new(column, row)));
            }
        }
        Ok(())
    })
}

/// Writes for each of `count` cells the next cell of its path and the path's cost: one call for all agents. With starts
/// in place of goals, the next cell is the one before on the path from the nearest start.
///
/// At a goal and without a path, the next cell is the cell itself. A cell outside the grid has no path. A cell on which
/// the agent can't stand has one, as in a search, if it can be left towards a goal. Of several equally cheap steps, the
/// first in this order is chosen: (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1).
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (nothing is written) or NOT_READY.
/// Thread-safe; waits for nobody and takes no memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_steps(
    field: u64,
    cells: *const Cell,
    count: u32,
    steps_out: *mut GridstarFieldCell,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (cells, mut steps_out) = unsafe { (input(cells, count)?, OutBuffer::new(steps_out, capacity)?) };
        let shown = FieldObject::of(field)?.shown()?;
        for (place, &cell) in steps_out.take(cells.len())?.iter_mut().zip(cells) {
            let step = shown.next(cell);
            let next = step.map_or(cell, |step| step.cell);
            *place = GridstarFieldCell { cost: cost_of(&shown, step.map(|step| step.cost)), x: next.x, y: next.y };
        }
        Ok(())
    })
}

/// Writes for each of `count` world positions, x, y, z, a velocity of the length `speed` along which an agent there
/// goes towards its goal: three floats each. `capacity` counts velocities. For a larger agent a position is its center.
///
/// An agent that moves along these velocities arrives in the cell of a goal, from every position with a path, under
/// every diagonal rule and in every layout, as long as each of its steps is shorter than 0.99 of the distance between
/// two opposite sides of a cell and long enough for 32-bit positions. Steps need not be equal. The center never comes
/// into a cell that the agent can't enter by more than rounding. The same holds for the wishes of a crowd's agent with
/// nobody in its way, if the field's rule is BOTH_FREE or NEVER: a disc does not fit between two obstacles that touch
/// at a corner.
///
/// The direction is the one in which costs fall, over both axes, where the cells in that direction are all nearer to
/// the goal. Elsewhere it leads to the next cell, straight ahead or towards the middle of the way between obstacles; a
/// diagonal step past one blocked cell goes around it, and one between two blocked cells goes through the corner that
/// both cells share. On a hexagonal grid, the direction is to the center of the next cell and crosses the side that
/// both cells share. An agent within rounding of an edge counts as standing in the cell there that is nearest to the
/// goal. The velocity is 0 in the cell of a goal, outside the grid and without a path, and 0 across the grid's plane. A
/// negative speed gives the opposite way, which may lead into walls.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, NOT_FINITE (of a position or the speed), BUFFER_TOO_SMALL
/// (nothing is written) or NOT_READY. Thread-safe; waits for nobody and takes no memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_velocities(
    field: u64,
    positions: *const f32,
    count: u32,
    speed: f32,
    velocities_out: *mut f32,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function; an array of floats has the alignment of a float.
        let (positions, mut velocities_out) = unsafe {
            (input(positions.cast::<[f32; 3]>(), count)?, OutBuffer::new(velocities_out.cast::<[f32; 3]>(), capacity)?)
        };
        let object = FieldObject::of(field)?;
        let shown = object.shown()?;
        let space = object.space(shown.layout());
        // All coordinates, not up to the first that is not finite: vectors of the processor do that fastest.
        let is_finite = positions.as_flattened().iter().fold(speed.is_finite(), |all, one| all & one.is_finite());
        if !is_finite {
            return Err(GridstarStatus::NotFinite);
        }
        let (size, map) = (shown.agent_size(), shown.size());
        for (place, &position) in velocities_out.take(positions.len())?.iter_mut().zip(positions) {
            let direction = shown.direction(&space.standing_at(position, size, map));
            *place = space.vector_along(direction, speed);
        }
        Ok(())
    })
}

/// Writes the cells of the path from a cell to the nearest goal, or from the nearest start to the cell, without a
/// search: an optimal path, of the same cost as that of gridstar_grid_find_path. Set `result_out->struct_size` first.
///
/// - OK: the path was written. `revision` of the result is the field's, and `expansions` is 0.
/// - NO_PATH: there is no path within the query's max_cost. `result_out` is written, with a length of 0.
/// - START_OUTSIDE: the cell is outside the grid; likewise.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed capacity.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, NOT_READY: errors.
///
/// Thread-safe; waits for nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_find_path(
    field: u64,
    x: i32,
    y: i32,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (mut path_out, result_out) =
            unsafe { (OutBuffer::new(path_out, path_capacity)?, OutStruct::new(result_out)?) };
        let shown = FieldObject::of(field)?.shown()?;
        let cell = Cell::new(x, y);
        let cost = shown.cost(cell);
        let length = shown.path_length(cell);
        if !path_out.fits(length) {
            result_out.write_number(offset_of!(GridstarPathResult, length), length as u32);
            return Err(GridstarStatus::BufferTooSmall);
        }
        shown.write_path(cell, path_out.take(length)?);
        result_out.write(GridstarPathResult {
            length: length as u32,
            cost: cost.map_or(0.0, |cost| cost_of(&shown, Some(cost))),
            revision: shown.revision(),
            ..GridstarPathResult::DEFAULT
        });
        Ok(match cost {
            Some(_) => GridstarStatus::Ok,
            None if shown.size().contains(cell) => GridstarStatus::NoPath,
            None => GridstarStatus::StartOutside,
        })
    })
}

/// Writes the cells that have a cost of at most `max_cost`, with their costs, and their number. A `max_cost` of 0 means
/// all that have one. With GRIDSTAR_FIELD_FROM_STARTS, this is what a unit reaches. `by_cost` is 0 for the order of
/// rows, or 1 for the order of costs, and of rows where costs are equal. At most the first `max_count` cells are
/// written; 0 means all.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_COST_LIMIT, BAD_FLAG, BUFFER_TOO_SMALL (only
/// `count_out` is written), OUT_OF_MEMORY or NOT_READY. Thread-safe; waits for nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_range(
    field: u64,
    max_cost: f64,
    by_cost: u32,
    max_count: u32,
    cells_out: *mut GridstarFieldCell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (mut cells_out, count_out) = unsafe { (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?) };
        let shown = FieldObject::of(field)?.shown()?;
        let (most, by_cost) = (most_parts(&shown, max_cost)?, flag(by_cost)?);
        let first = if max_count == 0 { usize::MAX } else { max_count as usize };
        let cells = shown.range(most, by_cost, first)?;
        for (place, (parts, cell)) in take(&mut cells_out, cells.len(), &count_out)?.iter_mut().zip(cells) {
            *place = GridstarFieldCell { cost: cost_of(&shown, Some(parts)), x: cell.x, y: cell.y };
        }
        Ok(())
    })
}

/// Writes the border between the cells of gridstar_field_get_range and all others, for drawing: pairs of corners, each
/// the two ends of a straight part of the border, and the number of corners. The corner (x, y) is the lowest corner of
/// the cell (x, y). Parts along x come first, then those along y, each by rows.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_COST_LIMIT, BUFFER_TOO_SMALL (only `count_out` is
/// written), OUT_OF_MEMORY, UNSUPPORTED_LAYOUT (a hexagonal grid) or NOT_READY. Thread-safe; waits for nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_border(
    field: u64,
    max_cost: f64,
    corners_out: *mut Cell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (mut corners_out, count_out) = unsafe { (OutBuffer::new(corners_out, capacity)?, Out::new(count_out)?) };
        let shown = FieldObject::of(field)?.shown()?;
        if shown.layout().is_hexagonal() {
            return Err(GridstarStatus::UnsupportedLayout);
        }
        let corners = shown.border(most_parts(&shown, max_cost)?)?;
        take(&mut corners_out, corners.len(), &count_out)?.copy_from_slice(&corners);
        Ok(())
    })
}

/// The most parts of a range; all for 0.
fn most_parts(field: &Field, max_cost: f64) -> Result<u64, GridstarStatus> {
    Ok(numbers::max_cost(max_cost)?.map_or(u64::MAX, |cost| field.rules().costs.parts_within_limit(cost, 1.0)))
}

/// A cost on the scale of the field's costs.
pub(super) fn cost_of(field: &Field, parts: Option<u64>) -> f64 {
    parts.map_or(f64::INFINITY, |parts| field.rules().costs.cost_of_parts(parts as f64))
}
