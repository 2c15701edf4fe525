//! What the worker pool works on: batches, the writing of their paths, and preparations of grids.

use super::priority;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::OutBuffer;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::ffi::grid::object::GridObject;
use crate::grid::Cell;
use crate::search::{Path, Scratch};
use crate::snapshot::MustRun;
use crate::try_arc::TryArc;
use crate::work::{Batch, Budget, Work};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex as StdMutex, MutexGuard, PoisonError};

/// What the pool works on.
#[derive(Debug)]
pub(crate) enum Task {
    Batch(Batch),
    Preparation(Preparation),
    Writing(Writing),
}

impl Task {
    /// The batch, if it is one.
    pub(crate) fn batch(&self) -> Option<&Batch> {
        if let Self::Batch(batch) = self { Some(batch) } else { None }
    }

    /// The preparation, if it is one.
    pub(crate) fn preparation(&self) -> Option<&Preparation> {
        if let Self::Preparation(preparation) = self { Some(preparation) } else { None }
    }
}

/// The preparation of a grid, in one share.
#[derive(Debug)]
pub(crate) struct Preparation {
    job: Mutex<Option<Job>>,
    is_claimed: AtomicBool,
    has_ended: AtomicBool,
}

impl Preparation {
    pub(crate) fn new(job: Job) -> Self {
        Self { job: Mutex::new(Some(job)), is_claimed: AtomicBool::new(false), has_ended: AtomicBool::new(false) }
    }

    /// The job, for the first who asks.
    pub(crate) fn take(&self) -> Option<Job> {
        self.job.lock().take()
    }

    fn claim(&self) -> Option<u32> {
        (!self.is_claimed.swap(true, Ordering::Relaxed)).then_some(0)
    }
}

/// Number of [`Job`]s.
/// From the standard library: a thread that waits for the first time takes memory with parking_lot, and the process
/// ends if there is none.
static JOBS: (StdMutex<u32>, Condvar) = (StdMutex::new(0), Condvar::new());

/// The number, locked. No code panics while it holds the lock, so the number is right in any case.
fn jobs() -> MutexGuard<'static, u32> {
    JOBS.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until there is no job.
pub(crate) fn wait_for_jobs() {
    drop(JOBS.1.wait_while(jobs(), |jobs| *jobs > 0));
}

/// A background preparation of a grid.
#[derive(Debug)]
pub(crate) struct Job {
    object: TryArc<GridObject>,
    must_run: Option<MustRun>,
}

impl Job {
    pub(crate) fn new(object: TryArc<GridObject>, must_run: MustRun) -> Self {
        *jobs() += 1;
        Self { object, must_run: Some(must_run) }
    }

    pub(crate) fn run(mut self) -> Outcome {
        if let Some(must_run) = self.must_run.take() {
            self.object.grid.prepare_wanted(must_run)?;
        }
        Ok(GridstarStatus::Ok)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // The job never ran.
        if let Some(must_run) = self.must_run.take() {
            self.object.grid.cancel_wanted(must_run);
        }
        *jobs() -= 1;
        JOBS.1.notify_all();
    }
}

/// The paths of a batch that has ended, and where to write them. Its shares are those of the batch.
#[derive(Debug)]
pub(crate) struct Writing {
    pub(super) batch: TryArc<Task>,
    /// By share, the places of its cells. Only calls that wait for all shares make a [`Writing`], so that the caller's
    /// buffer lives as long as a share is written.
    pub(super) shares: Vec<Mutex<OutBuffer<Cell>>>,
    /// The next share that no thread has taken.
    pub(super) next: AtomicU32,
    /// The number of shares that have not ended.
    pub(super) running: AtomicU32,
    pub(super) has_failed: AtomicBool,
}

impl Writing {
    fn claim(&self) -> Option<u32> {
        let claim = |next: u32| if (next as usize) < self.shares.len() { Some(next + 1) } else { None };
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).ok()
    }

    fn run(&self, share: u32) {
        let status = fence(|| {
            let replies = self.batch.batch().and_then(|batch| batch.share(share)).ok_or(GridstarStatus::Panicked)?;
            let cells = &mut *self.shares[share as usize].lock();
            replies.paths().try_for_each(|path| write_path(&path, cells))?;
            Ok(GridstarStatus::Ok)
        });
        if status != GridstarStatus::Ok {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.running.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Writes a path to the first places of a buffer, and cuts them off.
pub(super) fn write_path(path: &Path<'_>, cells: &mut OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    let length = path.length() as usize;
    // Path by path: zeroed places are still in the cache when the path is written.
    path.copy_to(cells.split_off_first(length)?.take(length)?);
    Ok(())
}

impl Work for Task {
    fn begin_thread() {
        priority::lower();
    }

    fn claim(&self) -> Option<u32> {
        match self {
            Self::Batch(batch) => batch.claim(),
            Self::Preparation(preparation) => preparation.claim(),
            Self::Writing(writing) => writing.claim(),
        }
    }

    fn has_shares_left(&self) -> bool {
        match self {
            Self::Batch(batch) => batch.has_shares_left(),
            Self::Preparation(preparation) => !preparation.is_claimed.load(Ordering::Relaxed),
            Self::Writing(writing) => (writing.next.load(Ordering::Relaxed) as usize) < writing.shares.len(),
        }
    }

    fn run(&self, share: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
        let mut has_ended = true;
        match self {
            Self::Batch(batch) => {
                let status = fence(|| {
                    has_ended = batch.run(share, budget, memory);
                    Ok(GridstarStatus::Ok)
                });
                if status != GridstarStatus::Ok {
                    *memory = Scratch::new();
                    batch.end_after_panic(share);
                }
            }
            Self::Preparation(preparation) => {
                let job = preparation.take();
                fence(|| job.map_or(Ok(GridstarStatus::Ok), Job::run));
                preparation.has_ended.store(true, Ordering::Release);
            }
            Self::Writing(writing) => writing.run(share),
        }
        has_ended
    }

    fn has_ended(&self) -> bool {
        match self {
            Self::Batch(batch) => batch.has_ended(),
            Self::Preparation(preparation) => preparation.has_ended.load(Ordering::Acquire),
            Self::Writing(writing) => writing.running.load(Ordering::Acquire) == 0,
        }
    }

    fn cancel(&self) {
        match self {
            Self::Batch(batch) => batch.cancel(),
            Self::Preparation(preparation) => {
                if preparation.claim().is_some() {
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
