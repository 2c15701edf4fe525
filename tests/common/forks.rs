//! Calls for forks, and random numbers as places in lists.

use super::abi::TestGrid;
use super::random_maps::Random;
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;
use gridstar::grid::Rect;

/// Random numbers as places in lists.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Random::of_bytes(bytes))
    }

    pub fn has_bytes(&self) -> bool {
        self.0.has_bytes()
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end as u32) as usize
    }
}

pub fn hash(grid: &TestGrid) -> u64 {
    let mut hash = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_get_hash(grid.id(), &mut hash) }, Ok);
    hash
}

pub fn fork(grid: &TestGrid) -> TestGrid {
    let mut id = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_fork(grid.id(), &mut id) }, Ok);
    TestGrid::of_id(id)
}

pub fn restore(grid: &TestGrid, from: &TestGrid) -> GridstarStatus {
    gridstar_grid_restore(grid.id(), from.id())
}

pub fn difference(one: &TestGrid, other: &TestGrid) -> GridstarDifference {
    let mut found = GridstarDifference {
        struct_size: size_of::<GridstarDifference>() as u32,
        is_different: 7,
        plane: 7,
        x: 7,
        y: 7,
        value: 7,
        other_value: 7,
        reserved: 7,
    };
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_find_difference(one.id(), other.id(), &mut found) }, Ok);
    found
}

pub fn fill(grid: &TestGrid, plane: GridstarCellPlane, rect: Rect, value: u8) -> GridstarStatus {
    // SAFETY: the pointer comes from a reference.
    unsafe { gridstar_grid_fill_cells(grid.id(), plane as u32, &rect.into(), value.into()) }
}
