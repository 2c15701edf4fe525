//! How much of a field a call makes, whatever the size of the map.

use super::{Combination, Combined, Field, FieldRules, Sense, Spare, Visits};
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::test_maps::{RULES, Random};
use crate::index::{GridView, IndexedGrid};
use crate::movement::{Agent, Multiplier, Profile, StepCosts};
use crate::try_arc::TryArc;

/// A map with scattered obstacles, four types of cells if it has terrain.
fn scattered(side: u32, has_terrain: bool, seed: u64) -> (IndexedGrid, Agent) {
    let mut random = Random::new(seed);
    let cells: Vec<u8> = (0..side * side)
        .map(|_| match (random.below(100), has_terrain) {
            (0..15, _) => 1,
            (_, true) => 2 + random.below(4) as u8,
            (_, false) => 0,
        })
        .collect();
    let mut grid = IndexedGrid::new(side, side).unwrap();
    grid.edit(&Edit::write(grid.map().bounds(), &cells)).unwrap();
    let mut agent = Agent::default();
    if has_terrain {
        let mut profile = Profile::default();
        for (number, multiplier) in [(2, 1.0), (3, 1.5), (4, 37.0), (5, 0.5)] {
            profile.set(CellType(number), Some(Multiplier::new(multiplier).unwrap()));
        }
        agent.profile = Some(TryArc::try_new(profile).unwrap());
    }
    (grid, agent)
}

/// Building, an update of one cell, one after an edit of all cells, new goals and a combined field, in slices of 100
/// visits: none of them makes many more, whatever the size. All visits together grow with the cells.
#[test]
fn a_slice_is_a_slice_at_any_size() {
    for (side, has_terrain) in [(64, false), (64, true), (400, false), (400, true)] {
        let side = if cfg!(miri) { 24 } else { side };
        let (grid, agent) = scattered(side, has_terrain, 1);
        let rules = FieldRules {
            diagonal_rule: RULES[0],
            costs: StepCosts::new(1.0, 1.4).unwrap(),
            max_cost: None,
            sense: Sense::ToGoals,
        };
        // A row, two jumps over the map, or a block whose rows are relaxed a few dozen times.
        let most_beyond = 8 * u64::from(side) + 10_000;
        let grid = GridView::of(grid);
        let goal = (0..).map(|x| Cell::new(x, 0)).find(|&cell| grid.map().get(cell).is_ok_and(|kind| kind.0 != 1));
        let goals = [goal.unwrap()];
        let mut total = 0;
        let mut build = |field: &mut Field| {
            let mut spent = 0;
            while !field.is_ready() {
                let mut visits = Visits::new(100);
                field.advance(&mut visits).unwrap();
                assert!(visits.spent() <= 100 + most_beyond, "{side} {has_terrain}: {} visits", visits.spent());
                spent += visits.spent();
            }
            total += spent;
            spent
        };
        let mut field = Field::begin(grid.clone(), &agent, &goals, rules).unwrap();
        let cells = u64::from(side) * u64::from(side);
        assert!(build(&mut field) <= 16 * cells, "{side} {has_terrain}");
        let mut spare = Spare { twin: None, tools: field.take_tools() };
        let mut shown = TryArc::try_new(field).unwrap();
        let (all, _) = scattered(side, has_terrain, 2);
        let mut one = grid.try_clone().unwrap();
        one.edit(&Edit::fill(Rect { x: 9, y: 9, width: 1, height: 1 }, CellType(1))).unwrap();
        let ground = [(one, Rect { x: 9, y: 9, width: 1, height: 1 }), (all, grid.map().bounds())];
        for (grid, changed) in ground {
            let grid = GridView::of(grid);
            let begun = Field::begin_update(&shown, grid.clone(), &agent, &[changed], &mut spare).unwrap();
            let begin = |spare: &mut Spare| Field::begin_in(spare, grid.clone(), &agent, &goals, rules).unwrap();
            let mut next = begun.unwrap_or_else(|| TryArc::try_new(begin(&mut spare)).unwrap());
            let field = next.get_mut().unwrap();
            assert!(build(field) <= 20 * cells, "{side} {has_terrain}");
            let tools = field.take_tools();
            spare = Spare { twin: Some(std::mem::replace(&mut shown, next)), tools };
        }
        let combined = Combined::new(Combination::Sum, [(shown, -1.2)].into_iter()).unwrap();
        let mut flight = Field::begin_combined(&mut spare, grid, &agent, combined, rules).unwrap();
        assert!(build(&mut flight) <= 40 * cells, "{side} {has_terrain}");
        assert!(total > 4 * cells);
    }
}

/// Long rows and columns: jumps over the map, and edits that may have changed all cells. No call makes more than two
/// parts of a jump besides its visits.
#[test]
fn long_jumps_and_long_rows_are_cut() {
    let rules = FieldRules {
        diagonal_rule: RULES[0],
        costs: StepCosts::new(1.0, 1.4).unwrap(),
        max_cost: None,
        sense: Sense::ToGoals,
    };
    let long = if cfg!(miri) { 3000 } else { 16_000 };
    for (width, height) in [(3, long), (long, 3)] {
        let grid = GridView::of(IndexedGrid::new(width, height).unwrap());
        let (goals, agent) = ([Cell::new(1, 1)], Agent::default());
        let mut most = 0;
        let mut build = |field: &mut Field, counts: bool| {
            while !field.is_ready() {
                let mut visits = Visits::new(100);
                field.advance(&mut visits).unwrap();
                most = most.max(if counts { visits.spent() } else { 0 });
            }
        };
        // Rows are read whole.
        let mut field = Field::begin(grid.clone(), &agent, &goals, rules).unwrap();
        build(&mut field, height == long);
        let mut spare = Spare { twin: None, tools: field.take_tools() };
        let mut shown = TryArc::try_new(field).unwrap();
        let bounds = grid.map().bounds();
        let wall = Rect { x: 0, y: height as i32 - 1, width: 3, height: 1 };
        let mut walled = grid.try_clone().unwrap();
        walled.edit(&Edit::fill(wall, CellType(1))).unwrap();
        let walled = GridView::of(walled);
        // The first update reads the rows, and the second one only what changed.
        for (grid, counts) in [(&walled, height == long), (&grid, true)] {
            let begun = Field::begin_update(&shown, grid.clone(), &agent, &[bounds], &mut spare).unwrap();
            let mut next = begun.unwrap();
            let field = next.get_mut().unwrap();
            build(field, counts);
            let tools = field.take_tools();
            spare = Spare { twin: Some(std::mem::replace(&mut shown, next)), tools };
        }
        let anew = Field::new(grid, &agent, &goals, rules).unwrap();
        for cell in [Cell::new(0, 0), Cell::new(width as i32 - 1, height as i32 - 1)] {
            assert_eq!(shown.cost(cell), anew.cost(cell));
        }
        assert!((100..=1400).contains(&most), "{width} x {height}: {most} visits");
    }
}
