//! One search: what it reads, and the memory that it changes.

use super::direct;
use super::goal::Goal;
use super::line::GoalLine;
use super::memory::JumpMemory;
use super::node_table::{JumpNode, PackedCell, STEPS};
use super::watch::SearchFacts;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::{Cell, MapError};
use crate::index::{
    AgentView, Engine, GoalEstimate, IndexCell, JumpLines, JumpPoints, Layer, OpeningMemory, WalkableCells,
    diagonal_word,
};
use crate::movement::{ANY_ARRIVAL, Branches, DiagonalRule, StepsLeft, Successors};
use crate::search::bound::Bound;
use crate::search::engine::{Progress, Record, RunningEngine, Slice};
use crate::search::query::Query;
use crate::search::queue::OpenQueue;
use crate::search::within::{Within, run_within};

/// Runs a slice of a search for an optimal path, or for one within the query's bound, by the jump points of a rule.
/// Also tells which engine answers. Start and goal are different cells of the map, and the goal is walkable.
pub(in crate::search) fn find(
    view: &AgentView,
    query: &Query,
    rule: DiagonalRule,
    (memory, openings): (&mut JumpMemory, &mut OpeningMemory),
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let told = told_by_landmarks(view.layer(), query, rule, openings).map_err(|_| OutOfMemory)?;
    let points = view.layer().jump_points(rule).map_err(|_| OutOfMemory)?;
    let engine = if told.is_some() { Engine::Landmarks } else { Engine::JumpPoints };
    let progress = match rule {
        DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => {
            slice.run(JumpSearch::<{ diagonal_word::FORCED + 1 }>::new(view, points, told, query, memory))
        }
        DiagonalRule::BothFree | DiagonalRule::Never => {
            slice.run(JumpSearch::<{ diagonal_word::FORCED }>::new(view, points, told, query, memory))
        }
    }?;
    let parts = view.parts_per_unit();
    Ok(match progress {
        Progress::Found { cost, least } => (Progress::Found { cost: cost * parts, least: least * parts }, engine),
        progress => (progress, engine),
    })
}

/// The estimates by landmarks, if they apply to the search. They know nothing of a blocked start.
fn told_by_landmarks<'a>(
    layer: &'a Layer,
    query: &Query,
    rule: DiagonalRule,
    openings: &'a mut OpeningMemory,
) -> Result<Option<GoalEstimate<'a>>, MapError> {
    if query.engine != Engine::Landmarks || !layer.is_walkable(query.start) {
        return Ok(None);
    }
    let goal = layer.walkable().index_cell(query.goal);
    layer.landmarks()?.toward(goal, rule, &query.costs, layer.walkable(), openings)
}

/// Inputs of a search. They never change while the search runs.
pub(super) struct Jumps<'a, const WORDS: usize> {
    pub(super) walkable: &'a WalkableCells,
    pub(super) points: &'a JumpPoints,
    pub(super) lines: JumpLines<'a>,
    pub(super) diagonals: &'a [[u64; WORDS]],
    pub(super) walls: Option<[&'a BitRows; 4]>,
    /// The rule is [`DiagonalRule::Never`].
    pub(super) four: bool,
    successors: &'static Successors,
    branches: &'static Branches,
    pub(super) estimate: StepsLeft,
    pub(super) told: Option<GoalEstimate<'a>>,
    pub(super) straight_cost: u32,
    pub(super) diagonal_cost: u32,
    pub(super) start: IndexCell,
    pub(super) goal: Goal,
    pub(super) line: GoalLine,
    /// The most units that a path may cost, if the query has a limit.
    pub(super) most_units: Option<u64>,
    /// How far from optimal the path may be.
    pub(super) within: Option<Within>,
    /// Sums below this can be added to the longest jump and to every estimate.
    pub(super) widest: u32,
}

impl<'a, const WORDS: usize> Jumps<'a, WORDS> {
    #[inline(always)]
    pub(super) fn new(
        view: &AgentView<'a>,
        points: &'a JumpPoints,
        told: Option<GoalEstimate<'a>>,
        query: &Query,
    ) -> Self {
        let walkable = view.layer().walkable();
        let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
        let (start_cell, goal_cell) = (Cell::new(start.x, start.y), Cell::new(goal.x, goal.y));
        let mut jumps = Self {
            walkable,
            points,
            lines: points.lines(),
            diagonals: points.lines().diagonals(),
            walls: walkable.lines_along_rows().walls,
            four: points.rule() == DiagonalRule::Never,
            successors: points.rule().successors(),
            branches: points.rule().branches(),
            estimate: StepsLeft::exact(points.rule(), &query.costs, goal_cell),
            told,
            straight_cost: query.costs.straight_units(),
            diagonal_cost: query.costs.diagonal_units(),
            start,
            goal: Goal::new(walkable, goal),
            line: GoalLine::new(start_cell, goal_cell, query.costs.straight_units()),
            most_units: query.max_cost.map(|most| most / view.parts_per_unit()),
            within: Within::new(query.weight),
            widest: 0,
        };
        let longest = jumps.longest_jump();
        jumps.widest = u32::MAX - 2 * longest - longest.max(jumps.told.as_ref().map_or(0, GoalEstimate::largest));
        jumps
    }

    /// The estimate of the start: by landmarks, and on an open map.
    pub(super) fn first_estimates(&self) -> [u32; 2] {
        let start = Cell::new(self.start.x, self.start.y);
        let index = self.start.y as usize * self.walkable.width() + self.start.x as usize;
        let on_open_map = self.estimate.from(start);
        [self.told.as_ref().map_or(on_open_map, |told| told.from(start, index, on_open_map)), on_open_map]
    }

    /// The cost of the longest jump: no diagonal jump with a straight jump after it is longer.
    pub(super) fn longest_jump(&self) -> u32 {
        let (width, height) = (self.walkable.width() as u32, self.walkable.height() as u32);
        if self.four { (width + height) * self.straight_cost } else { height * self.diagonal_cost }
    }

    /// Cost of a step of a diagonal jump. Under `Never` this is a straight step.
    #[inline(always)]
    pub(super) fn diagonal_step_cost(&self) -> u32 {
        if self.four { self.straight_cost } else { self.diagonal_cost }
    }

    /// The cells around a cell, as [`BitRows::around`](crate::bits::bit_rows::BitRows::around) has them.
    #[inline(always)]
    fn around(&self, cell: PackedCell) -> usize {
        self.walkable.rows.around(cell.x() as usize, cell.y() as usize)
    }

    /// Whether a straight jump from a node reaches a jump point.
    #[inline(always)]
    pub(super) fn has_jump_point_ahead(&self, straight: usize, node: &JumpNode) -> bool {
        let (diagonal, side) = self.points.diagonal_of_straight(straight);
        let (word, shift) = self.points.diagonal_start(diagonal, node.cell.x(), node.cell.y());
        self.diagonals[word][diagonal_word::REACHES + side] >> shift & 1 == 1
    }

    /// The jump point that a straight jump from a node reaches, and the cost to it. `bit` is the node's bit number on
    /// the line of the jump.
    #[inline(always)]
    pub(super) fn jump_point_ahead(&self, straight: usize, bit: i32, node: &JumpNode) -> (PackedCell, u32) {
        let length = self.lines.steps_to_jump_point(bit);
        (node.cell.after(STEPS[straight], length), node.g + self.straight_cost * length)
    }
}

/// One search. `WORDS`: the size of a group of words of a diagonal jump, one more where diagonal steps can be forced.
/// Methods with `LANDMARKS` are compiled twice, for searches with and without landmarks, and methods with `WITHIN` for
/// bounded and optimal ones. Bounded searches have one version for both cases of landmarks: a check takes little of
/// their time.
pub(super) struct JumpSearch<'a, const WORDS: usize> {
    pub(super) jumps: Jumps<'a, WORDS>,
    pub(super) memory: &'a mut JumpMemory,
    query: &'a Query,
}

impl<'a, const WORDS: usize> JumpSearch<'a, WORDS> {
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

    /// The jumps to start from a cell, as in [`Branches`](crate::movement::Branches).
    #[inline(always)]
    pub(super) fn branches(&self, cell: PackedCell, arrival: usize) -> u16 {
        match &self.jumps.walls {
            None => self.branches_by_cells(cell, arrival),
            Some(walls) => {
                let around = self.jumps.around(cell);
                self.memory.beside_walls.at(walls, self.jumps.points.rule(), cell, arrival, around).branches
            }
        }
    }

    /// The jumps to start from a cell on a map without walls.
    #[inline(always)]
    pub(super) fn branches_by_cells(&self, cell: PackedCell, arrival: usize) -> u16 {
        self.jumps.branches[arrival][self.jumps.around(cell)]
    }

    /// The steps to try from a cell, as in [`Successors`].
    #[inline(always)]
    pub(super) fn successors(&self, cell: PackedCell, arrival: usize) -> u8 {
        let around = self.jumps.around(cell);
        match &self.jumps.walls {
            None => self.jumps.successors[arrival][around],
            Some(walls) => {
                self.memory.beside_walls.at(walls, self.jumps.points.rule(), cell, arrival, around).successors
            }
        }
    }

    /// Makes the first node, number 1. It is expanded first and need not be queued.
    fn put_start(&mut self) {
        let cell = PackedCell::new(self.jumps.start.x, self.jumps.start.y);
        let branches = self.branches(cell, ANY_ARRIVAL);
        let node = JumpNode { g: 0, cell, parent: 0, branches, arrival: ANY_ARRIVAL as u8, closed: false };
        let table = &mut self.memory.nodes.table;
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
            let mut node = self.close(number);
            if self.jumps.walls.is_some() {
                node.branches = self.branches(node.cell, node.arrival.into());
            }
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
            let Some((_, next)) = self.memory.nodes.next() else { return Ok(self.memory.nodes.bound.end(1)) };
            number = next;
        }
    }

    /// Checks whether f grows, and whether a direct way leads to the goal.
    #[cold]
    #[inline(never)]
    fn check(&mut self, expansions: u32) -> Result<(), OutOfMemory> {
        let f = self.memory.nodes.queue.lower_bound();
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
        // Direct ways know no walls between cells.
        if !self.memory.watch.is_level(f) || self.jumps.walls.is_some() {
            return Ok(());
        }
        let Jumps { walkable, points, start, ref goal, straight_cost, .. } = self.jumps;
        let steps = match self.jumps.diagonal_cost {
            cost if self.jumps.four || cost >= 2 * straight_cost => direct::DirectSteps::Manhattan,
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
        let made = self.memory.direct.nodes_seen..self.memory.nodes.table.count();
        self.memory.direct.nodes_seen = made.end;
        for number in made {
            let JumpNode { g, cell, .. } = *self.memory.nodes.table.node(number);
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
        self.memory.nodes.bound.offer_direct_way(cost, number);
    }

    /// Closes a node and returns it.
    #[inline(always)]
    fn close(&mut self, number: u32) -> JumpNode {
        let node = self.memory.nodes.table.node_mut(number);
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
}

impl<const WORDS: usize> RunningEngine for JumpSearch<'_, WORDS> {
    /// Begins at the start.
    #[inline(always)]
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        let (jumps, memory) = (&self.jumps, &mut *self.memory);
        let (width, height) = (jumps.walkable.width(), jumps.walkable.height());
        let [first_estimate, on_open_map] = jumps.first_estimates();
        if memory.nodes.note_need() {
            memory.direct.give_back();
        }
        memory.nodes.table.begin(width, height)?;
        memory.nodes.queue.begin(first_estimate, OpenQueue::shift_for(2 * jumps.longest_jump()))?;
        memory.direct.clear();
        memory.nodes.reserve(1)?;
        if jumps.walls.is_some() {
            memory.beside_walls.reserve()?;
        }
        memory.nodes.bound = Bound::new(jumps.widest, jumps.most_units);
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
