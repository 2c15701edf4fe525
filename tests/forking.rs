//! A process that forks in the middle of work: parent and child both go on. In a test binary of its own, because a
//! child has none of the parent's threads.

#![cfg(all(unix, not(target_family = "wasm")))]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::{PathAnswer, TestGrid};
use common::random_maps::Random;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::time::{Duration, Instant};

const SIDE: u32 = 80;

fn scattered() -> TestGrid {
    let (grid, mut random) = (TestGrid::new(SIDE, SIDE), Random::new(3));
    let types: Vec<u8> = (0..SIDE * SIDE).map(|_| u8::from(random.percent(30))).collect();
    assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
    grid
}

fn queries(count: usize) -> Batch {
    let mut random = Random::new(11);
    let mut cell = || Cell::new(random.below(SIDE) as i32, random.below(SIDE) as i32);
    Batch::of((0..count).map(|_| request(cell(), cell())))
}

/// What a child does. False if something is wrong.
fn child(grid: &TestGrid, batch: &Batch, singly: &[PathAnswer], old: &[TestTicket]) -> bool {
    let is_right = |ticket: &TestTicket| ticket.take().compare(singly, false).is_ok();
    // The parent's tickets wait in the child too.
    let old_ones = old.iter().all(|ticket| ticket.wait() == GridstarStatus::Ok && is_right(ticket));
    let new = TestTicket::submit(grid, batch).unwrap();
    // New work starts new threads, without this one's help.
    while new.poll().0 == GridstarStatus::StillRunning {
        std::thread::yield_now();
    }
    let prepared = gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 1);
    let waited = gridstar_background_wait();
    let is_answered = is_right(&new) && grid.find_paths(batch).replies.len() == singly.len();
    let stopped = gridstar_work_stop();
    old_ones && is_answered && [prepared, waited, stopped] == [GridstarStatus::Ok; 3]
}

/// Waits for a child. Only a child that hangs takes that long.
fn wait_for(child: libc::pid_t) -> Option<i32> {
    let end = Instant::now() + Duration::from_secs(120);
    let mut status = 0;
    while Instant::now() < end {
        // SAFETY: the pointer comes from a reference, and the process is this one's child.
        match unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } {
            0 => std::thread::sleep(Duration::from_millis(2)),
            _ => return libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        }
    }
    // SAFETY: as above.
    unsafe { libc::kill(child, libc::SIGKILL) };
    None
}

#[test]
fn a_fork_in_the_middle_of_work_hangs_neither_parent_nor_child() {
    let (grid, batch) = (scattered(), queries(60));
    let singly = grid.find_singly(&batch);
    for round in 0..40 {
        assert_eq!(gridstar_work_set_threads(1 + round % 3), GridstarStatus::Ok);
        let tickets: Vec<_> = (0..6).map(|_| TestTicket::submit(&grid, &batch).unwrap()).collect();
        if round % 4 == 3 {
            assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::JumpPoints as u32, 1), GridstarStatus::Ok);
        }
        // SAFETY: no other thread of this test is in a call, and the library's threads are told.
        let id = unsafe { libc::fork() };
        if id == 0 {
            let ended = std::panic::catch_unwind(|| child(&grid, &batch, &singly, &tickets));
            // SAFETY: ends the child without the destructors of the parent's objects.
            unsafe { libc::_exit(if matches!(ended, Ok(true)) { 0 } else { 1 }) };
        }
        assert!(id > 0, "no process could be made");
        for ticket in &tickets {
            assert_eq!(ticket.wait(), GridstarStatus::Ok);
            ticket.take().compare(&singly, false).unwrap();
        }
        assert_eq!(wait_for(id), Some(0), "the child of round {round}");
    }
    assert_eq!((gridstar_background_wait(), gridstar_work_stop()), (GridstarStatus::Ok, GridstarStatus::Ok));
}
