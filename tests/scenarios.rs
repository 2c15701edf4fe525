//! Every query of the MovingAI scenarios in the folder `GRIDSTAR_MAPS`, through the C functions.
//!
//! Each known map has a test of its own. The test is reported as skipped if `GRIDSTAR_MAPS` is not set, and fails if
//! the variable is set and a file is missing. Other maps of the folder are tested with the scenario of the same name;
//! its lengths must follow the both-free rule.

use common::abi::{PathAnswer, TestGrid, query_def};
use common::cell_map::CellMap;
use common::movingai::{ScenarioQuery, load_characters, load_map, load_scenario};
use common::path_check::check_path;
use common::random_terrain::ProfileTwin;
use common::reference::{UnitCosts, cheapest_cost};
use common::terrain::{AgentMap, AgentModel, Terrain, cost_of_parts};
use gridstar::ffi::{GridstarQueryDef, GridstarStatus};
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

/// Number of queries for each map that are compared with the reference search beside the scenario's lengths, or without
/// them. `GRIDSTAR_SCENARIOS=whole` compares all.
const REFERENCE_QUERIES: usize = 200;

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

fn trials(name: &str, lengths: Lengths, folder: Option<&Path>) -> [Trial; 3] {
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
        trial("agents_on_weighted_terrain_have_cheapest_paths", agents_on_weighted_terrain_have_cheapest_paths),
    ]
}

struct Scenario {
    map: CellMap,
    /// The characters of the map's file.
    terrain: Terrain,
    queries: Vec<ScenarioQuery>,
    grid: TestGrid,
    costs: StepCosts,
}

fn every_query_has_a_cheapest_path(scenario: &Scenario, lengths: Lengths) -> Result<(), String> {
    let is_whole = std::env::var_os("GRIDSTAR_SCENARIOS").is_some_and(|value| value == "whole");
    let distance = if is_whole { 1 } else { scenario.queries.len().div_ceil(REFERENCE_QUERIES) };
    for (number, query) in scenario.queries.iter().enumerate() {
        let wrong = |problem| format!("line {}: {problem}\n{}", query.line_number, query.line);
        let answer = scenario.ask(query, DiagonalRule::BothFree).map_err(wrong)?;
        if lengths != Lengths::OtherRule {
            scenario.check_length(query, &answer).map_err(wrong)?;
        }
        scenario.check_within(query, 1.1, &answer).map_err(wrong)?;
        if lengths != Lengths::Scenario && number % distance == 0 {
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

/// Multipliers by character; all other characters are blocked.
const WEIGHTS: [(u8, f64); 5] = [(b'.', 1.0), (b'G', 1.0), (b'S', 1.5), (b'W', 3.0), (b'T', 7.0)];

/// Cell types are the characters of the map, so that trees, swamp and water cost more.
fn agents_on_weighted_terrain_have_cheapest_paths(scenario: &Scenario, _: Lengths) -> Result<(), String> {
    let grid = TestGrid::new(scenario.map.width() as u32, scenario.map.height() as u32);
    if grid.set_cells(&scenario.terrain.types) != GridstarStatus::Ok {
        return Err("the cells are refused".into());
    }
    let mut profile = ProfileTwin::new();
    profile.set_costs(0, &[0.0; 256]);
    WEIGHTS.iter().for_each(|&(drawn, multiplier)| profile.set_cost(drawn.into(), multiplier));
    let distance = scenario.queries.len().div_ceil(QUERIES_PER_OTHER_RULE).max(1);
    for size in [1, 2] {
        let agent = AgentModel { profile: profile.model.clone(), size, ignores_penalties: false };
        let seen = AgentMap::new(&scenario.terrain, &agent);
        for query in scenario.queries.iter().step_by(distance) {
            let wrong = |problem| format!("line {}, size {size}: {problem}\n{}", query.line_number, query.line);
            scenario.check_weighted(query, &grid, (&profile, size), &seen).map_err(wrong)?;
        }
    }
    Ok(())
}

impl Scenario {
    fn check_weighted(
        &self,
        query: &ScenarioQuery,
        grid: &TestGrid,
        (profile, agent_size): (&ProfileTwin, u32),
        seen: &AgentMap,
    ) -> Result<(), String> {
        let (rule, ends) = (DiagonalRule::BothFree, (query.start, query.goal));
        let plain = query_def(rule, self.costs, Heuristic::Octile);
        let def = GridstarQueryDef { profile: profile.profile.id(), agent_size, ..plain };
        let answer = grid.find_path(ends.0, ends.1, Some(&def));
        let cheapest = seen.costs_from(ends.0, rule, &self.costs, Some(ends.1))[seen.stands.index(ends.1)];
        let expected = match cheapest {
            Some(_) => GridstarStatus::Ok,
            None if seen.stands.is_walkable(ends.1) => GridstarStatus::NoPath,
            None => GridstarStatus::GoalBlocked,
        };
        let cost = cheapest.map_or(0.0, |parts| cost_of_parts(parts, &self.costs));
        if (answer.status, answer.cost) != (expected, cost) {
            return Err(format!("{:?} at {}, the reference: {expected:?} at {cost}", answer.status, answer.cost));
        }
        if answer.status == GridstarStatus::Ok {
            let sum = cost_of_parts(seen.check_path(ends, rule, &self.costs, &answer.path)?, &self.costs);
            if sum != cost {
                return Err(format!("the cost is {cost}, but the path's steps add up to {sum}"));
            }
        }
        Ok(())
    }

    fn load(map_file: &Path, scen: &Path) -> Result<Self, String> {
        let map = load_map(map_file)?;
        let queries = load_scenario(scen, &map)?;
        if queries.is_empty() {
            return Err("the scenario has no queries".into());
        }
        let costs = StepCosts::new(1.0, SQRT_2).map_err(|_| "the costs are refused")?;
        let (width, height, drawn) = load_characters(map_file)?;
        // The characters of these maps are ASCII.
        let terrain =
            Terrain { types: drawn.into_iter().map(|drawn| drawn as u8).collect(), ..Terrain::new(width, height) };
        Ok(Self { grid: TestGrid::from_map(&map), map, terrain, queries, costs })
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

    /// A path with a weight is legal and within its bound.
    fn check_within(&self, query: &ScenarioQuery, weight: f64, optimal: &PathAnswer) -> Result<(), String> {
        let rule = DiagonalRule::BothFree;
        let def = GridstarQueryDef { heuristic_weight: weight, ..query_def(rule, self.costs, Heuristic::Octile) };
        let answer = self.grid.find_path(query.start, query.goal, Some(&def));
        if answer.status == GridstarStatus::Ok {
            check_path(&self.map, query.start, query.goal, rule, &answer.path)?;
        }
        let most = optimal.cost * weight * (1.0 + 1e-9);
        if answer.status != optimal.status || !(optimal.cost..=most).contains(&answer.cost) {
            return Err(format!("{:?} at {} within {weight} of {}", answer.status, answer.cost, optimal.cost));
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
