//! Memory and life cycle of floors: everything created is freed, a repeated search allocates nothing, and a failed
//! allocation gives a status.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::{TestGrid, turn};
use common::floors::{TestFloors, empty_floor_result, link_def};
use counting_allocator::{ALLOCATIONS, ALLOWED, LIVE_BYTES, TOO_LARGE, refuse_each_allocation};
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::{Cell, Rect};

fn at(floor: u32, x: i32, y: i32) -> FloorCell {
    FloorCell::new(floor, x, y)
}

/// Three floors with one wall each, joined by links. One cell of the last floor can't be reached.
fn tower() -> (Vec<TestGrid>, TestFloors) {
    let grids: Vec<TestGrid> = (0..3).map(|_| TestGrid::new(40, 30)).collect();
    for (grid, x) in grids.iter().zip([10, 20, 30]) {
        assert_eq!(grid.fill_rect(Rect { x, y: 1, width: 1, height: 29 }, 1), GridstarStatus::Ok);
    }
    for cell in [Cell::new(38, 28), Cell::new(38, 29), Cell::new(39, 28)] {
        assert_eq!(grids[2].set_cell(cell, 1), GridstarStatus::Ok);
    }
    let floors = TestFloors::new(&grids);
    for (lower, x) in [(0, 35), (0, 5), (1, 3), (1, 33)] {
        floors.add_link(&link_def(at(lower, x, 20), at(lower + 1, x, 20), 2.0)).unwrap();
    }
    (grids, floors)
}

const START: FloorCell = FloorCell::new(0, 0, 25);
const GOAL: FloorCell = FloorCell::new(2, 25, 2);
const OUT_OF_REACH: FloorCell = FloorCell::new(2, 39, 29);

#[test]
fn creating_and_destroying_floors_leaves_no_memory_behind() {
    let _turn = turn();
    let cycle = || {
        let (_grids, floors) = tower();
        assert_eq!(floors.find_path(START, GOAL, None).status, GridstarStatus::Ok);
        assert_eq!(floors.find_path(START, OUT_OF_REACH, None).status, GridstarStatus::NoPath);
    };
    (0..20).for_each(|_| cycle());
    let before = LIVE_BYTES.get();
    (0..500).for_each(|_| cycle());
    assert_eq!(LIVE_BYTES.get(), before);
    assert_eq!(
        (gridstar_live_count(GridstarKind::Floors as u32), gridstar_live_count(GridstarKind::Grid as u32)),
        (0, 0)
    );
}

#[test]
fn the_live_count_follows_creation_and_destruction_and_grids_stay() {
    let _turn = turn();
    assert_eq!(
        (gridstar_live_count(GridstarKind::Floors as u32), gridstar_destroy_all(GridstarKind::Floors as u32)),
        (0, 0)
    );
    let (grids, tower) = tower();
    let others: Vec<TestFloors> = (0..9).map(|_| TestFloors::new(&grids)).collect();
    assert_eq!(gridstar_live_count(GridstarKind::Floors as u32), 10);
    assert_eq!(gridstar_destroy(others[3].id()), GridstarStatus::Ok);
    assert_eq!(gridstar_destroy(others[3].id()), GridstarStatus::InvalidId);
    assert_eq!(
        (gridstar_live_count(GridstarKind::Floors as u32), gridstar_destroy_all(GridstarKind::Floors as u32)),
        (9, 9)
    );
    assert_eq!(gridstar_live_count(GridstarKind::Floors as u32), 0);
    assert_eq!(tower.find_path(START, GOAL, None).status, GridstarStatus::InvalidId);
    assert!(grids.iter().all(|grid| gridstar_is_valid(grid.id(), GridstarKind::Grid as u32) == GridstarStatus::Ok));
}

#[test]
fn a_warm_search_allocates_nothing_and_holds_no_grid_afterwards() {
    let _turn = turn();
    let (grids, floors) = tower();
    let (mut path, mut result) = (vec![FloorStep::default(); 1000], empty_floor_result());
    let mut ask = |number: i32| {
        let goal = if number % 3 == 0 { OUT_OF_REACH } else { at(number as u32 % 3, number % 40, number % 30) };
        assert!(floors.find_into((START, goal), None, &mut path, &mut result) as i32 >= 0);
    };
    // What queries derive comes with the first of them, and fields of link ends after some more.
    (0..6000).for_each(&mut ask);
    let before = ALLOCATIONS.get();
    (0..300).for_each(&mut ask);
    assert_eq!(ALLOCATIONS.get() - before, 0);
    for grid in &grids {
        // If a search still held the map, an edit would have to copy it: 42 x 32 bytes.
        TOO_LARGE.set(42 * 32);
        let status = grid.set_cell(Cell::new(0, 0), 1);
        TOO_LARGE.set(usize::MAX);
        assert_eq!(status, GridstarStatus::Ok);
    }
}

#[test]
fn floors_and_links_for_which_there_is_no_memory_are_refused_and_nothing_changes() {
    let _turn = turn();
    let grid = TestGrid::new(4, 4);
    // Fills the table, so that the next insertion has to grow it.
    let others: Vec<TestFloors> = (0..64).map(|_| TestFloors::new([])).collect();
    let refusals = refuse_each_allocation(
        || (),
        |()| {
            let created = TestFloors::create().map(drop);
            created.map_or_else(|mistake| mistake, |()| GridstarStatus::Ok)
        },
        |(), status, refusals| {
            assert!(status == GridstarStatus::OutOfMemory || refusals > 0, "no allocation was refused");
            assert_eq!(gridstar_live_count(GridstarKind::Floors as u32), 64);
        },
    );
    assert!(refusals > 1, "{refusals}");
    drop(others);
    for is_link in [false, true] {
        let refusals = refuse_each_allocation(
            || TestFloors::new([&grid]),
            |floors| {
                let link = || floors.add_link(&link_def(at(0, 0, 0), at(0, 3, 3), 1.0)).map(drop);
                // The memory reserved for the first floor also holds the next three.
                let layers = || (0..4).try_for_each(|_| floors.add_floor(grid.id()).map(drop));
                let added = if is_link { link() } else { layers() };
                added.map_or_else(|mistake| mistake, |()| GridstarStatus::Ok)
            },
            |floors, status, refusals| {
                let info = floors.info().unwrap();
                assert_eq!(status == GridstarStatus::OutOfMemory, refusals == 0);
                let expected = match (is_link, status) {
                    (true, GridstarStatus::Ok) => (1, 1),
                    (true, _) => (1, 0),
                    (false, GridstarStatus::Ok) => (5, 0),
                    (false, _) => (4, 0),
                };
                assert_eq!((info.floor_count, info.link_count), expected);
                assert_eq!(floors.links().len(), info.link_count as usize);
            },
        );
        assert_eq!(refusals, 2, "exactly one allocation was expected");
    }
}

/// Fails each allocation of a first search in turn.
#[test]
fn a_search_for_which_there_is_no_memory_says_so_and_the_next_one_is_right() {
    let _turn = turn();
    for (goal, least) in [(GOAL, 10), (OUT_OF_REACH, 2)] {
        let (_grids, floors) = tower();
        let right = floors.find_path(START, goal, None);
        let mut refusals = 0;
        loop {
            // A new thread has no memory for searches yet.
            let statuses = std::thread::scope(|scope| {
                let searches = || {
                    let (mut path, mut result) = (vec![FloorStep::default(); 1000], empty_floor_result());
                    ALLOWED.set(refusals);
                    let first = floors.find_into((START, goal), None, &mut path, &mut result);
                    ALLOWED.set(u64::MAX);
                    (first, floors.find_into((START, goal), None, &mut path, &mut result))
                };
                scope.spawn(searches).join().unwrap()
            });
            assert_eq!(statuses.1, right.status, "after {refusals} allocations");
            if statuses.0 == right.status {
                break;
            }
            assert_eq!(statuses.0, GridstarStatus::OutOfMemory, "after {refusals} allocations");
            refusals += 1;
        }
        assert!(refusals > least, "only {refusals} allocations were refused");
        assert_eq!(floors.find_path(START, goal, None), right);
    }
}

/// A thread's memory for links must grow linearly with their number. It once took 57 KB for each of 2,000 links when
/// the goal could not be reached.
#[test]
fn a_thread_keeps_a_bounded_number_of_bytes_for_each_link() {
    const LINKS: i64 = 2000;
    let _turn = turn();
    let grid = TestGrid::new(128, 128);
    for x in 0..3 {
        assert_eq!(grid.set_cell(Cell::new(x, 2), 1), GridstarStatus::Ok);
        assert_eq!(grid.set_cell(Cell::new(2, x), 1), GridstarStatus::Ok);
    }
    let floors = TestFloors::new([&grid]);
    let mut random = common::random_maps::Random::new(1);
    let mut far = || at(0, random.between(4, 127) as i32, random.between(4, 127) as i32);
    for _ in 0..LINKS {
        floors.add_link(&link_def(far(), far(), 3.0)).unwrap();
    }
    // Allocates the memory of searches within floors and of the copy of the links. The index was derived before.
    assert_eq!(floors.find_path(at(0, 9, 9), at(0, 120, 100), None).status, GridstarStatus::Ok);
    let other = TestFloors::new([&grid]);
    let kept = |floors: &TestFloors, goals: &[FloorCell]| {
        let searches = || {
            let before = LIVE_BYTES.get();
            for &goal in goals {
                let (mut path, mut result) = (vec![FloorStep::default(); 1000], empty_floor_result());
                assert!(floors.find_into((at(0, 5, 5), goal), None, &mut path, &mut result) as i32 >= 0);
            }
            LIVE_BYTES.get() - before
        };
        std::thread::scope(|scope| scope.spawn(searches).join().unwrap())
    };
    let goals = [at(0, 0, 0), at(0, 60, 80), at(0, 126, 127)];
    let of_links = kept(&floors, &goals) - kept(&other, &goals);
    assert!(of_links <= (400 + 100) * LINKS, "{} bytes for each link", of_links / LINKS);
}
