//! Edits of single cells, with everything derived that searches need: percentiles of the edits' times. An edit waits
//! for the next search, which applies it. So each edit counts with a search of one step after it.
//!
//! An edit inverts a random cell, and a later edit restores it after [`DELAY`] further changes, so that the map stays
//! the same on the whole. The same edits are made in [`PASSES`] passes, and each edit counts with its fastest call.

use crate::generated::{Kind, queries};
use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use crate::percentiles::{HEADS, RULE, cells, keep_fastest};
use crate::timing::{PASSES, timed};
use anyhow::{Context, Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::Cell;
use std::collections::HashSet;
use std::time::Duration;

const SIDE: u32 = 512;
const EDITS: usize = 20_000;
const QUICK_EDITS: usize = 500;
/// A changed cell is restored after this many further changes.
const DELAY: usize = 16;
/// Number of edits between two long searches. A search derives again what an edit dropped.
const EDITS_PER_SEARCH: usize = 20;
/// Number of queries that are compared with a new grid of the edited cells.
const CHECKS: usize = 10;

/// One call.
#[derive(Clone, Copy)]
struct CellEdit {
    cell: Cell,
    is_obstacle: bool,
}

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    println!("One cell of {SIDE} x {SIDE} edited, and a search of one step, which applies the edit. Everything that");
    println!("searches need is derived, and stays so.\n");
    println!("| map | engine | edit | {HEADS} |\n| --- | --- | --- | {RULE} |");
    for kind in Kind::ALL.into_iter().chain([Kind::Plain]) {
        let map = kind.map(SIDE);
        let edits = edits(&map, if is_quick { QUICK_EDITS } else { EDITS });
        for engine in ENGINES {
            let durations = measure(&map, &edits, engine)?;
            for (is_obstacle, name) in [(true, "closed"), (false, "opened")] {
                let of_kind = edits.iter().zip(&durations).filter(|(edit, _)| edit.is_obstacle == is_obstacle);
                let figures = cells(of_kind.map(|(_, &duration)| duration))?;
                println!("| {} | {} | {name} | {figures} |", kind.name(), engine.name());
            }
        }
    }
    Ok(())
}

/// The edits of a pass. Together they restore the map.
fn edits(map: &CellMap, count: usize) -> Vec<CellEdit> {
    let mut random = Random::new(1);
    let mut edited = map.clone();
    let mut waiting: Vec<Cell> = Vec::new();
    let mut edits = Vec::with_capacity(count);
    let mut change = |cell: Cell| {
        let is_obstacle = edited.is_walkable(cell);
        edited.set_obstacle(cell, is_obstacle);
        edits.push(CellEdit { cell, is_obstacle });
    };
    for _ in 0..count / 2 {
        if waiting.len() == DELAY {
            change(waiting.remove(0));
        }
        let cell = random.cell(map);
        if !waiting.contains(&cell) {
            waiting.push(cell);
            change(cell);
        }
    }
    waiting.into_iter().for_each(change);
    edits
}

fn measure(map: &CellMap, edits: &[CellEdit], engine: Engine) -> Result<Vec<Duration>> {
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    let queries = queries(map, CHECKS)?;
    let (from, to) = unedited_step(map, edits).context("no two cells side by side stay as they are")?;
    let mut kept = Vec::new();
    for pass in 0..PASSES {
        grid.prepare()?;
        let mut durations = Vec::with_capacity(edits.len());
        for (at, edit) in edits.iter().enumerate() {
            if at.is_multiple_of(EDITS_PER_SEARCH) {
                let (start, goal) = queries[at / EDITS_PER_SEARCH % CHECKS];
                grid.find(start, goal)?;
            }
            let (duration, outcome) = timed(|| {
                grid.set_cell(edit.cell, edit.is_obstacle)?;
                grid.find(from, to)
            });
            ensure!(outcome?.is_found, "no step from {from:?} to {to:?}");
            durations.push(duration);
            if pass == 0 && at == edits.len() / 2 {
                check(map, &edits[..=at], &mut grid, &queries)?;
            }
        }
        keep_fastest(&mut kept, durations);
    }
    Ok(kept)
}

/// Two walkable cells side by side, near the middle, that no edit changes.
fn unedited_step(map: &CellMap, edits: &[CellEdit]) -> Option<(Cell, Cell)> {
    let edited: HashSet<Cell> = edits.iter().map(|edit| edit.cell).collect();
    let stays = |cell: &Cell| map.is_walkable(*cell) && !edited.contains(cell);
    let middle = Cell::new(map.width() / 2, map.height() / 2);
    let steps = map.cells().skip(map.index(middle)).map(|cell| (cell, Cell::new(cell.x + 1, cell.y)));
    let mut steps = steps.filter(|(from, to)| stays(from) && stays(to));
    steps.next()
}

/// An edited grid must answer like a new grid with the same cells.
fn check(map: &CellMap, edits: &[CellEdit], grid: &mut BenchGrid, queries: &[(Cell, Cell)]) -> Result<()> {
    let mut edited = map.clone();
    for edit in edits {
        edited.set_obstacle(edit.cell, edit.is_obstacle);
    }
    let mut fresh = BenchGrid::of_map(&edited, Engine::JumpPoints, Rules::BENCHMARK)?;
    for &(start, goal) in queries {
        let (one, other) = (grid.find(start, goal)?, fresh.find(start, goal)?);
        let agree = one.is_found == other.is_found && one.cost == other.cost;
        ensure!(agree, "from {start:?} to {goal:?} the edited grid answers {one:?}, a new grid {other:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_changes_a_cell_and_all_together_nothing() {
        let map = Kind::Rooms.map(64);
        let mut edited = map.clone();
        for edit in edits(&map, 500) {
            assert_eq!(edited.is_walkable(edit.cell), edit.is_obstacle);
            edited.set_obstacle(edit.cell, edit.is_obstacle);
        }
        assert_eq!(edited, map);
    }

    #[test]
    fn a_grid_that_missed_an_edit_is_found_out() {
        let map = CellMap::new(8, 1);
        let mut grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK).unwrap();
        let queries = [(Cell::new(0, 0), Cell::new(7, 0))];
        let missed = CellEdit { cell: Cell::new(4, 0), is_obstacle: true };
        assert!(check(&map, &[], &mut grid, &queries).is_ok());
        assert!(check(&map, &[missed], &mut grid, &queries).is_err());
    }
}
