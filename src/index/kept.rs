//! Parts of the index for agents other than the default one: made at first use, kept current by edits, counted in
//! memory, and dropped when no query uses them any more.

use super::derived::Derived;
use crate::grid::{GridMap, MapError, Rect};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicU64, Ordering};

/// A part is dropped once the map has seen this many edits since the last query that used the part. The sequence of
/// calls decides, never time.
const UNUSED_EDITS: u64 = 4096;

/// A part of the index that stands for one kind of agent.
pub(super) trait Part: Sized {
    /// Whether another part stands for the same kind of agent.
    fn is_twin(&self, other: &Self) -> bool;

    /// A copy that can be edited apart from this one, or [`MapError::Memory`].
    fn try_clone(&self) -> Result<Self, MapError>;

    /// Updates the part after an edit that changed only types of cells in `changed`. Fails with [`MapError::Memory`];
    /// the part is then dropped, and the next query makes it anew.
    fn update(&mut self, map: &GridMap, changed: Rect) -> Result<(), MapError>;

    /// Shares what the part of another copy of the map, in the same state, has derived and this one lacks.
    fn adopt(&mut self, other: &Self);

    /// Memory held besides the size of the value itself, in bytes.
    fn bytes(&self) -> u64;

    /// The part of [`bytes`](Self::bytes) that another part shares.
    fn bytes_shared_with(&self, other: &Self) -> u64;
}

#[derive(Debug)]
struct Entry<T> {
    part: Derived<T>,
    /// The revision of the map at the last query that used the part. All copies of the map share it.
    used_at: TryArc<AtomicU64>,
}

impl<T: Part> Entry<T> {
    fn is_twin(&self, other: &Self) -> bool {
        matches!((self.part.get(), other.part.get()), (Some(one), Some(other)) if one.is_twin(other))
    }
}

/// The parts that queries have used lately, in no order.
#[derive(Debug)]
pub(super) struct KeptParts<T> {
    entries: RwLock<Vec<Entry<T>>>,
    /// Locked while a part is made, so that only one query makes it.
    making: Mutex<()>,
}

impl<T> Default for KeptParts<T> {
    fn default() -> Self {
        Self { entries: RwLock::default(), making: Mutex::default() }
    }
}

impl<T: Part> KeptParts<T> {
    /// The part for which `is_wanted` holds, made now if it is missing.
    pub(super) fn get_or_make(
        &self,
        revision: u64,
        is_wanted: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T, MapError>,
    ) -> Result<TryArc<T>, MapError> {
        if let Some(part) = self.find(revision, &is_wanted) {
            return Ok(part);
        }
        let _making = self.making.lock();
        if let Some(part) = self.find(revision, &is_wanted) {
            return Ok(part);
        }
        let part = TryArc::try_new(make()?)?;
        let entry = Entry { part: Derived::of(part.clone()), used_at: TryArc::try_new(AtomicU64::new(revision))? };
        let mut entries = self.entries.write();
        entries.try_reserve(1)?;
        entries.push(entry);
        Ok(part)
    }

    fn find(&self, revision: u64, is_wanted: impl Fn(&T) -> bool) -> Option<TryArc<T>> {
        let entries = self.entries.read();
        let entry = entries.iter().find(|entry| entry.part.get().is_some_and(&is_wanted))?;
        entry.used_at.fetch_max(revision, Ordering::Relaxed);
        entry.part.owner()
    }

    /// Drops unused parts after the edit that made a revision.
    pub(super) fn drop_unused(&mut self, revision: u64) {
        let last_use = |entry: &Entry<T>| entry.used_at.load(Ordering::Relaxed);
        self.entries.get_mut().retain(|entry| revision.saturating_sub(last_use(entry)) <= UNUSED_EDITS);
    }

    /// Updates all parts after an edit that changed only types of cells in `changed`. Drops parts for which memory runs
    /// out.
    pub(super) fn update(&mut self, map: &GridMap, changed: Rect) {
        self.entries.get_mut().retain_mut(|entry| {
            entry.part.exclusive(T::try_clone).is_some_and(|part| part.update(map, changed).is_ok())
        });
    }

    /// A copy of the list that shares the parts, until one of the two is edited.
    pub(super) fn share(&self) -> Result<Self, MapError> {
        let mut copy = Self::default();
        copy.entries.get_mut().try_reserve_exact(self.count())?;
        copy.adopt(self);
        Ok(copy)
    }

    /// Shares the parts of another copy of the map, in the same state, and what they have derived, where it is missing
    /// here. Without memory for the list, queries make the parts anew.
    pub(super) fn adopt(&mut self, other: &Self) {
        let others = other.entries.read();
        let entries = self.entries.get_mut();
        for entry in &*others {
            let twin = entries.iter_mut().find(|own| own.is_twin(entry));
            if let (Some(own), Some(other)) = (twin, entry.part.get()) {
                if let Some(own) = own.part.get_mut() {
                    own.adopt(other);
                }
            } else if entries.try_reserve(1).is_ok() {
                entries.push(Entry { part: entry.part.share(), used_at: entry.used_at.clone() });
            }
        }
    }

    /// Number of parts.
    pub(super) fn count(&self) -> usize {
        self.entries.read().len()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let entries = self.entries.read();
        let own = entries.capacity() * size_of::<Entry<T>>() + entries.len() * TryArc::<AtomicU64>::BYTES;
        own as u64 + entries.iter().map(|entry| entry.part.bytes(T::bytes)).sum::<u64>()
    }

    /// The part of [`bytes`](Self::bytes) that another copy of the map shares.
    pub(super) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let (entries, others) = (self.entries.read(), other.entries.read());
        let twin = |entry: &Entry<T>| {
            let twin = others.iter().find(|other| other.is_twin(entry))?;
            let (one, other) = (entry.part.get()?, twin.part.get()?);
            let is_same = std::ptr::eq(one, other);
            Some(if is_same { entry.part.bytes(T::bytes) } else { one.bytes_shared_with(other) })
        };
        entries.iter().filter_map(twin).sum()
    }
}
