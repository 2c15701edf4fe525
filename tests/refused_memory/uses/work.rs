//! Batches and tickets, without worker threads.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::work::{empty_ticket_info, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;

const COUNT: usize = 6;

/// Queries to cells in and out of reach, with two defs in turn.
pub(crate) fn requests(scene: &Scene) -> [GridstarPathRequest; COUNT] {
    let goals = [scene.far(), scene.walled_in(), Cell::new(1, 1), Cell::new(-1, 0), scene.far(), Cell::new(0, 1)];
    let mut number = 0;
    goals.map(|goal| {
        number += 1;
        GridstarPathRequest { def_index: number % 2, ..request(Cell::new(0, 0), goal) }
    })
}

/// The defs of the queries: one with a profile, and one at any angle.
pub(crate) fn defs(scene: &Scene, profile: u64) -> [GridstarQueryDef; 2] {
    let form = GridstarPathForm::AnyAngle as u32;
    [GridstarQueryDef { profile, ..scene.def }, GridstarQueryDef { path_form: form, ..scene.def }]
}

fn submit(desk: &mut Desk, scene: &Scene, grid: u64, profile: u64, priority: i32) -> u64 {
    let (requests, defs) = (requests(scene), defs(scene, profile));
    // SAFETY: pointers and lengths of arrays, and a pointer from a reference.
    desk.create(|id| unsafe {
        gridstar_ticket_submit(grid, requests.as_ptr(), COUNT as u32, defs.as_ptr(), 2, priority, id)
    })
}

fn poll(desk: &mut Desk, ticket: u64) -> GridstarTicketInfo {
    let mut info = empty_ticket_info();
    let out = &raw mut info;
    // SAFETY: the pointer of a living struct whose size is set.
    desk.call(|_| unsafe { gridstar_ticket_poll(ticket, out) });
    desk.tell(u64::from(info.count));
    info
}

/// Asks for what there is of a ticket's requests.
fn peek(desk: &mut Desk, ticket: u64) {
    for request in 0..COUNT as u32 {
        desk.call_untold(|buffers| {
            let (cells, capacity) = (buffers.cells.as_mut_ptr(), buffers.cells.len() as u32);
            // SAFETY: a pointer from a reference, and that of a vector with its length.
            unsafe { gridstar_ticket_peek(ticket, request, &mut GridstarPathReply::default(), cells, capacity) }
        });
    }
}

/// Takes a ticket, if it has paths first with too few places, and notes the replies. A reply may say that its own
/// search had no memory: the query is then asked again.
fn take(desk: &mut Desk, scene: &Scene, grid: u64, profile: u64, ticket: u64) {
    for cells in [0, desk.buffers.cells.len() as u32] {
        // A ticket whose searches had no memory has no paths, and nothing is too small.
        let status = desk.call_untold(|buffers| {
            let mut info = empty_ticket_info();
            let (replies, count) = (buffers.replies.as_mut_ptr(), buffers.replies.len() as u32);
            // SAFETY: the pointers of vectors with at least this room, and of a struct whose size is set.
            unsafe { gridstar_ticket_take(ticket, replies, count, buffers.cells.as_mut_ptr(), cells, &mut info) }
        });
        if status != GridstarStatus::BufferTooSmall {
            desk.tell(status as i32 as u64);
            break;
        }
    }
    tell_replies(desk, scene, grid, profile);
}

/// Notes the replies in the buffer.
fn tell_replies(desk: &mut Desk, scene: &Scene, grid: u64, profile: u64) {
    let (requests, defs) = (requests(scene), defs(scene, profile));
    for (number, request) in requests.iter().enumerate() {
        let mut reply = desk.buffers.replies[number];
        if reply.status == GridstarStatus::OutOfMemory as i32 {
            reply = asked_alone(desk, grid, request, &defs);
        }
        desk.tell(reply.status as u64);
        desk.tell_cost(reply.cost);
        desk.tell(u64::from(reply.length));
    }
}

/// The reply to a query that had no memory, asked again in a batch of its own.
fn asked_alone(
    desk: &mut Desk,
    grid: u64,
    request: &GridstarPathRequest,
    defs: &[GridstarQueryDef; 2],
) -> GridstarPathReply {
    crate::counting_allocator::ALLOWED.set(u64::MAX);
    assert!(crate::counting_allocator::REFUSED.get() > 0, "OUT_OF_MEMORY, but no allocation failed");
    desk.refused_calls += 1;
    let (mut reply, mut info) = (GridstarPathReply::default(), empty_ticket_info());
    let (cells, capacity) = (desk.buffers.cells.as_mut_ptr(), desk.buffers.cells.len() as u32);
    // SAFETY: pointers and lengths of arrays and vectors; the other pointers come from references.
    let statuses = unsafe {
        let mut ticket = 0;
        [
            gridstar_ticket_submit(grid, request, 1, defs.as_ptr(), 2, 0, &mut ticket),
            gridstar_ticket_wait(ticket),
            gridstar_ticket_take(ticket, &mut reply, 1, cells, capacity, &mut info),
        ]
    };
    assert_eq!(statuses, [GridstarStatus::Ok; 3]);
    reply
}

/// Tickets by each engine, answered by waiting and by budgets.
pub(crate) fn tickets(desk: &mut Desk, scene: &Scene) {
    for engine in [GridstarEngine::Auto, GridstarEngine::Landmarks] {
        let grid = grid(desk, scene, engine);
        let profile = profile(desk);
        let tickets = [0, 5, -5].map(|priority| submit(desk, scene, grid, profile, priority));
        desk.call(|_| gridstar_work_run(7, 0));
        poll(desk, tickets[0]);
        tickets.iter().for_each(|&ticket| peek(desk, ticket));
        desk.call(|_| gridstar_ticket_wait(tickets[2]));
        take(desk, scene, grid, profile, tickets[2]);
        for max_expansions in [9, 20, 0] {
            // Landmarks that other uses have measured are taken from budgets, so only the last call ends all.
            desk.call(|_| gridstar_work_run(max_expansions, 0));
        }
        for ticket in &tickets[..2] {
            poll(desk, *ticket);
            peek(desk, *ticket);
            take(desk, scene, grid, profile, *ticket);
        }
        // Frees the memory of searches that waited for a budget.
        desk.call(|_| gridstar_work_stop());
        desk.destroy(profile);
        destroy(desk, grid);
    }
}

pub(crate) fn tickets_given_up(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let tickets = [0, 1, 2, 3].map(|priority| submit(desk, scene, grid, 0, priority));
    desk.call(|_| gridstar_work_run(1, 0));
    desk.call(|_| gridstar_ticket_cancel(tickets[0]));
    desk.call(|_| gridstar_ticket_cancel(tickets[3]));
    take(desk, scene, grid, 0, tickets[0]);
    desk.destroy(tickets[1]);
    desk.call(|_| gridstar_work_stop());
    take(desk, scene, grid, 0, tickets[2]);
    desk.tell(u64::from(gridstar_live_count(GridstarKind::Ticket as u32)));
    desk.destroy(tickets[3]);
    desk.tell(u64::from(gridstar_destroy_all(GridstarKind::Ticket as u32)));
    destroy(desk, grid);
}
