//! Every query of the MovingAI scenarios in the folder `GRIDSTAR_MAPS`, through the C functions.
//!
//! Each known map has a test of its own. The test is reported as skipped if `GRIDSTAR_MAPS` is not set, and fails if
//! the variable is set and a file is missing. Other maps of the folder are tested with the scenario of the same name;
//! its lengths must follow the both-free rule.

mod common;

use common::abi::{PathAnswer, TestGrid, query_def};
use common::cell_map::CellMap;
use common::movingai::{ScenarioQuery, load_map, load_scenario};
use common::path_check::check_path;
use common::reference::{UnitCosts, cheapest_cost};
use gridstar::ffi::GridstarStatus;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::f64::consts::SQRT_2;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The reference for a map's answers.
#[derive(Clone, Copy, PartialEq)]
enum Lengths {
    /// The scenario's lengths, which follow the both-free rule.
    Scenario,
    /// The scenario's lengths, which are rounded to two decimals, and the reference search.
    RoundedScenario,
    /// The reference search only. The scenario's lengths follow another rule, in which water and swamp can be crossed
    /// at extra cost.
    OtherRule,
}

const KNOWN_MAPS: [(&str, Lengths); 11] = [
    ("arena2", Lengths::Scenario),
    ("brc202d", Lengths::Scenario),
    ("orz900d", Lengths::Scenario),
    ("AR0300SR", Lengths::RoundedScenario),
    ("TheFrozenSea", Lengths::Scenario),
    ("Paris_0_1024", Lengths::Scenario),
    ("64room_000", Lengths::Scenario),
    ("maze512-8-0", Lengths::Scenario),
    ("random512-10-0", Lengths::Scenario),
    ("dustwallowkeys", Lengths::OtherRule),
    ("riverrun", Lengths::OtherRule),
];

/// Number of queries for each map and each other rule that are compared with the reference search.
const QUERIES_PER_OTHER_RULE: usize = 20;

fn main() -> ExitCode {
    let folder = std::env::var_os("GRIDSTAR_MAPS").map(PathBuf::from);
    let mut maps = BTreeMap::from(KNOWN_MAPS.map(|(name, lengths)| (name.to_owned(), lengths)));
    if let Some(folder) = &folder {
        for name in map_names(folder) {
            maps.entry(name).or_insert(Lengths::Scenario);
        }
    }
    let trials = maps.into_iter().flat_map(|(name, lengths)| trials(&name, lengths, folder.as_deref())).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The maps of a folder; empty for a folder that can't be read, so that the tests of the known maps fail.
fn map_names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files
        .filter(|file| file.extension().is_some_and(|extension| extension == "map"))
        .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()))
        .collect()
}

fn trials(name: &str, lengths: Lengths, folder: Option<&Path>) -> [Trial; 2] {
    let trial = |sentence: &str, run: fn(&Scenario, Lengths) -> Result<(), String>| {
        let files = folder.map(|folder| ["map", "scen"].map(|extension| folder.join(format!("{name}.{extension}"))));
        let run = move || match files {
            Some([map, scen]) => Ok(run(&Scenario::load(&map, &scen)?, lengths)?),
            None => Err(Failed::from("GRIDSTAR_MAPS is not set")),
        };
        Trial::test(format!("{name}::{sentence}"), run).with_ignored_flag(folder.is_none())
    };
    [
        trial("every_query_has_a_cheapest_path", every_query_has_a_cheapest_path),
        trial("the_other_rules_have_cheapest_paths", the_other_rules_have_cheapest_paths),
    ]
}

struct Scenario {
    map: CellMap,
    queries: Vec<ScenarioQuery>,
    grid: TestGrid,
    costs: StepCosts,
}

fn every_query_has_a_cheapest_path(scenario: &Scenario, lengths: Lengths) -> Result<(), String> {
    for query in &scenario.queries {
        let wrong = |problem| format!("line {}: {problem}\n{}", query.line_number, query.line);
        let answer = scenario.ask(query, DiagonalRule::BothFree).map_err(wrong)?;
        if lengths != Lengths::OtherRule {
            scenario.check_length(query, &answer).map_err(wrong)?;
        }
        if lengths != Lengths::Scenario {
            scenario.check_against_reference(query, DiagonalRule::BothFree, &answer).map_err(wrong)?;
        }
    }
    Ok(())
}

fn the_other_rules_have_cheapest_paths(scenario: &Scenario, _: Lengths) -> Result<(), String> {
    let distance = scenario.queries.len().div_ceil(QUERIES_PER_OTHER_RULE).max(1);
    for query in scenario.queries.iter().step_by(distance) {
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::Never] {
            let wrong = |problem| format!("line {}, {rule:?}: {problem}\n{}", query.line_number, query.line);
            let answer = scenario.ask(query, rule).map_err(wrong)?;
            scenario.check_against_reference(query, rule, &answer).map_err(wrong)?;
        }
    }
    Ok(())
}

impl Scenario {
    fn load(map: &Path, scen: &Path) -> Result<Self, String> {
        let map = load_map(map)?;
        let queries = load_scenario(scen, &map)?;
        if queries.is_empty() {
            return Err("the scenario has no queries".into());
        }
        let costs = StepCosts::new(1.0, SQRT_2).map_err(|_| "the costs are refused")?;
        Ok(Self { grid: TestGrid::from_map(&map), map, queries, costs })
    }

    /// Runs a query and checks everything that needs no optimal length.
    fn ask(&self, query: &ScenarioQuery, rule: DiagonalRule) -> Result<PathAnswer, String> {
        let def = query_def(rule, self.costs, Heuristic::Octile);
        let answer = self.grid.find_path(query.start, query.goal, Some(&def));
        if answer.status == GridstarStatus::Ok {
            let steps = check_path(&self.map, query.start, query.goal, rule, &answer.path)?;
            let sum = self.costs.cost_of(UnitCosts::of(&self.costs).sum(steps));
            if answer.cost != sum {
                return Err(format!("the cost is {}, but the path's steps add up to {sum}", answer.cost));
            }
        }
        Ok(answer)
    }

    fn check_length(&self, query: &ScenarioQuery, answer: &PathAnswer) -> Result<(), String> {
        let has_path = query.reference > 0.0 || query.start == query.goal;
        if (answer.status == GridstarStatus::Ok) != has_path {
            return Err(format!("{:?}, but the scenario says {}", answer.status, query.reference));
        }
        if (answer.cost - query.reference).abs() > query.tolerance {
            return Err(format!("the cost is {}, but the scenario says {}", answer.cost, query.reference));
        }
        Ok(())
    }

    fn check_against_reference(
        &self,
        query: &ScenarioQuery,
        rule: DiagonalRule,
        answer: &PathAnswer,
    ) -> Result<(), String> {
        let cheapest = cheapest_cost(&self.map, query.start, query.goal, rule, UnitCosts::of(&self.costs));
        let expected = match cheapest {
            Some(_) => GridstarStatus::Ok,
            None if self.map.is_walkable(query.goal) => GridstarStatus::NoPath,
            None => GridstarStatus::GoalBlocked,
        };
        let cost = cheapest.map_or(0.0, |units| self.costs.cost_of(units));
        if (answer.status, answer.cost) != (expected, cost) {
            return Err(format!("{:?} at {}, the reference: {expected:?} at {cost}", answer.status, answer.cost));
        }
        Ok(())
    }
}
