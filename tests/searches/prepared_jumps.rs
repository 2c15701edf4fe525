//! Weighted terrain with the engine AUTO: a search over cells answers, and jumps where the game has prepared them.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def};
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const ASTAR: u32 = GridstarEngine::AStar as u32;
const JUMPS: u32 = GridstarEngine::JumpPoints as u32;

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

fn prepare(grid: &TestGrid, def: &GridstarQueryDef) {
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_grid_prepare_query(grid.id(), def) }, GridstarStatus::Ok);
}

/// The engines of the next ten searches, whose costs must be those of a twin.
fn engines(grid: &TestGrid, twin: &TestGrid, side: u32, first: u64, def: &GridstarQueryDef) -> Vec<u32> {
    let mut engines = Vec::new();
    for number in first..first + 10 {
        let (answer, expected) = (find(grid, side, number, def), find(twin, side, number, def));
        assert_eq!((answer.status, answer.cost), (expected.status, expected.cost), "query {number}");
        engines.extend(is_searched(&answer).then_some(answer.engine));
    }
    engines.dedup();
    engines
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
fn auto_searches_over_cells_however_many_searches_there_were_until_the_game_prepares_the_profile() {
    let side = 40;
    let (grid, twin) = (grid(side, GridstarEngine::Auto, 1), grid(side, GridstarEngine::AStar, 1));
    let (profile, other) = (profile(), profile());
    let (def, of_other) = (def_of(&profile), def_of(&other));
    for first in (0..600).step_by(10) {
        assert!(matches!(engines(&grid, &twin, side, first, &def)[..], [ASTAR] | []));
    }
    // Choosing an engine prepares no profile: which ones the grid holds depends on earlier queries.
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Auto as u32, 0), GridstarStatus::Ok);
    assert_eq!(engines(&grid, &twin, side, 0, &def), [ASTAR]);
    prepare(&grid, &def);
    let by = |def: &GridstarQueryDef| engines(&grid, &twin, side, 0, def);
    assert_eq!(by(&def), [JUMPS]);
    assert_eq!(by(&GridstarQueryDef { max_expansions: 1 << 30, ..def }), [JUMPS]);
    // What was not prepared: an equal profile, another rule, another size.
    assert_eq!(by(&of_other), [ASTAR]);
    assert_eq!(by(&GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::Never as u32, ..def }), [ASTAR]);
    assert_eq!(by(&GridstarQueryDef { agent_size: 2, ..def }), [ASTAR]);
    // A changed profile is another one.
    assert_eq!(profile.set_costs(2, &[4.0]), GridstarStatus::Ok);
    assert_eq!(by(&def), [ASTAR]);
    // JUMP_POINTS derives them at once.
    let grid = self::grid(side, GridstarEngine::JumpPoints, 1);
    assert_eq!(engines(&grid, &twin, side, 0, &of_other), [JUMPS]);
    assert_eq!(engines(&grid, &twin, side, 0, &GridstarQueryDef { max_expansions: 1 << 30, ..of_other }), [JUMPS]);
}

#[test]
fn edits_keep_prepared_jumps_small_ones_and_large_ones() {
    for seed in 0..3 {
        let side = [40, 64, 70][seed as usize];
        let (grid, twin) = (grid(side, GridstarEngine::Auto, seed), grid(side, GridstarEngine::AStar, seed));
        let profile = profile();
        let def = def_of(&profile);
        prepare(&grid, &def);
        let mut random = Random::new(seed);
        for edit in 0..40 {
            let rect = if edit % 10 == 9 {
                Rect { x: 0, y: 0, width: side, height: side }
            } else {
                Rect { x: random.below(side) as i32, y: random.below(side) as i32, width: 1, height: 1 }
            };
            let types = mixed(side, 100 + edit);
            for grid in [&grid, &twin] {
                assert_eq!(grid.set_rect(rect, &types[..(rect.width * rect.height) as usize]), GridstarStatus::Ok);
            }
            let engines = engines(&grid, &twin, side, 10 * edit, &def);
            assert!(matches!(engines[..], [JUMPS] | []), "seed {seed}, edit {edit}: {engines:?}");
        }
    }
}

/// More profiles than a grid keeps data for.
#[test]
fn a_prepared_profile_stays_prepared_when_the_grid_has_dropped_its_data() {
    let side = 40;
    let (grid, twin) = (grid(side, GridstarEngine::Auto, 7), grid(side, GridstarEngine::AStar, 7));
    let first = profile();
    prepare(&grid, &def_of(&first));
    let others: Vec<TestProfile> = (0..70)
        .map(|number| {
            let profile = TestProfile::new();
            assert_eq!(profile.set_costs(2, &[2.0 + f64::from(number), 5.5]), GridstarStatus::Ok);
            find(&grid, side, 3, &def_of(&profile));
            profile
        })
        .collect();
    assert_eq!(engines(&grid, &twin, side, 0, &def_of(&first)), [JUMPS]);
    assert_eq!(engines(&grid, &twin, side, 0, &def_of(&others[69])), [ASTAR]);
}
