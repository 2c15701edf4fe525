//! Finding paths between world positions.

use super::object::grid;
use super::path::{PathCall, PathOut, PathOutputs};
use super::positions::points_out;
use super::structs::{GridstarPathResult, GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::OutStruct;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::profile::object::agent;

/// Finds the path of gridstar_grid_find_path between two world positions, and writes world positions: for each cell of
/// the path its center, both ends included.
///
/// Start and goal are the cells at the two positions, as gridstar_grid_get_cell_at gives them. For an agent wider than
/// one cell, a position is that of the agent's center: the search starts and ends at the cells that
/// gridstar_grid_get_agent_anchor gives, and the path has the positions of gridstar_grid_get_agent_center. So a
/// position inside the grid, near any of its edges, means the nearest place where the agent is inside the grid.
///
/// `points_out` has room for `point_capacity` points of three floats each: x, y, z. The coordinate across the grid's
/// plane (y in the plane XZ, z in the plane XY) is the origin's in each point, and is ignored in start and goal, but
/// must be finite there.
///
/// Statuses are those of gridstar_grid_find_path, and:
///
/// - OK: the first `length` points of `points_out` are the path.
/// - START_OUTSIDE, GOAL_OUTSIDE: the position is outside the grid.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed number of points; nothing else was written. The thread keeps
///   the path as gridstar_grid_find_path does.
/// - NOT_FINITE: a coordinate is NaN or infinite.
/// - NO_PATH, GOAL_BLOCKED, LIMIT_REACHED, NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID,
///   UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, INVALID_PROFILE,
///   BAD_AGENT_SIZE, INVALID_COVER, OUT_OF_MEMORY, POISONED: as there.
///
/// Thread-safe: any number of searches of one grid run at once. Each sees the grid's state at its start.
///
/// # Safety
///
/// `query_def` is null or valid for reads of `query_def->struct_size` bytes. `points_out` is null or valid for writes
/// of 3 * `point_capacity` floats. `result_out` is null or valid for writes of `result_out->struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_path_world(
    grid: u64,
    start_x: f32,
    start_y: f32,
    start_z: f32,
    goal_x: f32,
    goal_y: f32,
    goal_z: f32,
    query_def: *const GridstarQueryDef,
    points_out: *mut f32,
    point_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (query_def, path_out, result_out) = unsafe {
            let path_out = self::points_out(points_out, point_capacity)?;
            (query_def_or_default(query_def)?, PathOut::Points(path_out), OutStruct::new(result_out)?)
        };
        let (space, map) = {
            let object = self::grid(grid)?;
            (object.space, object.grid.size())
        };
        let size = agent(&query_def)?.size.cells();
        let start = space.end_at([start_x, start_y, start_z], size, map)?;
        let goal = space.end_at([goal_x, goal_y, goal_z], size, map)?;
        PathCall { start, goal, query_def, out: PathOutputs { path: path_out, result: result_out } }.run(grid, None)
    })
}
