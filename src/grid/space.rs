//! Where cells lie in the world: the one rule that turns positions into cells.

use super::Cell;

/// The two world axes along which a grid's columns and rows run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Columns along x, rows along z: the ground of a 3D world.
    Xz,
    /// Columns along x, rows along y: a 2D world.
    Xy,
}

/// Why a space or a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceError {
    /// The cell size is not a finite number above 0.
    CellSize,
    /// A coordinate is NaN or infinite.
    NotFinite,
}

/// The place of a grid in the world: square cells of `cell_size` world units whose cell (0, 0) has its lowest corner at
/// `origin`.
///
/// A position belongs to the cell `floor((position - origin) / cell_size)`, computed in 64 bits on both axes of the
/// plane: a cell holds its lower edges and not its upper ones, and a position left of or below the origin is never inside.
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

    /// The lowest corner of cell (0, 0).
    pub fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// The side of a cell in world units.
    pub fn cell_size(&self) -> f32 {
        self.cell_size
    }

    /// The plane in which the cells lie.
    pub fn plane(&self) -> Plane {
        self.plane
    }

    /// The cell at a world position, which may lie outside the grid; cells beyond 32 bits are clamped.
    pub fn cell_at(&self, position: [f32; 3]) -> Result<Cell, SpaceError> {
        if !position.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        let along = |axis: usize| {
            let offset = f64::from(position[axis]) - f64::from(self.origin[axis]);
            (offset / f64::from(self.cell_size)).floor() as i32
        };
        Ok(Cell::new(along(0), along(self.row_axis())))
    }

    /// The world position of a cell's centre; off the plane it is the origin's.
    pub fn center_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.5)
    }

    /// The world position of a cell's lowest corner; off the plane it is the origin's. Rounded to 32 bits it may lie a hair's breadth
    /// outside the cell.
    pub fn corner_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.0)
    }

    /// The position that lies the same `share` of a cell along both axes from a cell's lowest corner.
    fn position_in(&self, cell: Cell, share: f64) -> [f32; 3] {
        let along = |axis: usize, index: i32| {
            let offset = (f64::from(index) + share) * f64::from(self.cell_size);
            (f64::from(self.origin[axis]) + offset) as f32
        };
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
