//! Cell types, profiles, penalties and wide agents, through the C functions, compared with a plain search. Any engine
//! may answer: costs and legal steps are compared, never which of several optimal paths is found. A failure prints the
//! seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::{PathAnswer, TestGrid, default_grid_def, order_number, query_def};
use common::floors::{FloorAnswer, TestFloors, link_def};
use common::joined_reference::{Building, TestLink, cost_of_fine};
use common::path_check::step_is_legal;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::random_terrain::{ProfileTwin, any_type, fill, random_cell, random_rect, random_terrain};
use common::reference::cost_bound;
use common::stepper::TestStepper;
use common::terrain::{AgentMap, AgentModel, ProfileModel, Terrain, cost_of_parts};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::f64::consts::SQRT_2;
use std::fmt;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 6] = [(1.0, 1.0), (1.0, 1.4), (1.0, SQRT_2), (1.0, 1.9999), (1.0, 2.0), (10.0, 14.0)];

const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

const SIZES: [u32; 10] = [1, 1, 1, 1, 2, 2, 3, 4, 5, 16];

/// A map behind the C functions, with one grid for each engine, its profiles, and the model of all of them.
struct World {
    seed: u64,
    terrain: Terrain,
    grids: Vec<TestGrid>,
    profiles: Vec<ProfileTwin>,
}

/// An agent, its query def's fields, and the rules of a query.
#[derive(Clone, Debug)]
struct Query {
    agent: AgentModel,
    profile: u64,
    /// 0 for a size of 1 now and then.
    agent_size: u32,
    rule: DiagonalRule,
    costs: StepCosts,
    order: Order,
    heuristic: Heuristic,
    weight: f64,
}

impl Query {
    fn new(profile: Option<&ProfileTwin>, size: u32) -> Self {
        let model = profile.map_or_else(ProfileModel::default, |twin| twin.model.clone());
        Self {
            agent: AgentModel { profile: model, size, ignores_penalties: false },
            profile: profile.map_or(0, |twin| twin.profile.id()),
            agent_size: size,
            rule: DiagonalRule::Always,
            costs: StepCosts::default(),
            order: Order::AStar,
            heuristic: Heuristic::Octile,
            weight: 1.0,
        }
    }

    fn def(&self) -> GridstarQueryDef {
        GridstarQueryDef {
            order: order_number(self.order),
            heuristic_weight: self.weight,
            profile: self.profile,
            agent_size: self.agent_size,
            flags: if self.agent.ignores_penalties { GRIDSTAR_QUERY_IGNORE_PENALTIES } else { 0 },
            ..query_def(self.rule, self.costs, self.heuristic)
        }
    }

    /// Largest ratio of a path's cost to the optimal cost.
    fn bound(&self) -> Option<f64> {
        cost_bound(self.order, self.heuristic, self.weight, self.rule, &self.costs)
    }
}

/// Everything that is needed to repeat a query.
struct Case<'a>(&'a World, &'a Query, (Cell, Cell), String);

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(world, query, (start, goal), more) = self;
        write!(f, "seed {}, {more}, {start:?} to {goal:?}\n{query:?}\n{}", world.seed, world.terrain)
    }
}

impl World {
    /// One grid for each of `engines`.
    fn new(seed: u64, engines: &[GridstarEngine]) -> Self {
        let terrain = random_terrain(seed);
        let grids = engines.iter().map(|&engine| grid_of(&terrain, engine)).collect();
        let mut random = Random::new(seed ^ 0xabcd);
        let mut world = Self { seed, terrain, grids, profiles: Vec::new() };
        for _ in 0..random.between(1, 3) {
            world.profiles.push(ProfileTwin::random(&mut random));
        }
        if random.percent(50) {
            for _ in 0..random.between(1, 4) {
                world.edit_penalties(&mut random);
            }
        }
        world
    }

    /// One edit of types, penalties or a profile.
    fn edit(&mut self, random: &mut Random) {
        match random.below(10) {
            0..6 => self.edit_types(random),
            6..8 => self.edit_penalties(random),
            _ => {
                let which = random.below(self.profiles.len() as u32) as usize;
                self.profiles[which].change(random);
            }
        }
    }

    fn edit_types(&mut self, random: &mut Random) {
        let largest = [1, 1, 4, 30][random.below(4) as usize];
        let rect = random_rect(&self.terrain, largest, random);
        let (width, types) = (self.terrain.width, &mut self.terrain.types);
        if random.percent(70) {
            let cell_type = any_type(random);
            fill(width, types, rect, cell_type);
            for grid in &self.grids {
                assert_eq!(grid.fill_rect(rect, cell_type.into()), GridstarStatus::Ok);
            }
        } else {
            let new: Vec<u8> = (0..rect.width * rect.height).map(|_| any_type(random)).collect();
            write(width, types, rect, &new);
            for grid in &self.grids {
                assert_eq!(grid.set_rect(rect, &new), GridstarStatus::Ok);
            }
        }
    }

    fn edit_penalties(&mut self, random: &mut Random) {
        let (whole, width) = (whole(&self.terrain), self.terrain.width);
        let penalties = &mut self.terrain.penalties;
        if random.percent(25) {
            fill(width, penalties, whole, 0);
            for grid in &self.grids {
                assert_eq!(grid.fill_penalties(whole, 0), GridstarStatus::Ok);
            }
            return;
        }
        let rect = random_rect(&self.terrain, 20, random);
        let penalties = &mut self.terrain.penalties;
        if random.percent(50) {
            let penalty = [0, 1, 16, 40, 255][random.below(5) as usize];
            fill(width, penalties, rect, penalty);
            for grid in &self.grids {
                assert_eq!(grid.fill_penalties(rect, penalty.into()), GridstarStatus::Ok);
            }
        } else {
            let new: Vec<u8> = (0..rect.width * rect.height).map(|_| random.below(256) as u8).collect();
            write(width, penalties, rect, &new);
            for grid in &self.grids {
                assert_eq!(grid.set_penalties(rect, &new), GridstarStatus::Ok);
            }
        }
    }

    /// A query with an optimal path.
    fn query(&self, random: &mut Random) -> Query {
        let profile = match random.below(self.profiles.len() as u32 + 1) as usize {
            0 if random.percent(60) => None,
            0 => self.profiles.first(),
            which => Some(&self.profiles[which - 1]),
        };
        let size = SIZES[random.below(SIZES.len() as u32) as usize];
        let mut query = Query::new(profile, size);
        query.agent.ignores_penalties = random.percent(20);
        if size == 1 && random.percent(50) {
            query.agent_size = 0;
        }
        query.rule = RULES[random.below(4) as usize];
        let (straight, diagonal) = COSTS[random.below(COSTS.len() as u32) as usize];
        query.costs = StepCosts::new(straight, diagonal).unwrap();
        query.order = if random.percent(80) { Order::AStar } else { Order::Dijkstra };
        if random.percent(25) {
            let others = [Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];
            query.heuristic = others[random.below(3) as usize];
        }
        query
    }

    /// A cell; most often one at which the agent can stand.
    fn end(&self, map: &AgentMap, random: &mut Random) -> Cell {
        if random.percent(85) { random.walkable_cell(&map.stands) } else { random_cell(&self.terrain, random) }
    }
}

fn whole(terrain: &Terrain) -> Rect {
    Rect { x: 0, y: 0, width: terrain.width as u32, height: terrain.height as u32 }
}

/// Writes the bytes of a rectangle's cells, row by row.
fn write(width: i32, bytes: &mut [u8], rect: Rect, new: &[u8]) {
    for (row, new) in (rect.y..).zip(new.chunks(rect.width as usize)) {
        let first = (row * width + rect.x) as usize;
        bytes[first..first + new.len()].copy_from_slice(new);
    }
}

/// A grid with the terrain's types and penalties.
fn grid_of(terrain: &Terrain, engine: GridstarEngine) -> TestGrid {
    let def = default_grid_def(terrain.width as u32, terrain.height as u32);
    let grid = TestGrid::with_def(&GridstarGridDef { engine: engine as u32, ..def }).unwrap();
    assert_eq!(grid.set_cells(&terrain.types), GridstarStatus::Ok);
    assert_eq!(grid.set_penalties(whole(terrain), &terrain.penalties), GridstarStatus::Ok);
    grid
}

/// Compares an answer with the cost of an optimal path in parts. Returns the cost of the path.
fn check(
    map: &AgentMap,
    query: &Query,
    (start, goal): (Cell, Cell),
    answer: &PathAnswer,
    cheapest: Option<u128>,
    case: &Case,
) -> u128 {
    let expected = match cheapest {
        _ if start != goal && !map.stands.is_walkable(goal) => GridstarStatus::GoalBlocked,
        Some(_) => GridstarStatus::Ok,
        None => GridstarStatus::NoPath,
    };
    assert_eq!(answer.status, expected, "{case}");
    if answer.status != GridstarStatus::Ok {
        assert_eq!((answer.cost, answer.path.len()), (0.0, 0), "{case}");
        return 0;
    }
    let parts = map
        .check_path((start, goal), query.rule, &query.costs, &answer.path)
        .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{case}", answer.path));
    assert_eq!(answer.cost, cost_of_parts(parts, &query.costs), "the cost is not the sum of the steps: {case}");
    let cheapest = cheapest.unwrap();
    match query.bound() {
        Some(1.0) => assert_eq!(parts, cheapest, "{case}"),
        Some(bound) => {
            let most = cheapest as f64 * bound * (1.0 + 1e-9);
            assert!(parts >= cheapest && parts as f64 <= most, "{parts} parts, optimal {cheapest}: {case}");
        }
        None => assert!(parts >= cheapest, "{parts} parts are below the optimal {cheapest}: {case}"),
    }
    parts
}

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
                    weighted += u32::from(parts > steps * 128 * u128::from(query.costs.diagonal_units()));
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

#[test]
fn steppers_find_paths_of_the_same_cost_and_count_terrain_in_g_and_h() {
    let (mut found, mut closed_cells) = (0, 0);
    for seed in 2000..2150 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        for _ in 0..4 {
            world.edit(&mut random);
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let (start, goal) = (world.end(&map, &mut random), world.end(&map, &mut random));
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            let case = Case(&world, &query, (start, goal), String::new());
            let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&query.def())).unwrap();
            let mut status = stepper.begun;
            while status == GridstarStatus::StillRunning {
                status = stepper.advance(1 + random.below(200));
                let back = map_back(&map, goal, &query);
                for cell in stepper.cells(whole(&world.terrain)) {
                    closed_cells += check_cell(&map, &query, &costs, &back, &cell, &case);
                }
            }
            let end = stepper.finish();
            assert_eq!(end.status, status, "{case}");
            let answer = PathAnswer {
                status: end.status,
                path: end.path,
                expanded: Vec::new(),
                cost: end.result.cost,
                expansions: 0,
                revision: 0,
                engine: 0,
            };
            check(&map, &query, (start, goal), &answer, costs[map.stands.index(goal)], &case);
            found += u32::from(answer.path.len() > 1);
        }
    }
    assert!(found > 250 && closed_cells > 20_000, "{found} paths, {closed_cells} closed cells");
}

/// By row index, the cost in parts of an optimal path from each cell to the goal.
fn map_back(map: &AgentMap, goal: Cell, query: &Query) -> Vec<Option<u128>> {
    // Dijkstra's algorithm in rounds, because steps may cost more in one direction than in the other.
    let mut costs = vec![None; (map.stands.width() * map.stands.height()) as usize];
    costs[map.stands.index(goal)] = Some(0);
    let mut waiting = std::collections::BinaryHeap::from([std::cmp::Reverse((0_u128, goal))]);
    while let Some(std::cmp::Reverse((cost, to))) = waiting.pop() {
        if costs[map.stands.index(to)] != Some(cost) {
            continue;
        }
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let from = Cell::new(to.x + dx, to.y + dy);
            if map.stands.contains(from) && step_is_legal(&map.stands, from, to, query.rule) {
                let total = cost + map.step_parts(from, to, &query.costs);
                let known = &mut costs[map.stands.index(from)];
                if known.is_none_or(|known| total < known) {
                    *known = Some(total);
                    waiting.push(std::cmp::Reverse((total, from)));
                }
            }
        }
    }
    costs
}

/// g of a closed cell is the cost of an optimal path to it, g of an open cell at least this cost, and h never more than
/// what remains. Returns 1 for a closed cell.
fn check_cell(
    map: &AgentMap,
    query: &Query,
    costs: &[Option<u128>],
    back: &[Option<u128>],
    cell: &GridstarSearchCell,
    case: &Case,
) -> u32 {
    if cell.state == GridstarSearchCellState::Unseen as u32 {
        assert_eq!((cell.g, cell.h), (0.0, 0.0), "{cell:?}: {case}");
        return 0;
    }
    let at = Cell::new(cell.x, cell.y);
    let index = map.stands.index(at);
    let least = cost_of_parts(costs[index].unwrap(), &query.costs);
    let is_closed = cell.state == GridstarSearchCellState::Closed as u32;
    assert!(if is_closed { cell.g == least } else { cell.g >= least }, "{cell:?}, optimal {least}: {case}");
    if let Some(rest) = back[index] {
        let rest = cost_of_parts(rest, &query.costs);
        assert!(cell.h <= rest * (1.0 + 1e-12), "{cell:?}, {rest} remain: {case}");
    }
    let near = cell.g + query.weight * cell.h;
    assert!((cell.f - near).abs() <= 1e-9 * near.max(1.0), "{cell:?}: {case}");
    is_closed.into()
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

#[test]
fn paths_through_floors_with_a_profile_and_a_size_are_cheapest() {
    let (mut found, mut without, mut links) = (0, 0, 0);
    for seed in 4000..4120 {
        let mut random = Random::new(!seed);
        let mut worlds: Vec<World> = (0..random.between(1, 3))
            .map(|_| World::new(u64::from(random.below(100_000)), &[ENGINES[random.below(4) as usize]]))
            .collect();
        let floors = TestFloors::new(worlds.iter().map(|world| &world.grids[0]));
        let mut all_links = Vec::new();
        for _ in 0..random.below(10) {
            add_link(&floors, &worlds, &mut all_links, &mut random);
        }
        for _ in 0..8 {
            let which = random.below(worlds.len() as u32) as usize;
            worlds[which].edit(&mut random);
            let query = Query { order: Order::AStar, heuristic: Heuristic::Octile, ..worlds[which].query(&mut random) };
            let maps = worlds.iter().map(|world| Some(AgentMap::new(&world.terrain, &query.agent))).collect();
            let building = Building { floors: maps, links: all_links.clone() };
            let end = |random: &mut Random| {
                let floor = random.below(worlds.len() as u32);
                let map = building.floors[floor as usize].as_ref().unwrap();
                FloorCell { floor, cell: worlds[floor as usize].end(map, random) }
            };
            let (start, goal) = (end(&mut random), end(&mut random));
            let answer = floors.find_path(start, goal, Some(&query.def()));
            let case = || {
                let terrains: String = worlds.iter().map(|world| world.terrain.to_string()).collect();
                format!("seed {seed}, {start:?} to {goal:?}\n{query:?}\n{terrains}{building}")
            };
            check_floors(&building, &query, (start, goal), &answer, case);
            found += u32::from(answer.path.len() > 2);
            without += u32::from(answer.status == GridstarStatus::NoPath);
            links += answer.links;
        }
    }
    assert!(found > 300 && without > 100 && links > 100, "{found} found, {without} without, {links} links");
}

fn add_link(floors: &TestFloors, worlds: &[World], links: &mut Vec<TestLink>, random: &mut Random) {
    let end = |random: &mut Random| {
        let floor = random.below(worlds.len() as u32);
        FloorCell { floor, cell: random_cell(&worlds[floor as usize].terrain, random) }
    };
    let (from, to) = (end(random), end(random));
    let cost = [0.0, 0.1, 1.0, 2.75, 12.0, 60.0][random.below(6) as usize];
    let one_way = random.percent(30);
    let def = GridstarLinkDef { one_way: one_way.into(), ..link_def(from, to, cost) };
    let number = floors.add_link(&def).unwrap();
    links.push(TestLink { number, from, to, cost, one_way, closed: false });
}

fn check_floors(
    building: &Building,
    query: &Query,
    (start, goal): (FloorCell, FloorCell),
    answer: &FloorAnswer,
    case: impl Fn() -> String,
) {
    if start != goal && !building.is_walkable(goal) {
        assert_eq!(answer.status, GridstarStatus::GoalBlocked, "{}", case());
        return;
    }
    let Some(cheapest) = building.cheapest_cost(start, goal, query.rule, &query.costs) else {
        assert_eq!((answer.status, answer.path.len()), (GridstarStatus::NoPath, 0), "{}", case());
        return;
    };
    assert_eq!(answer.status, GridstarStatus::Ok, "{}", case());
    let fine = building
        .check_path((start, goal), query.rule, &query.costs, &answer.path)
        .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{}", answer.path, case()));
    assert_eq!(fine, cheapest, "{}", case());
    let cost = cost_of_fine(fine, &query.costs);
    assert!((answer.cost - cost).abs() <= cost * 1e-12, "cost {} instead of {cost}: {}", answer.cost, case());
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

/// FNV-1a over the paths of weighted maps of every kind.
fn hash_of_paths(threads: usize) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for seed in 5000..5048 {
        for answer in answers_on(threads, seed, ENGINES[seed as usize / 6 % 4]) {
            let numbers = answer.path.iter().flat_map(|cell| [cell.x, cell.y]);
            for number in numbers.chain([answer.expansions as i32, answer.engine as i32]) {
                for byte in number.to_le_bytes() {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
    }
    hash
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
    assert_eq!([hash_of_paths(1), hash_of_paths(4)], [hash_of_paths(1); 2]);
}

#[test]
fn steppers_continue_with_the_profile_as_it_was_when_they_began() {
    for seed in 6000..6080 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        let query = Query { order: Order::AStar, ..world.query(&mut random) };
        let map = AgentMap::new(&world.terrain, &query.agent);
        let (start, goal) = (world.end(&map, &mut random), world.end(&map, &mut random));
        let before = world.terrain.clone();
        let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&query.def())).unwrap();
        let mut status = stepper.begun;
        let mut is_destroyed = false;
        while status == GridstarStatus::StillRunning {
            status = stepper.advance(random.between(1, 20));
            world.edit(&mut random);
            if !is_destroyed && random.percent(20) {
                is_destroyed = true;
                for twin in &world.profiles {
                    assert_eq!(gridstar_profile_destroy(twin.profile.id()), GridstarStatus::Ok);
                }
            }
            if is_destroyed {
                world.profiles = vec![ProfileTwin::random(&mut random)];
            }
        }
        let end = stepper.finish();
        let cheapest = map.costs_from(start, query.rule, &query.costs, None)[map.stands.index(goal)];
        world.terrain = before;
        let case = Case(&world, &query, (start, goal), "while the map and the profiles changed".into());
        assert_eq!(end.status, status, "{case}");
        let answer = PathAnswer {
            status,
            path: end.path,
            expanded: Vec::new(),
            cost: end.result.cost,
            expansions: 0,
            revision: 0,
            engine: 0,
        };
        check(&map, &query, (start, goal), &answer, cheapest, &case);
    }
}

#[test]
fn a_start_at_which_the_agent_can_not_stand_has_the_least_multiplier_and_its_own_penalty() {
    let grid = TestGrid::new(3, 1);
    let row = Rect { x: 0, y: 0, width: 3, height: 1 };
    assert_eq!(grid.set_cells(&[1, 2, 2]), GridstarStatus::Ok);
    assert_eq!(grid.set_penalties(row, &[16, 0, 0]), GridstarStatus::Ok);
    let mut twin = ProfileTwin::new();
    twin.set_cost(2, 3.0);
    let cost = |twin: &ProfileTwin| {
        let def = Query::new(Some(twin), 1).def();
        grid.find_path(Cell::new(0, 0), Cell::new(2, 0), Some(&def)).cost
    };
    // All other types cost 1: (1 + 1 + 3) / 2 and 3.
    assert_eq!(cost(&twin), 5.5);
    // Type 9 is nowhere on the map and still counts.
    twin.set_cost(9, 0.5);
    assert_eq!(cost(&twin), 5.25);
    twin.set_charge(true);
    assert_eq!(cost(&twin), 6.0);
}

#[test]
fn derived_data_of_agents_is_counted_and_dropped_when_nothing_uses_it() {
    let grid = TestGrid::new(64, 64);
    let layers = || {
        let info = grid.info().unwrap();
        assert!(info.layer_bytes <= info.bytes);
        (info.layer_count, info.layer_bytes)
    };
    let (start, goal) = (Cell::new(0, 0), Cell::new(40, 40));
    let find = |query: &Query| {
        let answer = grid.find_path(start, goal, Some(&query.def()));
        assert_eq!(answer.status, GridstarStatus::Ok);
    };
    let (count, none) = layers();
    assert_eq!(count, 0);
    // A profile that blocks nothing, and sizes.
    let mut open = ProfileTwin::new();
    open.set_cost(1, 1.0);
    let queries = [Query::new(Some(&open), 1), Query::new(None, 2), Query::new(None, 5), Query::new(Some(&open), 2)];
    let mut counts = vec![(0, none)];
    for query in &queries {
        find(query);
        counts.push(layers());
        find(query);
        assert_eq!(Some(&layers()), counts.last(), "a second query derives nothing");
    }
    assert!(counts.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "{counts:?}");
    let edit = |times: u32| {
        for number in 0..times {
            assert_eq!(grid.set_cell(Cell::new(63, 63), 1 - number % 2), GridstarStatus::Ok);
        }
    };
    // Only the first query's data are used from now on.
    for _ in 0..4 {
        edit(1000);
        find(&queries[0]);
    }
    let all = layers();
    assert_eq!(all.0, counts[4].0);
    edit(98);
    find(&queries[0]);
    let used = layers();
    assert!(used.0 >= 1 && used.0 < all.0 && used.1 < all.1, "{used:?} after {all:?}");
    edit(4098);
    let empty = layers();
    assert!(empty.0 == 0 && empty.1 < used.1, "{empty:?}");
    find(&queries[3]);
    assert!(layers().0 >= 1);
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::AStar as u32, 0), GridstarStatus::Ok);
    assert_eq!(layers().0, 0);
    // Later queries derive their data anew.
    find(&queries[1]);
    assert!(layers().0 >= 1);
}

#[test]
fn penalties_take_memory_only_while_a_cell_has_one() {
    let grid = TestGrid::new(100, 80);
    let all = Rect { x: 0, y: 0, width: 100, height: 80 };
    let bytes = || grid.info().unwrap().bytes;
    let one = Rect { x: 7, y: 9, width: 1, height: 1 };
    // The log of edits keeps memory of its own after the first edits.
    assert_eq!([grid.fill_penalties(one, 3), grid.fill_penalties(all, 0)], [GridstarStatus::Ok; 2]);
    let without = bytes();
    assert_eq!(grid.fill_penalties(one, 3), GridstarStatus::Ok);
    assert_eq!(bytes(), without + 8000);
    assert_eq!(grid.penalties(all).unwrap().iter().map(|&penalty| u32::from(penalty)).sum::<u32>(), 3);
    assert_eq!(grid.fill_penalties(all, 0), GridstarStatus::Ok);
    assert_eq!(bytes(), without);
    assert_eq!(grid.penalties(all), Ok(vec![0; 8000]));
}

#[test]
fn the_id_of_a_destroyed_profile_is_refused_and_changes_nothing() {
    let grid = TestGrid::new(8, 8);
    let twin = ProfileTwin::new();
    let query = Query::new(Some(&twin), 2);
    let (start, goal) = (Cell::new(0, 0), Cell::new(5, 5));
    assert_eq!(grid.find_path(start, goal, Some(&query.def())).status, GridstarStatus::Ok);
    assert_eq!(gridstar_profile_destroy(twin.profile.id()), GridstarStatus::Ok);
    assert_eq!(gridstar_profile_destroy(twin.profile.id()), GridstarStatus::InvalidProfile);
    let before = (grid.info(), grid.get_cells());
    let floors = TestFloors::new([&grid]);
    let (from, to) = (FloorCell { floor: 0, cell: start }, FloorCell { floor: 0, cell: goal });
    let other = TestProfile::new();
    assert_ne!(other.id(), query.profile, "an id is used twice");
    assert_eq!(grid.find_path(start, goal, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    assert_eq!(grid.trace_path(start, goal, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    assert_eq!(floors.find_path(from, to, Some(&query.def())).status, GridstarStatus::InvalidProfile);
    let begun = TestStepper::begin(&grid, start, goal, Some(&query.def()));
    assert_eq!(begun.err(), Some(GridstarStatus::InvalidProfile));
    for status in [twin.profile.set_cost(2, 2.0), twin.profile.set_charge(GridstarCharge::Entered)] {
        assert_eq!(status, GridstarStatus::InvalidProfile);
    }
    assert_eq!(twin.profile.costs(), Err(GridstarStatus::InvalidProfile));
    assert_eq!((grid.info(), grid.get_cells()), before);
    assert_eq!(other.costs().unwrap(), {
        let mut costs = vec![1.0; 256];
        costs[1] = 0.0;
        costs
    });
}

#[test]
fn a_profile_reads_back_as_it_was_rounded_and_a_refused_change_changes_nothing() {
    let mut twin = ProfileTwin::new();
    let mut random = Random::new(7);
    for _ in 0..200 {
        twin.change(&mut random);
        let costs: Vec<f64> = twin.model.weights.iter().map(|&weight| weight as f64 / 64.0).collect();
        assert_eq!(twin.profile.costs(), Ok(costs.clone()));
        assert_eq!(twin.profile.charge(), Ok(twin.model.charges_entered.into()));
        let mistake = [f64::NAN, -1.0, 0.0078, 1024.1, f64::INFINITY][random.below(5) as usize];
        assert_eq!(twin.profile.set_costs(random.below(250), &[5.0, 6.0, mistake]), GridstarStatus::BadMultiplier);
        assert_eq!(twin.profile.costs(), Ok(costs));
    }
}

/// Callers that were compiled before profiles existed pass the structs of that version.
#[test]
fn structs_of_the_version_before_profiles_are_accepted() {
    let grid = TestGrid::new(5, 5);
    assert_eq!(grid.set_cell(Cell::new(1, 1), 7), GridstarStatus::Ok);
    let mut twin = ProfileTwin::new();
    twin.set_cost(7, 0.0);
    let old = GridstarQueryDef { struct_size: 48, agent_size: 99, flags: 99, ..Query::new(Some(&twin), 1).def() };
    // Fields behind the size are not read.
    let answer = grid.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&old));
    assert_eq!((answer.status, answer.cost), (GridstarStatus::Ok, 1.4));
    let new = GridstarQueryDef { struct_size: 64, agent_size: 0, flags: 0, ..old };
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&new)).status, GridstarStatus::GoalBlocked);
    for wrong in [47, 52, 56, 63, 72] {
        let wrong = GridstarQueryDef { struct_size: wrong, ..new };
        assert_eq!(
            grid.find_path(Cell::new(0, 0), Cell::new(1, 1), Some(&wrong)).status,
            GridstarStatus::BadStructSize
        );
    }
    let mut place = [u64::MAX; 16];
    // SAFETY: the place has 128 bytes and is aligned; the first field is the struct's size.
    let status = unsafe {
        place.as_mut_ptr().cast::<u32>().write(112);
        gridstar_grid_get_info(grid.id(), place.as_mut_ptr().cast())
    };
    assert_eq!((status, place[14..].to_vec()), (GridstarStatus::Ok, vec![u64::MAX; 2]), "written behind 112 bytes");
    assert_eq!(place[0], 5 << 32 | 112, "struct_size and width");
    // SAFETY: as above.
    let status = unsafe {
        place.as_mut_ptr().cast::<u32>().write(120);
        gridstar_grid_get_info(grid.id(), place.as_mut_ptr().cast())
    };
    assert_eq!(status, GridstarStatus::BadStructSize);
}

#[test]
fn anchors_and_centers_of_agents_belong_together() {
    let def = GridstarGridDef { cell_size: 0.5, origin_x: -3.0, origin_z: 10.0, ..default_grid_def(20, 30) };
    let grid = TestGrid::with_def(&def).unwrap();
    for size in 1..=GRIDSTAR_MAX_AGENT_SIZE {
        for anchor in [Cell::new(0, 0), Cell::new(3, 17), Cell::new(19, 29)] {
            let center = grid.agent_center(anchor, size).unwrap();
            let half = size as f32 * 0.25;
            assert_eq!(center, [-3.0 + anchor.x as f32 * 0.5 + half, 0.0, 10.0 + anchor.y as f32 * 0.5 + half]);
            assert_eq!(grid.agent_anchor(center, size), (GridstarStatus::Ok, anchor), "size {size}");
            // A quarter of a cell away the same anchor is the nearest.
            let near = [center[0] + 0.12, 5.0, center[2] - 0.12];
            assert_eq!(grid.agent_anchor(near, size), (GridstarStatus::Ok, anchor), "size {size}");
            if size == 1 {
                assert_eq!(grid.cell_center(anchor), Ok(center));
            }
        }
        let radius = size as f32 * 0.25;
        assert_eq!(grid.agent_size(radius), Ok(size));
        assert_eq!(grid.agent_size(radius - 0.1), Ok(size));
    }
    assert_eq!(grid.agent_size(0.0), Ok(1));
    assert_eq!(grid.agent_size(4.001), Err(GridstarStatus::BadAgentSize));
    assert_eq!(grid.agent_anchor([-3.1, 0.0, 10.1], 1), (GridstarStatus::PositionOutside, Cell::new(-1, 0)));
}
