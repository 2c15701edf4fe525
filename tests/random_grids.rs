//! Random grids, through the C functions, compared with the reference search. A failure prints the seed, the map and
//! the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, query_def};
use common::field::{TestField, cost_matrix, nearest_goals};
use common::path_check::check_path;
use common::profile::TestProfile;
use common::random_maps::{Random, RandomMap, random_map};
use common::reference::{UnitCosts, costs_from};
use gridstar::ffi::{GridstarQueryDef, GridstarStatus, gridstar_field_update};
use gridstar::grid::{Cell, CellType, Edit, Rect};
use gridstar::index::IndexedGrid;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::{Outcome, Query, Scratch, find_path};
use std::f64::consts::SQRT_2;
use std::fmt;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 8] =
    [(1.0, 1.4), (10.0, 14.0), (1.0, SQRT_2), (1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (0.1, 0.13), (1e6, 1.9e6)];

/// A query on a random map. Displays everything that is needed to repeat it.
struct Case<'a> {
    random: &'a RandomMap,
    start: Cell,
    goal: Cell,
    rule: DiagonalRule,
    costs: StepCosts,
    heuristic: Heuristic,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { random, start, goal, rule, costs, heuristic } = self;
        let (straight, diagonal) = (costs.straight(), costs.diagonal());
        write!(f, "{start:?} to {goal:?}, {rule:?}, costs {straight} and {diagonal}, {heuristic:?}\n{random}")
    }
}

impl Case<'_> {
    /// Whether a path costs no more than on a map without obstacles.
    fn is_direct(&self, path: &[Cell]) -> bool {
        let (straight, diagonal) = (self.costs.straight_units(), self.costs.diagonal_units());
        let diagonal = if self.rule == DiagonalRule::Never { 2 * straight } else { diagonal.min(2 * straight) };
        let cost = |from: Cell, to: Cell| {
            let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
            straight * (dx.max(dy) - dx.min(dy)) + diagonal * dx.min(dy)
        };
        let steps: u32 = path.windows(2).map(|step| cost(step[0], step[1])).sum();
        steps == cost(path[0], path[path.len() - 1])
    }

    fn def(&self) -> GridstarQueryDef {
        query_def(self.rule, self.costs, self.heuristic)
    }

    fn find(&self, grid: &TestGrid) -> PathAnswer {
        grid.find_path(self.start, self.goal, Some(&self.def()))
    }

    fn find_within(&self, grid: &TestGrid, max_expansions: u32) -> PathAnswer {
        grid.find_path(self.start, self.goal, Some(&GridstarQueryDef { max_expansions, ..self.def() }))
    }

    /// The status that the reference search's `cheapest` cost implies.
    fn expected_status(&self, cheapest: Option<u64>) -> GridstarStatus {
        let map = &self.random.map;
        if !map.contains(self.start) {
            GridstarStatus::StartOutside
        } else if !map.contains(self.goal) {
            GridstarStatus::GoalOutside
        } else if self.start != self.goal && !map.is_walkable(self.goal) {
            GridstarStatus::GoalBlocked
        } else if cheapest.is_none() {
            GridstarStatus::NoPath
        } else {
            GridstarStatus::Ok
        }
    }

    fn check(&self, answer: &PathAnswer, cheapest: Option<u64>) {
        assert_eq!(answer.status, self.expected_status(cheapest), "{self}");
        if answer.status != GridstarStatus::Ok {
            assert_eq!((answer.cost, answer.path.len()), (0.0, 0), "{self}");
            return;
        }
        let steps = check_path(&self.random.map, self.start, self.goal, self.rule, &answer.path)
            .unwrap_or_else(|problem| panic!("{problem}\n{self}"));
        let units = UnitCosts::of(&self.costs).sum(steps);
        assert_eq!(answer.cost, self.costs.cost_of(units), "the cost is not the sum of the steps: {self}");
        let cheapest = cheapest.expect("OK without a path");
        if self.heuristic == Heuristic::Octile || self.rule == DiagonalRule::Never {
            assert_eq!(units, cheapest, "{self}");
        } else {
            assert!(units >= cheapest, "{units} units are below the optimal {cheapest}: {self}");
        }
    }
}

/// One start, and goals on walkable cells, on obstacles, at the start itself and outside the map.
fn ends(random: &mut Random, on: &RandomMap) -> (Cell, Vec<Cell>) {
    let map = &on.map;
    // Some starts are obstacles.
    let start = if random.percent(85) { random.walkable_cell(map) } else { random.cell(map) };
    let outside = Cell::new(map.width(), random.below(map.height() as u32) as i32);
    let mut goals = vec![start, outside, random.cell(map), random.cell(map)];
    goals.extend((0..4).map(|_| random.walkable_cell(map)));
    (start, goals)
}

/// Calls `test` with cases of every rule, pair of costs and heuristic, and with the optimal cost of each.
fn for_each_case(seeds: std::ops::Range<u64>, mut test: impl FnMut(&Case, &TestGrid, Option<u64>)) {
    for seed in seeds {
        let random = random_map(seed);
        let grid = TestGrid::from_map(&random.map);
        let (start, goals) = ends(&mut Random::new(!seed), &random);
        for (rule, costs) in RULES.into_iter().flat_map(|rule| COSTS.map(|costs| (rule, costs))) {
            let costs = StepCosts::new(costs.0, costs.1).unwrap();
            let cheapest = costs_from(&random.map, start, rule, UnitCosts::of(&costs), None);
            for &goal in &goals {
                let cheapest = if random.map.contains(goal) { cheapest[random.map.index(goal)] } else { None };
                for heuristic in [Heuristic::Octile, Heuristic::Manhattan] {
                    test(&Case { random: &random, start, goal, rule, costs, heuristic }, &grid, cheapest);
                }
            }
        }
    }
}

#[test]
fn paths_are_cheapest_and_exist_exactly_when_the_reference_finds_one() {
    let mut found = 0;
    let mut without_path = 0;
    for_each_case(0..1000, |case, grid, cheapest| {
        let answer = case.find(grid);
        case.check(&answer, cheapest);
        found += u32::from(answer.path.len() > 2);
        without_path += u32::from(answer.status == GridstarStatus::NoPath);
    });
    assert!(found > 100_000 && without_path > 10_000, "too few cases: {found} paths, {without_path} without a path");
}

#[test]
fn a_start_outside_is_told_before_a_goal_outside() {
    let random = random_map(0);
    let grid = TestGrid::from_map(&random.map);
    let outside = [Cell::new(-1, 0), Cell::new(0, random.map.height()), Cell::new(i32::MIN, i32::MAX)];
    for start in outside {
        for goal in [Cell::new(0, 0), start] {
            let case = Case {
                random: &random,
                start,
                goal,
                rule: DiagonalRule::Always,
                costs: StepCosts::default(),
                heuristic: Heuristic::Octile,
            };
            let answer = case.find(&grid);
            assert_eq!((answer.status, answer.expansions), (GridstarStatus::StartOutside, 0), "{case}");
        }
    }
}

#[test]
fn a_limit_stops_exactly_the_searches_that_need_more() {
    for_each_case(2000..2160, |case, grid, _| {
        // Below 256 a search derives nothing, and A* answers.
        let (unlimited, small) = (case.find(grid), case.find_within(grid, 255));
        let around = |count: u32| [1, count / 2, count.saturating_sub(1), count, count + 1];
        for limit in around(unlimited.expansions).into_iter().chain(around(small.expansions)) {
            let limited = case.find_within(grid, limit);
            let free = if limit > 0 && limit < 256 { &small } else { &unlimited };
            if free.status == GridstarStatus::LimitReached {
                assert_eq!((limited.status, limited.expansions), (GridstarStatus::LimitReached, limit), "{case}");
                continue;
            }
            if limit > 0 && free.status == GridstarStatus::NoPath {
                // The limit also bounds the check whether the goal is reachable.
                let stopped = (limited.status, limited.expansions) == (GridstarStatus::LimitReached, limit);
                assert!(limited == *free || stopped, "limit {limit}: {case}");
            } else if limit == 0 || limit >= free.expansions {
                assert_eq!(limited, *free, "limit {limit}: {case}");
            } else {
                assert_eq!((limited.status, limited.expansions), (GridstarStatus::LimitReached, limit), "{case}");
                assert_eq!((limited.cost, limited.path.len()), (0.0, 0), "limit {limit}: {case}");
            }
        }
    });
}

#[test]
fn a_trace_has_the_same_path_and_names_no_cell_too_often() {
    for_each_case(3000..3160, |case, grid, _| {
        let traced = grid.trace_path(case.start, case.goal, Some(&case.def()));
        let PathAnswer { expanded, .. } = &traced;
        assert_eq!(PathAnswer { expanded: Vec::new(), ..traced.clone() }, case.find(grid), "{case}");
        assert_eq!(expanded.len(), traced.expansions as usize, "{case}");
        assert!(expanded.is_empty() || expanded[0] == case.start, "the start is not expanded first: {case}");
        assert!(!expanded.contains(&case.goal), "the goal is expanded: {case}");
        // Between two expanded cells a path makes at most one diagonal and one straight jump. Its end may be a direct
        // way, which costs as much as on an open map.
        let mut turns = 0;
        for (number, corner) in traced.path.windows(3).enumerate() {
            if case.is_direct(&traced.path[number + 1..]) {
                break;
            }
            let step = |from: Cell, to: Cell| (to.x - from.x, to.y - from.y);
            turns += u32::from(step(corner[0], corner[1]) != step(corner[1], corner[2]));
            if expanded.contains(&corner[1]) {
                turns = 0;
            }
            assert!(turns <= 1, "the path turns at a cell that was not expanded: {case}");
        }
        if case.heuristic == Heuristic::Octile {
            let mut cells = expanded.clone();
            cells.sort_unstable();
            assert!(cells.windows(2).all(|cells| cells[0] != cells[1]), "a cell is expanded twice: {case}");
        }
    });
}

/// Finds a path with the Rust functions and new memory that no search has used.
fn find_with_new_scratch(case: &Case) -> Option<(Vec<Cell>, u64, u32)> {
    let map = &case.random.map;
    let mut grid = IndexedGrid::new(map.width() as u32, map.height() as u32).unwrap();
    for cell in map.cells().filter(|&cell| !map.is_walkable(cell)) {
        grid.edit(&Edit::set(cell, CellType::OBSTACLE)).unwrap();
    }
    let Case { start, goal, rule: diagonal_rule, costs, heuristic, .. } = *case;
    let query = Query { diagonal_rule, costs, heuristic, ..Query::new(start, goal) };
    let mut scratch = Scratch::new();
    let answer = find_path(&grid, &query, &mut scratch).unwrap();
    match answer.outcome {
        Outcome::Found(path) => Some((path.to_vec(), path.cost_parts(), answer.expansions)),
        _ => None,
    }
}

#[test]
fn an_answer_does_not_depend_on_what_its_thread_searched_before() {
    let mut number = 0_u32;
    for_each_case(4000..4096, |case, grid, cheapest| {
        // This thread has searched all earlier maps, larger and smaller ones.
        let warm = case.find(grid);
        let new = find_with_new_scratch(case);
        assert_eq!(warm.status == GridstarStatus::Ok, new.is_some(), "{case}");
        if let Some((path, units, expansions)) = new {
            assert_eq!((&warm.path, warm.expansions), (&path, expansions), "{case}");
            assert!(cheapest.is_some_and(|cheapest| units >= cheapest), "{case}");
        }
        number += 1;
        if number.is_multiple_of(64) {
            let fresh = std::thread::scope(|scope| scope.spawn(|| case.find(grid)).join().unwrap());
            assert_eq!(warm, fresh, "{case}");
        }
    });
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_answer(&mut self, answer: &PathAnswer) {
        self.add(&(answer.status as i32).to_le_bytes());
        self.add(&answer.cost.to_bits().to_le_bytes());
        self.add(&answer.expansions.to_le_bytes());
        answer.path.iter().for_each(|cell| self.add_cell(cell.x, cell.y));
    }

    fn add_cell(&mut self, x: i32, y: i32) {
        self.add(&x.to_le_bytes());
        self.add(&y.to_le_bytes());
    }
}

/// By rule in `RULES`: a hash of all answers on the maps of seeds 1000 to 1047.
///
/// A difference on one platform, or in one build profile only, is a bug: lockstep games rely on equal paths everywhere.
/// If a change of the search deliberately prefers other paths of equal cost, say so in the changelog, and take the new
/// hashes from this test's message.
const HASHES: [u64; 4] = [0x56ee1f8a2e50a24d, 0x96e2e96ed67fe5f3, 0x2bd97c7e8ee5480d, 0x5c5d1011f4b540d9];

#[test]
fn paths_are_the_same_on_every_platform_and_in_every_build() {
    let mut hashes = RULES.map(|rule| (rule, Fnv(0xcbf2_9ce4_8422_2325)));
    for_each_case(1000..1048, |case, grid, _| {
        for (_, hash) in hashes.iter_mut().filter(|(rule, _)| *rule == case.rule) {
            hash.add_answer(&case.find(grid));
        }
    });
    let hashes = hashes.map(|(_, hash)| hash.0);
    assert!(hashes == HASHES, "the answers on seeds 1000 to 1047 have changed: {hashes:#018x?}");
}

/// Hash of what fields tell, before and after edits.
const FIELDS_HASH: u64 = 0x94e0_9a9a_8258_2239;

/// Costs, next cells, velocities, paths, ranges, matrices and nearest goals.
#[test]
fn fields_are_the_same_on_every_platform_and_in_every_build() {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    let profile = TestProfile::new();
    assert_eq!(profile.set_costs(2, &[1.5, 0.4, 3.0]), GridstarStatus::Ok);
    for seed in 1000..1024 {
        let random_map = random_map(seed);
        let (map, mut random) = (&random_map.map, Random::new(!seed));
        let grid = TestGrid::from_map(map);
        let rule = RULES[random.below(4) as usize];
        let costs = COSTS[random.below(8) as usize];
        let mut def = query_def(rule, StepCosts::new(costs.0, costs.1).unwrap(), Heuristic::Octile);
        if seed % 2 == 1 {
            for _ in 0..20 {
                assert_eq!(grid.set_cell(random.cell(map), random.between(2, 4)), GridstarStatus::Ok);
            }
            def.profile = profile.id();
        }
        let cells: Vec<Cell> = (0..4).map(|_| random.walkable_cell(map)).collect();
        let field = TestField::create(&grid, &cells[..2], (seed % 3 / 2) as u32, 0, Some(&def)).unwrap();
        for _ in 0..3 {
            let whole = Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 };
            field.costs(whole).unwrap().iter().for_each(|cost| hash.add(&cost.to_bits().to_le_bytes()));
            let positions: Vec<[f32; 3]> =
                cells.iter().map(|cell| [cell.x as f32 + 0.31, 0.0, cell.y as f32 + 0.72]).collect();
            field.velocities(&positions, 1.7).unwrap().iter().flatten().for_each(|part| hash.add(&part.to_le_bytes()));
            field.path(cells[3]).1.iter().for_each(|cell| hash.add_cell(cell.x, cell.y));
            for one in field.steps(&cells).unwrap().iter().chain(&field.range(5.0 * costs.0, true, 50).unwrap()) {
                hash.add(&one.cost.to_bits().to_le_bytes());
                hash.add_cell(one.x, one.y);
            }
            field.border(7.0 * costs.0).unwrap().iter().for_each(|cell| hash.add_cell(cell.x, cell.y));
            let matrix = cost_matrix(&grid, &cells[..2], &cells[2..], Some(&def)).unwrap();
            matrix.iter().for_each(|cost| hash.add(&cost.to_bits().to_le_bytes()));
            for goal in nearest_goals(&grid, cells[3], &cells[..3], 0, Some(&def)).unwrap() {
                hash.add(&goal.index.to_le_bytes());
            }
            let door = random.cell(map);
            assert_eq!(grid.set_cell(door, random.below(2)), GridstarStatus::Ok);
            assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
        }
    }
    assert!(hash.0 == FIELDS_HASH, "what fields tell has changed: {:#018x}", hash.0);
}
