//! Finding paths. From (0, 0) to (3, 3) the path has 4 cells, and the search expands 1 cell.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::SIDE;
use crate::given::Given::*;
use crate::table::{Function, LENGTHS, NOT_FINITE, OUTSIDE, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

static PATH: [Cell; 4] = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(1, 2), Cell::new(2, 2)];

/// The building of `gridstar_grid_try_place` stands on the first two.
static SPAWNS: [Cell; 4] = [Cell::new(1, 1), Cell::new(1, 2), Cell::new(0, 0), Cell::new(0, 0)];
static GOALS: [Cell; 3] = [Cell::new(0, 0); 3];

pub(crate) fn functions() -> Vec<Function> {
    let find = Function::new("gridstar_grid_find_path", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("start_x", 0), c.coordinate("start_y", 0));
        let (goal_x, goal_y) = (c.coordinate("goal_x", 3), c.coordinate("goal_y", 3));
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 4);
        let result = c.result_out(4, None);
        gridstar_grid_find_path(c.id("grid"), x, y, goal_x, goal_y, c.query_def(), path, capacity, result) as i32
    });

    let world = Function::new("gridstar_grid_find_path_world", Ok, |c| unsafe {
        let [x, y, z] = ["start_x", "start_y", "start_z"].map(|argument| c.float(argument, 0.5));
        let [goal_x, goal_y, goal_z] = ["goal_x", "goal_y", "goal_z"].map(|argument| c.float(argument, 3.5));
        let (points, capacity) = c.buffer("points_out", 0, "point_capacity", 4);
        let (id, query, result) = (c.id("grid"), c.query_def(), c.result_out(4, None));
        gridstar_grid_find_path_world(id, x, y, z, goal_x, goal_y, goal_z, query, points, capacity, result) as i32
    })
    .bad("start_x", &[Negative], StartOutside)
    .bad("start_z", &[Negative], StartOutside)
    .bad("goal_x", &[Negative], GoalOutside)
    .bad("goal_z", &[Negative], GoalOutside)
    .bad_pointer("points_out")
    .bad("point_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_id("grid", InvalidId)
    .bad_query_def()
    .bad_struct("result_out", "result_out.struct_size");
    let world = bad_positions(world);

    let trace = Function::new("gridstar_grid_trace_path", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("start_x", 0), c.coordinate("start_y", 0));
        let (goal_x, goal_y) = (c.coordinate("goal_x", 3), c.coordinate("goal_y", 3));
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 4);
        let (trace, trace_capacity) = c.buffer("expanded_out", 1, "expanded_capacity", 1);
        let (query, result) = (c.query_def(), c.result_out(4, Some(1)));
        let id = c.id("grid");
        gridstar_grid_trace_path(id, x, y, goal_x, goal_y, query, path, capacity, trace, trace_capacity, result) as i32
    })
    .bad_pointer("expanded_out")
    .bad("expanded_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    let check = Function::new("gridstar_grid_check_path", Ok, |c| unsafe {
        let (path, count) = (c.input("cells", &PATH), c.size("count", 3));
        let (usable, revision) = (c.out("usable_out", 0), c.out("revision_out", 1));
        gridstar_grid_check_path(c.id("grid"), path, count, c.query_def(), usable, revision) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("cells")
    // Any number of cells is a path that can be checked.
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_query_def()
    .bad_pointer("usable_out")
    .bad_pointer("revision_out");

    let linecast = Function::new("gridstar_grid_linecast", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("from_x", 0), c.coordinate("from_y", 0));
        let (to_x, to_y) = (c.coordinate("to_x", 3), c.coordinate("to_y", 3));
        let (is_free, last, blocked) = (c.out("is_free_out", 0), c.out("last_out", 1), c.out("blocked_out", 2));
        gridstar_grid_linecast(c.id("grid"), x, y, to_x, to_y, c.query_def(), is_free, last, blocked) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("from_x", OUTSIDE, CellOutside)
    .bad("from_y", OUTSIDE, CellOutside)
    // A line may leave the grid, which blocks it.
    .bad("to_x", OUTSIDE, Ok)
    .bad("to_y", OUTSIDE, Ok)
    .bad_query_def()
    .bad_pointer("is_free_out")
    .bad_pointer("last_out")
    .bad_pointer("blocked_out");

    let nearest = Function::new("gridstar_grid_find_nearest", Ok, |c| unsafe {
        let (x, y, radius) = (c.coordinate("x", 1), c.coordinate("y", 1), c.coordinate("radius", 2));
        gridstar_grid_find_nearest(c.id("grid"), x, y, radius, c.query_def(), c.out("cell_out", 0)) as i32
    });

    let is_reachable = Function::new("gridstar_grid_is_reachable", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("from_x", 0), c.coordinate("from_y", 0));
        let (to_x, to_y) = (c.coordinate("to_x", 3), c.coordinate("to_y", 3));
        gridstar_grid_is_reachable(c.id("grid"), x, y, to_x, to_y, c.query_def(), c.out("is_reachable_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    // Cells outside the grid are blocked.
    .bad("from_x", OUTSIDE, Ok)
    .bad("from_y", OUTSIDE, Ok)
    .bad("to_x", OUTSIDE, Ok)
    .bad("to_y", OUTSIDE, Ok)
    .bad_query_def()
    .bad_pointer("is_reachable_out");

    let place = Function::new("gridstar_grid_try_place", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let (width, height) = (c.number("width", 2, SIDE), c.number("height", 3, SIDE));
        let cell_type = c.number("cell_type", 1, 256);
        let (spawns, spawn_count) = (c.input("spawns", &SPAWNS), c.size("spawn_count", 3));
        let (goals, goal_count) = (c.input("goals", &GOALS), c.size("goal_count", 2));
        let (out, capacity) = c.buffer("cut_off_out", 0, "capacity", 2);
        let (query, count) = (c.query_def(), c.count_out("cut_off_count_out", 2));
        let id = c.id("grid");
        gridstar_grid_try_place(
            id,
            x,
            y,
            width,
            height,
            cell_type,
            spawns,
            spawn_count,
            goals,
            goal_count,
            query,
            out,
            capacity,
            count,
        ) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, BadRect)
    .bad("y", OUTSIDE, BadRect)
    .bad("width", LENGTHS, BadRect)
    .bad("height", LENGTHS, BadRect)
    .bad("cell_type", UNKNOWN, BadCellType)
    .bad_pointer("spawns")
    .bad("spawn_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_query_def()
    .bad_pointer("cut_off_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("cut_off_count_out");

    let reachable = Function::new("gridstar_grid_find_nearest_reachable", Ok, |c| unsafe {
        let (x, y, radius) = (c.coordinate("x", 1), c.coordinate("y", 1), c.coordinate("radius", 2));
        let (start_x, start_y) = (c.coordinate("start_x", 0), c.coordinate("start_y", 0));
        let (query, cell) = (c.query_def(), c.out("cell_out", 0));
        gridstar_grid_find_nearest_reachable(c.id("grid"), x, y, radius, start_x, start_y, query, cell) as i32
    })
    .bad("start_x", OUTSIDE, CellOutside)
    .bad("start_y", OUTSIDE, CellOutside);

    let nearest = [bad_nearest(nearest), bad_nearest(reachable)];
    [bad_search(find), world, bad_search(trace), check, linecast, is_reachable, place]
        .into_iter()
        .chain(nearest)
        .collect()
}

/// The coordinates of start and goal.
pub(crate) fn bad_positions(search: Function) -> Function {
    let coordinates = ["start_x", "start_y", "start_z", "goal_x", "goal_y", "goal_z"];
    coordinates.into_iter().fold(search, |search, coordinate| search.bad(coordinate, NOT_FINITE, NotFinite))
}

/// The arguments that both searches for the nearest cell have in common.
fn bad_nearest(search: Function) -> Function {
    search
        .bad_id("grid", InvalidId)
        // A point may lie outside the grid, near it or out of the radius.
        .bad("x", &[Negative, Beyond], Ok)
        .bad("x", &[Lowest, Highest], NoCellFound)
        .bad("y", &[Negative, Beyond], Ok)
        .bad("y", &[Lowest, Highest], NoCellFound)
        .bad("radius", &[Beyond], Ok)
        .bad("radius", &[Negative, Lowest, Highest], BadRadius)
        .bad_query_def()
        .bad_pointer("cell_out")
}

/// The arguments that finding and tracing a path have in common.
fn bad_search(search: Function) -> Function {
    search
        .bad_id("grid", InvalidId)
        .bad("start_x", OUTSIDE, StartOutside)
        .bad("start_y", OUTSIDE, StartOutside)
        .bad("goal_x", OUTSIDE, GoalOutside)
        .bad("goal_y", OUTSIDE, GoalOutside)
        .bad_query_def()
        .bad_pointer("path_out")
        .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
        .bad_struct("result_out", "result_out.struct_size")
}
