//! What a grid derives from its cells, when, and how much memory this takes: `gridstar_grid_prepare` and the state in
//! `GridstarGridInfo`. `engines.rs` tests the paths that the engines find.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::cell_map::CellMap;
use common::random_maps::{Random, random_map};
use common::stepper::TestStepper;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;

const NONE: u32 = 0;
const JUMP_POINTS: u32 = GRIDSTAR_PREPARED_JUMP_POINTS;
const COMPONENTS: u32 = GRIDSTAR_PREPARED_COMPONENTS;
const LANDMARKS: u32 = GRIDSTAR_PREPARED_LANDMARKS;
const UNDER_WAY: u32 = GRIDSTAR_PREPARED_UNDER_WAY;

fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x, y)
}

fn grid_with(map: &CellMap, engine: GridstarEngine) -> TestGrid {
    grid_by_rule(map, engine, DiagonalRule::Always)
}

fn grid_by_rule(map: &CellMap, engine: GridstarEngine, rule: DiagonalRule) -> TestGrid {
    let def = GridstarGridDef {
        engine: engine as u32,
        diagonal_rule: rule_number(rule),
        ..default_grid_def(map.width() as u32, map.height() as u32)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
    grid
}

fn prepare(grid: &TestGrid, engine: GridstarEngine) {
    assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 0), GridstarStatus::Ok);
}

fn prepared(grid: &TestGrid) -> u32 {
    grid.info().unwrap().prepared
}

/// The number of the engine that answers a query.
fn answering(grid: &TestGrid, start: Cell, goal: Cell, def: &GridstarQueryDef) -> u32 {
    let answer = grid.find_path(start, goal, Some(def));
    assert!(answer.status as i32 >= 0, "{:?}", answer.status);
    answer.engine
}

/// Random obstacles at `percent` of the cells, and a cell that is walled in.
fn scattered(side: u32, percent: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(percent.into()));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(percent));
    }
    shut_in(&mut map);
    map
}

/// Puts a ring of obstacles around `SHUT_IN`, and makes the first cell walkable.
fn shut_in(map: &mut CellMap) {
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        map.set_obstacle(cell(SHUT_IN.x + dx, SHUT_IN.y + dy), (dx, dy) != (0, 0));
    }
    map.set_obstacle(cell(0, 0), false);
}

const SHUT_IN: Cell = Cell::new(21, 30);

/// Similar to game maps: rooms of 15 x 11 cells with doors, furniture in some rooms, and trees outdoors.
fn game_like(side: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(77));
    for cell in map.cells() {
        let is_indoors = cell.x + cell.y < side as i32;
        let is_wall = cell.x % 16 == 15 || cell.y % 12 == 11;
        let is_door = cell.x % 16 == 7 || cell.y % 12 == 5;
        let is_tree = random.percent(if is_indoors { 3 } else { 6 });
        map.set_obstacle(cell, (is_indoors && is_wall && !is_door) || is_tree);
    }
    shut_in(&mut map);
    map
}

fn checkerboard(side: u32) -> CellMap {
    let mut map = CellMap::new(side, side);
    for cell in map.cells() {
        map.set_obstacle(cell, (cell.x + cell.y) % 2 == 1);
    }
    shut_in(&mut map);
    map
}

#[test]
fn a_grid_derives_nothing_before_its_first_search_and_components_at_the_first_failed_search() {
    let map = scattered(64, 15);
    let grid = grid_with(&map, GridstarEngine::Auto);
    assert_eq!(grid.set_cell(cell(9, 9), 1), GridstarStatus::Ok);
    assert_eq!(prepared(&grid), NONE);
    assert_eq!(grid.find_path(cell(0, 0), cell(0, 0), None).engine, GridstarEngine::Auto as u32);
    assert_eq!(prepared(&grid), NONE, "a start that is the goal needs no search");
    let before = grid.info().unwrap().bytes;
    let far = map.cells().filter(|&cell| map.is_walkable(cell)).last().unwrap();
    assert_eq!(grid.find_path(cell(0, 0), far, None).status, GridstarStatus::Ok);
    assert_eq!(prepared(&grid), JUMP_POINTS);
    let found = grid.info().unwrap().bytes;
    assert!(found > before, "{found} bytes with jump points and {before} without");
    assert_eq!(grid.find_path(cell(0, 0), SHUT_IN, None).status, GridstarStatus::NoPath);
    assert_eq!(prepared(&grid), JUMP_POINTS | COMPONENTS);
    assert!(grid.info().unwrap().bytes > found);
    // An edit of one cell updates both; an edit of the whole map drops them.
    assert_eq!(grid.set_cell(cell(9, 9), 0), GridstarStatus::Ok);
    assert_eq!(prepared(&grid) & JUMP_POINTS, JUMP_POINTS);
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 64, height: 64 }, 1), GridstarStatus::Ok);
    assert_eq!(prepared(&grid), NONE);
}

#[test]
fn preparing_an_engine_derives_what_it_needs_and_gives_back_what_it_does_not() {
    let map = scattered(96, 15);
    let grid = grid_with(&map, GridstarEngine::AStar);
    let cells = 96 * 96;
    let fresh = grid.info().unwrap().bytes;
    let sizes: Vec<u64> = [
        (GridstarEngine::AStar, NONE),
        (GridstarEngine::JumpPoints, JUMP_POINTS),
        (GridstarEngine::Landmarks, JUMP_POINTS | LANDMARKS),
        (GridstarEngine::Auto, JUMP_POINTS),
        (GridstarEngine::Landmarks, JUMP_POINTS | LANDMARKS),
        (GridstarEngine::AStar, NONE),
    ]
    .into_iter()
    .map(|(engine, expected)| {
        prepare(&grid, engine);
        let info = grid.info().unwrap();
        assert_eq!((info.engine, info.prepared), (engine as u32, expected), "{engine:?}");
        let landmark_bytes = if engine == GridstarEngine::Landmarks { 16 * cells..17 * cells } else { 0..1 };
        assert!(landmark_bytes.contains(&info.landmark_bytes), "{} bytes for {engine:?}", info.landmark_bytes);
        info.bytes
    })
    .collect();
    assert_eq!(sizes[0], fresh, "preparing left memory in the log");
    assert!(sizes[0] < sizes[1] && sizes[1] + 16 * cells <= sizes[2], "{sizes:?}");
    assert_eq!((sizes[3], sizes[4], sizes[5]), (sizes[1], sizes[2], sizes[0]), "{sizes:?}");
}

#[test]
fn the_engine_of_a_def_measures_landmarks_at_the_first_search_and_results_say_what_answered() {
    let map = scattered(64, 15);
    let grid = grid_with(&map, GridstarEngine::Landmarks);
    assert_eq!((prepared(&grid), grid.info().unwrap().landmark_bytes), (NONE, 0));
    let walkable: Vec<Cell> = map.cells().filter(|&cell| map.is_walkable(cell)).collect();
    let blocked = map.cells().find(|&cell| !map.is_walkable(cell)).unwrap();
    let (start, goal) = (walkable[0], walkable[walkable.len() - 1]);
    let own = default_query_def();
    assert_eq!(answering(&grid, start, goal, &own), GridstarEngine::Landmarks as u32);
    assert_eq!(prepared(&grid), JUMP_POINTS | LANDMARKS);
    let manhattan = GridstarQueryDef { heuristic: GridstarHeuristic::Manhattan as u32, ..own };
    let dear = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 2.0, ..own };
    let cheap = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.0, ..own };
    let never = GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::Never as u32, ..manhattan };
    for (from, def, expected) in [
        (start, &manhattan, GridstarEngine::AStar),
        (start, &dear, GridstarEngine::AStar),
        (start, &cheap, GridstarEngine::JumpPoints),
        (blocked, &own, GridstarEngine::JumpPoints),
        (start, &never, GridstarEngine::Landmarks),
    ] {
        assert_eq!(answering(&grid, from, goal, def), expected as u32, "{def:?} from {from:?}");
    }
    // Only the first failed search is made.
    assert_eq!(grid.find_path(start, SHUT_IN, None).status, GridstarStatus::NoPath);
    assert_eq!(answering(&grid, start, SHUT_IN, &own), GridstarEngine::Auto as u32);
    prepare(&grid, GridstarEngine::JumpPoints);
    assert_eq!(answering(&grid, start, goal, &own), GridstarEngine::JumpPoints as u32);
    prepare(&grid, GridstarEngine::AStar);
    assert_eq!(answering(&grid, start, goal, &own), GridstarEngine::AStar as u32);
}

#[test]
fn changes_since_landmarks_were_measured_are_counted_and_preparing_again_measures_them_anew() {
    let map = game_like(128);
    let grid = grid_with(&map, GridstarEngine::Landmarks);
    prepare(&grid, GridstarEngine::Landmarks);
    let changes = || grid.info().unwrap().landmark_changes;
    assert_eq!(changes(), 0);
    let inside = map.cells().filter(|&cell| map.is_walkable(cell)).nth(4321).unwrap();
    for (round, cell_type) in [1, 0, 0, 1].into_iter().enumerate() {
        assert_eq!(grid.set_cell(inside, cell_type), GridstarStatus::Ok);
        assert_eq!(changes(), [1, 2, 2, 3][round], "only edits that change a cell count");
    }
    assert_eq!(prepared(&grid) & LANDMARKS, LANDMARKS, "landmarks must survive changes of a few cells");
    // Opening all cells shortens paths all over the map, more than an edit repairs.
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 128, height: 128 }, 0), GridstarStatus::Ok);
    assert_eq!(prepared(&grid) & LANDMARKS, 0);
    assert_eq!(answering(&grid, cell(0, 0), cell(127, 99), &default_query_def()), GridstarEngine::JumpPoints as u32);
    prepare(&grid, GridstarEngine::Landmarks);
    assert_eq!((prepared(&grid), changes()), (JUMP_POINTS | LANDMARKS, 0));
    assert_eq!(answering(&grid, cell(0, 0), cell(127, 99), &default_query_def()), GridstarEngine::Landmarks as u32);
}

/// Waits until no preparation runs, and returns what is prepared then.
fn wait(grid: &TestGrid) -> u32 {
    loop {
        let now = prepared(grid);
        if now & UNDER_WAY == 0 {
            return now;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_preparation_in_the_background_ends_with_the_engine_changed_whatever_was_edited_meanwhile() {
    for seed in 0..20 {
        let mut map = game_like(160);
        let grid = grid_with(&map, GridstarEngine::AStar);
        let obvious = grid_with(&map, GridstarEngine::AStar);
        assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 1), GridstarStatus::Ok);
        let mut random = Random::new(seed);
        let walkable: Vec<Cell> = map.cells().filter(|&cell| map.is_walkable(cell)).collect();
        let mut any = || walkable[random.below(walkable.len() as u32) as usize];
        for _ in 0..30 {
            let edited = any();
            for one in [&grid, &obvious] {
                assert_eq!(one.set_cell(edited, u32::from(map.is_walkable(edited))), GridstarStatus::Ok);
            }
            map.set_obstacle(edited, map.is_walkable(edited));
            let (start, goal) = (any(), any());
            let (answer, right) = (grid.find_path(start, goal, None), obvious.find_path(start, goal, None));
            assert_eq!((answer.status, answer.cost), (right.status, right.cost), "seed {seed}: {start:?} to {goal:?}");
        }
        let then = wait(&grid);
        assert_eq!(then & JUMP_POINTS, JUMP_POINTS, "seed {seed}");
        assert_eq!(grid.info().unwrap().engine, GridstarEngine::Landmarks as u32, "seed {seed}");
        for _ in 0..30 {
            let (start, goal) = (any(), any());
            let (answer, right) = (grid.find_path(start, goal, None), obvious.find_path(start, goal, None));
            assert_eq!((answer.status, answer.cost), (right.status, right.cost), "seed {seed}: {start:?} to {goal:?}");
        }
    }
}

#[test]
fn mistakes_are_told_at_once_and_a_grid_destroyed_meanwhile_is_just_gone() {
    let map = game_like(200);
    let grid = grid_with(&map, GridstarEngine::Auto);
    assert_eq!(gridstar_grid_prepare(grid.id(), 4, 1), GridstarStatus::UnknownEngine);
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 2), GridstarStatus::BadFlag);
    assert_eq!((prepared(&grid), grid.info().unwrap().engine), (NONE, GridstarEngine::Auto as u32));
    for _ in 0..3 {
        assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 1), GridstarStatus::Ok);
    }
    assert_eq!(gridstar_grid_destroy(grid.id()), GridstarStatus::Ok);
    assert_eq!(grid.info().err(), Some(GridstarStatus::InvalidId));
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 1), GridstarStatus::InvalidId);
}

#[test]
fn a_grid_too_large_for_landmarks_says_so_and_goes_on_without() {
    let grid = TestGrid::new(8193, 8193);
    for in_background in [0, 1] {
        let status = gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, in_background);
        assert_eq!(status, GridstarStatus::TooLargeForLandmarks);
    }
    let info = grid.info().unwrap();
    assert_eq!((info.engine, info.prepared, info.landmark_bytes), (GridstarEngine::Auto as u32, NONE, 0));
    let def = GridstarGridDef { engine: GridstarEngine::Landmarks as u32, ..default_grid_def(8193, 8193) };
    assert_eq!(TestGrid::with_def(&def).err(), Some(GridstarStatus::TooLargeForLandmarks));
    // The largest grid for landmarks. They are measured when a search needs them.
    let largest = TestGrid::with_def(&GridstarGridDef { width: 8192, height: 8192, ..def }).unwrap();
    assert_eq!(largest.info().unwrap().engine, GridstarEngine::Landmarks as u32);
}

/// Largest memory of a grid, in bytes for each cell.
const WITHOUT_LANDMARKS: f64 = 6.0;
const WITH_LANDMARKS: f64 = 24.0;

fn bytes_per_cell(grid: &TestGrid, map: &CellMap) -> f64 {
    grid.info().unwrap().bytes as f64 / (f64::from(map.width()) * f64::from(map.height()))
}

/// With everything that one rule needs, after failed searches and edits.
#[test]
fn a_grid_holds_at_most_6_bytes_a_cell_without_landmarks_and_24_with() {
    let mut open = CellMap::new(512, 512);
    shut_in(&mut open);
    let maps = [
        ("open", open),
        ("scattered, 10 %", scattered(512, 10)),
        ("scattered, 40 %", scattered(512, 40)),
        ("a checkerboard", checkerboard(512)),
        ("rooms and trees", game_like(512)),
    ];
    let mut table = String::new();
    for (name, map) in &maps {
        for rule in [DiagonalRule::Always, DiagonalRule::BothFree] {
            let grid = grid_by_rule(map, GridstarEngine::Landmarks, rule);
            let limits = [
                (GridstarEngine::Auto, WITHOUT_LANDMARKS),
                (GridstarEngine::Landmarks, WITH_LANDMARKS),
                (GridstarEngine::Auto, WITHOUT_LANDMARKS),
            ];
            let mut random = Random::new(5);
            for (engine, limit) in limits {
                prepare(&grid, engine);
                assert_eq!(grid.find_path(cell(0, 0), SHUT_IN, None).status, GridstarStatus::NoPath);
                let fresh = bytes_per_cell(&grid, map);
                for number in 0..500 {
                    let at = random.cell(map);
                    let now = grid.get_cell(at).unwrap();
                    if (at.x - SHUT_IN.x).abs() > 1 || (at.y - SHUT_IN.y).abs() > 1 {
                        assert_eq!(grid.set_cell(at, 1 - now), GridstarStatus::Ok);
                    }
                    if number % 125 == 0 {
                        grid.find_path(cell(0, 0), SHUT_IN, None);
                    }
                }
                let edited = bytes_per_cell(&grid, map);
                table += &format!("{name}, {rule:?}, {engine:?}: {fresh:.2} bytes a cell, {edited:.2} after edits\n");
                assert!(fresh <= limit && edited <= limit, "more than {limit} bytes for each cell:\n{table}");
            }
        }
    }
    println!("{table}");
}

#[test]
fn each_rule_in_use_takes_as_many_bytes_a_cell_as_documented() {
    let map = game_like(512);
    let grid = grid_with(&map, GridstarEngine::Auto);
    let goal = map.cells().filter(|&cell| map.is_walkable(cell)).nth(999).unwrap();
    let mut before = bytes_per_cell(&grid, &map);
    for rule in 1..=4 {
        let def = GridstarQueryDef { diagonal_rule: rule, ..default_query_def() };
        assert_eq!(grid.find_path(cell(0, 0), goal, Some(&def)).engine, GridstarEngine::JumpPoints as u32);
        let now = bytes_per_cell(&grid, &map);
        let documented = match rule {
            rule if rule == GridstarDiagonalRule::BothFree as u32 => 2.0,
            rule if rule == GridstarDiagonalRule::Never as u32 => 1.0,
            _ => 2.5,
        };
        let added = now - before;
        assert!(
            (added - documented).abs() < 0.01,
            "rule {rule}: {added} more bytes for each cell instead of {documented}"
        );
        before = now;
    }
}

#[test]
fn landmarks_prepared_early_and_those_of_the_first_search_give_the_same_paths() {
    for seed in 0..24 {
        let random = random_map(seed);
        let walkable: Vec<Cell> = random.map.cells().filter(|&cell| random.map.is_walkable(cell)).collect();
        let grids = [(); 2].map(|()| grid_with(&random.map, GridstarEngine::Landmarks));
        prepare(&grids[0], GridstarEngine::Landmarks);
        for (&start, &goal) in walkable.iter().zip(walkable.iter().rev()).step_by(7) {
            let [early, late] = [&grids[0], &grids[1]].map(|grid| grid.trace_path(start, goal, None));
            assert_eq!(early, late, "{start:?} to {goal:?}: {random}");
        }
    }
}

/// A gap that replaces a long detour lowers more distances than an edit repairs. The landmarks are measured anew at an
/// edit, once the searches before it have expanded enough cells.
#[test]
fn landmarks_that_could_not_be_repaired_are_measured_anew_at_an_edit_after_enough_searches() {
    let side = 256;
    let mut map = scattered(side, 10);
    for x in 1..side as i32 {
        map.set_obstacle(cell(x, 128), true);
    }
    let grid = grid_with(&map, GridstarEngine::Landmarks);
    let cells = f64::from(side * side);
    let (mut random, mut expanded) = (Random::new(5), 0.0);
    let mut ask = || {
        let answer = grid.find_path(random.walkable_cell(&map), random.walkable_cell(&map), None);
        expanded += f64::from(answer.expansions);
        (answer.engine, expanded)
    };
    let (jump_points, landmarks) = (GridstarEngine::JumpPoints as u32, GridstarEngine::Landmarks as u32);
    while ask().0 != landmarks {}

    let gap = Rect { x: side as i32 - 40, y: 128, width: 40, height: 1 };
    assert_eq!(grid.fill_rect(gap, 0), GridstarStatus::Ok);
    assert_eq!(prepared(&grid) & LANDMARKS, 0, "the edit repaired the landmarks, so the gap is too small");
    let opened_at = ask().1;
    // An edit alone does not measure landmarks anew.
    assert_eq!(grid.set_cell(cell(0, 0), 1), GridstarStatus::Ok);
    assert_ne!(ask().0, landmarks);
    // Searches alone do not either.
    loop {
        let (engine, now) = ask();
        assert_ne!(engine, landmarks);
        if now - opened_at > 9.6 * cells {
            break;
        }
    }
    assert_eq!(grid.set_cell(cell(0, 0), 0), GridstarStatus::Ok);
    let answered = (0..100).map(|_| ask().0).find(|&engine| engine == landmarks || engine == jump_points);
    assert_eq!(answered, Some(landmarks));
}

/// Opening a cell may shorten many paths slightly. Landmarks stay in use, and jump points answer the queries for which
/// landmarks give no estimate.
#[test]
fn landmarks_stay_in_use_when_single_cells_of_a_scattered_map_open() {
    let mut map = scattered(256, 20);
    let grid = grid_with(&map, GridstarEngine::Landmarks);
    prepare(&grid, GridstarEngine::Landmarks);
    let (mut random, mut by_landmarks) = (Random::new(9), 0);
    for opened in 0..10 {
        let obstacles: Vec<Cell> = map.cells().filter(|&cell| !map.is_walkable(cell)).collect();
        let cell = obstacles[random.below(obstacles.len() as u32) as usize];
        map.set_obstacle(cell, false);
        assert_eq!(grid.set_cell(cell, 0), GridstarStatus::Ok);
        let info = grid.info().unwrap();
        assert_eq!((info.prepared & LANDMARKS, info.landmark_changes), (LANDMARKS, opened + 1));
        for _ in 0..10 {
            let (start, goal) = (random.walkable_cell(&map), random.walkable_cell(&map));
            let answer = grid.find_path(start, goal, None);
            by_landmarks += u32::from(answer.engine == GridstarEngine::Landmarks as u32);
            let plain = GridstarQueryDef { heuristic: GridstarHeuristic::Zero as u32, ..default_query_def() };
            assert_eq!(answer.cost, grid.find_path(start, goal, Some(&plain)).cost, "{start:?} to {goal:?}\n{map}");
        }
    }
    assert!(by_landmarks >= 20, "{by_landmarks} of 100 answers by landmarks");
}

/// One query never uses landmarks, because its start is an obstacle; the other measures them. Their order must not
/// matter.
#[test]
fn the_order_of_searches_between_two_edits_decides_nothing_about_landmarks() {
    let side = 40;
    let mut map = scattered(side, 10);
    for x in 1..side as i32 {
        map.set_obstacle(cell(x, 12), x != 20);
    }
    map.set_obstacle(cell(5, 5), true);
    let histories = [[0, 1], [1, 0]].map(|order| {
        let grid = grid_with(&map, GridstarEngine::Landmarks);
        let mut history = Vec::new();
        for round in 0..4000 {
            for query in order {
                let start = [cell(5, 5), cell(0, 0)][query];
                grid.find_path(start, cell(22, 22 - round % 9), None);
            }
            // The number of changed cells grows until the landmarks are stale and measured anew.
            let edited = cell(round * 7 % 40, 26 + round / 40 % 14);
            assert_eq!(grid.set_cell(edited, (round / 560 % 2 == 0).into()), GridstarStatus::Ok);
            let info = grid.info().unwrap();
            history.push((info.prepared & LANDMARKS, info.landmark_changes));
        }
        history
    });
    let measured = histories[0].windows(2).filter(|pair| pair[1].1 < pair[0].1).count();
    assert!(measured > 3, "measured anew {measured} times");
    let differing = (0..4000).find(|&round| histories[0][round] != histories[1][round]);
    assert_eq!(differing, None, "the histories differ from this round on");
}

#[test]
fn a_limit_of_expansions_bounds_what_is_derived_on_the_way() {
    let limited = |max_expansions: u32| GridstarQueryDef { max_expansions, ..default_query_def() };
    let map = scattered(96, 10);
    let grid = grid_with(&map, GridstarEngine::Landmarks);
    let (start, far) = (cell(0, 0), cell(95, 0));
    let answer = grid.find_path(SHUT_IN, start, Some(&limited(1)));
    assert_eq!(answer.status, GridstarStatus::NoPath, "the search must find that no step leads out");
    for max_expansions in [1, 255] {
        let answer = grid.find_path(start, SHUT_IN, Some(&limited(max_expansions)));
        assert_eq!((answer.status, answer.expansions), (GridstarStatus::LimitReached, max_expansions));
        assert_eq!(prepared(&grid), JUMP_POINTS, "only jump points may be derived");
    }
    assert_eq!(grid.find_path(start, SHUT_IN, Some(&limited(256))).status, GridstarStatus::NoPath);
    assert_eq!(prepared(&grid), JUMP_POINTS | COMPONENTS);
    grid.find_path(start, far, Some(&limited(96 * 96 / 2)));
    assert_eq!(prepared(&grid), JUMP_POINTS | COMPONENTS | LANDMARKS);

    // Larger maps derive no jump points under such a limit either, until they are prepared or searched without it.
    let large = grid_with(&scattered(300, 10), GridstarEngine::Auto);
    let few = limited(100);
    assert_eq!(large.find_path(start, cell(299, 299), Some(&few)).engine, GridstarEngine::AStar as u32);
    assert_eq!(prepared(&large), NONE);
    prepare(&large, GridstarEngine::Auto);
    assert_eq!(large.find_path(start, cell(299, 299), Some(&few)).engine, GridstarEngine::JumpPoints as u32);
}

/// A small grid that was edited and searched, by each rule: the longer side is not rounded up to 64 cells.
#[test]
fn a_small_grid_takes_little_memory() {
    let mut table = String::new();
    let mut is_small = true;
    for (width, height, most) in [(4, 4, 3072), (16, 16, 5376), (16, 4, 4864), (1, 1, 1536), (5, 20, 5632)] {
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
        {
            let grid = grid_by_rule(&CellMap::new(width, height), GridstarEngine::Auto, rule);
            let fresh = grid.info().unwrap().bytes;
            let (right, top) = (width as i32 - 1, height as i32 - 1);
            assert_eq!(grid.set_cell(cell(width as i32 / 2, 0), 1), GridstarStatus::Ok);
            grid.find_path(cell(0, 0), cell(right, top), None);
            let searched = grid.info().unwrap().bytes;
            is_small &= searched <= most;
            table += &format!("{width} x {height}, {rule:?}: {fresh} bytes, {searched} after an edit and a search\n");
        }
    }
    println!("{table}");
    assert!(is_small, "{table}");
}

/// The least limit of expansions with which an unreachable goal is told, on grids of all proportions: as documented.
#[test]
fn components_are_derived_from_the_documented_limit_on() {
    let shapes = [(1, 16384), (16384, 1), (1, 2048), (2, 3000), (64, 4000), (65, 4000), (3000, 100), (96, 96), (9, 1)];
    for (width, height) in shapes {
        let (long, short) = (u32::max(width, height), u32::min(width, height));
        let least = u32::max(256, long * short.div_ceil(64) / 8);
        let limited = |max_expansions: u32| GridstarQueryDef { max_expansions, ..default_query_def() };
        let mut map = CellMap::new(width, height);
        // The last cell is shut in.
        let (right, top) = (width as i32 - 1, height as i32 - 1);
        for wall in [cell(right - 1, top), cell(right, top - 1), cell(right - 1, top - 1)] {
            if map.contains(wall) {
                map.set_obstacle(wall, true);
            }
        }
        for (max_expansions, parts) in [(least - 1, NONE), (least, COMPONENTS)] {
            let grid = grid_with(&map, GridstarEngine::AStar);
            let answer = grid.find_path(cell(0, 0), cell(right, top), Some(&limited(max_expansions))).status;
            let case = format!("{width} x {height} by {max_expansions}: {answer:?}");
            // A search that closes all cells needs no components to know.
            let knows = parts == COMPONENTS || width * height < least;
            assert_eq!(answer, if knows { GridstarStatus::NoPath } else { GridstarStatus::LimitReached }, "{case}");
            assert_eq!(prepared(&grid) & COMPONENTS, parts, "{case}");
        }
    }
}

/// A stepper, or a ticket that nobody has answered, keeps a state; a preparation shows at once all the same.
#[test]
fn a_preparation_shows_at_once_while_a_search_keeps_the_state_of_before() {
    let map = scattered(96, 10);
    let (start, far) = (cell(0, 0), cell(95, 0));
    for in_background in [false, true] {
        let grid = grid_with(&map, GridstarEngine::Auto);
        let right = grid.find_path(start, far, None);
        let steps = [
            (GridstarEngine::Landmarks, JUMP_POINTS | LANDMARKS),
            (GridstarEngine::AStar, NONE),
            (GridstarEngine::JumpPoints, JUMP_POINTS),
            (GridstarEngine::Landmarks, JUMP_POINTS | LANDMARKS),
            (GridstarEngine::Auto, JUMP_POINTS),
        ];
        let mut kept = Vec::new();
        for (engine, parts) in steps {
            kept.push(TestStepper::begin(&grid, start, far, None).unwrap());
            if in_background {
                assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 1), GridstarStatus::Ok);
                assert_eq!(gridstar_background_wait(), GridstarStatus::Ok);
            } else {
                prepare(&grid, engine);
            }
            assert_eq!(prepared(&grid) & !COMPONENTS, parts, "{engine:?}, in the background: {in_background}");
            assert_eq!(grid.find_path(start, far, None).cost, right.cost);
            assert_eq!(prepared(&grid) & !COMPONENTS, parts, "{engine:?} after a search");
        }
        for stepper in kept {
            assert_eq!(stepper.finish().result.cost, right.cost);
        }
    }
}
