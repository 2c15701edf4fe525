//! A* over dense arrays (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", 1968).
//!
//! Nothing is prepared: a search looks at the map as it is. The open list prefers the smallest `f = g + h`, then the smallest
//! `h`, then the cell that the search came to later, improvements not counted. With [`Heuristic::Octile`](crate::movement::Heuristic::Octile), which is consistent for
//! every legal pair of costs, no cell is expanded twice and the path is a cheapest one.

use super::astar_memory::{AStarMemory, Node};
use super::out_of_memory::OutOfMemory;
use super::query::Query;
use super::steps::Steps;
use crate::grid::{Cell, GridMap, NEIGHBOR_OFFSETS};
use crate::movement::{Estimate, is_diagonal};

/// What A* found.
pub(super) enum AStarOutcome {
    /// The cost of the path. Its cells are in the list that was handed in, from the goal to the start.
    Found(u64),
    NoPath,
    LimitReached,
}

/// Finds a path between two cells of a map.
///
/// `cells` gets the path in reverse, and `expansions` is counted up from 0.
pub(super) fn find(
    map: &GridMap,
    query: &Query,
    memory: &mut AStarMemory,
    cells: &mut Vec<Cell>,
    expansions: &mut u32,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<AStarOutcome, OutOfMemory> {
    let mut search = Search::begin(map, query, memory)?;
    let goal = map.slot(query.goal) as u32;
    while let Some((number, node)) = search.next() {
        if node.slot == goal {
            cells.clear();
            for node in search.memory.chain(number) {
                cells.try_reserve(1)?;
                cells.push(map.cell(node.slot as usize));
            }
            return Ok(AStarOutcome::Found(node.g));
        }
        if query.max_expansions.is_some_and(|limit| *expansions >= limit) {
            return Ok(AStarOutcome::LimitReached);
        }
        let cell = search.expand(number, &node)?;
        if let Some(expanded) = &mut expanded {
            expanded.try_reserve(1)?;
            expanded.push(cell);
        }
        *expansions += 1;
    }
    Ok(AStarOutcome::NoPath)
}

struct Search<'a> {
    map: &'a GridMap,
    memory: &'a mut AStarMemory,
    steps: Steps<'a>,
    estimate: Estimate,
    /// What a step costs, by its direction.
    costs: [u64; 8],
}

impl<'a> Search<'a> {
    fn begin(map: &'a GridMap, query: &Query, memory: &'a mut AStarMemory) -> Result<Self, OutOfMemory> {
        let estimate = Estimate::new(query.heuristic, query.diagonal_rule, &query.costs, query.goal);
        memory.begin(map.slot_count())?;
        memory.reserve(1)?;
        memory.reach_start(map.slot(query.start), estimate.from(query.start));
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        let costs =
            std::array::from_fn(|direction| u64::from(if is_diagonal(direction) { diagonal } else { straight }));
        Ok(Self { map, memory, steps: Steps::new(map, query.diagonal_rule), estimate, costs })
    }

    /// Takes the node that comes first from the open list and closes it.
    fn next(&mut self) -> Option<(u32, Node)> {
        loop {
            let number = self.memory.open.pop()?;
            if let Some(node) = self.memory.close(number) {
                return Some((number, node));
            }
        }
    }

    /// Reaches the cells one legal step away from a node, and returns the node's own.
    fn expand(&mut self, number: u32, node: &Node) -> Result<Cell, OutOfMemory> {
        let from = self.map.cell(node.slot as usize);
        self.memory.reserve(NEIGHBOR_OFFSETS.len())?;
        for (direction, slot) in self.steps.from(node.slot as usize) {
            let (dx, dy) = NEIGHBOR_OFFSETS[direction];
            let estimate = || self.estimate.from(Cell::new(from.x + dx, from.y + dy));
            self.memory.reach(slot, node.g + self.costs[direction], number, estimate);
        }
        Ok(from)
    }
}
