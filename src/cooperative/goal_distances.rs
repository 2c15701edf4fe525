//! The true costs of the ways to a goal past obstacles, without other agents: the heuristic of the windowed search.
//!
//! A* from the goal towards the agent (reverse resumable A*: Silver, "Cooperative Pathfinding", AIIDE 2005). It stops
//! once it has closed the cell that is asked for, and goes on from there at the next question. A closed cell's cost is
//! exact whatever cell the search was aimed at, so the search can be aimed anew for another agent with the same goal.
//! Once that has taken as long as looking at each cell, the search goes on without an aim, as Dijkstra's algorithm.

use super::ground::Ground;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::grid::{Cell, GridSize};
use crate::movement::{DiagonalRule, Estimate, Heuristic, StepCosts};
use crate::search::OpenList;
use std::collections::TryReserveError;

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Memory,
    /// The limit of expansions.
    Limit,
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

impl From<TryReserveError> for Stop {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// The expansions of one agent's searches.
pub(super) struct Effort {
    pub(super) expansions: u32,
    pub(super) limit: u32,
}

impl Effort {
    /// Counts an expansion, or refuses it.
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        if self.expansions == self.limit {
            return Err(Stop::Limit);
        }
        self.expansions += 1;
        Ok(())
    }
}

/// A cell from which the goal was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The cost of the best known way from the cell to the goal, in parts.
    cost: u64,
    cell: Cell,
    is_closed: bool,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Purpose {
    goal: Cell,
    /// The number of the kind of agents.
    kind: u32,
}

/// The costs of ways to one goal.
#[derive(Debug, Default)]
pub(super) struct GoalDistances {
    nodes: Vec<Node>,
    /// By row index, the number of the cell's node + 1; 0 for a cell that was not reached.
    node_of_cell: Vec<u32>,
    width: usize,
    open: OpenList,
    purpose: Option<Purpose>,
    /// The cell that the search is aimed at.
    target: Cell,
    /// Number of nodes that were looked at to aim anew.
    aimed_anew: usize,
    /// Whether the search goes on without an aim.
    is_aimless: bool,
}

/// What estimates of the search count.
struct Aim {
    target: Cell,
    estimate: Estimate,
    /// 0 without an aim.
    parts_per_unit: u64,
}

impl Aim {
    fn new(ground: &Ground, (rule, costs): (DiagonalRule, &StepCosts), target: Cell) -> Self {
        let estimate = Estimate::new(Heuristic::Octile, rule, costs, target);
        Self { target, estimate, parts_per_unit: ground.view.least_parts_per_unit() }
    }

    /// The key of a cell, and its estimate.
    fn key(&self, cell: Cell, cost: u64) -> (u64, u32) {
        if self.parts_per_unit == 0 {
            return (cost, 0);
        }
        let estimate = self.estimate.from(cell);
        (cost + u64::from(estimate) * self.parts_per_unit, estimate)
    }
}

/// A search with all that it reads.
pub(super) struct Distances<'a> {
    memory: &'a mut GoalDistances,
    ground: &'a Ground<'a>,
    aim: Aim,
}

impl GoalDistances {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        nodes + self.node_of_cell.capacity() * size_of::<u32>() + self.open.bytes()
    }

    /// Forgets the goal. To be called before the map or the rules can be others.
    pub(super) fn forget(&mut self) {
        for node in self.nodes.drain(..) {
            self.node_of_cell[node.cell.y as usize * self.width + node.cell.x as usize] = 0;
        }
        self.open.clear();
        (self.purpose, self.aimed_anew, self.is_aimless) = (None, 0, false);
    }

    fn begin(&mut self, size: GridSize) -> Result<(), OutOfMemory> {
        self.forget();
        self.width = size.width as usize;
        if self.node_of_cell.len() < size.cells() {
            self.node_of_cell = Vec::new();
            self.node_of_cell = zeroed(size.cells())?;
        }
        Ok(())
    }

    /// The costs of ways to `goal` for one kind of agents, aimed at `target`. A search for the same goal and kind goes
    /// on.
    pub(super) fn toward<'a>(
        &'a mut self,
        ground: &'a Ground<'a>,
        rules: (DiagonalRule, &StepCosts),
        (goal, kind): (Cell, u32),
        target: Cell,
    ) -> Result<Distances<'a>, OutOfMemory> {
        let mut aim = Aim::new(ground, rules, target);
        let purpose = Purpose { goal, kind };
        if self.purpose == Some(purpose) {
            if self.is_aimless {
                aim.parts_per_unit = 0;
            }
            return Ok(Distances { memory: self, ground, aim });
        }
        self.begin(ground.view.layer().size())?;
        let mut distances = Distances { memory: self, ground, aim };
        distances.memory.nodes.try_reserve(1)?;
        distances.memory.open.reserve(1)?;
        distances.reach(goal, 0);
        (distances.memory.purpose, distances.memory.target) = (Some(purpose), target);
        Ok(distances)
    }
}

impl Distances<'_> {
    /// The cost of an optimal way from a cell to the goal, in parts; `None` if there is none. The cell may be a blocked
    /// start.
    pub(super) fn from(&mut self, cell: Cell, effort: &mut Effort) -> Result<Option<u64>, Stop> {
        if let Some(node) = self.node_at(cell) {
            let Node { cost, is_closed, .. } = self.memory.nodes[node];
            if is_closed {
                return Ok(Some(cost));
            }
        }
        let ground = self.ground;
        if ground.view.is_walkable(cell) || self.memory.purpose.is_some_and(|purpose| purpose.goal == cell) {
            return self.search(cell, effort);
        }
        let mut best = None;
        for (neighbor, to) in ground.steps_from(cell) {
            if let Some(rest) = self.search(to, effort)? {
                let cost = rest + ground.step(neighbor, cell, to).0;
                best = Some(best.map_or(cost, |best: u64| best.min(cost)));
            }
        }
        Ok(best)
    }

    /// Goes on until the cell is closed, or nothing is open.
    fn search(&mut self, cell: Cell, effort: &mut Effort) -> Result<Option<u64>, Stop> {
        if let Some(node) = self.node_at(cell).filter(|&node| self.memory.nodes[node].is_closed) {
            return Ok(Some(self.memory.nodes[node].cost));
        }
        if self.memory.target != self.aim.target {
            self.aim_anew()?;
        }
        loop {
            self.memory.nodes.try_reserve(8)?;
            self.memory.open.reserve(8)?;
            let Some(number) = self.memory.open.pop() else { return Ok(None) };
            let Node { cost, cell: at, is_closed } = self.memory.nodes[number as usize];
            if is_closed {
                continue;
            }
            if let Err(stop) = effort.count() {
                let (key, estimate) = self.aim.key(at, cost);
                self.memory.open.push(key, estimate, number);
                return Err(stop);
            }
            self.memory.nodes[number as usize].is_closed = true;
            self.expand(at, cost);
            if at == cell {
                return Ok(Some(cost));
            }
        }
    }

    /// Reaches the cells from which a step leads to this one. Both ends are walkable, so that the step is legal if the
    /// one back is. No step leads to a blocked goal.
    fn expand(&mut self, to: Cell, cost: u64) {
        if !self.ground.view.is_walkable(to) {
            return;
        }
        let ground = self.ground;
        for (neighbor, from) in ground.steps_from(to) {
            // A step and the one back have one length.
            self.reach(from, cost + ground.step(neighbor, from, to).0);
        }
    }

    fn reach(&mut self, cell: Cell, cost: u64) {
        let number = match self.node_at(cell) {
            Some(number) => {
                let node = &mut self.memory.nodes[number];
                if node.is_closed || cost >= node.cost {
                    return;
                }
                node.cost = cost;
                number
            }
            None => {
                let number = self.memory.nodes.len();
                self.memory.nodes.push(Node { cost, cell, is_closed: false });
                let index = self.index(cell);
                self.memory.node_of_cell[index] = number as u32 + 1;
                number
            }
        };
        let (key, estimate) = self.aim.key(cell, cost);
        self.memory.open.push(key, estimate, number as u32);
    }

    /// Sorts the open list for another target, or for none.
    fn aim_anew(&mut self) -> Result<(), OutOfMemory> {
        let memory = &mut *self.memory;
        if !memory.is_aimless {
            let open = memory.nodes.iter().filter(|node| !node.is_closed).count();
            memory.open.reserve(open)?;
            memory.aimed_anew += memory.nodes.len();
            if memory.aimed_anew > self.ground.view.layer().size().cells() {
                memory.is_aimless = true;
                self.aim.parts_per_unit = 0;
            }
            memory.open.clear();
            for (number, node) in (0..).zip(&memory.nodes).filter(|(_, node)| !node.is_closed) {
                let (key, estimate) = self.aim.key(node.cell, node.cost);
                memory.open.push(key, estimate, number);
            }
        }
        memory.target = self.aim.target;
        Ok(())
    }

    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.memory.width + cell.x as usize
    }

    fn node_at(&self, cell: Cell) -> Option<usize> {
        (self.memory.node_of_cell[self.index(cell)] as usize).checked_sub(1)
    }
}
