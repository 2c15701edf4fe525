//! Ids for things that live behind the C ABI.
//!
//! Why not a pointer? A caller may hold on to it after the thing is gone, use it twice, or make one up: with a pointer that
//! is undefined behaviour, with an id it is `None`. An id is `generation << 32 | kind << 28 | slot + 1`: never zero, and an id of a
//! thing that is gone stays wrong when its slot is used again, since the slot's generation has grown. A slot whose generations
//! are used up is never used again. The kind tells the tables of a process apart: an id of one finds nothing in another.

use parking_lot::RwLock;
use std::collections::TryReserveError;
use std::sync::Arc;

/// A table of `T`s that are found by id, from any thread. Its lock is held only to copy an `Arc`, never while a `T` is used or
/// dropped.
#[derive(Debug)]
pub struct HandleTable<T> {
    slots: RwLock<Slots<T>>,
    kind: u32,
}

/// Bits of an id's lower half that hold the slot; the kind is in those above.
const SLOT_BITS: u32 = 28;
const MAX_SLOTS: usize = (1 << SLOT_BITS) - 1;

#[derive(Debug)]
struct Slots<T> {
    slots: Vec<Slot<T>>,
    /// Empty slots that can be used again, the last one first.
    free: Vec<u32>,
    live: u32,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<Arc<T>>,
}

impl<T> Default for HandleTable<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> HandleTable<T> {
    /// An empty table of kind 0.
    pub const fn new() -> Self {
        Self::of_kind(0)
    }

    /// An empty table of one of 16 kinds.
    pub const fn of_kind(kind: u8) -> Self {
        assert!(kind < 16);
        let slots = RwLock::new(Slots { slots: Vec::new(), free: Vec::new(), live: 0 });
        Self { slots, kind: (kind as u32) << SLOT_BITS }
    }

    /// Puts a value in and returns its id, never zero. Fails when memory or slots run out.
    pub fn insert(&self, value: T) -> Result<u64, TryReserveError> {
        let mut table = self.slots.write();
        // Room for the slot's number in `free` is made here, so that taking a value out needs no memory.
        let Slots { slots, free, live } = &mut *table;
        let slot = match free.pop() {
            Some(slot) => slot,
            None => {
                slots.try_reserve(if slots.len() < MAX_SLOTS { 1 } else { usize::MAX })?;
                free.try_reserve(slots.len() + 1)?;
                slots.push(Slot { generation: 1, value: None });
                slots.len() as u32 - 1
            }
        };
        let entry = &mut slots[slot as usize];
        entry.value = Some(Arc::new(value));
        *live += 1;
        Ok(u64::from(entry.generation) << 32 | u64::from(self.kind | (slot + 1)))
    }

    /// The value of an id; `None` for zero, for an id that was never given out and for one whose value is gone.
    pub fn get(&self, id: u64) -> Option<Arc<T>> {
        let table = self.slots.read();
        let (slot, generation) = self.parts_of(id)?;
        let entry = table.slots.get(slot)?;
        if entry.generation == generation { entry.value.clone() } else { None }
    }

    /// Takes the value of an id out; the id is never valid again.
    pub fn remove(&self, id: u64) -> Option<Arc<T>> {
        let mut table = self.slots.write();
        let (slot, generation) = self.parts_of(id)?;
        if table.slots.get(slot)?.generation != generation {
            return None;
        }
        table.empty(slot)
    }

    /// Takes all values out and returns how many there were.
    pub fn clear(&self) -> u32 {
        let mut removed = Vec::new();
        let mut table = self.slots.write();
        for slot in 0..table.slots.len() {
            removed.extend(table.empty(slot));
        }
        drop(table);
        removed.len() as u32
    }

    /// How many values the table holds.
    pub fn live_count(&self) -> u32 {
        self.slots.read().live
    }

    fn parts_of(&self, id: u64) -> Option<(usize, u32)> {
        let slot = (id as u32).checked_sub(self.kind)?.checked_sub(1)?;
        Some((slot as usize, (id >> 32) as u32))
    }
}

impl<T> Slots<T> {
    fn empty(&mut self, slot: usize) -> Option<Arc<T>> {
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

    #[test]
    fn an_id_finds_its_value_until_it_is_removed() {
        let table = HandleTable::new();
        let id = table.insert("grid").unwrap();
        assert_eq!(table.get(id).as_deref(), Some(&"grid"));
        assert_eq!(table.remove(id).as_deref(), Some(&"grid"));
        assert_eq!((table.get(id), table.remove(id), table.live_count()), (None, None, 0));
    }

    #[test]
    fn a_stale_id_does_not_find_what_took_its_slot() {
        let table = HandleTable::new();
        let stale = table.insert(1).unwrap();
        table.remove(stale);
        let fresh = table.insert(2).unwrap();
        assert_eq!(stale as u32, fresh as u32, "the slot is used again");
        assert_ne!(stale, fresh);
        assert_eq!((table.get(stale), table.get(fresh).as_deref()), (None, Some(&2)));
    }

    #[test]
    fn ids_that_were_never_given_out_find_nothing() {
        let table = HandleTable::new();
        let id = table.insert(()).unwrap();
        for foreign in [0, 1, u64::MAX, id + 1, id << 1, u64::from(u32::MAX), id | 1 << 63] {
            assert_eq!(table.get(foreign), None, "{foreign:#x}");
            assert_eq!(table.remove(foreign), None, "{foreign:#x}");
        }
    }

    #[test]
    fn an_id_of_one_kind_finds_nothing_in_a_table_of_another() {
        let tables = [0, 1, 15].map(HandleTable::of_kind);
        let ids = tables.each_ref().map(|table| table.insert(()).unwrap());
        for (i, table) in tables.iter().enumerate() {
            for (j, &id) in ids.iter().enumerate() {
                assert_eq!(table.get(id).is_some(), i == j, "{id:#x}");
            }
        }
    }

    #[test]
    fn clearing_makes_every_id_stale() {
        let table = HandleTable::new();
        let ids: Vec<u64> = (0..10).map(|value| table.insert(value).unwrap()).collect();
        table.remove(ids[3]);
        assert_eq!(table.clear(), 9);
        assert_eq!(table.live_count(), 0);
        assert!(ids.iter().all(|&id| table.get(id).is_none()));
        assert!(!ids.contains(&table.insert(11).unwrap()));
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let table = HandleTable::new();
        let first = table.insert(1).unwrap();
        table.remove(first);
        table.slots.write().slots[0].generation = u32::MAX;
        let last = table.insert(2).unwrap();
        assert_eq!(last as u32, first as u32);
        table.remove(last);
        assert_eq!(table.get(last), None);
        assert_ne!(table.insert(3).unwrap() as u32, first as u32, "another slot");
    }
}
