//! Finding paths through floors.

use super::object::FloorsObject;
use super::structs::{GridstarFloorCell, GridstarFloorPathResult};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct, read};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::{with_memory, with_scratch};
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::object::agent;
use crate::floors::{FloorCell, FloorMemory, FloorOutcome, FloorPath, FloorQuery, FloorStep, FloorsView, find_path};
use std::cell::RefCell;
use std::mem::offset_of;

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
///   only, pass a null `path_out` with a capacity of 0. The call with a larger buffer searches again.
/// - NULL_POINTER, the errors of a query def (POISONED: any floor), UNKNOWN_FLOOR (start or goal), FLOOR_WITHOUT_GRID
///   (start or goal), UNSUPPORTED_QUERY (a path form other than CELLS, a max_cost, a cover that is left out,
///   GRIDSTAR_QUERY_PARTIAL_PATH or GRIDSTAR_QUERY_LEAVE_BLOCKED): errors.
///
/// Settings: one diagonal rule, one pair of costs, one order, heuristic and weight, and one limit of expansions apply
/// to the whole search. They come from `query_def`. Settings that `query_def` leaves open, or all settings if it is
/// null, come from the grid of the start's floor. Other floors only contribute their engines. Set
/// `result_out->struct_size` first.
///
/// Each part of the path within a floor is a path that gridstar_grid_find_path finds with the same settings. The whole
/// path is optimal if these settings give optimal paths, and otherwise at most as many times dearer as GridstarOrder
/// allows.
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_find_path(
    floors: u64,
    start: *const GridstarFloorCell,
    goal: *const GridstarFloorCell,
    query_def: *const GridstarQueryDef,
    path_out: *mut FloorStep,
    path_capacity: u32,
    result_out: *mut GridstarFloorPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let call = unsafe {
            FloorPathCall {
                ends: [read(start)?.checked()?, read(goal)?.checked()?],
                query_def: query_def_or_default(query_def)?,
                path_out: OutBuffer::new(path_out, path_capacity)?,
                result_out: OutStruct::new(result_out)?,
            }
        };
        call.run(floors)
    })
}

/// The checked arguments of a search, and the places for its answer.
struct FloorPathCall {
    ends: [FloorCell; 2],
    query_def: GridstarQueryDef,
    path_out: OutBuffer<FloorStep>,
    result_out: OutStruct<GridstarFloorPathResult>,
}

/// The memory of one thread's searches through floors. Searches within floors use the thread's scratch.
#[derive(Debug, Default)]
struct FloorsMemory {
    view: FloorsView,
    search: FloorMemory,
}

thread_local! {
    static MEMORY: RefCell<FloorsMemory> = RefCell::default();
}

impl FloorPathCall {
    fn run(self, floors: u64) -> CallOutcome {
        with_memory(&MEMORY, |memory| {
            let outcome = self.answer(floors, memory);
            // An edit in place needs a state that no view holds.
            memory.view.clear();
            outcome
        })
    }

    fn answer(mut self, id: u64, memory: &mut FloorsMemory) -> CallOutcome {
        let FloorsMemory { view, search } = memory;
        let object = FloorsObject::of(id)?;
        let plan = object.plan();
        let agent = agent(&self.query_def)?;
        let [start, goal] = self.ends;
        let query = FloorQuery { start, goal, legs: plan.query(start, goal, &self.query_def)? };
        plan.look(view, &agent, &query.legs)?;
        let revision = plan.revision;
        drop(plan);
        // A grid may have been destroyed after the query was checked.
        if [start, goal].iter().any(|end| !view.has_map(end.floor)) {
            return Err(GridstarStatus::FloorWithoutGrid);
        }
        with_scratch(|scratch| {
            let answer = find_path(view, &query, scratch, search)?;
            let status = status_of(&answer.outcome);
            let path = if let FloorOutcome::Found(path) = &answer.outcome { Some(path) } else { None };
            let is_counted = status != GridstarStatus::NoPath;
            let result = GridstarFloorPathResult {
                length: path.map_or(0, FloorPath::length),
                cost: path.map_or(0.0, |path| path.cost(&query.legs.costs)),
                revision,
                expansions: if is_counted { answer.expansions } else { 0 },
                walks: if is_counted { answer.legs } else { 0 },
                links: path.map_or(0, FloorPath::link_count),
                bound: path.map_or(0.0, FloorPath::bound),
                ..GridstarFloorPathResult::DEFAULT
            };
            if !self.path_out.fits(result.length as usize) {
                self.result_out.write_number(offset_of!(GridstarFloorPathResult, length), result.length);
                return Err(GridstarStatus::BufferTooSmall);
            }
            if let Some(path) = path {
                path.copy_to(self.path_out.take(path.length() as usize)?);
            }
            self.result_out.write(result);
            if is_counted {
                search.count_searches(view);
            }
            Ok(status)
        })
    }
}

fn status_of(outcome: &FloorOutcome) -> GridstarStatus {
    match outcome {
        FloorOutcome::Found(_) => GridstarStatus::Ok,
        FloorOutcome::NoPath => GridstarStatus::NoPath,
        FloorOutcome::StartOutside => GridstarStatus::StartOutside,
        FloorOutcome::GoalOutside => GridstarStatus::GoalOutside,
        FloorOutcome::GoalBlocked => GridstarStatus::GoalBlocked,
        FloorOutcome::LimitReached => GridstarStatus::LimitReached,
    }
}
