//! Finding paths through floors.

use super::object::floors;
use super::structs::GridstarFloorPathResult;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct};
use crate::ffi::boundary::status::{GridstarStatus, Outcome as CallOutcome};
use crate::ffi::boundary::thread_memory::with_memory;
use crate::ffi::grid::path::with_scratch;
use crate::ffi::grid::structs::{GridstarQueryDef, query_def_or_default};
use crate::floors::{FloorCell, FloorMemory, FloorOutcome, FloorPath, FloorQuery, FloorStep, FloorsView, find_path};
use std::cell::RefCell;

thread_local! {
    /// The memory of this thread's searches through floors, next to that of its searches within them.
    static MEMORY: RefCell<(FloorsView, FloorMemory)> = RefCell::default();
}

/// Finds a cheapest path of legal steps and links from a cell of one floor to a cell of one, and writes its cells, both
/// ends included. Each says by which link the path comes to it; both ends of a link that is taken are in the path, one
/// after the other.
///
/// - OK: `result_out` tells length, cost, links and expansions; the first `length` places of `path_out` are the path. A
///   start that is the goal is a path of one cell. A start that is an obstacle can be left on foot.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED: there is no path, for that reason; `result_out`
///   is written.
/// - BUFFER_TOO_SMALL: `result_out->length` says how many places are needed, and nothing else was written. A null
///   `path_out` with a capacity of 0 asks for just that.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_FLOOR or FLOOR_WITHOUT_GRID (of start or
///   goal), UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, OUT_OF_MEMORY,
///   POISONED (of any floor): a mistake.
///
/// The whole search is by one diagonal rule, one pair of costs, one order and estimate and one limit of expansions,
/// those of `query_def`; what it leaves open, and all of it where it is null, is taken from the grid of the start's
/// floor. The settings of other floors don't count, but for their engines. Set `result_out->struct_size` first.
///
/// Each stretch of the path that lies within a floor is one that gridstar_grid_find_path finds by the same def. The
/// path is a cheapest one whenever that finds cheapest paths. Where the order, heuristic or weight of the def do not
/// promise these (see GridstarOrder), they are used within the floors all the same, and the whole path may cost more.
///
/// Where several paths are equally cheap, the floors, the links, the query and the engines decide which one comes back,
/// never time, threads or the platform, as for gridstar_grid_find_path.
///
/// Any thread: any number of searches run at once. Each sees floors and links as they were when it began, and of each
/// grid one state that it had then; the states of two grids that are edited meanwhile need not be of the same moment. A
/// thread that has searched keeps about 300 bytes for each link and at most 500 (a copy of the links included), and for
/// each walk of one search that was the best known one to a link 32 bytes and 16 for each of its corners, besides what
/// its searches within floors keep.
///
/// The connected components of each floor on which open links end are labelled when a search first needs them, and kept
/// through edits. A goal that links and walks don't lead to is told by them, without a search. A limit of expansions
/// bounds the labelling too: it is done only if the floors have at most 8 * max_expansions words of 64 cells (rows of
/// the shorter side, in whole words). Below that, each floor counts as connected: walks that don't exist are searched
/// and count one expansion each, and a goal out of reach may be LIMIT_REACHED. Labels that are known already are then
/// not used, so that the answer doesn't depend on earlier calls.
///
/// Walks within floors are searched only where the least that they can cost matters (lazy weighted A*: Cohen, Phillips
/// and Likhachev, 2014), and no two link ends are joined by a search twice in one call. With n links it takes about O(n
/// log n) simple steps, besides the searches of walks. Where obstacles make walks far longer than the distance, as in a
/// maze with thousands of links, very many walks are searched.
///
/// # Safety
///
/// `query_def` is null or points to `query_def->struct_size` bytes; `path_out` is null or points to `path_capacity`
/// places for steps; `result_out` is null or points to `result_out->struct_size` bytes that can be written.
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
        // SAFETY: the caller's promise.
        let call = unsafe {
            FloorPathCall {
                start: FloorCell::new(start_floor, start_x, start_y),
                goal: FloorCell::new(goal_floor, goal_x, goal_y),
                query_def: query_def_or_default(query_def)?,
                path_out: OutBuffer::new(path_out, path_capacity)?,
                result_out: OutStruct::new(result_out)?,
            }
        };
        with_memory(&MEMORY, |memory| {
            let outcome = call.run(floors, memory);
            // Edits can't be made on states that are still held.
            memory.0.clear();
            outcome
        })
    })
}

/// The checked arguments of a search.
struct FloorPathCall {
    start: FloorCell,
    goal: FloorCell,
    query_def: GridstarQueryDef,
    path_out: OutBuffer<FloorStep>,
    result_out: OutStruct<GridstarFloorPathResult>,
}

impl FloorPathCall {
    fn run(self, floors: u64, (view, memory): &mut (FloorsView, FloorMemory)) -> CallOutcome {
        let object = self::floors(floors)?;
        let plan = object.plan();
        let legs = plan.query(self.start, self.goal, &self.query_def)?;
        plan.look(view)?;
        let revision = plan.revision;
        drop(plan);
        // It may have been destroyed after the query was made.
        if [self.start, self.goal].iter().any(|end| view.grid(end.floor).is_none()) {
            return Err(GridstarStatus::FloorWithoutGrid);
        }
        let query = FloorQuery { start: self.start, goal: self.goal, legs };
        with_scratch(|scratch| {
            let answer = find_path(view, &query, scratch, memory)?;
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
                cost: path.map_or(0.0, |path| path.cost(&legs.costs)),
                revision,
                expansions: if is_counted { answer.expansions } else { 0 },
                walks: if is_counted { answer.legs } else { 0 },
                links: path.map_or(0, FloorPath::link_count),
                ..GridstarFloorPathResult::DEFAULT
            };
            self.write(result, path)?;
            if is_counted {
                memory.count_searches(view);
            }
            Ok(status)
        })
    }

    /// Writes all outputs, or only the needed length where the path doesn't fit.
    fn write(mut self, result: GridstarFloorPathResult, path: Option<&FloorPath>) -> Result<(), GridstarStatus> {
        if !self.path_out.fits(result.length as usize) {
            self.result_out.write_needed_length(result.length);
            return Err(GridstarStatus::BufferTooSmall);
        }
        if let Some(path) = path {
            path.copy_to(self.path_out.take(result.length as usize)?);
        }
        self.result_out.write(result);
        Ok(())
    }
}
