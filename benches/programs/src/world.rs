//! Paths between world positions: one call that writes positions, beside the path of cells, and beside a call for each
//! cell of such a path.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, ENGINES, Rules};
use crate::timing::{fastest, geometric_mean};
use anyhow::{Result, ensure};

const SIDE: u32 = 512;
const QUERIES: usize = 400;
const QUICK_QUERIES: usize = 20;

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("Paths on maps of {SIDE} x {SIDE}, geometric means.\n");
    println!("| map | engine | cells, us | positions in one call | positions by a call for each cell |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for kind in Kind::ALL.into_iter().chain([Kind::Plain]) {
        let map = kind.map(SIDE);
        let queries = queries(&map, if is_quick { QUICK_QUERIES } else { QUERIES })?;
        for engine in ENGINES {
            let mut grid = BenchGrid::of_map(&map, engine, Rules::BENCHMARK)?;
            for &(start, goal) in &queries {
                let (answer, positions) = (grid.find(start, goal)?, grid.find_positions(start, goal)?);
                let one_by_one = grid.find_positions_one_by_one(start, goal)?;
                ensure!(positions == one_by_one, "from {start:?} to {goal:?} the positions differ");
                ensure!(answer.length == positions.len(), "from {start:?} to {goal:?} {answer:?}");
            }
            let cells = mean(&queries, |(start, goal)| grid.find(start, goal).map(drop))?;
            let world = mean(&queries, |(start, goal)| grid.call_positions(start, goal).map(drop))?;
            let each = mean(&queries, |(start, goal)| grid.find_positions_one_by_one(start, goal).map(drop))?;
            let (kind, engine) = (kind.name(), engine.name());
            println!("| {kind} | {engine} | {:.2} | {:.2} x | {:.2} x |", cells / 1e3, world / cells, each / cells);
        }
    }
    Ok(())
}

fn mean<T: Copy>(queries: &[T], mut call: impl FnMut(T) -> Result<()>) -> Result<f64> {
    let kept = fastest(queries.len(), |at| call(queries[at]));
    let durations: Result<Vec<_>> = kept.into_iter().map(|(duration, outcome)| outcome.map(|()| duration)).collect();
    Ok(geometric_mean(durations?))
}
