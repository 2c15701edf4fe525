//! Finding paths between world positions.

use super::path::{Ends, PathCall};
use super::positions::PathOut;
use super::structs::{GridstarPathResult, GridstarQueryDef};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::status::GridstarStatus;

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
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed number of points; nothing else was written.
/// - NOT_FINITE: a coordinate is NaN or infinite.
///
/// Thread-safe: any number of searches of one grid run at once. Each sees the grid's state at its start.
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
        let call = unsafe { PathCall::new(query_def, PathOut::points(points_out, point_capacity)?, result_out) }?;
        call.run(grid, Ends::Positions([[start_x, start_y, start_z], [goal_x, goal_y, goal_z]]), None)
    })
}
