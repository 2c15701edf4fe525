//! Choosing the engine of a grid, and deriving the engine's data ahead of the first query, also on a background thread.

use super::object::GridObject;
use super::query::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::work::pool::pool;
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

/// Sets the engine of a grid, a value of GridstarEngine, and derives its data for the grid's own rule and costs.
/// Queries derive what they lack, so the call is optional. It frees data that the engine does not need, and measures
/// landmarks anew if cells have changed. Without it, edits repair landmarks where that is little work; while they are
/// unusable, jump points alone answer.
///
/// `in_background` is 0 or 1. With 1, the call returns at once, and a thread prepares while searches and edits go on
/// (see GRIDSTAR_PREPARED_UNDER_WAY). Until that ends and the engine changes, timing decides which of several optimal
/// paths a query returns. Where threads cannot start, 1 means 0.
///
/// The last call for a grid wins. A preparation without memory, or that gridstar_work_stop ends, changes nothing.
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

/// Derives what queries with this def need by the engine of the grid, whatever their limit of expansions.
///
/// With AUTO, jump points answer queries by a profile with different multipliers only after this call: for this profile
/// until it changes, this agent size and this rule. They may find another path of the same cost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_prepare_query(grid: u64, query_def: *const GridstarQueryDef) -> GridstarStatus {
    fence(|| {
        let def = query_def_or_default(query_def)?;
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

/// Waits until no preparation of any grid is under way, also of those that begin meanwhile, and runs those that no
/// thread has begun. For hosts that reload scripts or end.
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
