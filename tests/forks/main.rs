//! Hashes, forks and restores of grids, beside a plain model: a list of cells for each grid.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;
mod covers;
mod game;
mod memory;

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::cover::TestCover;
use common::fork_model::play;
use common::forks::{Dice, difference, fill, fork, hash, restore};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

fn repeats() -> u64 {
    std::env::var("GRIDSTAR_FORKS").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

#[test]
fn grids_their_forks_and_restores_are_what_a_plain_model_says() {
    for seed in 0..repeats() {
        play(&mut Dice::new(seed), &format!("seed {seed}"), |_| true);
    }
}

#[test]
fn a_fork_of_a_large_grid_copies_nothing_until_one_of_the_two_is_edited() {
    let grid = TestGrid::new(1024, 1024);
    assert_eq!(grid.set_cell(Cell::new(500, 500), 1), Ok);
    let (start, goal) = (Cell::new(0, 0), Cell::new(1023, 1023));
    let cost = grid.find_path(start, goal, None).cost;
    let alone = grid.info().unwrap().bytes;
    let forks: Vec<TestGrid> = (0..8).map(|_| fork(&grid)).collect();
    assert!(grid.info().unwrap().bytes < alone + 4096, "a fork is not a part of the grid's own memory");
    for one in &forks {
        assert_eq!(one.find_path(start, goal, None).cost, cost);
        assert!(one.info().unwrap().bytes >= 1 << 20, "each tells of what it shares");
    }
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 512, width: 1023, height: 1 }, 1), Ok);
    assert!(grid.find_path(start, goal, None).cost > cost);
    for one in &forks {
        assert_eq!(one.find_path(start, goal, None).cost, cost);
    }
    assert!(grid.info().unwrap().bytes < alone + (1 << 17), "the grid holds one state, its own");
}

#[test]
fn a_ring_of_forks_takes_a_game_back_to_each_of_its_last_ticks() {
    let mut random = Dice::new(9);
    let grid = TestGrid::new(64, 64);
    let units: Vec<TestCover> = (0..20).map(|_| TestCover::new(&grid)).collect();
    let mut ring: Vec<(TestGrid, u64)> = Vec::new();
    for tick in 0..200 {
        if ring.len() == 8 {
            ring.remove(0);
        }
        ring.push((fork(&grid), hash(&grid)));
        for unit in &units {
            let (x, y) = (random.below(64) as i32, random.below(64) as i32);
            assert_eq!(unit.set_rects(&[Rect { x, y, width: 1, height: 1 }]), Ok);
        }
        let cell = Cell::new(random.below(64) as i32, random.below(64) as i32);
        assert_eq!(grid.set_cell(cell, random.below(2) as u32), Ok);
        grid.find_path(Cell::new(0, 0), Cell::new(63, 63), None);
        if tick % 5 == 0 {
            let (back, then) = &ring[random.below(ring.len())];
            assert_eq!(restore(&grid, back), Ok);
            assert_eq!(hash(&grid), *then, "tick {tick}");
            assert_eq!(difference(&grid, back).is_different, 0);
        }
    }
}

#[test]
fn the_first_difference_is_by_planes_then_rows() {
    let (one, other) = (TestGrid::new(20, 10), TestGrid::new(20, 10));
    let cover = TestCover::new(&one);
    assert_eq!(cover.set_rects(&[Rect { x: 0, y: 0, width: 1, height: 1 }]), Ok);
    let found = difference(&one, &other);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (2, 0, 0, 1, 0));
    assert_eq!(fill(&other, GridstarCellPlane::Penalties, Rect { x: 3, y: 4, width: 2, height: 2 }, 9), Ok);
    let found = difference(&one, &other);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (1, 3, 4, 0, 9));
    assert_eq!(one.set_cell(Cell::new(19, 9), 7), Ok);
    let found = difference(&other, &one);
    assert_eq!((found.plane, found.x, found.y, found.value, found.other_value), (0, 19, 9, 0, 7));
}

#[test]
fn settings_and_engines_count_in_the_hash_and_the_place_does_not() {
    let plain = TestGrid::new(12, 8);
    type Change = fn(&mut GridstarGridDef);
    let changes: [(&str, bool, Change); 9] = [
        ("size", true, |def| (def.width, def.height) = (8, 12)),
        ("layout", true, |def| (def.layout, def.diagonal_rule) = (1, 0)),
        ("rule", true, |def| def.diagonal_rule = GridstarDiagonalRule::BothFree as u32),
        ("costs", true, |def| def.diagonal_cost = 1.5),
        ("engine", true, |def| def.engine = GridstarEngine::AStar as u32),
        ("order", true, |def| def.order = GridstarOrder::Dijkstra as u32),
        ("weight", true, |def| def.heuristic_weight = 2.0),
        ("limit", true, |def| def.max_expansions = 9),
        ("place", false, |def| (def.origin_x, def.cell_size) = (50.0, 2.0)),
    ];
    for (name, counts, change) in changes {
        let mut def = default_grid_def(12, 8);
        change(&mut def);
        let grid = TestGrid::with_def(&def).unwrap();
        assert_eq!(hash(&grid) != hash(&plain), counts, "{name}");
        let expected = if matches!(name, "place" | "engine") { Ok } else { DifferentGrids };
        assert_eq!(restore(&grid, &plain), expected, "{name}");
        if expected == Ok {
            assert_eq!(hash(&grid), hash(&plain), "{name}: the engine comes along");
        }
    }
}

#[test]
fn bad_ids_are_refused_and_nothing_changes() {
    let grid = TestGrid::new(4, 4);
    let gone = fork(&grid).id();
    assert_eq!(gridstar_destroy(gone), InvalidId, "it ended with its owner");
    let mut out = 77;
    // SAFETY: pointers from references, or null, which is refused.
    unsafe {
        for bad in [0, gone, u64::MAX, 1 << 40] {
            assert_eq!(gridstar_grid_fork(bad, &mut out), InvalidId);
            assert_eq!(gridstar_grid_get_hash(bad, &mut out), InvalidId);
        }
        assert_eq!(gridstar_grid_fork(grid.id(), std::ptr::null_mut()), NullPointer);
        assert_eq!(gridstar_grid_get_hash(grid.id(), std::ptr::null_mut()), NullPointer);
        assert_eq!(gridstar_grid_find_difference(grid.id(), grid.id(), std::ptr::null_mut()), NullPointer);
    }
    assert_eq!(out, 77);
    for bad in [0, gone] {
        assert_eq!(gridstar_grid_restore(grid.id(), bad), InvalidId);
        assert_eq!(gridstar_grid_restore(bad, grid.id()), InvalidId);
    }
    assert_eq!(gridstar_grid_restore(grid.id(), grid.id()), Ok);
}

#[test]
fn threads_fork_restore_edit_and_search_at_once() {
    let grid = TestGrid::new(40, 40);
    let base = fork(&grid);
    let cover = TestCover::new(&grid);
    let (start, goal) = (Cell::new(0, 0), Cell::new(39, 39));
    let open = base.find_path(start, goal, None).cost;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for i in 0..400 {
                let forked = fork(&grid);
                assert_eq!(gridstar_grid_restore(grid.id(), if i % 3 == 0 { base.id() } else { forked.id() }), Ok);
                assert_eq!(base.find_path(start, goal, None).cost, open);
            }
        });
        scope.spawn(|| {
            for i in 0..800 {
                assert_eq!(grid.fill_rect(Rect { x: 0, y: 1 + i % 38, width: 39, height: 1 }, (i % 2) as u32), Ok);
                assert_eq!(cover.set_rects(&[Rect { x: i % 40, y: 20, width: 3, height: 1 }]), Ok);
            }
        });
        scope.spawn(|| {
            let def = GridstarQueryDef { without_cover: cover.id(), ..default_query_def() };
            for _ in 0..800 {
                let answer = grid.find_path(start, goal, Some(&def));
                assert!(answer.status == Ok && answer.cost >= open, "{answer:?}");
            }
        });
    });
    assert_eq!(restore(&grid, &base), Ok);
    assert_eq!(hash(&grid), hash(&base));
}
