//! The answers of a batch: written into the caller's buffers, the cells of large ones by several threads.

use super::object::{TICKETS, Ticket};
use super::structs::{GridstarPathReply, GridstarTicketInfo};
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::path::status_of;
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::{Task, Writing, write_paths};
use crate::grid::Cell;
use crate::index::{AgentLayers, Engine};
use crate::movement::Agent;
use crate::search::{Path, Scratch};
use crate::try_arc::TryArc;
use crate::work::{AnyBatch, Ending, GridBatch, Reply, Request, Shares};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the answers of a batch go.
pub(super) struct Outputs {
    pub(super) replies: OutBuffer<GridstarPathReply>,
    pub(super) cells: OutBuffer<Cell>,
    pub(super) info: OutStruct<GridstarTicketInfo>,
}

impl Outputs {
    /// Writes the answers of a ticket and destroys it, if all are there and fit; else its info.
    pub(super) fn take(self, id: u64) -> CallOutcome {
        let object = Ticket::of(id)?;
        let batch = object.grid_batch()?;
        let has_ended = batch.has_ended();
        if !has_ended || !self.fit(batch) {
            self.info.write(info(batch, id));
            return if has_ended { Err(GridstarStatus::BufferTooSmall) } else { Ok(GridstarStatus::StillRunning) };
        }
        // Only one of several threads takes it.
        TICKETS.remove(id).ok_or(GridstarStatus::InvalidId)?;
        self.write(&object.task, batch)?;
        count_searches(&object, batch);
        Ok(state(batch))
    }

    fn fit(&self, batch: &GridBatch) -> bool {
        let cells = usize::try_from(batch.cell_count()).unwrap_or(usize::MAX);
        self.replies.fits(batch.requests().len()) && self.cells.fits(cells)
    }

    /// Writes all answers of a batch, which must fit. `task` is the batch.
    fn write(mut self, task: &TryArc<Task>, batch: &GridBatch) -> Result<(), GridstarStatus> {
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

/// Counts the expansions of answered queries, which decide when landmarks are measured anew.
fn count_searches(ticket: &Ticket, batch: &GridBatch) {
    let Ok(object) = GridObject::of(ticket.grid) else { return };
    if object.grid.engine() != Engine::Landmarks {
        return;
    }
    let Ok(view) = object.grid.view() else { return };
    for (number, agent) in ticket.agents.iter().enumerate() {
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

pub(super) fn state(batch: &dyn AnyBatch) -> GridstarStatus {
    if !batch.has_ended() {
        GridstarStatus::StillRunning
    } else if batch.is_cancelled() {
        GridstarStatus::Cancelled
    } else {
        GridstarStatus::Ok
    }
}

pub(super) fn info(batch: &dyn AnyBatch, ticket: u64) -> GridstarTicketInfo {
    GridstarTicketInfo {
        count: batch.count() as u32,
        revision: batch.revision(),
        cell_count: batch.cell_count(),
        ticket,
        expansions: batch.expansions(),
        running: batch.running_count() as u32,
        ..GridstarTicketInfo::DEFAULT
    }
}

/// The status of a query of a batch.
pub(super) fn status_of_ending<P>(ending: &Ending<P>) -> GridstarStatus {
    match ending {
        Ending::Answered(outcome) => status_of(outcome),
        Ending::Cancelled => GridstarStatus::Cancelled,
        Ending::OutOfMemory => GridstarStatus::OutOfMemory,
        Ending::Panicked => GridstarStatus::Panicked,
    }
}

pub(super) fn written(reply: &Reply<Path<'static>>, request: &Request, first: u32) -> GridstarPathReply {
    GridstarPathReply {
        status: status_of_ending(&reply.ending) as i32,
        length: reply.path().map_or(0, |path| path.length()),
        first,
        engine: reply.engine.number(),
        cost: reply.path().map_or(0.0, |path| path.cost(&request.query.costs)),
        expansions: reply.expansions,
        bound: reply.path().map_or(0.0, Path::bound),
    }
}

/// Batches with fewer cells are written by the caller's thread alone: waking a thread takes about as long.
const MIN_CELLS: usize = 1 << 15;

/// Writes the cells of all paths, one path after another. They must fit.
fn write_cells(task: &TryArc<Task>, batch: &GridBatch, cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    let pool = pool()?;
    if (batch.cell_count() as usize) < MIN_CELLS || pool.info().wanted == 0 {
        return write_alone(batch, cells);
    }
    let mut places = Vec::new();
    if places.try_reserve_exact(batch.share_count()).is_err() {
        return write_alone(batch, cells);
    }
    let shares = Shares::new(batch.share_count() as u32);
    let writing = Writing { batch: task.clone(), shares, places, has_failed: AtomicBool::new(false) };
    // Before the caller's buffer is shared out: without memory, this thread writes all of it.
    let Ok(mut writing) = TryArc::try_new(Task::Writing(writing)) else { return write_alone(batch, cells) };
    if let Some(Task::Writing(writing)) = writing.get_mut() {
        let mut rest = cells;
        for share in batch.replies() {
            writing.places.push(Mutex::new(rest.split_off_first(share.cell_count() as usize)?));
        }
    }
    // Without memory for the queue, this thread writes all.
    let _ = pool.submit(writing.clone(), i32::MAX);
    pool.finish(&writing, &mut Scratch::new());
    match &*writing {
        Task::Writing(writing) if !writing.has_failed.load(Ordering::Relaxed) => Ok(()),
        _ => Err(GridstarStatus::Panicked),
    }
}

fn write_alone(batch: &GridBatch, mut cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    batch.replies().try_for_each(|share| write_paths(&share, &mut cells))
}
