//! Finding paths on a grid, and checking a path after edits.

use super::asked::Asked;
use super::object::GridObject;
use super::structs::{GridstarPathResult, GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, read};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::grid::Cell;
use crate::search::{
    Answer, Outcome, Path, PathForm, count_search, crossed_points, find_path, supports_any_angle, trace_path,
    usable_length, usable_points,
};
use std::mem::offset_of;

/// Fills a query def with the defaults, which mean the settings of the grid that the query searches.
///
/// `def_size` must be sizeof(GridstarQueryDef). The call writes at most `def_size` bytes.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BAD_STRUCT_SIZE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_query_def_default(def_out: *mut GridstarQueryDef, def_size: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { OutStruct::with_size(def_out, def_size) }?.ok(GridstarQueryDef::DEFAULT)
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
/// - COST_LIMIT_REACHED: the query has a max_cost, and no path costs at most this much. There may be a dearer path, or
///   none. `result_out` is written.
/// - PARTIAL_PATH: the query has the flag PARTIAL_PATH, and the goal can't be reached, is blocked, or lies outside the
///   grid. `path_out` and `result_out` have a path to the reachable cell nearest to the goal.
/// - BUFFER_TOO_SMALL: `result_out->length` is the needed capacity; nothing else was written. To ask for the length
///   only, pass a null `path_out` with a capacity of 0. The call with a larger buffer searches again.
/// - UNSUPPORTED_QUERY: the path form is ANY_ANGLE, which GridstarPathForm limits to other queries.
/// - NULL_POINTER, the errors of a query def: errors.
///
/// Expansions: `max_expansions` limits the number of expanded cells, and `result_out->expansions` is that number. With
/// jump points, expanded cells are the start and cells where a path may turn. They are far fewer than A* over cells
/// expands, and some are expanded more than once. Where jumps are short or many paths are equally cheap, a search by
/// jump points also expands cells one by one, as A* does. The end of a path may turn at cells that are not expanded if
/// it costs as much as on a map without obstacles. The goal is never expanded. Only OK, PARTIAL_PATH and LIMIT_REACHED
/// report expansions; the other answers report 0. A failed or long search derives the connected components of the grid.
/// From then on, most queries with an unreachable goal need no search.
///
/// `max_expansions` also limits the data that a search derives from the map:
///
/// - Connected components: derived if the limit is at least the larger of 256 and
///   longer side * (shorter side / 64, rounded up) / 8. This is about cells / 512, and more on grids with a side of
///   less than 64 cells: 2048 on a grid of 1 x 16384. With a smaller limit, an unreachable goal may give LIMIT_REACHED.
/// - Landmarks: measured if the limit is at least cells / 2. With a smaller limit, the search uses landmarks only if
///   the grid had them at its last edit or preparation.
/// - Jump points: used if the limit allows to derive components, and always on grids of at most 65,536 cells. With a
///   smaller limit, A* over cells answers, whatever the grid has derived before.
/// - Walkable cells and costs of cells, for a profile, an agent's size, penalties, or a cover that the agent does not
///   see: derived if the limit allows jump points. With a smaller limit, A* reads the cells that it comes to from the
///   grid itself. Only the path form ANY_ANGLE derives walkable cells whatever the limit.
/// - Jump points and landmarks for a profile with different multipliers: used without a limit. With one, a search over
///   cells answers.
///
/// Partial paths: distances are Euclidean, between centers of cells, compared in whole numbers. The start counts as
/// reachable, even if it is blocked. Of several equally near cells, the path leads to the one that is cheapest to
/// reach, then to the one with the smallest y, then x. The path is optimal if the query's order, heuristic and weight
/// promise it. It starts with the question what can be reached, so the first such answer derives the connected
/// components. If the limit of expansions does not allow this, a goal out of reach gives LIMIT_REACHED. The limit holds
/// for the searches to all equally near cells together.
///
/// Leaving an obstacle: without the flag LEAVE_BLOCKED, a path from a blocked start needs a walkable neighbor. With the
/// flag, a path from a blocked start has two parts. The crossing goes over blocked cells to the exit, the first
/// walkable cell; the rest is a path from the exit as any other. Of all such paths the answer has the cheapest
/// crossing, and of these the cheapest rest, if the query's order, heuristic and weight promise it. The order of the
/// exits found breaks ties between equally cheap rests.
///
/// - Steps of the crossing, with the step to the exit, go to a neighbor. Diagonal steps are allowed unless the rule is
///   NEVER, whatever lies beside them. A step costs its length, with a multiplier of 1 and without a penalty. The cost
///   of the path has both parts.
/// - The crossing never leaves the grid. An agent that stands over the edge may come back, but does not get farther
///   over it.
/// - Limits count both parts: blocked cells that the crossing expands are expansions. If the limit of expansions does
///   not allow components, only the nearest exits are tried, and LIMIT_REACHED is the answer if no path leads on.
/// - With PARTIAL_PATH, if no exit leads to the goal, the path leaves by the nearest exit, of equally near ones by the
///   one with the smallest y, then x, and is a partial path from there.
/// - If start and goal are the same blocked cell, the path is that cell. In the form STRAIGHTENED each cell of the
///   crossing is a point.
///
/// Limit of cost: `max_cost` is compared with the cost that `result_out` would have in the form CELLS. Rounding does
/// not count against a path: it may cost up to one millionth more than `max_cost`, so that a limit may be a 32-bit
/// float or a sum, and more by the factor by which the query's diagonal cost or one of its profile's multipliers was
/// rounded up. So a path is found whose costs, as they were given, add up to `max_cost`. The search leaves out cells by
/// which no path is cheap enough, and ends when no others are left; with the order DIJKSTRA it leaves out only cells
/// that cost more than `max_cost` themselves. It then does not know whether a dearer path exists: NO_PATH is never
/// returned with a max_cost. Where the order, the heuristic or the weight gives up optimality and the search finds
/// nothing within the limit, a search for an optimal path decides. With the flag PARTIAL_PATH, a goal that can be
/// reached at a higher cost gives COST_LIMIT_REACHED; so does a goal out of reach if the way to the nearest cells costs
/// more.
///
/// Ties: among several optimal paths, the cells, the query and the engine decide which one is returned; time, threads
/// and the platform never do. With LANDMARKS, the sequence of earlier calls decides too, because it decides when
/// landmarks are measured. For profiles with different multipliers, preparations decide too, because they decide
/// whether jump points answer (see GridstarEngine). The same calls in the same order give the same paths. For all other
/// queries the order of searches between two edits does not matter. A* over cells breaks ties in f by the smaller h,
/// then by the cell that was reached later. Jump points are taken from narrow ranges of f: within a range, the jump
/// point that was added last comes first. Another version of the library may return another optimal path.
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_path(
    grid: u64,
    start: *const Cell,
    goal: *const Cell,
    query_def: *const GridstarQueryDef,
    path_out: *mut Cell,
    path_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let call = unsafe { PathCall::new([start, goal], query_def, result_out) }?;
        // SAFETY: the caller upholds the contract of this function.
        let mut out = unsafe { OutBuffer::new(path_out, path_capacity) }?;
        let asked = call.asked(grid)?;
        with_scratch(|scratch| {
            let answer = find_path(asked.view(), &asked.query, scratch)?;
            let (path, result) = (path_of(&answer.outcome), result_of(&asked, &answer));
            if !out.fits(result.length as usize) {
                call.result_out.write_number(offset_of!(GridstarPathResult, length), result.length);
                return Err(GridstarStatus::BufferTooSmall);
            }
            if let Some(path) = path {
                path.copy_to(out.take(path.length() as usize)?);
            }
            call.end(&asked, &answer, result)
        })
    })
}

/// Makes the search of gridstar_grid_find_path, and writes the expanded cells in the order of their expansion in place
/// of the path. For pictures of a search, and for finding out why a search is slow. `result_out->expansions` is their
/// number. If no path exists, it is 0 and no cell is written: use a stepper to see such a search.
///
/// Statuses are those of gridstar_grid_find_path. BUFFER_TOO_SMALL: `result_out->expansions` is the needed capacity;
/// nothing else was written. The call with a larger buffer searches again. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_trace_path(
    grid: u64,
    start: *const Cell,
    goal: *const Cell,
    query_def: *const GridstarQueryDef,
    expanded_out: *mut Cell,
    expanded_capacity: u32,
    result_out: *mut GridstarPathResult,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let call = unsafe { PathCall::new([start, goal], query_def, result_out) }?;
        // SAFETY: the caller upholds the contract of this function.
        let mut out = unsafe { OutBuffer::new(expanded_out, expanded_capacity) }?;
        let asked = call.asked(grid)?;
        with_scratch(|scratch| {
            let mut expanded = Vec::new();
            let answer = trace_path(asked.view(), &asked.query, scratch, &mut expanded)?;
            let result = result_of(&asked, &answer);
            if !out.fits(expanded.len()) {
                call.result_out.write_number(offset_of!(GridstarPathResult, expansions), result.expansions);
                return Err(GridstarStatus::BufferTooSmall);
            }
            out.take(expanded.len())?.copy_from_slice(&expanded);
            call.end(&asked, &answer, result)
        })
    })
}

/// Tells how much of a path is still walkable, without a search. For a caller that keeps a path while the grid is
/// edited.
///
/// `usable_out` gets the number of cells before the first illegal step, which is `count` if all steps are legal. The
/// first cell may be an obstacle, like a start. If the first cell is outside the grid, the number is 0. `revision_out`
/// gets the revision of the grid that was checked. Of `query_def`, the diagonal rule, the profile, the agent's size,
/// the cover that it leaves out and the path form matter, but all fields must be valid; null means the grid's own
/// settings.
///
/// With another path form than CELLS, `cells` are points: `usable_out` gets their number before the first that the
/// point before it does not see (see gridstar_grid_linecast). A point does not follow itself.
///
/// With the flag LEAVE_BLOCKED, the path may begin with a way out of an obstacle, as gridstar_grid_find_path finds it.
///
/// A usable path need not be optimal any more: an edit may have opened a shorter one.
///
/// Takes time in proportion to `count`, or to the lengths of the lines between points. Fails with NULL_POINTER or the
/// errors of a query def. Thread-safe: the call sees one state of the grid, and edits do not wait for it.
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
        let object = GridObject::of(grid)?;
        let asked = Asked::new(&object, grid, [Cell::default(); 2], &query_def)?;
        let (layer, rule) = (asked.view().layer(), asked.query.diagonal_rule);
        let by_cells = asked.query.form == PathForm::Cells;
        let crossed = if asked.query.leaves_blocked { crossed_points(layer, rule, path, by_cells) } else { 0 };
        let usable_rest = if by_cells { usable_length } else { usable_points };
        let usable = crossed + usable_rest(layer, rule, &path[crossed..]);
        usable_out.write(usable as u32);
        revision_out.ok(asked.grid.revision())
    })
}

/// The checked arguments of a search, and the place for its result.
struct PathCall {
    ends: [Cell; 2],
    query_def: GridstarQueryDef,
    result_out: OutStruct<GridstarPathResult>,
}

impl PathCall {
    /// # Safety
    ///
    /// The pointers are those of a call.
    unsafe fn new(
        [start, goal]: [*const Cell; 2],
        query_def: *const GridstarQueryDef,
        result_out: *mut GridstarPathResult,
    ) -> Result<Self, GridstarStatus> {
        // SAFETY: the caller upholds the contract of this function.
        unsafe {
            let (ends, query_def) = ([read(start)?, read(goal)?], query_def_or_default(query_def)?);
            Ok(Self { ends, query_def, result_out: OutStruct::new(result_out)? })
        }
    }

    /// The query, and what it sees.
    #[inline(always)]
    fn asked(&self, grid: u64) -> Result<Asked, GridstarStatus> {
        let asked = Asked::for_search(&*GridObject::of(grid)?, grid, self.ends, &self.query_def)?;
        if asked.query.form == PathForm::AnyAngle && !supports_any_angle(asked.view(), &asked.query) {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        Ok(asked)
    }

    /// Writes the result with which a call ends, after all else that it writes.
    fn end(&self, asked: &Asked, answer: &Answer<'_>, result: GridstarPathResult) -> CallOutcome {
        self.result_out.write(result);
        count_search(asked.view(), answer.engine, answer.expansions.into());
        Ok(status_of(&answer.outcome))
    }
}

/// The path of a search that has one.
fn path_of<'a>(outcome: &'a Outcome<'a>) -> Option<&'a Path<'a>> {
    match outcome {
        Outcome::Found(path) | Outcome::Partial(path) => Some(path),
        _ => None,
    }
}

fn result_of(asked: &Asked, answer: &Answer<'_>) -> GridstarPathResult {
    let path = path_of(&answer.outcome);
    GridstarPathResult {
        length: path.map_or(0, |path| path.length()),
        cost: path.map_or(0.0, |path| path.cost(&asked.query.costs)),
        revision: asked.grid.revision(),
        expansions: answer.expansions,
        engine: answer.engine.number(),
        bound: path.map_or(0.0, |path| path.bound()),
        ..GridstarPathResult::DEFAULT
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
        Outcome::Partial(_) => GridstarStatus::PartialPath,
        Outcome::CostLimitReached => GridstarStatus::CostLimitReached,
    }
}
