//! Paths whose costs come near 2^32 parts, or exceed them: the searches by jumps count in 32 bits and hand over to A*
//! over cells. Compared with a plain search in 128 bits, for all engines, floors, steppers, partial paths and limits.
//! A failure prints the seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::PathAnswer;
use common::floors::TestFloors;
use common::random_maps::Random;
use common::random_terrain::{ProfileTwin, random_cell};
use common::reach::right_answer;
use common::stepper::TestStepper;
use common::terrain::{AgentMap, Terrain, cost_of_parts};
use common::terrain_world::{Case, ENGINES, Query, RULES, World, check};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::f64::consts::SQRT_2;

/// Searches by every engine, over one floor and by a stepper, and compares with the plain search. Returns the cost in
/// parts, if there is a path.
fn check_everywhere(world: &World, query: &Query, (start, goal): (Cell, Cell), more: &str) -> Option<u128> {
    let map = AgentMap::new(&world.terrain, &query.agent);
    let costs = map.costs_from(start, query.rule, &query.costs, None);
    let cheapest = costs[map.stands.index(goal)];
    let is_optimal = query.bound() == Some(1.0);
    for (grid, engine) in world.grids.iter().zip(ENGINES) {
        let case = |what: &str| Case(world, query, (start, goal), format!("{engine:?}, {what} {more}"));
        let answer = grid.find_path(start, goal, Some(&query.def()));
        check(&map, query, (start, goal), &answer, cheapest, &case("path"));
        let partial = GridstarQueryDef { flags: query.def().flags | GRIDSTAR_QUERY_PARTIAL_PATH, ..query.def() };
        let right = right_answer(&map, &query.costs, (start, goal), (true, 0.0), &costs);
        let answer = grid.find_path(start, goal, Some(&partial));
        assert_eq!(answer.status, right.0, "{}", case("partial path"));
        if is_optimal && start != goal {
            let found = PathAnswer { status: GridstarStatus::Ok, ..answer };
            check(&map, query, (start, right.1), &found, right.2, &case("partial path"));
        }
        if let Some(parts) = cheapest.filter(|&parts| parts > 0 && is_optimal && map.stands.is_walkable(goal)) {
            let cost = cost_of_parts(parts, &query.costs);
            for (max_cost, status) in [
                (cost, GridstarStatus::Ok),
                (cost * 1.01, GridstarStatus::Ok),
                (cost * 0.99, GridstarStatus::CostLimitReached),
                (cost * 0.4, GridstarStatus::CostLimitReached),
            ] {
                let answer = grid.find_path(start, goal, Some(&GridstarQueryDef { max_cost, ..query.def() }));
                assert_eq!(answer.status, status, "{}", case(&format!("at most {max_cost:?}")));
                if status == GridstarStatus::Ok {
                    check(&map, query, (start, goal), &answer, cheapest, &case("limited path"));
                }
            }
        }
    }
    check_floor_and_stepper(world, query, (start, goal), (&map, cheapest), more);
    cheapest
}

fn check_floor_and_stepper(
    world: &World,
    query: &Query,
    (start, goal): (Cell, Cell),
    (map, cheapest): (&AgentMap, Option<u128>),
    more: &str,
) {
    for (grid, engine) in world.grids.iter().zip(ENGINES) {
        let case = Case(world, query, (start, goal), format!("{engine:?}, one floor {more}"));
        let floors = TestFloors::new([grid]);
        let answer = floors.find_path(
            FloorCell { floor: 0, cell: start },
            FloorCell { floor: 0, cell: goal },
            Some(&query.def()),
        );
        let path: Vec<Cell> = answer.path.iter().map(|step| Cell::new(step.x, step.y)).collect();
        let answer = PathAnswer {
            status: answer.status,
            path,
            expanded: Vec::new(),
            cost: answer.cost,
            bound: answer.bound,
            expansions: answer.expansions,
            revision: answer.revision,
            engine: engine as u32,
        };
        let parts = cheapest.filter(|_| answer.status == GridstarStatus::Ok);
        // Floors round costs to other units.
        let answer = match parts.filter(|&parts| (answer.cost / cost_of_parts(parts, &query.costs) - 1.0).abs() < 1e-12)
        {
            Some(parts) => PathAnswer { cost: cost_of_parts(parts, &query.costs), ..answer },
            None => answer,
        };
        if query.bound() == Some(1.0) {
            check(map, query, (start, goal), &answer, cheapest, &case);
        } else {
            let leads = cheapest.is_some() && (start == goal || map.stands.is_walkable(goal));
            assert_eq!(answer.status == GridstarStatus::Ok, leads, "{case}");
        }
    }
    let case = Case(world, query, (start, goal), format!("stepper {more}"));
    let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&query.def())).unwrap();
    let finish = stepper.finish();
    let answer = PathAnswer {
        status: finish.status,
        path: finish.path,
        expanded: Vec::new(),
        cost: finish.result.cost,
        bound: finish.result.bound,
        expansions: 0,
        revision: 0,
        engine: 0,
    };
    check(map, query, (start, goal), &answer, cheapest, &case);
}

fn root_costs() -> StepCosts {
    StepCosts::new(1.0, SQRT_2).unwrap()
}

/// A query by a profile, or by none, with costs of 1 and the square root of 2.
fn root_query(profile: Option<&ProfileTwin>) -> Query {
    Query { costs: root_costs(), ..Query::new(profile, 1) }
}

#[test]
fn a_row_with_a_penalty_is_walked_on_both_sides_of_2_to_the_32_parts() {
    for (length, multiplier) in [(23, 1024.0), (24, 1024.0), (25, 1024.0), (296, 100.0), (297, 100.0), (3013, 8.0)] {
        let mut terrain = Terrain::new(length + 1, 1);
        terrain.types[length as usize] = 1;
        terrain.penalties[0] = 1;
        let mut world = World::of_terrain(0, terrain, &ENGINES, &root_costs());
        let mut twin = ProfileTwin::new();
        twin.set_cost(0, multiplier);
        world.profiles.push(twin);
        let query = root_query(world.profiles.first());
        let more = format!("{length} cells of {multiplier}");
        let (first, last) = (Cell::new(0, 0), Cell::new(length as i32 - 1, 0));
        assert!(check_everywhere(&world, &query, (first, last), &more).is_some());
        assert!(check_everywhere(&world, &query, (last, first), &more).is_some());
    }
}

/// A cell that is much dearer than all others, so that the last step alone passes 2^32 parts.
#[test]
fn a_goal_that_is_dearer_than_the_way_to_it_is_reached() {
    for (length, dearest) in (26..32).flat_map(|length| [(length, 1024.0), (length, 1023.0), (length - 20, 700.0)]) {
        for (is_goal, height) in [(true, 1), (false, 1), (true, 2)] {
            let mut terrain = Terrain::new(length, height);
            let width = length as usize;
            let dear = if is_goal { width - 1 } else { width / 2 };
            (0..height as usize).for_each(|row| terrain.types[row * width + dear] = 2);
            // A cheap cell keeps estimates small, so that the search goes on to the end.
            terrain.types[1] = 3;
            terrain.penalties[1] = 3;
            let mut world = World::of_terrain(0, terrain, &ENGINES, &root_costs());
            let mut twin = ProfileTwin::new();
            twin.set_costs(0, &[200.015625, 0.0, dearest, 1.0 / 64.0]);
            world.profiles.push(twin);
            for rule in RULES {
                let query = Query { rule, ..root_query(world.profiles.first()) };
                let more = format!("{length} cells, {dearest} at {dear}");
                for row in 0..height as i32 {
                    let (first, last) = (Cell::new(0, 0), Cell::new(length as i32 - 1, row));
                    assert!(check_everywhere(&world, &query, (first, last), &more).is_some());
                    assert!(check_everywhere(&world, &query, (last, first), &more).is_some());
                }
            }
        }
    }
}

/// Without a profile: 33,000 steps through a serpentine.
#[test]
fn a_long_serpentine_with_one_penalty_is_walked() {
    const SIDE: u32 = 257;
    let mut terrain = Terrain::new(SIDE, SIDE);
    for cell in terrain.cells() {
        let gap = if cell.y % 4 == 1 { SIDE as i32 - 1 } else { 0 };
        let index = terrain.index(cell);
        terrain.types[index] = u8::from(cell.y % 2 == 1 && cell.x != gap);
    }
    terrain.penalties[0] = 1;
    let world = World::of_terrain(0, terrain, &ENGINES, &root_costs());
    let ends = (Cell::new(0, 0), Cell::new(SIDE as i32 - 1, SIDE as i32 - 1));
    let query = Query { rule: DiagonalRule::BothFree, ..root_query(None) };
    let parts = check_everywhere(&world, &query, ends, "serpentine").unwrap();
    assert!(parts > 1 << 34, "{parts}");
}

/// Whole multipliers, which searches count in large units, and others, which they count in small ones.
const LARGE: [[f64; 6]; 2] =
    [[1024.0, 512.0, 300.0, 100.0, 13.0, 1.0], [1024.0, 1023.984375, 517.015625, 100.03125, 13.5, 1.0 / 64.0]];

/// A profile with a type that most cells have, and others.
fn large_profile(random: &mut Random) -> ProfileTwin {
    let mut twin = ProfileTwin::new();
    let large = LARGE[random.below(2) as usize];
    let any = |random: &mut Random| large[random.below(6) as usize];
    let most = any(random).max(1.0);
    // Types that the map does not have count in what multipliers share.
    let others = if random.percent(50) { most } else { 1.0 };
    let mut multipliers = [others; 256];
    multipliers[..4].copy_from_slice(&[most, 0.0, any(random), any(random)]);
    twin.set_costs(0, &multipliers);
    if random.percent(20) {
        twin.set_charge(true);
    }
    twin
}

/// A map whose longer side is about as long as a way of 2^32 parts over cells of type 0.
fn long_map(weight: u64, costs: &StepCosts, random: &mut Random) -> Terrain {
    // In 64ths.
    let step = 2 * u64::from(costs.straight_units()) * weight / 25;
    // Searches count in what the multipliers and penalties share, and steps over other types cost other sums.
    let counted = [1, 1, 4, 4, 64][random.below(5) as usize];
    let length = ((counted << 32) / step).clamp(3, 300) as u32;
    let length = (length + random.below(8)).saturating_sub(4).max(2);
    let breadth = random.between(1, 4);
    let (width, height) = if random.percent(50) { (length, breadth) } else { (breadth, length) };
    let mut terrain = Terrain::new(width, height);
    let (others, obstacles) = ([0, 3, 30][random.below(3) as usize], random.below(12));
    for cell_type in &mut terrain.types {
        if random.percent(others) {
            *cell_type = random.between(2, 3) as u8;
        } else if breadth > 1 && random.percent(obstacles) {
            *cell_type = 1;
        }
    }
    if random.percent(60) {
        for _ in 0..random.between(1, 5) {
            let place = random.below(terrain.penalties.len() as u32) as usize;
            terrain.penalties[place] = [1, 7, 255][random.below(3) as usize];
        }
    }
    terrain
}

fn any_query(world: &World, random: &mut Random) -> Query {
    let mut query = Query::new(world.profiles.first(), [1, 1, 1, 2][random.below(4) as usize]);
    query.rule = RULES[random.below(4) as usize];
    query.agent.ignores_penalties = random.percent(20);
    match random.below(10) {
        0 => query.order = Order::Dijkstra,
        1 => query.weight = [0.25, 1.5, 1024.0][random.below(3) as usize],
        2 => query.heuristic = [Heuristic::Euclidean, Heuristic::Zero][random.below(2) as usize],
        _ => {}
    }
    query
}

/// Random maps around the border, by the costs whose units are the largest. `HUGE_COSTS_SEEDS` tries more of them.
#[test]
fn paths_near_2_to_the_32_parts_are_those_of_a_plain_search_in_wide_numbers() {
    let seeds = std::env::var("HUGE_COSTS_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(150);
    let (mut above, mut below, mut beside, mut without) = (0, 0, 0, 0);
    for seed in 0..seeds {
        let mut random = Random::new(seed ^ 0x4068_6765);
        let ratio = [SQRT_2, 1.9999, 1.4, 1.0001, 2.0][random.below(5) as usize];
        let costs = StepCosts::new(1.0, ratio).unwrap();
        let twin = large_profile(&mut random);
        let terrain = long_map(twin.model.weights[0], &costs, &mut random);
        let mut world = World::of_terrain(seed, terrain, &ENGINES, &costs);
        world.profiles.push(twin);
        for _ in 0..3 {
            let query = Query { costs, ..any_query(&world, &mut random) };
            let (width, height) = (world.terrain.width, world.terrain.height);
            let ends = match random.below(3) {
                0 => (Cell::new(0, 0), Cell::new(width - 1, height - 1)),
                1 => (Cell::new(width - 1, 0), Cell::new(0, height - 1)),
                _ => (random_cell(&world.terrain, &mut random), random_cell(&world.terrain, &mut random)),
            };
            match check_everywhere(&world, &query, ends, "") {
                None => without += 1,
                Some(parts) => {
                    let parts = parts / 25;
                    above += u32::from(parts >= 1 << 32);
                    below += u32::from(parts < 1 << 32);
                    beside += u32::from((1 << 31..1 << 33).contains(&parts));
                }
            }
        }
    }
    assert!(
        above > 60 && below > 60 && beside > 30 && without > 10,
        "too few cases of a kind: {above} above, {below} below, {beside} beside, {without} without"
    );
}
