//! Paths that leave an obstacle: the way out over blocked cells, and then the path.
//!
//! A query with [`Query::leaves_blocked`] whose start is blocked asks for the path that is least by two costs: first by
//! the crossing, which is the way to the first walkable cell, the exit; then by the rest, which is a path from the exit
//! as any other. Only exits count from which a path leads to the goal.
//!
//! Steps of the crossing go to neighbors, diagonally too unless the rule is [`DiagonalRule::Never`], whatever lies
//! beside them; over hexagons, to each of the six. None crosses a wall between cells ([`closes_way_out`]); a diagonal
//! one goes around its corner by both ways under [`DiagonalRule::BothFree`], else by one. They cost their lengths, with
//! a multiplier of 1 and without penalties. A wide agent stays on the map; one that stands over the upper edges does
//! not get farther over them.
//!
//! Dijkstra's algorithm crosses the blocked cells and finds exits in the order of their costs. Components tell which
//! exits lead to the goal. The exits of the least cost are few, and `cheapest.rs` searches a path from each.

use super::ground::{Ground, Next};
use super::open_cells::Step;
use super::open_cells::{OpenCells, Taken};
use super::order::Order;
use super::ordered::{CostLimit, OrderedCells};
use super::search::CellSearch;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, closes_way_out};
use crate::movement::{DiagonalRule, HeuristicWeight, is_diagonal};
use crate::search::choose::Call;
use crate::search::engine::{Progress, Record, RunningEngine};
use crate::search::nearest::is_connected;
use crate::search::query::Query;
use crate::search::scratch::Scratch;

/// Tells whether a path leads from an exit to a goal that may lie on another map.
pub(in crate::search) type Leads<'a> = &'a dyn Fn(Cell) -> Result<bool, OutOfMemory>;

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

impl Crossing {
    /// Begins at the query's start.
    pub(in crate::search) fn begin(call: &mut Call) -> Result<Self, OutOfMemory> {
        let mut crossing = Self { expansions: 0, exit: None, cost: 0 };
        call.scratch.ends.clear();
        crossing.search(call, None, |mut search, _| search.begin())?;
        Ok(crossing)
    }

    /// Crosses blocked cells until all exits of the least cost are known that lead to the goal. If none can, the
    /// nearest exit is known. Pauses at a limit of expansions, and where the record's slice is used up.
    pub(in crate::search) fn advance(&mut self, limit: u32, call: &mut Call) -> Result<Progress, OutOfMemory> {
        self.advance_to(limit, call, None)
    }

    /// Goes on as [`advance`](Self::advance) does, where `leads` tells whether an exit leads to the goal.
    pub(in crate::search) fn advance_to(
        &mut self,
        limit: u32,
        call: &mut Call,
        leads: Option<Leads>,
    ) -> Result<Progress, OutOfMemory> {
        let before = self.expansions;
        call.record.go_on(before, limit);
        let progress = self.search(call, leads, |mut search, record| search.advance(record))?;
        self.expansions = call.record.expansions;
        call.record.end(before);
        Ok(progress)
    }

    fn search<T>(
        &mut self,
        call: &mut Call,
        leads: Option<Leads>,
        run: impl FnOnce(CellSearch<BlockedGround>, &mut Record) -> T,
    ) -> T {
        let Call { view, query, choice, scratch, record } = call;
        let Scratch { crossing: open, ends, .. } = &mut **scratch;
        let may_reach_goal =
            leads.is_some() || view.layer().size().contains(query.goal) && view.is_walkable(query.goal);
        let knows_connected = choice.may_label;
        let ground = BlockedGround { view, query, may_reach_goal, knows_connected, leads, ends, crossing: self };
        run(CellSearch::new(ground, open), record)
    }

    /// Writes the cells of the crossing, from the start up to the one before the exit.
    pub(in crate::search) fn write_cells(&self, open: &OrderedCells, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        cells.clear();
        if let Some(exit) = self.exit {
            open.write_way(exit, cells)?;
        }
        cells.reverse();
        cells.pop();
        Ok(())
    }
}

/// Blocked cells, which a crossing expands, and its exits, which it does not.
struct BlockedGround<'a> {
    view: &'a AgentView<'a>,
    query: &'a Query,
    may_reach_goal: bool,
    /// Whether components tell which exits lead to the goal. Without them, which a limit of expansions may forbid,
    /// every exit may lead there.
    knows_connected: bool,
    /// In place of components, if the goal lies on another map.
    leads: Option<Leads<'a>>,
    ends: &'a mut Vec<Cell>,
    crossing: &'a mut Crossing,
}

impl Ground for BlockedGround<'_> {
    type Open = OrderedCells;

    type From = Cell;

    fn begin(&self, open: &mut OrderedCells) -> Result<(), OutOfMemory> {
        let priority = Order::Dijkstra.priority(HeuristicWeight::default());
        open.begin(self.view.layer().size(), priority, CostLimit::default(), (self.query.start, 0))
    }

    fn goal(&self) -> Cell {
        self.query.goal
    }

    fn meet(&mut self, cell: Cell, cost: u64) -> Result<Next, OutOfMemory> {
        let Self { view, query, may_reach_goal, ends, crossing, .. } = self;
        let knows_all = !ends.is_empty() || !*may_reach_goal && crossing.exit.is_some();
        if knows_all && cost > crossing.cost {
            return Ok(Next::End);
        }
        if !view.is_walkable(cell) {
            return Ok(Next::Expand);
        }
        let leads = |cell: Cell| match self.leads {
            Some(leads) => leads(cell),
            None if !self.knows_connected => Ok(true),
            None => is_connected(view.layer(), &Query { start: cell, ..**query }),
        };
        let is_first = |exit: Cell| cost == crossing.cost && (cell.y, cell.x) < (exit.y, exit.x);
        if *may_reach_goal && leads(cell)? {
            ends.try_reserve(1)?;
            ends.push(cell);
            (crossing.exit, crossing.cost) = (Some(cell), cost);
        } else if ends.is_empty() && crossing.exit.is_none_or(is_first) {
            (crossing.exit, crossing.cost) = (Some(cell), cost);
        }
        Ok(Next::Skip)
    }

    fn leave(&self, &Taken { cell, .. }: &Taken<u64>) -> (u8, Cell) {
        (steps(self.view, self.query.diagonal_rule, cell), cell)
    }

    fn step(&self, from: &Cell, neighbor: usize) -> Step<u64> {
        let (step, costs) = (NEIGHBOR_OFFSETS[neighbor], &self.query.costs);
        let to = Cell::new(from.x + step.0, from.y + step.1);
        let length = if is_diagonal(step) { costs.diagonal_units() } else { costs.straight_units() };
        Step { to, index: self.view.layer().size().index(to), cost: length.into(), arrival: 0 }
    }

    fn estimate(&self, _: &Cell, _: usize, _: &Step<u64>) -> u32 {
        0
    }

    fn parts(&self) -> u64 {
        1
    }
}

/// The steps of a crossing from a cell of the map: bit `i` for the step `NEIGHBOR_OFFSETS[i]`.
fn steps(view: &AgentView, rule: DiagonalRule, from: Cell) -> u8 {
    let layer = view.layer();
    let (size, agent) = (layer.size(), i32::from(layer.walkable().kind().size));
    let layout = layer.layout();
    // A ring of hexagons stands for its middle, and has no lowest cell.
    let agent = if layout.is_hexagonal() { 1 } else { agent };
    // The agent's lowest cells for which its square lies on the map.
    let (right, top) = (size.width as i32 - agent, size.height as i32 - agent);
    let steps = NEIGHBOR_OFFSETS.iter().enumerate().fold(0, |steps, (neighbor, &(dx, dy))| {
        let to = Cell::new(from.x + dx, from.y + dy);
        let is_on_map = to.x >= 0 && to.y >= 0 && to.x <= right.max(from.x) && to.y <= top.max(from.y);
        let is_allowed = rule != DiagonalRule::Never || !is_diagonal((dx, dy));
        let is_neighbor = !layout.is_hexagonal() || layout.steps_between(from, to) == 1;
        steps | u8::from(is_on_map && is_allowed && is_neighbor) << neighbor
    });
    if view.passages().is_some() { without_closed(view, rule, from, steps) } else { steps }
}

/// Those of the steps from a cell that no wall closes.
#[inline(never)]
fn without_closed(view: &AgentView, rule: DiagonalRule, from: Cell, steps: u8) -> u8 {
    let (Some(passages), layer) = (view.passages(), view.layer()) else { return steps };
    let kind = (layer.size(), layer.layout(), layer.walkable().kind().size);
    let is_open = |from: Cell, to: Cell| !closes_way_out(passages, kind, from, to);
    NEIGHBOR_OFFSETS.iter().enumerate().fold(steps, |steps, (neighbor, &step)| {
        let to = Cell::new(from.x + step.0, from.y + step.1);
        let way = |by: Cell| [!0, u64::from(is_open(from, by) && is_open(by, to))];
        let is_around = is_diagonal(step) && !layer.layout().is_hexagonal();
        let is_legal = steps >> neighbor & 1 == 0
            || if is_around {
                rule.allows_ways(way(Cell::new(to.x, from.y)), way(Cell::new(from.x, to.y))) & 1 == 1
            } else {
                is_open(from, to)
            };
        steps & !(u8::from(!is_legal) << neighbor)
    })
}

/// Whether a path may go from a blocked cell of the map to another cell while it leaves an obstacle.
pub(in crate::search) fn is_crossing_step(view: &AgentView, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    let step = (to.x - from.x, to.y - from.y);
    let neighbor = NEIGHBOR_OFFSETS.iter().position(|&offset| offset == step);
    neighbor.is_some_and(|neighbor| steps(view, rule, from) >> neighbor & 1 == 1)
}
