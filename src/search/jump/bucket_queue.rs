//! The open list of a jump-point search: [`Buckets`] that are taken in turn.
//!
//! The f of taken entries hardly falls, and a jump raises f by a bounded amount, so that the buckets hold all entries.
//! Within a bucket, the last entry is taken first: the order is not exactly that of f, which costs a few expansions and
//! saves a heap. The smallest entry waits in a register of its own; many entries never leave it before they are taken.

use crate::OutOfMemory;
use crate::search::buckets::{BUCKETS, Buckets};

/// Nodes by f.
#[derive(Debug)]
pub(super) struct BucketQueue {
    /// The smallest entry, as `f << 32 | !node`; all ones for none. Of equal f, the node that was reached last is the
    /// smallest.
    front: u64,
    pub(super) buckets: Buckets,
}

impl Default for BucketQueue {
    fn default() -> Self {
        Self { front: u64::MAX, buckets: Buckets::default() }
    }
}

impl BucketQueue {
    /// Empties the queue, for a first entry with an f of `f` and entries of at most `spread` above the smallest one.
    pub(super) fn begin(&mut self, f: u32, spread: u32) -> Result<(), OutOfMemory> {
        self.front = u64::MAX;
        let widest = spread / (BUCKETS as u32 - 2) + 1;
        self.buckets.begin(f, widest.next_power_of_two().trailing_zeros())?;
        self.buckets.reserve(1)
    }

    /// The f and node of all entries that were pushed since the search began, in no order. Taken entries may be among
    /// them, and a node may be there more than once.
    pub(super) fn pushed(&self) -> impl Iterator<Item = (u32, u32)> {
        let front = (self.front != u64::MAX).then_some(((self.front >> 32) as u32, !(self.front as u32)));
        self.buckets.entries().iter().map(|entry| (entry.f, entry.node)).chain(front)
    }

    /// Adds a node. There must be [room](Buckets::reserve) for it.
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, node: u32) {
        let entry = u64::from(f) << 32 | u64::from(!node);
        let second = self.front.max(entry);
        self.front = self.front.min(entry);
        if second != u64::MAX {
            let f = (second >> 32) as u32;
            self.buckets.put((f >> self.buckets.shift).max(self.buckets.lowest), f, !(second as u32));
        }
    }

    /// Takes the last entry of the lowest bucket, or the entry in the register if its bucket is not higher.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        let buckets = &mut self.buckets;
        let (front_f, front_node) = ((self.front >> 32) as u32, !(self.front as u32));
        let front_number = front_f >> buckets.shift;
        if buckets.are_empty() {
            if self.front == u64::MAX {
                return None;
            }
            self.front = u64::MAX;
            buckets.lowest = buckets.lowest.max(front_number);
            return Some((front_f, front_node));
        }
        let (bucket, number) = buckets.first();
        // No branches from here on: the processor can't predict which of the two entries comes first. An empty register
        // is above every bucket.
        let takes_front = front_number <= number;
        let (top, entry) = buckets.top(bucket);
        buckets.set_top(bucket, if takes_front { top } else { entry.next });
        self.front = if takes_front { u64::MAX } else { self.front };
        buckets.lowest = buckets.lowest.max(front_number.min(number));
        Some(if takes_front { (front_f, front_node) } else { (entry.f, entry.node) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::repeats;

    /// Against a sorted list, with entries that use the buckets many times over.
    #[test]
    fn entries_come_out_in_the_order_of_their_buckets() {
        let (mut queue, mut state) = (BucketQueue::default(), 1_u32);
        let mut random = |end: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % end
        };
        let most = repeats(4000, 300) as u32;
        for spread in [0, 1, 5000, 1 << 20] {
            let mut expected = vec![(7, 0)];
            queue.begin(7, spread).unwrap();
            queue.buckets.reserve(1).unwrap();
            queue.push(7, 0);
            let mut node = 0;
            while let Some((f, taken)) = queue.pop() {
                let least = expected.iter().map(|&(f, _)| f >> queue.buckets.shift).min().unwrap();
                assert_eq!(f >> queue.buckets.shift, least);
                assert!(queue.buckets.lower_bound() <= f);
                let place = expected.iter().position(|&entry| entry == (f, taken)).unwrap();
                expected.swap_remove(place);
                for _ in 0..if node < most { random(4) } else { 0 } {
                    node += 1;
                    let entry = (f + random(spread + 1), node);
                    expected.push(entry);
                    queue.buckets.reserve(1).unwrap();
                    queue.push(entry.0, node);
                }
            }
            assert!(expected.is_empty());
        }
    }

    #[test]
    fn of_equal_entries_the_one_that_came_last_is_taken_first() {
        let mut queue = BucketQueue::default();
        queue.begin(0, 100).unwrap();
        for node in 1..=4 {
            queue.buckets.reserve(1).unwrap();
            queue.push(50, node);
        }
        let taken: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, node)| node).collect();
        assert_eq!(taken, [4, 3, 2, 1]);
    }
}
