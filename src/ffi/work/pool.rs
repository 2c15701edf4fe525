//! The worker pool of the process, and the objects behind the ids of tickets.

use super::task::Task;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::module;
use crate::ffi::boundary::status::GridstarStatus;
use crate::handle_table::HandleTable;
use crate::try_arc::TryArc;
use crate::work::{Batch, Pool};
#[cfg(unix)]
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) static TICKETS: HandleTable<Ticket> = HandleTable::of_kind(GridstarKind::Ticket as u8);

static POOL: Pool<Task> = Pool::new();

/// The pool. Before its first thread starts, the library is kept loaded.
pub(crate) fn pool() -> Result<&'static Pool<Task>, GridstarStatus> {
    module::pin();
    refuse_child()?;
    Ok(&POOL)
}

/// The process that has used the pool first, or 0.
#[cfg(unix)]
static OWNER: AtomicU32 = AtomicU32::new(0);

/// Refuses a child of `fork`: it has none of the pool's threads, and they may have held locks.
#[cfg(unix)]
fn refuse_child() -> Result<(), GridstarStatus> {
    let _ = OWNER.compare_exchange(0, std::process::id(), Ordering::Relaxed, Ordering::Relaxed);
    if is_child() { Err(GridstarStatus::Forked) } else { Ok(()) }
}

/// Whether this is a child of a process that had used the pool.
#[cfg(unix)]
fn is_child() -> bool {
    let owner = OWNER.load(Ordering::Relaxed);
    owner != 0 && owner != std::process::id()
}

/// Where processes don't fork.
#[cfg(not(unix))]
fn refuse_child() -> Result<(), GridstarStatus> {
    Ok(())
}

#[cfg(not(unix))]
fn is_child() -> bool {
    false
}

/// A batch that a caller asks for later.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) task: TryArc<Task>,
    /// The grid's id.
    pub(crate) grid: u64,
}

impl Ticket {
    /// The ticket of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        refuse_child()?;
        TICKETS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// The ticket's batch.
    pub(crate) fn batch(&self) -> Result<&Batch, GridstarStatus> {
        self.task.batch().ok_or(GridstarStatus::InvalidId)
    }
}

/// A ticket that no caller can ask for any more needs no answers.
impl Drop for Ticket {
    fn drop(&mut self) {
        if let Ok(pool) = pool() {
            pool.cancel(&self.task);
        }
    }
}
