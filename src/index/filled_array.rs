//! Large arrays that are filled as soon as they are made.
//!
//! Memory that a program is given by its system arrives page by page, each at its first use, and 4 KiB arrive more slowly than this crate
//! computes them. On Linux such an array asks for all of its pages at once, and for pages of 2 MiB where it is that large.

use super::bit_rows::zeroed;
use crate::grid::MapError;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A slice of zeros, which is aligned for its type and, if it is that large, to pages of 2 MiB.
#[derive(Debug)]
pub(crate) struct FilledArray<T> {
    /// Words before and after the slice are never touched.
    words: Vec<u64>,
    first: usize,
    /// In words.
    length: usize,
    of: PhantomData<T>,
}

/// Arrays from this size on begin at a multiple of it. In bytes.
const LARGE_PAGE: usize = 2 << 20;

impl<T: bytemuck::Pod> FilledArray<T> {
    /// `count` zeros, or [`MapError::Memory`]. A `T` takes whole words.
    pub(crate) fn new(count: usize) -> Result<Self, MapError> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(MapError::Memory)?;
        let alignment = if bytes < LARGE_PAGE { align_of::<T>() } else { LARGE_PAGE };
        let words: Vec<u64> = zeroed(bytes.checked_add(alignment).ok_or(MapError::Memory)? / size_of::<u64>())?;
        let address = words.as_ptr().addr();
        let first = (address.next_multiple_of(alignment) - address) / size_of::<u64>();
        let mut array = Self { words, first, length: bytes / size_of::<u64>(), of: PhantomData };
        ask_for_pages(bytemuck::cast_slice_mut(&mut array));
        Ok(array)
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self::new(self.len())?;
        copy.copy_from_slice(self);
        Ok(copy)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val::<[T]>(self) as u64
    }
}

impl<T: bytemuck::Pod> Deref for FilledArray<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.words[self.first..self.first + self.length])
    }
}

impl<T: bytemuck::Pod> DerefMut for FilledArray<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.words[self.first..self.first + self.length])
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
        if length >= LARGE_PAGE {
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
    fn an_array_is_zeros_at_an_address_for_its_type_and_holds_what_is_written() {
        // Around a page of 4 KiB, and around those of 2 MiB.
        for count in [0, 1, 511, 512, 513, 1024, 262_143, 262_144, 262_145, 600_000] {
            let mut array = FilledArray::<u64>::new(count).unwrap();
            assert_eq!((array.len(), array.bytes()), (count, 8 * count as u64));
            assert!(array.iter().all(|&word| word == 0), "{count} words");
            assert!(count < 262_144 || array.as_ptr().addr().is_multiple_of(LARGE_PAGE), "{count} words");
            array.iter_mut().zip(1..).for_each(|(word, value)| *word = value);
            let copy = array.try_clone().unwrap();
            assert!(copy.iter().zip(1..).all(|(&word, value)| word == value), "{count} words");
        }
    }

    #[test]
    fn more_than_there_is_memory_for_is_an_error() {
        for count in [usize::MAX, usize::MAX / 8, isize::MAX as usize / 8] {
            assert!(matches!(FilledArray::<u64>::new(count), Err(MapError::Memory)), "{count} words");
        }
    }
}
