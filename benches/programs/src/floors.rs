//! Paths through three floors, by the number of links, compared with a plain A* over all cells of the floors.

use crate::generated::Kind;
use crate::timing::{fastest, geometric_mean};
use anyhow::{Context, Result, anyhow, bail, ensure};
use common::cell_map::CellMap;
use common::path_check::step_is_legal;
use common::random_maps::Random;
use gridstar::floors::{FloorCell, FloorMemory, FloorOutcome, FloorQuery, FloorsView, Link, Links, find_path};
use gridstar::grid::{Cell, Edit};
use gridstar::index::{Engine, IndexedGrid};
use gridstar::movement::{Agent, DiagonalRule, StepCosts};
use gridstar::search::{Query, Scratch};
use gridstar::try_arc::TryArc;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

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
    println!("| map | links | us a query | legs searched | plain A*, us | plain A* / GridStar |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
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
            FloorOutcome::NoPath => return Some((None, answer.legs)),
            _ => return None,
        }
        let FloorOutcome::Found(path) = answer.outcome else { return None };
        Some((Some(path.cost(&query.legs.costs)), answer.legs))
    });
    let mut joined = Joined::new(maps, &stairs);
    let plain = fastest(QUERIES, |at| joined.cheapest(ends[at].0, ends[at].1));
    let mut legs = 0;
    for ((_, own), (_, plain)) in own.iter().zip(&plain) {
        let (cost, of_query) = own.context("a query was not answered")?;
        let units = cost.map(|cost| (cost * 5.0).round() as u64);
        ensure!(units == *plain, "{units:?} and {plain:?} units: {}, {count} links", kind.name());
        legs += of_query;
    }
    let mean = |durations: &mut dyn Iterator<Item = Duration>| geometric_mean(durations) / 1e3;
    let own = mean(&mut own.iter().map(|one| one.0));
    let plain = mean(&mut plain.iter().map(|one| one.0));
    let legs = f64::from(legs) / QUERIES as f64;
    println!("| {} | {count} | {own:.1} | {legs:.1} | {plain:.0} | {:.0} |", kind.name(), plain / own);
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

/// All cells of all floors, for a plain A*. Links keep column and row, so the octile distance never overestimates.
struct Joined<'a> {
    maps: &'a [CellMap],
    /// For each cell, the floors that its links lead to.
    links: Vec<Vec<u32>>,
    best: Vec<u64>,
}

impl<'a> Joined<'a> {
    fn new(maps: &'a [CellMap], stairs: &[FloorCell]) -> Self {
        let cells = (maps[0].width() * maps[0].height()) as usize;
        let mut joined = Self { maps, links: vec![Vec::new(); FLOORS * cells], best: Vec::new() };
        for from in stairs {
            for (below, above) in [(from.floor, from.floor + 1), (from.floor + 1, from.floor)] {
                let index = joined.index(below, from.cell);
                joined.links[index].push(above);
            }
        }
        joined
    }

    fn index(&self, floor: u32, cell: Cell) -> usize {
        let map = &self.maps[0];
        ((floor as i32 * map.height() + cell.y) * map.width() + cell.x) as usize
    }

    /// In fifths of a straight step.
    fn cheapest(&mut self, start: Cell, goal: Cell) -> Option<u64> {
        let costs = StepCosts::default();
        let (straight, diagonal) = (u64::from(costs.straight_units()), u64::from(costs.diagonal_units()));
        let estimate = |cell: Cell| {
            let (dx, dy) = (u64::from(cell.x.abs_diff(goal.x)), u64::from(cell.y.abs_diff(goal.y)));
            straight * (dx.max(dy) - dx.min(dy)) + diagonal * dx.min(dy)
        };
        self.best.clear();
        self.best.resize(self.links.len(), u64::MAX);
        let mut open = BinaryHeap::from([Reverse((estimate(start), 0, 0, start))]);
        let first = self.index(0, start);
        self.best[first] = 0;
        while let Some(Reverse((_, g, floor, cell))) = open.pop() {
            if floor as usize == FLOORS - 1 && cell == goal {
                return Some(g);
            }
            if g > self.best[self.index(floor, cell)] {
                continue;
            }
            let mut reach = |floor: u32, to: Cell, g: u64, best: &mut u64| {
                if g < *best {
                    *best = g;
                    open.push(Reverse((g + estimate(to), g, floor, to)));
                }
            };
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let to = Cell::new(cell.x + dx, cell.y + dy);
                if step_is_legal(&self.maps[floor as usize], cell, to, RULE) {
                    let index = self.index(floor, to);
                    let step = if dx == 0 || dy == 0 { straight } else { diagonal };
                    reach(floor, to, g + step, &mut self.best[index]);
                }
            }
            for number in 0..self.links[self.index(floor, cell)].len() {
                let to = self.links[self.index(floor, cell)][number];
                let index = self.index(to, cell);
                reach(to, cell, g + straight * COST as u64, &mut self.best[index]);
            }
        }
        None
    }
}
