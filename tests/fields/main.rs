//! Fields through the C functions, against a plain search: costs, steps and paths for every agent, after edits, built
//! at once, in slices and by the worker threads. A failure prints the seed, the map and the agent.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, turn};
use common::cell_map::CellMap;
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::terrain::{AgentMap, cost_of_parts};
use common::terrain_world::{Case, Query, World, whole};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::StepCosts;

mod blocked;
mod combining;
mod goldens;
mod remembering;
mod updates;
mod walking;

fn same(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * other.abs()
}

/// Builds what a field lacks in slices.
fn finish(field: &TestField, mut status: GridstarStatus, slice: u32) {
    while status == GridstarStatus::StillRunning {
        status = gridstar_field_advance(field.id(), slice);
    }
    assert_eq!(status, GridstarStatus::Ok);
}

/// The cost of an optimal path from each of some cells to the nearest of the goals, and the paths of the field.
fn check_goals(world: &World, query: &Query, goals: &[Cell], field: &TestField, random: &mut Random) -> [u32; 3] {
    let map = AgentMap::new(&world.terrain, &query.agent);
    let all = field.costs(whole(&world.terrain)).unwrap();
    let mut counts = [0; 3];
    for _ in 0..4 {
        let cell = world.end(&map, random);
        let known = map.costs_from(cell, query.rule, &query.costs, None);
        // A blocked goal is reached by the path of that one cell.
        let stands = |goal: &&Cell| map.stands.is_walkable(**goal) || **goal == cell;
        let parts = goals.iter().filter(stands).filter_map(|&goal| known[map.stands.index(goal)]).min();
        let expected = parts.map_or(f64::INFINITY, |parts| cost_of_parts(parts, &query.costs));
        let case = Case(world, query, (cell, goals[0]), format!("{goals:?}"));
        let found = all[map.stands.index(cell)];
        assert!(same(found, expected), "cost {found}, not {expected}: {case}");
        let step = field.steps(&[cell]).unwrap()[0];
        assert_eq!(step.cost, found, "{case}");
        let (status, path, result) = field.path(cell);
        let Some(parts) = parts else {
            assert_eq!((status, path.len(), step.x, step.y), (GridstarStatus::NoPath, 0, cell.x, cell.y), "{case}");
            counts[0] += 1;
            continue;
        };
        let goal = *path.last().unwrap();
        let cost = map.check_path((cell, goal), query.rule, &query.costs, &path);
        assert_eq!((status, cost), (GridstarStatus::Ok, Ok(parts)), "{case}\n{path:?}");
        assert!(goals.contains(&goal) && result.cost == found, "{case}");
        let next = path.get(1).copied().unwrap_or(cell);
        assert_eq!((step.x, step.y), (next.x, next.y), "{case}");
        counts[1] += u32::from(path.len() > 2);
        counts[2] += u32::from(path.len() > 1 && !map.stands.is_walkable(cell));
    }
    counts
}

/// All cells of a field of one start, and paths to some of them.
fn check_start(world: &World, query: &Query, start: Cell, field: &TestField, limit: Option<u128>) {
    let map = AgentMap::new(&world.terrain, &query.agent);
    let known = map.costs_from(start, query.rule, &query.costs, None);
    let found = field.costs(whole(&world.terrain)).unwrap();
    for cell in world.terrain.cells() {
        let parts = known[map.stands.index(cell)].filter(|&parts| limit.is_none_or(|limit| parts <= limit));
        let expected = parts.map_or(f64::INFINITY, |parts| cost_of_parts(parts, &query.costs));
        let case = Case(world, query, (start, cell), format!("limit {limit:?}"));
        let found = found[map.stands.index(cell)];
        assert!(same(found, expected), "cost {found}, not {expected}: {case}");
        if let Some(parts) = parts.filter(|_| (cell.x * 7 + cell.y) % 11 == 0) {
            let (status, path, _) = field.path(cell);
            let cost = map.check_path((start, cell), query.rule, &query.costs, &path);
            assert_eq!((status, cost), (GridstarStatus::Ok, Ok(parts)), "{case}\n{path:?}");
        }
    }
}

#[test]
fn costs_and_paths_are_those_of_searches_after_edits_for_every_agent() {
    let mut counts = [0; 3];
    for seed in 0..200 {
        let mut world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        let query = world.query(&mut random);
        let map = AgentMap::new(&world.terrain, &query.agent);
        let goals: Vec<Cell> = (0..random.between(1, 4)).map(|_| world.end(&map, &mut random)).collect();
        let slice = [0, 1, 500][random.below(3) as usize];
        let field = TestField::create(&world.grids[0], &goals, 0, slice, Some(&query.def())).unwrap();
        finish(&field, field.begun, slice);
        for _ in 0..4 {
            let of_round = check_goals(&world, &query, &goals, &field, &mut random);
            counts.iter_mut().zip(of_round).for_each(|(count, more)| *count += more);
            for _ in 0..random.between(1, 3) {
                world.edit(&mut random);
            }
            // A profile that has changed needs a query of its own.
            let twin = world.profiles.iter().find(|twin| twin.profile.id() == query.profile);
            if twin.is_some_and(|twin| twin.model != query.agent.profile) {
                break;
            }
            finish(&field, gridstar_field_update(field.id(), slice), slice);
            let info = field.info().unwrap();
            assert_eq!((info.status, info.revision), (0, world.grids[0].revision()), "seed {seed}");
        }
    }
    assert!(counts[0] > 100 && counts[1] > 1000 && counts[2] > 20, "too few cases of a kind: {counts:?}");
}

#[test]
fn what_starts_reach_within_a_limit_is_what_searches_reach() {
    for seed in 0..150 {
        let world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        let query = world.query(&mut random);
        let map = AgentMap::new(&world.terrain, &query.agent);
        let start = world.end(&map, &mut random);
        let known = map.costs_from(start, query.rule, &query.costs, None);
        let reached: Vec<u128> = known.into_iter().flatten().filter(|&parts| parts > 0).collect();
        let grid = &world.grids[0];
        let all = TestField::create(grid, &[start], GRIDSTAR_FIELD_FROM_STARTS, 0, Some(&query.def())).unwrap();
        check_start(&world, &query, start, &all, None);
        if reached.is_empty() {
            continue;
        }
        let limit = reached[random.below(reached.len() as u32) as usize];
        let def = GridstarQueryDef { max_cost: cost_of_parts(limit, &query.costs), ..query.def() };
        let some = TestField::create(grid, &[start], GRIDSTAR_FIELD_FROM_STARTS, 0, Some(&def)).unwrap();
        // Rounding does not count against a path: the limit is a little higher where costs were rounded.
        let info = some.info().unwrap();
        assert!(info.width <= all.info().unwrap().width && info.flags == GRIDSTAR_FIELD_FROM_STARTS);
        let found = some.costs(whole(&world.terrain)).unwrap();
        let unlimited = all.costs(whole(&world.terrain)).unwrap();
        for (found, unlimited) in found.into_iter().zip(unlimited) {
            let is_within = unlimited <= def.max_cost * (1.0 + 1e-9);
            let is_beyond = unlimited > def.max_cost * 1.4;
            assert!(if found.is_finite() { found == unlimited && !is_beyond } else { !is_within }, "seed {seed}");
        }
    }
}

#[test]
fn a_range_has_the_cells_within_its_cost_and_a_border_around_them() {
    for seed in 0..60 {
        let world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        let query = world.query(&mut random);
        let start = world.end(&AgentMap::new(&world.terrain, &query.agent), &mut random);
        let (grid, def) = (&world.grids[0], query.def());
        let field = TestField::create(grid, &[start], GRIDSTAR_FIELD_FROM_STARTS, 0, Some(&def)).unwrap();
        let costs = field.costs(whole(&world.terrain)).unwrap();
        let mut all: Vec<(f64, Cell)> = costs.into_iter().zip(world.terrain.cells()).collect();
        let largest = all.iter().filter(|(cost, _)| cost.is_finite()).fold(0.0, |most: f64, &(cost, _)| most.max(cost));
        let most = largest * f64::from(random.below(120)) / 100.0;
        all.retain(|&(cost, _)| cost <= if most == 0.0 { f64::MAX } else { most * (1.0 + 1e-6) });
        let found = |by_cost, count| -> Vec<(f64, Cell)> {
            let cells = field.range(most, by_cost, count).unwrap();
            cells.iter().map(|cell| (cell.cost, Cell::new(cell.x, cell.y))).collect()
        };
        assert_eq!(found(false, 0), all, "seed {seed}, up to {most}");
        let few = random.between(1, 30);
        assert_eq!(found(false, few), all[..all.len().min(few as usize)], "seed {seed}, up to {most}");
        let mut sorted = all.clone();
        sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert_eq!(found(true, 0), sorted, "seed {seed}, up to {most}");
        assert_eq!(found(true, few), sorted[..sorted.len().min(few as usize)], "seed {seed}, up to {most}");
        // Each edge of a cell that is on the border, once.
        let is_in = |cell: Cell| all.iter().any(|&(_, other)| other == cell);
        let mut edges = Vec::new();
        for part in field.border(most).unwrap().chunks(2) {
            let (dx, dy) = (part[1].x - part[0].x, part[1].y - part[0].y);
            assert!((dx == 0) != (dy == 0) && dx >= 0 && dy >= 0, "seed {seed}: {part:?}");
            edges.extend((0..dx.max(dy)).map(|i| (part[0].x + i * dx.signum(), part[0].y + i * dy.signum(), dx > 0)));
        }
        let count = edges.len();
        edges.sort_unstable();
        edges.dedup();
        assert_eq!(edges.len(), count, "seed {seed}: an edge comes twice");
        let expected = (0..=world.terrain.height).flat_map(|y| (0..=world.terrain.width).map(move |x| (x, y)));
        let expected =
            expected.flat_map(|(x, y)| [(x, y, Cell::new(x, y - 1), true), (x, y, Cell::new(x - 1, y), false)]);
        let expected = expected.filter(|&(x, y, other, _)| is_in(Cell::new(x, y)) != is_in(other)).count();
        assert_eq!(count, expected, "seed {seed}, up to {most}");
    }
}

/// Paths of 2^32 units and more, and maps where each step turns.
#[test]
fn hostile_maps_have_exact_costs() {
    let comb = |width: i32, height: i32| {
        let mut map = CellMap::new(width as u32, height as u32);
        for x in (1..width).step_by(2) {
            let gap = if x % 4 == 1 { height - 1 } else { 0 };
            (0..height).filter(|&y| y != gap).for_each(|y| map.set_obstacle(Cell::new(x, y), true));
        }
        map
    };
    let mut checkerboard = CellMap::new(64, 65);
    for cell in checkerboard.cells().filter(|cell| (cell.x + cell.y) % 2 == 1).collect::<Vec<_>>() {
        checkerboard.set_obstacle(cell, true);
    }
    let maps = [comb(129, 127), comb(127, 130), checkerboard, CellMap::new(1, 16384), CellMap::new(16384, 1)];
    for (number, map) in maps.iter().enumerate() {
        let grid = TestGrid::from_map(map);
        let field = TestField::new(&grid, &[Cell::new(0, 0)]);
        let (far, mut steps) = (Cell::new(map.width() - 1, map.height() - 1), 0);
        let answer = grid.find_path(far, Cell::new(0, 0), None);
        let (_, path, result) = field.path(far);
        steps += path.len();
        assert_eq!((result.cost, path.len() > 60), (answer.cost, true), "map {number}, {steps}");
    }
    // Multipliers of 1024 along a comb: the path costs more than 32 bits hold.
    let map = comb(301, 301);
    let (grid, profile) = (TestGrid::from_map(&map), TestProfile::new());
    assert_eq!(profile.set_cost(0, 1024.0), GridstarStatus::Ok);
    assert_eq!(profile.set_cost(2, 0.01), GridstarStatus::Ok);
    assert_eq!(grid.set_cell(Cell::new(0, 1), 2), GridstarStatus::Ok);
    let costs = StepCosts::new(1.0, std::f64::consts::SQRT_2).unwrap();
    let def = GridstarQueryDef {
        profile: profile.id(),
        straight_cost: 1.0,
        diagonal_cost: costs.diagonal(),
        ..common::abi::default_query_def()
    };
    let field = TestField::create(&grid, &[Cell::new(0, 0)], 0, 1000, Some(&def)).unwrap();
    finish(&field, field.begun, 1000);
    let far = Cell::new(300, 300);
    let expected = grid.find_path(far, Cell::new(0, 0), Some(&def));
    let (status, path, result) = field.path(far);
    assert_eq!((status, path.len(), result.cost), (GridstarStatus::Ok, expected.path.len(), expected.cost));
    assert!(expected.cost > f64::from(u32::MAX) / 5741.0 && field.info().unwrap().bytes > 8 * 300 * 300);
}

#[test]
fn a_field_answers_as_before_until_it_is_up_to_date() {
    let grid = TestGrid::new(40, 30);
    let goal = Cell::new(39, 29);
    let field = TestField::create(&grid, &[goal], 0, 1, None).unwrap();
    assert_eq!(field.begun, GridstarStatus::StillRunning);
    assert_eq!(field.steps(&[goal]), Err(GridstarStatus::NotReady));
    assert_eq!(field.path(goal).0, GridstarStatus::NotReady);
    let rect = Rect { x: 0, y: 0, width: 1, height: 1 };
    assert_eq!(field.costs(rect), Err(GridstarStatus::NotReady));
    finish(&field, field.begun, 100);
    let before = field.costs(rect).unwrap()[0];
    let wall = Rect { x: 20, y: 0, width: 1, height: 30 };
    assert_eq!(grid.fill_rect(wall, 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(field.id(), 1), GridstarStatus::StillRunning);
    assert_eq!((field.costs(rect).unwrap()[0], field.info().unwrap().revision), (before, 0));
    finish(&field, GridstarStatus::StillRunning, 100);
    assert_eq!((field.costs(rect).unwrap()[0], field.info().unwrap().revision), (f64::INFINITY, 1));
    assert_eq!(field.set_goals(&[Cell::new(0, 5)], 0), GridstarStatus::Ok);
    assert_eq!(field.costs(rect).unwrap()[0], 5.0);
    let id = grid.id();
    drop(grid);
    assert_eq!(gridstar_is_valid(id, GridstarKind::Grid as u32), GridstarStatus::InvalidId);
    assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::InvalidId);
    assert_eq!(field.steps(&[Cell::new(0, 0)]).unwrap()[0].cost, 5.0);
}

#[test]
fn velocities_lead_to_the_goal_and_never_into_a_wall() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(48, 40);
        for _ in 0..400 {
            let cell = random.cell(&map);
            map.set_obstacle(cell, true);
        }
        let goal = random.walkable_cell(&map);
        let grid = TestGrid::from_map(&map);
        let def = GridstarQueryDef {
            diagonal_rule: GridstarDiagonalRule::BothFree as u32,
            ..common::abi::default_query_def()
        };
        let field = TestField::create(&grid, &[goal], 0, 0, Some(&def)).unwrap();
        let mut positions: Vec<[f32; 3]> = (0..60)
            .map(|_| {
                let cell = random.walkable_cell(&map);
                let part = |random: &mut Random| random.below(1000) as f32 / 1000.0;
                [cell.x as f32 + part(&mut random), 0.0, cell.y as f32 + part(&mut random)]
            })
            .collect();
        let at = |position: &[f32; 3]| grid.cell_at(*position).1;
        for _ in 0..4000 {
            let velocities = field.velocities(&positions, 0.05).unwrap();
            for (position, velocity) in positions.iter_mut().zip(velocities) {
                let speed = (velocity[0] * velocity[0] + velocity[2] * velocity[2]).sqrt();
                assert!(velocity[1] == 0.0 && (speed < 0.0501), "seed {seed}: {velocity:?}");
                (0..3).for_each(|axis| position[axis] += velocity[axis]);
                assert!(map.is_walkable(at(position)), "seed {seed}: an agent at {position:?}");
            }
        }
        let cells: Vec<Cell> = positions.iter().map(at).collect();
        for (cell, step) in cells.iter().zip(field.steps(&cells).unwrap()) {
            assert!(*cell == goal || step.cost.is_infinite(), "seed {seed}: an agent stays at {cell:?}");
        }
    }
}

/// Under every rule, from any place in a cell, a step shorter than a cell ends in a cell that can be entered.
#[test]
fn a_step_along_a_velocity_never_ends_in_a_wall() {
    let mut past_corners = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(30, 25);
        for _ in 0..250 {
            let cell = random.cell(&map);
            map.set_obstacle(cell, true);
        }
        let goal = random.walkable_cell(&map);
        let grid = TestGrid::from_map(&map);
        for rule in 0..4 {
            let def = GridstarQueryDef { diagonal_rule: rule, ..common::abi::default_query_def() };
            let field = TestField::create(&grid, &[goal], 0, 0, Some(&def)).unwrap();
            for _ in 0..300 {
                let cell = random.walkable_cell(&map);
                let inner = [random.below(999), random.below(999)].map(|part| (part as f32 + 0.5) / 1000.0);
                let position = [cell.x as f32 + inner[0], 0.0, cell.y as f32 + inner[1]];
                let [velocity] = field.velocities(&[position], 1.0).unwrap()[..] else { panic!("one agent") };
                for length in [0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99] {
                    let at = [0, 1, 2].map(|axis| position[axis] + velocity[axis] * length);
                    let next = grid.cell_at(at).1;
                    assert!(map.is_walkable(next), "seed {seed}, rule {rule}: {velocity:?} at {position:?}\n{map}");
                    past_corners += u32::from(next.x != cell.x && next.y != cell.y);
                }
            }
        }
    }
    assert!(past_corners > 100, "{past_corners}");
}

#[test]
fn fields_live_while_threads_edit_and_workers_build() {
    let _turn = turn();
    let grid = TestGrid::new(96, 80);
    let fields: Vec<TestField> =
        (0..64).map(|i| TestField::create(&grid, &[Cell::new(i, i % 80)], 0, 1, None).unwrap()).collect();
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (grid, fields) = (&grid, &fields);
            scope.spawn(move || {
                let mut random = Random::new(thread);
                for _ in 0..300 {
                    let cell = Cell::new(random.below(96) as i32, random.below(80) as i32);
                    assert_eq!(grid.set_cell(cell, random.below(2)), GridstarStatus::Ok);
                    let field = &fields[random.below(64) as usize];
                    let status = match random.below(3) {
                        0 => gridstar_field_submit(field.id(), 0),
                        1 => gridstar_field_update(field.id(), random.below(3000)),
                        _ => gridstar_field_advance(field.id(), 1000),
                    };
                    assert!(status as i32 >= 0, "{status:?}");
                    let status = field.steps(&[cell]).map_or_else(|status| status, |_| GridstarStatus::Ok);
                    assert!([GridstarStatus::Ok, GridstarStatus::NotReady].contains(&status), "{status:?}");
                }
            });
        }
    });
    for (i, field) in (0..).zip(&fields) {
        while gridstar_field_update(field.id(), 0) == GridstarStatus::StillRunning {}
        let goal = Cell::new(i, i % 80);
        for start in [Cell::new(0, 79), Cell::new(95, 0), Cell::new(40, 40)] {
            let answer = grid.find_path(start, goal, None);
            let found = field.path(start);
            let is_found = answer.status == GridstarStatus::Ok && grid.get_cell(goal) != Ok(1);
            assert_eq!(found.0 == GridstarStatus::Ok, is_found, "field {i} from {start:?}");
            assert!(!is_found || found.2.cost == answer.cost, "field {i} from {start:?}");
        }
    }
}

/// All costs from starts to goals, and the nearest goals of each start, against a plain search.
#[test]
fn matrices_and_nearest_goals_have_the_costs_of_searches() {
    let (mut found, mut without) = (0, 0);
    for seed in 0..120 {
        let world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        let query = world.query(&mut random);
        let map = AgentMap::new(&world.terrain, &query.agent);
        let mut cells = |most: u32| -> Vec<Cell> {
            let count = random.between(1, most);
            (0..count).map(|_| world.end(&map, &mut random)).collect()
        };
        let (starts, goals) = (cells(4), cells(9));
        let few = 1 + random.below(goals.len() as u32 + 1);
        let (grid, def) = (&world.grids[0], query.def());
        let costs = common::field::cost_matrix(grid, &starts, &goals, Some(&def)).unwrap();
        for (start, costs) in starts.iter().zip(costs.chunks(goals.len())) {
            let known = map.costs_from(*start, query.rule, &query.costs, None);
            let mut sorted = Vec::new();
            for (index, (goal, &cost)) in goals.iter().zip(costs).enumerate() {
                let parts = known[map.stands.index(*goal)];
                let expected = parts.map_or(f64::INFINITY, |parts| cost_of_parts(parts, &query.costs));
                let case = Case(&world, &query, (*start, *goal), String::new());
                assert!(same(cost, expected), "cost {cost}, not {expected}: {case}");
                sorted.extend(parts.map(|_| (cost, index as u32)));
            }
            sorted.sort_by(|one, other| one.partial_cmp(other).unwrap());
            for most in [0, few] {
                let nearest = common::field::nearest_goals(grid, *start, &goals, most, Some(&def)).unwrap();
                let nearest: Vec<(f64, u32)> = nearest.iter().map(|goal| (goal.cost, goal.index)).collect();
                let count = if most == 0 { sorted.len() } else { sorted.len().min(most as usize) };
                let case = Case(&world, &query, (*start, goals[0]), format!("{most} of {goals:?}"));
                assert_eq!(nearest, sorted[..count], "{case}");
            }
            found += sorted.len();
            without += goals.len() - sorted.len();
        }
    }
    assert!(found > 500 && without > 100, "too few cases of a kind: {found}, {without}");
}

#[test]
fn near_goals_are_found_on_a_large_map_behind_walls_too() {
    let grid = TestGrid::new(600, 500);
    let goals = [Cell::new(599, 499), Cell::new(301, 250), Cell::new(310, 250), Cell::new(0, 0)];
    let indices = |count: u32| -> Vec<u32> {
        let nearest = common::field::nearest_goals(&grid, Cell::new(300, 250), &goals, count, None).unwrap();
        nearest.iter().map(|goal| goal.index).collect()
    };
    assert_eq!((indices(1), indices(2), indices(9)), (vec![1], vec![1, 2], vec![1, 2, 0, 3]));
    // A wall with a gap far away, then without one.
    assert_eq!(grid.fill_rect(Rect { x: 301, y: 0, width: 1, height: 499 }, 1), GridstarStatus::Ok);
    assert_eq!((indices(1), indices(9)), (vec![3], vec![3, 2, 0]));
    assert_eq!(grid.set_cell(Cell::new(301, 499), 1), GridstarStatus::Ok);
    assert_eq!(indices(9), vec![3]);
}
