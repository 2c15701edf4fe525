//! Weighted terrain: A* answers until it has paid for jumps, and jumps answer from then on.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def};
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const ASTAR: u32 = GridstarEngine::AStar as u32;
const JUMPS: u32 = GridstarEngine::JumpPoints as u32;

/// A* pays for jumps by this number of expansions for each cell.
const PRICE: u64 = 8;

/// Cells of mixed types, all of which can be entered except type 1.
fn mixed(side: u32, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..side * side).map(|_| [0, 0, 2, 2, 3, 1][random.below(6) as usize]).collect()
}

fn grid(side: u32, engine: GridstarEngine, seed: u64) -> TestGrid {
    let grid = TestGrid::with_def(&GridstarGridDef { engine: engine as u32, ..default_grid_def(side, side) }).unwrap();
    assert_eq!(grid.set_cells(&mixed(side, seed)), GridstarStatus::Ok);
    grid
}

fn profile() -> TestProfile {
    let profile = TestProfile::new();
    assert_eq!(profile.set_costs(2, &[3.0, 5.5]), GridstarStatus::Ok);
    profile
}

fn def_of(profile: &TestProfile) -> GridstarQueryDef {
    GridstarQueryDef { profile: profile.id(), ..default_query_def() }
}

/// The ends of query `number`, walkable or not.
fn ends(side: u32, number: u64) -> (Cell, Cell) {
    let mut random = Random::new(1000 + number);
    let mut cell = || Cell::new(random.below(side) as i32, random.below(side) as i32);
    (cell(), cell())
}

fn find(grid: &TestGrid, side: u32, number: u64, def: &GridstarQueryDef) -> PathAnswer {
    let (start, goal) = ends(side, number);
    grid.find_path(start, goal, Some(def))
}

fn is_searched(answer: &PathAnswer) -> bool {
    answer.status == GridstarStatus::Ok && answer.cost > 0.0
}

/// Asks until jumps answer, and returns the number of the next query. All answers before are by A*, and paid the price.
fn pay(grid: &TestGrid, side: u32, def: &GridstarQueryDef, first: u64, twin: &TestGrid) -> u64 {
    let (mut paid, price) = (0, PRICE * u64::from(side * side));
    for number in first..first + 100_000 {
        let answer = find(grid, side, number, def);
        let expected = find(twin, side, number, def);
        assert_eq!((answer.status, answer.cost), (expected.status, expected.cost), "query {number}");
        if is_searched(&answer) {
            assert_eq!(answer.engine == JUMPS, paid >= price, "query {number}: {paid} of {price} were paid");
            if answer.engine == JUMPS {
                return number + 1;
            }
            assert_eq!((answer.engine, answer.path), (ASTAR, expected.path), "query {number}");
        }
        paid += u64::from(answer.expansions);
    }
    panic!("{paid} of {price} were paid");
}

#[test]
fn a_first_query_on_a_large_terrain_derives_no_jumps_and_a_limit_bounds_all_it_does() {
    let side = 512;
    let grid = grid(side, GridstarEngine::Auto, 1);
    let (profile, cells) = (profile(), u64::from(side * side));
    let answer = grid.find_path(Cell::new(3, 3), Cell::new(40, 44), Some(&def_of(&profile)));
    assert_eq!((answer.status, answer.engine), (GridstarStatus::Ok, ASTAR));
    // The weights of the cells alone.
    let weights = grid.info().unwrap().layer_bytes;
    assert!(weights < 5 * cells, "{weights} bytes");
    let few = GridstarQueryDef { max_expansions: 1, ..def_of(&profile) };
    for engine in [GridstarEngine::Auto, GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
        let grid = self::grid(side, engine, 1);
        let answer = grid.find_path(Cell::new(3, 3), Cell::new(40, 44), Some(&few));
        assert_eq!((answer.status, answer.expansions), (GridstarStatus::LimitReached, 1), "{engine:?}");
        let bytes = grid.info().unwrap().layer_bytes;
        assert!(bytes < 5 * cells, "{engine:?}: {bytes} bytes");
    }
}

#[test]
fn jumps_answer_once_a_star_has_paid_and_stay_through_small_edits_and_not_through_large_ones() {
    for seed in 0..3 {
        let side = [40, 64, 70][seed as usize];
        let (grid, twin) = (grid(side, GridstarEngine::Auto, seed), grid(side, GridstarEngine::AStar, seed));
        let profile = profile();
        let def = def_of(&profile);
        let edit_both = |rect: Rect, types: &[u8]| {
            assert_eq!(
                (grid.set_rect(rect, types), twin.set_rect(rect, types)),
                (GridstarStatus::Ok, GridstarStatus::Ok)
            );
        };
        let few = GridstarQueryDef { max_expansions: 5, ..def };
        let mut number = pay(&grid, side, &def, 0, &twin);
        let mut random = Random::new(seed);
        for _ in 0..30 {
            let (x, y) = (random.below(side - 2) as i32, random.below(side - 2) as i32);
            edit_both(Rect { x, y, width: 1, height: 1 }, &[random.below(4) as u8]);
            let (answer, expected) = (find(&grid, side, number, &def), find(&twin, side, number, &def));
            assert_eq!((answer.status, answer.cost), (expected.status, expected.cost), "seed {seed}, query {number}");
            assert!(!is_searched(&answer) || answer.engine == JUMPS, "seed {seed}, query {number}");
            number += 1;
        }
        // Queries with a limit use what was paid for.
        let engines: Vec<u32> = (number..number + 20)
            .map(|number| find(&grid, side, number, &few))
            .filter(|answer| answer.status == GridstarStatus::LimitReached)
            .map(|answer| answer.engine)
            .collect();
        assert!(!engines.is_empty() && engines.iter().all(|&engine| engine == JUMPS), "seed {seed}: {engines:?}");
        // An edit of a large part: the next query derives nothing, with a limit or without.
        let before = grid.info().unwrap().layer_bytes;
        edit_both(Rect { x: 0, y: 0, width: side, height: side }, &mixed(side, seed + 100));
        find(&grid, side, number, &few);
        let after = grid.info().unwrap().layer_bytes;
        assert!(after + 10 * u64::from(side * side) < before, "seed {seed}: {after} bytes after {before}");
        // Whoever had paid less than the price pays it anew. What the query above paid counts.
        let answers = (number + 1..number + 4).map(|number| find(&grid, side, number, &def));
        assert!(answers.filter(is_searched).all(|answer| answer.engine == ASTAR), "seed {seed}");
    }
}

/// Edits between the searches that pay, and a stepper that holds a state, so that there are two.
#[test]
fn edits_and_copies_while_a_star_pays_change_neither_when_jumps_answer_nor_the_costs() {
    for seed in 0..4 {
        let side = 48;
        let (grid, twin) = (grid(side, GridstarEngine::Auto, seed), grid(side, GridstarEngine::AStar, seed));
        let profile = profile();
        let def = def_of(&profile);
        let mut random = Random::new(seed);
        let (mut paid, price, mut jumped) = (0, PRICE * u64::from(side * side), 0);
        let mut stepper = None;
        for number in 0.. {
            if number % 3 == 0 {
                let cell = Cell::new(random.below(side) as i32, random.below(side) as i32);
                let cell_type = [0, 1, 2, 3][random.below(4) as usize];
                assert_eq!(grid.set_cell(cell, cell_type), GridstarStatus::Ok);
                assert_eq!(twin.set_cell(cell, cell_type), GridstarStatus::Ok);
            }
            if seed % 2 == 0 && number % 8 == 0 {
                let (start, goal) = ends(side, number);
                stepper = TestStepper::begin(&grid, start, goal, Some(&def)).ok();
            }
            let (answer, expected) = (find(&grid, side, number, &def), find(&twin, side, number, &def));
            assert_eq!((answer.status, answer.cost), (expected.status, expected.cost), "seed {seed}, query {number}");
            if is_searched(&answer) {
                let engine = if paid >= price { JUMPS } else { ASTAR };
                assert_eq!(answer.engine, engine, "seed {seed}, query {number}, {paid} of {price}");
                jumped += u32::from(engine == JUMPS);
            }
            paid += if answer.engine == ASTAR { u64::from(answer.expansions) } else { 0 };
            if jumped == 40 {
                break;
            }
        }
        drop(stepper);
    }
}

#[test]
fn preparing_derives_jumps_ahead_at_once_or_in_the_background() {
    let side = 64;
    let profile = profile();
    let def = def_of(&profile);
    let first_answer = |grid: &TestGrid| {
        (0..).map(|number| find(grid, side, number, &def)).find(is_searched).map(|answer| answer.engine)
    };
    let grid = grid(side, GridstarEngine::Auto, 3);
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_prepare_query(grid.id(), &def) }, GridstarStatus::Ok);
    assert_eq!(first_answer(&grid), Some(JUMPS));
    for in_background in [0, 1] {
        let grid = self::grid(side, GridstarEngine::Auto, 3);
        assert_eq!(first_answer(&grid), Some(ASTAR));
        assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Auto as u32, in_background), GridstarStatus::Ok);
        assert_eq!(gridstar_background_wait(), GridstarStatus::Ok);
        assert_eq!(first_answer(&grid), Some(JUMPS), "in background: {in_background}");
    }
    // Grids that ask for jumps derive them at their first search, if its limit allows it.
    let grid = self::grid(side, GridstarEngine::JumpPoints, 3);
    let few = GridstarQueryDef { max_expansions: (PRICE * 64 * 64 - 1) as u32, ..def };
    assert_eq!((0..).map(|number| find(&grid, side, number, &few)).find(is_searched).unwrap().engine, ASTAR);
    let enough = GridstarQueryDef { max_expansions: (PRICE * 64 * 64) as u32, ..def };
    assert_eq!((0..).map(|number| find(&grid, side, number, &enough)).find(is_searched).unwrap().engine, JUMPS);
    assert_eq!((0..).map(|number| find(&grid, side, number, &few)).find(is_searched).unwrap().engine, JUMPS);
}

/// Tickets and batches decide when they begin, and pay when their answers are used, on any number of threads.
#[test]
fn tickets_and_batches_change_to_jumps_at_the_same_one_on_any_number_of_threads() {
    let side = 64;
    let profile = profile();
    let mut runs = Vec::new();
    for threads in [0, 3] {
        assert_eq!(gridstar_work_set_threads(threads), GridstarStatus::Ok);
        let grid = grid(side, GridstarEngine::Auto, 5);
        let mut answers = Vec::new();
        let (mut paid, price, mut changed) = (0, PRICE * u64::from(side * side), 0);
        for round in 0..60 {
            let requests = (0..20).map(|number| {
                let (start, goal) = ends(side, round * 100 + number);
                request(start, goal)
            });
            let batch = Batch { defs: vec![def_of(&profile)], ..Batch::of(requests) };
            let has_paid = paid >= price;
            let answer = if round % 2 == 0 {
                let ticket = TestTicket::submit(&grid, &batch).unwrap();
                assert_eq!(ticket.wait(), GridstarStatus::Ok);
                ticket.take()
            } else {
                grid.find_paths(&batch)
            };
            for reply in answer.replies.iter().filter(|reply| reply.length > 1) {
                assert_eq!(reply.engine, if has_paid { JUMPS } else { ASTAR }, "round {round}, {threads} threads");
                paid += if has_paid { 0 } else { u64::from(reply.expansions) };
            }
            changed += u32::from(has_paid);
            answers.push((
                answer.replies.iter().map(|reply| (reply.cost, reply.engine)).collect::<Vec<_>>(),
                answer.paths,
            ));
        }
        assert!((20..59).contains(&changed), "{changed} rounds by jumps");
        runs.push(answers);
    }
    assert_eq!(gridstar_work_stop(), GridstarStatus::Ok);
    assert!(runs[0] == runs[1]);
}
