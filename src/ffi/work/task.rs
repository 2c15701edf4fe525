//! Works of the worker pool: batches, the writing of their paths, preparations of grids, fields, matrices of
//! costs, and ticks of crowds.

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::OutBuffer;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::crowd::work::CrowdWork;
use crate::ffi::field::matrix::Matrix;
use crate::ffi::field::object::FieldObject;
use crate::ffi::floors::field_object::FloorFieldObject;
use crate::ffi::grid::object::GridObject;
use crate::grid::Cell;
use crate::interrupt::Interrupt;
use crate::search::Scratch;
use crate::snapshot::MustRun;
use crate::try_arc::TryArc;
use crate::work::{AnyBatch, Budget, FloorBatch, GridBatch, Replies, SearchedGrid, Shares, Work};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex as StdMutex, MutexGuard, PoisonError};

/// Work of the pool.
#[derive(Debug)]
pub(crate) enum Task {
    GridBatch(GridBatch),
    FloorBatch(FloorBatch),
    Preparation(Preparation),
    Writing(Writing),
    Field(FieldBuilding),
    Matrix(Matrix),
    Crowd(TryArc<CrowdWork>),
}

impl Task {
    /// The batch of either kind, if it is one.
    pub(crate) fn batch(&self) -> Option<&dyn AnyBatch> {
        match self {
            Self::GridBatch(batch) => Some(batch),
            Self::FloorBatch(batch) => Some(batch),
            _ => None,
        }
    }

    /// The batch of queries on one grid, if it is one.
    pub(crate) fn grid_batch(&self) -> Option<&GridBatch> {
        if let Self::GridBatch(batch) = self { Some(batch) } else { None }
    }

    /// The batch of queries through floors, if it is one.
    pub(crate) fn floor_batch(&self) -> Option<&FloorBatch> {
        if let Self::FloorBatch(batch) = self { Some(batch) } else { None }
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
    shares: Shares,
}

impl Preparation {
    pub(crate) fn new(job: Job) -> Self {
        Self { job: Mutex::new(Some(job)), shares: Shares::new(1) }
    }

    /// The job, for the first who asks.
    pub(crate) fn take(&self) -> Option<Job> {
        self.job.lock().take()
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

    pub(crate) fn run(mut self, interrupt: Interrupt) -> Result<(), GridstarStatus> {
        let must_run = self.must_run.take();
        must_run.map_or(Ok(()), |must_run| Ok(self.object.grid.prepare_wanted(must_run, interrupt)?))
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
    pub(crate) batch: TryArc<Task>,
    pub(crate) shares: Shares,
    /// By share, the places of its cells. Only calls that wait for all shares make a [`Writing`], so that the caller's
    /// buffer lives as long as a share is written.
    pub(crate) places: Vec<Mutex<OutBuffer<Cell>>>,
    pub(crate) has_failed: AtomicBool,
}

impl Writing {
    fn run(&self, share: u32) {
        let status = fence(|| {
            let batch = self.batch.grid_batch();
            let replies = batch.and_then(|batch| batch.share(share)).ok_or(GridstarStatus::Panicked)?;
            write_paths(&replies, &mut self.places[share as usize].lock())
        });
        if status != GridstarStatus::Ok {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.shares.end_one();
    }
}

/// A field that is built, in one share.
#[derive(Debug)]
pub(crate) struct FieldBuilding {
    field: Built,
    shares: Shares,
}

/// A field of one grid, or over floors.
#[derive(Debug)]
pub(crate) enum Built {
    OfGrid(TryArc<FieldObject>),
    OverFloors(TryArc<FloorFieldObject>),
}

impl Built {
    fn advance(&self, visits: u64) -> Result<GridstarStatus, GridstarStatus> {
        match self {
            Self::OfGrid(field) => field.advance(visits),
            Self::OverFloors(field) => field.advance(visits),
        }
    }
}

/// About as many cells of a field are read or written in the time of an expansion.
const CELLS_BY_EXPANSION: u64 = 16;

impl FieldBuilding {
    pub(crate) fn new(field: Built) -> Self {
        Self { field, shares: Shares::new(1) }
    }

    /// Goes on until the field is ready, fails, or the budget is spent. Returns whether the share has ended.
    fn run(&self, budget: &mut Budget) -> bool {
        while !budget.is_spent() {
            let expansions = u64::from(budget.slice());
            if fence(|| self.field.advance(expansions * CELLS_BY_EXPANSION)) != GridstarStatus::StillRunning {
                self.shares.end_one();
                return true;
            }
            budget.spend(expansions);
        }
        false
    }
}

/// Writes the paths of a share to the first places of a buffer, one after another, and cuts these places off.
pub(crate) fn write_paths(share: &Replies<SearchedGrid>, cells: &mut OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    share.with_corners().try_for_each(|(reply, corners)| {
        let Some(path) = reply.path() else { return Ok(()) };
        let length = path.length() as usize;
        // Path by path: zeroed places are still in the cache when the path is written.
        path.with_corners(corners).copy_to(cells.split_off_first(length)?.take(length)?);
        Ok(())
    })
}

/// Runs a share of a batch. Returns whether it has ended.
fn run_batch(batch: &dyn AnyBatch, share: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
    let mut has_ended = true;
    let status = fence(|| {
        has_ended = batch.run(share, budget, memory);
        Ok(())
    });
    if status != GridstarStatus::Ok {
        *memory = Scratch::new();
        batch.end_after_panic(share);
    }
    has_ended
}

impl Work for Task {
    fn begin_thread() {
        lower_priority();
    }

    fn shares(&self) -> &Shares {
        match self {
            Self::GridBatch(batch) => batch.shares(),
            Self::FloorBatch(batch) => batch.shares(),
            Self::Preparation(preparation) => &preparation.shares,
            Self::Writing(writing) => &writing.shares,
            Self::Field(building) => &building.shares,
            Self::Matrix(matrix) => &matrix.shares,
            Self::Crowd(crowd) => &crowd.shares,
        }
    }

    fn run(&self, share: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
        let mut has_ended = true;
        match self {
            Self::GridBatch(batch) => has_ended = run_batch(batch, share, budget, memory),
            Self::FloorBatch(batch) => has_ended = run_batch(batch, share, budget, memory),
            Self::Preparation(preparation) => {
                let job = preparation.take();
                fence(|| job.map_or(Ok(()), |job| job.run(budget.interrupt())));
                preparation.shares.end_one();
            }
            Self::Writing(writing) => writing.run(share),
            Self::Field(building) => has_ended = building.run(budget),
            Self::Matrix(matrix) => matrix.run(share),
            Self::Crowd(crowd) => crowd.run(),
        }
        has_ended
    }

    fn cancel(&self) {
        match self {
            Self::GridBatch(batch) => batch.cancel(),
            Self::FloorBatch(batch) => batch.cancel(),
            Self::Preparation(preparation) => {
                if preparation.shares.claim().is_some() {
                    drop(preparation.take());
                    preparation.shares.end_one();
                }
            }
            // The caller waits for them, and does what no other thread does.
            Self::Writing(_) | Self::Matrix(_) | Self::Crowd(_) => {}
            // The field keeps how far it has come.
            Self::Field(building) => {
                if building.shares.claim().is_some() {
                    building.shares.end_one();
                }
            }
        }
    }

    fn is_long(&self) -> bool {
        matches!(self, Self::Preparation(_))
    }
}

/// Nice values that a worker thread is above its creator's: the library's threads run below the game's, so that a frame
/// never waits for background work. On Apple's systems the main thread of an app is above threads of the default class
/// already.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NICENESS: i32 = 5;

/// Lowers the priority of the calling thread. Where the system refuses, the priority stays.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn lower_priority() {
    // SAFETY: takes a number. On these systems it concerns the calling thread alone.
    unsafe { libc::nice(NICENESS) };
}

/// Lowers the priority of the calling thread. Where the system refuses, the priority stays.
#[cfg(windows)]
fn lower_priority() {
    const BELOW_NORMAL: i32 = -1;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentThread() -> isize;
        fn SetThreadPriority(thread: isize, priority: i32) -> i32;
    }

    // SAFETY: both take or give a number; the handle of the calling thread need not be closed.
    unsafe { SetThreadPriority(GetCurrentThread(), BELOW_NORMAL) };
}

/// Where the library's threads are below the game's already, or do not exist.
#[cfg(not(any(target_os = "linux", target_os = "android", windows)))]
fn lower_priority() {}
