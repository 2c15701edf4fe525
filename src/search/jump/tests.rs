//! Careful searches against A* over cells, from the first expansions on and from others on.

use crate::grid::{Cell, CellType, Edit};
use crate::index::test_maps::{RULES, Random, repeats};
use crate::index::{Engine, IndexedGrid};
use crate::movement::{DiagonalRule, HeuristicWeight, PARTS_PER_UNIT, StepCosts};
use crate::search::{Outcome, Path, Query, Scratch, find_path};

const DIAGONALS: [f64; 6] = [1.0, 1.0001, 1.4, std::f64::consts::SQRT_2, 1.9999, 2.0];

/// A small tile repeated, shifted from one row of tiles to the next; or cells at random; or a maze; or a spiral.
fn random_cell_types(random: &mut Random, width: usize, height: usize) -> Vec<u8> {
    let cells = (0..width * height).map(|i| (i % width, i / width));
    match random.below(5) {
        0 => {
            let density = 5 + random.below(40);
            cells.map(|_| u8::from(random.below(100) < density)).collect()
        }
        1 => {
            // Walls at odd columns and rows, with a gap in one of two.
            cells.map(|(x, y)| u8::from(x % 2 == 1 && y % 2 == 1 || x % 2 != y % 2 && random.below(2) == 0)).collect()
        }
        2 => {
            let corridor = 1 + random.below(4);
            cells.map(|(x, y)| u8::from(is_wall_of_spiral(x, y, [width, height], corridor))).collect()
        }
        _ => {
            let (tile_width, tile_height) = (1 + random.below(7), 1 + random.below(7));
            let (shift, density) = (random.below(tile_width), 5 + random.below(50));
            let tile: Vec<u8> = (0..49).map(|_| u8::from(random.below(100) < density)).collect();
            cells.map(|(x, y)| tile[y % tile_height * 7 + (x + y / tile_height * shift) % tile_width]).collect()
        }
    }
}

/// Rings of walls inside each other. A ring's upper wall is prolonged to the left as far as the ring outside, and its
/// left wall is open below that, so that one corridor winds to the center.
fn is_wall_of_spiral(x: usize, y: usize, [width, height]: [usize; 2], corridor: usize) -> bool {
    let from_edge = x.min(y).min(width - 1 - x).min(height - 1 - y);
    let past_ring = from_edge % (corridor + 1);
    if past_ring == corridor {
        return x != from_edge || y <= from_edge || y > from_edge + corridor;
    }
    let next_ring = from_edge - past_ring + corridor;
    y == next_ring && x < next_ring && 2 * next_ring < width.min(height)
}

fn cost(outcome: &Outcome<Path>) -> Option<u64> {
    if let Outcome::Found(path) = outcome { Some(path.cost_parts() / PARTS_PER_UNIT) } else { None }
}

/// Whether the cells of a path are steps of the rule over walkable cells, and cost what it says.
fn is_path(grid: &IndexedGrid, query: &Query, outcome: &Outcome<Path>) -> bool {
    let Outcome::Found(path) = outcome else { return true };
    let cells = path.to_vec();
    let steps = cells.windows(2).map(|step| match (step[1].x - step[0].x, step[1].y - step[0].y) {
        (0, _) | (_, 0) => u64::from(query.costs.straight_units()),
        _ => u64::from(query.costs.diagonal_units()),
    });
    let usable = crate::search::usable_length(grid.layer(), query.diagonal_rule, &cells);
    usable == cells.len() && steps.sum::<u64>() * PARTS_PER_UNIT == path.cost_parts()
}

/// The weights of the bounded searches in tests: hardly more than 1, on both sides of the change of order, and large.
const WEIGHTS: [f64; 8] = [1.0001, 1.001, 1.03, 1.1, 1.249, 1.25, 1.5, 1024.0];

/// Against A* over cells: a path is found exactly if there is one, costs at most the weight times as much as an optimal
/// one, and the bound that the search tells is true.
#[test]
fn paths_within_a_bound_are_found_exactly_where_paths_exist() {
    let (mut scratch, mut plain_scratch) = (Scratch::new(), Scratch::new());
    let (mut found, mut dearer) = (0, 0);
    for seed in 0..repeats(3000, 60) as u64 {
        let mut random = Random::new(seed);
        let widest = if seed % 50 == 0 { 400 } else { 40 };
        let (width, height) = (2 + random.below(widest), 2 + random.below(widest / 2));
        let rule = RULES[random.below(4)];
        let costs = StepCosts::new(1.0, DIAGONALS[random.below(6)]).unwrap();
        let mut grid = IndexedGrid::with_defaults(width as u32, height as u32, rule, costs).unwrap();
        let cell_types = random_cell_types(&mut random, width, height);
        grid.edit(&Edit::write(grid.map().bounds(), &cell_types)).unwrap();
        for number in 0..30 {
            let mut cell = || Cell::new(random.below(width) as i32, random.below(height) as i32);
            let (edited, start, goal) = (cell(), cell(), cell());
            let kind = if random.below(2) == 0 { CellType::WALKABLE } else { CellType::OBSTACLE };
            grid.edit(&Edit::set(edited, kind)).unwrap();
            scratch.jumps.patience = [0, 64, 1 << 40][random.below(3)];
            let engine = [Engine::JumpPoints, Engine::Landmarks][random.below(2)];
            let weight = HeuristicWeight::new(WEIGHTS[random.below(8)]).unwrap();
            let optimal = Query { engine: Engine::AStar, diagonal_rule: rule, costs, ..Query::new(start, goal) };
            let plain = find_path(&grid, &optimal, &mut plain_scratch).unwrap();
            let least = cost(&plain.outcome);
            // A limit somewhere around the optimal cost.
            let limit = least.map(|least| least * PARTS_PER_UNIT * (90 + random.below(30) as u64) / 100);
            for max_cost in [None, limit] {
                let query = Query { engine, weight, max_cost, ..optimal };
                let answer = find_path(&grid, &query, &mut scratch).unwrap();
                let history =
                    || format!("seed {seed}, query {number}: {query:?}\n{answer:?}, not {least:?}\n{}", drawn(&grid));
                let least = least.filter(|&least| max_cost.is_none_or(|most| least * PARTS_PER_UNIT <= most));
                let bounded = cost(&answer.outcome);
                assert_eq!(bounded.is_some(), least.is_some(), "{}", history());
                let (Some(bounded), Some(least)) = (bounded, least) else { continue };
                assert!(bounded as f64 <= weight.get() * least as f64, "{}", history());
                assert!(max_cost.is_none_or(|most| bounded * PARTS_PER_UNIT <= most), "{}", history());
                let Outcome::Found(path) = &answer.outcome else { unreachable!() };
                let told = f64::from(path.bound());
                assert!(bounded as f64 <= told * least as f64 && told <= weight.get() * (1.0 + 1e-7), "{}", history());
                assert!(is_path(&grid, &query, &answer.outcome), "{}", history());
                (found, dearer) = (found + 1, dearer + u32::from(bounded > least));
            }
        }
    }
    assert!(dearer * 50 > found, "{dearer} of {found} paths were not optimal");
}

#[test]
fn careful_searches_find_cheapest_paths_on_patterns_mazes_and_scattered_obstacles() {
    let (mut scratch, mut plain_scratch) = (Scratch::new(), Scratch::new());
    let mut found = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        // Some diagonal jumps cross several words.
        let widest = if seed % 50 == 0 { 400 } else { 70 };
        let (width, height) = (2 + random.below(widest), 2 + random.below(widest / 2));
        let rule = RULES[random.below(4)];
        let costs = StepCosts::new(1.0, DIAGONALS[random.below(6)]).unwrap();
        let mut grid = IndexedGrid::with_defaults(width as u32, height as u32, rule, costs).unwrap();
        let cell_types = random_cell_types(&mut random, width, height);
        grid.edit(&Edit::write(grid.map().bounds(), &cell_types)).unwrap();
        for number in 0..30 {
            let mut cell = || Cell::new(random.below(width) as i32, random.below(height) as i32);
            let (edited, start, goal) = (cell(), cell(), cell());
            let kind = if random.below(2) == 0 { CellType::WALKABLE } else { CellType::OBSTACLE };
            grid.edit(&Edit::set(edited, kind)).unwrap();
            scratch.jumps.patience = [-1000, -50, 5, 1 << 40][random.below(4)];
            let engine = [Engine::JumpPoints, Engine::Landmarks][random.below(2)];
            let query = Query { engine, diagonal_rule: rule, costs, ..Query::new(start, goal) };
            let careful = find_path(&grid, &query, &mut scratch).unwrap();
            let plain = Query { engine: Engine::AStar, ..query };
            let plain = find_path(&grid, &plain, &mut plain_scratch).unwrap();
            let history = || format!("seed {seed}, query {number}: {query:?}\n{}", drawn(&grid));
            assert_eq!(cost(&careful.outcome), cost(&plain.outcome), "{}", history());
            assert!(is_path(&grid, &query, &careful.outcome), "{}", history());
            found += u32::from(cost(&careful.outcome).is_some());
        }
    }
    assert!(found > 30_000, "only {found} paths");
}

fn drawn(grid: &IndexedGrid) -> String {
    let map = grid.map();
    let mut types = vec![0; map.size().cells()];
    map.read(map.bounds(), &mut types).unwrap();
    let row = |row: &[u8]| row.iter().map(|&kind| if kind == 0 { '.' } else { '#' }).chain(['\n']).collect::<String>();
    types.chunks(map.width() as usize).map(row).collect()
}

/// Rows of pillars, each shifted: without care a search would send out a straight jump from every cell of every row.
#[test]
fn a_search_among_staggered_pillars_expands_few_more_cells_than_there_are() {
    for (rule, diagonal) in RULES.into_iter().flat_map(|rule| DIAGONALS.map(|diagonal| (rule, diagonal))) {
        let side = 192;
        let costs = StepCosts::new(1.0, diagonal).unwrap();
        let mut grid = IndexedGrid::with_defaults(side, side, rule, costs).unwrap();
        let is_pillar = |x: u32, y: u32| y % 2 == 1 && (x + y / 2) % 2 == 1;
        let cell_types: Vec<u8> = (0..side * side).map(|i| u8::from(is_pillar(i % side, i / side))).collect();
        grid.edit(&Edit::write(grid.map().bounds(), &cell_types)).unwrap();
        let last = side as i32 - 1;
        let query = Query { diagonal_rule: rule, costs, ..Query::new(Cell::new(0, 0), Cell::new(last, last)) };
        let mut scratch = Scratch::new();
        let answer = find_path(&grid, &query, &mut scratch).unwrap();
        assert!(cost(&answer.outcome).is_some());
        let walkable = 3 * side * side / 4;
        assert!(answer.expansions < walkable + walkable / 2, "{rule:?}, {diagonal}: {} expansions", answer.expansions);
    }
}

/// Among few obstacles most cells have direct ways. Without them, these searches expand about 300 cells each.
#[test]
fn searches_among_few_obstacles_end_soon_with_a_direct_way() {
    let (side, seed) = (1024, 1);
    let mut random = Random::new(seed);
    let costs = StepCosts::new(1.0, std::f64::consts::SQRT_2).unwrap();
    let mut grid = IndexedGrid::with_defaults(side, side, DiagonalRule::Never, costs).unwrap();
    let cell_types: Vec<u8> = (0..side * side).map(|_| u8::from(random.below(100) < 3)).collect();
    grid.edit(&Edit::write(grid.map().bounds(), &cell_types)).unwrap();
    let mut scratch = Scratch::new();
    let (mut expansions, mut found) = (0, 0);
    for _ in 0..40 {
        let mut cell = || Cell::new(random.below(side as usize) as i32, random.below(side as usize) as i32);
        let query = Query { diagonal_rule: DiagonalRule::Never, costs, ..Query::new(cell(), cell()) };
        let answer = find_path(&grid, &query, &mut scratch).unwrap();
        assert!(is_path(&grid, &query, &answer.outcome), "seed {seed}: {query:?}");
        expansions += answer.expansions;
        found += u32::from(cost(&answer.outcome).is_some());
    }
    assert!(found > 30, "seed {seed}: only {found} paths");
    assert!(expansions < 150 * found, "seed {seed}: {expansions} expansions for {found} paths");
}

/// Whether a search still reads landmarks when it reaches its limit, which is one of `cells` cells of a map that a tile
/// covers.
fn reads_landmarks_after(cells: u32, tile: &[&str], costs: StepCosts, [start, goal]: [Cell; 2]) -> bool {
    let (mut scratch, side, diagonal_rule) = (Scratch::new(), 384, DiagonalRule::Always);
    let mut grid = IndexedGrid::with_defaults(side, side, diagonal_rule, costs).unwrap();
    let is_obstacle = |cell: u32| {
        let row = tile[(cell / side) as usize % tile.len()].as_bytes();
        row[(cell % side) as usize % row.len()] == b'#'
    };
    let cell_types: Vec<u8> = (0..side * side).map(|cell| u8::from(is_obstacle(cell))).collect();
    grid.edit(&Edit::write(grid.map().bounds(), &cell_types)).unwrap();
    grid.layer().landmarks().unwrap();
    // Otherwise a limit of expansions leaves out landmarks that were measured since the last edit.
    grid.prepare_for(Engine::Landmarks, None);
    let (engine, max_expansions) = (Engine::Landmarks, Some(side * side / cells));
    let query = Query { engine, diagonal_rule, costs, max_expansions, ..Query::new(start, goal) };
    let answer = find_path(&grid, &query, &mut scratch).unwrap();
    assert!(matches!(answer.outcome, Outcome::LimitReached) && answer.engine == Engine::Landmarks, "{answer:?}");
    assert!(scratch.jumps.watch.is_careful);
    scratch.jumps.watch.gait.reads_landmarks
}

/// On both patterns the search expands a great part of the cells. Landmarks tell much on the first, and almost nothing
/// on the second.
#[test]
fn a_careful_search_reads_no_landmarks_after_many_expansions() {
    let costs = StepCosts::new(1.0, 1.0001).unwrap();
    let (tile, ends) = ([".##.", "#.#.", "#..."], [Cell::new(1, 383), Cell::new(383, 0)]);
    assert!(reads_landmarks_after(11, &tile, costs, ends));
    assert!(!reads_landmarks_after(9, &tile, costs, ends));
    let costs = StepCosts::new(1.0, std::f64::consts::SQRT_2).unwrap();
    let (tile, ends) = (["###.", ".#.#", "#.#.", "...."], [Cell::new(0, 95), Cell::new(383, 286)]);
    assert!(reads_landmarks_after(34, &tile, costs, ends));
    assert!(!reads_landmarks_after(30, &tile, costs, ends));
}
