//! Finds the regular patterns, mostly small tiles repeated over a map, on which jump points are slowest compared with
//! A* over cells.
//!
//! Every pattern is searched on a small map with each rule, cost and engine. The worst cases go on to a larger map, the
//! worst of those cases to the next one, and so on. Each stage has a time limit, so the whole run is bounded however
//! slow a search is. The tables report the cases that were left out.

mod cases;
mod compare;
mod grounds;
mod tables;

use crate::grid::{BenchGrid, ENGINES, Engine, Rules};
use anyhow::{Context, Result};
use cases::{Case, take_turns};
use clap::Args;
use compare::{Line, Measured, Rounds, Yard, compare};
use gridstar::ffi::GridstarDiagonalRule;
use grounds::{Ground, LARGEST_TILE};
use std::f64::consts::SQRT_2;
use std::time::{Duration, Instant};
use tables::Tables;

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

/// The searches on maps of one side.
struct Stage {
    side: u32,
    /// Number of cases taken over from the previous stage, the worst first.
    cases: usize,
    /// The stage ends this long after the run began.
    until: Duration,
    rounds: Rounds,
}

const fn stage(side: u32, cases: usize, until_seconds: u64, rounds: Rounds) -> Stage {
    Stage { side, cases, until: Duration::from_secs(until_seconds), rounds }
}

/// Many rounds, as short searches need, within a number of milliseconds.
const fn within(milliseconds: u64) -> Rounds {
    Rounds { most: 50, longest: Duration::from_millis(milliseconds) }
}

const FEW: Rounds = Rounds { most: 5, longest: Duration::from_millis(1) };

const STAGES: [Stage; 5] = [
    stage(64, usize::MAX, 200, FEW),
    stage(192, 800, 260, within(30)),
    stage(384, 200, 330, within(300)),
    stage(768, 200, 430, within(500)),
    stage(1536, 200, 560, within(500)),
];

const QUICK_STAGES: [Stage; 3] = [stage(32, usize::MAX, 2, FEW), stage(64, 20, 3, FEW), stage(96, 10, 4, FEW)];

/// A case whose search took longer is not searched on a larger map.
const TOO_LONG: Duration = Duration::from_millis(400);

/// Prints the tables.
pub(crate) fn run(args: &PatternsArgs) -> Result<()> {
    let begun = Instant::now();
    let grounds = if args.quick { Ground::quick(args.seed) } else { Ground::all(args.seed) };
    let stages: &[Stage] = if args.quick { &QUICK_STAGES } else { &STAGES };
    let run = Run { seed: args.seed, grounds: &grounds };
    let (first, later) = stages.split_first().context("there are no stages")?;
    let (mut cases, mut left_out) = (Vec::new(), vec![0]);
    for ground in 0..grounds.len() {
        if begun.elapsed() > first.until {
            left_out[0] += 1;
        } else {
            run.search_all(ground, first, &mut cases)?;
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
        "{} patterns. Tiles go up to {LARGEST_TILE} x {LARGEST_TILE}; the seed of random ones is {}. Four rules,",
        grounds.len(),
        args.seed
    );
    println!("diagonal costs {DIAGONAL_COSTS:.4?}, six lines from side to side. Spirals, combs and switchbacks over a");
    println!("whole map have two more, to the center and from it. All paths cost the same as those of A*.\n");
    let sides: Vec<u32> = stages.iter().map(|stage| stage.side).collect();
    let tables = Tables { sides: &sides, grounds: &grounds };
    tables.print_summary(&cases, &left_out);
    tables.print_worst_times(cases);
    println!("{:.0} s.", begun.elapsed().as_secs_f64());
    Ok(())
}

struct Run<'a> {
    seed: u64,
    grounds: &'a [Ground],
}

impl Run<'_> {
    /// For each rule, cost and engine, the line with the largest ratio of times.
    fn search_all(&self, ground: usize, stage: &Stage, cases: &mut Vec<Case>) -> Result<()> {
        for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONAL_COSTS.map(|cost| (rule, cost))) {
            let rules = Rules { diagonal: rule, straight_cost: 1.0, diagonal_cost };
            let mut yard = Yard::new(self.grounds[ground].map(stage.side), rules)?;
            let mut grids = Vec::new();
            for engine in ENGINES {
                grids.push(BenchGrid::of_map(&yard.map, engine, rules)?);
            }
            let mut worst = [const { None::<(Line, Measured)> }; ENGINES.len()];
            for &line in self.grounds[ground].lines() {
                let Some(ends) = line.ends(&yard.map) else { continue };
                let compared = compare(&mut yard, &mut grids, ends, stage.rounds).with_context(|| {
                    self.name(&Case::new(ground, rules, Engine::Default, line, Vec::new()), stage.side)
                })?;
                for (at, one) in compared.into_iter().flatten().enumerate() {
                    if worst[at].is_none_or(|(_, before)| one.ratio() > before.ratio()) {
                        worst[at] = Some((line, one));
                    }
                }
            }
            cases.extend(worst.into_iter().zip(ENGINES).filter_map(|(found, engine)| {
                let (line, measured) = found?;
                Some(Case::new(ground, rules, engine, line, vec![measured]))
            }));
        }
        Ok(())
    }

    fn search_larger(&self, case: &mut Case, stage: &Stage) -> Result<()> {
        let rules = case.rules;
        let mut yard = Yard::new(self.grounds[case.ground].map(stage.side), rules)?;
        let mut grids = [BenchGrid::of_map(&yard.map, case.engine, rules)?];
        let Some(ends) = case.line.ends(&yard.map) else { return Ok(()) };
        let compared = compare(&mut yard, &mut grids, ends, stage.rounds);
        let compared = compared.with_context(|| self.name(case, stage.side))?;
        case.measured.extend(compared.into_iter().flatten());
        Ok(())
    }

    /// Names a case in error messages.
    fn name(&self, case: &Case, side: u32) -> String {
        let (seed, ground) = (self.seed, &self.grounds[case.ground]);
        let Case { rules: Rules { diagonal: rule, diagonal_cost, .. }, line, engine, .. } = case;
        let engine = engine.name();
        format!("seed {seed}, {ground} on {side} x {side}, {rule:?}, diagonal cost {diagonal_cost}, {engine}, {line:?}")
    }
}
