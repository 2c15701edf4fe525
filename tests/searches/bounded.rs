//! Weights above 1 against Dijkstra's algorithm, on small maps of all kinds: a path is found exactly if there is one,
//! it costs at most the weight times as much as an optimal path, and the bound that the result tells is true. A failure
//! prints the seed, the map as it was, and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, default_query_def};
use common::cell_map::CellMap;
use common::prepared_grids::grid_with;
use common::random_maps::{Random, random_map};
use common::random_terrain::{ProfileTwin, random_terrain};
use common::shapes::Shape;
use common::terrain::{AgentMap, Terrain, cost_of_parts};
use common::terrain_world::{Case, Query, RULES, World, check};
use common::tiles::random_tile;
use common::work::{Batch, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::StepCosts;

/// On both sides of the change of the search's order, hardly more than 1, and the largest.
const WEIGHTS: [f64; 9] = [1.001, 1.01, 1.03, 1.1, 1.2499, 1.25, 1.5, 4.0, 1024.0];

const DIAGONALS: [f64; 7] = [1.0, 1.0001, 1.4, 1.4, std::f64::consts::SQRT_2, 1.9999, 2.0];

/// Queries from one start.
const GOALS: u32 = 24;

struct Counts {
    queries: u64,
    found: u64,
    dearer: u64,
    /// By engine.
    engines: [u64; 5],
    /// The largest ratio of costs, and its weight; the largest ratio of costs to the weight.
    worst: (f64, f64),
    closest: f64,
    /// FNV-1a over the paths by jump points.
    hash: u64,
}

impl Counts {
    fn new() -> Self {
        let (hash, engines) = (0xcbf2_9ce4_8422_2325, [0; 5]);
        Self { queries: 0, found: 0, dearer: 0, engines, worst: (1.0, 1.0), closest: 0.0, hash }
    }

    fn add(&mut self, answer: &PathAnswer, ratio: f64, weight: f64) {
        self.found += 1;
        self.dearer += u64::from(ratio > 1.0);
        self.engines[answer.engine as usize] += 1;
        if ratio > self.worst.0 {
            self.worst = (ratio, weight);
        }
        self.closest = self.closest.max(ratio / weight);
    }

    fn hash(&mut self, path: &[Cell]) {
        for byte in path.iter().flat_map(|cell| [cell.x, cell.y]).flat_map(i32::to_le_bytes) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Scattered obstacles, rooms, mazes, corridors; tiles; winding corridors; terrain.
fn terrain(seed: u64, random: &mut Random) -> Terrain {
    match seed % 5 {
        0 | 1 => Terrain::of_map(&random_map(seed / 5).map),
        2 => Terrain::of_map(&random_tile(random).map(random.between(4, 40))),
        3 => {
            let corridor = random.between(1, 3);
            let shapes = [Shape::Spiral(corridor), Shape::Comb(corridor), Shape::Switchback(corridor)];
            Terrain::of_map(&shapes[random.below(3) as usize].map(random.between(5, 32)))
        }
        _ => random_terrain(seed / 5),
    }
}

fn engine_of(seed: u64) -> GridstarEngine {
    if seed % 3 == 2 { GridstarEngine::Landmarks } else { GridstarEngine::JumpPoints }
}

/// Searches the map of a seed, with edits in between.
fn search(seed: u64, counts: &mut Counts) {
    let mut random = Random::new(!seed);
    let random = &mut random;
    let terrain = terrain(seed, random);
    let costs = StepCosts::new(1.0, DIAGONALS[random.below(7) as usize]).unwrap();
    let mut world = World::of_terrain(seed, terrain, &[engine_of(seed)], &costs);
    world.profiles.push(ProfileTwin::random(random));
    for _ in 0..5 {
        for _ in 0..random.below(3) {
            world.edit(random);
        }
        let profile = world.profiles.first().filter(|_| random.percent(if seed % 5 == 4 { 80 } else { 20 }));
        let size = if random.percent(80) { 1 } else { random.between(2, 3) };
        let mut query = Query { rule: RULES[random.below(4) as usize], ..Query::new(profile, size) };
        query.agent.ignores_penalties = random.percent(50);
        // Jumps of terrain answer queries with the grid's own costs.
        query.costs =
            if random.percent(80) { costs } else { StepCosts::new(1.0, DIAGONALS[random.below(7) as usize]).unwrap() };
        let map = AgentMap::new(&world.terrain, &query.agent);
        search_from(&world, &mut query, &map, world.end(&map, random), random, counts);
    }
}

/// Searches from one cell with several goals and weights.
fn search_from(
    world: &World,
    query: &mut Query,
    map: &AgentMap,
    start: Cell,
    random: &mut Random,
    counts: &mut Counts,
) {
    let grid = &world.grids[0];
    let (mut batch, mut singly) = (Batch::default(), Vec::new());
    let costs = map.costs_from(start, query.rule, &query.costs, None);
    for _ in 0..GOALS {
        let goal = world.end(map, random);
        let cheapest = costs[map.stands.index(goal)];
        for _ in 0..4 {
            query.weight = WEIGHTS[random.below(9) as usize];
            let mut def = query.def();
            let is_partial = random.percent(10);
            def.flags |= if is_partial { GRIDSTAR_QUERY_PARTIAL_PATH } else { 0 };
            let answer = grid.find_path(start, goal, Some(&def));
            let case = Case(world, query, (start, goal), format!("bounded, partial {is_partial}"));
            if cheapest.is_none() && is_partial {
                check_partial(map, query, (start, goal), &costs, &answer, &case);
                counts.add(&answer, 1.0, query.weight);
            } else {
                let parts = check(map, query, (start, goal), &answer, cheapest, &case);
                if let Some(cheapest) = cheapest {
                    assert!(is_within(parts, cheapest, query.weight), "{parts} parts, optimal {cheapest}: {case}");
                    counts.add(&answer, if parts == 0 { 1.0 } else { parts as f64 / cheapest as f64 }, query.weight);
                    check_limit(world, map, query, (start, goal), cheapest, random);
                }
            }
            let pays = !query.agent.ignores_penalties && world.terrain.penalties.iter().any(|&penalty| penalty > 0);
            assert!(!pays || answer.engine <= GridstarEngine::AStar as u32, "penalties, but {}: {case}", answer.engine);
            counts.queries += 1;
            if engine_of(world.seed) == GridstarEngine::JumpPoints && answer.engine > GridstarEngine::AStar as u32 {
                counts.hash(&answer.path);
            }
            batch.requests.push(GridstarPathRequest { def_index: batch.defs.len() as u32, ..request(start, goal) });
            batch.defs.push(def);
            singly.push(answer);
        }
    }
    // Landmarks depend on earlier calls. Any number of threads answers the batch.
    if world.seed % 24 == 1 {
        let answers = grid.find_paths(&batch);
        answers.compare(&singly, true).unwrap_or_else(|problem| panic!("seed {}: {problem}", world.seed));
    }
}

/// Whether a cost is within the weight, rounded to 1/65536, times the optimal cost.
fn is_within(parts: u128, cheapest: u128, weight: f64) -> bool {
    parts << 16 <= cheapest * (weight * 65536.0).round() as u128
}

/// A partial path leads to one of the reachable cells nearest to the goal.
fn check_partial(
    map: &AgentMap,
    query: &Query,
    (start, goal): (Cell, Cell),
    costs: &[Option<u128>],
    answer: &PathAnswer,
    case: &Case,
) {
    let distance = |cell: Cell| i64::from(cell.x - goal.x).pow(2) + i64::from(cell.y - goal.y).pow(2);
    let reached = || map.stands.cells().filter(|&cell| costs[map.stands.index(cell)].is_some());
    let nearest = reached().map(distance).min().unwrap();
    let cheapest = reached().filter(|&cell| distance(cell) == nearest).filter_map(|cell| costs[map.stands.index(cell)]);
    assert_eq!(answer.status, GridstarStatus::PartialPath, "{case}");
    let (cheapest, last) = (cheapest.min().unwrap(), *answer.path.last().unwrap());
    let parts = map.check_path((start, last), query.rule, &query.costs, &answer.path).unwrap();
    assert!(distance(last) == nearest && is_within(parts, cheapest, query.weight), "{answer:?}, {cheapest}: {case}");
    assert!(parts as f64 <= f64::from(answer.bound) * cheapest as f64, "{answer:?}, {cheapest}: {case}");
}

/// With a limit of cost, a path is found exactly if one within the limit exists.
fn check_limit(world: &World, map: &AgentMap, query: &Query, ends: (Cell, Cell), cheapest: u128, random: &mut Random) {
    if cheapest == 0 || map.excess > 1.0 || !random.percent(10) {
        return;
    }
    // Not so near to the optimal cost that rounding matters. A diagonal cost may be rounded up by 1/16000, and a path
    // may then be dearer than the limit by as much.
    let percent = [70, 99, 101, 104, 120, 160][random.below(6) as usize];
    let limit = cheapest * percent / 100;
    let def = GridstarQueryDef { max_cost: cost_of_parts(limit, &query.costs), ..query.def() };
    let answer = world.grids[0].find_path(ends.0, ends.1, Some(&def));
    let case = Case(world, query, ends, format!("at most {percent} %"));
    if percent < 100 {
        assert_eq!(answer.status, GridstarStatus::CostLimitReached, "{case}");
        return;
    }
    let parts = check(map, query, ends, &answer, Some(cheapest), &case);
    assert!(is_within(parts, cheapest, query.weight) && parts <= limit + limit / 10_000 + 1, "{parts}: {case}");
}

/// FNV-1a over the paths of jump points on the maps below. It is the same on every platform; a new one is stored in a
/// commit that says so.
const HASH: u64 = 0xd2bf_afd0_3cad_bb2d;

#[test]
fn weights_find_paths_within_their_bound_exactly_where_paths_exist() {
    let mut counts = Counts::new();
    (0..240).for_each(|seed| search(seed, &mut counts));
    let [auto, by_cells, by_jumps, by_landmarks, _] = counts.engines;
    let enough = by_cells.min(by_jumps).min(by_landmarks);
    assert!(enough > 3000 && counts.dearer * 50 > counts.found && auto > 100, "too few cases: {:?}", counts.engines);
    assert!(counts.hash == HASH, "the paths have changed: {:#018x}", counts.hash);
}

/// With a limit of 104 %, the first way to the goal that the search finds is within the weight and above the limit.
#[test]
fn a_limit_of_cost_that_leaves_out_a_way_leaves_the_told_bound_true() {
    let (map, steps) = (CellMap::parse(SCATTERED), 63.0);
    let grid = grid_with(&map, GridstarEngine::Auto);
    let (rule, diagonal_cost) = (GridstarDiagonalRule::Never as u32, 1.0001);
    let def = GridstarQueryDef { diagonal_rule: rule, straight_cost: 1.0, diagonal_cost, ..default_query_def() };
    let (start, goal) = (Cell::new(3, 59), Cell::new(1, 0));
    assert_eq!(grid.find_path(start, goal, Some(&def)).cost, steps);
    for percent in 100..130 {
        let def = GridstarQueryDef { heuristic_weight: 1.25, max_cost: steps * f64::from(percent) / 100.0, ..def };
        let answer = grid.find_path(start, goal, Some(&def));
        let (cost, bound) = (answer.cost, f64::from(answer.bound));
        assert_eq!(answer.status, GridstarStatus::Ok, "at most {percent} %");
        assert!(cost <= def.max_cost && cost <= steps * 1.25, "{cost}, at most {percent} %");
        assert!(cost / steps <= bound * (1.0 + 1e-6), "{cost} steps of {steps}, told {bound}, at most {percent} %");
    }
}

const SCATTERED: &str = "
    ............
    .#..........
    .....#......
    ..#.........
    ............
    .........#..
    ............
    ............
    .#....##....
    .#..........
    #...........
    ............
    ............
    ............
    .........##.
    ....#.......
    ............
    ....##......
    ............
    .......#....
    .........#..
    .....#......
    ............
    ..........#.
    ..........#.
    .......#....
    ......#.....
    ............
    ......#.....
    ....#.....#.
    ..#.........
    ............
    ............
    ..#.........
    ............
    .#......##..
    ...#..#.....
    ....#...#...
    ............
    ......#.....
    ............
    ............
    ............
    #...........
    .........#..
    ...#........
    ............
    ..........#.
    ...........#
    ...#...#.#..
    ............
    ............
    ............
    ............
    ...#........
    .........#..
    ........#...
    ......#..#.#
    .....#......
    ...........#
    ...#.#......
    ......###...
    ............
    ...#...#....
";

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Run by `cargo xtask bounded`.
#[test]
#[ignore = "long: run by cargo xtask bounded"]
fn long_form() {
    let (queries, first) =
        (variable("GRIDSTAR_BOUNDED_QUERIES", 1_000_000), variable("GRIDSTAR_SEQUENCES_SEED", 1 << 32));
    let (mut counts, mut seed) = (Counts::new(), first);
    while counts.queries < queries {
        search(seed, &mut counts);
        seed += 1;
    }
    let Counts { queries, found, dearer, engines, worst: (ratio, weight), closest, .. } = counts;
    println!("seeds {first} to {}: {queries} queries, {found} paths, {dearer} dearer than optimal", seed - 1);
    println!("by no search, A*, jump points, landmarks, lines: {engines:?}");
    println!("worst ratio {ratio:.4} at weight {weight}; closest to its bound: {closest:.6} of the weight");
}
