//! All engines' figures on a map, and the means of them.

use super::engines::Engine;
use super::run::{Run, Sample};
use super::scenario_file::ScenarioFiles;
use anyhow::{Context, Result, bail};

/// All engines on one map.
pub(super) struct MapFigures {
    pub(super) name: String,
    /// By engine; none where it could not be run.
    pub(super) runs: Vec<Option<Run>>,
    count: usize,
    few_indices: Vec<usize>,
}

/// The yardstick prints costs with six decimals.
const COST_TOLERANCE: f64 = 1e-6;

impl MapFigures {
    pub(super) fn new(files: &ScenarioFiles, engines: usize) -> Self {
        let (name, few_indices) = (files.name.clone(), files.few_indices.clone());
        Self { name, runs: vec![None; engines], count: files.count, few_indices }
    }

    pub(super) fn add(&mut self, engine: usize, run: Run) {
        match &mut self.runs[engine] {
            Some(known) => known.improve(&run),
            place => *place = Some(run),
        }
    }

    /// An engine's figures, each with the number of its query.
    pub(super) fn samples(&self, engine: usize) -> impl Iterator<Item = (usize, &Sample)> {
        let run = self.runs[engine].as_ref();
        let is_whole = run.is_some_and(|run| run.samples.len() == self.count);
        let index = move |at: usize| if is_whole { at } else { self.few_indices[at] };
        run.into_iter().flat_map(|run| &run.samples).enumerate().map(move |(at, sample)| (index(at), sample))
    }

    /// Fails where engines that solve the same problem disagree. The first engine is GridStar, which asked every query.
    pub(super) fn check_costs(&self, engines: &[Engine]) -> Result<()> {
        let Some(first) = &self.runs[0] else { bail!("GridStar did not run on {}", self.name) };
        for (at, engine) in engines.iter().enumerate() {
            let expected = if engine.is_slow { self.few_indices.len() } else { self.count };
            let answered = self.runs[at].as_ref().map_or(expected, |run| run.samples.len());
            if answered != expected {
                bail!("{} answered {answered} of {expected} queries on {}", engine.name, self.name);
            }
            if !engine.has_benchmark_rule {
                continue;
            }
            for (index, sample) in self.samples(at) {
                let cost = first.samples[index].cost;
                if (sample.cost - cost).abs() > COST_TOLERANCE * cost.max(1.0) {
                    let (name, found) = (&engine.name, sample.cost);
                    bail!("query {index} on {}: GridStar's path costs {cost}, that of {name} {found}", self.name);
                }
            }
        }
        Ok(())
    }

    /// How many times as long as another engine's an engine's queries take: the geometric mean over those that both answered.
    pub(super) fn ratio(&self, engine: usize, base: usize) -> Option<f64> {
        let base = self.runs[base].as_ref()?;
        geometric_mean(self.samples(engine).map(|(index, sample)| sample.nanoseconds / base.samples[index].nanoseconds))
    }

    pub(super) fn mean_nanoseconds(&self, engine: usize) -> Option<f64> {
        geometric_mean(self.samples(engine).map(|(_, sample)| sample.nanoseconds))
    }

    /// The mean number of expansions of a query; none for a program that doesn't tell.
    pub(super) fn mean_expansions(&self, engine: usize) -> Option<f64> {
        let counts: Vec<u64> = self.samples(engine).map(|(_, sample)| sample.expanded).collect();
        let sum: u64 = counts.iter().sum();
        (sum > 0).then(|| sum as f64 / counts.len() as f64)
    }

    pub(super) fn preparation_ms(&self, engine: usize) -> Option<f64> {
        self.runs[engine].as_ref()?.preparation_ms
    }
}

/// None of nothing.
pub(super) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0_u32), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// One engine on generated maps of one kind and size.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GrowthPoint {
    pub(super) kind: String,
    pub(super) side: u32,
    pub(super) engine: String,
    /// The geometric mean of a query.
    pub(super) nanoseconds: f64,
    /// Making the grid and preparing it, up to where a query takes its usual time.
    pub(super) building_ms: f64,
    pub(super) bytes_per_cell: Option<f64>,
}

/// Reads `kind,side,engine,ns,building_ms,bytes_per_cell` lines.
pub(super) fn growth_points(csv: &str) -> Result<Vec<GrowthPoint>> {
    let mut lines = csv.lines();
    if lines.next() != Some("kind,side,engine,ns,building_ms,bytes_per_cell") {
        bail!("the program printed no CSV");
    }
    lines.map(|line| growth_point(line).with_context(|| format!("{line:?} is no line of figures"))).collect()
}

fn growth_point(line: &str) -> Result<GrowthPoint> {
    let fields: Vec<&str> = line.split(',').collect();
    let [kind, side, engine, nanoseconds, building_ms, bytes_per_cell] = fields[..] else {
        bail!("there are not 6 fields");
    };
    Ok(GrowthPoint {
        kind: kind.into(),
        side: side.parse()?,
        engine: engine.into(),
        nanoseconds: nanoseconds.parse()?,
        building_ms: building_ms.parse()?,
        bytes_per_cell: bytes_per_cell.parse().ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(runs: [Option<Run>; 2]) -> MapFigures {
        MapFigures { name: "a map".into(), runs: runs.into(), count: 4, few_indices: vec![0, 2] }
    }

    fn run(nanoseconds: &[f64]) -> Run {
        let samples = nanoseconds.iter().map(|&nanoseconds| Sample { nanoseconds, cost: 1.0, expanded: 3 }).collect();
        Run { samples, preparation_ms: None, longer: 0 }
    }

    #[test]
    fn a_ratio_is_over_the_queries_that_both_answered() {
        let figures = figures([Some(run(&[1.0, 10.0, 4.0, 10.0])), Some(run(&[2.0, 32.0]))]);
        assert!((figures.ratio(1, 0).unwrap() - 4.0).abs() < 1e-12);
        assert!((figures.ratio(0, 0).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(figures.samples(1).map(|(index, _)| index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(figures.mean_expansions(1), Some(3.0));
    }

    #[test]
    fn an_engine_that_did_not_run_has_no_figures() {
        let figures = figures([Some(run(&[1.0; 4])), None]);
        assert_eq!((figures.ratio(1, 0), figures.mean_nanoseconds(1)), (None, None));
        assert_eq!((figures.mean_expansions(1), figures.preparation_ms(1)), (None, None));
    }

    #[test]
    fn the_fastest_time_of_a_query_is_kept() {
        let mut figures = figures([None, None]);
        figures.add(0, run(&[5.0, 1.0, 5.0, 1.0]));
        figures.add(0, run(&[2.0, 2.0, 2.0, 2.0]));
        assert_eq!(figures.samples(0).map(|(_, sample)| sample.nanoseconds).collect::<Vec<_>>(), [2.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn engines_that_disagree_about_a_cost_are_an_error() {
        let engines: Vec<Engine> = super::super::engines::all(false).into_iter().take(2).collect();
        let mut wrong = run(&[1.0; 4]);
        assert!(figures([Some(run(&[1.0; 4])), Some(wrong.clone())]).check_costs(&engines).is_ok());
        wrong.samples[3].cost = 1.5;
        let error = figures([Some(run(&[1.0; 4])), Some(wrong)]).check_costs(&engines).unwrap_err();
        assert!(error.to_string().contains("query 3"), "{error}");
        assert!(figures([Some(run(&[1.0; 4])), Some(run(&[1.0; 3]))]).check_costs(&engines).is_err());
    }

    #[test]
    fn points_of_growth_are_read() {
        let csv = "kind,side,engine,ns,building_ms,bytes_per_cell\nrooms,64,online,900.5,0.1,3.5\nrooms,64,pathfinding,9e5,0,-\n";
        let points = growth_points(csv).unwrap();
        assert_eq!((points[0].side, points[0].bytes_per_cell, points[1].bytes_per_cell), (64, Some(3.5), None));
        assert!(growth_points("rooms,64").is_err());
    }
}
