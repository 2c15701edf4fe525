//! Tests of landmarks among walls between cells: estimates are lower bounds, and consistent, through edits.

use super::OpeningMemory;
use crate::grid::{Cell, CellType, Edit, Layout, Passage};
use crate::index::test_maps::{RULES, Random};
use crate::index::walls::closed_around;
use crate::index::{IndexCell, IndexedGrid, WalkableCells};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts, is_diagonal};

/// The legal steps from a cell: where each leads, and what it costs.
fn steps(
    rule: DiagonalRule,
    costs: &StepCosts,
    walkable: &WalkableCells,
    (x, y): (usize, usize),
) -> Vec<((usize, usize), u64)> {
    let around = walkable.rows.around(x, y);
    let closed = walkable.lines_along_rows().walls.and_then(|walls| closed_around(walls, x, y));
    let legal = closed
        .map_or(rule.successors()[ANY_ARRIVAL][around], |closed| rule.successors_between(ANY_ARRIVAL, around, &closed));
    let directions =
        (0..8).filter(|direction| legal >> direction & 1 == 1).map(|direction: usize| DIRECTIONS[direction]);
    let cost = |step| if is_diagonal(step) { costs.diagonal_units() } else { costs.straight_units() };
    let to = |step: (i32, i32)| ((x as i32 + step.0) as usize, (y as i32 + step.1) as usize);
    directions.map(|step| (to(step), u64::from(cost(step)))).collect()
}

/// The costs of the cheapest paths from all cells to one, by relaxing all steps until nothing changes.
fn costs_to(rule: DiagonalRule, costs: &StepCosts, walkable: &WalkableCells, goal: (usize, usize)) -> Vec<u64> {
    let (width, height) = (walkable.width(), walkable.height());
    let mut found = vec![u64::MAX; width * height];
    found[goal.1 * width + goal.0] = 0;
    loop {
        let mut has_changed = false;
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            for (to, cost) in steps(rule, costs, walkable, (x, y)).into_iter().filter(|_| walkable.is_walkable(x, y)) {
                let total = found[to.1 * width + to.0].saturating_add(cost);
                if total < found[y * width + x] {
                    (found[y * width + x], has_changed) = (total, true);
                }
            }
        }
        if !has_changed {
            return found;
        }
    }
}

/// Checks the estimates of a goal. Returns how many exceed those of an open map.
fn check(grid: &IndexedGrid, (rule, costs): (DiagonalRule, &StepCosts), goal: Cell, about: &str) -> usize {
    let walkable = grid.layer().walkable();
    let (at, width) = (walkable.index_cell(goal), walkable.width());
    let (landmarks, mut memory) = (grid.layer().landmarks().unwrap(), OpeningMemory::default());
    let Some(estimate) = landmarks.toward(at, rule, costs, walkable, &mut memory).unwrap() else { return 0 };
    let right = costs_to(rule, costs, walkable, (at.x as usize, at.y as usize));
    let from = |(x, y): (usize, usize)| {
        let cell = Cell::new(x as i32, y as i32);
        u64::from(estimate.from(cell, y * width + x, 0))
    };
    let mut told = 0;
    for (x, y) in (0..walkable.height()).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if !walkable.is_walkable(x, y) {
            continue;
        }
        let (estimated, true_cost) = (from((x, y)), right[y * width + x]);
        assert!(estimated <= true_cost, "{estimated} of {true_cost} from ({x}, {y}) to {goal:?}, {about}");
        for (to, cost) in steps(rule, costs, walkable, (x, y)) {
            assert!(estimated <= cost + from(to), "from ({x}, {y}) to {to:?} on the way to {goal:?}, {about}");
        }
        let steps = x.abs_diff(at.x as usize).max(y.abs_diff(at.y as usize)) as u64;
        let on_open_map = steps * u64::from(costs.diagonal_units());
        told += usize::from(estimated > on_open_map && true_cost != u64::MAX);
    }
    told
}

fn set_passage(grid: &mut IndexedGrid, ends: [Cell; 2], passage: Passage) {
    let edit = Edit::set_passage(grid.map().size(), Layout::Square, ends, passage).unwrap();
    grid.edit(&edit).unwrap();
}

#[test]
fn no_estimate_between_walls_exceeds_the_true_cost_through_edits() {
    let (mut told, mut repaired) = (0, 0);
    for seed in 0..120 {
        let random = &mut Random::new(seed);
        let (width, height) = (2 + random.below(12), 2 + random.below(12));
        let rule = RULES[random.below(4)];
        let costs = [StepCosts::default(), StepCosts::new(1.0, 1.9).unwrap()][random.below(2)];
        let mut grid = IndexedGrid::with_defaults(width as u32, height as u32, rule, costs).unwrap();
        let cell = |random: &mut Random| Cell::new(random.below(width) as i32, random.below(height) as i32);
        let (walls, one_way) = ([0, 10, 25, 50][random.below(4)], random.below(2) == 0);
        let kinds = if one_way { 4 } else { 2 };
        let passages = [Passage::Open, Passage::Wall, Passage::OneWay, Passage::OneWayBack];
        for round in 0..12 {
            let about = format!("seed {seed}, round {round}, {rule:?}");
            let goal = cell(random);
            if grid.layer().is_walkable(goal) {
                told += check(&grid, (rule, &costs), goal, &about);
                let landmarks = grid.layer().landmarks().unwrap();
                repaired += usize::from(landmarks.is_valid() && !landmarks.is_fresh());
            }
            // At first many, then a few.
            for _ in 0..if round == 0 { width * height * walls / 50 } else { 1 + random.below(3) } {
                let from = cell(random);
                if random.below(5) == 0 {
                    grid.edit(&Edit::set(from, CellType(random.below(3) as u8 % 2))).unwrap();
                    continue;
                }
                let (dx, dy) = [(1, 0), (-1, 0), (0, 1), (0, -1)][random.below(4)];
                let to = Cell::new(from.x + dx, from.y + dy);
                if grid.map().size().contains(to) {
                    set_passage(&mut grid, [from, to], passages[random.below(kinds)]);
                }
            }
        }
    }
    assert!(told > 1000 && repaired > 100, "{told} told more than an open map, {repaired} after edits");
}

/// A wall across the map with a gap at one end: landmarks tell the way around it, forget it when the wall goes, and
/// close to what they told before when it comes back.
#[test]
fn landmarks_tell_the_way_around_a_wall_and_doors_in_it() {
    let (rule, costs) = (DiagonalRule::BothFree, StepCosts::default());
    let mut grid = IndexedGrid::with_defaults(40, 30, rule, costs).unwrap();
    for x in 0..39 {
        set_passage(&mut grid, [Cell::new(x, 14), Cell::new(x, 15)], Passage::Wall);
    }
    let told = |grid: &IndexedGrid| {
        let (walkable, mut memory) = (grid.layer().walkable(), OpeningMemory::default());
        let (start, goal) = (walkable.index_cell(Cell::new(2, 14)), walkable.index_cell(Cell::new(2, 15)));
        let landmarks = grid.layer().landmarks().unwrap();
        let estimate = landmarks.toward(goal, rule, &costs, walkable, &mut memory).unwrap().unwrap();
        let IndexCell { x, y } = start;
        estimate.from(Cell::new(x, y), y as usize * walkable.width() + x as usize, 0)
    };
    let unit = costs.straight_units();
    let around = told(&grid);
    assert!(around > 60 * unit, "{around} units around the wall, of {unit} a step");
    let door = [Cell::new(3, 14), Cell::new(3, 15)];
    for _ in 0..100 {
        set_passage(&mut grid, door, Passage::Open);
        assert!(told(&grid) <= 3 * unit, "through the door");
        set_passage(&mut grid, door, Passage::Wall);
        assert!(told(&grid) <= around);
    }
    assert!(grid.layer().landmarks().unwrap().is_valid(), "a door that opens again and again");
}
