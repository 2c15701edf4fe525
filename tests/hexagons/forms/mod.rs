//! Forms of queries on hexagonal grids, through the C functions and beside the search in cube coordinates: terrain and
//! wide agents, limits, partial paths, ways out of obstacles, nearest cells, way points. `objects` has the rest.

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::field::TestField;
use common::hexagons::{HexAgent, HexMap, LAYOUTS, squared_distance, steps_between};
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::Cell;

mod building;
mod objects;

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

/// FNV-1a, 64 bits, over paths, expansions and costs of fields. tests/random_grids.rs says what to do when it changes.
const HEXAGONS_HASH: u64 = 0x6e58_483b_afea_809a;

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
