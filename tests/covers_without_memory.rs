//! Covers end without memory, however many there are and whatever is under way.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::TestGrid;
use common::cover::TestCover;
use common::random_maps::Random;
use common::stepper::TestStepper;
use counting_allocator::ALLOWED;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

fn random_rect(random: &mut Random) -> Rect {
    let (x, y) = (random.below(40) as i32, random.below(40) as i32);
    Rect { x, y, width: random.between(1, 5), height: random.between(1, 5) }
}

/// While a stepper holds the grid's state or not, with edits that wait and without.
#[test]
fn covers_are_destroyed_without_memory() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let grid = TestGrid::new(40, 40);
        let covers: Vec<_> = (0..random.between(1, 60)).map(|_| TestCover::new(&grid)).collect();
        let mut steppers = Vec::new();
        for _ in 0..random.below(200) {
            let which = random.below(covers.len() as u32) as usize;
            let rects: Vec<Rect> = (0..random.below(4)).map(|_| random_rect(&mut random)).collect();
            assert_eq!(covers[which].set_rects(&rects), Ok);
            if random.percent(5) {
                assert!(grid.find_path(Cell::new(0, 0), Cell::new(39, 39), None).status as i32 >= 0);
            }
            if random.percent(3) {
                steppers.push(TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(39, 39), None).unwrap());
            }
        }
        for (number, cover) in covers.iter().enumerate() {
            ALLOWED.set(0);
            let status = gridstar_destroy(cover.id());
            ALLOWED.set(u64::MAX);
            assert_eq!(status, Ok, "seed {seed}, cover {number}");
        }
        let none = grid.covers(Rect { x: 0, y: 0, width: 40, height: 40 }).unwrap();
        assert!(none.iter().all(|&count| count == 0), "seed {seed}");
        assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(39, 39), None).status, Ok, "seed {seed}");
    }
}
