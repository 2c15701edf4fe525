//! Many words that are filled as soon as they are made.
//!
//! Memory that a program is given by its system arrives page by page, each at its first use, and 4 KiB arrive more slowly than this crate
//! computes them. On Linux all of these pages are asked for at once, and where there are enough of them in pages of 2 MiB.

use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use std::ops::{Deref, DerefMut};

/// A slice of words, which begins at a line of the cache, and on Linux at a page of 2 MiB if it fills most of one.
#[derive(Debug)]
pub(crate) struct PrefaultedWords {
    /// Words before and after the slice are never read or written.
    words: Vec<u64>,
    first: usize,
    length: usize,
    /// So many are held, from the first one on.
    held: usize,
}

/// In words.
const CACHE_LINE: usize = 64 / size_of::<u64>();
const LARGE_PAGE: usize = (2 << 20) / size_of::<u64>();
/// Of the last large page so much may stay unused: it arrives as fast as 60 small ones. A map's memory for each cell grows by it.
const UNUSED: usize = LARGE_PAGE / 24;

impl PrefaultedWords {
    /// So many zeros, or [`OutOfMemory`].
    pub(crate) fn new(length: usize) -> Result<Self, OutOfMemory> {
        if length > isize::MAX as usize / size_of::<u64>() {
            return Err(OutOfMemory);
        }
        // Where they are not asked for, they would be memory for nothing.
        let pages = if cfg!(target_os = "linux") { (length + UNUSED) / LARGE_PAGE } else { 0 };
        let held = length.max(pages * LARGE_PAGE);
        let aligned_to = if pages == 0 { CACHE_LINE } else { LARGE_PAGE };
        let words: Vec<u64> = zeroed(held + aligned_to)?;
        let address = words.as_ptr().addr() / size_of::<u64>();
        let first = address.next_multiple_of(aligned_to) - address;
        let mut prefaulted_words = Self { words, first, length, held };
        ask_for_pages(bytemuck::cast_slice_mut(&mut prefaulted_words.words[first..first + held]));
        Ok(prefaulted_words)
    }

    /// A copy, or [`OutOfMemory`].
    pub(crate) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let mut copy = Self::new(self.len())?;
        copy.copy_from_slice(self);
        Ok(copy)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.held * size_of::<u64>()) as u64
    }
}

impl Deref for PrefaultedWords {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.words[self.first..self.first + self.length]
    }
}

impl DerefMut for PrefaultedWords {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.first..self.first + self.length]
    }
}

/// Asks the system for the pages of memory that is about to be written. What it can't give now comes at the first use as ever.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_pages(memory: &mut [u8]) {
    const PAGE: usize = 4096;
    let address = memory.as_ptr().addr();
    let skipped = address.next_multiple_of(PAGE) - address;
    let Some(whole) = memory.get_mut(skipped..).filter(|rest| rest.len() >= PAGE) else { return };
    let (start, length) = (whole.as_mut_ptr().cast(), whole.len() / PAGE * PAGE);
    // SAFETY: `start` is the beginning of a page, and `length` bytes from there lie in `memory`, which nothing else uses. Neither
    // advice changes a byte of it.
    unsafe {
        if length >= LARGE_PAGE * size_of::<u64>() {
            libc::madvise(start, length, libc::MADV_HUGEPAGE);
        }
        libc::madvise(start, length, libc::MADV_POPULATE_WRITE);
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_pages(_: &mut [u8]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zeros_and_hold_what_is_written() {
        // Around a page of 4 KiB, around what gets a page of 2 MiB, and around those.
        for length in [0, 1, 511, 512, 513, 1024, 251_221, 251_222, 262_143, 262_144, 262_145, 600_000] {
            let mut words = PrefaultedWords::new(length).unwrap();
            assert_eq!(words.len(), length);
            assert!((8 * length..=8 * (length + UNUSED)).contains(&(words.bytes() as usize)), "{length} words");
            assert!(words.iter().all(|&word| word == 0), "{length} words");
            let is_large = cfg!(target_os = "linux") && length >= 251_222;
            assert!(!is_large || words.as_ptr().addr().is_multiple_of(2 << 20), "{length} words");
            words.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            let copy = words.try_clone().unwrap();
            assert!(copy.iter().zip(1..).all(|(&word, value)| word == value), "{length} words");
        }
    }

    #[test]
    fn more_than_there_is_memory_for_is_an_error() {
        for length in [usize::MAX, usize::MAX - 1000, usize::MAX / 8, isize::MAX as usize / 8] {
            assert!(matches!(PrefaultedWords::new(length), Err(OutOfMemory)), "{length} words");
        }
    }
}
