//! Fields over floors: creating, building and reading them.

use super::field_object::{FLOOR_FIELDS, FloorFieldObject};
use super::path::{GridstarFloorCell, GridstarFloorPathResult};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{flag, max_cost as limit_of};
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, optional, read, take};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::cells::of_rect;
use crate::ffi::grid::{GridstarQueryDef, GridstarRect, query_def_or_default};
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::{Built, FieldBuilding, Task};
use crate::floors::{FloorCell, FloorField, FloorStep};
use crate::grid::Cell;
use crate::try_arc::TryArc;
use std::mem::offset_of;

/// A place on a floor, and a cost.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarFloorFieldStep {
    /// Cost; infinity without a path.
    pub cost: f64,
    /// Number of the floor.
    pub floor: u32,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Number of the link that leads to the place; 0 for a step within the floor.
    pub link: u32,
}

/// The state of a field over floors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorFieldInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// A value of GridstarStatus, as in GridstarFieldInfo.
    pub status: i32,
    /// The id of the floors.
    pub floors: u64,
    /// The revision of the floors and links that the answers show.
    pub revision: u64,
    /// Memory of the field in bytes.
    pub bytes: u64,
    /// How often fields of floors were built.
    pub builds: u64,
    /// Number of different goals that the field shows; 0 before it is built.
    pub goal_count: u32,
    /// Number of floors that the field shows; 0 before it is built.
    pub floor_count: u32,
}

// SAFETY: repr(C), a u32 first, and integers without padding between them.
unsafe impl SizedStruct for GridstarFloorFieldInfo {
    const SIZES: &'static [u32] = &[48];
}

/// Creates a field over floors and writes its id: the costs of optimal paths from every cell of every floor, through
/// open links, to the nearest of `goal_count` goals. The costs are those of gridstar_floors_find_path, where what is
/// left behind a link is rounded down to 1/100 of a straight step. Building, `max_visits` and STILL_RUNNING are those
/// of gridstar_field_create. UNSUPPORTED_QUERY, here and from calls that build: a floor has more than 512 ends of
/// links.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_create(
    floors: u64,
    goals: *const GridstarFloorCell,
    goal_count: u32,
    max_visits: u32,
    query_def: *const GridstarQueryDef,
    field_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (goals, def) = (input(goals, goal_count)?, query_def_or_default(query_def)?);
        let field_out = Out::new(field_out)?;
        let (object, status) = FloorFieldObject::begin(floors, &checked(goals)?, def, max_visits.into())?;
        field_out.write(FLOOR_FIELDS.insert(object)?);
        Ok(status)
    })
}

/// Writes the state of a field over floors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_get_info(
    field: u64,
    info_out: *mut GridstarFloorFieldInfo,
) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = FloorFieldObject::of(field)?;
        let (progress, shown) = (object.progress()?, object.shown().ok());
        info_out.ok(GridstarFloorFieldInfo {
            struct_size: 0,
            status: progress.status as i32,
            floors: object.floors,
            revision: shown.as_ref().map_or(0, |shown| shown.plan()),
            bytes: progress.bytes + shown.as_ref().map_or(0, |shown| shown.bytes()),
            builds: progress.builds,
            goal_count: shown.as_ref().map_or(0, |shown| shown.goals().len() as u32),
            floor_count: shown.as_ref().map_or(0, |shown| shown.floor_count()),
        })
    })
}

/// Goes on building a field over floors, as gridstar_field_advance does; STILL_RUNNING as there.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floor_field_advance(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FloorFieldObject::of(field)?.advance(max_visits.into()))
}

/// Has a field over floors built by the worker threads, as gridstar_field_submit does.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floor_field_submit(field: u64, priority: i32) -> GridstarStatus {
    fence(|| {
        let task = Task::Field(FieldBuilding::new(Built::OverFloors(FloorFieldObject::of(field)?)));
        Ok(pool()?.submit(TryArc::try_new(task)?, priority)?)
    })
}

/// Brings a field over floors up to date with edits, links and its profile. Only floors are built anew whose cells or
/// whose ways on have changed. All else is as for gridstar_field_update; STILL_RUNNING as there.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floor_field_update(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FloorFieldObject::of(field)?.update(max_visits.into()))
}

/// Gives a field over floors other goals, for the floors as they are now. STILL_RUNNING: as for gridstar_field_update.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_set_goals(
    field: u64,
    goals: *const GridstarFloorCell,
    goal_count: u32,
    max_visits: u32,
) -> GridstarStatus {
    fence(|| {
        let goals = checked(input(goals, goal_count)?)?;
        FloorFieldObject::of(field)?.set_goals(&goals, max_visits.into())
    })
}

/// Writes the costs of the cells of a rectangle of a floor: infinity where there is no path within the query's
/// max_cost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_get_costs(
    field: u64,
    floor: u32,
    rect: *const GridstarRect,
    costs_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, mut costs_out, count_out) =
            (optional(rect)?, OutBuffer::new(costs_out, capacity)?, Out::new(count_out)?);
        let shown = FloorFieldObject::of(field)?.shown()?;
        let size = shown.size(floor).ok_or(GridstarStatus::UnknownFloor)?;
        let rect = rect.map_or(size.bounds(), |&rect| rect.into());
        size.check(rect).map_err(|error| of_rect(error.into()))?;
        let places = take(&mut costs_out, rect.cells() as usize, &count_out)?;
        for (row, places) in (rect.y..).zip(places.chunks_exact_mut(rect.width as usize)) {
            for (column, place) in (rect.x..).zip(places) {
                *place = cost_of(&shown, shown.cost(FloorCell::new(floor, column, row)));
            }
        }
        Ok(())
    })
}

/// Writes for each of `count` cells the next place of its path and the path's cost. A `link` other than 0 is the link
/// to take from the cell to that place. At a goal and without a path, it is the cell itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_get_steps(
    field: u64,
    cells: *const GridstarFloorCell,
    count: u32,
    steps_out: *mut GridstarFloorFieldStep,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (cells, mut steps_out) = (input(cells, count)?, OutBuffer::new(steps_out, capacity)?);
        let shown = FloorFieldObject::of(field)?.shown()?;
        let cells = checked(cells)?;
        for (place, &cell) in steps_out.take(cells.len())?.iter_mut().zip(&cells) {
            let step = shown.next(cell);
            let (next, link) = step.map_or((cell, 0), |step| (step.at, step.link));
            let cost = cost_of(&shown, step.map(|step| step.cost));
            *place = GridstarFloorFieldStep { cost, floor: next.floor, x: next.cell.x, y: next.cell.y, link };
        }
        Ok(())
    })
}

/// Writes the cells of the path from a cell to the nearest goal, without a search, as gridstar_floors_find_path writes
/// them. NO_PATH, START_OUTSIDE: there is none, for this reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_find_path(
    field: u64,
    start: *const GridstarFloorCell,
    path_out: *mut FloorStep,
    path_capacity: u32,
    result_out: *mut GridstarFloorPathResult,
) -> GridstarStatus {
    fence(|| {
        let (start, mut path_out) = (read(start)?.checked()?, OutBuffer::new(path_out, path_capacity)?);
        let result_out = OutStruct::new(result_out)?;
        let shown = FloorFieldObject::of(field)?.shown()?;
        let (mut length, mut links) = (0_usize, 0);
        shown.walk(start, |step| {
            length += 1;
            links += u32::from(step.link != 0);
        });
        if !path_out.fits(length) {
            result_out.write_number(offset_of!(GridstarFloorPathResult, length), length as u32);
            return Err(GridstarStatus::BufferTooSmall);
        }
        let mut places = path_out.take(length)?.iter_mut();
        shown.walk(start, |step| {
            if let Some(place) = places.next() {
                *place = step;
            }
        });
        let cost = shown.cost(start);
        result_out.write(GridstarFloorPathResult {
            length: length as u32,
            cost: cost.map_or(0.0, |cost| cost_of(&shown, Some(cost))),
            revision: shown.plan(),
            links,
            ..GridstarFloorPathResult::DEFAULT
        });
        let is_there = shown.size(start.floor).is_some_and(|size| size.contains(start.cell));
        Ok(match cost {
            Some(_) => GridstarStatus::Ok,
            None if is_there => GridstarStatus::NoPath,
            None => GridstarStatus::StartOutside,
        })
    })
}

/// Writes the cells of all floors that have a cost of at most `max_cost`, with their costs and a `link` of 0, floor by
/// floor; all else is as for gridstar_field_get_range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floor_field_get_range(
    field: u64,
    max_cost: f64,
    by_cost: u32,
    max_count: u32,
    cells_out: *mut GridstarFloorFieldStep,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (mut cells_out, count_out) = (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?);
        let shown = FloorFieldObject::of(field)?.shown()?;
        let most = limit_of(max_cost)?.map_or(u64::MAX, |cost| shown.costs().parts_within_limit(cost, 1.0));
        let (by_cost, first) = (flag(by_cost)?, if max_count == 0 { usize::MAX } else { max_count as usize });
        let cells = shown.range(most, by_cost, first)?;
        for (place, &(parts, at)) in take(&mut cells_out, cells.len(), &count_out)?.iter_mut().zip(&cells) {
            let FloorCell { floor, cell: Cell { x, y } } = at;
            *place = GridstarFloorFieldStep { cost: cost_of(&shown, Some(parts)), floor, x, y, link: 0 };
        }
        Ok(())
    })
}

fn checked(cells: &[GridstarFloorCell]) -> Result<Vec<FloorCell>, GridstarStatus> {
    let mut list = crate::bits::bit_rows::reserved(cells.len())?;
    for cell in cells {
        list.push(cell.checked()?);
    }
    Ok(list)
}

/// A cost on the scale of the field's costs.
fn cost_of(field: &FloorField, parts: Option<u64>) -> f64 {
    parts.map_or(f64::INFINITY, |parts| field.costs().cost_of_parts(parts as f64))
}
