//! Paths through random floors, through the C functions, compared with the reference search. A failure prints the seed,
//! the floors and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::query_def;
use common::cell_map::CellMap;
use common::floor_twin::{Case, Twin, at};
use common::floors::FloorAnswer;
use common::joined_reference::cost_of_fine;
use common::random_maps::{Random, random_map, seeds};
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
    for seed in seeds(0..400) {
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
    assert!(found > 3000 && without_path > 1000 && links > 2000 && floors > 1000, "too few cases of a kind: {asked:?}");
}

/// Lower limits leave components unlabelled: one expansion for every eight words of the largest floor in use, at least
/// 256.
fn expansions_to_label(case: &Case) -> u32 {
    let building = &case.twin.building;
    let open = building.links.iter().filter(|link| !link.closed);
    let ends = open.flat_map(|link| [link.from, link.to]).chain([case.start, case.goal]);
    let mut floors: Vec<u32> = ends.map(|end| end.floor).collect();
    floors.sort_unstable();
    floors.dedup();
    let words_of = |map: &CellMap| {
        let (short, long) = (map.width().min(map.height()), map.width().max(map.height()));
        (short as u32).div_ceil(64) * long as u32
    };
    let words = floors.iter().filter_map(|&floor| building.map(floor)).map(words_of).max();
    u32::max(256, words.unwrap_or(0) / 8)
}

/// Queries with limits around the number of expansions of an unlimited search. Returns the number of stopped searches.
fn check_limits(case: &Case) -> u32 {
    let (free, to_label) = (case.find(), expansions_to_label(case));
    let mut stopped = 0;
    for limit in [1, free.expansions / 2, free.expansions.saturating_sub(1), free.expansions, free.expansions + 1]
        .into_iter()
        .chain([to_label.saturating_sub(1), to_label])
    {
        let limited = case.find_within(limit);
        let end = (limited.status, limited.expansions, limited.cost, limited.path.len());
        let is_stopped = limited.status == GridstarStatus::LimitReached;
        if limit == 0 || limit >= to_label && free.status != GridstarStatus::Ok {
            assert_eq!(limited, free, "limit {limit}: {case}");
        } else if is_stopped {
            assert_eq!(end, (GridstarStatus::LimitReached, limit, 0.0, 0), "limit {limit}: {case}");
        } else {
            // Without labels or landmarks the search may find a different optimal path, with more or fewer expansions.
            assert_eq!((limited.status, limited.cost), (free.status, free.cost), "limit {limit}: {case}");
            assert!(limited.expansions <= limit, "limit {limit}: {case}");
        }
        stopped += u32::from(is_stopped);
    }
    stopped
}

#[test]
fn a_limit_stops_searches_and_changes_no_cost() {
    let mut stopped = 0;
    for seed in seeds(1000..1120) {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            stopped += check_limits(&twin.case(twin.cell(&mut random), twin.cell(&mut random)));
        }
    }
    assert!(stopped > 300, "only {stopped} searches were stopped");
}

/// One floor cut into parts by walls, with up to hundreds of links within and between the parts, some of them one-way
/// or closed.
fn parted_floor(seed: u64) -> Twin {
    let mut random = Random::new(!seed);
    let mut map = random_map(seed).map;
    for _ in 0..random.below(4) {
        let (is_column, place) = (random.percent(50), random.cell(&map));
        for cell in map.cells().filter(|cell| if is_column { cell.x == place.x } else { cell.y == place.y }) {
            map.set_obstacle(cell, true);
        }
    }
    let mut twin = Twin::of(vec![map], |_| GridstarEngine::Auto, &mut random);
    twin.seed = seed;
    let most = if seed.is_multiple_of(3) { 12 } else { 400 };
    for _ in 0..random.below(most) {
        twin.add_random_link(&mut random);
    }
    twin
}

/// A new copy of the floor and its links, with their numbers, whose components never saw an edit.
fn made_anew(twin: &Twin) -> Twin {
    let maps = twin.building.floors.iter().flatten().map(|floor| floor.stands.clone()).collect();
    let mut anew = Twin::of(maps, |_| GridstarEngine::Auto, &mut Random::new(0));
    anew.building.links.clone_from(&twin.building.links);
    anew.floors = anew.fresh();
    anew
}

/// The part of an answer that does not depend on link numbers.
fn without_numbers(answer: &FloorAnswer) -> (GridstarStatus, Vec<FloorCell>, u32, u32) {
    (answer.status, answer.path.iter().map(|step| step.at()).collect(), answer.expansions, answer.walks)
}

#[test]
fn paths_among_hundreds_of_links_of_one_floor_that_is_cut_into_parts_are_cheapest() {
    let (mut found, mut without_path, mut from_obstacles, mut links, mut stopped) = (0, 0, 0, 0, 0);
    for seed in seeds(7000..7120) {
        let mut twin = parted_floor(seed);
        let mut random = Random::new(seed);
        for number in 0..12 {
            let (straight, diagonal) = COSTS[number % COSTS.len()];
            let costs = StepCosts::new(straight, diagonal).unwrap();
            let (mut start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
            if number % 3 == 0 {
                // Makes the start an obstacle more often.
                start.cell = random.cell(twin.building.map(0).unwrap());
            }
            let case = Case { twin: &twin, start, goal, rule: RULES[number % 4], costs };
            let answer = case.find();
            case.check(&answer);
            let fresh = std::thread::scope(|scope| scope.spawn(|| case.find()).join().unwrap());
            assert_eq!(answer, fresh, "{case}");
            let anew = made_anew(&twin);
            let of_new = Case { twin: &anew, ..case }.find();
            assert_eq!(without_numbers(&answer), without_numbers(&of_new), "{case}");
            stopped += check_limits(&case);
            found += u32::from(answer.status == GridstarStatus::Ok);
            without_path += u32::from(answer.status == GridstarStatus::NoPath);
            from_obstacles += u32::from(answer.status == GridstarStatus::Ok && !twin.building.is_walkable(start));
            links += answer.links;
            twin.edit(&mut random);
        }
    }
    let asked = (found, without_path, from_obstacles, links, stopped);
    assert!(
        found > 500 && without_path > 100 && from_obstacles > 50 && links > 500 && stopped > 300,
        "too few cases of a kind: {asked:?}"
    );
}

#[test]
fn an_answer_does_not_depend_on_what_its_thread_searched_before() {
    for seed in seeds(2000..2060) {
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

/// Query settings, and how many times as much as an optimal path each allows.
fn other_defs(case: &Case) -> [(GridstarQueryDef, f32); 7] {
    let def = |heuristic, order: GridstarOrder, heuristic_weight| GridstarQueryDef {
        order: order as u32,
        heuristic_weight,
        ..query_def(case.rule, case.costs, heuristic)
    };
    [
        (def(Heuristic::Manhattan, GridstarOrder::AStar, 1.0), 2.0),
        (def(Heuristic::Octile, GridstarOrder::GreedyBestFirst, 1.0), f32::INFINITY),
        (def(Heuristic::Octile, GridstarOrder::AStar, 3.0), 3.0),
        (def(Heuristic::Octile, GridstarOrder::AStar, 1.1), 1.1001),
        (def(Heuristic::Octile, GridstarOrder::Dijkstra, 1.0), 1.0),
        (def(Heuristic::Zero, GridstarOrder::AStar, 1.0), 1.0),
        (def(Heuristic::Euclidean, GridstarOrder::AStar, 0.5), 1.0),
    ]
}

#[test]
fn other_orders_heuristics_and_weights_are_used_within_floors_and_their_paths_are_within_the_bound() {
    let mut dearer = [0; 7];
    for seed in seeds(3000..3100) {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let cheapest = case.find();
            for ((def, allowed), dearer) in other_defs(&case).into_iter().zip(&mut dearer) {
                let answer = twin.floors.find_path(case.start, case.goal, Some(&def));
                assert_eq!(answer.status, cheapest.status, "{def:?}: {case}");
                if allowed == 1.0 || answer.status != GridstarStatus::Ok {
                    case.check(&answer);
                    continue;
                }
                let ends = (case.start, case.goal);
                let fine = twin.building.check_path(ends, case.rule, &case.costs, &answer.path);
                let cost =
                    cost_of_fine(fine.unwrap_or_else(|problem| panic!("{problem}, {def:?}: {case}")), &case.costs);
                assert!((answer.cost - cost).abs() < 1e-9 && cost >= cheapest.cost - 1e-9, "{def:?}: {case}");
                let most = f64::from(answer.bound) * cheapest.cost * (1.0 + 1e-9);
                assert!(cost <= most && answer.bound <= allowed, "{answer:?}, {def:?}: {case}");
                *dearer += u32::from(cost > cheapest.cost + 1e-9);
            }
        }
    }
    assert!(dearer[..3].iter().all(|&dearer| dearer > 0), "settings that never gave a costlier path: {dearer:?}");
}

/// So many nodes that the heuristic is measured only up to the start.
#[test]
fn paths_through_buildings_with_hundreds_of_links_are_cheapest() {
    for seed in seeds(5000..5012) {
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

/// So many queries that ways are learned in the time that others took without them, and that rows are looked up.
#[test]
fn answers_where_much_is_learned_are_those_of_floors_of_which_nothing_is_known() {
    for seed in seeds(8000..8003) {
        let mut random = Random::new(seed);
        let maps = (0..3).map(|floor| random_map(8 * (seed + floor) + 1).map).collect();
        let mut twin = Twin::of(maps, |_| GridstarEngine::Auto, &mut random);
        twin.seed = seed;
        for _ in 0..150 {
            twin.add_random_link(&mut random);
        }
        for _ in 0..3 {
            for _ in 0..250 {
                twin.case(twin.cell(&mut random), twin.cell(&mut random)).find();
            }
            let fresh = twin.fresh();
            for _ in 0..8 {
                let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
                let answer = case.find();
                case.check(&answer);
                let of_fresh = fresh.find_path(case.start, case.goal, Some(&case.def()));
                assert_eq!(without_numbers(&answer), without_numbers(&of_fresh), "{case}");
            }
            for _ in 0..3 {
                let at = twin.cell(&mut random);
                twin.set(at, twin.building.is_walkable(at));
            }
        }
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
    // On floors without obstacles the lower bound of a leg is its exact cost.
    assert!(answer.walks <= 3, "{} legs", answer.walks);
}
