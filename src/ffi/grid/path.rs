//! Finding paths on a grid, and checking a path after edits.

use super::asked::Asked;
use super::object::GridObject;
use super::query::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, read};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::with_scratch;
use crate::grid::Cell;
use crate::search::{
    Answer, Outcome, PathForm, count_search, crossed_points, find_path, supports_any_angle, trace_path, usable_length,
    usable_points,
};
use std::mem::offset_of;

/// Result of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPathResult {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of cells that the query's path form has, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path; 0 without a path. Infinity if step costs of 10^290 or more overflow.
    pub cost: f64,
    /// Revision of the grid that the search saw.
    pub revision: u64,
    /// Number of expanded cells. 0 unless the status is OK, PARTIAL_PATH or LIMIT_REACHED; steppers always tell it.
    pub expansions: u32,
    /// The engine that answered, a value of GridstarEngine. AUTO if no search was needed, and for NO_PATH.
    pub engine: u32,
    /// The path costs at most `bound` times as much as an optimal one of its kind, before straightening: 1 for an
    /// optimal path, 0 without a path.
    pub bound: f32,
    /// Must be 0.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarPathResult {
    const SIZES: &'static [u32] = &[40];
}

/// Finds an optimal path from start to goal and writes its cells, both ends included. GridstarOrder tells which
/// settings give up optimality, and GridstarPathForm which cells are written.
///
/// - OK: `path_out` has the path, and `result_out` its length and cost.
/// - PARTIAL_PATH: `path_out` has a path to the reachable cell nearest to the goal, as the query asked for.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED, COST_LIMIT_REACHED: no path was found, for this
///   reason.
///
/// The cells, the query and the engine decide which of several optimal paths is found. With LANDMARKS, and for profiles
/// with different multipliers, earlier calls that measure or prepare decide too.
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
        let call = PathCall::new([start, goal], query_def, result_out)?;
        let mut out = OutBuffer::new(path_out, path_capacity)?;
        let asked = call.asked(grid)?;
        with_scratch(|scratch| {
            let answer = find_path(asked.view(), &asked.query, scratch)?;
            let (path, result) = (answer.outcome.path(), result_of(&asked, &answer));
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

/// Makes the search of gridstar_grid_find_path, and writes the expanded cells, in the order of their expansion, in
/// place of the path: for pictures of a search. `result_out->expansions` is their number, and the needed capacity.
/// Without a path no cell is written: use a stepper to see such a search.
///
/// Statuses are those of gridstar_grid_find_path.
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
        let call = PathCall::new([start, goal], query_def, result_out)?;
        let mut out = OutBuffer::new(expanded_out, expanded_capacity)?;
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

/// Tells how much of a path is still walkable after edits, without a search. `usable_out` gets the number of cells
/// before the first illegal step, which is `count` if there is none, and 0 if the first cell is outside the grid;
/// `revision_out` gets the revision of the grid that was checked.
///
/// With another path form than CELLS, `cells` are points, and each must see the next one. With LEAVE_BLOCKED, the path
/// may begin with a way out of an obstacle.
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
        let (path, query_def) = (input(cells, count)?, query_def_or_default(query_def)?);
        let (usable_out, revision_out) = (Out::new(usable_out)?, Out::new(revision_out)?);
        let object = GridObject::of(grid)?;
        let asked = Asked::new(&object, grid, [Cell::default(); 2], &query_def)?;
        let (view, rule) = (asked.view(), asked.query.diagonal_rule);
        let by_cells = asked.query.form == PathForm::Cells;
        let crossed = if asked.query.leaves_blocked { crossed_points(&view, rule, path, by_cells) } else { 0 };
        let usable_rest = if by_cells { usable_length } else { usable_points };
        let usable = crossed + usable_rest(view.layer(), rule, &path[crossed..]);
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
        let (ends, query_def) = ([read(start)?, read(goal)?], query_def_or_default(query_def)?);
        Ok(Self { ends, query_def, result_out: OutStruct::new(result_out)? })
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

fn result_of(asked: &Asked, answer: &Answer<'_>) -> GridstarPathResult {
    let path = answer.outcome.path();
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
pub(crate) fn status_of<P>(outcome: &Outcome<P>) -> GridstarStatus {
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
