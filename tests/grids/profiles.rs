//! Profiles, penalties and wide agents: their ids, their memory, their rounding, and structs of older versions.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::floors::TestFloors;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::random_terrain::ProfileTwin;
use common::stepper::TestStepper;
use common::terrain::ONE;
use common::terrain_world::Query;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn a_start_at_which_the_agent_can_not_stand_has_the_least_multiplier_and_its_own_penalty() {
    let grid = TestGrid::new(3, 1);
    let row = Rect { x: 0, y: 0, width: 3, height: 1 };
    assert_eq!(grid.set_cells(&[1, 2, 2]), GridstarStatus::Ok);
    assert_eq!(grid.set_penalties(row, &[16, 0, 0]), GridstarStatus::Ok);
    let mut twin = ProfileTwin::new();
    twin.set_cost(2, 3.0);
    let cost = |twin: &ProfileTwin| {
        let def = Query::new(Some(twin), 1).def();
        grid.find_path(Cell::new(0, 0), Cell::new(2, 0), Some(&def)).cost
    };
    // All other types cost 1: (1 + 1 + 3) / 2 and 3.
    assert_eq!(cost(&twin), 5.5);
    // Type 9 is nowhere on the map and still counts.
    twin.set_cost(9, 0.5);
    assert_eq!(cost(&twin), 5.25);
    twin.set_charge(true);
    assert_eq!(cost(&twin), 6.0);
}

#[test]
fn derived_data_of_agents_is_counted_and_dropped_when_nothing_uses_it() {
    let grid = TestGrid::new(64, 64);
    let layers = || {
        let info = grid.info().unwrap();
        assert!(info.layer_bytes <= info.bytes);
        (info.layer_count, info.layer_bytes)
    };
    let (start, goal) = (Cell::new(0, 0), Cell::new(40, 40));
    let find = |query: &Query| {
        let answer = grid.find_path(start, goal, Some(&query.def()));
        assert_eq!(answer.status, GridstarStatus::Ok);
    };
    let (count, none) = layers();
    assert_eq!(count, 0);
    // A profile that blocks nothing, and sizes.
    let mut open = ProfileTwin::new();
    open.set_cost(1, 1.0);
    let queries = [Query::new(Some(&open), 1), Query::new(None, 2), Query::new(None, 5), Query::new(Some(&open), 2)];
    let mut counts = vec![(0, none)];
    for query in &queries {
        find(query);
        counts.push(layers());
        find(query);
        assert_eq!(Some(&layers()), counts.last(), "a second query derives nothing");
    }
    assert!(counts.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "{counts:?}");
    let edit = |times: u32| {
        for number in 0..times {
            assert_eq!(grid.set_cell(Cell::new(63, 63), 1 - number % 2), GridstarStatus::Ok);
        }
    };
    // Only the first query's data are used from now on.
    for _ in 0..4 {
        edit(1000);
        find(&queries[0]);
    }
    let all = layers();
    assert_eq!(all.0, counts[4].0);
    edit(98);
    find(&queries[0]);
    let used = layers();
    assert!(used.0 >= 1 && used.0 < all.0 && used.1 < all.1, "{used:?} after {all:?}");
    edit(4098);
    let empty = layers();
    assert!(empty.0 == 0 && empty.1 < used.1, "{empty:?}");
    find(&queries[3]);
    assert!(layers().0 >= 1);
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::AStar as u32, 0), GridstarStatus::Ok);
    assert_eq!(layers().0, 0);
    // Later queries derive their data anew.
    find(&queries[1]);
    assert!(layers().0 >= 1);
}

#[test]
fn penalties_take_memory_only_while_a_cell_has_one() {
    let grid = TestGrid::new(100, 80);
    let all = Rect { x: 0, y: 0, width: 100, height: 80 };
    let bytes = || grid.info().unwrap().bytes;
    let one = Rect { x: 7, y: 9, width: 1, height: 1 };
    // The log of edits keeps memory of its own after the first edits.
    assert_eq!([grid.fill_penalties(one, 3), grid.fill_penalties(all, 0)], [GridstarStatus::Ok; 2]);
    let without = bytes();
    assert_eq!(grid.fill_penalties(one, 3), GridstarStatus::Ok);
    assert_eq!(bytes(), without + 8000);
    assert_eq!(grid.penalties(all).unwrap().iter().map(|&penalty| u32::from(penalty)).sum::<u32>(), 3);
    assert_eq!(grid.fill_penalties(all, 0), GridstarStatus::Ok);
    assert_eq!(bytes(), without);
    assert_eq!(grid.penalties(all), Ok(vec![0; 8000]));
}

#[test]
fn the_id_of_a_destroyed_profile_is_refused_and_changes_nothing() {
    let grid = TestGrid::new(8, 8);
    let twin = ProfileTwin::new();
    let query = Query::new(Some(&twin), 2);
    let (start, goal) = (Cell::new(0, 0), Cell::new(5, 5));
    assert_eq!(grid.find_path(start, goal, Some(&query.def())).status, GridstarStatus::Ok);
    assert_eq!(gridstar_destroy(twin.profile.id()), GridstarStatus::Ok);
    assert_eq!(gridstar_destroy(twin.profile.id()), GridstarStatus::InvalidProfile);
    let before = (grid.info(), grid.get_cells());
    let floors = TestFloors::new([&grid]);
    let (from, to) = (FloorCell { floor: 0, cell: start }, FloorCell { floor: 0, cell: goal });
    let other = TestProfile::new();
    assert_ne!(other.id(), query.profile, "an id is used twice");
    assert_eq!(grid.find_path(start, goal, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    assert_eq!(grid.trace_path(start, goal, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    assert_eq!(floors.find_path(from, to, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    let begun = TestStepper::begin(&grid, start, goal, Some(&query.def()));
    assert_eq!(begun.err(), Some(GridstarStatus::InvalidProfile));
    for status in [twin.profile.set_cost(2, 2.0), twin.profile.set_charge(GridstarCharge::Entered)] {
        assert_eq!(status, GridstarStatus::InvalidProfile);
    }
    assert_eq!(twin.profile.costs(), Err(GridstarStatus::InvalidProfile));
    assert_eq!((grid.info(), grid.get_cells()), before);
    assert_eq!(other.costs().unwrap(), {
        let mut costs = vec![1.0; 256];
        costs[1] = 0.0;
        costs
    });
}

#[test]
fn a_profile_reads_back_as_it_was_rounded_and_a_refused_change_changes_nothing() {
    let mut twin = ProfileTwin::new();
    let mut random = Random::new(7);
    for _ in 0..200 {
        twin.change(&mut random);
        let costs: Vec<f64> = twin.model.weights.iter().map(|&weight| weight as f64 / ONE as f64).collect();
        assert_eq!(twin.profile.costs(), Ok(costs.clone()));
        assert_eq!(twin.profile.charge(), Ok(twin.model.charges_entered.into()));
        let mistake = [f64::NAN, -1.0, 0.0078, 1024.1, f64::INFINITY][random.below(5) as usize];
        assert_eq!(twin.profile.set_costs(random.below(250), &[5.0, 6.0, mistake]), GridstarStatus::BadMultiplier);
        assert_eq!(twin.profile.costs(), Ok(costs));
    }
}

/// Structs of ABI 1 that have grown since are refused, and not read.
#[test]
fn structs_of_the_abi_before_are_refused() {
    let grid = TestGrid::new(5, 5);
    for size in [47, 48, 52, 64, 80, 96] {
        let def = GridstarQueryDef { struct_size: size, ..default_query_def() };
        let answer = grid.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&def));
        assert_eq!(answer.status, GridstarStatus::BadStructSize, "{size}");
    }
    for size in [0, 80, 96, 112] {
        let def = GridstarGridDef { struct_size: size, ..default_grid_def(4, 4) };
        assert_eq!(TestGrid::with_def(&def).err(), Some(GridstarStatus::BadStructSize), "{size}");
    }
    for size in [32_u32, 112, 120, 136] {
        let mut place = [u64::MAX; 18];
        // SAFETY: the place has 144 bytes and is aligned; the first field is the struct's size.
        let status = unsafe {
            place.as_mut_ptr().cast::<u32>().write(size);
            gridstar_grid_get_info(grid.id(), place.as_mut_ptr().cast())
        };
        assert_eq!(status, GridstarStatus::BadStructSize, "{size}");
        assert_eq!(place[1..], [u64::MAX; 17], "{size}");
    }
}

#[test]
fn anchors_and_centers_of_agents_belong_together() {
    let def = GridstarGridDef { cell_size: 0.5, origin_x: -3.0, origin_z: 10.0, ..default_grid_def(20, 30) };
    let grid = TestGrid::with_def(&def).unwrap();
    for size in 1..=GRIDSTAR_MAX_AGENT_SIZE {
        for anchor in [Cell::new(0, 0), Cell::new(3, 12), Cell::new(20 - size as i32, 30 - size as i32)] {
            let center = grid.agent_center(anchor, size).unwrap();
            let half = size as f32 * 0.25;
            assert_eq!(center, [-3.0 + anchor.x as f32 * 0.5 + half, 0.0, 10.0 + anchor.y as f32 * 0.5 + half]);
            assert_eq!(grid.agent_anchor(center, size), (GridstarStatus::Ok, anchor), "size {size}");
            // A quarter of a cell away the same anchor is the nearest.
            let near = [center[0] + 0.12, 5.0, center[2] - 0.12];
            assert_eq!(grid.agent_anchor(near, size), (GridstarStatus::Ok, anchor), "size {size}");
            if size == 1 {
                assert_eq!(grid.cell_center(anchor), Ok(center));
            }
        }
        let radius = size as f32 * 0.25;
        assert_eq!(grid.agent_size(radius), Ok(size));
        assert_eq!(grid.agent_size(radius - 0.1), Ok(size));
    }
    assert_eq!(grid.agent_size(0.0), Ok(1));
    assert_eq!(grid.agent_size(4.001), Err(GridstarStatus::BadAgentSize));
    assert_eq!(grid.agent_anchor([-3.1, 0.0, 10.1], 1), (GridstarStatus::PositionOutside, Cell::new(-1, 0)));
}

/// The status of a search between two positions of the plane XZ, on the grid and on a floor with this grid, and the
/// first and the last point.
fn search_positions(grid: &TestGrid, start: [f32; 2], goal: [f32; 2], size: u32) -> (GridstarStatus, Vec<[f32; 3]>) {
    let def = GridstarQueryDef { agent_size: size, ..default_query_def() };
    // A position outside means its own cell.
    let anchor = |[x, z]: [f32; 2]| match grid.agent_anchor([x, 0.0, z], size) {
        (GridstarStatus::Ok, anchor) => anchor,
        _ => grid.agent_anchor([x, 0.0, z], 1).1,
    };
    let (from, to) = (anchor(start), anchor(goal));
    let found = grid.find_path(from, to, Some(&def));
    let floors = TestFloors::new([grid]);
    let through = floors.find_path(FloorCell { floor: 0, cell: from }, FloorCell { floor: 0, cell: to }, Some(&def));
    assert_eq!((through.status, through.cost), (found.status, found.cost), "{start:?} to {goal:?}, size {size}");
    let (count, mut points) = (found.path.len() as u32, vec![[f32::NAN; 3]; found.path.len()]);
    let (cells, out) = (found.path.as_ptr(), points.as_mut_ptr().cast());
    // SAFETY: pointers and lengths of vectors.
    let status = unsafe { gridstar_grid_get_centers(grid.id(), cells, count, size, out, count) };
    assert_eq!(status, GridstarStatus::Ok);
    (found.status, points)
}

#[test]
fn a_wide_agent_finds_its_way_from_and_to_every_position_inside_an_open_grid() {
    let grid = TestGrid::new(10, 10);
    // (0.5, 5.5), (9.5, 5.5), (0.9, 5.5) and (9.1, 5.5) among them.
    let sides = [0.0, 0.1, 0.5, 0.9, 1.4, 5.5, 8.6, 9.1, 9.5, 9.9, 9.999];
    for size in 1..=10_u32 {
        let half = size as f32 / 2.0;
        for x in sides {
            for place in [[x, 5.5], [5.5, x], [x, x]] {
                let center = [5.0 + half % 1.0, 5.0 + half % 1.0];
                for (start, goal) in [(place, center), (center, place)] {
                    let (status, points) = search_positions(&grid, start, goal, size);
                    assert_eq!(status, GridstarStatus::Ok, "{start:?} to {goal:?}, size {size}");
                    let end = if start == place { points[0] } else { points[points.len() - 1] };
                    for (asked, got) in [(place[0], end[0]), (place[1], end[2])] {
                        assert!((half..=10.0 - half).contains(&got), "{got} stands over an edge, size {size}");
                        assert!((asked - got).abs() <= half, "{got} is far from {asked}, size {size}");
                    }
                }
            }
        }
        for x in [-0.001, -0.4, 10.0, 10.4] {
            let inside = [5.5, 5.5];
            for place in [[x, 5.5], [5.5, x], [x, x]] {
                assert_eq!(search_positions(&grid, place, inside, size).0, GridstarStatus::StartOutside, "{place:?}");
                assert_eq!(search_positions(&grid, inside, place, size).0, GridstarStatus::GoalOutside, "{place:?}");
            }
        }
    }
    // An agent that is wider than the grid stands nowhere inside.
    let narrow = TestGrid::new(10, 16);
    assert_eq!(search_positions(&narrow, [5.0, 5.5], [6.0, 9.9], 11).0, GridstarStatus::GoalBlocked);
}

/// Half of the corridor's cells have one type and half the other, so a search that saw half a change would count a sum
/// between both.
#[test]
fn a_search_sees_a_change_of_a_profile_as_a_whole_or_not_at_all() {
    let grid = TestGrid::new(41, 1);
    let types: Vec<u8> = (0..41).map(|x| 2 + x % 2).collect();
    assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
    let profile = TestProfile::new();
    assert_eq!(profile.set_costs(2, &[2.0, 2.0]), GridstarStatus::Ok);
    let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let answer = grid.find_path(Cell::new(0, 0), Cell::new(40, 0), Some(&def));
                    assert_eq!(answer.status, GridstarStatus::Ok);
                    assert!([80.0, 160.0].contains(&answer.cost), "a cost of {}", answer.cost);
                }
            });
        }
        for change in 0..2000 {
            let multiplier = [4.0, 2.0][change % 2];
            assert_eq!(profile.set_costs(2, &[multiplier; 2]), GridstarStatus::Ok);
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
