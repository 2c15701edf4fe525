//! Writes the paths of a batch into the caller's buffer, on several threads.

use super::object::{Task, pool};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::OutBuffer;
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::search::{Path, Scratch};
use crate::try_arc::TryArc;
use crate::work::Batch;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Batches with fewer cells are written by the caller's thread alone: waking a thread takes about as long.
const MIN_CELLS: usize = 1 << 15;

/// The paths of a batch that has ended, and where to write them. Its parts are those of the batch.
#[derive(Debug)]
pub(crate) struct Writing {
    batch: TryArc<Task>,
    /// For each part the places of its cells. Only calls that wait for all parts make a [`Writing`], so that the
    /// caller's buffer lives as long as a part is written.
    parts: Vec<Mutex<OutBuffer<Cell>>>,
    /// The next part that no thread has taken.
    next: AtomicU32,
    /// The number of parts that have not ended.
    running: AtomicU32,
    has_failed: AtomicBool,
}

/// Writes the cells of all paths, one path after another. They must fit.
pub(super) fn write_cells(task: &TryArc<Task>, batch: &Batch, cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    let count = batch.cell_count() as usize;
    if count < MIN_CELLS || pool().info().wanted == 0 {
        return write_alone(batch, cells);
    }
    let mut parts = Vec::new();
    if parts.try_reserve_exact(batch.part_count()).is_err() {
        return write_alone(batch, cells);
    }
    let writing = Writing {
        batch: task.clone(),
        parts,
        next: AtomicU32::new(0),
        running: AtomicU32::new(batch.part_count() as u32),
        has_failed: AtomicBool::new(false),
    };
    // Before the caller's buffer is shared out: without memory, this thread writes all of it.
    let Ok(mut writing) = TryArc::try_new(Task::Writing(writing)) else { return write_alone(batch, cells) };
    if let Some(Task::Writing(writing)) = writing.get_mut() {
        let mut rest = cells;
        for part in batch.replies() {
            writing.parts.push(Mutex::new(rest.split_off_first(part.cell_count() as usize)?));
        }
    }
    // Without memory for the queue, this thread writes all.
    let _ = pool().submit(writing.clone(), i32::MAX);
    pool().finish(&writing, &mut Scratch::new());
    match &*writing {
        Task::Writing(writing) if !writing.has_failed.load(Ordering::Relaxed) => Ok(()),
        _ => Err(GridstarStatus::Panicked),
    }
}

fn write_alone(batch: &Batch, mut cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    batch.replies().try_for_each(|part| part.paths().try_for_each(|path| write_path(&path, &mut cells)))
}

fn write_path(path: &Path<'_>, cells: &mut OutBuffer<Cell>) -> Result<(), GridstarStatus> {
    let length = path.length() as usize;
    // Path by path: zeroed places are still in the cache when the path is written.
    path.copy_to(cells.split_off_first(length)?.take(length)?);
    Ok(())
}

impl Writing {
    pub(super) fn claim(&self) -> Option<u32> {
        let claim = |next: u32| if (next as usize) < self.parts.len() { Some(next + 1) } else { None };
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).ok()
    }

    pub(super) fn has_parts_left(&self) -> bool {
        (self.next.load(Ordering::Relaxed) as usize) < self.parts.len()
    }

    pub(super) fn run(&self, part: u32) {
        let status = fence(|| {
            let Task::Batch(batch) = &*self.batch else { return Err(GridstarStatus::Panicked) };
            let Some(replies) = batch.part(part) else { return Err(GridstarStatus::Panicked) };
            let cells = &mut *self.parts[part as usize].lock();
            replies.paths().try_for_each(|path| write_path(&path, cells))?;
            Ok(GridstarStatus::Ok)
        });
        if status != GridstarStatus::Ok {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.running.fetch_sub(1, Ordering::AcqRel);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.running.load(Ordering::Acquire) == 0
    }
}
