//! Time of creating a grid, of deriving what searches need, and of large edits. Each call counts with its fastest of
//! [`PASSES`] passes.

use crate::generated::Kind;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::saving;
use crate::timing::{PASSES, timed};
use anyhow::Result;
use common::cell_map::CellMap;
use gridstar::grid::Rect;
use std::time::Duration;

const SIDES: [u32; 3] = [512, 1024, 4096];
const QUICK_SIDES: [u32; 1] = [256];
const SMALL: u32 = 16;

const COLUMNS: [&str; 8] = [
    "created",
    "all cells set",
    "derived by the first search",
    "landmarks prepared",
    "16 x 16 filled",
    "16 x 16 set",
    "half filled",
    "derived anew",
];

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("Milliseconds; the rectangles are edited with everything derived alive.\n");
    println!("| map | side | {} |\n| --- | ---: |{}", COLUMNS.join(" | "), " ---: |".repeat(COLUMNS.len()));
    for kind in Kind::ALL {
        for &side in if is_quick { &QUICK_SIDES[..] } else { &SIDES } {
            let map = kind.map(side);
            let mut kept = [Duration::MAX; COLUMNS.len()];
            for _ in 0..PASSES {
                for (mine, others) in kept.iter_mut().zip(measure(&map)?) {
                    *mine = (*mine).min(others);
                }
            }
            let cells = kept.map(|one| format!("{:.3}", one.as_secs_f64() * 1e3));
            println!("| {} | {side} | {} |", kind.name(), cells.join(" | "));
        }
    }
    saving::run(is_quick)
}

/// The times of [`COLUMNS`].
fn measure(map: &CellMap) -> Result<[Duration; COLUMNS.len()]> {
    let (side, types) = (map.width() as u32, map.cell_types());
    // Away from the middle, where `derive` searches.
    let corner = (side / 4) as i32;
    let small = Rect { x: corner, y: corner, width: SMALL, height: SMALL };
    let half = Rect { x: 0, y: 0, width: side, height: side / 2 };
    let (created, grid) = timed(|| BenchGrid::new(side, side, Engine::JumpPoints, Rules::BENCHMARK));
    let mut grid = grid?;
    let mut calls = [Duration::ZERO; COLUMNS.len()];
    calls[0] = created;
    calls[1] = succeeded(|| grid.set_cells(&types))?;
    calls[2] = succeeded(|| grid.derive(map))?;
    let mut prepared = BenchGrid::new(side, side, Engine::Landmarks, Rules::BENCHMARK)?;
    prepared.set_cells(&types)?;
    calls[3] = succeeded(|| prepared.prepare())?;
    calls[4] = succeeded(|| grid.fill_rect(small, true))?;
    let checkered: Vec<u8> = (0..SMALL * SMALL).map(|at| ((at + at / SMALL) % 2) as u8).collect();
    calls[5] = succeeded(|| grid.set_rect(small, &checkered))?;
    calls[6] = succeeded(|| grid.fill_rect(half, false))?;
    calls[7] = succeeded(|| grid.derive(map))?;
    Ok(calls)
}

fn succeeded(call: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let (duration, outcome) = timed(call);
    outcome.map(|()| duration)
}
