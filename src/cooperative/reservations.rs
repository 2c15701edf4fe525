//! Claims in a window of ticks, and plans for one agent.

use super::agent_kind::AgentKind;
use super::agent_search::{AgentSearch, refusal};
use super::claims::{Claims, claims_at_start, spot_of, stretches};
use super::goal_distances::GoalDistances;
use super::plan::{PlanCell, PlanOutcome, PlanResult, PlanRules, PlannedAgent, stand};
use super::space_time::SpaceTime;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::Held;
use crate::index::AgentView;

/// The longest window, in ticks.
pub const MAX_WINDOW: u32 = 256;

/// The owner of what is taken by hand.
pub const BY_HAND: u32 = u32::MAX;

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

/// Claims at the ticks of a window, and the memory for plans. Plans never change what others see unless they
/// succeed.
///
/// A window of W ticks has W + 1 moments: its first tick, [`tick`](Self::tick), and W more. Ticks of agents and plans
/// are counted from the first tick on.
#[derive(Debug)]
pub struct Reservations {
    pub(super) window: u32,
    pub(super) tick: u32,
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

impl PlanMemory {
    /// Makes room for the plans of agents, and forgets those before.
    pub(super) fn begin(&mut self, agents: usize, moments: usize) -> Result<(), OutOfMemory> {
        self.distances.forget();
        self.steps.clear();
        self.steps.try_reserve(agents.checked_mul(moments).ok_or(OutOfMemory)?)?;
        self.steps.resize(agents * moments, PlanCell::default());
        self.results.clear();
        self.results.try_reserve(agents)?;
        self.results.resize(agents, PlanResult::default());
        self.stands.clear();
        self.stands.try_reserve(agents)?;
        self.stands.resize(agents, false);
        Ok(())
    }
}

impl Reservations {
    /// Nothing is taken. The first tick is 0. `None` if the window is 0 or longer than [`MAX_WINDOW`].
    pub fn new(window: u32) -> Option<Self> {
        let (taken, planned, next) = (Claims::default(), Claims::default(), Claims::default());
        let reservations = Self { window, tick: 0, taken, planned, next, memory: PlanMemory::default() };
        (1..=MAX_WINDOW).contains(&window).then_some(reservations)
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
        let plans = memory.steps.bytes() + memory.results.bytes() + memory.stands.bytes();
        let claims = self.taken.bytes() + self.planned.bytes() + self.next.bytes();
        (size_of::<Self>() + claims + plans + memory.distances.bytes() + memory.space_time.bytes()) as u64
    }

    /// Frees everything that is taken. Keeps the memory and the first tick.
    pub fn clear(&mut self) {
        self.taken.clear();
        self.planned.clear();
    }

    /// Frees an owner's claims, made by [`find`](Self::find). Owner [`BY_HAND`] frees what was taken by hand. What
    /// others have taken too stays taken.
    pub fn release(&mut self, owner: u32) {
        self.taken.remove_all_of(owner);
    }

    /// Gives up what an agent of the last batch has taken, by its number. What others stand in too stays taken.
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
        self.taken.reserve(taken.len().checked_mul(ticks.clone().count()).ok_or(OutOfMemory)?)?;
        for tick in ticks {
            taken.iter().try_for_each(|&cell| self.taken.put(tick, spot_of(cell), BY_HAND))?;
        }
        Ok(())
    }

    /// Whether a cell of the map is taken at a tick of the window.
    pub fn is_taken(&self, cell: Cell, tick: u32) -> Result<bool, TickError> {
        let tick = tick.checked_sub(self.tick).filter(|tick| *tick <= self.window).ok_or(TickError::Outside)?;
        Ok(!self.taken.is_free(tick, spot_of(cell)) || !self.planned.is_free(tick, spot_of(cell)))
    }

    /// The plans of the last call: where each agent is at each tick, agent by agent, and the results.
    pub fn plans(&self) -> (&[PlanCell], &[PlanResult]) {
        (&self.memory.steps, &self.memory.results)
    }

    /// Plans one agent around everything that is taken. With an owner, which is not 0, a plan is taken too; an agent
    /// without a plan takes nothing.
    pub fn find(
        &mut self,
        view: AgentView,
        rules: &PlanRules,
        agent: &PlannedAgent,
        owner: Option<u32>,
    ) -> Result<PlanOutcome, OutOfMemory> {
        let Self { window, taken, planned, memory, .. } = self;
        let kind = AgentKind::new(view, rules);
        let (size, window) = (kind.size(), *window);
        memory.begin(1, window as usize + 1)?;
        let PlanMemory { distances, space_time, steps, results, .. } = memory;
        stand(agent, steps);
        let is_free = |tick, spot| taken.is_free(tick, spot) && planned.is_free(tick, spot);
        let result = &mut results[0];
        result.outcome = refusal(&kind, agent);
        if result.outcome == PlanOutcome::Planned {
            result.outcome = PlanOutcome::NotPlanned;
            if claims_at_start(agent, size, window, is_free) {
                *result = AgentSearch { kind: &kind, agent, window }.run(is_free, distances, space_time, steps)?;
            }
        }
        if let (Some(owner), PlanOutcome::Planned) = (owner, result.outcome) {
            // Of each tick: both squares of a step, and the points halfway.
            taken.reserve((window as usize + 1) * 3 * usize::from(size) * usize::from(size))?;
            claims_at_start(agent, size, window, |tick, spot| taken.put(tick, spot, owner).is_ok());
            for stretch in stretches(steps, agent.under_way, size) {
                taken.claim(&stretch, window, owner)?;
            }
        }
        Ok(result.outcome)
    }
}
