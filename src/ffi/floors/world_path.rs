//! Finding paths through floors between world positions.

use super::path::{FloorEnd, FloorPathCall};
use super::structs::GridstarFloorPathResult;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::positions::PathOut;
use crate::ffi::grid::structs::GridstarQueryDef;

/// Finds the path of gridstar_floors_find_path between two world positions on given floors, and writes world positions:
/// for each cell of the path its center, both ends included. Which floor is below a position is for the caller to say.
///
/// Start and goal are the cells of their floors' grids at the two positions, as for gridstar_grid_find_path_world. The
/// path has the centers of cells, or of agents wider than one cell, where the floors' grids lie in the world.
///
/// `points_out` has room for `point_capacity` points of three floats each: x, y, z. The coordinate across a floor's
/// plane (y in the plane XZ, z in the plane XY), which is the height of the floor, is its grid's origin's in each
/// point, and is ignored in start and goal, but must be finite there.
///
/// Statuses are those of gridstar_floors_find_path, and:
///
/// - OK: the first `length` points of `points_out` are the path.
/// - START_OUTSIDE, GOAL_OUTSIDE: the position is outside the floor's grid.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed number of points; nothing else was written.
/// - NOT_FINITE: a coordinate is NaN or infinite.
///
/// Thread-safe: any number of searches run at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_find_path_world(
    floors: u64,
    start_floor: u32,
    start_x: f32,
    start_y: f32,
    start_z: f32,
    goal_floor: u32,
    goal_x: f32,
    goal_y: f32,
    goal_z: f32,
    query_def: *const GridstarQueryDef,
    points_out: *mut f32,
    point_capacity: u32,
    result_out: *mut GridstarFloorPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let call = unsafe { FloorPathCall::new(query_def, PathOut::points(points_out, point_capacity)?, result_out) }?;
        let start = FloorEnd::Position(start_floor, [start_x, start_y, start_z]);
        call.run(floors, [start, FloorEnd::Position(goal_floor, [goal_x, goal_y, goal_z])])
    })
}
