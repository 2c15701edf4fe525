//! Forms of queries on hexagonal grids, through the C functions and beside the search in cube coordinates: terrain and
//! wide agents, limits, partial paths, ways out of obstacles, nearest cells, way points, fields, steppers, tickets,
//! floors, covers and plans.

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::cover::TestCover;
use common::crowd::TestReservations;
use common::field::{TestField, cost_matrix, nearest_goals};
use common::floors::{TestFloors, link_def};
use common::hexagons::{HexAgent, HexMap, LAYOUTS, squared_distance, steps_between};
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use std::ptr::null_mut;

fn is_near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Each layout with each seed.
fn cases(seeds: u64) -> impl Iterator<Item = (GridstarLayout, u64)> {
    LAYOUTS.into_iter().flat_map(move |layout| (0..seeds).map(move |seed| (layout, seed)))
}

/// A random agent, with a profile for it if its multipliers need one.
fn random_agent(random: &mut Random) -> (HexAgent, Option<TestProfile>) {
    let size = if random.percent(40) { 3 } else { 1 };
    if random.percent(30) {
        return (HexAgent { size, ..HexAgent::default() }, None);
    }
    let mut quarters = [4, 0, 4, 4].map(|quarters| if quarters == 0 { 0 } else { random.between(1, 12) });
    if random.percent(20) {
        quarters[3] = 0;
    }
    let agent = HexAgent { quarters, entered: random.percent(30), size };
    let profile = TestProfile::new();
    let multipliers = quarters.map(|quarters| f64::from(quarters) / 4.0);
    assert_eq!(profile.set_costs(0, &multipliers), GridstarStatus::Ok);
    if agent.entered {
        assert_eq!(profile.set_charge(GridstarCharge::Entered), GridstarStatus::Ok);
    }
    (agent, Some(profile))
}

fn def_of(agent: &HexAgent, profile: Option<&TestProfile>) -> GridstarQueryDef {
    let profile = profile.map_or(0, TestProfile::id);
    GridstarQueryDef { profile, agent_size: agent.size, ..default_query_def() }
}

#[test]
fn terrain_penalties_and_rings_cost_what_they_should_by_every_order() {
    let (mut found, mut of_rings) = (0, 0);
    for (layout, seed) in cases(80) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        map.add_terrain(&mut random, seed % 2 == 1);
        let (agent, profile) = random_agent(&mut random);
        let (grid, own) = (map.grid(), def_of(&agent, profile.as_ref()));
        for _ in 0..2 {
            let start = map.standing_cell(&mut random, &agent);
            let costs = map.costs_from(&agent, start);
            for _ in 0..6 {
                let goal = map.standing_cell(&mut random, &agent);
                let order = random.between(1, 3);
                let heuristic_weight = [0.0, 1.0, 1.5, 0.5][random.below(4) as usize];
                let def = GridstarQueryDef { order, heuristic: random.between(1, 5), heuristic_weight, ..own };
                let answer = grid.find_path(start, goal, Some(&def));
                let (expected, context) =
                    (costs[map.index(goal)], format!("seed {seed}, {start:?} to {goal:?}, {agent:?}, {def:?}\n{map}"));
                if !map.stands(&agent, goal) && goal != start || expected.is_infinite() {
                    assert!(answer.status != GridstarStatus::Ok, "{answer:?}, {context}");
                    continue;
                }
                assert_eq!(answer.status, GridstarStatus::Ok, "{context}");
                assert!(is_near(map.path_cost(&agent, &answer.path), answer.cost), "{answer:?}, {context}");
                let allowed = match order {
                    1 => f64::max(1.0, heuristic_weight),
                    2 => 1.0,
                    _ => f64::INFINITY,
                };
                let most = expected * allowed.min(f64::from(answer.bound));
                assert!(
                    answer.cost >= expected - 1e-9 && answer.cost <= most + 1e-9 || is_near(answer.cost, most),
                    "{} instead of {expected}, bound {}, {context}",
                    answer.cost,
                    answer.bound
                );
                (found, of_rings) = (found + 1, of_rings + u32::from(agent.size == 3));
            }
            let cell = map.random_cell(&mut random);
            let index = map.index(cell);
            map.types[index] = random.below(4) as u8;
            assert_eq!(grid.set_cell(cell, map.types[index].into()), GridstarStatus::Ok);
        }
    }
    assert!(found > 1500 && of_rings > 200, "{found} found, {of_rings} of rings");
}

#[test]
fn a_limit_of_cost_or_of_expansions_ends_a_search() {
    let (mut within, mut beyond, mut limited) = (0, 0, 0);
    for (layout, seed) in cases(40) {
        let (map, mut random, agent) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let grid = map.grid();
        let start = map.standing_cell(&mut random, &agent);
        let costs = map.costs_from(&agent, start);
        for _ in 0..6 {
            let goal = map.standing_cell(&mut random, &agent);
            let (expected, max_cost) = (costs[map.index(goal)], f64::from(random.between(1, 30)));
            let answer = grid.find_path(start, goal, Some(&GridstarQueryDef { max_cost, ..default_query_def() }));
            let context = format!("seed {seed}, {start:?} to {goal:?} within {max_cost}: {answer:?}\n{map}");
            if expected <= max_cost {
                assert!(answer.status == GridstarStatus::Ok && is_near(answer.cost, expected), "{context}");
                within += 1;
            } else if map.stands(&agent, goal) {
                assert_eq!(answer.status, GridstarStatus::CostLimitReached, "{context}");
                beyond += 1;
            }
            let def = GridstarQueryDef { max_expansions: 3, ..default_query_def() };
            let answer = grid.find_path(start, goal, Some(&def));
            assert!(answer.expansions <= 3, "{context}");
            limited += u32::from(answer.status == GridstarStatus::LimitReached);
        }
    }
    assert!(within > 200 && beyond > 200 && limited > 200, "{within} within, {beyond} beyond, {limited} limited");
}

/// The cells in reach that are nearest to a point, in the order of y, then x.
fn nearest_of(map: &HexMap, point: Cell, is_wanted: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let wanted: Vec<Cell> = map.cells().filter(|&cell| is_wanted(cell)).collect();
    let least = wanted.iter().map(|&cell| squared_distance(map.layout, point, cell)).min();
    wanted.into_iter().filter(|&cell| Some(squared_distance(map.layout, point, cell)) == least).collect()
}

#[test]
fn partial_paths_lead_to_the_nearest_cell_in_reach_that_is_cheapest() {
    let mut partial = 0;
    for (layout, seed) in cases(96) {
        let (map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        let agent = HexAgent { size: if random.percent(25) { 3 } else { 1 }, ..HexAgent::default() };
        let grid = map.grid();
        let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..def_of(&agent, None) };
        let start = map.standing_cell(&mut random, &agent);
        let costs = map.costs_from(&agent, start);
        for _ in 0..5 {
            let goal = if random.percent(80) {
                map.random_cell(&mut random)
            } else {
                Cell::new(random.below(80) as i32 - 20, random.below(80) as i32 - 20)
            };
            let answer = grid.find_path(start, goal, Some(&def));
            let context = format!("seed {seed}, {start:?} to {goal:?}, {agent:?}: {answer:?}\n{map}");
            if map.contains(goal) && costs[map.index(goal)].is_finite() {
                assert!(
                    answer.status == GridstarStatus::Ok && is_near(answer.cost, costs[map.index(goal)]),
                    "{context}"
                );
                continue;
            }
            assert_eq!(answer.status, GridstarStatus::PartialPath, "{context}");
            let nearest = nearest_of(&map, goal, |cell| costs[map.index(cell)].is_finite());
            let cheapest = nearest.iter().map(|&cell| costs[map.index(cell)]).fold(f64::INFINITY, f64::min);
            let end = nearest.iter().find(|&&cell| costs[map.index(cell)] == cheapest);
            assert_eq!(answer.path.last(), end, "{context}");
            assert!(
                is_near(answer.cost, cheapest) && is_near(map.path_cost(&agent, &answer.path), cheapest),
                "{context}"
            );
            partial += 1;
        }
    }
    assert!(partial > 400, "{partial} partial");
}

#[test]
fn the_nearest_cell_is_nearest_by_the_distance_between_centers() {
    let (mut found, mut none) = (0, 0);
    for (layout, seed) in cases(96) {
        let (map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        let agent = HexAgent { size: if random.percent(25) { 3 } else { 1 }, ..HexAgent::default() };
        let (grid, def) = (map.grid(), def_of(&agent, None));
        let start = map.standing_cell(&mut random, &agent);
        let costs = map.costs_from(&agent, start);
        for _ in 0..6 {
            let point = Cell::new(random.below(60) as i32 - 10, random.below(60) as i32 - 10);
            let radius = [0, 1, 2, 5, 60][random.below(5) as usize];
            let is_near_enough = |cell: Cell| squared_distance(layout, point, cell) <= i64::from(radius * radius);
            for from in [None, Some(start)] {
                let is_in_reach = |cell: Cell| from.is_none() || costs[map.index(cell)].is_finite();
                let wanted = |cell: Cell| map.stands(&agent, cell) && is_near_enough(cell) && is_in_reach(cell);
                let expected = nearest_of(&map, point, wanted).first().copied();
                let answer = grid.find_nearest(point, radius, from, Some(&def));
                let status = if expected.is_some() { GridstarStatus::Ok } else { GridstarStatus::NoCellFound };
                let context = format!("seed {seed}, {point:?} within {radius} from {from:?}, {agent:?}\n{map}");
                assert_eq!(answer, (status, expected.unwrap_or(point)), "{context}");
                (found, none) = (found + u32::from(expected.is_some()), none + u32::from(expected.is_none()));
            }
        }
    }
    assert!(found > 1000 && none > 500, "{found} found, {none} not");
    let grid = TestGrid::with_def(&GridstarGridDef { layout: 1, ..default_grid_def(3, 3) }).unwrap();
    for far in [Cell::new(i32::MIN, i32::MAX), Cell::new(i32::MAX, i32::MIN), Cell::new(i32::MAX, 1)] {
        assert_eq!(grid.find_nearest(far, 32768, None, None).0, GridstarStatus::NoCellFound);
        let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..default_query_def() };
        assert_eq!(grid.find_path(Cell::new(1, 1), far, Some(&def)).status, GridstarStatus::PartialPath);
    }
}

#[test]
fn a_path_out_of_an_obstacle_crosses_as_few_cells_as_possible() {
    let mut crossed = 0;
    for (layout, seed) in cases(64) {
        let (map, mut random, agent) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let grid = map.grid();
        let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_LEAVE_BLOCKED, ..default_query_def() };
        for _ in 0..4 {
            let (start, goal) = (map.random_cell(&mut random), map.standing_cell(&mut random, &agent));
            if map.stands(&agent, start) || !map.stands(&agent, goal) {
                continue;
            }
            let to_goal = map.costs_from(&agent, goal);
            // Cells by the number of blocked cells on the way, which leads over blocked cells alone.
            let (mut reached, mut ring, mut steps) = (vec![start], vec![start], 0);
            let mut expected = None;
            while expected.is_none() && !ring.is_empty() {
                steps += 1;
                let mut next: Vec<Cell> = Vec::new();
                for cell in ring.iter().flat_map(|&cell| map.neighbors(cell)) {
                    if map.contains(cell) && !reached.contains(&cell) {
                        reached.push(cell);
                        next.push(cell);
                    }
                }
                let exits = next.iter().filter(|&&cell| map.stands(&agent, cell));
                let rest = exits.map(|&cell| to_goal[map.index(cell)]).fold(f64::INFINITY, f64::min);
                if rest.is_finite() {
                    expected = Some(f64::from(steps) + rest);
                }
                ring = next.into_iter().filter(|&cell| !map.stands(&agent, cell)).collect();
            }
            let answer = grid.find_path(start, goal, Some(&def));
            let context = format!("seed {seed}, {start:?} to {goal:?}: {answer:?}, {expected:?} expected\n{map}");
            match expected {
                Some(cost) => {
                    assert!(answer.status == GridstarStatus::Ok && is_near(answer.cost, cost), "{context}");
                    assert!(
                        answer.path.windows(2).all(|ends| steps_between(layout, ends[0], ends[1]) == 1),
                        "{context}"
                    );
                    assert_eq!(grid.usable(&answer.path, &def), answer.path.len(), "{context}");
                    let by_points = GridstarQueryDef { path_form: GridstarPathForm::WayPoints as u32, ..def };
                    let points = grid.find_path(start, goal, Some(&by_points)).path;
                    assert_eq!(grid.usable(&points, &by_points), points.len(), "{points:?}, {context}");
                    crossed += u32::from(steps > 1);
                }
                None => assert_eq!(answer.status, GridstarStatus::NoPath, "{context}"),
            }
        }
    }
    assert!(crossed > 50, "{crossed} crossed several cells");
}

#[test]
fn way_points_are_the_cells_at_which_a_path_turns() {
    let mut shorter = 0;
    for (layout, seed) in cases(64) {
        let (mut map, mut random, agent) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let grid = map.grid();
        let by_points = GridstarQueryDef { path_form: GridstarPathForm::WayPoints as u32, ..default_query_def() };
        let start = map.standing_cell(&mut random, &agent);
        for _ in 0..4 {
            let goal = map.standing_cell(&mut random, &agent);
            let (cells, points) = (grid.find_path(start, goal, None), grid.find_path(start, goal, Some(&by_points)));
            let context = format!("seed {seed}, {start:?} to {goal:?}: {points:?}\n{map}");
            assert_eq!((cells.status, cells.cost), (points.status, points.cost), "{context}");
            if cells.status != GridstarStatus::Ok {
                continue;
            }
            // Between two points, all cells lie on the line: each step has the same direction.
            let step = |ends: &[Cell]| {
                let (from, to) = (common::hexagons::cube(layout, ends[0]), common::hexagons::cube(layout, ends[1]));
                (to.0 - from.0, to.1 - from.1)
            };
            let turns =
                cells.path.windows(3).filter(|three| step(&three[..2]) != step(&three[1..])).map(|three| three[1]);
            let mut expected: Vec<Cell> = std::iter::once(start).chain(turns).collect();
            if goal != start {
                expected.push(goal);
            }
            assert_eq!(points.path, expected, "{context}");
            assert_eq!(grid.usable(&points.path, &by_points), points.path.len(), "{context}");
            assert_eq!(grid.usable(&cells.path, &default_query_def()), cells.path.len(), "{context}");
            shorter += u32::from(points.path.len() < cells.path.len());
            let max_cells = random.between(1, 9);
            let first = grid.find_path(start, goal, Some(&GridstarQueryDef { max_cells, ..default_query_def() }));
            let count = cells.path.len().min(max_cells as usize);
            assert_eq!((first.path.as_slice(), first.cost), (&cells.path[..count], cells.cost), "{context}");
            // A cell that closes makes the path usable up to there.
            if cells.path.len() > 2 {
                let closed = random.between(1, cells.path.len() as u32 - 1) as usize;
                let index = map.index(cells.path[closed]);
                assert_eq!(grid.set_cell(cells.path[closed], 1), GridstarStatus::Ok);
                assert_eq!(grid.usable(&cells.path, &default_query_def()), closed, "{context}");
                let usable = grid.usable(&points.path, &by_points);
                let open = cells.path[..closed].iter().filter(|cell| points.path.contains(cell)).count();
                assert_eq!(usable, open, "{closed} of {:?}, {context}", cells.path);
                assert_eq!(grid.set_cell(cells.path[closed], map.types[index].into()), GridstarStatus::Ok);
            }
        }
        map.types[0] = 0;
    }
    assert!(shorter > 300, "{shorter} shorter");
}

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
    // SAFETY: pointers from references, and buffers without places.
    let status =
        unsafe { gridstar_reservations_plan(crowd.id(), &planned, 1, &wide, null_mut(), 0, null_mut(), 0, &mut count) };
    assert_eq!(status, GridstarStatus::UnsupportedLayout);
}

/// FNV-1a, 64 bits, over paths, expansions and costs of fields. tests/random_grids.rs says what to do when it changes.
const HEXAGONS_HASH: u64 = 0x3b27_572e_5b09_031a;

#[test]
fn paths_over_hexagons_are_the_same_on_every_platform_and_in_every_build() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (layout, seed) in cases(64) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        if seed % 2 == 1 {
            map.add_terrain(&mut random, seed % 4 == 1);
        }
        let agent = HexAgent::default();
        let grid = map.grid();
        let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..default_query_def() };
        let start = map.standing_cell(&mut random, &agent);
        for _ in 0..6 {
            let answer = grid.find_path(start, map.random_cell(&mut random), Some(&def));
            add(answer.expansions.into());
            answer.path.iter().for_each(|cell| add((cell.x as u64) << 32 | cell.y as u64));
        }
        let field = TestField::new(&grid, &[start]);
        let steps = field.steps(&map.cells().collect::<Vec<_>>()).unwrap();
        steps.iter().for_each(|step| add(step.cost.to_bits() ^ (step.x as u64) << 32 ^ step.y as u64));
    }
    assert_eq!(hash, HEXAGONS_HASH, "{hash:#018x}");
}
