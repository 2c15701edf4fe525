//! Long lists in pages of their own.
//!
//! A system maps the pages of new memory one by one, each at its first use, which takes longer than this crate takes to
//! compute what lies there. The pages of a list can be mapped all at once, and are then 2 MiB large where the system
//! has such pages. And they go back to the system as soon as the list is dropped: an allocator keeps what was freed at
//! the end of its heap and returns it once it is much, that of the GNU C library up to 64 MB in one call.

use super::bit_rows::zeroed;
use crate::OutOfMemory;
use crate::held::Held;
use bytemuck::{Pod, cast_slice, cast_slice_mut};
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// Number of bytes from which a list has pages of its own. Making small lists again and again would take longer,
/// because the heap keeps their memory.
const LONG: usize = 256 << 10;

/// Number of bytes from which a list whose pages are mapped at once has pages of its own.
const LARGE: usize = 1 << 20;

/// A list of fixed length.
#[derive(Debug)]
pub(crate) enum Pages<T> {
    Heap(Vec<T>),
    #[cfg(not(target_family = "wasm"))]
    Own(MmapMut),
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self::Heap(Vec::new())
    }
}

impl<T: Pod> Pages<T> {
    /// A list of zeros, whose pages are mapped at their first use.
    pub(crate) fn zeros(count: usize) -> Result<Self, OutOfMemory> {
        Self::new(count, Self::are_own(count))
    }

    /// Whether a list of [zeros](Self::zeros) of this length has pages of its own.
    pub(crate) fn are_own(count: usize) -> bool {
        count >= LONG / size_of::<T>()
    }

    #[cfg_attr(target_family = "wasm", allow(unused_variables, reason = "there are no pages"))]
    fn new(count: usize, are_own: bool) -> Result<Self, OutOfMemory> {
        #[cfg(not(target_family = "wasm"))]
        if are_own {
            let bytes = count.checked_mul(size_of::<T>()).ok_or(OutOfMemory)?;
            return MmapMut::map_anon(bytes).map(Self::Own).map_err(|_| OutOfMemory);
        }
        Ok(Self::Heap(zeroed(count)?))
    }

    /// A list of zeros whose pages are mapped now, because all of them will be written soon.
    pub(crate) fn mapped(count: usize) -> Result<Self, OutOfMemory> {
        let pages = Self::new(count, count >= LARGE / size_of::<T>())?;
        // Pages that the system does not map now are mapped at their first use.
        #[cfg(all(target_os = "linux", not(miri)))]
        if let Self::Own(pages) = &pages {
            use memmap2::Advice;
            let _ = pages.advise(Advice::HugePage);
            let _ = pages.advise(Advice::PopulateWrite);
        }
        Ok(pages)
    }

    /// A list of these values.
    pub(crate) fn of(values: &[T]) -> Result<Self, OutOfMemory> {
        let mut pages = Self::mapped(values.len())?;
        pages.copy_from_slice(values);
        Ok(pages)
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        match self {
            Self::Heap(values) => values,
            #[cfg(not(target_family = "wasm"))]
            Self::Own(pages) => cast_slice(pages),
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::Heap(values) => values,
            #[cfg(not(target_family = "wasm"))]
            Self::Own(pages) => cast_slice_mut(pages),
        }
    }
}

impl<T: Pod> Held for Pages<T> {
    fn bytes(&self) -> usize {
        size_of_val::<[T]>(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_every_length_hold_what_is_written() {
        // Around the lengths from which lists have pages of their own, and above a page of 2 MiB.
        for count in [0, 1, 511, LONG / 8 - 1, LONG / 8, LONG / 8 + 1, LARGE / 8 - 1, LARGE / 8, 600_000] {
            for pages in [Pages::<u64>::zeros(count), Pages::mapped(count)] {
                let mut pages = pages.unwrap();
                assert!(pages.len() == count && pages.bytes() == 8 * count && pages.iter().all(|&value| value == 0));
                pages.iter_mut().zip(1..).for_each(|(value, number)| *value = number);
                let copy = Pages::of(&pages).unwrap();
                pages.fill(7);
                assert!(copy.iter().zip(1..).all(|(&value, number)| value == number), "{count} values");
            }
        }
    }

    #[test]
    fn more_than_there_is_memory_for_is_an_error() {
        for count in [usize::MAX, usize::MAX / 8, isize::MAX as usize / 8] {
            assert!(matches!(Pages::<u64>::zeros(count), Err(OutOfMemory)), "{count} values");
        }
    }
}
