//! The worker pool of the process.

use super::task::Task;
use crate::ffi::boundary::module;
use crate::ffi::boundary::status::GridstarStatus;
use crate::work::Pool;
#[cfg(unix)]
use std::sync::atomic::{AtomicU32, Ordering};

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
pub(crate) fn refuse_child() -> Result<(), GridstarStatus> {
    let own = std::process::id();
    match OWNER.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed) {
        Err(owner) if owner != own => Err(GridstarStatus::Forked),
        _ => Ok(()),
    }
}

/// Where processes don't fork.
#[cfg(not(unix))]
pub(crate) fn refuse_child() -> Result<(), GridstarStatus> {
    Ok(())
}
