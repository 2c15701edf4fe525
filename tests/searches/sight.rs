//! Lines of sight through the C functions, compared with slow lines in rational numbers. A failure prints the seed, the
//! map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def, rule_number};
use common::cell_map::CellMap;
use common::path_check::step_is_legal;
use common::random_maps::{Random, random_map};
use common::sight::{cast, cells_near};
use common::terrain::AgentMap;
use common::terrain_world::{Case, Query, World};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

fn by_rule(rule: DiagonalRule) -> GridstarQueryDef {
    GridstarQueryDef { diagonal_rule: rule_number(rule), ..default_query_def() }
}

/// A map of 1 to 200 columns and rows, so that rows and columns have one to four words of bits.
fn wide_map(random: &mut Random) -> CellMap {
    let mut map = CellMap::new(random.between(1, 200), random.between(1, 200));
    let share = random.below(60);
    for cell in map.cells() {
        if random.below(2000) < share {
            map.set_obstacle(cell, true);
        }
    }
    map
}

/// A cell, now and then up to 9 cells outside the map.
fn end(map: &CellMap, random: &mut Random) -> Cell {
    let cell = if random.percent(70) { random.walkable_cell(map) } else { random.cell(map) };
    let mut off = || if random.percent(5) { random.below(19) as i32 - 9 } else { 0 };
    Cell::new(cell.x + off(), cell.y + off())
}

#[test]
fn lines_end_where_slow_lines_end_for_every_rule() {
    let (mut free, mut blocked, mut outside, mut beside) = (0, 0, 0, 0);
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let map = if seed % 2 == 0 { wide_map(random) } else { random_map(seed / 2).map };
        let grid = TestGrid::from_map(&map);
        for i in 0..60 {
            let from = if random.percent(90) { random.walkable_cell(&map) } else { random.cell(&map) };
            let mut to = end(&map, random);
            if i % 4 == 0 {
                // Lines along rows, columns and diagonals, and with corners at each few cells.
                let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, 3), (3, 1), (3, 5)][random.below(6) as usize];
                let (sx, sy) = [(1, 1), (1, -1), (-1, 1), (-1, -1)][random.below(4) as usize];
                let length = random.below(40) as i32;
                to = Cell::new(from.x + dx * sx * length, from.y + dy * sy * length);
            }
            for rule in RULES {
                let right = cast(&map, rule, from, to);
                let found = grid.linecast(from, to, Some(&by_rule(rule)));
                assert_eq!(found, Ok(right), "{from:?} to {to:?}, {rule:?}, seed {seed}\n{map}");
                free += u32::from(right.1.is_none() && from != to);
                blocked += u32::from(right.1.is_some());
                outside += u32::from(right.1.is_some_and(|cell| !map.contains(cell)));
                beside += u32::from(right.1.is_some_and(|cell| !cells_near(from, to).contains(&cell)));
            }
        }
    }
    let counts = (free, blocked, outside, beside);
    assert!(free > 20_000 && blocked > 20_000 && outside > 500 && beside > 500, "{counts:?}");
}

#[test]
fn lines_between_neighbors_are_free_where_steps_are_legal() {
    for seed in 0..64 {
        let map = random_map(seed).map;
        let grid = TestGrid::from_map(&map);
        for from in map.cells() {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let to = Cell::new(from.x + dx, from.y + dy);
                for rule in RULES {
                    // A step over a corner is not legal under `Never`. A line is, as under `BothFree`.
                    let of_steps = if rule == DiagonalRule::Never { DiagonalRule::BothFree } else { rule };
                    let is_free = grid.linecast(from, to, Some(&by_rule(rule))).unwrap().1.is_none();
                    let is_legal = step_is_legal(&map, from, to, of_steps);
                    assert_eq!(is_free, is_legal, "{from:?} to {to:?}, {rule:?}, seed {seed}\n{map}");
                }
            }
        }
    }
}

/// Agents of all sizes and profiles, after edits.
#[test]
fn lines_of_agents_end_where_slow_lines_over_their_anchors_end() {
    let (mut free, mut blocked, mut wide) = (0, 0, 0);
    for seed in 0..150 {
        let mut world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        for _ in 0..8 {
            world.edit(&mut random);
            let mut query = world.query(&mut random);
            query.agent.size = random.between(1, 4);
            query.agent_size = query.agent.size;
            let map = AgentMap::new(&world.terrain, &query.agent);
            for _ in 0..12 {
                let from = random.walkable_cell(&map.stands);
                let to = end(&map.stands, &mut random);
                let right = cast(&map.stands, query.rule, from, to);
                let found = world.grids[0].linecast(from, to, Some(&query.def()));
                assert_eq!(found, Ok(right), "{}", Case(&world, &query, (from, to), "a line".into()));
                free += u32::from(right.1.is_none() && from != to);
                blocked += u32::from(right.1.is_some());
                wide += u32::from(right.1.is_none() && from != to && query.agent.size > 1);
            }
        }
    }
    assert!(free > 1500 && blocked > 3000 && wide > 500, "{:?}", (free, blocked, wide));
}

#[test]
fn a_line_may_begin_at_an_obstacle_and_not_end_at_one() {
    let grid = TestGrid::from_map(&CellMap::parse("#..#"));
    let (first, last) = (Cell::new(0, 0), Cell::new(3, 0));
    assert_eq!(grid.linecast(first, Cell::new(2, 0), None), Ok((Cell::new(2, 0), None)));
    assert_eq!(grid.linecast(first, last, None), Ok((Cell::new(2, 0), Some(last))));
    assert_eq!(grid.linecast(last, first, None), Ok((Cell::new(1, 0), Some(first))));
    assert_eq!(grid.linecast(first, first, None), Ok((first, None)));
}

/// The pictures of the manual.
#[test]
fn a_corner_blocks_a_line_as_it_blocks_a_step() {
    for (drawing, expected) in [(".#\n..", [true, true, false, false]), (".#\n#.", [true, false, false, false])] {
        let grid = TestGrid::from_map(&CellMap::parse(drawing));
        for (rule, expected) in RULES.into_iter().zip(expected) {
            let (last, blocked) = grid.linecast(Cell::new(0, 0), Cell::new(1, 1), Some(&by_rule(rule))).unwrap();
            let right = if expected { (Cell::new(1, 1), None) } else { (Cell::new(0, 0), Some(Cell::new(1, 0))) };
            assert_eq!((last, blocked), right, "{rule:?}\n{drawing}");
        }
    }
    // A line over the corner of a diamond goes through the square.
    let grid = TestGrid::from_map(&CellMap::parse("..#\n..."));
    for (rule, is_free) in RULES.into_iter().zip([true, true, false, false]) {
        let line = grid.linecast(Cell::new(0, 0), Cell::new(2, 1), Some(&by_rule(rule)));
        let right = if is_free { (Cell::new(2, 1), None) } else { (Cell::new(1, 0), Some(Cell::new(2, 0))) };
        assert_eq!(line, Ok(right), "{rule:?}");
    }
}

#[test]
fn lines_to_the_ends_of_the_world_leave_the_grid_where_they_must() {
    let grid = TestGrid::new(130, 70);
    let (from, last) = (Cell::new(100, 30), Cell::new(129, 30));
    let farthest = [i32::MIN, i32::MAX];
    assert_eq!(grid.linecast(from, Cell::new(i32::MAX, 30), None), Ok((last, Some(Cell::new(130, 30)))));
    assert_eq!(grid.linecast(from, Cell::new(i32::MIN, 30), None), Ok((Cell::new(0, 30), Some(Cell::new(-1, 30)))));
    for (x, y) in farthest.into_iter().flat_map(|x| farthest.map(|y| (x, y))) {
        let (last, blocked) = grid.linecast(from, Cell::new(x, y), None).unwrap();
        let blocked = blocked.expect("the line leaves the grid");
        assert!((blocked.x - last.x).abs() <= 1 && (blocked.y - last.y).abs() <= 1, "{last:?} {blocked:?}");
        assert!(!(0..130).contains(&blocked.x) || !(0..70).contains(&blocked.y), "{blocked:?}");
    }
    assert_eq!(grid.linecast(Cell::new(-1, 0), from, None), Err(GridstarStatus::CellOutside));
    assert_eq!(grid.linecast(Cell::new(i32::MAX, i32::MIN), from, None), Err(GridstarStatus::CellOutside));
}

/// An edit is seen by the next line, and a path form means nothing to a line.
#[test]
fn lines_see_the_grid_as_it_is_and_take_any_path_form() {
    let grid = TestGrid::new(20, 20);
    let (from, to) = (Cell::new(2, 3), Cell::new(17, 9));
    for form in 0..=4 {
        let def = GridstarQueryDef { path_form: form, ..default_query_def() };
        assert_eq!(grid.linecast(from, to, Some(&def)), Ok((to, None)));
    }
    let door = cells_near(from, to)[7];
    assert_eq!(grid.set_cell(door, 1), GridstarStatus::Ok);
    assert_eq!(grid.linecast(from, to, None).unwrap().1, Some(door));
    assert_eq!(grid.set_cell(door, 0), GridstarStatus::Ok);
    let query = Query::new(None, 2);
    assert_eq!(grid.linecast(from, to, Some(&query.def())), Ok((to, None)));
}
