//! Reading and editing cells.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::case::Case;
use crate::fixture::{CELLS, OBSTACLES};
use crate::given::Given::*;
use crate::table::{Function, OUTSIDE, UNKNOWN};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::null;

pub(crate) fn functions() -> Vec<Function> {
    [one_cell(), rectangles(), passages(), changes()].into_iter().flatten().collect()
}

fn one_cell() -> Vec<Function> {
    let set = Function::new("gridstar_grid_set_cell", Ok, |c| {
        let (plane, value) = (c.number("plane", 0, 4), c.number("value", 1, 256));
        gridstar_grid_set_cell(c.id("grid"), plane, c.coordinate("x", 1), c.coordinate("y", 1), value) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("plane", UNKNOWN, UnknownPlane)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad("value", UNKNOWN, BadCellType)
    .special("value", OneTooLarge, BadPenalty, |c| gridstar_grid_set_cell(c.id("grid"), PENALTIES, 1, 1, 256) as i32)
    .special("plane", OneTooLarge, UnsupportedQuery, |c| gridstar_grid_set_cell(c.id("grid"), COVERS, 1, 1, 1) as i32);

    let get = Function::new("gridstar_grid_get_cell", Ok, |c| unsafe {
        let (plane, out) = (c.number("plane", 0, 4), c.out("value_out", 0));
        gridstar_grid_get_cell(c.id("grid"), plane, c.coordinate("x", 1), c.coordinate("y", 1), out) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("plane", UNKNOWN, UnknownPlane)
    .bad("x", OUTSIDE, CellOutside)
    .bad("y", OUTSIDE, CellOutside)
    .bad_pointer("value_out");

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

const PENALTIES: u32 = GridstarCellPlane::Penalties as u32;
const COVERS: u32 = GridstarCellPlane::Covers as u32;
const PASSAGES: u32 = GridstarCellPlane::Passages as u32;

fn passages() -> Vec<Function> {
    let set = Function::new("gridstar_grid_set_passage", Ok, |c| unsafe {
        let (from, to) = (c.cell("from", 0, (1, 1)), c.cell("to", 1, (2, 1)));
        gridstar_grid_set_passage(c.id("grid"), from, to, c.number("passage", 1, 4)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_cell("from", CellOutside)
    .bad_cell("to", CellOutside)
    .bad("passage", UNKNOWN, BadPassage)
    .special("to", OneTooLarge, BadPassage, |c| unsafe {
        gridstar_grid_set_passage(c.id("grid"), &Cell::new(1, 1), &Cell::new(2, 2), 1) as i32
    });

    let get = Function::new("gridstar_grid_get_passage", Ok, |c| unsafe {
        let (from, to) = (c.cell("from", 0, (1, 1)), c.cell("to", 1, (1, 2)));
        gridstar_grid_get_passage(c.id("grid"), from, to, c.out("passage_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_cell("from", CellOutside)
    .bad_cell("to", CellOutside)
    .bad_pointer("passage_out")
    .special("to", OneTooLarge, BadPassage, |c| unsafe {
        gridstar_grid_get_passage(c.id("grid"), &Cell::new(1, 1), &Cell::new(1, 1), c.out("passage_out", 0)) as i32
    });

    let outline = Function::new("gridstar_grid_set_passages", Ok, |c| unsafe {
        let sides = c.number("sides", GRIDSTAR_SIDE_RIGHT | GRIDSTAR_SIDE_UP, 16);
        gridstar_grid_set_passages(c.id("grid"), c.rect(), sides, c.number("passage", 1, 4)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_rect()
    .bad("sides", &[Zero, Beyond, NegativeAsUnsigned, Huge], BadFlag)
    .bad("passage", UNKNOWN, BadPassage);

    let set_all = Function::new("gridstar_grid_set_cells", Ok, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), PASSAGES, null(), OBSTACLES.as_ptr(), CELLS) as i32
    })
    .special("values", OneTooLarge, BadPassage, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), PASSAGES, c.rect(), [16; 6].as_ptr(), 6) as i32
    });
    let fill_all = Function::new("gridstar_grid_fill_cells", Ok, |c| unsafe {
        gridstar_grid_fill_cells(c.id("grid"), PASSAGES, null(), 3) as i32
    })
    .special("value", Huge, BadPassage, |c| unsafe {
        gridstar_grid_fill_cells(c.id("grid"), PASSAGES, c.rect(), 16) as i32
    });
    let set_one = Function::new("gridstar_grid_set_cell", Ok, |c| {
        gridstar_grid_set_cell(c.id("grid"), PASSAGES, 1, 1, 3) as i32
    })
    .special("value", Huge, BadPassage, |c| gridstar_grid_set_cell(c.id("grid"), PASSAGES, 1, 1, 16) as i32);
    vec![set, get, outline, set_all, fill_all, set_one]
}

fn rectangles() -> Vec<Function> {
    let fill = Function::new("gridstar_grid_fill_cells", Ok, |c| unsafe {
        let (plane, value) = (c.number("plane", 0, 4), c.number("value", 1, 256));
        gridstar_grid_fill_cells(c.id("grid"), plane, c.rect(), value) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("plane", UNKNOWN, UnknownPlane)
    .bad_rect()
    .bad("value", UNKNOWN, BadCellType)
    .special("value", OneTooLarge, BadPenalty, |c| unsafe {
        gridstar_grid_fill_cells(c.id("grid"), PENALTIES, c.rect(), 256) as i32
    })
    .special("plane", OneTooLarge, UnsupportedQuery, |c| unsafe {
        gridstar_grid_fill_cells(c.id("grid"), COVERS, c.rect(), 1) as i32
    });

    let set = Function::new("gridstar_grid_set_cells", Ok, |c| unsafe {
        let (plane, rect, values) = (c.number("plane", 0, 4), c.rect(), c.input("values", &OBSTACLES));
        let count = c.size("count", c.cells_of_rect(6));
        gridstar_grid_set_cells(c.id("grid"), plane, rect, values, count) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("plane", UNKNOWN, UnknownPlane)
    .bad_rect()
    .bad("rect", &[Null], WrongCount)
    .bad("values", &[Null], NullPointer)
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], WrongCount)
    // The product of width and height is 4 in 32 bits.
    .special("rect.width", OneTooLarge, BadRect, |c| unsafe {
        let rect = GridstarRect { x: 0, y: 0, width: (1 << 30) + 1, height: 4 };
        gridstar_grid_set_cells(c.id("grid"), 0, &rect, OBSTACLES.as_ptr(), 4) as i32
    })
    .special("count", Null, WrongCount, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), 0, c.rect(), null(), 0) as i32
    })
    .special("plane", OneTooLarge, UnsupportedQuery, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), COVERS, c.rect(), OBSTACLES.as_ptr(), 6) as i32
    });
    let fill_all = Function::new("gridstar_grid_fill_cells", Ok, |c| unsafe {
        gridstar_grid_fill_cells(c.id("grid"), PENALTIES, null(), 3) as i32
    });
    let set_all = Function::new("gridstar_grid_set_cells", Ok, |c| unsafe {
        gridstar_grid_set_cells(c.id("grid"), PENALTIES, null(), OBSTACLES.as_ptr(), CELLS) as i32
    });

    let get = |call: fn(&Case) -> i32| {
        Function::new("gridstar_grid_get_cells", Ok, call)
            .bad_id("grid", InvalidId)
            .bad("plane", UNKNOWN, UnknownPlane)
            .bad_rect()
            .bad("values_out", &[Null], NullPointer)
            .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
            .bad_pointer("count_out")
    };
    let types = get(|c| get_cells(c, 0));
    let penalties = get(|c| get_cells(c, PENALTIES));
    let covers = get(|c| get_cells(c, COVERS));
    let passages = get(|c| get_cells(c, PASSAGES));
    let all = Function::new("gridstar_grid_get_cells", Ok, |c| unsafe {
        let (values, capacity) = c.buffer("values_out", 0, "capacity", CELLS);
        gridstar_grid_get_cells(c.id("grid"), 0, null(), values, capacity, c.count_out("count_out", CELLS)) as i32
    })
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall);

    vec![fill, fill_all, set, set_all, types, penalties, covers, passages, all]
}

/// Reads the rectangle of a case in a plane.
fn get_cells(c: &Case, plane: u32) -> i32 {
    let (plane, rect) = (c.number("plane", plane, 4), c.rect());
    let (values, mut capacity) = c.buffer("values_out", 0, "capacity", 6);
    if c.cells_of_rect(6) != 6 {
        capacity = 200;
    }
    unsafe { gridstar_grid_get_cells(c.id("grid"), plane, rect, values, capacity, c.count_out("count_out", 6)) as i32 }
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
