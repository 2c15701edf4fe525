//! Fields that combine others: flight, meeting places, and the nearest goal of any.

use super::finish;
use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::field::TestField;
use gridstar::ffi::GridstarFieldOperation::{Maximum, Minimum, Sum};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const WHOLE: Rect = Rect { x: 0, y: 0, width: 31, height: 21 };

fn grid() -> TestGrid {
    TestGrid::new(WHOLE.width, WHOLE.height)
}

/// Where a path of the field ends.
fn end_from(field: &TestField, cell: Cell) -> Cell {
    *field.path(cell).1.last().unwrap()
}

/// A dead end with its mouth at x = 14, and a threat at its mouth: who stands inside is farther from the threat at the
/// end, but runs past it into the open while that pays.
#[test]
fn flight_leaves_a_dead_end_past_the_threat_if_that_pays() {
    let grid = grid();
    for y in [9, 11] {
        grid.fill_rect(Rect { x: 4, y, width: 10, height: 1 }, 1);
    }
    grid.fill_rect(Rect { x: 4, y: 9, width: 1, height: 3 }, 1);
    let (threat, inside) = (Cell::new(15, 10), Cell::new(12, 10));
    let threats = TestField::new(&grid, &[threat]);
    let far = |weight| {
        let flight = TestField::combine(&grid, &[(&threats, weight)], Sum, 0, None).unwrap();
        end_from(&flight, inside)
    };
    assert_eq!(far(-1.0), Cell::new(5, 10), "the end of the dead end");
    let open = far(-4.0);
    let costs = threats.costs(WHOLE).unwrap();
    let cost = |cell: Cell| costs[(cell.y * 31 + cell.x) as usize];
    assert!(
        cost(open) > cost(Cell::new(5, 10))
            && cost(open) == costs.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max),
        "{open:?}"
    );
}

#[test]
fn values_are_plain_formulas_of_the_costs() {
    let grid = grid();
    grid.fill_rect(Rect { x: 10, y: 0, width: 1, height: 15 }, 1);
    let [one, other] = [Cell::new(2, 3), Cell::new(25, 12)].map(|goal| TestField::new(&grid, &[goal]));
    let [ones, others] = [&one, &other].map(|field| field.costs(WHOLE).unwrap());
    let both = TestField::new(&grid, &[Cell::new(2, 3), Cell::new(25, 12)]).costs(WHOLE).unwrap();
    // The smallest of fields, half of their sum and the largest fall by no more than a step costs: spreading leaves
    // them.
    for (operation, weight, formula) in [
        (Minimum, 1.0, f64::min as fn(f64, f64) -> f64),
        (Maximum, 1.0, f64::max),
        (Sum, 0.5, |one, other| (one + other) / 2.0),
    ] {
        let field = TestField::combine(&grid, &[(&one, weight), (&other, weight)], operation, 0, None).unwrap();
        let values: Vec<f64> = ones.iter().zip(&others).map(|(&one, &other)| formula(one, other)).collect();
        let is_free = |i: usize| i % 31 != 10 || i / 31 >= 15;
        let least = (0..values.len()).filter(|&i| is_free(i)).map(|i| values[i]).fold(f64::INFINITY, f64::min);
        for (i, cost) in field.costs(WHOLE).unwrap().into_iter().enumerate().filter(|&(i, _)| is_free(i)) {
            assert!((values[i] - least - cost).abs() < 1e-9, "{operation:?}: {cost}, not {} at {i}", values[i] - least);
            assert!(operation != Minimum || cost == both[i], "{cost}, not {} at {i}", both[i]);
        }
    }
}

#[test]
fn an_update_takes_up_what_the_fields_show_and_does_nothing_else() {
    let grid = grid();
    let threats = TestField::new(&grid, &[Cell::new(0, 10)]);
    let flight = TestField::combine(&grid, &[(&threats, -1.2)], Sum, 10, None).unwrap();
    assert_eq!(flight.begun, GridstarStatus::StillRunning);
    assert_eq!(flight.costs(WHOLE), Err(GridstarStatus::NotReady));
    finish(&flight, GridstarStatus::StillRunning, 10);
    assert_eq!(end_from(&flight, Cell::new(15, 10)).x, 30);
    let builds = || flight.info().unwrap().builds;
    assert_eq!((gridstar_field_update(flight.id(), 0), builds()), (GridstarStatus::Ok, 1));
    assert_eq!(threats.set_goals(&[Cell::new(30, 10)], 0), GridstarStatus::Ok);
    finish(&flight, gridstar_field_update(flight.id(), 7), 7);
    assert_eq!((end_from(&flight, Cell::new(15, 10)).x, builds()), (0, 2));
    assert_eq!(grid.set_cell(Cell::new(0, 0), 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(flight.id(), 0), GridstarStatus::Ok);
    assert_eq!((builds(), flight.info().unwrap().revision), (3, grid.info().unwrap().revision));
    assert_eq!(flight.set_goals(&[Cell::new(0, 0)], 0), GridstarStatus::UnsupportedQuery);
    let again = TestField::combine(&grid, &[(&flight, 2.0), (&threats, 1.0)], Maximum, 0, None).unwrap();
    drop(threats);
    assert_eq!(gridstar_field_update(flight.id(), 0), GridstarStatus::InvalidId);
    assert_eq!(gridstar_field_update(again.id(), 0), GridstarStatus::InvalidId);
    assert!(end_from(&flight, Cell::new(15, 10)).x == 0 && builds() == 3);
    // A field of fields goes on being built after they are gone.
    drop(flight);
    assert!(again.costs(WHOLE).is_ok());
}

#[test]
fn what_can_not_be_combined_is_refused() {
    let (grid, other) = (grid(), grid());
    let field = TestField::new(&grid, &[Cell::new(3, 3)]);
    let limited = GridstarQueryDef { max_cost: 4.0, ..default_query_def() };
    let dear = GridstarQueryDef { straight_cost: 2.0, diagonal_cost: 3.0, ..default_query_def() };
    let combine = |on: &TestGrid, weight: f64, def: Option<&GridstarQueryDef>| {
        TestField::combine(on, &[(&field, weight)], Sum, 0, def).map(drop)
    };
    assert_eq!(combine(&grid, 1.0, None), Ok(()));
    for (on, def) in [(&other, None), (&grid, Some(&limited)), (&grid, Some(&dear))] {
        assert_eq!(combine(on, 1.0, def), Err(GridstarStatus::UnsupportedQuery));
    }
    for weight in [f64::NAN, f64::INFINITY, 1024.5, -1025.0] {
        assert_eq!(combine(&grid, weight, None), Err(GridstarStatus::BadWeight));
    }
    let begun = TestField::create(&grid, &[Cell::new(3, 3)], 0, 1, None).unwrap();
    assert_eq!(TestField::combine(&grid, &[(&begun, 1.0)], Sum, 0, None).map(drop), Err(GridstarStatus::NotReady));
    // Beyond the limit of a field, its limit counts: the best place is the nearest cell there.
    let near = TestField::create(&grid, &[Cell::new(3, 3)], 0, 0, Some(&limited)).unwrap();
    let flight = TestField::combine(&grid, &[(&near, -3.0)], Sum, 0, None).unwrap();
    let end = end_from(&flight, Cell::new(3, 3));
    assert!(near.steps(&[end]).unwrap()[0].cost >= 4.0 && (end.x - 3).abs().max((end.y - 3).abs()) <= 4, "{end:?}");
    // No field at all: no cell has a value.
    let none = TestField::combine(&grid, &[], Minimum, 0, None).unwrap();
    assert!(none.costs(WHOLE).unwrap().iter().all(|cost| cost.is_infinite()));
}

/// Half of the costs 0, 1, 2, ... is not cut to whole steps, over hexagons as over squares.
#[test]
fn values_have_the_same_grain_in_every_layout() {
    for layout in [GridstarLayout::Square, GridstarLayout::HexOddRows, GridstarLayout::HexEvenColumns] {
        let def = GridstarGridDef { layout: layout as u32, ..default_grid_def(6, 6) };
        let grid = TestGrid::with_def(&def).unwrap();
        let field = TestField::new(&grid, &[Cell::new(0, 0)]);
        let half = TestField::combine(&grid, &[(&field, 0.5)], Sum, 0, None).unwrap();
        let rect = Rect { x: 0, y: 0, width: 6, height: 6 };
        for (cost, half) in field.costs(rect).unwrap().into_iter().zip(half.costs(rect).unwrap()) {
            assert!((cost / 2.0 - half).abs() < 1e-9, "{layout:?}: half of {cost} is not {half}");
        }
        let fine = TestField::combine(&grid, &[(&field, 0.123)], Sum, 0, None).unwrap();
        for (cost, fine) in field.costs(rect).unwrap().into_iter().zip(fine.costs(rect).unwrap()) {
            assert!((0.0..0.0101).contains(&(cost * 0.123 - fine + 1e-5)), "{layout:?}: {fine} of {cost}");
        }
    }
}
