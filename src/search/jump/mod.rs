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

mod bucket_queue;
mod careful;
mod expand;
mod goal;
mod memory;
mod node_table;
#[cfg(test)]
mod tests;

pub(super) use memory::JumpMemory;

use super::query::Query;
use super::record::Record;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{GoalEstimate, IndexCell, JumpLines, JumpPoints, WalkableCells, diagonal_word};
use crate::movement::{ANY_ARRIVAL, Branches, DiagonalRule, StepsLeft, Successors};
use careful::Line;
use goal::Goal;
use node_table::{JumpNode, PackedCell};

/// The number of straight jumps and forced steps, sent out by diagonal jumps, that each expansion allows a search.
const JUMPS_BY_EXPANSION: i64 = 8;

/// If f has not grown for this number of expansions, and four more for each step of the shortest path on an open map,
/// the search counts as stalled: it gets no more jumps for its expansions. Searches with landmarks, whose f grows less,
/// may take four times as many.
const STALL: u32 = 64;

/// The number of expansions between two checks for growth of f.
const CHECKED: u32 = 64;

/// The number of jumps that a stalled search may still follow before it becomes careful.
const STALLED_PATIENCE: i64 = 32;

/// The end of a jump-point search.
pub(super) enum JumpOutcome {
    /// The cost of an optimal path. Its corners are in the record, from the goal to the start.
    Found(u32),
    NoPath,
    LimitReached,
    /// Costs came near 2^32: another search must answer.
    TooFar,
}

/// What a jump-point search reads of a layer.
pub(super) struct SearchContext<'a> {
    pub(super) walkable: &'a WalkableCells,
    pub(super) points: &'a JumpPoints,
    /// The estimates by landmarks, if they apply to this search. They know nothing of a blocked start.
    pub(super) landmarks: Option<GoalEstimate<'a>>,
    /// The most units that a path may cost, if the query has a limit.
    pub(super) most_units: Option<u64>,
}

/// Finds an optimal path. Start and goal are different cells of the map, and the goal is walkable.
///
/// Writes the record's corners if there is a path, and counts its expansions up from 0.
pub(super) fn find(
    context: SearchContext,
    query: &Query,
    memory: &mut JumpMemory,
    record: &mut Record,
) -> Result<JumpOutcome, OutOfMemory> {
    match context.points.rule() {
        DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => {
            find_with::<false, { diagonal_word::FORCED + 1 }>(context, query, memory, record)
        }
        DiagonalRule::BothFree => find_with::<false, { diagonal_word::FORCED }>(context, query, memory, record),
        DiagonalRule::Never => find_with::<true, { diagonal_word::FORCED }>(context, query, memory, record),
    }
}

fn find_with<const FOUR: bool, const WORDS: usize>(
    context: SearchContext,
    query: &Query,
    memory: &mut JumpMemory,
    record: &mut Record,
) -> Result<JumpOutcome, OutOfMemory> {
    let limit = query.max_expansions.unwrap_or(u32::MAX);
    let search = JumpSearch::<FOUR, WORDS>::begin(context, query, memory)?;
    if search.told.is_some() { search.run::<true>(limit, record) } else { search.run::<false>(limit, record) }
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
    goal: Goal,
    line: Line,
    /// Cells that can't lead to a cheaper path than this are not queued. Before a path is found, a bound that keeps
    /// sums below 2^32.
    best: u32,
    /// The node from which the best path leads straight to the goal, or along one diagonal and one straight jump; 0 for
    /// none.
    best_parent: u32,
    /// Whether the first bound is the query's limit of cost.
    is_limited: bool,
    /// Whether a cell was left out because of the first bound: a path may then have been missed.
    cut: bool,
    /// The number of jumps that the search may still follow before it becomes careful.
    patience: i64,
    /// The number of expansions without growth of f after which the search stalls.
    stall: u32,
    /// For each diagonal jump, the number of steps after which it stopped because patience was used up; 0 if it did
    /// not.
    stopped: [u32; 4],
}

impl<'a, const FOUR: bool, const WORDS: usize> JumpSearch<'a, FOUR, WORDS> {
    fn begin(context: SearchContext<'a>, query: &Query, memory: &'a mut JumpMemory) -> Result<Self, OutOfMemory> {
        let SearchContext { walkable, points, landmarks, most_units } = context;
        let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
        let estimate = StepsLeft::exact(points.rule(), &query.costs, Cell::new(goal.x, goal.y));
        let (straight_cost, diagonal_cost) = (query.costs.straight_units(), query.costs.diagonal_units());
        let (start_cell, start_index) =
            (Cell::new(start.x, start.y), start.y as usize * walkable.width() + start.x as usize);
        let on_open_map = estimate.from(start_cell);
        let first_estimate =
            landmarks.as_ref().map_or(on_open_map, |told| told.from(start_cell, start_index, on_open_map));
        // No diagonal jump with a straight jump after it is longer.
        let (width, height) = (walkable.width() as u32, walkable.height() as u32);
        let longest = if FOUR { (width + height) * straight_cost } else { height * diagonal_cost };
        let largest_estimate = longest.max(landmarks.as_ref().map_or(0, GoalEstimate::largest));
        memory.note_need();
        memory.table.begin(walkable.width(), walkable.height())?;
        memory.queue.begin(first_estimate, 2 * longest)?;
        memory.reserve(1)?;
        let shortest_walk = goal.x.abs_diff(start.x).max(goal.y.abs_diff(start.y));
        let patience = memory.patience + i64::from(shortest_walk);
        let widest = u32::MAX - 2 * longest - largest_estimate;
        let most = most_units.map_or(u64::MAX, |most| most.saturating_add(1));
        let mut search = Self {
            walkable,
            points,
            lines: points.lines(),
            diagonals: points.lines().diagonals(),
            successors: points.rule().successors(),
            branches: points.rule().branches(),
            memory,
            estimate,
            told: landmarks,
            straight_cost,
            diagonal_cost,
            goal: Goal::new(walkable, goal),
            line: Line::new(start_cell, Cell::new(goal.x, goal.y)),
            best: u32::try_from(most).unwrap_or(widest).min(widest),
            is_limited: most <= u64::from(widest),
            best_parent: 0,
            cut: false,
            patience,
            stall: STALL + 4 * shortest_walk,
            stopped: [0; 4],
        };
        search.begin_at(PackedCell::new(start.x, start.y));
        Ok(search)
    }

    /// Makes the first node, number 1. It is expanded first and need not be queued.
    fn begin_at(&mut self, cell: PackedCell) {
        let branches = self.branches(cell, ANY_ARRIVAL);
        let table = &mut self.memory.table;
        table.put(table.index(cell), 0, JumpNode { g: 0, cell, parent: 0, branches, closed: false });
    }

    /// Expands the first node and all that follow.
    #[inline(always)]
    fn run<const LANDMARKS: bool>(mut self, limit: u32, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        let mut number = 1;
        let stall = if LANDMARKS { 4 * self.stall } else { self.stall };
        let (mut largest_f, mut grown_at, mut allowed) = (0, 0, JUMPS_BY_EXPANSION);
        loop {
            if record.expansions == limit {
                return Ok(JumpOutcome::LimitReached);
            }
            let node = self.close(number);
            self.note_expansion(&node, record)?;
            self.patience += allowed;
            if record.expansions == 1 && !self.walkable.is_walkable(node.cell.x() as usize, node.cell.y() as usize) {
                self.leave_blocked_start::<LANDMARKS>(&node)?;
            } else {
                self.expand::<LANDMARKS>(number, &node)?;
            }
            if record.expansions.is_multiple_of(CHECKED) {
                let f = self.memory.queue.lower_bound();
                if f > largest_f {
                    (largest_f, grown_at) = (f, record.expansions);
                }
                let is_stalled = record.expansions - grown_at > stall;
                allowed = if is_stalled { 0 } else { JUMPS_BY_EXPANSION };
                self.patience = self.patience.min(if is_stalled { STALLED_PATIENCE } else { i64::MAX });
            }
            if self.patience < 0 {
                return self.run_carefully(number, limit, record);
            }
            let Some(next) = self.next() else { return self.end(record) };
            number = next;
        }
    }

    /// Closes a node and returns it.
    #[inline(always)]
    fn close(&mut self, number: u32) -> JumpNode {
        let node = self.memory.table.node_mut(number);
        node.closed = true;
        *node
    }

    #[inline(always)]
    fn note_expansion(&self, node: &JumpNode, record: &mut Record) -> Result<(), OutOfMemory> {
        if let Some(expanded) = &mut record.expanded {
            expanded.try_reserve(1)?;
            expanded.push(self.walkable.cell(IndexCell { x: node.cell.x(), y: node.cell.y() }));
        }
        record.expansions += 1;
        Ok(())
    }

    /// Takes the next node; none if nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.best {
                if self.memory.queue.lower_bound() >= self.best {
                    return None;
                }
            } else if !self.memory.table.node(number).closed {
                return Some(number);
            }
        }
    }

    #[inline(always)]
    fn end(self, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        if self.best_parent == 0 {
            return Ok(if self.cut && !self.is_limited { JumpOutcome::TooFar } else { JumpOutcome::NoPath });
        }
        self.write_corners(record.corners)?;
        Ok(JumpOutcome::Found(self.best))
    }

    /// Writes the cells at which the best path may turn, from the goal to the start.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        corners.clear();
        let (mut x, mut y) = (self.goal.x, self.goal.y);
        let mut number = self.best_parent;
        while number != 0 {
            let node = self.memory.table.node(number);
            let (from_x, from_y) = (node.cell.x(), node.cell.y());
            corners.try_reserve(3)?;
            corners.push(self.walkable.cell(IndexCell { x, y }));
            // A jump goes along a diagonal jump and then along a straight jump.
            let (dx, dy) = (x - from_x, y - from_y);
            let corner = if FOUR {
                IndexCell { x, y: from_y }
            } else {
                let steps = dx.abs().min(dy.abs());
                IndexCell { x: from_x + steps * dx.signum(), y: from_y + steps * dy.signum() }
            };
            if corner != (IndexCell { x, y }) && corner != (IndexCell { x: from_x, y: from_y }) {
                corners.push(self.walkable.cell(corner));
            }
            (x, y, number) = (from_x, from_y, node.parent);
        }
        corners.try_reserve(1)?;
        corners.push(self.walkable.cell(IndexCell { x, y }));
        Ok(())
    }
}
