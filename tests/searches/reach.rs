//! Nearest cells, partial paths and limits of cost, compared with plain searches over all cells, for all engines,
//! rules, sizes and profiles. A failure prints the seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def};
use common::random_maps::Random;
use common::random_terrain::ProfileTwin;
use common::reach::{nearest, right_answer};
use common::stepper::TestStepper;
use common::terrain::{AgentMap, cost_of_parts};
use common::terrain_world::{Case, ENGINES, Query, World, check};
use common::work::{Batch, request};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::StepCosts;

/// A point on the map, or near it, or now and then far away.
fn any_point(world: &World, random: &mut Random) -> Cell {
    let (width, height) = (world.terrain.width as u32, world.terrain.height as u32);
    match random.below(10) {
        0..6 => Cell::new(random.below(width) as i32, random.below(height) as i32),
        6..9 => {
            Cell::new(random.below(3 * width) as i32 - width as i32, random.below(3 * height) as i32 - height as i32)
        }
        _ => [Cell::new(i32::MIN, 0), Cell::new(i32::MAX, i32::MIN), Cell::new(3, 30_000)][random.below(3) as usize],
    }
}

#[test]
fn the_nearest_cell_is_the_first_of_all_cells_by_distance_row_and_column() {
    let (mut found, mut none, mut reachable, mut outside) = (0, 0, 0, 0);
    for seed in 0..300 {
        let mut world = World::new(seed, &ENGINES[..1]);
        let mut random = Random::new(!seed);
        for _ in 0..12 {
            if random.percent(50) {
                world.edit(&mut random);
            }
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let (point, start) = (any_point(&world, &mut random), world.end(&map, &mut random));
            let radius = [0, 1, 2, 5, 20, 100, 32_768][random.below(7) as usize];
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            for from in [None, Some(start)] {
                let right = nearest(&map.stands, point, radius, from.map(|_| &costs[..]));
                let answer = world.grids[0].find_nearest(point, radius, from, Some(&query.def()));
                let case = Case(&world, &query, (start, point), format!("radius {radius}, from {from:?}"));
                assert_eq!(
                    answer,
                    right.map_or((GridstarStatus::NoCellFound, point), |cell| (GridstarStatus::Ok, cell)),
                    "{case}"
                );
                found += u32::from(right.is_some());
                none += u32::from(right.is_none());
                reachable += u32::from(from.is_some() && right.is_some());
                outside += u32::from(right.is_some() && !world.terrain.contains(point));
            }
        }
    }
    let counts = (found, none, reachable, outside);
    assert!(found > 3000 && none > 1000 && reachable > 1000 && outside > 300, "too few cases of a kind: {counts:?}");
}

/// No limit, the cost of the path itself, as a 32-bit float now and then, a little less, or some part of it.
fn any_limit(parts: Option<u128>, costs: &StepCosts, random: &mut Random) -> f64 {
    let cost = cost_of_parts(parts.unwrap_or(3000), costs);
    match random.below(6) {
        0 | 1 => 0.0,
        2 => [cost, f64::from(cost as f32)][random.below(2) as usize],
        3 => cost * 0.999,
        4 => cost * (0.05 + f64::from(random.below(100)) / 100.0),
        _ => cost * 3.0 + 1.0,
    }
}

fn check_answer(
    map: &AgentMap,
    query: &Query,
    (start, goal): (Cell, Cell),
    answer: &PathAnswer,
    right: (GridstarStatus, Cell, Option<u128>),
    case: &Case,
) {
    assert_eq!(answer.status, right.0, "{case}");
    match answer.status {
        GridstarStatus::Ok => {
            check(map, query, (start, goal), answer, right.2, case);
        }
        GridstarStatus::PartialPath => {
            assert_eq!(answer.path.last(), Some(&right.1), "{case}");
            let found = PathAnswer { status: GridstarStatus::Ok, ..answer.clone() };
            check(map, query, (start, right.1), &found, right.2, case);
        }
        _ => assert_eq!((answer.cost, answer.path.len(), answer.expansions), (0.0, 0, 0), "{case}"),
    }
}

#[test]
fn partial_paths_and_limits_of_cost_are_those_of_a_plain_search() {
    let mut counts = [0; 12];
    for seed in 0..330 {
        let mut world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed ^ 0x55);
        for _ in 0..8 {
            for _ in 0..random.below(3) {
                world.edit(&mut random);
            }
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let start = world.end(&map, &mut random);
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            let goals = [world.end(&map, &mut random), world.end(&map, &mut random), any_point(&world, &mut random)];
            for goal in goals {
                let is_partial = random.percent(60);
                let unlimited = right_answer(&map, &query.costs, (start, goal), (is_partial, 0.0), &costs);
                let max_cost = any_limit(unlimited.2, &query.costs, &mut random);
                let right = right_answer(&map, &query.costs, (start, goal), (is_partial, max_cost), &costs);
                let mut def = GridstarQueryDef { max_cost, ..query.def() };
                def.flags |= if is_partial { GRIDSTAR_QUERY_PARTIAL_PATH } else { 0 };
                for (grid, engine) in world.grids.iter().zip(ENGINES) {
                    let more = format!("{engine:?}, partial {is_partial}, at most {max_cost:?}");
                    let case = Case(&world, &query, (start, goal), more);
                    let answer = grid.find_path(start, goal, Some(&def));
                    check_answer(&map, &query, (start, goal), &answer, right, &case);
                    let traced = grid.trace_path(start, goal, Some(&def));
                    assert_eq!(traced.expanded.len(), traced.expansions as usize, "{case}");
                    assert_eq!(PathAnswer { expanded: Vec::new(), ..traced }, answer, "{case}");
                    counts[answer.status as usize] += 1;
                }
            }
        }
    }
    let enough = counts[0] > 4000 && counts[1] > 200 && counts[4] > 200 && counts[8] > 2000 && counts[11] > 2000;
    assert!(enough, "too few cases of a status: {counts:?}");
}

#[test]
fn a_limit_of_expansions_holds_for_partial_paths_and_limits_of_cost() {
    let (mut stopped, mut answered) = (0, 0);
    for seed in 2000..2200 {
        let world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed);
        for _ in 0..10 {
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let (start, goal) = (world.end(&map, &mut random), any_point(&world, &mut random));
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            let right = right_answer(&map, &query.costs, (start, goal), (true, 0.0), &costs);
            let limit = [random.between(1, 20), random.between(256, 400)][random.below(2) as usize];
            let flags = query.def().flags | GRIDSTAR_QUERY_PARTIAL_PATH;
            let def = GridstarQueryDef { max_expansions: limit, flags, ..query.def() };
            for (grid, engine) in world.grids.iter().zip(ENGINES) {
                let case = Case(&world, &query, (start, goal), format!("{engine:?}, limit {limit}"));
                let answer = grid.find_path(start, goal, Some(&def));
                assert!(answer.expansions <= limit, "{case}");
                if answer.status == GridstarStatus::LimitReached {
                    stopped += 1;
                    assert!(answer.path.is_empty(), "{case}");
                } else {
                    answered += 1;
                    check_answer(&map, &query, (start, goal), &answer, right, &case);
                }
            }
        }
    }
    assert!(stopped > 300 && answered > 300, "too few cases of a kind: {stopped} and {answered}");
}

/// A river from column 5 on; cell (9, 0) is an island.
fn river() -> TestGrid {
    let grid = TestGrid::new(10, 3);
    for (x, y) in (5..10).flat_map(|x| (0..3).map(move |y| (x, y))).filter(|&at| at != (9, 0)) {
        assert_eq!(grid.set_cell(Cell::new(x, y), 1), GridstarStatus::Ok);
    }
    grid
}

fn cells(path: &[(i32, i32)]) -> Vec<Cell> {
    path.iter().map(|&(x, y)| Cell::new(x, y)).collect()
}

#[test]
fn a_partial_path_ends_at_the_bank_of_the_river() {
    let grid = river();
    let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..default_query_def() };
    let start = Cell::new(2, 0);
    let island = grid.find_path(start, Cell::new(9, 0), Some(&def));
    assert_eq!(
        (island.status, island.path, island.cost),
        (GridstarStatus::PartialPath, cells(&[(2, 0), (3, 0), (4, 0)]), 2.0)
    );
    for blocked in [Cell::new(7, 0), Cell::new(50, 0)] {
        let answer = grid.find_path(start, blocked, Some(&def));
        assert_eq!((answer.status, answer.cost), (GridstarStatus::PartialPath, 2.0), "{blocked:?}");
    }
    let there = grid.find_path(Cell::new(4, 0), Cell::new(9, 0), Some(&def));
    assert_eq!(
        (there.status, there.path, there.engine),
        (GridstarStatus::PartialPath, cells(&[(4, 0)]), GridstarEngine::Auto as u32)
    );
    // A blocked start is left for a nearer cell, or kept if it is the nearest.
    let left = grid.find_path(Cell::new(5, 0), Cell::new(2, 1), Some(&def));
    assert_eq!(left.status, GridstarStatus::Ok);
    let kept = grid.find_path(Cell::new(5, 0), Cell::new(9, 0), Some(&def));
    assert_eq!((kept.status, kept.path), (GridstarStatus::PartialPath, cells(&[(5, 0)])));
    let without = grid.find_path(start, Cell::new(9, 0), None);
    assert_eq!(without.status, GridstarStatus::NoPath);
}

#[test]
fn a_limit_of_cost_allows_paths_that_cost_as_much_and_none_that_cost_more() {
    let grid = river();
    let (start, goal) = (Cell::new(0, 0), Cell::new(4, 2));
    let status =
        |max_cost: f64| grid.find_path(start, goal, Some(&GridstarQueryDef { max_cost, ..default_query_def() })).status;
    assert_eq!(grid.find_path(start, goal, None).cost, 4.8);
    for (max_cost, right) in [
        (0.0, GridstarStatus::Ok),
        (4.8, GridstarStatus::Ok),
        (1e300, GridstarStatus::Ok),
        (4.79, GridstarStatus::CostLimitReached),
        (1e-300, GridstarStatus::CostLimitReached),
        (-1.0, GridstarStatus::BadCostLimit),
        (f64::NAN, GridstarStatus::BadCostLimit),
        (f64::INFINITY, GridstarStatus::BadCostLimit),
    ] {
        assert_eq!(status(max_cost), right, "{max_cost}");
    }
    let def = GridstarQueryDef { max_cost: 100.0, ..default_query_def() };
    assert_eq!(grid.find_path(start, Cell::new(9, 0), Some(&def)).status, GridstarStatus::CostLimitReached);
    // Neither the cheap answer nor a pruned search labels components.
    let prepared = grid.info().unwrap().prepared;
    assert_eq!(prepared & GRIDSTAR_PREPARED_COMPONENTS, 0);
}

/// A limit is met by a path whose costs, as they were given, add up to it: as a float, as a sum, and by multipliers and
/// diagonal costs that are rounded up.
#[test]
fn rounding_does_not_count_against_a_path_at_the_limit() {
    let status = |def: GridstarQueryDef, to: (i32, i32)| {
        let mut found = Vec::new();
        for engine in ENGINES {
            let own = default_grid_def(12, 12);
            let grid = TestGrid::with_def(&GridstarGridDef { engine: engine as u32, ..own }).unwrap();
            assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 12, height: 12 }, 3), GridstarStatus::Ok);
            let goal = Cell::new(to.0, to.1);
            found.push(grid.find_path(Cell::new(0, 0), goal, Some(&def)).status);
            let stepper = TestStepper::begin(&grid, Cell::new(0, 0), goal, Some(&def)).unwrap();
            found.push(stepper.finish().status);
            let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..def };
            found.push(grid.find_path(Cell::new(0, 0), goal, Some(&partial)).status);
            let batch = Batch { defs: vec![def], ..Batch::of([request(Cell::new(0, 0), goal)]) };
            let reply = grid.find_paths(&batch).replies[0].status;
            assert_eq!(reply, found[0] as i32);
        }
        assert!(found.iter().all(|status| *status == found[0]), "{found:?}");
        found[0]
    };
    let plain = default_query_def();
    let sum = 1.4 + 1.4 + 1.4;
    for (max_cost, to, right) in [
        (f64::from(1.4_f32), (1, 1), GridstarStatus::Ok),
        (f64::from(2.8_f32), (2, 2), GridstarStatus::Ok),
        (f64::from(4.2_f32), (3, 3), GridstarStatus::Ok),
        (sum, (3, 3), GridstarStatus::Ok),
        (f64::from(1.4_f32 + 1.4_f32 + 1.4_f32), (3, 3), GridstarStatus::Ok),
        (1.3999, (1, 1), GridstarStatus::CostLimitReached),
        (4.1999, (3, 3), GridstarStatus::CostLimitReached),
    ] {
        assert_eq!(status(GridstarQueryDef { max_cost, ..plain }, to), right, "{max_cost}");
    }
    let mut twin = ProfileTwin::new();
    // Forest, and a cost that is never a whole number of steps.
    for (multiplier, less) in [(1.2, 7.1), (0.1, 0.5), (1.237, 7.35), (1.1, 6.55), (0.3, 1.75), (1.0 / 3.0, 1.9)] {
        twin.set_cost(3, multiplier);
        let def = GridstarQueryDef { profile: twin.profile.id(), ..plain };
        for (max_cost, right) in [
            (6.0 * multiplier, GridstarStatus::Ok),
            (f64::from(6.0 * multiplier as f32), GridstarStatus::Ok),
            (less, GridstarStatus::CostLimitReached),
        ] {
            assert_eq!(status(GridstarQueryDef { max_cost, ..def }, (6, 0)), right, "{multiplier}, {max_cost}");
        }
    }
    // Six diagonal steps, whose cost is rounded down to 1: then up.
    for diagonal_cost in [1.000_06, 1.000_07, std::f64::consts::SQRT_2] {
        let def = GridstarQueryDef { straight_cost: 1.0, diagonal_cost, ..plain };
        let limit = |max_cost: f64| status(GridstarQueryDef { max_cost, ..def }, (6, 6));
        assert_eq!(limit(6.0 * diagonal_cost), GridstarStatus::Ok, "{diagonal_cost}");
        assert_eq!(limit(5.99), GridstarStatus::CostLimitReached, "{diagonal_cost}");
    }
}

#[test]
fn the_nearest_cell_of_the_river_and_mistakes() {
    let grid = river();
    let found = |x, y, radius| grid.find_nearest(Cell::new(x, y), radius, None, None);
    assert_eq!(found(7, 0, 5), (GridstarStatus::Ok, Cell::new(9, 0)));
    assert_eq!(found(6, 1, 5), (GridstarStatus::Ok, Cell::new(4, 1)));
    assert_eq!(found(7, 2, 2), (GridstarStatus::NoCellFound, Cell::new(7, 2)));
    assert_eq!(found(2, -3, 3), (GridstarStatus::Ok, Cell::new(2, 0)));
    assert_eq!(found(2, 1, 0), (GridstarStatus::Ok, Cell::new(2, 1)));
    assert_eq!(found(2, 1, -1).0, GridstarStatus::BadRadius);
    assert_eq!(found(2, 1, GRIDSTAR_MAX_RADIUS as i32 + 1).0, GridstarStatus::BadRadius);
    let reached = |from| grid.find_nearest(Cell::new(9, 0), 9, Some(from), None);
    assert_eq!(reached(Cell::new(0, 0)), (GridstarStatus::Ok, Cell::new(4, 0)));
    assert_eq!(reached(Cell::new(9, 0)), (GridstarStatus::Ok, Cell::new(9, 0)));
    assert_eq!(reached(Cell::new(10, 0)).0, GridstarStatus::CellOutside);
}

/// Reach of an agent on maps that change, for random profiles, sizes and rules; the way back too.
#[test]
fn a_cell_is_reachable_if_the_agent_can_stand_at_both_ends_and_a_path_joins_them() {
    let (mut yes, mut cut, mut blocked) = (0, 0, 0);
    for seed in 0..120 {
        let mut world = World::new(seed, &ENGINES[(seed % 4) as usize..][..1]);
        let mut random = Random::new(seed ^ 0x4eac);
        for _ in 0..12 {
            world.edit(&mut random);
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let (from, to) = (any_point(&world, &mut random), any_point(&world, &mut random));
            for (from, to) in [(from, to), (world.end(&map, &mut random), world.end(&map, &mut random)), (from, from)] {
                let stand = map.stands.is_walkable(from) && map.stands.is_walkable(to);
                let joined = || map.costs_from(from, query.rule, &query.costs, None)[map.stands.index(to)].is_some();
                let right = stand && joined();
                let case = Case(&world, &query, (from, to), String::new());
                // A limit of any kind decides nothing here.
                let def = GridstarQueryDef { max_expansions: 1, max_cost: 0.5, ..query.def() };
                for (from, to) in [(from, to), (to, from)] {
                    assert_eq!(world.grids[0].is_reachable(from, to, Some(&query.def())), right, "{case}");
                    assert_eq!(world.grids[0].is_reachable(from, to, Some(&def)), right, "{case}");
                }
                yes += u32::from(right);
                cut += u32::from(stand && !right);
                blocked += u32::from(!stand);
            }
        }
    }
    assert!(yes > 300 && cut > 50 && blocked > 300, "too few cases of a kind: {:?}", (yes, cut, blocked));
}

/// A tower on a grid of 5 x 3 with one gap in its wall: before, with the gap closed, with the spawn closed, and undone.
#[test]
fn a_building_that_closes_the_gap_or_stands_on_the_spawn_cuts_it_off() {
    let grid = TestGrid::new(5, 3);
    let (spawn, goal, gap) = (Cell::new(0, 0), Cell::new(4, 2), Cell::new(2, 1));
    for y in [0, 2] {
        assert_eq!(grid.set_cell(Cell::new(2, y), 1), GridstarStatus::Ok);
    }
    assert!(grid.is_reachable(spawn, goal, None));
    for building in [gap, spawn, goal] {
        assert_eq!(grid.set_cell(building, 1), GridstarStatus::Ok);
        assert!(!grid.is_reachable(spawn, goal, None), "{building:?}");
        // A path may start on an obstacle.
        let starts_on_it = building == spawn;
        assert_eq!(grid.find_path(spawn, goal, None).status == GridstarStatus::Ok, starts_on_it, "{building:?}");
        assert_eq!(grid.set_cell(building, 0), GridstarStatus::Ok);
        assert!(grid.is_reachable(spawn, goal, None), "{building:?}");
    }
}
