//! Paths through three floors, by the number of links.

use crate::generated::Kind;
use crate::timing::{fastest, geometric_mean};
use anyhow::{Context, Result, anyhow, bail, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::floors::{FloorCell, FloorMemory, FloorOutcome, FloorQuery, FloorsView, Link, Links, find_path};
use gridstar::grid::{Cell, Edit};
use gridstar::index::{Engine, IndexedGrid};
use gridstar::movement::{Agent, DiagonalRule};
use gridstar::search::{Query, Scratch};
use gridstar::try_arc::TryArc;

const FLOORS: usize = 3;
const LINKS: [u32; 4] = [4, 16, 64, 1024];
const QUERIES: usize = 40;
/// Cost of a link, in straight steps.
const COST: f64 = 5.0;
const RULE: DiagonalRule = DiagonalRule::BothFree;

/// Prints the table.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let side = if is_quick { 96 } else { 512 };
    println!(
        "{FLOORS} floors of {side} x {side}, from the first to the last; each link joins a cell to the one above it.\n"
    );
    println!("| map | links | us a query | legs searched |\n| --- | ---: | ---: | ---: |");
    for kind in Kind::ALL {
        // The same map three times, each time rotated by 90 degrees.
        let mut maps = vec![kind.map(side)];
        while maps.len() < FLOORS {
            maps.push(turned(&maps[maps.len() - 1]));
        }
        for count in LINKS {
            measure(kind, &maps, count)?;
        }
    }
    Ok(())
}

fn turned(map: &CellMap) -> CellMap {
    let mut turned = CellMap::new(map.height() as u32, map.width() as u32);
    for cell in map.cells().filter(|&cell| !map.is_walkable(cell)) {
        turned.set_obstacle(Cell::new(map.height() - 1 - cell.y, cell.x), true);
    }
    turned
}

fn measure(kind: Kind, maps: &[CellMap], count: u32) -> Result<()> {
    let mut random = Random::new(u64::from(count));
    let stairs: Vec<FloorCell> = (0..count).map(|number| stairs(maps, number, &mut random)).collect();
    let ends: Vec<_> =
        (0..QUERIES).map(|_| (random.walkable_cell(&maps[0]), random.walkable_cell(&maps[FLOORS - 1]))).collect();
    let mut links = Vec::new();
    for &from in &stairs {
        let Ok(link) = Link::new(from, FloorCell { floor: from.floor + 1, ..from }, COST) else { bail!("a cost") };
        links.push(link);
    }
    let view = view(maps, &links)?;
    let (mut scratch, mut memory) = (Scratch::new(), FloorMemory::new());
    let mut steps = vec![Default::default(); 1 << 16];
    let own = fastest(QUERIES, |at| {
        let (start, goal) = ends[at];
        let query = FloorQuery {
            start: FloorCell { floor: 0, cell: start },
            goal: FloorCell { floor: FLOORS as u32 - 1, cell: goal },
            legs: Query { diagonal_rule: RULE, ..Query::new(start, goal) },
        };
        let answer = find_path(&view, &query, &mut scratch, &mut memory).ok()?;
        match answer.outcome {
            FloorOutcome::Found(path) => path.copy_to(&mut steps),
            FloorOutcome::NoPath => {}
            _ => return None,
        }
        Some(answer.legs)
    });
    let mut legs = 0;
    for (_, of_query) in &own {
        legs += of_query.context("a query was not answered")?;
    }
    let time = geometric_mean(own.into_iter().map(|one| one.0)) / 1e3;
    println!("| {} | {count} | {time:.1} | {:.1} |", kind.name(), f64::from(legs) / QUERIES as f64);
    Ok(())
}

/// A cell of a floor that is walkable on this floor and on the next.
fn stairs(maps: &[CellMap], number: u32, random: &mut Random) -> FloorCell {
    let floor = number as usize % (FLOORS - 1);
    loop {
        let cell = random.walkable_cell(&maps[floor]);
        if maps[floor + 1].is_walkable(cell) {
            return FloorCell { floor: floor as u32, cell };
        }
    }
}

/// The view of the floors and links.
pub(crate) fn view(maps: &[CellMap], all: &[Link]) -> Result<FloorsView> {
    let mut view = FloorsView::new();
    for map in maps {
        let grid = IndexedGrid::new(map.width() as u32, map.height() as u32);
        let Ok(mut grid) = grid else { bail!("no grid") };
        let cell_types = map.cell_types();
        let all = Edit::write(grid.map().bounds(), &cell_types);
        ensure!(grid.edit(&all).is_ok(), "the map was refused");
        let floor = (TryArc::try_new(grid).map_err(|_| anyhow!("not enough memory"))?, Engine::Auto);
        ensure!(view.push_floor(Some(floor), &Agent::default()).is_ok(), "the floor was refused");
    }
    let mut links = Links::new();
    if all.iter().any(|&link| links.add(link).is_err()) {
        bail!("the links were refused");
    }
    if view.set_links(&links).is_err() {
        bail!("the links were refused");
    }
    Ok(view)
}
