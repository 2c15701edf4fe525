//! Paths within a bound on large maps: the first cells and all cells by the net, all cells by jump points, and optimal
//! paths. Each query is searched once in each way, so that it finds the caches as other queries left them. All times
//! are processor time. Prints a table with a row for each kind of map and bound.

use crate::far_queries::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::landscapes::LANDSCAPES;
use crate::timing::{geometric_mean, timed_by_thread};
use anyhow::{Result, ensure};
use clap::Args;
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::Cell;
use std::time::Duration;

const FIRST_CELLS: u32 = 32;

#[derive(Args)]
pub(crate) struct HugeArgs {
    /// Maps of 1024 cells a side, and few queries
    #[arg(long)]
    quick: bool,
    /// The side of the maps
    #[arg(long, default_value_t = 8192)]
    side: u32,
    /// Only the kinds whose names contain this
    #[arg(long, default_value = "")]
    only: String,
}

/// Prints the table.
pub(crate) fn run(args: &HugeArgs) -> Result<()> {
    let (side, count) = if args.quick { (1024, 20) } else { (args.side, 200) };
    println!(
        "{count} queries of at least a third of the side on {side} x {side} cells, each searched once in each way. \
         Times are processor time.\n"
    );
    println!(
        "| map | net: s, bytes a cell | landmarks: s, bytes a cell | within | first {FIRST_CELLS} cells, µs: mean, \
         99 % | all cells, µs: mean, 99 % | jump points, µs: mean, 99 % | optimal, µs: mean | longer than optimal, %: \
         mean, most | by the net, % |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut edits = Vec::new();
    for (name, map) in LANDSCAPES.into_iter().filter(|(name, _)| name.contains(&args.only)) {
        edits.push(of_map(name, &map(side), count)?);
    }
    println!("\nOne cell edited on a prepared net, and a search of one step, which applies the edit:\n");
    println!("| map | edit | median, µs | 99 %, µs | greatest, µs |\n| --- | --- | ---: | ---: | ---: |");
    edits.iter().for_each(|rows| print!("{rows}"));
    Ok(())
}

fn of_map(name: &str, map: &CellMap, count: usize) -> Result<String> {
    let mut grid = BenchGrid::of_map(map, Engine::Default, Rules::BENCHMARK)?;
    let queries = queries(map, &mut grid, count)?;
    let optimal = pass(&mut grid, &queries, 1.0, 0)?;
    drop(grid);
    let mut grid = BenchGrid::new(map.width() as u32, map.height() as u32, Engine::Net, Rules::BENCHMARK)?;
    grid.set_cells(&map.cell_types())?;
    grid.derive(map)?;
    let cells = f64::from(map.width()) * f64::from(map.height());
    let mut derived = Vec::new();
    for what in [BenchGrid::prepare_query, BenchGrid::prepare] {
        let before = grid.bytes()?;
        let (duration, outcome) = timed_by_thread(|| what(&mut grid));
        outcome?;
        derived.push(format!("{:.1}, {:.2}", duration.as_secs_f64(), (grid.bytes()? - before) as f64 / cells));
    }
    for weight in [1.1, 1.5] {
        let first = pass(&mut grid, &queries, weight, FIRST_CELLS)?;
        let all = pass(&mut grid, &queries, weight, 0)?;
        let mut jumps = BenchGrid::of_map(map, Engine::Default, Rules::BENCHMARK)?;
        jumps.derive(map)?;
        let jumps = pass(&mut jumps, &queries, weight, 0)?;
        let longer: Vec<f64> = all.iter().zip(&optimal).map(|(one, best)| cost(one) / cost(best) - 1.0).collect();
        for (one, best) in first.iter().chain(&all).chain(&jumps).zip(optimal.iter().cycle()) {
            ensure!(cost(one) <= cost(best) * weight * (1.0 + 1e-9), "{name}: a path is not within {weight}");
        }
        let mean_longer = longer.iter().sum::<f64>() / longer.len() as f64 * 100.0;
        let most_longer = longer.iter().fold(0.0f64, |most, &one| most.max(one)) * 100.0;
        let by_net = first.iter().filter(|one| one.2).count() as f64 / first.len() as f64 * 100.0;
        println!(
            "| {name} | {} | {} | {weight} | {} | {} | {} | {:.0} | {mean_longer:.2}, {most_longer:.2} | {by_net:.1} |",
            derived[0],
            derived[1],
            times(&first),
            times(&all),
            times(&jumps),
            geometric_mean(optimal.iter().map(|one| one.0)) / 1e3,
        );
    }
    edits(name, &mut grid, map)
}

/// Rows of the table of edits: random cells closed and opened again, and opened and closed again.
fn edits(name: &str, grid: &mut BenchGrid, map: &CellMap) -> Result<String> {
    grid.set_bound(1.0, 0);
    let (mut random, mut times) = (Random::new(4), [Vec::new(), Vec::new()]);
    let is_way = |cell: Cell| map.is_walkable(cell) && map.is_walkable(Cell::new(cell.x + 1, cell.y));
    let cells = || (0..map.height()).flat_map(|y| (0..map.width() - 1).map(move |x| Cell::new(x, y)));
    let Some(at) = cells().find(|&cell| is_way(cell)) else { return Ok(String::new()) };
    for _ in 0..200 {
        let cell = random.cell(map);
        let is_obstacle = !map.is_walkable(cell);
        for becomes_obstacle in [!is_obstacle, is_obstacle] {
            if cell == at || cell == Cell::new(at.x + 1, at.y) {
                continue;
            }
            let (duration, outcome) = timed_by_thread(|| {
                grid.set_cell(cell, becomes_obstacle)?;
                grid.find(at, Cell::new(at.x + 1, at.y))
            });
            outcome?;
            times[usize::from(becomes_obstacle)].push(duration);
        }
    }
    let row = |what: &str, times: &mut Vec<Duration>| {
        times.sort_unstable();
        let micros = |at: usize| times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e6);
        let (median, late, greatest) =
            (micros(times.len() / 2), micros(times.len() * 99 / 100), micros(times.len() - 1));
        format!("| {name} | {what} | {median:.1} | {late:.1} | {greatest:.1} |\n")
    };
    let [opened, closed] = &mut times;
    Ok(row("closed", closed) + &row("opened", opened))
}

type Timed = (Duration, Option<f64>, bool);

fn cost(one: &Timed) -> f64 {
    one.1.unwrap_or(f64::INFINITY)
}

/// Searches each query once.
fn pass(grid: &mut BenchGrid, queries: &[(Cell, Cell)], weight: f64, max_cells: u32) -> Result<Vec<Timed>> {
    grid.set_bound(weight, max_cells);
    queries
        .iter()
        .map(|&(start, goal)| {
            let (duration, answer) = timed_by_thread(|| grid.find(start, goal));
            let answer = answer?;
            Ok((duration, answer.is_found.then_some(answer.cost), answer.is_by_net))
        })
        .collect()
}

/// The geometric mean and the 99th percentile in microseconds.
fn times(passed: &[Timed]) -> String {
    let mut sorted: Vec<Duration> = passed.iter().map(|one| one.0).collect();
    sorted.sort_unstable();
    let percentile = sorted[(sorted.len() * 99 / 100).min(sorted.len() - 1)];
    format!("{:.0}, {:.0}", geometric_mean(sorted) / 1e3, percentile.as_secs_f64() * 1e6)
}
