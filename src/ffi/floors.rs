//! Floors: several grids, and the links between them.

pub(super) mod field;
pub(super) mod field_object;
pub(super) mod links;
pub(super) mod object;
pub(super) mod path;

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::{GRIDS, GridObject};
use crate::ffi::grid::saving::{check_flags, load_grid, save_grid};
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::floors::FloorsView;
use crate::grid::Cell;
use crate::saved::{FloorsWriter, SavedFloors};
use object::{FLOORS, FloorsObject};

/// State of a floors object.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorsInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of floors, which are numbered from 0.
    pub floor_count: u32,
    /// Number of links.
    pub link_count: u32,
    /// 0.
    pub reserved: u32,
    /// Number of changes to floors and links. Edits of their grids do not count.
    pub revision: u64,
    /// Memory of floors and links in bytes, without the grids.
    pub bytes: u64,
}

// SAFETY: repr(C), a u32 first, and integers without padding between them.
unsafe impl SizedStruct for GridstarFloorsInfo {
    const SIZES: &'static [u32] = &[32];
}

/// Creates a floors object without floors. It joins grids into one world: each floor is a grid, and links join cells of
/// floors. The grids may differ in size and settings, and can still be edited and searched on their own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_create(floors_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let floors_out = Out::new(floors_out)?;
        floors_out.ok(FLOORS.insert(FloorsObject::default())?)
    })
}

/// Writes the state of a floors object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_info(floors: u64, info_out: *mut GridstarFloorsInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = FloorsObject::of(floors)?;
        let plan = object.plan();
        info_out.ok(GridstarFloorsInfo {
            floor_count: plan.grids.len() as u32,
            link_count: plan.links.all().len() as u32,
            revision: plan.revision,
            bytes: plan.bytes() + object.kept.bytes(),
            ..GridstarFloorsInfo::DEFAULT
        })
    })
}

/// Writes a hash of the floors' grids (see gridstar_grid_get_hash), of which floors share one, and of the links with
/// their numbers and ends as they were given, and the number of the next one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_hash(floors: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        hash_out.ok(FloorsObject::of(floors)?.plan().hash()?)
    })
}

/// Derives now what paths by queries like this one need on all floors, instead of in the first of them: what
/// gridstar_grid_prepare_query derives, and the costs of all ways between ends of links. Takes the time of a field for
/// each end: seconds where floors of 512 x 512 have hundreds of links. Call it again after large edits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_prepare(floors: u64, query_def: *const GridstarQueryDef) -> GridstarStatus {
    fence(|| {
        let def = query_def_or_default(query_def)?;
        let (object, mut view) = (FloorsObject::of(floors)?, FloorsView::new());
        let read = |grid: &GridObject| grid.query(Cell::default(), Cell::default(), &def);
        let (legs, _) = object.see_all(&mut view, &[], &def, read)?;
        Ok(view.prepare_all(&legs)?)
    })
}

/// Adds a grid as the next floor and writes the floor's number: 0, then 1, and so on. A grid may be several floors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_add_floor(floors: u64, grid: u64, floor_out: *mut u32) -> GridstarStatus {
    fence(|| {
        let floor_out = Out::new(floor_out)?;
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

/// Gives a floor another grid; the old one may have been destroyed. Links keep their cells.
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

/// Writes the id of a floor's grid, which may have been destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_get_floor(floors: u64, floor: u32, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let grid_out = Out::new(grid_out)?;
        let grid = FloorsObject::of(floors)?.plan().grids.get(floor as usize).copied();
        grid_out.ok(grid.ok_or(GridstarStatus::UnknownFloor)?)
    })
}

/// Writes floors as bytes for gridstar_floors_load: links with their numbers, and grids as gridstar_grid_save writes
/// them with `flags`, a grid that is several floors once. A floor whose grid was destroyed gives FLOOR_WITHOUT_GRID.
/// Covers and revisions are not saved. Grids that are edited meanwhile may be saved at different moments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_save(
    floors: u64,
    flags: u32,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
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

/// Creates floors and their grids from bytes of gridstar_floors_save. Links keep their numbers, and a grid that was
/// several floors is one grid again. The grids are the caller's: gridstar_floors_get_floor tells their ids, and each is
/// destroyed by a call of its own. Bytes are checked as by gridstar_grid_load; a call that fails creates nothing.
/// FOREIGN_BYTES, NEWER_BYTES and DAMAGED_BYTES are the answers to other bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_load(bytes: *const u8, count: u32, floors_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let (bytes, floors_out) = (input(bytes, count)?, Out::new(floors_out)?);
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
