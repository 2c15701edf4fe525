//! The settings of new grids.

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{GridstarHeuristic, GridstarOrder};
use crate::ffi::boundary::pointers::{OutStruct, SizedStruct, zeros};
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

/// Fills a grid def with the defaults. Width and height are 0; set them before gridstar_grid_create.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_def_default(def_out: *mut GridstarGridDef, def_size: u32) -> GridstarStatus {
    fence(|| OutStruct::with_size(def_out, def_size)?.ok(GridstarGridDef::DEFAULT))
}
