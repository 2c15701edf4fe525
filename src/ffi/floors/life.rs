//! Creating and destroying floors objects, and choosing the grids of their floors.

use super::object::{FLOORS, FloorsObject};
use super::structs::GridstarFloorsInfo;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;

/// Creates a floors object without floors and writes its id, which is never 0. It lives until gridstar_destroy
/// or gridstar_destroy_all.
///
/// A floors object joins grids into one world: each floor is a grid, and links join cells of floors (see
/// gridstar_floors_add_link). It refers to grids and does not own them. The grids may differ in size and settings, and
/// can still be edited and searched on their own.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_create(floors_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let floors_out = unsafe { Out::new(floors_out) }?;
        let id = FLOORS.insert(FloorsObject::default())?;
        floors_out.ok(id)
    })
}

/// Writes the state of a floors object. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE or INVALID_ID. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_info(floors: u64, info_out: *mut GridstarFloorsInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = FloorsObject::of(floors)?;
        let plan = object.plan();
        info_out.ok(GridstarFloorsInfo {
            floor_count: plan.grids.len() as u32,
            link_count: plan.links.all().len() as u32,
            revision: plan.revision,
            bytes: plan.bytes(),
            ..GridstarFloorsInfo::DEFAULT
        })
    })
}

/// Adds a grid as the next floor and writes the floor's number: 0 for the first floor, then 1, and so on. A grid may be
/// several floors.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (of the floors or the grid) or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_add_floor(floors: u64, grid: u64, floor_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let floor_out = unsafe { Out::new(floor_out) }?;
        let object = FloorsObject::of(floors)?;
        GridObject::of(grid)?;
        let floor = object.change(|plan| {
            let floor = u32::try_from(plan.grids.len()).map_err(|_| GridstarStatus::OutOfMemory)?;
            plan.grids.try_reserve(1)?;
            plan.grids.push(grid);
            Ok(floor)
        })?;
        floor_out.ok(floor)
    })
}

/// Gives a floor another grid. The old grid may have been destroyed before. Links keep their cells. No path takes a
/// link with an end outside the new grid.
///
/// Fails with INVALID_ID (of the floors or the grid) or UNKNOWN_FLOOR. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_floor(floors: u64, floor: u32, grid: u64) -> GridstarStatus {
    fence(|| {
        let object = FloorsObject::of(floors)?;
        GridObject::of(grid)?;
        object.change(|plan| {
            *plan.grids.get_mut(floor as usize).ok_or(GridstarStatus::UnknownFloor)? = grid;
            Ok(())
        })
    })
}

/// Writes the id of a floor's grid. The grid may have been destroyed.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or UNKNOWN_FLOOR. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_floor(floors: u64, floor: u32, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let grid_out = unsafe { Out::new(grid_out) }?;
        let object = FloorsObject::of(floors)?;
        let grid = object.plan().grids.get(floor as usize).copied();
        grid_out.ok(grid.ok_or(GridstarStatus::UnknownFloor)?)
    })
}
