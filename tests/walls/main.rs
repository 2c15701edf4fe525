//! Walls between cells: every engine against a plain model of the header's words (`common::walls`).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod crowds;
mod fields;
mod floors;
mod lines;
mod ways_out;
mod weighted;
mod whole;

use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

/// How many maps a random test takes: `GRIDSTAR_WALL_SEEDS` or a few.
fn seeds(few: u64) -> std::ops::Range<u64> {
    let first = std::env::var("GRIDSTAR_WALL_SEED").ok().and_then(|text| text.parse().ok());
    let count = std::env::var("GRIDSTAR_WALL_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(few);
    first.map_or(0..count, |first| first..first + 1)
}

const HEXAGONS: [GridstarLayout; 4] = [
    GridstarLayout::HexOddRows,
    GridstarLayout::HexEvenRows,
    GridstarLayout::HexOddColumns,
    GridstarLayout::HexEvenColumns,
];

/// A small map at random. `wide`: sides that cross words of 64 cells.
fn random_map(random: &mut Random, layout: GridstarLayout) -> WalledMap {
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
fn check_paths(grid: &TestGrid, map: &WalledMap, random: &mut Random, queries: usize, about: &str) {
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
fn edit(grid: &TestGrid, map: &mut WalledMap, random: &mut Random) {
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
