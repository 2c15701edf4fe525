//! Grids with an engine, what they have derived, and maps with a cell that is shut in.

use super::abi::{TestGrid, default_grid_def, rule_number};
use super::cell_map::CellMap;
use super::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

pub const NONE: u32 = 0;
pub const JUMP_POINTS: u32 = GRIDSTAR_PREPARED_JUMP_POINTS;
pub const COMPONENTS: u32 = GRIDSTAR_PREPARED_COMPONENTS;
pub const LANDMARKS: u32 = GRIDSTAR_PREPARED_LANDMARKS;

pub fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x, y)
}

pub fn grid_with(map: &CellMap, engine: GridstarEngine) -> TestGrid {
    grid_by_rule(map, engine, DiagonalRule::Always)
}

pub fn grid_by_rule(map: &CellMap, engine: GridstarEngine, rule: DiagonalRule) -> TestGrid {
    let def = GridstarGridDef {
        engine: engine as u32,
        diagonal_rule: rule_number(rule),
        ..default_grid_def(map.width() as u32, map.height() as u32)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
    grid
}

pub fn prepare(grid: &TestGrid, engine: GridstarEngine) {
    assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 0), GridstarStatus::Ok);
}

pub fn prepared(grid: &TestGrid) -> u32 {
    grid.info().unwrap().prepared
}

/// Random obstacles at `percent` of the cells, and a cell that is walled in.
pub fn scattered(side: u32, percent: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(percent.into()));
    for cell in map.cells() {
        map.set_obstacle(cell, random.percent(percent));
    }
    shut_in(&mut map);
    map
}

/// Puts a ring of obstacles around `SHUT_IN`, and makes the first cell walkable.
pub fn shut_in(map: &mut CellMap) {
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        map.set_obstacle(cell(SHUT_IN.x + dx, SHUT_IN.y + dy), (dx, dy) != (0, 0));
    }
    map.set_obstacle(cell(0, 0), false);
}

pub const SHUT_IN: Cell = Cell::new(21, 30);

/// Similar to game maps: rooms of 15 x 11 cells with doors, furniture in some rooms, and trees outdoors.
pub fn game_like(side: u32) -> CellMap {
    let (mut map, mut random) = (CellMap::new(side, side), Random::new(77));
    for cell in map.cells() {
        let is_indoors = cell.x + cell.y < side as i32;
        let is_wall = cell.x % 16 == 15 || cell.y % 12 == 11;
        let is_door = cell.x % 16 == 7 || cell.y % 12 == 5;
        let is_tree = random.percent(if is_indoors { 3 } else { 6 });
        map.set_obstacle(cell, (is_indoors && is_wall && !is_door) || is_tree);
    }
    shut_in(&mut map);
    map
}
