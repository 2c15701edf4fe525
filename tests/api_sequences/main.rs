//! Random sequences of C calls, compared with a plain model of the correct results. `sequence/` runs on one thread,
//! where every result is exact. In `threads/` some threads search and read while others edit. `api_sequences_memory`
//! runs the same sequences with failing allocations.
//!
//! One seed gives one sequence. A failure prints the seed, the last calls and the maps; `cargo xtask sequences --calls
//! 1 --seed N` repeats the sequence.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod extent;
mod soak;
mod threads;

use common::abi::turn;
use common::sequence::{self, tally};
use extent::Extent;
use std::time::Duration;

#[test]
fn every_answer_of_a_sequence_is_that_of_the_model() {
    let _turn = turn();
    (0..1500).for_each(|seed| sequence::run(seed, None));
    let missed: Vec<_> = tally::never_called();
    let are_trivial = missed.iter().all(|function| is_trivial(function.name()));
    assert!(are_trivial, "the sequences never call {missed:?}");
}

#[test]
fn what_threads_see_while_others_edit_is_a_state_of_the_grid_and_never_an_older_one() {
    let _turn = turn();
    (0..40).for_each(threads::run);
}

/// Constants and texts: the tests of the ABI check them.
fn is_trivial(name: &str) -> bool {
    ["gridstar_abi_version", "gridstar_version", "gridstar_status_message", "gridstar_last_panic"].contains(&name)
}

/// Fields, tickets and preparation of floors: `tests/floors/fields.rs`, `tests/floors/tickets.rs` and
/// `tests/floors/options.rs` compare them with plain searches and single queries, through edits of cells and links.
fn has_a_tester_of_its_own(name: &str) -> bool {
    name.starts_with("gridstar_floor_field_")
        || name.starts_with("gridstar_ticket_") && name.ends_with("_floors")
        || name == "gridstar_floors_prepare"
}

#[test]
fn no_function_of_the_header_is_left_out() {
    let header = include_str!("../../include/gridstar.h");
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = header.lines().filter(|line| !line.trim_start().starts_with('*'));
    let names: Vec<&str> = code
        .filter_map(|line| line.split_once('(')?.0.rsplit(|c| !is_part(c)).next())
        .filter(|name| name.starts_with("gridstar_"))
        .collect();
    let known = tally::names();
    let is_missing = |name: &&&str| !known.contains(name) && !has_a_tester_of_its_own(name);
    let missing: Vec<_> = names.iter().filter(is_missing).collect();
    assert!(
        names.len() > 50 && missing.is_empty(),
        "of {} functions these are not in the sequences: {missing:?}",
        names.len()
    );
}

/// Run by `cargo xtask sequences`.
#[test]
#[ignore = "long: run by cargo xtask sequences"]
fn long_form_one_thread() {
    let _turn = turn();
    Extent::from_environment().run(|seed| sequence::run(seed, None));
}

/// Run by `cargo xtask sequences`.
#[test]
#[ignore = "long: run by cargo xtask sequences"]
fn long_form_threads() {
    let _turn = turn();
    Extent::from_environment().run(threads::run);
}

/// Run by `cargo xtask soak`.
#[test]
#[ignore = "long: run by cargo xtask soak"]
fn long_form_soak() {
    let _turn = turn();
    let seconds = extent::variable("GRIDSTAR_SOAK_SECONDS", 10);
    soak::run(Duration::from_secs(seconds), extent::variable("GRIDSTAR_SEQUENCES_SEED", 1_000_000));
}
