//! How tickets end: taken, destroyed, cancelled, forgotten, by several threads at once; and how the worker threads do:
//! stopped, made fewer and more, with preparations beside queries.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, turn};
use common::random_maps::Random;
use common::work::{Batch, TestTicket, request, work_info};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};

use GridstarStatus::{Cancelled, InvalidId, Ok as OK, StillRunning};

fn set_threads(count: u32) {
    assert_eq!(gridstar_work_set_threads(count), OK);
}

/// A map of scattered obstacles.
fn scattered(side: u32) -> TestGrid {
    let (grid, mut random) = (TestGrid::new(side, side), Random::new(side.into()));
    let types: Vec<u8> = (0..side * side).map(|_| u8::from(random.percent(30))).collect();
    assert_eq!(grid.set_cells(&types), OK);
    grid
}

/// Random queries on a map of this side.
fn queries(side: u32, count: usize) -> Batch {
    let mut random = Random::new(count as u64);
    let mut cell = || Cell::new(random.below(side) as i32, random.below(side) as i32);
    Batch::of((0..count).map(|_| request(cell(), cell())))
}

fn no_ticket_is_left() {
    assert_eq!((gridstar_live_count(GridstarKind::Ticket as u32), work_info().tickets), (0, 0));
}

#[test]
fn a_ticket_is_taken_once() {
    let _turn = turn();
    let (grid, batch) = (scattered(30), queries(30, 20));
    for threads in [0, 1] {
        set_threads(threads);
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        assert!(ticket.is_valid() && gridstar_live_count(GridstarKind::Ticket as u32) == 1);
        if threads == 0 {
            assert_eq!((ticket.poll().0, ticket.take().status), (StillRunning, StillRunning));
        }
        assert_eq!((ticket.wait(), ticket.wait(), ticket.poll().0), (OK, OK, OK));
        assert_eq!((ticket.take().status, ticket.take().status), (OK, InvalidId));
        let after = [ticket.poll().0, ticket.wait(), ticket.cancel(), ticket.destroy()];
        assert_eq!((after, ticket.is_valid()), ([InvalidId; 4], false));
        let destroyed = TestTicket::submit(&grid, &batch).unwrap();
        assert_eq!((destroyed.destroy(), destroyed.destroy(), destroyed.take().status), (OK, InvalidId, InvalidId));
        no_ticket_is_left();
    }
}

#[test]
fn of_threads_that_take_a_ticket_at_once_one_gets_it() {
    let _turn = turn();
    set_threads(1);
    let (grid, batch) = (scattered(12), queries(12, 4));
    let singly = grid.find_singly(&batch);
    for _ in 0..300 {
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        assert_eq!(ticket.wait(), OK);
        let (ready, taken) = (Barrier::new(3), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    ready.wait();
                    let answers = ticket.take_into(4, 600);
                    match answers.status {
                        OK => {
                            answers.compare(&singly, false).unwrap();
                            taken.fetch_add(1, SeqCst);
                        }
                        other => assert_eq!(other, InvalidId),
                    }
                });
            }
        });
        assert_eq!(taken.load(SeqCst), 1);
    }
    no_ticket_is_left();
}

#[test]
fn threads_that_wait_for_a_ticket_return_when_it_is_answered_cancelled_or_destroyed() {
    let _turn = turn();
    let (grid, batch) = (scattered(40), queries(40, 60));
    for round in 0..240 {
        set_threads([0, 1, 3][round % 3]);
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        let ready = Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    ready.wait();
                    let status = ticket.wait();
                    assert!([OK, Cancelled, InvalidId].contains(&status), "{status:?}");
                });
            }
            ready.wait();
            match round % 4 {
                0 => {}
                1 => assert_eq!(ticket.cancel(), OK),
                2 => assert_eq!(ticket.destroy(), OK),
                _ => assert_eq!(gridstar_work_stop(), OK),
            }
        });
        assert!(!ticket.is_valid() || [OK, Cancelled].contains(&ticket.take().status));
        no_ticket_is_left();
    }
}

#[test]
fn a_cancelled_ticket_tells_what_was_answered() {
    let _turn = turn();
    set_threads(0);
    let (grid, batch) = (scattered(40), queries(40, 30));
    let singly = grid.find_singly(&batch);
    let ticket = TestTicket::submit(&grid, &batch).unwrap();
    // Until some queries are answered, and one is interrupted.
    gridstar_work_run(101, 0);
    assert_eq!((ticket.poll().0, ticket.cancel(), ticket.poll().0), (StillRunning, OK, Cancelled));
    let answers = ticket.take();
    assert_eq!(answers.status, Cancelled);
    let is_cancelled = |reply: &&GridstarPathReply| reply.status == Cancelled as i32;
    let cancelled = answers.replies.iter().filter(is_cancelled).count();
    assert!((1..30).contains(&cancelled), "{cancelled} of 30 were cancelled");
    for (i, reply) in answers.replies.iter().enumerate() {
        let right = if is_cancelled(&reply) { (Cancelled, &Vec::new()) } else { (singly[i].status, &singly[i].path) };
        assert_eq!((reply.status, &answers.paths[i]), (right.0 as i32, right.1), "reply {i}");
    }
    let answered = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!((answered.wait(), answered.cancel(), answered.take().status), (OK, OK, OK));
    gridstar_work_run(0, 0);
    no_ticket_is_left();
}

#[test]
fn a_grid_that_is_destroyed_meanwhile_lives_until_its_tickets_are_answered() {
    let _turn = turn();
    for threads in [0, 1, 2] {
        set_threads(threads);
        let (grid, batch) = (scattered(60), queries(60, 80));
        let singly = grid.find_singly(&batch);
        let tickets = [(); 3].map(|()| TestTicket::submit(&grid, &batch).unwrap());
        drop(grid);
        assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 0);
        for ticket in &tickets {
            assert_eq!(ticket.wait(), OK);
            ticket.take().compare(&singly, false).unwrap();
        }
        no_ticket_is_left();
    }
}

#[test]
fn tickets_of_all_kinds_can_be_forgotten() {
    let _turn = turn();
    let (grid, batch) = (scattered(50), queries(50, 100));
    for threads in [0, 1, 4] {
        set_threads(threads);
        let tickets: Vec<_> = (0..50).map(|_| TestTicket::submit(&grid, &batch).unwrap()).collect();
        assert_eq!(tickets[7].wait(), OK);
        assert_eq!(gridstar_destroy_all(GridstarKind::Ticket as u32), 50);
        assert!(tickets.iter().all(|ticket| !ticket.is_valid()));
        no_ticket_is_left();
        // What runs ends; nothing else is left to do.
        while work_info().running > 0 {
            std::thread::yield_now();
        }
        assert_eq!(work_info().waiting, 0);
    }
}

#[test]
fn a_stop_ends_threads_and_what_waits_and_new_work_starts_new_threads() {
    let _turn = turn();
    let (grid, batch) = (scattered(50), queries(50, 100));
    let singly = grid.find_singly(&batch);
    for round in 0..30 {
        set_threads(1 + round % 3);
        let tickets: Vec<_> = (0..20).map(|_| TestTicket::submit(&grid, &batch).unwrap()).collect();
        assert_eq!(gridstar_work_stop(), OK);
        let info = work_info();
        assert_eq!((info.threads, info.running, info.waiting, info.scratch_bytes), (0, 0, 0, 0));
        for ticket in &tickets {
            assert!(matches!(ticket.poll().0, OK | Cancelled) && ticket.poll().1.running == 0);
            let answers = ticket.take();
            for (i, reply) in answers.replies.iter().enumerate() {
                let is_right = reply.status == singly[i].status as i32 && answers.paths[i] == singly[i].path;
                assert!(is_right || reply.status == Cancelled as i32 && answers.status == Cancelled, "{reply:?}");
            }
        }
        let next = TestTicket::submit(&grid, &batch).unwrap();
        while next.poll().0 == StillRunning {
            std::thread::yield_now();
        }
        next.take().compare(&singly, false).unwrap();
        no_ticket_is_left();
    }
}

/// The nice values of this process's threads of a name.
#[cfg(target_os = "linux")]
fn nice_values(name: &str) -> Vec<i32> {
    /// Field 19 of proc(5)'s stat, counted after the name: the name may contain spaces.
    const NICE: usize = 19 - 3;

    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    // A thread that has ended meanwhile has no file any more.
    let stats = threads.filter_map(|thread| std::fs::read_to_string(thread.unwrap().path().join("stat")).ok());
    let named = stats.filter(|stat| stat.contains(&format!("({name})")));
    named.map(|stat| stat.rsplit(')').next().unwrap().split_whitespace().nth(NICE).unwrap().parse().unwrap()).collect()
}

/// Else a frame's thread that wakes up waits for a worker's slice of time: milliseconds.
#[test]
#[cfg(target_os = "linux")]
fn worker_threads_run_below_the_priority_of_their_creator() {
    let _turn = turn();
    set_threads(3);
    let (grid, batch) = (scattered(30), queries(30, 200));
    // SAFETY: takes numbers.
    let own = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    let ticket = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!(ticket.wait(), OK);
    // A thread lowers itself when it begins, which may be later than the answer.
    let lowered = (0..100_000).any(|_| {
        std::thread::yield_now();
        nice_values("gridstar-work") == [(own + 5).min(19); 3]
    });
    assert!(lowered, "{:?}", nice_values("gridstar-work"));
    // SAFETY: takes numbers.
    assert_eq!(unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) }, own);
}

#[test]
fn threads_come_and_go_under_load() {
    let _turn = turn();
    let (grid, batch) = (scattered(40), queries(40, 50));
    let singly = grid.find_singly(&batch);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Random::new(5);
            while !is_over.load(SeqCst) {
                set_threads(random.below(9));
                if random.percent(5) {
                    gridstar_work_run(u64::from(random.below(50)), 0);
                }
                std::thread::yield_now();
            }
            set_threads(1);
        });
        let callers = [0, 1].map(|number| {
            let (grid, batch, singly) = (&grid, &batch, &singly);
            scope.spawn(move || {
                for round in 0..60 {
                    let tickets = [(); 3].map(|()| TestTicket::submit(grid, batch).unwrap());
                    if round % 2 == number {
                        grid.find_paths(batch).compare(singly, false).unwrap();
                    }
                    for ticket in &tickets {
                        assert_eq!(ticket.wait(), OK);
                        ticket.take().compare(singly, false).unwrap();
                    }
                }
            })
        });
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        is_over.store(true, SeqCst);
    });
    no_ticket_is_left();
    assert_eq!(gridstar_work_stop(), OK);
}

#[test]
fn a_number_of_threads_is_from_0_to_64() {
    let _turn = turn();
    for count in [64, 63, 0, 1] {
        set_threads(count);
        assert_eq!(work_info().wanted_threads, count);
    }
    assert_eq!(gridstar_work_set_threads(65), GridstarStatus::BadThreadCount);
    assert_eq!(gridstar_work_set_threads(u32::MAX), GridstarStatus::BadThreadCount);
    assert_eq!(work_info().wanted_threads, 1);
}

const LANDMARKS: u32 = GridstarEngine::Landmarks as u32;

fn is_under_way(grid: &TestGrid) -> bool {
    grid.info().unwrap().prepared & GRIDSTAR_PREPARED_UNDER_WAY != 0
}

fn prepare_later(grid: &TestGrid) {
    assert_eq!(gridstar_grid_prepare(grid.id(), LANDMARKS, 1), OK);
}

fn grids(count: usize) -> Vec<TestGrid> {
    (0..count).map(|_| TestGrid::with_def(&default_grid_def(150, 150)).unwrap()).collect()
}

#[test]
fn preparations_run_with_any_number_of_threads() {
    let _turn = turn();
    for threads in [0, 1, 8] {
        set_threads(threads);
        let grids = grids(5);
        for grid in &grids {
            prepare_later(grid);
            assert!(threads > 0 || grid.info().unwrap().engine == LANDMARKS, "without threads it runs at once");
        }
        let ticket = TestTicket::submit(&grids[0], &queries(150, 40)).unwrap();
        assert_eq!(gridstar_background_wait(), OK);
        for grid in &grids {
            assert!(!is_under_way(grid));
            assert_eq!(grid.info().unwrap().engine, LANDMARKS);
        }
        assert_eq!(ticket.wait(), OK);
    }
}

#[test]
fn no_preparation_waits_for_threads_that_are_gone() {
    let _turn = turn();
    for round in 0..20 {
        set_threads(1);
        let grids = grids(4);
        grids.iter().for_each(prepare_later);
        if round % 2 == 0 {
            // What waits is cancelled, and its grid keeps its engine.
            assert_eq!(gridstar_work_stop(), OK);
        } else {
            // What waits runs in this call; what runs goes on.
            set_threads(0);
        }
        for grid in &grids {
            while is_under_way(grid) {
                std::thread::yield_now();
            }
            let engine = grid.info().unwrap().engine;
            assert!(engine == LANDMARKS || round % 2 == 0 && engine == GridstarEngine::Auto as u32);
        }
        assert_eq!((gridstar_background_wait(), work_info().running), (OK, 0));
        set_threads(1);
        prepare_later(&grids[3]);
        assert_eq!(gridstar_background_wait(), OK);
        assert_eq!(grids[3].info().unwrap().engine, LANDMARKS);
    }
}
