//! The objects behind the ids of tickets.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::work::pool::{pool, refuse_child};
use crate::ffi::work::task::Task;
use crate::handle_table::HandleTable;
use crate::movement::Agent;
use crate::try_arc::TryArc;
use crate::work::{AnyBatch, FloorBatch, GridBatch};

pub(crate) static TICKETS: HandleTable<Ticket> = HandleTable::of_kind(GridstarKind::Ticket as u8);

/// A batch that a caller asks for later.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(super) task: TryArc<Task>,
    /// The grid's id; 0 for floors.
    pub(super) grid: u64,
    /// Those that the requests on a grid name.
    pub(super) agents: Vec<Agent>,
}

impl Ticket {
    /// Puts the queries into the pool's queue. Returns the ticket's id.
    pub(super) fn submit(self, priority: i32) -> Result<u64, GridstarStatus> {
        let task = self.task.clone();
        let id = TICKETS.insert(self)?;
        if let Err(error) = pool()?.submit(task, priority) {
            drop(TICKETS.remove(id));
            return Err(error.into());
        }
        Ok(id)
    }

    /// The ticket of an id. The table's lock is released on return.
    pub(super) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        refuse_child()?;
        TICKETS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// The ticket's batch of queries on one grid.
    pub(super) fn grid_batch(&self) -> Result<&GridBatch, GridstarStatus> {
        self.task.grid_batch().ok_or(GridstarStatus::UnsupportedQuery)
    }

    /// The ticket's batch of queries through floors.
    pub(super) fn floor_batch(&self) -> Result<&FloorBatch, GridstarStatus> {
        self.task.floor_batch().ok_or(GridstarStatus::UnsupportedQuery)
    }

    /// The ticket's batch of either kind.
    pub(super) fn batch(&self) -> Result<&dyn AnyBatch, GridstarStatus> {
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
