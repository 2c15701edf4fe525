//! Filling stretches of ones from some of their bits on.

/// Spreads each bit of `from`, which are ones of `through`, upwards through the ones of `through`.
#[inline(always)]
pub(crate) fn fill_up(from: u64, through: u64) -> u64 {
    // The sum carries on from the lowest bit of `from` in each stretch of ones.
    through & (!from.wrapping_add(through) | from)
}

/// The same downwards (Kogge and Stone's parallel prefix).
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
    use crate::index::test_maps::Random;

    /// Bit by bit: a one is filled if it is one of `from`, or the next one before it is filled.
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
