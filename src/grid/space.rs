//! The place of a grid in the world. All conversions between positions and cells use this one rule.

use super::{Cell, MAX_SIDE};

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
/// The cell at a position is `floor((position - origin) / cell_size)` on both axes of the plane, computed with 64-bit
/// numbers. A cell contains its lower edges and not its upper edges. A position below the origin on either axis is
/// outside the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSpace {
    origin: [f32; 3],
    cell_size: f32,
    plane: Plane,
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
    /// of its cells contains its own center, which is finite. Sides are clamped to [`MAX_SIDE`].
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
        // Rounding moves a center by at most farthest / 2^24, here at most a quarter of a cell, so the center stays in
        // its cell. (Numbers below MIN_POSITIVE are coarser.)
        if cell_size >= f64::from(f32::MIN_POSITIVE) && farthest <= cell_size * f64::from(1 << 22) {
            return true;
        }
        (0..count as i32).all(|index| self.index_at(axis, self.coordinate(axis, index, 0.5)) == index)
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
        let along = |axis: usize| self.index_at(axis, position[axis]);
        Ok(Cell::new(along(0), along(self.row_axis())))
    }

    /// The lowest cell of an agent of `size` x `size` cells whose center is nearest to a world position. The cell may
    /// lie outside the grid.
    pub fn anchor_at(&self, position: [f32; 3], size: u8) -> Result<Cell, SpaceError> {
        let cell = |coordinate: f32, axis: usize| {
            let center = (f64::from(coordinate) - f64::from(self.origin[axis])) / f64::from(self.cell_size);
            (center - (f64::from(size) - 1.0) / 2.0).floor() as i32
        };
        if !position.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        Ok(Cell::new(cell(position[0], 0), cell(position[self.row_axis()], self.row_axis())))
    }

    /// The center of an agent of `size` x `size` cells whose lowest cell is `anchor`.
    pub fn agent_center(&self, anchor: Cell, size: u8) -> [f32; 3] {
        self.position_in(anchor, f64::from(size) / 2.0)
    }

    /// The column or row at a finite coordinate.
    fn index_at(&self, axis: usize, coordinate: f32) -> i32 {
        let offset = f64::from(coordinate) - f64::from(self.origin[axis]);
        (offset / f64::from(self.cell_size)).floor() as i32
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
    /// Rounding to 32 bits may move the corner slightly out of the cell.
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

    fn row_axis(&self) -> usize {
        match self.plane {
            Plane::Xz => 2,
            Plane::Xy => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_below_the_origin_is_in_no_cell_of_the_grid() {
        let space = GridSpace::new([0.0; 3], 1.0, Plane::Xz).unwrap();
        assert_eq!(space.cell_at([-0.001, 9.0, 0.0]), Ok(Cell::new(-1, 0)));
        assert_eq!(space.cell_at([0.0, 9.0, 1.0]), Ok(Cell::new(0, 1)));
    }

    #[test]
    fn the_plane_picks_the_axis_of_the_rows() {
        let position = [1.5, 2.5, 3.5];
        let xz = GridSpace::new([0.0; 3], 1.0, Plane::Xz).unwrap();
        let xy = GridSpace::new([0.0; 3], 1.0, Plane::Xy).unwrap();
        assert_eq!(xz.cell_at(position), Ok(Cell::new(1, 3)));
        assert_eq!(xy.cell_at(position), Ok(Cell::new(1, 2)));
    }

    #[test]
    fn a_cell_holds_its_own_center() {
        for (origin, cell_size) in [(-3.25, 0.1), (1000.0, 0.5), (0.0, 7.0)] {
            let space = GridSpace::new([origin; 3], cell_size, Plane::Xy).unwrap();
            for index in 0..16384 {
                let cell = Cell::new(index, 16383 - index);
                assert_eq!(space.cell_at(space.center_of(cell)), Ok(cell), "origin {origin}, cell size {cell_size}");
            }
        }
    }

    /// Checks every cell of a row: its center is finite and in the cell, and the row's edges are finite.
    fn is_right(space: &GridSpace, count: u32) -> bool {
        let is_finite = |position: [f32; 3]| position.iter().all(|coordinate| coordinate.is_finite());
        let edges = [0, count as i32].map(|index| space.corner_of(Cell::new(index, 0)));
        let mut cells = (0..count as i32).map(|index| Cell::new(index, 0));
        edges.into_iter().all(is_finite) && cells.all(|cell| space.cell_at(space.center_of(cell)) == Ok(cell))
    }

    #[test]
    fn a_space_is_refused_exactly_where_a_cell_does_not_hold_its_center() {
        let mut random = 1_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let sides = [1, 2, 3, 17, 100, 1000, 16384];
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..20_000 {
            // Cell sizes from a hundredth to a hundred times the smallest that the origin allows, and one in four with
            // random bits.
            let origin = f32::from_bits(next() as u32 & 0xff7f_ffff);
            let around = origin.abs() / (1 << 23) as f32 * (1 << (next() % 14)) as f32 / 128.0;
            let noise = 0.5 + (next() % 1000) as f32 / 1000.0;
            let cell_size = if next() % 4 == 0 { f32::from_bits(next() as u32 & 0x7f7f_ffff) } else { around * noise };
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
            (1e6, 0.1, 1000, true),
            (-1e6, 0.1, 16384, true),
            (1e6, 0.07, 16384, true),
            // Adjacent numbers are a cell apart, so half a cell is rounded away.
            (1e6, 0.0625, 1000, false),
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
