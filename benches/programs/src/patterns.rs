//! Finds the regular patterns, mostly small tiles repeated over a map, on which jump points are slowest compared with
//! A* over cells.
//!
//! Every pattern is searched on a small map with each rule, cost and engine. The worst cases of each rule, cost and
//! engine go on to a larger map, the worst of these to the next one, and so on. Each stage has a time limit, so the
//! whole run is bounded however slow a search is. The first table counts the cases that were left out.

mod compare;

use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use crate::timing::mean;
use anyhow::{Context, Result};
use clap::Args;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::shapes::Shape;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use compare::{LINES, LINES_ACROSS, Line, Measured, Yard, compare};
use gridstar::ffi::GridstarDiagonalRule;
use std::collections::HashMap;
use std::f64::consts::SQRT_2;
use std::time::{Duration, Instant};

#[derive(Args)]
pub(crate) struct PatternsArgs {
    /// A short run with small maps
    #[arg(long)]
    quick: bool,
    /// Seed of the random tiles
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const LARGEST_TILE: u32 = 4;
const DIAGONAL_COSTS: [f64; 6] = [1.0, 1.0001, 1.4, SQRT_2, 1.9999, 2.0];
/// Larger ratios are counted.
const BAD: f64 = 2.0;
/// Rows of the table of the worst cases.
const ROWS: usize = 20;
/// A case whose search took longer is not searched on a larger map.
const TOO_LONG: Duration = Duration::from_millis(400);

/// The searches on maps of one side.
struct Stage {
    side: u32,
    /// Cases of each rule, cost and engine that are taken over from the previous stage, the worst first.
    cases: usize,
    /// The stage ends this many seconds after the run began.
    until: u64,
    /// Rounds of a search, and the milliseconds after which no further round begins.
    rounds: (u32, u64),
}

const fn stage(side: u32, cases: usize, until: u64, rounds: (u32, u64)) -> Stage {
    Stage { side, cases, until, rounds }
}

const STAGES: [Stage; 5] = [
    stage(64, 0, 200, (5, 1)),
    stage(192, 16, 260, (50, 30)),
    stage(384, 4, 330, (50, 300)),
    stage(768, 4, 430, (50, 500)),
    stage(1536, 4, 560, (50, 500)),
];
const QUICK_STAGES: [Stage; 3] = [stage(32, 0, 5, (5, 1)), stage(64, 1, 7, (5, 1)), stage(96, 1, 9, (5, 1))];

/// Ground to search: a tile repeated over a map, or a shape that covers a map once.
struct Ground {
    name: String,
    map: Box<dyn Fn(u32) -> CellMap>,
    lines: &'static [Line],
}

impl Ground {
    fn tile(pattern: Pattern) -> Self {
        let lines = &LINES[..LINES_ACROSS];
        Self { name: pattern.to_string(), map: Box::new(move |side| pattern.map(side)), lines }
    }

    fn shape(shape: Shape) -> Self {
        Self { name: shape.to_string(), map: Box::new(move |side| shape.map(side)), lines: &LINES }
    }

    /// All tiles up to a size, larger regular ones, random ones by a seed, and shapes with corridors of several widths.
    fn all(seed: u64) -> Vec<Self> {
        let mut random = Random::new(seed);
        let regular = [brick_walls(8), pillars(), checkerboards(), combs(), spirals()].concat();
        let regular = regular.into_iter().filter(|pattern| !pattern.is_within(LARGEST_TILE));
        let random = (0..300).map(|_| random_tile(&mut random));
        let shapes = [Shape::Comb, Shape::Switchback, Shape::Spiral].into_iter();
        let shapes = shapes.flat_map(|shape| [1, 2, 3, 5, 8].map(shape)).map(Self::shape);
        tiles(LARGEST_TILE).into_iter().chain(regular).chain(random).map(Self::tile).chain(shapes).collect()
    }

    fn quick(seed: u64) -> Vec<Self> {
        let drawn = [(".#/..", 1), ("..../..#./..../....", 0), ("..#/...", 0)];
        let tiles = drawn.into_iter().map(|(tile, shift)| Pattern::drawn(tile, shift));
        let tiles = tiles.chain([random_tile(&mut Random::new(seed))]).map(Self::tile);
        tiles.chain([Self::shape(Shape::Spiral(1))]).collect()
    }
}

/// A query on a ground, and its results on each stage's map.
struct Case {
    ground: usize,
    rules: Rules,
    engine: Engine,
    line: Line,
    measured: Vec<Measured>,
}

impl Case {
    fn last_ratio(&self) -> f64 {
        self.measured.last().map_or(0.0, Measured::ratio)
    }

    /// The largest ratio on all maps except the smallest, where times are too short to compare.
    fn worst_ratio(&self) -> f64 {
        self.measured.iter().skip(1).map(Measured::ratio).fold(0.0, f64::max)
    }

    /// Whether it goes on from a stage, of which `before` cases of its rule, cost and engine do already.
    fn goes_on(&self, from: usize, most: usize, before: &mut HashMap<(u32, u64, &str), usize>) -> bool {
        let is_short = self.measured.last().is_some_and(|last| last.duration < TOO_LONG);
        let group = (self.rules.diagonal as u32, self.rules.diagonal_cost.to_bits(), self.engine.name());
        let count = before.entry(group).or_default();
        let goes_on = self.measured.len() == from && is_short && *count < most;
        *count += usize::from(goes_on);
        goes_on
    }
}

/// Prints the tables.
pub(crate) fn run(args: &PatternsArgs) -> Result<()> {
    let begun = Instant::now();
    let grounds = if args.quick { Ground::quick(args.seed) } else { Ground::all(args.seed) };
    let stages: &[Stage] = if args.quick { &QUICK_STAGES } else { &STAGES };
    let (mut cases, mut left_out) = (Vec::new(), vec![0; stages.len()]);
    for (number, stage) in stages.iter().enumerate() {
        let is_late = || begun.elapsed().as_secs() >= stage.until;
        if number == 0 {
            for ground in 0..grounds.len() {
                match is_late() {
                    true => left_out[0] += 1,
                    false => search_all(&grounds, ground, stage, &mut cases)?,
                }
            }
        }
        cases.sort_by(|a: &Case, b| b.last_ratio().total_cmp(&a.last_ratio()));
        let mut before = HashMap::new();
        for case in cases.iter_mut().filter(|case| number > 0 && case.goes_on(number, stage.cases, &mut before)) {
            if is_late() {
                left_out[number] += 1;
                continue;
            }
            let found = search(&grounds[case.ground], case.rules, &[case.engine], &[case.line], stage)?;
            case.measured.extend(found.into_iter().flatten().map(|(_, measured)| measured));
        }
        eprintln!("  side {}: {:.0} s", stage.side, begun.elapsed().as_secs_f64());
    }
    print_summary(stages, &cases, &left_out, (grounds.len(), args.seed));
    print_worst(stages, &grounds, cases);
    println!("{:.0} s.", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Adds a case for each rule, cost and engine, with the line that has the largest ratio of times.
fn search_all(grounds: &[Ground], ground: usize, stage: &Stage, cases: &mut Vec<Case>) -> Result<()> {
    use GridstarDiagonalRule::{Always, AtMostOneBlocked, BothFree, Never};
    let rules = [Always, AtMostOneBlocked, BothFree, Never];
    for (diagonal, diagonal_cost) in rules.into_iter().flat_map(|rule| DIAGONAL_COSTS.map(|cost| (rule, cost))) {
        let rules = Rules { diagonal, straight_cost: 1.0, diagonal_cost };
        let found = search(&grounds[ground], rules, &ENGINES, grounds[ground].lines, stage)?;
        cases.extend(found.into_iter().zip(ENGINES).filter_map(|(found, engine)| {
            let (line, measured) = found?;
            Some(Case { ground, rules, engine, line, measured: vec![measured] })
        }));
    }
    Ok(())
}

/// The line with the largest ratio of times, for each engine.
fn search(
    ground: &Ground,
    rules: Rules,
    engines: &[Engine],
    lines: &[Line],
    stage: &Stage,
) -> Result<Vec<Option<(Line, Measured)>>> {
    let mut yard = Yard::new((ground.map)(stage.side), rules)?;
    let grids = engines.iter().map(|&engine| BenchGrid::of_map(&yard.map, engine, rules));
    let mut grids = grids.collect::<Result<Vec<_>>>()?;
    let mut worst = vec![None; engines.len()];
    for &line in lines {
        let Some(ends) = line.ends(&yard.map) else { continue };
        let compared = compare(&mut yard, &mut grids, ends, stage.rounds).with_context(|| {
            let Rules { diagonal, diagonal_cost, .. } = rules;
            format!("{}, side {}, {diagonal:?}, diagonal cost {diagonal_cost}, {}", ground.name, stage.side, line.name)
        })?;
        for (worst, one) in worst.iter_mut().zip(compared.into_iter().flatten()) {
            if worst.is_none_or(|(_, before): (Line, Measured)| one.ratio() > before.ratio()) {
                *worst = Some((line, one));
            }
        }
    }
    Ok(worst)
}

/// One row for each side and engine. After the first row the cases are the worst of the previous row.
fn print_summary(stages: &[Stage], cases: &[Case], left_out: &[usize], (grounds, seed): (usize, u64)) {
    println!("{grounds} patterns. Tiles go up to {LARGEST_TILE} x {LARGEST_TILE}; the seed of random ones is {seed}.");
    println!("Four rules, diagonal costs {DIAGONAL_COSTS:.4?},");
    println!(
        "six lines from side to side; spirals, combs and switchbacks over a whole map have two more. All paths cost"
    );
    println!("the same as those of A*.\n");
    println!("Time of a search divided by the time of A*, the slower of A* on the map and on its transpose:\n");
    println!("| side | engine | cases | not searched for lack of time | geometric mean | above {BAD:.1} | greatest |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: | ---: |");
    for (at, (stage, engine)) in stages.iter().enumerate().flat_map(|(at, one)| ENGINES.map(|by| (at, (one, by)))) {
        let of_engine = cases.iter().filter(|case| case.engine == engine);
        let ratios: Vec<f64> = of_engine.filter_map(|case| case.measured.get(at)).map(Measured::ratio).collect();
        println!(
            "| {} | {} | {} | {}{} | {} | {} | {:.2} |",
            stage.side,
            engine.name(),
            ratios.len(),
            left_out[at],
            if at == 0 { " patterns" } else { "" },
            mean(ratios.iter().copied()).map_or("-".to_owned(), |mean| format!("{mean:.2}")),
            ratios.iter().filter(|&&ratio| ratio > BAD).count(),
            ratios.iter().copied().fold(0.0, f64::max)
        );
    }
}

fn print_worst(stages: &[Stage], grounds: &[Ground], mut cases: Vec<Case>) {
    cases.sort_by(|a, b| b.worst_ratio().total_cmp(&a.worst_ratio()));
    println!("\nThe worst by time: ratio on each map (`-`: not searched), expansions of both on the largest map.\n");
    let sides: String = stages.iter().map(|stage| format!(" {} |", stage.side)).collect();
    println!("| ground | rule | diagonal cost | engine | line |{sides} expansions | of A* | ms |");
    println!("| --- | --- | ---: | --- | --- |{} ---: | ---: | ---: |", " ---: |".repeat(stages.len()));
    for case in cases.iter().take(ROWS) {
        let ratio = |at: usize| case.measured.get(at).map_or("-".to_owned(), Measured::shown_ratio);
        let ratios: String = (0..stages.len()).map(|at| format!(" {} |", ratio(at))).collect();
        let Some(last) = case.measured.last() else { continue };
        let (Rules { diagonal, diagonal_cost, .. }, ground) = (case.rules, &grounds[case.ground].name);
        print!("| `{ground}` | {diagonal:?} | {diagonal_cost:.4} | {} | {} |", case.engine.name(), case.line.name);
        let milliseconds = last.duration.as_secs_f64() * 1e3;
        println!("{ratios} {} | {} | {milliseconds:.2} |", last.expansions, last.astar_expansions);
    }
}
