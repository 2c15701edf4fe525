//! Objects over hexagonal grids: fields, steppers, tickets, floors, covers and plans.

use super::{cases, def_of, is_near, random_agent};
use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::cover::TestCover;
use common::crowd::TestReservations;
use common::field::{TestField, cost_matrix, nearest_goals};
use common::floors::{TestFloors, link_def};
use common::hexagons::{HexAgent, HexMap, LAYOUTS, steps_between};
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use std::ptr::null_mut;
#[test]
fn fields_cost_and_step_as_paths_do() {
    let mut finite = 0;
    for (layout, seed) in cases(64) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        if seed % 3 > 0 {
            map.add_terrain(&mut random, seed % 3 == 2);
        }
        let (agent, profile) = if seed % 3 > 0 { random_agent(&mut random) } else { (HexAgent::default(), None) };
        let (grid, mut def) = (map.grid(), def_of(&agent, profile.as_ref()));
        let goals: Vec<Cell> = (0..random.between(1, 3)).map(|_| map.standing_cell(&mut random, &agent)).collect();
        let all = Rect { x: 0, y: 0, width: map.width as u32, height: map.height as u32 };
        if random.percent(40) {
            def.max_cost = f64::from(random.between(2, 30));
        }
        let max_visits = if random.percent(50) { 0 } else { random.between(1, 90) };
        let most = if def.max_cost == 0.0 { f64::INFINITY } else { def.max_cost };
        for flags in [0, GRIDSTAR_FIELD_FROM_STARTS] {
            let field = TestField::create(&grid, &goals, flags, max_visits, Some(&def)).unwrap();
            while gridstar_field_advance(field.id(), max_visits) == GridstarStatus::StillRunning {}
            let costs = field.costs(all).unwrap();
            let from: Vec<Vec<f64>> = goals.iter().map(|&goal| map.costs_from(&agent, goal)).collect();
            for (i, cell) in map.cells().enumerate() {
                let is_to_goals = flags == 0;
                // From each cell a search of its own would be slow: where costs are the same both ways, goals search.
                let expected = if is_to_goals && (agent.entered || !map.stands(&agent, cell)) {
                    if i % 7 != 0 {
                        continue;
                    }
                    let own = map.costs_from(&agent, cell);
                    let stands = |goal: &&Cell| map.stands(&agent, **goal);
                    goals.iter().filter(stands).map(|&goal| own[map.index(goal)]).fold(f64::INFINITY, f64::min)
                } else {
                    let starts = goals.iter().zip(&from).filter(|(goal, _)| !is_to_goals || map.stands(&agent, **goal));
                    starts.map(|(_, costs)| costs[i]).fold(f64::INFINITY, f64::min)
                };
                let expected = if expected <= most + 1e-9 { expected } else { f64::INFINITY };
                let context = format!("seed {seed}, flags {flags}, {cell:?}, {goals:?}, {agent:?}, {def:?}\n{map}");
                assert!(is_near(costs[i], expected), "{} instead of {expected}, {context}", costs[i]);
                if expected.is_finite() {
                    let (status, path, result) = field.path(cell);
                    assert_eq!(status, GridstarStatus::Ok, "{context}");
                    assert!(is_near(result.cost, expected), "{context}");
                    assert!(is_near(map.path_cost(&agent, &path), expected), "{path:?}, {context}");
                    finite += 1;
                }
            }
            let range = field.range(0.0, true, 0).unwrap();
            assert_eq!(range.len(), costs.iter().filter(|cost| cost.is_finite()).count());
            assert_eq!(field.border(0.0).unwrap_err(), GridstarStatus::UnsupportedLayout);
        }
        let start = map.standing_cell(&mut random, &agent);
        let own = map.costs_from(&agent, start);
        let found = nearest_goals(&grid, start, &goals, 0, Some(&def)).unwrap();
        let matrix = cost_matrix(&grid, &[start], &goals, Some(&def)).unwrap();
        for (goal, &cost) in goals.iter().zip(&matrix) {
            let expected = own[map.index(*goal)];
            let expected = if expected <= most + 1e-9 { expected } else { f64::INFINITY };
            assert!(is_near(cost, expected), "seed {seed}, {start:?} to {goal:?}: {cost}, not {expected}\n{map}");
        }
        assert_eq!(found.len(), matrix.iter().filter(|cost| cost.is_finite()).count());
    }
    assert!(finite > 10_000, "{finite} cells with a cost");
}

#[test]
fn steppers_tickets_and_batches_find_the_paths_of_single_queries() {
    let mut found = 0;
    for (layout, seed) in cases(24) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        map.add_terrain(&mut random, seed % 2 == 0);
        let (agent, profile) = random_agent(&mut random);
        let (grid, def) = (map.grid(), def_of(&agent, profile.as_ref()));
        let ends: Vec<[Cell; 2]> = (0..6).map(|_| [(); 2].map(|()| map.standing_cell(&mut random, &agent))).collect();
        let batch = Batch {
            requests: ends.iter().map(|&[start, goal]| request(start, goal)).collect(),
            defs: vec![def],
            priority: 0,
        };
        let singly = grid.find_singly(&batch);
        assert_eq!(grid.find_paths(&batch).compare(&singly, true), Ok(()), "seed {seed}\n{map}");
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        assert_eq!(ticket.wait(), GridstarStatus::Ok);
        assert_eq!(ticket.take().compare(&singly, true), Ok(()), "seed {seed}\n{map}");
        for (&[start, goal], answer) in ends.iter().zip(&singly) {
            let stepper = TestStepper::begin(&grid, start, goal, Some(&def)).unwrap();
            while stepper.advance(1) == GridstarStatus::StillRunning {}
            let finish = stepper.finish();
            let found_by_both = (finish.status, finish.result.length, finish.path.last());
            let length = answer.path.len() as u32;
            assert_eq!(found_by_both, (answer.status, length, answer.path.last()), "seed {seed}\n{map}");
            assert_eq!(finish.result.cost, answer.cost, "seed {seed}\n{map}");
            found += u32::from(answer.status == GridstarStatus::Ok);
        }
    }
    assert!(found > 300, "{found} found");
}

#[test]
fn floors_of_several_hexagonal_layouts_are_joined_by_links() {
    let (mut through, mut random) = (0, Random::new(7));
    for (layout, seed) in cases(24) {
        let agent = HexAgent::default();
        let maps = [HexMap::random(layout, seed), HexMap::random(LAYOUTS[seed as usize % 4], seed + 100)];
        let grids = [maps[0].grid(), maps[1].grid()];
        let floors = TestFloors::new(&grids);
        let ends = [0, 1].map(|floor| maps[floor].standing_cell(&mut random, &agent));
        let link = [0, 1].map(|floor| maps[floor].standing_cell(&mut random, &agent));
        let at = |floor: u32, cell: Cell| FloorCell { floor, cell };
        floors.add_link(&link_def(at(0, link[0]), at(1, link[1]), 1.5)).unwrap();
        let answer = floors.find_path(at(0, ends[0]), at(1, ends[1]), None);
        let legs = [
            maps[0].costs_from(&agent, ends[0])[maps[0].index(link[0])],
            maps[1].costs_from(&agent, link[1])[maps[1].index(ends[1])],
        ];
        let usable = [0, 1].iter().all(|&floor| maps[floor].stands(&agent, link[floor]));
        let expected = if usable { legs[0] + 1.5 + legs[1] } else { f64::INFINITY };
        let stands = maps[1].stands(&agent, ends[1]);
        let context = format!("seed {seed}, {ends:?}, {link:?}: {answer:?}\n{}\n{}", maps[0], maps[1]);
        assert_eq!(answer.status == GridstarStatus::Ok, expected.is_finite() && stands, "{context}");
        if answer.status == GridstarStatus::Ok {
            assert!(is_near(answer.cost, expected), "{expected} expected, {context}");
            through += 1;
        }
    }
    assert!(through > 20, "{through} through");
    let square = TestGrid::new(4, 4);
    let hexagonal = TestGrid::with_def(&GridstarGridDef { layout: 3, ..default_grid_def(4, 4) }).unwrap();
    let floors = TestFloors::new([&hexagonal, &square]);
    let at = FloorCell { floor: 0, cell: Cell::new(0, 0) };
    assert_eq!(floors.find_path(at, at, None).status, GridstarStatus::UnsupportedLayout);
}

#[test]
fn covers_block_hexagons_and_one_of_them_can_be_left_out() {
    for (layout, seed) in cases(32) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        let (agent, profile) = random_agent(&mut random);
        let grid = map.grid();
        let corner = map.random_cell(&mut random);
        let side = |from: i32, end: i32, random: &mut Random| random.between(1, (end - from).min(3) as u32);
        let (width, height) = (side(corner.x, map.width, &mut random), side(corner.y, map.height, &mut random));
        let cover = TestCover::new(&grid);
        assert_eq!(cover.set_rects(&[Rect { x: corner.x, y: corner.y, width, height }]), GridstarStatus::Ok);
        let own = def_of(&agent, profile.as_ref());
        let without = GridstarQueryDef { without_cover: cover.id(), ..own };
        let open = map.clone();
        let is_covered = |cell: Cell| {
            (corner.x..corner.x + width as i32).contains(&cell.x)
                && (corner.y..corner.y + height as i32).contains(&cell.y)
        };
        // No agent of the test can enter the type 1, so that it stands for what is covered.
        for cell in open.cells().filter(|&cell| is_covered(cell)) {
            let index = map.index(cell);
            map.types[index] = 1;
        }
        for (seen, def) in [(&map, own), (&open, without)] {
            let start = seen.standing_cell(&mut random, &agent);
            let costs = seen.costs_from(&agent, start);
            for _ in 0..4 {
                let goal = seen.standing_cell(&mut random, &agent);
                let answer = grid.find_path(start, goal, Some(&def));
                let expected = costs[seen.index(goal)];
                let is_path = expected.is_finite() && (seen.stands(&agent, goal) || goal == start);
                let context = format!("seed {seed}, {start:?} to {goal:?}, {agent:?}: {answer:?}\n{seen}");
                assert_eq!(answer.status == GridstarStatus::Ok, is_path, "{context}");
                assert!(!is_path || is_near(answer.cost, expected), "{expected} expected, {context}");
            }
        }
    }
}

#[test]
fn agents_on_hexagons_plan_around_each_other() {
    let agent = |start: Cell, goal: Cell| GridstarPlannedAgent {
        start_x: start.x,
        start_y: start.y,
        goal_x: goal.x,
        goal_y: goal.y,
        from_x: 0,
        from_y: 0,
        under_way: 0,
        agent_size: 0,
        profile: 0,
    };
    let mut planned = 0;
    for (layout, seed) in cases(24) {
        let (map, mut random, kind) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let grid = map.grid();
        let window = 40;
        let ends: Vec<[Cell; 2]> = (0..4).map(|_| [(); 2].map(|()| map.standing_cell(&mut random, &kind))).collect();
        let alone = TestReservations::new(&grid, window);
        let found = alone.plan(&[agent(ends[0][0], ends[0][1])], None);
        let cost = map.costs_from(&kind, ends[0][0])[map.index(ends[0][1])];
        if cost.is_finite() && cost < f64::from(window) && map.stands(&kind, ends[0][0]) {
            assert!(is_near(found.results[0].cost, cost), "seed {seed}, {ends:?}: {found:?}\n{map}");
        }
        let crowd = TestReservations::new(&grid, window);
        let agents: Vec<GridstarPlannedAgent> = ends.iter().map(|&[start, goal]| agent(start, goal)).collect();
        let plans = crowd.plan(&agents, None);
        let ticks = window as usize + 1;
        let at = |number: usize, tick: usize| {
            let cell = &plans.cells[number][tick];
            Cell::new(cell.x, cell.y)
        };
        let has_plan = |number: usize| plans.results[number].status == GridstarStatus::Ok as i32;
        for one in (0..4).filter(|&number| has_plan(number)) {
            for tick in 1..ticks {
                let (before, now) = (at(one, tick - 1), at(one, tick));
                assert!(steps_between(layout, before, now) <= 1 && (before == now || map.stands(&kind, now)));
                for other in (0..one).filter(|&number| has_plan(number)) {
                    let swap = before == at(other, tick) && now == at(other, tick - 1) && before != now;
                    assert!(now != at(other, tick) && !swap, "seed {seed}, {one} and {other} at {tick}\n{map}");
                }
            }
            planned += 1;
        }
    }
    assert!(planned > 150, "{planned} planned");
    let grid = TestGrid::with_def(&GridstarGridDef { layout: 1, ..default_grid_def(9, 9) }).unwrap();
    let wide = GridstarQueryDef { agent_size: 3, ..default_query_def() };
    let (crowd, planned, mut count) = (TestReservations::new(&grid, 8), agent(Cell::new(4, 4), Cell::new(5, 5)), 0);
    let mut result = GridstarPlanResult::default();
    // SAFETY: pointers from references, and a buffer without places.
    let status =
        unsafe { gridstar_reservations_plan(crowd.id(), &planned, 1, &wide, &mut result, null_mut(), 0, &mut count) };
    assert_eq!(status, GridstarStatus::UnsupportedLayout);
}
