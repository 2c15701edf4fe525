//! Choosing the engine of a grid, and deriving the engine's data ahead of the first query, also on a background thread.

use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::work::pool;
use crate::ffi::work::task::{Job, Preparation, Task, wait_for_jobs};
use crate::grid::Cell;
use crate::index::{AgentLayers, Prepared};
use crate::interrupt::Interrupt;
use crate::movement::Agent;
use crate::search::{Scratch, jumps_in_terrain, prepare};
use crate::snapshot::MustRun;
use crate::try_arc::TryArc;
use crate::work::Work;

/// Flag in `prepared` of GridstarGridInfo: jump points exist. Edits keep them current.
pub const GRIDSTAR_PREPARED_JUMP_POINTS: u32 = 1;
/// Flag in `prepared` of GridstarGridInfo: connected components are known. Edits of walkable cells drop them.
pub const GRIDSTAR_PREPARED_COMPONENTS: u32 = 2;
/// Flag in `prepared` of GridstarGridInfo: landmarks exist, and edits have left them usable.
pub const GRIDSTAR_PREPARED_LANDMARKS: u32 = 4;
/// Flag in `prepared` of GridstarGridInfo: a background preparation is under way.
pub const GRIDSTAR_PREPARED_UNDER_WAY: u32 = 8;

/// Sets the engine of a grid, a value of GridstarEngine, and derives the engine's data for the grid's own rule and
/// costs, for example during a loading screen. The call is optional: a query derives data that it lacks. The call frees
/// data that the engine does not need: landmarks, unless the engine is LANDMARKS, and jump points, if it is A_STAR.
///
/// The call prepares no profile with different multipliers: see gridstar_grid_prepare_query.
///
/// With LANDMARKS, the call measures the landmarks anew if cells have changed since the last measurement. Without a
/// call, edits treat landmarks as follows:
///
/// - Closed cells leave landmarks usable.
/// - An edit that opens at most 16 cells repairs the distances around them if it has to visit at most 128 cells.
///   Otherwise it notes the cells where distances are wrong, and estimates take paths through the noted cells into
///   account.
/// - An edit that opens more than 16 cells repairs distances if it has to visit at most 4096 cells.
/// - On maps with paths of more than about 13,000 steps, distances may be rounded. An edit that opens at most 16 cells
///   then notes them all, and an edit that opens more makes landmarks unusable.
/// - Landmarks are unusable when that repair would have to visit more cells, or when an edit would note more than 64
///   cells in all. Jump points alone then answer.
/// - Landmarks are stale when they are unusable, when more than 32 cells are noted, or when more than 1/32 of the cells
///   have changed since they were measured, where a cell that changes twice counts twice. Searches count the cells that
///   they expand. Once the count has passed 9.5 times the grid's number of cells, the next edit drops stale landmarks,
///   and the next search measures landmarks anew. The count begins again whenever landmarks are dropped or prepared.
///   Expansions of searches that run during an edit are sometimes not counted.
///
/// When the call returns, or the preparation in the background ends, `prepared` of GridstarGridInfo tells what the next
/// query has. If a stepper or a ticket keeps the state of before, the call copies the grid, as the next query would do;
/// the kept state keeps its data until the stepper or the ticket ends. Without memory for the copy, the next query
/// makes it.
///
/// `in_background` is 0 or 1. With 1, the call returns at once, and a thread of the library prepares while searches and
/// edits continue:
///
/// - GRIDSTAR_PREPARED_UNDER_WAY tells whether the preparation is under way; gridstar_background_wait waits for its
///   end.
/// - A grid runs one preparation at a time. Of the calls that arrive meanwhile, only the last one is kept; it runs
///   next.
/// - The engine changes when its preparation ends. Until then, timing decides which one of several optimal paths a
///   query returns. Use 0 if all machines have to find the same paths.
/// - If there is not enough memory, or gridstar_work_stop ends the preparation early, the engine stays the same.
/// - Where threads cannot start, 1 means 0.
///
/// The last of several calls for a grid wins, in the background or not. A preparation that ends after a newer call
/// changes nothing.
///
/// Fails with INVALID_ID, UNKNOWN_ENGINE, UNSUPPORTED_LAYOUT (a hexagonal grid has the engine A_STAR alone), BAD_FLAG,
/// TOO_LARGE_FOR_LANDMARKS, OUT_OF_MEMORY or POISONED; the engine then stays the same. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_prepare(grid: u64, engine: u32, in_background: u32) -> GridstarStatus {
    fence(|| {
        let engine = numbers::engine(engine)?;
        let object = GridObject::of(grid)?;
        let engine = object.engine_in_layout(engine)?;
        if in_background > 1 {
            return Err(GridstarStatus::BadFlag);
        }
        if in_background == 0 {
            return Ok(object.grid.prepare(engine)?);
        }
        object.grid.prepare_later(engine)?.map_or(Ok(()), |must_run| start(&object, must_run))
    })
}

/// Derives what queries with this def need, for example during a loading screen: for their profile, agent size,
/// diagonal rule and costs, by the engine of the grid. The call is optional: a query derives data that it lacks.
///
/// For a profile with different multipliers, a grid with the engine AUTO uses jump points only after this call (see
/// GridstarEngine): for this profile until it changes, this agent size and this rule. Edits keep them. After an edit of
/// a large part of the map, and where the grid has dropped data (see gridstar_profile_create), the next query derives
/// them again. Jump points may return another path of the same cost than A* over cells, so machines that must find the
/// same paths make this call at the same point of their sequence of calls.
///
/// `query_def` may be null for the grid's own settings; its limit of expansions plays no role.
///
/// Fails with the errors of a query def. Thread-safe; searches and edits continue meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_prepare_query(grid: u64, query_def: *const GridstarQueryDef) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let def = unsafe { query_def_or_default(query_def) }?;
        let object = GridObject::of(grid)?;
        let query = object.query(Cell::default(), Cell::default(), &def)?;
        let (grid, agent) = view_and_agent((&object, grid), &def)?;
        let agent = Agent { without: None, ..agent };
        let layers = AgentLayers::of(&grid, &agent)?;
        prepare(layers.view(&grid), &query)?;
        if let Some(profile) = agent.profile.as_ref().filter(|_| jumps_in_terrain(layers.view(&grid), &query)) {
            grid.prepared_jumps().add(profile, agent.size.cells(), query.diagonal_rule)?;
        }
        Ok(())
    })
}

/// Waits until no preparation of any grid is under way, and runs those that no thread has begun. For hosts that reload
/// scripts, close the library or end the process. The call also waits for preparations that other calls start
/// meanwhile.
///
/// Returns OK. Thread-safe; blocks.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_background_wait() -> GridstarStatus {
    fence(|| {
        pool()?.finish_long(&mut Scratch::new());
        wait_for_jobs();
        Ok(())
    })
}

/// Prepares on a thread of the pool, or on this thread if the pool has none.
fn start(object: &TryArc<GridObject>, must_run: MustRun) -> Result<(), GridstarStatus> {
    let job = Job::new(object.clone(), must_run);
    let pool = pool()?;
    let task = TryArc::try_new(Task::Preparation(Preparation::new(job)))?;
    pool.submit(task.clone(), 0)?;
    if pool.has_threads() {
        return Ok(());
    }
    let own = task.shares().claim().and_then(|_| task.preparation()).and_then(Preparation::take);
    let outcome = own.map_or(Ok(()), |job| job.run(Interrupt::NEVER));
    // Also run preparations that other callers left to a thread which failed to start.
    pool.finish_long(&mut Scratch::new());
    outcome
}

/// The prepared parts as a sum of GRIDSTAR_PREPARED_ flags.
pub(crate) fn prepared_number(prepared: &Prepared, is_preparing: bool) -> u32 {
    let parts = [
        (prepared.jump_points, GRIDSTAR_PREPARED_JUMP_POINTS),
        (prepared.components, GRIDSTAR_PREPARED_COMPONENTS),
        (prepared.landmarks, GRIDSTAR_PREPARED_LANDMARKS),
        (is_preparing, GRIDSTAR_PREPARED_UNDER_WAY),
    ];
    parts.into_iter().filter(|&(is_there, _)| is_there).map(|(_, number)| number).sum()
}
