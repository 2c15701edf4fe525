//! Floors, links and paths through them. Both floors of the fixture are one grid. Link 1 joins (3, 3) of floor 0 to (0,
//! 0) of floor 1: from (0, 0) of floor 0 to (3, 3) of floor 1 the path has 8 cells.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::given::Given::*;
use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

/// Numbers that no link has.
const NO_LINK: &[crate::given::Given] = &[Zero, Unknown, NegativeAsUnsigned, Huge];

pub(crate) fn functions() -> Vec<Function> {
    [life(), layers(), adding_links(), links(), finding()].into_iter().flatten().collect()
}

fn life() -> Vec<Function> {
    let create = Function::new("gridstar_floors_create", Ok, |c| unsafe {
        gridstar_floors_create(c.out("floors_out", 0)) as i32
    })
    .bad_pointer("floors_out");

    let info = Function::new("gridstar_floors_get_info", Ok, |c| unsafe {
        gridstar_floors_get_info(c.id("floors"), c.sized("info_out")) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![create, info]
}

fn layers() -> Vec<Function> {
    let add = Function::new("gridstar_floors_add_floor", Ok, |c| unsafe {
        gridstar_floors_add_floor(c.id("floors"), c.id("grid"), c.out("floor_out", 0)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_id("grid", InvalidId)
    .bad_pointer("floor_out");

    let set = Function::new("gridstar_floors_set_floor", Ok, |c| {
        gridstar_floors_set_floor(c.id("floors"), c.number("floor", 1, 2), c.id("grid")) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("floor", UNKNOWN, UnknownFloor)
    .bad_id("grid", InvalidId);

    let get = Function::new("gridstar_floors_get_floor", Ok, |c| unsafe {
        gridstar_floors_get_floor(c.id("floors"), c.number("floor", 1, 2), c.out("grid_out", 0)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("floor", UNKNOWN, UnknownFloor)
    .bad_pointer("grid_out");

    vec![add, set, get]
}

fn adding_links() -> Vec<Function> {
    let default = Function::new("gridstar_link_def_default", Ok, |c| unsafe {
        let size = size_of::<GridstarLinkDef>() as u32;
        gridstar_link_def_default(c.out("def_out", 0), c.size("def_size", size)) as i32
    })
    .bad_struct("def_out", "def_size");

    let add = Function::new("gridstar_floors_add_link", Ok, |c| unsafe {
        gridstar_floors_add_link(c.id("floors"), c.link_def(), c.out("link_out", 0)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_struct("def", "def.struct_size")
    .bad("def.from_floor", UNKNOWN, UnknownFloor)
    .bad("def.to_floor", UNKNOWN, UnknownFloor)
    .bad("def.from_x", OUTSIDE, CellOutside)
    .bad("def.from_y", OUTSIDE, CellOutside)
    .bad("def.to_x", OUTSIDE, CellOutside)
    .bad("def.to_y", OUTSIDE, CellOutside)
    .bad("def.one_way", FLAGS, BadFlag)
    .bad("def.closed", FLAGS, BadFlag)
    .bad("def.reserved", FLAGS, BadFlag)
    .bad("def.cost", LINK_COSTS, BadLinkCost)
    .bad_pointer("link_out");

    vec![default, add]
}

fn links() -> Vec<Function> {
    let remove = Function::new("gridstar_floors_remove_link", Ok, |c| {
        gridstar_floors_remove_link(c.id("floors"), c.number("link", 1, 2)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("link", NO_LINK, UnknownLink);

    let set_closed = Function::new("gridstar_floors_set_link_closed", Ok, |c| {
        gridstar_floors_set_link_closed(c.id("floors"), c.number("link", 1, 2), c.number("closed", 1, 2)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("link", NO_LINK, UnknownLink)
    .bad("closed", FLAGS, BadFlag);

    let set_cost = Function::new("gridstar_floors_set_link_cost", Ok, |c| {
        gridstar_floors_set_link_cost(c.id("floors"), c.number("link", 1, 2), c.double("cost", 0.0)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("link", NO_LINK, UnknownLink)
    .bad("cost", LINK_COSTS, BadLinkCost);

    let get = Function::new("gridstar_floors_get_link", Ok, |c| unsafe {
        gridstar_floors_get_link(c.id("floors"), c.number("link", 1, 2), c.sized("def_out")) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("link", NO_LINK, UnknownLink)
    .bad_struct("def_out", "def_out.struct_size");

    let get_all = Function::new("gridstar_floors_get_links", Ok, |c| unsafe {
        let (links, capacity) = c.buffer("links_out", 0, "capacity", 1);
        gridstar_floors_get_links(c.id("floors"), links, capacity, c.count_out("count_out", 1)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_pointer("links_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![remove, set_closed, set_cost, get, get_all]
}

fn finding() -> Vec<Function> {
    let find = Function::new("gridstar_floors_find_path", Ok, |c| unsafe {
        let (start, goal) = (c.floor_cell("start", 0, (0, 0, 0)), c.floor_cell("goal", 1, (1, 3, 3)));
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 8);
        let (query, result) = (c.query_def(), c.floor_result_out(8));
        gridstar_floors_find_path(c.id("floors"), start, goal, query, path, capacity, result) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_floor_cell("start", StartOutside)
    .bad_floor_cell("goal", GoalOutside)
    .bad_query_def()
    .bad_pointer("path_out")
    .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_struct("result_out", "result_out.struct_size");

    vec![find]
}
