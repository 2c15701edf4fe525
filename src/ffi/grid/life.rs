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
use crate::grid::Cell;

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

/// Writes the cell at a world position: floor((position - origin) / cell_size) on both axes of the plane. A cell holds
/// its lower edges and not its upper ones; the coordinate off the plane only has to be finite.
///
/// The cell of a position outside the grid is written too, and POSITION_OUTSIDE returned; it is clamped to 32 bits.
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or NOT_FINITE. Any thread; edits make no difference.
///
/// # Safety
///
/// `cell_out` is null or points to a place for a cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_at(
    grid: u64,
    world_x: f32,
    world_y: f32,
    world_z: f32,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let cell_out = unsafe { Out::new(cell_out) }?;
        let object = self::grid(grid)?;
        let cell = object.space.cell_at([world_x, world_y, world_z])?;
        cell_out.write(cell);
        Ok(if object.grid.size().contains(cell) { GridstarStatus::Ok } else { GridstarStatus::PositionOutside })
    })
}

/// Writes the world position of a cell's centre; off the plane it is the origin's.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or CELL_OUTSIDE. Any thread; edits make no difference.
///
/// # Safety
///
/// `world_x_out`, `world_y_out` and `world_z_out` are null or point to places for a float.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_center(
    grid: u64,
    x: i32,
    y: i32,
    world_x_out: *mut f32,
    world_y_out: *mut f32,
    world_z_out: *mut f32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let outs = unsafe { [Out::new(world_x_out)?, Out::new(world_y_out)?, Out::new(world_z_out)?] };
        let object = self::grid(grid)?;
        let cell = Cell::new(x, y);
        if !object.grid.size().contains(cell) {
            return Err(GridstarStatus::CellOutside);
        }
        for (out, coordinate) in outs.iter().zip(object.space.center_of(cell)) {
            out.write(coordinate);
        }
        Ok(GridstarStatus::Ok)
    })
}

/// Writes the world position of a cell's lowest corner; off the plane it is the origin's. `x` may also be the grid's
/// width and `y` its height, so that the upper edges of the last cells can be had: 0 <= x <= width, 0 <= y <= height.
///
/// Positions are rounded to 32 bits: the corner can lie a hair's breadth outside its cell. For a position inside a cell
/// take gridstar_grid_get_cell_center.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or CELL_OUTSIDE. Any thread; edits make no difference.
///
/// # Safety
///
/// `world_x_out`, `world_y_out` and `world_z_out` are null or point to places for a float.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_corner(
    grid: u64,
    x: i32,
    y: i32,
    world_x_out: *mut f32,
    world_y_out: *mut f32,
    world_z_out: *mut f32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let outs = unsafe { [Out::new(world_x_out)?, Out::new(world_y_out)?, Out::new(world_z_out)?] };
        let object = self::grid(grid)?;
        let size = object.grid.size();
        let up_to = |index: i32, count: u32| u32::try_from(index).is_ok_and(|index| index <= count);
        if !up_to(x, size.width) || !up_to(y, size.height) {
            return Err(GridstarStatus::CellOutside);
        }
        for (out, coordinate) in outs.iter().zip(object.space.corner_of(Cell::new(x, y))) {
            out.write(coordinate);
        }
        Ok(GridstarStatus::Ok)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::gridstar_grid_set_cell;

    /// A search that is under way and an edit that waits for it: whoever asks for the state now makes a copy.
    #[test]
    fn positions_of_cells_and_choosing_an_engine_take_no_state_of_the_grid() {
        let def = GridstarGridDef { width: 4, height: 4, ..GridstarGridDef::DEFAULT };
        let id = GRIDS.insert(GridObject::new(&def).unwrap()).unwrap();
        let object = self::grid(id).unwrap();
        let search = object.grid.view().unwrap();
        assert_eq!(gridstar_grid_set_cell(id, 1, 1, 1), GridstarStatus::Ok);
        let (mut cell, mut position) = (Cell::default(), [0.0_f32; 3]);
        let [x, y, z] = &mut position;
        // SAFETY: pointers to values that nobody else uses.
        unsafe {
            assert_eq!(gridstar_grid_get_cell_at(id, 1.0, 0.0, 1.0, &mut cell), GridstarStatus::Ok);
            assert_eq!(gridstar_grid_get_cell_center(id, 1, 1, x, y, z), GridstarStatus::Ok);
            assert_eq!(gridstar_grid_get_cell_corner(id, 4, 4, x, y, z), GridstarStatus::Ok);
        }
        for engine in [1, 2, 0] {
            assert_eq!(crate::ffi::gridstar_grid_prepare(id, engine, 0), GridstarStatus::Ok);
        }
        assert_eq!((object.grid.state_count(), object.grid.engine() as u8), (1, 0));
        drop(search);
        assert_eq!(object.grid.view().unwrap().map().revision(), 1);
        assert_eq!(gridstar_grid_destroy(id), GridstarStatus::Ok);
    }
}
