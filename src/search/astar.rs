//! A* over cells (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
//! 1968). Dijkstra's algorithm and greedy best-first search differ in the [`Order`](super::Order) alone.
//!
//! The search reads walkable cells and needs nothing derived. It takes the cell with the smallest key of the order,
//! then with the smallest `h`, then the cell that was reached later; an improvement does not count as reaching.
//!
//! A closed cell stays closed, even if a cheaper way to it turns up later. With Dijkstra's algorithm, and with A* up to
//! a weight of 1, no such way remains if the estimate is consistent, and the path is optimal. All heuristics are
//! consistent, except [`Heuristic::Manhattan`](crate::movement::Heuristic::Manhattan) where diagonal steps are allowed.
//! With a weight above 1 the cost stays within this factor. Opening cells again would take time and give no better
//! bound.

use super::astar_memory::{AStarMemory, CellNode, Reached};
use super::query::Query;
use super::record::Record;
use super::steps::Steps;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::Layer;
use crate::movement::{Estimate, is_diagonal};

/// How A* ended.
pub(super) enum AStarOutcome {
    /// The cost of the path. The record's corners are its cells.
    Found(u64),
    NoPath,
    LimitReached,
}

/// Finds a path between two cells of a layer.
///
/// Writes every cell of a path, not only its corners, to `record.corners`, and counts `record.expansions` up from 0.
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

/// The state of a search after some expansions.
pub(super) enum Progress {
    /// The goal comes next. It stays open.
    Found { node: u32, cost: u64 },
    /// No open cell is left.
    NoPath,
    /// The requested number of cells is expanded, and the search could go on.
    Paused,
}

/// Observes a search. An expansion that has begun can't fail, so memory is reserved before it.
pub(super) trait Watch {
    /// Reserves memory for all reports of one expansion.
    fn reserve(&mut self) -> Result<(), OutOfMemory>;
    /// A cell is being expanded.
    fn expanding(&mut self, cell: Cell);
    /// The expansion reaches a cell that was not closed before.
    fn reached(&mut self, cell: Cell, how: Reached);
}

/// No observer.
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

/// A search that can be interrupted after any expansion: its memory holds all of its state.
pub(super) struct AStar<'a> {
    memory: &'a mut AStarMemory,
    steps: Steps<'a>,
    estimate: Estimate,
    goal: Cell,
    /// By neighbor, the difference of its row index from the cell's.
    offsets: [isize; 8],
    /// By neighbor, the cost of the step there.
    costs: [u64; 8],
}

impl<'a> AStar<'a> {
    /// Begins a search: clears the memory and reaches the start.
    pub(super) fn begin(layer: &'a Layer, query: &Query, memory: &'a mut AStarMemory) -> Result<Self, OutOfMemory> {
        memory.begin(layer.size(), query.order.priority(query.weight))?;
        memory.reserve(1)?;
        let search = Self::resume(layer, query, memory);
        search.memory.reach_start(query.start, search.estimate.from(query.start));
        Ok(search)
    }

    /// Resumes the search in `memory`, which must have begun on the same layer with the same query.
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

    /// Expands cells until the goal comes next, no open cell is left, or `expansions` has grown to `until`. Without
    /// enough memory, the search stands where it stood after the last counted expansion, and can go on.
    ///
    /// Not inlined: within its caller the loop runs out of registers.
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

    /// Reaches the neighbors of a node that was taken. Inlined, because each kind of observer has a loop of its own,
    /// and the compiler would otherwise share one.
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
