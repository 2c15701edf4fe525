//! Tickets and fields over floors. The fixture's ticket has a query from (0, 0) to (3, 3) of floor 0, a path of 4
//! cells; its field has the goal (3, 3) of floor 1.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::{CELLS, SIDE};
use crate::given::Given::*;
use crate::table::{FLAGS, Function, MAX_COSTS, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

const fn at(floor: u32, x: i32) -> GridstarFloorCell {
    GridstarFloorCell { floor, x, y: 0, reserved: 0 }
}

const GOALS: [GridstarFloorCell; 2] = [at(0, 0), at(1, 2)];
const OUTSIDE_GOALS: [GridstarFloorCell; 2] = [at(0, 0), at(0, SIDE as i32)];
const RESERVED_GOALS: [GridstarFloorCell; 1] = [GridstarFloorCell { reserved: 1, ..at(0, 0) }];

pub(crate) fn functions() -> Vec<Function> {
    [tickets(), life(), building(), reading()].into_iter().flatten().collect()
}

fn tickets() -> Vec<Function> {
    let submit = Function::new("gridstar_ticket_submit_floors", Ok, |c| unsafe {
        let ((requests, count), (defs, def_count)) = (c.floor_requests(), c.defs());
        let ticket = c.out("ticket_out", 0);
        gridstar_ticket_submit_floors(c.id("floors"), requests, count, defs, def_count, 0, ticket) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_pointer("requests")
    .bad("request_count", &[Zero], Ok)
    .bad("requests.def_index", &[Unknown, NegativeAsUnsigned, Huge], UnknownQueryDef)
    .bad("requests.reserved", &[Beyond, NegativeAsUnsigned, Huge], BadFlag)
    .bad_pointer("defs")
    .bad("def_count", &[Zero], Ok)
    .bad_query_fields("defs")
    .bad_pointer("ticket_out");

    let peek = Function::new("gridstar_ticket_peek_floors", Ok, |c| unsafe {
        let (cells, cell_capacity) = c.buffer("cells_out", 1, "cell_capacity", 4);
        let request = c.number("request", 0, 1);
        gridstar_ticket_peek_floors(c.floor_ticket(), request, c.out("reply_out", 0), cells, cell_capacity) as i32
    })
    .bad_id("ticket", InvalidId)
    .bad("request", &[Beyond, NegativeAsUnsigned, Huge], InvalidId)
    .bad_pointer("reply_out")
    .bad_pointer("cells_out")
    .bad("cell_capacity", &[Zero, OneTooSmall], Ok)
    .special("ticket", Beyond, UnsupportedQuery, |c| unsafe {
        gridstar_ticket_peek_floors(c.fixture.ticket(), 0, c.out("reply_out", 0), c.out("cells_out", 1), 4) as i32
    });

    let take = Function::new("gridstar_ticket_take_floors", Ok, |c| unsafe {
        let (replies, reply_capacity) = c.buffer("replies_out", 0, "reply_capacity", 1);
        let (cells, cell_capacity) = c.buffer("cells_out", 1, "cell_capacity", 4);
        let info = c.floor_ticket_info_out();
        gridstar_ticket_take_floors(c.floor_ticket(), replies, reply_capacity, cells, cell_capacity, info) as i32
    })
    .bad_id("ticket", InvalidId)
    .bad_pointer("replies_out")
    .bad("reply_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("cells_out")
    .bad("cell_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_struct("info_out", "info_out.struct_size")
    .special("ticket", Beyond, UnsupportedQuery, |c| unsafe {
        let (id, replies, cells) = (c.fixture.ticket(), c.out("replies_out", 0), c.out("cells_out", 1));
        gridstar_ticket_take_floors(id, replies, 1, cells, 4, c.sized("info_out")) as i32
    });

    vec![submit, peek, take]
}

fn life() -> Vec<Function> {
    let prepare = Function::new("gridstar_floors_prepare", Ok, |c| unsafe {
        gridstar_floors_prepare(c.id("floors"), c.query_def()) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_query_def();

    let create = Function::new("gridstar_floor_field_create", Ok, |c| unsafe {
        let (goals, count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        let (def, out) = (c.query_def(), c.out("field_out", 0));
        gridstar_floor_field_create(c.id("floors"), goals, count, 0, def, out) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_query_def()
    .bad_pointer("field_out")
    .special("max_visits", OneTooSmall, StillRunning, |c| unsafe {
        gridstar_floor_field_create(c.id("floors"), GOALS.as_ptr(), 1, 1, null(), c.out("field_out", 0)) as i32
    })
    .special("goals", Beyond, CellOutside, |c| unsafe {
        gridstar_floor_field_create(c.id("floors"), OUTSIDE_GOALS.as_ptr(), 2, 0, null(), c.out("field_out", 0)) as i32
    })
    .special("goals", Huge, BadFlag, |c| unsafe {
        gridstar_floor_field_create(c.id("floors"), RESERVED_GOALS.as_ptr(), 1, 0, null(), c.out("field_out", 0)) as i32
    });

    let info = Function::new("gridstar_floor_field_get_info", Ok, |c| unsafe {
        gridstar_floor_field_get_info(c.floor_field(), c.sized("info_out")) as i32
    })
    .bad_id("field", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![prepare, create, info]
}

fn building() -> Vec<Function> {
    let advance =
        Function::new("gridstar_floor_field_advance", Ok, |c| gridstar_floor_field_advance(c.floor_field(), 0) as i32)
            .bad_id("field", InvalidId);

    let submit =
        Function::new("gridstar_floor_field_submit", Ok, |c| gridstar_floor_field_submit(c.floor_field(), 0) as i32)
            .bad_id("field", InvalidId);

    let update =
        Function::new("gridstar_floor_field_update", Ok, |c| gridstar_floor_field_update(c.floor_field(), 0) as i32)
            .bad_id("field", InvalidId);

    let set_goals = Function::new("gridstar_floor_field_set_goals", Ok, |c| unsafe {
        let (goals, count) = (c.input("goals", &GOALS), c.size("goal_count", 1));
        gridstar_floor_field_set_goals(c.floor_field(), goals, count, 0) as i32
    })
    .bad_id("field", InvalidId)
    .bad_pointer("goals")
    .bad("goal_count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("goals", Beyond, CellOutside, |c| unsafe {
        gridstar_floor_field_set_goals(c.floor_field(), OUTSIDE_GOALS.as_ptr(), 2, 0) as i32
    });

    vec![advance, submit, update, set_goals]
}

fn reading() -> Vec<Function> {
    let costs = Function::new("gridstar_floor_field_get_costs", Ok, |c| unsafe {
        let (rect, (costs, capacity)) = (c.rect(), c.buffer("costs_out", 0, "capacity", 6));
        let (floor, count) = (c.number("floor", 1, 2), c.count_out("count_out", 6));
        gridstar_floor_field_get_costs(c.floor_field(), floor, rect, costs, capacity, count) as i32
    })
    .bad_id("field", InvalidId)
    .bad("floor", UNKNOWN, UnknownFloor)
    .bad_rect()
    // All cells of the floor.
    .special("rect", Null, BufferTooSmall, |c| unsafe {
        let (id, out, count) = (c.floor_field(), c.out("costs_out", 0), c.count_out("count_out", CELLS));
        gridstar_floor_field_get_costs(id, 0, null(), out, 6, count) as i32
    })
    .bad_pointer("costs_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let steps = Function::new("gridstar_floor_field_get_steps", Ok, |c| unsafe {
        let (cells, count) = (c.input("cells", &GOALS), c.size("count", 1));
        let (steps, capacity) = c.buffer("steps_out", 0, "capacity", 2);
        gridstar_floor_field_get_steps(c.floor_field(), cells, count, steps, capacity) as i32
    })
    .bad_id("field", InvalidId)
    .bad_pointer("cells")
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .bad_pointer("steps_out")
    .bad("capacity", &[Zero, Null], BufferTooSmall)
    .special("capacity", OneTooSmall, BufferTooSmall, |c| unsafe {
        gridstar_floor_field_get_steps(c.floor_field(), GOALS.as_ptr(), 2, c.out("steps_out", 0), 1) as i32
    });

    let path = Function::new("gridstar_floor_field_find_path", Ok, |c| unsafe {
        let start = c.floor_cell("start", 0, (1, 0, 3));
        let ((path, capacity), result) = (c.buffer("path_out", 0, "path_capacity", 4), c.floor_result_out(4));
        gridstar_floor_field_find_path(c.floor_field(), start, path, capacity, result) as i32
    })
    .bad_id("field", InvalidId)
    .bad_cell("start", StartOutside)
    .bad("start.floor", UNKNOWN, StartOutside)
    .bad("start.reserved", FLAGS, BadFlag)
    .bad_pointer("path_out")
    .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_struct("result_out", "result_out.struct_size");

    let range = Function::new("gridstar_floor_field_get_range", Ok, |c| unsafe {
        let (cost, by_cost) = (c.double("max_cost", 1.0), c.number("by_cost", 1, 2));
        let ((cells, capacity), count) = (c.buffer("cells_out", 0, "capacity", 3), c.count_out("count_out", 3));
        gridstar_floor_field_get_range(c.floor_field(), cost, by_cost, 3, cells, capacity, count) as i32
    })
    .bad_id("field", InvalidId)
    .bad("max_cost", MAX_COSTS, BadCostLimit)
    .bad("by_cost", FLAGS, BadFlag)
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![costs, steps, path, range]
}
