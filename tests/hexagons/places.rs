//! Where hexagons lie in the world: random frames beside formulas that are written anew, and with cells far from 0.

use common::abi::{TestGrid, default_grid_def};
use common::hexagons::LAYOUTS;
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// By how much a cell lies farther along columns and rows than a square would.
fn shift_of(layout: GridstarLayout, cell: Cell) -> [f64; 2] {
    let half = |is_shifted: bool| if is_shifted { 0.5 } else { 0.0 };
    match layout {
        GridstarLayout::Square => [0.0, 0.0],
        GridstarLayout::HexOddRows => [half(cell.y % 2 != 0), 0.0],
        GridstarLayout::HexEvenRows => [half(cell.y % 2 == 0), 0.0],
        GridstarLayout::HexOddColumns => [0.0, half(cell.x % 2 != 0)],
        GridstarLayout::HexEvenColumns => [0.0, half(cell.x % 2 == 0)],
    }
}

/// The center of a cell in columns and rows.
fn center_in_cells(layout: GridstarLayout, cell: Cell) -> [f64; 2] {
    let shift = shift_of(layout, cell);
    [f64::from(cell.x) + 0.5 + shift[0], f64::from(cell.y) + 0.5 + shift[1]]
}

/// The cell with the nearest center where hexagons are regular, and how much farther the next center is.
fn nearest(layout: GridstarLayout, [along, up]: [f64; 2]) -> (Cell, f64) {
    let across = 0.75_f64.sqrt();
    let is_rows = matches!(layout, GridstarLayout::HexOddRows | GridstarLayout::HexEvenRows);
    let stretch = if is_rows { [1.0, across] } else { [across, 1.0] };
    let around = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
    let cells = around.map(|(dx, dy)| Cell::new(along.floor() as i32 + dx, up.floor() as i32 + dy));
    let mut by_distance: Vec<(f64, Cell)> = cells
        .map(|cell| {
            let [x, y] = center_in_cells(layout, cell);
            (((x - along) * stretch[0]).hypot((y - up) * stretch[1]), cell)
        })
        .collect();
    by_distance.sort_by(|one, other| one.0.total_cmp(&other.0));
    (by_distance[0].1, by_distance[1].0 - by_distance[0].0)
}

/// A random origin and axes, of which some make no legal frame.
fn random_place(random: &mut Random) -> (GridstarPlace, [f64; 3], [[f64; 3]; 2]) {
    let scales = [1e-3, 0.1, 1.0, 1.0, 30.0, 1e4];
    let mut number = |scale: f64| (f64::from(random.below(20_001)) / 10_000.0 - 1.0) * scale;
    let mut scale = || scales[(number(3.0) + 3.0) as usize % 6];
    let of = [100.0 * scale(), scale(), scale()];
    let [origin, column, row] = of.map(|scale| [(); 3].map(|()| number(scale) as f32));
    let place = GridstarPlace {
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
    };
    (place, origin.map(f64::from), [column.map(f64::from), row.map(f64::from)])
}

#[test]
fn hexagons_of_random_frames_lie_where_the_formulas_say() {
    let mut random = Random::new(40);
    let (mut legal, mut refused, mut clear) = (0, 0, 0);
    for round in 0..6000 {
        let layout = LAYOUTS[round % 4];
        let [width, height] = [(); 2].map(|()| [1, 2, 17, 300][random.below(4) as usize]);
        let def = GridstarGridDef { layout: layout as u32, ..default_grid_def(width, height) };
        let grid = TestGrid::with_def(&def).unwrap();
        let (place, origin, axes) = random_place(&mut random);
        let before = grid.cell_center(Cell::new(0, 0));
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = unsafe { gridstar_grid_set_place(grid.id(), &place) };
        if status != GridstarStatus::Ok {
            assert!(matches!(status, GridstarStatus::BadAxes | GridstarStatus::BadCellSize), "{status:?}");
            assert_eq!(grid.cell_center(Cell::new(0, 0)), before, "a refused place moved the grid");
            refused += 1;
            continue;
        }
        legal += 1;
        // Far from the world's origin, what is within rounding reaches into the cell: at most a quarter of it.
        let shortest = axes.map(|axis| axis.iter().map(|part| part * part).sum::<f64>().sqrt());
        let is_near = origin.iter().all(|part| part.abs() <= 100.0 * shortest[0].min(shortest[1]));
        let in_world = |[along, up]: [f64; 2]| [0, 1, 2].map(|at| origin[at] + along * axes[0][at] + up * axes[1][at]);
        for _ in 0..20 {
            let cell = Cell::new(random.below(width) as i32, random.below(height) as i32);
            let seen = format!("round {round}, {layout:?}: {cell:?} of {origin:?}, {axes:?}");
            let (center, exact) = (grid.cell_center(cell).unwrap(), in_world(center_in_cells(layout, cell)));
            for at in 0..3 {
                assert!((f64::from(center[at]) - exact[at]).abs() <= exact[at].abs() * 1e-7 + 1e-9, "{seen}");
            }
            assert_eq!(grid.cell_at(center), (GridstarStatus::Ok, cell), "{seen}");
            let share = |random: &mut Random| f64::from(random.below(2001)) / 1000.0 - 0.5;
            let way = [f64::from(cell.x) + share(&mut random), f64::from(cell.y) + share(&mut random)];
            let (expected, margin) = nearest(layout, way);
            let position = in_world(way).map(|part| part as f32);
            let is_inside = (0..width as i32).contains(&expected.x) && (0..height as i32).contains(&expected.y);
            let status = if is_inside { GridstarStatus::Ok } else { GridstarStatus::PositionOutside };
            // Skewed axes make what is within rounding longer, in cells.
            let is_square = width.max(height) <= 17 && is_near && is_wide(axes);
            if margin > if is_square { 0.01 } else { 0.6 } {
                assert_eq!(grid.cell_at(position), (status, expected), "{seen}, {way:?} at {position:?}");
                clear += 1;
            }
        }
    }
    assert!(legal > 2500 && refused > 200 && clear > 20_000, "{legal} legal, {refused} refused, {clear} clear");
}

/// Whether two axes are about equally long and far from parallel.
fn is_wide([u, v]: [[f64; 3]; 2]) -> bool {
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|at| a[at] * b[at]).sum::<f64>();
    let (long, short) = (dot(u, u).max(dot(v, v)), dot(u, u).min(dot(v, v)));
    short * 100.0 > long && dot(u, v).powi(2) < 0.8 * long * short
}
