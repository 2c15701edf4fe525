//! Tickets: batches of queries that are answered while the caller goes on.

use super::pool::{TICKETS, Ticket, pool};
use super::structs::{GridstarPathReply, GridstarPathRequest, GridstarTicketInfo};
use super::task::Task;
use super::writing::write_cells;
use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::ffi::cover::object::view_for;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::path::status_of;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::object::agent;
use crate::grid::Cell;
use crate::index::{AgentLayers, Engine};
use crate::movement::Agent;
use crate::search::{Path, PathForm, Query, prepare, reads_map, supports_any_angle};
use crate::try_arc::TryArc;
use crate::work::{Batch, Ending, Reply, Request};

/// A share of a batch has at most this number of queries.
const MAX_SHARE: usize = 64;

/// A thread gets about this number of shares of a batch, so that all threads end at about the same time.
const SHARES_BY_THREAD: usize = 32;

/// Landmarks take about this number of bytes for each expansion that takes as long as measuring them: 16 bytes a cell,
/// and one expansion for 2 cells.
const LANDMARK_BYTES_BY_EXPANSION: u64 = 32;

/// Submits queries and writes a ticket for them, which is never 0. Worker threads answer them while the caller goes on;
/// without worker threads, gridstar_work_run and gridstar_ticket_wait do.
///
/// The queries see the grid as it is at this call, whatever is edited later: `revision` of GridstarTicketInfo. Each
/// answer is the one that gridstar_grid_find_path would give now. It depends on neither time nor threads.
///
/// `requests` has `request_count` queries. `defs` has `def_count` query defs, which the requests name by their index;
/// the first one is `defs[0]`, and each has its own struct_size, which must be the same for all. A null `defs` with a
/// count of 0 means that all requests have the grid's own settings, and `def_index` is 0. Tickets with a larger
/// `priority` are answered first, and of equal ones the oldest.
///
/// Landmarks, if the grid's engine is LANDMARKS and they are missing, are measured in this call, as a query would do.
/// gridstar_grid_prepare measures them ahead.
///
/// A ticket lives until gridstar_ticket_take returns its answers, or until gridstar_destroy or
/// gridstar_destroy_all. Until its queries are answered, it keeps the grid's state of this call: the first
/// search after an edit then copies the grid once.
///
/// Fails with NULL_POINTER, the errors of a query def, UNKNOWN_QUERY_DEF or UNSUPPORTED_QUERY. Thread-safe.
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
        // SAFETY: the caller upholds the contract of this function.
        let (requests, ticket_out) = unsafe { (input(requests, request_count)?, Out::new(ticket_out)?) };
        // SAFETY: the caller upholds the contract of this function.
        let settings = unsafe { TicketSettings::read(grid, defs, def_count) }?;
        let task = settings.task(requests)?;
        let ticket = Ticket { task: task.clone(), grid };
        let id = TICKETS.insert(ticket)?;
        if let Err(error) = pool()?.submit(task, priority) {
            drop(TICKETS.remove(id));
            return Err(error.into());
        }
        ticket_out.ok(id)
    })
}

/// Tells how far a ticket's queries have come. Set `info_out->struct_size` first.
///
/// - OK: all queries are answered, and `cell_count` is the capacity that their paths need.
/// - STILL_RUNNING: some are not.
/// - CANCELLED: the ticket was cancelled, or the worker threads were stopped, before all were answered.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID: errors.
///
/// Thread-safe; never waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_poll(ticket: u64, info_out: *mut GridstarTicketInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = Ticket::of(ticket)?;
        let batch = object.batch()?;
        // First: the batch may end meanwhile, and OK must come with the info of an ended batch.
        let state = state(batch);
        info_out.write(info(batch, ticket));
        Ok(state)
    })
}

/// Tells what there is so far for one of a ticket's requests, so that an agent can set out before its search has ended.
/// `request` counts from 0. Writes a reply, and the first `length` or `cell_capacity` cells, whichever is less.
///
/// - OK: the request is answered. The reply is the one that gridstar_ticket_take will write, but with a `first` of 0.
///   It says whether there is a path.
/// - STILL_RUNNING: it is not. The reply has this status, and the `length` of the way from the start to the cell that
///   is nearest to the goal, in a straight line, of those that the search had reached when it last paused. The path
///   may go another way, and such a way may lead into a dead end. A search may begin anew once, and its ways with it.
///   0 cells: none is known. Searches note ways only after the first call for their request or one beside it, and pause
///   after some thousand expansions or where a budget of gridstar_work_run ends. Searches at any angle and on hexagonal
///   grids note none, and neither do those that look for a way out of an obstacle or for a partial path.
/// - NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (also if the ticket has no such request): errors.
///
/// An answered request stays answered, whatever other threads do with the ticket meanwhile. What a running search tells
/// depends on time; the answer does not. Thread-safe; never waits for a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_ticket_peek(
    ticket: u64,
    request: u32,
    reply_out: *mut GridstarPathReply,
    cells_out: *mut Cell,
    cell_capacity: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (reply_out, mut cells_out) = unsafe { (Out::new(reply_out)?, OutBuffer::new(cells_out, cell_capacity)?) };
        let object = Ticket::of(ticket)?;
        let batch = object.batch()?;
        let asked = batch.requests().get(request as usize).ok_or(GridstarStatus::InvalidId)?;
        batch.tell_so_far(request as usize, |reply, path| {
            let length = path.map_or(0, |path| path.length());
            let cells = cells_out.take(length.min(cell_capacity) as usize)?;
            path.inspect(|path| path.copy_to(cells));
            let running = GridstarPathReply {
                status: GridstarStatus::StillRunning as i32,
                length,
                ..GridstarPathReply::default()
            };
            reply_out.write(reply.map_or(running, |reply| written(reply, asked, 0)));
            Ok(if reply.is_some() { GridstarStatus::Ok } else { GridstarStatus::StillRunning })
        })
    })
}

/// Waits until a ticket's queries are answered. The calling thread answers queries of this ticket meanwhile, so that
/// the call returns without worker threads too.
///
/// Returns OK or CANCELLED. Fails with INVALID_ID. Thread-safe; blocks.
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

/// Writes the answers of a ticket in the order of its requests, and destroys it. `replies_out` gets a reply for each
/// request, and `cells_out` the cells of all paths, one path after another. Set `info_out->struct_size` first.
///
/// - OK: all is written, and the ticket is not valid any more.
/// - CANCELLED: the same, for a ticket that was cancelled. Queries without an answer have the status CANCELLED.
/// - STILL_RUNNING: some queries are not answered. Only `info_out` is written. The ticket stays.
/// - BUFFER_TOO_SMALL: `info_out` has the needed `count` and `cell_count`; nothing else was written. The ticket stays,
///   and the next call searches nothing again.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID: errors. Of two threads that take a ticket at once,
///   one gets INVALID_ID.
///
/// With LANDMARKS, the expansions of a ticket's queries count when they are taken: see gridstar_grid_prepare.
///
/// Thread-safe; never waits.
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
        // SAFETY: the caller upholds the contract of this function.
        let outputs = unsafe { Outputs::new(replies_out, reply_capacity, cells_out, cell_capacity, info_out) }?;
        take(ticket, outputs)
    })
}

/// Cancels the queries of a ticket that are not answered yet. Those that run now end first. The ticket stays until it
/// is taken or destroyed. Has no effect on a ticket whose queries are answered.
///
/// Fails with INVALID_ID. Thread-safe; never waits.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_ticket_cancel(ticket: u64) -> GridstarStatus {
    fence(|| {
        let object = Ticket::of(ticket)?;
        pool().map(|pool| pool.cancel(&object.task))
    })
}

/// The grid and the query defs of a batch.
pub(super) struct TicketSettings {
    object: TryArc<GridObject>,
    /// The grid's id.
    grid: u64,
    defs: Vec<GridstarQueryDef>,
    /// By def. Start and goal come with the requests.
    queries: Vec<Query>,
    agents: Vec<Agent>,
}

impl TicketSettings {
    /// # Safety
    ///
    /// `defs` is null or valid for reads of `def_count` structs of `defs->struct_size` bytes.
    pub(super) unsafe fn read(
        grid: u64,
        defs: *const GridstarQueryDef,
        def_count: u32,
    ) -> Result<Self, GridstarStatus> {
        let count = if defs.is_null() { 0 } else { def_count as usize };
        if defs.is_null() && def_count > 0 {
            return Err(GridstarStatus::NullPointer);
        }
        let object = GridObject::of(grid)?;
        let mut settings = Self { object, grid, defs: Vec::new(), queries: Vec::new(), agents: Vec::new() };
        settings.defs.try_reserve_exact(count.max(1))?;
        settings.queries.try_reserve_exact(count.max(1))?;
        settings.agents.try_reserve_exact(count.max(1))?;
        if count == 0 {
            settings.defs.push(GridstarQueryDef::DEFAULT);
        }
        let mut place = defs;
        for _ in 0..count {
            // SAFETY: by the contract; each struct has the size of the first one, or the call fails before it is read.
            // The sizes are multiples of 8, so that all structs are aligned if the first one is.
            unsafe {
                if let Some(first) = settings.defs.first()
                    && place.cast::<u32>().read() != first.struct_size
                {
                    return Err(GridstarStatus::BadStructSize);
                }
                let def = query_def_or_default(place)?;
                settings.defs.push(def);
                place = place.byte_add(def.struct_size as usize);
            }
        }
        for def in &settings.defs {
            settings.queries.push(settings.object.query(Cell::default(), Cell::default(), def)?);
            settings.agents.push(agent(def)?);
        }
        Ok(settings)
    }

    /// A batch of requests on the grid's state now.
    pub(super) fn task(self, requests: &[GridstarPathRequest]) -> Result<TryArc<Task>, GridstarStatus> {
        let Self { object, grid: id, defs, queries, mut agents } = self;
        let mut list = reserved(requests.len())?;
        for request in requests {
            let query = queries.get(request.def_index as usize).ok_or(GridstarStatus::UnknownQueryDef)?;
            if request.reserved != 0 {
                return Err(GridstarStatus::BadFlag);
            }
            let start = Cell::new(request.start_x, request.start_y);
            let goal = Cell::new(request.goal_x, request.goal_y);
            list.push(Request { query: Query { start, goal, ..*query }, agent: request.def_index });
        }
        let grid = view_for((&object, id), &mut agents, &defs)?;
        let asked = || queries.iter().zip(&agents);
        for (query, agent) in asked().filter(|(query, _)| query.form == PathForm::AnyAngle) {
            if !supports_any_angle(AgentLayers::of(&grid, agent)?.view(&grid), query) {
                return Err(GridstarStatus::UnsupportedQuery);
            }
        }
        let pool = pool()?;
        if object.grid.engine() == Engine::Landmarks && !list.is_empty() {
            // Which landmarks a query knows may not depend on when it is answered.
            let bytes_before = grid.bytes();
            for (query, agent) in asked().filter(|(query, _)| !reads_map(&grid, query)) {
                prepare(AgentLayers::of(&grid, agent)?.view(&grid), query)?;
            }
            pool.owe(grid.bytes().saturating_sub(bytes_before) / LANDMARK_BYTES_BY_EXPANSION);
        }
        let threads = pool.info().wanted as usize;
        let share_size = match threads {
            // A budget ends after a share.
            0 => 1,
            _ => (list.len() / (SHARES_BY_THREAD * (threads + 1))).clamp(1, MAX_SHARE),
        };
        let batch = Batch::new(grid, agents, list, share_size)?;
        Ok(TryArc::try_new(Task::Batch(batch))?)
    }
}

/// Where the answers of a batch go.
pub(super) struct Outputs {
    replies: OutBuffer<GridstarPathReply>,
    cells: OutBuffer<Cell>,
    info: OutStruct<GridstarTicketInfo>,
}

impl Outputs {
    /// # Safety
    ///
    /// Needs what [`gridstar_ticket_take`] needs.
    pub(super) unsafe fn new(
        replies_out: *mut GridstarPathReply,
        reply_capacity: u32,
        cells_out: *mut Cell,
        cell_capacity: u32,
        info_out: *mut GridstarTicketInfo,
    ) -> Result<Self, GridstarStatus> {
        // SAFETY: by the contract.
        unsafe {
            Ok(Self {
                replies: OutBuffer::new(replies_out, reply_capacity)?,
                cells: OutBuffer::new(cells_out, cell_capacity)?,
                info: OutStruct::new(info_out)?,
            })
        }
    }

    pub(super) fn fit(&self, batch: &Batch) -> bool {
        let cells = usize::try_from(batch.cell_count()).unwrap_or(usize::MAX);
        self.replies.fits(batch.requests().len()) && self.cells.fits(cells)
    }

    /// Writes the info alone.
    pub(super) fn write_info(&self, batch: &Batch, ticket: u64) {
        self.info.write(info(batch, ticket));
    }

    /// Writes all answers of a batch, which must fit. `task` is the batch.
    pub(super) fn write(mut self, task: &TryArc<Task>, batch: &Batch) -> Result<(), GridstarStatus> {
        let info = info(batch, 0);
        write_cells(task, batch, self.cells)?;
        let mut first = 0;
        let mut replies = self.replies.take(batch.requests().len())?.iter_mut().zip(batch.requests());
        for share in batch.replies() {
            for (reply, (place, request)) in share.replies().iter().zip(&mut replies) {
                *place = written(reply, request, first);
                first += place.length;
            }
        }
        self.info.write(info);
        Ok(())
    }
}

fn take(id: u64, outputs: Outputs) -> CallOutcome {
    let object = Ticket::of(id)?;
    let batch = object.batch()?;
    if !batch.has_ended() {
        outputs.write_info(batch, id);
        return Ok(GridstarStatus::StillRunning);
    }
    if !outputs.fit(batch) {
        outputs.write_info(batch, id);
        return Err(GridstarStatus::BufferTooSmall);
    }
    // Only one of several threads takes it.
    TICKETS.remove(id).ok_or(GridstarStatus::InvalidId)?;
    outputs.write(&object.task, batch)?;
    count_searches(object.grid, batch);
    Ok(state(batch))
}

/// Counts the expansions of answered queries, which decide when landmarks are measured anew.
pub(super) fn count_searches(grid: u64, batch: &Batch) {
    let Ok(object) = GridObject::of(grid) else { return };
    if object.grid.engine() != Engine::Landmarks {
        return;
    }
    let Ok(view) = object.grid.view() else { return };
    for (number, agent) in batch.agents().iter().enumerate() {
        let (mut expansions, mut requests) = (0, batch.requests().iter());
        for share in batch.replies() {
            let of_agent = share.replies().iter().zip(&mut requests);
            let used = of_agent.filter(|(reply, request)| {
                let uses_landmarks = !matches!(reply.engine, Engine::AStar | Engine::AnyAngle);
                request.agent as usize == number && uses_landmarks
            });
            expansions += used.map(|(reply, _)| u64::from(reply.expansions)).sum::<u64>();
        }
        // The view may be later than that of the batch, which knew where covers are.
        let agent = Agent { without: None, ..agent.clone() };
        if expansions > 0
            && let Ok(layers) = AgentLayers::of(&view, &agent)
        {
            layers.view(&view).count_search(expansions);
        }
    }
}

pub(super) fn state(batch: &Batch) -> GridstarStatus {
    if !batch.has_ended() {
        GridstarStatus::StillRunning
    } else if batch.is_cancelled() {
        GridstarStatus::Cancelled
    } else {
        GridstarStatus::Ok
    }
}

fn info(batch: &Batch, ticket: u64) -> GridstarTicketInfo {
    GridstarTicketInfo {
        count: batch.requests().len() as u32,
        revision: batch.revision(),
        cell_count: batch.cell_count(),
        ticket,
        expansions: batch.replies().map(|share| expansions(share.replies())).sum(),
        running: batch.running_count() as u32,
        ..GridstarTicketInfo::DEFAULT
    }
}

fn expansions(replies: &[Reply]) -> u64 {
    replies.iter().map(|reply| u64::from(reply.expansions)).sum()
}

fn written(reply: &Reply, request: &Request, first: u32) -> GridstarPathReply {
    let status = match &reply.ending {
        Ending::Answered(outcome) => status_of(outcome),
        Ending::Cancelled => GridstarStatus::Cancelled,
        Ending::OutOfMemory => GridstarStatus::OutOfMemory,
        Ending::Panicked => GridstarStatus::Panicked,
    };
    GridstarPathReply {
        status: status as i32,
        length: reply.path().map_or(0, |path| path.length()),
        first,
        engine: reply.engine.number(),
        cost: reply.path().map_or(0.0, |path| path.cost(&request.query.costs)),
        expansions: reply.expansions,
        bound: reply.path().map_or(0.0, Path::bound),
    }
}
