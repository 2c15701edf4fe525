//! The memory of a field over terrain goes back to the system in shares, as it is freed. The GNU C library keeps what
//! is freed at the end of its heap and returns up to 64 MB of it at once, which takes milliseconds. So this counts the
//! pages of the process. It is alone in its process, whose other memory stays as it is.

#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def};
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// Bytes of the process in memory.
fn resident() -> i64 {
    let counts = std::fs::read_to_string("/proc/self/statm").unwrap();
    counts.split(' ').nth(1).unwrap().parse::<i64>().unwrap() * 4096
}

/// Frees a large block, after which the C library keeps blocks of that size in its heap, and twice as much free memory.
fn raise_what_the_allocator_keeps() {
    drop(std::hint::black_box(vec![1_u8; 9 << 20]));
}

#[test]
fn no_call_returns_the_memory_of_more_than_a_few_strips() {
    raise_what_the_allocator_keeps();
    let mut random = Random::new(5);
    let side = 1536;
    let grid = TestGrid::new(side, side);
    let types: Vec<u8> =
        (0..side * side).map(|_| if random.percent(15) { 1 } else { 2 + random.below(4) as u8 }).collect();
    assert_eq!(grid.set_cells(&types), Ok);
    let profile = TestProfile::new();
    for (cell_type, multiplier) in [(2, 1.0), (3, 1.5), (4, 3.0), (5, 0.5)] {
        assert_eq!(profile.set_cost(cell_type, multiplier), Ok);
    }
    let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
    let goal = Cell::new((0..).find(|&x| types[x] != 1).unwrap() as i32, 0);
    for build in 0..2 {
        let field = TestField::create(&grid, &[goal], 0, 1, Some(&def)).unwrap();
        let (mut status, mut before) = (StillRunning, resident());
        let (mut peak, mut most) = (before, 0);
        while status == StillRunning {
            status = gridstar_field_advance(field.id(), 10_000);
            let now = resident();
            (peak, most, before) = (peak.max(now), most.max(before - now), now);
        }
        assert_eq!(status, Ok);
        assert!(most <= 2 << 20, "build {build}: a call returned {most} bytes");
        // 12 bytes a cell of costs and charges.
        let strips = 12 * i64::from(side * side);
        assert!(peak - before > strips * 9 / 10, "build {build}: {before} bytes of {peak} are kept");
    }
}
