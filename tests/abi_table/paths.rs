//! Finding paths. From (0, 0) to (3, 3) the path has 4 cells, and the search expands 1 cell.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::SIDE;
use crate::given::Given::*;
use crate::table::{Function, LENGTHS, OUTSIDE, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

static PATH: [Cell; 4] = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(1, 2), Cell::new(2, 2)];

/// The building of `gridstar_grid_try_place` stands on the first two.
static SPAWNS: [Cell; 4] = [Cell::new(1, 1), Cell::new(1, 2), Cell::new(0, 0), Cell::new(0, 0)];
static GOALS: [Cell; 3] = [Cell::new(0, 0); 3];

pub(crate) fn functions() -> Vec<Function> {
    let find = Function::new("gridstar_grid_find_path", Ok, |c| unsafe {
        let (start, goal) = (c.cell("start", 0, (0, 0)), c.cell("goal", 1, (3, 3)));
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 4);
        let result = c.result_out(4);
        gridstar_grid_find_path(c.id("grid"), start, goal, c.query_def(), path, capacity, result) as i32
    })
    .bad_pointer("path_out")
    .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    let trace = Function::new("gridstar_grid_trace_path", Ok, |c| unsafe {
        let (start, goal) = (c.cell("start", 0, (0, 0)), c.cell("goal", 1, (3, 3)));
        let (trace, capacity) = c.buffer("expanded_out", 1, "expanded_capacity", 1);
        let (query, result) = (c.query_def(), c.trace_result_out(1));
        gridstar_grid_trace_path(c.id("grid"), start, goal, query, trace, capacity, result) as i32
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
        let (from, to) = (c.cell("from", 0, (0, 0)), c.cell("to", 1, (3, 3)));
        let (is_free, last, blocked) = (c.out("is_free_out", 0), c.out("last_out", 1), c.out("blocked_out", 2));
        gridstar_grid_linecast(c.id("grid"), from, to, c.query_def(), is_free, last, blocked) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_cell("from", CellOutside)
    // A line may leave the grid, which blocks it.
    .bad_cell("to", Ok)
    .bad_query_def()
    .bad_pointer("is_free_out")
    .bad_pointer("last_out")
    .bad_pointer("blocked_out");

    let nearest = Function::new("gridstar_grid_find_nearest", Ok, |c| unsafe {
        let (x, y, radius) = (c.coordinate("x", 1), c.coordinate("y", 1), c.coordinate("radius", 2));
        gridstar_grid_find_nearest(c.id("grid"), x, y, radius, c.query_def(), c.out("cell_out", 0)) as i32
    });

    let is_reachable = Function::new("gridstar_grid_is_reachable", Ok, |c| unsafe {
        let (from, to) = (c.cell("from", 0, (0, 0)), c.cell("to", 1, (3, 3)));
        gridstar_grid_is_reachable(c.id("grid"), from, to, c.query_def(), c.out("is_reachable_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    // Cells outside the grid are blocked.
    .bad_cell("from", Ok)
    .bad_cell("to", Ok)
    .bad_query_def()
    .bad_pointer("is_reachable_out");

    let place = Function::new("gridstar_grid_try_place", NoPath, |c| unsafe {
        let (spawns, spawn_count) = (c.input("spawns", &SPAWNS), c.size("spawn_count", 3));
        let (goals, goal_count) = (c.input("goals", &GOALS), c.size("goal_count", 2));
        let (building, query, out) = (c.placement(), c.query_def(), c.out("cut_off_out", 0));
        gridstar_grid_try_place(c.id("grid"), building, spawns, spawn_count, goals, goal_count, query, out) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_struct("placement", "placement.struct_size")
    .bad("placement.x", OUTSIDE, BadRect)
    .bad("placement.y", OUTSIDE, BadRect)
    .bad("placement.width", LENGTHS, BadRect)
    .bad("placement.height", LENGTHS, BadRect)
    .bad("placement.cell_type", UNKNOWN, BadCellType)
    .bad_pointer("spawns")
    .bad("spawn_count", &[Zero], Ok)
    .bad("spawn_count", &[OneTooSmall, OneTooLarge], NoPath)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero], Ok)
    .bad("goal_count", &[OneTooSmall, OneTooLarge], NoPath)
    .bad_query_def()
    // Only the status tells.
    .bad("cut_off_out", &[Null], NoPath);

    let reachable = Function::new("gridstar_grid_find_nearest_reachable", Ok, |c| unsafe {
        let (cell, radius) = (c.cell("cell", 0, (1, 1)), c.coordinate("radius", 2));
        let (start, query, out) = (c.cell("start", 1, (0, 0)), c.query_def(), c.out("cell_out", 0));
        gridstar_grid_find_nearest_reachable(c.id("grid"), cell, radius, start, query, out) as i32
    })
    .bad_cell("start", CellOutside)
    .bad_pointer("cell");

    let centers = Function::new("gridstar_grid_get_centers", Ok, |c| unsafe {
        let (cells, count) = (c.input("cells", &PATH), c.size("count", 3));
        let (points, capacity) = c.buffer::<f32>("points_out", 0, "capacity", 4);
        let size = c.number("agent_size", 1, GRIDSTAR_MAX_AGENT_SIZE + 1);
        gridstar_grid_get_centers(c.id("grid"), cells, count, size, points, capacity) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("cells")
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad("agent_size", &[Zero, Beyond, NegativeAsUnsigned, Huge], BadAgentSize)
    .bad_pointer("points_out")
    .bad("capacity", &[OneTooSmall], Ok)
    .bad("capacity", &[Zero, Null], BufferTooSmall)
    .special("cells", Beyond, CellOutside, |c| unsafe {
        let outside = [Cell::new(0, 0), Cell::new(SIDE as i32, 0)];
        gridstar_grid_get_centers(c.id("grid"), outside.as_ptr(), 2, 1, c.out("points_out", 0), 2) as i32
    });

    let nearest = nearest
        // A point may lie outside the grid, near it or out of the radius.
        .bad("x", &[Negative, Beyond], Ok)
        .bad("x", &[Lowest, Highest], NoCellFound)
        .bad("y", &[Negative, Beyond], Ok)
        .bad("y", &[Lowest, Highest], NoCellFound);
    let reachable = reachable
        .bad("cell.x", &[Negative, Beyond], Ok)
        .bad("cell.x", &[Lowest, Highest], NoCellFound)
        .bad("cell.y", &[Negative, Beyond], Ok)
        .bad("cell.y", &[Lowest, Highest], NoCellFound);
    let nearest = [bad_nearest(nearest), bad_nearest(reachable)];
    [bad_search(find), bad_search(trace), check, linecast, is_reachable, place, centers]
        .into_iter()
        .chain(nearest)
        .collect()
}

/// The arguments that both searches for the nearest cell have in common.
fn bad_nearest(search: Function) -> Function {
    search
        .bad_id("grid", InvalidId)
        .bad("radius", &[Beyond], Ok)
        .bad("radius", &[Negative, Lowest, Highest], BadRadius)
        .bad_query_def()
        .bad_pointer("cell_out")
}

/// The arguments that finding and tracing a path have in common.
fn bad_search(search: Function) -> Function {
    search
        .bad_id("grid", InvalidId)
        .bad_cell("start", StartOutside)
        .bad_cell("goal", GoalOutside)
        .bad_query_def()
        .bad_struct("result_out", "result_out.struct_size")
}
