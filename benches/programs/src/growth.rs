//! How the time of a query, the time of building a grid and its memory grow with the map. Building creates the grid,
//! sets its cells and derives what a search needs; the fastest of several counts. Prints a table with a row for each
//! kind of map and side, and draws a plot.
//!
//! Other crates run fewer queries: their time for all queries is extrapolated by the ratio to GridStar's time for the
//! same queries. Sizes at which a crate would take more than about 20 s are left out.

use crate::contest::figures::GrowthPoint;
use crate::contest::{plot, table};
use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use crate::rivals::{Rival, RivalKind};
use crate::timing::{fastest, geometric_mean, timed};
use anyhow::{Result, ensure};
use clap::Args;
use common::cell_map::CellMap;
use gridstar::grid::Cell;
use std::path::PathBuf;
use std::time::Duration;

const SIDES: [u32; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
const QUICK_SIDES: [u32; 3] = [64, 128, 256];
const QUERIES: usize = 50;
const QUERIES_OF_CRATES: usize = 10;
const LONGEST: Duration = Duration::from_secs(20);
/// Expected growth of a crate's time when the side doubles: four times the cells, and slightly more time for each cell.
const GROWTH: u32 = 5;

#[derive(Args)]
pub(crate) struct GrowthArgs {
    /// Little of everything
    #[arg(long)]
    quick: bool,
    /// Where the plot goes
    #[arg(long, value_name = "FILE.svg")]
    plot: PathBuf,
}

/// Prints the table.
pub(crate) fn run(args: &GrowthArgs) -> Result<()> {
    let mut points = Vec::new();
    for kind in Kind::ALL {
        let mut crates = [RivalKind::Pathfinding, RivalKind::GridPathfinding].map(|rival| (rival, Duration::ZERO));
        for &side in if args.quick { &QUICK_SIDES[..] } else { &SIDES } {
            let map = kind.map(side);
            let queries = queries(&map, QUERIES)?;
            let own = ENGINES.map(|engine| gridstar(kind, &map, &queries, engine, &mut points));
            let [default, landmarks] = own;
            let (default, landmarks) = (default?, landmarks?);
            ensure!(default.costs == landmarks.costs, "{} {side}: the engines find other costs", kind.name());
            for (rival, took) in crates.iter_mut().filter(|(_, took)| *took * GROWTH < LONGEST) {
                let (duration, point) = timed(|| of_crate(kind, &map, &queries, &default, *rival));
                *took = duration;
                points.push(point);
            }
        }
    }
    print!("{}", table::growth(&points));
    plot::growth(&points, &args.plot)
}

/// GridStar's answers to all queries.
struct Answers {
    costs: Vec<f64>,
    durations: Vec<Duration>,
}

/// Adds a point.
fn gridstar(
    kind: Kind,
    map: &CellMap,
    queries: &[(Cell, Cell)],
    engine: Engine,
    points: &mut Vec<GrowthPoint>,
) -> Result<Answers> {
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
    points.push(point(kind, map, engine.name(), nanoseconds, building, Some(bytes)));
    Ok(answers)
}

/// A grid that has answered a query within one cell, so that everything a search needs is derived.
fn built(map: &CellMap, engine: Engine) -> Result<BenchGrid> {
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    grid.derive(map)?;
    Ok(grid)
}

fn of_crate(kind: Kind, map: &CellMap, queries: &[(Cell, Cell)], gridstar: &Answers, rival: RivalKind) -> GrowthPoint {
    let (building, searcher) = timed(|| Rival::new(rival, map));
    let answers = fastest(QUERIES_OF_CRATES, |at| searcher.find(queries[at].0, queries[at].1).path.len());
    let of_few = geometric_mean(gridstar.durations[..QUERIES_OF_CRATES].iter().copied());
    let ratio = geometric_mean(answers.into_iter().map(|(duration, _)| duration)) / of_few;
    let nanoseconds = ratio * geometric_mean(gridstar.durations.iter().copied());
    point(kind, map, rival.name(), nanoseconds, building, None)
}

fn point(
    kind: Kind,
    map: &CellMap,
    engine: &'static str,
    nanoseconds: f64,
    building: Duration,
    bytes_per_cell: Option<f64>,
) -> GrowthPoint {
    let building_ms = building.as_secs_f64() * 1e3;
    GrowthPoint {
        kind: kind.name(),
        side: map.width(),
        engine,
        microseconds: nanoseconds / 1e3,
        building_ms,
        bytes_per_cell,
    }
}
