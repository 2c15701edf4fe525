//! Reading fields: costs, steps, directions, paths and ranges, and their costs as penalties.

use super::object::FieldObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{self, flag};
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, optional, take};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarPathResult, GridstarRect};
use crate::field::Field;
use crate::grid::{Cell, Edit};
use crate::out_of_memory::refill;
use std::mem::offset_of;

/// A cell and a cost.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarFieldCell {
    /// Cost; infinity without a path.
    pub cost: f64,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

/// Writes the costs of the cells of a rectangle: infinity where there is no path within the query's max_cost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_costs(
    field: u64,
    rect: *const GridstarRect,
    costs_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, mut costs_out, count_out) =
            (optional(rect)?, OutBuffer::new(costs_out, capacity)?, Out::new(count_out)?);
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
/// in place of goals, the next cell is the one before on the path from the nearest start. At a goal and without a path,
/// as from a cell outside the grid, it is the cell itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_steps(
    field: u64,
    cells: *const Cell,
    count: u32,
    steps_out: *mut GridstarFieldCell,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (cells, mut steps_out) = (input(cells, count)?, OutBuffer::new(steps_out, capacity)?);
        let shown = FieldObject::of(field)?.shown()?;
        for (place, &cell) in steps_out.take(cells.len())?.iter_mut().zip(cells) {
            let step = shown.next(cell);
            let next = step.map_or(cell, |step| step.cell);
            *place = GridstarFieldCell { cost: cost_of(&shown, step.map(|step| step.cost)), x: next.x, y: next.y };
        }
        Ok(())
    })
}

/// Writes for each of `count` points, the centers of agents, a velocity of the length `speed` along which an agent
/// there goes towards its goal: 0 in the cell of a goal, outside the grid, without a path, and across the grid's plane.
///
/// An agent that moves along these velocities arrives, from every position with a path, under every rule and in every
/// layout, as long as each step is shorter than 0.99 of the distance between two opposite sides of a cell. By more than
/// rounding, its center crosses no wall and enters no forbidden cell.
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
        let (positions, mut velocities_out) =
            (input(positions.cast::<[f32; 3]>(), count)?, OutBuffer::new(velocities_out.cast::<[f32; 3]>(), capacity)?);
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
/// search: an optimal path, as that of gridstar_grid_find_path. `revision` of the result is the field's.
///
/// - NO_PATH: there is no path within the query's max_cost.
/// - START_OUTSIDE: the cell is outside the grid.
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
        let (mut path_out, result_out) = (OutBuffer::new(path_out, path_capacity)?, OutStruct::new(result_out)?);
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

/// Writes the cells that have a cost of at most `max_cost`, with their costs; 0 means all that have one. `by_cost` is 0
/// for the order of rows, or 1 for the order of costs, and of rows where costs are equal. At most the first `max_count`
/// cells are written; 0 means all.
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
        let (mut cells_out, count_out) = (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?);
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

/// Writes the border between the cells of gridstar_field_get_range and all others: pairs of corners, each the two ends
/// of a straight part. The corner (x, y) is the lowest one of the cell (x, y). Parts along x come first, then those
/// along y, each by rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_border(
    field: u64,
    max_cost: f64,
    corners_out: *mut Cell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (mut corners_out, count_out) = (OutBuffer::new(corners_out, capacity)?, Out::new(count_out)?);
        let shown = FieldObject::of(field)?.shown()?;
        if shown.layout().is_hexagonal() {
            return Err(GridstarStatus::UnsupportedLayout);
        }
        let corners = shown.border(most_parts(&shown, max_cost)?)?;
        take(&mut corners_out, corners.len(), &count_out)?.copy_from_slice(&corners);
        Ok(())
    })
}

/// Sets the penalties of all cells of the field's grid from the field's costs, in one edit: the influence of towers, of
/// fire, of a crowd. Cells that cost at most `near_cost` get `near_penalty`, those that cost `far_cost` or more, or
/// have no cost, `far_penalty`; between them it changes evenly. 0 <= near_cost < far_cost, and 0 <= penalty <= 255.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_write_penalties(
    field: u64,
    near_cost: f64,
    near_penalty: u32,
    far_cost: f64,
    far_penalty: u32,
) -> GridstarStatus {
    fence(|| {
        let object = FieldObject::of(field)?;
        let near = numbers::max_cost(near_cost)?.unwrap_or(0.0);
        let far = numbers::max_cost(far_cost)?.filter(|&far| far > near).ok_or(GridstarStatus::BadCostLimit)?;
        let (first, last) = (numbers::penalty(near_penalty)?, numbers::penalty(far_penalty)?);
        let (grid, shown) = (GridObject::of(object.grid)?, object.shown()?);
        let size = shown.size();
        let mut penalties = Vec::new();
        refill(&mut penalties, size.cells(), last)?;
        let area = shown.area();
        for y in area.y..area.y + area.height as i32 {
            let row = &mut penalties[y as usize * size.width as usize + area.x as usize..][..area.width as usize];
            for (x, place) in (area.x..).zip(row) {
                let cost = cost_of(&shown, shown.cost(Cell::new(x, y)));
                let share = ((cost - near) / (far - near)).clamp(0.0, 1.0);
                *place = (f64::from(first) + (f64::from(last) - f64::from(first)) * share + 0.5) as u8;
            }
        }
        grid.grid.edit(&Edit::write_penalties(size.bounds(), &penalties))?;
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
