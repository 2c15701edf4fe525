//! A* over the jumps of weighted terrain ([`TerrainJumps`]).
//!
//! Only jump points, forced cells and cells at which a diagonal jump was interrupted are nodes. The goal is never one:
//! each expansion, and each diagonal jump that crosses the row or column of the goal, sees whether walkable cells lead
//! straight to it, and offers this path. The best cost so far bounds what is queued.
//!
//! Jumps are *lazy*. In uniform terrain, a diagonal jump would send out the straight jumps of all its cells at once. In
//! mixed terrain most of them lead nowhere. A diagonal jump therefore goes on only while f stays close to the f of its
//! node, and then becomes a node itself.
//!
//! Costs are 32-bit numbers, in units of weights. Sums that would pass 2^32 stay at 2^32 - 1, which no path costs. A
//! cell, a goal or a start with such an f is *cut*: left out before a path was known. A search that has cut anything
//! says [`TooFar`](Progress::TooFar) unless it finds a path, which is then cheaper than all that was cut.
//!
//! Estimates may be inconsistent where landmarks are in debt: a node that is reached by a cheaper way is expanded
//! again. Ties go to the node that was reached last in the bucket of the open list, and of equal ways to a cell the
//! first one stays.

mod context;
mod expand;
mod gait;
pub(in crate::search) mod memory;
#[cfg(test)]
mod tests;
mod within;

pub(in crate::search) use context::TerrainContext;
pub(in crate::search) use memory::TerrainMemory;

use super::bound::Bound;
use super::engine::{Progress, Record, RunningEngine, Slice};
use super::query::Query;
use super::way::{WayNode, write_way};
use super::within::{Bounded, Within, run_within};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, CellSums, CellWeights, Engine, LandmarkTold, LineSums, TerrainJumps, TerrainLandmarks};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepsLeft};
use context::{Known, Told};
use gait::TerrainGait;
use memory::terrain_node;

/// A diagonal jump becomes a node once its f has risen by this part of a straight step in the cheapest terrain.
/// Anything from an eighth to two steps is about as good.
const SLACK_PARTS: u32 = 4;

/// Runs a slice of a search for an optimal path by the costs of the terrain. Also tells which engine answers. The agent
/// has a terrain. Start and goal are different cells of the map, and the goal is walkable.
#[inline(never)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
pub(in crate::search) fn find(
    view: &AgentView,
    query: &Query,
    with_landmarks: bool,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let terrain = view.terrain().expect("only agents with a terrain come here");
    // Estimates are inconsistent where landmarks are in debt.
    let is_within = Within::new(query.weight).is_some();
    let landmarks = landmarks_of(view, query, with_landmarks)?;
    let landmarks = landmarks.filter(|landmarks| !is_within || !landmarks.are_in_debt());
    let context = TerrainContext::new(terrain, query.diagonal_rule, landmarks).map_err(|_| OutOfMemory)?;
    let progress = find_in(context, query, memory, slice)?;
    Ok((progress, if landmarks.is_some() { Engine::Landmarks } else { Engine::JumpPoints }))
}

/// Runs a slice of a search that reads all that it needs from the context.
fn find_in(
    context: TerrainContext,
    query: &Query,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    let (weights, rule) = (context.weights, context.jumps.rule());
    debug_assert!(weights.has_costs(&query.costs) && rule == query.diagonal_rule);
    match context.known {
        Known::Landmarks(landmarks) => match LandmarkTold::new(landmarks, weights, rule, query.goal) {
            Some(told) => find_with(context, landmarks.sums(), told, query, memory, slice),
            None => Ok(Progress::TooFar),
        },
        Known::Sums(sums) => find_with(context, sums, (), query, memory, slice),
    }
}

/// The landmarks of the terrain that apply to the query's rule, measured now if they are missing.
pub(in crate::search) fn landmarks_of<'a>(
    view: &AgentView<'a>,
    query: &Query,
    with_landmarks: bool,
) -> Result<Option<&'a TerrainLandmarks>, OutOfMemory> {
    let Some(terrain) = view.terrain().filter(|_| with_landmarks) else { return Ok(None) };
    let landmarks = terrain.landmarks(view.layer().defaults().0).map_err(|_| OutOfMemory)?;
    Ok(Some(landmarks).filter(|landmarks| landmarks.apply_to(query.diagonal_rule)))
}

fn find_with<P: CellSums, T: Told<P>>(
    context: TerrainContext,
    sums: &LineSums<P>,
    told: T,
    query: &Query,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    let rule = context.jumps.rule();
    let Some(octile) = context.weights.octile(rule, query.goal).filter(|_| sums.are_exact()) else {
        return Ok(Progress::TooFar);
    };
    slice.run(TerrainSearch::new(context, sums, query, octile, told, memory))
}

/// The cost of a straight step in the cheapest terrain. [`CellWeights::octile`] exists, so that the cost is below 2^31.
fn cheapest_step(weights: &CellWeights) -> u32 {
    2 * weights.straight() * weights.least()
}

/// A walkable cell on the map, with its padded slot.
#[derive(Clone, Copy)]
struct Position {
    x: i32,
    y: i32,
    slot: usize,
}

/// One search.
struct TerrainSearch<'a, P, T> {
    weights: &'a CellWeights,
    jumps: &'a TerrainJumps,
    /// The rule is [`DiagonalRule::Never`].
    four: bool,
    sums: &'a LineSums<P>,
    memory: &'a mut TerrainMemory,
    octile: StepsLeft,
    told: T,
    /// By direction, the difference of slots.
    offsets: [isize; 8],
    goal: Position,
    /// First and last x, and first and last y, of the walkable stretches of the goal's row and column.
    row: (i32, i32),
    column: (i32, i32),
    slack: u32,
    start: Cell,
    /// How far from optimal the path may be.
    within: Option<Within>,
    /// The query's limit of cost, in parts.
    max_cost: Option<u64>,
}

impl<'a, P: CellSums, T: Told<P>> TerrainSearch<'a, P, T> {
    fn new(
        context: TerrainContext<'a>,
        sums: &'a LineSums<P>,
        query: &Query,
        octile: StepsLeft,
        told: T,
        memory: &'a mut TerrainMemory,
    ) -> Self {
        let TerrainContext { weights, jumps, .. } = context;
        let four = jumps.rule() == DiagonalRule::Never;
        let goal = Position { x: query.goal.x, y: query.goal.y, slot: weights.slot(query.goal) };
        let offsets = DIRECTIONS.map(|step| weights.slot_step(step));
        let [row, column] = weights.stretches(query.goal);
        let slack = cheapest_step(weights) / SLACK_PARTS;
        let (start, within, max_cost) = (query.start, Within::new(query.weight), query.max_cost);
        Self {
            weights,
            jumps,
            four,
            sums,
            memory,
            octile,
            told,
            offsets,
            goal,
            row,
            column,
            slack,
            start,
            within,
            max_cost,
        }
    }

    /// Reaches the neighbors of a blocked start. Nothing is pruned after its steps, and no jump passes it.
    #[cold]
    #[inline(never)]
    fn leave_blocked_start(&mut self, start: Position, number: u32) -> Result<(), OutOfMemory> {
        let legal = self.weights.legal_steps(self.jumps.rule(), start.slot);
        for direction in (0..8).filter(|direction| legal >> direction & 1 == 1) {
            let to = self.along(start, direction, 1);
            let length = if direction < 4 { self.weights.straight() } else { self.weights.diagonal() };
            let sum = u64::from(self.weights.blocked_start()) + u64::from(self.weights.weight(to.slot));
            match u32::try_from(u64::from(length) * sum) {
                Ok(cost) if self.within.is_some() => self.reach_within(to, cost, number, ANY_ARRIVAL)?,
                Ok(cost) => self.reach::<false>(to, cost, number, ANY_ARRIVAL)?,
                Err(_) => self.memory.nodes.bound.cut = true,
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn along(&self, from: Position, direction: usize, steps: i32) -> Position {
        let (dx, dy) = DIRECTIONS[direction];
        let slot = from.slot.wrapping_add_signed(steps as isize * self.offsets[direction]);
        Position { x: from.x + steps * dx, y: from.y + steps * dy, slot }
    }

    /// Not inlined: copies at four places would make a library 1 % larger. benches/NOTES.md has the times.
    #[inline(never)]
    fn reach<const WITHIN: bool>(
        &mut self,
        place: Position,
        g: u32,
        parent: u32,
        arrival: usize,
    ) -> Result<(), OutOfMemory> {
        if WITHIN {
            return self.reach_within(place, g, parent, arrival);
        }
        let (known, known_g) = self.memory.nodes.table.known(place.slot);
        if known_g <= g {
            // Not even a cell without a node costs more than this.
            if g == u32::MAX {
                self.memory.nodes.bound.leave_out();
                return Ok(());
            }
            let before = self.memory.nodes.table.node_mut(known);
            if known_g == g && usize::from(before.arrival) != ANY_ARRIVAL {
                before.branches = arrival as u16;
            }
            return Ok(());
        }
        if place.slot == self.goal.slot {
            self.memory.nodes.bound.offer(g, parent);
            return Ok(());
        }
        let f = g.saturating_add(self.estimate(place));
        if f >= self.memory.nodes.bound.best {
            self.memory.nodes.bound.leave_out();
            return Ok(());
        }
        let node = terrain_node(Cell::new(place.x, place.y), g, parent, arrival);
        self.memory.put(place.slot, known, node, f)
    }
}

impl<P: CellSums, T: Told<P>> RunningEngine for TerrainSearch<'_, P, T> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        let weights = self.weights;
        let start = Position { x: self.start.x, y: self.start.y, slot: weights.slot(self.start) };
        let f = if weights.weight(start.slot) == 0 { 0 } else { self.estimate(start) };
        self.memory.begin(weights, f, cheapest_step(weights))?;
        self.memory.nodes.bound = Bound::new(u32::MAX, self.max_cost.map(|most| most / u64::from(weights.divisor())));
        self.memory.gait = TerrainGait::default();
        // The search ends at once if the start is cut.
        self.memory.nodes.bound.cut = f >= self.memory.nodes.bound.best;
        if let Some(within) = self.within {
            return self.begin_within(within, start);
        }
        self.memory.put(start.slot, 0, terrain_node(self.start, 0, 0, ANY_ARRIVAL), f)
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        if let Some(within) = self.within {
            return run_within(self, within, record);
        }
        while let Some(entry) = self.memory.next() {
            let (f, number) = entry;
            if record.expansions == record.limit {
                self.memory.put_back(entry);
                return Ok(Progress::Paused);
            }
            let node = self.memory.nodes.table.node_mut(number);
            node.closed = true;
            let node = *node;
            let cell = node.cell();
            if !T::IS_INFORMED {
                self.memory.gait.choose(record.expansions);
            }
            record.expand(|| cell)?;
            let slot = self.weights.slot(cell);
            let place = Position { x: cell.x, y: cell.y, slot };
            if self.weights.weight(slot) == 0 {
                self.leave_blocked_start(place, number)?;
            } else {
                self.expand(place, number, &node, f)?;
            }
        }
        Ok(self.memory.nodes.bound.end(self.weights.divisor()))
    }

    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        let goal = Cell::new(self.goal.x, self.goal.y);
        write_way(&self.memory.nodes.table, self.four, (goal, self.memory.nodes.bound.parent), corners)
    }
}
