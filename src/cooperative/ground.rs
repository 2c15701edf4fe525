//! What steps cost an agent, and how many ticks they take.

use crate::grid::{Cell, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, CellCharges};
use crate::movement::{Charge, DiagonalRule, PARTS_PER_UNIT, StepCosts, is_diagonal};
use crate::search::Steps;

/// The rules of all agents of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanRules {
    /// When a diagonal step is allowed. The rule is about obstacles, not about other agents.
    pub diagonal_rule: DiagonalRule,
    /// What steps cost.
    pub costs: StepCosts,
    /// The largest number of expansions for one agent; `None` for no limit.
    pub max_expansions: Option<u32>,
}

/// The steps of one kind of agents.
pub(super) struct Ground<'a> {
    pub(super) view: AgentView<'a>,
    steps: Steps<'a>,
    charges: Option<CellCharges<'a>>,
    /// By neighbor, the length of the step there in units.
    lengths: [u64; 8],
    /// What a tick of waiting costs, in parts.
    pub(super) wait: u64,
}

impl<'a> Ground<'a> {
    pub(super) fn new(view: AgentView<'a>, rules: &PlanRules) -> Self {
        let (straight, diagonal) = (rules.costs.straight_units(), rules.costs.diagonal_units());
        Self {
            view,
            steps: Steps::new(view.layer(), rules.diagonal_rule),
            charges: view.charges(),
            lengths: NEIGHBOR_OFFSETS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight })),
            wait: u64::from(straight) * PARTS_PER_UNIT,
        }
    }

    /// How many cells the agents are wide and high.
    pub(super) fn size(&self) -> u8 {
        self.view.layer().walkable().kind().size
    }

    /// The legal steps from a cell: numbers of neighbors, and the targets.
    #[inline]
    pub(super) fn steps_from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<> {
        self.steps.from(cell)
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
}
