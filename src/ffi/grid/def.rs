//! Grids: their settings, creating them, and reading their state.

use super::object::{GRIDS, GridObject};
use super::preparation::prepared_number;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{GridstarHeuristic, GridstarOrder, Numbered};
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, read_def, zeros};
use crate::ffi::boundary::status::GridstarStatus;

/// Settings of a new grid. Fill it with gridstar_grid_def_default, set width and height, then change what you need.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridDef {
    /// Size of this struct.
    pub struct_size: u32,
    /// Columns: 1 <= width <= GRIDSTAR_MAX_SIDE. No default.
    pub width: u32,
    /// Rows: 1 <= height <= GRIDSTAR_MAX_SIDE. No default.
    pub height: u32,
    /// A value of GridstarPlane. Default: XZ.
    pub plane: u32,
    /// Side of a cell in world units, or the distance between centers of hexagons: finite, above 0, and never refused
    /// (BAD_CELL_SIZE) within 2^22 cell sizes of the world's origin. Default: 1.
    pub cell_size: f32,
    /// World x coordinate of the lowest corner of cell (0, 0): finite. Default: 0.
    pub origin_x: f32,
    /// World y coordinate.
    pub origin_y: f32,
    /// World z coordinate.
    pub origin_z: f32,
    /// Cost of a straight step: finite and above 0. Default: 1. If both costs are 0, they are 1 and 1.4.
    pub straight_cost: f64,
    /// Cost of a diagonal step: straight_cost <= diagonal_cost <= 2 * straight_cost. Default: 1.4. Searches round the
    /// ratio of both costs to the nearest fraction with a denominator of at most 8000.
    pub diagonal_cost: f64,
    /// A value of GridstarDiagonalRule. Default: ALWAYS, or HEX for a hexagonal grid.
    pub diagonal_rule: u32,
    /// The largest number of cells that a search may expand. Default: 0, no limit.
    pub max_expansions: u32,
    /// A value of GridstarEngine. Default: AUTO.
    pub engine: u32,
    /// A value of GridstarLayout. Default: SQUARE.
    pub layout: u32,
    /// A value of GridstarOrder. Default: A_STAR.
    pub order: u32,
    /// A value of GridstarHeuristic. Default: OCTILE.
    pub heuristic: u32,
    /// Factor of the heuristic in the order A_STAR: from 1/131072 to 1024, rounded to a multiple of 1/65536. Default:
    /// 1, which 0 also means.
    pub heuristic_weight: f64,
    /// The column axis: the vector from a cell to the next column, in world units; x coordinate. Default: both axes are
    /// 0, and `plane` and `cell_size` count instead.
    pub column_axis_x: f32,
    /// Its y coordinate.
    pub column_axis_y: f32,
    /// Its z coordinate.
    pub column_axis_z: f32,
    /// The row axis: the vector from a cell to the next row; x coordinate.
    pub row_axis_x: f32,
    /// Its y coordinate.
    pub row_axis_y: f32,
    /// Its z coordinate.
    pub row_axis_z: f32,
}

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
unsafe impl SizedStruct for GridstarGridDef {
    const SIZES: &'static [u32] = &[104];
    const DEFAULT: Self = Self {
        cell_size: 1.0,
        straight_cost: 1.0,
        diagonal_cost: 1.4,
        order: GridstarOrder::AStar as u32,
        heuristic: GridstarHeuristic::Octile as u32,
        heuristic_weight: 1.0,
        ..zeros()
    };
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarGridInfo {
    const SIZES: &'static [u32] = &[128];
}

/// Fills a grid def with the defaults. Width and height are 0; set them before gridstar_grid_create.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_def_default(def_out: *mut GridstarGridDef, def_size: u32) -> GridstarStatus {
    fence(|| OutStruct::with_size(def_out, def_size)?.ok(GridstarGridDef::DEFAULT))
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
