//! Memory ends on a thread of the library, at each allocation of a batch in turn. A reply says so, the other replies
//! are right, and the same thread gives right replies afterwards.
//!
//! Refusals begin when the thread runs and has searched once: std and parking_lot can't report that memory for a new
//! thread is missing.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::work::{Answers, Batch, TestTicket, request, work_info};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use parking_lot::Mutex;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Changeable;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

const SEED: u64 = 5;
/// More threads than the test has.
const THREADS: u32 = 32;

thread_local! {
    /// Whether this thread is the test's own: it gets memory.
    static IS_OWN: Changeable<bool> = const { Changeable::new(false) };
}

/// Number of allocations that succeed on other threads before one fails.
static ALLOWED: AtomicI64 = AtomicI64::new(i64::MAX);
static REFUSED: AtomicU32 = AtomicU32::new(0);

struct RefusingAllocator;

#[global_allocator]
static ALLOCATOR: RefusingAllocator = RefusingAllocator;

impl RefusingAllocator {
    /// Counts an allocation. Returns false if it has to fail.
    fn admit() -> bool {
        if IS_OWN.get() || ALLOWED.fetch_sub(1, Ordering::SeqCst) != 0 {
            return true;
        }
        REFUSED.fetch_add(1, Ordering::SeqCst);
        false
    }
}

// SAFETY: returns the system allocator's memory, or null, which reports a failure. The thread-local has no destructor
// and needs no allocation itself.
unsafe impl GlobalAlloc for RefusingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit() { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit() { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit() { unsafe { System.realloc(old, layout, new_size) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) };
    }
}

/// Lets many threads wait at once: parking_lot then has the memory with which threads of the library wait later.
fn fill_parking_lot() {
    let (lock, waiting) = (Mutex::new(()), AtomicU32::new(0));
    let guard = lock.lock();
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                waiting.fetch_add(1, Ordering::SeqCst);
                drop(lock.lock());
            });
        }
        while waiting.load(Ordering::SeqCst) < THREADS {
            std::thread::yield_now();
        }
        drop(guard);
    });
}

/// A grid and queries on it, some of which have no path.
fn case(side: u32) -> (TestGrid, Batch) {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(SEED));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(25));
    }
    let mut cell = || Cell::new(random.below(side) as i32, random.below(side) as i32);
    let batch = Batch::of((0..12).map(|_| request(cell(), cell())));
    (TestGrid::from_map(&map), batch)
}

/// The answers of the library's thread. This thread asks whether they are there, and never searches.
fn answers(grid: &TestGrid, batch: &Batch) -> Answers {
    let ticket = TestTicket::submit(grid, batch).unwrap();
    while ticket.poll().0 == GridstarStatus::StillRunning {
        std::thread::yield_now();
    }
    ticket.take()
}

#[test]
fn without_memory_on_the_librarys_thread_replies_say_so_and_the_others_are_right() {
    IS_OWN.set(true);
    fill_parking_lot();
    assert_eq!(gridstar_work_set_threads(1), GridstarStatus::Ok);
    let ((small_grid, small_batch), (grid, batch)) = (case(6), case(48));
    let right = grid.find_singly(&batch);
    let mut refused_replies = 0;
    for allowed in 0.. {
        // A new thread, whose memory for searches is small.
        assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
        answers(&small_grid, &small_batch);
        REFUSED.store(0, Ordering::SeqCst);
        ALLOWED.store(allowed, Ordering::SeqCst);
        let found = answers(&grid, &batch);
        ALLOWED.store(i64::MAX, Ordering::SeqCst);
        let about = format!("{allowed} allocations, seed {SEED}");
        assert_eq!(found.status, GridstarStatus::Ok, "{about}");
        for ((reply, path), right) in found.replies.iter().zip(&found.paths).zip(&right) {
            if reply.status == GridstarStatus::OutOfMemory as i32 {
                assert!(path.is_empty(), "{about}");
                refused_replies += 1;
            } else {
                assert_eq!((reply.status, path, reply.cost), (right.status as i32, &right.path, right.cost), "{about}");
            }
        }
        answers(&grid, &batch).compare(&right, true).unwrap_or_else(|error| panic!("{about}: {error}"));
        if REFUSED.load(Ordering::SeqCst) == 0 {
            assert!(allowed > 5, "only {allowed} allocations on the library's thread");
            break;
        }
    }
    assert!(refused_replies > 0, "no reply was refused memory");
    assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
    let info = work_info();
    assert_eq!((info.running, info.waiting, info.tickets, info.scratch_bytes), (0, 0, 0, 0));
}
