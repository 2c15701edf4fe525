//! Batches: many queries in one call.

use super::pool::{TICKETS, Ticket, pool};
use super::structs::{GridstarPathReply, GridstarPathRequest, GridstarTicketInfo};
use super::tickets::{Outputs, TicketSettings, count_searches, state};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::input;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::ffi::grid::structs::GridstarQueryDef;
use crate::grid::Cell;

/// Answers many queries in one call, on the worker threads and on the calling thread. The replies are in the order of
/// the requests, and do not depend on the number of threads. Each is the one that gridstar_grid_find_path gives when
/// the call begins.
///
/// `requests` and `defs` are those of gridstar_ticket_submit. `replies_out` gets a reply for each request, and
/// `cells_out` the cells of all paths, one path after another. Set `info_out->struct_size` first.
///
/// - OK: all is written. The status of each query is in its reply.
/// - CANCELLED: another thread called gridstar_work_stop. Queries without an answer have the status CANCELLED.
/// - BUFFER_TOO_SMALL: nothing was written but `info_out`, with the needed `count` and `cell_count`, and a `ticket`:
///   gridstar_ticket_take writes the answers into larger buffers without another search. Destroy the ticket if you
///   don't want them.
/// - NULL_POINTER, the errors of a query def, UNKNOWN_QUERY_DEF, UNSUPPORTED_QUERY: errors.
///
/// Thread-safe; waits until the worker threads have answered what they took of it. The queries go before all tickets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_paths(
    grid: u64,
    requests: *const GridstarPathRequest,
    request_count: u32,
    defs: *const GridstarQueryDef,
    def_count: u32,
    replies_out: *mut GridstarPathReply,
    reply_capacity: u32,
    cells_out: *mut Cell,
    cell_capacity: u32,
    info_out: *mut GridstarTicketInfo,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (requests, outputs) = unsafe {
            let outputs = Outputs::new(replies_out, reply_capacity, cells_out, cell_capacity, info_out)?;
            (input(requests, request_count)?, outputs)
        };
        // SAFETY: the caller upholds the contract of this function.
        let task = unsafe { TicketSettings::read(grid, defs, def_count) }?.task(requests)?;
        let batch = task.batch().ok_or(GridstarStatus::Panicked)?;
        let pool = pool()?;
        if requests.len() > 1 {
            // Without memory for the queue, this thread answers all.
            let _ = pool.submit(task.clone(), i32::MAX);
        }
        with_scratch(|scratch| {
            pool.finish(&task, scratch);
            Ok(())
        })?;
        if outputs.fit(batch) {
            outputs.write(&task, batch)?;
            count_searches(grid, batch);
            return Ok(state(batch));
        }
        let ticket = Ticket { task: task.clone(), grid };
        let id = TICKETS.insert(ticket)?;
        outputs.write_info(batch, id);
        Err(GridstarStatus::BufferTooSmall)
    })
}
