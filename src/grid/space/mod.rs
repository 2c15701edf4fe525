//! The place of a grid in the world. All conversions between positions and cells use this one rule.

mod axes;
mod line;
pub(super) mod standing;
#[cfg(test)]
mod tests;

use super::{Cell, GridSize, Layout, MAX_SIDE};
use axes::Axes;
use line::AxisLine;

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
    /// An axis is 0, or the axes are parallel, or 32-bit positions can't tell the cells of a map on these axes apart.
    Axes,
    /// A coordinate is NaN or infinite.
    NotFinite,
}

/// The place of a grid in the world: an origin, and a vector from a cell to the next column and to the next row. The
/// lowest corner of cell (0, 0) lies at the origin.
///
/// The cell at a position is the floor of its coordinates along both axes, in cells, where a position within rounding
/// below an edge lies on the edge. A cell contains its lower edges and not its upper edges. The distance of a position
/// from the plane of the axes counts nothing.
///
/// Within rounding: positions and the place itself are 32-bit numbers, so whoever computes an edge may get a number
/// below it. Each of at most four roundings (of the origin, of an axis, of a product and of a sum) moves the result by
/// at most 2^-24 of the numbers in it. So an edge begins `(|origin| + distance + cell_size) / 2^22` below its place,
/// where `distance` is from the origin to the edge, but at most a quarter of a cell below it, so that centers stay in
/// their cells. (`cell_size` is in the sum for positions around 0, as a turned object has.)
///
/// Hexagons in shifted rows lie half a column axis beside those of other rows, and those in shifted columns half a row
/// axis. The cell at a position is the one with the nearest center, where hexagons are regular: the axes are images of
/// two perpendicular vectors of which the one along the lines of hexagons is `2 / sqrt(3)` as long as the other.
///
/// All is computed with 64-bit numbers, one operation at a time, and is therefore the same on every platform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSpace {
    origin: [f32; 3],
    frame: Frame,
    layout: Layout,
}

/// The axes of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frame {
    /// Square cells along axes of the world. A larger position never has a smaller cell.
    Straight { cell_size: f32, plane: Plane },
    /// Any other axes.
    Turned(Axes),
}

impl Frame {
    fn of(axes: [[f32; 3]; 2]) -> Self {
        let straight = |plane| match axes {
            [[cell_size, 0.0, 0.0], row] => {
                let mut expected = [0.0; 3];
                expected[Plane::row_axis(plane)] = cell_size;
                (cell_size > 0.0 && row == expected).then_some(Self::Straight { cell_size, plane })
            }
            _ => None,
        };
        straight(Plane::Xz).or_else(|| straight(Plane::Xy)).unwrap_or_else(|| Self::Turned(Axes::new(axes)))
    }
}

/// The place of a [`GridSpace`], without what follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridPlace {
    origin: [f32; 3],
    axes: [[f32; 3]; 2],
}

impl GridPlace {
    /// The lowest corner of cell (0, 0).
    pub fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// The vectors from a cell to the next column and to the next row, in world units.
    pub fn axes(&self) -> [[f32; 3]; 2] {
        self.axes
    }

    /// The space at this place, of cells in a layout.
    pub fn space(&self, layout: Layout) -> GridSpace {
        let frame = if layout.is_hexagonal() { Frame::Turned(Axes::new(self.axes)) } else { Frame::of(self.axes) };
        GridSpace { origin: self.origin, frame, layout }
    }
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
    /// Square cells in a plane of the world, with their `origin` (x, y, z) and side in world units.
    pub fn new(origin: [f32; 3], cell_size: f32, plane: Plane) -> Result<Self, SpaceError> {
        if !(cell_size.is_finite() && cell_size > 0.0) {
            return Err(SpaceError::CellSize);
        }
        Self::on_frame(origin, Frame::Straight { cell_size, plane })
    }

    /// Cells with the vector `axes[0]` from each to the next column and `axes[1]` to the next row, in world units. Axes
    /// as [`Self::new`] has them give the same space.
    pub fn on_axes(origin: [f32; 3], axes: [[f32; 3]; 2]) -> Result<Self, SpaceError> {
        if !axes.iter().flatten().all(|number| number.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        let frame = Frame::of(axes);
        if matches!(&frame, Frame::Turned(axes) if !axes.are_legal()) {
            return Err(SpaceError::Axes);
        }
        Self::on_frame(origin, frame)
    }

    fn on_frame(origin: [f32; 3], frame: Frame) -> Result<Self, SpaceError> {
        check_finite(origin).map(|()| Self { origin, frame, layout: Layout::Square })
    }

    /// Returns this place with cells in a layout.
    pub fn in_layout(&self, layout: Layout) -> Self {
        self.place().space(layout)
    }

    /// Regular hexagons in a plane of the world, or squares. Centers of neighbors are `cell_size` apart.
    pub fn regular(origin: [f32; 3], cell_size: f32, plane: Plane, layout: Layout) -> Result<Self, SpaceError> {
        let mut place = Self::new(origin, cell_size, plane)?.place();
        if layout.is_hexagonal() {
            let across = usize::from(!layout.shifts_columns());
            // The square root of 3/4.
            place.axes[across] = place.axes[across].map(|part| (f64::from(part) * 0.866_025_403_784_438_6) as f32);
        }
        Ok(place.space(layout))
    }

    /// Refuses a map with more cells than 32-bit positions can tell apart. An accepted map has finite edges, and each
    /// of its cells contains its own center and, on axes of the world, its lowest corner. Sides are clamped to
    /// [`MAX_SIDE`].
    pub fn check(&self, width: u32, height: u32) -> Result<(), SpaceError> {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let is_exact = [(0, width), (plane.row_axis(), height)]
                    .into_iter()
                    .all(|(axis, count)| AxisLine { origin: self.origin[axis], cell_size }.tells_cells_apart(count));
                if is_exact { Ok(()) } else { Err(SpaceError::CellSize) }
            }
            Frame::Turned(axes) => {
                // Shifted hexagons reach half a cell farther.
                let shift = if self.layout.is_hexagonal() { 0.5 } else { 0.0 };
                let size = [width, height].map(|count| f64::from(count) + shift);
                let is_exact = axes.tell_cells_apart(self.origin.map(f64::from), size);
                if is_exact { Ok(()) } else { Err(SpaceError::Axes) }
            }
        }
    }

    /// The place alone, to be kept.
    pub fn place(&self) -> GridPlace {
        let axes = match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let mut axes = [[cell_size, 0.0, 0.0], [0.0; 3]];
                axes[1][plane.row_axis()] = cell_size;
                axes
            }
            Frame::Turned(axes) => axes.vectors(),
        };
        GridPlace { origin: self.origin, axes }
    }

    /// The width of a cell, in world units: the distance between its two nearer opposite edges. For hexagons, the
    /// distance between the centers of neighbors in a line.
    pub fn cell_size(&self) -> f32 {
        match &self.frame {
            &Frame::Straight { cell_size, .. } => cell_size,
            Frame::Turned(axes) if self.layout.is_hexagonal() => {
                axes.length(usize::from(self.layout.shifts_columns())) as f32
            }
            Frame::Turned(axes) => axes.least_width() as f32,
        }
    }

    /// The plane in which the cells lie, or to which their plane is nearer.
    pub fn plane(&self) -> Plane {
        match &self.frame {
            &Frame::Straight { plane, .. } => plane,
            Frame::Turned(axes) => {
                let [_, y, z] = axes.normal();
                if y.abs() >= z.abs() { Plane::Xz } else { Plane::Xy }
            }
        }
    }

    /// The cell at a world position. The cell may lie outside the grid; columns and rows are clamped to 32 bits.
    pub fn cell_at(&self, position: [f32; 3]) -> Result<Cell, SpaceError> {
        check_finite(position).map(|()| self.cell_above_finite(position, 0.0))
    }

    /// Where an agent of `size` x `size` cells stands on a map whose center is nearest to a world position. Along an
    /// axis on which the position is inside the map, the agent is inside the map too, if the map is wide enough.
    pub fn anchor_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Result<Anchor, SpaceError> {
        check_finite(position).map(|()| self.anchor_at_finite(position, size, map))
    }

    /// Returns what [`anchor_at`](Self::anchor_at) does, at a finite position.
    pub fn anchor_at_finite(&self, position: [f32; 3], size: u8, map: GridSize) -> Anchor {
        let cell = self.cell_above_finite(position, 0.0);
        if size == 1 || self.layout.is_hexagonal() {
            return Anchor { cell, is_inside: map.contains(cell) };
        }
        self.anchor_of_large(position, size, map)
    }

    #[inline(never)]
    fn anchor_of_large(&self, position: [f32; 3], size: u8, map: GridSize) -> Anchor {
        let at = self.cell_above_finite(position, 0.0);
        // An agent's center is half its size above its lowest edge, and nearest up to half a cell from there.
        let nearest = self.cell_above_finite(position, (f64::from(size) - 1.0) / 2.0);
        let along = |index: i32, nearest: i32, count: u32| {
            let is_inside = u32::try_from(index).is_ok_and(|index| index < count);
            let last = count.saturating_sub(size.into()) as i32;
            if is_inside { nearest.clamp(0, last) } else { nearest }
        };
        let cell = Cell::new(along(at.x, nearest.x, map.width), along(at.y, nearest.y, map.height));
        Anchor { cell, is_inside: map.contains(at) }
    }

    /// The lowest cell of an agent at a start or goal of a path: its anchor, or a cell outside the map if the position
    /// is outside.
    pub fn end_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Result<Cell, SpaceError> {
        let anchor = self.anchor_at(position, size, map)?;
        if anchor.is_inside { Ok(anchor.cell) } else { self.cell_at(position) }
    }

    /// The center of an agent of `size` x `size` cells whose lowest cell is `anchor`; over hexagons, of the rings
    /// around `anchor`.
    pub fn agent_center(&self, anchor: Cell, size: u8) -> [f32; 3] {
        let size = if self.layout.is_hexagonal() { 1 } else { size };
        self.position_in(anchor, f64::from(size) / 2.0)
    }

    /// The vector of a length in a direction along columns and rows, which is given with a length of 1 or 0.
    pub fn vector_along(&self, [columns, rows]: [f32; 2], length: f32) -> [f32; 3] {
        match &self.frame {
            Frame::Straight { plane: Plane::Xz, .. } => [columns * length, 0.0, rows * length],
            Frame::Straight { plane: Plane::Xy, .. } => [columns * length, rows * length, 0.0],
            Frame::Turned(axes) => axes.vector_along([columns, rows].map(f64::from), length.into()),
        }
    }

    /// The cell at a finite position, with edges `shift` cells above those of the cells.
    #[inline(always)]
    fn cell_above_finite(&self, position: [f32; 3], shift: f64) -> Cell {
        match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let index =
                    |axis: usize| AxisLine { origin: self.origin[axis], cell_size }.index_at(position[axis], shift);
                Cell::new(index(0), index(plane.row_axis()))
            }
            Frame::Turned(axes) => self.cell_on_axes(axes, position, shift),
        }
    }

    #[inline(never)]
    fn cell_on_axes(&self, axes: &Axes, position: [f32; 3], shift: f64) -> Cell {
        let origin = self.origin.map(f64::from);
        let offset = [0, 1, 2].map(|axis| f64::from(position[axis]) - origin[axis]);
        if self.layout.is_hexagonal() {
            return self.layout.nearest(axes.coordinates(offset));
        }
        let [x, y] = axes.indexes(origin, offset, shift);
        Cell::new(x, y)
    }

    /// The world position of a cell's center. It lies in the plane of the axes.
    pub fn center_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.5)
    }

    /// The world position of a cell's lowest corner. It lies in the plane of the axes.
    pub fn corner_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.0)
    }

    /// The position at the same `share` of a cell from the cell's lowest corner along both axes.
    fn position_in(&self, cell: Cell, share: f64) -> [f32; 3] {
        match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let mut position = self.origin;
                for (axis, index) in [(0, cell.x), (plane.row_axis(), cell.y)] {
                    position[axis] = AxisLine { origin: self.origin[axis], cell_size }.coordinate(index, share);
                }
                position
            }
            Frame::Turned(axes) => {
                let [beside_column, beside_row] = self.layout.shift_of(cell);
                let column = f64::from(cell.x) + share + beside_column;
                let offset = axes.offset(column, f64::from(cell.y) + share + beside_row);
                [0, 1, 2].map(|axis| (f64::from(self.origin[axis]) + offset[axis]) as f32)
            }
        }
    }
}

fn check_finite(position: [f32; 3]) -> Result<(), SpaceError> {
    let is_finite = position.iter().all(|coordinate| coordinate.is_finite());
    if is_finite { Ok(()) } else { Err(SpaceError::NotFinite) }
}

impl Plane {
    /// The axis of the world along which rows follow each other.
    fn row_axis(self) -> usize {
        match self {
            Self::Xz => 2,
            Self::Xy => 1,
        }
    }
}
