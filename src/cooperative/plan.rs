//! Agents to plan for, and their plans.

use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepCosts};

/// The rules of all agents of a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanRules {
    /// When a diagonal step is allowed. The rule is about obstacles, not about other agents.
    pub diagonal_rule: DiagonalRule,
    /// Costs of steps.
    pub costs: StepCosts,
    /// The largest number of expansions for one agent; `None` for no limit.
    pub max_expansions: Option<u32>,
}

/// An agent that wants to go somewhere. Cells are its lowest ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedAgent {
    /// Where the agent is at the first tick, or where it arrives after `under_way` ticks.
    pub start: Cell,
    /// Where it wants to go.
    pub goal: Cell,
    /// The cell from which it comes while it is under way.
    pub from: Cell,
    /// Ticks until the agent is at its start; 0 if it is there. Until then it claims `from` and `start`.
    pub under_way: u32,
    /// The number of its kind: which of the views it sees.
    pub kind: u32,
}

/// Where an agent is at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanCell {
    /// The cell at which it is or, while it is under way, at which it arrives.
    pub cell: Cell,
    /// Ticks until it arrives; 0 if it is there.
    pub under_way: u32,
}

/// Result of planning for an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlanOutcome {
    /// It has a plan.
    #[default]
    Planned,
    /// Its way is closed by others or its search reached the limit of expansions. It stands.
    NotPlanned,
    /// No path leads to its goal, even without others. It stands.
    NoPath,
    /// Its start lies outside the map, or the cell from which it comes. It claims nothing.
    StartOutside,
    /// Its goal lies outside the map. It stands.
    GoalOutside,
    /// It can't stand at its goal. It stands where it is.
    GoalBlocked,
}

/// The plan of an agent, besides its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanResult {
    /// Result of planning for the agent.
    pub outcome: PlanOutcome,
    /// The tick from which it stays at its goal to the end of the window.
    pub stays_from: Option<u32>,
    /// Cost of its steps and its waiting, in parts. A step that leads out of the window counts in full.
    pub cost_parts: u64,
    /// Number of expanded cells, and cells at ticks, in the last search for the agent.
    pub expansions: u32,
}

/// Writes the cells of an agent that stands, once it is at its start.
pub(super) fn stand(agent: &PlannedAgent, steps: &mut [PlanCell]) {
    for (tick, step) in (0..).zip(steps) {
        *step = PlanCell { cell: agent.start, under_way: agent.under_way.saturating_sub(tick) };
    }
}
