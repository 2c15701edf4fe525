//! Positions and cells, against formulas written anew.

use super::*;
use crate::random::Random;

/// Checks every cell of a row: its center and its corner are finite and in the cell. The corner beyond the row is
/// finite and in no cell of the row.
fn is_right(space: &GridSpace, count: u32) -> bool {
    let is_finite = |position: [f32; 3]| position.iter().all(|coordinate| coordinate.is_finite());
    let edges = [0, count as i32].map(|index| space.corner_of(Cell::new(index, 0)));
    let mut cells = (0..=count as i32).map(|index| Cell::new(index, 0));
    let is_in = |cell: Cell, position: [f32; 3]| space.cell_at(position).is_ok_and(|at| at.x == cell.x);
    edges.into_iter().all(is_finite)
        && cells.all(|cell| {
            let is_beyond = cell.x == count as i32;
            is_in(cell, space.corner_of(cell)) && (is_beyond || is_in(cell, space.center_of(cell)))
        })
}

#[test]
fn a_space_is_refused_exactly_where_a_cell_does_not_hold_its_center_or_corner() {
    let mut random = Random::new(1);
    let mut next = || random.next();
    let sides = [1, 2, 3, 17, 100, 1000, 16384];
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        // Cell sizes from a hundredth to a hundred times the smallest that the origin allows, and one in four with
        // random bits.
        let origin = f32::from_bits(next() as u32 & 0xff7f_ffff);
        let around = origin.abs() / (1 << 23) as f32 * (1 << (next() % 14)) as f32 / 128.0;
        let noise = 0.5 + (next() % 1000) as f32 / 1000.0;
        let cell_size =
            if next().is_multiple_of(4) { f32::from_bits(next() as u32 & 0x7f7f_ffff) } else { around * noise };
        let Ok(space) = GridSpace::new([origin, 0.0, 0.0], cell_size, Plane::Xy) else { continue };
        let side = sides[next() as usize % sides.len()];
        let is_accepted = space.check(side, 1).is_ok();
        // The other side is a single cell: it fails only if the cell exceeds the largest number, or its half rounds
        // to 0.
        let is_right = is_right(&space, side) && AxisLine { origin: 0.0, cell_size }.tells_cells_apart(1);
        assert_eq!(is_accepted, is_right, "origin {origin:e}, cell size {cell_size:e}, {side} cells");
        accepted += u32::from(is_accepted);
        refused += u32::from(!is_accepted);
    }
    assert!(accepted > 3000 && refused > 3000, "{accepted} accepted, {refused} refused");
}

#[test]
fn the_edges_of_what_is_accepted_are_those_of_the_numbers() {
    let check = |origin: f32, cell_size: f32, side| {
        let space = GridSpace::new([origin, 7.0, origin], cell_size, Plane::Xz).unwrap();
        assert_eq!(space.check(side, 1), space.check(1, side));
        space.check(side, side) == Ok(())
    };
    let tiny = f32::from_bits(1);
    for (origin, cell_size, side, is_right) in [
        // Common in games.
        (1e5, 0.1, 16384, true),
        (-1e6, 0.25, 16384, true),
        // Adjacent numbers are 0.0625 apart, so some centers are rounded to corners.
        (1e6, 0.1, 1000, false),
        (-1e6, 0.1, 16384, false),
        (1e6, 0.07, 16384, false),
        (1e6, 0.0625, 1000, false),
        // The farthest place at which no cell is refused: 2^22 cells away.
        (4_194_304.0, 1.0, 1, true),
        (-4_194_304.0, 1.0, 16384, true),
        (-4_194_304.25, 1.0, 2, true),
        (4_177_920.0, 1.0, 16384, true),
        (4_177_920.3, 1.0, 16384, true),
        (0.0, 1.0, 16384, true),
        (0.0, 1e-30, 16384, true),
        // Adjacent numbers around 1e9 are 64 apart.
        (1e9, 1.0, 10, false),
        (1e9, 64.0, 1, true),
        (1e6, 0.01, 10, false),
        // The largest numbers.
        (0.0, f32::MAX, 1, true),
        (0.0, f32::MAX, 2, false),
        (f32::MAX, f32::MAX, 1, false),
        (-f32::MAX, f32::MAX, 2, true),
        (0.0, f32::MAX / 16384.0, 16384, true),
        (0.0, f32::MAX / 16383.0, 16384, false),
        // The smallest numbers: half of `tiny` rounds to 0, and one and a half of it to two.
        (0.0, tiny, 1, true),
        (0.0, tiny, 2, false),
        (0.0, 2.0 * tiny, 16384, true),
    ] {
        assert_eq!(check(origin, cell_size, side), is_right, "{origin:e}, {cell_size:e}, {side}");
    }
}

/// The next 32-bit number below.
fn below(number: f32, times: u32) -> f32 {
    (0..times).fold(number, |number, _| number.next_down())
}

#[test]
fn a_position_on_an_edge_is_in_the_upper_cell_however_the_edge_was_computed() {
    for cell_size in [0.1_f32, 0.16, 0.32, 0.64, 1.28, 0.07, 0.3, 1.1, 1.0, 7.7, 1e-3, 333.3] {
        // What a designer writes down: decimal numbers, here in hundredths of a cell.
        for hundredths in [0, -1, 3, -640, 777, -10_000, 123_456] {
            let exact = f64::from(cell_size.to_string().parse::<f32>().unwrap());
            let decimal: f64 = cell_size.to_string().parse().unwrap();
            let nominal = decimal * f64::from(hundredths) / 100.0;
            let origin = nominal as f32;
            let space = GridSpace::new([origin; 3], cell_size, Plane::Xy).unwrap();
            assert_eq!(space.check(16384, 16384), Ok(()));
            for index in (0..300_i32).chain((300..16384).step_by(37)) {
                let corner = space.corner_of(Cell::new(index, index))[0];
                let number = index as f32;
                let edges = [
                    corner,
                    // A number of the level, written down.
                    (nominal + decimal * f64::from(index)) as f32,
                    // As scripts compute it.
                    origin + number * cell_size,
                    number * cell_size + origin,
                    (number + 0.5) * cell_size + origin - cell_size / 2.0,
                    (f64::from(origin) + f64::from(index) * exact) as f32,
                    below(corner, 1),
                ];
                for edge in edges {
                    let at = space.cell_at([edge; 3]).unwrap();
                    let seen = format!("{edge} of corner {corner}, cells of {cell_size} from {origin}");
                    assert_eq!(at, Cell::new(index, index), "{seen}");
                }
                // What is clearly below stays below.
                let reach = 5.0 * f32::EPSILON * (origin.abs() + (number + 1.0) * cell_size);
                if reach < cell_size / 8.0 {
                    let at = space.cell_at([corner - reach; 3]).unwrap();
                    assert_eq!(at, Cell::new(index - 1, index - 1), "{reach} below {corner}");
                }
            }
        }
    }
}

#[test]
fn the_position_half_is_in_cell_five_of_cells_of_a_tenth() {
    let space = GridSpace::new([0.0; 3], 0.1, Plane::Xz).unwrap();
    assert_eq!(space.cell_at([0.5, 0.0, 0.3]), Ok(Cell::new(5, 3)));
    assert_eq!(space.cell_at([0.499_99, 0.0, 0.299_99]), Ok(Cell::new(4, 2)));
    let wrong = (0..512).filter(|&x| space.cell_at(space.corner_of(Cell::new(x, 0))) != Ok(Cell::new(x, 0)));
    assert_eq!(wrong.count(), 0);
    // A quarter turn leaves numbers like this one where 0 is meant.
    assert_eq!(space.cell_at([-4.371_139e-9, 0.0, 0.0]), Ok(Cell::new(0, 0)));
}

#[test]
fn a_larger_position_never_has_a_smaller_cell_or_anchor() {
    let mut random = Random::new(2);
    let mut next = || random.next();
    let mut edges = 0;
    for round in 0..3000 {
        let origin = f32::from_bits(next() as u32 & 0xff7f_ffff).clamp(-1e7, 1e7) * (round % 3) as f32;
        let share = 1.0 / (1 << (next() % 26)) as f32;
        let cell_size = (origin.abs().max(1e-3) * share * (0.5 + (next() % 1000) as f32 / 1000.0)).max(1e-6);
        let space = GridSpace::new([origin; 3], cell_size, Plane::Xy).unwrap();
        let map = GridSize { width: 64, height: 64 };
        // Twenty adjacent numbers around an edge or the middle of a cell, of a grid in place or not.
        let index = next() as i32 % 100;
        let around = AxisLine { origin, cell_size }.coordinate(index, (next() % 2) as f64 / 2.0);
        let mut last: Option<[i32; 4]> = None;
        let mut position = below(around, 10);
        for _ in 0..20 {
            let now = [1, 2, 3, 16].map(|size| space.anchor_at([position; 3], size, map).unwrap().cell.x);
            assert_eq!(space.cell_at([position; 3]).unwrap().x, now[0]);
            if let Some(last) = last {
                let is_ordered = last.iter().zip(&now).all(|(last, now)| last <= now);
                let place = format!("{position:e}, cells of {cell_size:e} from {origin:e}");
                // An agent far outside may enter the map by its edge.
                assert!(is_ordered, "{last:?} before {now:?} at {place}");
                edges += u32::from(last[0] != now[0]);
            }
            last = Some(now);
            position = position.next_up();
        }
    }
    assert!(edges > 500, "{edges} edges");
}

#[test]
fn an_agent_at_any_place_of_the_map_is_the_nearest_inside_and_alike_on_every_side() {
    for (width, height) in [(10, 7), (3, 16), (1, 1), (40, 2)] {
        let map = GridSize { width, height };
        let space = GridSpace::new([-3.0, 5.0, 0.0], 0.5, Plane::Xy).unwrap();
        for size in 1..=16_u8 {
            // Positions at sevenths of a cell, so that none is in the middle between two anchors.
            for step in 0..7 * width as i32 {
                let along = (f64::from(step) + 0.3) / 7.0;
                let center = |anchor: i32| f64::from(anchor) + f64::from(size) / 2.0;
                let last = width as i32 - i32::from(size);
                let distance = |anchor: &i32| ((center(*anchor) - along).abs() * 1e6) as i64;
                let nearest = (0..=last.max(0)).min_by_key(distance).unwrap();
                let position = [(along * 0.5 - 3.0) as f32, 5.1, 0.0];
                let anchor = space.anchor_at(position, size, map).unwrap();
                assert!(anchor.is_inside);
                assert_eq!(anchor.cell.x, nearest, "size {size} at {along} of {width}");
                if last >= 0 {
                    assert!((center(nearest) - along).abs() <= f64::from(size) / 2.0);
                }
                assert_eq!(space.end_at(position, size, map), Ok(anchor.cell));
                // The same place seen from the other side.
                let mirrored = [((f64::from(width) - along) * 0.5 - 3.0) as f32, 5.1, 0.0];
                let other = space.anchor_at(mirrored, size, map).unwrap().cell.x;
                assert_eq!(other, last.max(0) - nearest, "size {size} at {along} of {width}");
            }
        }
    }
}

#[test]
fn a_position_outside_the_map_is_outside_for_agents_of_every_size() {
    let map = GridSize { width: 10, height: 10 };
    let space = GridSpace::new([0.0; 3], 1.0, Plane::Xz).unwrap();
    for size in 1..=16 {
        for (x, z) in [(-0.001, 5.0), (10.0, 5.0), (5.0, -0.001), (5.0, 10.0), (10.2, 0.1), (-9.0, 30.0)] {
            let anchor = space.anchor_at([x, 0.0, z], size, map).unwrap();
            assert!(!anchor.is_inside, "size {size} at {x}, {z}");
            let end = space.end_at([x, 0.0, z], size, map).unwrap();
            assert!(!map.contains(end), "size {size} at {x}, {z}: {end:?}");
        }
    }
    // As far from the nearest place inside on either side.
    let anchor = |x: f32| space.anchor_at([x, 0.0, 5.5], 3, map).unwrap().cell.x;
    assert_eq!((anchor(-0.3), anchor(10.3)), (-2, 9));
}

#[test]
fn the_lowest_corner_of_the_first_cell_is_the_origin_and_corners_are_a_cell_apart() {
    let space = GridSpace::new([-3.5, 7.0, 2.0], 0.5, Plane::Xz).unwrap();
    assert_eq!(space.corner_of(Cell::new(0, 0)), [-3.5, 7.0, 2.0]);
    assert_eq!(space.corner_of(Cell::new(3, 8)), [-2.0, 7.0, 6.0]);
    let space = GridSpace::new([-3.5, 7.0, 2.0], 0.5, Plane::Xy).unwrap();
    assert_eq!(space.corner_of(Cell::new(3, 8)), [-2.0, 11.0, 2.0]);
}

/// A random space on axes of any direction, whether it is legal or not.
fn any_space(random: &mut Random) -> (Result<GridSpace, SpaceError>, [f32; 3], [[f32; 3]; 2]) {
    let scales = [1e-3, 0.1, 1.0, 1.0, 30.0, 1e4];
    let origin_scale = scales[random.below(6)] * 100.0;
    let axis_scales = [scales[random.below(6)], scales[random.below(6)]];
    let mut number = |scale: f64| ((random.below(20_001) as f64 / 10_000.0 - 1.0) * scale) as f32;
    let origin = [(); 3].map(|()| number(origin_scale));
    let axes = axis_scales.map(|scale| [(); 3].map(|()| number(scale)));
    (GridSpace::on_axes(origin, axes), origin, axes)
}

/// The coordinates of a position in cells, by the normal equations of the nearest point in the plane.
fn coordinates(origin: [f32; 3], axes: [[f32; 3]; 2], position: [f32; 3]) -> [f64; 2] {
    let [u, v] = axes.map(|axis| axis.map(f64::from));
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|at| a[at] * b[at]).sum::<f64>();
    let offset = [0, 1, 2].map(|at| f64::from(position[at]) - f64::from(origin[at]));
    let [uu, uv, vv, up, vp] = [dot(u, u), dot(u, v), dot(v, v), dot(u, offset), dot(v, offset)];
    let determinant = uu * vv - uv * uv;
    [(vv * up - uv * vp) / determinant, (uu * vp - uv * up) / determinant]
}

#[test]
fn each_cell_of_a_legal_frame_contains_its_center_and_positions_follow_the_formulas() {
    let mut random = Random::new(3);
    let (mut legal, mut refused) = (0, 0);
    for round in 0..20_000 {
        let (space, origin, axes) = any_space(&mut random);
        let [width, height] = [(); 2].map(|()| [1, 2, 17, 300, 16_384][random.below(5)]);
        let Some(space) = space.ok().filter(|space| space.check(width, height).is_ok()) else {
            refused += 1;
            continue;
        };
        legal += 1;
        for _ in 0..20 {
            let cell = Cell::new(random.below(width as usize) as i32, random.below(height as usize) as i32);
            let seen = format!("round {round}: {cell:?} of {origin:?}, {axes:?}");
            let center = space.center_of(cell);
            for at in 0..3 {
                let exact = f64::from(origin[at])
                    + (f64::from(cell.x) + 0.5) * f64::from(axes[0][at])
                    + (f64::from(cell.y) + 0.5) * f64::from(axes[1][at]);
                assert!((f64::from(center[at]) - exact).abs() <= exact.abs() * 1e-7 + 1e-9, "{seen}");
            }
            assert_eq!(space.cell_at(center), Ok(cell), "{seen}");
            assert_eq!(space.anchor_at(center, 1, GridSize { width, height }).unwrap().cell, cell, "{seen}");
            // A position between the cell's edges, and off the plane.
            let share = |random: &mut Random| 0.3 + 0.4 * (random.below(1000) as f64 / 1000.0);
            let (along, up) = (f64::from(cell.x) + share(&mut random), f64::from(cell.y) + share(&mut random));
            let normal = {
                let [u, v] = axes.map(|axis| axis.map(f64::from));
                [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
            };
            let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
            let off = f64::from(space.cell_size()) * (random.below(3) as f64 - 1.0) / length;
            let position = [0, 1, 2].map(|at| {
                (f64::from(origin[at])
                    + along * f64::from(axes[0][at])
                    + up * f64::from(axes[1][at])
                    + off * normal[at]) as f32
            });
            let [x, y] = coordinates(origin, axes, position).map(f64::floor);
            let is_clear = |number: f64| (number - number.round()).abs() > 0.26;
            let [exact_x, exact_y] = coordinates(origin, axes, position);
            if is_clear(exact_x) && is_clear(exact_y) {
                assert_eq!(space.cell_at(position), Ok(Cell::new(x as i32, y as i32)), "{seen} at {position:?}");
            }
            let size = 1 + random.below(3) as u8;
            let standing = space.standing_at(position, size, GridSize { width, height });
            let way = standing.way_to(cell);
            let right = [(cell.x, exact_x), (cell.y, exact_y)]
                .map(|(index, exact)| f64::from(index) + f64::from(size) / 2.0 - exact - standing.rounding / 2.0);
            assert!((0..2).all(|at| (way[at] - right[at]).abs() <= standing.rounding / 2.0 + 1e-6), "{seen}: {way:?}");
        }
    }
    assert!(legal > 5000 && refused > 1000, "{legal} legal, {refused} refused");
}

#[test]
fn axes_of_the_world_are_the_same_space_however_they_are_given() {
    for (plane, row) in [(Plane::Xz, [0.0, 0.0, 0.3]), (Plane::Xy, [0.0, 0.3, 0.0])] {
        let space = GridSpace::new([1.0, -2.0, 7.5], 0.3, plane).unwrap();
        assert_eq!(GridSpace::on_axes([1.0, -2.0, 7.5], [[0.3, 0.0, 0.0], row]), Ok(space));
        assert_eq!(space.place().space(Layout::Square), space);
        assert_eq!((space.place().origin(), space.place().axes()), ([1.0, -2.0, 7.5], [[0.3, 0.0, 0.0], row]));
        assert_eq!((space.plane(), space.cell_size()), (plane, 0.3));
        let mut turned = GridSpace::on_axes([1.0, -2.0, 7.5], [[0.3, 0.0, 0.0], row.map(|part| -part)]).unwrap();
        assert_eq!((turned.plane(), turned.cell_size()), (plane, 0.3));
        assert_eq!(turned.vector_along([0.6, -0.8], 5.0), space.vector_along([0.6, 0.8], 5.0));
        turned = turned.place().space(Layout::Square);
        for position in [[1.0, -2.0, 7.5], [5.37, 3.21, 9.77], [-7.03, 0.17, -3.33]] {
            let (one, other) = (space.cell_at(position).unwrap(), turned.cell_at(position).unwrap());
            assert_eq!(one.x, other.x);
            // On an edge both belong to the upper cell.
            let is_edge = position == [1.0, -2.0, 7.5];
            assert_eq!(other.y, if is_edge { 0 } else { -1 - one.y }, "{position:?}");
        }
    }
}

#[test]
fn a_position_is_in_the_hexagon_with_the_nearest_center() {
    let mut random = Random::new(4);
    for layout in Layout::HEXAGONS {
        for plane in [Plane::Xz, Plane::Xy] {
            let space = GridSpace::regular([3.0, -2.0, 5.0], 0.8, plane, layout).unwrap();
            assert_eq!((space.check(16_384, 16_384), space.plane(), space.cell_size()), (Ok(()), plane, 0.8));
            let distance = |one: [f32; 3], other: [f32; 3]| {
                (0..3).map(|at| (f64::from(one[at]) - f64::from(other[at])).powi(2)).sum::<f64>().sqrt()
            };
            for _ in 0..3000 {
                let cell = Cell::new(random.below(40) as i32 - 20, random.below(40) as i32 - 20);
                let center = space.center_of(cell);
                assert_eq!(space.cell_at(center), Ok(cell), "{layout:?}");
                let near: Vec<Cell> = layout.neighbors(cell).collect();
                for &neighbor in &near {
                    assert!((distance(center, space.center_of(neighbor)) - 0.8).abs() < 1e-5, "{layout:?}");
                }
                let mut part = || (random.below(2001) as f32 / 1000.0 - 1.0) * 0.8;
                let mut position = [center[0] + part(), center[1], center[2]];
                position[plane.row_axis()] += part();
                let found = space.cell_at(position).unwrap();
                let to = |cell: Cell| distance(position, space.center_of(cell));
                for other in layout.neighbors(found) {
                    let seen = format!("{layout:?}: {position:?} in {found:?}, not {other:?}");
                    assert!(to(found) <= to(other) + 1e-5, "{seen}");
                }
            }
        }
    }
    // Odd rows lie half a cell to the right; even columns half a cell up.
    let space = GridSpace::regular([0.0; 3], 2.0, Plane::Xy, Layout::HexOddRows).unwrap();
    let row = 2.0 * 0.75_f64.sqrt();
    assert_eq!(space.center_of(Cell::new(0, 0)), [1.0, (row / 2.0) as f32, 0.0]);
    assert_eq!(space.center_of(Cell::new(2, 1))[0], 6.0);
    let space = GridSpace::regular([0.0; 3], 2.0, Plane::Xz, Layout::HexEvenColumns).unwrap();
    assert_eq!(space.center_of(Cell::new(0, 0)), [(row / 2.0) as f32, 0.0, 2.0]);
    assert_eq!(space.center_of(Cell::new(1, 2))[2], 5.0);
}

#[test]
fn axes_that_are_0_or_parallel_or_no_numbers_are_refused() {
    let refused = |column, row| GridSpace::on_axes([0.0; 3], [column, row]).err();
    let x = [1.0, 0.0, 0.0];
    for row in [[0.0; 3], [2.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 0.0009, 0.0], [1e30, 1e26, 1e26]] {
        assert_eq!(refused(x, row), Some(SpaceError::Axes), "{row:?}");
        assert_eq!(refused(row, x), Some(SpaceError::Axes), "{row:?}");
    }
    assert_eq!(refused(x, [1.0, 0.001, 0.0]), None);
    for row in [[f32::NAN, 1.0, 0.0], [0.0, f32::INFINITY, 0.0]] {
        assert_eq!(refused(x, row), Some(SpaceError::NotFinite), "{row:?}");
    }
    assert_eq!(GridSpace::on_axes([f32::NAN, 0.0, 0.0], [x, [0.0, 2.0, 1.0]]), Err(SpaceError::NotFinite));
    // Perpendicular axes near the world's origin are never refused; far away all are.
    for (scale, distance, is_legal) in [(1.0, 2e5, true), (1e-3, 2e2, true), (1.0, 1e7, false), (1e-3, 1e5, false)] {
        let axes = [[0.6 * scale, 0.0, 0.8 * scale], [-0.8 * scale, 0.0, 0.6 * scale]];
        let space = GridSpace::on_axes([distance, 0.0, -distance], axes).unwrap();
        assert_eq!(space.check(1000, 1000).is_ok(), is_legal, "{scale} at {distance}");
    }
    let tiny = f32::from_bits(1);
    let space = GridSpace::on_axes([0.0; 3], [[tiny, 0.0, 0.0], [0.0, 2.0 * tiny, 0.0]]).unwrap();
    assert_eq!(space.check(2, 2), Err(SpaceError::Axes));
    let huge = GridSpace::on_axes([0.0; 3], [[f32::MAX, 0.0, 0.0], [0.0, f32::MAX / 2.0, 0.0]]).unwrap();
    assert_eq!((huge.check(1, 1), huge.check(2, 2)), (Ok(()), Err(SpaceError::Axes)));
}

#[test]
fn positions_far_away_are_clamped_and_odd_numbers_refused() {
    let space = GridSpace::new([0.0; 3], f32::MIN_POSITIVE, Plane::Xz).unwrap();
    assert_eq!(space.cell_at([f32::MAX, 0.0, f32::MIN]), Ok(Cell::new(i32::MAX, i32::MIN)));
    for layout in Layout::HEXAGONS {
        let hexagons = space.in_layout(layout);
        let far = hexagons.cell_at([f32::MAX, 0.0, f32::MIN]).unwrap();
        assert!([i32::MIN, i32::MAX].contains(&far.x) && [i32::MIN, i32::MAX].contains(&far.y), "{far:?}");
        assert_eq!(hexagons.cell_at([0.0, f32::INFINITY, 0.0]), Err(SpaceError::NotFinite));
    }
    assert_eq!(space.cell_at([f32::NAN, 0.0, 0.0]), Err(SpaceError::NotFinite));
    assert_eq!(space.cell_at([0.0, 0.0, f32::INFINITY]), Err(SpaceError::NotFinite));
    for cell_size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(GridSpace::new([0.0; 3], cell_size, Plane::Xz), Err(SpaceError::CellSize));
    }
}
