//! Worker threads, tickets and batches. The fixture's ticket has one answered query, with a path of 4 cells from (0, 0)
//! to (3, 3). Batches have the same query.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::given::Given::*;
use crate::table::Function;
use common::abi::default_query_def;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

pub(crate) fn functions() -> Vec<Function> {
    [threads(), searching(), answers(), life()].into_iter().flatten().collect()
}

fn threads() -> Vec<Function> {
    let set_threads = Function::new("gridstar_work_set_threads", Ok, |c| {
        gridstar_work_set_threads(c.size("count", GRIDSTAR_MAX_WORK_THREADS)) as i32
    })
    .bad("count", &[OneTooLarge], BadThreadCount)
    .bad("count", &[OneTooSmall, Zero], Ok)
    .special("count", NegativeAsUnsigned, BadThreadCount, |_| gridstar_work_set_threads(u32::MAX) as i32);

    let info =
        Function::new("gridstar_work_get_info", Ok, |c| unsafe { gridstar_work_get_info(c.sized("info_out")) as i32 })
            .bad_struct("info_out", "info_out.struct_size");

    let run = Function::new("gridstar_work_run", Ok, |_| gridstar_work_run(0, 0) as i32);
    let stop = Function::new("gridstar_work_stop", Ok, |_| gridstar_work_stop() as i32);
    vec![set_threads, info, run, stop]
}

fn searching() -> Vec<Function> {
    let submit = Function::new("gridstar_ticket_submit", Ok, |c| unsafe {
        let ((requests, count), (defs, def_count)) = (c.requests(), c.defs());
        gridstar_ticket_submit(c.id("grid"), requests, count, defs, def_count, 0, c.out("ticket_out", 0)) as i32
    });
    let submit = bad_batch(submit).bad_pointer("ticket_out").special("defs", OneTooLarge, BadStructSize, |c| unsafe {
        // At the place of the second def, by the size of the first one, there is no size.
        let (requests, ticket, mut defs) = (c.requests().0, c.out("ticket_out", 0), [default_query_def(); 2]);
        defs[0].struct_size = 48;
        gridstar_ticket_submit(c.fixture.grid, requests, 1, defs.as_ptr(), 2, 0, ticket) as i32
    });
    // Without defs, there is one, of the grid's own settings.
    let submit = submit.special("defs", Unknown, UnknownQueryDef, |c| unsafe {
        let (mut request, ticket) = (*c.requests().0, c.out("ticket_out", 0));
        request.def_index = 1;
        gridstar_ticket_submit(c.fixture.grid, &request, 1, null(), 0, 0, ticket) as i32
    });

    vec![submit]
}

/// The arguments of a batch.
fn bad_batch(search: Function) -> Function {
    search
        .bad_id("grid", InvalidId)
        .bad_pointer("requests")
        .bad("request_count", &[Zero], Ok)
        .bad("requests.def_index", &[Unknown, NegativeAsUnsigned, Huge], UnknownQueryDef)
        .bad("requests.reserved", &[Beyond, NegativeAsUnsigned, Huge], BadFlag)
        .bad_pointer("defs")
        .bad("def_count", &[Zero], Ok)
        .bad_query_fields("defs")
}

/// The buffers that taking answers needs.
fn bad_answers(call: Function) -> Function {
    call.bad_pointer("replies_out")
        .bad("reply_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
        .bad_pointer("cells_out")
        .bad("cell_capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
        .bad_struct("info_out", "info_out.struct_size")
}

fn answers() -> Vec<Function> {
    let poll = Function::new("gridstar_ticket_poll", Ok, |c| unsafe {
        gridstar_ticket_poll(c.id("ticket"), c.sized("info_out")) as i32
    })
    .bad_id("ticket", InvalidId)
    .bad_struct("info_out", "info_out.struct_size");

    let wait = Function::new("gridstar_ticket_wait", Ok, |c| gridstar_ticket_wait(c.id("ticket")) as i32)
        .bad_id("ticket", InvalidId);

    let peek = Function::new("gridstar_ticket_peek", Ok, |c| unsafe {
        let (cells, cell_capacity) = c.buffer("cells_out", 1, "cell_capacity", 4);
        let request = c.number("request", 0, 1);
        gridstar_ticket_peek(c.id("ticket"), request, c.out("reply_out", 0), cells, cell_capacity) as i32
    })
    .bad_id("ticket", InvalidId)
    .bad("request", &[Beyond, NegativeAsUnsigned, Huge], InvalidId)
    .bad_pointer("reply_out")
    .bad_pointer("cells_out")
    .bad("cell_capacity", &[Zero, OneTooSmall], Ok);

    let take = Function::new("gridstar_ticket_take", Ok, |c| unsafe {
        let (replies, reply_capacity) = c.buffer("replies_out", 0, "reply_capacity", 1);
        let (cells, cell_capacity) = c.buffer("cells_out", 1, "cell_capacity", 4);
        let info = c.ticket_info_out(Some(c.fixture.ticket()));
        gridstar_ticket_take(c.id("ticket"), replies, reply_capacity, cells, cell_capacity, info) as i32
    })
    .bad_id("ticket", InvalidId);

    vec![poll, wait, peek, bad_answers(take)]
}

fn life() -> Vec<Function> {
    let cancel = Function::new("gridstar_ticket_cancel", Ok, |c| gridstar_ticket_cancel(c.id("ticket")) as i32)
        .bad_id("ticket", InvalidId);

    vec![cancel]
}
