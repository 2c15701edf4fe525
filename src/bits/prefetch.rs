//! Memory that is asked for before it is needed.

/// Asks the processor for the cache lines of items that are about to be read or written. Nothing else changes.
/// Processors other than x86-64 are not asked, because Rust has no stable call for them.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(items: &[T]) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        /// The size of a cache line, in bytes.
        const LINE: usize = 64;
        for line in items.chunks(const { LINE / size_of::<T>() }) {
            // SAFETY: SSE is part of x86-64, and the address is one of `items`. A prefetch reads and writes no values.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = items;
}
