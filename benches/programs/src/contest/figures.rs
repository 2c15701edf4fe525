//! Figures that the engines' programs print about one map, and their means.

use super::engines::{Engine, Printed};
use crate::scenarios;
use crate::timing::mean;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A map with its queries, written as scenarios that every program reads.
pub(crate) struct Queries {
    pub(crate) map: PathBuf,
    /// The queries of most engines.
    pub(crate) all: PathBuf,
    /// The queries of slow engines, each the first of `step` ones.
    pub(crate) few: PathBuf,
    count: usize,
    step: usize,
}

impl Queries {
    /// Writes the scenarios of a map into a folder, its own queries or random ones: at most `max`, and about `few` of
    /// them for slow engines.
    pub(crate) fn prepare(map: &Path, folder: &Path, max: usize, few: usize) -> Result<Self> {
        let name = map.file_stem().unwrap_or_default().to_string_lossy();
        let place = |kind: &str| folder.join(format!("{name}{kind}.scen"));
        let mut given = map.with_extension("scen");
        if !given.exists() {
            given = place("-random");
            scenarios::write(map, &given)?;
        }
        let bytes = std::fs::read(&given).with_context(|| format!("{} can't be read", given.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.trim().is_empty()).collect();
        ensure!(!lines.is_empty(), "{} has no queries", given.display());
        let write = |kind: &str, lines: &[&str]| -> Result<PathBuf> {
            let scen = place(kind);
            std::fs::write(&scen, format!("version 1\n{}\n", lines.join("\n")))
                .with_context(|| format!("{} can't be written", scen.display()))?;
            Ok(scen)
        };
        let taken: Vec<&str> = lines.iter().copied().step_by(lines.len().div_ceil(max)).collect();
        let step = taken.len().div_ceil(few);
        let all = write("", &taken)?;
        let few = write("-few", &taken.iter().copied().step_by(step).collect::<Vec<_>>())?;
        Ok(Self { map: map.to_owned(), all, few, count: taken.len(), step })
    }
}

/// One query's figures.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Sample {
    /// The number of the query.
    #[serde(skip)]
    query: usize,
    /// Its fastest time.
    #[serde(rename = "ns")]
    pub(crate) nanoseconds: f64,
    pub(crate) cost: f64,
    expanded: u64,
}

/// An engine's answers to one scenario.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) samples: Vec<Sample>,
    pub(crate) preparation_ms: Option<f64>,
    /// How many of its paths were longer than need be.
    pub(crate) longer: usize,
}

impl Run {
    /// Reads `index,ns,cost,reference,expanded` lines, and from standard error `prep_ms=` and `longer=`.
    fn parse(printed: &Printed, step: usize) -> Result<Self> {
        let mut samples: Vec<Sample> = read_csv(&printed.stdout)?;
        for (at, sample) in samples.iter_mut().enumerate() {
            sample.query = at * step;
            // A clock that ticks slowly may say 0, of which there is no ratio.
            sample.nanoseconds = sample.nanoseconds.max(1.0);
        }
        let said = |mark: &str| printed.stderr.lines().find_map(|line| line.strip_prefix(mark)?.parse::<f64>().ok());
        Ok(Self { samples, preparation_ms: said("prep_ms="), longer: said("longer=").unwrap_or(0.0) as usize })
    }

    /// Takes over what another run of the same queries did faster.
    fn improve(&mut self, other: &Self) {
        for (mine, others) in self.samples.iter_mut().zip(&other.samples) {
            mine.nanoseconds = mine.nanoseconds.min(others.nanoseconds);
        }
        self.preparation_ms = self.preparation_ms.zip(other.preparation_ms).map(|(mine, others)| mine.min(others));
    }
}

/// Reads text whose first line names the fields.
fn read_csv(text: &str) -> Result<Vec<Sample>> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<Vec<_>, _>>();
    rows.with_context(|| format!("no figures were printed, but\n{text}"))
}

/// All engines on one map.
pub(crate) struct MapFigures {
    pub(crate) name: String,
    /// By engine; none where it could not be run.
    pub(crate) runs: Vec<Option<Run>>,
}

/// The yardstick prints costs with six decimals.
const COST_TOLERANCE: f64 = 1e-6;

impl MapFigures {
    pub(crate) fn new(queries: &Queries, engines: usize) -> Self {
        let name = queries.map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, runs: vec![None; engines] }
    }

    /// Adds what an engine printed, which must be an answer to each of its queries.
    pub(crate) fn add(&mut self, at: usize, engine: &Engine, queries: &Queries, printed: &Printed) -> Result<()> {
        let step = if engine.is_slow { queries.step } else { 1 };
        let run = Run::parse(printed, step)?;
        let (answered, asked) = (run.samples.len(), queries.count.div_ceil(step));
        ensure!(answered == asked, "{answered} of {asked} queries are answered");
        match &mut self.runs[at] {
            Some(known) => known.improve(&run),
            place => *place = Some(run),
        }
        Ok(())
    }

    pub(crate) fn samples(&self, engine: usize) -> &[Sample] {
        self.runs[engine].as_ref().map_or(&[], |run| &run.samples)
    }

    /// Fails where engines that solve the same problem disagree. The first engine is GridStar, which asked every query.
    pub(crate) fn check_costs(&self, engines: &[Engine]) -> Result<()> {
        let first = self.samples(0);
        ensure!(!first.is_empty(), "GridStar did not run on {}", self.name);
        for (at, engine) in engines.iter().enumerate().filter(|(_, engine)| engine.has_benchmark_rule) {
            for &Sample { query, cost: found, .. } in self.samples(at) {
                let cost = first[query].cost;
                if (found - cost).abs() > COST_TOLERANCE * cost.max(1.0) {
                    let name = &engine.name;
                    bail!("query {query} on {}: GridStar's path costs {cost}, that of {name} {found}", self.name);
                }
            }
        }
        Ok(())
    }

    /// How many times as long as another engine's an engine's queries take: the geometric mean over those that both
    /// answered.
    pub(crate) fn ratio(&self, engine: usize, base: usize) -> Option<f64> {
        let base = self.runs[base].as_ref()?;
        let ratio = |sample: &Sample| sample.nanoseconds / base.samples[sample.query].nanoseconds;
        mean(self.samples(engine).iter().map(ratio))
    }

    pub(crate) fn mean_nanoseconds(&self, engine: usize) -> Option<f64> {
        mean(self.samples(engine).iter().map(|sample| sample.nanoseconds))
    }

    /// The mean number of expansions of a query; none for a program that doesn't tell.
    pub(crate) fn mean_expansions(&self, engine: usize) -> Option<f64> {
        let sum: u64 = self.samples(engine).iter().map(|sample| sample.expanded).sum();
        (sum > 0).then(|| sum as f64 / self.samples(engine).len() as f64)
    }
}

/// One engine on generated maps of one kind and size.
#[derive(Clone)]
pub(crate) struct GrowthPoint {
    pub(crate) kind: &'static str,
    pub(crate) side: i32,
    pub(crate) engine: &'static str,
    /// The geometric mean of a query.
    pub(crate) microseconds: f64,
    /// Making the grid and preparing it, up to where a query takes its usual time.
    pub(crate) building_ms: f64,
    pub(crate) bytes_per_cell: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::super::engines;
    use super::*;

    const HEAD: &str = "index,ns,cost,reference,expanded\n";

    /// GridStar with four queries, and a slow engine that was asked every second one.
    fn figures(first: &[f64], second: &[f64]) -> Result<MapFigures> {
        let place = PathBuf::new;
        let queries = Queries { map: "a.map".into(), all: place(), few: place(), count: 4, step: 2 };
        let engines = engines::all(false);
        let mut figures = MapFigures::new(&queries, 2);
        for (at, engine, times) in [(0, &engines[0], first), (1, &engines[3], second)] {
            let rows: String = times.iter().map(|time| format!("0,{time},1,1,3\n")).collect();
            let printed =
                Printed { stdout: format!("{HEAD}{rows}"), stderr: "note: hello\nprep_ms=1.25\nlonger=2\n".into() };
            figures.add(at, engine, &queries, &printed)?;
        }
        Ok(figures)
    }

    #[test]
    fn figures_are_read_from_what_the_programs_print() {
        let figures = figures(&[120.0, 0.0, 4.0, 5.0], &[1.0, 2.0]).unwrap();
        let run = figures.runs[0].as_ref().unwrap();
        assert_eq!(run.samples[0], Sample { query: 0, nanoseconds: 120.0, cost: 1.0, expanded: 3 });
        assert_eq!((run.samples[1].nanoseconds, run.preparation_ms, run.longer), (1.0, Some(1.25), 2));
        assert!(read_csv(&format!("{HEAD}0,120,3.5\n")).is_err());
    }

    #[test]
    fn a_ratio_is_over_the_queries_that_both_answered() {
        let figures = figures(&[1.0, 10.0, 4.0, 10.0], &[2.0, 32.0]).unwrap();
        assert!((figures.ratio(1, 0).unwrap() - 4.0).abs() < 1e-12);
        assert!((figures.ratio(0, 0).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(figures.mean_expansions(1), Some(3.0));
    }

    #[test]
    fn an_engine_that_did_not_run_has_no_figures_and_one_that_left_out_a_query_is_an_error() {
        let mut some = figures(&[1.0; 4], &[1.0; 2]).unwrap();
        some.runs[1] = None;
        assert_eq!((some.ratio(1, 0), some.mean_nanoseconds(1), some.mean_expansions(1)), (None, None, None));
        assert!(figures(&[1.0; 4], &[1.0; 1]).is_err());
    }

    #[test]
    fn the_fastest_time_of_a_query_is_kept() {
        let mut one = figures(&[5.0, 1.0, 5.0, 1.0], &[1.0; 2]).unwrap().runs.remove(0).unwrap();
        one.improve(figures(&[2.0; 4], &[1.0; 2]).unwrap().runs[0].as_ref().unwrap());
        assert_eq!(one.samples.iter().map(|sample| sample.nanoseconds).collect::<Vec<_>>(), [2.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn engines_that_disagree_about_a_cost_are_an_error() {
        let mut figures = figures(&[1.0; 4], &[1.0; 2]).unwrap();
        let engines = [0, 3].map(|at| engines::all(false).remove(at));
        assert!(figures.check_costs(&engines).is_ok());
        figures.runs[1].as_mut().unwrap().samples[1].cost = 1.5;
        let error = figures.check_costs(&engines).unwrap_err();
        assert!(error.to_string().contains("query 2"), "{error}");
    }
}
