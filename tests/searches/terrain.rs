//! Cell types, profiles, penalties and wide agents, through the C functions, compared with a plain search. Any engine
//! may answer: costs and legal steps are compared, never which of several optimal paths is found. A failure prints the
//! seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid};
use common::path_check::step_is_legal;
use common::random_maps::Random;
use common::terrain::AgentMap;
use common::terrain_world::{Case, ENGINES, Query, World, check};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::Heuristic;
use gridstar::search::Order;

/// All engines and all calls that find paths, after edits of types, penalties and profiles, for several agents in turn.
#[test]
fn paths_over_terrain_are_cheapest_after_edits_for_every_agent() {
    let (mut found, mut without, mut blocked_starts, mut weighted, mut wide, mut limited) = (0, 0, 0, 0, 0, 0);
    for seed in 0..360 {
        let mut world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed);
        for _ in 0..10 {
            for _ in 0..random.below(4) {
                world.edit(&mut random);
            }
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let start = world.end(&map, &mut random);
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            for goal in [world.end(&map, &mut random), world.end(&map, &mut random), start] {
                let cheapest = costs[map.stands.index(goal)];
                for (grid, engine) in world.grids.iter().zip(ENGINES) {
                    let case = Case(&world, &query, (start, goal), format!("{engine:?}"));
                    let answer = grid.find_path(start, goal, Some(&query.def()));
                    let parts = check(&map, &query, (start, goal), &answer, cheapest, &case);
                    found += u32::from(answer.path.len() > 2);
                    without += u32::from(answer.status == GridstarStatus::NoPath);
                    blocked_starts += u32::from(answer.path.len() > 1 && !map.stands.is_walkable(start));
                    let steps = answer.path.len().saturating_sub(1) as u128;
                    weighted += u32::from(parts > steps * 3200 * u128::from(query.costs.diagonal_units()));
                    wide += u32::from(answer.path.len() > 2 && query.agent.size > 1);
                }
                limited += check_limit(&world, &query, (start, goal), cheapest, &mut random);
            }
        }
    }
    let counts = (found, without, blocked_starts, weighted, wide, limited);
    assert!(
        found > 8000 && without > 1000 && blocked_starts > 200 && weighted > 1000 && wide > 1500 && limited > 500,
        "too few cases of a kind: {counts:?}"
    );
}

/// A limit of expansions stops a search or changes nothing but the choice among optimal paths. Returns 1 if it stopped
/// the search.
fn check_limit(
    world: &World,
    query: &Query,
    (start, goal): (Cell, Cell),
    cheapest: Option<u128>,
    random: &mut Random,
) -> u32 {
    let which = random.below(world.grids.len() as u32) as usize;
    let limit = random.between(1, 400);
    let def = GridstarQueryDef { max_expansions: limit, ..query.def() };
    let answer = world.grids[which].find_path(start, goal, Some(&def));
    let case = Case(world, query, (start, goal), format!("limit {limit}, {:?}", ENGINES[which]));
    if answer.status == GridstarStatus::LimitReached {
        assert_eq!((answer.expansions, answer.cost, answer.path.len()), (limit, 0.0, 0), "{case}");
        return 1;
    }
    assert!(answer.expansions <= limit, "{case}");
    check(&AgentMap::new(&world.terrain, &query.agent), query, (start, goal), &answer, cheapest, &case);
    0
}

#[test]
fn traces_and_checks_of_paths_agree_with_the_search() {
    let mut broken = 0;
    for seed in 1000..1120 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        let mut kept: Vec<(Query, Vec<Cell>)> = Vec::new();
        for _ in 0..8 {
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let ends = (world.end(&map, &mut random), world.end(&map, &mut random));
            let case = Case(&world, &query, ends, String::new());
            let answer = world.grids[0].find_path(ends.0, ends.1, Some(&query.def()));
            let traced = world.grids[0].trace_path(ends.0, ends.1, Some(&query.def()));
            assert_eq!(PathAnswer { expanded: Vec::new(), ..traced.clone() }, answer, "{case}");
            assert_eq!(traced.expanded.len(), traced.expansions as usize, "{case}");
            assert!(!traced.expanded.contains(&ends.1), "the goal is expanded: {case}");
            if !answer.path.is_empty() {
                kept.push((query, answer.path));
            }
            for _ in 0..random.below(3) {
                world.edit(&mut random);
            }
            for (query, path) in &mut kept {
                // The profile may have changed, and the path is checked by its current multipliers.
                if let Some(twin) = world.profiles.iter().find(|twin| twin.profile.id() == query.profile) {
                    query.agent.profile = twin.model.clone();
                }
                let stands = AgentMap::new(&world.terrain, &query.agent).stands;
                let legal = |step: &&[Cell]| step_is_legal(&stands, step[0], step[1], query.rule);
                let expected = 1 + path.windows(2).take_while(legal).count();
                let case = Case(&world, query, (path[0], path[path.len() - 1]), format!("{path:?}"));
                assert_eq!(usable(&world.grids[0], path, &query.def()), expected, "{case}");
                broken += u32::from(expected < path.len());
            }
        }
    }
    assert!(broken > 100, "only {broken} paths were broken by edits");
}

/// The answer of gridstar_grid_check_path.
fn usable(grid: &TestGrid, path: &[Cell], def: &GridstarQueryDef) -> usize {
    let (mut usable, mut revision) = (u32::MAX, 0);
    // SAFETY: the pointer and length of a slice; the other pointers come from references.
    let status = unsafe {
        gridstar_grid_check_path(grid.id(), path.as_ptr(), path.len() as u32, def, &mut usable, &mut revision)
    };
    assert_eq!((status, revision), (GridstarStatus::Ok, grid.revision()));
    usable as usize
}

/// Weights above 1, other heuristics, and greedy best-first search.
#[test]
fn other_weights_heuristics_and_orders_stay_within_their_bounds() {
    let mut dearer = [0; 4];
    for seed in 3000..3160 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        for _ in 0..4 {
            world.edit(&mut random);
            let mut query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let ends = (world.end(&map, &mut random), world.end(&map, &mut random));
            let cheapest = map.costs_from(ends.0, query.rule, &query.costs, Some(ends.1))[map.stands.index(ends.1)];
            for (kind, dearer) in dearer.iter_mut().enumerate() {
                (query.order, query.heuristic, query.weight) = [
                    (Order::AStar, Heuristic::Octile, 2.0),
                    (Order::AStar, Heuristic::Octile, 1024.0),
                    (Order::AStar, Heuristic::Manhattan, 1.0),
                    (Order::GreedyBestFirst, Heuristic::Octile, 1.0),
                ][kind];
                let answer = world.grids[0].find_path(ends.0, ends.1, Some(&query.def()));
                let case = Case(&world, &query, ends, String::new());
                let parts = check(&map, &query, ends, &answer, cheapest, &case);
                *dearer += u32::from(parts > cheapest.unwrap_or(0));
            }
            (query.order, query.heuristic, query.weight) = (Order::AStar, Heuristic::Octile, 0.5);
            let answer = world.grids[0].find_path(ends.0, ends.1, Some(&query.def()));
            check(&map, &query, ends, &answer, cheapest, &Case(&world, &query, ends, String::new()));
        }
    }
    assert!(dearer.iter().all(|&dearer| dearer > 0), "settings that never gave a costlier path: {dearer:?}");
}

/// The answers to the same calls: edits, and after each some searches on several threads.
fn answers_on(threads: usize, seed: u64, engine: GridstarEngine) -> Vec<PathAnswer> {
    let mut world = World::new(seed, &[engine]);
    let mut random = Random::new(!seed);
    let mut answers = Vec::new();
    for _ in 0..12 {
        world.edit(&mut random);
        let queries: Vec<_> = (0..8)
            .map(|_| {
                let query = world.query(&mut random);
                let map = AgentMap::new(&world.terrain, &query.agent);
                (query.def(), world.end(&map, &mut random), world.end(&map, &mut random))
            })
            .collect();
        let grid = &world.grids[0];
        let ask = |part: &[(GridstarQueryDef, Cell, Cell)]| -> Vec<PathAnswer> {
            part.iter().map(|(def, start, goal)| grid.find_path(*start, *goal, Some(def))).collect()
        };
        let parts = queries.chunks(queries.len() / threads);
        answers.extend(std::thread::scope(|scope| {
            let running: Vec<_> = parts.map(|part| scope.spawn(move || ask(part))).collect();
            running.into_iter().flat_map(|part| part.join().unwrap()).collect::<Vec<_>>()
        }));
    }
    answers
}

/// The hash of the paths below. It is the same on every platform; a new one is stored in a commit that says so.
const PATHS_HASH: u64 = 0x24e3_fc13_b900_6a59;
/// The expansions of all searches below.
const EXPANSIONS: u32 = 643_975;

/// FNV-1a over the paths of weighted maps of every kind, and the number of all expansions.
fn hash_of_paths(threads: usize) -> (u64, u32) {
    let (mut hash, mut expansions) = (0xcbf2_9ce4_8422_2325_u64, 0);
    for seed in 5000..5048 {
        for answer in answers_on(threads, seed, ENGINES[seed as usize / 6 % 4]) {
            let numbers = answer.path.iter().flat_map(|cell| [cell.x, cell.y]);
            for byte in numbers.chain([answer.engine as i32]).flat_map(i32::to_le_bytes) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            expansions += answer.expansions;
        }
    }
    (hash, expansions)
}

#[test]
fn the_same_calls_find_the_same_paths_in_every_run_and_on_any_number_of_threads() {
    for seed in 5000..5012 {
        for engine in ENGINES {
            let (one, four) = (answers_on(1, seed, engine), answers_on(4, seed, engine));
            for (number, (one, four)) in one.iter().zip(&four).enumerate() {
                assert_eq!(one, four, "seed {seed}, {engine:?}, query {number}");
            }
        }
    }
    let found = [hash_of_paths(1), hash_of_paths(4), hash_of_paths(1)];
    assert_eq!(found, [(PATHS_HASH, EXPANSIONS); 3], "{found:#x?}");
}
