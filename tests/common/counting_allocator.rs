//! An allocator that counts separately for each thread, so that concurrent tests don't disturb each other, and that
//! fails on request. Including this file installs the allocator for the whole process.

use gridstar::ffi::GridstarStatus;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI64, Ordering};

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Bytes that all threads allocated and did not free.
pub(crate) static BYTES_OF_ALL_THREADS: AtomicI64 = AtomicI64::new(0);

thread_local! {
    pub(crate) static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes that this thread allocated and did not free. Negative if it freed memory of other threads.
    pub(crate) static LIVE_BYTES: Cell<i64> = const { Cell::new(0) };
    /// Allocations of at least this many bytes fail.
    pub(crate) static TOO_LARGE: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Number of allocations that succeed before the next one fails.
    pub(crate) static ALLOWED: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether only one allocation fails, and not those after it too.
    pub(crate) static ONLY_ONE: Cell<bool> = const { Cell::new(false) };
    /// Number of allocations that failed because of [`ALLOWED`].
    pub(crate) static REFUSED: Cell<u64> = const { Cell::new(0) };
}

impl CountingAllocator {
    /// Counts an allocation. Returns false if it has to fail.
    fn admit(bytes: usize) -> bool {
        if bytes >= TOO_LARGE.get() {
            return false;
        }
        match ALLOWED.get() {
            u64::MAX => {}
            0 => {
                REFUSED.set(REFUSED.get() + 1);
                ALLOWED.set(if ONLY_ONE.get() { u64::MAX } else { 0 });
                return false;
            }
            allowed => ALLOWED.set(allowed - 1),
        }
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        Self::count(bytes as i64);
        true
    }

    fn count(bytes: i64) {
        LIVE_BYTES.set(LIVE_BYTES.get() + bytes);
        BYTES_OF_ALL_THREADS.fetch_add(bytes, Ordering::Relaxed);
    }
}

// SAFETY: returns the system allocator's memory, or null, which reports a failure. The thread-locals have no
// destructors and need no allocation themselves.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if !Self::admit(new_size) {
            return null_mut();
        }
        Self::count(-(layout.size() as i64));
        // SAFETY: the caller's promise.
        unsafe { System.realloc(old, layout, new_size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        Self::count(-(layout.size() as i64));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) };
    }
}

/// Repeats a call: first with its first allocation failing, then with the second, and so on until none fails. `prepare`
/// runs before each call and `check` after it, both without failures. Returns the number of the call's allocations plus
/// one.
pub(crate) fn refuse_each_allocation<T>(
    prepare: impl Fn() -> T,
    call: impl Fn(&mut T) -> GridstarStatus,
    check: impl Fn(T, GridstarStatus, u64),
) -> u64 {
    for refusals in 0.. {
        let mut given = prepare();
        ALLOWED.set(refusals);
        let status = call(&mut given);
        let none_failed = ALLOWED.get() > 0;
        ALLOWED.set(u64::MAX);
        check(given, status, refusals);
        if none_failed {
            return refusals;
        }
    }
    unreachable!()
}
