//! The bucket queue: what waits to be expanded, by cost (Dial, "Algorithm 360: Shortest-Path Forest with Topological
//! Ordering", 1969).
//!
//! A bucket covers a range of costs, and the bucket of the smallest costs is emptied first, its last entry first. If no
//! expansion adds to the bucket that is being emptied, then costs come in order, and the order within a bucket does not
//! matter. [`Ring`] has a fixed number of buckets, which are used in turn. Entries that are too far ahead for it wait
//! in a second ring, whose buckets each stand for half a turn of the first one:
//!
//! ```text
//!   near   | window, 2048 buckets | next window |     taken from, put into
//!   far                           | next window | ... | 4096 windows, of which the last also has what lies beyond
//! ```
//!
//! When the window holds nothing more, the far entries of the next one are moved over, and then it is the window.

use crate::OutOfMemory;
use crate::held::{Held, held};

/// The number of buckets in a ring.
pub(crate) const BUCKETS: usize = 4096;

/// No entry.
pub(crate) const NONE: u32 = u32::MAX;

/// A window holds 2^WINDOW buckets, half of a ring.
const WINDOW: u32 = BUCKETS.trailing_zeros() - 1;

/// Entries are allocated by this number.
const CHUNK: usize = 1 << 10;

/// An entry of a queue.
pub(crate) trait Waiting: Copy {
    fn cost(&self) -> u64;
}

/// Buckets that are used in turn, with the topmost entry of each. Two levels of bits find the next one that is not
/// empty. Numbers of buckets are not reduced modulo [`BUCKETS`]; those in use at once differ by less.
#[derive(Debug)]
pub(crate) struct Ring {
    tops: Vec<u32>,
    occupied: [u64; BUCKETS / 64],
    /// The words of `occupied` that are not zero, one bit each.
    occupied_words: u64,
}

held!(Ring: tops);

impl Default for Ring {
    fn default() -> Self {
        Self { tops: Vec::new(), occupied: [0; BUCKETS / 64], occupied_words: 0 }
    }
}

impl Ring {
    /// Reserves the memory of the buckets.
    pub(crate) fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if self.tops.is_empty() {
            self.tops.try_reserve_exact(BUCKETS)?;
            self.tops.resize(BUCKETS, NONE);
        }
        Ok(())
    }

    /// Empties all buckets.
    pub(crate) fn clear(&mut self) {
        while self.occupied_words != 0 {
            let word = self.occupied_words.trailing_zeros() as usize;
            self.occupied_words &= self.occupied_words - 1;
            self.tops[64 * word..][..64].fill(NONE);
            self.occupied[word] = 0;
        }
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.occupied_words == 0
    }

    /// Whether exactly one bucket has entries.
    fn has_one(&self) -> bool {
        let word = self.occupied_words.trailing_zeros() as usize;
        self.occupied_words.is_power_of_two() && self.occupied[word].is_power_of_two()
    }

    /// The first bucket from `lowest` on that has entries. There must be one.
    #[inline(always)]
    pub(crate) fn first(&self, lowest: u64) -> u64 {
        let at = lowest as usize % BUCKETS;
        let mut word = at / 64;
        let mut bits = self.occupied[word] & (!0 << (at % 64));
        if bits == 0 {
            // The next occupied word, in turn; it may be this one again.
            let later = self.occupied_words.rotate_right(word as u32 + 1);
            word = (word + 1 + later.trailing_zeros() as usize) % 64;
            bits = self.occupied[word];
        }
        let bucket = 64 * word + bits.trailing_zeros() as usize;
        lowest + (bucket.wrapping_sub(at) % BUCKETS) as u64
    }

    /// The topmost entry of a bucket, or [`NONE`].
    #[inline(always)]
    pub(crate) fn top(&self, number: u64) -> u32 {
        self.tops.get(number as usize % BUCKETS).copied().unwrap_or(NONE)
    }

    /// Puts an entry on top of a bucket. Returns the one below it.
    #[inline(always)]
    pub(crate) fn put(&mut self, number: u64, entry: u32) -> u32 {
        let bucket = number as usize % BUCKETS;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.occupied_words |= 1 << (bucket / 64);
        std::mem::replace(&mut self.tops[bucket], entry)
    }

    /// Makes another entry the topmost one of a bucket. If that is [`NONE`], the bucket counts as one with entries
    /// until it is [left](Self::leave).
    #[inline(always)]
    fn lower_top(&mut self, number: u64, top: u32) {
        self.tops[number as usize % BUCKETS] = top;
    }

    /// Counts a bucket that has no entries as empty.
    #[inline(always)]
    fn leave(&mut self, number: u64) {
        self.set_top(number, NONE);
    }

    /// Makes another entry the topmost one of a bucket; [`NONE`] empties the bucket. Without branches.
    #[inline(always)]
    pub(crate) fn set_top(&mut self, number: u64, top: u32) {
        let bucket = number as usize % BUCKETS;
        let (word, bit) = (bucket / 64, bucket % 64);
        self.tops[bucket] = top;
        self.occupied[word] &= !(u64::from(top == NONE) << bit);
        self.occupied_words &= !(u64::from(self.occupied[word] == 0) << word);
    }
}

/// An entry, and the one below it in its bucket, or the next one that is not in use.
#[derive(Clone, Copy, Debug)]
struct Link<E> {
    entry: E,
    below: u32,
}

/// The rings, and where they stand.
#[derive(Debug, Default)]
struct Windows {
    near: Ring,
    far: Ring,
    /// The bucket of the entry taken last, or the first one of the window.
    lowest: u64,
    /// The number of the window. `near` holds what lies in it or in the next one.
    window: u64,
    /// A bucket covers 2^shift costs.
    shift: u32,
}

impl Windows {
    /// Puts an entry into the bucket of its cost. Returns the one below it.
    #[inline(always)]
    fn put(&mut self, number: u32, cost: u64) -> u32 {
        let bucket = (cost >> self.shift).max(self.lowest);
        let window = bucket >> WINDOW;
        if window <= self.window + 1 { self.near.put(bucket, number) } else { self.put_far(window, number) }
    }

    /// Not inlined: many loops put entries into the queue, few of them far.
    #[cold]
    #[inline(never)]
    fn put_far(&mut self, window: u64, number: u32) -> u32 {
        self.far.put(window.min(self.window + BUCKETS as u64), number)
    }
}

/// Entries by cost.
#[derive(Debug)]
pub(crate) struct BucketQueue<E> {
    /// The list of entries in chunks, so that it grows without a copy and is freed in parts.
    chunks: Vec<Box<[Link<E>; CHUNK]>>,
    /// The number of entries, those that are free again too.
    count: usize,
    /// The first of the entries that are free again.
    free: u32,
    windows: Windows,
    last_cost: u64,
}

impl<E> Held for BucketQueue<E> {
    fn bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<Link<E>>() + self.windows.near.bytes() + self.windows.far.bytes()
    }
}

impl<E> Default for BucketQueue<E> {
    fn default() -> Self {
        Self { chunks: Vec::new(), count: 0, free: NONE, windows: Windows::default(), last_cost: 0 }
    }
}

impl<E: Waiting> BucketQueue<E> {
    /// Empties the queue. No entry will cost less than `first`, nor less than the one taken last. A bucket will cover
    /// no more costs than `least`, which expansions add at least.
    pub(crate) fn begin(&mut self, first: u64, least: u64) -> Result<(), OutOfMemory> {
        self.windows.near.reserve()?;
        self.windows.far.reserve()?;
        self.forget();
        self.windows.shift = least.max(1).ilog2();
        self.windows.lowest = first >> self.windows.shift;
        self.windows.window = self.windows.lowest >> WINDOW;
        self.last_cost = first;
        Ok(())
    }

    /// Leaves a queue of which nothing is known but its memory. It must be [begun](Self::begin) before its next use.
    pub(crate) fn forget(&mut self) {
        self.windows.near.clear();
        self.windows.far.clear();
        (self.count, self.free, self.last_cost) = (0, NONE, 0);
    }

    /// Whether nothing waits. After the last entry was taken, one call of [`pop`](Self::pop) finds that out.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.windows.near.is_empty() && self.windows.far.is_empty()
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, entry: E) -> Result<(), OutOfMemory> {
        let is_new = self.free == NONE;
        let number = if is_new { self.added(entry)? } else { self.free };
        let link = &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK];
        self.free = if is_new { NONE } else { link.below };
        *link = Link { entry, below: self.windows.put(number, entry.cost()) };
        Ok(())
    }

    /// The number of a new entry.
    #[inline(always)]
    fn added(&mut self, entry: E) -> Result<u32, OutOfMemory> {
        let number = self.count;
        if number == self.chunks.len() * CHUNK {
            self.grow(entry)?;
        }
        self.count += 1;
        Ok(number as u32)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, entry: E) -> Result<(), OutOfMemory> {
        self.chunks.try_reserve(1)?;
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(CHUNK)?;
        chunk.resize(CHUNK, Link { entry, below: NONE });
        self.chunks.push(chunk.into_boxed_slice().try_into().map_err(|_| OutOfMemory)?);
        Ok(())
    }

    /// Takes an entry of the smallest costs. `None` if nothing waits, and also after work of the same length that found
    /// no entry yet: a loop over [`is_empty`](Self::is_empty) goes on with the next call.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<E> {
        let mut number = self.windows.near.top(self.windows.lowest);
        if number == NONE {
            self.windows.near.leave(self.windows.lowest);
            let near = &self.windows.near;
            let bucket = if near.is_empty() { u64::MAX } else { near.first(self.windows.lowest) };
            if bucket >> WINDOW != self.windows.window {
                self.go_on();
                return None;
            }
            self.windows.lowest = bucket;
            number = self.windows.near.top(bucket);
        }
        let link = &mut self.chunks[number as usize / CHUNK][number as usize % CHUNK];
        self.windows.near.lower_top(self.windows.lowest, std::mem::replace(&mut link.below, self.free));
        self.free = number;
        self.last_cost = link.entry.cost();
        Some(link.entry)
    }

    /// Moves a far entry of the next window over, or makes it the window if there is none.
    #[inline(never)]
    fn go_on(&mut self) {
        let next = self.windows.window + 1;
        let number = if self.windows.far.is_empty() { NONE } else { self.windows.far.top(next) };
        if number != NONE {
            let link = &self.chunks[number as usize / CHUNK][number as usize % CHUNK];
            let (below, cost) = (link.below, link.entry.cost());
            self.windows.far.set_top(next, below);
            let below = self.windows.put(number, cost);
            self.chunks[number as usize / CHUNK][number as usize % CHUNK].below = below;
        } else if !self.is_empty() {
            self.windows.window = if self.windows.near.is_empty() { self.first_far(next) - 1 } else { next };
            self.windows.lowest = self.windows.lowest.max(self.windows.window << WINDOW);
        }
    }

    /// The first window from `next` on that has far entries. There must be one. If all wait for the last window,
    /// because they are far beyond, then they are put where the first of them belongs.
    fn first_far(&mut self, next: u64) -> u64 {
        let first = self.windows.far.first(next);
        if !self.windows.far.has_one() {
            return first;
        }
        let (top, mut least) = (self.windows.far.top(first), u64::MAX);
        let mut number = top;
        while number != NONE {
            let link = &self.chunks[number as usize / CHUNK][number as usize % CHUNK];
            least = least.min(link.entry.cost() >> self.windows.shift >> WINDOW);
            number = link.below;
        }
        self.windows.far.set_top(first, NONE);
        self.windows.far.put(least, top);
        least
    }

    /// Cost of the entry taken last.
    pub(crate) fn last_cost(&self) -> u64 {
        self.last_cost
    }

    /// Whether two costs share a bucket.
    #[inline(always)]
    pub(crate) fn is_same_bucket(&self, one: u64, other: u64) -> bool {
        one >> self.windows.shift == other >> self.windows.shift
    }

    /// Frees the memory of up to [`CHUNK`] entries of a queue that holds more than `most` bytes, and that of the rings
    /// last. Returns whether no more is held. The queue must be [begun](Self::begin) before its next use.
    pub(crate) fn free_some(&mut self, most: usize) -> bool {
        if self.bytes() > most && self.chunks.pop().is_none() {
            *self = Self::default();
        }
        self.bytes() <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug)]
    struct Entry {
        cost: u64,
        number: usize,
    }

    impl Waiting for Entry {
        fn cost(&self) -> u64 {
            self.cost
        }
    }

    /// The next entry, and the number of calls that found none.
    fn pop(queue: &mut BucketQueue<Entry>) -> (Option<Entry>, u64) {
        let mut calls = 0;
        while !queue.is_empty() {
            if let Some(entry) = queue.pop() {
                return (Some(entry), calls);
            }
            calls += 1;
        }
        assert!(queue.pop().is_none());
        (None, calls)
    }

    /// Entries come by buckets, the last one of a bucket first where they were near, each once, over several chunks
    /// that are used again, however far apart costs lie.
    #[test]
    fn entries_come_by_buckets() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let shift = random.below(5) as u32;
            let (least, range) = ((1_u64 << shift) + random.below(1 << shift) as u64, 1_u64 << (1 + random.below(28)));
            let (first, is_near) = (random.next() % (1 << 40), range >> shift <= 1 << WINDOW);
            let mut queue = BucketQueue::default();
            for _ in 0..2 {
                queue.begin(first, least).unwrap();
                let mut model: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
                let (mut pushed, mut at) = (0, first);
                let most = 3 * CHUNK;
                while pushed < most || !model.is_empty() {
                    if pushed < most && random.below(5) < 3 {
                        let cost = at + random.next() % range;
                        queue.push(Entry { cost, number: pushed }).unwrap();
                        model.entry(cost >> shift).or_default().push(pushed);
                        pushed += 1;
                        continue;
                    }
                    let (entry, _) = pop(&mut queue);
                    let Some(mut bucket) = model.first_entry() else {
                        assert!(entry.is_none(), "seed {seed}");
                        continue;
                    };
                    let entry = entry.unwrap();
                    assert_eq!((entry.cost >> shift, queue.last_cost()), (*bucket.key(), entry.cost), "seed {seed}");
                    let place = bucket.get().iter().position(|&number| number == entry.number).unwrap();
                    assert!(!is_near || place + 1 == bucket.get().len(), "seed {seed}");
                    bucket.get_mut().remove(place);
                    if bucket.get().is_empty() {
                        bucket.remove();
                    }
                    at = entry.cost;
                }
                assert!(pop(&mut queue).0.is_none() && queue.is_empty());
            }
        }
    }

    /// A far entry is moved once, and a window without entries is passed at once where nothing is near.
    #[test]
    fn no_call_takes_long() {
        let mut queue = BucketQueue::default();
        queue.begin(0, 1).unwrap();
        let far = 1000 << WINDOW;
        for number in 0..100 {
            queue.push(Entry { cost: far + number as u64, number }).unwrap();
        }
        assert_eq!(pop(&mut queue).1, 1 + 100 + 1, "to the window before, the entries, and to their window");
        assert_eq!(pop(&mut queue).1, 0);
        let chunks = queue.chunks.len();
        for number in 0..10 * CHUNK {
            queue.push(Entry { cost: far + 50, number }).unwrap();
        }
        assert!(queue.chunks.len() > chunks && queue.bytes() > 10 * CHUNK * size_of::<Link<Entry>>());
        let two_chunks = queue.bytes() - 9 * CHUNK * size_of::<Link<Entry>>();
        let mut calls = 1;
        while !queue.free_some(two_chunks) {
            calls += 1;
        }
        assert_eq!((calls, queue.chunks.len(), queue.bytes()), (9, 2, two_chunks));
        assert!(queue.free_some(two_chunks) && queue.chunks.len() == 2, "nothing more is freed");
        queue.begin(0, 1).unwrap();
        for number in 0..3 * CHUNK {
            queue.push(Entry { cost: far + number as u64, number }).unwrap();
        }
        let taken = std::iter::from_fn(|| pop(&mut queue).0).map(|entry| entry.number);
        assert!(taken.eq(0..3 * CHUNK), "a queue that was freed in part works as before");
        let mut calls = 1;
        while !queue.free_some(0) {
            calls += 1;
        }
        assert_eq!((calls, queue.bytes()), (4, 0));
    }

    /// Costs up to the largest number, and entries beyond all windows.
    #[test]
    fn the_largest_costs_come_last() {
        let mut queue = BucketQueue::default();
        queue.begin(0, 1).unwrap();
        let costs = [u64::MAX / 2, 1 << 24, (1 << 24) - 1, 5, 1 << 40, (1 << 40) + 1, 4095, 4096];
        for (number, cost) in costs.into_iter().enumerate() {
            queue.push(Entry { cost, number }).unwrap();
        }
        let taken: Vec<u64> = std::iter::from_fn(|| pop(&mut queue).0).map(|entry| entry.cost).collect();
        assert!(taken.is_sorted() && taken.len() == costs.len(), "{taken:?}");
    }
}
