//! Grids as bytes, and changes since a grid was saved.

use super::def::GridstarGridDef;
use super::object::{GRIDS, GridObject};
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

/// A flag of gridstar_grid_save: the loaded grid is prepared as gridstar_grid_prepare leaves it. Landmarks that edits
/// have changed are measured first.
pub const GRIDSTAR_SAVE_PREPARED: u32 = 1;

/// Writes a grid as bytes, for gridstar_grid_load: types, penalties and passages of its cells, its place and all
/// settings. `flags` is 0 or GRIDSTAR_SAVE_PREPARED. Covers, profiles, floors, fields and the revision are not saved.
/// Most maps take far less than 1 byte per cell, none much more; landmarks up to 25 more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_save(
    grid: u64,
    flags: u32,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
        let object = GridObject::of(grid)?;
        check_flags(flags)?;
        write_bytes(save_grid(&object, flags)?.bytes(), out, &count_out)
    })
}

/// Creates a grid from bytes of gridstar_grid_save and writes its id. It finds the same paths as the saved one; its
/// revision is 0. FOREIGN_BYTES, NEWER_BYTES and DAMAGED_BYTES tell why bytes are refused.
///
/// Bytes that were changed can do no harm: all are checked, so that paths are legal and optimal on whatever map was
/// loaded. But memory is taken for the size that they tell, up to 16384 x 16384 cells: look at their source first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_load(bytes: *const u8, count: u32, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let (bytes, grid_out) = (input(bytes, count)?, Out::new(grid_out)?);
        grid_out.ok(GRIDS.insert(load_grid(bytes)?)?)
    })
}

/// Writes how types, penalties and passages of a grid's cells differ from those of a saved grid, for
/// gridstar_grid_apply_changes: about 70 bytes, and 5 for each row of cells that have changed. `base` are bytes of
/// gridstar_grid_save, refused as by gridstar_grid_load, or with OTHER_BASE if that grid has another size.
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
        let (base, out, count_out) =
            (input(base, base_count)?, OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
        let object = GridObject::of(grid)?;
        let size = object.grid.size();
        let view = object.grid.view()?;
        let map = view.map();
        let passages = if map.passages().is_some() { map.plane_of_passages()? } else { Vec::new() };
        let now = [map.types(), map.penalties().unwrap_or_default(), &passages];
        write_bytes(write_changes(size, now, base)?.bytes(), out, &count_out)
    })
}

/// Gives the cells of a grid the types, penalties and passages that they had when gridstar_grid_save_changes wrote
/// these bytes, in one edit. The grid must have the cells of their base (OTHER_BASE): load the base first, and edit
/// later. The revision grows by 1 for each plane that has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_apply_changes(grid: u64, changes: *const u8, count: u32) -> GridstarStatus {
    fence(|| {
        let changes = input(changes, count)?;
        let object = GridObject::of(grid)?;
        let apply = |cells: [&mut [u8]; 3]| Ok::<_, GridstarStatus>(apply_changes(object.grid.size(), cells, changes)?);
        object.grid.rewrite(object.layout, apply)
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
            SavedError::OtherGround => Self::DifferentGrids,
            SavedError::Memory => Self::OutOfMemory,
        }
    }
}
