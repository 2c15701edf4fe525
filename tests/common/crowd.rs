//! Safe wrappers of the C functions for reservations, and a slow referee of plans. The referee shares no code with the
//! library: it lists the cells of each agent at each tick, and compares all pairs.

use super::abi::{TestGrid, default_query_def, read};
use super::path_check::step_is_legal;
use super::terrain::{AgentMap, PARTS_PER_UNIT, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};
use std::collections::BTreeSet;
use std::ptr::null;

/// Reservations behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestReservations {
    id: u64,
    pub window: u32,
}

/// The plans of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Plans {
    /// By agent.
    pub cells: Vec<Vec<GridstarPlanCell>>,
    pub results: Vec<GridstarPlanResult>,
}

impl Plans {
    pub fn status(&self, agent: usize) -> Option<GridstarStatus> {
        GridstarStatus::from_number(self.results[agent].status)
    }

    /// The cells of an agent, tick by tick, drawn as `x,y`.
    pub fn drawn(&self, agent: usize) -> String {
        let drawn: Vec<String> = self.cells[agent].iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
        drawn.join(" ")
    }
}

/// An agent of one cell at a cell.
pub const fn planned_agent(start: (i32, i32), goal: (i32, i32)) -> GridstarPlannedAgent {
    GridstarPlannedAgent {
        start_x: start.0,
        start_y: start.1,
        goal_x: goal.0,
        goal_y: goal.1,
        from_x: 0,
        from_y: 0,
        under_way: 0,
        agent_size: 0,
        profile: 0,
    }
}

pub fn no_plan_result() -> GridstarPlanResult {
    GridstarPlanResult { status: -99, ..GridstarPlanResult::default() }
}

pub fn empty_reservations_info() -> GridstarReservationsInfo {
    let struct_size = size_of::<GridstarReservationsInfo>() as u32;
    GridstarReservationsInfo { struct_size, window: 0, tick: 0, reserved: 0, grid: 0, claims: 0, bytes: 0 }
}

impl TestReservations {
    pub fn new(grid: &TestGrid, window: u32) -> Self {
        Self::create(grid.id(), window).expect("the window is a good one")
    }

    pub fn create(grid: u64, window: u32) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_reservations_create(grid, window, &mut id) } {
            GridstarStatus::Ok => Ok(Self { id, window }),
            mistake => Err(mistake),
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn hash(&self) -> Result<u64, GridstarStatus> {
        let mut hash = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_reservations_get_hash(self.id, &mut hash) } {
            GridstarStatus::Ok => Ok(hash),
            mistake => Err(mistake),
        }
    }

    pub fn save(&self) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_reservations_save(self.id, out, capacity, count) })
    }

    pub fn load(grid: u64, bytes: &[u8]) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer and length of a slice; the last one comes from a reference.
        match unsafe { gridstar_reservations_load(grid, bytes.as_ptr(), bytes.len() as u32, &mut id) } {
            GridstarStatus::Ok => {
                let mut reservations = Self { id, window: 0 };
                reservations.window = reservations.info()?.window;
                Ok(reservations)
            }
            mistake => {
                assert_eq!(id, 0, "{mistake:?} wrote an id");
                Err(mistake)
            }
        }
    }

    pub fn info(&self) -> Result<GridstarReservationsInfo, GridstarStatus> {
        let mut info = empty_reservations_info();
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        match unsafe { gridstar_reservations_get_info(self.id, &mut info) } {
            GridstarStatus::Ok => Ok(info),
            mistake => Err(mistake),
        }
    }

    pub fn take(&self, cells: &[Cell], ticks: (u32, u32)) -> GridstarStatus {
        // SAFETY: the pointer and length of a slice.
        unsafe { gridstar_reservations_take(self.id, cells.as_ptr(), cells.len() as u32, ticks.0, ticks.1) }
    }

    pub fn is_taken(&self, cell: Cell, tick: u32) -> Result<bool, GridstarStatus> {
        let mut taken = 99;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_reservations_is_taken(self.id, cell.x, cell.y, tick, &mut taken) } {
            GridstarStatus::Ok => Ok(taken == 1),
            mistake => Err(mistake),
        }
    }

    pub fn plan(&self, agents: &[GridstarPlannedAgent], def: Option<&GridstarQueryDef>) -> Plans {
        let moments = self.window as usize + 1;
        let mut cells = vec![GridstarPlanCell::default(); agents.len() * moments];
        let mut results = vec![no_plan_result(); agents.len()];
        let (count, capacity, mut needed) = (agents.len() as u32, cells.len() as u32, 0);
        // SAFETY: the pointers and lengths of vectors; the other pointers come from references, or are null.
        let status = unsafe {
            gridstar_reservations_plan(
                self.id,
                agents.as_ptr(),
                count,
                def.map_or(null(), |def| def),
                results.as_mut_ptr(),
                cells.as_mut_ptr(),
                capacity,
                &mut needed,
            )
        };
        assert_eq!((status, needed), (GridstarStatus::Ok, capacity));
        Plans { cells: cells.chunks(moments).map(<[_]>::to_vec).collect(), results }
    }

    pub fn find(
        &self,
        agent: &GridstarPlannedAgent,
        owner: u32,
        def: Option<&GridstarQueryDef>,
    ) -> (GridstarStatus, Plans) {
        let mut cells = vec![GridstarPlanCell::default(); self.window as usize + 1];
        let (mut result, capacity, mut needed) = (no_plan_result(), cells.len() as u32, 0);
        // SAFETY: the pointer and length of a vector; the other pointers come from references, or are null.
        let status = unsafe {
            gridstar_reservations_find_path(
                self.id,
                agent,
                owner,
                def.map_or(null(), |def| def),
                cells.as_mut_ptr(),
                capacity,
                &mut result,
                &mut needed,
            )
        };
        assert_eq!((status as i32, needed), (result.status, capacity));
        (status, Plans { cells: vec![cells], results: vec![result] })
    }
}

impl Drop for TestReservations {
    fn drop(&mut self) {
        // A test may have destroyed the reservations already.
        gridstar_destroy(self.id);
    }
}

/// An agent as the referee knows it.
pub struct Refereed<'a> {
    pub agent: GridstarPlannedAgent,
    pub size: i32,
    pub map: &'a AgentMap,
}

/// A way of an agent during a tick: its cell before and after the tick, while it is on its way from one to the other.
type Move = Option<(Cell, Cell)>;

/// Where an agent is, as the referee sees it.
pub struct Seen {
    /// By tick, all cells that it has.
    pub cells: Vec<BTreeSet<Cell>>,
    /// By tick, its move until the next one.
    moves: Vec<Move>,
    size: i32,
}

fn square(anchor: Cell, size: i32) -> impl Iterator<Item = Cell> {
    (0..size).flat_map(move |dy| (0..size).map(move |dx| Cell::new(anchor.x + dx, anchor.y + dy)))
}

impl Seen {
    pub fn of(agent: &Refereed, plan: &[GridstarPlanCell]) -> Self {
        let mut left = Cell::new(agent.agent.from_x, agent.agent.from_y);
        let (mut cells, mut moves) = (Vec::new(), Vec::new());
        for (tick, now) in plan.iter().enumerate() {
            let at = Cell::new(now.x, now.y);
            let mut taken: BTreeSet<Cell> = square(at, agent.size).collect();
            if now.under_way > 0 {
                taken.extend(square(left, agent.size));
            } else {
                left = at;
            }
            cells.push(taken);
            let goes_to = plan.get(tick + 1).map_or(at, |next| Cell::new(next.x, next.y));
            moves.push((left != goes_to).then_some((left, goes_to)));
        }
        Self { cells, moves, size: agent.size }
    }

    /// Why two agents collide, if they do.
    pub fn collision(&self, other: &Self) -> Option<String> {
        for (tick, (mine, yours)) in self.cells.iter().zip(&other.cells).enumerate() {
            if let Some(cell) = mine.intersection(yours).next() {
                return Some(format!("both are at {cell:?} at tick {tick}"));
            }
        }
        let ticks = self.cells.len() - 1;
        (0..ticks).find_map(|tick| self.crossing(other, tick))
    }

    /// How two agents swap cells or cross between a tick and the next one, if they do.
    fn crossing(&self, other: &Self, tick: usize) -> Option<String> {
        let (mine, yours) = (self.moves[tick]?, other.moves[tick]?);
        for a in ways(mine, self.size) {
            for b in ways(yours, other.size) {
                let swap = a.0 == b.1 && a.1 == b.0;
                let cross = a.0.x + a.1.x == b.0.x + b.1.x && a.0.y + a.1.y == b.0.y + b.1.y;
                if swap || cross {
                    return Some(format!("{a:?} and {b:?} swap or cross after tick {tick}"));
                }
            }
        }
        None
    }
}

/// The ways of all cells of an agent.
fn ways((from, to): (Cell, Cell), size: i32) -> impl Iterator<Item = (Cell, Cell)> {
    square(from, size).zip(square(to, size))
}

/// Checks that a plan has legal steps only, of the right number of ticks, and returns its cost in parts: steps, and
/// waiting before the agent stays at its goal.
pub fn check_steps(
    refereed: &Refereed,
    rule: DiagonalRule,
    costs: &StepCosts,
    (plan, result): (&[GridstarPlanCell], &GridstarPlanResult),
) -> Result<u128, String> {
    let Refereed { agent, map, .. } = refereed;
    let start = Cell::new(agent.start_x, agent.start_y);
    let mut parts = 0;
    for (tick, now) in plan.iter().enumerate().take(agent.under_way as usize) {
        if (Cell::new(now.x, now.y), now.under_way) != (start, agent.under_way - tick as u32) {
            return Err(format!("at tick {tick} the agent is not under way to its start"));
        }
    }
    let mut tick = agent.under_way as usize;
    if plan.get(tick).is_some_and(|now| (Cell::new(now.x, now.y), now.under_way) != (start, 0)) {
        return Err(format!("at tick {tick} the agent is not at its start"));
    }
    while tick + 1 < plan.len() {
        let (from, to) = (Cell::new(plan[tick].x, plan[tick].y), Cell::new(plan[tick + 1].x, plan[tick + 1].y));
        let ticks = plan[tick + 1].under_way as usize + 1;
        let step = map.step_parts(from, to, costs);
        let right = if from == to {
            let waits = tick < result.stays_from as usize;
            parts += if waits { u128::from(costs.straight_units()) * u128::from(PARTS_PER_UNIT) } else { 0 };
            1
        } else {
            if !step_is_legal(&map.stands, from, to, rule) {
                return Err(format!("the step from {from:?} to {to:?} at tick {tick} is illegal under {rule:?}"));
            }
            parts += step;
            let straight = from.x == to.x || from.y == to.y;
            let length = if straight { costs.straight_units() } else { costs.diagonal_units() };
            step.div_ceil(u128::from(length) * u128::from(PARTS_PER_UNIT)) as usize
        };
        if ticks != right {
            return Err(format!("the step from {from:?} to {to:?} takes {ticks} ticks and not {right}"));
        }
        for (after, now) in plan[tick + 1..].iter().enumerate().take(ticks) {
            if (now.x, now.y, now.under_way as usize) != (to.x, to.y, ticks - 1 - after) {
                return Err(format!("{after} ticks after tick {tick} the agent is not under way to {to:?}"));
            }
        }
        tick += ticks;
    }
    let goal = (agent.goal_x, agent.goal_y);
    let stays = result.stays_from != GRIDSTAR_NEVER;
    if stays
        && plan.iter().skip(result.stays_from as usize).any(|now| (now.x, now.y, now.under_way) != (goal.0, goal.1, 0))
    {
        return Err(format!("the agent does not stay at its goal from {} on", result.stays_from));
    }
    let cost = cost_of_parts(parts, costs);
    if result.status == 0 && (result.cost - cost).abs() > cost * 1e-9 {
        return Err(format!("the plan costs {cost} and not {}", result.cost));
    }
    Ok(parts)
}

/// Checks the plans of a batch: legal steps, and no collision of two agents but those that overlap at the first tick,
/// or that are under way then and cross.
/// Returns the number of agents with a plan.
pub fn referee(agents: &[Refereed], rule: DiagonalRule, costs: &StepCosts, plans: &Plans) -> Result<usize, String> {
    let outside = GridstarStatus::StartOutside as i32;
    for (number, agent) in agents.iter().enumerate() {
        let (cells, result) = (&plans.cells[number], &plans.results[number]);
        if result.status != outside {
            check_steps(agent, rule, costs, (cells, result)).map_err(|problem| format!("agent {number}: {problem}"))?;
        }
        let (goal, first) = ((agent.agent.goal_x, agent.agent.goal_y), &cells[0]);
        let moves = cells.iter().any(|cell| (cell.x, cell.y) != (first.x, first.y));
        if result.status != 0 && moves {
            return Err(format!("agent {number} should stand with status {}, {goal:?}", result.status));
        }
    }
    let seen: Vec<Seen> = agents.iter().zip(&plans.cells).map(|(agent, plan)| Seen::of(agent, plan)).collect();
    for (i, one) in seen.iter().enumerate() {
        for (j, other) in seen.iter().enumerate().skip(i + 1) {
            let are_inside = [i, j].iter().all(|&agent| plans.results[agent].status != outside);
            let are_under_way = [i, j].iter().all(|&agent| agents[agent].agent.under_way > 0);
            let overlap = one.cells[0].intersection(&other.cells[0]).next().is_some()
                || are_under_way && one.crossing(other, 0).is_some();
            if overlap && [i, j].iter().any(|&agent| plans.results[agent].status == 0) && are_inside {
                return Err(format!("{i} and {j} overlap or cross at the first tick, and one has a plan"));
            }
            if let Some(problem) = one.collision(other).filter(|_| are_inside && !overlap) {
                return Err(format!("{i} and {j} collide: {problem}"));
            }
        }
    }
    Ok(plans.results.iter().filter(|result| result.status == 0).count())
}

/// A query def with a rule, and defaults otherwise.
pub fn rule_def(rule: DiagonalRule) -> GridstarQueryDef {
    GridstarQueryDef { diagonal_rule: super::abi::rule_number(rule), ..default_query_def() }
}
