//! An allocator that fails on request, separately for each thread.

use crate::sequence::tally::Function;
use crate::sequence::world::Refused;
use gridstar::ffi::GridstarStatus;
use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::LazyLock;
use std::time::Duration;

struct FailingAllocator;

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator;

thread_local! {
    /// Number of allocations that succeed before the next one fails.
    static ALLOWED: Cell<u64> = const { Cell::new(u64::MAX) };
    static ONCE: Cell<bool> = const { Cell::new(false) };
    static FAILED: Cell<u64> = const { Cell::new(0) };
    /// Whether the call may start a thread.
    static MAY_START_A_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// The one place whose allocations must succeed: std can't report that it has no memory for a new thread.
const STARTS_A_THREAD: &str = "std/src/thread/";

/// Whether each failing allocation prints its backtrace.
static IS_TRACED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("GRIDSTAR_SEQUENCES_TRACES").is_some());

/// Makes a call whose allocations fail as planned. Returns its status and the number of failed allocations.
pub(crate) fn with_failures(plan: &Refused, call: &mut dyn FnMut() -> GridstarStatus) -> (GridstarStatus, u64) {
    LazyLock::force(&IS_TRACED);
    wait_once();
    use Function::{
        gridstar_field_submit, gridstar_grid_get_cost_matrix, gridstar_grid_prepare, gridstar_ticket_submit,
    };
    let starting =
        [gridstar_grid_prepare, gridstar_ticket_submit, gridstar_field_submit, gridstar_grid_get_cost_matrix];
    MAY_START_A_THREAD.set(starting.contains(&plan.function));
    FAILED.set(0);
    // Resolving names in a backtrace would deadlock while std writes an error's own backtrace.
    ONCE.set(plan.once || MAY_START_A_THREAD.get());
    ALLOWED.set(plan.allowed);
    let status = call();
    ALLOWED.set(u64::MAX);
    (status, FAILED.get())
}

/// Makes this thread wait for a moment, the first time. parking_lot takes memory when a thread waits for the first
/// time, for a lock too, and can't report that there is none.
fn wait_once() {
    thread_local! {
        static HAS_WAITED: Cell<bool> = const { Cell::new(false) };
    }
    if !HAS_WAITED.replace(true) {
        let never = parking_lot::Mutex::new(());
        parking_lot::Condvar::new().wait_for(&mut never.lock(), Duration::from_micros(1));
    }
}

/// Counts an allocation. Returns false if it has to fail.
fn admit() -> bool {
    match ALLOWED.get() {
        u64::MAX => return true,
        0 => {}
        allowed => {
            ALLOWED.set(allowed - 1);
            return true;
        }
    }
    // The code below allocates.
    ALLOWED.set(u64::MAX);
    let is_needed = MAY_START_A_THREAD.get() && starts_a_thread();
    if !is_needed {
        FAILED.set(FAILED.get() + 1);
        if *IS_TRACED {
            eprintln!("allocation fails:\n{}", Backtrace::force_capture());
        }
    }
    if is_needed || !ONCE.get() {
        ALLOWED.set(0);
    }
    is_needed
}

/// Whether std is starting a thread, judged by the source files of the call stack above the library's pool.
fn starts_a_thread() -> bool {
    let trace = Backtrace::force_capture().to_string().replace('\\', "/");
    trace.lines().take_while(|line| !line.contains("src/work/pool.rs")).any(|line| line.contains(STARTS_A_THREAD))
}

// SAFETY: returns the system allocator's memory, or null, which reports a failure. The thread-locals have no
// destructors and need no allocation themselves.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if admit() { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if admit() { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        if admit() { unsafe { System.realloc(old, layout, new_size) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) };
    }
}
