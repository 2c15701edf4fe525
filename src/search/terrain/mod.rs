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
//! says [`TooFar`](TerrainOutcome::TooFar) unless it finds a path, which is then cheaper than all that was cut.
//!
//! Estimates may be inconsistent where landmarks are in debt: a node that is reached by a cheaper way is expanded
//! again. Ties go to the node that was reached last in the bucket of the open list, and of equal ways to a cell the
//! first one stays.

mod cells;
mod context;
mod expand;
mod memory;
mod pace;
mod queue;
#[cfg(test)]
mod tests;

pub(in crate::search) use cells::find_by_cells;
pub(in crate::search) use context::TerrainContext;
pub(in crate::search) use memory::TerrainMemory;

use super::query::Query;
use super::record::Record;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{CellWeights, LandmarkTold, LineSums, Octile, Place, TerrainJumps};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule};
use context::{Known, Told};
use memory::TerrainNode;
use pace::Pace;

/// The end of a search in weighted terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TerrainOutcome {
    /// The cost of an optimal path in parts. Its corners are in the record, from the goal to the start.
    Found(u64),
    NoPath,
    LimitReached,
    /// Costs came near 2^32: another search must answer.
    TooFar,
}

/// A diagonal jump becomes a node once its f has risen by this part of a straight step in the cheapest terrain.
/// Anything from an eighth to two steps is about as good.
const SLACK_PARTS: u32 = 4;

/// Buckets of the open list are no wider than this part of a straight step in the cheapest terrain.
const BUCKET_PARTS: u32 = 16;

/// Finds an optimal path by the costs of the terrain. Start and goal are different cells of the map, and the goal is
/// walkable.
///
/// Writes the record's corners if there is a path, and counts its expansions up. `resumes`: goes on with the search
/// that reached its limit in `memory`, for the same context and query.
pub(in crate::search) fn find(
    context: TerrainContext,
    query: &Query,
    resumes: bool,
    memory: &mut TerrainMemory,
    record: &mut Record,
) -> Result<TerrainOutcome, OutOfMemory> {
    let (weights, rule) = (context.weights, context.jumps.rule());
    debug_assert!(weights.has_costs(&query.costs) && rule == query.diagonal_rule);
    match context.known {
        Known::Landmarks(landmarks) => match LandmarkTold::new(landmarks, weights, rule, query.goal) {
            Some(told) => find_with(context, landmarks.sums(), told, (query, resumes), memory, record),
            None => Ok(TerrainOutcome::TooFar),
        },
        Known::Sums(sums) => find_with(context, sums, (), (query, resumes), memory, record),
    }
}

fn find_with<P: Place, T: Told<P>>(
    context: TerrainContext,
    sums: &LineSums<P>,
    told: T,
    (query, resumes): (&Query, bool),
    memory: &mut TerrainMemory,
    record: &mut Record,
) -> Result<TerrainOutcome, OutOfMemory> {
    let rule = context.jumps.rule();
    let Some(octile) = Octile::new(context.weights, rule, query.goal).filter(|_| sums.are_exact()) else {
        return Ok(TerrainOutcome::TooFar);
    };
    if rule == DiagonalRule::Never {
        TerrainSearch::<true, P, T>::new(context, sums, query, octile, told, memory).find(query, resumes, record)
    } else {
        TerrainSearch::<false, P, T>::new(context, sums, query, octile, told, memory).find(query, resumes, record)
    }
}

/// The bound of a search before it finds a path: paths cost less. `unit` is the number of parts in which the search
/// counts. 2^32 - 1 if the query has no lower limit of cost.
fn first_bound(query: &Query, unit: u32) -> u32 {
    let most = query.max_cost.map_or(u64::MAX, |most| most / u64::from(unit) + 1);
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Where a search goes on. The nodes and the open list stay in the memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pause {
    /// Of [`TerrainSearch`].
    best: u32,
    best_parent: u32,
    cut: bool,
    pace: Pace,
}

/// The cost of a straight step in the cheapest terrain. An [`Octile`] exists, so that the cost is below 2^31.
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

/// One search. `FOUR`: under [`DiagonalRule::Never`].
struct TerrainSearch<'a, const FOUR: bool, P, T> {
    weights: &'a CellWeights,
    jumps: &'a TerrainJumps,
    sums: &'a LineSums<P>,
    memory: &'a mut TerrainMemory,
    octile: Octile,
    told: T,
    /// By direction, the difference of slots.
    offsets: [isize; 8],
    goal: Position,
    /// First and last x, and first and last y, of the walkable stretches of the goal's row and column.
    row: (i32, i32),
    column: (i32, i32),
    slack: u32,
    /// Cells that can't lead to a cheaper path than this are not queued.
    best: u32,
    /// The node from which the best path leads to the goal along a diagonal and a straight jump; 0 for none.
    best_parent: u32,
    /// Whether the first bound is the query's limit of cost.
    is_limited: bool,
    /// Whether anything was left out although no path was known: its cost came near 2^32, or is above the query's
    /// limit.
    cut: bool,
    pace: Pace,
}

impl<'a, const FOUR: bool, P: Place, T: Told<P>> TerrainSearch<'a, FOUR, P, T> {
    fn new(
        context: TerrainContext<'a>,
        sums: &'a LineSums<P>,
        query: &Query,
        octile: Octile,
        told: T,
        memory: &'a mut TerrainMemory,
    ) -> Self {
        let TerrainContext { weights, jumps, .. } = context;
        let goal = Position { x: query.goal.x, y: query.goal.y, slot: weights.slot(query.goal) };
        let offsets = DIRECTIONS.map(|step| weights.slot_step(step));
        let [row, column] = weights.stretches(query.goal);
        let slack = cheapest_step(weights) / SLACK_PARTS;
        let (best, best_parent, cut) = (first_bound(query, weights.divisor()), 0, false);
        let pace = Pace::default();
        let is_limited = best < u32::MAX;
        Self {
            weights,
            jumps,
            sums,
            memory,
            octile,
            told,
            offsets,
            goal,
            row,
            column,
            slack,
            best,
            best_parent,
            is_limited,
            cut,
            pace,
        }
    }

    fn find(mut self, query: &Query, resumes: bool, record: &mut Record) -> Result<TerrainOutcome, OutOfMemory> {
        if resumes {
            Pause { best: self.best, best_parent: self.best_parent, cut: self.cut, pace: self.pace } =
                self.memory.pause;
        } else {
            self.begin(query)?;
        }
        self.run(record)
    }

    /// Begins the search at the start.
    fn begin(&mut self, query: &Query) -> Result<(), OutOfMemory> {
        let weights = self.weights;
        let start = Position { x: query.start.x, y: query.start.y, slot: weights.slot(query.start) };
        let f = if weights.weight(start.slot) == 0 { 0 } else { self.estimate(start) };
        // The search then ends at once.
        self.cut = f >= self.best;
        self.memory.begin(weights.weights().len(), f, cheapest_step(weights) / BUCKET_PARTS)?;
        let cell = (start.y as u32) << 16 | start.x as u32;
        let arrival = ANY_ARRIVAL as u8;
        let node = TerrainNode { g: 0, cell, parent: 0, arrival, other_arrival: arrival, is_closed: false };
        let number = self.memory.put(start.slot, 0, node);
        self.memory.queue.push(f, number);
        Ok(())
    }

    fn run(mut self, record: &mut Record) -> Result<TerrainOutcome, OutOfMemory> {
        while let Some((f, number)) = self.next() {
            if record.expansions == record.limit {
                // The first of its bucket again when the search goes on.
                self.memory.reserve()?;
                self.memory.queue.push(f, number);
                let Self { best, best_parent, cut, pace, .. } = self;
                self.memory.pause = Pause { best, best_parent, cut, pace };
                return Ok(TerrainOutcome::LimitReached);
            }
            let node = self.memory.node_mut(number);
            node.is_closed = true;
            let node = *node;
            let (x, y) = ((node.cell & 0xffff) as i32, (node.cell >> 16) as i32);
            if let Some(expanded) = &mut record.expanded {
                expanded.try_reserve(1)?;
                expanded.push(Cell::new(x, y));
            }
            if !T::IS_INFORMED {
                self.pace.choose(record.expansions);
            }
            record.expansions += 1;
            let slot = self.weights.slot(Cell::new(x, y));
            let place = Position { x, y, slot };
            if self.weights.weight(slot) == 0 {
                self.leave_blocked_start(place, number)?;
            } else {
                self.expand(place, number, &node, f)?;
            }
        }
        self.end(record)
    }

    /// Takes the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.best {
                if self.memory.queue.lower_bound() >= self.best {
                    return None;
                }
            } else if !self.memory.node(number).is_closed {
                return Some((f, number));
            }
        }
    }

    fn end(self, record: &mut Record) -> Result<TerrainOutcome, OutOfMemory> {
        if self.best_parent == 0 {
            return Ok(if self.cut && !self.is_limited { TerrainOutcome::TooFar } else { TerrainOutcome::NoPath });
        }
        self.write_corners(record.corners)?;
        Ok(TerrainOutcome::Found(u64::from(self.best) * u64::from(self.weights.divisor())))
    }

    /// Reaches the neighbors of a blocked start. Nothing is pruned after its steps, and no jump passes it.
    #[cold]
    fn leave_blocked_start(&mut self, start: Position, number: u32) -> Result<(), OutOfMemory> {
        let legal = self.weights.legal_steps(self.jumps.rule(), start.slot);
        for direction in (0..8).filter(|direction| legal >> direction & 1 == 1) {
            let to = self.along(start, direction, 1);
            let length = if direction < 4 { self.weights.straight() } else { self.weights.diagonal() };
            let sum = u64::from(self.weights.blocked_start()) + u64::from(self.weights.weight(to.slot));
            match u32::try_from(u64::from(length) * sum) {
                Ok(cost) => self.reach(to, cost, number, ANY_ARRIVAL)?,
                Err(_) => self.cut = true,
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

    #[inline(always)]
    fn estimate(&self, place: Position) -> u32 {
        self.octile.from(place.x, place.y).max(self.told.estimate(self.sums.at(place.slot)))
    }

    #[inline(always)]
    fn reach(&mut self, place: Position, g: u32, parent: u32, arrival: usize) -> Result<(), OutOfMemory> {
        let known = self.memory.number(place.slot);
        let before = self.memory.node_mut(known);
        if before.g <= g {
            // Not even a cell without a node costs more than this.
            self.cut |= g == u32::MAX && self.best_parent == 0;
            if before.g == g && usize::from(before.arrival) != ANY_ARRIVAL {
                before.other_arrival = arrival as u8;
            }
            return Ok(());
        }
        if place.slot == self.goal.slot {
            if g < self.best {
                (self.best, self.best_parent) = (g, parent);
            }
            return Ok(());
        }
        let f = g.saturating_add(self.estimate(place));
        if f >= self.best {
            self.cut |= self.best_parent == 0;
            return Ok(());
        }
        self.memory.reserve()?;
        let cell = (place.y as u32) << 16 | place.x as u32;
        let arrival = arrival as u8;
        let node = TerrainNode { g, cell, parent, arrival, other_arrival: arrival, is_closed: false };
        let number = self.memory.put(place.slot, known, node);
        self.memory.queue.push(f, number);
        Ok(())
    }

    /// Writes the cells at which the best path may turn, from the goal to the start.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        corners.clear();
        let mut at = Cell::new(self.goal.x, self.goal.y);
        let mut number = self.best_parent;
        while number != 0 {
            let node = self.memory.node(number);
            let from = Cell::new((node.cell & 0xffff) as i32, (node.cell >> 16) as i32);
            corners.try_reserve(3)?;
            // A node can see the goal from where it is.
            if at != from {
                corners.push(at);
            }
            // The way from a node goes along a diagonal jump and then along a straight one.
            let (dx, dy) = (at.x - from.x, at.y - from.y);
            let steps = dx.abs().min(dy.abs());
            let corner = match FOUR {
                true => Cell::new(at.x, from.y),
                false => Cell::new(from.x + steps * dx.signum(), from.y + steps * dy.signum()),
            };
            if corner != at && corner != from {
                corners.push(corner);
            }
            (at, number) = (from, node.parent);
        }
        corners.try_reserve(1)?;
        corners.push(at);
        Ok(())
    }
}
