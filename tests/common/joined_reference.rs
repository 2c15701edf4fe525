//! A slow reference search through floors: Dijkstra's algorithm over all cells of all floors, with the open links as
//! edges. It shares no code with the library. `path_check` defines the legal steps.

use super::cell_map::CellMap;
use super::path_check::step_is_legal;
use super::terrain::{AgentMap, PARTS_PER_UNIT};
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::movement::{DiagonalRule, StepCosts};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;

/// One unit, in half millionths of a unit.
const FINE: u128 = 2_000_000;

/// One part of a unit, in half millionths of a unit.
const FINE_PER_PART: u128 = FINE / PARTS_PER_UNIT as u128;

/// Maps as the agent of a query sees them, and the links between them.
#[derive(Clone, Debug, Default)]
pub struct Building {
    /// `None` for a floor whose grid was destroyed.
    pub floors: Vec<Option<AgentMap>>,
    pub links: Vec<TestLink>,
}

#[derive(Clone, Debug)]
pub struct TestLink {
    pub number: u32,
    pub from: FloorCell,
    pub to: FloorCell,
    pub cost: f64,
    pub one_way: bool,
    pub closed: bool,
}

impl TestLink {
    /// The link's cost in half millionths of a unit of `costs`.
    fn fine_cost(&self, costs: &StepCosts) -> u128 {
        (self.cost / costs.straight() * f64::from(costs.straight_units()) * FINE as f64).round() as u128
    }

    /// The directions in which the link can be taken.
    fn ways(&self) -> Vec<(FloorCell, FloorCell)> {
        let back = [(self.to, self.from)];
        let ways = [(self.from, self.to)].into_iter();
        if self.closed { Vec::new() } else { ways.chain(back.into_iter().filter(|_| !self.one_way)).collect() }
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, floor) in self.floors.iter().enumerate() {
            match floor {
                Some(AgentMap { stands, .. }) => {
                    writeln!(f, "floor {number}: {} x {}\n{stands}", stands.width(), stands.height())?;
                }
                None => writeln!(f, "floor {number}: destroyed")?,
            }
        }
        self.links.iter().try_for_each(|link| writeln!(f, "{link:?}"))
    }
}

impl Building {
    pub fn map(&self, floor: u32) -> Option<&CellMap> {
        self.agent_map(floor).map(|map| &map.stands)
    }

    fn agent_map(&self, floor: u32) -> Option<&AgentMap> {
        self.floors.get(floor as usize)?.as_ref()
    }

    pub fn contains(&self, at: FloorCell) -> bool {
        self.map(at.floor).is_some_and(|map| map.contains(at.cell))
    }

    pub fn is_walkable(&self, at: FloorCell) -> bool {
        self.map(at.floor).is_some_and(|map| map.is_walkable(at.cell))
    }

    /// The index of a cell when all floors are laid out one after another.
    fn index(&self, at: FloorCell) -> usize {
        let cells = |floor| self.map(floor).map_or(0, |map| (map.width() * map.height()) as usize);
        let before: usize = (0..at.floor).map(cells).sum();
        before + self.map(at.floor).expect("the floor has no map").index(at.cell)
    }

    /// The cost of an optimal path in half millionths of a unit; `None` without a path.
    pub fn cheapest_cost(
        &self,
        start: FloorCell,
        goal: FloorCell,
        rule: DiagonalRule,
        costs: &StepCosts,
    ) -> Option<u128> {
        let mut best = HashMap::from([(self.index(start), 0)]);
        let mut waiting = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, from))) = waiting.pop() {
            if from == goal {
                return Some(cost);
            }
            if cost > best[&self.index(from)] {
                continue;
            }
            for (to, step) in self.edges(from, rule, costs) {
                let known = best.entry(self.index(to)).or_insert(u128::MAX);
                if cost + step < *known {
                    *known = cost + step;
                    waiting.push(Reverse((cost + step, to)));
                }
            }
        }
        None
    }

    /// The costs of optimal paths to all cells that a start reaches, in half millionths of a unit.
    pub fn costs_from(&self, start: FloorCell, rule: DiagonalRule, costs: &StepCosts) -> HashMap<FloorCell, u128> {
        let mut best = HashMap::from([(start, 0)]);
        let mut waiting = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, from))) = waiting.pop() {
            if cost > best[&from] {
                continue;
            }
            for (to, step) in self.edges(from, rule, costs) {
                let known = best.entry(to).or_insert(u128::MAX);
                if cost + step < *known {
                    *known = cost + step;
                    waiting.push(Reverse((cost + step, to)));
                }
            }
        }
        best
    }

    fn edges(&self, from: FloorCell, rule: DiagonalRule, costs: &StepCosts) -> Vec<(FloorCell, u128)> {
        let map = self.agent_map(from.floor).expect("the floor has no map");
        let steps = map.legal_steps(from.cell, rule, costs);
        let mut edges: Vec<_> =
            steps.map(|(cell, parts)| (FloorCell { floor: from.floor, cell }, parts * FINE_PER_PART)).collect();
        for link in &self.links {
            let ways = link.ways().into_iter().filter(|&(begin, end)| begin == from && self.can_be_taken(begin, end));
            edges.extend(ways.map(|(_, to)| (to, link.fine_cost(costs))));
        }
        edges
    }

    fn can_be_taken(&self, begin: FloorCell, end: FloorCell) -> bool {
        self.is_walkable(begin) && self.is_walkable(end)
    }

    /// The cost of a path in half millionths of a unit, or the reason why the path is wrong: its ends, a step or a
    /// link.
    pub fn check_path(
        &self,
        (start, goal): (FloorCell, FloorCell),
        rule: DiagonalRule,
        costs: &StepCosts,
        path: &[FloorStep],
    ) -> Result<u128, String> {
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return Err("the path has no cells".into());
        };
        if (first.at(), first.link, last.at()) != (start, 0, goal) {
            return Err(format!("the path goes from {first:?} to {last:?}"));
        }
        let mut sum = 0;
        for pair in path.windows(2) {
            let (from, to) = (pair[0].at(), pair[1].at());
            sum += match pair[1].link {
                0 => self.step_cost(from, to, rule, costs)?,
                link => self.link_cost(link, from, to, costs)?,
            };
        }
        Ok(sum)
    }

    fn step_cost(&self, from: FloorCell, to: FloorCell, rule: DiagonalRule, costs: &StepCosts) -> Result<u128, String> {
        let map = self.agent_map(from.floor).ok_or("the path is on a floor without a map")?;
        if from.floor != to.floor || !step_is_legal(&map.stands, from.cell, to.cell, rule) {
            return Err(format!("the step from {from:?} to {to:?} is illegal under {rule:?}"));
        }
        Ok(map.step_parts(from.cell, to.cell, costs) * FINE_PER_PART)
    }

    fn link_cost(&self, number: u32, from: FloorCell, to: FloorCell, costs: &StepCosts) -> Result<u128, String> {
        let link = self.links.iter().find(|link| link.number == number);
        let link = link.ok_or_else(|| format!("there is no link {number}"))?;
        if !link.ways().contains(&(from, to)) || !self.can_be_taken(from, to) {
            return Err(format!("{link:?} can't be taken from {from:?} to {to:?}"));
        }
        Ok(link.fine_cost(costs))
    }
}

/// Converts half millionths of a unit to the scale of `costs`.
pub fn cost_of_fine(fine: u128, costs: &StepCosts) -> f64 {
    fine as f64 / FINE as f64 * costs.straight() / f64::from(costs.straight_units())
}
