//! Paths at any angle through the C functions, compared with shortest paths over all legal lines. A failure prints the
//! seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_query_def};
use common::any_angle::{is_legal_line, path_length, shortest_length};
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::random_terrain::ProfileTwin;
use common::terrain::{AgentMap, ONE};
use common::terrain_world::{Case, ENGINES, Query, World};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, StepCosts};
use gridstar::search::Order;

const RULES: [DiagonalRule; 3] = [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree];

fn any_angle(def: &GridstarQueryDef) -> GridstarQueryDef {
    GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..*def }
}

/// Whether a query's costs are those of a path's lines times `multiplier`, and all lines are legal.
fn check_lines(map: &CellMap, query: &Query, ends: (Cell, Cell), answer: &PathAnswer, multiplier: f64, case: &str) {
    let path = &answer.path;
    assert_eq!((path.first(), path.last()), (Some(&ends.0), Some(&ends.1)), "{case}");
    for line in path.windows(2) {
        assert!(is_legal_line(map, query.rule, line[0], line[1]), "{line:?} of {path:?}: {case}");
    }
    let right = path_length(path) * multiplier * query.costs.straight();
    assert!((answer.cost - right).abs() <= 1e-12 * right, "{} instead of {right}: {case}", answer.cost);
    let engine = if ends.0 == ends.1 { GridstarEngine::Auto } else { GridstarEngine::AnyAngle };
    assert_eq!(answer.engine, engine as u32, "{case}");
}

/// On maps that begin at the first cell of a grid, or lie over the border of a word of bits, or begin there.
#[test]
fn paths_on_small_maps_are_shortest() {
    let mut found = 0;
    for seed in 0..2500 {
        let mut random = Random::new(seed);
        let longest = if seed % 40 == 0 { 20 } else { 11 };
        let mut map = CellMap::new(random.between(1, longest), random.between(1, longest));
        draw(&mut map, &mut random);
        let offset = [0, 64, 64 - random.below(11)][random.below(3) as usize] as i32;
        let grid = TestGrid::new((offset + map.width()) as u32, (offset + map.height()) as u32);
        let extent = Rect { x: offset, y: offset, width: map.width() as u32, height: map.height() as u32 };
        let all = Rect { x: 0, y: 0, width: extent.width + extent.x as u32, height: extent.height + extent.y as u32 };
        assert_eq!(grid.fill_rect(all, 1), GridstarStatus::Ok);
        assert_eq!(grid.set_rect(extent, &map.cell_types()), GridstarStatus::Ok);
        for i in 0..8 {
            let mut query = Query::new(None, 1);
            query.rule = RULES[(seed + i) as usize % 3];
            query.costs = [StepCosts::default(), StepCosts::new(2.5, 3.0).unwrap()][i as usize % 2];
            let ends = (random.cell(&map), random.cell(&map));
            let case = format!("{ends:?} {query:?} seed {seed}, offset {offset}\n{map}");
            let [start, goal] = [ends.0, ends.1].map(|cell| Cell::new(cell.x + offset, cell.y + offset));
            let mut answer = grid.find_path(start, goal, Some(&any_angle(&query.def())));
            answer.path.iter_mut().for_each(|cell| *cell = Cell::new(cell.x - offset, cell.y - offset));
            if ends.0 != ends.1 && !map.is_walkable(ends.1) {
                assert_eq!(answer.status, GridstarStatus::GoalBlocked, "{case}");
                continue;
            }
            let Some(shortest) = shortest_length(&map, query.rule, ends.0, ends.1) else {
                assert_eq!(answer.status, GridstarStatus::NoPath, "{case}");
                continue;
            };
            assert_eq!(answer.status, GridstarStatus::Ok, "{case}");
            check_lines(&map, &query, ends, &answer, 1.0, &case);
            assert_eq!(path_length(&answer.path), shortest, "{:?}: {case}", answer.path);
            found += 1;
        }
    }
    assert!(found > 8000, "only {found} paths");
}

/// Scattered obstacles, a maze, a shifted tile, or rooms with doors.
fn draw(map: &mut CellMap, random: &mut Random) {
    let (kind, density) = (random.below(5), random.below(55));
    let [width, height, shift] = [random.between(1, 6), random.between(1, 6), random.below(6)].map(|side| side as i32);
    let tile: Vec<bool> = (0..36).map(|_| random.percent(density)).collect();
    for cell in map.cells() {
        let Cell { x, y } = cell;
        let is_obstacle = match kind {
            0 | 1 => random.percent(density),
            2 => x % 2 == 1 && y % 2 == 1 || x % 2 != y % 2 && random.percent(50),
            3 => tile[(y % height * 6 + (x + y / height * shift) % width) as usize],
            _ => (x % (width + 2) == width + 1 || y % (height + 2) == height + 1) && random.percent(75),
        };
        map.set_obstacle(cell, is_obstacle);
    }
}

/// A search that needs little gives back what a large one left. Its path is written all the same.
#[test]
fn paths_are_right_while_memory_of_a_large_search_is_given_back() {
    let (mut map, mut random) = (CellMap::new(400, 400), Random::new(1));
    let [first, near, last] = [Cell::new(0, 0), Cell::new(3, 1), Cell::new(399, 399)];
    for cell in map.cells() {
        map.set_obstacle(cell, cell.x + cell.y > 6 && cell.x + cell.y < 790 && random.percent(20));
    }
    let (grid, def) = (TestGrid::from_map(&map), any_angle(&default_query_def()));
    let large = grid.find_path(first, last, Some(&def));
    assert_eq!(large.status, GridstarStatus::Ok);
    for search in 0..200 {
        let small = grid.find_path(first, near, Some(&def));
        assert_eq!((small.status, &small.path[..]), (GridstarStatus::Ok, &[first, near][..]), "search {search}");
    }
}

/// Agents of all profiles and sizes, all engines, and penalties, after edits. On maps of some size, paths are compared
/// with paths of steps, which are legal at any angle too.
#[test]
fn agents_get_paths_at_any_angle_where_cells_cost_the_same() {
    let (mut found, mut refused, mut wide) = (0, 0, 0);
    for seed in 0..500 {
        let mut world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed);
        for _ in 0..4 {
            world.edit(&mut random);
            let mut query = world.query(&mut random);
            if random.percent(70) {
                (query.order, query.weight, query.rule) = (Order::AStar, 1.0, RULES[random.below(3) as usize]);
                query.agent.ignores_penalties |= random.percent(70);
            }
            let map = AgentMap::new(&world.terrain, &query.agent);
            let ends = (world.end(&map, &mut random), world.end(&map, &mut random));
            let which = random.below(4) as usize;
            let case = Case(&world, &query, ends, format!("{:?}", ENGINES[which])).to_string();
            let grid = &world.grids[which];
            let answer = grid.find_path(ends.0, ends.1, Some(&any_angle(&query.def())));
            let mut weights: Vec<u64> =
                query.agent.profile.weights.iter().copied().filter(|&weight| weight > 0).collect();
            weights.dedup();
            let has_penalties = world.terrain.penalties.iter().any(|&penalty| penalty > 0);
            let is_even = weights.len() <= 1 && (query.agent.ignores_penalties || !has_penalties);
            let is_supported = query.rule != DiagonalRule::Never && query.order == Order::AStar && query.weight == 1.0;
            if !is_even || !is_supported {
                assert_eq!(answer.status, GridstarStatus::UnsupportedQuery, "{case}");
                refused += 1;
                continue;
            }
            let by_steps = grid.find_path(ends.0, ends.1, Some(&query.def()));
            assert_eq!(answer.status, by_steps.status, "{case}");
            if answer.status == GridstarStatus::Ok {
                let multiplier = weights.first().map_or(1.0, |&weight| weight as f64 / ONE as f64);
                check_lines(&map.stands, &query, ends, &answer, multiplier, &case);
                let length = path_length(&by_steps.path);
                assert!(path_length(&answer.path) <= length, "{:?} is longer than {length}: {case}", answer.path);
                found += 1;
                wide += u32::from(query.agent.size > 1);
            }
        }
    }
    assert!(found > 150 && refused > 300 && wide > 40, "{found} {refused} {wide}");
}

/// Engines don't matter: lines at any angle are served, and jump points answer.
#[test]
fn penalties_that_are_set_back_to_0_count_no_more() {
    let (start, goal) = (Cell::new(0, 0), Cell::new(39, 23));
    let [one, row, all] =
        [(3, 2, 1, 1), (0, 2, 40, 1), (0, 0, 40, 30)].map(|(x, y, width, height)| Rect { x, y, width, height });
    for (set, reset) in [(one, one), (one, row), (row, row), (row, all), (all, all)] {
        for is_filled in [true, false] {
            let grid = TestGrid::new(40, 30);
            let plain = grid.find_path(start, goal, None);
            assert_eq!(grid.set_penalties(set, &vec![9; (set.width * set.height) as usize]), GridstarStatus::Ok);
            let refused = grid.find_path(start, goal, Some(&any_angle(&default_query_def())));
            assert_eq!(refused.status, GridstarStatus::UnsupportedQuery);
            let zeros = vec![0; (reset.width * reset.height) as usize];
            let status = if is_filled { grid.fill_penalties(reset, 0) } else { grid.set_penalties(reset, &zeros) };
            assert_eq!(status, GridstarStatus::Ok);
            let answer = grid.find_path(start, goal, None);
            assert_eq!((answer.engine, &answer.path), (plain.engine, &plain.path), "{set:?}, {reset:?}");
            assert_ne!(answer.engine, GridstarEngine::AStar as u32);
            let answer = grid.find_path(start, goal, Some(&any_angle(&default_query_def())));
            assert_eq!((answer.status, answer.path.len()), (GridstarStatus::Ok, 2), "{set:?}, {reset:?}");
        }
    }
}

#[test]
fn queries_that_the_form_does_not_serve_are_refused() {
    let grid = TestGrid::new(6, 6);
    let mut twin = ProfileTwin::new();
    twin.set_cost(2, 3.0);
    let find = |def: GridstarQueryDef| grid.find_path(Cell::new(0, 0), Cell::new(5, 3), Some(&any_angle(&def))).status;
    let own = default_query_def();
    assert_eq!(find(own), GridstarStatus::Ok);
    let refused = GridstarStatus::UnsupportedQuery;
    assert_eq!(find(GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::Never as u32, ..own }), refused);
    assert_eq!(find(GridstarQueryDef { order: GridstarOrder::Dijkstra as u32, ..own }), refused);
    assert_eq!(find(GridstarQueryDef { order: GridstarOrder::GreedyBestFirst as u32, ..own }), refused);
    assert_eq!(find(GridstarQueryDef { heuristic_weight: 1.5, ..own }), refused);
    assert_eq!(find(GridstarQueryDef { profile: twin.profile.id(), ..own }), refused);
    assert_eq!(find(GridstarQueryDef { heuristic: GridstarHeuristic::Chebyshev as u32, ..own }), GridstarStatus::Ok);
}

#[test]
fn one_line_crosses_an_open_grid() {
    let grid = TestGrid::new(300, 200);
    let (start, goal) = (Cell::new(3, 190), Cell::new(290, 7));
    for rule in RULES {
        let mut query = Query::new(None, 1);
        query.rule = rule;
        query.costs = StepCosts::new(10.0, 14.0).unwrap();
        let answer = grid.find_path(start, goal, Some(&any_angle(&query.def())));
        assert_eq!(answer.path, [start, goal], "{rule:?}");
        assert!((answer.cost - 10.0 * f64::hypot(287.0, 183.0)).abs() < 1e-5, "{rule:?}: {}", answer.cost);
    }
}

/// The drawing in the documentation of the form: how closely lines pass an obstacle.
#[test]
fn lines_pass_obstacles_as_the_rule_says() {
    let map = CellMap::parse(
        "........
         ...#....
         ........",
    );
    let grid = TestGrid::from_map(&map);
    let (start, goal) = (Cell::new(0, 1), Cell::new(7, 1));
    let find = |rule: GridstarDiagonalRule| {
        let def = GridstarQueryDef { diagonal_rule: rule as u32, ..default_query_def() };
        grid.find_path(start, goal, Some(&any_angle(&def))).path
    };
    // Over the corner of the diamond, or around the square.
    for (rule, turns) in [
        (GridstarDiagonalRule::Always, vec![3]),
        (GridstarDiagonalRule::AtMostOneBlocked, vec![3]),
        (GridstarDiagonalRule::BothFree, vec![2, 4]),
    ] {
        let path = find(rule);
        let columns: Vec<i32> = path[1..path.len() - 1].iter().map(|cell| cell.x).collect();
        assert_eq!(columns, turns, "{rule:?}: {path:?}");
    }
}

#[test]
fn limits_traces_and_short_buffers_work_as_for_cells() {
    let mut map = CellMap::new(60, 40);
    let mut random = Random::new(8);
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(20));
    }
    let grid = TestGrid::from_map(&map);
    let mut limited = 0;
    for _ in 0..60 {
        let ends = (random.walkable_cell(&map), random.walkable_cell(&map));
        let def = any_angle(&default_query_def());
        let answer = grid.find_path(ends.0, ends.1, Some(&def));
        let trace = grid.trace_path(ends.0, ends.1, Some(&def));
        assert_eq!((&trace.path, trace.status, trace.cost), (&answer.path, answer.status, answer.cost));
        assert_eq!(trace.expanded.len(), answer.expansions as usize);
        if answer.expansions > 1 {
            let def = GridstarQueryDef { max_expansions: answer.expansions - 1, ..def };
            let stopped = grid.find_path(ends.0, ends.1, Some(&def));
            assert_eq!(stopped.status, GridstarStatus::LimitReached);
            assert_eq!(stopped.engine, GridstarEngine::AnyAngle as u32);
            let def = GridstarQueryDef { max_expansions: answer.expansions, ..def };
            assert_eq!(grid.find_path(ends.0, ends.1, Some(&def)), answer);
            limited += 1;
        }
    }
    assert!(limited > 40, "{limited}");
}

#[test]
fn a_path_is_usable_up_to_the_first_line_that_an_edit_blocks() {
    let mut cut = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(random.between(5, 40), random.between(5, 40));
        for cell in map.cells() {
            map.set_obstacle(cell, random.percent(15));
        }
        let grid = TestGrid::from_map(&map);
        let mut query = Query::new(None, 1);
        query.rule = RULES[seed as usize % 3];
        let def = any_angle(&query.def());
        let ends = (random.walkable_cell(&map), random.walkable_cell(&map));
        let path = grid.find_path(ends.0, ends.1, Some(&def)).path;
        assert_eq!(grid.usable(&path, &def), path.len(), "seed {seed}\n{map}");
        for _ in 0..12 {
            let cell = random.cell(&map);
            map.set_obstacle(cell, true);
            assert_eq!(grid.fill_rect(Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, 1), GridstarStatus::Ok);
            let is_legal = |line: &[Cell]| is_legal_line(&map, query.rule, line[0], line[1]);
            let right = path.len().min(1 + path.windows(2).take_while(|line| is_legal(line)).count());
            assert_eq!(grid.usable(&path, &def), right, "{path:?}, seed {seed}\n{map}");
            cut += u32::from(right < path.len());
        }
    }
    assert!(cut > 100, "{cut}");
}

/// Both forms have the same lines: each path passes the check of the other form.
#[test]
fn no_straightened_path_is_shorter_than_one_at_any_angle() {
    let mut longer = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut map = CellMap::new(random.between(5, 40), random.between(5, 40));
        for cell in map.cells() {
            map.set_obstacle(cell, random.percent(20));
        }
        let grid = TestGrid::from_map(&map);
        for i in 0..6 {
            let mut query = Query::new(None, 1);
            query.rule = RULES[i % 3];
            let ends = (random.walkable_cell(&map), random.walkable_cell(&map));
            let case = format!("{ends:?}, {:?}, seed {seed}\n{map}", query.rule);
            let forms = [GridstarPathForm::Straightened, GridstarPathForm::AnyAngle];
            let defs = forms.map(|form| GridstarQueryDef { path_form: form as u32, ..query.def() });
            let [string, best] = defs.map(|def| grid.find_path(ends.0, ends.1, Some(&def)));
            assert_eq!(string.status, best.status, "{case}");
            for (answer, def) in [&string, &best].into_iter().flat_map(|answer| defs.map(|def| (answer, def))) {
                assert_eq!(grid.usable(&answer.path, &def), answer.path.len(), "{:?}: {case}", answer.path);
            }
            assert!(best.cost <= string.cost * (1.0 + 1e-9), "{} and {}: {case}", best.cost, string.cost);
            longer += u32::from(string.cost > best.cost * (1.0 + 1e-9));
        }
    }
    assert!(longer > 100, "{longer}");
}
