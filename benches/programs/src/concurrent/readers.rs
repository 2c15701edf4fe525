//! Reads of single cells, while another thread keeps writing all cells.

use super::clock::measured;
use super::spread::Spread;
use crate::generated::Kind;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::percentiles::{HEADS, RULE};
use crate::random_maps::Random;
use anyhow::{Result, anyhow};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Prints the table.
pub(crate) fn run(side: u32, lasts: Duration) -> Result<()> {
    println!("\ngridstar_grid_get_cell of {side} x {side}, without pause, in wall-clock time.\n");
    println!("| beside | calls | {HEADS} | all cells set, a second |\n| --- | ---: | {RULE} | ---: |");
    for is_written in [false, true] {
        let (reads, writes) = measure(side, lasts, is_written)?;
        let (beside, writes) = match is_written {
            true => ("gridstar_grid_set_cells", format!("{:.0}", writes as f64 / lasts.as_secs_f64())),
            false => ("nothing", "-".to_owned()),
        };
        println!("| {beside} | {} | {} | {writes} |", reads.count(), reads.percentiles());
    }
    Ok(())
}

/// The times of the reads, and how often all cells were written meanwhile.
fn measure(side: u32, lasts: Duration, is_written: bool) -> Result<(Spread, u64)> {
    let map = Kind::Dense.map(side);
    let grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK)?;
    let types = map.cell_types();
    let others: Vec<u8> = types.iter().map(|cell_type| 1 - cell_type).collect();
    let (stop, writes) = (AtomicBool::new(false), AtomicU64::new(0));
    let write = |mut grid: BenchGrid| -> Result<()> {
        while is_written && !stop.load(Ordering::Relaxed) {
            grid.set_cells(&others)?;
            grid.set_cells(&types)?;
            writes.fetch_add(2, Ordering::Relaxed);
        }
        Ok(())
    };
    let mut reads = Spread::new()?;
    let mut read = || -> Result<()> {
        let (begun, mut random) = (Instant::now(), Random::new(4));
        while begun.elapsed() < lasts {
            let cell = random.cell(&map);
            let (taken, _) = measured(|| grid.get_cell(cell))?;
            reads.add(taken.wall)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let writer = grid.for_another_thread();
        let writer = scope.spawn(|| write(writer));
        let outcome = read();
        stop.store(true, Ordering::Relaxed);
        writer.join().map_err(|_| anyhow!("the writing thread panicked"))?.and(outcome)
    })?;
    Ok((reads, writes.into_inner()))
}
