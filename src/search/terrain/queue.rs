//! The open list of a search in weighted terrain: buckets, each for a range of f.
//!
//! One jump can raise f by as much as a whole line of dear cells costs, so that no fixed number of narrow buckets holds
//! all entries. An entry that is too far ahead waits in the last bucket, and is put where it belongs when that bucket
//! comes up. Within a bucket, the last entry is taken first.

use crate::OutOfMemory;

const BUCKETS: usize = 4096;
const NONE: u32 = u32::MAX;

/// An entry in a bucket.
#[derive(Clone, Copy, Debug)]
struct Entry {
    f: u32,
    node: u32,
    /// The entry below it in the bucket.
    next: u32,
}

/// Nodes by f.
#[derive(Debug)]
pub(super) struct FarQueue {
    /// The entries that were put into buckets since the search began, and room for more.
    entries: Vec<Entry>,
    count: usize,
    /// The topmost entry of each bucket.
    tops: Vec<u32>,
    occupied: [u64; BUCKETS / 64],
    /// The words of `occupied` that are not zero, one bit each.
    occupied_words: u64,
    /// The number of the bucket of the entry taken last, not reduced modulo [`BUCKETS`].
    lowest: u32,
    /// A bucket holds 2^shift units of f.
    shift: u32,
}

impl Default for FarQueue {
    fn default() -> Self {
        let (entries, tops) = (Vec::new(), Vec::new());
        Self { entries, count: 0, tops, occupied: [0; BUCKETS / 64], occupied_words: 0, lowest: 0, shift: 0 }
    }
}

impl FarQueue {
    /// Empties the queue, for a first entry with an f of `f`. Entries whose f differ by less than `precision` may share
    /// a bucket; no bucket is wider.
    pub(super) fn begin(&mut self, f: u32, precision: u32) -> Result<(), OutOfMemory> {
        self.count = 0;
        if self.tops.is_empty() {
            self.tops.try_reserve_exact(BUCKETS)?;
            self.tops.resize(BUCKETS, NONE);
        }
        while self.occupied_words != 0 {
            let word = self.occupied_words.trailing_zeros() as usize;
            self.occupied_words &= self.occupied_words - 1;
            self.tops[64 * word..][..64].fill(NONE);
            self.occupied[word] = 0;
        }
        self.shift = precision.max(1).ilog2();
        self.lowest = f >> self.shift;
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.tops.capacity() * size_of::<u32>()
    }

    /// The number of entries that were pushed since the search began.
    pub(super) fn pushed(&self) -> usize {
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

    /// Whether there is room for one more entry.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.count < self.entries.len()
    }

    #[cold]
    pub(super) fn grow(&mut self) -> Result<(), OutOfMemory> {
        self.entries.try_reserve(self.entries.len().max(256))?;
        self.entries.resize(self.entries.capacity(), Entry { f: 0, node: 0, next: NONE });
        Ok(())
    }

    /// Adds a node. There must be [room](Self::has_room) for it.
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, node: u32) {
        self.entries[self.count] = Entry { f, node, next: NONE };
        self.link(self.count as u32, f);
        self.count += 1;
    }

    /// Puts an entry on top of its bucket.
    #[inline(always)]
    fn link(&mut self, entry: u32, f: u32) {
        let number = (f >> self.shift).clamp(self.lowest, self.lowest.saturating_add(BUCKETS as u32 - 1));
        let bucket = number as usize % BUCKETS;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.occupied_words |= 1 << (bucket / 64);
        self.entries[entry as usize].next = std::mem::replace(&mut self.tops[bucket], entry);
    }

    /// Takes the last entry of the lowest bucket.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            if self.occupied_words == 0 {
                return None;
            }
            let first = self.lowest as usize % BUCKETS;
            let mut word = first / 64;
            let mut bits = self.occupied[word] & (!0 << (first % 64));
            if bits == 0 {
                // The next occupied word, in turn; it may be this one again.
                let later = self.occupied_words.rotate_right(word as u32 + 1);
                word = (word + 1 + later.trailing_zeros() as usize) % 64;
                bits = self.occupied[word];
            }
            let bit = bits.trailing_zeros() as usize;
            let bucket = 64 * word + bit;
            self.lowest += (bucket.wrapping_sub(first) % BUCKETS) as u32;
            let top = self.tops[bucket];
            let Entry { f, node, next } = self.entries[top as usize];
            self.tops[bucket] = next;
            self.occupied[word] &= !(u64::from(next == NONE) << bit);
            self.occupied_words &= !(u64::from(self.occupied[word] == 0) << word);
            if f >> self.shift <= self.lowest {
                return Some((f, node));
            }
            self.link(top, f);
        }
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
            queue.grow().unwrap();
            queue.push(7, 0);
            let mut node = 0;
            while let Some((f, taken)) = queue.pop() {
                let least = expected.iter().map(|&(f, _)| f >> queue.shift).min().unwrap();
                assert_eq!(f >> queue.shift, least, "precision {precision}, spread {spread}");
                assert!(queue.lower_bound() <= f && precision >= 1 << queue.shift);
                let place = expected.iter().position(|&entry| entry == (f, taken)).unwrap();
                expected.swap_remove(place);
                for _ in 0..if node < 2000 && f < 1 << 30 { random.below(4) } else { 0 } {
                    node += 1;
                    let entry = (f + random.below(spread + 1) as u32, node);
                    expected.push(entry);
                    if !queue.has_room() {
                        queue.grow().unwrap();
                    }
                    queue.push(entry.0, node);
                }
            }
            assert!(expected.is_empty());
        }
    }
}
