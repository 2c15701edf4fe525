//! A query on a ground, and which queries go on to larger maps.

use super::compare::{Line, Measured};
use crate::grid::{Engine, Rules};
use std::collections::HashMap;

/// A query on a ground, and its results on each stage's map.
pub(super) struct Case {
    pub(super) ground: usize,
    pub(super) rules: Rules,
    pub(super) engine: Engine,
    pub(super) line: Line,
    pub(super) measured: Vec<Measured>,
    /// Number of worse cases in its group: the cases on the same maps with the same rule, cost and engine.
    rank: usize,
}

impl Case {
    pub(super) fn new(ground: usize, rules: Rules, engine: Engine, line: Line, measured: Vec<Measured>) -> Self {
        Self { ground, rules, engine, line, measured, rank: 0 }
    }

    fn group(&self) -> (usize, u32, u64, &'static str) {
        (self.measured.len(), self.rules.diagonal as u32, self.rules.diagonal_cost.to_bits(), self.engine.name())
    }

    pub(super) fn last(&self) -> Option<&Measured> {
        self.measured.last()
    }

    fn last_ratio(&self) -> f64 {
        self.last().map_or(0.0, Measured::ratio)
    }

    /// The largest ratio on all maps except the smallest, where times are too short to compare.
    pub(super) fn worst_ratio(&self) -> f64 {
        self.measured.iter().skip(1).map(Measured::ratio).fold(0.0, f64::max)
    }
}

/// Sorts cases: first the worst case of each rule, cost and engine, then the second worst, and so on; cases faster than
/// A* come last.
pub(super) fn take_turns(cases: &mut [Case]) {
    cases.sort_by(|a, b| b.last_ratio().total_cmp(&a.last_ratio()));
    let mut ranks = HashMap::new();
    for case in cases.iter_mut() {
        let rank = ranks.entry(case.group()).or_insert(0);
        case.rank = *rank;
        *rank += 1;
    }
    cases.sort_by_key(|case| (case.last_ratio() <= 1.0, case.rank));
}
