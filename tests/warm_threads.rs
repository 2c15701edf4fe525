//! Threads that have searched before and then run out of memory: the search reports it, and later searches are right.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::{TestGrid, default_grid_def, default_query_def, empty_result, order_number, rule_number, turn};
use common::cell_map::CellMap;
use common::floors::{TestFloors, empty_floor_result, link_def};
use common::random_maps::Random;
use counting_allocator::ALLOWED;
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use gridstar::search::Order;

const SEED: u64 = 7;

/// The sides of three maps, in ascending order.
const SIDES: [u32; 3] = [20, 70, 130];

/// One grid for each engine, all with the same cells, and floors made of them.
struct World {
    side: u32,
    grids: Vec<(GridstarEngine, TestGrid)>,
    floors: TestFloors,
}

/// A kind of query.
#[derive(Clone, Copy, Debug)]
struct Way {
    grid: usize,
    def: GridstarQueryDef,
    is_traced: bool,
    /// Whether the goal is walled in.
    fails: bool,
}

/// A thread's buffers, so that only the library allocates.
struct Places {
    path: Vec<Cell>,
    expanded: Vec<Cell>,
    floor_path: Vec<FloorStep>,
}

/// Status, cost and expansions.
type Answer = (GridstarStatus, f64, u32);

impl Places {
    fn new() -> Self {
        let cells = (SIDES[2] * SIDES[2]) as usize;
        Self {
            path: vec![Cell::default(); cells],
            expanded: vec![Cell::default(); 2 * cells],
            floor_path: vec![FloorStep::default(); cells],
        }
    }
}

impl World {
    fn new(side: u32) -> Self {
        let (mut map, mut random) = (CellMap::new(side, side), Random::new(SEED));
        for cell in map.cells() {
            map.set_obstacle(cell, random.percent(20));
        }
        let last = side as i32 - 1;
        for (x, y) in [(0, 0), (1, 0), (0, 1), (last, last), (last - 1, last), (last, last - 1)] {
            map.set_obstacle(Cell::new(x, y), false);
        }
        for (x, y) in [(last - 1, 0), (last - 1, 1), (last, 1)] {
            map.set_obstacle(Cell::new(x, y), true);
        }
        map.set_obstacle(Cell::new(last, 0), false);
        let grids = [GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks].map(|engine| {
            let grid = TestGrid::with_def(&GridstarGridDef { engine: engine as u32, ..default_grid_def(side, side) });
            let grid = grid.unwrap();
            assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
            (engine, grid)
        });
        let floors = TestFloors::new([&grids[1].1, &grids[0].1]);
        for x in 0..side as i32 {
            let [lower, upper] = [0, 1].map(|floor| FloorCell::new(floor, x, last));
            floors.add_link(&link_def(lower, upper, f64::from(x) + 1.0)).unwrap();
        }
        let world = Self { side, grids: grids.into(), floors };
        // Makes the grids derive everything now.
        let mut places = Places::new();
        for _ in 0..2 {
            world.ask_all(&mut places);
        }
        world
    }

    fn ways() -> Vec<Way> {
        let plain = default_query_def();
        let with_rule = |rule| GridstarQueryDef { diagonal_rule: rule_number(rule), ..plain };
        let with_order = |order| GridstarQueryDef { order: order_number(order), ..plain };
        let rules = [DiagonalRule::Always, DiagonalRule::BothFree, DiagonalRule::Never].map(with_rule);
        let defs: Vec<_> = rules.into_iter().chain([Order::Dijkstra, Order::GreedyBestFirst].map(with_order)).collect();
        let mut ways = Vec::new();
        for (grid, def) in (0..3).flat_map(|grid| defs.iter().map(move |def| (grid, *def))) {
            for (is_traced, fails) in [(false, false), (true, false), (false, true)] {
                ways.push(Way { grid, def, is_traced, fails });
            }
        }
        ways
    }

    fn ask(&self, way: &Way, places: &mut Places) -> Answer {
        let (grid, last) = (self.grids[way.grid].1.id(), self.side as i32 - 1);
        let (goal_x, goal_y) = if way.fails { (last, 0) } else { (last, last) };
        let mut result = empty_result();
        let Places { path, expanded, .. } = places;
        let (place, capacity) = (path.as_mut_ptr(), path.len() as u32);
        // SAFETY: pointers and lengths of vectors, and pointers from references.
        let status = unsafe {
            if way.is_traced {
                let (trace, room) = (expanded.as_mut_ptr(), expanded.len() as u32);
                gridstar_grid_trace_path(
                    grid,
                    &Cell::new(0, 0),
                    &Cell::new(goal_x, goal_y),
                    &way.def,
                    trace,
                    room,
                    &mut result,
                )
            } else {
                gridstar_grid_find_path(
                    grid,
                    &Cell::new(0, 0),
                    &Cell::new(goal_x, goal_y),
                    &way.def,
                    place,
                    capacity,
                    &mut result,
                )
            }
        };
        (status, result.cost, result.expansions)
    }

    fn ask_floors(&self, places: &mut Places) -> Answer {
        let last = self.side as i32 - 1;
        let ends = (FloorCell::new(0, 0, 0), FloorCell::new(1, 0, 0));
        let mut result = empty_floor_result();
        let def = GridstarQueryDef { max_expansions: last as u32 * 10_000, ..default_query_def() };
        let status = self.floors.find_into(ends, Some(&def), &mut places.floor_path, &mut result);
        (status, result.cost, result.expansions)
    }

    fn ask_all(&self, places: &mut Places) {
        for way in Self::ways() {
            assert!(self.ask(&way, places).0 as i32 >= 0, "{way:?}");
        }
        assert_eq!(self.ask_floors(places).0, GridstarStatus::Ok);
    }
}

/// Runs a query on threads that have already run all queries of the worlds `before`. The first call fails at each
/// allocation in turn, the second at the following allocation, and the third has all the memory it wants. Returns the
/// number of failed allocations.
fn refuse_in_warm_threads(before: &[&World], name: &str, ask: &(dyn Fn(&mut Places) -> Answer + Sync)) -> u64 {
    let right = ask(&mut Places::new());
    for refusals in 0.. {
        let [first, second, third] = std::thread::scope(|scope| {
            let searches = || {
                let mut places = Places::new();
                before.iter().for_each(|world| world.ask_all(&mut places));
                [refusals, refusals + 1, u64::MAX].map(|allowed| {
                    ALLOWED.set(allowed);
                    let answer = ask(&mut places);
                    ALLOWED.set(u64::MAX);
                    answer
                })
            };
            scope.spawn(searches).join().unwrap()
        });
        let when = format!("{name}, after {refusals} allocations, seed {SEED}");
        for answer in [first, second] {
            assert!(
                answer == right || answer.0 == GridstarStatus::OutOfMemory,
                "{when}: {answer:?} instead of {right:?}"
            );
        }
        assert_eq!(third, right, "{when}");
        if first == right {
            return refusals;
        }
    }
    unreachable!()
}

#[test]
fn a_warm_thread_without_memory_says_so_and_its_next_search_is_right() {
    let _turn = turn();
    let worlds = SIDES.map(World::new);
    let [small, middle, large] = &worlds;
    let warm: [(&str, &[&World], bool); 4] = [
        ("smaller map", &[small], true),
        ("larger map", &[large], false),
        ("larger, then smaller map", &[large, small], false),
        ("no map", &[], true),
    ];
    for (before, worlds, has_to_grow) in warm {
        for way in World::ways() {
            let name = format!("{before}, {:?}, {way:?}", middle.grids[way.grid].0);
            let refusals = refuse_in_warm_threads(worlds, &name, &|places| middle.ask(&way, places));
            // A walled-in goal may need no search.
            assert!(refusals > 0 || !has_to_grow || way.fails, "{name}: no allocation was refused");
        }
        let refusals =
            refuse_in_warm_threads(worlds, &format!("{before}, floors"), &|places| middle.ask_floors(places));
        assert!(refusals > 0 || !has_to_grow);
    }
}
