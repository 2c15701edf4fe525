//! Profiles and wide agents.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::given::Given::*;
use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

/// The last three types cost 1, as in a new profile; a fourth type does not exist.
static MULTIPLIERS: [f64; 4] = [1.0, 1.0, 1.0, 2.0];
const FIRST_TYPE: u32 = 253;

pub(crate) fn functions() -> Vec<Function> {
    [life(), costs(), charges(), agents()].into_iter().flatten().collect()
}

fn life() -> Vec<Function> {
    let create = Function::new("gridstar_profile_create", Ok, |c| unsafe {
        gridstar_profile_create(c.out("profile_out", 0)) as i32
    })
    .bad_pointer("profile_out");

    vec![create]
}

fn costs() -> Vec<Function> {
    let set = Function::new("gridstar_profile_set_cost", Ok, |c| {
        gridstar_profile_set_cost(c.id("profile"), c.number("cell_type", 3, 256), c.multiplier("multiplier")) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad("cell_type", UNKNOWN, BadCellType)
    .bad("multiplier", MULTIPLIERS_OUT_OF_RANGE, BadMultiplier);

    let set_all = Function::new("gridstar_profile_set_costs", Ok, |c| unsafe {
        let first = c.number("first_type", FIRST_TYPE, 256);
        let multipliers = c.input("multipliers", &MULTIPLIERS);
        gridstar_profile_set_costs(c.id("profile"), first, multipliers, c.size("count", 3)) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad("first_type", UNKNOWN, BadCellType)
    .bad_pointer("multipliers")
    .bad("count", &[OneTooSmall], Ok)
    .bad("count", &[Zero, OneTooLarge], WrongCount)
    // The sum of both numbers is 0 in 32 bits.
    .special("first_type", Beyond, BadCellType, |c| unsafe {
        gridstar_profile_set_costs(c.id("profile"), 3_u32.wrapping_neg(), MULTIPLIERS.as_ptr(), 3) as i32
    })
    .special("count", Null, WrongCount, |c| unsafe { gridstar_profile_set_costs(c.id("profile"), 0, null(), 0) as i32 })
    // The first multiplier is legal: the whole call changes nothing.
    .special("multipliers", NotANumber, BadMultiplier, |c| unsafe {
        gridstar_profile_set_costs(c.id("profile"), 0, [3.0, f64::NAN].as_ptr(), 2) as i32
    });

    let get = Function::new("gridstar_profile_get_costs", Ok, |c| unsafe {
        let (first, count) = (c.number("first_type", FIRST_TYPE, 256), c.size("count", 3));
        let (multipliers, capacity) = c.buffer("multipliers_out", 0, "capacity", 3);
        let count_out = c.count_out("count_out", 3);
        gridstar_profile_get_costs(c.id("profile"), first, count, multipliers, capacity, count_out) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad("first_type", UNKNOWN, BadCellType)
    .bad("count", &[OneTooSmall], Ok)
    .bad("count", &[Zero, OneTooLarge], WrongCount)
    .bad_pointer("multipliers_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![set, set_all, get]
}

fn charges() -> Vec<Function> {
    let set = Function::new("gridstar_profile_set_charge", Ok, |c| {
        gridstar_profile_set_charge(c.id("profile"), c.number("charge", 1, 2)) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad("charge", UNKNOWN, UnknownCharge);

    let get = Function::new("gridstar_profile_get_charge", Ok, |c| unsafe {
        gridstar_profile_get_charge(c.id("profile"), c.out("charge_out", 0)) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad_pointer("charge_out");

    vec![set, get]
}

fn agents() -> Vec<Function> {
    let size = Function::new("gridstar_grid_get_agent_size", Ok, |c| unsafe {
        gridstar_grid_get_agent_size(c.id("grid"), c.float("radius", 1.0), c.out("size_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("radius", NOT_FINITE, NotFinite)
    .bad("radius", &[Negative], BadAgentSize)
    .bad("radius", &[Zero], Ok)
    // Cells are 1 wide, so this agent is 17 cells wide.
    .special("radius", Beyond, BadAgentSize, |c| unsafe {
        gridstar_grid_get_agent_size(c.id("grid"), 8.001, c.out("size_out", 0)) as i32
    })
    .special("radius", Huge, BadAgentSize, |c| unsafe {
        gridstar_grid_get_agent_size(c.id("grid"), f32::MAX, c.out("size_out", 0)) as i32
    })
    .bad_pointer("size_out");

    let anchor = Function::new("gridstar_grid_get_agent_anchor", Ok, |c| unsafe {
        let [x, y, z] = ["world_x", "world_y", "world_z"].map(|argument| c.float(argument, 1.0));
        let size = c.number("agent_size", 2, GRIDSTAR_MAX_AGENT_SIZE + 1);
        gridstar_grid_get_agent_anchor(c.id("grid"), x, y, z, size, c.out("cell_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("world_x", NOT_FINITE, NotFinite)
    .bad("world_y", NOT_FINITE, NotFinite)
    .bad("world_z", NOT_FINITE, NotFinite)
    .bad("world_x", &[Negative], PositionOutside)
    .bad("world_z", &[Negative], PositionOutside)
    .bad("agent_size", AGENT_SIZES, BadAgentSize)
    .bad_pointer("cell_out");

    let center = Function::new("gridstar_grid_get_agent_center", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let size = c.number("agent_size", 2, GRIDSTAR_MAX_AGENT_SIZE + 1);
        let outs = (c.out("world_x_out", 0), c.out("world_y_out", 1), c.out("world_z_out", 2));
        gridstar_grid_get_agent_center(c.id("grid"), x, y, size, outs.0, outs.1, outs.2) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad("agent_size", AGENT_SIZES, BadAgentSize)
    .bad_pointer("world_x_out")
    .bad_pointer("world_y_out")
    .bad_pointer("world_z_out");

    vec![size, anchor, center]
}
