//! Many threads on one grid. Timing decides no test: each answer must be right for the grid's state of the answer's
//! revision, in whatever order the threads run.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, query_def};
use common::cell_map::CellMap;
use common::path_check::check_path;
use common::random_maps::{Random, random_map};
use common::reference::{UnitCosts, cheapest_cost};
use gridstar::ffi::*;
use gridstar::grid::{Cell, CellType, Edit, Rect};
use gridstar::index::{Engine, IndexedGrid};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::{Query, Scratch, find_path};
use gridstar::snapshot::SharedGrid;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const SEARCHERS: u64 = 6;
const SIDE: u32 = 48;

/// A search and its answer.
struct Sample {
    start: Cell,
    goal: Cell,
    rule: DiagonalRule,
    answer: PathAnswer,
}

/// Searches until told to stop, and counts its searches in `finished`.
fn search_on(grid: &TestGrid, seed: u64, finished: &AtomicU32, stop: &AtomicBool) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut cell = || Cell::new(random.below(SIDE) as i32, random.below(SIDE) as i32);
    let mut samples = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let (start, goal) = (cell(), cell());
        let rule = if samples.len() % 2 == 0 { DiagonalRule::Always } else { DiagonalRule::BothFree };
        let def = query_def(rule, StepCosts::default(), Heuristic::Octile);
        samples.push(Sample { start, goal, rule, answer: grid.find_path(start, goal, Some(&def)) });
        finished.fetch_add(1, Ordering::Relaxed);
    }
    samples
}

/// Prepares one engine after another until told to stop, at once and in the background.
fn prepare_in_turn(grid: &TestGrid, stop: &AtomicBool) {
    let engines =
        [GridstarEngine::Landmarks, GridstarEngine::JumpPoints, GridstarEngine::Landmarks, GridstarEngine::AStar];
    for (number, engine) in engines.into_iter().cycle().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let status = gridstar_grid_prepare(grid.id(), engine as u32, u32::from(number % 3 == 0));
        assert_eq!(status, GridstarStatus::Ok);
        std::thread::yield_now();
    }
}

/// Makes a random edit on the grid and on the map, with the kinds in turn. Returns whether it changed a cell.
fn edit(grid: &TestGrid, map: &mut CellMap, random: &mut Random, number: u32) -> bool {
    let corner = random.cell(map);
    let largest = |from: i32, side: i32| (side - from).min(9) as u32;
    let (width, height) = (largest(corner.x, map.width()), largest(corner.y, map.height()));
    let place = Rect { x: corner.x, y: corner.y, width: random.between(1, width), height: random.between(1, height) };
    let obstacle = random.percent(45);
    let before = map.clone();
    let cells = |place: Rect| {
        let rows = place.y..place.y + place.height as i32;
        rows.flat_map(move |y| (place.x..place.x + place.width as i32).map(move |x| Cell::new(x, y)))
    };
    let status = match number % 4 {
        0 => {
            map.set_obstacle(corner, obstacle);
            grid.set_cell(corner, obstacle.into())
        }
        1 => {
            cells(place).for_each(|cell| map.set_obstacle(cell, obstacle));
            grid.fill_rect(place, obstacle.into())
        }
        2 => {
            let types: Vec<u8> = cells(place).map(|_| random.percent(30).into()).collect();
            cells(place).zip(&types).for_each(|(cell, &cell_type)| map.set_obstacle(cell, cell_type == 1));
            grid.set_rect(place, &types)
        }
        _ => {
            map.set_obstacle(corner, !obstacle);
            grid.set_cells(&map.cell_types())
        }
    };
    assert_eq!(status, GridstarStatus::Ok);
    *map != before
}

fn check(sample: &Sample, map: &CellMap) {
    let Sample { start, goal, rule, answer } = sample;
    let case = || format!("{start:?} to {goal:?}, {rule:?}, revision {}\n{map}", answer.revision);
    let costs = StepCosts::default();
    let cheapest = cheapest_cost(map, *start, *goal, *rule, UnitCosts::of(&costs));
    let expected = match cheapest {
        Some(_) => GridstarStatus::Ok,
        None if map.is_walkable(*goal) => GridstarStatus::NoPath,
        None => GridstarStatus::GoalBlocked,
    };
    assert_eq!(answer.status, expected, "{}", case());
    if let Some(units) = cheapest {
        let steps = check_path(map, *start, *goal, *rule, &answer.path).unwrap_or_else(|e| panic!("{e}: {}", case()));
        assert_eq!(UnitCosts::of(&costs).sum(steps), units, "{}", case());
        assert_eq!(answer.cost, costs.cost_of(units), "{}", case());
    }
}

#[test]
fn each_path_is_a_cheapest_one_of_the_state_that_its_revision_names() {
    let seed = 11;
    let mut map = CellMap::new(SIDE, SIDE);
    let grid = TestGrid::from_map(&map);
    // There is one editor, so the index of a state in this list is its revision.
    let mut states = vec![map.clone()];
    let (stop, finished) = (AtomicBool::new(false), AtomicU32::new(0));
    let samples: Vec<Sample> = std::thread::scope(|scope| {
        let search = |number| {
            let (grid, finished, stop) = (&grid, &finished, &stop);
            scope.spawn(move || search_on(grid, number, finished, stop))
        };
        let searchers: Vec<_> = (0..SEARCHERS).map(search).collect();
        scope.spawn(|| prepare_in_turn(&grid, &stop));
        let mut random = Random::new(seed);
        for number in 0..3000 {
            if edit(&grid, &mut map, &mut random, number) {
                states.push(map.clone());
            }
            assert_eq!(grid.revision(), states.len() as u64 - 1, "after edit {number}");
            // Waits until a search ends between any ten edits, so that the searches see many states on any number of
            // cores.
            let seen = finished.load(Ordering::Relaxed);
            while number % 10 == 0 && finished.load(Ordering::Relaxed) == seen {
                std::thread::yield_now();
            }
        }
        stop.store(true, Ordering::Relaxed);
        searchers.into_iter().flat_map(|searcher| searcher.join().unwrap()).collect()
    });
    let revisions: BTreeSet<u64> = samples.iter().map(|sample| sample.answer.revision).collect();
    assert!(revisions.len() > 20, "the searches saw {} states", revisions.len());
    // The reference search is slow, so it checks samples from the whole run.
    for sample in samples.iter().step_by(samples.len().div_ceil(3000)) {
        check(sample, &states[sample.answer.revision as usize]);
    }
}

#[test]
fn a_grid_can_be_destroyed_while_threads_search_it() {
    for round in 0..40 {
        let random = random_map(8 * round + 2);
        let grid = TestGrid::from_map(&random.map);
        let (start, goal) =
            (Random::new(round).walkable_cell(&random.map), Random::new(!round).walkable_cell(&random.map));
        let expected = grid.find_path(start, goal, None);
        let searches = AtomicU32::new(0);
        std::thread::scope(|scope| {
            let search = || {
                loop {
                    let answer = grid.find_path(start, goal, None);
                    if answer.status == GridstarStatus::InvalidId {
                        break;
                    }
                    assert_eq!(answer, expected, "{random}");
                    searches.fetch_add(1, Ordering::Relaxed);
                }
                assert_eq!(
                    grid.find_path(start, goal, None).status,
                    GridstarStatus::InvalidId,
                    "a destroyed id must stay invalid"
                );
                assert_eq!(gridstar_is_valid(grid.id(), GridstarKind::Grid as u32), GridstarStatus::InvalidId);
            };
            let searchers: Vec<_> = (0..4).map(|_| scope.spawn(search)).collect();
            while searches.load(Ordering::Relaxed) < 20 {
                std::thread::yield_now();
            }
            assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::Ok);
            searchers.into_iter().for_each(|searcher| searcher.join().unwrap());
        });
    }
}

#[test]
fn threads_that_end_leave_the_next_ones_the_same_answers() {
    let random = random_map(3);
    let grid = TestGrid::from_map(&random.map);
    let goal = Cell::new(random.map.width() - 2, random.map.height() - 2);
    let expected = grid.trace_path(Cell::new(1, 1), goal, None);
    for _ in 0..100 {
        let threads: Vec<PathAnswer> = std::thread::scope(|scope| {
            let spawned: Vec<_> =
                (0..3).map(|_| scope.spawn(|| grid.trace_path(Cell::new(1, 1), goal, None))).collect();
            spawned.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(threads.iter().all(|answer| *answer == expected), "{random}");
    }
}

#[test]
fn grids_are_created_and_destroyed_by_many_threads_at_once() {
    std::thread::scope(|scope| {
        for seed in 0..8 {
            scope.spawn(move || {
                let mut random = Random::new(seed);
                let mut grids = Vec::new();
                for number in 0..500 {
                    let side = random.between(1, 20);
                    let grid = TestGrid::new(side, side);
                    let mark = Cell::new(random.below(side) as i32, random.below(side) as i32);
                    assert_eq!(grid.set_cell(mark, 1), GridstarStatus::Ok);
                    grids.push((grid, side, mark));
                    if number % 3 == 0 {
                        grids.swap_remove(random.below(grids.len() as u32) as usize);
                    }
                }
                for (grid, side, mark) in grids {
                    let obstacles: u32 = grid.get_cells().unwrap().iter().map(|&cell| u32::from(cell)).sum();
                    assert_eq!((grid.info().unwrap().width, obstacles), (side, 1), "seed {seed}");
                    assert_eq!((grid.get_cell(mark), grid.revision()), (Ok(1), 1), "seed {seed}");
                }
            });
        }
    });
}

/// The editing thread holds the view itself, so an edit that waits for the view would never return.
#[test]
fn an_edit_does_not_wait_for_a_search_that_is_under_way() {
    let grid = SharedGrid::new(IndexedGrid::new(64, 64).unwrap(), Engine::Auto).unwrap();
    let query = Query::new(Cell::new(0, 0), Cell::new(63, 63));
    let mut scratch = Scratch::new();
    // A search holds such a view from beginning to end.
    let view = grid.view().unwrap();
    for y in 0..63 {
        grid.edit(&Edit::set(Cell::new(32, y), CellType::OBSTACLE)).unwrap();
    }
    let before = find_path(&*view, &query, &mut scratch).unwrap().expansions;
    assert_eq!(
        (before, view.map().revision()),
        (1, 0),
        "the search must not see the wall that was added after its view"
    );
    let after = find_path(&*grid.view().unwrap(), &query, &mut scratch).unwrap().expansions;
    assert!(after > 1 && grid.view().unwrap().map().revision() == 63);
}

/// A search that reaches half of the cells of a map of staggered pillars, followed by short searches.
#[test]
fn a_thread_gives_back_memory_that_its_searches_need_no_longer() {
    let side = 512;
    let mut grid = IndexedGrid::new(side, side).unwrap();
    let is_pillar = |x: u32, y: u32| y % 2 == 1 && (x + y / 2) % 2 == 1;
    let cell_types: Vec<u8> = (0..side * side).map(|i| u8::from(is_pillar(i % side, i / side))).collect();
    let all = Rect { x: 0, y: 0, width: side, height: side };
    grid.edit(&Edit::write(all, &cell_types)).unwrap();
    let mut scratch = Scratch::new();
    let mut ask = |goal: Cell| {
        find_path(&grid, &Query::new(Cell::new(0, 0), goal), &mut scratch).unwrap();
        scratch.bytes()
    };
    let most = ask(Cell::new(side as i32 - 1, side as i32 - 1));
    let numbers = 4 * u64::from(side * side);
    assert!(most > numbers + (2 << 20), "{most} bytes");
    assert!(most < numbers + 40 * u64::from(side * side), "{most} bytes");
    let least = (0..200).map(|_| ask(Cell::new(9, 0))).min().unwrap();
    assert!(least < numbers + (1 << 16), "{least} bytes after short searches, {most} before");
}
