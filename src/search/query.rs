//! What is asked of a search and what it answers.

use super::scratch::Scratch;
use super::{DiagonalRule, Heuristic, StepCosts};
use crate::grid::{Cell, GridMap};

/// A question: from where to where, and by which rules.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The first cell of the path. It may be an obstacle: it can then be left and not be entered again.
    pub start: Cell,
    /// The last cell of the path.
    pub goal: Cell,
    /// When a diagonal step is allowed.
    pub diagonal_rule: DiagonalRule,
    /// What steps cost.
    pub costs: StepCosts,
    /// How the rest of the way is estimated.
    pub heuristic: Heuristic,
    /// The search gives up when it would expand more cells than this; `None` for no limit.
    pub max_expansions: Option<u32>,
}

impl Query {
    /// A query with the default rule, costs and heuristic, and no limit.
    pub fn new(start: Cell, goal: Cell) -> Self {
        Self {
            start,
            goal,
            diagonal_rule: DiagonalRule::default(),
            costs: StepCosts::default(),
            heuristic: Heuristic::default(),
            max_expansions: None,
        }
    }
}

/// What a search found, and what it took.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The path, or why there is none.
    pub outcome: Outcome<'a>,
    /// Number of cells that were expanded. The goal never is.
    pub expansions: u32,
}

/// The end of a search.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// There is a path.
    Found(Path<'a>),
    /// The goal can't be reached.
    NoPath,
    /// The start lies outside the map.
    StartOutside,
    /// The goal lies outside the map, and the start does not.
    GoalOutside,
    /// The goal is an obstacle, and not the start.
    GoalBlocked,
    /// [`Query::max_expansions`] was reached before the goal.
    LimitReached,
}

/// A path that lies in the scratch it was found with.
#[derive(Debug)]
pub struct Path<'a> {
    pub(super) map: &'a GridMap,
    pub(super) scratch: &'a Scratch,
    /// The goal's node, from which the path is read backwards.
    pub(super) goal_node: u32,
    pub(super) length: u32,
}

impl Path<'_> {
    /// Number of cells, both ends included: at least 1.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Cost in the units of the query's [`StepCosts`].
    pub fn cost_units(&self) -> u64 {
        self.scratch.node(self.goal_node).g
    }

    /// Writes the cells from start to goal. A shorter buffer gets the cells up to its end.
    pub fn copy_to(&self, cells: &mut [Cell]) {
        let backwards = self.scratch.chain(self.goal_node).map(|node| self.map.cell(node.slot as usize));
        let surplus = (self.length as usize).saturating_sub(cells.len());
        let used = (self.length as usize).min(cells.len());
        for (cell, found) in cells[..used].iter_mut().rev().zip(backwards.skip(surplus)) {
            *cell = found;
        }
    }

    /// The cells from start to goal.
    pub fn to_vec(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::default(); self.length as usize];
        self.copy_to(&mut cells);
        cells
    }
}
