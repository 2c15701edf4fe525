//! Prefaulted memory for words that are written right after their allocation.
//!
//! A system maps new memory page by page, each page at its first use. Mapping 4 KiB takes longer than this crate
//! takes to compute their contents. On Linux this module asks for all pages at once, and for pages of 2 MiB where the
//! memory fills most of them. Figures: `benches/NOTES.md`.

use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use std::ops::{Deref, DerefMut};

/// A slice of words that starts at a cache line. On Linux, a slice that fills most of a page of 2 MiB starts at one.
#[derive(Debug)]
pub(crate) struct PrefaultedWords {
    /// Words outside `first..first + length` are never read or written.
    words: Vec<u64>,
    first: usize,
    length: usize,
    /// The number of words asked for from the system, counted from `first`.
    held: usize,
}

/// In words, as [`LARGE_PAGE`] is.
const CACHE_LINE: usize = 64 / size_of::<u64>();
const LARGE_PAGE: usize = (2 << 20) / size_of::<u64>();
/// The most words of the last large page that may stay unused. A large page is mapped as fast as 60 small ones, but
/// unused words add to the memory of a map.
const UNUSED: usize = LARGE_PAGE / 24;

impl PrefaultedWords {
    /// `length` zeros, or [`OutOfMemory`].
    pub(crate) fn new(length: usize) -> Result<Self, OutOfMemory> {
        if length > isize::MAX as usize / size_of::<u64>() {
            return Err(OutOfMemory);
        }
        // Only Linux is asked for large pages. Elsewhere, rounding up would only add memory.
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

/// Asks the system to map memory that is about to be written. Pages that the system can't map now are mapped at their
/// first use.
pub(crate) fn ask_for_pages(memory: &mut [u8]) {
    ask_for_large_pages(memory);
    map_pages(memory);
}

/// Asks the system for pages of 2 MiB, where memory that is about to be mapped has room for them.
pub(crate) fn ask_for_large_pages(memory: &mut [u8]) {
    if memory.len() >= LARGE_PAGE * size_of::<u64>() {
        advice::give(memory, advice::LARGE_PAGES);
    }
}

/// Asks the system to map memory now. Several threads may do so at once, each for its part of some memory, while none
/// asks for large pages.
pub(crate) fn map_pages(memory: &mut [u8]) {
    advice::give(memory, advice::MAP);
}

#[cfg(all(target_os = "linux", not(miri)))]
mod advice {
    pub(super) const LARGE_PAGES: i32 = libc::MADV_HUGEPAGE;
    pub(super) const MAP: i32 = libc::MADV_POPULATE_WRITE;

    /// Gives advice for the whole pages of some memory.
    #[allow(unsafe_code)]
    pub(super) fn give(memory: &mut [u8], advice: i32) {
        const PAGE: usize = 4096;
        let address = memory.as_ptr().addr();
        let skipped = address.next_multiple_of(PAGE) - address;
        let Some(whole) = memory.get_mut(skipped..).filter(|rest| rest.len() >= PAGE) else { return };
        // SAFETY: `whole` begins at a page, and is borrowed mutably. Neither advice changes a byte of it.
        unsafe { libc::madvise(whole.as_mut_ptr().cast(), whole.len() / PAGE * PAGE, advice) };
    }
}

/// Other systems are not asked, and Miri knows no advice to the system.
#[cfg(not(all(target_os = "linux", not(miri))))]
mod advice {
    pub(super) const LARGE_PAGES: i32 = 0;
    pub(super) const MAP: i32 = 0;

    pub(super) fn give(_: &mut [u8], _: i32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zeros_and_hold_what_is_written() {
        // Around a page of 4 KiB, around the least length with a page of 2 MiB, and around one such page.
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
