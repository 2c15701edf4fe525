//! Blocked cells mean the same in paths, steppers, fields in both directions, ranges, matrices and nearest goals.

use super::same;
use common::abi::{TestGrid, default_grid_def, default_query_def, turn};
use common::cell_map::CellMap;
use common::field::{TestField, cost_matrix, nearest_goals};
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// Costs from a start to a goal, each by another call; infinity without a path.
fn costs_by_all_calls(grid: &TestGrid, def: &GridstarQueryDef, start: Cell, goal: Cell) -> Vec<(&'static str, f64)> {
    let cost_of = |status: GridstarStatus, cost: f64| if status == GridstarStatus::Ok { cost } else { f64::INFINITY };
    let one = |cell: Cell| Rect { x: cell.x, y: cell.y, width: 1, height: 1 };
    let path = grid.find_path(start, goal, Some(def));
    let to = TestField::create(grid, &[goal], 0, 0, Some(def)).unwrap();
    let from = TestField::create(grid, &[start], GRIDSTAR_FIELD_FROM_STARTS, 0, Some(def)).unwrap();
    let [(to_status, to_path, to_result), (from_status, from_path, from_result)] = [to.path(start), from.path(goal)];
    for (status, path) in [(to_status, to_path), (from_status, from_path)] {
        let ends = (path.first().copied(), path.last().copied());
        assert!(status != GridstarStatus::Ok || ends == (Some(start), Some(goal)), "{status:?} {path:?}");
    }
    let range = from.range(0.0, false, 0).unwrap().into_iter().find(|cell| (cell.x, cell.y) == (goal.x, goal.y));
    let nearest = nearest_goals(grid, start, &[goal], 0, Some(def)).unwrap();
    let stepper = TestStepper::begin(grid, start, goal, Some(def)).unwrap().finish();
    vec![
        ("path", cost_of(path.status, path.cost)),
        ("stepper", cost_of(stepper.status, stepper.result.cost)),
        ("field to the goal", to.costs(one(start)).unwrap()[0]),
        ("its steps", to.steps(&[start]).unwrap()[0].cost),
        ("its path", cost_of(to_status, to_result.cost)),
        ("field from the start", from.costs(one(goal)).unwrap()[0]),
        ("its path", cost_of(from_status, from_result.cost)),
        ("its range", range.map_or(f64::INFINITY, |cell| cell.cost)),
        ("matrix", cost_matrix(grid, &[start], &[goal], Some(def)).unwrap()[0]),
        ("nearest goals", nearest.first().map_or(f64::INFINITY, |goal| goal.cost)),
    ]
}

#[test]
fn blocked_cells_mean_the_same_in_all_calls_that_tell_costs() {
    let _turn = turn();
    let (mut blocked_starts, mut same_cells) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (width, height) = (random.between(1, 6), random.between(1, 6));
        let mut map = CellMap::new(width, height);
        map.cells().for_each(|cell| map.set_obstacle(cell, random.percent(45)));
        let hexagonal = random.percent(25);
        let layout = if hexagonal { GridstarLayout::HexOddRows } else { GridstarLayout::Square } as u32;
        let grid = TestGrid::with_def(&GridstarGridDef { layout, ..default_grid_def(width, height) }).unwrap();
        assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
        let profile = TestProfile::new();
        profile.set_costs(0, &[[1.0, 3.0][random.below(2) as usize]]);
        let def = GridstarQueryDef {
            diagonal_rule: if hexagonal { 0 } else { random.below(5) },
            agent_size: if hexagonal { 0 } else { random.below(3) },
            profile: if random.percent(50) { profile.id() } else { 0 },
            ..default_query_def()
        };
        let stands = |cell: Cell| grid.is_reachable(cell, cell, Some(&def));
        for start in map.cells() {
            for goal in map.cells() {
                let costs = costs_by_all_calls(&grid, &def, start, goal);
                let case = format!("seed {seed}, {start:?} to {goal:?}, {def:?}\n{map}");
                assert!(costs.iter().all(|&(_, cost)| same(cost, costs[0].1)), "{costs:?}, {case}");
                assert!(start != goal || costs[0].1 == 0.0, "{costs:?}, {case}");
                assert!(stands(goal) || start == goal || costs[0].1 == f64::INFINITY, "{costs:?}, {case}");
                blocked_starts += u32::from(!stands(start) && start != goal && costs[0].1 < f64::INFINITY);
                same_cells += u32::from(start == goal && !stands(start));
            }
        }
    }
    assert!(blocked_starts > 100 && same_cells > 100, "{blocked_starts} {same_cells}");
}
