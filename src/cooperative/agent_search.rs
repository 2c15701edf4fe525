//! The search of one agent: whether its goal can be reached, how far it is, and a way there around the claims.

use super::agent_kind::AgentKind;
use super::goal_distances::{Effort, GoalDistances, Stop};
use super::plan::{PlanCell, PlanOutcome, PlanResult, PlannedAgent};
use super::space_time::{SpaceTime, SpaceTimeSearch};
use crate::OutOfMemory;
use crate::index::Components;
use crate::search::{Query, may_be_connected};

/// Inputs of one agent's search.
pub(super) struct AgentSearch<'a> {
    pub(super) kind: &'a AgentKind<'a>,
    pub(super) agent: &'a PlannedAgent,
    pub(super) window: u32,
}

/// The answers that need no search. [`PlanOutcome::Planned`] is none.
pub(super) fn refusal(kind: &AgentKind, agent: &PlannedAgent) -> PlanOutcome {
    let size = kind.view.layer().size();
    let comes_from_outside = agent.under_way > 0 && !size.contains(agent.from);
    if !size.contains(agent.start) || comes_from_outside {
        PlanOutcome::StartOutside
    } else if !size.contains(agent.goal) {
        PlanOutcome::GoalOutside
    } else if agent.goal != agent.start && !kind.view.is_walkable(agent.goal) {
        PlanOutcome::GoalBlocked
    } else {
        PlanOutcome::Planned
    }
}

impl AgentSearch<'_> {
    /// Plans the agent around what is not free. `steps` are those of an agent that stands; a plan replaces them.
    pub(super) fn run(
        &self,
        is_free: impl Fn(u32, u32) -> bool,
        distances: &mut GoalDistances,
        space_time: &mut SpaceTime,
        steps: &mut [PlanCell],
    ) -> Result<PlanResult, OutOfMemory> {
        let Self { kind, agent, window } = *self;
        let mut result = PlanResult { outcome: PlanOutcome::NoPath, ..PlanResult::default() };
        if !self.is_connected()? {
            return Ok(result);
        }
        let mut effort = Effort { expansions: 0, limit: kind.rules.max_expansions.unwrap_or(u32::MAX) };
        let mut distances = distances.toward(kind, (agent.goal, agent.kind), agent.start)?;
        let found = distances.from(agent.start, &mut effort).and_then(|rest| {
            let Some(rest) = rest else { return Ok(None) };
            result.outcome = PlanOutcome::NotPlanned;
            let distances = &mut distances;
            SpaceTimeSearch { memory: space_time, kind, distances, is_free, agent, window }.run(rest, &mut effort)
        });
        result.expansions = effort.expansions;
        match found {
            Err(Stop::Memory) => return Err(OutOfMemory),
            Err(Stop::Limit) => result.outcome = PlanOutcome::NotPlanned,
            Ok(None) => {}
            Ok(Some(found)) => {
                space_time.write(steps);
                result.outcome = PlanOutcome::Planned;
                (result.cost_parts, result.stays_from) = (found.cost, found.stays_from);
            }
        }
        Ok(result)
    }

    /// Whether a path leads to the goal, by the components of the map. A small limit of expansions does not permit
    /// labelling them; then each goal counts as connected.
    fn is_connected(&self) -> Result<bool, OutOfMemory> {
        let (layer, agent, rules) = (self.kind.view.layer(), self.agent, self.kind.rules);
        let needed = Components::expansions_to_label(layer.walkable());
        if agent.start == agent.goal || rules.max_expansions.is_some_and(|limit| limit < needed) {
            return Ok(true);
        }
        let query = Query { diagonal_rule: rules.diagonal_rule, ..Query::new(agent.start, agent.goal) };
        may_be_connected(layer, &query)
    }
}
