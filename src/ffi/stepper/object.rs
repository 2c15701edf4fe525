//! The objects behind the ids of steppers.

use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::handle_table::HandleTable;
use crate::search::Stepper;
use parking_lot::Mutex;

pub(crate) static STEPPERS: HandleTable<StepperObject> = HandleTable::of_kind(Kind::Stepper as u8);

/// A stepper as callers know it. The lock makes calls for one stepper run one after another; `None` is a poisoned
/// stepper.
#[derive(Debug)]
pub(crate) struct StepperObject(Mutex<Option<Stepper>>);

impl StepperObject {
    pub(crate) fn new(stepper: Stepper) -> Self {
        Self(Mutex::new(Some(stepper)))
    }
}

/// Runs a call for the stepper of an id. The call takes the stepper out of its place, so that a panic drops the stepper
/// and leaves the place poisoned.
pub(crate) fn with_stepper(id: u64, call: impl FnOnce(&mut Stepper) -> Outcome) -> Outcome {
    let object = STEPPERS.get(id).ok_or(GridstarStatus::InvalidId)?;
    let mut place = object.0.lock();
    let mut stepper = place.take().ok_or(GridstarStatus::Poisoned)?;
    let outcome = call(&mut stepper);
    *place = Some(stepper);
    outcome
}
