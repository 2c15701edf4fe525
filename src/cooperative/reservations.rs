//! What is taken in a window of ticks, and plans for one agent.

use super::claims::{Claims, Part, cells};
use super::goal_distances::{Effort, GoalDistances, Stop};
use super::ground::{Ground, PlanRules};
use super::plan::{PlanCell, PlanOutcome, PlanResult, PlannedAgent};
use super::space_time::{SpaceTime, SpaceTimeSearch};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Components};
use crate::search::{Query, is_connected};

/// The longest window, in ticks.
pub const MAX_WINDOW: u32 = 256;

/// The owner of what is taken by hand.
pub const BY_HAND: u32 = u32::MAX;

/// The window is 0 or longer than [`MAX_WINDOW`], or there is not enough memory for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowError {
    /// The window is 0 or longer than [`MAX_WINDOW`].
    Length,
    /// Not enough memory.
    Memory,
}

/// The ticks are not in the window, or in the wrong order, or there is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TickError {
    /// A tick lies outside the window, or the last tick before the first one.
    Outside,
    /// Not enough memory.
    Memory,
}

impl From<OutOfMemory> for TickError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

/// What is taken at the ticks of a window, and the memory for plans. Plans never change what others see unless they
/// succeed.
///
/// A window of W ticks has W + 1 moments: its first tick, [`tick`](Self::tick), and W more. Ticks of agents and plans
/// are counted from the first tick on.
#[derive(Debug)]
pub struct Reservations {
    pub(super) window: u32,
    tick: u32,
    pub(super) taken: Claims,
    /// The claims of the last batch. Its owners are the agents' numbers + 1.
    pub(super) planned: Claims,
    /// The claims of the batch that is being planned.
    pub(super) next: Claims,
    pub(super) memory: PlanMemory,
}

/// The memory of plans, kept from one call to the next.
#[derive(Debug, Default)]
pub(super) struct PlanMemory {
    pub(super) distances: GoalDistances,
    pub(super) space_time: SpaceTime,
    /// For each agent, where it is at each tick.
    pub(super) steps: Vec<PlanCell>,
    pub(super) results: Vec<PlanResult>,
    /// For each agent, whether it stands in the whole window.
    pub(super) stands: Vec<bool>,
}

impl Reservations {
    /// Nothing is taken. The first tick is 0.
    pub fn new(window: u32) -> Result<Self, WindowError> {
        if !(1..=MAX_WINDOW).contains(&window) {
            return Err(WindowError::Length);
        }
        let claims = || Claims::new(window).map_err(|_| WindowError::Memory);
        let (taken, planned, next) = (claims()?, claims()?, claims()?);
        Ok(Self { window, tick: 0, taken, planned, next, memory: PlanMemory::default() })
    }

    /// Ticks from the first to the last one.
    pub fn window(&self) -> u32 {
        self.window
    }

    /// The first tick of the window.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Number of claims: cells at ticks, and points between cells that moving agents pass during ticks.
    pub fn claims(&self) -> u64 {
        (self.taken.count() + self.planned.count()) as u64
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let memory = &self.memory;
        let plans = memory.steps.capacity() * size_of::<PlanCell>()
            + memory.results.capacity() * size_of::<PlanResult>()
            + memory.stands.capacity();
        let claims = self.taken.bytes() + self.planned.bytes() + self.next.bytes();
        (size_of::<Self>() + claims + plans + memory.distances.bytes() + memory.space_time.bytes()) as u64
    }

    /// Frees everything that is taken. Keeps the memory and the first tick.
    pub fn clear(&mut self) {
        self.taken.clear();
        self.planned.clear();
    }

    /// Gives up what plans of [`find`](Self::find) have taken for an owner, or what was taken [`BY_HAND`]. Places that
    /// others have taken too stay taken.
    pub fn release(&mut self, owner: u32) {
        self.taken.remove_all_of(owner);
    }

    /// Gives up what an agent of the last batch has taken, by its number. Places that others stand in too stay taken.
    pub fn release_planned(&mut self, number: u32) {
        if let Some(owner) = number.checked_add(1) {
            self.planned.remove_all_of(owner);
        }
    }

    /// Moves the window on by a number of ticks. What was taken at ticks before the window is free again.
    pub fn advance(&mut self, ticks: u32) -> Result<(), TickError> {
        self.tick =
            self.tick.checked_add(ticks).filter(|tick| *tick <= u32::MAX - MAX_WINDOW).ok_or(TickError::Outside)?;
        self.taken.advance(ticks);
        self.planned.advance(ticks);
        Ok(())
    }

    /// Takes cells of the map at the ticks from `first` to `last`, which lie in the window. Takes all of them or, after
    /// an error, none.
    pub fn take(&mut self, taken: &[Cell], first: u32, last: u32) -> Result<(), TickError> {
        let is_inside = first >= self.tick && last >= first && last - self.tick <= self.window;
        if !is_inside {
            return Err(TickError::Outside);
        }
        let ticks = first - self.tick..=last - self.tick;
        for tick in ticks.clone() {
            self.taken.reserve(tick, taken.len())?;
        }
        for tick in ticks {
            for &cell in taken {
                let mut result = Ok(());
                cells(cell, 1, |place| {
                    result = self.taken.put(tick, place, BY_HAND);
                    true
                });
                result?;
            }
        }
        Ok(())
    }

    /// Whether a cell of the map is taken at a tick of the window.
    pub fn is_taken(&self, cell: Cell, tick: u32) -> Result<bool, TickError> {
        let tick = tick.checked_sub(self.tick).filter(|tick| *tick <= self.window).ok_or(TickError::Outside)?;
        Ok(!cells(cell, 1, |place| self.taken.is_free(tick, place) && self.planned.is_free(tick, place)))
    }

    /// Plans one agent around everything that is taken. With an owner, which is not 0, a plan is taken too; an agent
    /// without a plan takes nothing.
    pub fn find(
        &mut self,
        view: AgentView,
        rules: &PlanRules,
        agent: &PlannedAgent,
        owner: Option<u32>,
    ) -> Result<(&[PlanCell], PlanResult), OutOfMemory> {
        let Self { window, taken, planned, memory, .. } = self;
        let ground = Ground::new(view, rules);
        memory.distances.forget();
        memory.steps.clear();
        memory.steps.try_reserve(*window as usize + 1)?;
        memory.steps.resize(*window as usize + 1, PlanCell::default());
        stand(agent, &mut memory.steps);
        let PlanMemory { distances, space_time, steps, .. } = memory;
        let is_free = |tick, place| taken.is_free(tick, place) && planned.is_free(tick, place);
        let mut result = PlanResult { outcome: refusal(&ground, agent), ..PlanResult::default() };
        if result.outcome == PlanOutcome::Planned {
            result.outcome = PlanOutcome::NotPlanned;
            if has_begun(agent, ground.size(), *window, is_free) {
                let searched = Search { ground: &ground, rules, agent, window: *window };
                result = searched.run(is_free, distances, space_time, steps)?;
            }
        }
        if let (Some(owner), PlanOutcome::Planned) = (owner, result.outcome) {
            let size = ground.size();
            // Of each tick: both squares of a step, and the points halfway.
            let most = 3 * usize::from(size) * usize::from(size);
            for tick in 0..=*window {
                taken.reserve(tick, most)?;
            }
            begin(agent, size, *window, |tick, place| taken.put(tick, place, owner).is_ok());
            for part in parts(steps, agent.under_way, size) {
                taken.claim(&part, *window, owner)?;
            }
        }
        Ok((&self.memory.steps, result))
    }
}

/// The answers that need no search. [`PlanOutcome::Planned`] is none.
pub(super) fn refusal(ground: &Ground, agent: &PlannedAgent) -> PlanOutcome {
    let size = ground.view.layer().size();
    let comes_from_outside = agent.under_way > 0 && !size.contains(agent.from);
    if !size.contains(agent.start) || comes_from_outside {
        PlanOutcome::StartOutside
    } else if !size.contains(agent.goal) {
        PlanOutcome::GoalOutside
    } else if agent.goal != agent.start && !ground.view.is_walkable(agent.goal) {
        PlanOutcome::GoalBlocked
    } else {
        PlanOutcome::Planned
    }
}

/// Calls `visit` with each claim of an agent up to the tick at which it is at its start. Nothing can change these
/// claims. Ends early, with `false`, once `visit` returns `false`.
pub(super) fn begin(agent: &PlannedAgent, size: u8, window: u32, mut visit: impl FnMut(u32, u32) -> bool) -> bool {
    let PlannedAgent { start, from, under_way, .. } = *agent;
    if !cells(start, size, |place| visit(0, place)) {
        return false;
    }
    under_way == 0 || {
        let part = Part { from, to: start, size, begin: 0, ticks: under_way };
        cells(from, size, |place| visit(0, place)) && part.all(window, visit)
    }
}

/// Whether all claims up to the tick at which an agent is at its start are free.
fn has_begun(agent: &PlannedAgent, size: u8, window: u32, is_free: impl Fn(u32, u32) -> bool) -> bool {
    begin(agent, size, window, is_free)
}

/// Writes the cells of an agent that stands, once it is at its start.
pub(super) fn stand(agent: &PlannedAgent, steps: &mut [PlanCell]) {
    for (tick, step) in (0..).zip(steps) {
        *step = PlanCell { cell: agent.start, under_way: agent.under_way.saturating_sub(tick) };
    }
}

/// The parts of a plan, from a tick on at which the agent is in a cell.
pub(super) fn parts(steps: &[PlanCell], first: u32, size: u8) -> impl Iterator<Item = Part> {
    let mut tick = first;
    std::iter::from_fn(move || {
        let (now, next) = (steps.get(tick as usize)?, steps.get(tick as usize + 1)?);
        let part = Part { from: now.cell, to: next.cell, size, begin: tick, ticks: 1 + next.under_way };
        tick = part.end();
        Some(part)
    })
}

/// The search of one agent.
pub(super) struct Search<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) rules: &'a PlanRules,
    pub(super) agent: &'a PlannedAgent,
    pub(super) window: u32,
}

impl Search<'_> {
    /// Plans the agent around what is not free. `steps` are those of an agent that stands; a plan replaces them.
    pub(super) fn run(
        &self,
        is_free: impl Fn(u32, u32) -> bool,
        distances: &mut GoalDistances,
        space_time: &mut SpaceTime,
        steps: &mut [PlanCell],
    ) -> Result<PlanResult, OutOfMemory> {
        let PlanRules { diagonal_rule, ref costs, max_expansions } = *self.rules;
        let PlannedAgent { start, goal, kind, .. } = *self.agent;
        let mut result = PlanResult { outcome: PlanOutcome::NoPath, ..PlanResult::default() };
        if !self.is_connected()? {
            return Ok(result);
        }
        let mut effort = Effort { expansions: 0, limit: max_expansions.unwrap_or(u32::MAX) };
        let mut distances = distances.toward(self.ground, (diagonal_rule, costs), (goal, kind), start)?;
        let has_path = distances.from(start, &mut effort).map(|cost| cost.is_some());
        let found = match has_path {
            Ok(true) => {
                let (ground, agent, size, window) = (self.ground, self.agent, self.ground.size(), self.window);
                let distances = &mut distances;
                let mut search =
                    SpaceTimeSearch { memory: space_time, ground, distances, is_free, agent, size, window };
                search.run(&mut effort)
            }
            Ok(false) => {
                result.expansions = effort.expansions;
                return Ok(result);
            }
            Err(stop) => Err(stop),
        };
        result.expansions = effort.expansions;
        result.outcome = PlanOutcome::NotPlanned;
        match found {
            Err(Stop::Memory) => return Err(OutOfMemory),
            Err(Stop::Limit) | Ok(None) => {}
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
        let (layer, agent) = (self.ground.view.layer(), self.agent);
        let needed = Components::expansions_to_label(layer.walkable());
        if agent.start == agent.goal || self.rules.max_expansions.is_some_and(|limit| limit < needed) {
            return Ok(true);
        }
        let query = Query { diagonal_rule: self.rules.diagonal_rule, ..Query::new(agent.start, agent.goal) };
        is_connected(layer, &query)
    }
}
