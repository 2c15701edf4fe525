//! Cells that wait to be expanded, in buckets by cost (Dial, "Algorithm 360", 1969).
//!
//! A bucket covers no more costs than the cheapest step, so that no expansion adds to the bucket that is being emptied,
//! and the order within a bucket does not matter.

use super::visits::Visits;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::out_of_memory::refill;

const NONE: u32 = u32::MAX;

/// Buckets that are cleared without a pause, and in the time of a visit.
const BUCKETS_AT_ONCE: usize = 1 << 14;
const BUCKETS_BY_VISIT: u64 = 16;

/// Words of [`Queue::occupied`] that are passed in the time of a visit.
const WORDS_BY_VISIT: u64 = 8;

/// The entries of a chunk, and how many visits it takes to free it.
const CHUNK: usize = 1 << 10;
const VISITS_TO_FREE: u64 = 256;

/// A cell that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub(super) cost: u64,
    pub(super) slot: u32,
    /// The entry below in the bucket, or the next free one.
    next: u32,
    /// The direction of the last step, or one of the special arrivals of [`movement`](crate::movement).
    pub(super) arrival: u8,
}

/// Buckets, used in turn.
#[derive(Debug)]
pub(super) struct Queue {
    /// The list of entries in chunks, so that it grows without a copy and is freed in parts.
    chunks: Vec<Box<[Waiting]>>,
    /// The number of entries, free ones too.
    entries: usize,
    /// The first of the entries that are free again.
    free: u32,
    /// The topmost entry of each bucket. Costs share buckets modulo their number, a power of two.
    tops: Vec<u32>,
    /// The number of buckets, of which the first ones have a place in `tops`.
    buckets: usize,
    /// One bit for each bucket that has entries.
    occupied: Vec<u64>,
    /// The bucket that is being emptied.
    current: usize,
    count: usize,
    /// Cost of the entry taken last.
    last_cost: u64,
    /// A bucket covers 2^shift costs.
    shift: u32,
}

impl Default for Queue {
    fn default() -> Self {
        let (chunks, entries, tops, occupied, buckets) = Default::default();
        Self { chunks, entries, free: NONE, tops, buckets, occupied, current: 0, count: 0, last_cost: 0, shift: 0 }
    }
}

impl Queue {
    /// Empties the queue. `first` is the smallest cost that is added. No step costs less than `least`, nor is any cost
    /// added that exceeds the first, or the taken one, by more than `most`. The buckets must be
    /// [filled](Self::fill_buckets) before a cell is added.
    pub(super) fn begin(&mut self, first: u64, least: u64, most: u64) -> Result<(), OutOfMemory> {
        self.shift = least.max(1).ilog2();
        let buckets = (((most >> self.shift) + 2) as usize).next_power_of_two().max(64);
        if self.tops.capacity() < buckets {
            self.tops = reserved(buckets)?;
        }
        self.tops.clear();
        refill(&mut self.occupied, buckets / 64, 0)?;
        self.forget();
        self.buckets = buckets;
        self.current = (first >> self.shift) as usize & (buckets - 1);
        self.last_cost = first;
        Ok(())
    }

    /// Leaves a queue of which nothing is known but its memory. It must be [begun](Self::begin) before its next use.
    pub(super) fn forget(&mut self) {
        (self.entries, self.free, self.count, self.last_cost) = (0, NONE, 0, 0);
    }

    /// Frees memory while visits are left. Returns whether all is freed.
    pub(super) fn free(&mut self, visits: &mut Visits) -> bool {
        while !visits.are_spent() && self.chunks.pop().is_some() {
            visits.spend(VISITS_TO_FREE);
        }
        let is_freed = self.chunks.is_empty();
        if is_freed {
            *self = Self::default();
        }
        is_freed
    }

    /// Makes the buckets of a queue that was [begun](Self::begin). Returns whether all are there.
    pub(super) fn fill_buckets(&mut self, visits: &mut Visits) -> bool {
        while self.tops.len() < self.buckets && !visits.are_spent() {
            let more = (self.buckets - self.tops.len()).min(BUCKETS_AT_ONCE);
            self.tops.resize(self.tops.len() + more, NONE);
            visits.spend(more as u64 / BUCKETS_BY_VISIT);
        }
        self.tops.len() == self.buckets
    }

    pub(super) fn push(&mut self, cost: u64, slot: usize, arrival: usize) -> Result<(), OutOfMemory> {
        let bucket = (cost >> self.shift) as usize & (self.tops.len() - 1);
        let top = &mut self.tops[bucket];
        let entry = Waiting { cost, slot: slot as u32, next: *top, arrival: arrival as u8 };
        let number = if self.free == NONE { self.entries } else { self.free as usize };
        if number == self.chunks.len() * CHUNK {
            self.chunks.try_reserve(1)?;
            let mut chunk = reserved(CHUNK)?;
            chunk.resize(CHUNK, entry);
            self.chunks.push(chunk.into_boxed_slice());
        }
        let place = &mut self.chunks[number / CHUNK][number % CHUNK];
        if self.free == NONE {
            self.entries += 1;
        } else {
            self.free = place.next;
        }
        *place = entry;
        *top = number as u32;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.count += 1;
        Ok(())
    }

    /// Takes an entry from the cheapest bucket, and adds the visits of finding it to `visits`.
    #[inline(always)]
    pub(super) fn pop(&mut self, visits: &mut u64) -> Option<Waiting> {
        if self.count == 0 {
            return None;
        }
        let mut top = self.tops[self.current];
        if top == NONE {
            self.current = self.next_bucket(visits);
            top = self.tops[self.current];
        }
        let place = &mut self.chunks[top as usize / CHUNK][top as usize % CHUNK];
        let entry = *place;
        place.next = self.free;
        self.free = top;
        self.tops[self.current] = entry.next;
        if entry.next == NONE {
            self.occupied[self.current / 64] &= !(1 << (self.current % 64));
        }
        self.count -= 1;
        self.last_cost = entry.cost;
        Some(entry)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bucket after the current one, in turn, that has entries. There must be one.
    fn next_bucket(&self, visits: &mut u64) -> usize {
        let mut word = self.current / 64;
        let mut bits = self.occupied[word] & (!0 << (self.current % 64));
        let mut passed = 0;
        while bits == 0 {
            word = (word + 1) & (self.occupied.len() - 1);
            bits = self.occupied[word];
            passed += 1;
        }
        *visits += passed / WORDS_BY_VISIT;
        64 * word + bits.trailing_zeros() as usize
    }

    /// The cost of the entry taken last.
    pub(super) fn last_cost(&self) -> u64 {
        self.last_cost
    }

    /// Whether two costs share a bucket.
    #[inline(always)]
    pub(super) fn is_same_bucket(&self, one: u64, other: u64) -> bool {
        one >> self.shift == other >> self.shift
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = self.tops.capacity() * size_of::<u32>() + self.occupied.capacity() * size_of::<u64>();
        (self.chunks.len() * CHUNK * size_of::<Waiting>() + lists) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;
    use std::collections::BTreeMap;

    fn begun(least: u64, most: u64) -> Queue {
        let mut queue = Queue::default();
        queue.begin(1, least, most).unwrap();
        assert!(queue.fill_buckets(&mut Visits::new(0)));
        queue
    }

    /// Cells come by buckets, each once, over several chunks of entries that are taken and used again.
    #[test]
    fn cells_come_by_buckets() {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let (least, most) = (1 << random.below(4), 1 << (6 + random.below(12)));
            let mut queue = begun(least, most);
            // By bucket, the slots that wait, and their sum.
            let mut model: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
            let (mut pushed, mut at) = (0, 1);
            while pushed < 6 * CHUNK || !model.is_empty() {
                if pushed < 6 * CHUNK && random.below(5) < 3 {
                    let cost = at + random.below(most as usize) as u64;
                    queue.push(cost, pushed, 0).unwrap();
                    model.entry(cost / least).or_default().push(pushed as u32);
                    pushed += 1;
                } else {
                    let entry = queue.pop(&mut 0);
                    let Some(mut first) = model.first_entry() else {
                        assert!(entry.is_none());
                        continue;
                    };
                    let entry = entry.unwrap();
                    assert_eq!(entry.cost / least, *first.key(), "seed {seed}");
                    first.get_mut().retain(|&slot| slot != entry.slot);
                    if first.get().is_empty() {
                        first.remove();
                    }
                    at = entry.cost;
                }
            }
            assert!(queue.is_empty());
        }
    }

    /// Empty buckets that are passed count, and each call frees about as much as it is given.
    #[test]
    fn what_takes_time_counts() {
        let mut queue = begun(1, 1 << 20);
        for slot in 0..10 * CHUNK {
            queue.push(1 << 19, slot, 0).unwrap();
        }
        let mut visits = 0;
        assert!(queue.pop(&mut visits).is_some());
        assert_eq!(visits, (1 << 19) / 64 / WORDS_BY_VISIT);
        let mut calls = 0;
        while !queue.free(&mut Visits::new(1)) {
            calls += 1;
        }
        assert_eq!((calls, queue.bytes()), (9, 0));
    }
}
