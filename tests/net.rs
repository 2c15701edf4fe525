//! The engine NET, through the C functions. `src/search/net` tests the search on many small
//! maps; here clusters have their real size.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::default_query_def;
use common::cell_map::CellMap;
use common::prepared_grids::*;
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
