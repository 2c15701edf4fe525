//! Crowds. The fixture's has two agents, with the numbers 0 and 1.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::case::Case;
use crate::fixture::CROWD;
use crate::given::Given::*;
use crate::table::{Function, NOT_FINITE};
use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

const NUMBERS: [u32; 2] = [0, 1];
const UNKNOWN_NUMBERS: [u32; 2] = [0, 2];
const OUTSIDE: [GridstarCrowdAgent; 2] = [crowd_agent(0.5, 0.5), crowd_agent(4.0, 0.5)];
const TOO_LARGE: [GridstarCrowdAgent; 1] = [GridstarCrowdAgent { radius: 4.5, ..crowd_agent(0.5, 0.5) }];
/// Those of the agents.
const POSITIONS: [f32; 4] = [0.5, 0.5, 2.5, 2.5];
const WISHES: [f32; 4] = [1.5, 1.5, 3.5, 3.5];
const OUTSIDE_POSITIONS: [f32; 4] = [1.5, 1.5, -0.1, 3.5];
const BAD_POSITIONS: [f32; 4] = [1.5, f32::NAN, 1.5, 1.5];

pub(crate) fn functions() -> Vec<Function> {
    [life(), agents(), vec![tick()]].into_iter().flatten().collect()
}

/// A call for a crowd of two agents that nobody else knows, because the call changes it.
fn with_own_crowd(call: impl FnOnce(u64) -> GridstarStatus) -> i32 {
    let grid = TestGrid::new(4, 4);
    let crowd = TestCrowd::new(&grid);
    assert_eq!(crowd.add(&CROWD).as_deref(), Result::Ok(&NUMBERS[..]));
    call(crowd.id()) as i32
}

fn life() -> Vec<Function> {
    let create = Function::new("gridstar_crowd_create", Ok, |c| unsafe {
        gridstar_crowd_create(c.id("grid"), c.query_def(), c.out("crowd_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_query_def()
    .bad_pointer("crowd_out");

    let info = Function::new("gridstar_crowd_get_info", Ok, |c| unsafe {
        gridstar_crowd_get_info(c.id("crowd"), c.sized("info_out")) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![create, info]
}

fn agents() -> Vec<Function> {
    let add = Function::new("gridstar_crowd_add_agents", Ok, |c| unsafe {
        let (agents, count) = (c.input("agents", &CROWD), c.size("count", 2));
        let (numbers, capacity) = c.buffer("numbers_out", 0, "capacity", 2);
        gridstar_crowd_add_agents(c.id("crowd"), agents, count, numbers, capacity) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_pointer("agents")
    .bad("count", &[Zero], Ok)
    .special("count", OneTooSmall, Ok, |c| {
        with_own_crowd(|crowd| unsafe {
            gridstar_crowd_add_agents(crowd, CROWD.as_ptr(), 1, c.out("numbers_out", 0), 2)
        })
    })
    .special("count", OneTooLarge, BufferTooSmall, |c| unsafe {
        gridstar_crowd_add_agents(c.id("crowd"), CROWD.as_ptr(), 2, c.out("numbers_out", 0), 1) as i32
    })
    .special("agents", Beyond, CellOutside, |c| unsafe {
        gridstar_crowd_add_agents(c.id("crowd"), OUTSIDE.as_ptr(), 2, c.out("numbers_out", 0), 2) as i32
    })
    .special("agents", Huge, BadCrowdNumber, |c| unsafe {
        gridstar_crowd_add_agents(c.id("crowd"), TOO_LARGE.as_ptr(), 1, c.out("numbers_out", 0), 1) as i32
    })
    .bad_pointer("numbers_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    let remove = Function::new("gridstar_crowd_remove_agents", Ok, |c| unsafe {
        let (numbers, count) = (c.input("numbers", &NUMBERS), c.size("count", 1));
        gridstar_crowd_remove_agents(c.id("crowd"), numbers, count) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_pointer("numbers")
    .bad("count", &[Zero], Ok)
    .special("count", OneTooSmall, Ok, |_| {
        with_own_crowd(|crowd| unsafe { gridstar_crowd_remove_agents(crowd, NUMBERS.as_ptr(), 1) })
    })
    .special("count", OneTooLarge, Ok, |_| {
        with_own_crowd(|crowd| unsafe { gridstar_crowd_remove_agents(crowd, NUMBERS.as_ptr(), 2) })
    })
    .special("numbers", Unknown, UnknownAgent, |c| unsafe {
        gridstar_crowd_remove_agents(c.id("crowd"), UNKNOWN_NUMBERS.as_ptr(), 2) as i32
    });

    let set = Function::new("gridstar_crowd_set_agents", Ok, |c| unsafe {
        let (numbers, agents) = (c.input("numbers", &NUMBERS), c.input("agents", &CROWD));
        gridstar_crowd_set_agents(c.id("crowd"), numbers, agents, c.size("count", 1)) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_pointer("numbers")
    .bad_pointer("agents")
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("numbers", Unknown, UnknownAgent, |c| unsafe {
        gridstar_crowd_set_agents(c.id("crowd"), UNKNOWN_NUMBERS.as_ptr(), CROWD.as_ptr(), 2) as i32
    })
    .special("agents", Beyond, CellOutside, |c| unsafe {
        gridstar_crowd_set_agents(c.id("crowd"), NUMBERS.as_ptr(), OUTSIDE.as_ptr(), 2) as i32
    })
    .special("agents", Huge, BadCrowdNumber, |c| unsafe {
        gridstar_crowd_set_agents(c.id("crowd"), NUMBERS.as_ptr(), TOO_LARGE.as_ptr(), 1) as i32
    });

    let put = Function::new("gridstar_crowd_put_agents", Ok, |c| unsafe {
        let (numbers, positions) = (c.input("numbers", &NUMBERS), c.input("positions", &POSITIONS));
        gridstar_crowd_put_agents(c.id("crowd"), numbers, positions, c.size("count", 1)) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_pointer("numbers")
    .bad_pointer("positions")
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("numbers", Unknown, UnknownAgent, |c| unsafe {
        gridstar_crowd_put_agents(c.id("crowd"), UNKNOWN_NUMBERS.as_ptr(), POSITIONS.as_ptr(), 2) as i32
    })
    .special("positions", Beyond, CellOutside, |c| unsafe {
        gridstar_crowd_put_agents(c.id("crowd"), NUMBERS.as_ptr(), OUTSIDE_POSITIONS.as_ptr(), 2) as i32
    })
    .special("positions", NotANumber, BadCrowdNumber, |c| unsafe {
        gridstar_crowd_put_agents(c.id("crowd"), NUMBERS.as_ptr(), BAD_POSITIONS.as_ptr(), 2) as i32
    });

    vec![add, remove, set, put]
}

fn tick() -> Function {
    Function::new("gridstar_crowd_tick", Ok, |c| unsafe {
        let (wishes, count) = (c.input("wishes", &WISHES), c.size("wish_count", 1));
        let (positions, capacity) = c.buffer("positions_out", 0, "capacity", 2);
        let (velocities, needed) = (c.out("velocities_out", 1), c.count_out("count_out", 2));
        let seconds = c.float("seconds", 0.05);
        gridstar_crowd_tick(c.id("crowd"), seconds, wishes, count, positions, velocities, capacity, needed) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad("seconds", NOT_FINITE, BadCrowdNumber)
    .bad("seconds", &[Negative], BadCrowdNumber)
    .bad("seconds", &[Zero], Ok)
    .bad_pointer("wishes")
    .special("wish_count", Zero, Ok, |c| tick_apart(c, 0))
    .special("wish_count", OneTooSmall, Ok, |c| tick_apart(c, 1))
    .special("wish_count", OneTooLarge, Ok, |c| tick_apart(c, 2))
    .special("wishes", NotANumber, BadCrowdNumber, |c| unsafe {
        let (positions, velocities) = (c.out("positions_out", 0), c.out("velocities_out", 1));
        let needed = c.count_out("count_out", 2);
        gridstar_crowd_tick(c.id("crowd"), 0.05, BAD_POSITIONS.as_ptr(), 2, positions, velocities, 2, needed) as i32
    })
    .bad_pointer("positions_out")
    .bad_pointer("velocities_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out")
}

/// A tick with the wishes of some agents.
fn tick_apart(c: &Case, wish_count: u32) -> i32 {
    with_own_crowd(|crowd| unsafe {
        let (positions, velocities) = (c.out("positions_out", 0), c.out("velocities_out", 1));
        let needed = c.count_out("count_out", 2);
        gridstar_crowd_tick(crowd, 0.05, WISHES.as_ptr(), wish_count, positions, velocities, 2, needed)
    })
}
