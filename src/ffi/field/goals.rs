//! Costs to many goals: the nearest ones, and costs from many starts to many goals, shared by threads.

use crate::bits::bit_rows::{copied, reserved};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, read, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::object::GridObject;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::Task;
use crate::field::{FieldRules, Sense, costs_to, nearest_goals};
use crate::grid::Cell;
use crate::index::GridView;
use crate::movement::Agent;
use crate::out_of_memory::refill;
use crate::search::Scratch;
use crate::try_arc::TryArc;
use crate::work::Shares;
use parking_lot::Mutex;

/// A goal of a list, and the cost of the path to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarGoalCost {
    /// Cost of the path.
    pub cost: f64,
    /// Index of the goal in the list.
    pub index: u32,
    /// 0.
    pub reserved: u32,
}

/// Finds the goals nearest to a start by the costs of optimal paths to them: the first `capacity` of them that can be
/// reached within the query's max_cost, by cost, and by index where costs are equal. Takes the time of a field up to
/// the cost of the last of these goals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest_goals(
    grid: u64,
    start: *const Cell,
    goals: *const Cell,
    goal_count: u32,
    query_def: *const GridstarQueryDef,
    nearest_out: *mut GridstarGoalCost,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (start, goals, def) = (read(start)?, input(goals, goal_count)?, query_def_or_default(query_def)?);
        let (out, count_out) = (OutBuffer::new(nearest_out, capacity)?, Out::new(count_out)?);
        let asked = MatrixQuery::new(grid, &def)?;
        asked.check(&[start])?;
        asked.check(goals)?;
        let most = goals.len().min(capacity as usize);
        let found = nearest_goals(&asked.view, &asked.agent, start, goals, most, asked.rules)?;
        let nearest = found.iter().map(|goal| {
            let cost = asked.rules.costs.cost_of_parts(goal.cost as f64);
            GridstarGoalCost { cost, index: goal.index, reserved: 0 }
        });
        write_list(out, &count_out, found.len(), nearest)
    })
}

/// Writes the costs of optimal paths from each of `start_count` starts to each of `goal_count` goals: from start i to
/// goal j at index i * goal_count + j, and infinity where there is no path within the query's max_cost. Takes the time
/// of a field for each start; the worker threads and the calling thread share the starts.
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
) -> GridstarStatus {
    fence(|| {
        let (starts, goals) = (input(starts, start_count)?, input(goals, goal_count)?);
        let (mut costs_out, def) = (OutBuffer::new(costs_out, capacity)?, query_def_or_default(query_def)?);
        let asked = MatrixQuery::new(grid, &def)?;
        asked.check(starts)?;
        asked.check(goals)?;
        let count = starts.len().checked_mul(goals.len()).filter(|&count| u32::try_from(count).is_ok());
        let count = count.ok_or(GridstarStatus::OutOfMemory)?;
        if !costs_out.fits(count) {
            return Err(GridstarStatus::BufferTooSmall);
        }
        let task = TryArc::try_new(Task::Matrix(Matrix::new(asked, starts, goals)?))?;
        let pool = pool()?;
        // Without memory for the queue, this thread does all.
        let _ = pool.submit(task.clone(), i32::MAX);
        pool.finish(&task, &mut Scratch::new());
        let Task::Matrix(matrix) = &*task else { return Err(GridstarStatus::Panicked) };
        matrix.write(|| costs_out.take(count))
    })
}

/// Agent of the query, and the state of the grid that it sees.
#[derive(Debug)]
struct MatrixQuery {
    view: GridView,
    agent: Agent,
    rules: FieldRules,
}

impl MatrixQuery {
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
    asked: MatrixQuery,
    starts: Vec<Cell>,
    goals: Vec<Cell>,
    /// By start.
    rows: Vec<Mutex<MatrixRow>>,
    pub(crate) shares: Shares,
}

/// The costs from one start.
#[derive(Debug)]
struct MatrixRow {
    costs: Vec<f64>,
    status: GridstarStatus,
}

impl Matrix {
    fn new(asked: MatrixQuery, starts: &[Cell], goals: &[Cell]) -> Result<Self, GridstarStatus> {
        let (starts, goals) = (copied(starts)?, copied(goals)?);
        let mut rows = reserved(starts.len())?;
        for _ in &starts {
            let mut costs = Vec::new();
            refill(&mut costs, goals.len(), f64::INFINITY)?;
            rows.push(Mutex::new(MatrixRow { costs, status: GridstarStatus::Panicked }));
        }
        let shares = Shares::new(starts.len() as u32);
        Ok(Self { asked, starts, goals, rows, shares })
    }

    /// Writes all costs, once every row is filled.
    fn write<'a>(&self, places: impl FnOnce() -> Result<&'a mut [f64], GridstarStatus>) -> Result<(), GridstarStatus> {
        let mut statuses = self.rows.iter().map(|row| row.lock().status);
        if let Some(failed) = statuses.find(|&status| status != GridstarStatus::Ok) {
            return Err(failed);
        }
        for (places, row) in places()?.chunks_exact_mut(self.goals.len().max(1)).zip(&self.rows) {
            places.copy_from_slice(&row.lock().costs);
        }
        Ok(())
    }

    /// Fills the row of a start.
    pub(crate) fn run(&self, share: u32) {
        let row = &self.rows[share as usize];
        let status = fence(|| {
            let row = &mut *row.lock();
            let MatrixQuery { view, agent, rules } = &self.asked;
            costs_to(view, agent, self.starts[share as usize], &self.goals, *rules, |goal, parts| {
                row.costs[goal] = parts.map_or(f64::INFINITY, |parts| rules.costs.cost_of_parts(parts as f64));
            })?;
            Ok(())
        });
        row.lock().status = status;
        self.shares.end_one();
    }
}
