//! How the time of a query, the time of building a grid and its memory grow with the map. Building creates the grid,
//! sets its cells and derives what a search needs. Prints CSV, one line for each kind of map, side and engine.
//!
//! Other crates run fewer queries: their time for all queries is extrapolated by the ratio to GridStar's time for the
//! same queries. Sizes at which a crate would take more than about 20 s are left out.

use crate::cell_map::CellMap;
use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use crate::rivals::{Rival, RivalKind};
use crate::timing::{fastest, geometric_mean, timed};
use anyhow::{Result, ensure};
use gridstar::grid::Cell;
use std::time::Duration;

const SIDES: [u32; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
const QUICK_SIDES: [u32; 3] = [64, 128, 256];
const QUERIES: usize = 50;
const QUERIES_OF_CRATES: usize = 10;
const LONGEST: Duration = Duration::from_secs(20);
/// Expected growth of a crate's time when the side doubles: four times the cells, and slightly more time for each cell.
const GROWTH: u32 = 5;

/// Prints the figures.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("kind,side,engine,ns,building_ms,bytes_per_cell");
    for kind in Kind::ALL {
        let mut crates = [RivalKind::Pathfinding, RivalKind::GridPathfinding].map(|rival| (rival, Duration::ZERO));
        for &side in if is_quick { &QUICK_SIDES[..] } else { &SIDES } {
            let map = kind.map(side);
            let queries = queries(&map, QUERIES)?;
            let own = ENGINES.map(|engine| gridstar(kind, &map, &queries, engine));
            let [default, landmarks] = own;
            let (default, landmarks) = (default?, landmarks?);
            ensure!(default.costs == landmarks.costs, "{} {side}: the engines find other costs", kind.name());
            for (rival, took) in crates.iter_mut().filter(|(_, took)| *took * GROWTH < LONGEST) {
                *took = timed(|| of_crate(kind, &map, &queries, &default, *rival)).0;
            }
        }
    }
    Ok(())
}

/// GridStar's answers to all queries.
struct Answers {
    costs: Vec<f64>,
    durations: Vec<Duration>,
}

/// Prints a line.
fn gridstar(kind: Kind, map: &CellMap, queries: &[(Cell, Cell)], engine: Engine) -> Result<Answers> {
    let (building, grid) = fastest(1, |_| built(map, engine)).remove(0);
    let mut grid = grid?;
    let found = fastest(queries.len(), |at| grid.find(queries[at].0, queries[at].1));
    let mut answers = Answers { costs: Vec::new(), durations: Vec::new() };
    for (duration, answer) in found {
        answers.costs.push(answer?.cost);
        answers.durations.push(duration);
    }
    let bytes = grid.bytes()? as f64 / (f64::from(map.width()) * f64::from(map.height()));
    let nanoseconds = geometric_mean(answers.durations.iter().copied());
    print_line(kind, map, engine.name(), nanoseconds, building, &format!("{bytes:.3}"));
    Ok(answers)
}

/// A grid that has answered a query within one cell, so that everything a search needs is derived.
fn built(map: &CellMap, engine: Engine) -> Result<BenchGrid> {
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    grid.derive(map)?;
    Ok(grid)
}

fn of_crate(kind: Kind, map: &CellMap, queries: &[(Cell, Cell)], gridstar: &Answers, rival: RivalKind) {
    let (building, searcher) = timed(|| Rival::new(rival, map));
    let answers = fastest(QUERIES_OF_CRATES, |at| searcher.find(queries[at].0, queries[at].1).path.len());
    let of_few = geometric_mean(gridstar.durations[..QUERIES_OF_CRATES].iter().copied());
    let ratio = geometric_mean(answers.into_iter().map(|(duration, _)| duration)) / of_few;
    let nanoseconds = ratio * geometric_mean(gridstar.durations.iter().copied());
    print_line(kind, map, rival.name(), nanoseconds, building, "-");
}

fn print_line(kind: Kind, map: &CellMap, engine: &str, nanoseconds: f64, building: Duration, bytes: &str) {
    let (kind, side, milliseconds) = (kind.name(), map.width(), building.as_secs_f64() * 1e3);
    println!("{kind},{side},{engine},{nanoseconds:.0},{milliseconds:.4},{bytes}");
}
