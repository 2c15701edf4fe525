//! A* over jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), with the
//! jumps answered by the bits of [`JumpPoints`].
//!
//! `expand.rs` follows the jumps from a cell to their ends. Only jump points are queued. A diagonal jump queues nothing
//! of its own where no diagonal step can be forced: the straight jumps that it sends out have its first cell as parent
//! ("intermediate pruning", ICAPS 2014). The goal is never queued: two intervals tell each expansion whether a jump
//! meets the goal. The best cost so far bounds what is queued, and the search ends when nothing cheaper is left.
//!
//! On regular patterns, such as rows of pillars, most jumps lead to cells that were reached as cheaply before. The
//! cells along a diagonal jump are no nodes, so a later diagonal jump on the same line sends out the same straight
//! jumps again. And where many paths are equally cheap, the buckets of the open list take them in no useful order. The
//! search counts jumps, and expansions without growth of f. With too many of them it becomes careful (`careful.rs`).
//! Where the costs make many paths equally cheap, it becomes so soon.
//!
//! A search that takes long although f has hardly grown finds the cells from which a path to the goal costs no more
//! than on an open map (`direct.rs`). The cheapest path over one of these cells bounds f from then on.

mod bucket_queue;
mod careful;
mod corners;
mod direct;
mod expand;
mod gait;
mod goal;
mod memory;
mod node_table;
mod pause;
#[cfg(test)]
mod tests;
mod within;

pub(super) use memory::JumpMemory;

use super::engine::{Engine, Progress, Slice};
use super::query::Query;
use super::record::Record;
use super::within::Within;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{GoalEstimate, IndexCell, JumpLines, JumpPoints, WalkableCells, diagonal_word};
use crate::movement::{ANY_ARRIVAL, Branches, DiagonalRule, StepsLeft, Successors};
use careful::Line;
use direct::DirectWays;
use gait::Gait;
use goal::Goal;
use node_table::{JumpNode, PackedCell};
use pause::{Pace, Pause};

/// The number of straight jumps and forced steps, sent out by diagonal jumps, that each expansion allows a search.
const JUMPS_BY_EXPANSION: i64 = 8;

/// If f has not grown for this number of expansions, and four more for each step of the shortest path on an open map,
/// the search counts as stalled: it gets no more jumps for its expansions. Searches with landmarks, whose f grows less,
/// may take four times as many.
const STALL: u32 = 64;

/// A careful search reads no landmarks once it has expanded one in this number of the map's cells. Landmarks no longer
/// save many expansions then, and each expansion takes more time with them.
const CELLS_BY_EXPANSION: usize = 10;

/// The same while f is almost the cost on an open map: landmarks tell the search little then.
const CELLS_BY_LEVEL_EXPANSION: usize = 32;

/// f is almost the cost on an open map while it exceeds this cost by no more than this fraction of it.
const LEVEL: u32 = 256;

/// The number of expansions between two checks for growth of f.
const CHECKED: u32 = 64;

/// The number of jumps that a stalled search may still follow before it becomes careful.
const STALLED_PATIENCE: i64 = 32;

/// f has hardly grown while it exceeds the cost on an open map by no more than this fraction of it.
const PLATEAU: u32 = 64;

/// A diagonal step about as dear as one straight step, or as two, makes many paths equally cheap. "About": within this
/// fraction of a straight step.
const ABOUT: u32 = 16;

/// Where many paths are equally cheap and f has hardly grown, a search becomes careful after this number of expansions.
/// It may make one more for every 128 steps of the shortest path on an open map.
const SOON: u32 = 8;
const STEPS_BY_EXPANSION: u32 = 128;

/// The shortest path on an open map allows a jump for this number of its steps, beside
/// [`PATIENCE`](memory::PATIENCE).
const STEPS_BY_JUMP: u32 = 4;

/// What a jump-point search reads of a layer.
pub(super) struct SearchContext<'a> {
    pub(super) walkable: &'a WalkableCells,
    pub(super) points: &'a JumpPoints,
    /// The estimates by landmarks, if they apply to this search. They know nothing of a blocked start.
    pub(super) landmarks: Option<GoalEstimate<'a>>,
    /// The most units that a path may cost, if the query has a limit.
    pub(super) most_units: Option<u64>,
    /// How far from optimal the path may be.
    pub(super) within: Option<Within>,
}

/// Runs a slice of a search for an optimal path. Start and goal are different cells of the map, and the goal is
/// walkable. Costs are in units.
pub(super) fn find(
    context: SearchContext,
    query: &Query,
    memory: &mut JumpMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    match context.points.rule() {
        DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => {
            slice.run(JumpSearch::<false, { diagonal_word::FORCED + 1 }>::new(context, query, memory))
        }
        DiagonalRule::BothFree => {
            slice.run(JumpSearch::<false, { diagonal_word::FORCED }>::new(context, query, memory))
        }
        DiagonalRule::Never => slice.run(JumpSearch::<true, { diagonal_word::FORCED }>::new(context, query, memory)),
    }
}

/// The number of expansions after which a search becomes careful if f has hardly grown; the largest number where costs
/// don't make many paths equally cheap.
fn careful_after(query: &Query) -> u32 {
    let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
    let are_many = diagonal <= straight + straight / ABOUT || diagonal >= 2 * straight - straight / ABOUT;
    if query.diagonal_rule == DiagonalRule::Never || !are_many {
        return u32::MAX;
    }
    let steps = query.start.x.abs_diff(query.goal.x).max(query.start.y.abs_diff(query.goal.y));
    SOON + steps / STEPS_BY_EXPANSION
}

/// One search. `FOUR`: under [`DiagonalRule::Never`]. `WORDS`: the size of a group of words of a diagonal jump, one
/// more where diagonal steps can be forced. Methods with `LANDMARKS` are compiled twice, for searches with and without
/// landmarks.
struct JumpSearch<'a, const FOUR: bool, const WORDS: usize> {
    walkable: &'a WalkableCells,
    points: &'a JumpPoints,
    lines: JumpLines<'a>,
    diagonals: &'a [[u64; WORDS]],
    successors: &'static Successors,
    branches: &'static Branches,
    memory: &'a mut JumpMemory,
    estimate: StepsLeft,
    told: Option<GoalEstimate<'a>>,
    straight_cost: u32,
    diagonal_cost: u32,
    start: IndexCell,
    goal: Goal,
    line: Line,
    /// Cells that can't lead to a cheaper path than this are not queued. Before a path is found, a bound that keeps
    /// sums below 2^32.
    best: u32,
    /// The node from which the best path leads straight to the goal, or along one diagonal and one straight jump; 0 for
    /// none.
    best_parent: u32,
    /// Whether the best path takes the direct way from this node.
    is_direct: bool,
    /// How far from optimal the path may be, and the cost from which on sums might pass 2^32 then.
    within: Option<Within>,
    widest: u32,
    /// The most units that a path may cost, if the query has a limit.
    most_units: Option<u64>,
    /// Whether the first bound is this limit.
    is_limited: bool,
    /// Whether a cell was left out because of the first bound: a path may then have been missed.
    cut: bool,
    /// The number of jumps that the search may still follow before it becomes careful.
    patience: i64,
    /// The number of expansions without growth of f after which the search stalls.
    stall: u32,
    /// The number of expansions after which the search becomes careful if f has hardly grown; the largest number if it
    /// does not.
    careful_after: u32,
    /// The gait of a careful search.
    gait: Gait,
    /// The number of expansions after which a careful search reads no landmarks, and the same while f is no larger than
    /// `level`.
    landmarks_until: u32,
    landmarks_until_if_level: u32,
    level: u32,
    /// The number of expansions after which the search looks for direct ways.
    direct_after: u32,
    /// Where f is no larger, it has hardly grown.
    plateau: u32,
    /// For each diagonal jump, the number of steps after which it stopped because patience was used up; 0 if it did
    /// not.
    stopped: [u32; 4],
}

impl<'a, const FOUR: bool, const WORDS: usize> JumpSearch<'a, FOUR, WORDS> {
    fn new(context: SearchContext<'a>, query: &Query, memory: &'a mut JumpMemory) -> Self {
        let SearchContext { walkable, points, landmarks, most_units, within } = context;
        let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
        let (start_cell, goal_cell) = (Cell::new(start.x, start.y), Cell::new(goal.x, goal.y));
        let estimate = StepsLeft::exact(points.rule(), &query.costs, goal_cell);
        let on_open_map = estimate.from(start_cell);
        let shortest_walk = goal.x.abs_diff(start.x).max(goal.y.abs_diff(start.y));
        Self {
            walkable,
            points,
            lines: points.lines(),
            diagonals: points.lines().diagonals(),
            successors: points.rule().successors(),
            branches: points.rule().branches(),
            patience: memory.patience + i64::from(shortest_walk / STEPS_BY_JUMP),
            memory,
            estimate,
            told: landmarks,
            straight_cost: query.costs.straight_units(),
            diagonal_cost: query.costs.diagonal_units(),
            start,
            goal: Goal::new(walkable, goal),
            line: Line::new(start_cell, goal_cell, query.costs.straight_units()),
            within,
            widest: 0,
            most_units,
            best: 0,
            is_limited: false,
            best_parent: 0,
            is_direct: false,
            cut: false,
            stall: STALL + 4 * shortest_walk,
            careful_after: careful_after(query),
            gait: Gait::default(),
            landmarks_until: (walkable.width() * walkable.height() / CELLS_BY_EXPANSION) as u32,
            landmarks_until_if_level: (walkable.width() * walkable.height() / CELLS_BY_LEVEL_EXPANSION) as u32,
            level: on_open_map + on_open_map / LEVEL,
            direct_after: DirectWays::looked_for_after(start, goal),
            plateau: on_open_map + on_open_map / PLATEAU,
            stopped: [0; 4],
        }
    }

    /// Begins the search at the start.
    #[inline(always)]
    fn begin_at_start(&mut self) -> Result<(), OutOfMemory> {
        let start = self.start;
        let start_cell = Cell::new(start.x, start.y);
        let start_index = start.y as usize * self.walkable.width() + start.x as usize;
        let on_open_map = self.estimate.from(start_cell);
        let first_estimate =
            self.told.as_ref().map_or(on_open_map, |told| told.from(start_cell, start_index, on_open_map));
        self.memory.note_need();
        self.memory.table.begin(self.walkable.width(), self.walkable.height())?;
        let quantum = self.told.as_ref().map_or(0, GoalEstimate::quantum);
        self.memory.queue.begin(first_estimate, 2 * self.longest_jump() + quantum)?;
        self.memory.direct.clear();
        self.memory.reserve(1)?;
        let widest = self.widest_sum();
        let most = self.most_units.map_or(u64::MAX, |most| most.saturating_add(1));
        self.best = u32::try_from(most).unwrap_or(widest).min(widest);
        self.is_limited = most <= u64::from(widest);
        self.begin_at(PackedCell::new(start.x, start.y));
        let pace = Pace { allowed: JUMPS_BY_EXPANSION, checked_at: CHECKED, ..Pace::default() };
        self.pause(Pause { number: 1, pace, ..Pause::default() });
        self.within.map_or(Ok(()), |within| self.begin_within(within))
    }

    /// Makes the first node, number 1. It is expanded first and need not be queued.
    fn begin_at(&mut self, cell: PackedCell) {
        let branches = self.branches(cell, ANY_ARRIVAL);
        let node = JumpNode { g: 0, cell, parent: 0, branches, arrival: ANY_ARRIVAL as u8, closed: false };
        let table = &mut self.memory.table;
        table.put(table.index(cell), 0, node);
    }

    /// Expands a node and all that follow.
    #[inline(always)]
    fn run<const LANDMARKS: bool>(
        &mut self,
        mut number: u32,
        mut pace: Pace,
        record: &mut Record,
    ) -> Result<Progress, OutOfMemory> {
        let mut stop = self.next_stop(record.limit, &pace);
        loop {
            if record.expansions >= stop {
                if record.expansions == record.limit {
                    self.pause(Pause { number, pace, ..Pause::default() });
                    return Ok(Progress::Paused);
                }
                self.check(record.expansions, &mut pace)?;
                stop = self.next_stop(record.limit, &pace);
            }
            let node = self.close(number);
            self.note_expansion(node.cell, record)?;
            self.patience += pace.allowed;
            if record.expansions == 1 && !self.walkable.is_walkable(node.cell.x() as usize, node.cell.y() as usize) {
                self.leave_blocked_start::<LANDMARKS, false>(&node)?;
            } else {
                self.expand::<LANDMARKS, false>(number, &node)?;
            }
            if self.patience < 0 {
                return self.run_carefully(number, record);
            }
            let Some(next) = self.next() else { return Ok(self.end()) };
            number = next;
        }
    }

    /// The number of expansions at which the search pauses or is checked.
    #[inline(always)]
    fn next_stop(&self, limit: u32, pace: &Pace) -> u32 {
        limit.min(pace.checked_at).min(self.direct_after).min(self.careful_after)
    }

    /// Checks whether f grows, and whether a direct way leads to the goal.
    #[cold]
    #[inline(never)]
    fn check(&mut self, expansions: u32, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let f = self.memory.queue.buckets.lower_bound();
        if expansions >= self.direct_after {
            self.find_direct_ways(f)?;
        }
        self.offer_direct_ways(f);
        if expansions >= self.careful_after {
            self.careful_after = u32::MAX;
            if f <= self.plateau {
                self.patience = i64::MIN / 2;
            }
        }
        if expansions < pace.checked_at {
            return Ok(());
        }
        pace.checked_at = expansions.saturating_add(CHECKED);
        if f > pace.largest_f {
            (pace.largest_f, pace.grown_at) = (f, expansions);
        }
        let stall = if self.told.is_some() { 4 * self.stall } else { self.stall };
        let is_stalled = expansions - pace.grown_at > stall;
        pace.allowed = if is_stalled { 0 } else { JUMPS_BY_EXPANSION };
        self.patience = self.patience.min(if is_stalled { STALLED_PATIENCE } else { i64::MAX });
        Ok(())
    }

    /// Finds the direct ways unless f has grown, and never again. `f`: the smallest in the open list.
    #[inline(never)]
    fn find_direct_ways(&mut self, f: u32) -> Result<(), OutOfMemory> {
        self.direct_after = u32::MAX;
        if f > self.plateau {
            return Ok(());
        }
        let steps = match self.diagonal_cost {
            cost if FOUR || cost >= 2 * self.straight_cost => direct::Steps::Manhattan,
            cost if cost == self.straight_cost => direct::Steps::Chebyshev,
            _ => direct::Steps::Octile,
        };
        let goal = IndexCell { x: self.goal.x, y: self.goal.y };
        self.memory.direct.find(self.walkable, self.points.rule(), steps, self.start, goal)
    }

    /// Records the cheapest path over a node with a direct way, of the nodes made since the last call. `f`: the
    /// smallest in the open list.
    fn offer_direct_ways(&mut self, f: u32) {
        if f > self.plateau || self.memory.direct.is_empty() {
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
    fn note_expansion(&self, cell: PackedCell, record: &mut Record) -> Result<(), OutOfMemory> {
        record.expand(|| self.walkable.cell(IndexCell { x: cell.x(), y: cell.y() }))
    }

    /// Takes the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.best {
                if self.memory.queue.buckets.lower_bound() >= self.best {
                    return None;
                }
            } else if !self.memory.table.node(number).closed {
                return Some(number);
            }
        }
    }

    #[inline(always)]
    fn end(&self) -> Progress {
        match self.best_parent {
            0 if self.cut && !self.is_limited => Progress::TooFar,
            0 => Progress::NoPath,
            _ => Progress::Found { cost: self.best.into(), least: self.best.into() },
        }
    }
}

impl<const FOUR: bool, const WORDS: usize> Engine for JumpSearch<'_, FOUR, WORDS> {
    #[inline(always)]
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        self.begin_at_start()
    }

    #[inline(always)]
    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let Pause { number, is_careful, pace, .. } = self.resume();
        if let Some(within) = self.within {
            return match self.told {
                Some(_) => self.run_within::<true>(within, record),
                None => self.run_within::<false>(within, record),
            };
        }
        if is_careful {
            self.go_on_carefully(number, record)
        } else if self.told.is_some() {
            self.run::<true>(number, pace, record)
        } else {
            self.run::<false>(number, pace, record)
        }
    }

    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        self.write_best_corners(corners)
    }
}
