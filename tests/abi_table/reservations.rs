//! Reservations. The fixture's are of 3 ticks, and its first agent has taken cells.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::case::Case;
use crate::fixture::{AGENT, AGENTS, WINDOW};
use crate::given::Given::*;
use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::null;

const MOMENTS: u32 = WINDOW + 1;

static CELLS: [Cell; 3] = [Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2)];

pub(crate) fn functions() -> Vec<Function> {
    [life(), window(), taking(), vec![finding(), planning()]].into_iter().flatten().collect()
}

fn life() -> Vec<Function> {
    let create = Function::new("gridstar_reservations_create", Ok, |c| unsafe {
        let window = c.number("window", GRIDSTAR_MAX_WINDOW, GRIDSTAR_MAX_WINDOW + 1);
        gridstar_reservations_create(c.id("grid"), window, c.out("reservations_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("window", &[Zero, Beyond, NegativeAsUnsigned, Huge], BadWindow)
    .bad_pointer("reservations_out");

    let info = Function::new("gridstar_reservations_get_info", Ok, |c| unsafe {
        gridstar_reservations_get_info(c.id("reservations"), c.sized("info_out")) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![create, info]
}

fn window() -> Vec<Function> {
    let clear =
        Function::new("gridstar_reservations_clear", Ok, |c| gridstar_reservations_clear(c.id("reservations")) as i32)
            .bad_id("reservations", InvalidId);

    let advance = Function::new("gridstar_reservations_advance", Ok, |c| {
        let ticks = c.number("ticks", 1, u32::MAX - GRIDSTAR_MAX_WINDOW + 1);
        gridstar_reservations_advance(c.id("reservations"), ticks) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad("ticks", &[Beyond, NegativeAsUnsigned], BadTick);

    let release = Function::new("gridstar_reservations_release", Ok, |c| {
        let (owner, of_batch) = (c.number("owner", 1, GRIDSTAR_BY_HAND), c.number("of_batch", 0, 2));
        gridstar_reservations_release(c.id("reservations"), owner, of_batch) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad("owner", &[Zero, Huge], Ok)
    .bad("of_batch", FLAGS, BadFlag);

    vec![clear, advance, release]
}

fn taking() -> Vec<Function> {
    let take = Function::new("gridstar_reservations_take", Ok, |c| unsafe {
        let (first, last) = (c.number("first_tick", 1, MOMENTS), c.number("last_tick", WINDOW, MOMENTS));
        let (cells, count) = (c.input("cells", &CELLS), c.size("count", 2));
        gridstar_reservations_take(c.id("reservations"), cells, count, first, last) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad_pointer("cells")
    .bad("first_tick", TICKS, BadTick)
    .bad("last_tick", &[Zero], BadTick)
    .bad("last_tick", TICKS, BadTick)
    .bad("count", &[Zero], Ok)
    // These calls take the first agent's cell, which is taken.
    .special("count", OneTooSmall, Ok, |c| take_again(c, 1))
    .special("count", OneTooLarge, Ok, |c| take_again(c, 3))
    .special("cells", Beyond, CellOutside, |c| unsafe {
        let cells = [Cell::new(1, 1), Cell::new(4, 0)];
        gridstar_reservations_take(c.id("reservations"), cells.as_ptr(), 2, 0, 0) as i32
    })
    .special("cells", Negative, CellOutside, |c| unsafe {
        gridstar_reservations_take(c.id("reservations"), &Cell::new(0, -1), 1, 0, 0) as i32
    })
    .special("count", Null, Ok, |c| unsafe {
        gridstar_reservations_take(c.id("reservations"), null(), 0, 0, 0) as i32
    });

    let is_taken = Function::new("gridstar_reservations_is_taken", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 0), c.coordinate("y", 0));
        let tick = c.number("tick", 0, MOMENTS);
        gridstar_reservations_is_taken(c.id("reservations"), x, y, tick, c.out("taken_out", 0)) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad("tick", TICKS, BadTick)
    .bad_pointer("taken_out");

    vec![take, is_taken]
}

/// Takes cells again that were taken before, and clears what that has added.
fn take_again(c: &Case, count: u32) -> i32 {
    let reservations = c.id("reservations");
    unsafe {
        let status = gridstar_reservations_take(reservations, CELLS.as_ptr(), count, 0, 0);
        assert_eq!(gridstar_reservations_clear(reservations), Ok);
        plan_again(c, 2);
        status as i32
    }
}

/// Plans some of the agents, of which only the first one takes anything.
fn plan_again(c: &Case, count: u32) -> i32 {
    let mut cells = [GridstarPlanCell::default(); 3 * MOMENTS as usize];
    let (mut results, mut cell_count) = ([GridstarPlanResult::default(); 3], 0);
    unsafe {
        let (agents, cells, results) = (AGENTS.as_ptr(), cells.as_mut_ptr(), results.as_mut_ptr());
        let id = c.id("reservations");
        let capacity = 3 * MOMENTS;
        gridstar_reservations_plan(id, agents, count, null(), results, cells, capacity, &mut cell_count) as i32
    }
}

fn finding() -> Function {
    Function::new("gridstar_reservations_find_path", Ok, |c| unsafe {
        let (cells, capacity) = c.buffer("cells_out", 0, "capacity", MOMENTS);
        let (agent, owner) = (c.input("agent", &AGENT), c.number("owner", 1, GRIDSTAR_BY_HAND));
        let (result, count) = (c.out("result_out", 1), c.count_out("cell_count_out", MOMENTS));
        let id = c.id("reservations");
        gridstar_reservations_find_path(id, agent, owner, c.query_def(), cells, capacity, result, count) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad_pointer("agent")
    .bad("owner", &[Zero], Ok)
    .bad_query_def()
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("result_out")
    .bad_pointer("cell_count_out")
    .special("agent", Beyond, BadAgentSize, |c| {
        find(c, GridstarPlannedAgent { agent_size: GRIDSTAR_MAX_AGENT_SIZE + 1, ..AGENT[0] })
    })
    .special("agent", StaleId, InvalidProfile, |c| {
        find(c, GridstarPlannedAgent { profile: c.fixture.bad_profile(StaleId), ..AGENT[0] })
    })
}

fn find(c: &Case, agent: GridstarPlannedAgent) -> i32 {
    unsafe {
        let (cells, result, count) = (c.out("cells_out", 0), c.out("result_out", 1), c.out("cell_count_out", 2));
        let id = c.id("reservations");
        gridstar_reservations_find_path(id, &agent, 1, null(), cells, MOMENTS, result, count) as i32
    }
}

fn planning() -> Function {
    Function::new("gridstar_reservations_plan", Ok, |c| unsafe {
        let (cells, capacity) = c.buffer("cells_out", 0, "capacity", 2 * MOMENTS);
        let (agents, count) = (c.input("agents", &AGENTS), c.size("count", 2));
        let (id, cell_count) = (c.id("reservations"), c.count_out("cell_count_out", 2 * MOMENTS));
        let (def, results) = (c.query_def(), c.out("results_out", 1));
        gridstar_reservations_plan(id, agents, count, def, results, cells, capacity, cell_count) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad_pointer("agents")
    .bad("count", &[OneTooSmall], Ok)
    .special("count", Zero, Ok, |c| {
        let status = plan_again(c, 0);
        assert_eq!(plan_again(c, 2), 0);
        status
    })
    .special("count", OneTooLarge, Ok, |c| plan_again(c, 3))
    .bad_query_def()
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("results_out")
    .bad_pointer("cell_count_out")
}
