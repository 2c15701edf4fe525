//! Planning one agent or many around what is taken.

use super::{ReservationsObject, with_reservations};
use crate::bits::bit_rows::reserved;
use crate::cooperative::{PlanCell, PlanOutcome, PlanRules, PlannedAgent, Reservations};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::cover::refuse_limit_and_cover;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::agent;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, GridView};
use crate::movement::{AgentSize, StepCosts};

/// In GridstarPlanResult: the agent does not stay at its goal within the window.
pub const GRIDSTAR_NEVER: u32 = 0xffff_ffff;

/// An agent to plan. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPlannedAgent {
    /// Column of the cell where the agent is at the first tick, or arrives after `under_way` ticks.
    pub start_x: i32,
    /// Row of the start.
    pub start_y: i32,
    /// Column of the goal.
    pub goal_x: i32,
    /// Row of the goal.
    pub goal_y: i32,
    /// Column of the cell from which it comes, while it is under way.
    pub from_x: i32,
    /// Row of that cell.
    pub from_y: i32,
    /// Ticks until the agent is at its start; 0 if it is there. Until then it takes both cells.
    pub under_way: u32,
    /// Cells that the agent is wide and high: at most GRIDSTAR_MAX_AGENT_SIZE. 0: as the query def says.
    pub agent_size: u32,
    /// The id of a profile. 0: as the query def says.
    pub profile: u64,
}

/// Where an agent is at a tick. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarPlanCell {
    /// Column of the cell where the agent is or, while it is under way, where it arrives.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// Ticks until the agent arrives; 0 if it is there.
    pub under_way: u32,
    /// The tick.
    pub tick: u32,
}

/// The plan of an agent, besides its cells. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarPlanResult {
    /// A value of GridstarStatus: OK, NOT_PLANNED, NO_PATH, START_OUTSIDE, GOAL_OUTSIDE or GOAL_BLOCKED.
    pub status: i32,
    /// Ticks after which the agent stays at its goal to the end of the window, or GRIDSTAR_NEVER.
    pub stays_from: u32,
    /// Expansions of the last search for the agent: cells, and cells at ticks.
    pub expansions: u32,
    /// 0.
    pub reserved: u32,
    /// Cost of the agent's steps and its waiting. A step that leads out of the window counts in full. 0 for an agent
    /// that stands.
    pub cost: f64,
}

/// Plans agents for the ticks of the window in the order of the array, each around what was taken by hand or by
/// gridstar_reservations_find_path and around the agents before it. The plans replace those of the last call.
///
/// `cells_out` gets window + 1 cells for each agent, agent by agent: where it is at the first tick and at each tick
/// after it. `results_out` has room for `count` results, and gets a status for each agent:
///
/// - OK: it has a plan to the end of the window, which may end before the goal. At its goal it stays to the end.
/// - NOT_PLANNED: it stands, because its ways or its cells at the first tick are taken, it crosses another agent under
///   way then, or its searches reached `max_expansions`.
/// - NO_PATH, GOAL_OUTSIDE, GOAL_BLOCKED: no path leads to its goal, even without others. It stands.
/// - START_OUTSIDE: it is not on the grid, and takes nothing.
///
/// An agent that stands finishes its step under way and takes its cells to the end of the window; agents whose plans
/// lead there are planned again. At no tick do two agents share a cell, swap cells, or cross on the diagonals of a
/// block of four, unless they did at the first tick. While under way, an agent takes its old and its new cells.
///
/// Each plan costs least: its steps, a straight step of multiplier 1 for a tick of waiting (but none at the goal to the
/// end), and an optimal path from the last tick on. As nothing is known of what comes after the window, advance by half
/// of it and plan anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_plan(
    reservations: u64,
    agents: *const GridstarPlannedAgent,
    count: u32,
    query_def: *const GridstarQueryDef,
    results_out: *mut GridstarPlanResult,
    cells_out: *mut GridstarPlanCell,
    capacity: u32,
    cell_count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (agents, query_def) = (input(agents, count)?, query_def_or_default(query_def)?);
        let outs = Outs {
            cells: OutBuffer::new(cells_out, capacity)?,
            results: OutBuffer::new(results_out, count)?,
            cell_count: Out::new(cell_count_out)?,
        };
        outs.plan(reservations, agents, query_def, &|reservations, crowd| {
            reservations.plan(&crowd.views()?, &crowd.rules, &crowd.agents)?;
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Plans one agent around everything that is taken, as gridstar_reservations_plan does. With an `owner` of at least 1,
/// a number of the caller's choice, its plan is taken too; release the owner before its agent is planned again, or it
/// avoids itself. With 0 nothing is taken.
///
/// - OK: the agent has a plan. `cells_out` has window + 1 cells.
/// - NOT_PLANNED, NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: it has none and takes nothing. `cells_out` tells
///   where it stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_find_path(
    reservations: u64,
    agent: *const GridstarPlannedAgent,
    owner: u32,
    query_def: *const GridstarQueryDef,
    cells_out: *mut GridstarPlanCell,
    capacity: u32,
    result_out: *mut GridstarPlanResult,
    cell_count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (agents, query_def) = (input(agent, 1)?, query_def_or_default(query_def)?);
        let outs = Outs {
            cells: OutBuffer::new(cells_out, capacity)?,
            results: OutBuffer::new(result_out, 1)?,
            cell_count: Out::new(cell_count_out)?,
        };
        let owner = (owner > 0).then_some(owner);
        outs.plan(reservations, agents, query_def, &|reservations, crowd| {
            Ok(status_of(reservations.find(crowd.views()?[0], &crowd.rules, &crowd.agents[0], owner)?))
        })
    })
}

/// The agents of a call, and what they see.
struct PlannedCrowd {
    grid: GridView,
    /// By kind of agents.
    layers: Vec<AgentLayers>,
    agents: Vec<PlannedAgent>,
    rules: PlanRules,
}

impl PlannedCrowd {
    fn new(
        object: &ReservationsObject,
        given: &[GridstarPlannedAgent],
        query_def: GridstarQueryDef,
    ) -> Result<Self, GridstarStatus> {
        let of_grid = GridObject::of(object.grid)?;
        let query = of_grid.plain_query(Cell::default(), Cell::default(), &query_def)?;
        refuse_limit_and_cover(&query, &query_def)?;
        agent(&query_def)?;
        let rules =
            PlanRules { diagonal_rule: query.diagonal_rule, costs: query.costs, max_expansions: query.max_expansions };
        let grid = of_grid.grid.view()?;
        let mut crowd = Self { grid, layers: Vec::new(), agents: Vec::new(), rules };
        crowd.agents.try_reserve_exact(given.len())?;
        let mut kinds: Vec<(u64, u32)> = Vec::new();
        for given in given {
            let profile = if given.profile == 0 { query_def.profile } else { given.profile };
            let agent_size = if given.agent_size == 0 { query_def.agent_size } else { given.agent_size };
            let kind = match kinds.iter().position(|&kind| kind == (profile, agent_size)) {
                Some(kind) => kind,
                None => {
                    let agent = agent(&GridstarQueryDef { profile, agent_size, ..query_def })?;
                    if agent.size != AgentSize::default() {
                        of_grid.refuse_hexagons()?;
                    }
                    kinds.try_reserve(1)?;
                    crowd.layers.try_reserve(1)?;
                    kinds.push((profile, agent_size));
                    crowd.layers.push(AgentLayers::of(&crowd.grid, &agent)?);
                    kinds.len() - 1
                }
            };
            crowd.agents.push(PlannedAgent {
                start: Cell::new(given.start_x, given.start_y),
                goal: Cell::new(given.goal_x, given.goal_y),
                from: Cell::new(given.from_x, given.from_y),
                under_way: given.under_way,
                kind: kind as u32,
            });
        }
        Ok(crowd)
    }

    fn views(&self) -> Result<Vec<AgentView<'_>>, GridstarStatus> {
        let mut views = reserved(self.layers.len())?;
        views.extend(self.layers.iter().map(|layers| layers.view(&self.grid)));
        Ok(views)
    }
}

/// The places for the outputs of a call.
struct Outs {
    cells: OutBuffer<GridstarPlanCell>,
    results: OutBuffer<GridstarPlanResult>,
    cell_count: Out<u32>,
}

impl Outs {
    /// Plans agents by `call`, and writes the plans. Places that are too small are refused first, and get the needed
    /// number of cells.
    fn plan(
        mut self,
        reservations: u64,
        agents: &[GridstarPlannedAgent],
        query_def: GridstarQueryDef,
        call: &dyn Fn(&mut Reservations, &PlannedCrowd) -> CallOutcome,
    ) -> CallOutcome {
        with_reservations(reservations, |object, reservations| {
            let crowd = PlannedCrowd::new(object, agents, query_def)?;
            let count = agents.len().saturating_mul(reservations.window() as usize + 1);
            let has_room = self.cells.fits(count) && self.results.fits(agents.len());
            let status = if has_room { call(reservations, &crowd)? } else { GridstarStatus::BufferTooSmall };
            if has_room {
                self.write(reservations, &crowd.rules.costs)?;
            }
            self.cell_count.write(u32::try_from(count).unwrap_or(u32::MAX));
            Ok(status)
        })
    }

    fn write(&mut self, reservations: &Reservations, costs: &StepCosts) -> Result<(), GridstarStatus> {
        let (cells, results) = reservations.plans();
        let ticks = (reservations.tick()..=reservations.tick() + reservations.window()).cycle();
        for ((place, &PlanCell { cell, under_way }), tick) in
            self.cells.take(cells.len())?.iter_mut().zip(cells).zip(ticks)
        {
            *place = GridstarPlanCell { x: cell.x, y: cell.y, under_way, tick };
        }
        for (place, result) in self.results.take(results.len())?.iter_mut().zip(results) {
            *place = GridstarPlanResult {
                status: status_of(result.outcome) as i32,
                stays_from: result.stays_from.unwrap_or(GRIDSTAR_NEVER),
                expansions: result.expansions,
                reserved: 0,
                cost: costs.cost_of_parts(result.cost_parts as f64),
            };
        }
        Ok(())
    }
}

fn status_of(outcome: PlanOutcome) -> GridstarStatus {
    match outcome {
        PlanOutcome::Planned => GridstarStatus::Ok,
        PlanOutcome::NotPlanned => GridstarStatus::NotPlanned,
        PlanOutcome::NoPath => GridstarStatus::NoPath,
        PlanOutcome::StartOutside => GridstarStatus::StartOutside,
        PlanOutcome::GoalOutside => GridstarStatus::GoalOutside,
        PlanOutcome::GoalBlocked => GridstarStatus::GoalBlocked,
    }
}
