//! Random numbers for unit tests.

/// Random numbers that follow from the seed alone: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014).
pub(crate) struct Random {
    counter: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// 64 random bits: a counter, mixed so that each bit of the counter changes about half of the bits of the result.
    pub(crate) fn next(&mut self) -> u64 {
        // 2^64 divided by the golden ratio. It is odd, so that the counter repeats only after 2^64 numbers.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        // From David Stafford's variant 13 of the finalizer of MurmurHash3, as in the paper.
        const FIRST_MULTIPLIER: u64 = 0xbf58_476d_1ce4_e5b9;
        const SECOND_MULTIPLIER: u64 = 0x94d0_49bb_1331_11eb;
        self.counter = self.counter.wrapping_add(STEP);
        let mut mixed = self.counter;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(FIRST_MULTIPLIER);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(SECOND_MULTIPLIER);
        mixed ^ mixed >> 31
    }
}

/// How often a test does something. Miri interprets it, which takes thousands of times as long.
pub(crate) const fn repeats(count: usize, under_miri: usize) -> usize {
    if cfg!(miri) { under_miri } else { count }
}
