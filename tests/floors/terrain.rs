//! Paths through floors for an agent with a profile and a size, compared with a plain search over all floors. A failure
//! prints the seed, the floors, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::floors::{FloorAnswer, TestFloors, link_def};
use common::joined_reference::{Building, TestLink, cost_of_fine};
use common::random_maps::Random;
use common::random_terrain::random_cell;
use common::terrain::AgentMap;
use common::terrain_world::{ENGINES, Query, World};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::movement::Heuristic;
use gridstar::search::Order;

#[test]
fn paths_through_floors_with_a_profile_and_a_size_are_cheapest() {
    let (mut found, mut without, mut links) = (0, 0, 0);
    for seed in 4000..4120 {
        let mut random = Random::new(!seed);
        let mut worlds: Vec<World> = (0..random.between(1, 3))
            .map(|_| World::new(u64::from(random.below(100_000)), &[ENGINES[random.below(4) as usize]]))
            .collect();
        let floors = TestFloors::new(worlds.iter().map(|world| &world.grids[0]));
        let mut all_links = Vec::new();
        for _ in 0..random.below(10) {
            add_link(&floors, &worlds, &mut all_links, &mut random);
        }
        for _ in 0..8 {
            let which = random.below(worlds.len() as u32) as usize;
            worlds[which].edit(&mut random);
            let query = Query { order: Order::AStar, heuristic: Heuristic::Octile, ..worlds[which].query(&mut random) };
            let maps = worlds.iter().map(|world| Some(AgentMap::new(&world.terrain, &query.agent))).collect();
            let building = Building { floors: maps, links: all_links.clone() };
            let end = |random: &mut Random| {
                let floor = random.below(worlds.len() as u32);
                let map = building.floors[floor as usize].as_ref().unwrap();
                FloorCell { floor, cell: worlds[floor as usize].end(map, random) }
            };
            let (start, goal) = (end(&mut random), end(&mut random));
            let answer = floors.find_path(start, goal, Some(&query.def()));
            let case = || {
                let terrains: String = worlds.iter().map(|world| world.terrain.to_string()).collect();
                format!("seed {seed}, {start:?} to {goal:?}\n{query:?}\n{terrains}{building}")
            };
            check_floors(&building, &query, (start, goal), &answer, case);
            found += u32::from(answer.path.len() > 2);
            without += u32::from(answer.status == GridstarStatus::NoPath);
            links += answer.links;
        }
    }
    assert!(found > 300 && without > 100 && links > 100, "{found} found, {without} without, {links} links");
}

/// Without edits, so that what it costs between ends is learned: by searches, by fields of the ends as far as memory
/// goes, and by fields that are not kept.
#[test]
fn paths_among_many_links_stay_cheapest_while_their_costs_are_learned() {
    let (mut found, mut by_direction) = (0, 0);
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let mut worlds: Vec<World> = (0..2)
            .map(|_| World::new(u64::from(random.below(100_000)), &[ENGINES[random.below(4) as usize]]))
            .collect();
        let floors = TestFloors::new(worlds.iter().map(|world| &world.grids[0]));
        let mut all_links = Vec::new();
        for _ in 0..random.between(40, 120) {
            add_link(&floors, &worlds, &mut all_links, &mut random);
        }
        let charges_entered = random.percent(75);
        worlds[0].profiles.iter_mut().for_each(|profile| profile.set_charge(charges_entered));
        let query = Query { order: Order::AStar, heuristic: Heuristic::Octile, ..worlds[0].query(&mut random) };
        let maps = worlds.iter().map(|world| Some(AgentMap::new(&world.terrain, &query.agent))).collect();
        let building = Building { floors: maps, links: all_links };
        for _ in 0..60 {
            let mut end = || {
                let floor = random.below(2);
                let map = building.floors[floor as usize].as_ref().unwrap();
                FloorCell { floor, cell: worlds[floor as usize].end(map, &mut random) }
            };
            let (start, goal) = (end(), end());
            let answer = floors.find_path(start, goal, Some(&query.def()));
            let case = || {
                let terrains: String = worlds.iter().map(|world| world.terrain.to_string()).collect();
                format!("seed {seed}, {start:?} to {goal:?}\n{query:?}\n{terrains}{building}")
            };
            check_floors(&building, &query, (start, goal), &answer, case);
            found += u32::from(answer.path.len() > 2);
            by_direction += u32::from(answer.path.len() > 2 && query.agent.profile.charges_entered);
        }
    }
    assert!(found > 300 && by_direction > 100, "{found} found, {by_direction} by direction");
}

fn add_link(floors: &TestFloors, worlds: &[World], links: &mut Vec<TestLink>, random: &mut Random) {
    let end = |random: &mut Random| {
        let floor = random.below(worlds.len() as u32);
        FloorCell { floor, cell: random_cell(&worlds[floor as usize].terrain, random) }
    };
    let (from, to) = (end(random), end(random));
    let cost = [0.0, 0.1, 1.0, 2.75, 12.0, 60.0][random.below(6) as usize];
    let one_way = random.percent(30);
    let def = GridstarLinkDef { one_way: one_way.into(), ..link_def(from, to, cost) };
    let number = floors.add_link(&def).unwrap();
    links.push(TestLink { number, from, to, cost, one_way, closed: false });
}

fn check_floors(
    building: &Building,
    query: &Query,
    (start, goal): (FloorCell, FloorCell),
    answer: &FloorAnswer,
    case: impl Fn() -> String,
) {
    if start != goal && !building.is_walkable(goal) {
        assert_eq!(answer.status, GridstarStatus::GoalBlocked, "{}", case());
        return;
    }
    let Some(cheapest) = building.cheapest_cost(start, goal, query.rule, &query.costs) else {
        assert_eq!((answer.status, answer.path.len()), (GridstarStatus::NoPath, 0), "{}", case());
        return;
    };
    assert_eq!(answer.status, GridstarStatus::Ok, "{}", case());
    let fine = building
        .check_path((start, goal), query.rule, &query.costs, &answer.path)
        .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{}", answer.path, case()));
    assert_eq!(fine, cheapest, "{}", case());
    let cost = cost_of_fine(fine, &query.costs);
    assert!((answer.cost - cost).abs() <= cost * 1e-12, "cost {} instead of {cost}: {}", answer.cost, case());
}
