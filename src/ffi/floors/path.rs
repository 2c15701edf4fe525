//! Finding paths through floors.

use super::kept_path::{FloorQuestion, FloorsMemory, with_floors_memory};
use super::object::{FloorPlan, floors};
use super::structs::GridstarFloorPathResult;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::refuse_other_form_than_cells;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct};
use crate::ffi::boundary::status::{GridstarStatus, Outcome as CallOutcome};
use crate::ffi::cover::object::refuse_without_cover;
use crate::ffi::grid::kept_path::{Asker, with_scratch};
use crate::ffi::grid::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::object::agent;
use crate::floors::{FloorCell, FloorOutcome, FloorPath, FloorQuery, FloorStep, find_path};
use crate::grid::GridSpace;
use crate::search::Scratch;

/// Finds an optimal path of legal steps and links between two cells of any floors, and writes its cells, both ends
/// included. Each cell names the link by which the path enters it. Both ends of a taken link are on the path, one after
/// the other.
///
/// - OK: the first `length` steps of `path_out` are the path; `result_out` has its length, cost and number of links. If
///   start and goal are the same cell, the path is that cell. The start may be an obstacle, but then the path begins
///   with a step, not with a link.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED: no path was found, for this reason.
///   `result_out` is written.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed capacity; nothing else was written. To ask for the length
///   only, pass a null `path_out` with a capacity of 0. The thread keeps the path: its next search through floors, if
///   it has the same arguments and sees the same floors, links and states of grids, only copies the path.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_FLOOR (start or goal), FLOOR_WITHOUT_GRID
///   (start or goal), UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG,
///   BAD_COST_LIMIT, UNKNOWN_PATH_FORM, UNSUPPORTED_QUERY (a path form other than CELLS, a max_cost,
///   GRIDSTAR_QUERY_PARTIAL_PATH or GRIDSTAR_QUERY_LEAVE_BLOCKED), INVALID_PROFILE, BAD_AGENT_SIZE, INVALID_COVER,
///   OUT_OF_MEMORY, POISONED (any floor): errors.
///
/// Settings: one diagonal rule, one pair of costs, one order, heuristic and weight, and one limit of expansions apply
/// to the whole search. They come from `query_def`. Settings that `query_def` leaves open, or all settings if it is
/// null, come from the grid of the start's floor. Other floors only contribute their engines. Set
/// `result_out->struct_size` first.
///
/// Each part of the path within a floor is a path that gridstar_grid_find_path finds with the same settings. The whole
/// path is optimal if these settings give optimal paths (see GridstarOrder). Otherwise they still apply within floors,
/// and the whole path may cost more.
///
/// Ties: among several optimal paths, the floors, the links, the query and the engines decide which one is returned;
/// time, threads and the platform never do. On floors with LANDMARKS, earlier calls decide too: see
/// gridstar_grid_find_path.
///
/// Limit: a search labels the connected components of each floor with open link ends, the start or the goal, when it
/// first needs them; edits keep the labels. Labels tell that a goal is unreachable without a search. `max_expansions`
/// limits this labeling too: it happens only if the floors have at most 8 * max_expansions words of 64 cells (rows
/// along the shorter side, rounded up to whole words). With a smaller limit, each floor counts as connected, even if it
/// has labels: the search tries legs that do not exist, each of which counts one expansion, and an unreachable goal may
/// give LIMIT_REACHED.
///
/// Thread-safe: any number of searches run at once. Each sees floors and links at its start, and one state of each
/// grid. The states of two grids that other threads edit meanwhile may be of different moments.
///
/// Time: the search is lazy weighted A* (Cohen, Phillips and Likhachev, 2014) over link ends. A leg is a path within
/// one floor between two link ends, the start or the goal. The search finds a leg only when the least possible cost of
/// the leg matters, and no leg twice in one call. With n links it takes about O(n log n) simple steps, besides the
/// searches of legs. Where obstacles make legs far longer than the distance, as in a maze with thousands of links, it
/// searches very many legs.
///
/// Memory: a thread that has searched keeps about 300 and at most 500 bytes per link, including a copy of the links;
/// also, for each leg that was the best known path to a link end in one search, 32 bytes plus 16 per corner; and its
/// memory for searches within floors.
///
/// # Safety
///
/// `query_def` is null or valid for reads of `query_def->struct_size` bytes. `path_out` is null or valid for writes of
/// `path_capacity` steps. `result_out` is null or valid for writes of `result_out->struct_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_find_path(
    floors: u64,
    start_floor: u32,
    start_x: i32,
    start_y: i32,
    goal_floor: u32,
    goal_x: i32,
    goal_y: i32,
    query_def: *const GridstarQueryDef,
    path_out: *mut FloorStep,
    path_capacity: u32,
    result_out: *mut GridstarFloorPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let call = unsafe {
            FloorPathCall {
                ends: [
                    FloorEnd::Cell(FloorCell::new(start_floor, start_x, start_y)),
                    FloorEnd::Cell(FloorCell::new(goal_floor, goal_x, goal_y)),
                ],
                query_def: query_def_or_default(query_def)?,
                path_out: FloorPathOut::Steps(OutBuffer::new(path_out, path_capacity)?),
                result_out: OutStruct::new(result_out)?,
            }
        };
        call.run(floors)
    })
}

/// The checked arguments of a search.
pub(super) struct FloorPathCall {
    pub(super) ends: [FloorEnd; 2],
    pub(super) query_def: GridstarQueryDef,
    pub(super) path_out: FloorPathOut,
    pub(super) result_out: OutStruct<GridstarFloorPathResult>,
}

/// The start or the goal.
pub(super) enum FloorEnd {
    Cell(FloorCell),
    /// The floor, and the position of the agent's center.
    Position(u32, [f32; 3]),
}

/// Where a path goes.
pub(super) enum FloorPathOut {
    Steps(OutBuffer<FloorStep>),
    /// World positions of the agent's center.
    Points(OutBuffer<[f32; 3]>),
}

impl FloorEnd {
    fn cell(&self, plan: &FloorPlan, agent_size: u8) -> Result<FloorCell, GridstarStatus> {
        match *self {
            Self::Cell(cell) => Ok(cell),
            Self::Position(floor, position) => {
                let grid = plan.grid(floor)?;
                let cell = grid.space.end_at(position, agent_size, grid.grid.size())?;
                Ok(FloorCell { floor, cell })
            }
        }
    }
}

impl FloorPathOut {
    fn fits(&self, length: usize) -> bool {
        match self {
            Self::Steps(out) => out.fits(length),
            Self::Points(out) => out.fits(length),
        }
    }

    fn write(&mut self, path: &FloorPath, spaces: &[GridSpace], agent_size: u8) -> Result<(), GridstarStatus> {
        let length = path.length() as usize;
        match self {
            Self::Steps(out) => path.copy_to(out.take(length)?),
            Self::Points(out) => path.write_to(out.take(length)?, |step| {
                // Each floor has a space, as the search saw its grid.
                let space = spaces.get(step.floor as usize);
                space.map_or([0.0; 3], |space| space.agent_center(step.at().cell, agent_size))
            }),
        }
        Ok(())
    }
}

impl FloorPathCall {
    pub(super) fn run(self, floors: u64) -> CallOutcome {
        with_floors_memory(|memory| {
            let outcome = self.answer(floors, memory);
            // An edit in place needs a state that no view holds.
            memory.view.clear();
            outcome
        })
    }

    fn answer(mut self, id: u64, memory: &mut FloorsMemory) -> CallOutcome {
        let object = self::floors(id)?;
        let plan = object.plan();
        let agent = agent(&self.query_def)?;
        let agent_size = agent.size.cells();
        let [start, goal] = [self.ends[0].cell(&plan, agent_size)?, self.ends[1].cell(&plan, agent_size)?];
        let legs = plan.query(start, goal, &self.query_def)?;
        refuse_other_form_than_cells(self.query_def.path_form)?;
        refuse_without_cover(&self.query_def)?;
        if legs.partial || legs.leaves_blocked || legs.max_cost.is_some() {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        plan.look(&mut memory.view, &agent)?;
        plan.spaces(&mut memory.spaces)?;
        let revision = plan.revision;
        drop(plan);
        // A grid may have been destroyed after the query was checked.
        if [start, goal].iter().any(|end| !memory.view.has_map(end.floor)) {
            return Err(GridstarStatus::FloorWithoutGrid);
        }
        let question = FloorQuestion { floors: id, revision, start, goal, asker: Asker::new(&self.query_def, &agent) };
        if let Some(result) = memory.kept_result(&question) {
            let path = FloorPath::last(&memory.search)?;
            self.write(result, Some(&path), &memory.spaces, agent_size)?;
            memory.kept = None;
            memory.search.count_searches(&memory.view, &legs);
            return Ok(GridstarStatus::Ok);
        }
        memory.kept = None;
        let query = FloorQuery { start, goal, legs };
        with_scratch(|scratch| self.search(memory, &query, question, scratch, agent_size))
    }

    /// Searches, and writes the outputs. A path that does not fit is kept.
    fn search(
        &mut self,
        memory: &mut FloorsMemory,
        query: &FloorQuery,
        question: FloorQuestion,
        scratch: &mut Scratch,
        agent_size: u8,
    ) -> CallOutcome {
        #[cfg(test)]
        super::kept_path::tests::count_search();
        let FloorsMemory { view, spaces, search, .. } = &mut *memory;
        let answer = find_path(view, query, scratch, search)?;
        let (status, path) = match &answer.outcome {
            FloorOutcome::Found(path) => (GridstarStatus::Ok, Some(path)),
            FloorOutcome::NoPath => (GridstarStatus::NoPath, None),
            FloorOutcome::StartOutside => (GridstarStatus::StartOutside, None),
            FloorOutcome::GoalOutside => (GridstarStatus::GoalOutside, None),
            FloorOutcome::GoalBlocked => (GridstarStatus::GoalBlocked, None),
            FloorOutcome::LimitReached => (GridstarStatus::LimitReached, None),
        };
        let is_counted = status != GridstarStatus::NoPath;
        let result = GridstarFloorPathResult {
            length: path.map_or(0, FloorPath::length),
            cost: path.map_or(0.0, |path| path.cost(&query.legs.costs)),
            revision: question.revision,
            expansions: if is_counted { answer.expansions } else { 0 },
            walks: if is_counted { answer.legs } else { 0 },
            links: path.map_or(0, FloorPath::link_count),
            ..GridstarFloorPathResult::DEFAULT
        };
        if let Err(mistake) = self.write(result, path, spaces, agent_size) {
            if mistake == GridstarStatus::BufferTooSmall {
                memory.keep(question, result);
            }
            return Err(mistake);
        }
        if is_counted {
            search.count_searches(view, &query.legs);
        }
        Ok(status)
    }

    /// Writes all outputs, or only the needed length if the path does not fit.
    fn write(
        &mut self,
        result: GridstarFloorPathResult,
        path: Option<&FloorPath>,
        spaces: &[GridSpace],
        agent_size: u8,
    ) -> Result<(), GridstarStatus> {
        if !self.path_out.fits(result.length as usize) {
            self.result_out.write_needed_length(result.length);
            return Err(GridstarStatus::BufferTooSmall);
        }
        if let Some(path) = path {
            self.path_out.write(path, spaces, agent_size)?;
        }
        self.result_out.write(result);
        Ok(())
    }
}
