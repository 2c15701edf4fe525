//! Time and size of saved grids, with landmarks. Each call counts with its least time of several passes: processor
//! time, but for loads, because earlier releases load with two threads.

use crate::generated::Kind;
use crate::grid::{BenchGrid, Engine, Rules, accept};
use crate::timing::timed_by_thread;
use anyhow::Result;
use gridstar::ffi::*;
use std::time::{Duration, Instant};

const SIDES: [u32; 2] = [512, 1024];
const QUICK_SIDES: [u32; 1] = [256];
const PASSES: usize = 15;

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("\nSaved grids with jump points and landmarks: milliseconds, and bytes for a cell.\n");
    println!("| map | side | landmarks prepared | saved | loaded | loaded without landmarks | bytes | without |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for kind in [Kind::Plain, Kind::Rooms, Kind::Random, Kind::Dense] {
        for &side in if is_quick { &QUICK_SIDES[..] } else { &SIDES } {
            let map = kind.map(side);
            let mut grid = BenchGrid::new(side, side, Engine::Landmarks, Rules::BENCHMARK)?;
            grid.set_cells(&map.cell_types())?;
            let (prepared, outcome) = timed_by_thread(|| grid.prepare());
            outcome?;
            let (mut bytes, mut cells) = (Vec::new(), Vec::new());
            save(&grid, GRIDSTAR_SAVE_PREPARED, &mut bytes)?;
            save(&grid, 0, &mut cells)?;
            let (mut saved, mut loaded, mut loaded_cells) = (Duration::MAX, Duration::MAX, Duration::MAX);
            for _ in 0..PASSES {
                let (time, outcome) = timed_by_thread(|| save(&grid, GRIDSTAR_SAVE_PREPARED, &mut bytes));
                outcome?;
                saved = saved.min(time);
                loaded = loaded.min(load(&bytes)?);
                loaded_cells = loaded_cells.min(load(&cells)?);
            }
            let by_cell = |bytes: &[u8]| bytes.len() as f64 / f64::from(side * side);
            let times = [prepared, saved, loaded, loaded_cells].map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
            let sizes = [by_cell(&bytes), by_cell(&cells)].map(|size| format!("{size:.3}"));
            println!("| {} | {side} | {} | {} |", kind.name(), times.join(" | "), sizes.join(" | "));
        }
    }
    Ok(())
}

/// Saves a grid to a buffer that is as long as needed from the second call on.
fn save(grid: &BenchGrid, flags: u32, bytes: &mut Vec<u8>) -> Result<()> {
    let mut count = 0;
    // SAFETY: the pointer and length of a vector, and a pointer from a reference.
    let mut call = |bytes: &mut Vec<u8>| unsafe {
        (gridstar_grid_save(grid.id(), flags, bytes.as_mut_ptr(), bytes.len() as u32, &mut count), count)
    };
    let (mut status, needed) = call(bytes);
    if status == GridstarStatus::BufferTooSmall {
        bytes.resize(needed as usize, 0);
        status = call(bytes).0;
    }
    accept(status)
}

/// The time in which a grid is loaded. It is destroyed afterwards.
fn load(bytes: &[u8]) -> Result<Duration> {
    let mut id = 0;
    let begun = Instant::now();
    // SAFETY: the pointer and length of a slice, and a pointer from a reference.
    let status = unsafe { gridstar_grid_load(bytes.as_ptr(), bytes.len() as u32, &mut id) };
    let time = begun.elapsed();
    accept(status)?;
    accept(gridstar_destroy(id))?;
    Ok(time)
}
