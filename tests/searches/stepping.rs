//! Stepped searches: the same result as an unstepped search, and everything a stepper shows on the way. A failure
//! prints the seed, the map and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def, heuristic_number, order_number, query_def};
use common::cell_map::CellMap;
use common::path_check::step_is_legal;
use common::random_maps::{Random, RandomMap, random_map};
use common::reach::most_cost;
use common::stepper::TestStepper;
use common::terrain::{AgentMap, cost_of_parts};
use common::terrain_world::{Case, World};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];

const UNSEEN: u32 = GridstarSearchCellState::Unseen as u32;
const OPEN: u32 = GridstarSearchCellState::Open as u32;
const CLOSED: u32 = GridstarSearchCellState::Closed as u32;

/// A grid whose engine is A* over cells.
fn grid_of(map: &CellMap) -> TestGrid {
    let def = GridstarGridDef {
        engine: GridstarEngine::AStar as u32,
        ..default_grid_def(map.width() as u32, map.height() as u32)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
    grid
}

fn whole(map: &CellMap) -> Rect {
    Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 }
}

/// Calls `test` with queries of every kind on each map.
fn for_each_query(
    seeds: std::ops::Range<u64>,
    mut test: impl FnMut(&RandomMap, &TestGrid, (Cell, Cell), &GridstarQueryDef, &str),
) {
    for seed in seeds {
        let random = random_map(seed);
        let grid = grid_of(&random.map);
        let mut choose = Random::new(!seed);
        for rule in RULES {
            for order in [Order::AStar, Order::Dijkstra, Order::GreedyBestFirst] {
                let (straight, diagonal) = [(10.0, 14.0), (1.0, 1.4), (1.0, 1.0)][choose.below(3) as usize];
                let heuristic = HEURISTICS[choose.below(5) as usize];
                let def = GridstarQueryDef {
                    order: order_number(order),
                    heuristic_weight: [1.0, 0.5, 2.0][choose.below(3) as usize],
                    max_expansions: if choose.percent(20) { choose.between(1, 60) } else { 0 },
                    ..query_def(rule, StepCosts::new(straight, diagonal).unwrap(), heuristic)
                };
                let start =
                    if choose.percent(90) { choose.walkable_cell(&random.map) } else { choose.cell(&random.map) };
                let goal =
                    if choose.percent(90) { choose.walkable_cell(&random.map) } else { choose.cell(&random.map) };
                let case = format!("{start:?} to {goal:?}, {rule:?}, {def:?}\n{random}");
                test(&random, &grid, (start, goal), &def, &case);
            }
        }
    }
}

#[test]
fn stepped_by_any_number_a_search_gives_the_path_the_cost_and_the_expansions_of_a_plain_one() {
    let (mut found, mut limited, mut failed) = (0, 0, 0);
    for_each_query(0..400, |_, grid, (start, goal), def, case| {
        let plain = grid.trace_path(start, goal, Some(def));
        for step in [1, 7, u32::MAX, 0] {
            let stepper = TestStepper::begin(grid, start, goal, Some(def)).unwrap();
            let mut expanded = Vec::new();
            let mut status = stepper.begun;
            // A step of 0 stands for finishing at once.
            while status == GridstarStatus::StillRunning && step > 0 {
                status = stepper.advance(step);
                let changes = stepper.changes();
                let now = changes.iter().filter(|change| change.kind == GridstarSearchChangeKind::Expanded as u32);
                expanded.extend(now.map(|change| Cell::new(change.x, change.y)));
            }
            let end = stepper.finish();
            assert_eq!((end.status, &end.path), (plain.status, &plain.path), "steps of {step}: {case}");
            assert!(step == 0 || status == end.status, "steps of {step}: {case}");
            assert_eq!((end.result.cost, end.result.revision), (plain.cost, plain.revision), "steps of {step}: {case}");
            assert_eq!(end.result.engine, GridstarEngine::AStar as u32);
            // An unstepped search does not report the expansions of a failed search.
            if plain.status != GridstarStatus::NoPath {
                assert_eq!(end.result.expansions, plain.expansions, "steps of {step}: {case}");
                assert!(step == 0 || expanded == plain.expanded, "steps of {step}: {case}");
            }
        }
        match plain.status {
            GridstarStatus::Ok => found += 1,
            GridstarStatus::LimitReached => limited += 1,
            GridstarStatus::NoPath => failed += 1,
            _ => {}
        }
    });
    assert!(found > 2500 && limited > 100 && failed > 200, "{found} found, {limited} limited, {failed} failed");
}

/// The changes alone must give the same picture as the cells.
#[test]
fn changes_and_cells_tell_the_same_story() {
    for_each_query(1000..1160, |random, grid, (start, goal), def, case| {
        let map = &random.map;
        let stepper = TestStepper::begin(grid, start, goal, Some(def)).unwrap();
        let mut states = HashMap::new();
        let mut expansions = 0;
        loop {
            for change in stepper.changes() {
                let cell = Cell::new(change.x, change.y);
                if change.kind == GridstarSearchChangeKind::Expanded as u32 {
                    expansions += 1;
                    assert_eq!(states.insert(cell, CLOSED), Some(OPEN), "{case}");
                } else if change.kind == GridstarSearchChangeKind::Added as u32 {
                    assert_eq!(states.insert(cell, OPEN), None, "{case}");
                } else {
                    assert_eq!(states.insert(cell, OPEN), Some(OPEN), "{case}");
                }
                assert_eq!(change.expansion, expansions, "{case}");
            }
            let info = stepper.info().unwrap();
            assert_eq!(info.change_count as usize, stepper.changes().len());
            let open = states.values().filter(|&&state| state == OPEN).count() as u32;
            assert_eq!((info.open_count, info.expansions), (open, states.len() as u32 - open), "{case}");
            let cells = stepper.cells(whole(map));
            for cell in &cells {
                let at = Cell::new(cell.x, cell.y);
                assert_eq!(cell.state, states.get(&at).copied().unwrap_or(UNSEEN), "{case}");
                assert_eq!(cell.cell_type, u32::from(!map.is_walkable(at)), "{case}");
                check_costs(map, start, def, &cells, cell, case);
            }
            check_open(&stepper, def, &cells, case);
            if info.status != GridstarStatus::StillRunning as i32 {
                break;
            }
            stepper.advance(1 + expansions / 4);
        }
    });
}

/// g is the parent's g plus the step's cost, the step is legal, and f follows from g and h.
fn check_costs(
    map: &CellMap,
    start: Cell,
    def: &GridstarQueryDef,
    cells: &[GridstarSearchCell],
    cell: &GridstarSearchCell,
    case: &str,
) {
    let at = Cell::new(cell.x, cell.y);
    if cell.state == UNSEEN {
        assert_eq!((cell.g, cell.h, cell.f, cell.parent_dx, cell.parent_dy), (0.0, 0.0, 0.0, 0, 0), "{case}");
        return;
    }
    let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
    assert!(near(cell.f, cell.g + def.heuristic_weight * cell.h), "{cell:?}: {case}");
    if at == start {
        assert_eq!((cell.g, cell.parent_dx, cell.parent_dy), (0.0, 0, 0), "{case}");
        return;
    }
    let parent = Cell::new(at.x + cell.parent_dx, at.y + cell.parent_dy);
    let rule = RULES[def.diagonal_rule as usize - 1];
    assert!(step_is_legal(map, parent, at, rule), "{cell:?}: {case}");
    let before = &cells[map.index(parent)];
    let step = if cell.parent_dx * cell.parent_dy == 0 { def.straight_cost } else { def.diagonal_cost };
    assert_eq!(before.state, CLOSED, "{cell:?}: {case}");
    assert!(near(cell.g, before.g + step), "{cell:?}: {case}");
}

/// The open list is sorted by the order's key, then by h. Its first cell is expanded next.
fn check_open(stepper: &TestStepper, def: &GridstarQueryDef, cells: &[GridstarSearchCell], case: &str) {
    let open = stepper.open(0);
    assert_eq!(open.len(), cells.iter().filter(|cell| cell.state == OPEN).count(), "{case}");
    assert_eq!(stepper.open(3), open[..open.len().min(3)], "{case}");
    let key = |cell: &GridstarSearchCell| match def.order {
        1 => cell.f,
        2 => cell.g,
        _ => cell.h,
    };
    for pair in open.windows(2) {
        let later = key(&pair[1]) - key(&pair[0]);
        assert!(later > -1e-9 && (later > 1e-9 || pair[0].h <= pair[1].h + 1e-9), "{pair:?}: {case}");
    }
    for cell in &open {
        assert!(cells.contains(cell), "{cell:?}: {case}");
    }
}

#[test]
fn the_first_open_cell_is_the_next_one() {
    for_each_query(2000..2040, |_, grid, (start, goal), def, case| {
        let stepper = TestStepper::begin(grid, start, goal, Some(def)).unwrap();
        let mut status = stepper.begun;
        while status == GridstarStatus::StillRunning {
            let next = stepper.open(1)[0];
            status = stepper.advance(1);
            if let Some(change) = stepper.changes().first() {
                assert_eq!((change.x, change.y), (next.x, next.y), "{case}");
            }
        }
        if status == GridstarStatus::Ok {
            let next = stepper.open(1)[0];
            assert_eq!(Cell::new(next.x, next.y), goal, "the goal is not the first open cell: {case}");
        }
    });
}

/// A wall with a gap. The search and everything it shows keep the state of its beginning, even after the grid is
/// destroyed.
#[test]
fn a_stepper_keeps_the_grid_as_it_was_when_it_began() {
    let map = CellMap::parse(
        "..#..
         .....
         ..#..",
    );
    let (start, goal) = (Cell::new(0, 0), Cell::new(4, 0));
    let grid = grid_of(&map);
    let before = grid.find_path(start, goal, None);
    let revision = grid.revision();
    let stepper = TestStepper::begin(&grid, start, goal, None).unwrap();
    assert_eq!(stepper.advance(1), GridstarStatus::StillRunning);
    assert_eq!(grid.set_cell(Cell::new(2, 1), 1), GridstarStatus::Ok);
    assert_eq!(grid.find_path(start, goal, None).status, GridstarStatus::NoPath);
    assert_eq!(stepper.info().unwrap().revision, revision);
    assert_eq!(stepper.cells(Rect { x: 2, y: 1, width: 1, height: 1 })[0].cell_type, 0);
    let later = TestStepper::begin(&grid, start, goal, None).unwrap();
    drop(grid);
    assert_eq!(stepper.advance(1), GridstarStatus::StillRunning);
    let end = stepper.finish();
    assert_eq!((end.status, end.path, end.result.cost), (GridstarStatus::Ok, before.path, before.cost));
    assert_eq!(end.result.revision, revision);
    assert_eq!((later.info().unwrap().revision, later.finish().status), (revision + 1, GridstarStatus::NoPath));
}

#[test]
fn a_search_that_has_ended_stays_at_its_end_and_its_path_can_be_had_again() {
    let grid = grid_of(&CellMap::new(6, 1));
    let stepper = TestStepper::begin(&grid, Cell::new(0, 0), Cell::new(3, 0), None).unwrap();
    assert_eq!(stepper.advance(2), GridstarStatus::StillRunning);
    // After the third expansion the goal is the next cell, so the search ends in the same call.
    assert_eq!(stepper.advance(1), GridstarStatus::Ok);
    assert_eq!(stepper.changes().iter().map(|change| change.expansion).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(stepper.advance(5), GridstarStatus::Ok);
    assert_eq!(stepper.changes(), []);
    let info = stepper.info().unwrap();
    assert_eq!((info.expansions, info.open_count, info.status), (3, 1, 0));
    assert_eq!(stepper.finish(), stepper.finish());
    assert_eq!(stepper.finish().path.len(), 4);
}

#[test]
fn a_search_that_ends_at_once_has_a_stepper_that_says_so() {
    let map = CellMap::parse(
        "..#
         ...",
    );
    let grid = grid_of(&map);
    for (start, goal, expected) in [
        (Cell::new(-1, 0), Cell::new(0, 0), GridstarStatus::StartOutside),
        (Cell::new(0, 0), Cell::new(0, 2), GridstarStatus::GoalOutside),
        (Cell::new(0, 0), Cell::new(2, 0), GridstarStatus::GoalBlocked),
    ] {
        let stepper = TestStepper::begin(&grid, start, goal, None).unwrap();
        assert_eq!((stepper.begun, stepper.advance(1), stepper.finish().status), (expected, expected, expected));
        let info = stepper.info().unwrap();
        assert_eq!((info.expansions, info.open_count, info.change_count), (0, 0, 0));
        assert!(stepper.cells(whole(&map)).iter().all(|cell| cell.state == UNSEEN));
        assert_eq!(stepper.open(0), []);
    }
    // A start that is the goal needs no expansion, even if it is an obstacle.
    for end in [Cell::new(0, 0), Cell::new(2, 0)] {
        let stepper = TestStepper::begin(&grid, end, end, None).unwrap();
        assert_eq!((stepper.begun, stepper.advance(0)), (GridstarStatus::StillRunning, GridstarStatus::Ok));
        assert_eq!((stepper.finish().path, stepper.finish().result.expansions), (vec![end], 0));
    }
}

#[test]
fn a_stepper_of_a_grid_with_jump_points_steps_from_cell_to_cell_by_the_grids_own_settings() {
    let def = GridstarGridDef {
        heuristic: heuristic_number(Heuristic::Chebyshev),
        heuristic_weight: 0.25,
        order: order_number(Order::AStar),
        max_expansions: 1000,
        ..default_grid_def(20, 20)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    let (start, goal) = (Cell::new(1, 1), Cell::new(18, 12));
    let stepper = TestStepper::begin(&grid, start, goal, None).unwrap();
    let info = stepper.info().unwrap();
    assert_eq!((info.order, info.heuristic, info.heuristic_weight, info.max_expansions), (1, 4, 0.25, 1000));
    assert_eq!((info.start_x, info.goal_x, info.goal_y, info.width, info.height), (1, 18, 12, 20, 20));
    let bytes = info.bytes;
    let end = stepper.finish();
    assert_eq!((end.status, end.result.cost), (GridstarStatus::Ok, grid.find_path(start, goal, None).cost));
    assert!(stepper.info().unwrap().bytes > bytes);
    let octile = GridstarQueryDef { heuristic: 1, heuristic_weight: 1.0, ..default_query_def() };
    let jumped = grid.find_path(start, goal, Some(&octile));
    assert_eq!(jumped.engine, GridstarEngine::JumpPoints as u32);
    let stepped = TestStepper::begin(&grid, start, goal, Some(&octile)).unwrap().finish();
    assert_eq!(stepped.result.cost, jumped.cost);
    assert!(stepped.result.expansions > jumped.expansions);
}

/// Concurrent calls take turns. A read always shows a state between two expansions.
#[test]
fn calls_from_two_threads_come_one_after_another() {
    let map = CellMap::new(48, 48);
    let grid = grid_of(&map);
    let (start, goal) = (Cell::new(0, 0), Cell::new(47, 30));
    let dijkstra = GridstarQueryDef { order: order_number(Order::Dijkstra), ..default_query_def() };
    let plain = grid.find_path(start, goal, Some(&dijkstra));
    for _ in 0..8 {
        let stepper = TestStepper::begin(&grid, start, goal, Some(&dijkstra)).unwrap();
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while stepper.advance(3) == GridstarStatus::StillRunning {}
                    ended.store(true, Ordering::Release);
                });
            }
            while !ended.load(Ordering::Acquire) {
                let cells = stepper.cells(whole(&map));
                let open = cells.iter().filter(|cell| cell.state == OPEN).count();
                assert!(open > 0 && stepper.info().unwrap().open_count > 0);
            }
        });
        let end = stepper.finish();
        assert_eq!((end.path, end.result.expansions), (plain.path.clone(), plain.expansions));
    }
    // One thread destroys the stepper while another steps it.
    let stepper = TestStepper::begin(&grid, start, goal, Some(&dijkstra)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| while (stepper.advance(1) as i32) > 0 {});
        assert_eq!(gridstar_destroy(stepper.id()), GridstarStatus::Ok);
    });
    assert_eq!(stepper.advance(1), GridstarStatus::InvalidId);
    assert_eq!(gridstar_destroy(stepper.id()), GridstarStatus::InvalidId);
    assert_eq!(gridstar_is_valid(stepper.id(), GridstarKind::Stepper as u32), GridstarStatus::InvalidId);
}

/// The cells that an agent can pay for, by Dijkstra's algorithm with a limit of cost, wherever the goal lies.
#[test]
fn dijkstra_with_a_limit_of_cost_reaches_all_cells_within_it_and_no_others() {
    let (mut cells_seen, mut ended_by_cost) = (0, 0);
    for seed in 0..60 {
        let world = World::new(seed, &[GridstarEngine::AStar]);
        let mut random = Random::new(seed ^ 0xd1f);
        for _ in 0..4 {
            let query = world.query(&mut random);
            let agent_map = AgentMap::new(&world.terrain, &query.agent);
            let (start, goal) = (world.end(&agent_map, &mut random), world.end(&agent_map, &mut random));
            if !agent_map.stands.contains(start) || !agent_map.stands.is_walkable(goal) {
                continue;
            }
            let costs = agent_map.costs_from(start, query.rule, &query.costs, None);
            // Some cells cost exactly the limit.
            let reached: Vec<u128> = costs.iter().flatten().copied().filter(|&parts| parts > 0).collect();
            let Some(&limit) = reached.get(random.below(reached.len().max(1) as u32) as usize) else { continue };
            let max_cost = cost_of_parts(limit, &query.costs);
            let def = GridstarQueryDef { order: GridstarOrder::Dijkstra as u32, max_cost, ..query.def() };
            let def = GridstarQueryDef { max_expansions: u32::MAX, path_form: 0, ..def };
            let stepper = TestStepper::begin(&world.grids[0], start, goal, Some(&def)).unwrap();
            let status = stepper.advance(u32::MAX);
            let case = Case(&world, &query, (start, goal), format!("limit {max_cost}, {status:?}"));
            let most = most_cost(&agent_map, &query.costs, max_cost);
            let is_within = |cell: Cell| {
                let cost = costs[agent_map.stands.index(cell)];
                cost.is_some_and(|parts| cost_of_parts(parts, &query.costs) <= most)
            };
            let right = if is_within(goal) { GridstarStatus::Ok } else { GridstarStatus::CostLimitReached };
            assert_eq!(status, right, "{case}");
            let (width, height) = (world.terrain.width as u32, world.terrain.height as u32);
            let seen = stepper.cells(Rect { x: 0, y: 0, width, height });
            for cell in &seen {
                let at = Cell::new(cell.x, cell.y);
                let is_seen = cell.state != GridstarSearchCellState::Unseen as u32;
                // A search that finds its goal ends before it has seen all cells.
                let is_right = if is_within(at) { is_seen || status == GridstarStatus::Ok } else { !is_seen };
                assert!(is_right, "{at:?} is seen: {is_seen}, {case}");
                cells_seen += u32::from(is_seen);
            }
            ended_by_cost += u32::from(status == GridstarStatus::CostLimitReached);
        }
    }
    assert!(cells_seen > 3000 && ended_by_cost > 20, "{:?}", (cells_seen, ended_by_cost));
}
