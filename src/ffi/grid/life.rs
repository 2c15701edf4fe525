//! Creating grids, and reading their state.

use super::def::GridstarGridDef;
use super::object::{GRIDS, GridObject};
use super::preparation::prepared_number;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;

/// The state of a grid, and its settings, as in GridstarGridDef and never DEFAULT.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// A value of GridstarPlane: the nearest one.
    pub plane: u32,
    /// Side of a cell in world units; else the smaller distance of opposite edges.
    pub cell_size: f32,
    /// World x coordinate of the origin.
    pub origin_x: f32,
    /// World y coordinate.
    pub origin_y: f32,
    /// World z coordinate.
    pub origin_z: f32,
    /// Cost of a straight step.
    pub straight_cost: f64,
    /// Cost of a diagonal step.
    pub diagonal_cost: f64,
    /// A value of GridstarDiagonalRule.
    pub diagonal_rule: u32,
    /// Limit of expansions; 0: none.
    pub max_expansions: u32,
    /// Number of edits that changed a cell.
    pub revision: u64,
    /// Memory of the grid in bytes.
    pub bytes: u64,
    /// A value of GridstarEngine, from the def or the last gridstar_grid_prepare.
    pub engine: u32,
    /// Derived data for the grid's own rule and costs: a sum of GRIDSTAR_PREPARED_ flags.
    pub prepared: u32,
    /// Number of cell changes since the landmarks were measured; 0 without landmarks.
    pub landmark_changes: u64,
    /// Part of `bytes` for landmarks.
    pub landmark_bytes: u64,
    /// A value of GridstarOrder.
    pub order: u32,
    /// A value of GridstarHeuristic.
    pub heuristic: u32,
    /// Factor of the heuristic, after rounding.
    pub heuristic_weight: f64,
    /// Part of `bytes` for profiles and larger agents.
    pub layer_bytes: u64,
    /// Number of profiles and sizes with derived data.
    pub layer_count: u32,
    /// A value of GridstarLayout.
    pub layout: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarGridInfo {
    const SIZES: &'static [u32] = &[128];
}

/// Creates a grid of walkable cells and writes its id. A grid holds 1 byte and 2 bits per cell, and more for what its
/// searches derive; gridstar_grid_get_info tells how much.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_create(def: *const GridstarGridDef, grid_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let (def, grid_out) = (read_def(def)?, Out::new(grid_out)?);
        let id = GRIDS.insert(GridObject::new(&def)?)?;
        grid_out.ok(id)
    })
}

/// Writes the settings and the state of a grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_info(grid: u64, info_out: *mut GridstarGridInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = GridObject::of(grid)?;
        // Asked first: a preparation that has ended by now is in what follows.
        let is_preparing = object.grid.is_preparing();
        let (revision, prepared, bytes) = object.grid.progress()?;
        let (size, space, defaults) = (object.grid.size(), object.space(), &object.defaults);
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
            straight_cost: defaults.costs.straight(),
            diagonal_cost: defaults.costs.diagonal(),
            diagonal_rule: object.rule_number(),
            max_expansions: defaults.max_expansions.unwrap_or(0),
            revision,
            bytes: object.own_bytes() + bytes,
            engine: object.grid.engine().number(),
            prepared: prepared_number(&prepared, is_preparing),
            landmark_changes: prepared.landmark_changes,
            landmark_bytes: prepared.landmark_bytes,
            order: defaults.order.number(),
            heuristic: defaults.heuristic.number(),
            heuristic_weight: defaults.weight.get(),
            layer_bytes: prepared.layer_bytes,
            layer_count: prepared.layer_count,
            layout: object.layout.number(),
        })
    })
}
