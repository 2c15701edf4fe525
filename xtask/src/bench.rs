//! `cargo xtask bench`: GridStar's engines, other crates and, where it is at hand, a program to measure against, one
//! after the other on the same maps; and what GridStar takes for building, edits, frames of a game, larger maps, edits
//! beside searches, and regular patterns.

mod engines;
mod figures;
mod instructions;
mod plot;
mod programs;
mod report;
mod table;

pub(crate) use instructions::ratio_line;
pub(crate) use report::check_report;

use crate::workspace::Workspace;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use engines::Engine;
use figures::{GrowthPoint, MapFigures, Queries};
use programs::Programs;
use report::Report;
use std::path::{Path, PathBuf};

/// What to measure.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// A folder of MovingAI maps; scenarios of the maps' names, or else random queries, are asked
    #[arg(long, value_name = "DIR")]
    maps: Option<PathBuf>,
    /// How often all engines run in turn on a map; each query's fastest time counts
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// At most so many queries of a scenario, spread evenly over it
    #[arg(long, value_name = "N", value_parser = at_least_10)]
    queries: Option<usize>,
    /// Few queries, one round, small maps: whether it works, not how fast it is
    #[arg(long)]
    quick: bool,
    /// Only these parts
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "engines,growth,building,edits,frames,concurrent,patterns"
    )]
    parts: Vec<Part>,
    /// Where report and plots go; without it, into cargo's target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write the engines' table into README.md (and its translation) and its plot into benches/, and, where no
    /// part is left out, benches/RESULTS.md
    #[arg(long, conflicts_with = "quick")]
    readme: bool,
    /// Instead of all that, count the instructions of fixed searches with callgrind, and compare with the stored counts
    #[arg(long)]
    instructions: bool,
    /// Store the counts
    #[arg(long, requires = "instructions")]
    store: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// All engines on the maps' scenarios
    Engines,
    /// Maps of 64 to 8192 a side
    Growth,
    /// Creating grids, what a search derives from them, large edits
    Building,
    /// Single cells edited between searches
    Edits,
    /// A game that opens and closes doors every frame
    Frames,
    /// One thread edits while another searches: what an edit takes, how fast searches are, how much memory is held
    Concurrent,
    /// Small tiles repeated over a map: where jump points are slow beside A*
    Patterns,
}

/// Slow engines are asked only so many of a map's queries; ratios are over the queries that both were asked.
const QUERIES_OF_SLOW_ENGINES: usize = 40;
const QUICK_QUERIES: usize = 20;
const QUICK_QUERIES_OF_SLOW_ENGINES: usize = 10;

fn at_least_10(text: &str) -> Result<usize> {
    let number = text.parse().ok().filter(|number| *number >= 10);
    number.context("a whole number of at least 10 is expected")
}

/// Runs what is asked for.
pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    let programs = Programs::build(workspace)?;
    if args.instructions {
        return instructions::run(workspace, &programs, args.store);
    }
    let folder = args.out.clone().unwrap_or_else(|| workspace.target.join("bench"));
    std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be made", folder.display()))?;
    let mut report = Report::new(workspace, &command(args, &programs));
    for &part in &args.parts {
        let printed = |name: &str| programs.part(name, args.quick);
        match part {
            Part::Engines => engines(workspace, args, &programs, &folder, &mut report)?,
            Part::Growth => {
                let points: Vec<GrowthPoint> = figures::read_csv(&printed("growth")?)?;
                report.add("Growth", &table::growth(&points));
                plot::growth(&points, &folder.join("growth.svg"))?;
            }
            Part::Building => report.add("Building", &printed("building")?),
            Part::Edits => report.add("Edits", &printed("edits")?),
            Part::Frames => report.add("Frames", &printed("frames")?),
            Part::Concurrent => report.add("Concurrent", &printed("concurrent")?),
            Part::Patterns => report.add("Patterns", &printed("patterns")?),
        }
    }
    report.save(&folder.join("report.md"))?;
    println!("Report and plots: {}", workspace.display(&folder));
    if args.readme { report.write_into_documents(workspace, &folder) } else { Ok(()) }
}

/// What makes the report, as one would type it.
fn command(args: &BenchArgs, programs: &Programs) -> String {
    let yardstick = if programs.yardstick.is_some() { "GRIDSTAR_YARDSTICK=PROGRAM " } else { "" };
    let rounds = if args.rounds == 3 { String::new() } else { format!(" --rounds {}", args.rounds) };
    let quick = if args.quick { " --quick" } else { "" };
    let parts = if args.parts == [Part::Engines] { " --parts engines" } else { "" };
    format!("{yardstick}cargo xtask bench --maps DIR{parts}{rounds}{quick}")
}

fn engines(
    workspace: &Workspace,
    args: &BenchArgs,
    programs: &Programs,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let maps = args.maps.clone().unwrap_or_else(|| workspace.root.join("examples/demo/maps"));
    let engines = engines::all(programs.yardstick.is_some());
    let maps = crate::maps::both_free_maps(&maps)?;
    let (max, few, rounds) = match args.quick {
        true => (QUICK_QUERIES, QUICK_QUERIES_OF_SLOW_ENGINES, 1),
        false => (args.queries.unwrap_or(usize::MAX), QUERIES_OF_SLOW_ENGINES, args.rounds),
    };
    let mut figures = Vec::new();
    for (at, map) in maps.iter().enumerate() {
        eprintln!("map {} of {}: {}", at + 1, maps.len(), map.display());
        let queries = Queries::prepare(map, folder, max, few, programs)?;
        figures.push(on_map(&engines, programs, &queries, rounds as usize)?);
    }
    report.add("Engines", &table::engines(&engines, engines::base(&engines), &figures));
    plot::by_length(&engines, &figures, &folder.join("time-by-length.svg"))
}

/// All engines in turn, so that what disturbs the machine disturbs them alike; and that in rounds, each begun by
/// another engine.
fn on_map(engines: &[Engine], programs: &Programs, queries: &Queries, rounds: usize) -> Result<MapFigures> {
    let mut figures = MapFigures::new(queries, engines.len());
    for round in 0..rounds {
        for at in (0..engines.len()).map(|turn| (turn + round) % engines.len()) {
            let engine = &engines[at];
            let scen = if engine.is_slow { &queries.few } else { &queries.all };
            let outcome = engine.run(programs, &queries.map, scen);
            match outcome.and_then(|printed| figures.add(at, engine, queries, &printed)) {
                Ok(()) => {}
                Err(error) if engine.may_fail() => eprintln!("  {} is left out: {error:#}", engine.name),
                Err(error) => return Err(error.context(format!("{} on {}", engine.name, figures.name))),
            }
        }
    }
    figures.check_costs(engines)?;
    Ok(figures)
}
