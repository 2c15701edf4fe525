//! Data that a grid derives for profiles and sizes of agents: it is bounded, and the least recently used goes first.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def, query_def, turn};
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use counting_allocator::{ALLOCATIONS, LIVE_BYTES};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::array::from_fn;

const SIDE: u32 = 48;

/// A map of four types with some obstacles.
fn mixed_grid(seed: u64, engine: GridstarEngine) -> TestGrid {
    let grid = TestGrid::with_def(&GridstarGridDef { engine: engine as u32, ..default_grid_def(SIDE, SIDE) }).unwrap();
    let mut random = Random::new(seed);
    let types: Vec<u8> = (0..SIDE * SIDE).map(|_| [0, 0, 0, 0, 2, 2, 3, 1][random.below(8) as usize]).collect();
    assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 3, height: 3 }, 0), GridstarStatus::Ok);
    let corner = SIDE as i32 - 3;
    assert_eq!(grid.fill_rect(Rect { x: corner, y: corner, width: 3, height: 3 }, 0), GridstarStatus::Ok);
    grid
}

fn find(grid: &TestGrid, profile: u64, agent_size: u32) -> PathAnswer {
    let def = GridstarQueryDef { profile, agent_size, ..default_query_def() };
    grid.find_path(Cell::new(0, 0), Cell::new(SIDE as i32 - 1, SIDE as i32 - 1), Some(&def))
}

fn layers(grid: &TestGrid) -> (u32, u64) {
    let info = grid.info().unwrap();
    assert!(info.layer_bytes <= info.bytes);
    (info.layer_count, info.layer_bytes)
}

/// Fewer in builds without optimization, which take ten times as long.
fn repeats(count: u32) -> u32 {
    if cfg!(debug_assertions) { count / 10 } else { count }
}

/// Costs that no other number has.
fn costs_of(number: u32) -> [f64; 2] {
    [f64::from(65 + number % 600) / 64.0, f64::from(64 + number / 600) / 64.0]
}

fn profile_of(number: u32) -> TestProfile {
    let profile = TestProfile::new();
    assert_eq!(profile.set_costs(2, &costs_of(number)), GridstarStatus::Ok);
    profile
}

/// Most profiles and sizes for which a grid keeps data.
const MOST: u32 = 64;

#[test]
fn profiles_that_come_and_go_leave_data_for_the_documented_number() {
    let _turn = turn();
    for engine in [GridstarEngine::Auto, GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
        let grid = mixed_grid(1, engine);
        let cycle = |number: u32| {
            let profile = profile_of(number);
            assert_eq!(find(&grid, profile.id(), 1).status, GridstarStatus::Ok);
            find(&grid, profile.id(), 2);
            if number.is_multiple_of(7) {
                assert!(gridstar_destroy_all(GridstarKind::Profile as u32) >= 1);
            }
        };
        // The first cycles grow lists and this thread's memory to their final size.
        (0..MOST).for_each(cycle);
        let ((count, bytes), live) = (layers(&grid), LIVE_BYTES.get());
        assert_eq!(count, MOST);
        for number in MOST..MOST + repeats(600) {
            cycle(number);
            let now = layers(&grid);
            assert!(now.0 == MOST && now.1 <= bytes + bytes / 8, "{engine:?}, profile {number}: {now:?}");
            let more = LIVE_BYTES.get() - live;
            assert!(more <= bytes as i64 / 8 + (32 << 10), "{engine:?}, profile {number}: {more} bytes more");
        }
    }
}

#[test]
fn a_changed_profile_is_another_one_and_equal_ones_share_their_data() {
    let _turn = turn();
    let grid = mixed_grid(2, GridstarEngine::JumpPoints);
    let (changing, other) = (TestProfile::new(), TestProfile::new());
    // Both block type 3, so that they share a layer.
    assert_eq!((changing.set_cost(3, 0.0), other.set_cost(3, 0.0)), (GridstarStatus::Ok, GridstarStatus::Ok));
    assert_eq!(other.set_cost(2, 700.0), GridstarStatus::Ok);
    find(&grid, other.id(), 1);
    assert_eq!(layers(&grid).0, 2);
    let finds_anew = |cost: f64| {
        assert_eq!(changing.set_cost(2, cost), GridstarStatus::Ok);
        let allocations = ALLOCATIONS.get();
        find(&grid, changing.id(), 1);
        // The answer's buffer is one.
        ALLOCATIONS.get() > allocations + 1
    };
    let costs: [f64; 20] = from_fn(|number| costs_of(number as u32)[0]);
    for (number, cost) in costs.into_iter().enumerate() {
        assert!(finds_anew(cost));
        assert_eq!(layers(&grid).0, 3 + number as u32);
    }
    // Costs that come back find their data, and so do equal costs of another profile.
    let before = layers(&grid);
    for cost in costs.into_iter().chain([700.0, costs[3], costs[3]]) {
        assert!(!finds_anew(cost), "{cost}");
    }
    drop((changing, other));
    assert_eq!(layers(&grid), before);
}

#[test]
fn data_that_one_state_drops_goes_from_the_other_one_too() {
    let _turn = turn();
    let grid = mixed_grid(3, GridstarEngine::JumpPoints);
    let close = |number: u32| assert_eq!(grid.set_cell(Cell::new(20, 20), number % 2), GridstarStatus::Ok);
    let profile = profile_of(0);
    let def = query_def(DiagonalRule::Always, StepCosts::default(), Heuristic::Octile);
    let def = GridstarQueryDef { profile: profile.id(), ..def };
    let end = Cell::new(SIDE as i32 - 1, SIDE as i32 - 1);
    (0..MOST).for_each(|number| drop(find(&grid, profile_of(number).id(), 1)));
    let one_state = grid.info().unwrap().bytes;
    let stepper = TestStepper::begin(&grid, Cell::new(0, 0), end, Some(&def)).unwrap();
    close(0);
    // A second state, because the stepper holds the first one.
    for number in MOST..3 * MOST {
        find(&grid, profile_of(number).id(), 1);
    }
    drop(stepper);
    for number in 0..4 {
        close(number);
        find(&grid, profile_of(3 * MOST - 1).id(), 1);
    }
    let after = grid.info().unwrap();
    assert_eq!(after.layer_count, MOST);
    assert!(after.bytes < 2 * one_state + one_state / 8, "{} bytes after {one_state} in one state", after.bytes);
}

#[test]
fn a_ticket_whose_profile_is_destroyed_gets_its_answers() {
    let _turn = turn();
    for engine in [GridstarEngine::Auto, GridstarEngine::Landmarks] {
        let grid = mixed_grid(4, engine);
        let mut random = Random::new(4);
        let mut cell = || Cell::new(random.below(SIDE) as i32, random.below(SIDE) as i32);
        let requests: [_; 100] = from_fn(|_| request(cell(), cell()));
        let profile = profile_of(3);
        let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
        let batch = Batch { defs: vec![def], ..Batch::of(requests) };
        let singly = grid.find_singly(&batch);
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        drop(profile);
        assert_eq!(ticket.wait(), GridstarStatus::Ok);
        ticket.take().compare(&singly, false).unwrap();
    }
}

#[test]
fn kept_data_are_bounded_and_the_least_recently_used_go_first() {
    let _turn = turn();
    let grid = mixed_grid(5, GridstarEngine::JumpPoints);
    let profiles: Vec<TestProfile> = (0..repeats(2000)).map(profile_of).collect();
    let mut most = (0, 0);
    for (number, profile) in profiles.iter().enumerate() {
        find(&grid, profile.id(), 1);
        // The first one is used all the time: a query with it makes nothing anew.
        let allocations = ALLOCATIONS.get();
        find(&grid, profiles[0].id(), 1);
        assert!(number == 0 || ALLOCATIONS.get() == allocations + 1, "profile {number}");
        let kept = layers(&grid);
        most = (most.0.max(kept.0), most.1.max(kept.1));
    }
    assert_eq!(most.0, MOST);
    assert!(most.1 <= 64 << 20, "{most:?}");
    // The last ones are still there, and those before them are not.
    let count_before = layers(&grid).0;
    for number in (profiles.len() - 60..profiles.len()).rev() {
        let allocations = ALLOCATIONS.get();
        find(&grid, profiles[number].id(), 1);
        assert_eq!(ALLOCATIONS.get(), allocations + 1, "profile {number}");
    }
    let allocations = ALLOCATIONS.get();
    find(&grid, profiles[profiles.len() - 80].id(), 1);
    assert!(ALLOCATIONS.get() > allocations + 1);
    assert_eq!(layers(&grid).0, count_before);
}

#[test]
fn the_bytes_of_kept_data_are_bounded() {
    let _turn = turn();
    let side = 256;
    let engine = GridstarEngine::JumpPoints as u32;
    let grid = TestGrid::with_def(&GridstarGridDef { engine, ..default_grid_def(side, side) }).unwrap();
    assert_eq!(grid.fill_rect(Rect { x: 40, y: 40, width: 90, height: 30 }, 2), GridstarStatus::Ok);
    let bound = 64 << 20;
    let profiles: Vec<TestProfile> = (0..40).map(profile_of).collect();
    let mut reached = 0;
    for (number, profile) in profiles.iter().enumerate() {
        let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
        assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(255, 255), Some(&def)).status, GridstarStatus::Ok);
        // What the last query has derived is not counted yet.
        let kept = layers(&grid).1;
        assert!(kept < bound + 64 * u64::from(side * side), "{kept} bytes after {number} profiles");
        reached = reached.max(kept);
    }
    assert!(reached > bound / 2, "too few profiles: {reached} bytes");
}
