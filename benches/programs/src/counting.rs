//! Instructions of fixed work, counted by Valgrind's callgrind: unlike times, the same on a busy machine and an idle
//! one. The comparison with stored counts is a report and no verdict: another compiler gives other counts.

use crate::generated::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use common::cell_map::CellMap;
use common::movingai;
use common::random_maps::Random;
use std::path::Path;
use std::process::Command;

#[derive(Args)]
pub(crate) struct CountArgs {
    #[arg(value_enum)]
    work: Work,
}

/// The map of all searches.
const MAP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/maps/island.map");

/// Prints a line for each work, and stores the counts if asked. Other instruction sets take other numbers of
/// instructions.
pub(crate) fn count_all(store: bool) -> Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../callgrind");
    let file = Path::new(folder).join(format!("{}.txt", std::env::consts::ARCH));
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    let mut counts = "# Instructions, written by cargo xtask bench --instructions --store\n".to_owned();
    for work in Work::value_variants().iter().filter_map(Work::to_possible_value) {
        let (name, count) = (work.get_name(), count(work.get_name())?);
        match stored.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok()) {
            Some(before) => {
                let ratio = count as f64 / before.max(1.0);
                println!("{name}: {count} instructions, stored {before}, ratio {ratio:.3}");
            }
            None => println!("{name}: {count} instructions, none stored"),
        }
        counts += &format!("{name} {count}\n");
    }
    if store {
        std::fs::write(&file, counts).context("the counts can't be stored")?;
    }
    Ok(())
}

fn count(name: &str) -> Result<u64> {
    let own = std::env::current_exe()?;
    let out = own.with_file_name("callgrind.out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--toggle-collect=*counted_work*"]);
    command.arg(format!("--callgrind-out-file={}", out.display())).arg(&own).args(["count", name]);
    let output = command.output().context("valgrind could not be started")?;
    ensure!(output.status.success(), "valgrind failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&out)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    total.and_then(|count| count.trim().parse().ok()).context("callgrind told no total")
}

#[derive(Clone, Copy, ValueEnum)]
enum Work {
    /// Creates a grid and searches within one cell, which derives what searches need.
    Building,
    /// 100 searches with jump points.
    Searches,
    /// Searches of the stored programs, with landmarks.
    LandmarkSearches,
    /// 500 edits of single cells, with everything derived.
    Edits,
}

const QUERIES: usize = 100;
const EDITS: u32 = 500;

/// Does the work.
pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let map = movingai::load_map(Path::new(MAP)).map_err(|problem| anyhow!(problem))?;
    match args.work {
        Work::Building => {
            let types = map.cell_types();
            counted_work(&mut || {
                let mut grid =
                    BenchGrid::new(map.width() as u32, map.height() as u32, Engine::JumpPoints, Rules::BENCHMARK)?;
                grid.set_cells(&types)?;
                grid.derive(&map)
            })
        }
        Work::Searches => searches(&map, Engine::JumpPoints),
        Work::LandmarkSearches => searches(&map, Engine::Landmarks),
        Work::Edits => edits(&map),
    }
}

fn searches(map: &CellMap, engine: Engine) -> Result<()> {
    let queries = queries(map, QUERIES)?;
    let mut grid = BenchGrid::of_map(map, engine, Rules::BENCHMARK)?;
    let mut all = || queries.iter().try_for_each(|&(start, goal)| grid.find(start, goal).map(|_| ()));
    // Not counted: buffers grow, and the first search derives what searches need.
    all()?;
    counted_work(&mut all)
}

fn edits(map: &CellMap) -> Result<()> {
    let mut grid = BenchGrid::of_map(map, Engine::JumpPoints, Rules::BENCHMARK)?;
    grid.derive(map)?;
    counted_work(&mut || {
        let mut random = Random::new(3);
        (0..EDITS).try_for_each(|_| grid.set_cell(random.cell(map), random.percent(50)))
    })
}

/// Callgrind counts inside this function. It finds the function by its name.
#[inline(never)]
fn counted_work(work: &mut dyn FnMut() -> Result<()>) -> Result<()> {
    work()
}
