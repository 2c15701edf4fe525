//! All orders, heuristics and weights on random maps, compared with the reference search: each path is legal, within
//! its bound, and optimal where this is guaranteed. A failure prints the seed, the map and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{
    PathAnswer, TestGrid, default_grid_def, default_query_def, heuristic_number, order_number, query_def,
};
use common::cell_map::CellMap;
use common::path_check::check_path;
use common::random_maps::{Random, RandomMap, random_map};
use common::reference::{UnitCosts, cost_bound, costs_from};
use gridstar::ffi::{GridstarEngine, GridstarGridDef, GridstarQueryDef, GridstarStatus};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::f64::consts::SQRT_2;
use std::fmt;

const ORDERS: [Order; 3] = [Order::AStar, Order::Dijkstra, Order::GreedyBestFirst];

const HEURISTICS: [Heuristic; 5] =
    [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero];

/// 1.2 is not a multiple of 1/65536. The last two are the smallest and the largest legal weights; the smallest is
/// rounded up to 1/65536.
const WEIGHTS: [f64; 6] = [1.0, 0.5, 1.2, 3.0, 1.0 / 131_072.0, 1024.0];

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

const COSTS: [(f64, f64); 5] = [(10.0, 14.0), (1.0, 1.4), (1.0, SQRT_2), (1.0, 2.0), (3.0, 3.0)];

struct Case<'a> {
    random: &'a RandomMap,
    start: Cell,
    goal: Cell,
    rule: DiagonalRule,
    costs: StepCosts,
    order: Order,
    heuristic: Heuristic,
    weight: f64,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { random, start, goal, rule, costs, order, heuristic, weight } = self;
        let (straight, diagonal) = (costs.straight(), costs.diagonal());
        write!(f, "{start:?} to {goal:?}, {rule:?}, costs {straight} and {diagonal}, ")?;
        write!(f, "{order:?}, {heuristic:?} times {weight}\n{random}")
    }
}

impl Case<'_> {
    fn def(&self) -> GridstarQueryDef {
        GridstarQueryDef {
            order: order_number(self.order),
            heuristic_weight: self.weight,
            ..query_def(self.rule, self.costs, self.heuristic)
        }
    }

    fn find(&self, grid: &TestGrid) -> PathAnswer {
        grid.find_path(self.start, self.goal, Some(&self.def()))
    }

    /// Largest ratio of a path's cost to the optimal cost; `None` if there is no guarantee.
    fn bound(&self) -> Option<f64> {
        cost_bound(self.order, self.heuristic, self.weight, self.rule, &self.costs)
    }

    fn check(&self, answer: &PathAnswer, cheapest: Option<u64>) {
        let map = &self.random.map;
        let Some(cheapest) = cheapest else {
            assert_eq!((answer.status, answer.expansions), (GridstarStatus::NoPath, 0), "{self}");
            return;
        };
        assert_eq!(answer.status, GridstarStatus::Ok, "{self}");
        let steps = check_path(map, self.start, self.goal, self.rule, &answer.path)
            .unwrap_or_else(|problem| panic!("{problem}\n{self}"));
        let units = UnitCosts::of(&self.costs).sum(steps);
        assert_eq!(answer.cost, self.costs.cost_of(units), "the cost is not the sum of the steps: {self}");
        assert!(units >= cheapest, "{units} units are below the optimal {cheapest}: {self}");
        if let Some(bound) = self.bound() {
            // The weight is rounded to 1/65536.
            let most = (cheapest as f64 * (bound + if bound > 1.0 { 1e-5 } else { 0.0 })) as u64;
            assert!(units <= most, "{units} units are more than {bound} times {cheapest}: {self}");
        }
    }

    /// Whether the grid's engine may answer. The result names the engine.
    fn is_for_jump_points(&self) -> bool {
        let is_exact = match self.heuristic {
            Heuristic::Octile => true,
            Heuristic::Manhattan => self.rule == DiagonalRule::Never,
            _ => false,
        };
        let dear = self.costs.diagonal_units() == 2 * self.costs.straight_units();
        let fits = !(dear && self.rule == DiagonalRule::Always);
        self.order == Order::AStar && self.weight >= 1.0 && is_exact && fits
    }
}

/// Calls `test` with all orders, heuristics, weights, rules and costs on each map, and with the optimal cost.
fn for_each_case(seeds: std::ops::Range<u64>, mut test: impl FnMut(&Case, &TestGrid, Option<u64>)) {
    for seed in seeds {
        let random = random_map(seed);
        let grid = TestGrid::from_map(&random.map);
        let mut ends = Random::new(!seed);
        for (rule, (straight, diagonal)) in RULES.into_iter().flat_map(|rule| COSTS.map(|costs| (rule, costs))) {
            let costs = StepCosts::new(straight, diagonal).unwrap();
            let (start, goal) = (ends.walkable_cell(&random.map), ends.walkable_cell(&random.map));
            let goal = if random.map.is_walkable(goal) { goal } else { start };
            let cheapest = costs_from(&random.map, start, rule, UnitCosts::of(&costs), None)[random.map.index(goal)];
            for (order, heuristic) in ORDERS.into_iter().flat_map(|order| HEURISTICS.map(|one| (order, one))) {
                for weight in WEIGHTS {
                    let case = Case { random: &random, start, goal, rule, costs, order, heuristic, weight };
                    test(&case, &grid, cheapest);
                }
            }
        }
    }
}

#[test]
fn paths_are_cheapest_where_that_is_promised_within_the_bound_where_there_is_one_and_legal_always() {
    let (mut found, mut dearer, mut by_astar) = (0, 0, 0);
    for_each_case(0..240, |case, grid, cheapest| {
        let answer = case.find(grid);
        case.check(&answer, cheapest);
        if answer.path.len() > 2 {
            let expected = if case.is_for_jump_points() { GridstarEngine::JumpPoints } else { GridstarEngine::AStar };
            assert_eq!(answer.engine, expected as u32, "{case}");
            found += 1;
            by_astar += u32::from(answer.engine == GridstarEngine::AStar as u32);
            dearer += u32::from(Some(answer.cost) > cheapest.map(|units| case.costs.cost_of(units)));
        }
    });
    assert!(found > 200_000 && by_astar > 180_000, "too few cases: {found} paths");
    // Without costlier paths the bounds would not be tested.
    assert!(dearer > 10_000, "only {dearer} paths are not optimal");
}

/// Also where the order, the heuristic or the weight gives up optimality. Limits lie on both sides of the optimal cost.
#[test]
fn with_a_limit_of_cost_a_path_is_found_exactly_if_one_within_the_limit_exists() {
    let (mut found, mut refused) = (0, 0);
    for_each_case(300..360, |case, grid, cheapest| {
        let Some(cheapest) = cheapest.filter(|&units| units > 0) else { return };
        // Rounding never counts against a path, so a limit that refuses one is a little below its cost.
        let below = cheapest - cheapest.div_ceil(1000);
        for (limit, is_found) in [(below, false), (cheapest, true), (cheapest + cheapest / 20, true)] {
            if limit == 0 {
                continue;
            }
            let def = GridstarQueryDef { max_cost: case.costs.cost_of(limit), ..case.def() };
            let answer = grid.find_path(case.start, case.goal, Some(&def));
            let expected = if is_found { GridstarStatus::Ok } else { GridstarStatus::CostLimitReached };
            assert_eq!(answer.status, expected, "limit {limit}, cheapest {cheapest}: {case}");
            if is_found {
                case.check(&answer, Some(cheapest));
                assert!(answer.cost <= def.max_cost * (1.0 + 1e-4), "{}: {case}", answer.cost);
            }
            (found, refused) = (found + u32::from(is_found), refused + u32::from(!is_found));
        }
    });
    assert!(found > 100_000 && refused > 50_000, "{found} found, {refused} refused");
}

/// A* over cells finds the same paths on a grid of any engine.
#[test]
fn the_engine_a_star_gives_the_same_answers_where_the_others_leave_a_query_to_it() {
    for_each_case(500..540, |case, grid, _| {
        if case.is_for_jump_points() {
            return;
        }
        let map = &case.random.map;
        let def = GridstarGridDef {
            engine: GridstarEngine::AStar as u32,
            ..default_grid_def(map.width() as u32, map.height() as u32)
        };
        let by_astar = TestGrid::with_def(&def).unwrap();
        assert_eq!(by_astar.set_cells(&map.cell_types()), GridstarStatus::Ok);
        assert_eq!(case.find(&by_astar), case.find(grid), "{case}");
    });
}

/// By order in `ORDERS`: FNV-1a over all answers on the maps of seeds 1000 to 1031. tests/random_grids.rs says what to
/// do when the hashes change.
const HASHES: [u64; 3] = [0x80992e7443f6c29c, 0xde9b8a8950104c15, 0xf42f2734f673ded1];

#[test]
fn paths_are_the_same_on_every_platform_and_in_every_build() {
    let mut hashes = [0xcbf2_9ce4_8422_2325_u64; 3];
    for_each_case(1000..1032, |case, grid, _| {
        let answer = case.find(grid);
        let hash = &mut hashes[order_number(case.order) as usize - 1];
        let cells = answer.path.iter().flat_map(|cell| [cell.x, cell.y]);
        for number in cells.chain([answer.status as i32, answer.expansions as i32, answer.engine as i32]) {
            for byte in number.to_le_bytes() {
                *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    });
    assert!(hashes == HASHES, "the answers on seeds 1000 to 1031 have changed: {hashes:#018x?}");
}

/// The map in the section "Algorithm and heuristic" of the package's documentation, which prints these numbers.
fn documented_map() -> CellMap {
    CellMap::parse(
        "................
         ................
         ................
         ........###.....
         ..........#.....
         ..........#.....
         ..........#.....
         ..........#.....
         ..........#.....
         ....#######.....
         ................
         ................
         ................
         ................
         ................
         ................",
    )
}

fn documented(def: GridstarQueryDef) -> (u32, f64) {
    let def = GridstarQueryDef { straight_cost: 10.0, diagonal_cost: 14.0, ..def };
    let grid =
        TestGrid::with_def(&GridstarGridDef { engine: GridstarEngine::AStar as u32, ..default_grid_def(16, 16) });
    let grid = grid.unwrap();
    assert_eq!(grid.set_cells(&documented_map().cell_types()), GridstarStatus::Ok);
    let answer = grid.find_path(Cell::new(4, 7), Cell::new(14, 8), Some(&def));
    assert_eq!(answer.status, GridstarStatus::Ok);
    (answer.expansions, answer.cost)
}

#[test]
fn the_orders_expand_as_many_cells_on_the_documented_map_as_the_documentation_says() {
    let of = |order, heuristic, heuristic_weight| {
        documented(GridstarQueryDef {
            order: order_number(order),
            heuristic: heuristic_number(heuristic),
            heuristic_weight,
            ..default_query_def()
        })
    };
    assert_eq!(of(Order::AStar, Heuristic::Octile, 1.0), (46, 146.0));
    assert_eq!(of(Order::AStar, Heuristic::Euclidean, 1.0), (55, 146.0));
    assert_eq!(of(Order::AStar, Heuristic::Chebyshev, 1.0), (69, 146.0));
    assert_eq!(of(Order::Dijkstra, Heuristic::Octile, 1.0), (223, 146.0));
    assert_eq!(of(Order::AStar, Heuristic::Manhattan, 1.0), (43, 146.0));
    assert_eq!(of(Order::AStar, Heuristic::Octile, 1.5), (43, 162.0));
    assert_eq!(of(Order::AStar, Heuristic::Octile, 3.0), (34, 162.0));
    assert_eq!(of(Order::GreedyBestFirst, Heuristic::Octile, 1.0), (29, 188.0));
}

#[test]
fn a_grids_own_order_heuristic_and_weight_are_those_of_queries_that_say_nothing() {
    let map = documented_map();
    let (start, goal) = (Cell::new(4, 7), Cell::new(14, 8));
    let def = GridstarGridDef {
        order: order_number(Order::AStar),
        heuristic: heuristic_number(Heuristic::Chebyshev),
        heuristic_weight: 2.5,
        ..default_grid_def(16, 16)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
    let info = grid.info().unwrap();
    assert_eq!((info.order, info.heuristic, info.heuristic_weight), (1, 4, 2.5));
    let plain = TestGrid::from_map(&map);
    let info = plain.info().unwrap();
    assert_eq!((info.order, info.heuristic, info.heuristic_weight), (1, 1, 1.0));
    let same = GridstarQueryDef { heuristic: 4, heuristic_weight: 2.5, ..default_query_def() };
    let own = grid.find_path(start, goal, None);
    assert_eq!(own, plain.find_path(start, goal, Some(&same)));
    let other = GridstarQueryDef { order: order_number(Order::Dijkstra), ..default_query_def() };
    assert_ne!(own.expansions, grid.find_path(start, goal, Some(&other)).expansions);
}

/// On an open map many optimal paths to a knight's move away have equal f. The search prefers small h, so it expands no
/// cell beside these paths.
#[test]
fn ties_are_broken_toward_the_smaller_estimate() {
    let grid = TestGrid::from_map(&CellMap::new(40, 40));
    for order in [Order::AStar, Order::GreedyBestFirst] {
        // Manhattan, so that A* over cells answers.
        let def = GridstarQueryDef {
            order: order_number(order),
            ..query_def(DiagonalRule::Always, StepCosts::new(1.0, 2.0).unwrap(), Heuristic::Manhattan)
        };
        let traced = grid.trace_path(Cell::new(3, 3), Cell::new(35, 20), Some(&def));
        assert_eq!(traced.engine, GridstarEngine::AStar as u32);
        assert_eq!(traced.expanded, traced.path[..traced.path.len() - 1], "{order:?}");
    }
    // The last cells of a Dijkstra search: the search expands no cell at the goal's distance before the goal.
    let def = GridstarQueryDef {
        order: order_number(Order::Dijkstra),
        ..query_def(DiagonalRule::Never, StepCosts::default(), Heuristic::Octile)
    };
    let traced = grid.trace_path(Cell::new(20, 20), Cell::new(25, 20), Some(&def));
    let distance = |cell: &Cell| cell.x.abs_diff(20) + cell.y.abs_diff(20);
    assert_eq!(traced.expanded.iter().map(distance).max(), Some(4));
}
