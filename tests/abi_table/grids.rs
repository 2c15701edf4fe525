//! The life of a grid, and its place in the world.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::SIDE;
use crate::given::Given::*;
use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

pub(crate) fn functions() -> Vec<Function> {
    [defs(), creation(), life(), places()].into_iter().flatten().collect()
}

fn defs() -> Vec<Function> {
    let grid = Function::new("gridstar_grid_def_default", Ok, |c| unsafe {
        let size = size_of::<GridstarGridDef>() as u32;
        gridstar_grid_def_default(c.out("def_out", 0), c.size("def_size", size)) as i32
    })
    .bad_struct("def_out", "def_size");

    let query = Function::new("gridstar_query_def_default", Ok, |c| unsafe {
        let size = size_of::<GridstarQueryDef>() as u32;
        gridstar_query_def_default(c.out("def_out", 0), c.size("def_size", size)) as i32
    })
    .bad_struct("def_out", "def_size");

    vec![grid, query]
}

fn creation() -> Vec<Function> {
    let create = Function::new("gridstar_grid_create", Ok, |c| unsafe {
        gridstar_grid_create(c.grid_def(), c.out("grid_out", 0)) as i32
    })
    .bad_struct("def", "def.struct_size")
    .bad("def.width", LENGTHS, BadSize)
    .bad("def.height", LENGTHS, BadSize)
    .bad("def.plane", UNKNOWN, UnknownPlane)
    .bad("def.cell_size", &[Zero, Negative, OneTooSmall, OneTooLarge], BadCellSize)
    .bad("def.cell_size", NOT_FINITE, BadCellSize)
    .bad("def.origin_x", NOT_FINITE, NotFinite)
    .bad("def.origin_y", NOT_FINITE, NotFinite)
    .bad("def.origin_z", NOT_FINITE, NotFinite)
    .bad("def.straight_cost", STRAIGHT_COSTS, BadCosts)
    .bad("def.diagonal_cost", DIAGONAL_COSTS, BadCosts)
    .bad("def.diagonal_rule", UNKNOWN, UnknownDiagonalRule)
    .bad("def.engine", UNKNOWN, UnknownEngine)
    .bad("def.engine", &[Beyond], TooLargeForLandmarks)
    .bad("def.order", UNKNOWN, UnknownOrder)
    .bad("def.heuristic", UNKNOWN, UnknownHeuristic)
    .bad("def.heuristic_weight", WEIGHTS, BadWeight)
    .bad("def.layout", UNKNOWN, UnknownLayout)
    .bad_axes("def")
    .bad_pointer("grid_out");
    vec![create]
}

fn life() -> Vec<Function> {
    let info = Function::new("gridstar_grid_get_info", Ok, |c| unsafe {
        gridstar_grid_get_info(c.id("grid"), c.sized("info_out")) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    vec![info]
}

fn places() -> Vec<Function> {
    let place = Function::new("gridstar_grid_get_place", Ok, |c| unsafe {
        gridstar_grid_get_place(c.id("grid"), c.sized("place_out")) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_struct("place_out", "place_out.struct_size");

    let set_place = Function::new("gridstar_grid_set_place", Ok, |c| unsafe {
        gridstar_grid_set_place(c.id("grid"), c.place()) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_struct("place", "place.struct_size")
    .bad("place.origin_x", NOT_FINITE, NotFinite)
    .bad("place.origin_y", NOT_FINITE, NotFinite)
    .bad("place.origin_z", NOT_FINITE, NotFinite)
    .bad("place.origin_x", &[Huge], BadCellSize)
    .bad_axes("place");

    let cell_at = Function::new("gridstar_grid_get_cell_at", Ok, |c| unsafe {
        let [x, y, z] = ["world_x", "world_y", "world_z"].map(|argument| c.float(argument, 1.0));
        gridstar_grid_get_cell_at(c.id("grid"), x, y, z, c.out("cell_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("world_x", NOT_FINITE, NotFinite)
    .bad("world_y", NOT_FINITE, NotFinite)
    .bad("world_z", NOT_FINITE, NotFinite)
    .bad("world_x", &[Negative], PositionOutside)
    .bad("world_z", &[Negative], PositionOutside)
    .bad_pointer("cell_out");

    let center = Function::new("gridstar_grid_get_cell_center", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let outs = (c.out("world_x_out", 0), c.out("world_y_out", 1), c.out("world_z_out", 2));
        gridstar_grid_get_cell_center(c.id("grid"), x, y, outs.0, outs.1, outs.2) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad_pointer("world_x_out")
    .bad_pointer("world_y_out")
    .bad_pointer("world_z_out");

    // The corner at (SIDE, SIDE) is the upper end of the last cell.
    let past_the_corners = &[Negative, OneTooLarge, Lowest, Highest];
    let corner = Function::new("gridstar_grid_get_cell_corner", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", SIDE as i32));
        let outs = (c.out("world_x_out", 0), c.out("world_y_out", 1), c.out("world_z_out", 2));
        gridstar_grid_get_cell_corner(c.id("grid"), x, y, outs.0, outs.1, outs.2) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", &[Beyond], Ok)
    .bad("x", past_the_corners, CellOutside)
    .bad("y", &[Beyond], Ok)
    .bad("y", past_the_corners, CellOutside)
    .bad_pointer("world_x_out")
    .bad_pointer("world_y_out")
    .bad_pointer("world_z_out");

    vec![place, set_place, cell_at, center, corner]
}
