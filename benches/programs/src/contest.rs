//! GridStar's engines, other crates and, where it is at hand, a program to measure against, one after the other on the
//! same maps: a table, and a plot of times by length.

pub(crate) mod engines;
pub(crate) mod figures;
pub(crate) mod plot;
pub(crate) mod table;

use anyhow::Result;
use clap::Args;
use engines::{Engine, Programs};
use figures::{MapFigures, Queries};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ContestArgs {
    /// The .map files; the queries are those of the .scen files beside them, or else random ones
    maps: Vec<PathBuf>,
    /// Where the plot and the asked queries go
    #[arg(long)]
    out: PathBuf,
    /// How often all engines run in turn on a map; each query's fastest time counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The largest number of queries of a scenario, spread evenly over it
    #[arg(long)]
    queries: Option<usize>,
    /// Few queries, one round
    #[arg(long)]
    quick: bool,
}

/// Slow engines answer only this number of a map's queries. Ratios are over the queries that both engines answered.
const QUERIES_OF_SLOW_ENGINES: usize = 40;
const QUICK_QUERIES: usize = 20;
const QUICK_QUERIES_OF_SLOW_ENGINES: usize = 10;

/// Prints the table.
pub(crate) fn run(args: ContestArgs) -> Result<()> {
    let (max, few, rounds) = match args.quick {
        true => (QUICK_QUERIES, QUICK_QUERIES_OF_SLOW_ENGINES, 1),
        false => (args.queries.unwrap_or(usize::MAX), QUERIES_OF_SLOW_ENGINES, args.rounds),
    };
    let programs = Programs::find()?;
    let engines = engines::all(programs.yardstick.is_some());
    let mut figures = Vec::new();
    for (at, map) in args.maps.iter().enumerate() {
        eprintln!("map {} of {}: {}", at + 1, args.maps.len(), map.display());
        let queries = Queries::prepare(map, &args.out, max, few)?;
        figures.push(on_map(&engines, &programs, &queries, rounds)?);
    }
    print!("{}", table::engines(&engines, engines::base(&engines), &figures));
    plot::by_length(&engines, &figures, &args.out.join("time-by-length.svg"))
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
