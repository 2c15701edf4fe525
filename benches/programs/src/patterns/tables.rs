//! The tables.

use super::cases::Case;
use super::compare::Measured;
use super::grounds::Ground;
use crate::grid::{ENGINES, Rules};
use crate::timing::mean;
use std::collections::HashSet;

/// Number of rows of a table.
const ROWS: usize = 20;
/// Larger ratios are counted.
const BAD: f64 = 2.0;

pub(super) struct Tables<'a> {
    pub(super) sides: &'a [u32],
    pub(super) grounds: &'a [Ground],
}

impl Tables<'_> {
    /// One row for each side. After the first row the cases are the worst of the previous row.
    pub(super) fn print_summary(&self, cases: &[Case], left_out: &[usize]) {
        println!("Time of a search divided by the time of A*, the slower of A* on the map and on its transpose:\n");
        println!(
            "| side | engine | cases | not searched for lack of time | geometric mean | above {BAD:.1} | greatest |"
        );
        println!("| ---: | --- | ---: | ---: | ---: | ---: | ---: |");
        for (at, side) in self.sides.iter().enumerate() {
            for engine in ENGINES {
                let of_engine = cases.iter().filter(|case| case.engine == engine);
                let ratios: Vec<f64> =
                    of_engine.filter_map(|case| case.measured.get(at)).map(Measured::ratio).collect();
                let what = if at == 0 { " patterns" } else { "" };
                println!(
                    "| {} | {} | {} | {}{what} | {} | {} | {:.2} |",
                    side,
                    engine.name(),
                    ratios.len(),
                    left_out[at],
                    mean(ratios.iter().copied()).map_or("-".to_owned(), |mean| format!("{mean:.2}")),
                    ratios.iter().filter(|&&ratio| ratio > BAD).count(),
                    ratios.iter().copied().fold(0.0, f64::max)
                );
            }
        }
    }

    /// The first cells of a row.
    fn head(&self, case: &Case) -> String {
        let Case { rules: Rules { diagonal: rule, diagonal_cost, .. }, line, engine, .. } = case;
        let (ground, engine, line) = (&self.grounds[case.ground], engine.name(), line.name());
        format!("| `{ground}` | {rule:?} | {diagonal_cost:.4} | {engine} | {line} |")
    }

    pub(super) fn print_worst_times(&self, mut cases: Vec<Case>) {
        cases.sort_by(|a, b| b.worst_ratio().total_cmp(&a.worst_ratio()));
        println!(
            "\nThe worst by time: ratio on each map (`-`: not searched), expansions of both on the largest map.\n"
        );
        self.print_times(cases.iter().take(ROWS));
        println!("\nThe worst of each rule and cost:\n");
        let mut seen = HashSet::new();
        self.print_times(
            cases.iter().filter(|case| seen.insert((case.rules.diagonal as u32, case.rules.diagonal_cost.to_bits()))),
        );
    }

    fn print_times<'a>(&self, cases: impl Iterator<Item = &'a Case>) {
        let sides: String = self.sides.iter().map(|side| format!(" {side} |")).collect();
        println!("| ground | rule | diagonal cost | engine | line |{sides} expansions | of A* | ms |");
        println!("| --- | --- | ---: | --- | --- |{} ---: | ---: | ---: |", " ---: |".repeat(self.sides.len()));
        for case in cases {
            let ratio = |at: usize| case.measured.get(at).map_or("-".to_owned(), |one| one.marked(one.ratio()));
            let ratios: String = (0..self.sides.len()).map(|at| format!(" {} |", ratio(at))).collect();
            let Some(last) = case.last() else { continue };
            let milliseconds = last.duration.as_secs_f64() * 1e3;
            let counts = format!("{} | {} | {milliseconds:.2}", last.expansions, last.astar_expansions);
            println!("{}{ratios} {counts} |", self.head(case));
        }
    }
}
