//! Finding paths on a grid, and checking a path after edits.

use super::object::grid;
use super::structs::{GridstarPathResult, GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{GridstarPathForm, engine_number, path_form};
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input};
use crate::ffi::boundary::status::{GridstarStatus, Outcome as CallOutcome};
use crate::ffi::boundary::thread_memory::with_memory;
use crate::ffi::profile::object::agent;
use crate::grid::Cell;
use crate::index::{AgentLayers, Engine};
use crate::search::{Outcome, Path, Scratch, find_path, trace_path, usable_length, usable_points};
use std::cell::RefCell;

thread_local! {
    /// The search context of this thread.
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// Fills a query def with the defaults, which mean the settings of the grid that the query searches.
///
/// `def_size` must be sizeof(GridstarQueryDef). The call writes at most `def_size` bytes.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BAD_STRUCT_SIZE. Thread-safe.
///
/// # Safety
///
/// `def_out` is null or valid for writes of `def_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_query_def_default(def_out: *mut GridstarQueryDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { OutStruct::with_size(def_out, def_size) }?.write(GridstarQueryDef::DEFAULT);
        Ok(GridstarStatus::Ok)
    })
}

/// Finds an optimal path from start to goal and writes its cells, both ends included. If the query's order, heuristic
/// or weight gives up optimality, GridstarOrder tells what the path may cost. The query's path form tells which cells
/// are written. `query_def` may be null for the grid's own settings. Set `result_out->struct_size` first.
///
/// - OK: the first `length` cells of `path_out` are the path; `result_out` has its length and cost. If start and goal
///   are the same cell, the path is that cell. The start may be an obstacle.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED: no path was found, for this reason.
///   `result_out` is written.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed capacity; nothing else was written. To ask for the length
///   only, pass a null `path_out` with a capacity of 0.
/// - UNSUPPORTED_QUERY: the query's path form is ANY_ANGLE.
/// - NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER,
///   UNKNOWN_HEURISTIC, BAD_COSTS, BAD_WEIGHT, BAD_FLAG, UNKNOWN_PATH_FORM, INVALID_PROFILE, BAD_AGENT_SIZE,
///   OUT_OF_MEMORY, POISONED: errors.
///
/// Expansions: `max_expansions` limits the number of expanded cells, and `result_out->expansions` is that number. With
/// jump points, expanded cells are the start and cells where a path may turn. They are far fewer than A* over cells
/// expands, and some are expanded more than once. The goal is never expanded. Only OK and LIMIT_REACHED report
/// expansions; the other answers report 0. A failed or long search derives the connected components of the grid. From
/// then on, most queries with an unreachable goal need no search.
///
/// `max_expansions` also limits the data that a search derives from the map:
///
/// - Connected components: derived if the limit is at least the larger of 256 and cells / 512. With a smaller limit, an
///   unreachable goal may give LIMIT_REACHED.
/// - Landmarks: measured if the limit is at least cells / 2. With a smaller limit, the search uses landmarks only if
///   the grid had them at its last edit or preparation.
/// - Jump points: derived if the limit is at least cells / 512, and always on grids of at most 65,536 cells. With a
///   smaller limit, the search uses jump points only if the grid had them at its last edit or preparation, else A* over
///   cells.
///
/// Ties: among several optimal paths, the cells, the query and the engine decide which one is returned; time, threads
/// and the platform never do. With LANDMARKS, the sequence of earlier calls decides too, because it decides when
/// landmarks are measured. The same calls in the same order give the same paths. Only the order of searches between two
/// edits does not matter. A* over cells breaks ties in f by the smaller h, then by the cell that was reached later.
/// Jump points are taken from narrow ranges of f: within a range, the jump point that was added last comes first.
/// Another version of the library may return another optimal path.
///
/// Time: the form STRAIGHTENED takes up to about as long as following a line to each cell of the path; few are followed
/// in practice.
///
/// Thread-safe: any number of searches of one grid run at once. Each sees the grid's state at its start.
///
/// Memory: a thread that has searched keeps 4 bytes per cell of its largest grid, and as many again for each further
/// kind of search: by jump points, by A* over cells, in weighted terrain. Only the pages that its searches touch are
/// used. It also keeps about 40 bytes for each cell that its largest search reached, and 8 bytes for each cell of the
/// longest path that it has straightened.
///
/// # Safety
///
/// `query_def` is null or valid for reads of `query_def->struct_size` bytes. `path_out` is null or valid for writes of
/// `path_capacity` cells. `result_out` is null or valid for writes of `result_out->struct_size` bytes.
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
        // SAFETY: the caller upholds the contract of this function.
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

/// Finds the same path as gridstar_grid_find_path, and also writes the expanded cells in the order of their expansion.
/// For pictures of a search, and for finding out why a search is slow. `result_out->expansions` is their number. If no
/// path exists, it is 0 and no cell is written: use a stepper to see such a search.
///
/// Statuses are those of gridstar_grid_find_path. BUFFER_TOO_SMALL: `length` and `expansions` of `result_out` are the
/// needed capacities of `path_out` and `expanded_out`; nothing else was written. Thread-safe.
///
/// # Safety
///
/// As for gridstar_grid_find_path. `expanded_out` is null or valid for writes of `expanded_capacity` cells.
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
        // SAFETY: the caller upholds the contract of this function.
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

/// Tells how much of a path is still walkable, without a search. For a caller that keeps a path while the grid is
/// edited.
///
/// `usable_out` gets the number of cells before the first illegal step, which is `count` if all steps are legal. The
/// first cell may be an obstacle, like a start. If the first cell is outside the grid, the number is 0. `revision_out`
/// gets the revision of the grid that was checked. Of `query_def`, the diagonal rule, the profile, the agent's size and
/// the path form matter, but all fields must be valid; null means the grid's own settings.
///
/// With a path form other than CELLS, `cells` are points: `usable_out` gets their number before the first that the
/// point before it does not see (see gridstar_grid_linecast). A point does not follow itself.
///
/// A usable path need not be optimal any more: an edit may have opened a shorter one.
///
/// Takes time in proportion to `count`, or to the lengths of the lines between points. Fails with NULL_POINTER,
/// MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, UNKNOWN_DIAGONAL_RULE, UNKNOWN_ORDER, UNKNOWN_HEURISTIC, BAD_COSTS,
/// BAD_WEIGHT, BAD_FLAG, UNKNOWN_PATH_FORM, INVALID_PROFILE, BAD_AGENT_SIZE, OUT_OF_MEMORY or POISONED. Thread-safe:
/// the call sees one state of the grid, and edits do not wait for it.
///
/// # Safety
///
/// `cells` is null or valid for reads of `count` cells. `query_def` is null or valid for reads of
/// `query_def->struct_size` bytes. `usable_out` and `revision_out` are null or valid for writes of a number.
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
        // SAFETY: the caller upholds the contract of this function.
        let (path, query_def) = unsafe { (input(cells, count)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let (usable_out, revision_out) = unsafe { (Out::new(usable_out)?, Out::new(revision_out)?) };
        let object = self::grid(grid)?;
        let rule = object.query(Cell::default(), Cell::default(), &query_def)?.diagonal_rule;
        let agent = agent(&query_def)?;
        let grid = object.grid.view()?;
        let layers = AgentLayers::of(&grid, &agent)?;
        let view = layers.view(&grid);
        let usable = match path_form(query_def.path_form)? {
            GridstarPathForm::Default | GridstarPathForm::Cells => usable_length(view.layer(), rule, path),
            _ => usable_points(view.layer(), rule, path),
        };
        usable_out.write(usable as u32);
        revision_out.write(grid.map().revision());
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
        if path_form(self.query_def.path_form)? == GridstarPathForm::AnyAngle {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        let agent = agent(&self.query_def)?;
        let grid = object.grid.view()?;
        let layers = AgentLayers::of(&grid, &agent)?;
        let view = layers.view(&grid);
        with_scratch(|scratch| {
            let mut expanded = Vec::new();
            let answer = match &expanded_out {
                None => find_path(view, &query, scratch)?,
                Some(_) => trace_path(view, &query, scratch, &mut expanded)?,
            };
            let path = match &answer.outcome {
                Outcome::Found(path) => Some(path),
                _ => None,
            };
            let result = GridstarPathResult {
                length: path.map_or(0, Path::length),
                cost: path.map_or(0.0, |path| path.cost(&query.costs)),
                revision: grid.map().revision(),
                expansions: answer.expansions,
                engine: engine_number(answer.engine),
                ..GridstarPathResult::DEFAULT
            };
            self.write(result, path, expanded_out, &expanded)?;
            if answer.engine != Engine::AStar {
                view.count_search(answer.expansions.into());
            }
            Ok(status_of(&answer.outcome))
        })
    }

    /// Writes all outputs, or only the needed lengths if one does not fit.
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

/// The status for the end of a search.
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
