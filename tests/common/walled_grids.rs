//! Random grids with walls between their cells, random edits of a grid and its map, and paths of all engines checked
//! against the map.

use crate::abi::{TestGrid, default_query_def, rule_number};
use crate::engine_grids::RULES;
use crate::random_maps::Random;
use crate::walls::{Walker, WalledMap, set_passage};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::StepCosts;

/// A small map at random. `wide`: sides that cross words of 64 cells.
pub fn random_map(random: &mut Random, layout: GridstarLayout) -> WalledMap {
    let side = |random: &mut Random| match random.below(12) {
        0 => 60 + random.below(12) as i32,
        1 => 1,
        _ => 2 + random.below(12) as i32,
    };
    let (width, height) = (side(random), side(random));
    let (width, height) = if width * height > 900 { (width, 9) } else { (width, height) };
    let mut map = WalledMap::new(width, height, layout);
    let (obstacles, walls) = ([0, 0, 10, 25, 45][random.below(5) as usize], [2, 10, 25, 50][random.below(4) as usize]);
    let one_way = random.below(2) == 0;
    map.scatter(random, obstacles, walls, one_way);
    map
}

/// Checks the answers of some queries on a grid against the model.
pub fn check_paths(grid: &TestGrid, map: &WalledMap, random: &mut Random, queries: usize, about: &str) {
    let is_hexagonal = map.layout != 0;
    for _ in 0..queries {
        let rule = RULES[random.below(4) as usize];
        let size =
            if is_hexagonal { [1, 3][random.below(2) as usize] } else { [1, 1, 2, 3, 4][random.below(5) as usize] };
        let walker = Walker { rule, size };
        let cell = |random: &mut Random| {
            Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32)
        };
        let (start, goal) = (cell(random), cell(random));
        let costs = StepCosts::new(1.0, [1.0, 1.41, 1.7][random.below(3) as usize]).unwrap();
        let units = (u64::from(costs.straight_units()), u64::from(costs.diagonal_units()));
        let expected = map.costs(&[start], walker, units, false, |_, _| 1)[map.index(goal)];
        let engines: &[u32] = if is_hexagonal { &[0, 1] } else { &[0, 1, 2, 3] };
        for &max_expansions in &[0, 200_000, 240] {
            let def = GridstarQueryDef {
                diagonal_rule: if is_hexagonal { 0 } else { rule_number(rule) },
                straight_cost: if is_hexagonal { 0.0 } else { 1.0 },
                diagonal_cost: if is_hexagonal { 0.0 } else { costs.diagonal() },
                agent_size: size as u32,
                max_expansions,
                ..default_query_def()
            };
            for &engine in engines {
                assert_eq!(gridstar_grid_prepare(grid.id(), engine, 0), Ok);
                let answer = grid.find_path(start, goal, Some(&def));
                let about = format!(
                    "{about}, {start:?} to {goal:?}, {walker:?}, engine {engine}, limit {max_expansions}\n\
                     {map}\n{answer:?}"
                );
                if max_expansions == 240 && answer.status == LimitReached {
                    continue;
                }
                match answer.status {
                    Ok => {
                        assert_eq!(answer.path.first(), Some(&start), "{about}");
                        assert_eq!(answer.path.last(), Some(&goal), "{about}");
                        let mut cost = 0;
                        for ends in answer.path.windows(2) {
                            assert!(map.is_legal(ends[0], ends[1], walker), "{:?} of {about}", ends);
                            let is_straight = map.straight_neighbors(ends[0]).contains(&ends[1]);
                            cost += if is_straight { units.0 } else { units.1 };
                        }
                        assert_eq!(Some(cost), expected, "{about}");
                    }
                    NoPath => assert_eq!(expected, None, "{about}"),
                    GoalBlocked => assert!(!map.is_walkable(goal, size), "{about}"),
                    other => panic!("{other:?}: {about}"),
                }
                if !matches!(answer.status, Ok | GoalBlocked) {
                    assert!(expected.is_none() || start == goal, "{about}");
                }
            }
        }
    }
}

/// Changes cells and passages of a grid and its model.
pub fn edit(grid: &TestGrid, map: &mut WalledMap, random: &mut Random) {
    for _ in 0..1 + random.below(6) {
        let cells = map.cells();
        let cell = cells[random.below(cells.len() as u32) as usize];
        if random.below(3) == 0 {
            let index = map.index(cell);
            map.types[index] = u8::from(random.below(3) == 0);
            assert_eq!(gridstar_grid_set_cell(grid.id(), 0, cell.x, cell.y, map.types[index].into()), Ok);
            continue;
        }
        let neighbors = map.straight_neighbors(cell);
        let neighbor = neighbors[random.below(neighbors.len() as u32) as usize];
        let passage = random.below(4);
        if map.contains(neighbor) {
            map.set(cell, neighbor, passage);
            assert_eq!(set_passage(grid, cell, neighbor, passage), Ok);
        } else {
            assert_eq!(set_passage(grid, cell, neighbor, passage), CellOutside);
        }
    }
}
