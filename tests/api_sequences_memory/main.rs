//! The random sequences of `api_sequences` with failing allocations: each call gives its right answer or OUT_OF_MEMORY,
//! which leaves all as it was, and everything is usable afterwards. On threads that have searched by every engine
//! before, and on new ones.
//!
//! An allocation that can't fail ends the process; the last line then names the seed and the call. With
//! `GRIDSTAR_SEQUENCES_TRACES=1` each failing allocation prints where it comes from.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../api_sequences/extent.rs"]
mod extent;
mod failing_allocator;
mod last_words;
#[path = "../api_sequences/sequence/mod.rs"]
#[allow(dead_code, reason = "api_sequences uses the rest of it")]
mod sequence;

use common::abi::{TestGrid, default_grid_def, query_def};
use extent::Extent;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use sequence::world::Refused;

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

/// A call that another thread makes while this one waits.
struct Lent<'a>(&'a mut dyn FnMut() -> GridstarStatus);

// SAFETY: the C functions may be called from any thread, and the lender waits for the end of the call, so that nothing
// that it refers to is used by two threads at once.
unsafe impl Send for Lent<'_> {}

impl Lent<'_> {
    fn make(self, plan: &Refused) -> (GridstarStatus, u64) {
        failing_allocator::with_failures(plan, self.0)
    }
}

/// Searches by every engine and every diagonal rule, so that this thread's memory for searches is there and has been
/// used.
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

/// Each sequence has a thread of its own: of every three, one begins with a thread that has never searched, one with a
/// thread that has searched small maps, and one with a thread that has searched larger ones than come.
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

/// What `cargo xtask sequences` runs.
#[test]
#[ignore = "as long as it is told to: cargo xtask sequences"]
fn long_form_memory() {
    last_words::listen();
    Extent::from_environment().run(run);
}
