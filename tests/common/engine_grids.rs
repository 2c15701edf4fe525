//! One map behind the C functions, with a grid for each engine: edits of all, and queries compared with the reference
//! search.

use super::abi::{PathAnswer, TestGrid, default_grid_def, query_def, rule_number};
use super::cell_map::CellMap;
use super::path_check::check_path;
use super::random_maps::{Random, RandomMap, random_map};
use super::reference::{UnitCosts, costs_from};
use gridstar::ffi::{GridstarEngine, GridstarGridDef, GridstarStatus};
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::f64::consts::SQRT_2;

pub const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

pub const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

pub const COSTS: [(f64, f64); 4] = [(1.0, 1.4), (1.0, SQRT_2), (1.0, 1.0), (1.0, 2.0)];

/// A map behind the C functions, with one grid for each engine.
pub struct Grids {
    pub random: RandomMap,
    pub grids: [TestGrid; 4],
    pub rule: DiagonalRule,
    pub costs: StepCosts,
}

impl Grids {
    pub fn new(seed: u64) -> Self {
        Self::of(random_map(seed), RULES[seed as usize / 8 % 4], COSTS[seed as usize / 32 % 4])
    }

    pub fn of(random: RandomMap, rule: DiagonalRule, costs: (f64, f64)) -> Self {
        let grids = ENGINES.map(|engine| {
            let def = GridstarGridDef {
                engine: engine as u32,
                diagonal_rule: rule_number(rule),
                straight_cost: costs.0,
                diagonal_cost: costs.1,
                ..default_grid_def(random.map.width() as u32, random.map.height() as u32)
            };
            let grid = TestGrid::with_def(&def).unwrap();
            assert_eq!(grid.set_cells(&random.map.cell_types()), GridstarStatus::Ok);
            grid
        });
        Self { random, grids, rule, costs: StepCosts::new(costs.0, costs.1).unwrap() }
    }

    /// Opens or closes a few cells, half of the time at a border or at the end of a 64-bit word.
    pub fn edit(&mut self, random: &mut Random) {
        let map = &mut self.random.map;
        let mut corner = random.cell(map);
        if random.percent(50) {
            let edges = [0, 62, 63, 64, 65, map.width() - 1, map.height() - 1];
            let edge = edges[random.below(edges.len() as u32) as usize];
            let across = random.percent(50);
            if across && edge < map.width() {
                corner.x = edge;
            } else if !across && edge < map.height() {
                corner.y = edge;
            }
        }
        let largest = if random.percent(70) { 1 } else { 6 };
        let side = |from: i32, side: i32, random: &mut Random| random.between(1, largest.min((side - from) as u32));
        let (width, height) = (side(corner.x, map.width(), random), side(corner.y, map.height(), random));
        let obstacle = random.percent(50);
        for y in corner.y..corner.y + height as i32 {
            for x in corner.x..corner.x + width as i32 {
                map.set_obstacle(Cell::new(x, y), obstacle);
            }
        }
        for grid in &self.grids {
            let rect = Rect { x: corner.x, y: corner.y, width, height };
            assert_eq!(grid.fill_rect(rect, obstacle.into()), GridstarStatus::Ok);
        }
    }

    /// Queries every engine for paths from one start, with the grid's rule and costs or with others. Returns the
    /// engines that answered.
    pub fn query(&self, random: &mut Random) -> Vec<u32> {
        let map = &self.random.map;
        let start = if random.percent(90) { random.walkable_cell(map) } else { random.cell(map) };
        let (rule, costs) = if random.percent(60) {
            (self.rule, self.costs)
        } else {
            let (straight, diagonal) = COSTS[random.below(4) as usize];
            (RULES[random.below(4) as usize], StepCosts::new(straight, diagonal).unwrap())
        };
        let cheapest = costs_from(map, start, rule, UnitCosts::of(&costs), None);
        let mut answered = Vec::new();
        for goal in [random.walkable_cell(map), random.walkable_cell(map), random.cell(map)] {
            let def = query_def(rule, costs, Heuristic::Octile);
            for (grid, engine) in self.grids.iter().zip(ENGINES) {
                let answer = grid.find_path(start, goal, Some(&def));
                let case = || format!("{engine:?}, {start:?} to {goal:?}, {rule:?}, {costs:?}\n{}", self.random);
                check(map, (start, goal, rule, &costs), &answer, cheapest[map.index(goal)], case);
                answered.push(answer.engine);
            }
        }
        answered
    }
}

pub fn check(
    map: &CellMap,
    (start, goal, rule, costs): (Cell, Cell, DiagonalRule, &StepCosts),
    answer: &PathAnswer,
    cheapest: Option<u64>,
    case: impl Fn() -> String,
) {
    let expected = match cheapest {
        _ if start != goal && !map.is_walkable(goal) => GridstarStatus::GoalBlocked,
        Some(_) => GridstarStatus::Ok,
        None => GridstarStatus::NoPath,
    };
    assert_eq!(answer.status, expected, "{}", case());
    if let (GridstarStatus::Ok, Some(cheapest)) = (expected, cheapest) {
        let steps = check_path(map, start, goal, rule, &answer.path).unwrap_or_else(|e| panic!("{e}: {}", case()));
        assert_eq!(UnitCosts::of(costs).sum(steps), cheapest, "{}", case());
        assert_eq!((answer.cost, answer.bound), (costs.cost_of(cheapest), 1.0), "{}", case());
    }
}
