//! The life of a grid, and where it lies in the world.

use super::object::{GRIDS, GridObject, grid};
use super::preparation::prepared_number;
use super::structs::{GridstarGridDef, GridstarGridInfo};
use crate::ffi::boundary::fence::{fence, fence_or};
use crate::ffi::boundary::numbers::{
    diagonal_rule_number, engine_number, heuristic_number, order_number, plane_number,
};
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;

/// Fills a grid def with the defaults: cells of 1 world unit at the origin of the XZ plane, costs 1 and 1.4, diagonal
/// steps always allowed, the order A_STAR with the heuristic OCTILE and a weight of 1, and the engine AUTO. Width and
/// height are 0 and have to be set.
///
/// `def_size` is sizeof(GridstarGridDef); at most that many bytes are written. Fails with NULL_POINTER,
/// MISALIGNED_POINTER or BAD_STRUCT_SIZE. Any thread.
///
/// # Safety
///
/// `def_out` is null or points to `def_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_def_default(def_out: *mut GridstarGridDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        unsafe { OutStruct::with_size(def_out, def_size) }?.write(GridstarGridDef::DEFAULT);
        Ok(GridstarStatus::Ok)
    })
}

/// Creates a grid of walkable cells and writes its id, which is never 0. The def is copied.
///
/// The grid lives until gridstar_grid_destroy or gridstar_grid_destroy_all. It holds 1 byte and 2 bits for each cell.
/// What searches use is derived by the first one that needs it, and comes on top of that: 20 bits a cell for each
/// diagonal rule in use (16 for BOTH_FREE, 8 for NEVER) unless the engine is A_STAR, up to 2 bytes a cell (on most maps
/// 1 bit) after a failed or long search, and 16 bytes a cell with LANDMARKS. In bits, sides count as
/// multiples of 64. gridstar_grid_get_info tells how much it is.
///
/// An edit waits for no search and copies nothing: while searches hold the grid's state the edit waits in a log, and
/// the next search or read makes it. A second state, as large as the first, is made where that search meets searches of
/// other threads, and where searches had to wait for many edits or for a large one: an edit that meets no search is
/// made in place. Further states are made only while searches on many threads hold all others. A state is dropped after
/// 4096 edits that one state would have been enough for, or after 1,048,576 searches and reads without an edit.
///
/// The cell size must suit 32-bit positions at the grid's place, else it is BAD_CELL_SIZE: the grid's edges are finite,
/// and gridstar_grid_get_cell_at finds each cell by its centre. No grid is refused that keeps within 4,194,304 (2^22)
/// cell sizes of the world's origin on both of its axes. Hardly one is accepted that goes beyond 2^24.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, BAD_SIZE, BAD_CELL_SIZE, NOT_FINITE, UNKNOWN_PLANE,
/// UNKNOWN_DIAGONAL_RULE, BAD_COSTS, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_WEIGHT, UNKNOWN_ENGINE, BAD_FLAG,
/// TOO_LARGE_FOR_LANDMARKS or OUT_OF_MEMORY; nothing is created then. Any thread.
///
/// # Safety
///
/// `def` is null or points to `def->struct_size` bytes; `grid_out` is null or points to a place for an id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_create(def: *const GridstarGridDef, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (def, grid_out) = unsafe { (read_def(def)?, Out::new(grid_out)?) };
        let id = GRIDS.insert(GridObject::new(&def)?).map_err(|_| GridstarStatus::OutOfMemory)?;
        grid_out.write(id);
        Ok(GridstarStatus::Ok)
    })
}

/// Destroys a grid. Its id is never valid again. Searches under way on other threads end as if nothing had happened.
///
/// Fails with INVALID_ID, which makes a second call for the same id harmless. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_destroy(grid: u64) -> GridstarStatus {
    fence(|| GRIDS.remove(grid).map(|_| GridstarStatus::Ok).ok_or(GridstarStatus::InvalidId))
}

/// 1 when the id names a grid that is alive, else 0. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_is_valid(grid: u64) -> i32 {
    fence_or(0, || i32::from(GRIDS.get(grid).is_some()))
}

/// How many grids are alive in this process: 0 when a caller has destroyed all it created. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_live_count() -> u32 {
    fence_or(0, || GRIDS.live_count())
}

/// Destroys every grid of this process and returns how many there were. For hosts that keep the library loaded while
/// scripts come and go, such as the Unity Editor. Needs no memory. Grids that other threads create during the call are
/// destroyed too or stay. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_destroy_all() -> u32 {
    fence_or(0, || GRIDS.clear())
}

/// Writes a grid's settings and state. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Any thread.
///
/// # Safety
///
/// `info_out` is null or points to `info_out->struct_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_info(grid: u64, info_out: *mut GridstarGridInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = self::grid(grid)?;
        let (revision, prepared) = object.grid.progress()?;
        let size = object.grid.size();
        let [origin_x, origin_y, origin_z] = object.space.origin();
        info_out.write(GridstarGridInfo {
            struct_size: 0,
            width: size.width,
            height: size.height,
            plane: plane_number(object.space.plane()),
            cell_size: object.space.cell_size(),
            origin_x,
            origin_y,
            origin_z,
            straight_cost: object.defaults.costs.straight(),
            diagonal_cost: object.defaults.costs.diagonal(),
            diagonal_rule: diagonal_rule_number(object.defaults.diagonal_rule),
            max_expansions: object.defaults.max_expansions.unwrap_or(0),
            revision,
            bytes: object.bytes(),
            engine: engine_number(object.grid.engine()),
            prepared: prepared_number(&object, &prepared),
            landmark_changes: prepared.landmark_changes,
            landmark_bytes: prepared.landmark_bytes,
            order: order_number(object.defaults.order),
            heuristic: heuristic_number(object.defaults.heuristic),
            heuristic_weight: object.defaults.weight.get(),
        });
        Ok(GridstarStatus::Ok)
    })
}
