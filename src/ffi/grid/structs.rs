//! The structs that cross the boundary. Each begins with its size, so that callers and libraries of different versions
//! can tell what the other one knows; later versions add fields at the end. 64-bit fields lie at multiples of 8.

use crate::ffi::boundary::numbers::{
    GridstarDiagonalRule, GridstarEngine, GridstarHeuristic, GridstarOrder, GridstarPlane,
};
use crate::ffi::boundary::pointers::{OutStruct, SizedStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;

/// Settings of a new grid. Fill it with gridstar_grid_def_default, then change what you need.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// Columns: 1 <= width <= GRIDSTAR_MAX_SIDE. No default.
    pub width: u32,
    /// Rows: 1 <= height <= GRIDSTAR_MAX_SIDE. No default.
    pub height: u32,
    /// A number of GridstarPlane. Default: XZ.
    pub plane: u32,
    /// Side of a cell in world units: finite, above 0, and not too small for the grid's place (see
    /// gridstar_grid_create). Default: 1.
    pub cell_size: f32,
    /// World position of the lowest corner of cell (0, 0), x: finite. Default: 0.
    pub origin_x: f32,
    /// The same, y.
    pub origin_y: f32,
    /// The same, z.
    pub origin_z: f32,
    /// Cost of a straight step: finite, above 0; or 0 in both costs for 1 and 1.4, which is the default.
    pub straight_cost: f64,
    /// Cost of a diagonal step: straight_cost <= diagonal_cost <= 2 * straight_cost. Their ratio is rounded to the
    /// nearest fraction with a denominator of at most 8000, and "cheapest path" is meant in that.
    pub diagonal_cost: f64,
    /// A number of GridstarDiagonalRule. Default: ALWAYS.
    pub diagonal_rule: u32,
    /// A search gives up when it would expand more cells than this: see gridstar_grid_find_path. Default: 0, no limit.
    pub max_expansions: u32,
    /// A number of GridstarEngine. Default: AUTO.
    pub engine: u32,
    /// 0: a later version may give it a meaning.
    pub reserved: u32,
    /// A number of GridstarOrder, which says what it means for paths. Default: A_STAR.
    pub order: u32,
    /// A number of GridstarHeuristic. Default: OCTILE.
    pub heuristic: u32,
    /// By what the estimate is multiplied in the order A_STAR: 1/131072 <= heuristic_weight <= 1024; or 0 for 1, which
    /// is the default. Rounded to the nearest multiple of 1/65536. For a weight of nothing take the heuristic ZERO.
    pub heuristic_weight: f64,
}

/// Settings of one query. Zeros take the grid's own settings, so that a struct of zeros with its size is a valid one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarQueryDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// A number of GridstarDiagonalRule. Default: the grid's.
    pub diagonal_rule: u32,
    /// Cost of a straight step: finite, above 0; or 0 in both costs for the grid's, which is the default.
    pub straight_cost: f64,
    /// Cost of a diagonal step: straight_cost <= diagonal_cost <= 2 * straight_cost.
    pub diagonal_cost: f64,
    /// A number of GridstarHeuristic. Default: the grid's.
    pub heuristic: u32,
    /// The search gives up when it would expand more cells than this. Default: 0, the grid's limit.
    pub max_expansions: u32,
    /// A number of GridstarOrder, which says what it means for paths. Default: the grid's.
    pub order: u32,
    /// 0: a later version may give it a meaning.
    pub reserved: u32,
    /// By what the estimate is multiplied in the order A_STAR: 1/131072 <= heuristic_weight <= 1024; or 0 for the
    /// grid's, which is the default. Rounded to the nearest multiple of 1/65536. For a weight of nothing take the
    /// heuristic ZERO.
    pub heuristic_weight: f64,
}

/// What a search found. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPathResult {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path on the scale of the query's costs; 0 without a path, infinity where costs of 10^290 and above
    /// add up to it.
    pub cost: f64,
    /// The revision of the grid that was searched: it tells which edits the search saw.
    pub revision: u64,
    /// Number of cells that were expanded: with jump points those where a path may turn. 0 but for a path or
    /// LIMIT_REACHED; from gridstar_stepper_finish all that were made.
    pub expansions: u32,
    /// A number of GridstarEngine: what answered. AUTO where nothing had to be searched, and for NO_PATH.
    pub engine: u32,
}

/// What a grid was created with, and its state. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// A number of GridstarPlane.
    pub plane: u32,
    /// Side of a cell in world units.
    pub cell_size: f32,
    /// World position of the lowest corner of cell (0, 0), x.
    pub origin_x: f32,
    /// The same, y.
    pub origin_y: f32,
    /// The same, z.
    pub origin_z: f32,
    /// Cost of a straight step.
    pub straight_cost: f64,
    /// Cost of a diagonal step.
    pub diagonal_cost: f64,
    /// A number of GridstarDiagonalRule, never DEFAULT.
    pub diagonal_rule: u32,
    /// Limit of expansions of a search; 0: none.
    pub max_expansions: u32,
    /// Starts at 0 and grows by one with each edit that changed at least one cell.
    pub revision: u64,
    /// Memory that the grid holds, in bytes. What searching threads hold is not in it.
    pub bytes: u64,
    /// A number of GridstarEngine, from the def or from the last gridstar_grid_prepare.
    pub engine: u32,
    /// What is there for the grid's own rule and costs at the moment: a sum of GRIDSTAR_PREPARED_ numbers.
    pub prepared: u32,
    /// How many cells have changed since the landmarks were measured, each time counted; 0 without landmarks.
    pub landmark_changes: u64,
    /// The part of `bytes` that landmarks take: 0 before the first search by them.
    pub landmark_bytes: u64,
    /// A number of GridstarOrder, never DEFAULT.
    pub order: u32,
    /// A number of GridstarHeuristic, never DEFAULT.
    pub heuristic: u32,
    /// By what estimates are multiplied in the order A_STAR, rounded as it is used.
    pub heuristic_weight: f64,
}

impl OutStruct<GridstarPathResult> {
    /// Writes nothing but how many places the output buffers need: for the path and, where there is a trace, for that.
    pub(crate) fn write_needed(&self, length: u32, expansions: Option<u32>) {
        let result = self.as_ptr();
        // SAFETY: both fields lie within the first of `SIZES`, which can be written.
        unsafe {
            (&raw mut (*result).length).write(length);
            if let Some(expansions) = expansions {
                (&raw mut (*result).expansions).write(expansions);
            }
        }
    }
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarGridDef {
    const SIZES: &'static [u32] = &[80];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        width: 0,
        height: 0,
        plane: GridstarPlane::Xz as u32,
        cell_size: 1.0,
        origin_x: 0.0,
        origin_y: 0.0,
        origin_z: 0.0,
        straight_cost: 1.0,
        diagonal_cost: 1.4,
        diagonal_rule: GridstarDiagonalRule::Always as u32,
        max_expansions: 0,
        engine: GridstarEngine::Auto as u32,
        reserved: 0,
        order: GridstarOrder::AStar as u32,
        heuristic: GridstarHeuristic::Octile as u32,
        heuristic_weight: 1.0,
    };
}

// SAFETY: as above.
unsafe impl SizedStruct for GridstarQueryDef {
    const SIZES: &'static [u32] = &[48];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        diagonal_rule: GridstarDiagonalRule::Default as u32,
        straight_cost: 0.0,
        diagonal_cost: 0.0,
        heuristic: GridstarHeuristic::Default as u32,
        max_expansions: 0,
        order: GridstarOrder::Default as u32,
        reserved: 0,
        heuristic_weight: 0.0,
    };
}

// SAFETY: as above.
unsafe impl SizedStruct for GridstarPathResult {
    const SIZES: &'static [u32] = &[32];
    const DEFAULT: Self =
        Self { struct_size: size_of::<Self>() as u32, length: 0, cost: 0.0, revision: 0, expansions: 0, engine: 0 };
}

// SAFETY: as above.
unsafe impl SizedStruct for GridstarGridInfo {
    const SIZES: &'static [u32] = &[112];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        width: 0,
        height: 0,
        plane: 0,
        cell_size: 0.0,
        origin_x: 0.0,
        origin_y: 0.0,
        origin_z: 0.0,
        straight_cost: 0.0,
        diagonal_cost: 0.0,
        diagonal_rule: 0,
        max_expansions: 0,
        revision: 0,
        bytes: 0,
        engine: 0,
        prepared: 0,
        landmark_changes: 0,
        landmark_bytes: 0,
        order: 0,
        heuristic: 0,
        heuristic_weight: 0.0,
    };
}

/// # Safety
///
/// As for [`read_def`].
pub(crate) unsafe fn query_def_or_default(def: *const GridstarQueryDef) -> Result<GridstarQueryDef, GridstarStatus> {
    if def.is_null() {
        return Ok(GridstarQueryDef::DEFAULT);
    }
    // SAFETY: the caller's promise.
    unsafe { read_def(def) }
}
