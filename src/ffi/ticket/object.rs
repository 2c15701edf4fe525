//! The objects behind the ids of tickets.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::work::pool::{pool, refuse_child};
use crate::ffi::work::task::Task;
use crate::handle_table::HandleTable;
use crate::try_arc::TryArc;
use crate::work::Batch;

pub(crate) static TICKETS: HandleTable<Ticket> = HandleTable::of_kind(GridstarKind::Ticket as u8);

/// A batch that a caller asks for later.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(super) task: TryArc<Task>,
    /// The grid's id.
    pub(super) grid: u64,
}

impl Ticket {
    /// The ticket of an id. The table's lock is released on return.
    pub(super) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        refuse_child()?;
        TICKETS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// The ticket's batch.
    pub(super) fn batch(&self) -> Result<&Batch, GridstarStatus> {
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
