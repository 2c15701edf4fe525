//! Fields. The fixture's field has its goal at (3, 3), 4 cells away from (0, 0).

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::{CELLS, SIDE};
use crate::given::Given::*;
use crate::table::{FLAGS, Function, MAX_COSTS, NOT_FINITE, OUTSIDE, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::null;

const GOALS: [Cell; 2] = [Cell::new(3, 3), Cell::new(0, 0)];
const OUTSIDE_GOALS: [Cell; 2] = [Cell::new(0, 0), Cell::new(SIDE as i32, 0)];
const WEIGHTS: [f64; 2] = [1.0, -1024.0];
const BAD_WEIGHTS: [f64; 2] = [1.0, f64::NAN];
const POSITIONS: [f32; 6] = [0.5; 6];
const BAD_POSITIONS: [f32; 6] = [0.5, f32::NAN, 0.5, 0.5, 0.5, 0.5];

pub(crate) fn functions() -> Vec<Function> {
    [life(), building(), reading(), many()].into_iter().flatten().collect()
}

fn combine() -> Function {
    Function::new("gridstar_field_combine", Ok, |c| unsafe {
        let (fields, weights) = (c.fields("fields"), c.input("weights", &WEIGHTS));
        let (count, how) = (c.size("field_count", 1), c.number("operation", 0, 3));
        let (def, out) = (c.query_def(), c.out("field_out", 0));
        gridstar_field_combine(c.id("grid"), fields, weights, count, how, 0, def, out) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("fields")
    .bad_pointer("weights")
    .bad("field_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad("operation", UNKNOWN, BadFlag)
    .bad_query_def()
    .bad_pointer("field_out")
    .special("max_visits", OneTooSmall, StillRunning, |c| unsafe {
        let (fields, out) = (c.fields("fields"), c.out("field_out", 0));
        gridstar_field_combine(c.id("grid"), fields, WEIGHTS.as_ptr(), 1, 0, 1, null(), out) as i32
    })
    .special("fields", ForeignId, InvalidId, |c| unsafe {
        let (grid, out) = (c.id("grid"), c.out("field_out", 0));
        gridstar_field_combine(grid, &grid, WEIGHTS.as_ptr(), 1, 0, 0, null(), out) as i32
    })
    .special("weights", NotANumber, BadWeight, |c| unsafe {
        let (fields, out) = (c.fields("fields"), c.out("field_out", 0));
        gridstar_field_combine(c.id("grid"), fields, BAD_WEIGHTS.as_ptr(), 2, 0, 0, null(), out) as i32
    })
}

fn life() -> Vec<Function> {
    let create = Function::new("gridstar_field_create", Ok, |c| unsafe {
        let (goals, count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        let (flags, def) = (c.number("flags", 0, 2), c.query_def());
        gridstar_field_create(c.id("grid"), goals, count, flags, 0, def, c.out("field_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad("flags", FLAGS, BadFlag)
    .bad_query_def()
    .bad_pointer("field_out")
    .special("max_visits", OneTooSmall, StillRunning, |c| unsafe {
        gridstar_field_create(c.id("grid"), GOALS.as_ptr(), 1, 0, 1, null(), c.out("field_out", 0)) as i32
    })
    .special("goals", Beyond, CellOutside, |c| unsafe {
        gridstar_field_create(c.id("grid"), OUTSIDE_GOALS.as_ptr(), 2, 0, 0, null(), c.out("field_out", 0)) as i32
    });

    let info = Function::new("gridstar_field_get_info", Ok, |c| unsafe {
        gridstar_field_get_info(c.id("field"), c.sized("info_out")) as i32
    })
    .bad_id("field", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![create, combine(), info]
}

fn building() -> Vec<Function> {
    let advance = Function::new("gridstar_field_advance", Ok, |c| gridstar_field_advance(c.id("field"), 0) as i32)
        .bad_id("field", InvalidId);

    let submit = Function::new("gridstar_field_submit", Ok, |c| gridstar_field_submit(c.id("field"), 0) as i32)
        .bad_id("field", InvalidId);

    let update = Function::new("gridstar_field_update", Ok, |c| gridstar_field_update(c.id("field"), 0) as i32)
        .bad_id("field", InvalidId);

    let set_goals = Function::new("gridstar_field_set_goals", Ok, |c| unsafe {
        let (goals, count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        gridstar_field_set_goals(c.id("field"), goals, count, 0) as i32
    })
    .bad_id("field", InvalidId)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("goals", Beyond, CellOutside, |c| unsafe {
        gridstar_field_set_goals(c.id("field"), OUTSIDE_GOALS.as_ptr(), 2, 0) as i32
    });

    vec![advance, submit, update, set_goals]
}

fn reading() -> Vec<Function> {
    let costs = Function::new("gridstar_field_get_costs", Ok, |c| unsafe {
        let (rect, (costs, capacity)) = (c.rect(), c.buffer("costs_out", 0, "capacity", 6));
        gridstar_field_get_costs(c.id("field"), rect, costs, capacity, c.count_out("count_out", 6)) as i32
    })
    .bad_id("field", InvalidId)
    .bad_rect()
    // All cells of the grid.
    .special("rect", Null, BufferTooSmall, |c| unsafe {
        let (id, out, count) = (c.id("field"), c.out("costs_out", 0), c.count_out("count_out", CELLS));
        gridstar_field_get_costs(id, std::ptr::null(), out, 6, count) as i32
    })
    .bad_pointer("costs_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let steps = Function::new("gridstar_field_get_steps", Ok, |c| unsafe {
        let (cells, count) = (c.input("cells", &GOALS), c.size("count", 2));
        let (steps, capacity) = c.buffer("steps_out", 0, "capacity", 2);
        gridstar_field_get_steps(c.id("field"), cells, count, steps, capacity) as i32
    })
    .bad_id("field", InvalidId)
    .bad_pointer("cells")
    .bad("count", &[Zero, OneTooSmall], Ok)
    .special("count", OneTooLarge, BufferTooSmall, |c| unsafe {
        gridstar_field_get_steps(c.id("field"), GOALS.as_ptr(), 2, c.out("steps_out", 0), 1) as i32
    })
    .bad_pointer("steps_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    let velocities = Function::new("gridstar_field_get_velocities", Ok, |c| unsafe {
        let (positions, count) = (c.input("positions", &POSITIONS), c.size("count", 2));
        let (velocities, capacity) = c.buffer("velocities_out", 0, "capacity", 2);
        let speed = c.float("speed", 1.0);
        gridstar_field_get_velocities(c.id("field"), positions, count, speed, velocities, capacity) as i32
    })
    .bad_id("field", InvalidId)
    .bad_pointer("positions")
    .bad("count", &[Zero, OneTooSmall], Ok)
    .special("count", OneTooLarge, BufferTooSmall, |c| unsafe {
        gridstar_field_get_velocities(c.id("field"), POSITIONS.as_ptr(), 2, 1.0, c.out("velocities_out", 0), 1) as i32
    })
    .special("positions", NotANumber, NotFinite, |c| unsafe {
        let velocities = c.out("velocities_out", 0);
        gridstar_field_get_velocities(c.id("field"), BAD_POSITIONS.as_ptr(), 2, 1.0, velocities, 2) as i32
    })
    .bad("speed", NOT_FINITE, NotFinite)
    .bad_pointer("velocities_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    let path = Function::new("gridstar_field_find_path", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 0), c.coordinate("y", 0));
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 4);
        gridstar_field_find_path(c.id("field"), x, y, path, capacity, c.result_out(4)) as i32
    })
    .bad_id("field", InvalidId)
    .bad("x", OUTSIDE, StartOutside)
    .bad("y", OUTSIDE, StartOutside)
    .bad_pointer("path_out")
    .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_struct("result_out", "result_out.struct_size");

    vec![costs, steps, velocities, path, range(), border(), penalties()]
}

fn range() -> Function {
    Function::new("gridstar_field_get_range", Ok, |c| unsafe {
        let (most, by_cost) = (c.double("max_cost", 1.0), c.number("by_cost", 1, 2));
        let (cells, capacity) = c.buffer("cells_out", 0, "capacity", 3);
        let count = c.count_out("count_out", 3);
        gridstar_field_get_range(c.id("field"), most, by_cost, 0, cells, capacity, count) as i32
    })
    .bad_id("field", InvalidId)
    .bad("max_cost", MAX_COSTS, BadCostLimit)
    .bad("by_cost", FLAGS, BadFlag)
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out")
}

fn border() -> Function {
    Function::new("gridstar_field_get_border", Ok, |c| unsafe {
        let most = c.double("max_cost", 1.0);
        let (corners, capacity) = c.buffer("corners_out", 0, "capacity", 12);
        gridstar_field_get_border(c.id("field"), most, corners, capacity, c.count_out("count_out", 12)) as i32
    })
    .bad_id("field", InvalidId)
    .bad("max_cost", MAX_COSTS, BadCostLimit)
    .bad_pointer("corners_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out")
}

fn penalties() -> Function {
    Function::new("gridstar_field_write_penalties", Ok, |c| {
        let (near, near_penalty) = (c.double("near_cost", 1.0), c.number("near_penalty", 9, 256));
        let (far, far_penalty) = (c.double("far_cost", 3.0), c.number("far_penalty", 1, 256));
        gridstar_field_write_penalties(c.id("field"), near, near_penalty, far, far_penalty) as i32
    })
    .bad_id("field", InvalidId)
    .bad("near_cost", MAX_COSTS, BadCostLimit)
    .bad("near_penalty", UNKNOWN, BadPenalty)
    .bad("far_cost", MAX_COSTS, BadCostLimit)
    .bad("far_penalty", UNKNOWN, BadPenalty)
    .special("far_cost", Zero, BadCostLimit, |c| gridstar_field_write_penalties(c.id("field"), 0.0, 0, 0.0, 0) as i32)
}

fn many() -> Vec<Function> {
    let nearest = Function::new("gridstar_grid_find_nearest_goals", Ok, |c| unsafe {
        let (goals, count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        let (nearest, capacity) = c.buffer("nearest_out", 0, "capacity", 2);
        let (start, def, found) = (c.cell("start", 0, (0, 0)), c.query_def(), c.count_out("count_out", 1));
        gridstar_grid_find_nearest_goals(c.id("grid"), start, goals, count, def, nearest, capacity, found) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_cell("start", CellOutside)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("goals", Beyond, CellOutside, |c| unsafe {
        let (nearest, found) = (c.out("nearest_out", 0), c.count_out("count_out", 1));
        let (id, start, goals) = (c.id("grid"), c.cell("start", 0, (0, 0)), OUTSIDE_GOALS.as_ptr());
        gridstar_grid_find_nearest_goals(id, start, goals, 2, null(), nearest, 2, found) as i32
    })
    .bad_query_def()
    .bad_pointer("nearest_out")
    // The capacity is the number of goals that are asked for.
    .bad("capacity", &[Zero, OneTooSmall, Null], Ok)
    .bad_pointer("count_out");

    let matrix = Function::new("gridstar_grid_get_cost_matrix", Ok, |c| unsafe {
        let (starts, start_count) = (c.input("starts", &GOALS), c.size("start_count", 1));
        let (goals, goal_count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        let (costs, capacity) = c.buffer("costs_out", 0, "capacity", 2);
        let (id, def) = (c.id("grid"), c.query_def());
        gridstar_grid_get_cost_matrix(id, starts, start_count, goals, goal_count, def, costs, capacity) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("starts")
    .bad("start_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("goals", Beyond, CellOutside, |c| unsafe {
        let (id, goals) = (c.id("grid"), OUTSIDE_GOALS.as_ptr());
        gridstar_grid_get_cost_matrix(id, goals, 1, goals, 2, null(), c.out("costs_out", 0), 2) as i32
    })
    .bad_query_def()
    .bad_pointer("costs_out")
    .bad("capacity", &[Zero, Null], BufferTooSmall)
    .special("capacity", OneTooSmall, BufferTooSmall, |c| unsafe {
        let (id, goals) = (c.id("grid"), GOALS.as_ptr());
        gridstar_grid_get_cost_matrix(id, goals, 1, goals, 2, null(), c.out("costs_out", 0), 1) as i32
    });

    vec![nearest, matrix]
}
