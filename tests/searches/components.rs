//! Goals that can't be reached, on grids that are edited between queries, through the C functions. A failure prints the
//! seed and the map.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, query_def};
use common::cell_map::CellMap;
use common::random_maps::{Random, random_map};
use common::reference::{UnitCosts, cheapest_cost};
use gridstar::ffi::{GridstarQueryDef, GridstarStatus};
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

fn def(rule: DiagonalRule, heuristic: Heuristic) -> GridstarQueryDef {
    query_def(rule, StepCosts::default(), heuristic)
}

/// Fills a rectangle on a grid and on the test's map.
fn fill(grid: &TestGrid, map: &mut CellMap, place: Rect, obstacle: bool) {
    assert_eq!(grid.fill_rect(place, obstacle.into()), GridstarStatus::Ok);
    for (x, y) in (0..place.height as i32).flat_map(|y| (0..place.width as i32).map(move |x| (x, y))) {
        map.set_obstacle(Cell::new(place.x + x, place.y + y), obstacle);
    }
}

/// A random rectangle, mostly a single cell, often at the border of the map or of a 64-bit word.
fn random_place(random: &mut Random, map: &CellMap) -> Rect {
    let mut at = |side: i32| {
        let special: Vec<i32> =
            [0, 1, 63, 64, 65, side - 2, side - 1].into_iter().filter(|at| (0..side).contains(at)).collect();
        if random.percent(40) {
            special[random.below(special.len() as u32) as usize]
        } else {
            random.below(side as u32) as i32
        }
    };
    let (x, y) = (at(map.width()), at(map.height()));
    let largest = if random.percent(70) { 1 } else { 12 };
    let mut size = |from: i32, side: i32| random.between(1, ((side - from) as u32).min(largest));
    Rect { x, y, width: size(x, map.width()), height: size(y, map.height()) }
}

/// A single corridor, one cell wide, that winds through the map.
fn snake(width: u32, height: u32) -> CellMap {
    let mut map = CellMap::new(width, height);
    for cell in map.cells() {
        let gap = if cell.y % 4 == 1 { 0 } else { map.width() - 1 };
        map.set_obstacle(cell, cell.y % 2 == 1 && cell.x != gap);
    }
    map
}

#[test]
fn a_goal_in_another_component_is_refused_without_a_search() {
    let map = CellMap::parse("..#..\n.#.#.\n#...#\n.#.#.\n..#..");
    let grid = TestGrid::from_map(&map);
    let (middle, corner) = (Cell::new(2, 2), Cell::new(4, 0));
    for (rule, heuristic) in
        RULES.into_iter().flat_map(|rule| [(rule, Heuristic::Octile), (rule, Heuristic::Manhattan)])
    {
        // 256 is the smallest limit that permits labelling components.
        for def in [def(rule, heuristic), GridstarQueryDef { max_expansions: 256, ..def(rule, heuristic) }] {
            let answer = grid.trace_path(middle, corner, Some(&def));
            if rule == DiagonalRule::Always {
                assert!(answer.expansions > 0, "the search expanded no cell");
                continue;
            }
            assert_eq!((answer.status, answer.expansions), (GridstarStatus::NoPath, 0), "{rule:?}, {heuristic:?}");
            assert_eq!((answer.cost, answer.path, answer.expanded), (0.0, vec![], vec![]), "{rule:?}, {heuristic:?}");
        }
    }
}

#[test]
fn a_blocked_start_is_in_each_component_that_a_step_leads_to() {
    // Straight steps lead from the obstacle in the middle to the cells above and below. Nothing else connects these
    // cells.
    let map = CellMap::parse("..#\n#.#\n###\n#.#\n#..");
    let grid = TestGrid::from_map(&map);
    for rule in RULES {
        let def = def(rule, Heuristic::Octile);
        let status = |start: (i32, i32), goal: (i32, i32)| {
            grid.find_path(Cell::new(start.0, start.1), Cell::new(goal.0, goal.1), Some(&def)).status
        };
        assert_eq!(status((1, 2), (0, 0)), GridstarStatus::Ok, "{rule:?}");
        assert_eq!(status((1, 2), (2, 4)), GridstarStatus::Ok, "{rule:?}");
        assert_eq!(status((0, 0), (2, 4)), GridstarStatus::NoPath, "{rule:?}");
        // The diagonal step from (0, 2) to (1, 1) passes between two obstacles.
        let expected = if rule == DiagonalRule::Always { GridstarStatus::Ok } else { GridstarStatus::NoPath };
        assert_eq!(status((0, 2), (0, 0)), expected, "{rule:?}");
    }
}

#[test]
fn statuses_are_right_between_random_edits_and_no_path_costs_no_expansion() {
    let (mut found, mut without_path) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(!seed);
        let mut map = random_map(seed).map;
        let grid = TestGrid::from_map(&map);
        for edit in 0..25 {
            let place = random_place(&mut random, &map);
            fill(&grid, &mut map, place, random.percent(50));
            for rule in RULES {
                let (start, goal) = (random.cell(&map), random.walkable_cell(&map));
                let def = def(rule, Heuristic::Octile);
                let answer = grid.find_path(start, goal, Some(&def));
                if !map.is_walkable(goal) {
                    continue;
                }
                let costs = UnitCosts::of(&StepCosts::default());
                let expected = match cheapest_cost(&map, start, goal, rule, costs) {
                    Some(_) => GridstarStatus::Ok,
                    None => GridstarStatus::NoPath,
                };
                let context = || format!("seed {seed}, edit {edit}, {rule:?}, {start:?} to {goal:?}\n{map}");
                assert_eq!(answer.status, expected, "{}", context());
                assert!(answer.status == GridstarStatus::Ok || answer.expansions == 0, "{}", context());
                found += u32::from(answer.status == GridstarStatus::Ok);
                without_path += u32::from(answer.status == GridstarStatus::NoPath);
            }
        }
    }
    assert!(found > 10_000 && without_path > 3_000, "too few cases: {found} paths, {without_path} without a path");
}

/// Results must not depend on how up to date the components are, not even under a limit of expansions.
#[test]
fn an_edited_grid_answers_as_a_new_one_does() {
    let mut without_path = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        // Detours too long for the local check around an edit, which gives up.
        let mut map = snake(random.between(40, 130), random.between(40, 130));
        let grid = TestGrid::from_map(&map);
        for edit in 0..12 {
            let cells = if random.percent(60) { random.walkable_cell(&map) } else { random.cell(&map) };
            let place = Rect { x: cells.x, y: cells.y, width: 1, height: 1 };
            let obstacle = map.is_walkable(cells);
            fill(&grid, &mut map, place, obstacle);
            let new = TestGrid::from_map(&map);
            for rule in RULES {
                let (start, goal) = (random.walkable_cell(&map), random.walkable_cell(&map));
                let def = GridstarQueryDef { max_expansions: random.below(4), ..def(rule, Heuristic::Octile) };
                let mut answers = [&grid, &new].map(|grid| grid.trace_path(start, goal, Some(&def)));
                without_path += u32::from(answers[0].status == GridstarStatus::NoPath);
                answers.iter_mut().for_each(|answer| answer.revision = 0);
                let [old, new] = answers;
                assert_eq!(old, new, "seed {seed}, edit {edit}, {rule:?}, {start:?} to {goal:?}\n{map}");
            }
        }
    }
    assert!(without_path > 300, "only {without_path} queries without a path");
}

#[test]
fn a_door_that_closes_and_opens_parts_and_joins_two_halves() {
    let mut map = CellMap::new(200, 150);
    let wall = Rect { x: 100, y: 0, width: 1, height: 150 };
    let grid = TestGrid::from_map(&map);
    fill(&grid, &mut map, wall, true);
    for y in [0, 63, 64, 149] {
        let door = Rect { x: 100, y, width: 1, height: 1 };
        for rule in RULES {
            let def = def(rule, Heuristic::Octile);
            let mut answer = |is_open: bool| {
                fill(&grid, &mut map, door, !is_open);
                grid.find_path(Cell::new(3, 5), Cell::new(190, 140), Some(&def))
            };
            assert_eq!((answer(false).status, answer(true).status), (GridstarStatus::NoPath, GridstarStatus::Ok));
            let closed = answer(false);
            assert_eq!((closed.status, closed.expansions), (GridstarStatus::NoPath, 0), "door at {y}, {rule:?}");
        }
    }
}
