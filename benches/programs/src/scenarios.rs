//! Scenarios for maps without one: random queries with the lengths that the crate `pathfinding` finds, as a reference
//! independent of GridStar.

use crate::rivals::{Rival, RivalKind};
use anyhow::{Context, Result, anyhow, bail};
use common::cell_map::CellMap;
use common::movingai;
use common::path_check::check_path;
use common::random_maps::Random;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use std::f64::consts::SQRT_2;
use std::fmt::Write;
use std::path::Path;

const QUERIES: usize = 100;
/// A fixed seed, so that a map always gets the same scenario.
const SEED: u64 = 20_090;

/// Writes a map's scenario.
pub(crate) fn write(map_file: &Path, out: &Path) -> Result<()> {
    let map = movingai::load_map(map_file).map_err(|problem| anyhow!(problem))?;
    let name = map_file.file_name().unwrap_or_default().to_string_lossy();
    let rival = Rival::new(RivalKind::Pathfinding, &map);
    let mut text = String::from("version 1\n");
    for (start, goal) in random_queries(&map, QUERIES, SEED)? {
        let path = rival.find(start, goal).path;
        let length = match path.as_slice() {
            [] => 0.0,
            path => {
                let steps = check_path(&map, start, goal, DiagonalRule::BothFree, path).map_err(|why| anyhow!(why))?;
                steps.straight as f64 + steps.diagonal as f64 * SQRT_2
            }
        };
        let (width, height) = (map.width(), map.height());
        let ends = format!("{}\t{}\t{}\t{}", start.x, start.y, goal.x, goal.y);
        writeln!(text, "{}\t{name}\t{width}\t{height}\t{ends}\t{length:.8}", length as u64 / 4)?;
    }
    std::fs::write(out, text).with_context(|| format!("{} can't be written", out.display()))
}

/// Random pairs of different walkable cells.
pub(crate) fn random_queries(map: &CellMap, count: usize, seed: u64) -> Result<Vec<(Cell, Cell)>> {
    if map.cells().filter(|&cell| map.is_walkable(cell)).take(2).count() < 2 {
        bail!("the map has fewer than two walkable cells");
    }
    let mut random = Random::new(seed);
    let mut walkable_cell = || {
        loop {
            let cell = random.cell(map);
            if map.is_walkable(cell) {
                return cell;
            }
        }
    };
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let (start, goal) = (walkable_cell(), walkable_cell());
        if start != goal {
            pairs.push((start, goal));
        }
    }
    Ok(pairs)
}
