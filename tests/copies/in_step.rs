//! Random calls for two crowds behind the C functions, on a grid and its fork, which get the same edits. One is never
//! copied; the other one is again and again copied from it or loaded from its bytes, in a crowd with a past of its own.
//! They stay equal.

use common::abi::{TestGrid, fill_cells};
use common::avoidance::{TestCrowd, crowd_agent};
use common::random_maps::Random;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::time::{Duration, Instant};

const SIDE: u32 = 40;

/// Walls of rooms with doors of one and two cells.
fn rooms(grid: &TestGrid) {
    let fill = |x, y, width, height, value| {
        assert_eq!(fill_cells(grid.id(), GridstarCellPlane::Types, (x, y, width, height), value), Ok);
    };
    for at in [13, 26] {
        fill(at, 0, 1, SIDE, 1);
        fill(0, at, SIDE, 1, 1);
    }
    for (at, wide) in [(6, 1), (19, 2), (33, 1)] {
        for wall in [13, 26] {
            fill(wall, at, 1, wide, 0);
            fill(at, wall, wide, 1, 0);
        }
    }
}

fn agent(random: &mut Random) -> GridstarCrowdAgent {
    let mut part = || random.below(1 << 16) as f32 / 65536.0 * SIDE as f32;
    let (x, y) = (part(), part());
    GridstarCrowdAgent {
        radius: [0.1, 0.3, 0.4, 0.5, 0.8][random.below(5) as usize],
        max_speed: [0.0, 1.0, 2.0, 4.0, 30.0][random.below(5) as usize],
        priority: random.below(256) as i32 - 128,
        layers: random.below(4),
        ignored: random.below(3),
        ..crowd_agent(x, y)
    }
}

fn hashes(crowd: &TestCrowd) -> (u64, u64, u32) {
    let info = crowd.info().unwrap();
    assert_eq!(crowd.hash(), Result::Ok(info.hash));
    (info.hash, info.steps.into(), info.number_count)
}

#[test]
fn two_crowds_stay_in_step_whatever_is_called_between() {
    let seconds = std::env::var("GRIDSTAR_IN_STEP_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut copies, mut loads) = (0, 0);
    for seed in 0..1000 {
        if seed >= 4 && Instant::now() > end {
            break;
        }
        let mut random = Random::new(seed);
        let grid = TestGrid::new(SIDE, SIDE);
        rooms(&grid);
        let mut fork = 0;
        // SAFETY: the pointer comes from a reference.
        assert_eq!(unsafe { gridstar_grid_fork(grid.id(), &mut fork) }, Ok);
        let grids = [grid, TestGrid::of_id(fork)];
        let right = TestCrowd::new(&grids[0]);
        let mut other = TestCrowd::new(&grids[1]);
        for call in 0..150 {
            let about = format!("call {call}, seed {seed}");
            match random.below(12) {
                0..3 => {
                    let agents: Vec<_> = (0..random.below(30)).map(|_| agent(&mut random)).collect();
                    assert_eq!(right.add(&agents), other.add(&agents), "{about}");
                }
                3 => {
                    let numbers: Vec<u32> = (0..random.below(6)).map(|_| random.below(60)).collect();
                    assert_eq!(right.remove(&numbers), other.remove(&numbers), "{about}");
                }
                4 => {
                    let (x, y, value) = (random.below(39) as i32, random.below(39) as i32, random.below(2));
                    let (x, y) = if random.percent(50) { (13, y) } else { (x, y) };
                    for grid in &grids {
                        assert_eq!(fill_cells(grid.id(), GridstarCellPlane::Types, (x, y, 1, 1), value), Ok);
                    }
                }
                5 => {
                    assert_eq!(gridstar_crowd_copy_from(other.id(), right.id()), Ok);
                    copies += 1;
                }
                6 => {
                    let bytes = right.save().unwrap();
                    assert_eq!(right.save().as_ref(), Result::Ok(&bytes));
                    other = TestCrowd::load(grids[1].id(), &bytes).unwrap();
                    assert_eq!(other.save(), Result::Ok(bytes), "{about}");
                    loads += 1;
                }
                7 => {
                    // Another past, without the one before.
                    other = TestCrowd::new(&grids[1]);
                    let agents: Vec<_> = (0..random.below(90)).map(|_| agent(&mut random)).collect();
                    other.add(&agents).unwrap();
                    (0..random.below(9)).for_each(|_| drop(other.tick(0.1, &[[2.0, 1.0]; 90])));
                    assert_eq!(gridstar_crowd_copy_from(other.id(), right.id()), Ok);
                }
                _ => {
                    let seconds = [0.02, 0.05, 0.1, 1.0][random.below(4) as usize];
                    let wish = |random: &mut Random| random.below(800) as f32 / 100.0 - 4.0;
                    for _ in 0..random.below(8) {
                        let wishes: Vec<_> = (0..60).map(|_| [wish(&mut random), wish(&mut random)]).collect();
                        assert_eq!(right.tick(seconds, &wishes), other.tick(seconds, &wishes), "{about}");
                    }
                }
            }
            assert_eq!(hashes(&right), hashes(&other), "{about}");
        }
        assert_eq!(right.tick(0.0, &[]), other.tick(0.0, &[]));
    }
    println!("{copies} copies, {loads} loads");
    assert!(copies > 20 && loads > 20, "{copies} copies, {loads} loads");
}
