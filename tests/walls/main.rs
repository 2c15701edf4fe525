//! Walls between cells: every engine against a plain model of the header's words (`common::walls`).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod any_angle;
mod crowds;
mod fields;
mod floors;
mod lines;
mod placing;
mod ways_out;
mod weighted;
mod whole;

use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::engine_grids::RULES;
use common::hexagons::LAYOUTS as HEXAGONS;
use common::random_maps::Random;
use common::walled_grids::{check_paths, edit, random_map};
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// How many maps a random test takes: `GRIDSTAR_WALL_SEEDS` or a few.
fn seeds(few: u64) -> std::ops::Range<u64> {
    let first = std::env::var("GRIDSTAR_WALL_SEED").ok().and_then(|text| text.parse().ok());
    let count = std::env::var("GRIDSTAR_WALL_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few);
    first.map_or(0..count, |first| first..first + 1)
}

fn check_passages(grid: &TestGrid, map: &WalledMap, about: &str) {
    for cell in map.cells() {
        for neighbor in map.straight_neighbors(cell).into_iter().filter(|&neighbor| map.contains(neighbor)) {
            let found = passage(grid, cell, neighbor);
            assert_eq!(found, Result::Ok(map.passage(cell, neighbor)), "{cell:?} {neighbor:?}, {about}\n{map}");
        }
    }
}

#[test]
fn paths_are_optimal_and_cross_no_wall_through_edits() {
    for seed in seeds(150) {
        let mut random = Random::new(seed);
        let layout = if random.below(4) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let mut map = random_map(&mut random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        for round in 0..3 {
            let about = format!("seed {seed}, round {round}");
            check_passages(&grid, &map, &about);
            check_paths(&grid, &map, &mut random, 5, &about);
            edit(&grid, &mut map, &mut random);
        }
    }
}

/// Reachable cells, and the one nearest to a point, against the model.
#[test]
fn reach_ends_at_walls_and_follows_one_way_steps() {
    for seed in seeds(120) {
        let mut random = Random::new(seed ^ 0x5eed);
        let layout = if random.below(4) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let mut map = random_map(&mut random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        for round in 0..4 {
            let rule = RULES[random.below(4) as usize];
            let is_hexagonal = map.layout != 0;
            let size = if is_hexagonal { [1, 3][random.below(2) as usize] } else { 1 + random.below(3) as i32 };
            let walker = Walker { rule, size };
            let def = GridstarQueryDef {
                diagonal_rule: if is_hexagonal { 0 } else { rule_number(rule) },
                agent_size: size as u32,
                ..default_query_def()
            };
            let cells = map.cells();
            let start = cells[random.below(cells.len() as u32) as usize];
            let costs = map.costs(&[start], walker, (1, 1), false, |_, _| 1);
            let about = format!("seed {seed}, round {round}, {walker:?}, from {start:?}\n{map}");
            for &goal in &cells {
                let mut is_reachable = 9;
                // SAFETY: pointers of references.
                let status = unsafe { gridstar_grid_is_reachable(grid.id(), &start, &goal, &def, &mut is_reachable) };
                assert_eq!(status, Ok);
                let ends = [start, goal].iter().all(|&cell| map.is_walkable(cell, size));
                assert_eq!(is_reachable == 1, ends && costs[map.index(goal)].is_some(), "to {goal:?}, {about}");
            }
            let in_reach = |cell: &Cell| map.is_walkable(*cell, size) && costs[map.index(*cell)].is_some();
            let point = cells[random.below(cells.len() as u32) as usize];
            let distance = |cell: Cell| (cell.x - point.x).pow(2) + (cell.y - point.y).pow(2);
            let (status, found) = grid.find_nearest(point, 100, Some(start), Some(&def));
            if !is_hexagonal {
                let nearest =
                    cells.iter().copied().filter(in_reach).min_by_key(|&cell| (distance(cell), cell.y, cell.x));
                assert_eq!(status, if nearest.is_some() { Ok } else { NoCellFound }, "nearest to {point:?}, {about}");
                if let Some(nearest) = nearest {
                    assert_eq!(found, nearest, "nearest to {point:?}, {about}");
                }
            }
            // A partial path ends at a reachable cell nearest to its goal.
            let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..def };
            let answer = grid.find_path(start, point, Some(&partial));
            if matches!(answer.status, Ok | PartialPath) && !is_hexagonal {
                let last = *answer.path.last().unwrap();
                let reached = |cell: &Cell| *cell == start || in_reach(cell);
                let least = cells.iter().copied().filter(reached).map(distance).min().unwrap();
                assert_eq!(distance(last), least, "partial to {point:?}: {answer:?}, {about}");
                for ends in answer.path.windows(2) {
                    assert!(map.is_legal(ends[0], ends[1], walker), "{ends:?}, {answer:?}, {about}");
                }
            } else if !is_hexagonal {
                assert_eq!(answer.status, NoPath, "partial to {point:?}, {about}");
            }
            edit(&grid, &mut map, &mut random);
        }
    }
}
