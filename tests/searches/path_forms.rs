//! Way points and straightened paths through the C functions, compared with slow ones that are made from the cells of
//! the path. A failure prints the seed, the map, the agent and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::floors::TestFloors;
use common::path_forms::{length, line_cost, straightened, way_points};
use common::random_maps::{Random, random_map};
use common::sight::cast;
use common::stepper::TestStepper;
use common::terrain::AgentMap;
use common::terrain_world::{Case, ENGINES, Query, World};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};
use gridstar::search::Order;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

fn in_form(def: &GridstarQueryDef, form: GridstarPathForm) -> GridstarQueryDef {
    GridstarQueryDef { path_form: form as u32, ..*def }
}

/// Counts of comparisons, so that a test can tell whether it compared enough.
#[derive(Debug, Default)]
struct Counts {
    paths: u32,
    turns: u32,
    shorter: u32,
    lines_of_wide_agents: u32,
    uneven: u32,
}

impl Counts {
    /// Compares all forms of a path with the definitions.
    fn compare(&mut self, grid: &TestGrid, map: &AgentMap, query: &Query, ends: (Cell, Cell), case: &str) {
        let def = query.def();
        let cells = grid.find_path(ends.0, ends.1, Some(&in_form(&def, GridstarPathForm::Cells)));
        assert_eq!(cells, grid.find_path(ends.0, ends.1, Some(&def)), "the default form is that of cells: {case}");
        let turns = grid.find_path(ends.0, ends.1, Some(&in_form(&def, GridstarPathForm::WayPoints)));
        let string = grid.find_path(ends.0, ends.1, Some(&in_form(&def, GridstarPathForm::Straightened)));
        for other in [&turns, &string] {
            let facts = |answer: &PathAnswer| (answer.status, answer.expansions, answer.engine);
            assert_eq!(facts(other), facts(&cells), "{case}");
        }
        if cells.status != GridstarStatus::Ok {
            assert!(turns.path.is_empty() && string.path.is_empty(), "points without a path: {case}");
            return;
        }
        assert_eq!((&turns.path, turns.cost), (&way_points(&cells.path), cells.cost), "{case}");
        let right = straightened(map, query.rule, &cells.path);
        assert_eq!(string.path, right, "{:?}: {case}", cells.path);
        self.check_string(map, query, &cells.path, &string, case);
        self.paths += 1;
        self.turns += u32::from(turns.path.len() > 3);
    }

    /// Checks that a string is one, whatever rule finds its points.
    fn check_string(&mut self, map: &AgentMap, query: &Query, cells: &[Cell], string: &PathAnswer, case: &str) {
        let points = &string.path;
        assert_eq!((points[0], points[points.len() - 1]), (cells[0], cells[cells.len() - 1]), "{case}");
        for ends in points.windows(2) {
            assert_eq!(cast(&map.stands, query.rule, ends[0], ends[1]).1, None, "{ends:?} of {points:?}: {case}");
        }
        assert_eq!(&straightened(map, query.rule, points), points, "a string can be pulled again: {case}");
        let steps = string.cost / query.costs.straight();
        let (right, of_path) = (line_cost(map, points), line_cost(map, cells));
        assert!((steps - right).abs() <= 1e-9 * right.max(1.0), "{steps} instead of {right}: {case}");
        assert!(steps <= of_path * (1.0 + 1e-12), "{steps} is more than {of_path}: {case}");
        let is_weighted = cells.iter().any(|&cell| map.weight(cell) != map.weight(cells[cells.len() - 1]));
        let is_shorter = steps < of_path * (1.0 - 1e-9);
        self.shorter += u32::from(is_shorter);
        self.uneven += u32::from(is_weighted && is_shorter);
        self.lines_of_wide_agents += u32::from(query.agent.size > 1 && is_shorter);
    }
}

/// Agents of sizes 1 to 4, all profiles, rules and engines, after edits.
#[test]
fn all_forms_of_a_path_are_those_of_its_cells() {
    let mut counts = Counts::default();
    for seed in 0..200 {
        let mut world = World::new(seed, &ENGINES);
        let mut random = Random::new(!seed);
        for _ in 0..5 {
            world.edit(&mut random);
            let mut query = world.query(&mut random);
            if query.agent.size > 4 {
                (query.agent.size, query.agent_size) = (3, 3);
            }
            if random.percent(10) {
                (query.order, query.weight) = (Order::GreedyBestFirst, 3.0);
            }
            let map = AgentMap::new(&world.terrain, &query.agent);
            for _ in 0..2 {
                let ends = (world.end(&map, &mut random), world.end(&map, &mut random));
                for (grid, engine) in world.grids.iter().zip(ENGINES) {
                    let case = Case(&world, &query, ends, format!("{engine:?}")).to_string();
                    counts.compare(grid, &map, &query, ends, &case);
                }
            }
        }
    }
    let Counts { paths, turns, shorter, lines_of_wide_agents, uneven } = counts;
    assert!(
        paths > 4000 && turns > 1000 && shorter > 1000 && lines_of_wide_agents > 250 && uneven > 200,
        "too few cases of a kind: {counts:?}"
    );
}

/// Mazes, rooms and scattered obstacles without profiles, where strings are long.
#[test]
fn strings_over_even_ground_are_pulled_as_far_as_they_see() {
    let mut counts = Counts::default();
    for seed in 0..400 {
        let map = random_map(seed).map;
        let grid = TestGrid::from_map(&map);
        let mut random = Random::new(!seed);
        let seen = AgentMap::plain(map.clone());
        for i in 0..8 {
            let mut query = Query::new(None, 1);
            query.rule = RULES[i % 4];
            query.costs = StepCosts::new(1.0, [1.4, 2.0_f64.sqrt(), 1.0][i % 3]).unwrap();
            let ends = (random.walkable_cell(&map), random.walkable_cell(&map));
            counts.compare(&grid, &seen, &query, ends, &format!("{ends:?} {query:?} seed {seed}\n{map}"));
        }
    }
    assert!(counts.paths > 1500 && counts.shorter > 700, "{counts:?}");
}

#[test]
fn the_example_of_the_manual_has_the_points_that_the_manual_says() {
    let map = CellMap::parse(
        "..........
         ....#.....
         ....#.....
         ..........",
    );
    let grid = TestGrid::from_map(&map);
    let (start, goal) = (Cell::new(0, 1), Cell::new(9, 2));
    let find = |form| grid.find_path(start, goal, Some(&in_form(&default_query_def(), form)));
    let cells = find(GridstarPathForm::Cells);
    assert_eq!((cells.path.len(), cells.cost), (10, 10.2));
    let turns = find(GridstarPathForm::WayPoints);
    assert_eq!(turns.path, [start, Cell::new(1, 0), Cell::new(4, 0), Cell::new(6, 2), goal]);
    assert_eq!(turns.cost, 10.2);
    let string = find(GridstarPathForm::Straightened);
    let corner = Cell::new(4, 0);
    assert_eq!(
        (&string.path[..], string.cost),
        (&[start, corner, goal][..], length(start, corner) + length(corner, goal))
    );
}

#[test]
fn an_open_grid_needs_one_line() {
    let grid = TestGrid::new(300, 200);
    let (start, goal) = (Cell::new(3, 190), Cell::new(290, 7));
    for rule in RULES {
        let mut query = Query::new(None, 1);
        query.rule = rule;
        query.costs = StepCosts::new(10.0, 14.0).unwrap();
        let answer = grid.find_path(start, goal, Some(&in_form(&query.def(), GridstarPathForm::Straightened)));
        assert_eq!((&answer.path[..], answer.cost), (&[start, goal][..], length(start, goal) * 10.0), "{rule:?}");
    }
}

#[test]
fn ground_of_one_multiplier_is_counted_by_it() {
    let grid = TestGrid::new(40, 30);
    let mut twin = common::random_terrain::ProfileTwin::new();
    for cell_type in 0..=255 {
        twin.set_cost(cell_type, 2.5);
    }
    let (start, goal) = (Cell::new(0, 0), Cell::new(30, 14));
    let def = in_form(&Query::new(Some(&twin), 1).def(), GridstarPathForm::Straightened);
    let answer = grid.find_path(start, goal, Some(&def));
    assert_eq!((&answer.path[..], answer.cost), (&[start, goal][..], length(start, goal) * 2.5));
}

#[test]
fn a_path_of_one_cell_is_one_point() {
    let grid = TestGrid::new(3, 3);
    let cell = Cell::new(1, 2);
    for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened] {
        let answer = grid.find_path(cell, cell, Some(&in_form(&default_query_def(), form)));
        assert_eq!((answer.status, &answer.path[..], answer.cost), (GridstarStatus::Ok, &[cell][..], 0.0));
    }
}

/// `find_path` and `trace_path` of the tests ask for the needed length first, so that it is right here.
#[test]
fn a_trace_expands_the_same_cells_in_each_form() {
    let map = random_map(2).map;
    let grid = TestGrid::from_map(&map);
    let mut random = Random::new(2);
    for _ in 0..50 {
        let (start, goal) = (random.walkable_cell(&map), random.walkable_cell(&map));
        let cells = grid.trace_path(start, goal, None);
        for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened] {
            let def = in_form(&default_query_def(), form);
            let traced = grid.trace_path(start, goal, Some(&def));
            assert_eq!(traced.expanded, cells.expanded);
            assert_eq!(traced.path, grid.find_path(start, goal, Some(&def)).path);
        }
    }
}

#[test]
fn a_check_of_points_follows_the_lines_between_them() {
    let (mut whole, mut parts) = (0, 0);
    for seed in 0..200 {
        let mut world = World::new(seed, &[GridstarEngine::Auto]);
        let mut random = Random::new(!seed);
        let mut query = world.query(&mut random);
        let map = AgentMap::new(&world.terrain, &query.agent);
        let ends = (world.end(&map, &mut random), world.end(&map, &mut random));
        let forms = [GridstarPathForm::WayPoints, GridstarPathForm::Straightened];
        let paths = forms.map(|form| world.grids[0].find_path(ends.0, ends.1, Some(&in_form(&query.def(), form))).path);
        for _ in 0..6 {
            let map = AgentMap::new(&world.terrain, &query.agent);
            for (path, form) in paths.iter().zip(forms) {
                let is_seen = |ends: &&[Cell]| cast(&map.stands, query.rule, ends[0], ends[1]).1.is_none();
                let right = path.len().min(1) + path.windows(2).take_while(is_seen).count();
                let usable = world.grids[0].usable(path, &in_form(&query.def(), form));
                assert_eq!(usable, right, "{path:?} {}", Case(&world, &query, ends, format!("{form:?}")));
                whole += u32::from(path.len() > 2 && usable == path.len());
                parts += u32::from(usable < path.len());
            }
            for _ in 0..3 {
                world.edit(&mut random);
            }
            // An edit may have changed the profile.
            if let Some(twin) = world.profiles.iter().find(|twin| twin.profile.id() == query.profile) {
                query.agent.profile = twin.model.clone();
            }
        }
    }
    assert!(whole > 150 && parts > 150, "{whole} {parts}");
    let grid = TestGrid::new(5, 5);
    let points = [Cell::new(0, 0), Cell::new(4, 1), Cell::new(4, 1), Cell::new(0, 0)];
    let def = in_form(&default_query_def(), GridstarPathForm::Straightened);
    assert_eq!(grid.usable(&points, &def), 2, "a point does not follow itself");
    assert_eq!(grid.usable(&points[..2], &default_query_def()), 1, "no step leads there");
    assert_eq!(grid.usable(&[Cell::new(5, 0), Cell::new(4, 0)], &def), 0);
}

#[test]
fn steppers_write_cells_only_and_floors_have_no_lines_at_any_angle() {
    let grid = TestGrid::new(6, 6);
    let floors = TestFloors::new([&grid, &grid]);
    let (start, goal) = (Cell::new(0, 0), Cell::new(5, 3));
    let of_floors = (FloorCell::new(0, 0, 0), FloorCell::new(0, 5, 3));
    for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened, GridstarPathForm::AnyAngle] {
        let def = in_form(&default_query_def(), form);
        let begun = TestStepper::begin(&grid, start, goal, Some(&def));
        assert_eq!(begun.err(), Some(GridstarStatus::UnsupportedQuery), "{form:?}");
        let is_served = form != GridstarPathForm::AnyAngle;
        let status = if is_served { GridstarStatus::Ok } else { GridstarStatus::UnsupportedQuery };
        assert_eq!(floors.find_path(of_floors.0, of_floors.1, Some(&def)).status, status, "{form:?}");
    }
    let def = in_form(&default_query_def(), GridstarPathForm::Cells);
    assert!(TestStepper::begin(&grid, start, goal, Some(&def)).is_ok());
    assert_eq!(floors.find_path(of_floors.0, of_floors.1, Some(&def)).status, GridstarStatus::Ok);
}
