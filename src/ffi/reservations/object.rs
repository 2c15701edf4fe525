//! The objects behind the ids of reservations.

use crate::cooperative::Reservations;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, GridSize};
use crate::handle_table::HandleTable;

pub(crate) static RESERVATIONS: HandleTable<ReservationsObject> =
    HandleTable::of_kind(GridstarKind::Reservations as u8);

/// Reservations as callers know them.
#[derive(Debug)]
pub(crate) struct ReservationsObject {
    /// The id of the grid, which may have been destroyed.
    pub(crate) grid: u64,
    /// The size of the grid.
    pub(crate) size: GridSize,
    pub(crate) reservations: Poisonable<Reservations>,
}

impl ReservationsObject {
    /// Refuses a cell outside the grid.
    pub(crate) fn check(&self, cell: Cell) -> Result<(), GridstarStatus> {
        if self.size.contains(cell) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// Runs a call for the reservations of an id.
pub(crate) fn with_reservations<R>(
    id: u64,
    call: impl FnOnce(&ReservationsObject, &mut Reservations) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    let object = RESERVATIONS.get(id).ok_or(GridstarStatus::InvalidId)?;
    object.reservations.with(|reservations| call(&object, reservations))
}
