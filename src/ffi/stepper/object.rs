//! The objects behind the ids of steppers.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::handle_table::HandleTable;
use crate::search::Stepper;

pub(crate) static STEPPERS: HandleTable<Poisonable<Stepper>> = HandleTable::of_kind(GridstarKind::Stepper as u8);

/// Runs a call for the stepper of an id.
pub(crate) fn with_stepper<R>(
    id: u64,
    call: impl FnOnce(&mut Stepper) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    STEPPERS.get(id).ok_or(GridstarStatus::InvalidId)?.with(call)
}
