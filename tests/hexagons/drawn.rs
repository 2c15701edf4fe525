//! Hexagonal grids through the C functions, beside Dijkstra's algorithm in cube coordinates: all four layouts, every
//! form of queries that they serve, and what they refuse.

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::hexagons::{HexAgent, HexMap, LAYOUTS, steps_between};
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::collections::BTreeSet;

fn is_near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Each layout with each seed.
fn cases(seeds: u64) -> impl Iterator<Item = (GridstarLayout, u64)> {
    LAYOUTS.into_iter().flat_map(move |layout| (0..seeds).map(move |seed| (layout, seed)))
}

#[test]
fn a_path_costs_as_much_as_one_by_dijkstra_in_cube_coordinates_through_edits() {
    let (mut found, mut none) = (0, 0);
    for (layout, seed) in cases(96) {
        let (mut map, mut random, agent) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let grid = map.grid();
        for _ in 0..3 {
            let start = map.standing_cell(&mut random, &agent);
            let costs = map.costs_from(&agent, start);
            for _ in 0..4 {
                let goal = map.random_cell(&mut random);
                let answer = grid.find_path(start, goal, None);
                let expected = costs[map.index(goal)];
                let context = format!("seed {seed}, {start:?} to {goal:?}, {answer:?}\n{map}");
                let traced = grid.trace_path(start, goal, None);
                let expanded: BTreeSet<Cell> = traced.expanded.iter().copied().collect();
                assert_eq!((traced.path, traced.cost), (answer.path.clone(), answer.cost), "{context}");
                assert_eq!((traced.expanded.len(), expanded.len()), (answer.expansions as usize, expanded.len()));
                assert_eq!(expanded.len(), answer.expansions as usize, "a cell was expanded twice, {context}");
                if answer.status == GridstarStatus::Ok {
                    assert_eq!((answer.path.first(), answer.path.last()), (Some(&start), Some(&goal)), "{context}");
                    assert!(is_near(map.path_cost(&agent, &answer.path), answer.cost), "{context}");
                    assert!(is_near(answer.cost, expected) && answer.bound == 1.0, "{expected} expected, {context}");
                    found += 1;
                } else {
                    let blocked = !map.stands(&agent, goal);
                    let status = if blocked { GridstarStatus::GoalBlocked } else { GridstarStatus::NoPath };
                    assert!(answer.status == status && expected == f64::INFINITY, "{expected} expected, {context}");
                    none += 1;
                }
                let is_reachable = expected.is_finite() && map.stands(&agent, start);
                assert_eq!(grid.is_reachable(start, goal, None), is_reachable, "{context}");
            }
            for _ in 0..2 {
                let cell = map.random_cell(&mut random);
                let index = map.index(cell);
                map.types[index] = 1 - map.types[index];
                assert_eq!(grid.set_cell(cell, map.types[index].into()), GridstarStatus::Ok);
            }
        }
    }
    assert!(found > 1500 && none > 500, "{found} found, {none} not");
}

#[test]
fn on_open_ground_a_search_expands_the_cells_of_its_path_alone() {
    for layout in LAYOUTS {
        let map = HexMap { layout, width: 90, height: 70, types: vec![0; 6300], penalties: vec![0; 6300] };
        let (grid, mut random) = (map.grid(), Random::new(3));
        for _ in 0..200 {
            let (start, goal) = (map.random_cell(&mut random), map.random_cell(&mut random));
            let answer = grid.find_path(start, goal, None);
            assert_eq!(
                answer.expansions,
                steps_between(layout, start, goal) as u32,
                "{layout:?}, {start:?} to {goal:?}"
            );
        }
    }
}

#[test]
fn a_grid_tells_its_layout_and_its_only_rule() {
    for layout in LAYOUTS {
        for rule in [GridstarDiagonalRule::Default, GridstarDiagonalRule::Hex] {
            let def = GridstarGridDef { layout: layout as u32, diagonal_rule: rule as u32, ..default_grid_def(4, 3) };
            let info = TestGrid::with_def(&def).unwrap().info().unwrap();
            assert_eq!(info.layout, layout as u32);
            assert_eq!(info.diagonal_rule, GridstarDiagonalRule::Hex as u32);
            assert_eq!((info.straight_cost, info.diagonal_cost), (1.0, 1.0));
            assert_eq!(info.engine, GridstarEngine::AStar as u32);
        }
    }
    let square = TestGrid::new(4, 3).info().unwrap();
    assert_eq!((square.layout, square.diagonal_rule), (0, GridstarDiagonalRule::Always as u32));
}

#[test]
fn neighbors_are_the_six_cells_one_step_away() {
    for layout in LAYOUTS {
        let map = HexMap { layout, width: 5, height: 4, types: vec![0; 20], penalties: vec![0; 20] };
        let grid = map.grid();
        for cell in map.cells() {
            let mut found = grid.neighbors(cell).unwrap();
            let mut expected: Vec<Cell> =
                map.cells().filter(|&other| steps_between(layout, cell, other) == 1).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{layout:?}, {cell:?}");
        }
    }
}

#[test]
fn other_rules_engines_forms_and_sizes_are_refused() {
    let unsupported = GridstarStatus::UnsupportedLayout;
    for layout in LAYOUTS {
        let own = GridstarGridDef { layout: layout as u32, ..default_grid_def(6, 6) };
        for rule in 1..=4 {
            assert_eq!(TestGrid::with_def(&GridstarGridDef { diagonal_rule: rule, ..own }).unwrap_err(), unsupported);
        }
        for engine in [GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
            let def = GridstarGridDef { engine: engine as u32, ..own };
            assert_eq!(TestGrid::with_def(&def).unwrap_err(), unsupported);
        }
        let grid = TestGrid::with_def(&own).unwrap();
        let status = |def: GridstarQueryDef| grid.find_path(Cell::new(0, 0), Cell::new(5, 5), Some(&def)).status;
        let plain = default_query_def();
        for diagonal_rule in 1..=4 {
            assert_eq!(status(GridstarQueryDef { diagonal_rule, ..plain }), unsupported);
        }
        assert_eq!(status(GridstarQueryDef { diagonal_rule: 6, ..plain }), GridstarStatus::UnknownDiagonalRule);
        for form in [GridstarPathForm::Straightened, GridstarPathForm::AnyAngle] {
            assert_eq!(status(GridstarQueryDef { path_form: form as u32, ..plain }), unsupported);
        }
        for agent_size in [2, 4, 16] {
            assert_eq!(status(GridstarQueryDef { agent_size, ..plain }), unsupported);
        }
        assert_eq!(status(GridstarQueryDef { agent_size: 17, ..plain }), GridstarStatus::BadAgentSize);
        assert_eq!(grid.linecast(Cell::new(0, 0), Cell::new(1, 1), None).unwrap_err(), unsupported);
        assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 0), unsupported);
        assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Auto as u32, 0), GridstarStatus::Ok);
        assert_eq!(grid.info().unwrap().engine, GridstarEngine::AStar as u32);
        let (mut x, mut y, mut z, mut size) = (0.0, 0.0, 0.0, 0);
        // SAFETY: the pointers come from references.
        unsafe {
            assert_eq!(gridstar_grid_get_cell_corner(grid.id(), 1, 1, &mut x, &mut y, &mut z), unsupported);
            assert_eq!(gridstar_grid_get_agent_size(grid.id(), 1.0, &mut size), unsupported);
        }
    }
    let square = TestGrid::new(4, 4);
    let hex = GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::Hex as u32, ..default_query_def() };
    assert_eq!(square.find_path(Cell::new(0, 0), Cell::new(3, 3), Some(&hex)).status, unsupported);
    let def = GridstarGridDef { diagonal_rule: GridstarDiagonalRule::Hex as u32, ..default_grid_def(4, 4) };
    assert_eq!(TestGrid::with_def(&def).unwrap_err(), unsupported);
    let def = GridstarGridDef { layout: 5, ..default_grid_def(4, 4) };
    assert_eq!(TestGrid::with_def(&def).unwrap_err(), GridstarStatus::UnknownLayout);
}
