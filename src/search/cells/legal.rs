//! Legal steps between cells, as steppers show them: squares and hexagons, with or without weights, for every order and
//! heuristic. Nothing derived is needed.

use super::ground::Ground;
use super::open_cells::Step;
use super::open_cells::{OpenCells, Taken};
use super::order::{Order, Priority};
use super::ordered::{CostLimit, OrderedCells};
use super::search::{CellSearch, ExpansionWatch};
use super::steps::Steps;
use crate::OutOfMemory;
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, CellCharges};
use crate::movement::{Charge, DiagonalRule, Estimate, Heuristic, is_diagonal};
use crate::search::engine::{Progress, Record, RunningEngine};
use crate::search::query::Query;

/// A search for a path between two cells for an agent, in the documented order.
pub(in crate::search) struct AStar<'a> {
    pub(in crate::search) view: &'a AgentView<'a>,
    pub(in crate::search) query: &'a Query,
    pub(in crate::search) memory: &'a mut OrderedCells,
}

/// Runs some code with the search over the ground of an agent, `$search`.
macro_rules! on_ground {
    ($astar:expr, $search:ident => $run:expr) => {{
        let AStar { view, query, memory } = $astar;
        match Charging::of(view) {
            Charging::Alike(charges) => {
                let mut $search = CellSearch::new(LegalGround::new(charges, view, query), memory);
                $run
            }
            Charging::ByCells(charges) => {
                let mut $search = CellSearch::new(LegalGround::new(charges, view, query), memory);
                $run
            }
        }
    }};
}

impl AStar<'_> {
    /// Goes on as [`CellSearch::run`] does.
    pub(in crate::search) fn run<W: ExpansionWatch + ?Sized>(
        &mut self,
        expansions: &mut u32,
        until: u32,
        watch: &mut W,
    ) -> Result<Progress, OutOfMemory> {
        on_ground!(self, search => search.run(expansions, until, watch))
    }
}

impl RunningEngine for AStar<'_> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        on_ground!(self, search => search.begin())
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        on_ground!(self, search => search.advance(record))
    }

    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        self.memory.write_way(self.query.goal, corners)
    }
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

/// Ground where each legal step counts, and costs what [`StepCharges`] tell.
struct LegalGround<'a, C> {
    view: &'a AgentView<'a>,
    query: &'a Query,
    steps: Steps<'a>,
    estimate: Estimate,
    /// By neighbor, the difference of its row index from the cell's.
    offsets: [isize; 8],
    /// By neighbor, the length of the step there in units.
    lengths: [u64; 8],
    charges: C,
}

impl<'a, C: StepCharges> LegalGround<'a, C> {
    fn new(charges: C, view: &'a AgentView<'a>, query: &'a Query) -> Self {
        let (layer, costs) = (view.layer(), &query.costs);
        let (layout, width) = (layer.layout(), layer.size().width as usize);
        let (straight, diagonal) = (costs.straight_units(), costs.diagonal_units());
        Self {
            view,
            query,
            steps: Steps::of_view(view, query.diagonal_rule),
            estimate: Estimate::in_layout(layout, query.heuristic, query.diagonal_rule, costs, query.goal),
            offsets: NEIGHBOR_OFFSETS.map(|(dx, dy)| dx as isize + dy as isize * width as isize),
            lengths: NEIGHBOR_OFFSETS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight })),
            charges,
        }
    }

    fn cost_limit(&self) -> CostLimit {
        let Self { query, charges, .. } = self;
        let overestimates = query.heuristic == Heuristic::Manhattan && query.diagonal_rule != DiagonalRule::Never;
        CostLimit {
            most: query.max_cost.map_or(u64::MAX, |most| most / charges.parts()),
            // Dijkstra's algorithm knows no goal: a caller that watches it wants all cells within the limit.
            of_h: if overestimates || query.order == Order::Dijkstra { 0 } else { charges.least(self.view) },
        }
    }
}

/// A cell that is left by a step.
#[derive(Clone, Copy)]
struct LeftCell {
    cell: Cell,
    index: usize,
    /// Charge of the cell.
    charge: u64,
}

impl<C: StepCharges> Ground for LegalGround<'_, C> {
    type Open = OrderedCells;

    type From = LeftCell;

    fn begin(&self, open: &mut OrderedCells) -> Result<(), OutOfMemory> {
        let Self { view, query, charges, .. } = self;
        let first = (query.start, self.estimate.from(query.start));
        open.begin(view.layer().size(), charges.priority(view, query), self.cost_limit(), first)
    }

    #[inline(always)]
    fn goal(&self) -> Cell {
        self.query.goal
    }

    #[inline(always)]
    fn leave(&self, &Taken { cell, index, .. }: &Taken<u64>) -> (u8, LeftCell) {
        (self.steps.legal(cell), LeftCell { cell, index, charge: self.charges.leaving(cell) })
    }

    #[inline(always)]
    fn step(&self, from: &LeftCell, neighbor: usize) -> Step<u64> {
        let (dx, dy) = NEIGHBOR_OFFSETS[neighbor];
        let to = Cell::new(from.cell.x + dx, from.cell.y + dy);
        let index = from.index.wrapping_add_signed(self.offsets[neighbor]);
        Step { to, index, cost: self.charges.step(self.lengths[neighbor], from.charge, to), arrival: 0 }
    }

    #[inline(always)]
    fn estimate(&self, _: &LeftCell, _: usize, step: &Step<u64>) -> u32 {
        self.estimate.from(step.to)
    }

    fn parts(&self) -> u64 {
        self.charges.parts()
    }

    fn least(&self, cost: u64) -> u64 {
        if self.query.is_optimal() { cost } else { self.query.cost_on_open_map(self.view).min(cost) }
    }
}
