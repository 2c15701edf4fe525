//! What lives behind the ids of steppers.

use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::handle_table::HandleTable;
use crate::search::Stepper;
use parking_lot::Mutex;

pub(crate) static STEPPERS: HandleTable<StepperObject> = HandleTable::of_kind(Kind::Stepper as u8);

/// A search as callers know it. Calls for one come one after another.
#[derive(Debug)]
pub(crate) struct StepperObject(Mutex<Option<Stepper>>);

impl StepperObject {
    pub(crate) fn new(stepper: Stepper) -> Self {
        Self(Mutex::new(Some(stepper)))
    }
}

/// Calls something for the stepper of an id. It is out of its place meanwhile: a panic takes it along and leaves the
/// place poisoned.
pub(crate) fn with_stepper(id: u64, call: impl FnOnce(&mut Stepper) -> Outcome) -> Outcome {
    let object = STEPPERS.get(id).ok_or(GridstarStatus::InvalidId)?;
    let mut place = object.0.lock();
    let mut stepper = place.take().ok_or(GridstarStatus::Poisoned)?;
    let outcome = call(&mut stepper);
    *place = Some(stepper);
    outcome
}
