//! Planning one agent or many around what is taken.

use super::object::{ReservationsObject, with_reservations};
use super::structs::{GRIDSTAR_NEVER, GridstarPlanCell, GridstarPlanResult, GridstarPlannedAgent};
use crate::bits::bit_rows::reserved;
use crate::cooperative::{PlanCell, PlanOutcome, PlanRules, PlannedAgent, Reservations};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::cover::object::refuse_limit_and_cover;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::object::agent;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, GridView};
use crate::movement::{AgentSize, StepCosts};

/// Plans the agents of an array for the ticks of the window, in the order of the array: the first agent comes first.
/// Each agent is planned around what was taken by hand and around the agents before it; its plan is then taken for
/// those after it. The plans replace those of the last gridstar_reservations_plan; cells taken by
/// gridstar_reservations_take or gridstar_reservations_find_path stay taken.
///
/// - OK: `cells_out` has window + 1 cells for each agent, agent by agent, where it is at the first tick and at each
///   tick after it. `results_out` has room for `count` results, and gets one for each agent. `cell_count_out` is count
///   * (window + 1).
/// - BUFFER_TOO_SMALL: `cells_out` needs `cell_count_out` places. Nothing was planned.
/// - NULL_POINTER, the errors of a query def (INVALID_ID and POISONED: the reservations or their grid),
///   UNSUPPORTED_QUERY (a path form other than CELLS, a partial path, a way out of an obstacle, a limit of cost or a
///   cover that is left out): errors. The plans before stay.
///
/// Each agent gets a status of its own:
///
/// - OK: it has a plan to the end of the window, which may end before the goal. At its goal it stays there to the end.
/// - NOT_PLANNED: it stands, for one of four reasons:
///   - all its ways are taken, even standing still;
///   - the search reached `max_expansions`;
///   - its cells are taken at the first tick, or another agent is there;
///   - it is under way at the first tick and crosses another agent.
/// - NO_PATH, GOAL_OUTSIDE, GOAL_BLOCKED: no path leads to its goal, even without others. It stands.
/// - START_OUTSIDE: it is not on the grid, and takes nothing.
///
/// An agent that stands finishes the step that it is under way with, and then takes its cells to the end of the window.
/// Agents with plans through these cells are planned again, with all agents after them, until no plan leads there. An
/// agent that stands is not tried again in this call.
///
/// Guarantees within the window, for any two agents on the grid, unless their cells overlap at the first tick, or both
/// are under way then and cross:
///
/// - At no tick do they share a cell. While an agent is under way, it takes its old and its new cells at each tick
///   between.
/// - They never swap cells, and never cross on the diagonals of a block of four cells. For larger agents this holds for
///   each pair of their cells.
/// - An agent may follow another one into the cell that it leaves in the same tick. A diagonal step may pass between
///   two agents: the diagonal rule is about obstacles only.
///
/// Agents that are planned also keep out of taken cells. Nothing is known of what comes after the window: call
/// gridstar_reservations_advance and plan anew before it ends, as a rule after half of it.
///
/// Each plan costs least, by the agent's steps and its waiting in the window and by an optimal path from there on. A
/// tick of waiting costs a straight step of multiplier 1. Waiting at the goal to the end of the window costs nothing.
/// Ties between equally cheap plans are broken by a rule that depends on the calls alone, never on threads, time or the
/// platform. An agent that is alone goes along a path that costs as much as that of gridstar_grid_find_path.
///
/// The diagonal rule, the costs, `max_expansions`, the profile, the agent's size and the flags of `query_def` matter,
/// but all fields must be valid; null means the grid's own settings. `max_expansions` limits each agent's searches.
///
/// Planning in order of priority is sequential by nature: the call uses one thread. It is not complete: another order
/// may find plans for agents that stand in this one. Source: Silver, "Cooperative Pathfinding", 2005.
///
/// Thread-safe. Other calls for the reservations wait until this call returns; the call sees one state of the grid.
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
        // SAFETY: the caller upholds the contract of this function.
        let (agents, outs) = unsafe {
            let outs = Outs {
                cells: OutBuffer::new(cells_out, capacity)?,
                results: OutBuffer::new(results_out, count)?,
                cell_count: Out::new(cell_count_out)?,
            };
            (input(agents, count)?, outs)
        };
        // SAFETY: the caller upholds the contract of this function.
        let query_def = unsafe { query_def_or_default(query_def) }?;
        outs.plan(reservations, agents, query_def, &|reservations, crowd| {
            reservations.plan(&crowd.views()?, &crowd.rules, &crowd.agents)?;
            Ok(GridstarStatus::Ok)
        })
    })
}

/// Plans one agent around everything that is taken, by hand and by plans. With an `owner` of at least 1 its plan is
/// taken too, if it has one, for this owner. The owner is a number of the caller's choice;
/// gridstar_reservations_release frees its claims. With 0 nothing is taken. The plan is as in
/// gridstar_reservations_plan, which says what each status means for the agent.
///
/// - OK: the agent has a plan. `cells_out` has window + 1 cells, and `cell_count_out` is their number.
/// - NOT_PLANNED, NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED: the agent has no plan and takes nothing.
///   `cells_out` has the cells of an agent that stands. All outputs are written.
/// - BUFFER_TOO_SMALL: `cells_out` needs `cell_count_out` places. Nothing was planned.
/// - NULL_POINTER, the errors of a query def (INVALID_ID and POISONED: the reservations or their grid),
///   UNSUPPORTED_QUERY (a path form other than CELLS, a partial path, a way out of an obstacle, a limit of cost or a
///   cover that is left out): errors.
///
/// An agent that has taken a plan must be released before it is planned again: it would avoid itself.
///
/// Thread-safe. Other calls for the reservations wait until this call returns; the call sees one state of the grid.
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
        // SAFETY: the caller upholds the contract of this function.
        let (agents, outs) = unsafe {
            let outs = Outs {
                cells: OutBuffer::new(cells_out, capacity)?,
                results: OutBuffer::new(result_out, 1)?,
                cell_count: Out::new(cell_count_out)?,
            };
            (input(agent, 1)?, outs)
        };
        // SAFETY: the caller upholds the contract of this function.
        let query_def = unsafe { query_def_or_default(query_def) }?;
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
