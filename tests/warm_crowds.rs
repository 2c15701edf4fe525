//! A crowd that has ticked takes no more memory, also where its agents come to stand in a crowd.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use counting_allocator::ALLOCATIONS;
use gridstar::ffi::*;

const SIDE: u32 = 100;

/// Enough agents for several threads.
const AGENTS: usize = 2500;

#[test]
fn ticks_of_a_warm_crowd_take_no_memory() {
    for threads in [0, 1] {
        assert_eq!(gridstar_work_set_threads(threads), GridstarStatus::Ok);
        let grid = TestGrid::new(SIDE, SIDE);
        let crowd = TestCrowd::new(&grid);
        let spread = |i: usize| crowd_agent(1.0 + 1.9 * (i % 50) as f32, 1.0 + 1.9 * (i / 50) as f32);
        crowd.add(&(0..AGENTS).map(spread).collect::<Vec<_>>()).unwrap();
        let mut places = vec![[0.0_f32; 2]; AGENTS];
        let (mut wishes, mut velocities) = (places.clone(), places.clone());
        let mut taken = 0;
        for tick in 0..200 {
            if tick == 100 {
                // A wall with a passage of one cell, for which the crowd keeps a gate.
                for (y, height) in [(0, 49), (50, 50)] {
                    assert_eq!(
                        common::abi::fill_cells(grid.id(), GridstarCellPlane::Types, (50, y, 1, height), 1),
                        GridstarStatus::Ok
                    );
                }
            }
            let before = ALLOCATIONS.get();
            let mut count = 0;
            // SAFETY: pointers and lengths of arrays of two floats, and the pointer of a living number.
            let status = unsafe {
                let (positions, velocities) = (places.as_mut_ptr().cast(), velocities.as_mut_ptr().cast());
                let (wishes, room) = (wishes.as_ptr().cast(), AGENTS as u32);
                gridstar_crowd_tick(crowd.id(), 0.05, wishes, room, positions, velocities, room, &raw mut count)
            };
            assert_eq!((status, count), (GridstarStatus::Ok, AGENTS as u32));
            // The first tick, and the one that sees the new walls, may take memory.
            if tick != 0 && tick != 100 {
                taken += ALLOCATIONS.get() - before;
            }
            let middle = SIDE as f32 / 2.0;
            wishes.iter_mut().zip(&places).for_each(|(wish, at)| *wish = at.map(|part| middle - part));
        }
        assert_eq!(taken, 0, "allocations with {threads} threads");
        let near = places.iter().filter(|at| (at[0] - 50.0).hypot(at[1] - 50.0) < 25.0).count();
        assert!(near > AGENTS / 2, "{near} agents have come to the middle");
    }
}
