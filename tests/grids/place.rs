//! Where a grid lies in the world: any origin and axes, and a grid that moves.

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::floors::FloorStep;
use gridstar::grid::Cell;
use std::mem::{size_of, zeroed};

type Vector = [f32; 3];

fn place_of(origin: Vector, column: Vector, row: Vector) -> GridstarPlace {
    GridstarPlace {
        struct_size: size_of::<GridstarPlace>() as u32,
        origin_x: origin[0],
        origin_y: origin[1],
        origin_z: origin[2],
        column_axis_x: column[0],
        column_axis_y: column[1],
        column_axis_z: column[2],
        row_axis_x: row[0],
        row_axis_y: row[1],
        row_axis_z: row[2],
    }
}

fn set_place(grid: &TestGrid, place: &GridstarPlace) -> GridstarStatus {
    // SAFETY: the pointer comes from a reference to a struct whose size is set.
    unsafe { gridstar_grid_set_place(grid.id(), place) }
}

fn place(grid: &TestGrid) -> GridstarPlace {
    let mut place = place_of([f32::NAN; 3], [f32::NAN; 3], [f32::NAN; 3]);
    // SAFETY: the pointer comes from a reference to a struct whose size is set.
    assert_eq!(unsafe { gridstar_grid_get_place(grid.id(), &mut place) }, GridstarStatus::Ok);
    place
}

fn center(grid: &TestGrid, cell: Cell) -> Vector {
    let [mut x, mut y, mut z] = [f32::NAN; 3];
    // SAFETY: the pointers come from references.
    let status = unsafe { gridstar_grid_get_cell_center(grid.id(), cell.x, cell.y, &mut x, &mut y, &mut z) };
    assert_eq!(status, GridstarStatus::Ok);
    [x, y, z]
}

fn cell_at(grid: &TestGrid, [x, y, z]: Vector) -> Cell {
    let mut cell = Cell::default();
    // SAFETY: the pointer comes from a reference.
    unsafe { gridstar_grid_get_cell_at(grid.id(), x, y, z, &mut cell) };
    cell
}

/// The world positions of a path between two positions.
fn path(grid: &TestGrid, start: Vector, goal: Vector) -> Vec<Vector> {
    let found = grid.find_path(cell_at(grid, start), cell_at(grid, goal), None);
    assert_eq!(found.status, GridstarStatus::Ok);
    centers(grid, &found.path, 1)
}

/// The world positions of agents on some cells.
fn centers(grid: &TestGrid, cells: &[Cell], size: u32) -> Vec<Vector> {
    let mut points = vec![[f32::NAN; 3]; cells.len()];
    let (count, out) = (cells.len() as u32, points.as_mut_ptr().cast());
    // SAFETY: pointers and lengths of a slice and a vector.
    let status = unsafe { gridstar_grid_get_centers(grid.id(), cells.as_ptr(), count, size, out, count) };
    assert_eq!(status, GridstarStatus::Ok);
    points
}

/// A grid of 40 x 30 with a wall that has one door.
fn walled() -> TestGrid {
    let grid = TestGrid::new(40, 30);
    for y in (0..30).filter(|&y| y != 27) {
        grid.set_cell(Cell::new(20, y), 1);
    }
    grid
}

/// Unit axes turned by an angle around y.
fn turned(angle: f64, scale: f64) -> [Vector; 2] {
    let (sine, cosine) = angle.sin_cos();
    [[(cosine * scale) as f32, 0.0, (-sine * scale) as f32], [(sine * scale) as f32, 0.0, (cosine * scale) as f32]]
}

#[test]
fn a_place_that_was_set_is_the_place_that_is_told() {
    let grid = walled();
    let first = place_of([0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
    assert_eq!(place(&grid), first);
    for angle in [0.1, 1.0, 2.5, 4.0] {
        let [column, row] = turned(angle, 0.75);
        let moved = place_of([3.0, -2.0, 7.5], column, row);
        assert_eq!(set_place(&grid, &moved), GridstarStatus::Ok);
        assert_eq!(place(&grid), moved);
        let info = grid.info().unwrap();
        assert_eq!([info.origin_x, info.origin_y, info.origin_z], [3.0, -2.0, 7.5]);
        assert!((info.cell_size - 0.75).abs() < 1e-6 && info.plane == GridstarPlane::Xz as u32, "{info:?}");
        assert_eq!(info.revision, 29, "no edit");
    }
}

#[test]
fn a_refused_place_leaves_the_grid_where_it_was() {
    let grid = walled();
    let before = place(&grid);
    let x = [1.0, 0.0, 0.0];
    let refused = [
        (place_of([0.0; 3], x, x), GridstarStatus::BadAxes),
        (place_of([0.0; 3], x, [0.0; 3]), GridstarStatus::BadAxes),
        (place_of([0.0; 3], [0.0; 3], [0.0; 3]), GridstarStatus::BadAxes),
        (place_of([1e9, 0.0, 0.0], [0.0, 1.0, 0.0], x), GridstarStatus::BadAxes),
        (place_of([1e9, 0.0, 0.0], x, [0.0, 1.0, 0.0]), GridstarStatus::BadCellSize),
        (place_of([f32::NAN, 0.0, 0.0], x, [0.0, 1.0, 0.0]), GridstarStatus::NotFinite),
        (place_of([0.0; 3], x, [0.0, f32::INFINITY, 0.0]), GridstarStatus::NotFinite),
    ];
    for (bad, status) in refused {
        assert_eq!(set_place(&grid, &bad), status, "{bad:?}");
        assert_eq!(place(&grid), before);
        if status != GridstarStatus::BadCellSize {
            let def = GridstarGridDef {
                origin_x: bad.origin_x,
                column_axis_x: bad.column_axis_x,
                column_axis_y: bad.column_axis_y,
                row_axis_x: bad.row_axis_x,
                row_axis_y: bad.row_axis_y,
                ..default_grid_def(40, 30)
            };
            let is_default = bad.column_axis_x == 0.0 && bad.column_axis_y == 0.0;
            if !is_default {
                assert_eq!(TestGrid::with_def(&def).err(), Some(status), "{bad:?}");
            }
        }
    }
}

#[test]
fn a_def_with_axes_is_a_grid_that_was_moved() {
    let [column, row] = turned(0.7, 0.5);
    let def = GridstarGridDef {
        origin_x: 5.0,
        column_axis_x: column[0],
        column_axis_y: column[1],
        column_axis_z: column[2],
        row_axis_x: row[0],
        row_axis_y: row[1],
        row_axis_z: row[2],
        // They count nothing, but must be legal.
        cell_size: 3.0,
        ..default_grid_def(40, 30)
    };
    let (made, moved) = (TestGrid::with_def(&def).unwrap(), walled());
    assert_eq!(set_place(&moved, &place_of([5.0, 0.0, 0.0], column, row)), GridstarStatus::Ok);
    assert_eq!(place(&made), place(&moved));
    for cell in [Cell::new(0, 0), Cell::new(39, 29), Cell::new(7, 21)] {
        assert_eq!(center(&made, cell), center(&moved, cell));
    }
}

#[test]
fn a_path_in_the_world_moves_with_its_grid_and_derives_nothing_anew() {
    let grid = walled();
    let (start, goal) = (Cell::new(3, 4), Cell::new(35, 2));
    let first = path(&grid, center(&grid, start), center(&grid, goal));
    let cells: Vec<Cell> = first.iter().map(|&point| cell_at(&grid, point)).collect();
    let prepared = grid.info().unwrap();
    let mut random = Random::new(11);
    for round in 0..300 {
        let mut number = |scale: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * scale;
        let moved = place_of(
            [number(100.0), number(100.0), number(100.0)],
            [number(2.0), number(2.0), number(2.0)],
            [number(2.0), number(2.0), number(2.0)],
        );
        if set_place(&grid, &moved) != GridstarStatus::Ok {
            continue;
        }
        let points = path(&grid, center(&grid, start), center(&grid, goal));
        assert_eq!(points.len(), cells.len(), "round {round} at {moved:?}");
        for (&point, &cell) in points.iter().zip(&cells) {
            assert_eq!((cell_at(&grid, point), point), (cell, center(&grid, cell)), "round {round} at {moved:?}");
        }
        let info = grid.info().unwrap();
        assert_eq!((info.revision, info.prepared, info.bytes), (prepared.revision, prepared.prepared, prepared.bytes));
    }
}

#[test]
fn velocities_of_a_field_follow_the_grid_that_moves() {
    let grid = walled();
    let (goal, cell) = (Cell::new(35, 2), Cell::new(3, 4));
    let (mut field, query) = (0, default_query_def());
    // SAFETY: the pointers come from references.
    let status = unsafe { gridstar_field_create(grid.id(), &goal, 1, 0, 0, &query, &mut field) };
    assert_eq!(status, GridstarStatus::Ok);
    let velocity = |position: Vector| {
        let mut velocity = [f32::NAN; 3];
        // SAFETY: the pointers of arrays of three floats.
        let status =
            unsafe { gridstar_field_get_velocities(field, position.as_ptr(), 1, 3.0, velocity.as_mut_ptr(), 1) };
        assert_eq!(status, GridstarStatus::Ok);
        velocity
    };
    let straight = velocity(center(&grid, cell));
    assert_eq!(straight[1], 0.0);
    for angle in [0.3, 1.9, 3.3, 5.0] {
        let [column, row] = turned(angle, 2.0);
        assert_eq!(set_place(&grid, &place_of([9.0, 1.0, -4.0], column, row)), GridstarStatus::Ok);
        let turned = velocity(center(&grid, cell));
        let right = [0, 1, 2].map(|at| (straight[0] * column[at] + straight[2] * row[at]) / 2.0);
        assert!((0..3).all(|at| (turned[at] - right[at]).abs() < 1e-4), "{turned:?}, not {right:?}, at {angle}");
    }
    let last = velocity(center(&grid, cell));
    let position = center(&grid, cell);
    drop(grid);
    // A field outlives its grid, and keeps to the place of its creation.
    assert_ne!(velocity(position), last);
    assert_eq!(velocity([3.5, 0.0, 4.5]), straight);
    assert_eq!(gridstar_destroy(field), GridstarStatus::Ok);
}

#[test]
fn a_grid_moves_while_threads_search_and_each_path_lies_in_one_place() {
    let grid = walled();
    let ends = [Cell::new(3, 4), Cell::new(35, 2)];
    let places = [[0.0, 0.0, 0.0], [1000.0, 50.0, 0.0]];
    std::thread::scope(|scope| {
        let searchers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..400 {
                        let points = path(&grid, [3.5, 0.0, 4.5], [35.5, 0.0, 2.5]);
                        let heights: Vec<f32> = points.iter().map(|point| point[1]).collect();
                        assert!(heights.iter().all(|&height| height == heights[0]), "{heights:?}");
                    }
                })
            })
            .collect();
        let mut round = 0;
        while searchers.iter().any(|searcher| !searcher.is_finished()) {
            // The same cells, at another height.
            let [x, y, z] = [0.0, places[round % 2][1], 0.0];
            let moved = place_of([x, y, z], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
            assert_eq!(set_place(&grid, &moved), GridstarStatus::Ok);
            round += 1;
        }
    });
    assert!(path(&grid, [3.5, 0.0, 4.5], [35.5, 0.0, 2.5]).len() as i32 > ends[1].x - ends[0].x);
}

#[test]
fn floors_use_the_place_of_each_grid_at_the_call() {
    let (lower, upper) = (walled(), walled());
    let mut floors = 0;
    // SAFETY: the pointer comes from a reference; zeros are a valid value of the def.
    unsafe {
        assert_eq!(gridstar_floors_create(&mut floors), GridstarStatus::Ok);
        let mut number = 0;
        for grid in [&lower, &upper] {
            assert_eq!(gridstar_floors_add_floor(floors, grid.id(), &mut number), GridstarStatus::Ok);
        }
        let mut def: GridstarLinkDef = zeroed();
        assert_eq!(gridstar_link_def_default(&mut def, size_of::<GridstarLinkDef>() as u32), GridstarStatus::Ok);
        (def.from_floor, def.from_x, def.from_y) = (0, 5, 5);
        (def.to_floor, def.to_x, def.to_y) = (1, 5, 5);
        let mut link = 0;
        assert_eq!(gridstar_floors_add_link(floors, &def, &mut link), GridstarStatus::Ok);
    }
    let [column, row] = turned(1.1, 1.0);
    assert_eq!(set_place(&upper, &place_of([0.0, 4.0, 0.0], column, row)), GridstarStatus::Ok);
    let (start, goal) = (center(&lower, Cell::new(3, 4)), center(&upper, Cell::new(9, 9)));
    let (from, to) = (
        GridstarFloorCell { floor: 0, x: 3, y: 4, reserved: 0 },
        GridstarFloorCell { floor: 1, x: 9, y: 9, reserved: 0 },
    );
    let mut steps = [FloorStep::default(); 64];
    // SAFETY: zeros are a valid value of the struct; the pointers are those of an array and of references.
    let (status, length) = unsafe {
        let mut result: GridstarFloorPathResult = zeroed();
        result.struct_size = size_of::<GridstarFloorPathResult>() as u32;
        let def = default_query_def();
        let status = gridstar_floors_find_path(floors, &from, &to, &def, steps.as_mut_ptr(), 64, &mut result);
        (status, result.length as usize)
    };
    let position = |step: &FloorStep| center([&lower, &upper][step.floor as usize], step.at().cell);
    let points: Vec<Vector> = steps[..length].iter().map(position).collect();
    assert_eq!((status, points[0], points[length - 1]), (GridstarStatus::Ok, start, goal));
    assert!(points[..length].iter().filter(|point| point[1] == 4.0).all(|&point| {
        let cell = cell_at(&upper, point);
        center(&upper, cell) == point
    }));
    assert_eq!(gridstar_destroy(floors), GridstarStatus::Ok);
}

fn agent_center(grid: &TestGrid, cell: Cell, size: u32) -> Vector {
    let [mut x, mut y, mut z] = [f32::NAN; 3];
    // SAFETY: the pointers come from references.
    let status = unsafe { gridstar_grid_get_agent_center(grid.id(), cell.x, cell.y, size, &mut x, &mut y, &mut z) };
    assert_eq!(status, GridstarStatus::Ok);
    [x, y, z]
}

/// Hexagons in shifted rows, one world unit apart, with a wall of two doors.
#[test]
fn paths_and_velocities_over_hexagons_lead_from_center_to_center() {
    let layouts = [
        GridstarLayout::HexOddRows,
        GridstarLayout::HexEvenRows,
        GridstarLayout::HexOddColumns,
        GridstarLayout::HexEvenColumns,
    ];
    for layout in layouts {
        let def = GridstarGridDef { layout: layout as u32, origin_y: 3.0, ..default_grid_def(24, 20) };
        let grid = TestGrid::with_def(&def).unwrap();
        for y in (0..20).filter(|&y| y != 17 && y != 3) {
            grid.set_cell(Cell::new(12, y), 1);
        }
        let (start, goal) = (Cell::new(2, 9), Cell::new(22, 10));
        let (from, to) = (center(&grid, start), center(&grid, goal));
        assert_eq!((cell_at(&grid, from), agent_center(&grid, start, 3)), (start, from));
        let points = path(&grid, from, to);
        assert_eq!((points[0], points[points.len() - 1]), (from, to));
        let length =
            |one: Vector, other: Vector| (0..3).map(|at| f64::from(one[at] - other[at]).powi(2)).sum::<f64>().sqrt();
        for pair in points.windows(2) {
            assert!((length(pair[0], pair[1]) - 1.0).abs() < 1e-5, "{layout:?}: {pair:?}");
        }
        let (mut field, query) = (0, default_query_def());
        // SAFETY: the pointers come from references.
        let status = unsafe { gridstar_field_create(grid.id(), &goal, 1, 0, 0, &query, &mut field) };
        assert_eq!(status, GridstarStatus::Ok);
        // An agent walks in small steps, enters no blocked cell, and arrives.
        let (mut position, mut velocity, mut steps) = (from, [f32::NAN; 3], 0);
        while cell_at(&grid, position) != goal {
            // SAFETY: the pointers of arrays of three floats.
            let status =
                unsafe { gridstar_field_get_velocities(field, position.as_ptr(), 1, 0.05, velocity.as_mut_ptr(), 1) };
            assert!(status == GridstarStatus::Ok && (length(velocity, [0.0; 3]) - 0.05).abs() < 1e-5);
            position = [0, 1, 2].map(|at| position[at] + velocity[at]);
            steps += 1;
            let cell = cell_at(&grid, position);
            assert!(grid.get_cell(cell) == Ok(0) && steps < 2000, "{layout:?}: {position:?} in {cell:?}");
        }
        assert!(steps as f64 * 0.05 <= points.len() as f64, "{steps} steps, {} points", points.len());
        assert_eq!(gridstar_destroy(field), GridstarStatus::Ok);
    }
}
