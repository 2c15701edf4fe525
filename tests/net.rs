//! The engine NET, through the C functions. `src/search/net` tests the search on many small
//! maps; here clusters have their real size.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::default_query_def;
use common::cell_map::CellMap;
use common::prepared_grids::*;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::movement::DiagonalRule;

const NET: u32 = GRIDSTAR_PREPARED_NET;

fn within(weight: f64, max_cells: u32) -> GridstarQueryDef {
    GridstarQueryDef { heuristic_weight: weight, max_cells, ..default_query_def() }
}

/// Rooms with doors, and scattered obstacles in some of them.
fn rooms(side: u32, seed: u64) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(seed));
    for cell in map.cells() {
        let is_wall = cell.x % 37 == 20 || cell.y % 37 == 20;
        let is_scattered = (cell.x / 37 + cell.y / 37) % 2 == 0 && random.percent(25);
        map.set_obstacle(cell, is_wall && !random.percent(6) || is_scattered);
    }
    map
}

#[test]
fn a_grid_with_a_net_keeps_the_bound_through_edits_while_tickets_hold_older_states() {
    for (seed, rule) in
        [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
            .into_iter()
            .enumerate()
    {
        let map = rooms(200, seed as u64);
        let (grid, twin) =
            (grid_by_rule(&map, GridstarEngine::Net, rule), grid_by_rule(&map, GridstarEngine::Auto, rule));
        let mut random = Random::new(seed as u64 + 9);
        let (mut by_net, mut tickets) = (0, Vec::new());
        for round in 0..120 {
            let (start, goal) = (random.cell(&map), random.cell(&map));
            let weight = [1.02, 1.1, 1.5][round % 3];
            let best = twin.find_path(start, goal, None);
            let all = grid.find_path(start, goal, Some(&within(weight, 0)));
            let first = grid.find_path(start, goal, Some(&within(weight, 20)));
            let told = format!("seed {seed}, round {round}: {start:?} to {goal:?}");
            assert_eq!((all.status, first.status), (best.status, best.status), "{told}");
            if best.status == GridstarStatus::Ok {
                for found in [&all, &first] {
                    assert!(found.cost <= best.cost * weight * (1.0 + 1e-9), "{} {}, {told}", found.cost, best.cost);
                    assert_eq!(grid.usable(&found.path, &default_query_def()), found.path.len(), "{told}");
                }
                assert!(
                    first.path.len() <= 20 && (first.path.len() == 20 || first.path.last() == Some(&goal)),
                    "{told}"
                );
                by_net += u32::from(all.engine == GridstarEngine::Net as u32);
            }
            if round == 10 {
                assert_eq!(prepared(&grid) & LANDMARKS, 0);
                prepare(&grid, GridstarEngine::Net);
                assert_eq!(prepared(&grid) & (NET | LANDMARKS), NET | LANDMARKS);
                assert!(grid.info().unwrap().landmark_bytes > 0);
            }
            if round == 60 {
                assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Net as u32, 1), GridstarStatus::Ok);
            }
            if round % 8 == 0 {
                let mut batch = Batch::of([request(start, goal)]);
                batch.defs = vec![within(weight, 0)];
                tickets.push((TestTicket::submit(&grid, &batch).unwrap(), all));
            }
            for _ in 0..random.below(4) {
                let (cell, cell_type) = (random.cell(&map), random.below(2));
                assert_eq!(grid.set_cell(cell, cell_type), GridstarStatus::Ok);
                assert_eq!(twin.set_cell(cell, cell_type), GridstarStatus::Ok);
            }
            if round % 16 == 15 {
                for (ticket, expected) in tickets.drain(..) {
                    assert_eq!(ticket.wait(), GridstarStatus::Ok);
                    let found = ticket.take();
                    // A preparation in the background may change which path is found.
                    assert_eq!(found.replies[0].status, expected.status as i32, "{told}");
                }
            }
        }
        assert_eq!(gridstar_background_wait(), GridstarStatus::Ok);
        assert!(by_net > 20, "the net answered {by_net} queries");
        prepare(&grid, GridstarEngine::JumpPoints);
        let info = grid.info().unwrap();
        assert_eq!((info.prepared & (NET | LANDMARKS), info.landmark_bytes), (0, 0));
    }
}

/// On maps of several large clusters a side, with edits between the queries. The net is prepared again halfway.
#[test]
fn the_first_cells_begin_a_path_within_the_bound_across_large_clusters() {
    let (net, mut expansions) = (GridstarEngine::Net as u32, [0u64; 2]);
    for (map, name) in [(rooms(820, 5), "rooms"), (scattered(820, 20), "scattered"), (scattered(820, 38), "dense")] {
        let (grid, twin) = (grid_with(&map, GridstarEngine::Net), grid_with(&map, GridstarEngine::Auto));
        let (mut random, mut by_net) = (Random::new(6), 0);
        let far = |random: &mut Random| {
            (0..)
                .map(|_| (random.walkable_cell(&map), random.walkable_cell(&map)))
                .find(|(a, b)| a.x.abs_diff(b.x) > 500)
        };
        for round in 0..42 {
            let (start, goal) = far(&mut random).unwrap();
            let (weight, max_cells) = ([1.03, 1.1, 1.5][round % 3], [1, 40, 700][round / 3 % 3]);
            let told = format!("{name}, round {round}: {start:?} to {goal:?}, weight {weight}, {max_cells} cells");
            let def = within(weight, max_cells);
            let (first, best) = (grid.find_path(start, goal, Some(&def)), twin.find_path(start, goal, None));
            assert_eq!(first.status, best.status, "{told}");
            if best.status == GridstarStatus::Ok {
                assert!(first.cost <= best.cost * weight * (1.0 + 1e-9), "{} {}, {told}", first.cost, best.cost);
                assert_eq!(grid.usable(&first.path, &def), first.path.len(), "{told}");
                assert!(first.path.len() == max_cells as usize || first.path.last() == Some(&goal), "{told}");
                let steps = first.path.windows(2).map(|step| twin.find_path(step[0], step[1], None).cost).sum::<f64>();
                let rest = twin.find_path(*first.path.last().unwrap(), goal, None).cost;
                assert!(steps + rest <= first.cost * (1.0 + 1e-9), "{steps} and {rest}, not {}, {told}", first.cost);
                by_net += u32::from(first.engine == net);
            }
            if round < 20 && weight > 1.2 {
                expansions[usize::from(round >= 10)] += u64::from(first.expansions);
            }
            if round == 9 || round == 30 {
                prepare(&grid, GridstarEngine::Net);
            }
            for _ in 0..if round < 20 { 0 } else { random.below(4) } {
                let (cell, cell_type) = (random.cell(&map), random.below(2));
                for grid in [&grid, &twin] {
                    assert_eq!(grid.set_cell(cell, cell_type), GridstarStatus::Ok);
                }
            }
        }
        assert!(by_net >= 15, "{name}: the net answered {by_net} queries");
    }
    assert!(2 * expansions[1] < expansions[0], "{expansions:?} before and after the first preparation");
}

#[test]
fn a_net_answers_queries_within_a_bound_and_jump_points_the_others() {
    let grid = grid_with(&scattered(100, 15), GridstarEngine::Net);
    let (start, goal) = (cell(0, 0), (0..100).map(|x| cell(x, 99)).find(|&cell| grid.get_cell(cell) == Ok(0)).unwrap());
    let engine = |def: &GridstarQueryDef| grid.find_path(start, goal, Some(def)).engine;
    let (net, jump_points) = (GridstarEngine::Net as u32, GridstarEngine::JumpPoints as u32);
    let wide = within(1.5, 0);
    assert_eq!(engine(&wide), net);
    assert_eq!(engine(&default_query_def()), jump_points);
    assert_eq!(engine(&GridstarQueryDef { max_cost: 1000.0, ..wide }), jump_points);
    assert_eq!(engine(&GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::BothFree as u32, ..wide }), jump_points);
    assert_eq!(engine(&GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.5, ..wide }), jump_points);
    assert_eq!(grid.set_cell(start, 1), GridstarStatus::Ok);
    assert_eq!(engine(&wide), jump_points);
}

/// Wide agents and profiles that block other cells have nets of their own. Multipliers and penalties have none.
#[test]
fn wide_agents_and_profiles_that_block_have_nets_of_their_own() {
    let (mut map, mut random) = (CellMap::new(160, 160), Random::new(3));
    // Walls with doors of four cells, and a few obstacles.
    for cell in map.cells() {
        let is_wall = (cell.x % 37 == 20 || cell.y % 37 == 20) && (cell.x + cell.y) % 13 > 3;
        map.set_obstacle(cell, is_wall || random.percent(2));
    }
    let (grid, twin) = (grid_with(&map, GridstarEngine::Net), grid_with(&map, GridstarEngine::Auto));
    // Type 2 is water, which a profile blocks.
    let (blocking, dear) = (TestProfile::new(), TestProfile::new());
    assert_eq!(blocking.set_cost(2, 0.0), GridstarStatus::Ok);
    assert_eq!(dear.set_cost(2, 3.0), GridstarStatus::Ok);
    let agents = [(0, 1), (0, 2), (0, 3), (blocking.id(), 1), (blocking.id(), 2)];
    let (net, mut by_net) = (GridstarEngine::Net as u32, [0; 5]);
    for round in 0..60 {
        for _ in 0..random.below(4) {
            let (cell, cell_type) = (random.cell(&map), random.below(3));
            for grid in [&grid, &twin] {
                assert_eq!(grid.set_cell(cell, cell_type), GridstarStatus::Ok);
            }
        }
        let (start, goal) = (random.cell(&map), random.cell(&map));
        for (agent, (profile, agent_size)) in agents.into_iter().enumerate() {
            let weight = [1.05, 1.3][round % 2];
            let told = format!("round {round}, {start:?} to {goal:?}, size {agent_size}, profile {profile}");
            let of_agent = GridstarQueryDef { profile, agent_size, ..default_query_def() };
            let best = twin.find_path(start, goal, Some(&of_agent));
            for max_cells in [0, 25] {
                let def = GridstarQueryDef { heuristic_weight: weight, max_cells, ..of_agent };
                let found = grid.find_path(start, goal, Some(&def));
                assert_eq!(found.status, best.status, "{told}");
                if best.status == GridstarStatus::Ok {
                    assert!(found.cost <= best.cost * weight * (1.0 + 1e-9), "{} {}, {told}", found.cost, best.cost);
                    assert_eq!(grid.usable(&found.path, &of_agent), found.path.len(), "{told}");
                    by_net[agent] += u32::from(found.engine == net);
                }
            }
            if round == 20 {
                // Derives the agent's net.
                let def = GridstarQueryDef { heuristic_weight: weight, ..of_agent };
                // SAFETY: the pointer of a live def.
                let status = unsafe { gridstar_grid_prepare_query(grid.id(), &def) };
                assert_eq!(status, GridstarStatus::Ok, "{told}");
            }
        }
        let def = GridstarQueryDef { profile: dear.id(), ..within(1.3, 0) };
        assert_ne!(grid.find_path(start, goal, Some(&def)).engine, net, "multipliers");
    }
    assert!(by_net.iter().all(|&count| count >= 10), "the net answered {by_net:?} queries of the agents");
    let all = gridstar::grid::Rect { x: 0, y: 0, width: 160, height: 160 };
    assert_eq!(grid.fill_penalties(all, 16), GridstarStatus::Ok);
    assert_ne!(grid.find_path(cell(1, 1), cell(150, 150), Some(&within(1.3, 0))).engine, net, "penalties");
}
