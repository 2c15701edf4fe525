//! Weights above 1 beside optimal searches: on large maps, and on smaller ones of many kinds, regular patterns among
//! them, where a weight may make a search slower.
//!
//! A query is asked with each weight several times, and its fastest times count. The ratios are those of a query's time
//! with a weight to its time without; times are processor time. All costs are compared with the optimal ones.

use crate::far_queries::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::landscapes::{LANDSCAPES, caves, city, maze, rooms, scattered};
use crate::timing::{geometric_mean_of, timed_by_thread};
use anyhow::{Result, ensure};
use clap::Args;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use gridstar::ffi::GridstarDiagonalRule::{Always, AtMostOneBlocked, BothFree, Never};
use gridstar::grid::Cell;
use std::f64::consts::SQRT_2;
use std::time::Duration;

/// Choice of what to measure.
#[derive(Args)]
pub(crate) struct BoundedArgs {
    /// Small maps and few queries
    #[arg(long)]
    quick: bool,
    /// Only the many kinds of small maps
    #[arg(long)]
    kinds: bool,
    /// Only the kinds whose names contain this
    #[arg(long, default_value = "")]
    only: String,
}

/// The first weight is that of optimal searches.
const WEIGHTS: [f64; 3] = [1.0, 1.1, 1.5];
const WEIGHTS_OF_KINDS: [f64; 4] = [1.0, 1.02, 1.1, 1.5];
const QUERIES: usize = 100;
/// No further pass over the queries begins after searches with a weight have taken this long.
const LONGEST: Duration = Duration::from_secs(5);
/// Shorter searches, in seconds, say nothing about ratios of small maps.
const SHORTEST: f64 = 20e-6;

/// A query's answer with a weight, and its fastest time.
#[derive(Clone, Copy)]
struct Asked {
    seconds: f64,
    cost: f64,
    /// The bound that the result tells.
    told: f64,
    expansions: u32,
}

/// A query's answers, by weight.
type ByWeight = Vec<Asked>;

fn ratio(asked: &[Asked], weight: usize) -> f64 {
    asked[weight].seconds / asked[0].seconds
}

/// Prints the tables.
pub(crate) fn run(args: &BoundedArgs) -> Result<()> {
    if !args.kinds {
        on_large_maps(args)?;
    }
    on_kinds(args)
}

/// Asks all queries with each weight, pass by pass: a query finds the caches as others left them.
fn ask(grid: &mut BenchGrid, queries: &[(Cell, Cell)], weights: &[f64], passes: usize) -> Result<Vec<ByWeight>> {
    let nothing = Asked { seconds: f64::INFINITY, cost: 0.0, told: 0.0, expansions: 0 };
    let mut all = vec![vec![nothing; weights.len()]; queries.len()];
    let mut spent = vec![Duration::ZERO; weights.len()];
    for (at, &weight) in (0..passes).flat_map(|_| weights.iter().enumerate()) {
        if spent[at] > LONGEST {
            continue;
        }
        grid.set_weight(weight);
        for (&(start, goal), asked) in queries.iter().zip(&mut all) {
            let (duration, answer) = timed_by_thread(|| grid.find(start, goal));
            let answer = answer?;
            let least = if at == 0 { answer.cost } else { asked[0].cost };
            let is_right = answer.is_found && (least..=least * weight * (1.0 + 1e-9)).contains(&answer.cost);
            ensure!(is_right, "{start:?} to {goal:?}, weight {weight}: {answer:?}, optimal {least}");
            let (seconds, told) = (asked[at].seconds.min(duration.as_secs_f64()), f64::from(answer.bound));
            asked[at] = Asked { seconds, cost: answer.cost, told, expansions: answer.expansions };
            spent[at] += duration;
        }
    }
    Ok(all)
}

fn on_large_maps(args: &BoundedArgs) -> Result<()> {
    let (side, count) = if args.quick { (512, 10) } else { (8192, QUERIES) };
    println!("{count} queries of at least a third of the side on {side} x {side} cells, by jump points without");
    println!("landmarks. Ratios are those of the times of single queries (processor time), and of their costs, to the");
    println!("optimal search.\n");
    println!("| map | optimal, µs | weight | µs | ratio | 99 % | greatest | mean cost | worst cost | worst told |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, map) in LANDSCAPES.into_iter().filter(|(name, _)| name.contains(&args.only)) {
        let map = map(side);
        let mut grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK)?;
        grid.derive(&map)?;
        let queries = queries(&map, &mut grid, count)?;
        let all = ask(&mut grid, &queries, &WEIGHTS, 5)?;
        let micros = |weight: usize| geometric_mean_of(all.iter().map(|asked| asked[weight].seconds)) * 1e6;
        for (weight, given) in WEIGHTS.into_iter().enumerate().skip(1) {
            let mut ratios: Vec<f64> = all.iter().map(|asked| ratio(asked, weight)).collect();
            ratios.sort_unstable_by(f64::total_cmp);
            let (greatest, late) = (ratios[ratios.len() - 1], ratios[(ratios.len() - 1) * 99 / 100]);
            let costs = || all.iter().map(|asked| asked[weight].cost / asked[0].cost);
            let told = all.iter().map(|asked| asked[weight].told).fold(1.0, f64::max);
            let mean = geometric_mean_of(ratios.iter().copied());
            print!("| {name} | {:.0} | {} | {:.0} | 1/{:.1} | ", micros(0), given, micros(weight), 1.0 / mean);
            print!("{late:.3} | {greatest:.3} | ");
            println!("{:.4} | {:.4} | {told:.4} |", geometric_mean_of(costs()), costs().fold(1.0, f64::max));
        }
        eprintln!("  {name}");
    }
    println!();
    Ok(())
}

/// A kind: its name, its maps, and the number of queries for each map, rule and cost.
type Kind = (String, Vec<MapOf>, usize);

/// The map with a side.
type MapOf = Box<dyn Fn(u32) -> CellMap>;

fn kinds(largest_tile: u32) -> Vec<Kind> {
    let mut random = Random::new(1);
    let single = |name: &str, map: MapOf| (name.to_owned(), vec![map], 10);
    let scattered_maps = [5, 10, 20, 30, 35, 40, 45]
        .map(|percent| single(&format!("{percent} % scattered"), Box::new(move |side| scattered(side, percent))));
    let mazes =
        [1, 2, 8].map(|wide| single(&format!("maze, {wide} wide"), Box::new(move |side| maze(side, wide)) as MapOf));
    let patterned = [
        ("tiles", tiles(largest_tile)),
        ("bricks", brick_walls(4)),
        ("pillars", pillars()),
        ("checkerboards", checkerboards()),
        ("combs", combs()),
        ("spirals", spirals()),
        ("random tiles", (0..30).map(|_| random_tile(&mut random)).collect::<Vec<Pattern>>()),
    ];
    let map_of = |pattern: Pattern| Box::new(move |side| pattern.map(side)) as MapOf;
    let patterned = patterned.map(|(name, all)| (name.to_owned(), all.into_iter().map(map_of).collect(), 2));
    let mut kinds = vec![single("plain", Box::new(|side| CellMap::new(side, side)))];
    kinds.extend(scattered_maps);
    kinds.extend([single("rooms", Box::new(rooms)), single("city", Box::new(city)), single("caves", Box::new(caves))]);
    kinds.extend(mazes.into_iter().chain(patterned));
    kinds
}

fn on_kinds(args: &BoundedArgs) -> Result<()> {
    let side = if args.quick { 96 } else { 768 };
    println!("Maps of {side} x {side} cells, four rules, three costs of a diagonal step, searches of at least 20 µs.");
    println!("Ratios of a kind are those of all times together; those of queries compare fastest times. Processor");
    println!("time.\n");
    println!("| map | weight | searches | all together | geometric mean | above 1.1 | greatest | expansions |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut worst = Vec::new();
    for (name, maps, count) in kinds(if args.quick { 2 } else { 3 }) {
        if !name.contains(&args.only) {
            continue;
        }
        let mut all = Vec::new();
        for (number, map) in maps.iter().enumerate() {
            let map = map(side);
            let rules = [Always, AtMostOneBlocked, BothFree, Never].into_iter();
            for (diagonal, diagonal_cost) in rules.flat_map(|rule| [1.0, 1.4, SQRT_2].map(|cost| (rule, cost))) {
                let rules = Rules { diagonal, diagonal_cost, ..Rules::BENCHMARK };
                let mut grid = BenchGrid::of_map(&map, Engine::Default, rules)?;
                grid.derive(&map)?;
                let Ok(queries) = queries(&map, &mut grid, count) else { continue };
                for (asked, (start, goal)) in ask(&mut grid, &queries, &WEIGHTS_OF_KINDS, 3)?.into_iter().zip(queries) {
                    if asked[0].seconds > SHORTEST {
                        let ends = format!("{start:?} to {goal:?}");
                        all.push((asked, format!("{name} {number}, {diagonal:?}, {diagonal_cost:.4}, {ends}")));
                    }
                }
            }
        }
        // A kind may have only short searches.
        for at in if all.is_empty() { 0..0 } else { 1..WEIGHTS_OF_KINDS.len() } {
            print_kind(&name, at, &all);
            worst.extend(all.iter().map(|(asked, told)| {
                let (micros, counts) = (asked[0].seconds * 1e6, (asked[0].expansions, asked[at].expansions));
                let (ratio, weight) = (ratio(asked, at), WEIGHTS_OF_KINDS[at]);
                (ratio, format!("{told} | {weight} | {ratio:.3} | {micros:.0} | {counts:?}"))
            }));
        }
    }
    worst.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    println!("\nThe worst:\n\n| search | weight | ratio | optimal, µs | expansions |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    worst.iter().take(8).for_each(|(_, told)| println!("| {told} |"));
    Ok(())
}

fn print_kind(name: &str, at: usize, all: &[(ByWeight, String)]) {
    let ratios = || all.iter().map(|(asked, _)| ratio(asked, at));
    let sum = |value: fn(&Asked) -> f64| {
        let [with, without] = [at, 0].map(|weight| all.iter().map(|(asked, _)| value(&asked[weight])).sum::<f64>());
        with / without
    };
    println!(
        "| {name} | {} | {} | {:.3} | {:.3} | {} | {:.3} | {:.3} |",
        WEIGHTS_OF_KINDS[at],
        all.len(),
        sum(|one| one.seconds),
        geometric_mean_of(ratios()),
        ratios().filter(|&ratio| ratio > 1.1).count(),
        ratios().fold(0.0, f64::max),
        sum(|one| f64::from(one.expansions)),
    );
}
