//! The worker pool of the process, what it works on, and the objects behind the ids of tickets.

use super::writing::Writing;
use super::{fork, priority};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::module;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::preparation::Job;
use crate::handle_table::HandleTable;
use crate::search::Scratch;
use crate::try_arc::TryArc;
use crate::work::{Batch, Budget, Pool, Work};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

pub(crate) static TICKETS: HandleTable<Ticket> = HandleTable::of_kind(Kind::Ticket as u8);

static POOL: Pool<Task> = Pool::new();

/// The pool. Before its first thread starts, the library is kept loaded, and `fork` is told to wait for parts.
pub(crate) fn pool() -> &'static Pool<Task> {
    module::pin();
    fork::watch();
    &POOL
}

/// A batch that a caller asks for later.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) task: TryArc<Task>,
    /// The grid's id.
    pub(crate) grid: u64,
}

impl Ticket {
    /// The ticket's batch.
    pub(crate) fn batch(&self) -> Result<&Batch, GridstarStatus> {
        match &*self.task {
            Task::Batch(batch) => Ok(batch),
            Task::Preparation(_) | Task::Writing(_) => Err(GridstarStatus::InvalidId),
        }
    }
}

/// A ticket that no caller can ask for any more needs no answers.
impl Drop for Ticket {
    fn drop(&mut self) {
        pool().cancel(&self.task);
    }
}

/// What the pool works on.
#[derive(Debug)]
pub(crate) enum Task {
    Batch(Batch),
    Preparation(Preparation),
    Writing(Writing),
}

impl Task {
    /// The preparation, if it is one.
    pub(crate) fn preparation(&self) -> Option<&Preparation> {
        match self {
            Self::Preparation(preparation) => Some(preparation),
            Self::Batch(_) | Self::Writing(_) => None,
        }
    }
}

/// The preparation of a grid, in one part.
#[derive(Debug)]
pub(crate) struct Preparation {
    job: Mutex<Option<Job>>,
    claimed: AtomicU32,
    has_ended: AtomicBool,
}

impl Preparation {
    pub(crate) fn new(job: Job) -> Self {
        Self { job: Mutex::new(Some(job)), claimed: AtomicU32::new(0), has_ended: AtomicBool::new(false) }
    }

    /// The job, for the first who asks.
    pub(crate) fn take(&self) -> Option<Job> {
        self.job.lock().take()
    }
}

impl Work for Task {
    fn begin_thread() {
        priority::lower();
    }

    fn claim(&self) -> Option<u32> {
        match self {
            Self::Batch(batch) => batch.claim(),
            Self::Preparation(preparation) => (preparation.claimed.swap(1, Ordering::Relaxed) == 0).then_some(0),
            Self::Writing(writing) => writing.claim(),
        }
    }

    fn has_parts_left(&self) -> bool {
        match self {
            Self::Batch(batch) => batch.has_parts_left(),
            Self::Preparation(preparation) => preparation.claimed.load(Ordering::Relaxed) == 0,
            Self::Writing(writing) => writing.has_parts_left(),
        }
    }

    fn run(&self, part: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
        let mut has_ended = true;
        match self {
            Self::Batch(batch) => {
                let status = fence(|| {
                    has_ended = batch.run(part, budget, memory);
                    Ok(GridstarStatus::Ok)
                });
                if status != GridstarStatus::Ok {
                    *memory = Scratch::new();
                    batch.end_after_panic(part);
                }
            }
            Self::Preparation(preparation) => {
                let job = preparation.take();
                fence(|| job.map_or(Ok(GridstarStatus::Ok), Job::run));
                preparation.has_ended.store(true, Ordering::Release);
            }
            Self::Writing(writing) => writing.run(part),
        }
        has_ended
    }

    fn has_ended(&self) -> bool {
        match self {
            Self::Batch(batch) => batch.has_ended(),
            Self::Preparation(preparation) => preparation.has_ended.load(Ordering::Acquire),
            Self::Writing(writing) => writing.has_ended(),
        }
    }

    fn cancel(&self) {
        match self {
            Self::Batch(batch) => batch.cancel(),
            Self::Preparation(preparation) => {
                if self.claim().is_some() {
                    drop(preparation.take());
                    preparation.has_ended.store(true, Ordering::Release);
                }
            }
            // The caller waits for it, and writes what no other thread does.
            Self::Writing(_) => {}
        }
    }

    fn is_long(&self) -> bool {
        matches!(self, Self::Preparation(_))
    }
}
