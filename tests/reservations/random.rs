//! Plans for many agents on random maps, against a referee that compares all pairs at all ticks; plans of one agent
//! against a slow search over cells and ticks; and hashes of plans, which are the same on every platform. A failure
//! prints the seed and the map.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def};
use common::crowd::{Plans, Refereed, TestReservations, planned_agent, referee, rule_def};
use common::profile::TestProfile;
use common::random_maps::{Random, random_map, repeats};
use common::random_terrain::random_terrain;
use common::terrain::{AgentMap, AgentModel, ONE, PARTS_PER_UNIT, ProfileModel, Terrain, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};
use std::collections::BTreeSet;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

/// The weights of profiles, in 1/64.
const WEIGHTS: [u64; 6] = [64, 80, 128, 180, 200, 400];

/// A map, and the kinds of agents that walk on it.
struct Stage {
    terrain: Terrain,
    grid: TestGrid,
    kinds: Vec<(AgentModel, Option<TestProfile>, AgentMap)>,
    random: Random,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0xc20d);
        let is_weighted = seed.is_multiple_of(3);
        let terrain = if is_weighted { random_terrain(seed) } else { Terrain::of_map(&random_map(seed).map) };
        let grid = TestGrid::new(terrain.width as u32, terrain.height as u32);
        assert_eq!(grid.set_cells(&terrain.types), GridstarStatus::Ok);
        let mut kinds = Vec::new();
        for _ in 0..random.between(1, 3) {
            let mut model = AgentModel { size: [1, 1, 1, 2, 3][random.below(5) as usize], ..AgentModel::default() };
            let profile = (is_weighted && random.percent(70)).then(|| random_profile(&mut random, &mut model.profile));
            let map = AgentMap::new(&terrain, &model);
            kinds.push((model, profile, map));
        }
        Self { terrain, grid, kinds, random }
    }

    /// An agent with its kind. It mostly stands where it can, and away from the others.
    fn agent(&mut self, others: &[(GridstarPlannedAgent, usize)]) -> (GridstarPlannedAgent, usize) {
        let kind = self.random.below(self.kinds.len() as u32) as usize;
        let (model, profile, map) = &self.kinds[kind];
        let random = &mut self.random;
        let is_far = |cell: Cell| {
            others.iter().all(|(other, _)| {
                (other.start_x - cell.x).abs().max((other.start_y - cell.y).abs()) >= 3 || model.size == 1
            }) && others.iter().all(|(other, _)| (other.start_x, other.start_y) != (cell.x, cell.y))
        };
        let mut starts = (0..20).map(|_| random.cell(&map.stands));
        let start = starts.find(|&cell| map.stands.is_walkable(cell) && is_far(cell));
        let start = start.unwrap_or_else(|| random.cell(&map.stands));
        let goal = match random.below(20) {
            0 => start,
            1 => random.cell(&map.stands),
            2 => Cell::new(-1, 0),
            _ => (0..20).map(|_| random.cell(&map.stands)).find(|&cell| map.stands.is_walkable(cell)).unwrap_or(start),
        };
        let agent = GridstarPlannedAgent {
            agent_size: model.size,
            profile: profile.as_ref().map_or(0, TestProfile::id),
            ..planned_agent((start.x, start.y), (goal.x, goal.y))
        };
        (agent, kind)
    }

    fn refereed<'a>(&'a self, agents: &[(GridstarPlannedAgent, usize)]) -> Vec<Refereed<'a>> {
        let refereed = agents.iter().map(|&(agent, kind)| {
            let (model, _, map) = &self.kinds[kind];
            Refereed { agent, size: model.size as i32, map }
        });
        refereed.collect()
    }
}

fn random_profile(random: &mut Random, model: &mut ProfileModel) -> TestProfile {
    let profile = TestProfile::new();
    for cell_type in [0, 2, 7, 64, 127, 200, 255] {
        let weight = if cell_type > 0 && random.percent(10) { 0 } else { WEIGHTS[random.below(6) as usize] };
        assert_eq!(profile.set_cost(cell_type, weight as f64 / 64.0), GridstarStatus::Ok);
        model.weights[cell_type as usize] = weight * ONE / 64;
    }
    if random.percent(25) {
        assert_eq!(profile.set_charge(GridstarCharge::Entered), GridstarStatus::Ok);
        model.charges_entered = true;
    }
    profile
}

/// The agents as they are some ticks after a plan began.
fn later(agents: &mut [(GridstarPlannedAgent, usize)], plans: &Plans, ticks: usize) {
    for ((agent, _), plan) in agents.iter_mut().zip(&plans.cells) {
        let now = plan[ticks];
        if let Some(left) = plan[..ticks].iter().rev().find(|cell| cell.under_way == 0) {
            (agent.from_x, agent.from_y) = (left.x, left.y);
        }
        (agent.start_x, agent.start_y, agent.under_way) = (now.x, now.y, now.under_way);
    }
}

/// Several windows in a row, each planned from where the agents are in the one before.
#[test]
fn planned_agents_never_collide() {
    let (mut planned, mut standing, mut arrived, mut under_way) = (0, 0, 0, 0);
    for seed in 0..repeats(60) {
        let mut stage = Stage::new(seed);
        let window = [1, 4, 8, 16, 24][stage.random.below(5) as usize];
        let reservations = TestReservations::new(&stage.grid, window);
        let rule = RULES[stage.random.below(4) as usize];
        let def = rule_def(rule);
        let mut agents = Vec::new();
        for _ in 0..stage.random.between(1, 60) {
            let agent = stage.agent(&agents);
            agents.push(agent);
        }
        for round in 0..4 {
            let given: Vec<_> = agents.iter().map(|&(agent, _)| agent).collect();
            let plans = reservations.plan(&given, Some(&def));
            let refereed = stage.refereed(&agents);
            let count = referee(&refereed, rule, &StepCosts::default(), &plans)
                .unwrap_or_else(|problem| panic!("seed {seed}, round {round}, {rule:?}: {problem}\n{}", stage.terrain));
            planned += count;
            standing += plans.results.iter().filter(|result| result.status == 12).count();
            arrived += plans.results.iter().filter(|result| result.stays_from != GRIDSTAR_NEVER).count();
            under_way += agents.iter().filter(|(agent, _)| agent.under_way > 0).count();
            let ticks = 1 + stage.random.below(window);
            later(&mut agents, &plans, ticks as usize);
            assert_eq!(gridstar_reservations_advance(reservations.id(), ticks), GridstarStatus::Ok);
        }
    }
    let counts = (planned, standing, arrived, under_way);
    let is_enough = |count: usize, least| count as u64 > repeats(least);
    let (planned, standing) = (is_enough(planned, 2500), is_enough(standing, 125));
    let are_enough = planned && standing && is_enough(arrived, 750) && is_enough(under_way, 50);
    assert!(are_enough, "too few of a kind: {counts:?}");
}

/// Spots that are taken, for the slow search.
struct Taken {
    cells: BTreeSet<(u32, Cell)>,
    window: u32,
    size: i32,
}

impl Taken {
    fn is_free(&self, anchor: Cell, tick: u32) -> bool {
        let mut square = (0..self.size).flat_map(|dy| (0..self.size).map(move |dx| (dx, dy)));
        tick > self.window
            || square.all(|(dx, dy)| !self.cells.contains(&(tick, Cell::new(anchor.x + dx, anchor.y + dy))))
    }
}

/// The least cost in parts of a plan and an optimal path from its end on, by a table over cells and ticks.
fn least_cost(
    map: &AgentMap,
    (start, goal): (Cell, Cell),
    rule: DiagonalRule,
    costs: &StepCosts,
    taken: &Taken,
) -> Option<u128> {
    // Steps cost as much both ways: the charge is MEAN, and the start is walkable.
    let rest = map.costs_from(goal, rule, costs, None);
    let window = taken.window as usize;
    let longest = 8;
    let mut best = vec![vec![None; rest.len()]; window + longest + 1];
    best[0][map.stands.index(start)] = taken.is_free(start, 0).then_some(0_u128);
    let mut least: Option<u128> = None;
    for tick in 0..best.len() {
        for cell in map.stands.cells() {
            let Some(cost) = best[tick][map.stands.index(cell)] else { continue };
            let Some(rest) = rest[map.stands.index(cell)] else { continue };
            let stays = cell == goal && (tick..=window).all(|later| taken.is_free(goal, later as u32));
            if tick >= window || stays {
                least = Some(least.map_or(cost + rest, |least| least.min(cost + rest)));
                continue;
            }
            let wait = u128::from(costs.straight_units()) * u128::from(PARTS_PER_UNIT);
            let mut reach = |to: Cell, ticks: usize, step: u128| {
                let between = tick + 1..tick + ticks;
                let is_free = taken.is_free(to, (tick + ticks) as u32)
                    && between.into_iter().all(|at| taken.is_free(cell, at as u32) && taken.is_free(to, at as u32));
                let known = &mut best[tick + ticks][map.stands.index(to)];
                if is_free && known.is_none_or(|known| cost + step < known) {
                    *known = Some(cost + step);
                }
            };
            reach(cell, 1, wait);
            for (to, step) in map.legal_steps(cell, rule, costs) {
                let is_straight = to.x == cell.x || to.y == cell.y;
                let length = if is_straight { costs.straight_units() } else { costs.diagonal_units() };
                reach(to, step.div_ceil(u128::from(length) * u128::from(PARTS_PER_UNIT)) as usize, step);
            }
        }
    }
    least
}

#[test]
fn a_plan_costs_least_around_what_is_taken() {
    let (mut planned, mut free, mut refused, mut waited) = (0, 0, 0, 0);
    for seed in 0..400 {
        let mut stage = Stage::new(seed);
        if stage.terrain.width * stage.terrain.height > 900 {
            continue;
        }
        let (agent, kind) = stage.agent(&[]);
        let Stage { grid, kinds, random, .. } = &mut stage;
        let (model, profile, map) = &kinds[kind];
        let (start, goal) = (Cell::new(agent.start_x, agent.start_y), Cell::new(agent.goal_x, agent.goal_y));
        if model.profile.charges_entered || !map.stands.is_walkable(start) || !map.stands.is_walkable(goal) {
            continue;
        }
        let window = random.between(1, 14);
        let reservations = TestReservations::new(grid, window);
        let mut taken = Taken { cells: BTreeSet::new(), window, size: model.size as i32 };
        let share = [0, 5, 20, 50][random.below(4) as usize];
        for cell in map.stands.cells().filter(|&cell| cell != start) {
            if random.percent(share) {
                let first = random.below(window + 1);
                let last = random.between(first, window);
                assert_eq!(reservations.take(&[cell], (first, last)), GridstarStatus::Ok);
                taken.cells.extend((first..=last).map(|tick| (tick, cell)));
            }
        }
        let rule = RULES[random.below(4) as usize];
        let costs = StepCosts::default();
        let def = GridstarQueryDef { profile: profile.as_ref().map_or(0, TestProfile::id), ..rule_def(rule) };
        let (status, plans) = reservations.find(&agent, 0, Some(&def));
        let case = || {
            format!(
                "seed {seed}, {start:?} to {goal:?}, {rule:?}, window {window}, size {}\n{}",
                model.size, map.stands
            )
        };
        let path = map.costs_from(start, rule, &costs, None)[map.stands.index(goal)];
        if path.is_none() {
            let is_there = taken.is_free(start, 0);
            let right = if is_there { GridstarStatus::NoPath } else { GridstarStatus::NotPlanned };
            assert_eq!(status, right, "{}", case());
            continue;
        }
        let Some(right) = least_cost(map, (start, goal), rule, &costs, &taken) else {
            assert_eq!(status, GridstarStatus::NotPlanned, "{}", case());
            refused += 1;
            continue;
        };
        assert_eq!(status, GridstarStatus::Ok, "{}", case());
        let refereed = Refereed { agent, size: model.size as i32, map };
        referee(&[refereed], rule, &costs, &plans).unwrap_or_else(|problem| panic!("{problem}: {}", case()));
        let end = plans.cells[0][window as usize];
        let rest = map.costs_from(Cell::new(end.x, end.y), rule, &costs, None)[map.stands.index(goal)].unwrap();
        let cost = plans.results[0].cost + cost_of_parts(rest, &costs);
        let right = cost_of_parts(right, &costs);
        assert!((cost - right).abs() < 1e-6, "{cost} and not {right}: {}", case());
        planned += 1;
        if taken.cells.is_empty() {
            assert!((cost - cost_of_parts(path.unwrap(), &costs)).abs() < 1e-6, "{}", case());
            free += 1;
        }
        waited += u32::from(plans.cells[0].windows(2).any(|two| {
            (two[0].x, two[0].y, two[0].under_way) == (two[1].x, two[1].y, 0)
                && (two[0].x, two[0].y) != (goal.x, goal.y)
        }));
    }
    let counts = (planned, free, refused, waited);
    assert!(planned > 120 && free > 20 && refused > 5 && waited > 15, "too few of a kind: {counts:?}");
}

/// The true distances to a goal serve all agents that want to go there. In a window of one tick, agents that are far
/// from each other take the first step of an optimal path, or none if they are there.
#[test]
fn agents_that_share_a_goal_go_the_cheapest_ways() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut stage = Stage::new(seed);
        let goal = stage.random.walkable_cell(&stage.kinds[0].2.stands);
        let mut agents: Vec<(GridstarPlannedAgent, usize)> = Vec::new();
        for _ in 0..60 {
            let (mut agent, kind) = stage.agent(&[]);
            let is_far = |(other, _): &(GridstarPlannedAgent, usize)| {
                (other.start_x - agent.start_x).abs().max((other.start_y - agent.start_y).abs()) > 7
            };
            if agents.iter().all(is_far) {
                (agent.goal_x, agent.goal_y) = (goal.x, goal.y);
                agents.push((agent, kind));
            }
        }
        let rule = RULES[stage.random.below(4) as usize];
        let costs = StepCosts::default();
        let reservations = TestReservations::new(&stage.grid, 1);
        let given: Vec<_> = agents.iter().map(|&(agent, _)| agent).collect();
        let plans = reservations.plan(&given, Some(&rule_def(rule)));
        for (number, &(agent, kind)) in agents.iter().enumerate() {
            let (stands, map) = (&stage.kinds[kind].2.stands, &stage.kinds[kind].2);
            let start = Cell::new(agent.start_x, agent.start_y);
            if !stands.is_walkable(goal) {
                continue;
            }
            let case = || format!("seed {seed}, agent {number}: {agent:?}, {rule:?}\n{}", stage.terrain);
            let cheapest = map.costs_from(start, rule, &costs, None)[stands.index(goal)];
            assert_eq!(plans.results[number].status == 0, cheapest.is_some(), "{}", case());
            let Some(cheapest) = cheapest else { continue };
            let end = Cell::new(plans.cells[number][1].x, plans.cells[number][1].y);
            let rest = map.costs_from(end, rule, &costs, None)[stands.index(goal)].unwrap();
            let cost = plans.results[number].cost + cost_of_parts(rest, &costs);
            assert!((cost - cost_of_parts(cheapest, &costs)).abs() < 1e-6, "{cost}: {}", case());
            compared += 1;
        }
    }
    assert!(compared > 150, "only {compared} agents");
}

/// FNV-1a over the plans of one map, and the expansions of all agents.
fn hash_of(seed: u64) -> (u64, u32) {
    let mut stage = Stage::new(seed);
    let reservations = TestReservations::new(&stage.grid, 16);
    let mut agents = Vec::new();
    for _ in 0..40 {
        let agent = stage.agent(&agents);
        agents.push(agent);
    }
    let given: Vec<_> = agents.iter().map(|&(agent, _)| agent).collect();
    let plans = reservations.plan(&given, Some(&default_query_def()));
    let numbers = plans.cells.iter().flatten().flat_map(|cell| [cell.x as u32, cell.y as u32, cell.under_way]);
    let results = plans.results.iter().flat_map(|result| [result.status as u32, result.stays_from]);
    let bytes = numbers.chain(results).flat_map(u32::to_le_bytes);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash, plans.results.iter().map(|result| result.expansions).sum())
}

#[test]
fn plans_are_the_same_on_every_platform() {
    let right = [
        (3, (0x9d00_6147_3376_0527, 6852)),
        (10, (0x4ecd_202e_1313_d71c, 202)),
        (17, (0x5f63_58d1_fcb9_9002, 2182)),
        (26, (0x13e8_080d_5dfa_2f0c, 638)),
        (36, (0x8a87_d7a7_e017_ed69, 11304)),
        (49, (0x580c_e91b_33ff_6af1, 786)),
    ];
    let found = right.map(|(seed, _)| (seed, hash_of(seed)));
    assert_eq!(found, right, "{found:#x?}");
}
