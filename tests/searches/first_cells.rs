//! The first cells of paths, through the C functions: `max_cells` of a query def.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::path_forms::way_points;
use common::prepared_grids::*;
use common::random_maps::Random;
use common::stepper::TestStepper;
use gridstar::ffi::*;
use gridstar::grid::Cell;

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
fn the_first_cells_are_those_of_the_whole_path_and_its_cost_is_told() {
    let map = rooms(100, 5);
    let mut random = Random::new(77);
    for engine in [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::Landmarks] {
        let grid = grid_with(&map, engine);
        let mut compared = 0;
        for _ in 0..40 {
            let (start, goal) = (random.cell(&map), random.cell(&map));
            let max_cells = 1 + random.below(60);
            let flags = GRIDSTAR_QUERY_PARTIAL_PATH | GRIDSTAR_QUERY_LEAVE_BLOCKED;
            let all = GridstarQueryDef { flags, ..default_query_def() };
            let first = GridstarQueryDef { max_cells, ..all };
            let (whole, found) = (grid.find_path(start, goal, Some(&all)), grid.find_path(start, goal, Some(&first)));
            let told = format!("{engine:?}, {start:?} to {goal:?}, {max_cells} cells");
            assert_eq!((found.status, found.cost), (whole.status, whole.cost), "{told}");
            let expected = &whole.path[..whole.path.len().min(max_cells as usize)];
            assert_eq!(found.path, expected, "{told}");
            let points = GridstarQueryDef { path_form: GridstarPathForm::WayPoints as u32, ..first };
            let points = grid.find_path(start, goal, Some(&points)).path;
            assert_eq!(points, way_points(expected), "{told}");
            compared += u32::from(expected.len() > 10 && expected.len() < whole.path.len());
        }
        assert!(compared > 5, "only {compared} paths were cut");
    }
}

#[test]
fn only_forms_with_cells_of_the_path_have_first_cells() {
    let grid = TestGrid::new(6, 6);
    let (start, goal) = (Cell::new(0, 0), Cell::new(5, 3));
    let first = GridstarQueryDef { max_cells: 3, ..default_query_def() };
    for form in [GridstarPathForm::Straightened, GridstarPathForm::AnyAngle] {
        let def = GridstarQueryDef { path_form: form as u32, ..first };
        assert_eq!(grid.find_path(start, goal, Some(&def)).status, GridstarStatus::UnsupportedQuery);
    }
    assert_eq!(TestStepper::begin(&grid, start, goal, Some(&first)).err(), Some(GridstarStatus::UnsupportedQuery));
}
