//! Queries across a map for searches within a bound.

use crate::grid::BenchGrid;
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::grid::Cell;

/// Random queries of at least a third of the side that have a path.
pub(crate) fn queries(map: &CellMap, grid: &mut BenchGrid, count: usize) -> Result<Vec<(Cell, Cell)>> {
    let (mut random, mut found) = (Random::new(38), Vec::new());
    grid.set_weight(1.5);
    for _ in 0..100 * count {
        let (start, goal) = (random.cell(map), random.cell(map));
        let distance = (start.x - goal.x).abs().max((start.y - goal.y).abs());
        let is_far = map.is_walkable(start) && map.is_walkable(goal) && 3 * distance >= map.width();
        if found.len() < count && is_far && grid.find(start, goal)?.is_found {
            found.push((start, goal));
        }
    }
    ensure!(found.len() == count, "only {} queries have a path", found.len());
    Ok(found)
}
