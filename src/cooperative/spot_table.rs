//! Numbers by tick and spot: the owners of claims, or the node of a search. A hash table with linear probing. A spot
//! that several owners hold at a tick has an entry for each of them, so that one gives up its own alone.
//!
//! The order of the entries decides nothing: only removing many walks through the table. Clearing gives every entry up
//! at once and keeps the memory.

use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::held::held;
use bytemuck::Zeroable;

/// The smallest capacity.
const FIRST: usize = 64;

/// An entry is in use if its era is the table's.
#[derive(Clone, Copy, Debug, Default, Zeroable)]
struct SpotEntry {
    tick: u32,
    spot: u32,
    number: u32,
    era: u32,
}

/// By tick and spot, numbers from 1 up.
#[derive(Debug)]
pub(super) struct SpotTable {
    /// None, or a power of two of entries, at most half of which are in use.
    entries: Vec<SpotEntry>,
    count: usize,
    /// At least 1, because fresh entries have the era 0.
    era: u32,
}

held!(SpotTable: entries);

impl Default for SpotTable {
    fn default() -> Self {
        Self { entries: Vec::new(), count: 0, era: 1 }
    }
}

impl SpotTable {
    /// Number of entries.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Forgets all entries, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.entries.fill(SpotEntry::default());
            self.era = 1;
        }
    }

    /// Reserves the memory for a copy of another table.
    pub(super) fn reserve_copy(&mut self, other: &Self) -> Result<(), OutOfMemory> {
        Ok(self.entries.try_reserve_exact(other.entries.len().saturating_sub(self.entries.len()))?)
    }

    /// Takes over the entries of another table, for which there is memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.entries.clear();
        self.entries.extend_from_slice(&other.entries);
        (self.count, self.era) = (other.count, other.era);
    }

    /// The tick, the spot and the number of each entry, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let used = self.entries.iter().filter(|entry| entry.era == self.era);
        used.map(|entry| (entry.tick, entry.spot, entry.number))
    }

    /// The numbers of a spot at a tick, in no order.
    #[inline]
    pub(super) fn numbers(&self, tick: u32, spot: u32) -> impl Iterator<Item = u32> {
        let last = self.entries.len().wrapping_sub(1);
        let mut at = if self.count == 0 { None } else { Some(self.home(tick, spot)) };
        let entries = std::iter::from_fn(move || {
            let entry = self.entries[at?];
            at = at.map(|at| (at + 1) & last);
            (entry.era == self.era).then_some(entry)
        });
        entries.filter(move |entry| (entry.tick, entry.spot) == (tick, spot)).map(|entry| entry.number)
    }

    /// Gets memory for `additional` more entries.
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        let needed = self.count.checked_add(additional).and_then(|count| count.checked_mul(2)).ok_or(OutOfMemory)?;
        if needed <= self.entries.len() {
            return Ok(());
        }
        let larger = zeroed::<SpotEntry>(needed.checked_next_power_of_two().ok_or(OutOfMemory)?.max(FIRST))?;
        let (entries, era) = (std::mem::replace(&mut self.entries, larger), std::mem::replace(&mut self.era, 1));
        for entry in entries.iter().filter(|entry| entry.era == era) {
            let at = self.find(entry.tick, entry.spot, entry.number);
            self.entries[at] = SpotEntry { era: 1, ..*entry };
        }
        Ok(())
    }

    /// Gives a spot at a tick a further number. Has no effect if it has the number already.
    pub(super) fn put(&mut self, tick: u32, spot: u32, number: u32) -> Result<(), OutOfMemory> {
        self.reserve(1)?;
        let at = self.find(tick, spot, number);
        self.count += usize::from(self.entries[at].era != self.era);
        self.entries[at] = SpotEntry { tick, spot, number, era: self.era };
        Ok(())
    }

    /// Takes a number from a spot at a tick, if it has it.
    pub(super) fn remove(&mut self, tick: u32, spot: u32, number: u32) {
        if self.count == 0 {
            return;
        }
        let mut hole = self.find(tick, spot, number);
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
            let from_home = at.wrapping_sub(self.home(entry.tick, entry.spot)) & last;
            if from_home >= at.wrapping_sub(hole) & last {
                self.entries[hole] = entry;
                hole = at;
            }
        }
        self.entries[hole].era = 0;
        self.count -= 1;
    }

    /// Removes the entries for which `is_old` says so, given tick and number.
    pub(super) fn remove_where(&mut self, is_old: impl Fn(u32, u32) -> bool) {
        for at in 0..self.entries.len() {
            // Removing moves a later entry of the chain here, or, around the end of the table, an entry that was seen.
            loop {
                let SpotEntry { tick, spot, number, era } = self.entries[at];
                if era != self.era || !is_old(tick, number) {
                    break;
                }
                self.remove(tick, spot, number);
            }
        }
    }

    /// The entry with a number of a spot at a tick, or the unused one where it belongs. There is an unused entry.
    #[inline]
    fn find(&self, tick: u32, spot: u32, number: u32) -> usize {
        let last = self.entries.len() - 1;
        let mut at = self.home(tick, spot);
        let is_other =
            |entry: &SpotEntry| entry.era == self.era && (entry.tick, entry.spot, entry.number) != (tick, spot, number);
        while is_other(&self.entries[at]) {
            at = (at + 1) & last;
        }
        at
    }

    /// Where the search for a spot at a tick begins.
    #[inline]
    fn home(&self, tick: u32, spot: u32) -> usize {
        let key = u64::from(tick) << 32 | u64::from(spot);
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.entries.len() - 1)
    }
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
