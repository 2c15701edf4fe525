//! Weights above 1 beside optimal searches: on large maps, and on smaller ones of many kinds.
//!
//! A query is asked with each weight several times, and its fastest times count. The ratios are those of a query's time
//! with a weight to its time without; times are processor time. All costs are compared with the optimal ones.

mod kinds;

use crate::far_queries::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::landscapes::LANDSCAPES;
use crate::timing::{geometric_mean_of, timed_by_thread};
use anyhow::{Result, ensure};
use clap::Args;
use gridstar::grid::Cell;
use std::time::{Duration, Instant};

/// What is measured.
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

const WEIGHTS: [f64; 3] = [1.0, 1.1, 1.5];
const QUERIES: usize = 100;
const PASSES: usize = 5;
/// No further pass over the queries begins after this time.
const LONGEST: Duration = Duration::from_secs(5);

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
pub(crate) fn run(args: &BoundedArgs) -> Result<()> {
    if args.kinds {
        return kinds::run(args.quick, &args.only);
    }
    let (side, count) = if args.quick { (512, 10) } else { (8192, QUERIES) };
    println!(
        "{count} queries of at least a third of the side on {side} x {side} cells, by jump points without landmarks."
    );
    println!(
        "Ratios are those of the times of single queries (processor time), and of their costs, to the optimal search.\n"
    );
    println!("| map | optimal, µs | weight | µs | ratio | 99 % | greatest | mean cost | worst cost | worst told |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, map) in LANDSCAPES.into_iter().filter(|(name, _)| name.contains(&args.only)) {
        let map = map(side);
        let mut grid = BenchGrid::of_map(&map, Engine::Default, Rules::BENCHMARK)?;
        grid.derive(&map)?;
        let queries = queries(&map, &mut grid, count)?;
        print_map(name, &ask(&mut grid, &queries)?);
        eprintln!("  {name}");
    }
    kinds::run(args.quick, &args.only)
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
                let (duration, answer) = timed_by_thread(|| grid.find(start, goal));
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
    let micros = |weight: usize| geometric_mean_of(all.iter().map(|asked| asked.seconds[weight])) * 1e6;
    for (weight, given) in WEIGHTS.into_iter().enumerate().skip(1) {
        let mut ratios: Vec<f64> = all.iter().map(|asked| asked.ratio(weight)).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let (greatest, late) = (ratios[ratios.len() - 1], ratios[(ratios.len() - 1) * 99 / 100]);
        let costs = || all.iter().map(|asked| asked.costs[weight] / asked.costs[0]);
        let told = all.iter().map(|asked| asked.told[weight]).fold(1.0, f64::max);
        let mean = geometric_mean_of(ratios.iter().copied());
        print!("| {name} | {:.0} | {} | {:.0} | 1/{:.1} | ", micros(0), given, micros(weight), 1.0 / mean);
        print!("{late:.3} | {greatest:.3} | ");
        println!("{:.4} | {:.4} | {told:.4} |", geometric_mean_of(costs()), costs().fold(1.0, f64::max));
    }
}
