//! Weighted terrain: queries beside A* over cells, edits with derived data alive, penalties, and layers of wide agents.

use crate::timing::{geometric_mean, timed};
use anyhow::{Result, anyhow, bail, ensure};
use common::random_maps::Random;
use gridstar::grid::{Cell, CellType, Edit, Rect};
use gridstar::index::{AgentLayers, Engine, IndexedGrid};
use gridstar::movement::{Agent, AgentSize, DiagonalRule, Multiplier, Profile, StepCosts};
use gridstar::search::{Outcome, Query, Scratch, find_path};
use gridstar::snapshot::SharedGrid;
use gridstar::try_arc::TryArc;
use std::f64::consts::SQRT_2;
use std::time::Duration;

const RULE: DiagonalRule = DiagonalRule::BothFree;
const SIDE: u32 = 512;
const QUERIES: usize = 60;
const ROUNDS: usize = 3;
const EDITS: usize = 2000;
const ENGINES: [(Engine, &str); 3] =
    [(Engine::AStar, "A* over cells"), (Engine::Auto, "default"), (Engine::Landmarks, "landmarks")];

/// Multipliers by cell type; type 1 is blocked.
pub(crate) const MULTIPLIERS: [(u8, f64); 8] =
    [(0, 1.0), (2, 1.5), (3, 3.0), (4, 0.5), (5, 2.0), (6, 2.5), (7, 4.0), (8, 1.25)];

/// A map of cell types.
pub(crate) struct Terrain {
    pub(crate) name: String,
    side: u32,
    pub(crate) types: Vec<u8>,
}

impl Terrain {
    fn new(name: impl Into<String>, side: u32, cell_type: impl FnMut(u32, u32) -> u8) -> Self {
        let mut cell_type = cell_type;
        let types = (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).map(|(x, y)| cell_type(x, y)).collect();
        Self { name: name.into(), side, types }
    }

    /// Cells of type 1 scattered over the map.
    fn with_obstacles(mut self, percent: u32) -> Self {
        let mut random = Random::new(7);
        self.types.iter_mut().filter(|_| random.percent(percent)).for_each(|cell_type| *cell_type = 1);
        self
    }

    pub(crate) fn all(side: u32) -> Vec<Self> {
        let mut random = Random::new(1);
        let mut maps = vec![Self::new("plain, one type", side, |_, _| 0), Self::patches(side), Self::noise(side)];
        maps.push(Self::roads(side));
        maps.push(Self { name: "noise, 10 % obstacles".into(), ..Self::noise(side).with_obstacles(10) });
        maps.push(Self::new("a random type in each cell", side, |_, _| [0, 2, 3][random.below(3) as usize]));
        maps.push(Self::new("stripes of 1 and 3", side, |x, _| if x % 2 == 0 { 0 } else { 3 }));
        maps.push(Self::new("a chessboard of 1 and 3", side, |x, y| if (x + y) % 2 == 0 { 0 } else { 3 }));
        for seed in 0..6 {
            maps.push(Self::tiles(side, seed));
        }
        maps
    }

    /// A plain with round patches of other types.
    fn patches(side: u32) -> Self {
        let mut random = Random::new(2);
        let patches: Vec<[u32; 4]> = (0..side / 8)
            .map(|_| [random.below(side), random.below(side), random.between(2, side / 24), random.below(3)])
            .collect();
        Self::new("a plain with patches", side, |x, y| {
            let inside =
                |&&[cx, cy, radius, _]: &&[u32; 4]| x.abs_diff(cx).pow(2) + y.abs_diff(cy).pow(2) < radius.pow(2);
            patches.iter().find(inside).map_or(0, |patch| [1, 2, 3][patch[3] as usize])
        })
    }

    /// Smooth noise in seven steps: interpolated random heights, in two sizes.
    fn noise(side: u32) -> Self {
        let height = |x: u32, y: u32, step: u32| {
            let corner =
                |x: u32, y: u32| f64::from(Random::new(u64::from(y / step) << 32 | u64::from(x / step)).below(1000));
            let smooth = |at: u32| {
                let share = f64::from(at % step) / f64::from(step);
                share * share * (3.0 - 2.0 * share)
            };
            let (sx, sy) = (smooth(x), smooth(y));
            let low = corner(x, y) * (1.0 - sx) + corner(x + step, y) * sx;
            let high = corner(x, y + step) * (1.0 - sx) + corner(x + step, y + step) * sx;
            low * (1.0 - sy) + high * sy
        };
        Self::new("smooth noise", side, |x, y| {
            let height = 0.7 * height(x, y, 32) + 0.3 * height(x, y, 8);
            [4, 0, 8, 2, 5, 6, 3, 7][(height / 126.0) as usize % 8]
        })
    }

    /// Dear ground with a net of cheap roads.
    fn roads(side: u32) -> Self {
        let mut random = Random::new(3);
        let mut lines = || -> Vec<u32> { (0..side / 24).map(|_| random.below(side)).collect() };
        let (columns, rows) = (lines(), lines());
        Self::new("roads", side, |x, y| if columns.contains(&x) || rows.contains(&y) { 0 } else { 3 })
    }

    /// A small tile of random types, repeated.
    fn tiles(side: u32, seed: u64) -> Self {
        let mut random = Random::new(100 + seed);
        let (width, height) = (random.between(1, 4), random.between(2, 4));
        let kinds = random.between(2, 4);
        let tile: Vec<u8> = (0..width * height).map(|_| [0, 3, 2, 1][random.below(kinds) as usize]).collect();
        let name = format!("{width} x {height} tile {seed}");
        Self::new(name, side, |x, y| tile[(y % height * width + x % width) as usize])
    }
}

fn profile() -> Result<Profile> {
    let mut profile = Profile::default();
    for (number, multiplier) in MULTIPLIERS {
        let Ok(multiplier) = Multiplier::new(multiplier) else { bail!("a multiplier") };
        profile.set(CellType(number), Some(multiplier));
    }
    Ok(profile)
}

fn agent() -> Result<Agent> {
    Ok(Agent {
        profile: Some(TryArc::try_new(profile()?).map_err(|_| anyhow!("not enough memory"))?),
        ..Agent::default()
    })
}

fn grid_of(terrain: &Terrain, engine: Engine) -> Result<SharedGrid> {
    let Ok(costs) = StepCosts::new(1.0, SQRT_2) else { bail!("the costs") };
    let Ok(mut grid) = IndexedGrid::with_defaults(terrain.side, terrain.side, RULE, costs) else { bail!("no grid") };
    let all = Edit::write(grid.map().bounds(), &terrain.types);
    ensure!(grid.edit(&all).is_ok(), "the map was refused");
    SharedGrid::new(grid, engine).or_else(|error| bail!("{error:?}"))
}

/// The cost of a query in parts; `None` without a path.
fn cost(grid: &SharedGrid, agent: &Agent, ends: (Cell, Cell), scratch: &mut Scratch) -> Result<Option<u64>> {
    let Ok(costs) = StepCosts::new(1.0, SQRT_2) else { bail!("the costs") };
    let query = Query { diagonal_rule: RULE, costs, engine: grid.engine(), ..Query::new(ends.0, ends.1) };
    let Ok(view) = grid.view() else { bail!("no view") };
    let Ok(layers) = AgentLayers::of(&view, agent) else { bail!("no layers") };
    let Ok(answer) = find_path(layers.view(&view), &query, scratch) else { bail!("not enough memory") };
    Ok(if let Outcome::Found(path) = answer.outcome { Some(path.cost_parts()) } else { None })
}

fn ends(terrain: &Terrain, count: usize) -> Vec<(Cell, Cell)> {
    let mut random = Random::new(11);
    let mut cell = || loop {
        let (x, y) = (random.below(terrain.side), random.below(terrain.side));
        if terrain.types[(y * terrain.side + x) as usize] != 1 {
            return Cell::new(x as i32, y as i32);
        }
    };
    (0..count).map(|_| (cell(), cell())).collect()
}

/// Prints the tables.
pub(crate) fn run(is_quick: bool) -> Result<()> {
    let side = if is_quick { 64 } else { SIDE };
    queries(side, if is_quick { 6 } else { QUERIES })?;
    edits(side, if is_quick { 40 } else { EDITS })?;
    layers(side, if is_quick { 40 } else { EDITS })?;
    penalties(side, if is_quick { 6 } else { QUERIES })
}

/// The geometric mean time of each engine, queries in turn, as a part of the first engine's.
fn compare(grids: &[SharedGrid], agent: &Agent, ends: &[(Cell, Cell)]) -> Result<Vec<f64>> {
    let mut scratch = Scratch::new();
    let mut best = vec![vec![Duration::MAX; ends.len()]; grids.len()];
    for _ in 0..=ROUNDS {
        for (at, &ends) in ends.iter().enumerate() {
            let mut costs = Vec::new();
            for (grid, best) in grids.iter().zip(&mut best) {
                let (duration, cost) = timed(|| cost(grid, agent, ends, &mut scratch));
                best[at] = best[at].min(duration);
                costs.push(cost?);
            }
            ensure!(costs.iter().all(|cost| *cost == costs[0]), "{ends:?}: {costs:?}");
        }
    }
    Ok(best.into_iter().map(geometric_mean).collect())
}

fn queries(side: u32, count: usize) -> Result<()> {
    println!("Queries on {side} x {side} weighted cells, geometric means; A* = 1. Bytes a cell with landmarks.\n");
    println!("| map | A* over cells, us | default | landmarks | bytes a cell |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let agent = agent()?;
    for terrain in Terrain::all(side) {
        let grids = ENGINES.iter().map(|&(engine, _)| grid_of(&terrain, engine)).collect::<Result<Vec<_>>>()?;
        let times = compare(&grids, &agent, &ends(&terrain, count))?;
        let (astar, auto, landmarks) = (times[0], times[1] / times[0], times[2] / times[0]);
        let Ok((_, prepared, _)) = grids[2].progress() else { bail!("no progress") };
        let bytes = prepared.layer_bytes as f64 / f64::from(side).powi(2);
        println!("| {} | {:.0} | {auto:.3} | {landmarks:.3} | {bytes:.1} |", terrain.name, astar / 1e3);
    }
    println!();
    Ok(())
}

/// Mean microseconds of all edits but the slowest fiftieth, because one time slice of another process counts as much as
/// hundreds of edits. Each edit is made at once by a view. `change` gives the cell and its new type.
fn mean_of_edits(grid: &SharedGrid, count: usize, mut change: impl FnMut() -> (Cell, u8)) -> Result<f64> {
    let mut durations = Vec::new();
    for _ in 0..count {
        let (cell, cell_type) = change();
        let edit = Edit::set(cell, CellType(cell_type));
        let (duration, made) = timed(|| grid.edit(&edit).and_then(|()| grid.view().map(drop)));
        ensure!(made.is_ok(), "the edit was refused");
        durations.push(duration);
    }
    durations.sort_unstable();
    durations.truncate(count - count / 50);
    Ok(durations.iter().sum::<Duration>().as_secs_f64() * 1e6 / durations.len() as f64)
}

/// Random changes of cells; every other one is taken back.
fn changes(terrain: &Terrain, kinds: &'static [u8]) -> impl FnMut() -> (Cell, u8) + use<> {
    let (mut random, mut back) = (Random::new(5), None);
    let (side, types) = (terrain.side, terrain.types.clone());
    move || {
        back.take().unwrap_or_else(|| {
            let (x, y) = (random.below(side), random.below(side));
            let cell = Cell::new(x as i32, y as i32);
            back = Some((cell, types[(y * side + x) as usize]));
            (cell, kinds[random.below(kinds.len() as u32) as usize])
        })
    }
}

fn edits(side: u32, count: usize) -> Result<()> {
    println!(
        "One cell of {side} x {side} edited, a weighted profile in use: us, mean of the fastest 98 % of {count}.\n"
    );
    println!("| map | default | landmarks |\n| --- | ---: | ---: |");
    let (agent, mut scratch) = (agent()?, Scratch::new());
    for terrain in Terrain::all(side).into_iter().take(6) {
        let mut means = Vec::new();
        for (engine, _) in &ENGINES[1..] {
            let grid = grid_of(&terrain, *engine)?;
            cost(&grid, &agent, ends(&terrain, 1)[0], &mut scratch)?;
            means.push(mean_of_edits(&grid, count, changes(&terrain, &[0, 1, 2, 3]))?);
        }
        println!("| {} | {:.1} | {:.1} |", terrain.name, means[0], means[1]);
    }
    println!();
    Ok(())
}

fn layers(side: u32, count: usize) -> Result<()> {
    println!(
        "One cell of {side} x {side} edited, with layers of wide agents: us, mean of the fastest 98 % of {count}.\n"
    );
    println!("| map | 1 cell | and 2 | and 4 | and 8 | and 16 |\n| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut scratch = Scratch::new();
    for percent in [0, 1, 10] {
        let terrain = Terrain::new(format!("{percent} % obstacles"), side, |_, _| 0).with_obstacles(percent);
        let mut row = format!("| {} |", terrain.name);
        let grid = grid_of(&terrain, Engine::Auto)?;
        for size in [1, 2, 4, 8, 16] {
            let Ok(size) = AgentSize::new(size) else { bail!("a size") };
            let agent = Agent { size, ..Agent::default() };
            cost(&grid, &agent, ends(&terrain, 1)[0], &mut scratch)?;
            row += &format!(" {:.1} |", mean_of_edits(&grid, count, changes(&terrain, &[0, 1]))?);
        }
        println!("{row}");
    }
    println!();
    Ok(())
}

fn penalties(side: u32, count: usize) -> Result<()> {
    println!("Penalties on {side} x {side} cells. Setting all: ms. Queries: geometric means, A* = 1.\n");
    println!("| map | set all, ms | A* over cells, us | default | landmarks |\n| --- | ---: | ---: | ---: | ---: |");
    let agent = agent()?;
    let mut random = Random::new(9);
    for terrain in Terrain::all(side).into_iter().take(5) {
        let grids = ENGINES.iter().map(|&(engine, _)| grid_of(&terrain, engine)).collect::<Result<Vec<_>>>()?;
        let rect = Rect { x: 0, y: 0, width: side, height: side };
        let mut fastest = Duration::MAX;
        for _ in 0..10 {
            let penalties: Vec<u8> =
                (0..side * side).map(|_| if random.percent(10) { random.below(64) as u8 } else { 0 }).collect();
            for grid in &grids {
                let edit = Edit::write_penalties(rect, &penalties);
                let (duration, made) = timed(|| grid.edit(&edit).and_then(|()| grid.view().map(drop)));
                ensure!(made.is_ok(), "the penalties were refused");
                fastest = fastest.min(duration);
            }
        }
        let times = compare(&grids, &agent, &ends(&terrain, count))?;
        let (astar, auto, landmarks) = (times[0], times[1] / times[0], times[2] / times[0]);
        let all = fastest.as_secs_f64() * 1e3;
        println!("| {} | {all:.3} | {:.0} | {auto:.3} | {landmarks:.3} |", terrain.name, astar / 1e3);
    }
    Ok(())
}
