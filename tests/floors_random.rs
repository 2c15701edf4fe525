//! Paths through random floors, by the C functions, against the obvious search on the joined cells. A failure prints the seed, the floors and the
//! query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::query_def;
use common::cell_map::CellMap;
use common::floor_twin::{Case, Twin, at};
use common::joined_reference::cost_of_fine;
use common::random_maps::{Random, random_map};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::f64::consts::SQRT_2;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 6] = [(1.0, 1.4), (10.0, 14.0), (1.0, SQRT_2), (1.0, 1.0), (0.5, 1.0), (0.1, 0.13)];

#[test]
fn paths_through_random_buildings_are_cheapest_and_exist_exactly_when_the_reference_finds_one() {
    let (mut found, mut without_path, mut links, mut floors) = (0, 0, 0, 0);
    for seed in 0..400 {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..24 {
            let (start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
            let (straight, diagonal) = COSTS[number % COSTS.len()];
            let costs = StepCosts::new(straight, diagonal).unwrap();
            let case = Case { twin: &twin, start, goal, rule: RULES[number % 4], costs };
            let answer = case.find();
            case.check(&answer);
            found += u32::from(answer.status == GridstarStatus::Ok);
            without_path += u32::from(answer.status == GridstarStatus::NoPath);
            links += answer.links;
            floors += u32::from(answer.path.iter().any(|step| step.floor != start.floor));
            twin.edit(&mut random);
        }
    }
    let asked = (found, without_path, links, floors);
    assert!(
        found > 3000 && without_path > 1000 && links > 2000 && floors > 1000,
        "the floors ask too little: {asked:?}"
    );
}

#[test]
fn a_limit_stops_exactly_the_searches_that_need_more() {
    let mut stopped = 0;
    for seed in 1000..1120 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let free = case.find();
            for limit in
                [1, free.expansions / 2, free.expansions.saturating_sub(1), free.expansions, free.expansions + 1]
            {
                let limited = case.find_within(limit);
                if limit == 0 || limit >= free.expansions && free.status == GridstarStatus::Ok {
                    assert_eq!(limited, free, "limit {limit}: {case}");
                } else if free.status == GridstarStatus::Ok {
                    let end = (limited.status, limited.expansions, limited.cost, limited.path.len());
                    assert_eq!(end, (GridstarStatus::LimitReached, limit, 0.0, 0), "limit {limit}: {case}");
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped > 300, "only {stopped} searches were stopped");
}

#[test]
fn an_answer_does_not_depend_on_what_its_thread_searched_before() {
    for seed in 2000..2060 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let warm = case.find();
            let fresh = std::thread::scope(|scope| scope.spawn(|| case.find()).join().unwrap());
            assert_eq!(warm, fresh, "{case}");
        }
    }
}

/// Queries that promise no cheapest paths, and such that do.
fn other_defs(case: &Case) -> [(GridstarQueryDef, bool); 6] {
    let def = |heuristic, order: GridstarOrder, heuristic_weight| GridstarQueryDef {
        order: order as u32,
        heuristic_weight,
        ..query_def(case.rule, case.costs, heuristic)
    };
    [
        (def(Heuristic::Manhattan, GridstarOrder::AStar, 1.0), false),
        (def(Heuristic::Octile, GridstarOrder::GreedyBestFirst, 1.0), false),
        (def(Heuristic::Octile, GridstarOrder::AStar, 3.0), false),
        (def(Heuristic::Octile, GridstarOrder::Dijkstra, 1.0), true),
        (def(Heuristic::Zero, GridstarOrder::AStar, 1.0), true),
        (def(Heuristic::Euclidean, GridstarOrder::AStar, 0.5), true),
    ]
}

#[test]
fn other_orders_heuristics_and_weights_are_used_within_floors_and_their_paths_are_legal() {
    let mut dearer = [0; 6];
    for seed in 3000..3100 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let cheapest = case.find();
            for ((def, is_cheapest), dearer) in other_defs(&case).into_iter().zip(&mut dearer) {
                let answer = twin.floors.find_path(case.start, case.goal, Some(&def));
                assert_eq!(answer.status, cheapest.status, "{def:?}: {case}");
                if is_cheapest || answer.status != GridstarStatus::Ok {
                    case.check(&answer);
                    continue;
                }
                let ends = (case.start, case.goal);
                let fine = twin.building.check_path(ends, case.rule, &case.costs, &answer.path);
                let cost =
                    cost_of_fine(fine.unwrap_or_else(|problem| panic!("{problem}, {def:?}: {case}")), &case.costs);
                assert!((answer.cost - cost).abs() < 1e-9 && cost >= cheapest.cost - 1e-9, "{def:?}: {case}");
                *dearer += u32::from(cost > cheapest.cost + 1e-9);
            }
        }
    }
    assert!(dearer[..3].iter().all(|&dearer| dearer > 0), "paths that cost more: {dearer:?}");
}

/// So many that estimates end before all of them are measured.
#[test]
fn paths_through_buildings_with_hundreds_of_links_are_cheapest() {
    for seed in 5000..5012 {
        let mut random = Random::new(seed);
        let maps = (0..3).map(|floor| random_map(8 * (seed + floor) + 1).map).collect();
        let mut twin = Twin::of(maps, |_| GridstarEngine::Auto, &mut random);
        twin.seed = seed;
        let (mut found, mut walks) = (0, 0);
        for _ in 0..400 {
            twin.add_random_link(&mut random);
        }
        for _ in 0..20 {
            let (start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
            let answer = twin.find(start, goal);
            found += u32::from(answer.status == GridstarStatus::Ok);
            walks += answer.walks;
        }
        assert!(found > 3 && walks < 20 * 100, "seed {seed}: {found} paths, {walks} walks");
    }
}

#[test]
fn most_walks_of_a_large_building_are_never_searched() {
    let mut twin = Twin::of(vec![CellMap::new(100, 100); 3], |_| GridstarEngine::Auto, &mut Random::new(0));
    let mut random = Random::new(5);
    for _ in 0..40 {
        let (lower, upper) = (random.below(2), twin.cell(&mut random).cell);
        let from = twin.cell(&mut random).cell;
        twin.link(FloorCell { floor: lower, cell: from }, FloorCell { floor: lower + 1, cell: upper }, 3.0);
    }
    let answer = twin.find(at(0, 0, 0), at(2, 99, 99));
    // On floors without obstacles the least that a walk can cost is what it costs.
    assert!(answer.walks <= 3, "{} walks", answer.walks);
}
