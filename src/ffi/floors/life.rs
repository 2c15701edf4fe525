//! The life of floors, and which grids they are.

use super::object::{FLOORS, FloorsObject, floors};
use super::structs::GridstarFloorsInfo;
use crate::ffi::boundary::fence::{fence, fence_or};
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::grid;

/// Creates floors, flat layers of one world, without a floor yet, and writes their id, which is never 0.
///
/// Floors refer to grids, which are edited and searched as ever, and which may differ in size and settings. Links between cells join
/// them: see gridstar_floors_add_link. They live until gridstar_floors_destroy or gridstar_floors_destroy_all; the grids are not
/// theirs.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or OUT_OF_MEMORY. Any thread.
///
/// # Safety
///
/// `floors_out` is null or points to a place for an id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_create(floors_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let floors_out = unsafe { Out::new(floors_out) }?;
        let id = FLOORS.insert(FloorsObject::default()).map_err(|_| GridstarStatus::OutOfMemory)?;
        floors_out.write(id);
        Ok(GridstarStatus::Ok)
    })
}

/// Destroys floors and their links, and none of their grids. The id is never valid again. Searches under way on other threads end as
/// if nothing had happened.
///
/// Fails with INVALID_ID, which makes a second call for the same id harmless. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_destroy(floors: u64) -> GridstarStatus {
    fence(|| FLOORS.remove(floors).map(|_| GridstarStatus::Ok).ok_or(GridstarStatus::InvalidId))
}

/// 1 when the id names floors that are alive, else 0. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_is_valid(floors: u64) -> i32 {
    fence_or(0, || i32::from(FLOORS.get(floors).is_some()))
}

/// How many floors objects are alive in this process: 0 when a caller has destroyed all it created. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_live_count() -> u32 {
    fence_or(0, || FLOORS.live_count())
}

/// Destroys every floors object of this process and returns how many there were; their grids stay. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_destroy_all() -> u32 {
    fence_or(0, || FLOORS.clear())
}

/// Writes the state of floors. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE or INVALID_ID. Any thread.
///
/// # Safety
///
/// `info_out` is null or points to `info_out->struct_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_info(floors: u64, info_out: *mut GridstarFloorsInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = self::floors(floors)?;
        let plan = object.plan();
        info_out.write(GridstarFloorsInfo {
            floor_count: plan.grids.len() as u32,
            link_count: plan.links.all().len() as u32,
            revision: plan.revision,
            bytes: plan.bytes(),
            ..GridstarFloorsInfo::DEFAULT
        });
        Ok(GridstarStatus::Ok)
    })
}

/// Makes a grid the next floor and writes its number: 0 for the first one, then 1, and so on. One grid may be several floors.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (of the floors or of the grid) or OUT_OF_MEMORY. Any thread.
///
/// # Safety
///
/// `floor_out` is null or points to a place for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_add_floor(floors: u64, grid: u64, floor_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let floor_out = unsafe { Out::new(floor_out) }?;
        let object = self::floors(floors)?;
        self::grid(grid)?;
        let floor = object.change(|plan| {
            let floor = u32::try_from(plan.grids.len()).map_err(|_| GridstarStatus::OutOfMemory)?;
            plan.grids.try_reserve(1).map_err(|_| GridstarStatus::OutOfMemory)?;
            plan.grids.push(grid);
            Ok(floor)
        })?;
        floor_out.write(floor);
        Ok(GridstarStatus::Ok)
    })
}

/// Makes another grid a floor in place of the one before, which may be gone. Links keep their cells; those that are outside the new grid
/// are not taken.
///
/// Fails with INVALID_ID (of the floors or of the grid) or UNKNOWN_FLOOR. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_floors_set_floor(floors: u64, floor: u32, grid: u64) -> GridstarStatus {
    fence(|| {
        let object = self::floors(floors)?;
        self::grid(grid)?;
        object.change(|plan| {
            *plan.grids.get_mut(floor as usize).ok_or(GridstarStatus::UnknownFloor)? = grid;
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Writes the id of a floor's grid, which may be stale by now.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or UNKNOWN_FLOOR. Any thread.
///
/// # Safety
///
/// `grid_out` is null or points to a place for an id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_floor(floors: u64, floor: u32, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let grid_out = unsafe { Out::new(grid_out) }?;
        let object = self::floors(floors)?;
        let grid = object.plan().grids.get(floor as usize).copied();
        grid_out.write(grid.ok_or(GridstarStatus::UnknownFloor)?);
        Ok(GridstarStatus::Ok)
    })
}
