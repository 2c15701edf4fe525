//! Steppers. The fixture's stepper searches from (0, 0) to (3, 3), a path of 4 cells. It has expanded one cell, which
//! added 3 cells.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::CELLS;
use crate::given::Given::*;
use crate::table::Function;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

pub(crate) fn functions() -> Vec<Function> {
    [searching(), looking()].into_iter().flatten().collect()
}

fn searching() -> Vec<Function> {
    let begin = Function::new("gridstar_stepper_begin", StillRunning, |c| unsafe {
        let (start, goal) = (c.cell("start", 0, (0, 0)), c.cell("goal", 1, (3, 3)));
        gridstar_stepper_begin(c.id("grid"), start, goal, c.query_def(), c.out("stepper_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_cell("start", StartOutside)
    .bad_cell("goal", GoalOutside)
    .bad_query_def()
    .bad_pointer("stepper_out");

    let advance = Function::new("gridstar_stepper_advance", StillRunning, |c| {
        gridstar_stepper_advance(c.id("stepper"), 0) as i32
    })
    .bad_id("stepper", InvalidId);

    let finish = Function::new("gridstar_stepper_finish", Ok, |c| unsafe {
        let (path, capacity) = c.buffer("path_out", 0, "path_capacity", 4);
        gridstar_stepper_finish(c.id("stepper"), path, capacity, c.result_out(4)) as i32
    })
    .bad_id("stepper", InvalidId)
    .bad_pointer("path_out")
    .bad("path_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_struct("result_out", "result_out.struct_size");

    vec![begin, advance, finish]
}

fn looking() -> Vec<Function> {
    let info = Function::new("gridstar_stepper_get_info", Ok, |c| unsafe {
        gridstar_stepper_get_info(c.id("stepper"), c.sized("info_out")) as i32
    })
    .bad_id("stepper", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    let changes = Function::new("gridstar_stepper_get_changes", Ok, |c| unsafe {
        let (changes, capacity) = c.buffer("changes_out", 0, "capacity", 4);
        gridstar_stepper_get_changes(c.id("stepper"), changes, capacity, c.count_out("count_out", 4)) as i32
    })
    .bad_id("stepper", InvalidId)
    .bad_pointer("changes_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let cells = Function::new("gridstar_stepper_get_cells", Ok, |c| unsafe {
        let (rect, (cells, capacity)) = (c.rect(), c.buffer("cells_out", 0, "capacity", 6));
        gridstar_stepper_get_cells(c.id("stepper"), rect, cells, capacity, c.count_out("count_out", 6)) as i32
    })
    .bad_id("stepper", InvalidId)
    .bad_rect()
    // All cells of the grid.
    .special("rect", Null, BufferTooSmall, |c| unsafe {
        let (id, out, count) = (c.id("stepper"), c.out("cells_out", 0), c.count_out("count_out", CELLS));
        gridstar_stepper_get_cells(id, std::ptr::null(), out, 6, count) as i32
    })
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let open = Function::new("gridstar_stepper_get_open", Ok, |c| unsafe {
        let (cells, capacity) = c.buffer("cells_out", 0, "capacity", 3);
        gridstar_stepper_get_open(c.id("stepper"), 0, cells, capacity, c.count_out("count_out", 3)) as i32
    })
    .bad_id("stepper", InvalidId)
    .bad_pointer("cells_out")
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out")
    // At most two cells need two places.
    .special("capacity", OneTooSmall, BufferTooSmall, |c| unsafe {
        gridstar_stepper_get_open(c.id("stepper"), 2, c.fixture.out(0), 1, c.count_out("count_out", 2)) as i32
    });

    vec![info, changes, cells, open]
}
