//! Cells that wait to be expanded, in buckets by cost (Dial, "Algorithm 360", 1969).
//!
//! A bucket covers no more costs than the cheapest step, so that no expansion adds to the bucket that is being emptied,
//! and the order within a bucket does not matter.

use super::visits::Visits;
use crate::OutOfMemory;
use crate::out_of_memory::refill;

const NONE: u32 = u32::MAX;

/// Buckets that are cleared without a pause, and in the time of a visit.
const BUCKETS_AT_ONCE: usize = 1 << 14;
const BUCKETS_BY_VISIT: u64 = 16;

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
    entries: Vec<Waiting>,
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
        let (entries, tops, occupied) = Default::default();
        Self { entries, free: NONE, tops, buckets: 0, occupied, current: 0, count: 0, last_cost: 0, shift: 0 }
    }
}

impl Queue {
    /// Empties the queue. `first` is the smallest cost that is added. No step costs less than `least`, nor is any cost
    /// added that exceeds the first, or the taken one, by more than `most`. The buckets must be
    /// [filled](Self::fill_buckets) before a cell is added.
    pub(super) fn begin(&mut self, first: u64, least: u64, most: u64) -> Result<(), OutOfMemory> {
        self.shift = least.max(1).ilog2();
        let buckets = (((most >> self.shift) + 2) as usize).next_power_of_two().max(64);
        self.tops.clear();
        self.tops.try_reserve_exact(buckets)?;
        refill(&mut self.occupied, buckets / 64, 0)?;
        self.entries.clear();
        self.buckets = buckets;
        self.current = (first >> self.shift) as usize & (buckets - 1);
        (self.free, self.count, self.last_cost) = (NONE, 0, first);
        Ok(())
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
        if let Some(place) = self.entries.get_mut(self.free as usize) {
            *top = self.free;
            self.free = place.next;
            *place = entry;
        } else {
            if self.entries.len() == self.entries.capacity() {
                self.entries.try_reserve(self.entries.len().max(1024))?;
            }
            *top = self.entries.len() as u32;
            self.entries.push(entry);
        }
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.count += 1;
        Ok(())
    }

    /// Takes an entry from the cheapest bucket.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        if self.count == 0 {
            return None;
        }
        let mut top = self.tops[self.current];
        if top == NONE {
            self.current = self.next_bucket();
            top = self.tops[self.current];
        }
        let place = &mut self.entries[top as usize];
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
    fn next_bucket(&self) -> usize {
        let mut word = self.current / 64;
        let mut bits = self.occupied[word] & (!0 << (self.current % 64));
        while bits == 0 {
            word = (word + 1) & (self.occupied.len() - 1);
            bits = self.occupied[word];
        }
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
        (self.entries.capacity() * size_of::<Waiting>() + lists) as u64
    }
}
