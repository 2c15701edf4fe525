//! One kind of agents: where they can go, what their steps cost, and how many ticks these take.

use super::plan::PlanRules;
use crate::distance::sweep::{Sweep, flags_table};
use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, CellCharges, Walls};
use crate::movement::{Charge, DIRECTIONS, DiagonalRule, Estimate, Heuristic, PARTS_PER_UNIT, is_diagonal};
use crate::search::Steps;

/// The steps of one kind of agents.
pub(super) struct AgentKind<'a> {
    pub(super) view: AgentView<'a>,
    pub(super) rules: &'a PlanRules,
    steps: Steps<'a>,
    charges: Option<CellCharges<'a>>,
    /// By neighbor, the length of the step there in units.
    lengths: [u64; 8],
    /// Cost of a tick of waiting, in parts.
    pub(super) wait: u64,
    /// The sweeps of costs in parts, and the flags of cells by those around them. `None` over hexagons, with walls,
    /// where cells charge differently, or where a diagonal step costs two straight ones: canonical steps alone miss
    /// optimal paths there.
    pub(super) sweep: Option<(Sweep, [u16; 512])>,
}

impl<'a> AgentKind<'a> {
    pub(super) fn new(view: AgentView<'a>, rules: &'a PlanRules) -> Self {
        let (straight, diagonal) = (rules.costs.straight_units(), rules.costs.diagonal_units());
        Self {
            view,
            rules,
            steps: Steps::new(view.layer(), rules.diagonal_rule),
            charges: view.charges(),
            lengths: NEIGHBOR_OFFSETS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight })),
            wait: u64::from(straight) * PARTS_PER_UNIT,
            sweep: sweep(view, rules),
        }
    }

    /// How many cells the agents are wide and high.
    pub(super) fn size(&self) -> u8 {
        self.view.layer().walkable().kind().size
    }

    /// The walkable cells at and around a cell, as bits: see `BitRows::around`.
    #[inline(always)]
    pub(super) fn around(&self, cell: Cell) -> usize {
        self.view.layer().walkable().map_rows().around(cell.x as usize, cell.y as usize)
    }

    /// The legal steps from a cell: numbers of neighbors, and the targets.
    #[inline]
    pub(super) fn steps_from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<'a> {
        self.steps.from(cell)
    }

    /// The walkable cells from which a legal step leads to a walkable cell, each with the neighbor that it is.
    pub(super) fn steps_to(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> {
        let (layer, size) = (self.view.layer(), self.view.layer().size());
        let has_one_way = layer.walkable().walls().is_some_and(Walls::has_one_way);
        // Without one-way steps, a step between walkable cells is legal if the one back is.
        let legal = if has_one_way { u8::MAX } else { self.steps.legal(cell) };
        let neighbors = NEIGHBOR_OFFSETS.iter().enumerate().filter(move |&(neighbor, _)| legal >> neighbor & 1 == 1);
        let cells = neighbors.map(move |(neighbor, &(dx, dy))| (neighbor, Cell::new(cell.x + dx, cell.y + dy)));
        let leads_here = move |before: Cell| self.steps.from(before).any(|(_, next)| next == cell);
        cells.filter(move |&(_, before)| {
            !has_one_way || size.contains(before) && layer.is_walkable(before) && leads_here(before)
        })
    }

    /// The cost of a step in parts, and its ticks: what the step counts for each unit of its length, rounded up.
    #[inline]
    pub(super) fn step(&self, neighbor: usize, from: Cell, to: Cell) -> (u64, u32) {
        let doubled = match self.charges {
            None => self.view.parts_per_unit(),
            Some(charges) if charges.charge() == Charge::Entered => 2 * u64::from(charges.of(to)),
            Some(charges) => u64::from(charges.of(from)) + u64::from(charges.of(to)),
        };
        (self.lengths[neighbor] * doubled, doubled.div_ceil(PARTS_PER_UNIT) as u32)
    }

    /// A number of parts that no path costs.
    pub(super) fn beyond_all_paths(&self) -> u64 {
        let dearest = u64::from(self.rules.costs.diagonal_units()) * 2 * self.view.most_charge();
        self.view.layer().size().cells() as u64 * dearest + 1
    }

    /// Estimates of the cost from a cell to `target`, which are consistent: units, to be multiplied by the least parts
    /// of a unit.
    pub(super) fn estimate(&self, target: Cell) -> Estimate {
        let layout = self.view.layer().layout();
        Estimate::in_layout(layout, Heuristic::Octile, self.rules.diagonal_rule, &self.rules.costs, target)
    }
}

fn sweep(view: AgentView, rules: &PlanRules) -> Option<(Sweep, [u16; 512])> {
    let (rule, straight, diagonal) = (rules.diagonal_rule, rules.costs.straight_units(), rules.costs.diagonal_units());
    let is_canonical = rule == DiagonalRule::Never || diagonal < 2 * straight;
    let has_walls = view.layer().walkable().walls().is_some();
    if view.layer().layout().is_hexagonal() || view.charges().is_some() || has_walls || !is_canonical {
        return None;
    }
    let cost = |step| u64::from(if is_diagonal(step) { diagonal } else { straight }) * view.parts_per_unit();
    Some((Sweep::new(rule, DIRECTIONS.map(cost)), flags_table(rule)))
}
