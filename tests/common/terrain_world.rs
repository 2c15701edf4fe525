//! Random maps of cell types behind the C functions, with their profiles, edits and queries, and the check of an answer
//! against the plain search of `terrain`.

use super::abi::{PathAnswer, TestGrid, default_grid_def, order_number, query_def};
use super::random_maps::Random;
use super::random_terrain::{ProfileTwin, any_type, fill, random_cell, random_rect, random_terrain};
use super::reference::cost_bound;
use super::terrain::{AgentMap, AgentModel, ProfileModel, Terrain, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::f64::consts::SQRT_2;
use std::fmt;

pub const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 6] = [(1.0, 1.0), (1.0, 1.4), (1.0, SQRT_2), (1.0, 1.9999), (1.0, 2.0), (10.0, 14.0)];

pub const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

const SIZES: [u32; 10] = [1, 1, 1, 1, 2, 2, 3, 4, 5, 16];

/// A map behind the C functions, with one grid for each engine, its profiles, and the model of all of them.
pub struct World {
    pub seed: u64,
    pub terrain: Terrain,
    pub grids: Vec<TestGrid>,
    pub profiles: Vec<ProfileTwin>,
}

/// An agent, its query def's fields, and the rules of a query.
#[derive(Clone, Debug)]
pub struct Query {
    pub agent: AgentModel,
    pub profile: u64,
    /// 0 for a size of 1 now and then.
    pub agent_size: u32,
    pub rule: DiagonalRule,
    pub costs: StepCosts,
    pub order: Order,
    pub heuristic: Heuristic,
    pub weight: f64,
}

impl Query {
    pub fn new(profile: Option<&ProfileTwin>, size: u32) -> Self {
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

    pub fn def(&self) -> GridstarQueryDef {
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
    pub fn bound(&self) -> Option<f64> {
        cost_bound(self.order, self.heuristic, self.weight, self.rule, &self.costs)
    }
}

/// Everything that is needed to repeat a query.
pub struct Case<'a>(pub &'a World, pub &'a Query, pub (Cell, Cell), pub String);

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(world, query, (start, goal), more) = self;
        write!(f, "seed {}, {more}, {start:?} to {goal:?}\n{query:?}\n{}", world.seed, world.terrain)
    }
}

impl World {
    /// One grid for each of `engines`.
    pub fn new(seed: u64, engines: &[GridstarEngine]) -> Self {
        let mut random = Random::new(seed ^ 0xabcd);
        let mut world = Self::of_terrain(seed, random_terrain(seed), engines, &StepCosts::default());
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

    /// A given map without profiles, with one grid for each of `engines`, whose own costs are `costs`.
    pub fn of_terrain(seed: u64, terrain: Terrain, engines: &[GridstarEngine], costs: &StepCosts) -> Self {
        let grids = engines.iter().map(|&engine| grid_of(&terrain, engine, costs)).collect();
        Self { seed, terrain, grids, profiles: Vec::new() }
    }

    /// One edit of types, penalties or a profile.
    pub fn edit(&mut self, random: &mut Random) {
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
    pub fn query(&self, random: &mut Random) -> Query {
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
    pub fn end(&self, map: &AgentMap, random: &mut Random) -> Cell {
        if random.percent(85) { random.walkable_cell(&map.stands) } else { random_cell(&self.terrain, random) }
    }
}

pub fn whole(terrain: &Terrain) -> Rect {
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
fn grid_of(terrain: &Terrain, engine: GridstarEngine, costs: &StepCosts) -> TestGrid {
    let def = default_grid_def(terrain.width as u32, terrain.height as u32);
    let (straight_cost, diagonal_cost) = (costs.straight(), costs.diagonal());
    let def = GridstarGridDef { engine: engine as u32, straight_cost, diagonal_cost, ..def };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&terrain.types), GridstarStatus::Ok);
    assert_eq!(grid.set_penalties(whole(terrain), &terrain.penalties), GridstarStatus::Ok);
    grid
}

/// Compares an answer with the cost of an optimal path in parts. Returns the cost of the path.
pub fn check(
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
        assert_eq!((answer.cost, answer.bound, answer.path.len()), (0.0, 0.0, 0), "{case}");
        return 0;
    }
    let parts = map
        .check_path((start, goal), query.rule, &query.costs, &answer.path)
        .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{case}", answer.path));
    assert_eq!(answer.cost, cost_of_parts(parts, &query.costs), "the cost is not the sum of the steps: {case}");
    let cheapest = cheapest.unwrap();
    let told = f64::from(answer.bound);
    assert!(parts >= cheapest && parts as f64 <= cheapest as f64 * told, "{parts}, optimal {cheapest}, {told}: {case}");
    // The bound is rounded up to a float, and a weight to 1/65536.
    let most = query.bound().map_or(f64::INFINITY, |bound| if bound == 1.0 { 1.0 } else { bound * (1.0 + 1e-5) });
    assert!((1.0..=most).contains(&told), "bound {told}: {case}");
    parts
}
