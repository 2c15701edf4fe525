//! A reference-counted value whose allocation can fail: [`Arc`](std::sync::Arc) with a fallible `new`.
//!
//! Why not `Arc`? `Arc::new` ends the process when memory runs out, and stable Rust has no fallible variant. A game
//! that runs out of memory while it creates grids must get a status instead. Counting works as in the standard library.
//! Weak references are left out.

use crate::OutOfMemory;
use crate::sync::atomic::{AtomicUsize, Ordering};
use std::alloc::{Layout, alloc, dealloc};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

/// A shared value. Clones share it, and the last owner drops it.
pub struct TryArc<T> {
    counted: NonNull<CountedValue<T>>,
    /// For the drop checker: dropping the last owner drops a `T`.
    owned: PhantomData<CountedValue<T>>,
}

struct CountedValue<T> {
    /// Number of `TryArc`s that share the value.
    owners: AtomicUsize,
    value: T,
}

/// Beyond this many owners the count could overflow, so the process ends, as with `Arc`.
const MAX_OWNERS: usize = isize::MAX as usize;

// SAFETY: as for the standard library's `Arc`: several threads get a `&T`, and any of them may be the one that drops
// the `T`.
#[allow(unsafe_code)]
unsafe impl<T: Send + Sync> Send for TryArc<T> {}
// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl<T: Send + Sync> Sync for TryArc<T> {}

#[allow(unsafe_code)]
impl<T> TryArc<T> {
    /// Moves a value behind a count of one. Drops the value and fails if memory runs out.
    pub fn try_new(value: T) -> Result<Self, OutOfMemory> {
        let layout = Layout::new::<CountedValue<T>>();
        // SAFETY: the layout holds a count, so its size is not 0.
        let memory = unsafe { alloc(layout) }.cast::<CountedValue<T>>();
        let counted = NonNull::new(memory).ok_or(OutOfMemory)?;
        // SAFETY: the memory was just allocated for a `CountedValue<T>` and is nobody else's.
        unsafe { counted.write(CountedValue { owners: AtomicUsize::new(1), value }) };
        Ok(Self { counted, owned: PhantomData })
    }

    /// The value, if this is its only owner. Everything that earlier owners did happens before the change.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        if self.counted().owners.load(Ordering::Acquire) != 1 {
            return None;
        }
        // SAFETY: the count of one is this owner's, which is borrowed exclusively: nobody can clone it meanwhile.
        Some(unsafe { &mut (*self.counted.as_ptr()).value })
    }

    fn counted(&self) -> &CountedValue<T> {
        // SAFETY: the memory lives while an owner does, and is only written through `get_mut`, which excludes other
        // owners.
        unsafe { self.counted.as_ref() }
    }
}

impl<T> TryArc<T> {
    /// Number of owners now.
    pub fn owners(&self) -> usize {
        self.counted().owners.load(Ordering::Acquire)
    }

    /// Whether two owners share one value.
    pub fn ptr_eq(one: &Self, other: &Self) -> bool {
        one.counted == other.counted
    }

    /// Memory for one value with its count, in bytes, without what the value itself has allocated.
    pub const BYTES: usize = size_of::<CountedValue<T>>();
}

impl<T> Clone for TryArc<T> {
    #[inline]
    fn clone(&self) -> Self {
        // Relaxed suffices: the new owner sees what this owner sees.
        let owners = self.counted().owners.fetch_add(1, Ordering::Relaxed);
        if owners > MAX_OWNERS {
            std::process::abort();
        }
        Self { counted: self.counted, owned: PhantomData }
    }
}

impl<T> Deref for TryArc<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.counted().value
    }
}

#[allow(unsafe_code)]
impl<T> Drop for TryArc<T> {
    #[inline]
    fn drop(&mut self) {
        if self.counted().owners.fetch_sub(1, Ordering::Release) != 1 {
            return;
        }
        // Everything that other owners did happens before the value is dropped.
        // A load, because ThreadSanitizer does not know fences.
        self.counted().owners.load(Ordering::Acquire);
        // SAFETY: this was the last owner, and it is not used again.
        unsafe { end(self.counted) };
    }
}

/// Drops a value without owners and frees its memory. It is no part of `drop`, which stands in all that gives up an
/// owner.
///
/// # Safety
///
/// The memory was allocated by `try_new`, the value has no owner, and this is called once.
#[cold]
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn end<T>(counted: NonNull<CountedValue<T>>) {
    // SAFETY: nobody owns the value, and the memory was allocated with this layout.
    unsafe {
        counted.drop_in_place();
        dealloc(counted.as_ptr().cast(), Layout::new::<CountedValue<T>>());
    }
}

/// Compares values, as `Arc` does.
impl<T: PartialEq> PartialEq for TryArc<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for TryArc<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, repeats};
    use std::sync::Arc;

    /// `Arc` is the reference: both are cloned, dropped and written to in the same random order.
    #[test]
    fn it_counts_and_drops_as_the_standard_arc_does() {
        let witness = Arc::new(());
        for seed in 1..repeats(200, 12) as u64 {
            let mut random = Random::new(seed);
            let mut ours = vec![TryArc::try_new((Arc::clone(&witness), 0)).unwrap()];
            let mut standard = vec![Arc::new(((), 0))];
            for step in 0.. {
                if ours.is_empty() {
                    break;
                }
                let i = random.below(ours.len());
                match random.below(4) {
                    0 | 1 if step < 200 => {
                        ours.push(ours[i].clone());
                        standard.push(Arc::clone(&standard[i]));
                    }
                    2 => {
                        let (written, expected) = (ours[i].get_mut(), Arc::get_mut(&mut standard[i]));
                        assert_eq!(written.is_some(), expected.is_some(), "seed {seed}");
                        if let (Some((_, written)), Some((_, expected))) = (written, expected) {
                            (*written, *expected) = (seed, seed);
                        }
                    }
                    _ => drop((ours.swap_remove(i), standard.swap_remove(i))),
                }
                for (ours, standard) in ours.iter().zip(&standard) {
                    assert_eq!((ours.owners(), ours.1), (Arc::strong_count(standard), standard.1), "seed {seed}");
                }
                assert_eq!(Arc::strong_count(&witness), 1 + usize::from(!ours.is_empty()), "seed {seed}");
            }
        }
    }

    #[test]
    fn many_threads_drop_the_value_once() {
        let witness = Arc::new(());
        let shared = TryArc::try_new(Arc::clone(&witness)).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let shared = shared.clone();
                scope.spawn(move || {
                    for _ in 0..repeats(1000, 50) {
                        let copy = shared.clone();
                        assert!(TryArc::ptr_eq(&copy, &shared) && copy.owners() > 1);
                    }
                });
            }
        });
        assert_eq!((shared.owners(), Arc::strong_count(&witness)), (1, 2));
        drop(shared);
        assert_eq!(Arc::strong_count(&witness), 1);
    }

    #[test]
    fn a_value_without_size_is_shared() {
        let shared = TryArc::try_new(()).unwrap();
        let copy = shared.clone();
        assert_eq!((*copy, copy.owners()), ((), 2));
    }
}
