//! Submitting a batch: its defs are read, and what its queries need is derived.

use super::object::Ticket;
use super::structs::GridstarPathRequest;
use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::pointers::SizedStruct;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_for;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::profile::agent;
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::Task;
use crate::grid::Cell;
use crate::index::{AgentLayers, Engine};
use crate::movement::Agent;
use crate::search::{PathForm, Query, prepare, reads_map, supports_any_angle};
use crate::try_arc::TryArc;
use crate::work::{GridBatch, Request};

/// A share of a batch has at most this number of queries.
const MAX_SHARE: usize = 64;

/// A thread gets about this number of shares of a batch, so that all threads end at about the same time.
const SHARES_BY_THREAD: usize = 32;

/// Landmarks take about this number of bytes for each expansion that takes as long as measuring them: 16 bytes a cell,
/// and one expansion for 2 cells.
const LANDMARK_BYTES_BY_EXPANSION: u64 = 32;

/// The grid and the query defs of a batch.
pub(super) struct Submission {
    object: TryArc<GridObject>,
    /// The grid's id.
    grid: u64,
    defs: Vec<GridstarQueryDef>,
    /// By def. Start and goal come with the requests.
    queries: Vec<Query>,
    agents: Vec<Agent>,
}

impl Submission {
    /// # Safety
    ///
    /// `defs` is null or valid for reads of `def_count` structs of `defs->struct_size` bytes.
    pub(super) unsafe fn read(
        grid: u64,
        defs: *const GridstarQueryDef,
        def_count: u32,
    ) -> Result<Self, GridstarStatus> {
        if defs.is_null() && def_count > 0 {
            return Err(GridstarStatus::NullPointer);
        }
        let object = GridObject::of(grid)?;
        let defs = read_defs(defs, def_count)?;
        let (queries, agents) = (reserved(defs.len())?, reserved(defs.len())?);
        let mut submission = Self { object, grid, defs, queries, agents };
        for def in &submission.defs {
            submission.queries.push(submission.object.query(Cell::default(), Cell::default(), def)?);
            submission.agents.push(agent(def)?);
        }
        Ok(submission)
    }

    /// A ticket for requests on the grid's state now.
    pub(super) fn ticket(self, requests: &[GridstarPathRequest]) -> Result<Ticket, GridstarStatus> {
        let Self { object, grid: id, defs, queries, mut agents } = self;
        let mut list = reserved(requests.len())?;
        for request in requests {
            let query = queries.get(request.def_index as usize).ok_or(GridstarStatus::UnknownQueryDef)?;
            if request.reserved != 0 {
                return Err(GridstarStatus::BadFlag);
            }
            let start = Cell::new(request.start_x, request.start_y);
            let goal = Cell::new(request.goal_x, request.goal_y);
            list.push(Request { query: Query { start, goal, ..*query }, agent: request.def_index });
        }
        let grid = view_for((&object, id), &mut agents, &defs)?;
        let asked = || queries.iter().zip(&agents);
        for (query, agent) in asked().filter(|(query, _)| query.form == PathForm::AnyAngle) {
            if !supports_any_angle(AgentLayers::of(&grid, agent)?.view(&grid), query) {
                return Err(GridstarStatus::UnsupportedQuery);
            }
        }
        let pool = pool()?;
        if object.grid.engine() == Engine::Landmarks && !list.is_empty() {
            // Which landmarks a query knows may not depend on when it is answered.
            let bytes_before = grid.bytes();
            for (query, agent) in asked().filter(|(query, _)| !reads_map(&grid, query)) {
                prepare(AgentLayers::of(&grid, agent)?.view(&grid), query)?;
            }
            pool.owe(grid.bytes().saturating_sub(bytes_before) / LANDMARK_BYTES_BY_EXPANSION);
        }
        let share_size = share_size(list.len())?;
        let batch = GridBatch::new(grid, &agents, list, share_size)?;
        Ok(Ticket { task: TryArc::try_new(Task::GridBatch(batch))?, grid: id, agents })
    }
}

/// The number of queries in a share of a batch.
pub(super) fn share_size(queries: usize) -> Result<usize, GridstarStatus> {
    let threads = pool()?.info().wanted as usize;
    Ok(match threads {
        // A budget ends after a share.
        0 => 1,
        _ => (queries / (SHARES_BY_THREAD * (threads + 1))).clamp(1, MAX_SHARE),
    })
}

/// The caller's query defs, or one of the defaults.
///
/// # Safety
///
/// `defs` is null or valid for reads of `def_count` structs of `defs->struct_size` bytes.
pub(super) unsafe fn read_defs(
    defs: *const GridstarQueryDef,
    def_count: u32,
) -> Result<Vec<GridstarQueryDef>, GridstarStatus> {
    let count = if defs.is_null() { 0 } else { def_count as usize };
    if defs.is_null() && def_count > 0 {
        return Err(GridstarStatus::NullPointer);
    }
    let mut list: Vec<GridstarQueryDef> = reserved(count.max(1))?;
    if count == 0 {
        list.push(GridstarQueryDef::DEFAULT);
    }
    let mut place = defs;
    for _ in 0..count {
        // SAFETY: by the contract; each struct has the size of the first one, or the call fails before it is read. The
        // sizes are multiples of 8, so that all structs are aligned if the first one is.
        unsafe {
            if let Some(first) = list.first()
                && place.cast::<u32>().read() != first.struct_size
            {
                return Err(GridstarStatus::BadStructSize);
            }
            let def = query_def_or_default(place)?;
            list.push(def);
            place = place.byte_add(def.struct_size as usize);
        }
    }
    Ok(list)
}
