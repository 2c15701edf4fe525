//! Small tiles repeated over a map: all engines compared with Dijkstra's algorithm, with edits between queries. A
//! failure prints the seed, the map and the query.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def, order_number, rule_number};
use common::cell_map::CellMap;
use common::path_check::check_path;
use common::random_maps::Random;
use common::reference::UnitCosts;
use common::shapes::Shape;
use common::tiles::{Pattern, brick_walls, checkerboards, combs, pillars, random_tile, spirals, tiles};
use gridstar::ffi::{GridstarEngine, GridstarGridDef, GridstarQueryDef, GridstarStatus};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};
use gridstar::search::Order;
use std::collections::HashSet;
use std::f64::consts::SQRT_2;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];
const DIAGONAL_COSTS: [f64; 6] = [1.0, 1.0001, 1.4, SQRT_2, 1.9999, 2.0];
const ENGINES: [GridstarEngine; 3] = [GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

const LARGEST_TILE: u32 = 3;
const LONGEST_BRICK: u32 = 5;
const SIDE: u32 = 40;
/// Side of the maps on which expansions are counted. On smaller maps even a search without the careful mode expands few
/// cells.
const COUNTED_SIDE: u32 = 100;
const QUERIES: usize = 5;
const EDITS: usize = 2;

/// Tiles for maps of any side, and shapes that cover a map of this side.
fn patterns(side: u32) -> Vec<Pattern> {
    let mut patterns = tiles(LARGEST_TILE);
    patterns.extend(brick_walls(LONGEST_BRICK));
    patterns.extend(large_tiles().into_iter().step_by(3));
    patterns.extend(shapes().map(|shape| Pattern::of_map(&shape.map(side))));
    patterns
}

fn large_tiles() -> Vec<Pattern> {
    [pillars(), checkerboards(), combs(), spirals()].concat()
}

fn shapes() -> impl Iterator<Item = Shape> {
    [1, 2, 4].into_iter().flat_map(|corridor| [Shape::Spiral, Shape::Comb, Shape::Switchback].map(|of| of(corridor)))
}

/// A patterned map behind the C functions, with one grid for each engine.
struct Grids {
    seed: u64,
    map: CellMap,
    rule: DiagonalRule,
    costs: StepCosts,
    grids: [TestGrid; 3],
}

impl Grids {
    fn new(pattern: &Pattern, side: u32, rule: DiagonalRule, diagonal_cost: f64, seed: u64) -> Self {
        let map = pattern.map(side);
        let grids = ENGINES.map(|engine| {
            let def = GridstarGridDef {
                engine: engine as u32,
                diagonal_rule: rule_number(rule),
                straight_cost: 1.0,
                diagonal_cost,
                ..default_grid_def(side, side)
            };
            let grid = TestGrid::with_def(&def).unwrap();
            assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
            grid
        });
        Self { seed, map, rule, costs: StepCosts::new(1.0, diagonal_cost).unwrap(), grids }
    }

    fn edit(&mut self, random: &mut Random) {
        for _ in 0..EDITS {
            let cell = random.cell(&self.map);
            let is_obstacle = self.map.is_walkable(cell);
            self.map.set_obstacle(cell, is_obstacle);
            for grid in &self.grids {
                assert_eq!(grid.set_cell(cell, is_obstacle.into()), GridstarStatus::Ok);
            }
        }
    }

    /// Compares all engines with Dijkstra's algorithm. Returns whether there is a path.
    fn query(&self, start: Cell, goal: Cell) -> bool {
        let dijkstra = GridstarQueryDef { order: order_number(Order::Dijkstra), ..default_query_def() };
        let expected = self.grids[0].find_path(start, goal, Some(&dijkstra));
        for (grid, engine) in self.grids.iter().zip(ENGINES) {
            let answer = grid.find_path(start, goal, None);
            let (seed, map, rule) = (self.seed, &self.map, self.rule);
            let case = || format!("seed {seed}, {engine:?}, {start:?} to {goal:?}, {rule:?}, {:?}\n{map}", self.costs);
            self.check(start, goal, &answer, &expected).unwrap_or_else(|wrong| panic!("{wrong}: {}", case()));
        }
        expected.status == GridstarStatus::Ok
    }

    fn check(&self, start: Cell, goal: Cell, answer: &PathAnswer, expected: &PathAnswer) -> Result<(), String> {
        if answer.status != expected.status || answer.cost != expected.cost {
            let of = |answer: &PathAnswer| (answer.status, answer.cost);
            return Err(format!("{:?}, but Dijkstra's algorithm finds {:?}", of(answer), of(expected)));
        }
        if answer.status == GridstarStatus::Ok {
            let steps = check_path(&self.map, start, goal, self.rule, &answer.path)?;
            let cost = self.costs.cost_of(UnitCosts::of(&self.costs).sum(steps));
            if cost != answer.cost {
                return Err(format!("a path of cost {cost} is reported with cost {}", answer.cost));
            }
        }
        Ok(())
    }
}

/// Two ends on opposite sides of the map, or any two cells.
fn ends(map: &CellMap, random: &mut Random, query: usize) -> (Cell, Cell) {
    let last = map.width() - 1;
    let near = |x: i32, y: i32| {
        let walkable = map.cells().filter(|&cell| map.is_walkable(cell));
        walkable.min_by_key(|cell| cell.x.abs_diff(x) + cell.y.abs_diff(y)).unwrap()
    };
    match query {
        0 => (near(0, 0), near(last, last)),
        1 => (near(last, 0), near(0, last)),
        2 => (near(0, last / 2), near(last, last / 2)),
        3 => (near(last / 4, 0), near(3 * last / 4, last)),
        _ => (random.walkable_cell(map), random.walkable_cell(map)),
    }
}

#[test]
fn all_engines_find_cheapest_paths_on_patterns_that_are_edited() {
    let (mut found, mut asked) = (0, 0);
    let patterns = patterns(SIDE);
    for (at, pattern) in patterns.iter().enumerate() {
        for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONAL_COSTS.map(|cost| (rule, cost))) {
            let mut random = Random::new(at as u64);
            let mut grids = Grids::new(pattern, SIDE, rule, diagonal_cost, at as u64);
            for query in 0..QUERIES {
                if query > 0 {
                    grids.edit(&mut random);
                }
                let (start, goal) = ends(&grids.map, &mut random, query);
                found += u32::from(grids.query(start, goal));
                asked += 1;
            }
        }
    }
    assert!(found * 4 > asked, "{found} of {asked} queries on {} patterns have a path", patterns.len());
}

/// Every tile equals one of the list up to translation, rotation and reflection.
#[test]
fn the_tiles_are_all_that_there_are() {
    let listed: Vec<Pattern> = tiles(LARGEST_TILE);
    // All tile sides divide 12, so a map of 12 x 12 also continues cyclically.
    let mut looks = HashSet::new();
    for pattern in &listed {
        let map = pattern.map(12);
        let mut of_one = HashSet::new();
        for (dx, dy) in (0..3).flat_map(|dx| (0..3).map(move |dy| (dx, dy))) {
            of_one.extend((0..8).map(|turn| look(&map, dx, dy, turn)));
        }
        assert!(of_one.is_disjoint(&looks), "{pattern} occurs twice");
        looks.extend(of_one);
    }
    let sizes = (1..=LARGEST_TILE).flat_map(|width| (1..=LARGEST_TILE).map(move |height| (width, height)));
    for (width, height) in sizes {
        for code in 1..(1_u32 << (width * height)) - 1 {
            let rows =
                (0..height).map(|y| (0..width).map(move |x| if code >> (y * width + x) & 1 == 1 { '#' } else { '.' }));
            let drawing: Vec<String> = rows.map(|row| row.collect()).collect();
            let pattern = Pattern::drawn(&drawing.join("/"), 0);
            assert!(looks.contains(&look(&pattern.map(12), 0, 0, 0)), "{pattern} is missing");
        }
    }
}

/// The cells of a cyclic map, translated by (`dx`, `dy`), and rotated or reflected.
fn look(map: &CellMap, dx: i32, dy: i32, turn: u32) -> Vec<bool> {
    let last = map.width() - 1;
    let seen = |cell: Cell| {
        let (x, y) = if turn & 1 == 1 { (cell.y, cell.x) } else { (cell.x, cell.y) };
        let (x, y) = (if turn & 2 == 2 { last - x } else { x }, if turn & 4 == 4 { last - y } else { y });
        map.is_walkable(Cell::new((x + dx) % map.width(), (y + dy) % map.height()))
    };
    map.cells().map(seen).collect()
}

#[test]
fn large_and_random_tiles_are_drawn_as_they_are() {
    let mut random = Random::new(5);
    let patterns = brick_walls(8).into_iter().chain(large_tiles()).chain((0..50).map(|_| random_tile(&mut random)));
    for pattern in patterns {
        let name = pattern.to_string();
        let (tile, shift) = name.split_once(" shifted by ").unwrap_or((&name, "0"));
        assert_eq!(Pattern::drawn(tile, shift.parse().unwrap()), pattern);
        assert!(tile.contains('#') && tile.contains('.'), "{name}");
    }
    let bricks = Pattern::drawn("#../...", 1).map(6);
    assert_eq!(bricks, CellMap::parse("#..#..\n......\n..#..#\n......\n.#..#.\n......"));
}

#[test]
fn shapes_have_corridors_that_lead_everywhere() {
    let spiral = "........\n#######.\n......#.\n.####.#.\n.#..#.#.\n.#....#.\n.######.\n........";
    assert_eq!(Shape::Spiral(1).map(8), CellMap::parse(spiral));
    assert_eq!(Shape::Comb(1).map(5), CellMap::parse(".#.#.\n.#.#.\n.#.#.\n.#.#.\n....."));
    assert_eq!(Shape::Switchback(1).map(5), CellMap::parse(".#...\n.#.#.\n.#.#.\n.#.#.\n...#."));
    for (shape, side) in shapes().flat_map(|shape| (8..70).map(move |side| (shape, side))) {
        let map = shape.map(side);
        let (mut reached, mut waiting) = (HashSet::from([Cell::new(0, 0)]), vec![Cell::new(0, 0)]);
        while let Some(Cell { x, y }) = waiting.pop() {
            let next = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].map(|(x, y)| Cell::new(x, y));
            waiting.extend(next.into_iter().filter(|&cell| map.is_walkable(cell) && reached.insert(cell)));
        }
        let walkable = map.cells().filter(|&cell| map.is_walkable(cell)).count();
        assert_eq!(reached.len(), walkable, "{shape}, {side} x {side}:\n{map}");
    }
}

/// Jump points may expand a cell more than once. The constant covers the few extra expansions on small maps.
fn bound(walkable_cells: usize) -> usize {
    5 * walkable_cells / 4 + 64
}

#[test]
fn expansions_are_bounded_by_walkable_cells() {
    let mut worst = (0.0, String::new());
    for (at, pattern) in patterns(COUNTED_SIDE).iter().enumerate() {
        for (rule, diagonal_cost) in RULES.into_iter().flat_map(|rule| DIAGONAL_COSTS.map(|cost| (rule, cost))) {
            let grids = Grids::new(pattern, COUNTED_SIDE, rule, diagonal_cost, at as u64);
            let bound = bound(grids.map.cells().filter(|&cell| grids.map.is_walkable(cell)).count());
            let mut random = Random::new(at as u64);
            for query in 0..QUERIES {
                let (start, goal) = ends(&grids.map, &mut random, query);
                for (grid, engine) in grids.grids.iter().zip(ENGINES).skip(1) {
                    let expansions = grid.find_path(start, goal, None).expansions;
                    let part = f64::from(expansions) / bound as f64;
                    if part > worst.0 {
                        let case = format!("{pattern}, {rule:?}, {diagonal_cost}, {engine:?}, {start:?} to {goal:?}");
                        worst = (part, format!("{case}: {expansions} expansions, the bound is {bound}"));
                    }
                }
            }
        }
    }
    println!("the most: {}", worst.1);
    assert!(worst.0 > 0.0 && worst.0 <= 1.0, "{}", worst.1);
}

/// Patterns and costs with many equally cheap paths, on which A* walks straight to the goal.
const TIES: [(&str, u32, DiagonalRule, f64); 12] = [
    ("#......", 3, DiagonalRule::BothFree, 2.0),
    ("##......", 3, DiagonalRule::AtMostOneBlocked, 2.0),
    (".#.#/#.../....", 0, DiagonalRule::Always, 1.0001),
    ("#../...", 0, DiagonalRule::AtMostOneBlocked, 1.0001),
    ("###./...#/.##./#...", 0, DiagonalRule::Always, 1.0),
    ("..##...#/#.....#./..#...../#....##./.##..##.", 0, DiagonalRule::Always, 1.0),
    ("...../..#../...##/.#.../...##/##...", 0, DiagonalRule::AtMostOneBlocked, 1.0),
    (".#.#..../......../..#...../...#...#", 0, DiagonalRule::BothFree, 1.0),
    ("##.#/##../..#./#...", 0, DiagonalRule::AtMostOneBlocked, 1.0),
    (".#../..../..../#.##/...#/.#../#.../#..#", 0, DiagonalRule::AtMostOneBlocked, 1.0001),
    ("..#./#.#./#.../....", 0, DiagonalRule::Always, 1.9999),
    ("##...../.......", 2, DiagonalRule::Never, 1.0),
];

#[test]
fn searches_walk_straight_to_the_goal_where_many_paths_are_equally_cheap() {
    for (tile, shift, rule, diagonal_cost) in TIES {
        let grids = Grids::new(&Pattern::drawn(tile, shift), 384, rule, diagonal_cost, 0);
        for query in 0..4 {
            let (start, goal) = ends(&grids.map, &mut Random::new(0), query);
            let [astar, jumps, landmarks] = [0, 1, 2].map(|engine: usize| {
                let answer = grids.grids[engine].find_path(start, goal, None);
                assert_eq!(answer.status, GridstarStatus::Ok);
                answer.expansions
            });
            let case = format!("{tile} shifted by {shift}, {rule:?}, {diagonal_cost}, {start:?} to {goal:?}");
            assert!(jumps <= 2 * astar, "{jumps} expansions, {astar} of A*: {case}");
            assert!(landmarks <= 2 * astar, "{landmarks} expansions with landmarks, {astar} of A*: {case}");
        }
    }
}
