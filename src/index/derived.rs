//! A part of the index that is derived lazily.
//!
//! The first search that needs the part derives it. Copies of a map share the part until one of them is edited.

use crate::grid::MapError;
use crate::held::Held;
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::OnceLock;

/// A part of the index, or nothing before its first use.
#[derive(Debug)]
pub(in crate::index) struct Derived<T>(OnceLock<TryArc<T>>);

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Derived<T> {
    /// Holds a part that was derived elsewhere.
    pub(in crate::index) fn of(part: TryArc<T>) -> Self {
        Self(OnceLock::from(part))
    }

    pub(in crate::index) fn get(&self) -> Option<&T> {
        self.0.get().map(|part| &**part)
    }

    /// The part, to be changed, if no other copy of the map shares it.
    pub(in crate::index) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.get_mut()?.get_mut()
    }

    /// The part, for an owner of its own.
    pub(in crate::index) fn owner(&self) -> Option<TryArc<T>> {
        self.0.get().cloned()
    }

    /// The part, derived now if it is missing. `deriving` is locked meanwhile, so that only one search derives the
    /// part.
    pub(in crate::index) fn get_or_derive(
        &self,
        deriving: &Mutex<()>,
        derive: impl FnOnce() -> Result<TryArc<T>, MapError>,
    ) -> Result<&T, MapError> {
        if let Some(part) = self.get() {
            return Ok(part);
        }
        let _deriving = deriving.lock();
        if let Some(part) = self.get() {
            return Ok(part);
        }
        let part = derive()?;
        Ok(self.0.get_or_init(|| part))
    }

    /// The part, to be changed. A part that another copy of the map shares is copied first.
    ///
    /// Without memory for the copy, the part is dropped: the next search that needs the part derives it again.
    pub(in crate::index) fn exclusive(&mut self, copy: impl FnOnce(&T) -> Result<T, MapError>) -> Option<&mut T> {
        let shared = self.0.get_mut()?;
        if shared.get_mut().is_none() {
            match copy(shared).and_then(|copy| Ok(TryArc::try_new(copy)?)) {
                Ok(copy) => *shared = copy,
                Err(_) => drop(self.0.take()),
            }
        }
        self.0.get_mut()?.get_mut()
    }

    /// Returns this part for a copy of the map, until one of the two is edited.
    pub(in crate::index) fn share(&self) -> Self {
        Self(self.0.clone())
    }

    /// A copy of the part, for a copy of the map that will be edited soon, or [`MapError::Memory`].
    pub(in crate::index) fn try_clone(&self, copy: impl FnOnce(&T) -> Result<T, MapError>) -> Result<Self, MapError> {
        match self.get() {
            Some(part) => Ok(Self::of(TryArc::try_new(copy(part)?)?)),
            None => Ok(Self::default()),
        }
    }

    pub(in crate::index) fn take(&mut self) -> Option<TryArc<T>> {
        self.0.take()
    }

    /// Shares the part of another copy of the map, in the same state, if there is none here.
    pub(in crate::index) fn adopt(&mut self, other: &Self) {
        if self.0.get().is_none() {
            *self = other.share();
        }
    }
}

impl<T: Held> Held for Derived<T> {
    fn bytes(&self) -> usize {
        self.0.get().map_or(0, TryArc::bytes)
    }

    fn bytes_shared_with(&self, other: &Self) -> usize {
        self.0.get().zip(other.0.get()).map_or(0, |(one, other)| one.bytes_shared_with(other))
    }
}
