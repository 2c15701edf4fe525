//! The open list of a search in weighted terrain: [`Buckets`] that are taken in turn.
//!
//! One jump can raise f by as much as a whole line of dear cells costs, so that no fixed number of narrow buckets holds
//! all entries. An entry that is too far ahead waits in the last bucket, and is put where it belongs when that bucket
//! comes up. Within a bucket, the last entry is taken first.

use crate::OutOfMemory;
use crate::search::buckets::{BUCKETS, Buckets};

/// Buckets are no wider than this part of a straight step in the cheapest terrain.
pub(super) const BUCKET_PARTS: u32 = 16;

/// Nodes by f.
#[derive(Debug, Default)]
pub(super) struct FarQueue {
    pub(super) buckets: Buckets,
}

impl FarQueue {
    /// Empties the queue, for a first entry with an f of `f`. Entries whose f differ by less than `precision` may share
    /// a bucket; no bucket is wider.
    pub(super) fn begin(&mut self, f: u32, precision: u32) -> Result<(), OutOfMemory> {
        self.buckets.begin(f, precision.max(1).ilog2())
    }

    /// The bucket in which an entry waits.
    #[inline(always)]
    fn number_of(&self, f: u32) -> u32 {
        let Buckets { lowest, shift, .. } = self.buckets;
        (f >> shift).clamp(lowest, lowest.saturating_add(BUCKETS as u32 - 1))
    }

    /// Adds a node. There must be [room](Buckets::reserve) for it.
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, node: u32) {
        self.buckets.put(self.number_of(f), f, node);
    }

    /// Takes the last entry of the lowest bucket.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while !self.buckets.are_empty() {
            let (bucket, number) = self.buckets.first();
            self.buckets.lowest = number;
            let (top, entry) = self.buckets.top(bucket);
            self.buckets.set_top(bucket, entry.next);
            if entry.f >> self.buckets.shift <= number {
                return Some((entry.f, entry.node));
            }
            self.buckets.put_again(self.number_of(entry.f), top);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;

    #[test]
    fn entries_come_out_in_the_order_of_their_buckets_however_far_apart_they_are() {
        let (mut queue, mut random) = (FarQueue::default(), Random::new(1));
        for (precision, spread) in [(1, 1), (1, 100), (16, 5000), (16, 1 << 24), (1, 1 << 24), (1 << 18, 1 << 29)] {
            let mut expected = vec![(7, 0)];
            queue.begin(7, precision).unwrap();
            queue.buckets.reserve(1).unwrap();
            queue.push(7, 0);
            let mut node = 0;
            while let Some((f, taken)) = queue.pop() {
                let least = expected.iter().map(|&(f, _)| f >> queue.buckets.shift).min().unwrap();
                assert_eq!(f >> queue.buckets.shift, least, "precision {precision}, spread {spread}");
                assert!(queue.buckets.lower_bound() <= f && precision >= 1 << queue.buckets.shift);
                let place = expected.iter().position(|&entry| entry == (f, taken)).unwrap();
                expected.swap_remove(place);
                for _ in 0..if node < 2000 && f < 1 << 30 { random.below(4) } else { 0 } {
                    node += 1;
                    let entry = (f + random.below(spread + 1) as u32, node);
                    expected.push(entry);
                    queue.buckets.reserve(1).unwrap();
                    queue.push(entry.0, node);
                }
            }
            assert!(expected.is_empty());
        }
    }
}
