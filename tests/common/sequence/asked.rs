//! Queries, and the conditions that a correct answer must meet.

use crate::abi::{default_query_def, heuristic_number, order_number, rule_number};
use crate::cell_map::CellMap;
use crate::random_maps::Random;
use crate::reference::cost_bound;
use crate::terrain::{AgentMap, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::f64::consts::SQRT_2;

pub const A_STAR: u32 = GridstarEngine::AStar as u32;
pub const LANDMARKS: u32 = GridstarEngine::Landmarks as u32;
const JUMP_POINTS: u32 = GridstarEngine::JumpPoints as u32;
const AUTO: u32 = GridstarEngine::Auto as u32;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];
const ORDERS: [Order; 3] = [Order::AStar, Order::Dijkstra, Order::GreedyBestFirst];
const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];
const COSTS: [(f64, f64); 7] = [(1.0, 1.4), (10.0, 14.0), (1.0, 1.0), (1.0, 2.0), (1.0, 1.5), (0.5, 0.7), (3.0, 3.0)];
/// Smallest limit that permits a search to derive data from a map.
pub fn expansions_to_label(map: &CellMap) -> u32 {
    let (short, long) = (map.width().min(map.height()) as u32, map.width().max(map.height()) as u32);
    (short.div_ceil(64) * long / 8).max(256)
}

const WEIGHTS: [f64; 5] = [0.5, 1.2, 3.0, 1.0 / 131_072.0, 1024.0];

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub rule: DiagonalRule,
    pub costs: StepCosts,
    pub order: Order,
    pub heuristic: Heuristic,
    pub weight: f64,
    /// 0 for no limit.
    pub limit: u32,
}

impl Settings {
    /// Random settings, mostly the common ones.
    pub fn random(random: &mut Random) -> Self {
        let (straight, diagonal) = match random.below(20) {
            // Costs with many units, which slow the reference down.
            0 => (1.0, SQRT_2),
            number => COSTS[(number as usize).saturating_sub(12).min(COSTS.len() - 1)],
        };
        Self {
            rule: RULES[random.below(4) as usize],
            costs: StepCosts::new(straight, diagonal).unwrap(),
            order: if random.percent(75) { Order::AStar } else { ORDERS[random.below(3) as usize] },
            heuristic: if random.percent(70) { Heuristic::Octile } else { HEURISTICS[random.below(5) as usize] },
            weight: if random.percent(85) { 1.0 } else { WEIGHTS[random.below(5) as usize] },
            limit: if random.percent(10) { random.between(1, 80) } else { 0 },
        }
    }

    /// Random settings for one query, and the def that asks for them. Fields that the def leaves open come from `self`.
    pub fn queried(&self, random: &mut Random) -> (Self, GridstarQueryDef) {
        let mut def = default_query_def();
        let mut settings = *self;
        let other = Self::random(random);
        if random.percent(40) {
            (settings.rule, def.diagonal_rule) = (other.rule, rule_number(other.rule));
        }
        if random.percent(40) {
            settings.costs = other.costs;
            (def.straight_cost, def.diagonal_cost) = (other.costs.straight(), other.costs.diagonal());
        }
        if random.percent(40) {
            (settings.order, def.order) = (other.order, order_number(other.order));
        }
        if random.percent(40) {
            (settings.heuristic, def.heuristic) = (other.heuristic, heuristic_number(other.heuristic));
        }
        if random.percent(40) {
            (settings.weight, def.heuristic_weight) = (other.weight, other.weight);
        }
        if other.limit > 0 {
            (settings.limit, def.max_expansions) = (other.limit, other.limit);
        }
        (settings, def)
    }

    /// Largest ratio of a path's cost to the optimal cost; `None` if there is no guarantee.
    pub fn bound(&self) -> Option<f64> {
        cost_bound(self.order, self.heuristic, self.weight, self.rule, &self.costs)
    }

    /// Whether the grid's engine may answer.
    fn is_for_jump_points(&self) -> bool {
        let is_exact = match self.heuristic {
            Heuristic::Octile => true,
            Heuristic::Manhattan => self.rule == DiagonalRule::Never,
            _ => false,
        };
        let is_dear = self.costs.diagonal_units() == 2 * self.costs.straight_units();
        let fits = !(is_dear && self.rule == DiagonalRule::Always);
        self.order == Order::AStar && self.weight >= 1.0 && is_exact && fits
    }

    /// The engines that may answer a search of a grid whose engine is one of `of_grid`. A limit of expansions below
    /// `least` leaves it to A*.
    pub fn engines(&self, of_grid: &[u32], least: u32) -> Vec<u32> {
        let derives = self.limit == 0 || self.limit >= least;
        if !derives || !self.is_for_jump_points() {
            return vec![A_STAR];
        }
        let answering = |&engine: &u32| match engine {
            A_STAR => vec![A_STAR],
            LANDMARKS => vec![JUMP_POINTS, LANDMARKS],
            _ => vec![JUMP_POINTS],
        };
        of_grid.iter().flat_map(answering).collect()
    }
}

/// A query.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub start: Cell,
    pub goal: Cell,
    pub settings: Settings,
    /// Made by a stepper, which always uses A* over cells and counts every expansion.
    pub is_stepped: bool,
    /// The agent, as the def names it.
    pub agent: Named,
}

/// The fields of a query def that name an agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    pub profile: u64,
    pub size: u32,
    pub flags: u32,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: GridstarStatus,
    pub path: Vec<Cell>,
    pub result: GridstarPathResult,
}

impl Asked {
    /// The reason why an answer is wrong, on a map as the agent sees it. Without the reference, only checks that need
    /// no search.
    pub fn judge(&self, seen: &AgentMap, answer: &Answer, by_reference: bool, engines: &[u32]) -> Result<(), String> {
        let Answer { status, path, result } = answer;
        let map = &seen.stands;
        let is_path = *status == GridstarStatus::Ok;
        let searched = is_path || *status == GridstarStatus::LimitReached;
        let problem = |what: String| Err(format!("{what}\n{self:?}\n{answer:?}\n{map}"));
        if path.len() != result.length as usize || path.is_empty() == is_path || (!is_path && result.cost != 0.0) {
            return problem("length, cost and status contradict each other".into());
        }
        if (result.bound >= 1.0) != is_path || (!is_path && result.bound != 0.0) {
            return problem("bound and status contradict each other".into());
        }
        if !searched && !self.is_stepped && (result.expansions, result.engine) != (0, AUTO) {
            return problem("expansions without a search".into());
        }
        if self.is_stepped && result.engine != A_STAR {
            return problem("a stepper by another engine".into());
        }
        if is_path {
            self.judge_path(seen, path, result).or_else(problem)?;
            if path.len() > 2 && !engines.contains(&result.engine) {
                return problem(format!("answered by an engine not in {engines:?}"));
            }
        }
        let limit = self.settings.limit;
        if limit > 0 && result.expansions > limit
            || *status == GridstarStatus::LimitReached && result.expansions != limit
        {
            return problem("the expansions contradict the limit".into());
        }
        let plain = self.plain_status(map);
        let is_known = plain.is_some() || !by_reference;
        let cheapest = match is_known {
            true => None,
            false => {
                let Settings { rule, costs, .. } = &self.settings;
                seen.costs_from(self.start, *rule, costs, Some(self.goal))[map.index(self.goal)]
            }
        };
        let right = match (plain, cheapest) {
            (Some(right), _) => *status == right,
            (None, Some(_)) => is_path || limit > 0 && *status == GridstarStatus::LimitReached,
            (None, None) if by_reference => {
                let may_be_stopped = limit > 0 && limit < expansions_to_label(map);
                *status == GridstarStatus::NoPath || may_be_stopped && *status == GridstarStatus::LimitReached
            }
            (None, None) => searched || *status == GridstarStatus::NoPath,
        };
        if !right {
            return problem(format!("the status is wrong; the optimal path costs {cheapest:?} parts"));
        }
        match (is_path, cheapest) {
            (true, Some(cheapest)) => self.judge_cost(seen, path, cheapest, result.bound).or_else(problem),
            _ => Ok(()),
        }
    }

    /// The status of a query that needs no search.
    fn plain_status(&self, map: &CellMap) -> Option<GridstarStatus> {
        if !map.contains(self.start) {
            Some(GridstarStatus::StartOutside)
        } else if !map.contains(self.goal) {
            Some(GridstarStatus::GoalOutside)
        } else if self.start == self.goal {
            Some(GridstarStatus::Ok)
        } else if !map.is_walkable(self.goal) {
            Some(GridstarStatus::GoalBlocked)
        } else {
            None
        }
    }

    fn parts(&self, seen: &AgentMap, path: &[Cell]) -> Result<u128, String> {
        seen.check_path((self.start, self.goal), self.settings.rule, &self.settings.costs, path)
    }

    fn judge_path(&self, seen: &AgentMap, path: &[Cell], result: &GridstarPathResult) -> Result<(), String> {
        let cost = cost_of_parts(self.parts(seen, path)?, &self.settings.costs);
        if cost == result.cost { Ok(()) } else { Err(format!("the steps cost {cost} instead of {}", result.cost)) }
    }

    fn judge_cost(&self, seen: &AgentMap, path: &[Cell], cheapest: u128, told: f32) -> Result<(), String> {
        let parts = self.parts(seen, path)?;
        let is_told_optimal = self.settings.bound() == Some(1.0);
        if parts as f64 > f64::from(told) * cheapest as f64 || is_told_optimal && told != 1.0 {
            return Err(format!("{parts} parts, the optimal path {cheapest}, bound {told} told"));
        }
        let Some(bound) = self.settings.bound() else { return Ok(()) };
        // The weight is rounded to 1/65536.
        let most = (cheapest as f64 * (bound + if bound > 1.0 { 1e-5 } else { 0.0 })) as u128;
        let is_right = (cheapest..=most).contains(&parts);
        if is_right { Ok(()) } else { Err(format!("{parts} parts, the optimal path {cheapest}, bound {bound}")) }
    }
}
