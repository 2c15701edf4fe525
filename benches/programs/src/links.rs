//! Paths on one floor with thousands of links between random cells, to reachable and unreachable goals.

use crate::generated::Kind;
use crate::timing::timed;
use anyhow::{Result, anyhow, bail, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::floors::{
    FloorCell, FloorInput, FloorMemory, FloorQuery, FloorsView, KeptWorlds, Link, Links, find_path,
};
use gridstar::grid::{Cell, Edit};
use gridstar::index::{Engine, IndexedGrid};
use gridstar::movement::{Agent, DiagonalRule};
use gridstar::search::{Outcome, Query, Scratch};
use gridstar::snapshot::SharedGrid;
use std::time::{Duration, Instant};

const LINKS: [u32; 3] = [100, 2_000, 10_000];
const QUERIES: usize = 20;
/// No further query begins after this time.
const LONGEST: Duration = Duration::from_secs(20);
/// Costs of the links, in straight steps; one table row each.
const COSTS: [f64; 2] = [5.0, 60.0];

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let side = if is_quick { 96 } else { 512 };
    println!("One floor of {side} x {side}, links between random cells of it, both ways.\n");
    println!("| map | links | cost of each | goal | first query, us | median, us | worst, us | legs | KB a thread |");
    println!("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, map) in maps(side) {
        for (count, cost) in LINKS.into_iter().flat_map(|count| COSTS.map(|cost| (count, cost))) {
            for is_reachable in [true, false] {
                measure(name, &map, count, cost, is_reachable)?;
            }
        }
    }
    Ok(())
}

/// Maps with a closed room around the cell (2, 2).
fn maps(side: u32) -> Vec<(&'static str, CellMap)> {
    let mut scattered = CellMap::new(side, side);
    let mut random = Random::new(35);
    for cell in scattered.cells() {
        scattered.set_obstacle(cell, random.percent(35));
    }
    let kinds = [Kind::Plain, Kind::Random, Kind::Rooms].map(|kind| (kind.name(), kind.map(side)));
    let mut maps = Vec::from(kinds);
    maps.push(("35 % random", scattered));
    maps.push(("corridors", corridors(side)));
    for cell in maps[0].1.cells().filter(|cell| cell.x < 5 && cell.y < 5) {
        let is_wall = cell.x == 0 || cell.y == 0 || cell.x == 4 || cell.y == 4;
        maps.iter_mut().for_each(|(_, map)| map.set_obstacle(cell, is_wall));
    }
    maps
}

/// A single corridor that winds through the map: cells that lie close together are far apart by path.
fn corridors(side: u32) -> CellMap {
    let mut map = CellMap::new(side, side);
    for cell in map.cells().filter(|cell| cell.y % 2 == 1) {
        let gap = if cell.y % 4 == 1 { 0 } else { side as i32 - 1 };
        map.set_obstacle(cell, cell.x != gap);
    }
    map
}

fn measure(name: &str, map: &CellMap, count: u32, cost: f64, is_reachable: bool) -> Result<()> {
    let mut random = Random::new(u64::from(count));
    let free: Vec<Cell> = map.cells().filter(|cell| map.is_walkable(*cell) && (cell.x > 4 || cell.y > 4)).collect();
    let mut any = || FloorCell { floor: 0, cell: free[random.below(free.len() as u32) as usize] };
    let mut links = Vec::new();
    for _ in 0..count {
        let Ok(link) = Link::new(any(), any(), cost) else { bail!("the link was refused") };
        links.push(link);
    }
    let view = view(map, &links)?;
    let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
    let (mut times, mut legs, mut first) = (Vec::new(), 0, Duration::ZERO);
    let begun = Instant::now();
    for number in 0..=QUERIES {
        let (start, any_goal) = (any(), any());
        let goal = if is_reachable { any_goal } else { FloorCell::new(0, 2, 2) };
        let leg = Query { diagonal_rule: DiagonalRule::BothFree, ..Query::new(start.cell, goal.cell) };
        let query = FloorQuery { start, goal, legs: leg, most_fine: None };
        let (took, found) = timed(|| {
            let answer = find_path(&view, &query, &mut scratch, &mut memory);
            answer.map(|answer| (matches!(answer.outcome, Outcome::Found(_)), answer.legs))
        });
        let Ok((is_found, of_query)) = found else { bail!("no memory") };
        ensure!(is_found <= is_reachable, "a path into the room");
        if number == 0 {
            first = took;
            continue;
        }
        legs += of_query;
        times.push(took);
        if begun.elapsed() > LONGEST {
            break;
        }
    }
    times.sort_unstable();
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    println!(
        "| {name} | {count} | {cost} | {} | {:.0} | {:.0} | {:.0} | {:.1} | {} |",
        if is_reachable { "any" } else { "out of reach" },
        us(first),
        us(times[times.len() / 2]),
        us(times[times.len() - 1]),
        f64::from(legs) / times.len() as f64,
        memory.bytes() / 1024
    );
    Ok(())
}

/// The view of one floor and its links.
fn view(map: &CellMap, all: &[Link]) -> Result<FloorsView> {
    let mut view = FloorsView::new();
    let Ok(mut grid) = IndexedGrid::new(map.width() as u32, map.height() as u32) else { bail!("no grid") };
    let cell_types = map.cell_types();
    let cells = Edit::write(grid.map().bounds(), &cell_types);
    ensure!(grid.edit(&cells).is_ok(), "the map was refused");
    let shared = SharedGrid::new(grid, Engine::Auto).map_err(|_| anyhow!("not enough memory"))?;
    let grid = shared.view().map_err(|_| anyhow!("not enough memory"))?;
    let floor = FloorInput { id: 1, grid, engine: Engine::Auto };
    let (agent, kept) = (Agent::default(), KeptWorlds::default());
    let plain = Query { diagonal_rule: DiagonalRule::BothFree, ..Query::new(Cell::default(), Cell::default()) };
    ensure!(view.push_floor(Some(floor), &agent, &plain).is_ok(), "the floor was refused");
    let mut links = Links::new();
    let are_added = all.iter().all(|&link| links.add(link).is_ok())
        && view.set_links(&links, 0, &kept, &agent, &plain).is_ok()
        && view.make_world(0, &kept, &agent, &plain, &|_, _| Ok(Vec::new())).is_ok();
    ensure!(are_added, "the links were refused");
    Ok(view)
}
