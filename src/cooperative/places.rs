//! The owners of places at one tick: a hash table with linear probing. A place that several owners hold has an entry
//! for each of them, so that one gives up its own alone.
//!
//! Its order decides nothing: only freeing all places of an owner walks through the table. Clearing gives every entry
//! up at once and keeps the memory.

use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use bytemuck::Zeroable;

/// The smallest capacity.
const FIRST: usize = 16;

/// A place with its owner. The entry is in use if its era is the table's.
#[derive(Clone, Copy, Debug, Default, Zeroable)]
struct Entry {
    place: u32,
    owner: u32,
    era: u32,
}

/// By place, its owners. Owners are numbers from 1 up.
#[derive(Debug)]
pub(super) struct Places {
    /// None, or a power of two of entries, at most half of which are in use.
    entries: Vec<Entry>,
    count: usize,
    /// At least 1, because fresh entries have the era 0.
    era: u32,
}

impl Places {
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new(), count: 0, era: 1 }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    /// Number of entries: of places, each as often as it has owners.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Forgets all owners, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.entries.fill(Entry::default());
            self.era = 1;
        }
    }

    /// The only owner of a place, or one of several; 0 for none.
    #[inline]
    pub(super) fn owner(&self, place: u32) -> u32 {
        self.owners(place).next().unwrap_or(0)
    }

    /// The owners of a place, in no order.
    #[inline]
    pub(super) fn owners(&self, place: u32) -> impl Iterator<Item = u32> {
        let last = self.entries.len().wrapping_sub(1);
        let mut at = if self.count == 0 { None } else { Some(self.home(place)) };
        let entries = std::iter::from_fn(move || {
            let entry = self.entries[at?];
            at = at.map(|at| (at + 1) & last);
            (entry.era == self.era).then_some(entry)
        });
        entries.filter(move |entry| entry.place == place).map(|entry| entry.owner)
    }

    /// Gets memory for `additional` more places.
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        let needed = 2 * (self.count + additional);
        if needed <= self.entries.len() {
            return Ok(());
        }
        let larger = zeroed::<Entry>(needed.next_power_of_two().max(FIRST))?;
        let (entries, era) = (std::mem::replace(&mut self.entries, larger), std::mem::replace(&mut self.era, 1));
        for entry in entries.iter().filter(|entry| entry.era == era) {
            let at = self.find(entry.place, entry.owner);
            self.entries[at] = Entry { era: 1, ..*entry };
        }
        Ok(())
    }

    /// Gives a place a further owner. Has no effect if it is one already.
    pub(super) fn put(&mut self, place: u32, owner: u32) -> Result<(), OutOfMemory> {
        self.reserve(1)?;
        let at = self.find(place, owner);
        self.count += usize::from(self.entries[at].era != self.era);
        self.entries[at] = Entry { place, owner, era: self.era };
        Ok(())
    }

    /// Takes an owner from a place, if it is one.
    pub(super) fn remove(&mut self, place: u32, owner: u32) {
        if self.count == 0 {
            return;
        }
        let mut hole = self.find(place, owner);
        if self.entries[hole].era != self.era {
            return;
        }
        let last = self.entries.len() - 1;
        let mut at = hole;
        // Moves later entries of the chain back, so that no search for them ends at the hole.
        loop {
            at = (at + 1) & last;
            let entry = self.entries[at];
            if entry.era != self.era {
                break;
            }
            let from_home = at.wrapping_sub(self.home(entry.place)) & last;
            if from_home >= at.wrapping_sub(hole) & last {
                self.entries[hole] = entry;
                hole = at;
            }
        }
        self.entries[hole].era = 0;
        self.count -= 1;
    }

    /// Frees all places of an owner. What stays does not depend on the order of the table.
    pub(super) fn remove_all_of(&mut self, owner: u32) {
        for at in 0..self.entries.len() {
            // Removing moves a later entry of the chain here, or, around the end of the table, an entry that was seen.
            while self.entries[at].era == self.era && self.entries[at].owner == owner {
                self.remove(self.entries[at].place, owner);
            }
        }
    }

    /// The entry of a place and an owner, or the unused one where it belongs. There is an unused entry.
    #[inline]
    fn find(&self, place: u32, owner: u32) -> usize {
        let last = self.entries.len() - 1;
        let mut at = self.home(place);
        let is_other = |entry: &Entry| entry.era == self.era && (entry.place, entry.owner) != (place, owner);
        while is_other(&self.entries[at]) {
            at = (at + 1) & last;
        }
        at
    }

    /// Where the search for a place begins.
    #[inline]
    fn home(&self, place: u32) -> usize {
        let hash = place.wrapping_mul(0x9e37_79b1);
        (hash >> 16 ^ hash) as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;
    use std::collections::BTreeSet;

    #[test]
    fn owners_are_those_of_a_plain_set() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let (mut places, mut right) = (Places::new(), BTreeSet::new());
            for step in 0..2000 {
                let (place, owner) = (random.below(90) as u32 * 0x0002_0002, 1 + random.below(4) as u32);
                match random.below(100) {
                    0..55 => {
                        right.insert((place, owner));
                        assert_eq!(places.put(place, owner), Ok(()), "seed {seed}, step {step}");
                    }
                    55 => {
                        places.remove_all_of(owner);
                        right.retain(|(_, other)| *other != owner);
                    }
                    56..98 => {
                        places.remove(place, owner);
                        right.remove(&(place, owner));
                    }
                    _ => {
                        places.clear();
                        right.clear();
                    }
                }
                assert_eq!(places.count(), right.len(), "seed {seed}, step {step}");
                for place in (0..90).map(|number| number * 0x0002_0002) {
                    let mut owners: Vec<u32> = places.owners(place).collect();
                    owners.sort_unstable();
                    let expected: Vec<u32> = right.range((place, 0)..=(place, u32::MAX)).map(|&(_, it)| it).collect();
                    assert_eq!(owners, expected, "{place:#x}, seed {seed}, step {step}");
                    let owner = places.owner(place);
                    assert!(if owners.is_empty() { owner == 0 } else { owners.contains(&owner) });
                }
            }
        }
    }

    #[test]
    fn clearing_keeps_the_memory() {
        let mut places = Places::new();
        places.reserve(100).unwrap();
        let bytes = places.bytes();
        for era in 0..5 {
            (0..100).for_each(|place| assert_eq!(places.put(place, 7), Ok(()), "{era}"));
            places.clear();
            assert_eq!((places.bytes(), places.owner(5)), (bytes, 0));
        }
    }
}
