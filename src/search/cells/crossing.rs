//! Paths that leave an obstacle: the way out over blocked cells, and then the path.
//!
//! A query with [`Query::leaves_blocked`] whose start is blocked asks for the path that is least by two costs: first by
//! the crossing, which is the way to the first walkable cell, the exit; then by the rest, which is a path from the exit
//! as any other. Only exits count from which a path leads to the goal.
//!
//! Steps of the crossing go to neighbors, diagonally too unless the rule is [`DiagonalRule::Never`], whatever lies
//! beside them; over hexagons, to each of the six. They cost their lengths, with a multiplier of 1 and without
//! penalties. A wide agent stays on the map; one that stands over the upper edges does not get farther over them.
//!
//! Dijkstra's algorithm crosses the blocked cells and finds exits in the order of their costs. Components tell which
//! exits lead to the goal. The exits of the least cost are few, and `cheapest.rs` searches a path from each.

use super::memory::AStarMemory;
use super::order::Order;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, Layer};
use crate::movement::{DiagonalRule, HeuristicWeight, is_diagonal};
use crate::search::call::Call;
use crate::search::engine::Progress;
use crate::search::nearest::is_connected;
use crate::search::query::Query;
use crate::search::scratch::Scratch;

/// A crossing, and how far it has come. Its nodes, and the exits of the least cost that lead to the goal, are in the
/// scratch.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Crossing {
    pub(in crate::search) expansions: u32,
    /// The exit at which the crossing ends. While no exit leads to the goal, the nearest one, of equally near ones the
    /// one with the smallest y, then x.
    pub(in crate::search) exit: Option<Cell>,
    /// The cost up to there, in units.
    pub(in crate::search) cost: u64,
}

/// Whether a query asks for a way out of an obstacle.
pub(in crate::search) fn must_leave(view: &AgentView, query: &Query) -> bool {
    query.leaves_blocked
        && view.layer().size().contains(query.start)
        && !view.is_walkable(query.start)
        && query.start != query.goal
}

impl Crossing {
    /// Begins at the query's start.
    pub(in crate::search) fn begin(layer: &Layer, query: &Query, scratch: &mut Scratch) -> Result<Self, OutOfMemory> {
        let Scratch { crossing: nodes, ends, .. } = scratch;
        ends.clear();
        nodes.begin(layer.size(), Order::Dijkstra.priority(HeuristicWeight::default()))?;
        nodes.reserve(1)?;
        nodes.reach_start(query.start, 0);
        Ok(Self { expansions: 0, exit: None, cost: 0 })
    }

    /// Crosses blocked cells until all exits of the least cost are known that lead to the goal. If none can, the
    /// nearest exit is known. Pauses at a limit of expansions, and where the record's slice is used up.
    pub(in crate::search) fn advance(&mut self, limit: u32, call: &mut Call) -> Result<Progress, OutOfMemory> {
        let before = self.expansions;
        call.record.go_on(before, limit);
        let progress = self.cross(call)?;
        self.expansions = call.record.expansions;
        call.record.end(before);
        Ok(progress)
    }

    fn cross(&mut self, call: &mut Call) -> Result<Progress, OutOfMemory> {
        let Call { view, query, choice, scratch, record } = call;
        let Scratch { crossing: nodes, ends, .. } = scratch;
        let (layer, rule) = (view.layer(), query.diagonal_rule);
        let may_reach_goal = layer.size().contains(query.goal) && view.is_walkable(query.goal);
        let knows_connected = choice.may_label;
        loop {
            nodes.reserve(NEIGHBOR_OFFSETS.len())?;
            ends.try_reserve(1)?;
            let Some((number, node)) = nodes.take_first() else { return Ok(Progress::NoPath) };
            let (cell, cost) = (node.cell(), node.g);
            let knows_all = !ends.is_empty() || !may_reach_goal && self.exit.is_some();
            if knows_all && cost > self.cost {
                return Ok(Progress::Found { cost: self.cost, least: self.cost });
            }
            if view.is_walkable(cell) {
                // Without components, which a limit of expansions may forbid, every exit may lead to the goal.
                let rest = Query { start: cell, ..**query };
                let is_first = |exit: Cell| cost == self.cost && (cell.y, cell.x) < (exit.y, exit.x);
                if may_reach_goal && (!knows_connected || is_connected(layer, &rest)?) {
                    (self.exit, self.cost) = (Some(cell), cost);
                    ends.push(cell);
                } else if ends.is_empty() && self.exit.is_none_or(is_first) {
                    (self.exit, self.cost) = (Some(cell), cost);
                }
                continue;
            }
            if record.expansions >= record.limit {
                nodes.put_back(number);
                return Ok(Progress::Paused);
            }
            record.expand(|| cell)?;
            for (step, to) in steps(layer, rule, cell) {
                let length =
                    if is_diagonal(step) { query.costs.diagonal_units() } else { query.costs.straight_units() };
                let index = nodes.index(to);
                nodes.reach(index, to, cost + u64::from(length), number, || 0);
            }
        }
    }

    /// Writes the cells of the crossing, from the start up to the one before the exit.
    pub(in crate::search) fn write_cells(&self, nodes: &AStarMemory, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        cells.clear();
        for node in self.exit.into_iter().flat_map(|exit| nodes.chain_to(exit)).skip(1) {
            cells.try_reserve(1)?;
            cells.push(node.cell());
        }
        cells.reverse();
        Ok(())
    }
}

/// The steps of a crossing from a cell of the map, and the cells to which they lead.
fn steps(layer: &Layer, rule: DiagonalRule, from: Cell) -> impl Iterator<Item = ((i32, i32), Cell)> + use<> {
    let (size, agent) = (layer.size(), i32::from(layer.walkable().kind().size));
    let layout = layer.layout();
    // A ring of hexagons stands for its middle, and has no lowest cell.
    let agent = if layout.is_hexagonal() { 1 } else { agent };
    // The agent's lowest cells for which its square lies on the map.
    let (right, top) = (size.width as i32 - agent, size.height as i32 - agent);
    NEIGHBOR_OFFSETS.into_iter().filter_map(move |(dx, dy)| {
        let to = Cell::new(from.x + dx, from.y + dy);
        let is_on_map = to.x >= 0 && to.y >= 0 && to.x <= right.max(from.x) && to.y <= top.max(from.y);
        let is_allowed = rule != DiagonalRule::Never || !is_diagonal((dx, dy));
        let is_neighbor = !layout.is_hexagonal() || layout.steps_between(from, to) == 1;
        (is_on_map && is_allowed && is_neighbor).then_some(((dx, dy), to))
    })
}

/// Whether a path may go from a blocked cell of the map to another cell while it leaves an obstacle.
pub(in crate::search) fn is_crossing_step(layer: &Layer, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    steps(layer, rule, from).any(|(_, reached)| reached == to)
}
