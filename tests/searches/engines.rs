//! All engines on maps that change between queries, compared with the reference search. A failure prints the seed, the
//! map and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, query_def, rule_number};
use common::cell_map::CellMap;
use common::engine_grids::{COSTS, ENGINES, Grids, RULES, check};
use common::random_maps::Random;
use common::reference::{UnitCosts, costs_from};
use gridstar::ffi::{GridstarEngine, GridstarGridDef, GridstarStatus, gridstar_grid_prepare};
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::f64::consts::SQRT_2;

/// Diagonal jumps of hundreds of steps that cross the goal's row and column far from their ends.
#[test]
fn jumps_over_open_ground_lead_to_cheapest_paths() {
    for seed in 0..64 {
        let mut random = Random::new(seed);
        let (rule, costs) = (RULES[seed as usize % 4], COSTS[seed as usize / 4 % 4]);
        let costs = StepCosts::new(costs.0, costs.1).unwrap();
        let map = open_map(&mut random);
        let grid = TestGrid::from_map(&map);
        for _ in 0..3 {
            let start = random.walkable_cell(&map);
            let cheapest = costs_from(&map, start, rule, UnitCosts::of(&costs), None);
            for _ in 0..20 {
                let goal = random.walkable_cell(&map);
                let answer = grid.find_path(start, goal, Some(&query_def(rule, costs, Heuristic::Octile)));
                let case = || format!("seed {seed}, {start:?} to {goal:?}, {rule:?}, {costs:?}\n{map}");
                check(&map, (start, goal, rule, &costs), &answer, cheapest[map.index(goal)], case);
            }
        }
    }
}

#[test]
fn all_engines_find_paths_of_the_cheapest_cost_on_maps_that_change() {
    let mut by_landmarks = 0;
    for seed in 0..384 {
        let mut grids = Grids::new(seed);
        let mut random = Random::new(!seed);
        for _ in 0..24 {
            for _ in 0..random.between(0, 3) {
                grids.edit(&mut random);
            }
            let answered = grids.query(&mut random);
            by_landmarks += answered.iter().filter(|&&engine| engine == GridstarEngine::Landmarks as u32).count();
        }
    }
    assert!(by_landmarks > 5000, "landmarks answered only {by_landmarks} queries");
}

/// An index kept up to date by edits must equal an index built anew from the current map. Otherwise a grid loaded from
/// a saved game would give other paths.
#[test]
fn a_grid_that_was_edited_finds_the_same_paths_as_a_new_one() {
    for seed in 1000..1128 {
        let mut grids = Grids::new(seed);
        let mut random = Random::new(!seed);
        grids.query(&mut random);
        for _ in 0..60 {
            grids.edit(&mut random);
        }
        let map = &grids.random.map;
        let new = TestGrid::from_map(map);
        for _ in 0..12 {
            let (start, goal) = (random.walkable_cell(map), random.walkable_cell(map));
            for rule in RULES {
                let def = query_def(rule, grids.costs, Heuristic::Octile);
                let edited = grids.grids[2].find_path(start, goal, Some(&def));
                let new = new.find_path(start, goal, Some(&def));
                let same = (&edited.path, edited.expansions) == (&new.path, new.expansions);
                assert!(same, "{start:?} to {goal:?}, {rule:?}\n{}", grids.random);
            }
        }
    }
}

/// Makes equal calls twice, with searches on one thread and on several. The engine and the path of each search must be
/// equal.
#[test]
fn the_same_calls_get_the_same_paths_whatever_thread_they_come_from() {
    for engine in ENGINES {
        for seed in [2003_u64, 2004, 2005, 2010] {
            let answers = [1_usize, 4].map(|threads| {
                let mut grids = Grids::new(seed);
                let grid = ENGINES.iter().position(|&other| other == engine).unwrap();
                let mut random = Random::new(!seed);
                let mut answers = Vec::new();
                for _ in 0..40 {
                    grids.edit(&mut random);
                    let map = &grids.random.map;
                    let queries: Vec<_> =
                        (0..8).map(|_| (random.walkable_cell(map), random.walkable_cell(map))).collect();
                    let grid = &grids.grids[grid];
                    let ask = |part: &[(Cell, Cell)]| -> Vec<PathAnswer> {
                        part.iter().map(|&(start, goal)| grid.find_path(start, goal, None)).collect()
                    };
                    let parts = queries.chunks(queries.len() / threads);
                    answers.extend(std::thread::scope(|scope| {
                        let running: Vec<_> = parts.map(|part| scope.spawn(move || ask(part))).collect();
                        running.into_iter().flat_map(|part| part.join().unwrap()).collect::<Vec<_>>()
                    }));
                }
                answers
            });
            for (i, (one, other)) in answers[0].iter().zip(&answers[1]).enumerate() {
                assert_eq!(one, other, "{engine:?}, seed {seed}, query {i}");
            }
            assert_eq!(answers[0].len(), answers[1].len());
        }
    }
}

#[test]
fn preparing_changes_neither_costs_nor_the_paths_of_the_engine() {
    for seed in 3000..3032 {
        let grids = Grids::new(seed);
        for (grid, engine) in grids.grids.iter().zip(ENGINES) {
            let map = &grids.random.map;
            let mut random = Random::new(!seed);
            let queries: Vec<_> = (0..6).map(|_| (random.walkable_cell(map), random.walkable_cell(map))).collect();
            let ask = || queries.iter().map(|&(start, goal)| grid.find_path(start, goal, None)).collect::<Vec<_>>();
            let before = ask();
            assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 0), GridstarStatus::Ok);
            assert_eq!(before, ask(), "{engine:?}\n{}", grids.random);
        }
    }
}

/// FNV-1a, 64 bits, over all paths that landmarks found. tests/random_grids.rs says what to do when the hash changes.
const LANDMARKS_HASH: u64 = 0x7c6db3435697b91a;
/// Hash for jump points on large maps.
const OPEN_GROUND_HASH: u64 = 0x7347db7b6e40026a;

#[test]
fn paths_by_landmarks_are_the_same_on_every_platform_and_in_every_build() {
    let mut hash = PathHash::new();
    for seed in 4000..4128 {
        let mut grids = Grids::new(seed);
        let mut random = Random::new(!seed);
        for _ in 0..8 {
            grids.edit(&mut random);
            let map = &grids.random.map;
            hash.add(&grids.grids[3].find_path(random.walkable_cell(map), random.walkable_cell(map), None));
        }
    }
    assert_eq!(hash.0, LANDMARKS_HASH, "{:#018x}", hash.0);
}

/// Compares engines on maps where diagonal jumps span many 64-bit words.
#[test]
fn paths_over_open_ground_are_the_same_on_every_platform_and_in_every_build() {
    let mut hash = PathHash::new();
    for seed in 5000..5060 {
        let mut random = Random::new(seed);
        let grid = TestGrid::from_map(&open_map(&mut random));
        for _ in 0..400 {
            let rule = RULES[random.below(4) as usize];
            let costs = StepCosts::new(1.0, SQRT_2).unwrap();
            let cell = |random: &mut Random| Cell::new(random.below(200) as i32, random.below(300) as i32);
            let (start, goal) = (cell(&mut random), cell(&mut random));
            hash.add(&grid.find_path(start, goal, Some(&query_def(rule, costs, Heuristic::Octile))));
        }
    }
    assert_eq!(hash.0, OPEN_GROUND_HASH, "{:#018x}", hash.0);
}

/// FNV-1a over paths.
struct PathHash(u64);

impl PathHash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, answer: &PathAnswer) {
        let numbers = answer.path.iter().flat_map(|cell| [cell.x, cell.y]);
        for number in numbers.chain([answer.expansions as i32, answer.engine as i32]) {
            for byte in number.to_le_bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
}

/// 200 to 349 columns, 300 rows, with single-cell or large obstacles.
fn open_map(random: &mut Random) -> CellMap {
    let mut map = CellMap::new(200 + random.below(150), 300);
    let (count, largest) = if random.percent(50) { (random.below(5000), 1) } else { (random.below(80), 20) };
    for _ in 0..count {
        let (corner, width, height) =
            (random.cell(&map), random.between(1, largest) as i32, random.between(1, largest) as i32);
        let (columns, rows) = (corner.x..(corner.x + width).min(map.width()), corner.y..(corner.y + height).min(300));
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            map.set_obstacle(Cell::new(x, y), true);
        }
    }
    map
}

/// Jump point searches hold costs in 32 bits. This path costs more, and its cost must still be exact.
#[test]
fn a_path_whose_cost_is_beyond_32_bits_is_found_by_astar() {
    let side = 1300_u32;
    for engine in [GridstarEngine::Auto, GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
        let def = GridstarGridDef {
            engine: engine as u32,
            diagonal_rule: rule_number(DiagonalRule::BothFree),
            straight_cost: 1.0,
            diagonal_cost: SQRT_2,
            ..default_grid_def(side, side)
        };
        let grid = TestGrid::with_def(&def).unwrap();
        // Every second row is a wall, with a gap at alternating ends.
        for (number, y) in (1..side as i32).step_by(2).enumerate() {
            let wall = Rect { x: i32::from(number % 2 == 1), y, width: side - 1, height: 1 };
            assert_eq!(grid.fill_rect(wall, 1), GridstarStatus::Ok);
        }
        let (rows, last) = (side as i32 / 2, side as i32 - 1);
        let goal = Cell::new(if rows % 2 == 1 { last } else { 0 }, 2 * (rows - 1));
        let answer = grid.find_path(Cell::new(0, 0), goal, None);
        let steps = rows * last + 2 * (rows - 1);
        assert!(f64::from(steps) * 5741.0 > f64::from(u32::MAX));
        assert_eq!((answer.status, answer.engine), (GridstarStatus::Ok, GridstarEngine::AStar as u32), "{engine:?}");
        assert_eq!((answer.cost, answer.path.len() as i32), (f64::from(steps), steps + 1), "{engine:?}");
        assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(0, 4), None).cost, f64::from(2 * last + 4), "{engine:?}");
    }
}

/// 5 was the engine NET of versions 0.3.0 to 0.3.4. A number is never used for something else.
#[test]
fn the_number_of_an_engine_that_is_gone_is_unknown() {
    let def = GridstarGridDef { engine: 5, ..default_grid_def(4, 4) };
    assert_eq!(TestGrid::with_def(&def).unwrap_err(), GridstarStatus::UnknownEngine);
    let grid = TestGrid::new(4, 4);
    for in_background in [0, 1] {
        assert_eq!(gridstar_grid_prepare(grid.id(), 5, in_background), GridstarStatus::UnknownEngine);
    }
    assert_eq!(grid.info().unwrap().engine, GridstarEngine::Auto as u32);
}
