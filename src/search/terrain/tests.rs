//! Every answer against a slow Dijkstra.

use super::{TerrainContext, TerrainMemory, find_in};
use crate::grid::{Cell, CellData};
use crate::index::terrain::test_cases::Case;
use crate::index::test_maps::RULES;
use crate::index::{Cached, Terrain, TerrainLandmarks};
use crate::movement::HeuristicWeight;
use crate::search::engine::{Progress, Record, Slice};
use crate::search::query::Query;

#[derive(Debug, Default)]
struct Tally {
    queries: u32,
    found: u32,
    no_path: u32,
    too_far: u32,
    blocked_starts: u32,
    with_landmarks: u32,
    dearer: u32,
    gave_up: u32,
}

/// The cost of the path along corners, step by step.
fn cost_of(case: &Case, corners: &[Cell]) -> Option<u64> {
    let mut cost = 0;
    for leg in corners.windows(2) {
        let (mut at, to) = (leg[0], leg[1]);
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        if (dx, dy) == (0, 0) || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        while at != to {
            cost += case.step(at, (dx.signum(), dy.signum()))?;
            at = Cell::new(at.x + dx.signum(), at.y + dy.signum());
        }
    }
    Some(cost)
}

/// Asks queries of one case, with edits between them.
fn ask(case: &mut Case, memory: &mut TerrainMemory, tally: &mut Tally, rounds: usize, goals: usize) {
    let mut terrain = Terrain::new(&case.map, &case.profile, case.agent, &case.costs).unwrap();
    let mut corners = Vec::new();
    for round in 0..rounds {
        if round > 0 {
            for _ in 0..1 + case.random.below(6) {
                let rect = case.edit();
                terrain.update(&case.map, CellData::Types, rect);
            }
        }
        if case.random.below(4) == 0 {
            terrain = terrain.try_clone().unwrap();
        }
        let start = case.any_cell();
        let costs = case.costs_from(start);
        for _ in 0..goals {
            let goal = case.any_cell();
            if goal == start || case.units(goal) == 0 {
                continue;
            }
            let uses_landmarks = case.random.below(2) == 0;
            let measured_by = RULES[case.random.below(4)];
            let landmarks = uses_landmarks.then(|| terrain.landmarks(measured_by).unwrap());
            let context = TerrainContext::new(&terrain, case.rule, landmarks).unwrap();
            let query = Query { diagonal_rule: case.rule, costs: case.costs, ..Query::new(start, goal) };
            let mut record = Record::new(u32::MAX, None);
            let slice = Slice { begins: true, record: &mut record, corners: &mut corners };
            let progress = find_in(context, &query, memory, slice).unwrap();
            let expansions = record.expansions;
            let expected = costs[case.map.size().index(goal)];
            let asked = format!("{start:?} to {goal:?}, landmarks: {uses_landmarks}, round {round}");
            tally.queries += 1;
            tally.with_landmarks += u32::from(uses_landmarks);
            tally.blocked_starts += u32::from(case.units(start) == 0);
            match progress {
                Progress::Found { cost, .. } => {
                    tally.found += 1;
                    assert_eq!(cost, expected, "{asked}, {case}");
                    assert_eq!((corners.first(), corners.last()), (Some(&start), Some(&goal)), "{asked}, {case}");
                    assert_eq!(cost_of(case, &corners), Some(cost), "{corners:?}, {asked}, {case}");
                }
                Progress::NoPath => {
                    tally.no_path += 1;
                    assert_eq!(expected, u64::MAX, "{asked}, {case}");
                }
                Progress::TooFar => {
                    tally.too_far += 1;
                    let weights = terrain.weights();
                    let dearest = 2 * u64::from(weights.largest().max(weights.blocked_start()));
                    let most = 2 * u64::from(case.costs.straight_units()) * dearest * case.map.size().cells() as u64;
                    assert!(2 * most > u64::from(u32::MAX), "{asked}, {case}");
                    continue;
                }
                Progress::Paused => panic!("{asked}, {case}"),
            }
            ask_within(case, &terrain, landmarks, &query, memory, expected, tally);
            if expansions > 0 && tally.queries.is_multiple_of(4) {
                let limit = case.random.below(expansions as usize) as u32;
                let mut expanded = Vec::new();
                let mut record = Record::new(limit, Some(&mut expanded));
                let slice = Slice { begins: true, record: &mut record, corners: &mut corners };
                let progress = find_in(context, &query, memory, slice).unwrap();
                assert_eq!((progress, record.expansions), (Progress::Paused, limit), "{asked}, {case}");
                assert_eq!(expanded.len(), limit as usize);
            }
        }
    }
}

/// Asks the same query for a path within a bound.
fn ask_within(
    case: &mut Case,
    terrain: &Terrain,
    landmarks: Option<&TerrainLandmarks>,
    query: &Query,
    memory: &mut TerrainMemory,
    optimum: u64,
    tally: &mut Tally,
) {
    let weight = HeuristicWeight::new([1.001, 1.1, 1.249, 1.25, 2.0, 1024.0][case.random.below(6)]).unwrap();
    let landmarks = landmarks.filter(|landmarks| !landmarks.are_in_debt());
    let context = TerrainContext::new(terrain, case.rule, landmarks).unwrap();
    let limit = case.random.below(3) == 0 && optimum < u64::MAX / 120;
    let max_cost = limit.then(|| optimum * (90 + case.random.below(30) as u64) / 100);
    let query = Query { weight, max_cost, ..*query };
    let mut corners = Vec::new();
    let mut record = Record::new(u32::MAX, None);
    let progress = find_in(context, &query, memory, Slice { begins: true, record: &mut record, corners: &mut corners });
    let asked = format!("{query:?}, {progress:?}, not {optimum}");
    match progress.unwrap() {
        Progress::Found { cost, least } => {
            tally.dearer += u32::from(cost > optimum);
            assert!(cost as f64 <= weight.get() * optimum as f64, "{asked}, {case}");
            assert!(max_cost.is_none_or(|most| cost <= most), "{asked}, {case}");
            let rounded = least + u64::from(terrain.weights().divisor());
            assert!(least <= optimum && rounded as f64 * weight.get() >= cost as f64, "{asked}, {case}");
            assert_eq!((corners.first(), corners.last()), (Some(&query.start), Some(&query.goal)), "{asked}, {case}");
            assert_eq!(cost_of(case, &corners), Some(cost), "{corners:?}, {asked}, {case}");
        }
        // Another search answers then.
        Progress::TooFar => tally.gave_up += u32::from(max_cost.is_none()),
        Progress::NoPath => assert!(optimum == u64::MAX, "{asked}, {case}"),
        Progress::Paused => panic!("{asked}, {case}"),
    }
}

fn ask_all(seeds: std::ops::Range<u64>, sides: &[u32], rounds: usize, goals: usize) -> Tally {
    let (mut memory, mut tally) = (TerrainMemory::default(), Tally::default());
    for seed in seeds {
        ask(&mut Case::new(seed, sides), &mut memory, &mut tally, rounds, goals);
    }
    tally
}

#[test]
fn every_path_is_optimal() {
    let small = ask_all(0..1000, &[1, 2, 5, 9, 17], 3, 20);
    let middle = ask_all(1000..1030, &[17, 63, 64, 65, 90], 2, 60);
    for tally in [&small, &middle] {
        assert!(tally.found > tally.queries / 2 && tally.no_path > 100, "{tally:?}");
        assert!(tally.too_far < tally.queries / 4 && tally.blocked_starts > 100, "{tally:?}");
        assert!(tally.dearer > tally.found / 50 && tally.gave_up < tally.queries / 20, "{tally:?}");
    }
    assert!(small.queries + middle.queries > 20_000, "{small:?}, {middle:?}");
}

/// Run it with `--release`: some millions of queries take minutes.
#[test]
#[ignore]
fn every_path_of_millions_is_optimal() {
    let first = std::env::var("GRIDSTAR_FIRST_SEED").map_or(1_000_000, |seed| seed.parse().unwrap());
    let seeds = std::env::var("GRIDSTAR_SEEDS").map_or(20_000, |seeds| seeds.parse().unwrap());
    let tally = ask_all(first..first + seeds, &[1, 2, 5, 9, 17, 17, 40, 63, 64, 65, 90], 4, 30);
    println!("{tally:?}");
}
