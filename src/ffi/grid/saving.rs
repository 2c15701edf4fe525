//! Grids as bytes, and changes since a grid was saved.

use super::object::{GRIDS, GridObject};
use super::structs::GridstarGridDef;
use crate::byte_stream::ByteWriter;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, SizedStruct, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Layout;
use crate::index::Engine;
use crate::saved::{SavedError, SavedGrid, SavedParts, Settings, apply_changes, write_changes, write_grid};

/// The number of an engine of earlier versions. Jump points answered what it did not.
const ENGINE_NET: u32 = 5;

/// A flag of gridstar_grid_save: also save what the engine of the grid needs.
pub const GRIDSTAR_SAVE_PREPARED: u32 = 1;

/// Writes a grid as bytes, for gridstar_grid_load: the types and penalties of its cells, its place, layout, costs and
/// all other settings. `count_out` gets the number of bytes. Bytes are the same on every platform.
///
/// Covers, profiles, floors and fields are objects of their own, and are not saved. The revision is not saved.
///
/// `flags` is 0 or GRIDSTAR_SAVE_PREPARED. With this flag, gridstar_grid_load gives a grid that is prepared as
/// gridstar_grid_prepare leaves it:
///
/// - Jump points are derived while the grid is loaded, unless the engine is A_STAR: 0.5 to 1.5 ms for 1024 x 1024.
/// - With the engine LANDMARKS, landmarks are saved. If those of the grid are not as measured now, the call measures
///   others, which takes as long as gridstar_grid_prepare; the grid keeps its own. To load and check those of
///   1024 x 1024 cells takes 4 to 14 ms, to measure them 25 to 150 ms.
///
/// Size: a map with long runs of equal cells takes a few hundredths of a byte per cell, noise of two types 1 bit, and
/// any other map at most a little more than 1 byte. Landmarks take 1 to 25 bytes per cell, less where the map is open.
///
/// Fails with NULL_POINTER, INVALID_ID, BAD_FLAG, BUFFER_TOO_SMALL (only `count_out` is written), MISALIGNED_POINTER,
/// TOO_LARGE_FOR_LANDMARKS, OUT_OF_MEMORY or POISONED. Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_save(
    grid: u64,
    flags: u32,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?) };
        let object = GridObject::of(grid)?;
        check_flags(flags)?;
        write_bytes(save_grid(&object, flags)?.bytes(), out, &count_out)
    })
}

/// Creates a grid from bytes of gridstar_grid_save and writes its id, which is never 0. The bytes are copied. The grid
/// has the cells and settings of the saved one, and finds the same paths. Its revision is 0. A grid that was saved by
/// versions 0.3.0 to 0.3.4 with the engine of number 5, which is gone, has the engine JUMP_POINTS. The grid lives until
/// gridstar_destroy or gridstar_destroy_all.
///
/// A call that fails creates nothing. Bytes that were changed or cut off by accident are told by their checksum. Bytes
/// that were changed on purpose can't do harm either: all of them are checked, and landmarks step by step, so that
/// paths are legal and optimal on whatever map was loaded. Memory is taken for the size that the bytes tell, which can
/// be up to 16384 x 16384 cells: look at the source of bytes before loading them.
///
/// - FOREIGN_BYTES: these are no bytes of gridstar_grid_save.
/// - NEWER_BYTES: a newer version of the library saved them.
/// - DAMAGED_BYTES: they were cut off or changed.
/// - NULL_POINTER, MISALIGNED_POINTER, OUT_OF_MEMORY: errors.
///
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_load(bytes: *const u8, count: u32, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (bytes, grid_out) = unsafe { (input(bytes, count)?, Out::new(grid_out)?) };
        grid_out.ok(GRIDS.insert(load_grid(bytes)?)?)
    })
}

/// Writes by what the types and penalties of a grid's cells differ from those of a saved grid, for
/// gridstar_grid_apply_changes. `base` are the bytes of gridstar_grid_save. `count_out` gets the number of written
/// bytes: about 70 bytes without changes, and about 5 more for each row of cells that have changed. For save games that
/// keep what has happened to a level.
///
/// - OTHER_BASE: the saved grid has another size.
/// - FOREIGN_BYTES, NEWER_BYTES, DAMAGED_BYTES: `base` is not usable: see gridstar_grid_load.
/// - NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (only `count_out` is written), OUT_OF_MEMORY,
///   POISONED: errors.
///
/// Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_save_changes(
    grid: u64,
    base: *const u8,
    base_count: u32,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (base, out, count_out) =
            unsafe { (input(base, base_count)?, OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?) };
        let object = GridObject::of(grid)?;
        let size = object.grid.size();
        let view = object.grid.view()?;
        let mut zeros = Vec::new();
        let penalties = match view.map().penalties() {
            Some(penalties) => penalties,
            None => {
                crate::refill(&mut zeros, size.cells(), 0)?;
                &zeros
            }
        };
        write_bytes(write_changes(size, [view.map().types(), penalties], base)?.bytes(), out, &count_out)
    })
}

/// Gives the cells of a grid the types and penalties that they had when gridstar_grid_save_changes wrote these bytes,
/// in one edit that no search sees a part of. The grid must have the cells of the base of the changes: load the base
/// first, and edit later. The revision grows by 1 if types have changed, and by 1 if penalties have.
///
/// - OTHER_BASE: the cells of the grid are not those of the base.
/// - FOREIGN_BYTES: these are no bytes of gridstar_grid_save_changes.
/// - NEWER_BYTES, DAMAGED_BYTES: see gridstar_grid_load.
/// - NULL_POINTER, INVALID_ID, OUT_OF_MEMORY, POISONED: errors.
///
/// A call that fails changes nothing. Thread-safe; does not wait for searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_apply_changes(grid: u64, changes: *const u8, count: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let changes = unsafe { input(changes, count) }?;
        let object = GridObject::of(grid)?;
        object.grid.rewrite(|cells| Ok::<_, GridstarStatus>(apply_changes(object.grid.size(), cells, changes)?))
    })
}

/// Refuses flags that gridstar_grid_save does not know.
pub(in crate::ffi) fn check_flags(flags: u32) -> Result<(), GridstarStatus> {
    if flags & !GRIDSTAR_SAVE_PREPARED == 0 { Ok(()) } else { Err(GridstarStatus::BadFlag) }
}

/// The bytes of a grid.
pub(in crate::ffi) fn save_grid(object: &GridObject, flags: u32) -> Result<ByteWriter, GridstarStatus> {
    let engine = object.grid.engine();
    let prepares = flags & GRIDSTAR_SAVE_PREPARED != 0;
    let prepared = SavedParts {
        jump_points: prepares && engine != Engine::AStar,
        landmarks: prepares && engine == Engine::Landmarks,
    };
    Ok(write_grid(&settings_of(object, engine), &*object.grid.view()?, prepared)?)
}

/// A grid that has no id yet.
pub(in crate::ffi) fn load_grid(bytes: &[u8]) -> Result<GridObject, GridstarStatus> {
    let saved = SavedGrid::open(bytes)?;
    let def = def_of(&saved.settings);
    let has_landmarks = saved.has_landmarks();
    let object = GridObject::with_grid(&def, |settings, engine| {
        if has_landmarks && engine != Engine::Landmarks {
            return Err(GridstarStatus::DamagedBytes);
        }
        Ok(saved.into_grid(Layout::of_number(def.layout)?, settings.diagonal_rule, settings.costs)?)
    });
    // The checks of a def tell its mistakes by many statuses. Here each of them is damage.
    object.map_err(|status| match status {
        GridstarStatus::OutOfMemory => status,
        _ => GridstarStatus::DamagedBytes,
    })
}

fn settings_of(object: &GridObject, engine: Engine) -> Settings {
    let (defaults, place) = (&object.defaults, object.space().place());
    let [column, row] = place.axes();
    Settings {
        size: object.grid.size(),
        layout: object.layout.number(),
        diagonal_rule: object.rule_number(),
        engine: engine.number(),
        order: defaults.order.number(),
        heuristic: defaults.heuristic.number(),
        max_expansions: defaults.max_expansions.unwrap_or(0),
        costs: [defaults.costs.straight(), defaults.costs.diagonal(), defaults.weight.get()],
        place: [place.origin(), column, row],
    }
}

fn def_of(settings: &Settings) -> GridstarGridDef {
    let &Settings { size, layout, diagonal_rule, engine, order, heuristic, max_expansions, .. } = settings;
    let ([straight_cost, diagonal_cost, heuristic_weight], [origin, column, row]) = (settings.costs, settings.place);
    let engine = if engine == ENGINE_NET { Engine::JumpPoints.number() } else { engine };
    GridstarGridDef {
        width: size.width,
        height: size.height,
        layout,
        diagonal_rule,
        engine,
        order,
        heuristic,
        max_expansions,
        straight_cost,
        diagonal_cost,
        heuristic_weight,
        origin_x: origin[0],
        origin_y: origin[1],
        origin_z: origin[2],
        column_axis_x: column[0],
        column_axis_y: column[1],
        column_axis_z: column[2],
        row_axis_x: row[0],
        row_axis_y: row[1],
        row_axis_z: row[2],
        ..GridstarGridDef::DEFAULT
    }
}

impl From<SavedError> for GridstarStatus {
    fn from(error: SavedError) -> Self {
        match error {
            SavedError::Foreign => Self::ForeignBytes,
            SavedError::Newer => Self::NewerBytes,
            SavedError::Damaged => Self::DamagedBytes,
            SavedError::OtherBase => Self::OtherBase,
            SavedError::Memory => Self::OutOfMemory,
        }
    }
}
