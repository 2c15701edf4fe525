//! A child of a fork is refused by the calls that need threads, and does not wait for threads that it does not have. In
//! a test binary of its own, because a child has none of the parent's threads.

#![cfg(all(unix, not(target_family = "wasm")))]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::work::{Batch, TestTicket, empty_ticket_info, request};
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};

/// Answers of the calls that need threads.
fn answers(grid: u64, ticket: u64) -> Vec<GridstarStatus> {
    let (mut info, request, mut id) = (empty_ticket_info(), request(Cell::new(0, 0), Cell::new(7, 7)), 0);
    // SAFETY: the pointers are null with a capacity of 0, or come from references.
    let (submitted, found, polled) = unsafe {
        (
            gridstar_ticket_submit(grid, &request, 1, null(), 0, 0, &mut id),
            gridstar_ticket_take(ticket, null_mut(), 0, null_mut(), 0, &mut info),
            gridstar_ticket_poll(ticket, &mut info),
        )
    };
    let prepared = gridstar_grid_prepare(grid, GridstarEngine::JumpPoints as u32, 1);
    let waited = [gridstar_ticket_wait(ticket), gridstar_background_wait()];
    let threads = [gridstar_work_set_threads(2), gridstar_work_run(0, 0), gridstar_work_stop()];
    [submitted, found, polled, prepared].into_iter().chain(waited).chain(threads).collect()
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
fn a_child_of_a_fork_is_refused_what_needs_threads() {
    let (grid, batch) = (TestGrid::new(8, 8), Batch::of([request(Cell::new(0, 0), Cell::new(7, 7))]));
    let ticket = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!(ticket.wait(), Ok);
    // SAFETY: no other thread of this test is in a call, and the child only makes calls and ends.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let refused = std::panic::catch_unwind(|| answers(grid.id(), ticket.id()) == [Forked; 9]);
        // SAFETY: ends the child without the destructors of the parent's objects.
        unsafe { libc::_exit(if matches!(refused, Result::Ok(true)) { 0 } else { 1 }) };
    }
    assert!(child > 0, "no process could be made");
    assert_eq!(wait_for(child), Some(0));
    assert!(!answers(grid.id(), ticket.id()).contains(&Forked));
}
