//! The true costs of the ways to a goal past obstacles, without other agents: the heuristic of the windowed search.
//!
//! A search from the goal towards an agent stops once it knows the cost of the cell that is asked for, and goes on at
//! the next question (reverse resumable A*: Silver, "Cooperative Pathfinding", AIIDE 2005).
//!
//! Where all cells charge the same, costs spread by [`sweep`](crate::distance::sweep)s. Elsewhere each reached cell
//! waits, and expanding it takes single steps.
//!
//! A cell's cost is final once cost and estimate add up to no more than the smallest f in the open list: a cheaper way
//! would come through an entry of the list, and estimates are consistent.

use super::agent_kind::AgentKind;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::distance::sweep::SweptCells;
use crate::grid::Cell;
use crate::held::held;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, Estimate};
use crate::search::OpenList;

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

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Purpose {
    goal: Cell,
    /// The number of the kind of agents.
    kind: u32,
}

/// An entry of the open list has the cell's row index in its low bits, and the direction of arrival above.
const INDEX_BITS: u32 = 28;

/// The costs of ways to one goal.
#[derive(Debug, Default)]
pub(super) struct GoalDistances {
    /// By row index, `top` less the cost of the best known way to the goal. Earlier searches left smaller numbers.
    values: Vec<u64>,
    top: u64,
    /// Numbers up to this one are those of earlier searches.
    earlier: u64,
    width: usize,
    open: OpenList,
    /// A lower bound of the f of all entries in the open list.
    least: u64,
    purpose: Option<Purpose>,
    /// The cell towards which the search goes; `None` for Dijkstra's algorithm.
    aim: Option<Cell>,
}

held!(GoalDistances: values, open);

/// A search with all that it reads.
pub(super) struct AgentDistances<'a> {
    memory: &'a mut GoalDistances,
    kind: &'a AgentKind<'a>,
    estimate: Estimate,
    /// Factor of estimates: 0 without an aim.
    parts_per_unit: u64,
}

impl GoalDistances {
    /// Forgets the goal. To be called before the map or the rules can be others.
    pub(super) fn forget(&mut self) {
        self.purpose = None;
    }

    fn begin(&mut self, kind: &AgentKind, purpose: Purpose, aim: Cell) -> Result<(), OutOfMemory> {
        let size = kind.view.layer().size();
        self.forget();
        if self.values.len() < size.cells() {
            self.values = Vec::new();
            self.values = zeroed(size.cells())?;
        }
        self.earlier = self.top;
        self.top = match self.top.checked_add(kind.beyond_all_paths()) {
            Some(top) => top,
            None => {
                self.values.fill(0);
                self.earlier = 0;
                kind.beyond_all_paths()
            }
        };
        self.open.clear();
        (self.width, self.least) = (size.width as usize, 0);
        (self.purpose, self.aim) = (Some(purpose), Some(aim));
        Ok(())
    }

    /// The costs of ways to `goal` for the kind of agents with this number. `start` is the cell that will be asked for
    /// first; the others lie near it. A search for the same goal and kind goes on, without an aim if the start lies
    /// elsewhere.
    pub(super) fn toward<'a>(
        &'a mut self,
        kind: &'a AgentKind<'a>,
        (goal, number): (Cell, u32),
        start: Cell,
    ) -> Result<AgentDistances<'a>, OutOfMemory> {
        let purpose = Purpose { goal, kind: number };
        let is_new = self.purpose != Some(purpose);
        if is_new {
            self.begin(kind, purpose, start)?;
        } else if self.aim.is_some_and(|aim| 4 * steps_between(aim, start) > steps_between(aim, goal)) {
            (self.aim, self.least) = (None, 0);
            let Self { open, values, top, .. } = self;
            open.order_anew(|entry| (*top - values[index_of(entry)], 0)).map_err(|_| OutOfMemory)?;
        }
        let parts_per_unit = self.aim.map_or(0, |_| kind.view.least_parts_per_unit());
        let estimate = kind.estimate(self.aim.unwrap_or(goal));
        let mut distances = AgentDistances { memory: self, kind, estimate, parts_per_unit };
        if is_new {
            distances.reach(goal, ANY_ARRIVAL, 0)?;
        }
        Ok(distances)
    }
}

fn steps_between(one: Cell, other: Cell) -> u32 {
    one.x.abs_diff(other.x).max(one.y.abs_diff(other.y))
}

fn index_of(entry: u32) -> usize {
    (entry & ((1 << INDEX_BITS) - 1)) as usize
}

impl AgentDistances<'_> {
    /// The cost of an optimal way from a cell to the goal, in parts; `None` if there is none. The cell may be a blocked
    /// start.
    pub(super) fn from(&mut self, cell: Cell, effort: &mut Effort) -> Result<Option<u64>, Stop> {
        let kind = self.kind;
        if kind.view.is_walkable(cell) || self.memory.purpose.is_some_and(|purpose| purpose.goal == cell) {
            return self.search(cell, effort);
        }
        let mut best = None;
        for (neighbor, to) in kind.steps_from(cell) {
            if let Some(rest) = self.search(to, effort)? {
                let cost = rest + kind.step(neighbor, cell, to).0;
                best = Some(best.map_or(cost, |best: u64| best.min(cost)));
            }
        }
        Ok(best)
    }

    /// Goes on until the cost of the cell is final.
    fn search(&mut self, cell: Cell, effort: &mut Effort) -> Result<Option<u64>, Stop> {
        loop {
            let known = self.known(self.index(cell));
            if known.is_some_and(|cost| self.key(cell, cost).0 <= self.memory.least) {
                return Ok(known);
            }
            let Some((f, entry)) = self.memory.open.pop_with_key() else {
                self.memory.least = u64::MAX;
                return Ok(known);
            };
            let index = index_of(entry);
            let at = Cell::new((index % self.memory.width) as i32, (index / self.memory.width) as i32);
            let cost = self.memory.top - self.memory.values[index];
            let (key, estimate) = self.key(at, cost);
            if key < f {
                // A cheaper way to the cell was found since.
                continue;
            }
            if let Err(stop) = effort.count() {
                self.memory.open.push(key, estimate, entry);
                return Err(stop);
            }
            self.memory.least = f;
            self.expand(at, (entry >> INDEX_BITS) as usize, cost)?;
        }
    }

    /// Reaches the walkable cells from which a step leads to this one. No step leads to a blocked goal.
    fn expand(&mut self, to: Cell, arrival: usize, cost: u64) -> Result<(), OutOfMemory> {
        let kind = self.kind;
        if !kind.view.is_walkable(to) {
            return Ok(());
        }
        if let Some((sweep, _)) = &kind.sweep {
            return sweep.expand(self, (to, kind.around(to)), arrival, cost);
        }
        for (neighbor, from) in kind.steps_to(to) {
            // A step and the one back have one length.
            self.reach(from, ANY_ARRIVAL, cost + kind.step(neighbor, from, to).0)?;
        }
        Ok(())
    }

    fn reach(&mut self, cell: Cell, arrival: usize, cost: u64) -> Result<(), OutOfMemory> {
        if self.lower(cell, cost) { self.push(cell, arrival, cost) } else { Ok(()) }
    }

    /// Whether a way is cheaper than those known before. Keeps its cost then.
    #[inline(always)]
    fn lower(&mut self, cell: Cell, cost: u64) -> bool {
        let (index, value) = (self.index(cell), self.memory.top - cost);
        let is_better = self.memory.values[index] < value;
        if is_better {
            self.memory.values[index] = value;
        }
        is_better
    }

    fn known(&self, index: usize) -> Option<u64> {
        let value = self.memory.values[index];
        (value > self.memory.earlier).then(|| self.memory.top - value)
    }

    /// The f of a cell, and its estimate.
    fn key(&self, cell: Cell, cost: u64) -> (u64, u32) {
        if self.parts_per_unit == 0 {
            return (cost, 0);
        }
        let estimate = self.estimate.from(cell);
        (cost + u64::from(estimate) * self.parts_per_unit, estimate)
    }

    #[inline(always)]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.memory.width + cell.x as usize
    }
}

impl SweptCells for AgentDistances<'_> {
    type Place = Cell;
    type Way = (i32, i32);

    #[inline(always)]
    fn way(&self, direction: usize) -> (i32, i32) {
        DIRECTIONS[direction]
    }

    #[inline(always)]
    fn next(cell: Cell, (dx, dy): (i32, i32)) -> Cell {
        Cell::new(cell.x + dx, cell.y + dy)
    }

    #[inline(always)]
    fn improve(&mut self, cell: Cell, cost: u64) -> bool {
        self.kind.view.is_walkable(cell) && self.lower(cell, cost)
    }

    #[inline(always)]
    fn flags(&self, cell: Cell) -> u16 {
        self.kind.sweep.as_ref().map_or(0, |(_, flags)| flags[self.kind.around(cell)])
    }

    #[inline(always)]
    fn push(&mut self, cell: Cell, arrival: usize, cost: u64) -> Result<(), OutOfMemory> {
        let (key, estimate) = self.key(cell, cost);
        self.memory.open.reserve(1)?;
        self.memory.open.push(key, estimate, (arrival as u32) << INDEX_BITS | self.index(cell) as u32);
        Ok(())
    }
}
