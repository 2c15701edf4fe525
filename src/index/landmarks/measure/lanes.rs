//! Eight 16-bit numbers in one SIMD register.
//!
//! Compilers keep an array of eight numbers in a register within one expression, but not from one iteration of a loop
//! to the next: with arrays, sweeps took four times as long. On x86-64 this module uses SSE2 instructions, which every
//! such processor has. Other processors use arrays, and both give the same numbers.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod arrays {
    /// Eight signed numbers.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Lanes([i16; 8]);

    impl Lanes {
        #[inline(always)]
        pub(in super::super) fn splat(value: i16) -> Self {
            Self([value; 8])
        }

        #[inline(always)]
        pub(in super::super) fn min(self, other: Self) -> Self {
            Self(std::array::from_fn(|i| self.0[i].min(other.0[i])))
        }

        #[inline(always)]
        pub(in super::super) fn max(self, other: Self) -> Self {
            Self(std::array::from_fn(|i| self.0[i].max(other.0[i])))
        }

        /// Saturating sums.
        #[inline(always)]
        pub(in super::super) fn add(self, other: Self) -> Self {
            Self(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
        }

        #[inline(always)]
        pub(in super::super) fn differs_from(self, other: Self) -> bool {
            self.0 != other.0
        }
    }

    impl From<[i16; 8]> for Lanes {
        #[inline(always)]
        fn from(values: [i16; 8]) -> Self {
            Self(values)
        }
    }

    impl From<Lanes> for [i16; 8] {
        #[inline(always)]
        fn from(lanes: Lanes) -> Self {
            lanes.0
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_adds_epi16, _mm_cmpeq_epi16, _mm_max_epi16, _mm_min_epi16, _mm_movemask_epi8, _mm_set1_epi16,
    };

    /// Eight signed numbers: SSE2 has no minimum of unsigned ones.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Lanes(__m128i);

    impl Lanes {
        #[inline(always)]
        pub(in super::super) fn splat(value: i16) -> Self {
            // SAFETY: SSE2 is part of x86-64, and the function reads and writes no memory. The same holds below.
            Self(unsafe { _mm_set1_epi16(value) })
        }

        #[inline(always)]
        pub(in super::super) fn min(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm_min_epi16(self.0, other.0) })
        }

        #[inline(always)]
        pub(in super::super) fn max(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm_max_epi16(self.0, other.0) })
        }

        /// Saturating sums.
        #[inline(always)]
        pub(in super::super) fn add(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm_adds_epi16(self.0, other.0) })
        }

        #[inline(always)]
        pub(in super::super) fn differs_from(self, other: Self) -> bool {
            // SAFETY: as above.
            let equal_bytes = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi16(self.0, other.0)) };
            equal_bytes != 0xffff
        }
    }

    impl From<[i16; 8]> for Lanes {
        #[inline(always)]
        fn from(values: [i16; 8]) -> Self {
            Self(bytemuck::cast(values))
        }
    }

    impl From<Lanes> for [i16; 8] {
        #[inline(always)]
        fn from(lanes: Lanes) -> Self {
            bytemuck::cast(lanes.0)
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use arrays::Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Lanes;

#[cfg(test)]
mod tests {
    use super::{Lanes, arrays};
    use crate::index::test_maps::Random;

    #[test]
    fn both_kinds_give_the_same_numbers() {
        let mut random = Random::new(1);
        let ends = [i16::MIN, i16::MIN + 1, -1, 0, 1, i16::MAX - 1, i16::MAX];
        let mut values = || -> [i16; 8] {
            std::array::from_fn(|_| {
                if random.below(2) == 0 { ends[random.below(7)] } else { random.below(65536) as u16 as i16 }
            })
        };
        for _ in 0..10_000 {
            let (one, other) = (values(), values());
            let (a, b, c, d) =
                (Lanes::from(one), Lanes::from(other), arrays::Lanes::from(one), arrays::Lanes::from(other));
            let (found, expected) = ([a.min(b), a.max(b), a.add(b)], [c.min(d), c.max(d), c.add(d)]);
            assert_eq!(found.map(<[i16; 8]>::from), expected.map(<[i16; 8]>::from), "{one:?}, {other:?}");
            assert_eq!((a.differs_from(b), c.differs_from(d)), (one != other, one != other), "{one:?}, {other:?}");
            assert!(!a.differs_from(a) && !c.differs_from(c));
            let splat = arrays::Lanes::splat(one[0]);
            assert_eq!(<[i16; 8]>::from(Lanes::splat(one[0])), <[i16; 8]>::from(splat));
        }
    }
}
