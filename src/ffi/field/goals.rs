//! Costs to many goals: the nearest ones, and costs from many starts to many goals, shared by threads.

use super::matrix::{Matrix, MatrixQuery};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, read, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::Task;
use crate::field::nearest_goals;
use crate::grid::Cell;
use crate::search::Scratch;
use crate::try_arc::TryArc;

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
