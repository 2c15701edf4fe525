//! A cache of what the index holds for agents other than the default one, layers and terrains: made at first use, kept
//! current by edits, and counted in memory.
//!
//! The least recently used entries go first: those that no query has used for [`UNUSED_EDITS`] edits, and as many as it
//! takes to keep the bounds of [`IndexedGrid`](super::IndexedGrid). A profile that changes is another agent, whose data
//! are made anew.

use super::derived::Derived;
use crate::grid::{CellData, GridMap, MapError, Rect};
use crate::held::Held;
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// An entry is dropped once the map has seen this many edits since the last query that used it. The sequence of calls
/// decides, never time.
const UNUSED_EDITS: u64 = 4096;

/// Data of the index for one kind of agent.
pub(crate) trait Cached: Held + Sized {
    /// A copy that can be edited apart from this one, or [`MapError::Memory`].
    fn try_clone(&self) -> Result<Self, MapError>;

    /// Updates the value after an edit of the map that changed only such data of cells in `changed`.
    fn update(&mut self, map: &GridMap, data: CellData, changed: Rect);

    /// Shares what the value of another copy of the map, in the same state, has derived and this one lacks.
    fn adopt(&mut self, other: &Self);
}

/// A use of an entry by a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// The revision of the map.
    pub(super) revision: u64,
    /// Number of uses of the entries of all copies of the map so far.
    pub(super) number: u64,
}

#[derive(Debug)]
struct AgentEntry<T> {
    value: Derived<T>,
    /// Number of the use that made the value: the entries of other copies of the map with this number are its twins.
    made_at: u64,
    /// Revision of the map at the last use, and its number.
    last_revision: AtomicU64,
    last_use: AtomicU64,
}

impl<T> AgentEntry<T> {
    fn new(value: TryArc<T>, used: Use) -> Self {
        let (last_revision, last_use) = (used.revision.into(), used.number.into());
        Self { value: Derived::of(value), made_at: used.number, last_revision, last_use }
    }

    fn note(&self, used: Use) {
        self.last_revision.fetch_max(used.revision, Relaxed);
        self.last_use.fetch_max(used.number, Relaxed);
    }

    fn last_use(&self) -> Use {
        Use { revision: self.last_revision.load(Relaxed), number: self.last_use.load(Relaxed) }
    }

    /// The entry for a copy of the map, which shares the value until one of the two is edited.
    fn share(&self) -> Self {
        let used = self.last_use();
        let (last_revision, last_use) = (used.revision.into(), used.number.into());
        Self { value: self.value.share(), made_at: self.made_at, last_revision, last_use }
    }
}

/// The entries that queries have used recently, in no order.
#[derive(Debug)]
pub(super) struct Cache<T> {
    entries: RwLock<Vec<AgentEntry<T>>>,
    /// Locked while a value is made, so that only one query makes it.
    making: Mutex<()>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self { entries: RwLock::default(), making: Mutex::default() }
    }
}

impl<T: Cached> Cache<T> {
    /// The value for which `is_wanted` holds, made now if it is missing, and whether it was made now.
    pub(super) fn get_or_make(
        &self,
        used: Use,
        is_wanted: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<T, MapError>,
    ) -> Result<(TryArc<T>, bool), MapError> {
        if let Some(value) = self.find(used, &is_wanted) {
            return Ok((value, false));
        }
        let _making = self.making.lock();
        if let Some(value) = self.find(used, &is_wanted) {
            return Ok((value, false));
        }
        let value = TryArc::try_new(make()?)?;
        let mut entries = self.entries.write();
        entries.try_reserve(1)?;
        entries.push(AgentEntry::new(value.clone(), used));
        Ok((value, true))
    }

    fn find(&self, used: Use, is_wanted: impl Fn(&T) -> bool) -> Option<TryArc<T>> {
        let entries = self.entries.read();
        let entry = entries.iter().find(|entry| entry.value.get().is_some_and(&is_wanted))?;
        entry.note(used);
        entry.value.owner()
    }

    /// The number of the last use of the least recently used entry.
    pub(super) fn oldest_use(&self) -> Option<u64> {
        self.entries.read().iter().map(|entry| entry.last_use().number).min()
    }

    /// Drops the entry whose last use has this number, if there is one, after the lock is released: freeing takes time.
    pub(super) fn drop_used_at(&self, number: u64) {
        let mut entries = self.entries.write();
        let at = entries.iter().position(|entry| entry.last_use().number == number);
        let taken = at.map(|at| entries.swap_remove(at));
        drop(entries);
        drop(taken);
    }

    /// Drops entries that no query has used for long, after the edit that made a revision.
    pub(super) fn drop_unused(&mut self, revision: u64) {
        let entries = self.entries.get_mut();
        entries.retain(|entry| revision.saturating_sub(entry.last_use().revision) <= UNUSED_EDITS);
    }

    /// Updates all values after an edit that changed only such data of cells in `changed`. Drops entries for which
    /// memory runs out.
    pub(super) fn update(&mut self, map: &GridMap, data: CellData, changed: Rect) {
        self.entries.get_mut().retain_mut(|entry| {
            entry.value.exclusive(T::try_clone).map(|value| value.update(map, data, changed)).is_some()
        });
    }

    /// A copy of the cache that shares the values, until one of the two is edited.
    pub(super) fn share(&self) -> Result<Self, MapError> {
        let mut copy = Self::default();
        copy.entries.get_mut().try_reserve_exact(self.count())?;
        copy.adopt(self);
        Ok(copy)
    }

    /// Takes the entries of another copy of the map, in the same state, and keeps no others. Values that both copies
    /// have stay apart, and share what one lacks. Without memory for the list, queries make the values anew.
    pub(super) fn adopt(&mut self, other: &Self) {
        let others = other.entries.read();
        let entries = self.entries.get_mut();
        entries.retain(|own| others.iter().any(|other| other.made_at == own.made_at));
        for other in others.iter() {
            let twin = entries.iter_mut().find(|own| own.made_at == other.made_at);
            if let Some(own) = twin {
                own.note(other.last_use());
                if let (Some(own), Some(other)) = (own.value.get_mut(), other.value.get()) {
                    own.adopt(other);
                }
            } else if entries.try_reserve(1).is_ok() {
                entries.push(other.share());
            }
        }
    }

    /// Number of entries.
    pub(super) fn count(&self) -> usize {
        self.entries.read().len()
    }
}

impl<T: Held> Held for Cache<T> {
    fn bytes(&self) -> usize {
        let entries = self.entries.read();
        entries.bytes() + entries.iter().map(|entry| entry.value.bytes()).sum::<usize>()
    }

    fn bytes_shared_with(&self, other: &Self) -> usize {
        let (entries, others) = (self.entries.read(), other.entries.read());
        let twin = |entry: &AgentEntry<T>| others.iter().find(|other| other.made_at == entry.made_at);
        entries.iter().filter_map(|entry| Some(entry.value.bytes_shared_with(&twin(entry)?.value))).sum()
    }
}
