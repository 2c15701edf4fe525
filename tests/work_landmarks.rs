//! The searches of batches and tickets count for landmarks as single searches do: after enough expansions, an edit
//! drops landmarks that could not be repaired, and the next search measures them anew.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def, order_number};
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::work::{Answers, Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::search::Order;

const OK: GridstarStatus = GridstarStatus::Ok;
const SIDE: u32 = 192;
const LANDMARKS: u32 = GridstarEngine::Landmarks as u32;

/// Landmarks are measured anew after about 19/2 expansions for each cell.
const ENOUGH: u64 = (SIDE * SIDE) as u64 * 96 / 10;

/// A grid with landmarks that the opening of a wide gap has made useless, and its map before.
fn opened() -> (TestGrid, CellMap) {
    let (mut map, mut random) = (CellMap::new(SIDE, SIDE), Random::new(17));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(10) || cell.y == SIDE as i32 / 2 && cell.x > 0);
    }
    let grid = TestGrid::with_def(&GridstarGridDef { engine: LANDMARKS, ..default_grid_def(SIDE, SIDE) }).unwrap();
    let types: Vec<u8> = map.cells().map(|cell| u8::from(!map.is_walkable(cell))).collect();
    assert_eq!(grid.set_cells(&types), OK);
    assert!(asks_with_landmarks(&grid, &map));
    assert_eq!(grid.fill_rect(Rect { x: SIDE as i32 - 40, y: SIDE as i32 / 2, width: 40, height: 1 }, 0), OK);
    (grid, map)
}

/// Whether any of a few searches is answered with landmarks.
fn asks_with_landmarks(grid: &TestGrid, map: &CellMap) -> bool {
    let mut random = Random::new(4);
    let mut ask = || grid.find_path(random.walkable_cell(map), random.walkable_cell(map), None).engine;
    (0..50).any(|_| ask() == LANDMARKS)
}

/// Whether an edit leads to landmarks measured anew.
fn are_measured_anew(grid: &TestGrid, map: &CellMap) -> bool {
    assert!(!asks_with_landmarks(grid, map), "an edit alone does not measure landmarks anew");
    assert_eq!(grid.set_cell(Cell::new(0, 0), 1), OK);
    asks_with_landmarks(grid, map)
}

/// Has batches answered until they have expanded enough cells.
fn expand_enough(map: &CellMap, def: Option<GridstarQueryDef>, mut answer: impl FnMut(&Batch) -> Answers) {
    let (mut random, mut expansions) = (Random::new(8), 0);
    while expansions < ENOUGH {
        let requests: Vec<_> =
            (0..100).map(|_| request(random.walkable_cell(map), random.walkable_cell(map))).collect();
        let answers = answer(&Batch { defs: def.into_iter().collect(), ..Batch::of(requests) });
        assert_eq!(answers.status, OK);
        expansions += answers.info.expansions;
    }
}

fn taken(grid: &TestGrid, batch: &Batch) -> Answers {
    let ticket = TestTicket::submit(grid, batch).unwrap();
    assert_eq!(ticket.wait(), OK);
    ticket.take()
}

#[test]
fn what_batches_expand_counts() {
    let (grid, map) = opened();
    expand_enough(&map, None, |batch| grid.find_paths_into(batch, 100, (100 * SIDE * SIDE) as usize));
    assert!(are_measured_anew(&grid, &map));
}

#[test]
fn what_tickets_have_expanded_counts_when_they_are_taken() {
    let (grid, map) = opened();
    expand_enough(&map, None, |batch| taken(&grid, batch));
    assert!(are_measured_anew(&grid, &map));
}

/// Answers of single searches that don't use what is derived.
#[test]
fn neither_forgotten_tickets_nor_searches_over_cells_count() {
    let (grid, map) = opened();
    let def = GridstarQueryDef { order: order_number(Order::Dijkstra), ..default_query_def() };
    expand_enough(&map, Some(def), |batch| taken(&grid, batch));
    let def = GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..default_query_def() };
    expand_enough(&map, Some(def), |batch| grid.find_paths(batch));
    expand_enough(&map, None, |batch| {
        let ticket = TestTicket::submit(&grid, batch).unwrap();
        assert_eq!(ticket.wait(), OK);
        Answers { status: OK, info: ticket.poll().1, replies: Vec::new(), paths: Vec::new() }
    });
    assert!(!are_measured_anew(&grid, &map));
}
