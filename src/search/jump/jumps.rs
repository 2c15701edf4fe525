//! Parts of a layer and of a query that a jump-point search reads.

use super::goal::Goal;
use super::line::GoalLine;
use super::node_table::{JumpNode, PackedCell, STEPS};
use crate::grid::Cell;
use crate::index::{AgentView, GoalEstimate, IndexCell, JumpLines, JumpPoints, WalkableCells, diagonal_word};
use crate::movement::{Branches, StepsLeft, Successors};
use crate::search::query::Query;
use crate::search::within::Within;

/// Inputs of a search. They never change while the search runs.
pub(super) struct Jumps<'a, const FOUR: bool, const WORDS: usize> {
    pub(super) walkable: &'a WalkableCells,
    pub(super) points: &'a JumpPoints,
    pub(super) lines: JumpLines<'a>,
    pub(super) diagonals: &'a [[u64; WORDS]],
    pub(super) successors: &'static Successors,
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

impl<'a, const FOUR: bool, const WORDS: usize> Jumps<'a, FOUR, WORDS> {
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
        if FOUR { (width + height) * self.straight_cost } else { height * self.diagonal_cost }
    }

    /// Cost of a step of a diagonal jump. Under `Never` this is a straight step.
    #[inline(always)]
    pub(super) fn diagonal_step_cost(&self) -> u32 {
        if FOUR { self.straight_cost } else { self.diagonal_cost }
    }

    /// The jumps to start from a cell, as in [`Branches`](crate::movement::Branches).
    #[inline(always)]
    pub(super) fn branches(&self, cell: PackedCell, arrival: usize) -> u16 {
        self.branches[arrival][self.around(cell)]
    }

    /// The cells around a cell, as [`BitRows::around`](crate::bits::bit_rows::BitRows::around) has them.
    #[inline(always)]
    pub(super) fn around(&self, cell: PackedCell) -> usize {
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
