//! A* over dense arrays (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", 1968).
//!
//! Nothing is prepared: a search looks at the map as it is. The open list prefers the smallest `f = g + h`, then the smallest
//! `h`, then the cell that the search came to later, improvements not counted. With [`Heuristic::Octile`](super::Heuristic::Octile), which is consistent for
//! every legal pair of costs, no cell is expanded twice and the path is a cheapest one.

use super::diagonal_rule::{Steps, is_diagonal};
use super::heuristic::Estimate;
use super::query::{Answer, Outcome, Path, Query};
use super::scratch::{Node, OutOfMemory, Scratch};
use crate::grid::{Cell, GridMap, NEIGHBOR_OFFSETS};

/// Finds a path.
pub fn find_path<'a>(map: &'a GridMap, query: &Query, scratch: &'a mut Scratch) -> Result<Answer<'a>, OutOfMemory> {
    run(map, query, scratch, |_| Ok(()))
}

/// Finds the same path as [`find_path`] and puts the cells that it expands into `expanded`, in order.
pub fn trace_path<'a>(
    map: &'a GridMap,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: &mut Vec<Cell>,
) -> Result<Answer<'a>, OutOfMemory> {
    expanded.clear();
    run(map, query, scratch, |cell| {
        expanded.try_reserve(1)?;
        expanded.push(cell);
        Ok(())
    })
}

fn run<'a>(
    map: &'a GridMap,
    query: &Query,
    scratch: &'a mut Scratch,
    mut on_expanded: impl FnMut(Cell) -> Result<(), OutOfMemory>,
) -> Result<Answer<'a>, OutOfMemory> {
    if let Some(outcome) = refuse(map, query) {
        return Ok(Answer { outcome, expansions: 0 });
    }
    let mut search = Search::begin(map, query, scratch)?;
    let goal = map.slot(query.goal) as u32;
    let mut expansions = 0;
    while let Some((number, node)) = search.next() {
        if node.slot == goal {
            // Taken out of the search, so that the path can be read from it for as long as the caller likes.
            let scratch: &'a Scratch = search.scratch;
            let length = scratch.chain(number).count() as u32;
            let outcome = Outcome::Found(Path { map, scratch, goal_node: number, length });
            return Ok(Answer { outcome, expansions });
        }
        if query.max_expansions.is_some_and(|limit| expansions >= limit) {
            return Ok(Answer { outcome: Outcome::LimitReached, expansions });
        }
        on_expanded(search.expand(number, &node)?)?;
        expansions += 1;
    }
    Ok(Answer { outcome: Outcome::NoPath, expansions })
}

/// The answers that need no search, in the order in which they are looked for.
fn refuse<'a>(map: &GridMap, query: &Query) -> Option<Outcome<'a>> {
    if !map.contains(query.start) {
        Some(Outcome::StartOutside)
    } else if !map.contains(query.goal) {
        Some(Outcome::GoalOutside)
    } else if query.goal != query.start && !map.is_free(map.slot(query.goal)) {
        Some(Outcome::GoalBlocked)
    } else {
        None
    }
}

struct Search<'a> {
    map: &'a GridMap,
    scratch: &'a mut Scratch,
    steps: Steps<'a>,
    estimate: Estimate,
    /// What a step costs, by its direction.
    costs: [u64; 8],
}

impl<'a> Search<'a> {
    fn begin(map: &'a GridMap, query: &Query, scratch: &'a mut Scratch) -> Result<Self, OutOfMemory> {
        let estimate = Estimate::new(query.heuristic, query.diagonal_rule, &query.costs, query.goal);
        scratch.begin(map.slot_count())?;
        scratch.reserve(1)?;
        scratch.reach_start(map.slot(query.start), estimate.from(query.start));
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        let costs =
            std::array::from_fn(|direction| u64::from(if is_diagonal(direction) { diagonal } else { straight }));
        Ok(Self { map, scratch, steps: Steps::new(map, query.diagonal_rule), estimate, costs })
    }

    /// Takes the node that comes first from the open list and closes it.
    fn next(&mut self) -> Option<(u32, Node)> {
        loop {
            let number = self.scratch.open.pop()?;
            if let Some(node) = self.scratch.close(number) {
                return Some((number, node));
            }
        }
    }

    /// Reaches the cells one legal step away from a node, and returns the node's own.
    fn expand(&mut self, number: u32, node: &Node) -> Result<Cell, OutOfMemory> {
        let from = self.map.cell(node.slot as usize);
        self.scratch.reserve(NEIGHBOR_OFFSETS.len())?;
        for (direction, slot) in self.steps.from(node.slot as usize) {
            let (dx, dy) = NEIGHBOR_OFFSETS[direction];
            let estimate = || self.estimate.from(Cell::new(from.x + dx, from.y + dy));
            self.scratch.reach(slot, node.g + self.costs[direction], number, estimate);
        }
        Ok(from)
    }
}
