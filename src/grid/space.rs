//! The place of a grid in the world. All conversions between positions and cells use this one rule.

use super::{Cell, GridSize, MAX_SIDE};

/// The two world axes along which a grid's columns and rows run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Columns along x, rows along z: the ground of a 3D world.
    Xz,
    /// Columns along x, rows along y: a 2D world.
    Xy,
}

/// Why a place of a grid in the world ([`GridSpace`]), a map at this place, or a world position is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceError {
    /// The cell size is not a finite number above 0, or is too small or too large for a map at this origin.
    CellSize,
    /// A coordinate is NaN or infinite.
    NotFinite,
}

/// The place of a grid in the world: square cells with a side of `cell_size` world units. The lowest corner of cell (0,
/// 0) lies at `origin`.
///
/// The cell at a position is `floor((position - origin) / cell_size)` on both axes of the plane, where a position
/// within rounding below an edge lies on the edge. A cell contains its lower edges and not its upper edges. A position
/// below the origin on either axis is outside the grid.
///
/// Within rounding: position, origin and cell size are 32-bit numbers, so whoever computes an edge may get a number
/// below it. Each of at most four roundings (of the origin, of the cell size, of a product and of a sum) moves the
/// result by at most 2^-24 of the numbers in it. So an edge begins `(|origin| + distance + cell_size) / 2^22` below
/// its place, where `distance` is from the origin to the edge, but at most a quarter of a cell below it, so that
/// centers stay in their cells. (`cell_size` is in the sum for positions around 0, as a turned object has.)
///
/// All is computed with 64-bit numbers, one operation at a time, and is therefore the same on every platform. A larger
/// position never has a smaller cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSpace {
    origin: [f32; 3],
    cell_size: f32,
    plane: Plane,
}

/// The lowest cell of an agent at a world position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The lowest cell of the place whose center is nearest. It may lie outside the map.
    pub cell: Cell,
    /// Whether the position is inside the map.
    pub is_inside: bool,
}

impl GridSpace {
    /// A space with its `origin` (x, y, z) and the side of a cell, both in world units.
    pub fn new(origin: [f32; 3], cell_size: f32, plane: Plane) -> Result<Self, SpaceError> {
        if !(cell_size.is_finite() && cell_size > 0.0) {
            return Err(SpaceError::CellSize);
        }
        if !origin.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        Ok(Self { origin, cell_size, plane })
    }

    /// Refuses a map with more cells than 32-bit positions can tell apart. An accepted map has finite edges, and each
    /// of its cells contains its own center and lowest corner, which are finite. Sides are clamped to [`MAX_SIDE`].
    pub fn check(&self, width: u32, height: u32) -> Result<(), SpaceError> {
        let axes = [(0, width), (self.row_axis(), height)];
        let is_exact = axes.into_iter().all(|(axis, count)| self.tells_cells_apart(axis, count.min(MAX_SIDE)));
        if is_exact { Ok(()) } else { Err(SpaceError::CellSize) }
    }

    fn tells_cells_apart(&self, axis: usize, count: u32) -> bool {
        let (origin, cell_size) = (f64::from(self.origin[axis]), f64::from(self.cell_size));
        let farthest = origin.abs().max((origin + f64::from(count) * cell_size).abs());
        if farthest > f64::from(f32::MAX) {
            return false;
        }
        // Rounding moves a corner by at most farthest / 2^24, here at most a quarter of a cell, and an edge begins as
        // far below its place. A center is nearer than the farthest edge, so rounding moves it by less, and it is half
        // a cell from the next edge. (Numbers below MIN_POSITIVE are coarser.)
        if cell_size >= f64::from(f32::MIN_POSITIVE) && farthest <= cell_size * f64::from(1 << 22) {
            return true;
        }
        let is_at = |index: i32, share: f64| self.index_at(axis, self.coordinate(axis, index, share), 0.0) == index;
        is_at(count as i32, 0.0) && (0..count as i32).all(|index| is_at(index, 0.0) && is_at(index, 0.5))
    }

    /// The lowest corner of cell (0, 0).
    pub fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// The side of a cell, in world units.
    pub fn cell_size(&self) -> f32 {
        self.cell_size
    }

    /// The plane in which the cells lie.
    pub fn plane(&self) -> Plane {
        self.plane
    }

    /// The cell at a world position. The cell may lie outside the grid; columns and rows are clamped to 32 bits.
    pub fn cell_at(&self, position: [f32; 3]) -> Result<Cell, SpaceError> {
        if !position.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        let along = |axis: usize| self.index_at(axis, position[axis], 0.0);
        Ok(Cell::new(along(0), along(self.row_axis())))
    }

    /// Where an agent of `size` x `size` cells stands on a map whose center is nearest to a world position. Along an
    /// axis on which the position is inside the map, the agent is inside the map too, if the map is wide enough.
    pub fn anchor_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Result<Anchor, SpaceError> {
        let at = self.cell_at(position)?;
        let along = |axis: usize, index: i32, count: u32| {
            // An agent's center is half its size above its lowest edge, and nearest up to half a cell from there.
            let nearest = self.index_at(axis, position[axis], (f64::from(size) - 1.0) / 2.0);
            let is_inside = u32::try_from(index).is_ok_and(|index| index < count);
            let last = count.saturating_sub(size.into()) as i32;
            if is_inside { nearest.clamp(0, last) } else { nearest }
        };
        let cell = Cell::new(along(0, at.x, map.width), along(self.row_axis(), at.y, map.height));
        Ok(Anchor { cell, is_inside: map.contains(at) })
    }

    /// The lowest cell of an agent at a start or goal of a path: its anchor, or a cell outside the map if the position
    /// is outside.
    pub fn end_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Result<Cell, SpaceError> {
        let anchor = self.anchor_at(position, size, map)?;
        if anchor.is_inside { Ok(anchor.cell) } else { self.cell_at(position) }
    }

    /// The center of an agent of `size` x `size` cells whose lowest cell is `anchor`.
    pub fn agent_center(&self, anchor: Cell, size: u8) -> [f32; 3] {
        self.position_in(anchor, f64::from(size) / 2.0)
    }

    /// The column or row at a finite coordinate, with edges `shift` cells above those of the cells.
    fn index_at(&self, axis: usize, coordinate: f32, shift: f64) -> i32 {
        let (origin, cell_size) = (f64::from(self.origin[axis]), f64::from(self.cell_size));
        let offset = f64::from(coordinate) - origin;
        let index = (offset / cell_size - shift).floor();
        let next_edge = (index + 1.0 + shift) * cell_size;
        let rounding = (origin.abs() + next_edge.abs() + cell_size) / f64::from(1 << 22);
        let is_on_edge = next_edge - offset <= rounding.min(cell_size / 4.0);
        (if is_on_edge { index + 1.0 } else { index }) as i32
    }

    /// The coordinate of a point in a column or row. `share` is the distance from the lower edge, as a share of a cell.
    fn coordinate(&self, axis: usize, index: i32, share: f64) -> f32 {
        let offset = (f64::from(index) + share) * f64::from(self.cell_size);
        (f64::from(self.origin[axis]) + offset) as f32
    }

    /// The world position of a cell's center. The coordinate perpendicular to the plane is the origin's.
    pub fn center_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.5)
    }

    /// The world position of a cell's lowest corner. The coordinate perpendicular to the plane is the origin's.
    pub fn corner_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.0)
    }

    /// The position at the same `share` of a cell from the cell's lowest corner along both axes.
    fn position_in(&self, cell: Cell, share: f64) -> [f32; 3] {
        let along = |axis: usize, index: i32| self.coordinate(axis, index, share);
        let mut position = self.origin;
        position[0] = along(0, cell.x);
        position[self.row_axis()] = along(self.row_axis(), cell.y);
        position
    }

    /// The axis of the world along which rows follow each other.
    pub(crate) fn row_axis(&self) -> usize {
        match self.plane {
            Plane::Xz => 2,
            Plane::Xy => 1,
        }
    }
}

#[cfg(test)]
mod tests {
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
            let is_right = is_right(&space, side) && space.tells_cells_apart(1, 1);
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
            let around = space.coordinate(0, index, (next() % 2) as f64 / 2.0);
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

    #[test]
    fn positions_far_away_are_clamped_and_odd_numbers_refused() {
        let space = GridSpace::new([0.0; 3], f32::MIN_POSITIVE, Plane::Xz).unwrap();
        assert_eq!(space.cell_at([f32::MAX, 0.0, f32::MIN]), Ok(Cell::new(i32::MAX, i32::MIN)));
        assert_eq!(space.cell_at([f32::NAN, 0.0, 0.0]), Err(SpaceError::NotFinite));
        assert_eq!(space.cell_at([0.0, 0.0, f32::INFINITY]), Err(SpaceError::NotFinite));
        for cell_size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(GridSpace::new([0.0; 3], cell_size, Plane::Xz), Err(SpaceError::CellSize));
        }
    }
}
