//! A fixed amount of work whose instructions callgrind counts. Only [`counted_work`] is counted.

use crate::generated::queries;
use crate::grid::{BenchGrid, Engine, Rules};
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use common::cell_map::CellMap;
use common::movingai;
use common::random_maps::Random;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct CountArgs {
    /// The .map file
    map: PathBuf,
    /// The work to do
    #[arg(long, value_enum)]
    work: Work,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Work {
    /// Creates a grid and searches within one cell, which derives what searches need.
    Building,
    /// 100 searches with jump points.
    Searches,
    /// The same searches with landmarks.
    LandmarkSearches,
    /// 500 edits of single cells, with everything derived.
    Edits,
}

const QUERIES: usize = 100;
const EDITS: u32 = 500;

/// Does the work.
pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let map = movingai::load_map(&args.map).map_err(|problem| anyhow!(problem))?;
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
