//! The answers of a batch: written into the caller's buffers, the cells of large ones by several threads.

use super::object::{Answers, TICKETS, Ticket};
use super::structs::{GridstarPathReply, GridstarTicketInfo};
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::path::status_of;
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::{Task, Writing, write_path};
use crate::grid::Cell;
use crate::index::{AgentLayers, Engine};
use crate::movement::Agent;
use crate::search::{Path, Scratch};
use crate::try_arc::TryArc;
use crate::work::{Batch, Ending, Reply, Request, Shares};
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
        let batch = object.batch()?;
        let has_ended = batch.has_ended();
        if !has_ended || !self.fit(batch) {
            self.info.write(info(&Answers::OfGrid(batch), id));
            return if has_ended { Err(GridstarStatus::BufferTooSmall) } else { Ok(GridstarStatus::StillRunning) };
        }
        // Only one of several threads takes it.
        TICKETS.remove(id).ok_or(GridstarStatus::InvalidId)?;
        self.write(&object.task, batch)?;
        count_searches(object.grid, batch);
        Ok(state(&Answers::OfGrid(batch)))
    }

    fn fit(&self, batch: &Batch) -> bool {
        let cells = usize::try_from(batch.cell_count()).unwrap_or(usize::MAX);
        self.replies.fits(batch.requests().len()) && self.cells.fits(cells)
    }

    /// Writes all answers of a batch, which must fit. `task` is the batch.
    fn write(mut self, task: &TryArc<Task>, batch: &Batch) -> Result<(), GridstarStatus> {
        let info = info(&Answers::OfGrid(batch), 0);
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
fn count_searches(grid: u64, batch: &Batch) {
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

pub(super) fn state(answers: &Answers) -> GridstarStatus {
    if !answers.has_ended() {
        GridstarStatus::StillRunning
    } else if answers.is_cancelled() {
        GridstarStatus::Cancelled
    } else {
        GridstarStatus::Ok
    }
}

pub(super) fn info(answers: &Answers, ticket: u64) -> GridstarTicketInfo {
    GridstarTicketInfo {
        count: answers.count() as u32,
        revision: answers.revision(),
        cell_count: answers.cell_count(),
        ticket,
        expansions: answers.expansions(),
        running: answers.running_count() as u32,
        ..GridstarTicketInfo::DEFAULT
    }
}

pub(super) fn written(reply: &Reply, request: &Request, first: u32) -> GridstarPathReply {
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

/// Batches with fewer cells are written by the caller's thread alone: waking a thread takes about as long.
const MIN_CELLS: usize = 1 << 15;

/// Writes the cells of all paths, one path after another. They must fit.
fn write_cells(task: &TryArc<Task>, batch: &Batch, cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
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

fn write_alone(batch: &Batch, mut cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    batch.replies().try_for_each(|share| share.paths().try_for_each(|path| write_path(&path, &mut cells)))
}
