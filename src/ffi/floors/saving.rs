//! Floors as bytes, with their grids.

use super::object::{FLOORS, FloorsObject};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GRIDS;
use crate::ffi::grid::saving::{check_flags, load_grid, save_grid};
use crate::saved::{FloorsWriter, SavedFloors};

/// Writes floors as bytes, for gridstar_floors_load: their links with their numbers, and the grid of each floor as
/// gridstar_grid_save writes it. A grid that is several floors is written once. `count_out` gets the number of bytes:
/// about 50, 40 more for each link, and the grids. `flags` is that of gridstar_grid_save, for each grid.
///
/// Covers and the revisions are not saved. If grids are edited during the call, their states may be of different
/// moments.
///
/// Fails with NULL_POINTER, INVALID_ID, BAD_FLAG, FLOOR_WITHOUT_GRID, BUFFER_TOO_SMALL (only `count_out` is written),
/// MISALIGNED_POINTER, TOO_LARGE_FOR_LANDMARKS, OUT_OF_MEMORY (also for 4 GiB or more) or POISONED. Thread-safe; does
/// not wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_save(
    floors: u64,
    flags: u32,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?) };
        let object = FloorsObject::of(floors)?;
        check_flags(flags)?;
        // The lock is released before grids are written: landmarks may have to be measured.
        let (mut file, grids) = {
            let plan = object.plan();
            let (numbers, grids) = plan.numbered_grids()?;
            (FloorsWriter::new(&numbers, &plan.links)?, grids)
        };
        for grid in &grids {
            file.grid(&save_grid(grid, flags)?)?;
        }
        write_bytes(file.finish()?.bytes(), out, &count_out)
    })
}

/// Creates floors and their grids from bytes of gridstar_floors_save, and writes the id of the floors, which is never
/// 0. Links keep their numbers. Searches find paths of the same costs, and the same paths if gridstar_grid_prepare had
/// prepared the grids that were saved with GRIDSTAR_SAVE_PREPARED. The revisions are 0. The bytes are copied.
///
/// gridstar_floors_get_floor tells the id of each floor's grid. The grids are the caller's, like others:
/// gridstar_destroy leaves them, and gridstar_destroy destroys each. A grid that was several floors is one
/// grid again.
///
/// A call that fails creates nothing. All bytes are checked, like those of gridstar_grid_load. Memory is taken for the
/// sizes that the bytes tell, of each grid: look at the source of bytes before loading them.
///
/// - FOREIGN_BYTES: these are no bytes of gridstar_floors_save.
/// - NEWER_BYTES: a newer version of the library saved them.
/// - DAMAGED_BYTES: they were cut off or changed.
/// - NULL_POINTER, MISALIGNED_POINTER, OUT_OF_MEMORY: errors.
///
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_load(bytes: *const u8, count: u32, floors_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (bytes, floors_out) = unsafe { (input(bytes, count)?, Out::new(floors_out)?) };
        let mut saved = SavedFloors::open(bytes)?;
        let mut grids = NewGrids::default();
        while let Some(bytes) = saved.next_grid()? {
            grids.0.try_reserve(1)?;
            // The frame of the floors is right, so what is wrong within is damage.
            let grid = load_grid(bytes).map_err(|status| match status {
                GridstarStatus::OutOfMemory => status,
                _ => GridstarStatus::DamagedBytes,
            })?;
            grids.0.push(GRIDS.insert(grid)?);
        }
        let id = FLOORS.insert(FloorsObject::of_saved(&saved.floors, &grids.0, saved.links)?)?;
        grids.0.clear();
        floors_out.ok(id)
    })
}

/// Grids that were loaded. They are destroyed again, unless all of the call succeeds.
#[derive(Default)]
struct NewGrids(Vec<u64>);

impl Drop for NewGrids {
    fn drop(&mut self) {
        for &id in &self.0 {
            GRIDS.remove(id);
        }
    }
}
