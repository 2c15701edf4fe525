//! 64 bytes as planes of bits, and back: bit `i` of plane `p` is bit `p` of byte `i`.
//!
//! Four planes are packed at once. A word has eight bytes; here `p`, `q`, `r` and `s` are the low bits of one of them:
//!
//! ```text
//!   words 0 to 7     words k and k + 4 together     fours of bits exchanged     squares of 8 x 8 bits transposed
//!   0000srqp         srqpsrqp                       pppppppp                    pppppppp
//!                    byte j: bytes 8k + j           byte j of word 0: bytes     byte j of plane 0: bytes 8j, 8j + 1,
//!                    and 8k + 32 + j                j, 8 + j, 16 + j ...        8j + 2 ...
//! ```

const LOW_HALVES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Words of some blocks of 64 bytes. What is done to all of them takes as long as for one, where the processor has
/// vectors as wide.
type Words<const BLOCKS: usize> = [u64; BLOCKS];

/// The planes of four bits of blocks of 64 bytes, from bit `first` on.
#[inline(always)]
pub(crate) fn four_planes<const BLOCKS: usize>(blocks: &[[u8; 64]; BLOCKS], first: u32) -> [Words<BLOCKS>; 4] {
    let mut planes = [[0; BLOCKS]; 4];
    for (k, words) in planes.iter_mut().enumerate() {
        for (word, block) in words.iter_mut().zip(blocks) {
            let (eights, _) = block.as_chunks::<8>();
            let half = |k: usize| u64::from_le_bytes(eights[k]) >> first & LOW_HALVES;
            *word = half(k) | half(k + 4) << 4;
        }
    }
    exchange_fours(&mut planes);
    for words in &mut planes {
        transpose(words);
    }
    planes
}

/// Blocks of 64 bytes with four planes in their low bits, and zeros above.
#[inline(always)]
pub(crate) fn bytes_of<const BLOCKS: usize>(mut planes: [Words<BLOCKS>; 4]) -> [[u8; 64]; BLOCKS] {
    let mut blocks = [[0; 64]; BLOCKS];
    for words in &mut planes {
        transpose(words);
    }
    exchange_fours(&mut planes);
    for (k, words) in planes.into_iter().enumerate() {
        for (word, block) in words.into_iter().zip(&mut blocks) {
            let (eights, _) = block.as_chunks_mut::<8>();
            eights[k] = (word & LOW_HALVES).to_le_bytes();
            eights[k + 4] = (word >> 4 & LOW_HALVES).to_le_bytes();
        }
    }
    blocks
}

/// The plane of the lowest bits of 64 bytes, which must be 0 or 1.
#[inline(always)]
pub(crate) fn lowest_plane(bytes: &[u8; 64]) -> u64 {
    // The loop puts byte `8 * i + j` into bit `i` of byte `j`.
    let (words, _) = bytes.as_chunks::<8>();
    let mut bits = [(0..8).fold(0, |bits, i| bits | u64::from_le_bytes(words[i]) << i)];
    transpose(&mut bits);
    bits[0]
}

/// Exchanges bit `i` of each four of bits of word `k` with bit `k` of that four in word `i`.
#[inline(always)]
fn exchange_fours<const BLOCKS: usize>([a, b, c, d]: &mut [Words<BLOCKS>; 4]) {
    for (low, high) in [(&mut *a, &mut *c), (&mut *b, &mut *d)] {
        exchange::<2, BLOCKS>(low, high, 0x3333_3333_3333_3333);
    }
    for (low, high) in [(a, b), (c, d)] {
        exchange::<1, BLOCKS>(low, high, 0x5555_5555_5555_5555);
    }
}

/// Exchanges bits of the second words with those of the first words that stand higher by a distance.
#[inline(always)]
fn exchange<const DISTANCE: u32, const BLOCKS: usize>(low: &mut Words<BLOCKS>, high: &mut Words<BLOCKS>, bits: u64) {
    for (low, high) in low.iter_mut().zip(high) {
        let moved = (*low >> DISTANCE ^ *high) & bits;
        (*low, *high) = (*low ^ moved << DISTANCE, *high ^ moved);
    }
}

/// Exchanges bit `i` of byte `j` with bit `j` of byte `i`, in each word.
#[inline(always)]
fn transpose<const BLOCKS: usize>(words: &mut Words<BLOCKS>) {
    for (distance, moved) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        for bits in &mut *words {
            let exchanged = (*bits >> distance ^ *bits) & moved;
            *bits ^= exchanged ^ exchanged << distance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn each_bit_of_each_byte_is_a_bit_of_its_plane() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let bytes: [u8; 64] = std::array::from_fn(|_| random.below(256) as u8);
            let plane = |bit: u32| (0..64).fold(0, |plane, i| plane | u64::from(bytes[i] >> bit & 1) << i);
            for first in 0..=4 {
                let planes = [0, 1, 2, 3].map(|bit| plane(first + bit));
                assert_eq!(four_planes(&[bytes], first), planes.map(|plane| [plane]), "{bytes:?}");
                let (low, none) = (bytes.map(|byte| byte >> first & 15), [0; 64]);
                let together = planes.map(|plane| [0, plane, 0, plane]);
                assert_eq!(four_planes(&[none, bytes, none, bytes], first), together, "{bytes:?}");
                assert_eq!(bytes_of(together), [none, low, none, low], "{bytes:?}");
            }
            assert_eq!(lowest_plane(&bytes.map(|byte| byte & 1)), plane(0));
        }
    }
}
