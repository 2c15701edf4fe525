//! Tickets: batches of queries that are answered while the caller goes on.

pub(super) mod answers;
pub(super) mod floors;
pub(super) mod object;
pub(super) mod structs;
mod submission;

use super::work::pool::pool;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::ffi::grid::GridstarQueryDef;
use crate::grid::Cell;
use crate::search::Path;
use answers::{Outputs, info, state, written};
use object::Ticket;
use structs::{GridstarPathReply, GridstarPathRequest, GridstarTicketInfo};
use submission::Submission;

/// Submits queries to the worker threads and writes a ticket for them. Without worker threads, gridstar_work_run and
/// gridstar_ticket_wait answer them.
///
/// The queries see the grid as it is now, and each answer is that of gridstar_grid_find_path. A null `defs` with a
/// count of 0 means the grid's settings for all; defs have one struct_size. Tickets with a larger `priority` are
/// answered first, and of equal ones the oldest.
///
/// Landmarks that the queries need and the grid lacks are measured in this call: see gridstar_grid_prepare. A ticket
/// lives until gridstar_ticket_take returns its answers. Until then it keeps the grid's state, which the first search
/// after an edit copies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_submit(
    grid: u64,
    requests: *const GridstarPathRequest,
    request_count: u32,
    defs: *const GridstarQueryDef,
    def_count: u32,
    priority: i32,
    ticket_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (requests, ticket_out) = (input(requests, request_count)?, Out::new(ticket_out)?);
        ticket_out.ok(Submission::read(grid, defs, def_count)?.ticket(requests)?.submit(priority)?)
    })
}

/// Tells how far a ticket's queries have come: OK if all are answered, STILL_RUNNING, or CANCELLED if the ticket was
/// cancelled, or the worker threads stopped, before all were answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_poll(ticket: u64, info_out: *mut GridstarTicketInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = Ticket::of(ticket)?;
        let batch = object.batch()?;
        // First: the batch may end meanwhile, and OK must come with the info of an ended batch.
        let state = state(batch);
        info_out.write(info(batch, ticket));
        Ok(state)
    })
}

/// Tells what there is so far for one of a ticket's requests (from 0), so that an agent can set out early. Writes a
/// reply, and as many of its `length` cells as fit.
///
/// - OK: the request is answered. The reply is that of gridstar_ticket_take, but with a `first` of 0, and says whether
///   there is a path.
/// - STILL_RUNNING: it is not. The cells lead from the start to the reached cell that is nearest to the goal, or
///   `length` is 0; the path may go another way. Ways are noted from the first call on, when a search pauses, so time
///   decides what is known; never at any angle, on hexagons, for partial paths or for ways out of an obstacle.
/// - INVALID_ID: the ticket has no such request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_peek(
    ticket: u64,
    request: u32,
    reply_out: *mut GridstarPathReply,
    cells_out: *mut Cell,
    cell_capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (reply_out, mut cells_out) = (Out::new(reply_out)?, OutBuffer::new(cells_out, cell_capacity)?);
        let object = Ticket::of(ticket)?;
        let batch = object.grid_batch()?;
        let asked = batch.requests().get(request as usize).ok_or(GridstarStatus::InvalidId)?;
        batch.tell_so_far(request as usize, |reply, corners| {
            let way = || (!corners.is_empty()).then(|| Path::of_corners(corners));
            let path = reply.map_or_else(way, |reply| reply.path().map(|path| path.with_corners(corners)));
            let length = path.map_or(0, |path| path.length());
            let cells = cells_out.take(length.min(cell_capacity) as usize)?;
            path.inspect(|path| path.copy_to(cells));
            let status = GridstarStatus::StillRunning;
            let running = GridstarPathReply { status: status as i32, length, ..GridstarPathReply::default() };
            reply_out.write(reply.map_or(running, |reply| written(reply, asked, 0)));
            Ok(if reply.is_some() { GridstarStatus::Ok } else { status })
        })
    })
}

/// Answers queries of a ticket on the calling thread, beside the worker threads, until all are answered. Blocks.
/// Returns OK or CANCELLED.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_ticket_wait(ticket: u64) -> GridstarStatus {
    fence(|| {
        let object = Ticket::of(ticket)?;
        with_scratch(|scratch| {
            pool()?.finish(&object.task, scratch);
            Ok(state(object.batch()?))
        })
    })
}

/// Writes the answers of a ticket and destroys it: a reply for each request, in their order, and the cells of all
/// paths, one path after another.
///
/// - OK: all is written.
/// - CANCELLED: likewise; queries without an answer have this status.
/// - STILL_RUNNING: some queries are not answered. Only `info_out` is written, and the ticket stays.
/// - BUFFER_TOO_SMALL: `info_out` has the needed `count` and `cell_count`. The ticket stays, and nothing is searched
///   again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_take(
    ticket: u64,
    replies_out: *mut GridstarPathReply,
    reply_capacity: u32,
    cells_out: *mut Cell,
    cell_capacity: u32,
    info_out: *mut GridstarTicketInfo,
) -> GridstarStatus {
    fence(|| {
        let outputs = Outputs {
            replies: OutBuffer::new(replies_out, reply_capacity)?,
            cells: OutBuffer::new(cells_out, cell_capacity)?,
            info: OutStruct::new(info_out)?,
        };
        outputs.take(ticket)
    })
}

/// Cancels the queries of a ticket that are not answered yet; those that run now end first. The ticket stays until it
/// is taken or destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_ticket_cancel(ticket: u64) -> GridstarStatus {
    fence(|| {
        let object = Ticket::of(ticket)?;
        pool().map(|pool| pool.cancel(&object.task))
    })
}
