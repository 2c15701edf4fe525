//! Tickets of queries through floors.

use super::object::{TICKETS, Ticket};
use super::structs::GridstarTicketInfo;
use super::submission::{read_defs, share_size};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::floors::object::{FloorsObject, most_fine};
use crate::ffi::floors::path::GridstarFloorCell;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::ticket::answers::{info, state, status_of_ending};
use crate::ffi::work::task::Task;
use crate::floors::{FloorPath, FloorQuery, FloorStep, FloorsView};
use crate::search::Query;
use crate::try_arc::TryArc;
use crate::work::{AnyBatch, FloorBatch, FloorRequest, Reply};

/// One query through floors of a batch. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarFloorPathRequest {
    /// The start.
    pub start: GridstarFloorCell,
    /// The goal.
    pub goal: GridstarFloorCell,
    /// Index of the query def in the array of the call; 0 without defs.
    pub def_index: u32,
    /// Must be 0.
    pub reserved: u32,
}

/// Answer to one query through floors of a batch. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarFloorPathReply {
    /// Status that gridstar_floors_find_path would return, or CANCELLED.
    pub status: i32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Index of the path's first cell in the buffer of cells.
    pub first: u32,
    /// Number of links on the path.
    pub links: u32,
    /// Cost of the path; 0 without a path.
    pub cost: f64,
    /// Number of expanded cells: see GridstarFloorPathResult.
    pub expansions: u32,
    /// The path costs at most `bound` times as much as an optimal one. 0 without a path.
    pub bound: f32,
}

/// Submits queries through floors to the worker threads and writes a ticket for them, as gridstar_ticket_submit does
/// for one grid. Each answer is that of gridstar_floors_find_path. gridstar_ticket_take_floors takes the answers;
/// `revision` of the ticket's info is that of the floors and links.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_submit_floors(
    floors: u64,
    requests: *const GridstarFloorPathRequest,
    request_count: u32,
    defs: *const GridstarQueryDef,
    def_count: u32,
    priority: i32,
    ticket_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (requests, ticket_out) = (input(requests, request_count)?, Out::new(ticket_out)?);
        let object = FloorsObject::of(floors)?;
        let task = task(&object, requests, &read_defs(defs, def_count)?)?;
        ticket_out.ok(Ticket { task, grid: 0, agents: Vec::new() }.submit(priority)?)
    })
}

/// Tells whether one of the requests of a floors ticket (from 0) is answered: OK, and the reply has a `first` of 0,
/// with as many of its `length` cells as fit; or STILL_RUNNING. INVALID_ID: the ticket has no such request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_peek_floors(
    ticket: u64,
    request: u32,
    reply_out: *mut GridstarFloorPathReply,
    cells_out: *mut FloorStep,
    cell_capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (reply_out, mut cells_out) = (Out::new(reply_out)?, OutBuffer::new(cells_out, cell_capacity)?);
        let object = Ticket::of(ticket)?;
        let batch = object.floor_batch()?;
        if request as usize >= batch.requests().len() {
            return Err(GridstarStatus::InvalidId);
        }
        batch.tell_so_far(request as usize, |reply, corners| {
            let path = reply.and_then(|reply| reply.path()).map(|path| path.with_corners(corners));
            let length = path.map_or(0, |path| path.length());
            let cells = cells_out.take(length.min(cell_capacity) as usize)?;
            path.inspect(|path| path.copy_to(cells));
            let status = GridstarStatus::StillRunning;
            let running = GridstarFloorPathReply { status: status as i32, ..GridstarFloorPathReply::default() };
            reply_out.write(reply.map_or(running, |reply| written(reply, 0)));
            Ok(if reply.is_some() { GridstarStatus::Ok } else { status })
        })
    })
}

/// Writes the answers of a floors ticket and destroys it, as gridstar_ticket_take does. OK, CANCELLED, STILL_RUNNING
/// and BUFFER_TOO_SMALL are those of gridstar_ticket_take. UNSUPPORTED_QUERY: a ticket of one grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_take_floors(
    ticket: u64,
    replies_out: *mut GridstarFloorPathReply,
    reply_capacity: u32,
    cells_out: *mut FloorStep,
    cell_capacity: u32,
    info_out: *mut GridstarTicketInfo,
) -> GridstarStatus {
    fence(|| {
        let mut replies_out = OutBuffer::new(replies_out, reply_capacity)?;
        let (mut cells_out, info_out) = (OutBuffer::new(cells_out, cell_capacity)?, OutStruct::new(info_out)?);
        let object = Ticket::of(ticket)?;
        let batch = object.floor_batch()?;
        let has_ended = batch.has_ended();
        let cells = usize::try_from(batch.cell_count()).unwrap_or(usize::MAX);
        if !has_ended || !replies_out.fits(batch.count()) || !cells_out.fits(cells) {
            info_out.write(info(batch, ticket));
            return if has_ended { Err(GridstarStatus::BufferTooSmall) } else { Ok(GridstarStatus::StillRunning) };
        }
        // Only one of several threads takes it.
        TICKETS.remove(ticket).ok_or(GridstarStatus::InvalidId)?;
        let mut places = replies_out.take(batch.count())?.iter_mut();
        let (mut rest, mut first) = (cells_out.take(cells)?, 0);
        for share in batch.replies() {
            for ((reply, corners), place) in share.with_corners().zip(&mut places) {
                let length = reply.path().map_or(0, FloorPath::length);
                let (now, later) = std::mem::take(&mut rest).split_at_mut(length as usize);
                reply.path().inspect(|path| path.with_corners(corners).copy_to(now));
                rest = later;
                *place = written(reply, first);
                first += length;
            }
        }
        info_out.write(info(batch, 0));
        Ok(state(batch))
    })
}

fn written(reply: &Reply<FloorPath<'static>>, first: u32) -> GridstarFloorPathReply {
    GridstarFloorPathReply {
        status: status_of_ending(&reply.ending) as i32,
        length: reply.path().map_or(0, FloorPath::length),
        first,
        links: reply.path().map_or(0, FloorPath::link_count),
        cost: reply.path().map_or(0.0, FloorPath::cost),
        expansions: reply.expansions,
        bound: reply.path().map_or(0.0, FloorPath::bound),
    }
}

/// A batch of requests on the floors as they are now.
fn task(
    object: &FloorsObject,
    requests: &[GridstarFloorPathRequest],
    defs: &[GridstarQueryDef],
) -> Result<TryArc<Task>, GridstarStatus> {
    let (mut list, mut views) = (reserved(requests.len())?, Vec::new());
    let mut kinds: Vec<(u32, Query)> = Vec::new();
    let mut revision = object.plan().revision;
    for request in requests {
        let def = defs.get(request.def_index as usize).ok_or(GridstarStatus::UnknownQueryDef)?;
        if request.reserved != 0 {
            return Err(GridstarStatus::BadFlag);
        }
        let (start, goal) = (request.start.checked()?, request.goal.checked()?);
        let legs = object.plan().query(start, goal, def)?;
        let is_alike = |(def, known): &(u32, Query)| {
            let kind = |query: &Query| (query.diagonal_rule, query.costs, query.max_expansions);
            *def == request.def_index && kind(known) == kind(&legs)
        };
        let view = match kinds.iter().position(is_alike) {
            Some(view) => view,
            None => {
                views.try_reserve(1).map_err(OutOfMemory::from)?;
                kinds.try_reserve(1).map_err(OutOfMemory::from)?;
                let mut view = FloorsView::new();
                revision = object.see(&mut view, (start, goal), def)?.1;
                view.prepare_landmarks(&legs)?;
                views.push(view);
                kinds.push((request.def_index, legs));
                views.len() - 1
            }
        };
        let most_fine = most_fine(def, &legs.costs)?;
        list.push(FloorRequest { query: FloorQuery { start, goal, legs, most_fine }, view: view as u32 });
    }
    let share_size = share_size(list.len())?;
    Ok(TryArc::try_new(Task::FloorBatch(FloorBatch::new(views, revision, list, share_size)?))?)
}
