//! Costs to many goals: the nearest ones, and costs from many starts to many goals.

use super::structs::GridstarGoalCost;
use crate::bits::bit_rows::copied;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, take, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::object::view_and_agent;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::Task;
use crate::field::{FieldRules, Sense, costs_to, nearest_goals};
use crate::grid::Cell;
use crate::index::IndexedGrid;
use crate::movement::Agent;
use crate::out_of_memory::refill;
use crate::search::Scratch;
use crate::try_arc::TryArc;
use crate::work::Shares;
use parking_lot::Mutex;

/// Finds the goals nearest to a start by the costs of optimal paths to them: the first `max_count` of them (0: all)
/// that can be reached within the query's max_cost, by cost, and by index where costs are equal. `count_out` gets their
/// number; `nearest_out` each goal's index in `goals` and its cost.
///
/// The costs are those of gridstar_grid_find_path with the same query def. A goal on which the agent can't stand is not
/// reached, unless it is the start. Takes the time of a field up to the cost of the last of these goals, or of the
/// whole grid if fewer can be reached.
///
/// Fails with NULL_POINTER, CELL_OUTSIDE (the start or a goal), BUFFER_TOO_SMALL (only `count_out` is written),
/// UNSUPPORTED_QUERY (as for gridstar_field_create) or the errors of a query def. Thread-safe: the call sees one state
/// of the grid, and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest_goals(
    grid: u64,
    start_x: i32,
    start_y: i32,
    goals: *const Cell,
    goal_count: u32,
    max_count: u32,
    query_def: *const GridstarQueryDef,
    nearest_out: *mut GridstarGoalCost,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (goals, def) = unsafe { (input(goals, goal_count)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(nearest_out, capacity)?, Out::new(count_out)?) };
        let start = Cell::new(start_x, start_y);
        let asked = Asked::new(grid, &def)?;
        asked.check(&[start])?;
        asked.check(goals)?;
        let count = if max_count == 0 { goals.len() } else { max_count as usize };
        let found = nearest_goals(&asked.view, &asked.agent, start, goals, count, asked.rules)?;
        let nearest = found.iter().map(|goal| {
            let cost = asked.rules.costs.cost_of_parts(goal.cost as f64);
            GridstarGoalCost { cost, index: goal.index, reserved: 0 }
        });
        write_list(out, &count_out, found.len(), nearest)
    })
}

/// Writes the costs of optimal paths from each of `start_count` starts to each of `goal_count` goals, and their number:
/// the cost from start i to goal j at index i * goal_count + j, and infinity where there is no path within the query's
/// max_cost. The worker threads and the calling thread share the starts; the costs do not depend on the number of
/// threads.
///
/// The costs are those of gridstar_grid_find_path with the same query def. Takes the time of a field for each start.
///
/// Fails with NULL_POINTER, CELL_OUTSIDE (a start or a goal), BUFFER_TOO_SMALL (only `count_out` is written),
/// UNSUPPORTED_QUERY (as for gridstar_field_create) or the errors of a query def. Thread-safe: the call sees one state
/// of the grid, and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cost_matrix(
    grid: u64,
    starts: *const Cell,
    start_count: u32,
    goals: *const Cell,
    goal_count: u32,
    query_def: *const GridstarQueryDef,
    costs_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (starts, goals) = unsafe { (input(starts, start_count)?, input(goals, goal_count)?) };
        // SAFETY: the caller upholds the contract of this function.
        let (mut costs_out, count_out, def) =
            unsafe { (OutBuffer::new(costs_out, capacity)?, Out::new(count_out)?, query_def_or_default(query_def)?) };
        let asked = Asked::new(grid, &def)?;
        asked.check(starts)?;
        asked.check(goals)?;
        let count = starts.len().checked_mul(goals.len()).filter(|&count| u32::try_from(count).is_ok());
        let count = count.ok_or(GridstarStatus::OutOfMemory)?;
        if !costs_out.fits(count) {
            count_out.write(count as u32);
            return Err(GridstarStatus::BufferTooSmall);
        }
        let task = TryArc::try_new(Task::Matrix(Matrix::new(asked, starts, goals)?))?;
        let pool = pool()?;
        // Without memory for the queue, this thread does all.
        let _ = pool.submit(task.clone(), i32::MAX);
        pool.finish(&task, &mut Scratch::new());
        let Task::Matrix(matrix) = &*task else { return Err(GridstarStatus::Panicked) };
        if let Some(failed) =
            matrix.rows.iter().map(|row| row.lock().status).find(|&status| status != GridstarStatus::Ok)
        {
            return Err(failed);
        }
        let places = take(&mut costs_out, count, &count_out)?;
        for (places, row) in places.chunks_exact_mut(goals.len().max(1)).zip(&matrix.rows) {
            places.copy_from_slice(&row.lock().costs);
        }
        Ok(())
    })
}

/// Who asks, and the state of the grid that is seen.
#[derive(Debug)]
struct Asked {
    view: TryArc<IndexedGrid>,
    agent: Agent,
    rules: FieldRules,
}

impl Asked {
    fn new(grid: u64, def: &GridstarQueryDef) -> Result<Self, GridstarStatus> {
        let object = GridObject::of(grid)?;
        let query = object.plain_query(Cell::default(), Cell::default(), def)?;
        let (view, agent) = view_and_agent((&object, grid), def)?;
        let (diagonal_rule, costs, max_cost) = (query.diagonal_rule, query.costs, query.max_cost);
        let rules = FieldRules { diagonal_rule, costs, max_cost, sense: Sense::FromStarts };
        Ok(Self { view, agent, rules })
    }

    fn check(&self, cells: &[Cell]) -> Result<(), GridstarStatus> {
        let size = self.view.map().size();
        if cells.iter().all(|&cell| size.contains(cell)) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// Costs from starts to goals: a share for each start.
#[derive(Debug)]
pub(crate) struct Matrix {
    asked: Asked,
    starts: Vec<Cell>,
    goals: Vec<Cell>,
    /// By start.
    rows: Vec<Mutex<Row>>,
    pub(crate) shares: Shares,
}

/// The costs from one start.
#[derive(Debug)]
struct Row {
    costs: Vec<f64>,
    status: GridstarStatus,
}

impl Matrix {
    fn new(asked: Asked, starts: &[Cell], goals: &[Cell]) -> Result<Self, GridstarStatus> {
        let (starts, goals) = (copied(starts)?, copied(goals)?);
        let mut rows = Vec::new();
        rows.try_reserve_exact(starts.len())?;
        for _ in &starts {
            let mut costs = Vec::new();
            refill(&mut costs, goals.len(), f64::INFINITY)?;
            rows.push(Mutex::new(Row { costs, status: GridstarStatus::Panicked }));
        }
        let shares = Shares::new(starts.len() as u32);
        Ok(Self { asked, starts, goals, rows, shares })
    }

    /// Fills the row of a start.
    pub(crate) fn run(&self, share: u32) {
        let row = &self.rows[share as usize];
        let status = fence(|| {
            let row = &mut *row.lock();
            let Asked { view, agent, rules } = &self.asked;
            costs_to(view, agent, self.starts[share as usize], &self.goals, *rules, |goal, parts| {
                row.costs[goal] = parts.map_or(f64::INFINITY, |parts| rules.costs.cost_of_parts(parts as f64));
            })?;
            Ok(())
        });
        row.lock().status = status;
        self.shares.end_one();
    }
}
