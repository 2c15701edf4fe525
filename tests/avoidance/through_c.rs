//! Crowds behind the C functions: the pool's threads, edits, profiles, and objects that were destroyed.

use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

const SIDE: u32 = 128;

/// The hash after some ticks of enough agents for several threads.
fn hash_by(threads: u32) -> u64 {
    assert_eq!(gridstar_work_set_threads(threads), Ok);
    let grid = TestGrid::new(SIDE, SIDE);
    let crowd = TestCrowd::new(&grid);
    let agents: Vec<_> =
        (0..5000).map(|i| crowd_agent(1.5 + 1.7 * (i % 72) as f32, 1.5 + 1.7 * (i / 72) as f32)).collect();
    assert_eq!(crowd.add(&agents).unwrap().len(), 5000);
    let wishes: Vec<[f32; 2]> = (0..5000).map(|i| [[2.0, 0.5], [-1.5, 1.0], [0.0, -2.0]][i % 3]).collect();
    for _ in 0..30 {
        crowd.tick(0.05, &wishes).unwrap();
    }
    crowd.info().unwrap().hash
}

#[test]
fn any_threads_of_the_pool_give_the_same_bits() {
    let hashes = [0, 1, 2, 3].map(hash_by);
    assert_eq!(hashes, [hashes[0]; 4]);
}

#[test]
fn edits_count_at_the_next_tick_and_move_who_stands_in_a_wall() {
    let grid = TestGrid::new(8, 3);
    let crowd = TestCrowd::new(&grid);
    crowd.add(&[crowd_agent(2.5, 1.5)]).unwrap();
    // SAFETY: no pointers.
    assert_eq!(common::abi::fill_cells(grid.id(), GridstarCellPlane::Types, (0, 0, 6, 3), 1), Ok);
    let (positions, velocities) = crowd.tick(0.0, &[]).unwrap();
    assert!(positions[0][0] >= 6.0, "{positions:?}");
    assert_eq!((velocities[0], crowd.info().unwrap().steps), ([0.0; 2], 0));
}

#[test]
fn a_destroyed_grid_or_profile_is_a_status_and_agents_can_still_be_removed() {
    let (grid, mut profile, mut crowd) = (TestGrid::new(4, 4), 0, 0);
    let by_profile = {
        // SAFETY: pointers of references.
        unsafe {
            assert_eq!(gridstar_profile_create(&mut profile), Ok);
            let mut def = std::mem::zeroed();
            assert_eq!(gridstar_query_def_default(&mut def, size_of::<GridstarQueryDef>() as u32), Ok);
            def.profile = profile;
            assert_eq!(gridstar_crowd_create(grid.id(), &def, &mut crowd), Ok);
        }
        crowd
    };
    let of_grid = TestCrowd::new(&grid);
    of_grid.add(&[crowd_agent(1.5, 1.5)]).unwrap();
    assert_eq!(gridstar_destroy(profile), Ok);
    let tick = |crowd: u64| {
        let (mut to, mut moved, mut count) = ([7.0_f32; 2], [7.0_f32; 2], 9);
        // SAFETY: pointers and lengths of arrays; null with a length of 0; the last pointer comes from a reference.
        let status =
            unsafe { gridstar_crowd_tick(crowd, 0.1, null(), 0, to.as_mut_ptr(), moved.as_mut_ptr(), 1, &mut count) };
        assert!(status == Ok || (to, moved, count) == ([7.0; 2], [7.0; 2], 9));
        status
    };
    assert_eq!(tick(by_profile), InvalidProfile);
    assert_eq!(gridstar_destroy(by_profile), Ok);
    assert_eq!(tick(by_profile), InvalidId);
    assert_eq!(tick(of_grid.id()), Ok);
    drop(grid);
    assert_eq!(tick(of_grid.id()), InvalidId);
    assert_eq!(of_grid.add(&[crowd_agent(1.5, 1.5)]), Err(InvalidId));
    assert_eq!(of_grid.info().map(|info| info.agent_count), Result::Ok(1));
    assert_eq!(of_grid.remove(&[0]), Ok);
    assert_eq!(of_grid.remove(&[0]), UnknownAgent);
    assert_eq!(of_grid.info().map(|info| info.agent_count), Result::Ok(0));
}
