//! The open list of searches that count costs in 32 bits: a [`Ring`] of buckets.
//!
//! Within a bucket, the last entry is taken first: the order is not exactly that of f, which costs a few expansions and
//! saves a heap. The smallest entry waits in a register of its own; many entries never leave it before they are taken.
//!
//! A step can raise f by more than the ring covers, where the costs of cells differ much. An entry that is too far
//! ahead waits in the last bucket, and is put where it belongs when that bucket comes up.

use crate::OutOfMemory;
use crate::distance::queue::{BUCKETS, NONE, Ring};
use crate::held::held;

/// An entry in a bucket.
#[derive(Clone, Copy, Debug)]
struct QueueEntry {
    f: u32,
    node: u32,
    /// The entry below it in the bucket.
    below: u32,
}

/// Nodes by f.
#[derive(Debug)]
pub(super) struct OpenQueue {
    /// The smallest entry, as `f << 32 | !node`; all ones for none. Of equal f, the node that was reached last is the
    /// smallest.
    front: u64,
    /// The entries that were put into buckets since the search began, and room for more.
    entries: Vec<QueueEntry>,
    count: usize,
    ring: Ring,
    /// The bucket of the entry taken last, not reduced modulo [`BUCKETS`].
    lowest: u32,
    /// A bucket holds 2^shift units of f.
    shift: u32,
}

held!(OpenQueue: entries, ring);

impl Default for OpenQueue {
    fn default() -> Self {
        Self { front: u64::MAX, entries: Vec::new(), count: 0, ring: Ring::default(), lowest: 0, shift: 0 }
    }
}

impl OpenQueue {
    /// Empties the queue, for a first entry with an f of `f` and buckets of 2^shift units of f.
    pub(super) fn begin(&mut self, f: u32, shift: u32) -> Result<(), OutOfMemory> {
        self.ring.reserve()?;
        self.ring.clear();
        (self.front, self.count) = (u64::MAX, 0);
        (self.shift, self.lowest) = (shift, f >> shift);
        self.reserve(1)
    }

    /// The shift with which the ring holds all entries, if each is at most `spread` above the smallest one.
    pub(super) fn shift_for(spread: u32) -> u32 {
        (spread / (BUCKETS as u32 - 2) + 1).next_power_of_two().trailing_zeros()
    }

    /// Number of entries that were put into buckets since the search began.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The number of entries for which there is memory.
    pub(super) fn room(&self) -> usize {
        self.entries.len()
    }

    /// Gives the memory of entries back, between two searches.
    pub(super) fn give_back(&mut self) {
        (self.entries, self.count) = (Vec::new(), 0);
    }

    /// A lower bound on the f of all entries. It never falls.
    #[inline(always)]
    pub(super) fn lower_bound(&self) -> u32 {
        self.lowest << self.shift
    }

    /// Reserves memory for more entries.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        if self.count + additional <= self.entries.len() { Ok(()) } else { self.grow(additional) }
    }

    #[cold]
    fn grow(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.entries.try_reserve(self.entries.len().max(additional))?;
        self.entries.resize(self.entries.capacity(), QueueEntry { f: 0, node: 0, below: NONE });
        Ok(())
    }

    /// The f and node of all entries that were pushed since the search began, in no order. Taken entries may be among
    /// them, and a node may be there more than once.
    pub(super) fn pushed(&self) -> impl Iterator<Item = (u32, u32)> {
        let front = (self.front != u64::MAX).then_some(((self.front >> 32) as u32, !(self.front as u32)));
        self.entries[..self.count].iter().map(|entry| (entry.f, entry.node)).chain(front)
    }

    /// The bucket in which an entry of the ring waits.
    #[inline(always)]
    fn bucket_of(&self, f: u32) -> u64 {
        let lowest = u64::from(self.lowest);
        u64::from(f >> self.shift).clamp(lowest, lowest + BUCKETS as u64 - 1)
    }

    /// Adds a node. There must be [room](Self::reserve) for it.
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, node: u32) {
        let entry = u64::from(f) << 32 | u64::from(!node);
        let second = self.front.max(entry);
        self.front = self.front.min(entry);
        if second != u64::MAX {
            let (f, node) = ((second >> 32) as u32, !(second as u32));
            let below = self.ring.put(self.bucket_of(f), self.count as u32);
            self.entries[self.count] = QueueEntry { f, node, below };
            self.count += 1;
        }
    }

    /// Takes the last entry of the lowest bucket, or the entry in the register if its bucket is not higher.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            let (front_f, front_node) = ((self.front >> 32) as u32, !(self.front as u32));
            let front_number = front_f >> self.shift;
            if self.ring.is_empty() {
                if self.front == u64::MAX {
                    return None;
                }
                self.front = u64::MAX;
                self.lowest = self.lowest.max(front_number);
                return Some((front_f, front_node));
            }
            let number = self.ring.first(self.lowest.into());
            // No branches from here on: the processor can't predict which of the two entries comes first. An empty
            // register is above every bucket.
            let takes_front = u64::from(front_number) <= number;
            let top = self.ring.top(number);
            let entry = self.entries[top as usize];
            self.ring.set_top(number, if takes_front { top } else { entry.below });
            self.front = if takes_front { u64::MAX } else { self.front };
            self.lowest = self.lowest.max(front_number.min(number as u32));
            let (f, node) = if takes_front { (front_f, front_node) } else { (entry.f, entry.node) };
            if u64::from(f >> self.shift) <= number {
                return Some((f, node));
            }
            self.entries[top as usize].below = self.ring.put(self.bucket_of(f), top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::repeats;
    use crate::random::Random;

    /// Against a sorted list, with entries that use the buckets many times over, however far apart they are.
    #[test]
    fn entries_come_out_in_the_order_of_their_buckets() {
        let (mut queue, mut random) = (OpenQueue::default(), Random::new(1));
        let most = repeats(4000, 300) as u32;
        let all_near = [0, 1, 5000, 1 << 20].map(|spread| (OpenQueue::shift_for(spread), spread));
        // An entry is put anew for every round of the buckets on its way.
        let farthest = repeats(1 << 24, 1 << 14) as u32;
        for (shift, spread) in all_near.into_iter().chain([(0, 5000), (4, 1 << 17), (0, farthest), (18, 1 << 29)]) {
            let mut expected = vec![(7, 0)];
            queue.begin(7, shift).unwrap();
            queue.reserve(1).unwrap();
            queue.push(7, 0);
            let mut node = 0;
            while let Some((f, taken)) = queue.pop() {
                let least = expected.iter().map(|&(f, _)| f >> shift).min().unwrap();
                assert_eq!(f >> shift, least, "shift {shift}, spread {spread}");
                assert!(queue.lower_bound() <= f);
                let place = expected.iter().position(|&entry| entry == (f, taken)).unwrap();
                expected.swap_remove(place);
                for _ in 0..if node < most && f < 1 << 30 { random.below(4) } else { 0 } {
                    node += 1;
                    let entry = (f + random.below(spread as usize + 1) as u32, node);
                    expected.push(entry);
                    queue.reserve(1).unwrap();
                    queue.push(entry.0, node);
                }
            }
            assert!(expected.is_empty());
        }
    }

    #[test]
    fn of_equal_entries_the_one_that_came_last_is_taken_first() {
        let mut queue = OpenQueue::default();
        queue.begin(0, 0).unwrap();
        for node in 1..=4 {
            queue.reserve(1).unwrap();
            queue.push(50, node);
        }
        let taken: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, node)| node).collect();
        assert_eq!(taken, [4, 3, 2, 1]);
    }
}
