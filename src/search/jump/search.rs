//! One search: what it reads, and the memory that it changes.

use super::direct;
use super::jumps::Jumps;
use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell};
use super::watch::SearchFacts;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, GoalEstimate, IndexCell, JumpPoints};
use crate::movement::ANY_ARRIVAL;
use crate::search::bound::Bound;
use crate::search::engine::{Progress, RunningEngine};
use crate::search::query::Query;
use crate::search::queue::OpenQueue;
use crate::search::record::Record;
use crate::search::within::run_within;

/// One search. `FOUR`: under [`DiagonalRule::Never`](crate::movement::DiagonalRule::Never). `WORDS`: the size of a
/// group of words of a diagonal jump, one more where diagonal steps can be forced. Methods with `LANDMARKS` are
/// compiled twice, for searches with and without landmarks, and methods with `WITHIN` for bounded and optimal ones.
/// Bounded searches have one version for both cases of landmarks: a check takes little of their time.
pub(super) struct JumpSearch<'a, const FOUR: bool, const WORDS: usize> {
    pub(super) jumps: Jumps<'a, FOUR, WORDS>,
    pub(super) memory: &'a mut JumpMemory,
    query: &'a Query,
}

impl<'a, const FOUR: bool, const WORDS: usize> JumpSearch<'a, FOUR, WORDS> {
    #[inline(always)]
    pub(super) fn new(
        view: &AgentView<'a>,
        points: &'a JumpPoints,
        told: Option<GoalEstimate<'a>>,
        query: &'a Query,
        memory: &'a mut JumpMemory,
    ) -> Self {
        Self { jumps: Jumps::new(view, points, told, query), memory, query }
    }

    /// Makes the first node, number 1. It is expanded first and need not be queued.
    fn put_start(&mut self) {
        let cell = PackedCell::new(self.jumps.start.x, self.jumps.start.y);
        let branches = self.jumps.branches(cell, ANY_ARRIVAL);
        let node = JumpNode { g: 0, cell, parent: 0, branches, arrival: ANY_ARRIVAL as u8, closed: false };
        let table = &mut self.memory.table;
        table.put(table.index(cell), 0, node);
    }

    /// Expands nodes until patience ends.
    #[inline(always)]
    fn run<const LANDMARKS: bool>(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let mut number = self.memory.watch.next;
        let mut stop = record.limit.min(self.memory.watch.next_check());
        loop {
            if record.expansions >= stop {
                if record.expansions == record.limit {
                    self.memory.watch.next = number;
                    return Ok(Progress::Paused);
                }
                self.check(record.expansions)?;
                stop = record.limit.min(self.memory.watch.next_check());
            }
            let node = self.close(number);
            self.note_expansion(node.cell, record)?;
            self.memory.watch.patience += self.memory.watch.allowed;
            if record.expansions == 1 && self.starts_blocked(&node) {
                self.leave_blocked_start(&node)?;
            } else {
                self.expand::<LANDMARKS, false>(number, &node)?;
            }
            if self.memory.watch.patience < 0 {
                return self.become_careful(number, record);
            }
            let Some(next) = self.next() else { return Ok(self.memory.bound.end(1)) };
            number = next;
        }
    }

    /// Checks whether f grows, and whether a direct way leads to the goal.
    #[cold]
    #[inline(never)]
    fn check(&mut self, expansions: u32) -> Result<(), OutOfMemory> {
        let f = self.memory.queue.lower_bound();
        if self.memory.watch.looks_for_direct_ways(expansions) {
            self.find_direct_ways(f)?;
        }
        self.offer_direct_ways(f);
        self.memory.watch.check(expansions, f);
        Ok(())
    }

    /// Finds the direct ways unless f has grown. `f`: the smallest in the open list.
    #[inline(never)]
    pub(super) fn find_direct_ways(&mut self, f: u32) -> Result<(), OutOfMemory> {
        if !self.memory.watch.is_level(f) {
            return Ok(());
        }
        let Jumps { walkable, points, start, ref goal, straight_cost, .. } = self.jumps;
        let steps = match self.jumps.diagonal_cost {
            cost if FOUR || cost >= 2 * straight_cost => direct::DirectSteps::Manhattan,
            cost if cost == straight_cost => direct::DirectSteps::Chebyshev,
            _ => direct::DirectSteps::Octile,
        };
        self.memory.direct.find(walkable, points.rule(), steps, start, IndexCell { x: goal.x, y: goal.y })
    }

    /// Records the cheapest path over a node with a direct way, of the nodes made since the last call. `f`: the
    /// smallest in the open list.
    pub(super) fn offer_direct_ways(&mut self, f: u32) {
        if !self.memory.watch.is_level(f) || self.memory.direct.is_empty() {
            return;
        }
        let made = self.memory.direct.nodes_seen..self.memory.table.count();
        self.memory.direct.nodes_seen = made.end;
        for number in made {
            let JumpNode { g, cell, .. } = *self.memory.table.node(number);
            if self.memory.direct.has_from(cell.x(), cell.y()) {
                self.offer_direct_way(number, g, cell);
            }
        }
    }

    /// Records the path over a node and its direct way if it is the cheapest so far. No path over the node is cheaper.
    #[cold]
    #[inline(never)]
    pub(super) fn offer_direct_way(&mut self, number: u32, g: u32, cell: PackedCell) {
        let cost = g + self.jumps.estimate.from(Cell::new(cell.x(), cell.y()));
        self.memory.bound.offer_direct_way(cost, number);
    }

    /// Closes a node and returns it.
    #[inline(always)]
    fn close(&mut self, number: u32) -> JumpNode {
        let node = self.memory.table.node_mut(number);
        // The copy first: a read of the whole node would wait for the write of a part.
        let copy = *node;
        node.closed = true;
        copy
    }

    #[inline(always)]
    pub(super) fn starts_blocked(&self, start: &JumpNode) -> bool {
        !self.jumps.walkable.is_walkable(start.cell.x() as usize, start.cell.y() as usize)
    }

    #[inline(always)]
    pub(super) fn note_expansion(&self, cell: PackedCell, record: &mut Record) -> Result<(), OutOfMemory> {
        record.expand(|| self.jumps.walkable.cell(IndexCell { x: cell.x(), y: cell.y() }))
    }

    /// Takes the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.memory.bound.best {
                if self.memory.queue.lower_bound() >= self.memory.bound.best {
                    return None;
                }
            } else if !self.memory.table.node(number).closed {
                return Some(number);
            }
        }
    }
}

impl<const FOUR: bool, const WORDS: usize> RunningEngine for JumpSearch<'_, FOUR, WORDS> {
    /// Begins at the start.
    #[inline(always)]
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        let (jumps, memory) = (&self.jumps, &mut *self.memory);
        let (width, height) = (jumps.walkable.width(), jumps.walkable.height());
        let [first_estimate, on_open_map] = jumps.first_estimates();
        memory.note_need();
        memory.table.begin(width, height)?;
        memory.queue.begin(first_estimate, OpenQueue::shift_for(2 * jumps.longest_jump()))?;
        memory.direct.clear();
        memory.reserve(1)?;
        memory.bound = Bound::new(jumps.widest, jumps.most_units);
        let ends = SearchFacts {
            start: jumps.start,
            goal: IndexCell { x: jumps.goal.x, y: jumps.goal.y },
            rule: self.query.diagonal_rule,
            costs: &self.query.costs,
            on_open_map,
            has_landmarks: jumps.told.is_some(),
            cells: width * height,
        };
        memory.watch.begin(memory.patience, &ends);
        self.put_start();
        self.jumps.within.map_or(Ok(()), |within| self.begin_within(within))
    }

    #[inline(always)]
    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        match (self.jumps.within, self.jumps.told.is_some()) {
            (None, _) if self.memory.watch.is_careful => self.go_on_carefully(record),
            (None, true) => self.run::<true>(record),
            (None, false) => self.run::<false>(record),
            (Some(within), _) => run_within(self, within, record),
        }
    }

    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        self.write_best_corners(corners)
    }
}
