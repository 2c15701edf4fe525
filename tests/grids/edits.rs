//! Reads and changes cells, neighbors and world positions, through the C functions.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def};
use common::cell_map::CellMap;
use common::random_maps::{Random, random_map};
use gridstar::ffi::{GridstarGridDef, GridstarPlane, GridstarStatus};
use gridstar::grid::{Cell, Rect};

const OK: GridstarStatus = GridstarStatus::Ok;

fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
    Rect { x, y, width, height }
}

fn drawn(grid: &TestGrid) -> String {
    let info = grid.info().unwrap();
    let mut map = CellMap::new(info.width, info.height);
    for (index, cell_type) in grid.get_cells().unwrap().into_iter().enumerate() {
        map.set_obstacle(map.cell(index), cell_type == 1);
    }
    map.to_string()
}

#[test]
fn buffers_hold_cells_row_by_row() {
    let grid = TestGrid::new(3, 2);
    assert_eq!(grid.set_cells(&[0, 1, 0, 0, 0, 1]), OK);
    assert_eq!(drawn(&grid), ".#.\n..#\n");
    assert_eq!((grid.get_cell(Cell::new(1, 0)), grid.get_cell(Cell::new(2, 1))), (Ok(1), Ok(1)));
    assert_eq!((grid.get_cell(Cell::new(0, 1)), grid.get_cell(Cell::new(1, 1))), (Ok(0), Ok(0)));
}

#[test]
fn a_rectangle_is_filled_and_no_cell_beside_it() {
    let grid = TestGrid::new(5, 4);
    assert_eq!(grid.fill_rect(rect(1, 1, 3, 2), 1), OK);
    assert_eq!(drawn(&grid), ".....\n.###.\n.###.\n.....\n");
    assert_eq!(grid.fill_rect(rect(2, 0, 1, 4), 0), OK);
    assert_eq!(drawn(&grid), ".....\n.#.#.\n.#.#.\n.....\n");
    assert_eq!(grid.fill_rect(rect(0, 0, 5, 4), 1), OK);
    assert_eq!(grid.get_cells(), Ok(vec![1; 20]));
}

#[test]
fn a_rectangle_of_types_is_written_and_read_row_by_row() {
    let grid = TestGrid::new(5, 4);
    assert_eq!(grid.set_rect(rect(2, 1, 3, 2), &[1, 0, 1, 0, 1, 1]), OK);
    assert_eq!(drawn(&grid), ".....\n..#.#\n...##\n.....\n");
    assert_eq!(grid.get_rect(rect(2, 1, 3, 2)), Ok(vec![1, 0, 1, 0, 1, 1]));
    assert_eq!(grid.get_rect(rect(1, 1, 2, 3)), Ok(vec![0, 1, 0, 0, 0, 0]));
}

/// Edits a grid and the test's map alike.
#[test]
fn random_edits_leave_the_cells_that_they_say() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let mut map = random_map(seed).map;
        let grid = TestGrid::from_map(&map);
        for edit in 0..40 {
            let corner = random.cell(&map);
            let (width, height) = (map.width() - corner.x, map.height() - corner.y);
            let place = rect(corner.x, corner.y, random.between(1, width as u32), random.between(1, height as u32));
            let types: Vec<u8> = (0..place.width * place.height).map(|_| random.below(2) as u8).collect();
            let (status, filled) = match random.below(3) {
                0 => (grid.fill_rect(place, types[0].into()), vec![types[0]; types.len()]),
                1 => (grid.set_rect(place, &types), types),
                _ => (grid.set_cell(corner, types[0].into()), vec![types[0]]),
            };
            assert_eq!(status, OK);
            let cells = (0..filled.len() as i32).map(|at| (at % place.width as i32, at / place.width as i32));
            for ((dx, dy), cell_type) in cells.zip(filled) {
                map.set_obstacle(Cell::new(corner.x + dx, corner.y + dy), cell_type == 1);
            }
            assert_eq!(drawn(&grid), map.to_string(), "seed {seed}, edit {edit}");
        }
    }
}

#[test]
fn the_revision_counts_edits_that_changed_something() {
    let grid = TestGrid::new(4, 4);
    assert_eq!(grid.revision(), 0);
    let mut revision = 0;
    let mut expect = |status, changes: bool| {
        revision += u64::from(changes);
        assert_eq!((status, grid.revision()), (OK, revision));
    };
    expect(grid.set_cell(Cell::new(1, 1), 0), false);
    expect(grid.set_cell(Cell::new(1, 1), 1), true);
    expect(grid.set_cell(Cell::new(1, 1), 1), false);
    expect(grid.fill_rect(rect(0, 0, 2, 2), 1), true);
    expect(grid.fill_rect(rect(0, 0, 2, 2), 1), false);
    expect(grid.set_rect(rect(0, 0, 2, 1), &[1, 1]), false);
    expect(grid.set_rect(rect(0, 0, 2, 1), &[1, 0]), true);
    let types = grid.get_cells().unwrap();
    expect(grid.set_cells(&types), false);
    expect(grid.set_cells(&[0; 16]), true);
    expect(grid.set_cells(&[0; 16]), false);
}

#[test]
fn a_refused_edit_changes_no_cell_and_no_revision() {
    let map = CellMap::parse("..#.\n.#..\n#...");
    let grid = TestGrid::from_map(&map);
    let revision = grid.revision();
    for status in [grid.fill_rect(rect(0, 0, 4, 3), 256), grid.set_cell(Cell::new(0, 0), 257)] {
        assert_eq!(status, GridstarStatus::BadCellType);
    }
    for status in [
        grid.fill_rect(rect(1, 0, 4, 3), 1),
        grid.fill_rect(rect(0, -1, 4, 3), 1),
        grid.set_rect(rect(3, 2, 1, 2), &[1, 1]),
        grid.set_rect(rect(0, 0, 0, 3), &[]),
    ] {
        assert_eq!(status, GridstarStatus::BadRect);
    }
    assert_eq!(grid.set_cells(&[1; 11]), GridstarStatus::WrongCount);
    assert_eq!(grid.set_rect(rect(0, 0, 2, 2), &[1; 5]), GridstarStatus::WrongCount);
    assert_eq!((drawn(&grid), grid.revision()), (map.to_string(), revision));
}

#[test]
fn neighbors_come_in_the_stated_order_obstacles_among_them() {
    let grid = TestGrid::new(4, 3);
    assert_eq!(grid.fill_rect(rect(0, 0, 4, 3), 1), OK);
    let cells = |places: &[(i32, i32)]| Ok(places.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>());
    let around = [(2, 2), (2, 1), (2, 0), (1, 2), (1, 0), (0, 2), (0, 1), (0, 0)];
    assert_eq!(grid.neighbors(Cell::new(1, 1)), cells(&around));
    assert_eq!(grid.neighbors(Cell::new(0, 0)), cells(&[(1, 1), (1, 0), (0, 1)]));
    assert_eq!(grid.neighbors(Cell::new(3, 2)), cells(&[(3, 1), (2, 2), (2, 1)]));
    assert_eq!(grid.neighbors(Cell::new(2, 0)), cells(&[(3, 1), (3, 0), (2, 1), (1, 1), (1, 0)]));
    assert_eq!(TestGrid::new(1, 1).neighbors(Cell::new(0, 0)), Ok(vec![]));
}

fn placed(plane: GridstarPlane) -> TestGrid {
    let def = GridstarGridDef {
        plane: plane as u32,
        cell_size: 0.5,
        origin_x: -1.0,
        origin_y: 10.0,
        origin_z: 100.0,
        ..default_grid_def(4, 8)
    };
    TestGrid::with_def(&def).unwrap()
}

#[test]
fn a_position_lies_in_the_cell_whose_lower_edges_it_is_not_below() {
    const OUTSIDE: GridstarStatus = GridstarStatus::PositionOutside;
    let (xz, xy) = (placed(GridstarPlane::Xz), placed(GridstarPlane::Xy));
    let cases = [
        ((-1.0, 0.0), OK, (0, 0)),
        ((-0.501, 0.499), OK, (0, 0)),
        ((-0.5, 0.5), OK, (1, 1)),
        ((0.999, 3.999), OK, (3, 7)),
        // The upper edges of the last cells.
        ((1.0, 0.0), OUTSIDE, (4, 0)),
        ((-1.0, 4.0), OUTSIDE, (0, 8)),
        // Rounding toward zero would put these positions into the first cells.
        ((-1.001, 0.0), OUTSIDE, (-1, 0)),
        ((-1.0, -0.001), OUTSIDE, (0, -1)),
        ((f32::MAX, -f32::MAX), OUTSIDE, (i32::MAX, i32::MIN)),
    ];
    for ((across, along), status, (x, y)) in cases {
        // The third coordinate is ignored.
        for off_plane in [0.0, -1e30, 12.0] {
            assert_eq!(xz.cell_at([across, off_plane, along + 100.0]), (status, Cell::new(x, y)), "{across}, {along}");
            assert_eq!(xy.cell_at([across, along + 10.0, off_plane]), (status, Cell::new(x, y)), "{across}, {along}");
        }
    }
}

#[test]
fn the_corner_of_every_cell_lies_in_the_cell_and_so_does_a_position_within_rounding_below() {
    for (cell_size, origin) in [(0.1, 0.0), (0.16, 0.0), (0.16, -100.0), (0.07, 12345.6), (1.28, -3.3), (0.3, 0.0)] {
        let def = GridstarGridDef { cell_size, origin_x: origin, origin_z: origin, ..default_grid_def(512, 3) };
        let grid = TestGrid::with_def(&def).unwrap();
        for x in 0..512 {
            let position = origin + x as f32 * cell_size;
            for place in [grid.cell_corner(Cell::new(x, 1)), [position, 0.0, origin + cell_size]] {
                let below = [place[0].next_down(), place[1], place[2].next_down()];
                for place in [place, below] {
                    assert_eq!(grid.cell_at(place), (OK, Cell::new(x, 1)), "{place:?}, cells of {cell_size}");
                }
            }
        }
        let end = grid.cell_corner(Cell::new(512, 3));
        assert_eq!(grid.cell_at(end), (GridstarStatus::PositionOutside, Cell::new(512, 3)));
    }
}

#[test]
fn the_center_of_a_cell_lies_in_the_plane_of_the_grid_and_in_that_cell() {
    let (xz, xy) = (placed(GridstarPlane::Xz), placed(GridstarPlane::Xy));
    assert_eq!(xz.cell_center(Cell::new(0, 0)), Ok([-0.75, 10.0, 100.25]));
    assert_eq!(xy.cell_center(Cell::new(0, 0)), Ok([-0.75, 10.25, 100.0]));
    assert_eq!(xz.cell_center(Cell::new(3, 7)), Ok([0.75, 10.0, 103.75]));
    assert_eq!(xy.cell_center(Cell::new(3, 7)), Ok([0.75, 13.75, 100.0]));
    for grid in [xz, xy] {
        for cell in CellMap::new(4, 8).cells() {
            assert_eq!(grid.cell_at(grid.cell_center(cell).unwrap()), (OK, cell));
        }
    }
}
