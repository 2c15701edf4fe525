//! Many queries in one call: on the caller's thread alone, and on the caller's thread and one worker.
//!
//! The numbers of threads take turns, and each counts with its fastest pass. Two threads that search the halves of the
//! batch one query at a time show what the machine can do.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, Engine, Found, Rules};
use crate::timing::timed;
use anyhow::{Context, Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::ffi::{GridstarPathRequest, GridstarStatus, gridstar_work_set_threads, gridstar_work_stop};
use gridstar::grid::Cell;
use std::time::Duration;

const SIDE: u32 = 512;
const QUICK_SIDE: u32 = 128;
const QUERIES: usize = 500;
const PASSES: usize = 25;
const QUICK_PASSES: usize = 3;

/// Who answers a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The caller, query by query.
    Singly,
    /// One call for all, on the caller's thread and this number of workers.
    Together(u32),
    /// Two threads without the pool, each with half of the queries, query by query.
    Halves,
}

const WAYS: [Way; 4] = [Way::Singly, Way::Together(0), Way::Together(1), Way::Halves];

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let (side, passes) = if is_quick { (QUICK_SIDE, QUICK_PASSES) } else { (SIDE, PASSES) };
    println!("Batches of {QUERIES} queries on {side} x {side} cells, paths written; thousand queries a second.\n");
    println!(
        "| map | engine | one by one | batch, 1 thread | batch, 2 threads | ratio | two threads' halves | ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let maps = [Kind::Dense, Kind::Rooms].map(|kind| (kind.name(), kind.map(side)));
    for (name, map) in maps.into_iter().chain([("maze", maze(side))]) {
        for engine in [Engine::Default, Engine::Landmarks] {
            let [singly, one, two, halves] = fastest(&map, engine, passes)?.map(|time| time.as_secs_f64());
            let rate = |time: f64| format!("{:.1}", QUERIES as f64 / time / 1000.0);
            println!(
                "| {name} | {} | {} | {} | {} | {:.2} | {} | {:.2} |",
                engine.name(),
                rate(singly),
                rate(one),
                rate(two),
                one / two,
                rate(halves),
                singly / halves
            );
        }
    }
    gridstar_work_stop();
    Ok(())
}

/// The fastest time of each way.
fn fastest(map: &CellMap, engine: Engine, passes: usize) -> Result<[Duration; 4]> {
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    grid.derive(map)?;
    let mut others = [grid.for_another_thread(), grid.for_another_thread()];
    let ends = queries(map, QUERIES)?;
    let requests: Vec<_> = ends.iter().map(|&(start, goal)| request(start, goal)).collect();
    let (mut found, mut right) = (Found::default(), None);
    let mut kept = [Duration::MAX; 4];
    for _ in 0..passes {
        for (way, kept) in WAYS.into_iter().zip(&mut kept) {
            if let Way::Together(workers) = way {
                ensure!(gridstar_work_set_threads(workers) == GridstarStatus::Ok);
                // Starts the worker, if it has ended.
                grid.find_many(&requests[..2], &mut found)?;
            }
            let (duration, costs) = timed(|| answer(&mut grid, &mut others, way, &ends, (&requests, &mut found)));
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
    others: &mut [BenchGrid; 2],
    way: Way,
    ends: &[(Cell, Cell)],
    (requests, found): (&[GridstarPathRequest], &mut Found),
) -> Result<Vec<f64>> {
    match way {
        Way::Singly => singly(grid, ends),
        Way::Together(_) => {
            grid.find_many(requests, found)?;
            Ok(found.replies.iter().map(|reply| reply.cost).collect())
        }
        Way::Halves => {
            let (first, second) = ends.split_at(ends.len() / 2);
            let [one, two] = others;
            std::thread::scope(|scope| {
                let second = scope.spawn(|| singly(two, second));
                let mut costs = singly(one, first)?;
                costs.extend(second.join().ok().context("a thread panicked")??);
                Ok(costs)
            })
        }
    }
}

fn singly(grid: &mut BenchGrid, ends: &[(Cell, Cell)]) -> Result<Vec<f64>> {
    ends.iter().map(|&(start, goal)| Ok(grid.find(start, goal)?.cost)).collect()
}

/// A maze without loops, its corridors one cell wide.
fn maze(side: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(side.into()));
    for cell in map.cells() {
        map.set_obstacle(cell, true);
    }
    let mut way = vec![Cell::new(1, 1)];
    map.set_obstacle(way[0], false);
    while let Some(&room) = way.last() {
        let beyond = |(dx, dy): (i32, i32), steps: i32| Cell::new(room.x + steps * dx, room.y + steps * dy);
        let is_new = |&step: &(i32, i32)| map.contains(beyond(step, 2)) && !map.is_walkable(beyond(step, 2));
        let choices: Vec<_> = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter(is_new).collect();
        if choices.is_empty() {
            way.pop();
            continue;
        }
        let step = choices[random.below(choices.len() as u32) as usize];
        let (door, next) = (beyond(step, 1), beyond(step, 2));
        map.set_obstacle(door, false);
        map.set_obstacle(next, false);
        way.push(next);
    }
    map
}
