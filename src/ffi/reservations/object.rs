//! The objects behind the ids of reservations.

use crate::cooperative::Reservations;
use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::grid::{Cell, GridSize};
use crate::handle_table::HandleTable;
use parking_lot::Mutex;

pub(crate) static RESERVATIONS: HandleTable<ReservationsObject> = HandleTable::of_kind(Kind::Reservations as u8);

/// Reservations as callers know them. The lock makes calls for one object run one after another; `None` is a poisoned
/// object.
#[derive(Debug)]
pub(crate) struct ReservationsObject {
    /// The id of the grid, which may have been destroyed.
    pub(crate) grid: u64,
    /// The size of the grid.
    pub(crate) size: GridSize,
    reservations: Mutex<Option<Reservations>>,
}

impl ReservationsObject {
    pub(crate) fn new(grid: u64, size: GridSize, reservations: Reservations) -> Self {
        Self { grid, size, reservations: Mutex::new(Some(reservations)) }
    }

    /// Refuses a cell outside the grid.
    pub(crate) fn check(&self, cell: Cell) -> Result<(), GridstarStatus> {
        if self.size.contains(cell) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// Runs a call for the reservations of an id. The call takes them out of their place, so that a panic drops them and
/// leaves the place poisoned.
pub(crate) fn with_reservations(
    id: u64,
    call: impl FnOnce(&ReservationsObject, &mut Reservations) -> Outcome,
) -> Outcome {
    let object = RESERVATIONS.get(id).ok_or(GridstarStatus::InvalidId)?;
    let mut place = object.reservations.lock();
    let mut reservations = place.take().ok_or(GridstarStatus::Poisoned)?;
    let outcome = call(&object, &mut reservations);
    *place = Some(reservations);
    outcome
}
