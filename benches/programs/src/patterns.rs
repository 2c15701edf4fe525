//! Finds the regular patterns, small tiles repeated over a map, on which jump points are slowest compared with A* over
//! cells.
//!
//! Every pattern is searched on a small map with each rule, cost and engine. The worst cases go on to a larger map, the
//! worst of those cases to the next one, and so on. Each stage has a time limit, so the whole run is bounded however
//! slow a search is. The tables report the cases that were left out.

mod compare;

use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use crate::random_maps::Random;
use crate::tiles::{Pattern, brick_walls, random_tile, tiles};
use anyhow::{Context, Result};
use clap::Args;
use compare::{Line, Measured, Rounds, Yard, compare};
use gridstar::ffi::GridstarDiagonalRule;
use std::collections::{HashMap, HashSet};
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

const RULES: [GridstarDiagonalRule; 4] = [
    GridstarDiagonalRule::Always,
    GridstarDiagonalRule::AtMostOneBlocked,
    GridstarDiagonalRule::BothFree,
    GridstarDiagonalRule::Never,
];

const DIAGONAL_COSTS: [f64; 6] = [1.0, 1.0001, 1.4, SQRT_2, 1.9999, 2.0];

const LARGEST_TILE: u32 = 4;
const LONGEST_BRICK: u32 = 8;
const RANDOM_TILES: u32 = 300;
const QUICK_TILES: [(&str, u32); 3] = [(".#/..", 1), ("..../..#./..../....", 0), ("..#/...", 0)];

/// The searches on maps of one side.
struct Stage {
    side: u32,
    /// Number of cases taken over from the previous stage, the worst first.
    cases: usize,
    /// The stage ends this long after the run began.
    until: Duration,
    rounds: Rounds,
}

const fn stage(side: u32, cases: usize, until_seconds: u64, longest: Duration) -> Stage {
    Stage { side, cases, until: Duration::from_secs(until_seconds), rounds: Rounds { most: 5, longest } }
}

const STAGES: [Stage; 5] = [
    stage(64, usize::MAX, 200, Duration::from_millis(1)),
    stage(192, 800, 260, Duration::from_millis(30)),
    stage(384, 200, 330, Duration::from_millis(300)),
    stage(768, 200, 430, Duration::from_millis(500)),
    stage(1536, 200, 560, Duration::from_millis(500)),
];

const QUICK: Duration = Duration::from_millis(1);
const QUICK_STAGES: [Stage; 3] = [stage(32, usize::MAX, 2, QUICK), stage(64, 20, 3, QUICK), stage(96, 10, 4, QUICK)];

/// A case whose search took longer is not searched on a larger map.
const TOO_LONG: Duration = Duration::from_millis(400);

/// Number of rows of a table.
const ROWS: usize = 20;
/// Larger ratios are counted.
const BAD: f64 = 2.0;

/// A query on a pattern, and its results on each stage's map.
struct Case {
    pattern: usize,
    rule: GridstarDiagonalRule,
    diagonal_cost: f64,
    engine: Engine,
    line: Line,
    measured: Vec<Measured>,
    /// Number of worse cases in its group: the cases on the same maps with the same rule, cost and engine.
    rank: usize,
}

impl Case {
    fn group(&self) -> (usize, u32, u64, &'static str) {
        (self.measured.len(), self.rule as u32, self.diagonal_cost.to_bits(), self.engine.name())
    }

    fn rules(&self) -> Rules {
        Rules { diagonal: self.rule, straight_cost: 1.0, diagonal_cost: self.diagonal_cost }
    }

    fn last(&self) -> Option<&Measured> {
        self.measured.last()
    }

    fn last_ratio(&self) -> f64 {
        self.last().map_or(0.0, Measured::ratio)
    }

    /// The largest ratio on all maps except the smallest, where times are too short to compare.
    fn worst_ratio(&self) -> f64 {
        self.measured.iter().skip(1).map(Measured::ratio).fold(0.0, f64::max)
    }
}

/// Prints the tables.
pub(crate) fn run(args: &PatternsArgs) -> Result<()> {
    let begun = Instant::now();
    let patterns = if args.quick { quick_patterns(args.seed) } else { all_patterns(args.seed) };
    let stages: &[Stage] = if args.quick { &QUICK_STAGES } else { &STAGES };
    let run = Run { seed: args.seed, patterns: &patterns };
    let (first, later) = stages.split_first().context("there are no stages")?;
    let (mut cases, mut by_counts, mut left_out) = (Vec::new(), Vec::new(), vec![0]);
    for pattern in 0..patterns.len() {
        if begun.elapsed() > first.until {
            left_out[0] += 1;
        } else {
            run.search_all(pattern, first, &mut cases, &mut by_counts)?;
        }
    }
    eprintln!("  {} cases: {:.0} s", cases.len(), begun.elapsed().as_secs_f64());
    for (number, stage) in later.iter().enumerate() {
        take_turns(&mut cases);
        let goes_on = |case: &&mut Case| {
            case.measured.len() == number + 1 && case.last().is_some_and(|last| last.duration < TOO_LONG)
        };
        left_out.push(0);
        for case in cases.iter_mut().filter(goes_on).take(stage.cases) {
            if begun.elapsed() > stage.until {
                left_out[number + 1] += 1;
            } else {
                run.search_larger(case, stage)?;
            }
        }
        eprintln!("  side {}: {:.0} s", stage.side, begun.elapsed().as_secs_f64());
    }
    println!(
        "{} patterns: tiles up to {LARGEST_TILE} x {LARGEST_TILE}, brick walls, random tiles of seed {}. Four rules, \
         diagonal costs",
        patterns.len(),
        args.seed
    );
    println!("{DIAGONAL_COSTS:.4?}, six lines from side to side. All paths cost the same as those of A*.\n");
    print_summary(stages, &cases, &left_out);
    run.print_worst_times(stages, cases);
    run.print_worst_counts(by_counts);
    println!("{:.0} s.", begun.elapsed().as_secs_f64());
    Ok(())
}

fn quick_patterns(seed: u64) -> Vec<Pattern> {
    let drawn = QUICK_TILES.iter().map(|&(tile, shift)| Pattern::drawn(tile, shift));
    drawn.chain([random_tile(&mut Random::new(seed))]).collect()
}

fn all_patterns(seed: u64) -> Vec<Pattern> {
    let mut random = Random::new(seed);
    let mut patterns = tiles(LARGEST_TILE);
    patterns.extend(brick_walls(LONGEST_BRICK).into_iter().filter(|wall| !wall.is_within(LARGEST_TILE)));
    patterns.extend((0..RANDOM_TILES).map(|_| random_tile(&mut random)));
    patterns
}

struct Run<'a> {
    seed: u64,
    patterns: &'a [Pattern],
}

impl Run<'_> {
    /// For each rule, cost and engine, the line with the largest ratio of times and the line with the largest ratio of
    /// expansions.
    fn search_all(
        &self,
        pattern: usize,
        stage: &Stage,
        cases: &mut Vec<Case>,
        by_counts: &mut Vec<Case>,
    ) -> Result<()> {
        for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONAL_COSTS.map(|cost| (rule, cost))) {
            let case = |engine, line, measured| Case { pattern, rule, diagonal_cost, engine, line, measured, rank: 0 };
            let rules = case(Engine::AStar, Line::Row, Vec::new()).rules();
            let mut yard = Yard::new(&self.patterns[pattern], stage.side, rules)?;
            let mut grids = Vec::new();
            for engine in ENGINES {
                grids.push(BenchGrid::of_map(&yard.map, engine, rules)?);
            }
            let mut worst = [const { None::<(Line, Measured)> }; ENGINES.len()];
            let mut most = [const { None::<(Line, Measured)> }; ENGINES.len()];
            for line in Line::ALL {
                let Some(ends) = line.ends(&yard.map) else { continue };
                let compared = compare(&mut yard, &mut grids, ends, stage.rounds)
                    .with_context(|| self.name(&case(Engine::Default, line, Vec::new()), stage.side))?;
                for (at, one) in compared.into_iter().flatten().enumerate() {
                    keep_greatest(&mut worst[at], line, one, Measured::ratio);
                    keep_greatest(&mut most[at], line, one, Measured::ratio_of_expansions);
                }
            }
            for (into, found) in [(&mut *cases, worst), (&mut *by_counts, most)] {
                let found = found.into_iter().zip(ENGINES);
                into.extend(found.filter_map(|(found, engine)| {
                    let (line, measured) = found?;
                    Some(case(engine, line, vec![measured]))
                }));
            }
        }
        Ok(())
    }

    fn search_larger(&self, case: &mut Case, stage: &Stage) -> Result<()> {
        let rules = case.rules();
        let mut yard = Yard::new(&self.patterns[case.pattern], stage.side, rules)?;
        let mut grids = [BenchGrid::of_map(&yard.map, case.engine, rules)?];
        let Some(ends) = case.line.ends(&yard.map) else { return Ok(()) };
        let compared = compare(&mut yard, &mut grids, ends, stage.rounds);
        let compared = compared.with_context(|| self.name(case, stage.side))?;
        case.measured.extend(compared.into_iter().flatten());
        Ok(())
    }

    /// Names a case in error messages.
    fn name(&self, case: &Case, side: u32) -> String {
        let (seed, pattern) = (self.seed, &self.patterns[case.pattern]);
        let Case { rule, diagonal_cost, line, engine, .. } = case;
        let engine = engine.name();
        format!(
            "seed {seed}, {pattern} on {side} x {side}, {rule:?}, diagonal cost {diagonal_cost}, {engine}, {line:?}"
        )
    }

    /// The first cells of a row.
    fn head(&self, case: &Case) -> String {
        let Case { rule, diagonal_cost, line, engine, .. } = case;
        let (pattern, engine, line) = (&self.patterns[case.pattern], engine.name(), line.name());
        format!("| `{pattern}` | {rule:?} | {diagonal_cost:.4} | {engine} | {line} |")
    }

    fn print_worst_times(&self, stages: &[Stage], mut cases: Vec<Case>) {
        cases.sort_by(|a, b| b.worst_ratio().total_cmp(&a.worst_ratio()));
        println!(
            "\nThe worst by time: ratio on each map (`-`: not searched), expansions of both on the largest map.\n"
        );
        self.print_times(stages, cases.iter().take(ROWS));
        println!("\nThe worst of each rule and cost:\n");
        let mut seen = HashSet::new();
        self.print_times(
            stages,
            cases.iter().filter(|case| seen.insert((case.rule as u32, case.diagonal_cost.to_bits()))),
        );
    }

    fn print_times<'a>(&self, stages: &[Stage], cases: impl Iterator<Item = &'a Case>) {
        let sides: String = stages.iter().map(|stage| format!(" {} |", stage.side)).collect();
        println!("| pattern | rule | diagonal cost | engine | line |{sides} expansions | of A* | ms |");
        println!("| --- | --- | ---: | --- | --- |{} ---: | ---: | ---: |", " ---: |".repeat(stages.len()));
        for case in cases {
            let ratio = |at: usize| case.measured.get(at).map_or("-".to_owned(), |one| one.marked(one.ratio()));
            let ratios: String = (0..stages.len()).map(|at| format!(" {} |", ratio(at))).collect();
            let Some(last) = case.last() else { continue };
            let milliseconds = last.duration.as_secs_f64() * 1e3;
            let counts = format!("{} | {} | {milliseconds:.2}", last.expansions, last.astar_expansions);
            println!("{}{ratios} {counts} |", self.head(case));
        }
    }

    fn print_worst_counts(&self, mut cases: Vec<Case>) {
        println!("\nThe worst by expansions, on the smallest map.\n");
        println!("| pattern | rule | diagonal cost | engine | line | expansions | of A* | ratio | for each cell |");
        println!("| --- | --- | ---: | --- | --- | ---: | ---: | ---: | ---: |");
        let ratio = |case: &Case| case.last().map_or(0.0, Measured::ratio_of_expansions);
        cases.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
        for case in cases.iter().take(ROWS) {
            let Some(last) = case.last() else { continue };
            let ratio = last.marked(last.ratio_of_expansions());
            let per_cell = last.marked(last.expansions_per_cell());
            let counts = format!("{} | {} | {ratio} | {per_cell} |", last.expansions, last.astar_expansions);
            println!("{} {counts}", self.head(case));
        }
        let per_cell = |case: &Case| case.last().map_or(0.0, Measured::expansions_per_cell);
        println!(
            "\nMost expansions for each cell: {:.2}. The C functions do not report the memory of searching threads.",
            cases.iter().map(per_cell).fold(0.0, f64::max)
        );
    }
}

/// Sorts cases: first the worst case of each rule, cost and engine, then the second worst, and so on; cases faster than
/// A* come last.
fn take_turns(cases: &mut [Case]) {
    cases.sort_by(|a, b| b.last_ratio().total_cmp(&a.last_ratio()));
    let mut ranks = HashMap::new();
    for case in cases.iter_mut() {
        let rank = ranks.entry(case.group()).or_insert(0);
        case.rank = *rank;
        *rank += 1;
    }
    cases.sort_by_key(|case| (case.last_ratio() <= 1.0, case.rank));
}

fn keep_greatest(kept: &mut Option<(Line, Measured)>, line: Line, one: Measured, key: fn(&Measured) -> f64) {
    if kept.as_ref().is_none_or(|(_, before)| key(&one) > key(before)) {
        *kept = Some((line, one));
    }
}

/// One row for each side. After the first row the cases are the worst of the previous row.
fn print_summary(stages: &[Stage], cases: &[Case], left_out: &[usize]) {
    println!("Time of a search divided by the time of A*, the slower of A* on the map and on its transpose:\n");
    println!("| side | engine | cases | not searched for lack of time | geometric mean | above {BAD:.1} | greatest |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: | ---: |");
    for (at, stage) in stages.iter().enumerate() {
        for engine in ENGINES {
            let of_engine = cases.iter().filter(|case| case.engine == engine);
            let ratios: Vec<f64> = of_engine.filter_map(|case| case.measured.get(at)).map(Measured::ratio).collect();
            let what = if at == 0 { " patterns" } else { "" };
            println!(
                "| {} | {} | {} | {}{what} | {} | {} | {:.2} |",
                stage.side,
                engine.name(),
                ratios.len(),
                left_out[at],
                geometric_mean(&ratios),
                ratios.iter().filter(|&&ratio| ratio > BAD).count(),
                ratios.iter().copied().fold(0.0, f64::max)
            );
        }
    }
}

fn geometric_mean(ratios: &[f64]) -> String {
    if ratios.is_empty() {
        return "-".to_owned();
    }
    format!("{:.2}", (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_is_that_of_the_ratios() {
        assert_eq!(geometric_mean(&[0.5, 8.0]), "2.00");
        assert_eq!(geometric_mean(&[]), "-");
    }
}
