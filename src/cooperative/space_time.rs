//! A* over cells and ticks, up to the end of a window.
//!
//! Source: Silver, "Cooperative Pathfinding", AIIDE 2005 (windowed hierarchical cooperative A*). A node is a cell that
//! the agent reaches at a tick. From there it waits for a tick or steps, where no claim of others stands against it.
//! The search ends at the goal, if the agent can stay there to the end of the window, or at the end of the window, from
//! where the estimate counts the rest of the way. The estimate is the true cost past obstacles, and consistent.
//!
//! The node at the later tick comes first of nodes with equal f, then the one that was reached later.

use super::agent_kind::AgentKind;
use super::claims::{ClaimedStep, cells, spot_of};
use super::goal_distances::{AgentDistances, Effort, Stop};
use super::plan::{PlanCell, PlannedAgent};
use super::spot_table::SpotTable;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::held;
use crate::search::OpenList;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct TickNode {
    /// The cost so far, in parts.
    cost: u64,
    cell: Cell,
    /// May lie behind the end of the window, at the end of a step that takes several ticks.
    tick: u32,
    before: u32,
    is_closed: bool,
}

/// The memory of searches over cells and ticks.
#[derive(Debug, Default)]
pub(super) struct SpaceTime {
    nodes: Vec<TickNode>,
    /// By tick before the end of the window and by cell, the number of the node + 1.
    reached: SpotTable,
    open: OpenList,
    /// The cells of the last way, from its end to its start.
    way: Vec<(Cell, u32)>,
}

held!(SpaceTime: nodes, reached, way, open);

/// The end of a search that found a way.
pub(super) struct FoundPlan {
    /// Cost of the steps and of the waiting, in parts.
    pub(super) cost: u64,
    /// The tick from which the agent stays at its goal.
    pub(super) stays_from: Option<u32>,
}

/// A search with all that it reads.
pub(super) struct SpaceTimeSearch<'a, 'd, F> {
    pub(super) memory: &'a mut SpaceTime,
    pub(super) kind: &'a AgentKind<'a>,
    pub(super) distances: &'a mut AgentDistances<'d>,
    /// Whether a spot is free for the agent at a tick.
    pub(super) is_free: F,
    pub(super) agent: &'a PlannedAgent,
    pub(super) window: u32,
}

impl SpaceTime {
    fn begin(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.reached.clear();
    }

    /// Writes where the agent of the last way is at each tick, from the tick at which the way begins.
    pub(super) fn write(&self, steps: &mut [PlanCell]) {
        let mut at = None;
        for &(cell, tick) in self.way.iter().rev() {
            let first = at.map_or(tick, |(_, before)| before + 1);
            for now in first..=tick.min(steps.len() as u32 - 1) {
                steps[now as usize] = PlanCell { cell, under_way: tick - now };
            }
            at = Some((cell, tick));
        }
        // From its last cell on, the agent stays.
        if let Some((cell, tick)) = at {
            for step in steps.iter_mut().skip(tick as usize) {
                *step = PlanCell { cell, under_way: 0 };
            }
        }
    }
}

impl<F: Fn(u32, u32) -> bool> SpaceTimeSearch<'_, '_, F> {
    /// Searches a way from the agent's start, where it arrives at the tick `under_way`, and from which the goal is
    /// `rest` parts away. `None` if each way is claimed.
    pub(super) fn run(&mut self, rest: u64, effort: &mut Effort) -> Result<Option<FoundPlan>, Stop> {
        self.memory.begin();
        let stays_from = self.goal_is_free_from();
        self.reach(self.agent.start, self.agent.under_way, 0, rest, NONE)?;
        while let Some(number) = self.memory.open.pop() {
            let node = self.memory.nodes[number as usize];
            if node.is_closed {
                continue;
            }
            self.memory.nodes[number as usize].is_closed = true;
            let stays = node.cell == self.agent.goal && node.tick >= stays_from;
            if stays || node.tick >= self.window {
                self.trace(number)?;
                let stays = stays && node.tick <= self.window;
                return Ok(Some(FoundPlan { cost: node.cost, stays_from: stays.then_some(node.tick) }));
            }
            effort.count()?;
            self.expand(number, &node, effort)?;
        }
        Ok(None)
    }

    /// The first tick from which the goal is free to the end of the window; the tick after the window if it is not free
    /// then.
    fn goal_is_free_from(&self) -> u32 {
        let is_free = |&tick: &u32| cells(self.agent.goal, self.kind.size(), |spot| (self.is_free)(tick, spot));
        let free = (0..=self.window).rev().take_while(is_free).count();
        self.window + 1 - free as u32
    }

    fn expand(&mut self, number: u32, node: &TickNode, effort: &mut Effort) -> Result<(), Stop> {
        let TickNode { cost, cell, tick, .. } = *node;
        let (kind, size) = (self.kind, self.kind.size());
        let wait = ClaimedStep { from: cell, to: cell, size, begin: tick, ticks: 1 };
        if wait.all(self.window, &self.is_free)
            && let Some(rest) = self.distances.from(cell, effort)?
        {
            self.reach(cell, tick + 1, cost + kind.wait, rest, number)?;
        }
        for (neighbor, to) in kind.steps_from(cell) {
            let (step, ticks) = kind.step(neighbor, cell, to);
            let stretch = ClaimedStep { from: cell, to, size, begin: tick, ticks };
            if !stretch.all(self.window, &self.is_free) {
                continue;
            }
            if let Some(rest) = self.distances.from(to, effort)? {
                self.reach(to, stretch.end(), cost + step, rest, number)?;
            }
        }
        Ok(())
    }

    /// Reaches a cell at a tick. Nodes at the end of the window need no table: each ends the search.
    fn reach(&mut self, cell: Cell, tick: u32, cost: u64, rest: u64, before: u32) -> Result<(), OutOfMemory> {
        let memory = &mut *self.memory;
        memory.nodes.try_reserve(1)?;
        memory.open.reserve(1)?;
        let mut number = memory.nodes.len() as u32;
        if tick < self.window {
            let (reached, spot) = (&mut memory.reached, spot_of(cell));
            let known = reached.numbers(tick, spot).next();
            match known {
                None => reached.put(tick, spot, number + 1)?,
                Some(known) => number = known - 1,
            }
        }
        match memory.nodes.get_mut(number as usize) {
            None => memory.nodes.push(TickNode { cost, cell, tick, before, is_closed: false }),
            Some(node) if node.is_closed || node.cost <= cost => return Ok(()),
            Some(node) => (node.cost, node.before) = (cost, before),
        }
        memory.open.push(cost + rest, self.window.saturating_sub(tick), number);
        Ok(())
    }

    /// Keeps the way to a node.
    fn trace(&mut self, end: u32) -> Result<(), OutOfMemory> {
        let SpaceTime { nodes, way, .. } = &mut *self.memory;
        way.clear();
        let mut at = end;
        while let Some(node) = nodes.get(at as usize) {
            way.try_reserve(1)?;
            way.push((node.cell, node.tick));
            at = node.before;
        }
        Ok(())
    }
}
