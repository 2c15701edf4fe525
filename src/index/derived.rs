//! A part of an index: derived when a search first wants it, kept by edits, shared by copies of a map until one of them
//! is edited.

use crate::grid::MapError;
use crate::try_arc::TryArc;
use parking_lot::Mutex;
use std::sync::OnceLock;

/// A derived part, if it is there.
#[derive(Debug)]
pub(in crate::index) struct Derived<T>(OnceLock<TryArc<T>>);

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Derived<T> {
    /// A part that was derived elsewhere.
    pub(in crate::index) fn of(part: TryArc<T>) -> Self {
        Self(OnceLock::from(part))
    }

    pub(in crate::index) fn get(&self) -> Option<&T> {
        self.0.get().map(|part| &**part)
    }

    /// The part, derived now if it is not there. `deriving` is held meanwhile, so that several searches don't derive it
    /// at once.
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

    /// The part for changing it, copied first if another copy of the map shares it. Without memory for the copy the
    /// part is dropped: a search that wants it derives it again.
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

    /// For a copy of the map: the same part, as long as neither is edited.
    pub(in crate::index) fn share(&self) -> Self {
        Self(self.0.clone())
    }

    /// For a copy of the map that will be edited soon: a part of its own, or [`MapError::Memory`].
    pub(in crate::index) fn try_clone(&self, copy: impl FnOnce(&T) -> Result<T, MapError>) -> Result<Self, MapError> {
        match self.get() {
            Some(part) => Ok(Self::of(TryArc::try_new(copy(part)?)?)),
            None => Ok(Self::default()),
        }
    }

    pub(in crate::index) fn take(&mut self) -> Option<TryArc<T>> {
        self.0.take()
    }

    /// Takes over the part of another copy of the map, in the same state, where this one lacks it.
    pub(in crate::index) fn adopt(&mut self, other: &Self) {
        if self.0.get().is_none() {
            *self = other.share();
        }
    }

    /// Memory of a part, which `held` tells besides the part itself, in bytes.
    pub(in crate::index) fn bytes(&self, held: impl FnOnce(&T) -> u64) -> u64 {
        self.get().map_or(0, |part| TryArc::<T>::BYTES as u64 + held(part))
    }

    /// What of [`bytes`](Self::bytes) another copy of the map shares.
    pub(in crate::index) fn bytes_shared_with(&self, other: &Self, held: impl FnOnce(&T) -> u64) -> u64 {
        let is_shared = match (self.0.get(), other.0.get()) {
            (Some(one), Some(other)) => TryArc::ptr_eq(one, other),
            _ => false,
        };
        if is_shared { self.bytes(held) } else { 0 }
    }
}
