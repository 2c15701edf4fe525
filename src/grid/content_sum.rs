//! A sum over the cells of a map, from which its hash is made.
//!
//! The bytes of each plane are read as words of eight bytes, row by row. The sum adds each word times a key of its
//! place, in 128 bits. So an edit changes the sum by what it changes in a few words, in whichever order edits come, and
//! zeros add nothing: a new map has the sum 0. Two maps with the same sum differ with a probability of about 2^-64.
//!
//! Source: multilinear hashing (Lemire and Kaser, "Strongly universal string hashing is fast", 2014).

use super::CellData;

/// The sum of some cells. Sums of different cells are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentSum(u128);

/// A mix of all bits of a number (the finalizer of SplitMix64).
fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The key of a word of a plane.
#[inline(always)]
fn key(data: CellData, word: usize) -> u128 {
    let plane = match data {
        CellData::Types => 1,
        CellData::Penalties => 2,
        CellData::Covers => 3,
        CellData::Passages => 4,
    };
    u128::from(mix((plane << 32 | word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

impl ContentSum {
    /// The sum of bytes of a plane, of which the first has a place.
    pub(super) fn of_bytes(data: CellData, first: usize, bytes: &[u8]) -> Self {
        let mut sum = Self::default();
        let (head, rest) = bytes.split_at((first.wrapping_neg() % 8).min(bytes.len()));
        let begin = first + head.len();
        // Most words are whole: a copy of a known length is one instruction.
        let (words, tail) = rest.as_chunks();
        sum.add_part(data, first, head);
        for (number, &word) in (begin / 8..).zip(words) {
            sum.add(data, number, u64::from_le_bytes(word));
        }
        sum.add_part(data, begin + 8 * words.len(), tail);
        sum
    }

    /// Adds the bytes of a part of a word, of which the first has a place.
    fn add_part(&mut self, data: CellData, place: usize, bytes: &[u8]) {
        let word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.add(data, place / 8, word << (8 * (place % 8)));
    }

    /// Adds a word of a plane.
    #[inline(always)]
    fn add(&mut self, data: CellData, number: usize, word: u64) {
        if word != 0 {
            self.0 = self.0.wrapping_add(u128::from(word) * key(data, number));
        }
    }

    /// The sum of a number of covers of a cell, by the cell's place. Two bytes stand for a cell.
    pub(super) fn of_covers(place: usize, count: u16) -> Self {
        let word = u64::from(count) << (16 * (place % 4));
        Self(u128::from(word) * key(CellData::Covers, place / 4))
    }

    /// The sum with what another one has.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// The sum without what another one has.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The words of the sum.
    pub(crate) fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

/// A hash of words in an order, for settings and for lists. Each word counts with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordHash(u64);

impl WordHash {
    /// The hash of no words, of a kind of things.
    pub(crate) fn new(kind: u64) -> Self {
        Self(mix(kind))
    }

    /// The hash with another word.
    pub(crate) fn with(self, word: u64) -> Self {
        Self(mix(self.0.rotate_left(23).wrapping_add(0x9e37_79b9_7f4a_7c15) ^ mix(word)))
    }

    /// The hash of all words so far.
    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_sum_of_parts_is_that_of_all_bytes() {
        let mut random = Random::new(3);
        let bytes: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
        let all = ContentSum::of_bytes(CellData::Types, 0, &bytes);
        for _ in 0..500 {
            let mut ends = [random.below(201), random.below(201)];
            ends.sort_unstable();
            let parts = [(0, ends[0]), (ends[0], ends[1]), (ends[1], 200)];
            let of_part = |(from, to): (usize, usize)| ContentSum::of_bytes(CellData::Types, from, &bytes[from..to]);
            assert_eq!(parts.map(of_part).into_iter().fold(ContentSum::default(), ContentSum::plus), all, "{ends:?}");
        }
        assert_ne!(ContentSum::of_bytes(CellData::Penalties, 0, &bytes), all);
    }

    #[test]
    fn small_changes_of_many_kinds_have_different_sums() {
        let mut seen = std::collections::HashSet::new();
        for data in [CellData::Types, CellData::Penalties] {
            for place in 0..500 {
                for byte in 1..=255 {
                    assert!(seen.insert(ContentSum::of_bytes(data, place, &[byte]).words()), "{data:?} {place} {byte}");
                }
            }
        }
        for place in 0..500 {
            for count in [1, 2, 255, 256, u16::MAX] {
                assert!(seen.insert(ContentSum::of_covers(place, count).words()), "{place} {count}");
            }
        }
    }

    #[test]
    fn hashes_of_words_depend_on_each_word_and_on_their_order() {
        let of = |words: &[u64]| words.iter().fold(WordHash::new(1), |hash, &word| hash.with(word)).finish();
        let all = [of(&[]), of(&[0]), of(&[0, 0]), of(&[1, 0]), of(&[0, 1]), of(&[1, 2]), of(&[2, 1])];
        assert!((1..all.len()).all(|i| !all[..i].contains(&all[i])));
    }
}
