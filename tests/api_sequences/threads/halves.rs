//! Two editors of one grid, each with one half of the columns. A read of a half must show a state of that half, never
//! an older one than the read before. The order of the two editors is open, so a revision does not determine a map.

use common::abi::TestGrid;
use common::random_maps::Random;
use common::sequence::tally::{self, Function};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

const HALF: u32 = 9;
const HEIGHT: u32 = 14;
const EDITS: usize = 150;

/// The cells of a half after each of its edits.
struct Half {
    x: i32,
    states: Mutex<Vec<Vec<u8>>>,
}

pub(super) fn run(seed: u64) {
    let grid = TestGrid::new(2 * HALF, HEIGHT);
    let start = vec![vec![0; (HALF * HEIGHT) as usize]];
    let halves = [0, HALF as i32].map(|x| Half { x, states: Mutex::new(start.clone()) });
    let editing = AtomicU32::new(2);
    std::thread::scope(|scope| {
        for (number, half) in halves.iter().enumerate() {
            let (grid, editing) = (&grid, &editing);
            scope.spawn(move || {
                let _done = Done(editing);
                edit(grid, half, seed.wrapping_mul(10) + number as u64);
            });
        }
        for _ in 0..2 {
            scope.spawn(|| read(&grid, &halves, &editing, seed));
        }
    });
    let changes: usize = halves.iter().map(|half| half.states.lock().unwrap().len() - 1).sum();
    assert_eq!(grid.revision(), changes as u64, "seed {seed}: wrong number of edits");
}

struct Done<'a>(&'a AtomicU32);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

fn edit(grid: &TestGrid, half: &Half, seed: u64) {
    let mut random = Random::new(seed);
    let mut state = vec![0; (HALF * HEIGHT) as usize];
    for _ in 0..EDITS {
        let (x, y) = (random.below(HALF), random.below(HEIGHT));
        let place = &mut state[(y * HALF + x) as usize];
        *place = 1 - *place;
        let cell_type = u32::from(*place);
        half.states.lock().unwrap().push(state.clone());
        tally::made(Function::gridstar_grid_set_cell);
        assert_eq!(grid.set_cell(Cell::new(half.x + x as i32, y as i32), cell_type), GridstarStatus::Ok);
    }
}

fn read(grid: &TestGrid, halves: &[Half; 2], editing: &AtomicU32, seed: u64) {
    let (mut newest, mut revision) = ([0; 2], 0);
    while editing.load(SeqCst) > 0 {
        let answer = grid.find_path(Cell::new(0, 0), Cell::new(2 * HALF as i32 - 1, HEIGHT as i32 - 1), None);
        tally::made(Function::gridstar_grid_find_path);
        assert!(answer.status as i32 >= 0 && answer.revision >= revision, "seed {seed}: {answer:?} after {revision}");
        revision = answer.revision;
        tally::made(Function::gridstar_grid_get_cells);
        let whole = Rect { x: 0, y: 0, width: 2 * HALF, height: HEIGHT };
        let types = grid.get_rect(whole).unwrap();
        for (half, newest) in halves.iter().zip(&mut newest) {
            let rows = types.chunks(2 * HALF as usize);
            let seen: Vec<u8> = rows.flat_map(|row| &row[half.x as usize..][..HALF as usize]).copied().collect();
            let states = half.states.lock().unwrap();
            let found = (*newest..states.len()).find(|&state| states[state] == seen);
            *newest = found.unwrap_or_else(|| panic!("seed {seed}: {seen:?} is not a state since number {newest}"));
        }
        tally::compared(Function::gridstar_grid_get_cells);
    }
}
