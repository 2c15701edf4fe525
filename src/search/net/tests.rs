use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::test_maps::{RULES, Random, repeats};
use crate::index::{Engine, IndexedGrid};
use crate::interrupt::Interrupt;
use crate::movement::{HeuristicWeight, PARTS_PER_UNIT, StepCosts};
use crate::search::{Outcome, PathSearch, Query, Scratch, find_path, usable_length};

/// A map of scattered obstacles or of rooms, prepared for the net with or without landmarks.
fn random_grid(random: &mut Random) -> IndexedGrid {
    let (rule, ratio) = (RULES[random.below(4)], [1.0, 1.4, std::f64::consts::SQRT_2, 2.0][random.below(4)]);
    let (width, height) = (2 + random.below(60) as u32, 2 + random.below(60) as u32);
    let mut grid = IndexedGrid::with_defaults(width, height, rule, StepCosts::new(1.0, ratio).unwrap()).unwrap();
    let (density, rooms) = (random.below(45), [usize::MAX, 5, 11][random.below(3)]);
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        let is_wall = x as usize % rooms == 4 || y as usize % rooms == 4;
        let blocked = if rooms == usize::MAX { random.below(100) < density } else { is_wall && random.below(5) > 0 };
        if blocked {
            set(&mut grid, x, y, false);
        }
    }
    if random.below(3) > 0 {
        let landmarks = grid.derive_for(Engine::Net, true, Interrupt::NEVER).unwrap();
        grid.prepare_for(Engine::Net, landmarks);
    }
    grid
}

fn set(grid: &mut IndexedGrid, x: u32, y: u32, is_walkable: bool) {
    let cell_type = if is_walkable { CellType::WALKABLE } else { CellType::OBSTACLE };
    grid.edit(&Edit::fill(Rect { x: x as i32, y: y as i32, width: 1, height: 1 }, cell_type)).unwrap();
}

/// The cost of a legal path in parts.
fn cost_of(grid: &IndexedGrid, path: &[Cell]) -> Option<u64> {
    let (rule, costs) = grid.layer().defaults();
    let cost = |legs: &[Cell]| match legs[0].x != legs[1].x && legs[0].y != legs[1].y {
        true => u64::from(costs.diagonal_units()),
        false => u64::from(costs.straight_units()),
    };
    let is_legal = usable_length(grid.layer(), rule, path) == path.len();
    is_legal.then(|| path.windows(2).map(cost).sum::<u64>() * PARTS_PER_UNIT)
}

/// Paths exist where optimal ones do, cost at most the bound, and no more than the answer tells. The first cells begin
/// such a path.
#[test]
fn paths_keep_the_bound_through_edits_and_none_is_missed() {
    let (mut scratch, mut by_net, mut first_by_net) = (Scratch::new(), 0, 0);
    for seed in 0..repeats(400, 2) as u64 {
        let mut random = Random::new(seed);
        let mut grid = random_grid(&mut random);
        let (rule, costs) = grid.layer().defaults();
        let size = grid.map().size();
        for number in 0..12 {
            let mut cell =
                || Cell::new(random.below(size.width as usize) as i32, random.below(size.height as usize) as i32);
            let (start, goal) = (cell(), cell());
            let weight = HeuristicWeight::new([1.01, 1.1, 1.5, 3.0][random.below(4)]).unwrap();
            let optimal = Query { diagonal_rule: rule, costs, ..Query::new(start, goal) };
            let query = Query { weight, engine: Engine::Net, ..optimal };
            let told = format!("seed {seed}, query {number}: {query:?}");
            let best = match find_path(&grid, &optimal, &mut scratch).unwrap().outcome {
                Outcome::Found(path) => Some(path.cost_parts()),
                _ => None,
            };
            let answer = find_path(&grid, &query, &mut scratch).unwrap();
            by_net += u32::from(answer.engine == Engine::Net);
            let (engine, expansions) = (answer.engine, answer.expansions);
            let found = match answer.outcome {
                Outcome::Found(path) => Some((path.to_vec(), path.cost_parts(), path.bound())),
                _ => None,
            };
            assert_eq!(found.is_some(), best.is_some(), "{told}");
            let Some(((cells, cost, bound), best)) = found.zip(best) else { continue };
            assert_eq!(cost_of(&grid, &cells), Some(cost), "{told}");
            assert!(best <= cost && cost as f64 <= best as f64 * weight.get() * (1.0 + 1e-9), "{cost} {best}, {told}");
            assert!(cost as f64 <= best as f64 * f64::from(bound), "{cost} {best} {bound}, {told}");
            assert!(f64::from(bound) <= weight.get() * (1.0 + 1e-6), "{bound}, {told}");
            // In slices.
            let mut search = PathSearch::new(query);
            let sliced = loop {
                if let Some(answer) = search.advance(&grid, 3, &mut scratch).unwrap() {
                    match answer.outcome {
                        Outcome::Found(path) => break (path.to_vec(), answer.engine),
                        outcome => panic!("{outcome:?}, {told}"),
                    }
                }
            };
            assert_eq!(sliced, (cells.clone(), engine), "{told}");
            assert!(search.expansions() >= u64::from(expansions), "{told}");
            // The first cells.
            let max_cells = 1 + random.below(12) as u32;
            let first = Query { max_cells: Some(max_cells), ..query };
            let answer = find_path(&grid, &first, &mut scratch).unwrap();
            first_by_net += u32::from(answer.engine == Engine::Net);
            let Outcome::Found(path) = answer.outcome else { panic!("{told}") };
            let (beginning, cost) = (path.to_vec(), path.cost_parts());
            assert!(beginning.len() as u32 <= max_cells && beginning[0] == start, "{told}");
            assert!(beginning.len() as u32 == max_cells || beginning.last() == Some(&goal), "{told}");
            assert!(cost as f64 <= best as f64 * weight.get() * (1.0 + 1e-9), "{told}");
            // A path of this cost goes on from there.
            let gone = cost_of(&grid, &beginning).unwrap();
            let on = Query { start: beginning[beginning.len() - 1], ..optimal };
            let Outcome::Found(rest) = find_path(&grid, &on, &mut scratch).unwrap().outcome else { panic!("{told}") };
            assert!(gone + rest.cost_parts() <= cost, "{told}");
            for _ in 0..random.below(3) {
                let (x, y) = (random.below(size.width as usize) as u32, random.below(size.height as usize) as u32);
                set(&mut grid, x, y, random.below(2) == 0);
            }
        }
    }
    assert!(by_net > 1000 && first_by_net > 1000, "the net answered {by_net} queries, and {first_by_net} beginnings");
}

/// Once the net is measured, a search for the first cells passes large clusters as a whole, also after edits elsewhere.
#[test]
fn the_first_cells_take_few_expansions_once_the_net_is_measured() {
    let mut random = Random::new(1);
    let side = 600;
    let mut grid = IndexedGrid::new(side, side).unwrap();
    for _ in 0..side * side / 20 {
        set(&mut grid, random.below(side as usize) as u32, random.below(side as usize) as u32, false);
    }
    let (start, goal) = (Cell::new(3, 5), Cell::new(590, 580));
    set(&mut grid, 3, 5, true);
    set(&mut grid, 590, 580, true);
    let weight = HeuristicWeight::new(1.2).unwrap();
    let (rule, costs) = grid.layer().defaults();
    let query = Query { diagonal_rule: rule, costs, weight, engine: Engine::Net, ..Query::new(start, goal) };
    let query = Query { max_cells: Some(8), ..query };
    let mut scratch = Scratch::new();
    let mut expansions = |grid: &IndexedGrid| {
        let answer = find_path(grid, &query, &mut scratch).unwrap();
        assert!(matches!(answer.outcome, Outcome::Found(_)));
        assert_eq!(answer.engine, Engine::Net);
        answer.expansions
    };
    let before = expansions(&grid);
    let landmarks = grid.derive_for(Engine::Net, true, Interrupt::NEVER).unwrap();
    grid.prepare_for(Engine::Net, landmarks);
    let prepared = expansions(&grid);
    assert!(5 * prepared < 4 * before, "{before} expansions before, {prepared} with large clusters");
    set(&mut grid, 300, 20, false);
    assert_eq!(expansions(&grid), prepared);
}
