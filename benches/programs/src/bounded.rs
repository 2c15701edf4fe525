//! Weights above 1 beside optimal searches: on large maps of several kinds, and on regular patterns.
//!
//! A query is asked with each weight several times, and its fastest times count. The ratios are those of a query's time
//! with a weight to its time without. All costs are compared with the optimal ones.

use crate::grid::{BenchGrid, Engine, Rules};
use crate::landscapes::LANDSCAPES;
use crate::timing::timed;
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use gridstar::ffi::GridstarDiagonalRule;
use gridstar::grid::Cell;
use std::f64::consts::SQRT_2;
use std::time::{Duration, Instant};

const WEIGHTS: [f64; 3] = [1.0, 1.1, 1.5];
const QUERIES: usize = 100;
const RULES: [GridstarDiagonalRule; 4] = [
    GridstarDiagonalRule::Always,
    GridstarDiagonalRule::AtMostOneBlocked,
    GridstarDiagonalRule::BothFree,
    GridstarDiagonalRule::Never,
];
const DIAGONALS: [f64; 3] = [1.0, 1.4, SQRT_2];
const PASSES: usize = 5;
/// No further pass over the queries begins after this time.
const LONGEST: Duration = Duration::from_secs(5);
/// Shorter searches of patterns say nothing about ratios.
const SHORTEST: f64 = 20e-6;

/// A query's costs and fastest times in seconds, by weight.
#[derive(Clone, Copy)]
struct Asked {
    costs: [f64; 3],
    seconds: [f64; 3],
    /// The bounds that the results tell.
    told: [f64; 3],
}

impl Asked {
    fn ratio(&self, weight: usize) -> f64 {
        self.seconds[weight] / self.seconds[0]
    }
}

/// Prints the tables.
pub(crate) fn run(quick: bool) -> Result<()> {
    let (side, count) = if quick { (512, 10) } else { (8192, QUERIES) };
    println!(
        "{count} queries of at least a third of the side on {side} x {side} cells, by jump points without landmarks."
    );
    println!("Ratios are those of the times of single queries, and of their costs, to the optimal search.\n");
    println!("| map | optimal, µs | weight | µs | ratio | 99 % | greatest | mean cost | worst cost | worst told |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, map) in LANDSCAPES {
        let map = map(side);
        let mut grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK)?;
        grid.derive(&map)?;
        let queries = queries(&map, &mut grid, count)?;
        print_map(name, &ask(&mut grid, &queries)?);
        eprintln!("  {name}");
    }
    patterns(if quick { 96 } else { 768 }, if quick { 2 } else { 3 })
}

/// Random queries of at least a third of the side that have a path.
fn queries(map: &CellMap, grid: &mut BenchGrid, count: usize) -> Result<Vec<(Cell, Cell)>> {
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

/// Asks all queries with each weight, pass by pass: a query finds the caches as others left them.
fn ask(grid: &mut BenchGrid, queries: &[(Cell, Cell)]) -> Result<Vec<Asked>> {
    let nothing = Asked { costs: [0.0; 3], seconds: [f64::INFINITY; 3], told: [0.0; 3] };
    let mut all = vec![nothing; queries.len()];
    for (at, weight) in WEIGHTS.into_iter().enumerate() {
        grid.set_weight(weight);
        let begun = Instant::now();
        for pass in 0..PASSES {
            if pass > 0 && begun.elapsed() > LONGEST {
                break;
            }
            for (&(start, goal), asked) in queries.iter().zip(&mut all) {
                let (duration, answer) = timed(|| grid.find(start, goal));
                let answer = answer?;
                let least = if at == 0 { answer.cost } else { asked.costs[0] };
                let is_right = answer.is_found && (least..=least * weight * (1.0 + 1e-9)).contains(&answer.cost);
                ensure!(is_right, "{start:?} to {goal:?}, weight {weight}: {answer:?}, optimal {least}");
                (asked.costs[at], asked.told[at]) = (answer.cost, f64::from(answer.bound));
                asked.seconds[at] = asked.seconds[at].min(duration.as_secs_f64());
            }
        }
    }
    Ok(all)
}

fn print_map(name: &str, all: &[Asked]) {
    let micros = |weight: usize| geometric_mean(all.iter().map(|asked| asked.seconds[weight])) * 1e6;
    for (weight, given) in WEIGHTS.into_iter().enumerate().skip(1) {
        let mut ratios: Vec<f64> = all.iter().map(|asked| asked.ratio(weight)).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let (greatest, late) = (ratios[ratios.len() - 1], ratios[(ratios.len() - 1) * 99 / 100]);
        let costs = || all.iter().map(|asked| asked.costs[weight] / asked.costs[0]);
        let told = all.iter().map(|asked| asked.told[weight]).fold(1.0, f64::max);
        let mean = geometric_mean(ratios.iter().copied());
        print!("| {name} | {:.0} | {} | {:.0} | 1/{:.1} | ", micros(0), given, micros(weight), 1.0 / mean);
        print!("{late:.3} | {greatest:.3} | ");
        println!("{:.4} | {:.4} | {told:.4} |", geometric_mean(costs()), costs().fold(1.0, f64::max));
    }
}

/// Regular patterns, by the ratio of times: how often a weight makes a search slower, and where most.
fn patterns(side: u32, largest_tile: u32) -> Result<()> {
    let mut random = Random::new(1);
    let tiles = tiles(largest_tile).into_iter().chain(brick_walls(6)).chain(pillars()).chain(checkerboards());
    let patterns: Vec<Pattern> =
        tiles.chain(combs()).chain(spirals()).chain((0..60).map(|_| random_tile(&mut random))).collect();
    let mut all: Vec<(f64, Asked, usize, String)> = Vec::new();
    for pattern in &patterns {
        let map = pattern.map(side);
        for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONALS.map(|cost| (rule, cost))) {
            let rules = Rules { diagonal: rule, diagonal_cost, ..Rules::BENCHMARK };
            let mut grid = BenchGrid::of_map(&map, Engine::Default, rules)?;
            grid.derive(&map)?;
            let Ok(queries) = queries(&map, &mut grid, 2) else { continue };
            for asked in ask(&mut grid, &queries)?.into_iter().filter(|asked| asked.seconds[0] > SHORTEST) {
                for (weight, given) in WEIGHTS.into_iter().enumerate().skip(1) {
                    let case = format!("`{pattern}` | {rule:?} | {diagonal_cost:.4} | {given}");
                    all.push((asked.ratio(weight), asked, weight, case));
                }
            }
        }
    }
    all.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    println!("\n{} patterns on {side} x {side} cells, searches of at least 20 µs, by weight:\n", patterns.len());
    println!("| weight | searches | geometric mean | above 1.1 | greatest |\n| ---: | ---: | ---: | ---: | ---: |");
    for (at, weight) in WEIGHTS.into_iter().enumerate().skip(1) {
        let ratios: Vec<f64> = all.iter().filter(|one| one.2 == at).map(|one| one.0).collect();
        let above = ratios.iter().filter(|&&ratio| ratio > 1.1).count();
        let (mean, greatest) = (geometric_mean(ratios.iter().copied()), ratios.first().copied().unwrap_or_default());
        println!("| {weight} | {} | {mean:.3} | {above} | {greatest:.3} |", ratios.len());
    }
    println!("\nThe worst:\n\n| pattern | rule | diagonal cost | weight | ratio | optimal, µs | cost |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    for (ratio, asked, weight, case) in all.iter().take(8) {
        println!(
            "| {case} | {ratio:.3} | {:.0} | {:.4} |",
            asked.seconds[0] * 1e6,
            asked.costs[*weight] / asked.costs[0]
        );
    }
    Ok(())
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value.ln()));
    (sum / f64::from(count.max(1))).exp()
}
