//! Many kinds of maps, regular patterns among them: where a weight makes a search slower than an optimal one.

use crate::far_queries::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::landscapes::{caves, city, maze, rooms, scattered};
use crate::timing::{geometric_mean_of, timed_by_thread};
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use gridstar::ffi::GridstarDiagonalRule;
use std::f64::consts::SQRT_2;

const WEIGHTS: [f64; 4] = [1.0, 1.02, 1.1, 1.5];
const RULES: [GridstarDiagonalRule; 4] = [
    GridstarDiagonalRule::Always,
    GridstarDiagonalRule::AtMostOneBlocked,
    GridstarDiagonalRule::BothFree,
    GridstarDiagonalRule::Never,
];
const DIAGONALS: [f64; 3] = [1.0, 1.4, SQRT_2];
const PASSES: usize = 3;
/// Shorter searches say nothing about ratios.
const SHORTEST: f64 = 20e-6;

/// A kind: its name, its maps, and the number of queries for each map, rule and cost.
type Kind = (&'static str, Vec<MapOf>, usize);

/// The map with a side.
type MapOf = Box<dyn Fn(u32) -> CellMap>;

fn kinds(largest_tile: u32) -> Vec<Kind> {
    let once = |map: fn(u32) -> CellMap| -> Vec<MapOf> { vec![Box::new(map)] };
    let all = |patterns: Vec<Pattern>| -> Vec<MapOf> {
        patterns.into_iter().map(|pattern| Box::new(move |side| pattern.map(side)) as MapOf).collect()
    };
    let mut random = Random::new(1);
    vec![
        ("plain", once(|side| CellMap::new(side, side)), 10),
        ("5 % scattered", once(|side| scattered(side, 5)), 10),
        ("10 % scattered", once(|side| scattered(side, 10)), 10),
        ("20 % scattered", once(|side| scattered(side, 20)), 10),
        ("30 % scattered", once(|side| scattered(side, 30)), 10),
        ("35 % scattered", once(|side| scattered(side, 35)), 10),
        ("40 % scattered", once(|side| scattered(side, 40)), 10),
        ("45 % scattered", once(|side| scattered(side, 45)), 10),
        ("rooms", once(rooms), 10),
        ("city", once(city), 10),
        ("caves", once(caves), 10),
        ("maze, 1 wide", once(|side| maze(side, 1)), 10),
        ("maze, 2 wide", once(|side| maze(side, 2)), 10),
        ("maze, 8 wide", once(|side| maze(side, 8)), 10),
        ("tiles", all(tiles(largest_tile)), 2),
        ("bricks", all(brick_walls(4)), 2),
        ("pillars", all(pillars()), 2),
        ("checkerboards", all(checkerboards()), 2),
        ("combs", all(combs()), 2),
        ("spirals", all(spirals()), 2),
        ("random tiles", all((0..30).map(|_| random_tile(&mut random)).collect()), 2),
    ]
}

/// A query's fastest times in seconds and its expansions, by weight.
struct Asked {
    seconds: [f64; 4],
    expansions: [u32; 4],
    told: String,
}

/// Prints the tables.
pub(super) fn run(quick: bool, only: &str) -> Result<()> {
    let side = if quick { 96 } else { 768 };
    println!(
        "\nMaps of {side} x {side} cells, four rules, three costs of a diagonal step, searches of at least 20 µs."
    );
    println!(
        "Ratios of a kind are those of all times together; those of queries compare fastest times. Processor time.\n"
    );
    println!("| map | weight | searches | all together | geometric mean | above 1.1 | greatest | expansions |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut worst = Vec::new();
    for (name, maps, count) in kinds(if quick { 2 } else { 3 }) {
        if !name.contains(only) {
            continue;
        }
        let mut all = Vec::new();
        for (number, map) in maps.iter().enumerate() {
            let map = map(side);
            for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONALS.map(|cost| (rule, cost))) {
                let rules = Rules { diagonal: rule, diagonal_cost, ..Rules::BENCHMARK };
                let told = format!("{name} {number}, {rule:?}, {diagonal_cost:.4}");
                all.extend(ask(&map, rules, count, &told)?);
            }
        }
        all.retain(|asked: &Asked| asked.seconds[0] > SHORTEST);
        // A kind may have only short searches.
        for at in if all.is_empty() { 0..0 } else { 1..WEIGHTS.len() } {
            print(name, at, &all);
        }
        worst.extend(all.into_iter().flat_map(|asked| {
            let told = |at: usize| {
                let ratio = asked.seconds[at] / asked.seconds[0];
                let counts = (asked.expansions[0], asked.expansions[at]);
                let (told, weight, micros) = (&asked.told, WEIGHTS[at], asked.seconds[0] * 1e6);
                (ratio, format!("{told} | {weight} | {ratio:.3} | {micros:.0} | {counts:?}"))
            };
            (1..WEIGHTS.len()).map(told).collect::<Vec<_>>()
        }));
    }
    worst.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    println!("\nThe worst:\n\n| search | weight | ratio | optimal, µs | expansions |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    worst.iter().take(8).for_each(|(_, told)| println!("| {told} |"));
    Ok(())
}

fn print(name: &str, at: usize, all: &[Asked]) {
    let ratios = || all.iter().map(|asked| asked.seconds[at] / asked.seconds[0]);
    let sum = |at: usize| all.iter().map(|asked| asked.seconds[at]).sum::<f64>();
    let expansions = |at: usize| all.iter().map(|asked| f64::from(asked.expansions[at])).sum::<f64>();
    println!(
        "| {name} | {} | {} | {:.3} | {:.3} | {} | {:.3} | {:.3} |",
        WEIGHTS[at],
        all.len(),
        sum(at) / sum(0),
        geometric_mean_of(ratios()),
        ratios().filter(|&ratio| ratio > 1.1).count(),
        ratios().fold(0.0, f64::max),
        expansions(at) / expansions(0),
    );
}

/// Asks queries with each weight in turn, in several passes.
fn ask(map: &CellMap, rules: Rules, count: usize, told: &str) -> Result<Vec<Asked>> {
    let mut grid = BenchGrid::of_map(map, Engine::Default, rules)?;
    grid.derive(map)?;
    let Ok(queries) = queries(map, &mut grid, count) else { return Ok(Vec::new()) };
    queries
        .into_iter()
        .map(|(start, goal)| {
            let told = format!("{told}, {start:?} to {goal:?}");
            let mut asked = Asked { seconds: [f64::INFINITY; 4], expansions: [0; 4], told };
            for _ in 0..PASSES {
                let mut optimal = 0.0;
                for (at, weight) in WEIGHTS.into_iter().enumerate() {
                    grid.set_weight(weight);
                    let (duration, answer) = timed_by_thread(|| grid.find(start, goal));
                    let answer = answer?;
                    optimal = if at == 0 { answer.cost } else { optimal };
                    let is_right = (optimal..=optimal * weight * (1.0 + 1e-9)).contains(&answer.cost);
                    ensure!(is_right, "{}, weight {weight}: {answer:?}, optimal {optimal}", asked.told);
                    asked.seconds[at] = asked.seconds[at].min(duration.as_secs_f64());
                    asked.expansions[at] = answer.expansions;
                }
            }
            Ok(asked)
        })
        .collect()
}
