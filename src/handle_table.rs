//! Ids for objects behind the C ABI.
//!
//! Why not pointers? A caller may keep an id after the object is destroyed, destroy twice, or make an id up. Using
//! such a pointer would be undefined behavior; for such an id the table returns `None`.
//!
//! An id is `generation << 32 | kind << 28 | slot + 1`, and never zero. A slot that is reused gets a new generation, so
//! the id of a destroyed object stays invalid. A slot whose generations are used up is never reused. The kind tells the
//! tables of a process apart: an id of one table finds nothing in another.

use crate::OutOfMemory;
use crate::sync::RwLock;
use crate::try_arc::TryArc;

/// A table of `T`s that any thread finds by id. Its lock is held only to copy a `TryArc`, never while a `T` is used or
/// dropped.
#[derive(Debug)]
pub struct HandleTable<T> {
    slots: RwLock<Slots<T>>,
    kind: u32,
}

/// Number of bits for the slot in an id's lower half. The kind takes the bits above.
const SLOT_BITS: u32 = 28;
const MAX_SLOTS: usize = (1 << SLOT_BITS) - 1;

/// The kind of the table that gave an id, whether or not the id is valid.
pub const fn kind_of(id: u64) -> u8 {
    (id as u32 >> SLOT_BITS) as u8
}

#[derive(Debug)]
struct Slots<T> {
    slots: Vec<Slot<T>>,
    /// Empty slots for reuse. The slot that was emptied last is reused first.
    free: Vec<u32>,
    live: u32,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<TryArc<T>>,
}

impl<T> HandleTable<T> {
    /// An empty table of one of 16 kinds. No other table of the process may have the same kind.
    pub const fn of_kind(kind: u8) -> Self {
        assert!(kind < 16);
        let slots = RwLock::new(Slots { slots: Vec::new(), free: Vec::new(), live: 0 });
        Self { slots, kind: (kind as u32) << SLOT_BITS }
    }

    /// Inserts a value and returns its id, which is never zero. Fails when memory or slots run out.
    pub fn insert(&self, value: T) -> Result<u64, OutOfMemory> {
        // Before the lock: a failure drops the value, which may take long.
        let value = TryArc::try_new(value)?;
        let mut table = self.slots.write();
        // Reserve room in `free` here, so that `remove` needs no memory.
        let Slots { slots, free, live } = &mut *table;
        let slot = match free.pop() {
            Some(slot) => slot,
            None => {
                if slots.len() >= MAX_SLOTS {
                    return Err(OutOfMemory);
                }
                slots.try_reserve(1)?;
                free.try_reserve(slots.len() + 1)?;
                slots.push(Slot { generation: 1, value: None });
                slots.len() as u32 - 1
            }
        };
        let entry = &mut slots[slot as usize];
        entry.value = Some(value);
        *live += 1;
        Ok(self.id_of(entry.generation, slot as usize))
    }

    /// The value of an id; `None` for zero, for an id that was never given out, and for an id whose value was removed.
    pub fn get(&self, id: u64) -> Option<TryArc<T>> {
        let table = self.slots.read();
        let (slot, generation) = self.parts_of(id)?;
        let entry = table.slots.get(slot)?;
        if entry.generation == generation { entry.value.clone() } else { None }
    }

    /// Removes and returns the value of an id. The id is never valid again.
    pub fn remove(&self, id: u64) -> Option<TryArc<T>> {
        let mut table = self.slots.write();
        let (slot, generation) = self.parts_of(id)?;
        if table.slots.get(slot)?.generation != generation {
            return None;
        }
        table.empty(slot)
    }

    /// Removes all values and returns their number. Allocates nothing, because the caller may be out of memory.
    ///
    /// Removes every value that was in the table when the call began. Values that other threads insert meanwhile are
    /// removed or stay. The lock is released after each value, so other threads don't wait while values are dropped.
    pub fn clear(&self) -> u32 {
        self.clear_after(|_, _| {})
    }

    /// Clears as [`clear`](Self::clear) does. Calls `farewell` with each id and value before the table's owner of it
    /// drops it.
    pub fn clear_after(&self, mut farewell: impl FnMut(u64, &T)) -> u32 {
        let end = self.slots.read().slots.len();
        let mut count = 0;
        for slot in 0..end {
            // Dropping a value may take long, or call this table.
            if let Some((id, value)) = self.take(slot) {
                farewell(id, &value);
                count += 1;
            }
        }
        count
    }

    fn take(&self, slot: usize) -> Option<(u64, TryArc<T>)> {
        let mut table = self.slots.write();
        let id = self.id_of(table.slots[slot].generation, slot);
        Some((id, table.empty(slot)?))
    }

    /// Number of values in the table.
    pub fn live_count(&self) -> u32 {
        self.slots.read().live
    }

    fn id_of(&self, generation: u32, slot: usize) -> u64 {
        u64::from(generation) << 32 | u64::from(self.kind | (slot as u32 + 1))
    }

    fn parts_of(&self, id: u64) -> Option<(usize, u32)> {
        let slot = (id as u32).checked_sub(self.kind)?.checked_sub(1)?;
        Some((slot as usize, (id >> 32) as u32))
    }
}

impl<T> Slots<T> {
    fn empty(&mut self, slot: usize) -> Option<TryArc<T>> {
        let entry = &mut self.slots[slot];
        let value = entry.value.take()?;
        self.live -= 1;
        if let Some(next) = entry.generation.checked_add(1) {
            entry.generation = next;
            self.free.push(slot as u32);
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::repeats;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_stale_id_does_not_find_what_took_its_slot() {
        let table = HandleTable::of_kind(0);
        let stale = table.insert(1).unwrap();
        table.remove(stale);
        let fresh = table.insert(2).unwrap();
        assert_eq!(stale as u32, fresh as u32, "the slot was not reused");
        assert_ne!(stale, fresh);
        assert_eq!((table.get(stale).as_deref(), table.get(fresh).as_deref()), (None, Some(&2)));
    }

    static NOSY: HandleTable<Nosy> = HandleTable::of_kind(0);
    static SEEN_FREE: AtomicU32 = AtomicU32::new(0);

    /// A value whose drop records whether the table's lock is free.
    struct Nosy;

    impl Drop for Nosy {
        fn drop(&mut self) {
            SEEN_FREE.fetch_add(u32::from(NOSY.slots.try_write().is_some()), Ordering::Relaxed);
        }
    }

    #[test]
    fn values_are_dropped_while_the_table_is_free_for_others() {
        let count = 200;
        let ids: Vec<u64> = (0..count).map(|_| NOSY.insert(Nosy).unwrap()).collect();
        drop(NOSY.remove(ids[7]));
        assert_eq!(NOSY.clear(), count - 1);
        assert_eq!((SEEN_FREE.load(Ordering::Relaxed), NOSY.live_count()), (count, 0));
    }

    #[test]
    fn clearing_takes_what_was_there_while_other_threads_insert() {
        let table = HandleTable::of_kind(0);
        let taken = AtomicU32::new(0);
        let (inserts, clears) = (repeats(5000, 50), repeats(200, 20));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for value in 0..inserts {
                        table.insert(value).unwrap();
                    }
                });
                scope.spawn(|| {
                    for _ in 0..clears {
                        let mine = table.insert(0).unwrap();
                        taken.fetch_add(table.clear(), Ordering::Relaxed);
                        assert!(table.get(mine).is_none());
                    }
                });
            }
        });
        assert_eq!((taken.load(Ordering::Relaxed) + table.clear()) as usize, 2 * (inserts + clears));
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let table = HandleTable::of_kind(0);
        let first = table.insert(1).unwrap();
        table.remove(first);
        table.slots.write().slots[0].generation = u32::MAX;
        let last = table.insert(2).unwrap();
        assert_eq!(last as u32, first as u32);
        table.remove(last);
        assert!(table.get(last).is_none());
        assert_ne!(table.insert(3).unwrap() as u32, first as u32, "a slot without generations was reused");
    }
}
