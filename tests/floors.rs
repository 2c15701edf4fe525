//! Paths through floors, by the C functions, against the obvious search on the joined cells. A failure prints the seed, the floors and the
//! query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::abi::{TestGrid, default_grid_def, default_query_def, query_def, rule_number};
use common::cell_map::CellMap;
use common::floors::{FloorAnswer, TestFloors, empty_floor_result, link_def};
use common::joined_reference::{Building, TestLink, cost_of_fine};
use common::random_maps::{Random, random_map};
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::f64::consts::SQRT_2;
use std::fmt;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 6] = [(1.0, 1.4), (10.0, 14.0), (1.0, SQRT_2), (1.0, 1.0), (0.5, 1.0), (0.1, 0.13)];

/// In straight steps.
const LINK_COSTS: [f64; 8] = [0.0, 0.0, 0.1, 1.0, 1.4, 2.75, 12.0, 60.0];

const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

/// Floors behind the C functions, and the same for the reference.
struct Twin {
    seed: u64,
    building: Building,
    grids: Vec<TestGrid>,
    floors: TestFloors,
}

/// A query, as a failure shows it.
struct Case<'a> {
    twin: &'a Twin,
    start: FloorCell,
    goal: FloorCell,
    rule: DiagonalRule,
    costs: StepCosts,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { twin, start, goal, rule, costs } = self;
        let (straight, diagonal) = (costs.straight(), costs.diagonal());
        writeln!(f, "{start:?} to {goal:?}, {rule:?}, costs {straight} and {diagonal}")?;
        write!(f, "seed {}\n{}", twin.seed, twin.building)
    }
}

impl Twin {
    /// Up to five random floors with their own engines, some without a link.
    fn random(seed: u64) -> Self {
        let mut random = Random::new(!seed);
        let count = random.between(1, 5);
        let maps = (0..count).map(|_| random_map(u64::from(random.below(100_000))).map).collect();
        let mut twin = Self::of(maps, |random| ENGINES[random.below(4) as usize], &mut random);
        twin.seed = seed;
        for _ in 0..random.below(14) {
            twin.add_random_link(&mut random);
        }
        twin
    }

    fn of(maps: Vec<CellMap>, engine: impl Fn(&mut Random) -> GridstarEngine, random: &mut Random) -> Self {
        let grid = |map: &CellMap| {
            let def = default_grid_def(map.width() as u32, map.height() as u32);
            let grid = TestGrid::with_def(&GridstarGridDef { engine: engine(random) as u32, ..def }).unwrap();
            assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
            grid
        };
        let grids: Vec<TestGrid> = maps.iter().map(grid).collect();
        let floors = TestFloors::new(&grids);
        let building = Building { floors: maps.into_iter().map(Some).collect(), links: Vec::new() };
        Self { seed: 0, building, grids, floors }
    }

    /// Floors drawn in ASCII.
    fn drawn<const N: usize>(drawings: [&str; N]) -> Self {
        Self::of(drawings.map(CellMap::parse).into(), |_| GridstarEngine::Auto, &mut Random::new(0))
    }

    fn link(&mut self, from: FloorCell, to: FloorCell, cost: f64) -> u32 {
        self.add(TestLink { number: 0, from, to, cost, one_way: false, closed: false })
    }

    fn add(&mut self, link: TestLink) -> u32 {
        let def = GridstarLinkDef {
            one_way: link.one_way.into(),
            closed: link.closed.into(),
            ..link_def(link.from, link.to, link.cost)
        };
        let number = self.floors.add_link(&def).unwrap();
        self.building.links.push(TestLink { number, ..link });
        number
    }

    fn cell(&self, random: &mut Random) -> FloorCell {
        let alive: Vec<u32> =
            (0..self.building.floors.len() as u32).filter(|&f| self.building.map(f).is_some()).collect();
        let floor = alive[random.below(alive.len() as u32) as usize];
        let map = self.building.map(floor).unwrap();
        let cell = if random.percent(90) { random.free_cell(map) } else { random.cell(map) };
        FloorCell { floor, cell }
    }

    fn add_random_link(&mut self, random: &mut Random) {
        let (from, to) = (self.cell(random), self.cell(random));
        let cost = LINK_COSTS[random.below(LINK_COSTS.len() as u32) as usize];
        self.add(TestLink { number: 0, from, to, cost, one_way: random.percent(30), closed: random.percent(15) });
    }

    /// Changes a cell, a link or a floor.
    fn edit(&mut self, random: &mut Random) {
        let link = random.below(self.building.links.len().max(1) as u32) as usize;
        match random.below(10) {
            0 if link < self.building.links.len() => {
                let removed = self.building.links.remove(link);
                assert_eq!(gridstar_floors_remove_link(self.floors.id(), removed.number), GridstarStatus::Ok);
            }
            1..=2 if link < self.building.links.len() => {
                let link = &mut self.building.links[link];
                link.closed = !link.closed;
                let status = gridstar_floors_set_link_closed(self.floors.id(), link.number, link.closed.into());
                assert_eq!(status, GridstarStatus::Ok);
            }
            3 if link < self.building.links.len() => {
                let link = &mut self.building.links[link];
                link.cost = LINK_COSTS[random.below(LINK_COSTS.len() as u32) as usize];
                let status = gridstar_floors_set_link_cost(self.floors.id(), link.number, link.cost);
                assert_eq!(status, GridstarStatus::Ok);
            }
            4 => self.add_random_link(random),
            5 if random.percent(20) && self.building.floors.iter().flatten().count() > 1 => {
                let floor = self.cell(random).floor as usize;
                self.building.floors[floor] = None;
                assert_eq!(gridstar_grid_destroy(self.grids[floor].id()), GridstarStatus::Ok);
            }
            _ => {
                let at = self.cell(random);
                self.set(at, self.building.is_free(at));
            }
        }
    }

    fn set(&mut self, at: FloorCell, obstacle: bool) {
        let floor = at.floor as usize;
        self.building.floors[floor].as_mut().unwrap().set_obstacle(at.cell, obstacle);
        assert_eq!(self.grids[floor].set_cell(at.cell, obstacle.into()), GridstarStatus::Ok);
    }

    fn case(&self, start: FloorCell, goal: FloorCell) -> Case<'_> {
        Case { twin: self, start, goal, rule: DiagonalRule::Always, costs: StepCosts::default() }
    }

    /// Finds a path by the default settings, checks it, and returns its answer.
    fn find(&self, start: FloorCell, goal: FloorCell) -> FloorAnswer {
        let case = self.case(start, goal);
        let answer = case.find();
        case.check(&answer);
        answer
    }
}

impl Case<'_> {
    fn def(&self) -> GridstarQueryDef {
        query_def(self.rule, self.costs, Heuristic::Octile)
    }

    fn find(&self) -> FloorAnswer {
        self.twin.floors.find_path(self.start, self.goal, Some(&self.def()))
    }

    fn find_within(&self, max_expansions: u32) -> FloorAnswer {
        let def = GridstarQueryDef { max_expansions, ..self.def() };
        self.twin.floors.find_path(self.start, self.goal, Some(&def))
    }

    fn check(&self, answer: &FloorAnswer) {
        let building = &self.twin.building;
        if self.start != self.goal && !building.is_free(self.goal) {
            assert_eq!(answer.status, GridstarStatus::GoalBlocked, "{self}");
            return;
        }
        let cheapest = building.cheapest_cost(self.start, self.goal, self.rule, &self.costs);
        let Some(cheapest) = cheapest else {
            assert_eq!(answer.status, GridstarStatus::NoPath, "{self}");
            assert_eq!((answer.cost, answer.path.len(), answer.expansions, answer.walks), (0.0, 0, 0, 0), "{self}");
            return;
        };
        assert_eq!(answer.status, GridstarStatus::Ok, "{self}");
        let fine = building
            .check_path((self.start, self.goal), self.rule, &self.costs, &answer.path)
            .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{self}", answer.path));
        assert_eq!(fine, cheapest, "{self}");
        let cost = cost_of_fine(fine, &self.costs);
        assert!((answer.cost - cost).abs() <= cost * 1e-12, "{} and not {cost}: {self}", answer.cost);
        assert_eq!(answer.links as usize, answer.path.iter().filter(|step| step.link != 0).count(), "{self}");
    }
}

fn at(floor: u32, x: i32, y: i32) -> FloorCell {
    FloorCell::new(floor, x, y)
}

#[test]
fn paths_through_random_buildings_are_cheapest_and_exist_exactly_when_the_reference_finds_one() {
    let (mut found, mut without_path, mut links, mut floors) = (0, 0, 0, 0);
    for seed in 0..400 {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for number in 0..24 {
            let (start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
            let (straight, diagonal) = COSTS[number % COSTS.len()];
            let costs = StepCosts::new(straight, diagonal).unwrap();
            let case = Case { twin: &twin, start, goal, rule: RULES[number % 4], costs };
            let answer = case.find();
            case.check(&answer);
            found += u32::from(answer.status == GridstarStatus::Ok);
            without_path += u32::from(answer.status == GridstarStatus::NoPath);
            links += answer.links;
            floors += u32::from(answer.path.iter().any(|step| step.floor != start.floor));
            twin.edit(&mut random);
        }
    }
    let asked = (found, without_path, links, floors);
    assert!(
        found > 3000 && without_path > 1000 && links > 2000 && floors > 1000,
        "the floors ask too little: {asked:?}"
    );
}

#[test]
fn a_path_tells_which_link_it_takes_and_has_both_ends_of_it() {
    let mut twin = Twin::drawn(["....", "...."]);
    let stairs = twin.link(at(0, 3, 0), at(1, 3, 0), 2.0);
    let answer = twin.find(at(0, 0, 0), at(1, 1, 0));
    let steps = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0), (1, 3, stairs), (1, 2, 0), (1, 1, 0)];
    let expected = steps.map(|(floor, x, link)| FloorStep { floor, x, y: 0, link });
    assert_eq!((answer.path.as_slice(), answer.cost, answer.links), (expected.as_slice(), 7.0, 1));
    assert_eq!(answer.walks, 2);
}

#[test]
fn a_one_way_link_leads_back_nowhere() {
    let mut twin = Twin::drawn(["...", "..."]);
    twin.add(TestLink { number: 0, from: at(0, 0, 0), to: at(1, 0, 0), cost: 1.0, one_way: true, closed: false });
    assert_eq!(twin.find(at(0, 2, 0), at(1, 2, 0)).status, GridstarStatus::Ok);
    assert_eq!(twin.find(at(1, 2, 0), at(0, 2, 0)).status, GridstarStatus::NoPath);
}

#[test]
fn a_link_of_one_floor_is_a_short_cut_where_it_costs_less_than_walking() {
    let mut twin = Twin::drawn([".........."]);
    let teleporter = twin.link(at(0, 1, 0), at(0, 8, 0), 6.5);
    assert_eq!(twin.find(at(0, 0, 0), at(0, 9, 0)).links, 1);
    assert_eq!(gridstar_floors_set_link_cost(twin.floors.id(), teleporter, 7.5), GridstarStatus::Ok);
    twin.building.links[0].cost = 7.5;
    assert_eq!(twin.find(at(0, 0, 0), at(0, 9, 0)).links, 0);
}

#[test]
fn a_link_with_an_obstacle_at_an_end_is_not_taken_until_the_obstacle_is_gone() {
    let mut twin = Twin::drawn(["...", "..."]);
    twin.link(at(0, 1, 0), at(1, 1, 0), 0.0);
    for end in [at(0, 1, 0), at(1, 1, 0)] {
        twin.set(end, true);
        assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::NoPath);
        twin.set(end, false);
        assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::Ok);
    }
    // A start that is an obstacle is left on foot alone.
    twin.link(at(0, 0, 0), at(1, 2, 0), 0.0);
    twin.set(at(0, 0, 0), true);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 2, 0)).cost, 2.0);
}

#[test]
fn a_path_may_leave_its_floor_and_come_back() {
    let mut twin = Twin::drawn(["..#..", "....."]);
    twin.link(at(0, 1, 0), at(1, 1, 0), 0.25);
    twin.link(at(0, 3, 0), at(1, 3, 0), 0.25);
    let answer = twin.find(at(0, 0, 0), at(0, 4, 0));
    assert_eq!((answer.cost, answer.links), (4.5, 2));
}

#[test]
fn links_at_the_start_at_the_goal_and_at_one_cell_are_taken() {
    let mut twin = Twin::drawn([".", ".", "."]);
    let first = twin.link(at(0, 0, 0), at(1, 0, 0), 1.0);
    let dear = twin.link(at(1, 0, 0), at(2, 0, 0), 3.0);
    let cheap = twin.link(at(1, 0, 0), at(2, 0, 0), 2.0);
    let answer = twin.find(at(0, 0, 0), at(2, 0, 0));
    assert_eq!(answer.path.iter().map(|step| step.link).collect::<Vec<_>>(), [0, first, cheap]);
    assert_ne!(dear, cheap);
    assert_eq!((answer.cost, answer.walks, answer.expansions), (3.0, 0, 0));
    assert_eq!(twin.find(at(1, 0, 0), at(1, 0, 0)).path.len(), 1);
}

#[test]
fn of_equal_links_the_one_that_was_added_first_is_taken() {
    let mut twin = Twin::drawn(["...", "..."]);
    let first = twin.link(at(0, 1, 0), at(1, 1, 0), 1.0);
    twin.link(at(0, 1, 0), at(1, 1, 0), 1.0);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 2, 0)).path[2].link, first);
}

#[test]
fn a_start_that_is_the_goal_is_a_path_of_one_cell_also_on_an_obstacle() {
    let twin = Twin::drawn(["#.", "#."]);
    for cell in [at(0, 0, 0), at(1, 1, 0)] {
        let answer = twin.find(cell, cell);
        assert_eq!((answer.path.len(), answer.cost, answer.links), (1, 0.0, 0));
    }
    assert_eq!(twin.find(at(0, 1, 0), at(1, 0, 0)).status, GridstarStatus::GoalBlocked);
}

#[test]
fn ends_that_are_not_there_are_told_apart() {
    let twin = Twin::drawn(["..", ".."]);
    let status = |start, goal| twin.floors.find_path(start, goal, None).status;
    assert_eq!(status(at(0, 2, 0), at(1, 9, 9)), GridstarStatus::StartOutside);
    assert_eq!(status(at(0, 0, 0), at(1, 0, -1)), GridstarStatus::GoalOutside);
    assert_eq!(status(at(2, 0, 0), at(0, 0, 0)), GridstarStatus::UnknownFloor);
    assert_eq!(status(at(0, 0, 0), at(u32::MAX, 0, 0)), GridstarStatus::UnknownFloor);
    assert_eq!(gridstar_grid_destroy(twin.grids[1].id()), GridstarStatus::Ok);
    assert_eq!(status(at(0, 0, 0), at(1, 0, 0)), GridstarStatus::FloorWithoutGrid);
    assert_eq!(status(at(1, 0, 0), at(0, 0, 0)), GridstarStatus::FloorWithoutGrid);
    assert_eq!(status(at(0, 0, 0), at(0, 1, 0)), GridstarStatus::Ok);
}

#[test]
fn a_floor_can_get_another_grid_and_links_beyond_it_are_not_taken() {
    let mut twin = Twin::drawn(["....", "...."]);
    twin.link(at(0, 3, 0), at(1, 3, 0), 0.0);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::Ok);
    let small = TestGrid::new(2, 1);
    assert_eq!(gridstar_floors_set_floor(twin.floors.id(), 1, small.id()), GridstarStatus::Ok);
    assert_eq!(twin.floors.floor(1), Ok(small.id()));
    assert_eq!(twin.floors.find_path(at(0, 0, 0), at(1, 0, 0), None).status, GridstarStatus::NoPath);
    let wide = TestGrid::new(9, 1);
    assert_eq!(gridstar_floors_set_floor(twin.floors.id(), 1, wide.id()), GridstarStatus::Ok);
    assert_eq!(twin.floors.find_path(at(0, 0, 0), at(1, 8, 0), None).cost, 8.0);
}

#[test]
fn what_the_def_leaves_open_is_as_the_floor_of_the_start_has_it() {
    let grids = [(DiagonalRule::Never, 2.0, 3.0, 0), (DiagonalRule::Always, 1.0, 1.4, 1)];
    let grids = grids.map(|(rule, straight_cost, diagonal_cost, max_expansions)| {
        let def = GridstarGridDef {
            diagonal_rule: rule_number(rule),
            straight_cost,
            diagonal_cost,
            max_expansions,
            ..default_grid_def(3, 3)
        };
        TestGrid::with_def(&def).unwrap()
    });
    let floors = TestFloors::new(&grids);
    floors.add_link(&link_def(at(0, 2, 2), at(1, 0, 0), 1.0)).unwrap();
    let there = floors.find_path(at(0, 0, 0), at(1, 2, 2), None);
    assert_eq!((there.cost, there.path.len()), (17.0, 10));
    let back = floors.find_path(at(1, 2, 2), at(0, 0, 0), None);
    assert_eq!((back.status, back.expansions), (GridstarStatus::LimitReached, 1));
    let def = GridstarQueryDef { max_expansions: 100, ..default_query_def() };
    let back = floors.find_path(at(1, 2, 2), at(0, 0, 0), Some(&def));
    assert!((back.cost - 6.6).abs() < 1e-12 && back.path.len() == 6, "{back:?}");
}

#[test]
fn a_limit_stops_exactly_the_searches_that_need_more() {
    let mut stopped = 0;
    for seed in 1000..1120 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let free = case.find();
            for limit in
                [1, free.expansions / 2, free.expansions.saturating_sub(1), free.expansions, free.expansions + 1]
            {
                let limited = case.find_within(limit);
                if limit == 0 || limit >= free.expansions && free.status == GridstarStatus::Ok {
                    assert_eq!(limited, free, "limit {limit}: {case}");
                } else if free.status == GridstarStatus::Ok {
                    let end = (limited.status, limited.expansions, limited.cost, limited.path.len());
                    assert_eq!(end, (GridstarStatus::LimitReached, limit, 0.0, 0), "limit {limit}: {case}");
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped > 300, "only {stopped} searches were stopped");
}

#[test]
fn an_answer_does_not_depend_on_what_its_thread_searched_before() {
    for seed in 2000..2060 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let warm = case.find();
            let fresh = std::thread::scope(|scope| scope.spawn(|| case.find()).join().unwrap());
            assert_eq!(warm, fresh, "{case}");
        }
    }
}

/// Queries that promise no cheapest paths, and such that do.
fn other_defs(case: &Case) -> [(GridstarQueryDef, bool); 6] {
    let def = |heuristic, order: GridstarOrder, heuristic_weight| GridstarQueryDef {
        order: order as u32,
        heuristic_weight,
        ..query_def(case.rule, case.costs, heuristic)
    };
    [
        (def(Heuristic::Manhattan, GridstarOrder::AStar, 1.0), false),
        (def(Heuristic::Octile, GridstarOrder::GreedyBestFirst, 1.0), false),
        (def(Heuristic::Octile, GridstarOrder::AStar, 3.0), false),
        (def(Heuristic::Octile, GridstarOrder::Dijkstra, 1.0), true),
        (def(Heuristic::Zero, GridstarOrder::AStar, 1.0), true),
        (def(Heuristic::Euclidean, GridstarOrder::AStar, 0.5), true),
    ]
}

#[test]
fn other_orders_heuristics_and_weights_are_used_within_floors_and_their_paths_are_legal() {
    let mut dearer = [0; 6];
    for seed in 3000..3100 {
        let twin = Twin::random(seed);
        let mut random = Random::new(seed);
        for _ in 0..4 {
            let case = twin.case(twin.cell(&mut random), twin.cell(&mut random));
            let cheapest = case.find();
            for ((def, is_cheapest), dearer) in other_defs(&case).into_iter().zip(&mut dearer) {
                let answer = twin.floors.find_path(case.start, case.goal, Some(&def));
                assert_eq!(answer.status, cheapest.status, "{def:?}: {case}");
                if is_cheapest || answer.status != GridstarStatus::Ok {
                    case.check(&answer);
                    continue;
                }
                let ends = (case.start, case.goal);
                let fine = twin.building.check_path(ends, case.rule, &case.costs, &answer.path);
                let cost =
                    cost_of_fine(fine.unwrap_or_else(|problem| panic!("{problem}, {def:?}: {case}")), &case.costs);
                assert!((answer.cost - cost).abs() < 1e-9 && cost >= cheapest.cost - 1e-9, "{def:?}: {case}");
                *dearer += u32::from(cost > cheapest.cost + 1e-9);
            }
        }
    }
    assert!(dearer[..3].iter().all(|&dearer| dearer > 0), "paths that cost more: {dearer:?}");
}

#[test]
fn a_path_that_does_not_fit_says_how_long_it_is_and_touches_nothing() {
    let mut twin = Twin::drawn(["....", "...."]);
    twin.link(at(0, 3, 0), at(1, 3, 0), 2.0);
    let ends = (at(0, 0, 0), at(1, 0, 0));
    let mark = FloorStep { floor: 7, x: 7, y: 7, link: 7 };
    for capacity in [0, 1, 7] {
        let (mut path, mut result) = (vec![mark; capacity], empty_floor_result());
        let status = twin.floors.find_into(ends, None, &mut path, &mut result);
        assert_eq!(status, GridstarStatus::BufferTooSmall);
        assert_eq!(result, GridstarFloorPathResult { length: 8, ..empty_floor_result() });
        assert!(path.iter().all(|step| *step == mark));
    }
    let (mut path, mut result) = (vec![mark; 9], empty_floor_result());
    assert_eq!(twin.floors.find_into(ends, None, &mut path, &mut result), GridstarStatus::Ok);
    assert_eq!((result.length, path[8]), (8, mark), "what is beyond the path is not touched");
}

#[test]
fn a_link_comes_back_as_it_was_given_and_its_number_is_never_used_again() {
    let twin = Twin::drawn(["...", "..."]);
    let floors = &twin.floors;
    let def = GridstarLinkDef { one_way: 1, closed: 1, ..link_def(at(1, 2, 0), at(0, 1, 0), 2.5) };
    let numbers = [floors.add_link(&def).unwrap(), floors.add_link(&def).unwrap()];
    assert_eq!((numbers, floors.link(1)), ([1, 2], Ok(def)));
    assert_eq!(gridstar_floors_set_link_closed(floors.id(), 1, 0), GridstarStatus::Ok);
    assert_eq!(floors.link(1), Ok(GridstarLinkDef { closed: 0, ..def }));
    assert_eq!(gridstar_floors_remove_link(floors.id(), 2), GridstarStatus::Ok);
    assert_eq!(gridstar_floors_remove_link(floors.id(), 2), GridstarStatus::UnknownLink);
    assert_eq!((floors.link(2), floors.add_link(&def)), (Err(GridstarStatus::UnknownLink), Ok(3)));
    assert_eq!(floors.links(), [1, 3]);
    let info = floors.info().unwrap();
    assert_eq!((info.floor_count, info.link_count, info.revision), (2, 2, 7));
}

#[test]
fn a_refused_link_is_not_added_and_costs_have_a_stated_range() {
    let twin = Twin::drawn(["..", ".."]);
    let (floors, good) = (&twin.floors, link_def(at(0, 0, 0), at(1, 0, 0), 1.0));
    let before = floors.info().unwrap();
    for (bad, status) in [
        (link_def(at(0, 2, 0), at(1, 0, 0), 1.0), GridstarStatus::CellOutside),
        (link_def(at(0, 0, 0), at(1, 0, 1), 1.0), GridstarStatus::CellOutside),
        (link_def(at(2, 0, 0), at(1, 0, 0), 1.0), GridstarStatus::UnknownFloor),
        (GridstarLinkDef { cost: f64::NAN, ..good }, GridstarStatus::BadLinkCost),
        (GridstarLinkDef { cost: -0.1, ..good }, GridstarStatus::BadLinkCost),
        (GridstarLinkDef { one_way: 2, ..good }, GridstarStatus::BadFlag),
    ] {
        assert_eq!(floors.add_link(&bad), Err(status), "{bad:?}");
    }
    assert_eq!(floors.info(), Ok(before));
    let number = floors.add_link(&GridstarLinkDef { cost: f64::MAX, ..good }).unwrap();
    let answer = floors.find_path(at(0, 0, 0), at(1, 1, 0), None);
    assert_eq!((answer.cost, answer.path.len()), (1e9 + 1.0, 3), "10^9 straight steps at the most");
    assert_eq!(gridstar_floors_set_link_cost(floors.id(), number, f64::INFINITY), GridstarStatus::BadLinkCost);
    assert_eq!(floors.link(number).unwrap().cost, f64::MAX);
}

#[test]
fn one_grid_may_be_several_floors() {
    let grid = TestGrid::new(3, 1);
    let floors = TestFloors::new([&grid, &grid, &grid]);
    for floor in 0..2 {
        floors.add_link(&link_def(at(floor, 2, 0), at(floor + 1, 0, 0), 1.0)).unwrap();
    }
    assert_eq!(floors.find_path(at(0, 0, 0), at(2, 2, 0), None).cost, 8.0);
    assert_eq!(grid.set_cell(Cell::new(1, 0), 1), GridstarStatus::Ok);
    assert_eq!(floors.find_path(at(0, 0, 0), at(2, 2, 0), None).status, GridstarStatus::NoPath);
}

#[test]
fn links_cheaper_than_a_unit_are_told_apart() {
    let mut twin = Twin::drawn([".", "."]);
    // A straight step has 5 units: a thousandth of one is 0.0002.
    twin.link(at(0, 0, 0), at(1, 0, 0), 0.0003);
    let cheaper = twin.link(at(0, 0, 0), at(1, 0, 0), 0.0002);
    let answer = twin.find(at(0, 0, 0), at(1, 0, 0));
    assert_eq!((answer.path[1].link, answer.cost), (cheaper, 0.0002));
}

/// So many that estimates end before all of them are measured.
#[test]
fn paths_through_buildings_with_hundreds_of_links_are_cheapest() {
    for seed in 5000..5012 {
        let mut random = Random::new(seed);
        let maps = (0..3).map(|floor| random_map(8 * (seed + floor) + 1).map).collect();
        let mut twin = Twin::of(maps, |_| GridstarEngine::Auto, &mut random);
        twin.seed = seed;
        let (mut found, mut walks) = (0, 0);
        for _ in 0..400 {
            twin.add_random_link(&mut random);
        }
        for _ in 0..20 {
            let (start, goal) = (twin.cell(&mut random), twin.cell(&mut random));
            let answer = twin.find(start, goal);
            found += u32::from(answer.status == GridstarStatus::Ok);
            walks += answer.walks;
        }
        assert!(found > 3 && walks < 20 * 100, "seed {seed}: {found} paths, {walks} walks");
    }
}

#[test]
fn most_walks_of_a_large_building_are_never_searched() {
    let mut twin = Twin::of(vec![CellMap::new(100, 100); 3], |_| GridstarEngine::Auto, &mut Random::new(0));
    let mut random = Random::new(5);
    for _ in 0..40 {
        let (lower, upper) = (random.below(2), twin.cell(&mut random).cell);
        let from = twin.cell(&mut random).cell;
        twin.link(FloorCell { floor: lower, cell: from }, FloorCell { floor: lower + 1, cell: upper }, 3.0);
    }
    let answer = twin.find(at(0, 0, 0), at(2, 99, 99));
    // On floors without obstacles the least that a walk can cost is what it costs.
    assert!(answer.walks <= 3, "{} walks", answer.walks);
}
