//! Fields that follow the edits of their grids, and penalties from a field.

use super::finish;
use common::abi::{TestGrid, default_query_def};
use common::cell_map::CellMap;
use common::field::TestField;
use common::profile::TestProfile;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// Doors of hostile maps open and close, and goals move; the costs are always those of a field built anew.
#[test]
fn a_field_follows_the_doors_of_hostile_maps() {
    let comb = |width: i32, height: i32| {
        let mut map = CellMap::new(width as u32, height as u32);
        for x in (1..width).step_by(2) {
            (0..height)
                .filter(|&y| y != (height - 1) * (x / 2 % 2))
                .for_each(|y| map.set_obstacle(Cell::new(x, y), true));
        }
        map
    };
    let mut checkerboard = CellMap::new(90, 91);
    for cell in checkerboard.cells().filter(|cell| (cell.x + cell.y) % 2 == 1).collect::<Vec<_>>() {
        checkerboard.set_obstacle(cell, true);
    }
    // A wall that winds inwards, two cells from itself.
    let mut spiral = CellMap::new(101, 101);
    let (mut at, mut way, mut length) = (Cell::new(0, 1), (1, 0), 99);
    while length > 0 {
        for _ in 0..length {
            spiral.set_obstacle(at, true);
            at = Cell::new(at.x + way.0, at.y + way.1);
        }
        (way, length) = ((-way.1, way.0), length - i32::from(way.0 == 0) * 2 - i32::from(length == 99));
    }
    let narrow = [CellMap::new(1, 16384), CellMap::new(16384, 1)];
    let maps = [comb(129, 127), checkerboard, spiral, CellMap::new(150, 140)].into_iter().chain(narrow);
    for (number, map) in maps.enumerate() {
        let grid = TestGrid::from_map(&map);
        let (mut random, far) = (Random::new(number as u64), Cell::new(map.width() - 1, map.height() - 1));
        let field = TestField::create(&grid, &[Cell::new(0, 0), far], 0, 0, None).unwrap();
        let whole = Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 };
        for round in 0..30 {
            let door = random.cell(&map);
            let is_goal = [Cell::new(0, 0), far].contains(&door);
            assert_eq!(grid.set_cell(door, u32::from(!is_goal && round % 3 > 0)), GridstarStatus::Ok);
            let slice = [0, 1000][round % 2];
            finish(&field, gridstar_field_update(field.id(), slice), slice);
            let anew = TestField::create(&grid, &[Cell::new(0, 0), far], 0, 0, None).unwrap();
            assert!(field.costs(whole) == anew.costs(whole), "map {number}, round {round}, {door:?}");
        }
    }
}

/// The first edit lies outside of the cells within the limit, and the second one inside.
#[test]
fn a_field_with_a_limit_follows_a_door_after_an_edit_far_away() {
    let mut map = CellMap::new(200, 100);
    (0..100).for_each(|y| map.set_obstacle(Cell::new(30, y), y != 60));
    let grid = TestGrid::from_map(&map);
    let def = GridstarQueryDef { max_cost: 25.0, ..default_query_def() };
    let create = || TestField::create(&grid, &[Cell::new(20, 50)], 0, 0, Some(&def)).unwrap();
    let (field, whole) = (create(), Rect { x: 0, y: 0, width: 200, height: 100 });
    let mut known = field.costs(whole).unwrap();
    for (edited, is_near) in [(Cell::new(190, 90), false), (Cell::new(30, 45), true), (Cell::new(30, 50), true)] {
        assert_eq!(grid.set_cell(edited, u32::from(!is_near)), GridstarStatus::Ok);
        assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
        let costs = field.costs(whole).unwrap();
        assert!(costs == create().costs(whole).unwrap(), "after {edited:?}");
        assert_eq!(costs != std::mem::replace(&mut known, costs.clone()), is_near);
    }
    assert_eq!(field.info().unwrap().builds, 1);
}

/// Costs that a door changes are repaired, and those that a wall across the map changes are built anew.
#[test]
fn an_update_takes_what_changed_unless_that_is_much() {
    let mut map = CellMap::new(130, 130);
    for along in 0..130 {
        (0..130).step_by(13).for_each(|wall| {
            map.set_obstacle(Cell::new(wall, along), along % 13 != 6);
            map.set_obstacle(Cell::new(along, wall), along % 13 != 6);
        });
    }
    let grid = TestGrid::from_map(&map);
    let field = TestField::create(&grid, &[Cell::new(5, 5)], 0, 0, None).unwrap();
    let builds = || field.info().unwrap().builds;
    let small = field.info().unwrap().bytes;
    for door in [Cell::new(117, 123), Cell::new(65, 71), Cell::new(117, 123), Cell::new(65, 71)] {
        let is_open = grid.get_cell(door) == Ok(0);
        assert_eq!(grid.set_cell(door, is_open.into()), GridstarStatus::Ok);
        assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
    }
    assert_eq!((builds(), field.info().unwrap().revision), (1, 5));
    let large = field.info().unwrap().bytes;
    // 4 bytes a cell of the field that was shown before, beside 6 of the shown one.
    assert!((small + 4 * 130 * 130..2 * small).contains(&large), "{small} {large}");
    assert_eq!(grid.fill_rect(Rect { x: 26, y: 0, width: 1, height: 130 }, 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
    assert_eq!(builds(), 2);
    // A goal that is blocked.
    assert_eq!(grid.set_cell(Cell::new(5, 5), 1), GridstarStatus::Ok);
    assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
    assert_eq!((builds(), field.steps(&[Cell::new(6, 5)]).unwrap()[0].cost), (3, f64::INFINITY));
    // Nothing has changed.
    assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
    assert_eq!(builds(), 3);
}

/// Over hexagons of every layout, with blocked cells and dear cells, for agents of one and of three cells.
#[test]
fn a_field_follows_the_edits_of_hexagonal_grids() {
    let profile = TestProfile::new();
    assert_eq!(profile.set_costs(2, &[1.5, 0.4, 3.0]), GridstarStatus::Ok);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let layout = 1 + seed as u32 % 4;
        let (width, height) = (random.between(9, 40), random.between(9, 40));
        let def = GridstarGridDef { layout, ..common::abi::default_grid_def(width, height) };
        let grid = TestGrid::with_def(&def).unwrap();
        let def = GridstarQueryDef { profile: profile.id(), ..common::abi::default_query_def() };
        let def = if seed % 3 > 0 { def } else { common::abi::default_query_def() };
        let size = [1, 3][seed as usize % 5 % 2];
        let (def, edge) = (GridstarQueryDef { agent_size: size as u32, ..def }, size / 2);
        let goals = [Cell::new(edge, edge), Cell::new(width as i32 - 1 - edge, height as i32 / 2)];
        let is_beside =
            |cell: Cell| goals.iter().any(|goal| (cell.x - goal.x).abs().max((cell.y - goal.y).abs()) <= edge);
        let field = TestField::create(&grid, &goals, (seed % 5 / 4) as u32, 0, Some(&def)).unwrap();
        let whole = Rect { x: 0, y: 0, width, height };
        for round in 0..25 {
            for _ in 0..random.between(1, 6) {
                let cell = Cell::new(random.below(width) as i32, random.below(height) as i32);
                let number = if is_beside(cell) { 0 } else { [1, 1, 0, random.below(5)][random.below(4) as usize] };
                assert_eq!(grid.set_cell(cell, number), GridstarStatus::Ok);
            }
            assert_eq!(gridstar_field_update(field.id(), 0), GridstarStatus::Ok);
            let anew = TestField::create(&grid, &goals, (seed % 5 / 4) as u32, 0, Some(&def)).unwrap();
            assert!(field.costs(whole) == anew.costs(whole), "seed {seed}, round {round}, layout {layout}");
        }
        assert!(field.info().unwrap().builds < 13, "seed {seed}: {:?}", field.info());
    }
}

/// Ways lead around what a field makes dear, and a field without the penalties stays as it was.
#[test]
fn penalties_from_a_field_fall_with_its_costs() {
    let grid = TestGrid::new(41, 21);
    let tower = Cell::new(20, 10);
    let def = GridstarQueryDef { flags: GRIDSTAR_QUERY_IGNORE_PENALTIES, ..common::abi::default_query_def() };
    let field = TestField::create(&grid, &[tower], GRIDSTAR_FIELD_FROM_STARTS, 0, Some(&def)).unwrap();
    let ends = (Cell::new(0, 10), Cell::new(40, 10));
    let cost = |def: Option<&GridstarQueryDef>| grid.find_path(ends.0, ends.1, def).cost;
    assert_eq!(cost(None), 40.0);
    assert_eq!(field.write_penalties((1.0, 200), (6.0, 0)), GridstarStatus::Ok);
    let whole = Rect { x: 0, y: 0, width: 41, height: 21 };
    let penalties = grid.penalties(whole).unwrap();
    for (cost, penalty) in field.costs(whole).unwrap().into_iter().zip(penalties) {
        let expected = (200.0 - 40.0 * (cost - 1.0)).clamp(0.0, 200.0);
        assert!((f64::from(penalty) - expected).abs() <= 0.5 + 1e-9, "{penalty} at a cost of {cost}");
    }
    let path = grid.find_path(ends.0, ends.1, None).path;
    assert!(path.iter().all(|cell| (cell.x - tower.x).abs().max((cell.y - tower.y).abs()) > 3), "{path:?}");
    assert_eq!((cost(Some(&def)), gridstar_field_update(field.id(), 0)), (40.0, GridstarStatus::Ok));
    assert_eq!(field.steps(&[Cell::new(0, 10)]).unwrap()[0].cost, 20.0);
    for (near, far) in [((2.0, 0), (2.0, 0)), ((-1.0, 0), (2.0, 0)), ((0.0, 0), (f64::INFINITY, 0))] {
        assert_eq!(field.write_penalties(near, far), GridstarStatus::BadCostLimit);
    }
}
