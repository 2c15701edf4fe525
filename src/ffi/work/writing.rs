//! Writes the paths of a batch into the caller's buffer, on several threads.

use super::pool::pool;
use super::task::{Task, Writing, write_path};
use crate::ffi::boundary::pointers::OutBuffer;
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::search::Scratch;
use crate::try_arc::TryArc;
use crate::work::{Batch, Shares};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Batches with fewer cells are written by the caller's thread alone: waking a thread takes about as long.
const MIN_CELLS: usize = 1 << 15;

/// Writes the cells of all paths, one path after another. They must fit.
pub(super) fn write_cells(task: &TryArc<Task>, batch: &Batch, cells: OutBuffer<Cell>) -> Result<(), GridstarStatus> {
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
