//! Finding paths.

use super::object::grid;
use super::structs::{GridstarPathResult, GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::engine_number;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input};
use crate::ffi::boundary::status::{GridstarStatus, Outcome as CallOutcome};
use crate::ffi::boundary::thread_memory::with_memory;
use crate::grid::Cell;
use crate::index::Engine;
use crate::search::{Outcome, Path, Scratch, find_path, trace_path, usable_length};
use std::cell::RefCell;

thread_local! {
    /// The memory of this thread's searches.
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// Fills a query def with the defaults, which stand for the settings of the grid that is asked.
///
/// `def_size` is sizeof(GridstarQueryDef); at most that many bytes are written. Fails with NULL_POINTER,
/// MISALIGNED_POINTER or BAD_STRUCT_SIZE. Any thread.
///
/// # Safety
///
/// `def_out` is null or points to `def_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_query_def_default(def_out: *mut GridstarQueryDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        unsafe { OutStruct::with_size(def_out, def_size) }?.write(GridstarQueryDef::DEFAULT);
        Ok(GridstarStatus::Ok)
    })
}

/// Finds a cheapest path from start to goal, unless the query asks for an order or estimate that does not promise one
/// (see GridstarOrder), and writes its cells, both ends included. The grid's engine, a number of GridstarEngine, says
/// how; the cost is the same whichever it is.
///
/// - OK: `result_out` tells length, cost and expansions; the first `length` places of `path_out` are the path. A start
///   that is the goal is a path of one cell. A start that is an obstacle can be left.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED: there is no path, for that reason; `result_out`
///   is written. All but LIMIT_REACHED say 0 expansions, also where it took a search to find out: the first search that
///   is in vain, or long, makes the grid keep its connected components, and goals out of reach mostly need no search
///   from then on.
/// - BUFFER_TOO_SMALL: `result_out->length` says how many places are needed, and nothing else was written. A null
///   `path_out` with a capacity of 0 asks for just that.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER,
///   UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, OUT_OF_MEMORY, POISONED: a mistake.
///
/// `query_def` may be null: the grid's own settings. Set `result_out->struct_size` first.
///
/// Where several paths are equally cheap, the cells, the query and the engine decide which one comes back, never time,
/// threads or the platform; with LANDMARKS also what was edited, prepared and searched before, so that the same calls
/// in the same order give the same paths (searches between two edits may come in any order and on any threads). Of
/// equally promising cells, A* over cells expands the one with the smaller h first, then the one that it came to later;
/// jump points are taken from narrow ranges of f in turn, of each the one that came last. Another version of the
/// library may choose another one of the paths.
///
/// A limit also bounds what the search derives from the map on the way:
///
/// - Connected components are used from a limit of one expansion for 512 cells on (at least 256). With a smaller limit
///   a goal out of reach may give LIMIT_REACHED.
/// - Landmarks are measured from a limit of one expansion for 2 cells on. With a smaller limit the search uses
///   landmarks only if the grid had them at its last edit or preparation.
/// - Jump points are derived from a limit of one expansion for 512 cells on, and on grids of up to 65,536 cells always.
///   With a smaller limit the search uses jump points only if the grid had them at its last edit or preparation, else
///   A* over cells.
///
/// Expanded cells, which `max_expansions` limits, are those from which a search goes on. With jump points these are the
/// start and cells where a path may turn: far fewer than A* over cells expands, and some more than once. The goal never
/// is one.
///
/// Any thread: any number of searches run on one grid at once, each on the state that the grid had when it began. A
/// thread that has searched keeps 4 bytes for each cell of its largest grid, and as many again if it searched both by
/// jump points and by A* over cells, in memory that is only touched where its searches come by; and about 40 bytes for
/// each cell that one search reached.
///
/// # Safety
///
/// `query_def` is null or points to `query_def->struct_size` bytes; `path_out` is null or points to `path_capacity`
/// places for cells; `result_out` is null or points to `result_out->struct_size` bytes that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_path(
    grid: u64,
    start_x: i32,
    start_y: i32,
    goal_x: i32,
    goal_y: i32,
    query_def: *const GridstarQueryDef,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let call = unsafe {
            PathCall {
                start: Cell::new(start_x, start_y),
                goal: Cell::new(goal_x, goal_y),
                query_def: query_def_or_default(query_def)?,
                path_out: OutBuffer::new(path_out, path_capacity)?,
                result_out: OutStruct::new(result_out)?,
            }
        };
        call.run(grid, None)
    })
}

/// Finds the same path as gridstar_grid_find_path, and also writes the cells that the search expanded, in the order in
/// which it did: for pictures of a search and for finding out why it is slow. `result_out->expansions` is their number;
/// for NO_PATH it is 0.
///
/// Statuses are those of gridstar_grid_find_path. BUFFER_TOO_SMALL: `length` and `expansions` of `result_out` say how
/// many places `path_out` and `expanded_out` need. Any thread.
///
/// # Safety
///
/// As for gridstar_grid_find_path; `expanded_out` is null or points to `expanded_capacity` places for cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_trace_path(
    grid: u64,
    start_x: i32,
    start_y: i32,
    goal_x: i32,
    goal_y: i32,
    query_def: *const GridstarQueryDef,
    path_out: *mut Cell,
    path_capacity: u32,
    expanded_out: *mut Cell,
    expanded_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (call, expanded_out) = unsafe {
            let call = PathCall {
                start: Cell::new(start_x, start_y),
                goal: Cell::new(goal_x, goal_y),
                query_def: query_def_or_default(query_def)?,
                path_out: OutBuffer::new(path_out, path_capacity)?,
                result_out: OutStruct::new(result_out)?,
            };
            (call, OutBuffer::new(expanded_out, expanded_capacity)?)
        };
        call.run(grid, Some(expanded_out))
    })
}

/// Tells how much of a path can still be walked, by looking at its steps and without a search: for whoever keeps a path
/// while the grid is edited.
///
/// `usable_out` gets the number of cells before the first step that is not legal: `count` where the whole path is. The
/// first cell may be an obstacle, as a start may; a first cell outside the grid makes it 0. Of `query_def` (null: the
/// grid's own settings) only the diagonal rule counts. `revision_out` gets the revision of the grid that was looked at.
///
/// That a path is usable does not mean that it is still a cheapest one: an edit may have opened a shorter way.
///
/// Takes time in proportion to `count`. Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID,
/// UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, OUT_OF_MEMORY or POISONED:
/// the whole def is checked. Any thread; it sees one state of the grid, and an edit does not wait for it.
///
/// # Safety
///
/// `cells` is null or points to `count` cells; `query_def` is null or points to `query_def->struct_size` bytes;
/// `usable_out` and `revision_out` are null or point to places for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_check_path(
    grid: u64,
    cells: *const Cell,
    count: u32,
    query_def: *const GridstarQueryDef,
    usable_out: *mut u32,
    revision_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (path, query_def) = unsafe { (input(cells, count)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller's promise.
        let (usable_out, revision_out) = unsafe { (Out::new(usable_out)?, Out::new(revision_out)?) };
        let object = self::grid(grid)?;
        let rule = object.query(Cell::default(), Cell::default(), &query_def)?.diagonal_rule;
        let view = object.grid.view()?;
        usable_out.write(usable_length(view.layer(), rule, path) as u32);
        revision_out.write(view.map().revision());
        Ok(GridstarStatus::Ok)
    })
}

/// The checked arguments of a search.
struct PathCall {
    start: Cell,
    goal: Cell,
    query_def: GridstarQueryDef,
    path_out: OutBuffer<Cell>,
    result_out: OutStruct<GridstarPathResult>,
}

impl PathCall {
    fn run(self, grid: u64, expanded_out: Option<OutBuffer<Cell>>) -> CallOutcome {
        let object = self::grid(grid)?;
        let query = object.query(self.start, self.goal, &self.query_def)?;
        let view = object.grid.view()?;
        let map = view.map();
        with_scratch(|scratch| {
            let mut expanded = Vec::new();
            let answer = match &expanded_out {
                None => find_path(&view, &query, scratch)?,
                Some(_) => trace_path(&view, &query, scratch, &mut expanded)?,
            };
            let path = match &answer.outcome {
                Outcome::Found(path) => Some(path),
                _ => None,
            };
            let result = GridstarPathResult {
                length: path.map_or(0, Path::length),
                cost: path.map_or(0.0, |path| query.costs.cost_of(path.cost_units())),
                revision: map.revision(),
                expansions: answer.expansions,
                engine: engine_number(answer.engine),
                ..GridstarPathResult::DEFAULT
            };
            self.write(result, path, expanded_out, &expanded)?;
            if answer.engine != Engine::AStar {
                view.layer().count_search(answer.expansions.into());
            }
            Ok(status_of(&answer.outcome))
        })
    }

    /// Writes all outputs, or only the needed lengths where one doesn't fit.
    fn write(
        mut self,
        result: GridstarPathResult,
        path: Option<&Path>,
        mut expanded_out: Option<OutBuffer<Cell>>,
        expanded: &[Cell],
    ) -> Result<(), GridstarStatus> {
        let trace_fits = expanded_out.as_ref().is_none_or(|out| out.fits(expanded.len()));
        if !trace_fits || !self.path_out.fits(result.length as usize) {
            self.result_out.write_needed(result.length, expanded_out.is_some().then_some(result.expansions));
            return Err(GridstarStatus::BufferTooSmall);
        }
        if let Some(path) = path {
            path.copy_to(self.path_out.take(result.length as usize)?);
        }
        if let Some(out) = &mut expanded_out {
            out.take(expanded.len())?.copy_from_slice(expanded);
        }
        self.result_out.write(result);
        Ok(())
    }
}

/// What the end of a search is to a caller.
pub(crate) fn status_of(outcome: &Outcome) -> GridstarStatus {
    match outcome {
        Outcome::Found(_) => GridstarStatus::Ok,
        Outcome::NoPath => GridstarStatus::NoPath,
        Outcome::StartOutside => GridstarStatus::StartOutside,
        Outcome::GoalOutside => GridstarStatus::GoalOutside,
        Outcome::GoalBlocked => GridstarStatus::GoalBlocked,
        Outcome::LimitReached => GridstarStatus::LimitReached,
    }
}

pub(crate) fn with_scratch(search: impl FnOnce(&mut Scratch) -> CallOutcome) -> CallOutcome {
    with_memory(&SCRATCH, search)
}
