//! Parts that a grid derives from its cells and when: `gridstar_grid_prepare` and the state in `GridstarGridInfo`.
//! `searches/derived_limits.rs` tests what bounds it, and `engines.rs` there the paths that the engines find.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def};
use common::prepared_grids::*;
use common::random_maps::{Random, random_map};
use common::stepper::TestStepper;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const UNDER_WAY: u32 = GRIDSTAR_PREPARED_UNDER_WAY;

/// The number of the engine that answers a query.
fn answering(grid: &TestGrid, start: Cell, goal: Cell, def: &GridstarQueryDef) -> u32 {
    let answer = grid.find_path(start, goal, Some(def));
    assert!(answer.status as i32 >= 0, "{:?}", answer.status);
    answer.engine
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
    // An edit of one cell updates jump points and drops components; an edit of the whole map drops both.
    assert_eq!(grid.set_cell(cell(9, 9), 0), GridstarStatus::Ok);
    assert_eq!(prepared(&grid), JUMP_POINTS);
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
    assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::Ok);
    assert_eq!(grid.info().err(), Some(GridstarStatus::InvalidId));
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 1), GridstarStatus::InvalidId);
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
