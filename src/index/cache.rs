//! A cache of what the index holds for agents other than the default one, layers and terrains: made at first use, kept
//! current by edits, counted in memory, and dropped when nobody wants them any more.
//!
//! An entry goes
//!
//! - with the last living profile that used it and that it stands for, unless an agent without such a profile used it,
//! - after [`UNUSED_EDITS`] edits since the last query that used it,
//! - as the least lately used one, if the grid keeps too many or too large ones: see
//!   [`IndexedGrid`](super::IndexedGrid).

use super::derived::Derived;
use crate::grid::{GridMap, MapError, Rect};
use crate::movement::{LivingProfile, Profile, note_unwanted};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An entry is dropped once the map has seen this many edits since the last query that used it. The sequence of calls
/// decides, never time.
const UNUSED_EDITS: u64 = 4096;

/// Data of the index for one kind of agent.
pub(crate) trait Cached: Sized {
    /// Whether another value stands for the same kind of agent.
    fn is_twin(&self, other: &Self) -> bool;

    /// Whether agents with this profile can use the value.
    fn stands_for(&self, profile: &Profile) -> bool;

    /// A copy that can be edited apart from this one, or [`MapError::Memory`].
    fn try_clone(&self) -> Result<Self, MapError>;

    /// Updates the value after an edit of the map that changed only types of cells in `changed`.
    fn update(&mut self, map: &GridMap, changed: Rect);

    /// Shares what the value of another copy of the map, in the same state, has derived and this one lacks.
    fn adopt(&mut self, other: &Self);

    /// Memory held besides the size of the value itself, in bytes.
    fn bytes(&self) -> u64;

    /// How many of these [`bytes`](Self::bytes) the value of another copy of the map shares.
    fn bytes_shared_with(&self, other: &Self) -> u64;
}

/// A use of an entry by a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'a> {
    /// The revision of the map.
    pub(super) revision: u64,
    /// Number of uses of the grid's entries so far.
    pub(super) number: u64,
    /// Owner that changes and ends the agent's profile.
    pub(super) owner: Option<&'a TryArc<LivingProfile>>,
}

/// Uses of an entry, as all copies of the map know them.
#[derive(Debug)]
struct Uses {
    /// The revision of the map at the last query that used the entry.
    revision: AtomicU64,
    /// The number of the last use.
    number: AtomicU64,
    users: Mutex<Users>,
    is_let_go: AtomicBool,
}

#[derive(Debug, Default)]
struct Users {
    /// Whether an agent used the entry whose profile never changes, or which has none.
    has_lasting: bool,
    living: Vec<TryArc<LivingProfile>>,
}

impl Uses {
    /// Notes a use. A user that is known takes no memory.
    fn note(&self, used: Use) -> Result<(), MapError> {
        self.revision.fetch_max(used.revision, Ordering::Relaxed);
        self.number.fetch_max(used.number, Ordering::Relaxed);
        let mut users = self.users.lock();
        match used.owner {
            None => users.has_lasting = true,
            Some(owner) if users.living.iter().any(|living| TryArc::ptr_eq(living, owner)) => {}
            Some(owner) => {
                users.living.try_reserve(1)?;
                users.living.push(owner.clone());
            }
        }
        Ok(())
    }

    fn is_let_go(&self) -> bool {
        self.is_let_go.load(Ordering::Relaxed)
    }

    fn bytes(&self) -> usize {
        TryArc::<Self>::BYTES + self.users.lock().living.capacity() * size_of::<TryArc<LivingProfile>>()
    }
}

#[derive(Debug)]
pub(super) struct AgentEntry<T> {
    value: Derived<T>,
    uses: TryArc<Uses>,
}

impl<T: Cached> AgentEntry<T> {
    fn is_twin(&self, other: &Self) -> bool {
        matches!((self.value.get(), other.value.get()), (Some(one), Some(other)) if one.is_twin(other))
    }

    /// Whether somebody may use the entry again. Forgets the users for which it stands no longer.
    fn is_wanted(&self) -> bool {
        let Some(value) = self.value.get().filter(|_| !self.uses.is_let_go()) else { return false };
        let mut users = self.uses.users.lock();
        users.living.retain(|living| living.current().is_some_and(|profile| value.stands_for(&profile)));
        users.has_lasting || !users.living.is_empty()
    }
}

/// The entries that queries have used lately, in no order.
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
        if let Some(value) = self.find(used, &is_wanted)? {
            return Ok((value, false));
        }
        let _making = self.making.lock();
        if let Some(value) = self.find(used, &is_wanted)? {
            return Ok((value, false));
        }
        let value = TryArc::try_new(make()?)?;
        let uses = Uses {
            revision: AtomicU64::new(used.revision),
            number: AtomicU64::new(used.number),
            users: Mutex::default(),
            is_let_go: AtomicBool::new(false),
        };
        uses.note(used)?;
        let entry = AgentEntry { value: Derived::of(value.clone()), uses: TryArc::try_new(uses)? };
        let mut entries = self.entries.write();
        entries.try_reserve(1)?;
        entries.push(entry);
        // The profile may have changed or ended meanwhile, or long ago, if the query has waited. The note of a later
        // change comes after this look.
        let unwanted = match entries.last() {
            Some(entry) if !entry.is_wanted() => entries.pop(),
            _ => None,
        };
        drop((entries, unwanted));
        Ok((value, true))
    }

    fn find(&self, used: Use, is_wanted: impl Fn(&T) -> bool) -> Result<Option<TryArc<T>>, MapError> {
        let entries = self.entries.read();
        let fits = |entry: &&AgentEntry<T>| !entry.uses.is_let_go() && entry.value.get().is_some_and(&is_wanted);
        let Some(entry) = entries.iter().find(fits) else { return Ok(None) };
        entry.uses.note(used)?;
        Ok(entry.value.owner())
    }

    /// Takes an entry out that nobody wants. The caller drops it after its locks are released. Takes no memory.
    pub(super) fn take_unwanted(&self) -> Option<AgentEntry<T>> {
        let mut entries = self.entries.write();
        let unwanted = entries.iter().position(|entry| !entry.is_wanted())?;
        Some(entries.swap_remove(unwanted))
    }

    /// The number of the use of the least lately used entry, among those that were last used before `number`.
    pub(super) fn least_lately_used(&self, before: u64) -> Option<u64> {
        let entries = self.entries.read();
        entries.iter().map(|entry| entry.uses.number.load(Ordering::Relaxed)).filter(|&number| number < before).min()
    }

    /// Takes the entry out whose last use has this number. Other copies of the map let it go too. The caller drops the
    /// entry after its locks are released.
    pub(super) fn take_used_at(&self, number: u64) -> Option<AgentEntry<T>> {
        let mut entries = self.entries.write();
        let at = entries.iter().position(|entry| entry.uses.number.load(Ordering::Relaxed) == number)?;
        let taken = entries.swap_remove(at);
        taken.uses.is_let_go.store(true, Ordering::Relaxed);
        note_unwanted();
        Some(taken)
    }

    /// Drops entries that nobody wants, or that no query has used for long, after the edit that made a revision.
    pub(super) fn drop_unused(&mut self, revision: u64) {
        let last_use = |entry: &AgentEntry<T>| entry.uses.revision.load(Ordering::Relaxed);
        self.entries
            .get_mut()
            .retain(|entry| !entry.uses.is_let_go() && revision.saturating_sub(last_use(entry)) <= UNUSED_EDITS);
    }

    /// Updates all values after an edit that changed only types of cells in `changed`. Drops entries for which memory
    /// runs out.
    pub(super) fn update(&mut self, map: &GridMap, changed: Rect) {
        self.entries
            .get_mut()
            .retain_mut(|entry| entry.value.exclusive(T::try_clone).map(|value| value.update(map, changed)).is_some());
    }

    /// A copy of the cache that shares the values, until one of the two is edited.
    pub(super) fn share(&self) -> Result<Self, MapError> {
        let mut copy = Self::default();
        copy.entries.get_mut().try_reserve_exact(self.count())?;
        copy.adopt(self);
        Ok(copy)
    }

    /// Shares the entries of another copy of the map, in the same state, and what they have derived, where it is
    /// missing here. Without memory for the list, queries make the values anew.
    pub(super) fn adopt(&mut self, other: &Self) {
        let others = other.entries.read();
        let entries = self.entries.get_mut();
        entries.retain(|entry| !entry.uses.is_let_go());
        for entry in others.iter().filter(|entry| !entry.uses.is_let_go()) {
            let twin = entries.iter_mut().find(|own| own.is_twin(entry));
            if let (Some(own), Some(other)) = (twin, entry.value.get()) {
                if let Some(own) = own.value.get_mut() {
                    own.adopt(other);
                }
            } else if entries.try_reserve(1).is_ok() {
                entries.push(AgentEntry { value: entry.value.share(), uses: entry.uses.clone() });
            }
        }
    }

    /// Number of entries.
    pub(super) fn count(&self) -> usize {
        self.entries.read().len()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let entries = self.entries.read();
        let own = entries.capacity() * size_of::<AgentEntry<T>>();
        let of_entry = |entry: &AgentEntry<T>| entry.value.bytes(T::bytes) + entry.uses.bytes() as u64;
        own as u64 + entries.iter().map(of_entry).sum::<u64>()
    }

    /// How many of these [`bytes`](Self::bytes) another copy of the map shares.
    pub(super) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let (entries, others) = (self.entries.read(), other.entries.read());
        let twin = |entry: &AgentEntry<T>| {
            let twin = others.iter().find(|other| other.is_twin(entry))?;
            let (one, other) = (entry.value.get()?, twin.value.get()?);
            let is_same = std::ptr::eq(one, other);
            Some(if is_same { entry.value.bytes(T::bytes) } else { one.bytes_shared_with(other) })
        };
        entries.iter().filter_map(twin).sum()
    }
}
