//! Reading and editing cells.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::{CELLS, OBSTACLES, SIDE};
use crate::given::Given::*;
use crate::table::{Function, LENGTHS, OUTSIDE, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

pub(crate) fn functions() -> Vec<Function> {
    [one_cell(), rectangles(), all_cells(), changes()].into_iter().flatten().collect()
}

fn one_cell() -> Vec<Function> {
    let set = Function::new("gridstar_grid_set_cell", Ok, |c| {
        let cell_type = c.number("cell_type", 1, 256);
        gridstar_grid_set_cell(c.id("grid"), c.coordinate("x", 1), c.coordinate("y", 1), cell_type) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad("cell_type", UNKNOWN, BadCellType);

    let get = Function::new("gridstar_grid_get_cell", Ok, |c| unsafe {
        let out = c.out("cell_type_out", 0);
        gridstar_grid_get_cell(c.id("grid"), c.coordinate("x", 1), c.coordinate("y", 1), out) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad_pointer("cell_type_out");

    let neighbors = Function::new("gridstar_grid_get_neighbors", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let (cells, capacity) = c.buffer("cells_out", 0, "capacity", 8);
        gridstar_grid_get_neighbors(c.id("grid"), x, y, cells, capacity, c.count_out("count_out", 8)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![set, get, neighbors]
}

/// Rectangles of 2 x 3 cells at (1, 1), which touch the last row.
fn rectangles() -> Vec<Function> {
    let fill = Function::new("gridstar_grid_fill_rect", Ok, |c| {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let (width, height) = (c.number("width", 2, SIDE), c.number("height", 3, SIDE));
        gridstar_grid_fill_rect(c.id("grid"), x, y, width, height, c.number("cell_type", 1, 256)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, BadRect)
    .bad("y", OUTSIDE, BadRect)
    .bad("width", LENGTHS, BadRect)
    .bad("height", LENGTHS, BadRect)
    .bad("cell_type", UNKNOWN, BadCellType);

    let set = Function::new("gridstar_grid_set_rect", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let (width, height) = (c.number("width", 2, SIDE), c.number("height", 3, SIDE));
        // One byte per cell for the first width and height that are too large.
        let count = if (width, height) == (SIDE, 3) || (width, height) == (2, SIDE) { width * height } else { 6 };
        let cell_types = c.input("cell_types", &OBSTACLES);
        gridstar_grid_set_rect(c.id("grid"), x, y, width, height, cell_types, c.size("count", count)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, BadRect)
    .bad("y", OUTSIDE, BadRect)
    .bad("width", LENGTHS, BadRect)
    .bad("height", LENGTHS, BadRect)
    .bad("cell_types", &[Null], NullPointer)
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], WrongCount)
    // The product of width and height is 4 in 32 bits.
    .special("width", OneTooLarge, BadRect, |c| unsafe {
        gridstar_grid_set_rect(c.id("grid"), 0, 0, (1 << 30) + 1, 4, OBSTACLES.as_ptr(), 4) as i32
    })
    .special("count", Null, WrongCount, |c| unsafe {
        gridstar_grid_set_rect(c.id("grid"), 1, 1, 2, 3, null(), 0) as i32
    });

    let get = Function::new("gridstar_grid_get_rect", Ok, |c| unsafe {
        let (x, y) = (c.coordinate("x", 1), c.coordinate("y", 1));
        let (width, height) = (c.number("width", 2, SIDE), c.number("height", 3, SIDE));
        let (cells, mut capacity) = c.buffer("cell_types_out", 0, "capacity", 6);
        // A rectangle that is too large must not fail for want of room.
        if (width, height) != (2, 3) {
            capacity = 200;
        }
        let count = c.count_out("count_out", 6);
        gridstar_grid_get_rect(c.id("grid"), x, y, width, height, cells, capacity, count) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("x", OUTSIDE, BadRect)
    .bad("y", OUTSIDE, BadRect)
    .bad("width", LENGTHS, BadRect)
    .bad("height", LENGTHS, BadRect)
    .bad("cell_types_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![fill, set, get]
}

fn all_cells() -> Vec<Function> {
    let set = Function::new("gridstar_grid_set_cells", Ok, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), c.input("cell_types", &OBSTACLES), c.size("count", CELLS)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("cell_types", &[Null], NullPointer)
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], WrongCount)
    .special("count", Null, WrongCount, |c| unsafe { gridstar_grid_set_cells(c.id("grid"), null(), 0) as i32 });

    let get = Function::new("gridstar_grid_get_cells", Ok, |c| unsafe {
        let (cells, capacity) = c.buffer("cell_types_out", 0, "capacity", CELLS);
        gridstar_grid_get_cells(c.id("grid"), cells, capacity, c.count_out("count_out", CELLS)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("cell_types_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    vec![set, get]
}

/// Since revision 0: one edit, of one cell.
fn changes() -> Vec<Function> {
    let changes = Function::new("gridstar_grid_get_changes", Ok, |c| unsafe {
        let (rects, capacity) = c.buffer("rects_out", 0, "rects_capacity", 1);
        let (count, revision) = (c.count_out("count_out", 1), c.out("revision_out", 1));
        gridstar_grid_get_changes(c.id("grid"), 0, rects, capacity, count, revision) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("rects_out")
    .bad("rects_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out")
    .bad_pointer("revision_out");

    vec![changes]
}
