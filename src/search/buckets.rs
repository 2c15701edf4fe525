//! The buckets of an open list, each for a range of f and used in turn (Dial, "Algorithm 360", 1969). Two levels of
//! occupancy bits find the next bucket.

use crate::OutOfMemory;

/// The number of buckets.
pub(super) const BUCKETS: usize = 4096;

/// No entry.
pub(super) const NONE: u32 = u32::MAX;

/// An entry in a bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct BucketEntry {
    pub(super) f: u32,
    pub(super) node: u32,
    /// The entry below it in the bucket.
    pub(super) next: u32,
}

/// Entries by f. The last entry of a bucket is its topmost one.
#[derive(Debug)]
pub(super) struct Buckets {
    /// The entries that were put into buckets since the search began, and room for more.
    entries: Vec<BucketEntry>,
    count: usize,
    /// The topmost entry of each bucket.
    tops: Vec<u32>,
    occupied: [u64; BUCKETS / 64],
    /// The words of `occupied` that are not zero, one bit each.
    occupied_words: u64,
    /// The number of the bucket of the entry taken last, not reduced modulo [`BUCKETS`].
    pub(super) lowest: u32,
    /// A bucket holds 2^shift units of f.
    pub(super) shift: u32,
}

impl Default for Buckets {
    fn default() -> Self {
        let (entries, tops) = (Vec::new(), Vec::new());
        Self { entries, count: 0, tops, occupied: [0; BUCKETS / 64], occupied_words: 0, lowest: 0, shift: 0 }
    }
}

impl Buckets {
    /// Empties the buckets, for a first entry with an f of `f`.
    pub(super) fn begin(&mut self, f: u32, shift: u32) -> Result<(), OutOfMemory> {
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
        (self.shift, self.lowest) = (shift, f >> shift);
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<BucketEntry>() + self.tops.capacity() * size_of::<u32>()
    }

    /// The entries that were put into buckets since the search began, in order. Taken ones are among them.
    pub(super) fn entries(&self) -> &[BucketEntry] {
        &self.entries[..self.count]
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

    /// Whether there is memory for more entries.
    #[inline(always)]
    pub(super) fn has_room(&self, additional: usize) -> bool {
        self.count + additional <= self.entries.len()
    }

    /// Reserves memory for more entries.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        if self.has_room(additional) { Ok(()) } else { self.grow(additional) }
    }

    #[cold]
    fn grow(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        self.entries.try_reserve(self.entries.len().max(additional))?;
        self.entries.resize(self.entries.capacity(), BucketEntry { f: 0, node: 0, next: NONE });
        Ok(())
    }

    #[inline(always)]
    pub(super) fn are_empty(&self) -> bool {
        self.occupied_words == 0
    }

    /// Puts an entry on top of the bucket with a number. There must be room for it.
    #[inline(always)]
    pub(super) fn put(&mut self, number: u32, f: u32, node: u32) {
        let bucket = self.occupy(number);
        self.entries[self.count] = BucketEntry { f, node, next: self.tops[bucket] };
        self.tops[bucket] = self.count as u32;
        self.count += 1;
    }

    /// Puts an entry that was taken on top of another bucket.
    #[inline(always)]
    pub(super) fn put_again(&mut self, number: u32, entry: u32) {
        let bucket = self.occupy(number);
        self.entries[entry as usize].next = std::mem::replace(&mut self.tops[bucket], entry);
    }

    #[inline(always)]
    fn occupy(&mut self, number: u32) -> usize {
        let bucket = number as usize % BUCKETS;
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.occupied_words |= 1 << (bucket / 64);
        bucket
    }

    /// The lowest bucket that has entries, and its number, not reduced. There must be one.
    #[inline(always)]
    pub(super) fn first(&self) -> (usize, u32) {
        let lowest = self.lowest as usize % BUCKETS;
        let mut word = lowest / 64;
        let mut bits = self.occupied[word] & (!0 << (lowest % 64));
        if bits == 0 {
            // The next occupied word, in turn; it may be this one again.
            let later = self.occupied_words.rotate_right(word as u32 + 1);
            word = (word + 1 + later.trailing_zeros() as usize) % 64;
            bits = self.occupied[word];
        }
        let bucket = 64 * word + bits.trailing_zeros() as usize;
        (bucket, self.lowest + (bucket.wrapping_sub(lowest) % BUCKETS) as u32)
    }

    /// The topmost entry of a bucket, and its place.
    #[inline(always)]
    pub(super) fn top(&self, bucket: usize) -> (u32, BucketEntry) {
        let top = self.tops[bucket];
        (top, self.entries[top as usize])
    }

    /// Makes another entry the topmost one of a bucket; [`NONE`] empties the bucket. Without branches.
    #[inline(always)]
    pub(super) fn set_top(&mut self, bucket: usize, top: u32) {
        let (word, bit) = (bucket / 64, bucket % 64);
        self.tops[bucket] = top;
        self.occupied[word] &= !(u64::from(top == NONE) << bit);
        self.occupied_words &= !(u64::from(self.occupied[word] == 0) << word);
    }
}
