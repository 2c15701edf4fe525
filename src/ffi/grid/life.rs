//! Creating and destroying grids, and reading their settings and state.

use super::object::{GRIDS, GridObject};
use super::preparation::prepared_number;
use super::structs::{GridstarGridDef, GridstarGridInfo};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;

/// Fills a grid def with the defaults: squares of 1 world unit at the origin of the XZ plane, costs of 1 and 1.4, the
/// diagonal rule DEFAULT, the order A_STAR with the heuristic OCTILE and a weight of 1, and the engine AUTO. Width and
/// height are 0; set them before gridstar_grid_create.
///
/// `def_size` must be sizeof(GridstarGridDef). The call writes at most `def_size` bytes.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BAD_STRUCT_SIZE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_def_default(def_out: *mut GridstarGridDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        OutStruct::with_size(def_out, def_size)?.ok(GridstarGridDef::DEFAULT)
    })
}

/// Creates a grid of walkable cells and writes its id, which is never 0. The def is copied. The grid lives until
/// gridstar_destroy or gridstar_destroy_all.
///
/// Memory: a grid holds 1 byte and 2 bits per cell. A search derives more data when it first needs it:
///
/// - 20 bits per cell for each diagonal rule in use (BOTH_FREE: 16, NEVER: 8), unless the engine is A_STAR.
/// - Up to 2 bytes per cell (on most maps 1 bit) after a failed or long search.
/// - 16 bytes per cell with LANDMARKS.
///
/// For data counted in bits, each side is rounded up to a multiple of 64. gridstar_grid_get_info returns the memory of
/// a grid.
///
/// Edits: an edit never waits for a search and never copies the grid. Edits wait in a log, and the next search applies
/// them. Functions that read cells combine the grid's state with the waiting edits, and wait for no search.
///
/// A second state, as large as the first, is created in two cases: a search must apply edits while searches on other
/// threads use the first state, or searches had to wait for many edits or for a large one. Further states are created
/// only while searches use all states. A state is dropped after 4096 edits in a row for which one state was enough, or
/// after 1,048,576 searches and reads without an edit.
///
/// The cell size must suit 32-bit positions at the grid's place: the grid's edges must be finite, and
/// gridstar_grid_get_cell_at must find each cell by its center and by its lowest corner. Otherwise the call fails with
/// BAD_CELL_SIZE. A grid within 4,194,304 (2^22) cell sizes of the world's origin on both axes is never refused for its
/// cell size. A grid beyond 2^23 cell sizes nearly always is. For a grid with axes of its own, see
/// gridstar_grid_set_place; the call then fails with BAD_AXES.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, BAD_SIZE, BAD_CELL_SIZE, BAD_AXES, NOT_FINITE,
/// UNKNOWN_PLANE, UNKNOWN_DIAGONAL_RULE, BAD_COSTS, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_WEIGHT, UNKNOWN_ENGINE,
/// UNKNOWN_LAYOUT, UNSUPPORTED_LAYOUT (a diagonal rule or an engine that GridstarLayout refuses),
/// TOO_LARGE_FOR_LANDMARKS or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_create(def: *const GridstarGridDef, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let (def, grid_out) = (read_def(def)?, Out::new(grid_out)?);
        let id = GRIDS.insert(GridObject::new(&def)?)?;
        grid_out.ok(id)
    })
}

/// Writes the settings and the state of a grid. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_info(grid: u64, info_out: *mut GridstarGridInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = GridObject::of(grid)?;
        // Asked first: a preparation that has ended by now is in what follows.
        let is_preparing = object.grid.is_preparing();
        let (revision, prepared, bytes) = object.grid.progress()?;
        let size = object.grid.size();
        let space = object.space();
        let [origin_x, origin_y, origin_z] = space.place().origin();
        info_out.ok(GridstarGridInfo {
            struct_size: 0,
            width: size.width,
            height: size.height,
            plane: space.plane().number(),
            cell_size: space.cell_size(),
            origin_x,
            origin_y,
            origin_z,
            straight_cost: object.defaults.costs.straight(),
            diagonal_cost: object.defaults.costs.diagonal(),
            diagonal_rule: object.rule_number(),
            max_expansions: object.defaults.max_expansions.unwrap_or(0),
            revision,
            bytes: object.own_bytes() + bytes,
            engine: object.grid.engine().number(),
            prepared: prepared_number(&prepared, is_preparing),
            landmark_changes: prepared.landmark_changes,
            landmark_bytes: prepared.landmark_bytes,
            order: object.defaults.order.number(),
            heuristic: object.defaults.heuristic.number(),
            heuristic_weight: object.defaults.weight.get(),
            layer_bytes: prepared.layer_bytes,
            layer_count: prepared.layer_count,
            layout: object.layout.number(),
        })
    })
}
