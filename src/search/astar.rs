//! A* over dense arrays (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", 1968), and with it Dijkstra's algorithm and greedy best-first search, which differ in the
//! [`Order`](super::Order) alone.
//!
//! Nothing is prepared: a search looks at the walkable cells as they are. The open list prefers the smallest key of the
//! order, then the smallest `h`, then the cell that the search came to later, improvements not counted.
//!
//! A cell is expanded once and never again, also where an order or a weight would find a cheaper way to it later. With
//! an estimate that is consistent, as all but [`Heuristic::Manhattan`](crate::movement::Heuristic::Manhattan) are, no
//! such way is left for Dijkstra and for weights up to 1, so that the path is a cheapest one; with a weight above 1 its
//! cost is within that factor all the same, and opening cells again would take time for a bound that is no better.

use super::astar_memory::{AStarMemory, CellNode, Reached};
use super::query::Query;
use super::record::Record;
use super::steps::Steps;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::Layer;
use crate::movement::{Estimate, is_diagonal};

/// What A* found.
pub(super) enum AStarOutcome {
    /// The cost of the path. Its cells are the record's corners.
    Found(u64),
    NoPath,
    LimitReached,
}

/// Finds a path between two cells of a layer.
///
/// The record's corners, all cells of the path, are written if there is one, and its expansions counted up from 0.
pub(super) fn find(
    layer: &Layer,
    query: &Query,
    memory: &mut AStarMemory,
    record: &mut Record,
) -> Result<AStarOutcome, OutOfMemory> {
    let mut search = AStar::begin(layer, query, memory)?;
    let limit = query.max_expansions.unwrap_or(u32::MAX);
    let expansions = &mut record.expansions;
    let progress = match &mut record.expanded {
        None => search.advance(expansions, limit, &mut Unwatched)?,
        Some(cells) => search.advance(expansions, limit, &mut Trace(cells))?,
    };
    Ok(match progress {
        Progress::Found { node, cost } => {
            search.write_path(node, record.corners)?;
            AStarOutcome::Found(cost)
        }
        Progress::NoPath => AStarOutcome::NoPath,
        Progress::Paused => AStarOutcome::LimitReached,
    })
}

/// How a search stands.
pub(super) enum Progress {
    /// The goal is the next cell. It stays open.
    Found { node: u32, cost: u64 },
    /// No cell is left.
    NoPath,
    /// As many cells are expanded as were asked for, and the search could go on.
    Paused,
}

/// Is told what a search does. Nothing may fail once an expansion has begun: memory is asked for ahead of it.
pub(super) trait Watch {
    /// Makes room for all that one expansion can tell.
    fn reserve(&mut self) -> Result<(), OutOfMemory>;
    /// A cell is being expanded.
    fn expanding(&mut self, cell: Cell);
    /// The expansion has come to a cell that was not closed before.
    fn reached(&mut self, cell: Cell, how: Reached);
}

/// Nobody looks.
pub(super) struct Unwatched;

impl Watch for Unwatched {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn expanding(&mut self, _: Cell) {}

    fn reached(&mut self, _: Cell, _: Reached) {}
}

/// The expanded cells, in order.
struct Trace<'a>(&'a mut Vec<Cell>);

impl Watch for Trace<'_> {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.0.try_reserve(1)?)
    }

    fn expanding(&mut self, cell: Cell) {
        self.0.push(cell);
    }

    fn reached(&mut self, _: Cell, _: Reached) {}
}

/// A search that can be left after any expansion: all that it is to remember lies in its memory.
pub(super) struct AStar<'a> {
    memory: &'a mut AStarMemory,
    steps: Steps<'a>,
    estimate: Estimate,
    goal: Cell,
    /// By neighbor, what its row index is more than the cell's.
    offsets: [isize; 8],
    /// By neighbor, what the step there costs.
    costs: [u64; 8],
}

impl<'a> AStar<'a> {
    /// Forgets what the memory holds and reaches the start.
    pub(super) fn begin(layer: &'a Layer, query: &Query, memory: &'a mut AStarMemory) -> Result<Self, OutOfMemory> {
        memory.begin(layer.size(), query.order.priority(query.weight))?;
        memory.reserve(1)?;
        let search = Self::resume(layer, query, memory);
        search.memory.reach_start(query.start, search.estimate.from(query.start));
        Ok(search)
    }

    /// Goes on with the search that `memory` holds, which began on the same layer with the same query.
    pub(super) fn resume(layer: &'a Layer, query: &Query, memory: &'a mut AStarMemory) -> Self {
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        Self {
            memory,
            steps: Steps::new(layer, query.diagonal_rule),
            estimate: Estimate::new(query.heuristic, query.diagonal_rule, &query.costs, query.goal),
            goal: query.goal,
            offsets: NEIGHBOR_OFFSETS.map(|(dx, dy)| dx as isize + dy as isize * layer.size().width as isize),
            costs: NEIGHBOR_OFFSETS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight })),
        }
    }

    /// Expands cells until the goal comes next, none is left, or `expansions` has grown to `until`. Without memory the
    /// search stands where it stood after the last expansion that is counted, and can go on. A loop of its own: within
    /// its caller it runs out of registers.
    #[inline(never)]
    pub(super) fn advance(
        &mut self,
        expansions: &mut u32,
        until: u32,
        watch: &mut impl Watch,
    ) -> Result<Progress, OutOfMemory> {
        loop {
            watch.reserve()?;
            self.memory.reserve(NEIGHBOR_OFFSETS.len())?;
            let Some((number, node)) = self.memory.take_first() else {
                return Ok(Progress::NoPath);
            };
            if node.cell() == self.goal || *expansions >= until {
                self.memory.put_back(number);
                let is_found = node.cell() == self.goal;
                return Ok(if is_found { Progress::Found { node: number, cost: node.g } } else { Progress::Paused });
            }
            self.expand(number, &node, watch);
            *expansions += 1;
        }
    }

    /// Reaches the cells one legal step away from a node that was taken. Inlined, as is what it calls: each kind of
    /// watcher has a loop of its own, and by itself the compiler would spare the copies.
    #[inline(always)]
    fn expand(&mut self, number: u32, node: &CellNode, watch: &mut impl Watch) {
        let from = node.cell();
        let from_index = self.memory.index(from);
        watch.expanding(from);
        for (neighbor, cell) in self.steps.from(from) {
            let index = from_index.wrapping_add_signed(self.offsets[neighbor]);
            let how =
                self.memory.reach(index, cell, node.g + self.costs[neighbor], number, || self.estimate.from(cell));
            watch.reached(cell, how);
        }
    }

    /// Writes the cells from a node back to the start.
    pub(super) fn write_path(&self, node: u32, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        cells.clear();
        for node in self.memory.chain(node) {
            cells.try_reserve(1)?;
            cells.push(node.cell());
        }
        Ok(())
    }
}
