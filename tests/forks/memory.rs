//! Memory of forks: next to nothing until a search follows an edit, and then what the edited grid cannot share.

use crate::counting_allocator::LIVE_BYTES;
use common::abi::TestGrid;
use common::forks::{fork, restore};
use common::random_maps::Random;
use gridstar::ffi::GridstarStatus::{NoPath, Ok};
use gridstar::grid::{Cell, Rect};

/// Most bytes of a fork that shares all cells, and of one that was restored besides: a list of what edits changed.
const FRESH: i64 = 1024;
const RESTORED: i64 = 4096;

/// Most bytes for each cell of a fork with edits of its own, as the same table says.
const EDITED: f64 = 5.5;

/// A map of one obstacle in ten cells and a cell that is shut in, with all that searches derive from it: jump points
/// and, because no path is found, components.
fn searched_grid(side: u32) -> TestGrid {
    let grid = TestGrid::new(side, side);
    let mut random = Random::new(u64::from(side));
    let types: Vec<u8> = (0..side * side).map(|_| u8::from(random.percent(10))).collect();
    assert_eq!(grid.set_cells(&types), Ok);
    let (middle, corner) = (side as i32 / 2, side as i32 - 1);
    assert_eq!(grid.fill_rect(Rect { x: middle - 1, y: middle - 1, width: 3, height: 3 }, 1), Ok);
    for cell in [Cell::new(0, 0), Cell::new(middle, middle), Cell::new(corner, corner)] {
        assert_eq!(grid.set_cell(cell, 0), Ok);
    }
    search(&grid);
    grid
}

/// Searches a path from corner to corner and one that there is not.
fn search(grid: &TestGrid) {
    let info = grid.info().unwrap();
    let (middle, corner) = (info.width as i32 / 2, info.width as i32 - 1);
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(corner, corner), None).status, Ok);
    for _ in 0..4 {
        assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(middle, middle), None).status, NoPath);
    }
}

/// Bytes that a piece of work leaves behind.
fn left_by<T>(work: impl FnOnce() -> T) -> (i64, T) {
    let before = LIVE_BYTES.get();
    let made = work();
    (LIVE_BYTES.get() - before, made)
}

/// Closes or opens cells here and there, and searches, as a game would after each.
fn edit(grid: &TestGrid, count: u32, random: &mut Random) {
    let side = grid.info().unwrap().width;
    for _ in 0..count {
        let (x, y) = (random.between(1, side - 2) as i32, random.between(1, side - 2) as i32);
        if (x - side as i32 / 2).abs() > 1 || (y - side as i32 / 2).abs() > 1 {
            let now = grid.get_cell(Cell::new(x, y)).unwrap();
            assert_eq!(grid.set_cell(Cell::new(x, y), 1 - now), Ok);
        }
    }
    search(grid);
}

/// The figures of the manual, which `GRIDSTAR_FORK_SIDES="256 1024 2048" cargo test --test forks eight -- --nocapture`
/// prints.
#[test]
fn eight_forks_take_next_to_nothing_until_they_are_edited_and_then_what_a_grid_takes_at_most() {
    let sides = std::env::var("GRIDSTAR_FORK_SIDES").unwrap_or_else(|_| "64 256".to_owned());
    for side in sides.split_whitespace().map(|side| side.parse::<u32>().unwrap()) {
        // The first grid grows tables and this thread's memory for searches.
        drop(searched_grid(side));
        let (whole, grid) = left_by(|| searched_grid(side));
        let mut random = Random::new(7);
        let (fresh, forks) = left_by(|| {
            let forks: Vec<TestGrid> = (0..8).map(|_| fork(&grid)).collect();
            forks.iter().for_each(search);
            forks
        });
        let (restored, ()) = left_by(|| forks.iter().for_each(|fork| assert_eq!(restore(fork, &grid), Ok)));
        let (first, ()) = left_by(|| forks.iter().for_each(|fork| edit(fork, 1, &mut random)));
        let (hundred, ()) = left_by(|| forks.iter().for_each(|fork| edit(fork, 99, &mut random)));
        let (ring, ()) = left_by(|| {
            for tick in 0..24 {
                assert_eq!(restore(&forks[tick % 8], &grid), Ok);
                edit(&grid, 1, &mut random);
            }
        });
        let cells = f64::from(side * side);
        let edited = [first, first + hundred].map(|bytes| bytes as f64 / 8.0 / cells);
        let told = forks[0].info().unwrap().bytes;
        println!(
            "{side} x {side}: the grid {whole}, eight forks {fresh}, restored {restored} more, after an edit each \
             {first} more, after 100 {hundred} more, in a ring {ring} more: {edited:.2?} bytes a cell; a fork tells of \
             {told}"
        );
        assert!(fresh <= 8 * FRESH, "seed 7, {side}: eight fresh forks take {fresh} bytes");
        assert!(fresh + restored <= 8 * RESTORED, "seed 7, {side}: once restored, they take {restored} bytes more");
        assert!(edited.iter().all(|&bytes| bytes <= EDITED), "seed 7, {side}: {edited:?} bytes a cell");
        assert!(ring < whole, "seed 7, {side}: a ring of forks takes {ring} bytes more than forks that were edited");
    }
}
