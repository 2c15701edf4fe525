//! Structs of grids, queries and paths. A struct begins with its size, so that a caller and a library of different
//! versions know which fields the other has. Later versions add fields at the end. 64-bit fields lie at multiples of 8.

use crate::ffi::boundary::numbers::{GridstarHeuristic, GridstarOrder};
use crate::ffi::boundary::pointers::{SizedStruct, read_def, zeros};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Rect;

/// A rectangle of cells.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarRect {
    /// First column.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl From<Rect> for GridstarRect {
    fn from(Rect { x, y, width, height }: Rect) -> Self {
        Self { x, y, width, height }
    }
}

impl From<GridstarRect> for Rect {
    fn from(GridstarRect { x, y, width, height }: GridstarRect) -> Self {
        Self { x, y, width, height }
    }
}

/// Settings of a new grid. Fill it with gridstar_grid_def_default, set width and height, then change what you need.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// Columns: 1 <= width <= GRIDSTAR_MAX_SIDE. No default.
    pub width: u32,
    /// Rows: 1 <= height <= GRIDSTAR_MAX_SIDE. No default.
    pub height: u32,
    /// A value of GridstarPlane. Default: XZ.
    pub plane: u32,
    /// Side of a cell in world units: finite, cell_size > 0, and large enough for the grid's place (see
    /// gridstar_grid_create). For hexagons, the distance between the centers of neighbors. Default: 1.
    pub cell_size: f32,
    /// World x coordinate of the lowest corner of cell (0, 0): finite. Default: 0.
    pub origin_x: f32,
    /// World y coordinate of the lowest corner of cell (0, 0): finite. Default: 0.
    pub origin_y: f32,
    /// World z coordinate of the lowest corner of cell (0, 0): finite. Default: 0.
    pub origin_z: f32,
    /// Cost of a straight step: finite, straight_cost > 0. Default: 1. If both costs are 0, they are 1 and 1.4.
    pub straight_cost: f64,
    /// Cost of a diagonal step: straight_cost <= diagonal_cost <= 2 * straight_cost. Default: 1.4. Searches round the
    /// ratio of both costs to the nearest fraction with a denominator of at most 8000. An optimal path has the least
    /// possible cost after this rounding.
    pub diagonal_cost: f64,
    /// A value of GridstarDiagonalRule. Default: DEFAULT, which is ALWAYS, or HEX for a hexagonal grid.
    pub diagonal_rule: u32,
    /// The largest number of cells that a search may expand: see gridstar_grid_find_path. Default: 0, no limit.
    pub max_expansions: u32,
    /// A value of GridstarEngine. Default: AUTO.
    pub engine: u32,
    /// A value of GridstarLayout. Default: SQUARE.
    pub layout: u32,
    /// A value of GridstarOrder, which also tells what a path may cost. Default: A_STAR.
    pub order: u32,
    /// A value of GridstarHeuristic. Default: OCTILE.
    pub heuristic: u32,
    /// Factor of the heuristic in the order A_STAR: 1/131072 <= heuristic_weight <= 1024. Default: 1, which 0 also
    /// means. Rounded to the nearest multiple of 1/65536. For a search without an estimate, choose the heuristic ZERO.
    pub heuristic_weight: f64,
    /// The x coordinate of the column axis: the vector from a cell to the next column, in world units. Default: 0. If
    /// both axes are 0, they follow from `plane` and `cell_size`; else `plane` and `cell_size` count nothing.
    pub column_axis_x: f32,
    /// The y coordinate of the column axis.
    pub column_axis_y: f32,
    /// The z coordinate of the column axis.
    pub column_axis_z: f32,
    /// The x coordinate of the row axis: the vector from a cell to the next row, in world units. Default: 0.
    pub row_axis_x: f32,
    /// The y coordinate of the row axis.
    pub row_axis_y: f32,
    /// The z coordinate of the row axis.
    pub row_axis_z: f32,
}

/// A building that is not there yet: see gridstar_grid_try_place. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridstarPlacement {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// First column of the building.
    pub x: i32,
    /// First row of the building.
    pub y: i32,
    /// Number of columns, at least 1. The building lies inside the grid.
    pub width: u32,
    /// Number of rows, at least 1.
    pub height: u32,
    /// The type that its cells would get: 0 <= cell_type <= 255.
    pub cell_type: u32,
}

/// Where a grid lies in the world: see gridstar_grid_set_place. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPlace {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// World x coordinate of the lowest corner of cell (0, 0): finite.
    pub origin_x: f32,
    /// World y coordinate of the lowest corner of cell (0, 0): finite.
    pub origin_y: f32,
    /// World z coordinate of the lowest corner of cell (0, 0): finite.
    pub origin_z: f32,
    /// The x coordinate of the column axis: the vector from a cell to the next column, in world units.
    pub column_axis_x: f32,
    /// The y coordinate of the column axis.
    pub column_axis_y: f32,
    /// The z coordinate of the column axis.
    pub column_axis_z: f32,
    /// The x coordinate of the row axis: the vector from a cell to the next row, in world units.
    pub row_axis_x: f32,
    /// The y coordinate of the row axis.
    pub row_axis_y: f32,
    /// The z coordinate of the row axis.
    pub row_axis_z: f32,
}

/// Settings of one query. A zero means the grid's setting, so a struct of zeros with its size is valid.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarQueryDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// A value of GridstarDiagonalRule. Default: the grid's rule.
    pub diagonal_rule: u32,
    /// Cost of a straight step: finite, straight_cost > 0. If both costs are 0, they are the grid's, which is the
    /// default.
    pub straight_cost: f64,
    /// Cost of a diagonal step: straight_cost <= diagonal_cost <= 2 * straight_cost.
    pub diagonal_cost: f64,
    /// A value of GridstarHeuristic. Default: the grid's heuristic.
    pub heuristic: u32,
    /// The largest number of cells that the search may expand. Default: 0, the grid's limit.
    pub max_expansions: u32,
    /// A value of GridstarOrder, which also tells what a path may cost. Default: the grid's order.
    pub order: u32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
    /// Factor of the heuristic in the order A_STAR: 1/131072 <= heuristic_weight <= 1024. Default: 0, the grid's
    /// weight. Rounded to the nearest multiple of 1/65536. For a search without an estimate, choose the heuristic ZERO.
    pub heuristic_weight: f64,
    /// The id of a profile (see gridstar_profile_create), which tells what cells cost. Default: 0, no profile: cells of
    /// type 1 are blocked, and all others have a multiplier of 1.
    pub profile: u64,
    /// How many cells the agent is wide and high: 1 <= agent_size <= GRIDSTAR_MAX_AGENT_SIZE, and 1 or 3 on a hexagonal
    /// grid, where 3 is a cell and its six neighbors (see GridstarLayout). Start, goal and path are
    /// its lowest cells. The agent stands where it covers no blocked cell, and is charged by the largest multiplier and
    /// the largest penalty that it covers. The diagonal rule looks at the two squares beside a step. Default: 0, one
    /// cell.
    pub agent_size: u32,
    /// A sum of GRIDSTAR_QUERY_ flags. Default: 0.
    pub flags: u32,
    /// The most that the path may cost, on the scale of the query's costs: finite and above 0. Rounding does not count
    /// against a path: see gridstar_grid_find_path. Default: 0, no limit.
    /// Steppers serve it, floors do not (UNSUPPORTED_QUERY). Calls that find no path ignore it.
    pub max_cost: f64,
    /// A value of GridstarPathForm: which cells of the path are written. Default: CELLS. Steppers and floors accept no
    /// other form (UNSUPPORTED_QUERY). gridstar_grid_check_path checks steps or lines by it. Other calls do the same
    /// for each form.
    pub path_form: u32,
    /// Only this many cells of a path are written, the first ones: `length` and the needed capacity are at most this.
    /// `cost` stays that of the whole path, which these cells begin. For agents on long ways, which search again before
    /// they have gone that far. In the form WAY_POINTS, the last point is the last of these cells. Default: 0, all
    /// cells. UNSUPPORTED_QUERY for the forms STRAIGHTENED and ANY_ANGLE, steppers and floors.
    pub max_cells: u32,
    /// The id of a cover of the grid (see gridstar_cover_create) that the query leaves out: where it alone covers a
    /// cell, the cell is as the map says. For an agent with a cover of its own, which would block itself. Default: 0,
    /// none. INVALID_COVER for a cover of another grid. Floors and reservations serve no such queries
    /// (UNSUPPORTED_QUERY). gridstar_grid_prepare_query prepares what it would without.
    ///
    /// Where the cover blocks cells, A* over cells answers such a query, after it has copied two bits per cell of the
    /// map, and a goal out of reach is found by labelling all cells anew.
    pub without_cover: u64,
}

/// Result of a search. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPathResult {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of cells that the query's path form has, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path, on the scale of the query's costs; 0 without a path. Infinity if step costs of 10^290 or more
    /// overflow. GridstarPathForm tells what it means for a straightened path.
    pub cost: f64,
    /// Revision of the grid that the search saw: it tells which edits the path knows.
    pub revision: u64,
    /// Number of expanded cells; with jump points, cells where a path may turn. 0 unless the status is OK, PARTIAL_PATH
    /// or LIMIT_REACHED; gridstar_stepper_finish writes the number of all expansions for every status.
    pub expansions: u32,
    /// The engine that answered, a value of GridstarEngine. AUTO if no search was needed, and for NO_PATH.
    pub engine: u32,
    /// How far from optimal the path can be: it costs at most `bound` times as much as an optimal one. The cost is
    /// divided by the largest cost that the search knows no path to be below, and the ratio rounded up. 1 for an
    /// optimal path, at most what GridstarOrder allows for others, finite even after a greedy search, and 0 without a
    /// path. For a partial path, optimal means to a nearest cell; after a way out of an obstacle, by a cheapest
    /// crossing. For a straightened path, the costs are those before straightening.
    pub bound: f32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
}

/// The settings and the state of a grid. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarGridInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// A value of GridstarPlane: the plane in which the cells lie, or the one to which their plane is nearer.
    pub plane: u32,
    /// Side of a cell in world units; of cells that are no squares, the distance of the two nearer opposite edges.
    pub cell_size: f32,
    /// World x coordinate of the lowest corner of cell (0, 0).
    pub origin_x: f32,
    /// World y coordinate of the lowest corner of cell (0, 0).
    pub origin_y: f32,
    /// World z coordinate of the lowest corner of cell (0, 0).
    pub origin_z: f32,
    /// Cost of a straight step.
    pub straight_cost: f64,
    /// Cost of a diagonal step.
    pub diagonal_cost: f64,
    /// A value of GridstarDiagonalRule, never DEFAULT.
    pub diagonal_rule: u32,
    /// The largest number of cells that a search may expand; 0: no limit.
    pub max_expansions: u32,
    /// Number of edits that changed at least one cell.
    pub revision: u64,
    /// Memory of the grid in bytes. Memory of the searching threads is not included.
    pub bytes: u64,
    /// A value of GridstarEngine, from the def or the last gridstar_grid_prepare.
    pub engine: u32,
    /// The derived data that exists now for the grid's own rule and costs: a sum of GRIDSTAR_PREPARED_ flags.
    pub prepared: u32,
    /// Number of cell changes since the landmarks were measured; 0 without landmarks.
    pub landmark_changes: u64,
    /// Memory of the landmarks in bytes, a part of `bytes`. 0 before the first search that uses them.
    pub landmark_bytes: u64,
    /// A value of GridstarOrder, never DEFAULT.
    pub order: u32,
    /// A value of GridstarHeuristic, never DEFAULT.
    pub heuristic: u32,
    /// Factor of the heuristic in the order A_STAR, after rounding.
    pub heuristic_weight: f64,
    /// Memory of the data derived for profiles and larger agents in bytes, a part of `bytes`.
    pub layer_bytes: u64,
    /// Number of profiles and sizes of agents for which there is derived data.
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

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarPlacement {
    const SIZES: &'static [u32] = &[24];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarPlace {
    const SIZES: &'static [u32] = &[40];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarQueryDef {
    const SIZES: &'static [u32] = &[88];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarPathResult {
    const SIZES: &'static [u32] = &[40];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarGridInfo {
    const SIZES: &'static [u32] = &[128];
}

/// The caller's query def, or the defaults for a null pointer.
///
/// # Safety
///
/// Needs of `def` what [`read_def`] needs.
pub(crate) unsafe fn query_def_or_default(def: *const GridstarQueryDef) -> Result<GridstarQueryDef, GridstarStatus> {
    if def.is_null() {
        return Ok(GridstarQueryDef::DEFAULT);
    }
    // SAFETY: the caller upholds the contract of this function.
    unsafe { read_def(def) }
}
