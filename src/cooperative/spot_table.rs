//! Numbers by tick and spot: the owners of claims, or the node of a search. A spot that several owners hold at a tick
//! has an entry for each of them, so that one gives up its own alone. The order of the entries decides nothing.

use crate::OutOfMemory;
use crate::grid::WordHash;
use crate::held::held;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SpotEntry {
    tick: u32,
    spot: u32,
    number: u32,
}

/// By tick and spot, numbers from 1 up.
#[derive(Debug, Default)]
pub(super) struct SpotTable(HashTable<SpotEntry>);

held!(SpotTable: 0);

impl SpotTable {
    /// Number of entries.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Forgets all entries, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Reserves the memory for a copy of another table.
    pub(super) fn reserve_copy(&mut self, other: &Self) -> Result<(), OutOfMemory> {
        self.reserve(other.count().saturating_sub(self.count()))
    }

    /// Takes over the entries of another table, for which there is memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.0.clear();
        for &entry in &other.0 {
            self.0.insert_unique(hash_of(&entry), entry, hash_of);
        }
    }

    /// The tick, the spot and the number of each entry, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        self.0.iter().map(|entry| (entry.tick, entry.spot, entry.number))
    }

    /// The numbers of a spot at a tick, in no order.
    #[inline]
    pub(super) fn numbers(&self, tick: u32, spot: u32) -> impl Iterator<Item = u32> {
        let entries = self.0.iter_hash(hash(tick, spot));
        entries.filter(move |entry| (entry.tick, entry.spot) == (tick, spot)).map(|entry| entry.number)
    }

    /// Gets memory for `additional` more entries.
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.0.try_reserve(additional, hash_of).map_err(|_| OutOfMemory)
    }

    /// Gives a spot at a tick a further number. Has no effect if it has the number already.
    pub(super) fn put(&mut self, tick: u32, spot: u32, number: u32) -> Result<(), OutOfMemory> {
        self.reserve(1)?;
        let new = SpotEntry { tick, spot, number };
        if let Entry::Vacant(place) = self.0.entry(hash(tick, spot), |entry| *entry == new, hash_of) {
            place.insert(new);
        }
        Ok(())
    }

    /// Takes a number from a spot at a tick, if it has it.
    pub(super) fn remove(&mut self, tick: u32, spot: u32, number: u32) {
        let old = SpotEntry { tick, spot, number };
        if let Ok(entry) = self.0.find_entry(hash(tick, spot), |entry| *entry == old) {
            entry.remove();
        }
    }

    /// Removes the entries for which `is_old` says so, given tick and number.
    pub(super) fn remove_where(&mut self, is_old: impl Fn(u32, u32) -> bool) {
        self.0.retain(|entry| !is_old(entry.tick, entry.number));
    }
}

#[inline]
fn hash(tick: u32, spot: u32) -> u64 {
    WordHash::new(u64::from(tick) << 32 | u64::from(spot)).finish()
}

#[inline]
fn hash_of(entry: &SpotEntry) -> u64 {
    hash(entry.tick, entry.spot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_are_those_of_a_plain_set() {
        for seed in 0..50 {
            let mut random = Random::new(seed);
            let (mut table, mut right) = (SpotTable::default(), BTreeSet::new());
            for step in 0..2000 {
                let (tick, spot) = (random.below(3) as u32, random.below(30) as u32 * 0x0002_0002);
                let number = 1 + random.below(4) as u32;
                match random.below(100) {
                    0..55 => {
                        right.insert((tick, spot, number));
                        assert_eq!(table.put(tick, spot, number), Ok(()), "seed {seed}, step {step}");
                    }
                    55 => {
                        table.remove_where(|_, other| other == number);
                        right.retain(|&(_, _, other)| other != number);
                    }
                    56 => {
                        table.remove_where(|other, _| other == tick);
                        right.retain(|&(other, ..)| other != tick);
                    }
                    57..98 => {
                        table.remove(tick, spot, number);
                        right.remove(&(tick, spot, number));
                    }
                    _ => {
                        table.clear();
                        right.clear();
                    }
                }
                assert_eq!(table.count(), right.len(), "seed {seed}, step {step}");
                for (tick, spot) in (0..90).map(|at| (at % 3, at / 3 * 0x0002_0002)) {
                    let mut numbers: Vec<u32> = table.numbers(tick, spot).collect();
                    numbers.sort_unstable();
                    let expected = right.range((tick, spot, 0)..=(tick, spot, u32::MAX)).map(|&(.., number)| number);
                    assert!(expected.eq(numbers), "{spot:#x} at {tick}, seed {seed}, step {step}");
                }
            }
        }
    }
}
