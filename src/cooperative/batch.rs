//! Plans for many agents, one after the other in order of priority.
//!
//! An agent without a plan stands. Others must not have planned to go through its cells, although it was not planned
//! yet when they were. So the agents are planned in passes:
//!
//! 1. Each agent claims its cells at the first tick, and the step that it is under way with. Agents whose claims
//!    overlap then, or are taken, stand.
//! 2. The agents are planned in order, around all claims so far. An agent that finds no plan stands: it claims its
//!    cells in the whole window, also where an earlier agent has claimed them.
//! 3. If standing agents have claimed spots of planned ones, the first such agent and all agents after it are planned
//!    again, beginning with 2. Agents that stand keep standing.
//!
//! Each pass but the last makes another agent stand, so there are at most as many passes as agents, and one more. In
//! the end no claim of an agent that has a plan is another's.

use super::agent_kind::AgentKind;
use super::agent_search::{AgentSearch, refusal};
use super::claims::{cells, claims_at_start, stretches};
use super::plan::{PlanOutcome, PlanRules, PlannedAgent, stand};
use super::reservations::{PlanMemory, Reservations};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::index::AgentView;

impl Reservations {
    /// Plans agents in their order: the first one comes first. `views` has what agents of each kind see. The plans
    /// replace those of the last batch; cells that were taken stay taken.
    ///
    /// Two agents that both lie on the map never share a cell, swap, or cross within the window, unless their cells
    /// overlap at the first tick, or they are under way then and cross.
    pub fn plan(&mut self, views: &[AgentView], rules: &PlanRules, agents: &[PlannedAgent]) -> Result<(), OutOfMemory> {
        let moments = self.window as usize + 1;
        self.next.clear();
        self.memory.begin(agents.len(), moments)?;
        let mut kinds = reserved(views.len())?;
        kinds.extend(views.iter().map(|&view| AgentKind::new(view, rules)));
        PlanBatch { reservations: self, kinds: &kinds, agents, moments }.run()?;
        std::mem::swap(&mut self.planned, &mut self.next);
        Ok(())
    }
}

struct PlanBatch<'a> {
    reservations: &'a mut Reservations,
    kinds: &'a [AgentKind<'a>],
    agents: &'a [PlannedAgent],
    /// Number of ticks of the window, the first one included.
    moments: usize,
}

impl<'a> PlanBatch<'a> {
    fn run(&mut self) -> Result<(), OutOfMemory> {
        self.begin()?;
        let mut first = 0;
        loop {
            let mut robbed = self.agents.len();
            for number in first..self.agents.len() {
                if !self.reservations.memory.stands[number] && !self.plan(number)? {
                    robbed = robbed.min(self.stand(number)?);
                }
            }
            if robbed == self.agents.len() {
                return Ok(());
            }
            for number in robbed..self.agents.len() {
                self.give_up(number);
            }
            first = robbed;
        }
    }

    /// The claims that nothing can change. Agents whose claims overlap, and agents that can't be planned, stand.
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        for number in 0..self.agents.len() {
            let (agent, kind) = self.agent(number);
            let (outcome, size, window) = (refusal(kind, agent), kind.size(), self.reservations.window);
            let Reservations { taken, next, memory, .. } = &mut *self.reservations;
            stand(agent, &mut memory.steps[number * self.moments..][..self.moments]);
            memory.results[number].outcome = outcome;
            memory.stands[number] |= outcome != PlanOutcome::Planned;
            if outcome == PlanOutcome::StartOutside {
                continue;
            }
            let mut result = Ok(());
            claims_at_start(agent, size, window, |tick, spot| {
                memory.stands[number] |= !taken.is_free(tick, spot);
                for other in next.owners(tick, spot).filter(|&other| other != number as u32 + 1) {
                    memory.stands[number] = true;
                    memory.stands[other as usize - 1] = true;
                }
                result = next.put(tick, spot, number as u32 + 1);
                result.is_ok()
            });
            result?;
        }
        for number in 0..self.agents.len() {
            if self.reservations.memory.stands[number] {
                self.stand(number)?;
            }
        }
        Ok(())
    }

    fn agent(&self, number: usize) -> (&'a PlannedAgent, &'a AgentKind<'a>) {
        (&self.agents[number], &self.kinds[self.agents[number].kind as usize])
    }

    /// Plans an agent and makes its claims. Returns whether it has a plan.
    fn plan(&mut self, number: usize) -> Result<bool, OutOfMemory> {
        let (agent, kind) = self.agent(number);
        let Reservations { window, taken, next, memory, .. } = &mut *self.reservations;
        let owner = number as u32 + 1;
        let is_free = |tick, spot| next.owners(tick, spot).all(|other| other == owner) && taken.is_free(tick, spot);
        let PlanMemory { distances, space_time, steps, results, .. } = memory;
        let steps = &mut steps[number * self.moments..][..self.moments];
        let search = AgentSearch { kind, agent, window: *window };
        results[number] = search.run(is_free, distances, space_time, steps)?;
        if results[number].outcome != PlanOutcome::Planned {
            return Ok(false);
        }
        for stretch in stretches(steps, agent.under_way, kind.size()) {
            next.claim(&stretch, *window, owner)?;
        }
        Ok(true)
    }

    /// Gives up the plan of an agent, but not its first claims.
    fn give_up(&mut self, number: usize) {
        let (agent, kind) = self.agent(number);
        let Reservations { window, next, memory, .. } = &mut *self.reservations;
        if memory.stands[number] {
            return;
        }
        let steps = &mut memory.steps[number * self.moments..][..self.moments];
        for stretch in stretches(steps, agent.under_way, kind.size()) {
            next.give_up(&stretch, *window, number as u32 + 1);
        }
        stand(agent, steps);
    }

    /// Lets an agent stand: it claims its cells from its start on. Returns the first agent that has planned to be
    /// there; the number of agents if none has.
    fn stand(&mut self, number: usize) -> Result<usize, OutOfMemory> {
        let (agent, kind) = self.agent(number);
        let Reservations { window, next, memory, .. } = &mut *self.reservations;
        let (result, owner, mut robbed) = (&mut memory.results[number], number as u32 + 1, self.agents.len());
        memory.stands[number] = true;
        if result.outcome == PlanOutcome::Planned {
            result.outcome = PlanOutcome::NotPlanned;
        }
        if result.outcome == PlanOutcome::StartOutside {
            return Ok(robbed);
        }
        for tick in agent.under_way.saturating_add(1)..=*window {
            let mut failed = Ok(());
            cells(agent.start, kind.size(), |spot| {
                let others = next.owners(tick, spot).map(|other| other as usize - 1);
                robbed = others.filter(|&other| !memory.stands[other]).fold(robbed, usize::min);
                failed = next.put(tick, spot, owner);
                failed.is_ok()
            });
            failed?;
        }
        Ok(robbed)
    }
}
