//! From a query to its answer: a search over the ends of links, whose edges are walks that are searched when they matter.
//!
//! A best-first search in which an edge is first counted at the least that it can cost, and measured only when it comes up: then it goes
//! back with its true cost (lazy weighted A*: Cohen, Phillips and Likhachev, "Planning Single-arm Manipulations with n-Arm Robots",
//! 2014). With a consistent estimate, the goal taken with a true cost is reached at the least one. Most walks are never searched.
//!
//! After a walk comes a link: two walks in a row cost no less than a single one between the same ends. So a node that was walked
//! to is left by links alone, and one that was come to by a link is left by links and walks. For each node that is come to by a link that
//! is O(n log n) with n nodes on its floor, and the walks that come up.

use super::estimates::LeastWalk;
use super::links::FloorCell;
use super::memory::{FloorMemory, Waiting, Way};
use super::path::FloorPath;
use super::view::FloorsView;
use crate::movement::StepCosts;
use crate::search::{self, OutOfMemory, Outcome, Query, Scratch};
use std::cmp::Reverse;

/// A question: from where to where, and by which rules.
#[derive(Clone, Copy, Debug)]
pub struct FloorQuery {
    /// The first cell of the path. It may be an obstacle: it can then be left on foot and not be entered again.
    pub start: FloorCell,
    /// The last cell of the path.
    pub goal: FloorCell,
    /// By which rules walks within floors are searched; its cells are not looked at, and its limit is that of all walks together. Paths are
    /// cheapest if these rules find cheapest walks; other orders, heuristics and weights are used within floors, and paths may cost more.
    pub walks: Query,
}

/// What a search found, and what it took.
#[derive(Debug)]
pub struct FloorAnswer<'a> {
    /// The path, or why there is none.
    pub outcome: FloorOutcome<'a>,
    /// Number of cells that were expanded by all walks together; at most `u32::MAX`. Walks that don't exist count nothing.
    pub expansions: u32,
    /// How many walks within floors were searched.
    pub walks: u32,
}

/// The end of a search.
#[derive(Debug)]
pub enum FloorOutcome<'a> {
    /// There is a path.
    Found(FloorPath<'a>),
    /// The goal can't be reached.
    NoPath,
    /// The start lies outside its floor, or that is not there.
    StartOutside,
    /// The goal lies outside its floor, or that is not there, and the start does not.
    GoalOutside,
    /// The goal is an obstacle, and not the start.
    GoalBlocked,
    /// The limit of expansions was reached before the goal.
    LimitReached,
}

/// Finds a path through floors.
pub fn find_path<'a>(
    view: &FloorsView,
    query: &FloorQuery,
    scratch: &mut Scratch,
    memory: &'a mut FloorMemory,
) -> Result<FloorAnswer<'a>, OutOfMemory> {
    if let Some(outcome) = refuse(view, query) {
        return Ok(FloorAnswer { outcome, expansions: 0, walks: 0 });
    }
    let walks = &query.walks;
    memory.graph.build(view, [query.start, query.goal], &walks.costs)?;
    memory.begin()?;
    let (start, goal) = (memory.graph.node_at(query.start), memory.graph.node_at(query.goal));
    let least = LeastWalk { rule: walks.diagonal_rule, costs: walks.costs };
    memory.estimates.measure(&memory.graph, start, goal, &least)?;
    let mut search = LazySearch { view, query: walks, start, goal, least, scratch, memory, expansions: 0, walks: 0 };
    let end = search.run()?;
    let LazySearch { memory, expansions, walks, .. } = search;
    let outcome = match end {
        End::Found(cost) => {
            memory.trace(start, goal)?;
            FloorOutcome::Found(FloorPath::new(memory, cost)?)
        }
        End::NoPath => FloorOutcome::NoPath,
        End::LimitReached => FloorOutcome::LimitReached,
    };
    Ok(FloorAnswer { outcome, expansions, walks })
}

/// The answers that need no search, in the order in which they are looked for.
fn refuse<'a>(view: &FloorsView, query: &FloorQuery) -> Option<FloorOutcome<'a>> {
    if !view.contains(query.start) {
        Some(FloorOutcome::StartOutside)
    } else if !view.contains(query.goal) {
        Some(FloorOutcome::GoalOutside)
    } else if query.goal != query.start && !view.is_free(query.goal) {
        Some(FloorOutcome::GoalBlocked)
    } else {
        None
    }
}

/// What a search came to.
enum End {
    /// A path of this cost. How nodes were come to is in the memory.
    Found(u128),
    NoPath,
    LimitReached,
}

struct LazySearch<'a, 'm> {
    view: &'a FloorsView,
    query: &'a Query,
    start: u32,
    goal: u32,
    least: LeastWalk,
    scratch: &'a mut Scratch,
    memory: &'m mut FloorMemory,
    expansions: u32,
    walks: u32,
}

impl LazySearch<'_, '_> {
    fn run(&mut self) -> Result<End, OutOfMemory> {
        self.memory.reach(self.start, self.start, 0, Way::Link(u32::MAX))?;
        while let Some(Reverse(waiting)) = self.memory.queue.pop() {
            let known = &mut self.memory.reached[waiting.node as usize];
            if known.is_closed {
                continue;
            }
            if waiting.way == Way::Unwalked {
                // A way is known meanwhile that costs no more than this one at the least.
                if waiting.cost() < known.cost && !self.walk(&waiting)? {
                    return Ok(End::LimitReached);
                }
                continue;
            }
            (known.is_closed, known.parent, known.way) = (true, waiting.parent, waiting.way);
            if waiting.node == self.goal {
                return Ok(End::Found(waiting.cost()));
            }
            self.leave(&waiting)?;
        }
        Ok(End::NoPath)
    }

    /// Searches a walk, and puts it in the queue with its true cost. False if the limit was reached.
    fn walk(&mut self, waiting: &Waiting) -> Result<bool, OutOfMemory> {
        let (from, to) = (self.memory.graph.node(waiting.parent).at, self.memory.graph.node(waiting.node).at);
        let Some(grid) = self.view.grid(from.floor) else { return Ok(true) };
        let max_expansions = self.query.max_expansions.map(|limit| limit - self.expansions);
        let query = Query { start: from.cell, goal: to.cell, max_expansions, ..*self.query };
        let answer = search::find_path(grid, &query, self.scratch)?;
        self.expansions = self.expansions.saturating_add(answer.expansions);
        self.walks += 1;
        match answer.outcome {
            Outcome::Found(path) => {
                let cost = StepCosts::fine_units_of_steps(path.cost_units());
                let total = self.memory.reached[waiting.parent as usize].cost + cost;
                let walk = self.memory.keep_walk(path.corners())?;
                self.memory.reach(waiting.node, waiting.parent, total, Way::Walked(walk))?;
            }
            Outcome::LimitReached => return Ok(false),
            // Both ends are on the floor and the second one is walkable.
            Outcome::NoPath | Outcome::StartOutside | Outcome::GoalOutside | Outcome::GoalBlocked => {}
        }
        Ok(true)
    }

    /// Reaches what links lead to and, from a node that was not walked to, what can be walked to.
    fn leave(&mut self, waiting: &Waiting) -> Result<(), OutOfMemory> {
        let (node, cost) = (waiting.node, waiting.cost());
        for number in self.memory.graph.arcs_from(node) {
            let arc = *self.memory.graph.arc(number);
            self.memory.reach(arc.to, node, cost + arc.cost, Way::Link(number))?;
        }
        if matches!(waiting.way, Way::Walked(_)) {
            return Ok(());
        }
        let from = self.memory.graph.node(node).at;
        for target in self.memory.graph.nodes_on(from.floor) {
            let to = *self.memory.graph.node(target);
            if target != node && (to.is_left || target == self.goal) {
                let least = cost + self.least.between(from.cell, to.at.cell);
                self.memory.reach(target, node, least, Way::Unwalked)?;
            }
        }
        Ok(())
    }
}
