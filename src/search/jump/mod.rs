//! A* over jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), with the
//! jumps answered by the bits of [`JumpPoints`].
//!
//! `expand.rs` follows the jumps from a cell to where they end and queues only jump points. Diagonal jumps queue nothing
//! of their own where no diagonal step can be forced: the straight jumps that they send out have the diagonal jump's first cell as parent
//! ("intermediate pruning", ICAPS 2014). The goal is never queued: each expansion sees by two intervals whether a straight jump
//! or a diagonal jump comes to it, the best cost so far bounds what is queued, and the search ends when nothing cheaper is left.
//!
//! On regular patterns, such as rows of pillars, most jumps lead to cells that were reached as cheaply before: the
//! cells along a diagonal jump are no nodes, so that a later diagonal jump on the same line sends out the same straight jumps again. And where many
//! ways are equally cheap, buckets know no order among them. Two counts tell (`PATIENCE`, `STALL`), measured by the
//! walk that A* over cells needs at the least, and the search then goes on carefully (`careful.rs`).

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

/// Each expansion allows a search to follow so many more straight jumps and forced steps of diagonal jumps before it goes on carefully.
const JUMPS_BY_EXPANSION: i64 = 8;

/// After so many expansions without a larger f than any before, and two for each step of the shortest walk on an open
/// map, a search goes on carefully: they are equally good, or buckets gave them out in the wrong order.
const STALL: u32 = 64;

/// What a jump-point search found.
pub(super) enum JumpOutcome {
    /// The cost of a cheapest path. Its corners are in the list that was handed in, from the goal to the start.
    Found(u32),
    NoPath,
    LimitReached,
    /// Costs came near 2^32: whether there is a path, and which, has to be found by other means.
    TooFar,
}

/// Where a jump-point search looks.
pub(super) struct SearchContext<'a> {
    pub(super) walkable: &'a WalkableCells,
    pub(super) points: &'a JumpPoints,
    /// With what their distances mean in this search, where they mean anything; they know nothing of a start that is an
    /// obstacle.
    pub(super) landmarks: Option<GoalEstimate<'a>>,
}

/// Finds a cheapest path. Both ends are on the map, they are not one cell, and the goal is walkable.
///
/// The record's corners are written if there is a path, and its expansions counted up from 0.
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

/// One search. `FOUR`: under [`DiagonalRule::Never`]. `WORDS`: those of diagonal jumps, one more where diagonal steps can force
/// others. Methods with `LANDMARKS` are compiled once for searches with landmarks and once for searches without.
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
    /// What can't be cheaper than the best path so far is not queued. Until there is one, a bound that keeps sums below
    /// 2^32.
    best: u32,
    /// The node from which the best path goes straight, or along one diagonal jump and one straight jump, to the goal; 0 for none.
    best_parent: u32,
    /// Whether something was left out because it was beyond that first bound: a path may then have been missed.
    cut: bool,
    /// How many more straight jumps and forced steps may be followed before the search goes on carefully.
    patience: i64,
    /// After how many expansions without a larger f the search goes on carefully.
    stall: u32,
    /// After how many steps each diagonal jump stopped when that was used up; 0 for diagonal jumps that did not.
    stopped: [u32; 4],
}

impl<'a, const FOUR: bool, const WORDS: usize> JumpSearch<'a, FOUR, WORDS> {
    fn begin(context: SearchContext<'a>, query: &Query, memory: &'a mut JumpMemory) -> Result<Self, OutOfMemory> {
        let SearchContext { walkable, points, landmarks } = context;
        let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
        let estimate = StepsLeft::exact(points.rule(), &query.costs, Cell::new(goal.x, goal.y));
        let (straight_cost, diagonal_cost) = (query.costs.straight_units(), query.costs.diagonal_units());
        let (start_cell, start_index) =
            (Cell::new(start.x, start.y), start.y as usize * walkable.width() + start.x as usize);
        let on_open_map = estimate.from(start_cell);
        let first_estimate =
            landmarks.as_ref().map_or(on_open_map, |told| told.from(start_cell, start_index, on_open_map));
        // A jump along a diagonal jump and a straight jump is no longer than this.
        let (width, height) = (walkable.width() as u32, walkable.height() as u32);
        let longest = if FOUR { (width + height) * straight_cost } else { height * diagonal_cost };
        let largest_estimate = longest.max(landmarks.as_ref().map_or(0, GoalEstimate::largest));
        memory.note_need();
        memory.table.begin(walkable.width(), walkable.height())?;
        memory.queue.begin(first_estimate, 2 * longest)?;
        memory.reserve(1)?;
        let shortest_walk = goal.x.abs_diff(start.x).max(goal.y.abs_diff(start.y));
        let patience = memory.patience + i64::from(shortest_walk);
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
            best: u32::MAX - 2 * longest - largest_estimate,
            best_parent: 0,
            cut: false,
            patience,
            stall: STALL + 2 * shortest_walk,
            stopped: [0; 4],
        };
        search.begin_at(PackedCell::new(start.x, start.y));
        Ok(search)
    }

    /// The first node, whose number is 1. It is the first to be expanded and need not wait in the queue.
    fn begin_at(&mut self, cell: PackedCell) {
        let branches = self.branches(cell, ANY_ARRIVAL);
        let table = &mut self.memory.table;
        table.put(table.index(cell), 0, JumpNode { g: 0, cell, parent: 0, branches, closed: false });
    }

    /// Expands the first node and all that come next.
    #[inline(always)]
    fn run<const LANDMARKS: bool>(mut self, limit: u32, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        let mut number = 1;
        let (mut largest_f, mut stalled_at) = (0, self.stall);
        loop {
            if record.expansions == limit {
                return Ok(JumpOutcome::LimitReached);
            }
            let node = self.close(number);
            self.note_expansion(&node, record)?;
            self.patience += JUMPS_BY_EXPANSION;
            if record.expansions == 1 && !self.walkable.is_walkable(node.cell.x() as usize, node.cell.y() as usize) {
                self.leave_blocked_start::<LANDMARKS>(&node)?;
            } else {
                self.expand::<LANDMARKS>(number, &node)?;
            }
            if self.patience < 0 || record.expansions > stalled_at {
                return self.run_carefully(number, limit, record);
            }
            let Some((f, next)) = self.next() else { return self.end(record) };
            number = next;
            if f > largest_f {
                (largest_f, stalled_at) = (f, record.expansions + self.stall);
            }
        }
    }

    /// The node that an expansion begins with.
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

    /// Takes the node that comes next, with its f; none when nothing is left that can lead to a cheaper path.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let (f, number) = self.memory.queue.pop()?;
            if f >= self.best {
                if self.memory.queue.lower_bound() >= self.best {
                    return None;
                }
            } else if !self.memory.table.node(number).closed {
                return Some((f, number));
            }
        }
    }

    #[inline(always)]
    fn end(self, record: &mut Record) -> Result<JumpOutcome, OutOfMemory> {
        if self.best_parent == 0 {
            return Ok(if self.cut { JumpOutcome::TooFar } else { JumpOutcome::NoPath });
        }
        self.write_corners(record.corners)?;
        Ok(JumpOutcome::Found(self.best))
    }

    /// The cells at which the best path may turn, from the goal to the start.
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
