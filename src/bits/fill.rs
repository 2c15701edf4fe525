//! Spreading bits through the runs of ones of a word.

/// Spreads the bits of `from` upwards, each to the end of its run of ones in `through`. `from` must be a subset of
/// `through`.
#[inline(always)]
pub(crate) fn fill_up(from: u64, through: u64) -> u64 {
    // In each run of ones, the carry of the sum starts at the lowest bit of `from` and stops at the first zero.
    through & (!from.wrapping_add(through) | from)
}

/// Like [`fill_up`], but downwards, by doubling distances (the parallel prefix of Kogge and Stone).
#[inline(always)]
pub(crate) fn fill_down(mut from: u64, mut through: u64) -> u64 {
    for distance in [1, 2, 4, 8, 16, 32] {
        from |= through & from >> distance;
        through &= through >> distance;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The expected result, bit by bit: a one of `through` is filled if it is in `from` or the bit before it is filled.
    fn filled(from: u64, through: u64, bits: impl Iterator<Item = u32>) -> u64 {
        let mut last = 0;
        bits.fold(0, |filled, bit| {
            last = through >> bit & 1 & (last | from >> bit);
            filled | last << bit
        })
    }

    #[test]
    fn stretches_are_filled_from_some_bits_to_their_ends() {
        let mut random = Random::new(1);
        let mut word = || (0..8).fold(0, |word, byte| word | (random.below(256) as u64) << (8 * byte));
        for i in 0..2000 {
            // From almost no ones to almost no zeros.
            let through =
                [word() & word(), word(), word() | word(), word() | word() | word() | word(), u64::MAX][i % 5];
            let from = through & word() & word() & word();
            assert_eq!(fill_up(from, through), filled(from, through, 0..64), "up, {from:#x} through {through:#x}");
            let down = filled(from, through, (0..64).rev());
            assert_eq!(fill_down(from, through), down, "down, {from:#x} through {through:#x}");
        }
    }
}
