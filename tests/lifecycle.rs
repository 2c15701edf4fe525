//! Memory and the life of grids: what is created is freed, a warm search allocates nothing, and where memory ends there is a status.
//!
//! The allocator of this test counts for each thread by itself, so that tests which run at once don't disturb each other. What counts
//! the grids of the process, or destroys them all, takes turns.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::{PathAnswer, TestGrid, default_grid_def, empty_result};
use common::path_check::check_path;
use common::random_maps::random_map;
use gridstar::ffi::*;
use gridstar::grid::Cell as GridCell;
use gridstar::movement::DiagonalRule;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes that this thread took and did not give back; below 0 where it freed what others took.
    static LIVE_BYTES: Cell<i64> = const { Cell::new(0) };
    /// Allocations of at least so many bytes fail.
    static TOO_LARGE: Cell<usize> = const { Cell::new(usize::MAX) };
    /// So many allocations succeed before one fails.
    static ALLOWED: Cell<u64> = const { Cell::new(u64::MAX) };
}

impl CountingAllocator {
    /// Counts an allocation, or says that it fails.
    fn admit(bytes: usize) -> bool {
        if bytes >= TOO_LARGE.get() || ALLOWED.get() == 0 {
            return false;
        }
        ALLOWED.set(ALLOWED.get() - 1);
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LIVE_BYTES.set(LIVE_BYTES.get() + bytes as i64);
        true
    }
}

// SAFETY: the system's allocator, or null, which says that there is no memory. The thread-locals have no destructors and need no
// allocation themselves.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if Self::admit(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if !Self::admit(new_size) {
            return null_mut();
        }
        LIVE_BYTES.set(LIVE_BYTES.get() - layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(old, layout, new_size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        LIVE_BYTES.set(LIVE_BYTES.get() - layout.size() as i64);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) };
    }
}

/// Held by tests that create grids: others count all of them.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

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
    // The first ones grow the table of grids and this thread's scratch to what they need from then on.
    (0..100).for_each(|_| cycle(64));
    let before = LIVE_BYTES.get();
    for number in 0..5000 {
        cycle(4 + number % 61);
    }
    assert_eq!(LIVE_BYTES.get(), before);
    assert_eq!(gridstar_grid_live_count(), 0);
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
        // SAFETY: the pointer and length of a vector and the pointer of a reference.
        let status = unsafe {
            gridstar_grid_find_path(grid.id(), start.x, start.y, goal.x, goal.y, null(), place, capacity, &mut result)
        };
        assert!(status as i32 >= 0);
        result.length
    };
    for number in 0..1000 {
        ask(number);
    }
    let before = ALLOCATIONS.get();
    let cells_written: u32 = (0..1000).map(&mut ask).sum();
    assert_eq!(ALLOCATIONS.get() - before, 0, "{random}");
    assert!(cells_written > 5000, "the queries ask too little: {cells_written} cells\n{random}");
}

#[test]
fn reading_and_changing_a_grid_allocates_nothing_while_no_search_runs() {
    let _turn = turn();
    let grid = TestGrid::new(32, 32);
    let types = [1; 1024];
    let before = ALLOCATIONS.get();
    for number in 0..100 {
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
    assert_eq!(gridstar_grid_live_count(), 0);
    let grids: Vec<TestGrid> = (1..=40).map(|side| TestGrid::new(side, side)).collect();
    assert_eq!(gridstar_grid_live_count(), 40);
    assert_eq!(gridstar_grid_destroy(grids[7].id()), GridstarStatus::Ok);
    assert_eq!(gridstar_grid_destroy(grids[7].id()), GridstarStatus::InvalidId);
    assert_eq!(gridstar_grid_live_count(), 39);
    drop(grids);
    assert_eq!(gridstar_grid_live_count(), 0);
}

#[test]
fn destroy_all_takes_every_grid_and_says_how_many() {
    let _turn = turn();
    assert_eq!(gridstar_grid_destroy_all(), 0);
    let grids: Vec<TestGrid> = (0..25).map(|_| TestGrid::new(8, 8)).collect();
    assert_eq!(gridstar_grid_destroy(grids[3].id()), GridstarStatus::Ok);
    assert_eq!(gridstar_grid_destroy_all(), 24);
    assert_eq!((gridstar_grid_live_count(), gridstar_grid_destroy_all()), (0, 0));
    for grid in &grids {
        assert_eq!(gridstar_grid_is_valid(grid.id()), 0);
        assert_eq!(grid.get_cell(cell(0, 0)), Err(GridstarStatus::InvalidId));
    }
    // The library goes on as before, and old ids stay dead.
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
    assert_eq!((LIVE_BYTES.get(), gridstar_grid_live_count()), (before, 0));
    assert_eq!(TestGrid::new(1024, 1024).revision(), 0);
}

/// Every allocation of a first search in turn is the one that fails.
#[test]
fn a_search_for_which_there_is_no_memory_says_so_and_the_next_one_is_right() {
    let _turn = turn();
    let random = random_map(2);
    let grid = TestGrid::from_map(&random.map);
    let (start, goal) = (cell(1, 1), cell(random.map.width() - 2, random.map.height() - 2));
    // Warms this thread: it holds buffers for the answer; those of the searches are new threads' own.
    let right = grid.trace_path(start, goal, None);
    assert_eq!(right.status, GridstarStatus::Ok, "{random}");
    let mut refusals = 0;
    loop {
        // A thread of its own has memory of its own for searches.
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

/// A traced search that allocates nothing outside the library.
fn trace_into(grid: &TestGrid, start: GridCell, goal: GridCell, places: &mut [GridCell]) -> GridstarStatus {
    let (path, trace) = places.split_at_mut(2048);
    let mut result = empty_result();
    // SAFETY: the pointers and lengths of slices and the pointer of a reference.
    unsafe {
        gridstar_grid_trace_path(
            grid.id(),
            start.x,
            start.y,
            goal.x,
            goal.y,
            null(),
            path.as_mut_ptr(),
            path.len() as u32,
            trace.as_mut_ptr(),
            trace.len() as u32,
            &mut result,
        )
    }
}

/// Takes a second and 1.6 GB: 1 byte a cell for the grid, 4 for the search and 1 for the test's own map.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "needs 1.6 GB of memory")]
fn the_largest_grid_can_be_created_and_searched_from_corner_to_corner() {
    let _turn = turn();
    let side = GRIDSTAR_MAX_SIDE;
    let grid = TestGrid::new(side, side);
    let last = side as i32 - 1;
    // A wall across, with a gap in its last column.
    let wall = gridstar::grid::Rect { x: 0, y: 8, width: side - 1, height: 1 };
    assert_eq!(grid.fill_rect(wall, 1), GridstarStatus::Ok);
    let PathAnswer { status, path, cost, .. } = grid.find_path(cell(last, 0), cell(0, last), None);
    assert_eq!((status, path.first(), path.last()), (GridstarStatus::Ok, Some(&cell(last, 0)), Some(&cell(0, last))));
    // Eight rows down to the gap, then diagonally, with eight straight steps in the end.
    assert_eq!((cost, path.len()), (f64::from(last - 8) * 1.4 + 16.0, side as usize + 8));
    let mut map = common::cell_map::CellMap::new(side, side);
    (0..last).for_each(|x| map.set_obstacle(cell(x, 8), true));
    check_path(&map, cell(last, 0), cell(0, last), DiagonalRule::Always, &path).unwrap();
}
