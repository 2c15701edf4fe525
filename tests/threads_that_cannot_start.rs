//! Threads of the library that can't start: tickets, batches and preparations end all the same, on the callers'
//! threads.
//!
//! This program's own `pthread_create` stands before the system's. It refuses threads for the thread that asks for it.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::work::{Batch, TestTicket, request, work_info};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::cell::Cell as Changeable;
use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicU32, Ordering};

const SIDE: u32 = 40;
const SEED: u64 = 3;

type Main = extern "C" fn(*mut c_void) -> *mut c_void;
type Create = unsafe extern "C" fn(*mut libc::pthread_t, *const libc::pthread_attr_t, Main, *mut c_void) -> c_int;

thread_local! {
    /// Number of threads that the calling thread may start.
    static ALLOWED: Changeable<u32> = const { Changeable::new(u32::MAX) };
    /// Where a refused start waits until others have gone on.
    static MEETING: Changeable<Option<&'static Meeting>> = const { Changeable::new(None) };
}

static REFUSED: AtomicU32 = AtomicU32::new(0);

/// Two threads that wait for each other: one has begun to start a thread, and the other has made its call meanwhile.
#[derive(Default)]
struct Meeting {
    starts: AtomicU32,
    calls: AtomicU32,
}

impl Meeting {
    fn wait_for(number: &AtomicU32) {
        while number.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
    }
}

/// The `pthread_create` of this program.
#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_create(
    thread: *mut libc::pthread_t,
    attributes: *const libc::pthread_attr_t,
    main: Main,
    argument: *mut c_void,
) -> c_int {
    if ALLOWED.get() == 0 {
        if let Some(meeting) = MEETING.take() {
            meeting.starts.store(1, Ordering::SeqCst);
            Meeting::wait_for(&meeting.calls);
        }
        REFUSED.fetch_add(1, Ordering::SeqCst);
        return libc::EAGAIN;
    }
    ALLOWED.set(ALLOWED.get().saturating_sub(u32::from(ALLOWED.get() != u32::MAX)));
    // SAFETY: the function has this signature, and gets the caller's arguments.
    unsafe {
        let next = libc::dlsym(libc::RTLD_NEXT, c"pthread_create".as_ptr());
        transmute::<*mut c_void, Create>(next)(thread, attributes, main, argument)
    }
}

/// Held by each test, because all share the library's threads.
fn turn() -> MutexGuard<'static, ()> {
    let guard = common::abi::turn();
    assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
    assert_eq!(gridstar_work_set_threads(3), GridstarStatus::Ok);
    REFUSED.store(0, Ordering::SeqCst);
    guard
}

/// Makes calls of which only this number may start a thread.
fn with_threads<R>(allowed: u32, calls: impl FnOnce() -> R) -> R {
    ALLOWED.set(allowed);
    let result = calls();
    ALLOWED.set(u32::MAX);
    result
}

fn grid() -> TestGrid {
    let (mut map, mut random) = (CellMap::new(SIDE, SIDE), Random::new(SEED));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(15));
    }
    for corner in [Cell::new(0, 0), Cell::new(SIDE as i32 - 1, SIDE as i32 - 1)] {
        map.set_obstacle(corner, false);
    }
    TestGrid::from_map(&map)
}

fn queries() -> Batch {
    let mut random = Random::new(SEED);
    let mut cell = || Cell::new(random.below(SIDE) as i32, random.below(SIDE) as i32);
    Batch::of((0..50).map(|_| request(cell(), cell())))
}

/// The engine of the grid, and whether a preparation is under way.
fn engine_of(grid: &TestGrid) -> (u32, bool) {
    let info = grid.info().unwrap();
    (info.engine, info.prepared & GRIDSTAR_PREPARED_UNDER_WAY != 0)
}

fn refused() -> u32 {
    REFUSED.load(Ordering::SeqCst)
}

#[test]
fn tickets_without_threads_are_answered_by_callers_that_wait_or_run() {
    let _turn = turn();
    let (grid, batch) = (grid(), queries());
    let right = grid.find_singly(&batch);
    let tickets = with_threads(0, || [(); 3].map(|()| TestTicket::submit(&grid, &batch).unwrap()));
    assert!(refused() >= 3, "{} threads were refused", refused());
    assert_eq!((work_info().threads, work_info().waiting), (0, 3));
    assert_eq!(tickets[0].poll().0, GridstarStatus::StillRunning);
    assert_eq!(tickets[1].take().status, GridstarStatus::StillRunning);
    assert_eq!(tickets[2].wait(), GridstarStatus::Ok);
    while tickets[1].poll().0 == GridstarStatus::StillRunning {
        assert_eq!(gridstar_work_run(500, 0), GridstarStatus::Ok);
    }
    assert_eq!(tickets[0].cancel(), GridstarStatus::Ok);
    assert!([GridstarStatus::Ok, GridstarStatus::Cancelled].contains(&tickets[0].poll().0));
    for ticket in &tickets[1..] {
        let answers = ticket.take();
        assert_eq!(answers.status, GridstarStatus::Ok);
        answers.compare(&right, true).unwrap();
    }
    drop(tickets);
    let info = work_info();
    assert_eq!((info.threads, info.running, info.waiting, info.tickets), (0, 0, 0, 0));
}

#[test]
fn tickets_that_wait_are_answered_by_the_threads_that_start_later() {
    let _turn = turn();
    let (grid, batch) = (grid(), queries());
    let early = with_threads(0, || TestTicket::submit(&grid, &batch).unwrap());
    assert_eq!((early.poll().0, work_info().threads), (GridstarStatus::StillRunning, 0));
    let late = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!(work_info().threads, 3);
    while [&early, &late].iter().any(|ticket| ticket.poll().0 == GridstarStatus::StillRunning) {
        std::thread::yield_now();
    }
    early.take().compare(&grid.find_singly(&batch), true).unwrap();
}

#[test]
fn batches_without_threads_are_answered_by_the_caller() {
    let _turn = turn();
    let (grid, batch) = (grid(), queries());
    let answers = with_threads(0, || grid.find_paths(&batch));
    assert!(refused() >= 3, "{} threads were refused", refused());
    assert_eq!((answers.status, work_info().threads), (GridstarStatus::Ok, 0));
    answers.compare(&grid.find_singly(&batch), true).unwrap();
}

#[test]
fn some_threads_do_the_work_of_all() {
    let _turn = turn();
    let (grid, batch) = (grid(), queries());
    let ticket = with_threads(1, || TestTicket::submit(&grid, &batch).unwrap());
    assert_eq!((refused(), work_info().threads), (2, 1));
    // The thread for preparations can't start, so that the one for queries prepares.
    let landmarks = GridstarEngine::Landmarks as u32;
    let status = with_threads(0, || gridstar_grid_prepare(grid.id(), landmarks, 1));
    assert_eq!(status, GridstarStatus::Ok);
    while engine_of(&grid) != (landmarks, false) || ticket.poll().0 == GridstarStatus::StillRunning {
        std::thread::yield_now();
    }
    assert_eq!(ticket.take().status, GridstarStatus::Ok);
}

#[test]
fn a_preparation_without_threads_runs_at_once() {
    let _turn = turn();
    let grid = grid();
    let prepare = |grid: &TestGrid, engine| with_threads(0, || gridstar_grid_prepare(grid.id(), engine as u32, 1));
    for engine in [GridstarEngine::Landmarks, GridstarEngine::AStar, GridstarEngine::JumpPoints] {
        assert_eq!(prepare(&grid, engine), GridstarStatus::Ok);
        assert_eq!((engine_of(&grid), work_info().threads), ((engine as u32, false), 0), "{engine:?}");
    }
    assert!(refused() >= 3, "{} threads were refused", refused());
    assert_eq!(gridstar_background_wait(), GridstarStatus::Ok);
}

/// A caller that sees a thread starting leaves its preparation to that thread. If the thread then can't start, whoever
/// started it runs the preparation.
#[test]
fn a_preparation_left_to_a_thread_that_cannot_start_runs_all_the_same() {
    let _turn = turn();
    let (batch, landmarks) = (queries(), GridstarEngine::Landmarks as u32);
    let starters: [&(dyn Fn(&TestGrid) -> GridstarStatus + Sync); 4] = [
        &|grid| TestTicket::submit(grid, &batch).map_or_else(|mistake| mistake, |_| GridstarStatus::Ok),
        &|grid| grid.find_paths(&batch).status,
        &|grid| gridstar_grid_prepare(grid.id(), GridstarEngine::JumpPoints as u32, 1),
        &|_| gridstar_work_set_threads(1),
    ];
    for (number, starter) in starters.into_iter().enumerate() {
        // One thread for queries, and none for preparations but while there are some.
        assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
        assert_eq!(gridstar_work_set_threads(1), GridstarStatus::Ok);
        let (first, second, meeting): (_, _, &Meeting) = (grid(), grid(), Box::leak(Box::default()));
        if number == 3 {
            // Work for which the call starts a thread.
            with_threads(0, || TestTicket::submit(&first, &batch).map(std::mem::forget)).unwrap();
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                MEETING.set(Some(meeting));
                assert_eq!(with_threads(0, || starter(&first)), GridstarStatus::Ok, "starter {number}");
            });
            Meeting::wait_for(&meeting.starts);
            assert_eq!(with_threads(0, || gridstar_grid_prepare(second.id(), landmarks, 1)), GridstarStatus::Ok);
            meeting.calls.store(1, Ordering::SeqCst);
        });
        assert_eq!(engine_of(&second), (landmarks, false), "starter {number}");
        assert_eq!(work_info().threads, 0);
        gridstar_destroy_all(GridstarKind::Ticket as u32);
    }
}
