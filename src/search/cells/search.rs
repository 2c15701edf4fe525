//! A* over cells (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
//! 1968). Dijkstra's algorithm and greedy best-first search differ in the [`Order`](crate::search::Order) alone.
//!
//! The search reads walkable cells and needs nothing derived. It takes the cell with the smallest key of the order,
//! then with the smallest `h`, then the cell that was reached later; an improvement does not count as reaching.
//!
//! A closed cell stays closed, even if a cheaper way to it turns up later. With Dijkstra's algorithm, and with A* up to
//! a weight of 1, no such way remains if the estimate is consistent, and the path is optimal. All heuristics are
//! consistent, except [`Heuristic::Manhattan`](crate::movement::Heuristic::Manhattan) where diagonal steps are allowed.
//! With a weight above 1 the cost stays within this factor. Opening cells again would take time and give no better
//! bound.

use super::memory::{AStarMemory, CellNode, CellReached};
use super::order::{Order, Priority};
use super::steps::{Steps, WalkableSurroundings};
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, CellCharges};
use crate::movement::{Charge, DiagonalRule, Estimate, Heuristic, is_diagonal};
use crate::search::engine::{Progress, RunningEngine};
use crate::search::query::Query;
use crate::search::record::Record;

/// A search for a path between two cells for an agent.
pub(in crate::search) struct AStar<'a> {
    pub(in crate::search) view: &'a AgentView<'a>,
    pub(in crate::search) query: &'a Query,
    pub(in crate::search) memory: &'a mut AStarMemory,
}

impl RunningEngine for AStar<'_> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        let Self { view, query, memory } = self;
        // The begin reads no cells.
        let walkable = view.layer().walkable().map_rows();
        match Charging::of(view) {
            Charging::Alike(charges) => Charged::new(charges, walkable, view, query, memory).begin(view, query),
            Charging::ByCells(charges) => Charged::new(charges, walkable, view, query, memory).begin(view, query),
        }
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let (expansions, limit) = (&mut record.expansions, record.limit);
        match &mut record.trace {
            None => self.advance_watched(expansions, limit, &mut Unwatched),
            Some(trace) => self.advance_watched(expansions, limit, &mut Trace(trace) as &mut dyn ExpansionWatch),
        }
    }

    /// Every cell of the path is a corner.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        for node in self.memory.chain_to(self.query.goal) {
            corners.try_reserve(1)?;
            corners.push(node.cell());
        }
        Ok(())
    }
}

impl AStar<'_> {
    /// Expands cells until the goal comes next and stays open, no open cell is left, or the number of expansions has
    /// grown to `until`.
    ///
    /// Without enough memory, the search stands where it stood after the last counted expansion, and can go on.
    ///
    /// Compiled for [`Unwatched`] and for `dyn ExpansionWatch`.
    pub(in crate::search) fn advance_watched<W: ExpansionWatch + ?Sized>(
        &mut self,
        expansions: &mut u32,
        until: u32,
        watch: &mut W,
    ) -> Result<Progress, OutOfMemory> {
        let progress = match self.view.map_cells() {
            None => self.run_over(self.view.layer().walkable().map_rows(), expansions, until, watch),
            Some(cells) => self.run_over(cells, expansions, until, watch),
        }?;
        Ok(match progress {
            Progress::Found { cost, .. } if !self.query.is_optimal() => {
                Progress::Found { cost, least: self.query.cost_on_open_map(self.view).min(cost) }
            }
            progress => progress,
        })
    }

    #[inline(always)]
    fn run_over<S: WalkableSurroundings, W: ExpansionWatch + ?Sized>(
        &mut self,
        walkable: S,
        expansions: &mut u32,
        until: u32,
        watch: &mut W,
    ) -> Result<Progress, OutOfMemory> {
        let Self { view, query, memory } = self;
        match Charging::of(view) {
            Charging::Alike(charges) => {
                Charged::new(charges, walkable, view, query, memory).run(expansions, until, watch)
            }
            Charging::ByCells(charges) => {
                Charged::new(charges, walkable, view, query, memory).run(expansions, until, watch)
            }
        }
    }
}

/// Observes a search. An expansion that has begun can't fail, so memory is reserved before it.
pub(in crate::search) trait ExpansionWatch {
    /// Reserves memory for all reports of one expansion.
    fn reserve(&mut self) -> Result<(), OutOfMemory>;
    /// A cell is being expanded.
    fn expanding(&mut self, cell: Cell);
    /// The expansion reaches a cell that was not closed before.
    fn reached(&mut self, cell: Cell, how: CellReached);
}

/// No observer.
pub(in crate::search) struct Unwatched;

impl ExpansionWatch for Unwatched {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn expanding(&mut self, _: Cell) {}

    fn reached(&mut self, _: Cell, _: CellReached) {}
}

/// The expanded cells, in order.
struct Trace<'a>(&'a mut Vec<Cell>);

impl ExpansionWatch for Trace<'_> {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.0.try_reserve(1)?)
    }

    fn expanding(&mut self, cell: Cell) {
        self.0.push(cell);
    }

    fn reached(&mut self, _: Cell, _: CellReached) {}
}

/// Costs of steps: `g` counts these costs, and `h` counts lengths.
trait StepCharges: Copy {
    /// Charge of a cell for a step that leaves it.
    fn leaving(&self, cell: Cell) -> u64;
    /// The cost of a step of `length` units from a cell that charges `leaving` to a cell that the agent can enter.
    fn step(&self, length: u64, leaving: u64, to: Cell) -> u64;
    /// Parts in each unit of `g`.
    fn parts(&self) -> u64;
    /// The parts that a unit of `h` stands for at least, in units of `g`.
    fn least(&self, view: &AgentView) -> u64;
    /// The algorithm. Its factors bring `g` and `h` to one scale.
    fn priority(&self, view: &AgentView, query: &Query) -> Priority;
}

/// All cells charge the same: costs are counted in whole units.
#[derive(Clone, Copy)]
struct ByLength {
    parts_per_unit: u64,
}

impl StepCharges for ByLength {
    #[inline(always)]
    fn leaving(&self, _: Cell) -> u64 {
        0
    }

    #[inline(always)]
    fn step(&self, length: u64, _: u64, _: Cell) -> u64 {
        length
    }

    fn parts(&self) -> u64 {
        self.parts_per_unit
    }

    fn least(&self, _: &AgentView) -> u64 {
        1
    }

    fn priority(&self, _: &AgentView, query: &Query) -> Priority {
        query.order.priority(query.weight)
    }
}

/// Cells charge by their own multipliers and penalties. Costs are counted in parts. A step counts what both cells
/// charge ([`Charge::Mean`]), or twice what the cell charges that it enters ([`Charge::Entered`]).
#[derive(Clone, Copy)]
struct ByCells<'a> {
    charges: CellCharges<'a>,
    counts_entered: bool,
}

impl StepCharges for ByCells<'_> {
    #[inline(always)]
    fn leaving(&self, cell: Cell) -> u64 {
        if self.counts_entered { 0 } else { self.charges.of(cell).into() }
    }

    #[inline(always)]
    fn step(&self, length: u64, leaving: u64, to: Cell) -> u64 {
        length * (leaving + (u64::from(self.charges.of(to)) << u32::from(self.counts_entered)))
    }

    fn parts(&self) -> u64 {
        1
    }

    fn least(&self, view: &AgentView) -> u64 {
        view.least_parts_per_unit()
    }

    fn priority(&self, view: &AgentView, query: &Query) -> Priority {
        query.order.weighted_priority(query.weight, view, &query.costs)
    }
}

/// The [`StepCharges`] of an agent.
enum Charging<'a> {
    Alike(ByLength),
    ByCells(ByCells<'a>),
}

impl<'a> Charging<'a> {
    fn of(view: &AgentView<'a>) -> Self {
        match view.charges() {
            None => Self::Alike(ByLength { parts_per_unit: view.parts_per_unit() }),
            Some(charges) => Self::ByCells(ByCells { charges, counts_entered: charges.charge() == Charge::Entered }),
        }
    }
}

/// A search where steps cost what [`StepCharges`] tell.
struct Charged<'a, C, S> {
    memory: &'a mut AStarMemory,
    steps: Steps<S>,
    estimate: Estimate,
    goal: Cell,
    /// By neighbor, the difference of its row index from the cell's.
    offsets: [isize; 8],
    /// By neighbor, the length of the step there in units.
    lengths: [u64; 8],
    charges: C,
    /// The most that a path may cost, in units of `g`.
    most: u64,
    /// Lower bound of the cost of a unit of `h`, in units of `g`; 0 if the estimate may be too large, or if a limit of
    /// cost looks at `g` alone.
    of_h: u64,
}

impl<'a, C: StepCharges, S: WalkableSurroundings> Charged<'a, C, S> {
    fn new(charges: C, walkable: S, view: &AgentView, query: &Query, memory: &'a mut AStarMemory) -> Self {
        let layer = view.layer();
        let (straight, diagonal) = (query.costs.straight_units(), query.costs.diagonal_units());
        let overestimates = query.heuristic == Heuristic::Manhattan && query.diagonal_rule != DiagonalRule::Never;
        Self {
            memory,
            steps: Steps::over(walkable, layer.layout(), query.diagonal_rule),
            estimate: Estimate::in_layout(
                layer.layout(),
                query.heuristic,
                query.diagonal_rule,
                &query.costs,
                query.goal,
            ),
            goal: query.goal,
            offsets: NEIGHBOR_OFFSETS.map(|(dx, dy)| dx as isize + dy as isize * layer.size().width as isize),
            lengths: NEIGHBOR_OFFSETS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight })),
            charges,
            most: query.max_cost.map_or(u64::MAX, |most| most / charges.parts()),
            // Dijkstra's algorithm knows no goal: a caller that watches it wants all cells within the limit.
            of_h: if overestimates || query.order == Order::Dijkstra { 0 } else { charges.least(view) },
        }
    }

    fn begin(&mut self, view: &AgentView, query: &Query) -> Result<(), OutOfMemory> {
        self.memory.begin(view.layer().size(), self.charges.priority(view, query))?;
        self.memory.reserve(1)?;
        self.memory.reach_start(query.start, self.estimate.from(query.start));
        Ok(())
    }

    /// Not inlined: within its caller the loop runs out of registers.
    #[inline(never)]
    fn run<W: ExpansionWatch + ?Sized>(
        &mut self,
        expansions: &mut u32,
        until: u32,
        watch: &mut W,
    ) -> Result<Progress, OutOfMemory> {
        loop {
            watch.reserve()?;
            self.memory.reserve(NEIGHBOR_OFFSETS.len())?;
            let Some((number, node)) = self.memory.take_first() else { return Ok(Progress::NoPath) };
            if node.cell() == self.goal || *expansions >= until {
                self.memory.put_back(number);
                let is_found = node.cell() == self.goal;
                let cost = node.g * self.charges.parts();
                return Ok(if is_found { Progress::Found { cost, least: cost } } else { Progress::Paused });
            }
            self.expand(number, &node, watch);
            *expansions += 1;
        }
    }

    /// Reaches the neighbors of a node that was taken. Inlined, because each kind of observer has a loop of its own,
    /// and the compiler would otherwise share one.
    #[inline(always)]
    fn expand<W: ExpansionWatch + ?Sized>(&mut self, number: u32, node: &CellNode, watch: &mut W) {
        let from = node.cell();
        let from_index = self.memory.index(from);
        watch.expanding(from);
        let leaving = self.charges.leaving(from);
        for (neighbor, cell) in self.steps.from(from) {
            let index = from_index.wrapping_add_signed(self.offsets[neighbor]);
            let g = node.g + self.charges.step(self.lengths[neighbor], leaving, cell);
            // No path by this cell is cheap enough.
            if self.most != u64::MAX && self.is_too_dear(g, cell) {
                continue;
            }
            let how = self.memory.reach(index, cell, g, number, || self.estimate.from(cell));
            watch.reached(cell, how);
        }
    }

    #[cold]
    fn is_too_dear(&self, g: u64, cell: Cell) -> bool {
        g.saturating_add(self.of_h * u64::from(self.estimate.from(cell))) > self.most
    }
}
