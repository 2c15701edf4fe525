//! Steppers over weighted cells, compared with a plain search. A failure prints the seed, the map, the agent and the
//! query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::PathAnswer;
use common::path_check::step_is_legal;
use common::random_maps::Random;
use common::random_terrain::ProfileTwin;
use common::stepper::{Finish, TestStepper};
use common::terrain::{AgentMap, cost_of_parts};
use common::terrain_world::{Case, ENGINES, Query, World, check, whole};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::search::Order;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[test]
fn steppers_find_paths_of_the_same_cost_and_count_terrain_in_g_and_h() {
    let (mut found, mut closed_cells) = (0, 0);
    for seed in 2000..2150 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        for _ in 0..4 {
            world.edit(&mut random);
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let (start, goal) = (world.end(&map, &mut random), world.end(&map, &mut random));
            let costs = map.costs_from(start, query.rule, &query.costs, None);
            let case = Case(&world, &query, (start, goal), String::new());
            let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&query.def())).unwrap();
            let mut status = stepper.begun;
            while status == GridstarStatus::StillRunning {
                status = stepper.advance(1 + random.below(200));
                let back = map_back(&map, goal, &query);
                for cell in stepper.cells(whole(&world.terrain)) {
                    closed_cells += check_cell(&map, &query, &costs, &back, &cell, &case);
                }
            }
            let end = stepper.finish();
            assert_eq!(end.status, status, "{case}");
            let answer = answer_of(end);
            check(&map, &query, (start, goal), &answer, costs[map.stands.index(goal)], &case);
            found += u32::from(answer.path.len() > 1);
        }
    }
    assert!(found > 250 && closed_cells > 20_000, "{found} paths, {closed_cells} closed cells");
}

/// The end of a stepper, as the answer of a search.
fn answer_of(end: Finish) -> PathAnswer {
    let Finish { status, path, result } = end;
    let GridstarPathResult { cost, bound, expansions, revision, engine, .. } = result;
    PathAnswer { status, path, expanded: Vec::new(), cost, bound, expansions, revision, engine }
}

/// By row index, the cost in parts of an optimal path from each cell to the goal.
fn map_back(map: &AgentMap, goal: Cell, query: &Query) -> Vec<Option<u128>> {
    // Backward, because steps may cost more in one direction than in the other.
    let mut costs = vec![None; (map.stands.width() * map.stands.height()) as usize];
    costs[map.stands.index(goal)] = Some(0);
    let mut waiting = BinaryHeap::from([Reverse((0_u128, goal))]);
    while let Some(Reverse((cost, to))) = waiting.pop() {
        if costs[map.stands.index(to)] != Some(cost) {
            continue;
        }
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let from = Cell::new(to.x + dx, to.y + dy);
            if map.stands.contains(from) && step_is_legal(&map.stands, from, to, query.rule) {
                let total = cost + map.step_parts(from, to, &query.costs);
                let known = &mut costs[map.stands.index(from)];
                if known.is_none_or(|known| total < known) {
                    *known = Some(total);
                    waiting.push(Reverse((total, from)));
                }
            }
        }
    }
    costs
}

/// g of a closed cell is the cost of an optimal path to it, g of an open cell at least this cost, and h never more than
/// what remains. Returns 1 for a closed cell.
fn check_cell(
    map: &AgentMap,
    query: &Query,
    costs: &[Option<u128>],
    back: &[Option<u128>],
    cell: &GridstarSearchCell,
    case: &Case,
) -> u32 {
    if cell.state == GridstarSearchCellState::Unseen as u32 {
        assert_eq!((cell.g, cell.h), (0.0, 0.0), "{cell:?}: {case}");
        return 0;
    }
    let at = Cell::new(cell.x, cell.y);
    let index = map.stands.index(at);
    let least = cost_of_parts(costs[index].unwrap(), &query.costs);
    let is_closed = cell.state == GridstarSearchCellState::Closed as u32;
    assert!(if is_closed { cell.g == least } else { cell.g >= least }, "{cell:?}, optimal {least}: {case}");
    if let Some(rest) = back[index] {
        let rest = cost_of_parts(rest, &query.costs);
        assert!(cell.h <= rest * (1.0 + 1e-12), "{cell:?}, {rest} remain: {case}");
    }
    let near = cell.g + query.weight * cell.h;
    assert!((cell.f - near).abs() <= 1e-9 * near.max(1.0), "{cell:?}: {case}");
    is_closed.into()
}

#[test]
fn steppers_continue_with_the_profile_as_it_was_when_they_began() {
    for seed in 6000..6080 {
        let mut world = World::new(seed, &[ENGINES[seed as usize % 4]]);
        let mut random = Random::new(!seed);
        let query = Query { order: Order::AStar, ..world.query(&mut random) };
        let map = AgentMap::new(&world.terrain, &query.agent);
        let (start, goal) = (world.end(&map, &mut random), world.end(&map, &mut random));
        let before = world.terrain.clone();
        let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&query.def())).unwrap();
        let mut status = stepper.begun;
        let mut is_destroyed = false;
        while status == GridstarStatus::StillRunning {
            status = stepper.advance(random.between(1, 20));
            world.edit(&mut random);
            if !is_destroyed && random.percent(20) {
                is_destroyed = true;
                for twin in &world.profiles {
                    assert_eq!(gridstar_destroy(twin.profile.id()), GridstarStatus::Ok);
                }
            }
            if is_destroyed {
                world.profiles = vec![ProfileTwin::random(&mut random)];
            }
        }
        let end = stepper.finish();
        let cheapest = map.costs_from(start, query.rule, &query.costs, None)[map.stands.index(goal)];
        world.terrain = before;
        let case = Case(&world, &query, (start, goal), "while the map and the profiles changed".into());
        assert_eq!(end.status, status, "{case}");
        let answer = answer_of(end);
        check(&map, &query, (start, goal), &answer, cheapest, &case);
    }
}
