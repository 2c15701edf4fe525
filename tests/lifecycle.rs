//! Memory and life cycle of grids: everything created is freed, a repeated search allocates nothing, and a failed
//! allocation gives a status.
//!
//! Tests that count or destroy all grids of the process take turns.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
mod counting_allocator;

use common::abi::{PathAnswer, TestGrid, default_grid_def, empty_result, turn};
use common::cell_map::CellMap;
use common::cover::TestCover;
use common::floors::TestFloors;
use common::path_check::check_path;
use common::profile::TestProfile;
use common::random_maps::{Random, random_map};
use common::reference::{UnitCosts, costs_from};
use counting_allocator::{ALLOCATIONS, ALLOWED, LIVE_BYTES, TOO_LARGE, refuse_each_allocation};
use gridstar::ffi::*;
use gridstar::grid::{Cell as GridCell, Rect};
use gridstar::movement::DiagonalRule;
use std::ptr::null;

fn cell(x: i32, y: i32) -> GridCell {
    GridCell::new(x, y)
}

#[test]
fn creating_and_destroying_grids_leaves_no_memory_behind() {
    let _turn = turn();
    let cycle = |side: u32| {
        let grid = TestGrid::new(side, side + 3);
        assert_eq!(grid.set_cell(cell(1, 1), 1), GridstarStatus::Ok);
        let goal = cell(side as i32 - 1, side as i32 - 1);
        assert_eq!(grid.find_path(cell(0, 0), goal, None).status, GridstarStatus::Ok);
    };
    // The first cycles grow the table of grids and this thread's scratch to their final size.
    (0..100).for_each(|_| cycle(64));
    let before = LIVE_BYTES.get();
    for number in 0..5000 {
        cycle(4 + number % 61);
    }
    assert_eq!(LIVE_BYTES.get(), before);
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 0);
}

#[test]
fn every_search_that_is_refused_or_finds_nothing_leaves_no_memory_behind() {
    let _turn = turn();
    let random = random_map(1);
    let grid = TestGrid::from_map(&random.map);
    let ask_all = || {
        for goal in random.map.cells() {
            grid.find_path(cell(0, 0), goal, None);
            grid.trace_path(cell(0, 0), goal, None);
        }
        grid.find_path(cell(-1, 0), cell(0, 0), None);
    };
    ask_all();
    let before = LIVE_BYTES.get();
    ask_all();
    assert_eq!(LIVE_BYTES.get(), before, "{random}");
}

#[test]
fn a_warm_search_allocates_nothing() {
    let _turn = turn();
    let random = random_map(9);
    let grid = TestGrid::from_map(&random.map);
    let cells: Vec<GridCell> = random.map.cells().collect();
    let mut path = vec![GridCell::default(); cells.len()];
    let mut ask = |number: usize| {
        let (start, goal) = (cells[number * 7 % cells.len()], cells[number * 13 % cells.len()]);
        let (place, capacity, mut result) = (path.as_mut_ptr(), path.len() as u32, empty_result());
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = unsafe { gridstar_grid_find_path(grid.id(), &start, &goal, null(), place, capacity, &mut result) };
        assert!(status as i32 >= 0);
        result.length
    };
    for number in 0..1000 {
        ask(number);
    }
    let before = ALLOCATIONS.get();
    let cells_written: u32 = (0..1000).map(&mut ask).sum();
    assert_eq!(ALLOCATIONS.get() - before, 0, "{random}");
    assert!(cells_written > 5000, "the queries are too easy: {cells_written} cells\n{random}");
}

#[test]
fn reading_and_changing_a_grid_allocates_nothing_while_no_search_runs() {
    let _turn = turn();
    let grid = TestGrid::new(32, 32);
    let types = [1; 1024];
    let mut before = ALLOCATIONS.get();
    for number in 0..2000 {
        // The first edits grow the log, and the first 4096 grow the list of what they changed.
        if number == 1500 {
            before = ALLOCATIONS.get();
        }
        assert_eq!(grid.set_cell(cell(number % 32, 5), 1), GridstarStatus::Ok);
        assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
        assert_eq!(grid.fill_rect(gridstar::grid::Rect { x: 1, y: 2, width: 3, height: 4 }, 0), GridstarStatus::Ok);
        assert_eq!(grid.get_cell(cell(1, 2)), Ok(0));
        assert_eq!(grid.cell_at([1.5, 0.0, 1.5]).1, cell(1, 1));
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
}

#[test]
fn the_live_count_follows_creation_and_destruction() {
    let _turn = turn();
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 0);
    let grids: Vec<TestGrid> = (1..=40).map(|side| TestGrid::new(side, side)).collect();
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 40);
    assert_eq!(gridstar_destroy(grids[7].id()), GridstarStatus::Ok);
    assert_eq!(gridstar_destroy(grids[7].id()), GridstarStatus::InvalidId);
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 39);
    drop(grids);
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), 0);
}

#[test]
fn destroy_all_takes_every_grid_and_says_how_many() {
    let _turn = turn();
    assert_eq!(gridstar_destroy_all(GridstarKind::Grid as u32), 0);
    let grids: Vec<TestGrid> = (0..25).map(|_| TestGrid::new(8, 8)).collect();
    assert_eq!(gridstar_destroy(grids[3].id()), GridstarStatus::Ok);
    assert_eq!(gridstar_destroy_all(GridstarKind::Grid as u32), 24);
    assert_eq!(
        (gridstar_live_count(GridstarKind::Grid as u32), gridstar_destroy_all(GridstarKind::Grid as u32)),
        (0, 0)
    );
    for grid in &grids {
        assert_eq!(gridstar_is_valid(grid.id(), GridstarKind::Grid as u32), GridstarStatus::InvalidId);
        assert_eq!(grid.get_cell(cell(0, 0)), Err(GridstarStatus::InvalidId));
    }
    // The library stays usable, and old ids stay invalid.
    let next = TestGrid::new(8, 8);
    assert!(grids.iter().all(|grid| grid.id() != next.id()));
    assert_eq!(next.find_path(cell(0, 0), cell(7, 7), None).path.len(), 8);
}

#[test]
fn a_grid_for_which_there_is_no_memory_is_refused_and_nothing_is_created() {
    let _turn = turn();
    let before = LIVE_BYTES.get();
    TOO_LARGE.set(1 << 20);
    let refused = TestGrid::with_def(&default_grid_def(1024, 1024));
    TOO_LARGE.set(usize::MAX);
    assert_eq!(refused.err(), Some(GridstarStatus::OutOfMemory));
    assert_eq!((LIVE_BYTES.get(), gridstar_live_count(GridstarKind::Grid as u32)), (before, 0));
    assert_eq!(TestGrid::new(1024, 1024).revision(), 0);
}

/// Fails each allocation of a first search in turn.
#[test]
fn a_search_for_which_there_is_no_memory_says_so_and_the_next_one_is_right() {
    let _turn = turn();
    let random = random_map(2);
    let grid = TestGrid::from_map(&random.map);
    let (start, goal) = (cell(1, 1), cell(random.map.width() - 2, random.map.height() - 2));
    // Allocates this thread's buffers for the answer. The searches below run on new threads, with buffers of their own.
    let right = grid.trace_path(start, goal, None);
    assert_eq!(right.status, GridstarStatus::Ok, "{random}");
    let mut refusals = 0;
    loop {
        // A new thread has no memory for searches yet.
        let (first, second) = std::thread::scope(|scope| {
            let searches = || {
                let mut places = vec![GridCell::default(); 4096];
                ALLOWED.set(refusals);
                let first = trace_into(&grid, start, goal, &mut places);
                ALLOWED.set(u64::MAX);
                (first, trace_into(&grid, start, goal, &mut places))
            };
            scope.spawn(searches).join().unwrap()
        });
        assert_eq!(second, GridstarStatus::Ok, "after {refusals} allocations: {random}");
        if first == GridstarStatus::Ok {
            break;
        }
        assert_eq!(first, GridstarStatus::OutOfMemory, "after {refusals} allocations: {random}");
        refusals += 1;
    }
    assert!(refusals > 5, "only {refusals} allocations were refused");
    assert_eq!(grid.trace_path(start, goal, None), right, "{random}");
}

/// A traced search. Only the library allocates.
fn trace_into(grid: &TestGrid, start: GridCell, goal: GridCell, places: &mut [GridCell]) -> GridstarStatus {
    let trace = places;
    let mut result = empty_result();
    // SAFETY: pointers and lengths of slices, and a pointer from a reference.
    unsafe {
        gridstar_grid_trace_path(grid.id(), &start, &goal, null(), trace.as_mut_ptr(), trace.len() as u32, &mut result)
    }
}

/// A map of scattered obstacles with a walkable first cell, and a cell that is walled in.
fn scattered_map() -> (CellMap, GridCell) {
    let (mut map, mut random) = (CellMap::new(70, 90), Random::new(12));
    for cell in map.cells().skip(1) {
        map.set_obstacle(cell, random.percent(15));
    }
    let corner = cell(map.width() - 1, 0);
    for (dx, dy) in [(-1, 0), (-1, 1), (0, 1), (0, 0)] {
        map.set_obstacle(cell(corner.x + dx, corner.y + dy), (dx, dy) != (0, 0));
    }
    map.set_obstacle(cell(0, map.height() - 1), false);
    (map, corner)
}

/// A grid of the map, with this engine.
fn grid_with(map: &CellMap, engine: GridstarEngine) -> TestGrid {
    let def = GridstarGridDef { engine: engine as u32, ..default_grid_def(map.width() as u32, map.height() as u32) };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
    grid
}

/// Checks paths from `start` to walkable cells all over the map.
fn assert_right(grid: &TestGrid, map: &CellMap, start: GridCell, when: &str) {
    let costs = costs_from(map, start, DiagonalRule::Always, UnitCosts { straight: 5, diagonal: 7 }, None);
    for goal in map.cells().filter(|&goal| map.is_walkable(goal)).step_by(23) {
        let answer = grid.find_path(start, goal, None);
        let (status, fifths) = match costs[map.index(goal)] {
            Some(fifths) => (GridstarStatus::Ok, fifths),
            None => (GridstarStatus::NoPath, 0),
        };
        assert_eq!(answer.status, status, "{start:?} to {goal:?}, {when}");
        assert!((answer.cost - fifths as f64 / 5.0).abs() < 1e-9, "{start:?} to {goal:?}: {}, {when}", answer.cost);
    }
}

#[test]
fn a_first_search_by_landmarks_for_which_there_is_no_memory_says_so_and_the_next_one_is_right() {
    let _turn = turn();
    let (map, corner) = scattered_map();
    for goal in [cell(0, map.height() - 1), corner] {
        let refusals = refuse_each_allocation(
            || (grid_with(&map, GridstarEngine::Landmarks), vec![GridCell::default(); 4096]),
            |(grid, places)| trace_into(grid, cell(0, 0), goal, places),
            |(grid, _), status, refusals| {
                let when = format!("{status:?} after {refusals} allocations: {map}");
                let right = if goal == corner { GridstarStatus::NoPath } else { GridstarStatus::Ok };
                assert!([right, GridstarStatus::OutOfMemory].contains(&status), "{when}");
                assert_right(&grid, &map, cell(0, 0), &when);
            },
        );
        assert!(refusals > 10, "only {refusals} allocations were refused");
    }
}

#[test]
fn an_engine_for_which_there_is_no_memory_is_refused_and_the_one_before_answers() {
    let _turn = turn();
    let (map, _) = scattered_map();
    for engine in [GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
        let prepare = |grid: &TestGrid| gridstar_grid_prepare(grid.id(), engine as u32, 0);
        let refusals = refuse_each_allocation(
            || grid_with(&map, GridstarEngine::AStar),
            |grid| prepare(grid),
            |grid, status, refusals| {
                let when = format!("{engine:?}, {status:?} after {refusals} allocations: {map}");
                let now = if status == GridstarStatus::Ok { engine } else { GridstarEngine::AStar };
                assert!([GridstarStatus::Ok, GridstarStatus::OutOfMemory].contains(&status), "{when}");
                assert_eq!(grid.info().unwrap().engine, now as u32, "{when}");
                assert_right(&grid, &map, cell(0, 0), &when);
            },
        );
        assert!(refusals > 3, "only {refusals} allocations were refused for {engine:?}");
    }
}

/// With jump points, components and landmarks derived, each edit has to update them or drop them.
#[test]
fn an_edit_without_the_memory_to_update_what_is_prepared_is_right_all_the_same() {
    let _turn = turn();
    let (map, corner) = scattered_map();
    let cells: Vec<GridCell> = map.cells().collect();
    let mut refusals = 0;
    for edited in [cell(corner.x - 1, 0), corner].into_iter().chain((1..30).map(|i| cells[i * 41 % cells.len()])) {
        let mut edited_map = map.clone();
        let closes = map.is_walkable(edited);
        edited_map.set_obstacle(edited, closes);
        refusals += refuse_each_allocation(
            || {
                let grid = grid_with(&map, GridstarEngine::Landmarks);
                assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 0), GridstarStatus::Ok);
                assert_eq!(grid.find_path(cell(0, 0), corner, None).status, GridstarStatus::NoPath);
                assert_eq!(grid.info().unwrap().prepared, 7, "not all is prepared: {map}");
                grid
            },
            |grid| grid.set_cell(edited, closes.into()),
            |grid, status, refusals| {
                let when = format!("{edited:?} set to {closes} after {refusals} allocations: {map}");
                assert_eq!(status, GridstarStatus::Ok, "{when}");
                assert_eq!(grid.get_cell(edited), Ok(closes.into()), "{when}");
                assert_right(&grid, &edited_map, cell(0, 0), &when);
            },
        );
    }
    assert!(refusals > 10, "only {refusals} allocations were refused");
}

/// Takes two seconds and 2.4 GB, of which half is touched. For each cell: 3.75 bytes for the grid with its jump points,
/// 4 for the search and 1 for the test's map.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "needs 2.4 GB of memory")]
fn the_largest_grid_can_be_created_and_searched_from_corner_to_corner() {
    let _turn = turn();
    let side = GRIDSTAR_MAX_SIDE;
    let grid = TestGrid::new(side, side);
    let last = side as i32 - 1;
    // A wall with a gap in its last column.
    let wall = gridstar::grid::Rect { x: 0, y: 8, width: side - 1, height: 1 };
    assert_eq!(grid.fill_rect(wall, 1), GridstarStatus::Ok);
    let PathAnswer { status, path, cost, .. } = grid.find_path(cell(last, 0), cell(0, last), None);
    assert_eq!((status, path.first(), path.last()), (GridstarStatus::Ok, Some(&cell(last, 0)), Some(&cell(0, last))));
    // Eight rows down to the gap, then diagonal steps, then eight straight steps.
    assert_eq!((cost, path.len()), (f64::from(last - 8) * 1.4 + 16.0, side as usize + 8));
    let mut map = common::cell_map::CellMap::new(side, side);
    (0..last).for_each(|x| map.set_obstacle(cell(x, 8), true));
    check_path(&map, cell(last, 0), cell(0, last), DiagonalRule::Always, &path).unwrap();
}

#[test]
fn each_kind_counts_and_destroys_its_own_objects_and_any_all_of_them() {
    let _turn = turn();
    gridstar_destroy_all(GridstarKind::Any as u32);
    let grids = [TestGrid::new(8, 8), TestGrid::new(8, 8)];
    let (covers, floors) = ([TestCover::new(&grids[0]), TestCover::new(&grids[0])], TestFloors::new(&grids));
    let (profile, all) = (TestProfile::new(), Rect { x: 0, y: 0, width: 8, height: 8 });
    for cover in &covers {
        assert_eq!(cover.set_rects(&[all]), GridstarStatus::Ok);
    }
    let counts = || {
        let kinds = [GridstarKind::Any, GridstarKind::Grid, GridstarKind::Floors, GridstarKind::Profile];
        let [any, grids, floors, profiles] = kinds.map(|kind| gridstar_live_count(kind as u32));
        (any, grids, floors, profiles, gridstar_live_count(GridstarKind::Cover as u32))
    };
    assert_eq!(counts(), (6, 2, 1, 1, 2));
    for unknown in [11, 16, u32::MAX] {
        assert_eq!((gridstar_live_count(unknown), gridstar_destroy_all(unknown)), (0, 0));
        assert_eq!(gridstar_is_valid(grids[0].id(), unknown), GridstarStatus::UnknownKind);
    }
    assert_eq!(gridstar_destroy_all(GridstarKind::Cover as u32), 2);
    assert_eq!(counts(), (4, 2, 1, 1, 0));
    assert_eq!(grids[0].covers(all).unwrap(), [0; 64], "covered cells stay behind");
    let last = TestCover::new(&grids[0]);
    assert_eq!(last.set_rects(&[all]), GridstarStatus::Ok);
    assert_eq!(gridstar_is_valid(floors.id(), GridstarKind::Any as u32), GridstarStatus::Ok);
    assert_eq!(gridstar_is_valid(floors.id(), GridstarKind::Profile as u32), GridstarStatus::InvalidProfile);
    assert_eq!((gridstar_destroy_all(GridstarKind::Any as u32), counts()), (5, (0, 0, 0, 0, 0)));
    for (id, status) in [
        (grids[0].id(), GridstarStatus::InvalidId),
        (floors.id(), GridstarStatus::InvalidId),
        (profile.id(), GridstarStatus::InvalidProfile),
        (last.id(), GridstarStatus::InvalidCover),
        (0, GridstarStatus::InvalidId),
        (u64::MAX, GridstarStatus::InvalidId),
    ] {
        assert_eq!(
            (gridstar_is_valid(id, GridstarKind::Any as u32), gridstar_destroy(id)),
            (status, status),
            "{id:#x}"
        );
    }
}
