//! A value that calls use one after another, until one of them panics.

use super::status::GridstarStatus;
use parking_lot::Mutex;

/// A value behind a lock, or nothing after a panic.
#[derive(Debug)]
pub(crate) struct Poisonable<T>(Mutex<Option<T>>);

impl<T> Poisonable<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(Some(value)))
    }

    /// Runs a call, which takes the value out of its place: a panic drops the value and leaves the place poisoned.
    pub(crate) fn with<R>(&self, call: impl FnOnce(&mut T) -> Result<R, GridstarStatus>) -> Result<R, GridstarStatus> {
        let mut place = self.0.lock();
        let mut value = place.take().ok_or(GridstarStatus::Poisoned)?;
        let outcome = call(&mut value);
        *place = Some(value);
        outcome
    }

    /// Runs a call with two values of different places. All such calls lock places in one order, that of their
    /// addresses, so that no two of them wait for each other.
    pub(crate) fn with_two<R>(
        &self,
        other: &Self,
        call: impl FnOnce(&mut T, &mut T) -> Result<R, GridstarStatus>,
    ) -> Result<R, GridstarStatus> {
        if std::ptr::from_ref(self) < std::ptr::from_ref(other) {
            self.with(|value| other.with(|other| call(value, other)))
        } else {
            other.with(|other| self.with(|value| call(value, other)))
        }
    }

    /// Whether a call has panicked. Waits for nobody: a call that goes on counts as sound.
    pub(crate) fn is_poisoned(&self) -> bool {
        self.0.try_lock().is_some_and(|place| place.is_none())
    }
}
