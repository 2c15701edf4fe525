//! The random sequences of `api_sequences` with failing allocations. Each call gives its correct result or
//! OUT_OF_MEMORY, which must leave everything unchanged and usable. Calls run on threads that have searched with every
//! engine before, and on new threads.
//!
//! An allocation that can't fail ends the process; the last line then names the seed and the call. With
//! `GRIDSTAR_SEQUENCES_TRACES=1` each failing allocation prints its backtrace.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../api_sequences/extent.rs"]
mod extent;
mod failing_allocator;
mod last_words;

use common::abi::{TestGrid, default_grid_def, query_def};
use common::sequence::{self, world::Refused};
use extent::Extent;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};

/// Makes a call with failing allocations.
fn refuse(plan: Refused, call: &mut dyn FnMut() -> GridstarStatus) -> (GridstarStatus, u64) {
    last_words::set(&plan);
    let outcome = match plan.is_fresh {
        false => failing_allocator::with_failures(&plan, call),
        true => {
            let call = Lent(call);
            std::thread::scope(|scope| scope.spawn(move || call.make(&plan)).join()).unwrap()
        }
    };
    last_words::clear();
    outcome
}

/// A call that another thread makes while this thread waits.
struct Lent<'a>(&'a mut dyn FnMut() -> GridstarStatus);

// SAFETY: the C functions may be called from any thread. The lending thread waits until the call ends, so no two
// threads use what the call refers to at once.
unsafe impl Send for Lent<'_> {}

impl Lent<'_> {
    fn make(self, plan: &Refused) -> (GridstarStatus, u64) {
        failing_allocator::with_failures(plan, self.0)
    }
}

/// Searches with every engine and every diagonal rule, so that this thread's memory for searches is allocated and used.
fn warm_up(side: u32) {
    let last = side as i32 - 1;
    for engine in 1..4 {
        let grid = TestGrid::with_def(&GridstarGridDef { engine, ..default_grid_def(side, side) }).unwrap();
        let wall = gridstar::grid::Rect { x: 0, y: last / 2, width: side.max(2) - 1, height: 1 };
        assert_eq!(grid.fill_rect(wall, 1), GridstarStatus::Ok);
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
        {
            let def = query_def(rule, StepCosts::default(), Heuristic::Octile);
            grid.trace_path(Cell::new(0, 0), Cell::new(0, last), Some(&def));
        }
    }
}

/// Runs a sequence on a thread of its own. One in three threads has never searched, one has searched smaller maps, and
/// one has searched larger maps than the sequence has.
fn run(seed: u64) {
    let sequence = || {
        match seed % 3 {
            0 => {}
            1 => warm_up(12),
            _ => warm_up(220),
        }
        sequence::run(seed, Some(refuse));
    };
    let ended = std::thread::scope(|scope| scope.spawn(sequence).join());
    assert!(ended.is_ok(), "seed {seed}");
}

#[test]
fn each_call_without_memory_says_so_and_changes_nothing() {
    last_words::listen();
    (0..300).for_each(run);
}

/// Run by `cargo xtask sequences`.
#[test]
#[ignore = "long: run by cargo xtask sequences"]
fn long_form_memory() {
    last_words::listen();
    Extent::from_environment().run(run);
}
