//! An allocator that counts for each thread by itself, so that tests which run at once don't disturb each other, and that fails where it
//! is told to. For a test that includes this file, and is then all of its process.

use gridstar::ffi::GridstarStatus;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    pub(crate) static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes that this thread took and did not give back; below 0 where it freed what others took.
    pub(crate) static LIVE_BYTES: Cell<i64> = const { Cell::new(0) };
    /// Allocations of at least so many bytes fail.
    pub(crate) static TOO_LARGE: Cell<usize> = const { Cell::new(usize::MAX) };
    /// So many allocations succeed before one fails.
    pub(crate) static ALLOWED: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Allocations of fewer bytes are not among those: they succeed.
    pub(crate) static TOO_SMALL_TO_FAIL: Cell<usize> = const { Cell::new(0) };
}

impl CountingAllocator {
    /// Counts an allocation, or says that it fails.
    fn admit(bytes: usize) -> bool {
        if bytes >= TOO_LARGE.get() {
            return false;
        }
        if bytes >= TOO_SMALL_TO_FAIL.get() {
            if ALLOWED.get() == 0 {
                return false;
            }
            ALLOWED.set(ALLOWED.get() - 1);
        }
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LIVE_BYTES.set(LIVE_BYTES.get() + bytes as i64);
        true
    }
}

// SAFETY: the system's allocator, or null, which says that there is no memory. The thread-locals have no destructors and need no
// allocation themselves.
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
        LIVE_BYTES.set(LIVE_BYTES.get() - layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(old, layout, new_size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        LIVE_BYTES.set(LIVE_BYTES.get() - layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) };
    }
}

/// Held by tests that create grids: others count all of them.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a call again and again, the first time with the first of its allocations failing, then with the second, and so on until none
/// does. `prepare` comes before each call and `check` after it, both with all the memory they want. Returns how many failed.
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
