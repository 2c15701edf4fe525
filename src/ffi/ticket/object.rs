//! The objects behind the ids of tickets.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::work::pool::{pool, refuse_child};
use crate::ffi::work::task::Task;
use crate::handle_table::HandleTable;
use crate::try_arc::TryArc;
use crate::work::{Batch, FloorBatch, FloorReply, Replies};

pub(crate) static TICKETS: HandleTable<Ticket> = HandleTable::of_kind(GridstarKind::Ticket as u8);

/// A batch that a caller asks for later.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(super) task: TryArc<Task>,
    /// The grid's id; 0 for floors.
    pub(super) grid: u64,
}

impl Ticket {
    /// The ticket of an id. The table's lock is released on return.
    pub(super) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        refuse_child()?;
        TICKETS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// The ticket's batch of queries on one grid.
    pub(super) fn batch(&self) -> Result<&Batch, GridstarStatus> {
        self.task.batch().ok_or(GridstarStatus::UnsupportedQuery)
    }

    /// The ticket's batch of queries through floors.
    pub(super) fn floor_batch(&self) -> Result<&FloorBatch, GridstarStatus> {
        self.task.floor_batch().ok_or(GridstarStatus::UnsupportedQuery)
    }

    /// The ticket's batch of either kind.
    pub(super) fn answers(&self) -> Result<Answers<'_>, GridstarStatus> {
        let of_floors = || self.task.floor_batch().map(Answers::OfFloors);
        self.task.batch().map(Answers::OfGrid).or_else(of_floors).ok_or(GridstarStatus::InvalidId)
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

/// The batch of a ticket.
#[derive(Clone, Copy)]
pub(super) enum Answers<'a> {
    OfGrid(&'a Batch),
    OfFloors(&'a FloorBatch),
}

impl Answers<'_> {
    pub(super) fn has_ended(&self) -> bool {
        match self {
            Self::OfGrid(batch) => batch.has_ended(),
            Self::OfFloors(batch) => batch.has_ended(),
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        match self {
            Self::OfGrid(batch) => batch.is_cancelled(),
            Self::OfFloors(batch) => batch.is_cancelled(),
        }
    }

    /// The number of queries.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::OfGrid(batch) => batch.requests().len(),
            Self::OfFloors(batch) => batch.requests().len(),
        }
    }

    pub(super) fn revision(&self) -> u64 {
        match self {
            Self::OfGrid(batch) => batch.revision(),
            Self::OfFloors(batch) => batch.revision(),
        }
    }

    pub(super) fn running_count(&self) -> usize {
        match self {
            Self::OfGrid(batch) => batch.running_count(),
            Self::OfFloors(batch) => batch.running_count(),
        }
    }

    /// The number of cells of all paths.
    pub(super) fn cell_count(&self) -> u64 {
        self.sum_floors(|reply| reply.path().map_or(0, |path| path.length().into()), Batch::cell_count)
    }

    pub(super) fn expansions(&self) -> u64 {
        let of_grid = |batch: &Batch| {
            let of_share =
                |share: Replies| share.replies().iter().map(|reply| u64::from(reply.expansions)).sum::<u64>();
            batch.replies().map(of_share).sum()
        };
        self.sum_floors(|reply| reply.expansions.into(), of_grid)
    }

    fn sum_floors(&self, of_reply: impl Fn(&FloorReply) -> u64, of_grid: impl Fn(&Batch) -> u64) -> u64 {
        match self {
            Self::OfGrid(batch) => of_grid(batch),
            Self::OfFloors(batch) => {
                let mut sum = 0;
                batch.visit(|reply, _| sum += of_reply(reply));
                sum
            }
        }
    }
}
