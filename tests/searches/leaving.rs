//! Paths that leave an obstacle, compared with a plain search over blocked cells and one over all others, for all
//! engines, rules, sizes, profiles and forms. A failure prints the seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_query_def};
use common::random_maps::Random;
use common::random_terrain::random_cell;
use common::reach::right_answer;
use common::terrain::{AgentMap, PARTS_PER_UNIT, cost_of_parts};
use common::terrain_world::{Case, ENGINES, Query, World};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;
use std::collections::BTreeMap;

const OK: GridstarStatus = GridstarStatus::Ok;

/// The length of a crossing's step in units; none if there is no such step.
fn crossing_step(map: &AgentMap, query: &Query, from: Cell, to: Cell) -> Option<u64> {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    let size = query.agent.size as i32;
    let (right, top) = (map.stands.width() - size, map.stands.height() - size);
    let is_on_map = map.stands.contains(to) && to.x <= right.max(from.x) && to.y <= top.max(from.y);
    match (dx, dy) {
        _ if !is_on_map => None,
        (0, 1) | (1, 0) => Some(query.costs.straight_units().into()),
        (1, 1) if query.rule != DiagonalRule::Never => Some(query.costs.diagonal_units().into()),
        _ => None,
    }
}

/// The cost in units of the cheapest crossing to each exit: relaxes all steps until nothing changes.
fn exits(map: &AgentMap, query: &Query, start: Cell) -> BTreeMap<Cell, u64> {
    let mut reached = BTreeMap::from([(start, 0)]);
    loop {
        let mut better = Vec::new();
        for (&from, &cost) in reached.iter().filter(|(cell, _)| !map.stands.is_walkable(**cell)) {
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let to = Cell::new(from.x + dx, from.y + dy);
                let Some(step) = crossing_step(map, query, from, to) else { continue };
                if reached.get(&to).is_none_or(|&known| cost + step < known) {
                    better.push((to, cost + step));
                }
            }
        }
        if better.is_empty() {
            reached.retain(|cell, _| map.stands.is_walkable(*cell));
            return reached;
        }
        for (to, cost) in better {
            let known = reached.entry(to).or_insert(cost);
            *known = cost.min(*known);
        }
    }
}

/// The right answer: its status, the cost of its crossing in units, that of the rest in parts, and its last cell.
fn right(
    map: &AgentMap,
    query: &Query,
    (start, goal): (Cell, Cell),
    is_partial: bool,
) -> (GridstarStatus, u64, u128, Cell) {
    let is_goal = map.stands.is_walkable(goal);
    if !is_goal && !is_partial {
        let inside = map.stands.contains(goal);
        return (if inside { GridstarStatus::GoalBlocked } else { GridstarStatus::GoalOutside }, 0, 0, goal);
    }
    let exits = exits(map, query, start);
    let rest = |exit: Cell| map.costs_from(exit, query.rule, &query.costs, None);
    let ways = exits.iter().filter(|_| is_goal);
    let ways = ways.filter_map(|(&exit, &cost)| Some((cost, rest(exit)[map.stands.index(goal)]?)));
    if let Some((crossing, rest)) = ways.min() {
        return (OK, crossing, rest, goal);
    }
    let first = exits.iter().min_by_key(|(exit, cost)| (**cost, exit.y, exit.x));
    match first {
        _ if !is_partial => (GridstarStatus::NoPath, 0, 0, goal),
        None => (GridstarStatus::PartialPath, 0, 0, start),
        Some((&exit, &crossing)) => {
            let costs = rest(exit);
            let (status, end, parts) = right_answer(map, &query.costs, (exit, goal), (true, 0.0), &costs);
            assert_eq!(status, GridstarStatus::PartialPath);
            (status, crossing, parts.unwrap(), end)
        }
    }
}

/// Checks an answer in the form of cells. Returns the number of blocked cells that its path crosses.
fn check(
    map: &AgentMap,
    query: &Query,
    start: Cell,
    answer: &PathAnswer,
    right: (GridstarStatus, u64, u128, Cell),
    case: &Case,
) -> usize {
    let (status, crossing, rest, end) = right;
    assert_eq!(answer.status, status, "{case}");
    if !matches!(status, OK | GridstarStatus::PartialPath) {
        assert_eq!((answer.cost, answer.path.len(), answer.expansions), (0.0, 0, 0), "{case}");
        return 0;
    }
    let path = &answer.path;
    assert_eq!((path.first(), path.last()), (Some(&start), Some(&end)), "{path:?}\n{case}");
    let crossed = path.iter().take_while(|&&cell| !map.stands.is_walkable(cell)).count();
    if crossed == path.len() {
        assert_eq!((path.len(), answer.cost), (1, 0.0), "{path:?}\n{case}");
        return 1;
    }
    let steps = path[..=crossed].windows(2);
    let steps =
        steps.map(|step| crossing_step(map, query, step[0], step[1]).unwrap_or_else(|| panic!("{path:?}\n{case}")));
    assert_eq!(steps.sum::<u64>(), crossing, "the crossing of {path:?}\n{case}");
    let parts = map.check_path((path[crossed], end), query.rule, &query.costs, &path[crossed..]);
    assert_eq!(parts, Ok(rest), "the rest of {path:?}\n{case}");
    let all = u128::from(crossing) * u128::from(PARTS_PER_UNIT) + rest;
    assert_eq!(answer.cost, cost_of_parts(all, &query.costs), "{case}");
    crossed
}

/// A blocked place of the agent, if one is found soon.
fn blocked_start(world: &World, map: &AgentMap, random: &mut Random) -> Option<Cell> {
    (0..30).map(|_| random_cell(&world.terrain, random)).find(|&cell| !map.stands.is_walkable(cell))
}

#[test]
fn the_way_out_is_the_cheapest_and_so_is_the_rest() {
    let (mut counts, mut deep, mut same) = ([0; 12], 0, 0);
    for seed in 0..120 {
        let mut world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed ^ 0x1eaf);
        for _ in 0..8 {
            world.edit(&mut random);
            let query = world.query(&mut random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            let Some(start) = blocked_start(&world, &map, &mut random) else { continue };
            let is_partial = random.percent(50);
            let mut goal = world.end(&map, &mut random);
            if random.percent(10) {
                goal = Cell::new(goal.x - world.terrain.width, goal.y);
            }
            if goal == start {
                continue;
            }
            let right = right(&map, &query, (start, goal), is_partial);
            let mut def = query.def();
            def.flags |= GRIDSTAR_QUERY_LEAVE_BLOCKED | if is_partial { GRIDSTAR_QUERY_PARTIAL_PATH } else { 0 };
            for (grid, engine) in world.grids.iter().zip(ENGINES) {
                let case = Case(&world, &query, (start, goal), format!("{engine:?}, partial {is_partial}"));
                let answer = grid.find_path(start, goal, Some(&def));
                deep += u32::from(check(&map, &query, start, &answer, right, &case) > 1);
                counts[answer.status as usize] += 1;
                let traced = grid.trace_path(start, goal, Some(&def));
                assert_eq!(traced.expanded.len(), traced.expansions as usize, "{case}");
                assert_eq!(PathAnswer { expanded: Vec::new(), ..traced }, answer, "{case}");
                same += u32::from(check_forms(grid, &def, (start, goal), &answer, &case));
                check_limits(grid, &def, (start, goal), &answer, &case);
            }
        }
    }
    let enough = counts[0] > 1000 && counts[1] > 10 && counts[4] > 50 && counts[8] > 300 && deep > 500;
    assert!(enough && same > 500, "too few cases of a kind: {counts:?}, {deep} deep, {same}");
}

/// The other forms have the same ends, and all of the path can be walked. Returns whether there is a path.
fn check_forms(grid: &TestGrid, def: &GridstarQueryDef, ends: (Cell, Cell), cells: &PathAnswer, case: &Case) -> bool {
    if cells.path.is_empty() {
        return false;
    }
    assert_eq!(grid.usable(&cells.path, def), cells.path.len(), "{:?}\n{case}", cells.path);
    for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened] {
        let def = GridstarQueryDef { path_form: form as u32, ..*def };
        let answer = grid.find_path(ends.0, ends.1, Some(&def));
        assert_eq!(answer.status, cells.status, "{form:?}: {case}");
        let ends = |path: &[Cell]| (path.first().copied(), path.last().copied());
        assert_eq!(ends(&answer.path), ends(&cells.path), "{form:?}: {case}");
        assert!(answer.path.len() <= cells.path.len(), "{form:?}: {case}");
        assert_eq!(grid.usable(&answer.path, &def), answer.path.len(), "{form:?} {:?}\n{case}", answer.path);
        if form == GridstarPathForm::WayPoints {
            assert_eq!(answer.cost, cells.cost, "{case}");
        }
    }
    true
}

/// A limit of cost allows the path that costs as much, and a limit of expansions the path that takes as many.
fn check_limits(grid: &TestGrid, def: &GridstarQueryDef, ends: (Cell, Cell), cells: &PathAnswer, case: &Case) {
    if cells.cost == 0.0 {
        return;
    }
    let status = |def: GridstarQueryDef| grid.find_path(ends.0, ends.1, Some(&def)).status;
    assert_eq!(status(GridstarQueryDef { max_cost: cells.cost, ..*def }), cells.status, "{case}");
    let less = GridstarQueryDef { max_cost: cells.cost * 0.4, ..*def };
    assert_eq!(status(less), GridstarStatus::CostLimitReached, "{case}");
    for limit in [1, 300, 100_000] {
        let answer = grid.find_path(ends.0, ends.1, Some(&GridstarQueryDef { max_expansions: limit, ..*def }));
        assert!(answer.expansions <= limit, "{} of {limit}: {case}", answer.expansions);
        assert!([cells.status, GridstarStatus::LimitReached].contains(&answer.status), "{:?}: {case}", answer.status);
    }
}

/// The middle of an obstacle of 3 x 3 cells, on each side of which a goal lies.
#[test]
fn the_middle_of_an_obstacle_of_nine_cells_is_left_toward_the_goal() {
    let grid = TestGrid::new(9, 9);
    assert_eq!(grid.fill_rect(Rect { x: 3, y: 3, width: 3, height: 3 }, 1), OK);
    let (start, plain) = (Cell::new(4, 4), default_query_def());
    let leaves = GridstarQueryDef { flags: GRIDSTAR_QUERY_LEAVE_BLOCKED, ..plain };
    for (goal, second) in [((8, 4), (5, 4)), ((0, 4), (3, 4)), ((4, 8), (4, 5)), ((4, 0), (4, 3))] {
        let goal = Cell::new(goal.0, goal.1);
        assert_eq!(grid.find_path(start, goal, Some(&plain)).status, GridstarStatus::NoPath);
        let answer = grid.find_path(start, goal, Some(&leaves));
        assert_eq!((answer.status, answer.cost, answer.path.len()), (OK, 4.0, 5), "{answer:?}");
        assert_eq!(answer.path[1], Cell::new(second.0, second.1));
    }
    let any_angle = GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..leaves };
    assert_eq!(grid.find_path(start, Cell::new(8, 4), Some(&any_angle)).status, GridstarStatus::UnsupportedQuery);
    let own = grid.find_path(start, start, Some(&leaves));
    assert_eq!((own.status, own.path), (OK, vec![start]));
}

/// Nothing but obstacles: there is no way out.
#[test]
fn without_a_walkable_cell_there_is_no_path() {
    let grid = TestGrid::new(5, 4);
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 5, height: 4 }, 1), OK);
    let goal = Cell::new(9, 9);
    let leaves = GridstarQueryDef { flags: GRIDSTAR_QUERY_LEAVE_BLOCKED, ..default_query_def() };
    assert_eq!(grid.find_path(Cell::new(1, 1), goal, Some(&leaves)).status, GridstarStatus::GoalOutside);
    let partial = GridstarQueryDef { flags: leaves.flags | GRIDSTAR_QUERY_PARTIAL_PATH, ..leaves };
    let answer = grid.find_path(Cell::new(1, 1), goal, Some(&partial));
    assert_eq!((answer.status, answer.path), (GridstarStatus::PartialPath, vec![Cell::new(1, 1)]));
}
