//! Memory and life cycle of steppers: everything created is freed, and after a failed allocation, which gives a status,
//! the search can go on.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::{TestGrid, default_query_def, order_number, turn};
use common::random_maps::random_map;
use common::stepper::TestStepper;
use counting_allocator::{ALLOWED, LIVE_BYTES, TOO_LARGE, refuse_each_allocation};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::search::Order;

fn dijkstra() -> GridstarQueryDef {
    GridstarQueryDef { order: order_number(Order::Dijkstra), ..default_query_def() }
}

#[test]
fn beginning_and_destroying_steppers_leaves_no_memory_behind() {
    let _turn = turn();
    let grid = TestGrid::new(40, 30);
    let cycle = |steps: u32| {
        let stepper = TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(39, 20), Some(&dijkstra())).unwrap();
        stepper.advance(steps);
        assert_eq!(stepper.open(4).len(), 4.min(stepper.info().unwrap().open_count as usize));
        stepper.changes();
        if steps.is_multiple_of(3) {
            assert_eq!(stepper.finish().status, GridstarStatus::Ok);
        }
    };
    (0..100).for_each(cycle);
    let before = LIVE_BYTES.get();
    (0..2000).for_each(cycle);
    assert_eq!((LIVE_BYTES.get(), gridstar_live_count(GridstarKind::Stepper as u32)), (before, 0));
}

#[test]
fn the_live_count_follows_and_destroy_all_takes_every_stepper_and_no_grid() {
    let _turn = turn();
    let grid = TestGrid::new(8, 8);
    let begin = || TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(7, 7), None).unwrap();
    let steppers: Vec<TestStepper> = (0..25).map(|_| begin()).collect();
    assert_eq!(gridstar_live_count(GridstarKind::Stepper as u32), 25);
    assert_eq!(gridstar_destroy(steppers[3].id()), GridstarStatus::Ok);
    assert_eq!(
        (gridstar_live_count(GridstarKind::Stepper as u32), gridstar_destroy_all(GridstarKind::Stepper as u32)),
        (24, 24)
    );
    assert_eq!(
        (gridstar_live_count(GridstarKind::Stepper as u32), gridstar_destroy_all(GridstarKind::Stepper as u32)),
        (0, 0)
    );
    for stepper in &steppers {
        assert_eq!(
            (stepper.advance(1), gridstar_is_valid(stepper.id(), GridstarKind::Stepper as u32)),
            (GridstarStatus::InvalidId, GridstarStatus::InvalidId)
        );
    }
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(7, 7), None).path.len(), 8);
    let next = begin();
    assert!(steppers.iter().all(|stepper| stepper.id() != next.id()));
}

#[test]
fn a_search_for_which_there_is_no_memory_is_not_begun() {
    let _turn = turn();
    let grid = TestGrid::new(256, 256);
    let before = LIVE_BYTES.get();
    TOO_LARGE.set(1 << 16);
    let refused = TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(7, 7), None);
    TOO_LARGE.set(usize::MAX);
    assert_eq!(refused.err(), Some(GridstarStatus::OutOfMemory));
    assert_eq!((LIVE_BYTES.get(), gridstar_live_count(GridstarKind::Stepper as u32)), (before, 0));
}

/// Fails each allocation of the steps in turn. The search keeps its state, and ends with the same result.
#[test]
fn a_step_for_which_there_is_no_memory_says_so_and_the_search_goes_on_from_there() {
    let _turn = turn();
    let random = random_map(2);
    let grid = TestGrid::from_map(&random.map);
    let (start, goal) = (Cell::new(1, 1), Cell::new(random.map.width() - 2, random.map.height() - 2));
    let begin = || TestStepper::begin(&grid, start, goal, Some(&dijkstra())).unwrap();
    let right = begin().finish();
    assert_eq!(right.status, GridstarStatus::Ok, "{random}");
    let refusals = refuse_each_allocation(
        begin,
        |stepper| stepper.advance(u32::MAX),
        |stepper, status, refusals| {
            let info = stepper.info().unwrap();
            let changes = stepper.changes();
            let expanded = changes.iter().filter(|change| change.kind == GridstarSearchChangeKind::Expanded as u32);
            assert_eq!(expanded.count() as u32, info.expansions, "after {refusals} allocations");
            if status != GridstarStatus::Ok {
                assert_eq!(status, GridstarStatus::OutOfMemory);
                assert_eq!(info.status, GridstarStatus::StillRunning as i32);
            }
            assert_eq!(stepper.finish(), right, "after {refusals} allocations: {random}");
        },
    );
    assert!(refusals > 10, "only {refusals} allocations were refused");
}

#[test]
fn a_list_of_open_cells_for_which_there_is_no_memory_is_refused_and_warm_looks_take_none_but_that() {
    let _turn = turn();
    let grid = TestGrid::new(20, 20);
    let stepper = TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(19, 19), Some(&dijkstra())).unwrap();
    stepper.advance(40);
    let mut places = [GridstarSearchCell::default(); 400];
    let mut count = 0;
    ALLOWED.set(0);
    // SAFETY: pointers from references, and the capacity is the array's length.
    let statuses = unsafe {
        [
            gridstar_stepper_get_open(stepper.id(), 0, places.as_mut_ptr(), 400, &mut count),
            gridstar_stepper_get_cells(
                stepper.id(),
                &GridstarRect { x: 0, y: 0, width: 20, height: 20 },
                places.as_mut_ptr(),
                400,
                &mut count,
            ),
        ]
    };
    ALLOWED.set(u64::MAX);
    assert_eq!(statuses, [GridstarStatus::OutOfMemory, GridstarStatus::Ok]);
    assert_eq!(stepper.open(0).len(), stepper.info().unwrap().open_count as usize);
}

#[test]
fn an_id_of_a_stepper_is_none_of_a_grid_or_of_floors_and_the_other_way_round() {
    let _turn = turn();
    let grids: Vec<TestGrid> = (0..20).map(|_| TestGrid::new(4, 4)).collect();
    let begin = |grid: &TestGrid| TestStepper::begin(grid, Cell::new(0, 0), Cell::new(3, 3), None).unwrap();
    let steppers: Vec<TestStepper> = grids.iter().map(begin).collect();
    for stepper in &steppers {
        let id = stepper.id();
        assert_eq!(
            (
                gridstar_is_valid(id, GridstarKind::Stepper as u32),
                gridstar_is_valid(id, GridstarKind::Grid as u32),
                gridstar_is_valid(id, GridstarKind::Floors as u32)
            ),
            (GridstarStatus::Ok, GridstarStatus::InvalidId, GridstarStatus::InvalidId)
        );
        assert_eq!(gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, 1, 1, 1), GridstarStatus::InvalidId);
    }
    assert!(
        grids
            .iter()
            .all(|grid| gridstar_is_valid(grid.id(), GridstarKind::Stepper as u32) == GridstarStatus::InvalidId)
    );
}
