//! Many queries in one call: on the caller's thread alone, and on the caller's thread and one worker.
//!
//! The numbers of threads take turns, and each counts with its fastest pass.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, Engine, Found, Rules};
use crate::timing::timed;
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use gridstar::ffi::{GridstarPathRequest, GridstarStatus, gridstar_work_set_threads, gridstar_work_stop};
use gridstar::grid::Cell;
use std::time::Duration;

const SIDE: u32 = 512;
const QUICK_SIDE: u32 = 128;
const QUERIES: usize = 500;
const PASSES: usize = 25;
const QUICK_PASSES: usize = 3;

/// Threads that answer a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The caller, query by query.
    Singly,
    /// One call for all, on the caller's thread and this number of workers.
    Together(u32),
}

const WAYS: [Way; 3] = [Way::Singly, Way::Together(0), Way::Together(1)];

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let (side, passes) = if is_quick { (QUICK_SIDE, QUICK_PASSES) } else { (SIDE, PASSES) };
    println!("Batches of {QUERIES} queries on {side} x {side} cells, paths written; thousand queries a second.\n");
    println!("| map | engine | one by one | batch, 1 thread | batch, 2 threads | ratio |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    for kind in [Kind::Dense, Kind::Rooms] {
        for engine in [Engine::Default, Engine::Landmarks] {
            let times = fastest(&kind.map(side), engine, passes)?.map(|time| time.as_secs_f64());
            let [singly, one, two] = times.map(|time| format!("{:.1}", QUERIES as f64 / time / 1000.0));
            let (kind, engine, ratio) = (kind.name(), engine.name(), times[1] / times[2]);
            println!("| {kind} | {engine} | {singly} | {one} | {two} | {ratio:.2} |");
        }
    }
    gridstar_work_stop();
    Ok(())
}

/// The fastest time of each way.
fn fastest(map: &CellMap, engine: Engine, passes: usize) -> Result<[Duration; 3]> {
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    grid.derive(map)?;
    let ends = queries(map, QUERIES)?;
    let requests: Vec<_> = ends.iter().map(|&(start, goal)| request(start, goal)).collect();
    let (mut found, mut right) = (Found::default(), None);
    let mut kept = [Duration::MAX; 3];
    for _ in 0..passes {
        for (way, kept) in WAYS.into_iter().zip(&mut kept) {
            if let Way::Together(workers) = way {
                ensure!(gridstar_work_set_threads(workers) == GridstarStatus::Ok);
                // Starts the worker, if it has ended.
                grid.find_many(&requests[..2], &mut found)?;
            }
            let (duration, costs) = timed(|| answer(&mut grid, way, &ends, (&requests, &mut found)));
            let costs = costs?;
            ensure!(right.get_or_insert_with(|| costs.clone()) == &costs, "other costs than one by one");
            *kept = duration.min(*kept);
        }
    }
    Ok(kept)
}

fn request(start: Cell, goal: Cell) -> GridstarPathRequest {
    let (Cell { x: start_x, y: start_y }, Cell { x: goal_x, y: goal_y }) = (start, goal);
    GridstarPathRequest { start_x, start_y, goal_x, goal_y, def_index: 0, reserved: 0 }
}

/// Answers all queries. Returns the costs.
fn answer(
    grid: &mut BenchGrid,
    way: Way,
    ends: &[(Cell, Cell)],
    (requests, found): (&[GridstarPathRequest], &mut Found),
) -> Result<Vec<f64>> {
    if way == Way::Singly {
        return ends.iter().map(|&(start, goal)| Ok(grid.find(start, goal)?.cost)).collect();
    }
    grid.find_many(requests, found)?;
    Ok(found.replies.iter().map(|reply| reply.cost).collect())
}
