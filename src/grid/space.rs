//! The place of a grid in the world. All conversions between positions and cells use this one rule.

use super::axes::Axes;
use super::{Cell, GridSize, Layout, MAX_SIDE};

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
        let is_finite = origin.iter().all(|coordinate| coordinate.is_finite());
        if is_finite { Ok(Self { origin, frame, layout: Layout::Square }) } else { Err(SpaceError::NotFinite) }
    }

    /// The same place with cells in a layout.
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
                    .all(|(axis, count)| Line { origin: self.origin[axis], cell_size }.tells_cells_apart(count));
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
        self.cell_above(position, 0.0)
    }

    /// Where an agent of `size` x `size` cells stands on a map whose center is nearest to a world position. Along an
    /// axis on which the position is inside the map, the agent is inside the map too, if the map is wide enough.
    pub fn anchor_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Result<Anchor, SpaceError> {
        let at = self.cell_at(position)?;
        if self.layout.is_hexagonal() {
            return Ok(Anchor { cell: at, is_inside: map.contains(at) });
        }
        // An agent's center is half its size above its lowest edge, and nearest up to half a cell from there.
        let nearest = if size == 1 { at } else { self.cell_above(position, (f64::from(size) - 1.0) / 2.0)? };
        let along = |index: i32, nearest: i32, count: u32| {
            let is_inside = u32::try_from(index).is_ok_and(|index| index < count);
            let last = count.saturating_sub(size.into()) as i32;
            if is_inside { nearest.clamp(0, last) } else { nearest }
        };
        let cell = Cell::new(along(at.x, nearest.x, map.width), along(at.y, nearest.y, map.height));
        Ok(Anchor { cell, is_inside: map.contains(at) })
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

    /// The way from a position to the center of an agent, along columns and along rows, in one unit of length.
    pub fn way_to_center(&self, position: [f32; 3], anchor: Cell, size: u8) -> [f32; 2] {
        let center = self.agent_center(anchor, size);
        let way = [0, 1, 2].map(|axis| center[axis] - position[axis]);
        match &self.frame {
            Frame::Straight { plane, .. } => [way[0], way[plane.row_axis()]],
            Frame::Turned(axes) => axes.coordinates(way.map(f64::from)).map(|cells| cells as f32),
        }
    }

    /// The vector of a length in a direction along columns and rows, which is given with a length of 1 or 0.
    pub fn vector_along(&self, [columns, rows]: [f32; 2], length: f32) -> [f32; 3] {
        match &self.frame {
            Frame::Straight { plane, .. } => {
                let mut vector = [0.0; 3];
                vector[0] = columns * length;
                vector[plane.row_axis()] = rows * length;
                vector
            }
            Frame::Turned(axes) => axes.vector_along([columns, rows].map(f64::from), length.into()),
        }
    }

    /// The cell at a position, with edges `shift` cells above those of the cells.
    fn cell_above(&self, position: [f32; 3], shift: f64) -> Result<Cell, SpaceError> {
        if !position.iter().all(|coordinate| coordinate.is_finite()) {
            return Err(SpaceError::NotFinite);
        }
        let [x, y] = match &self.frame {
            &Frame::Straight { cell_size, plane } => [0, plane.row_axis()]
                .map(|axis| Line { origin: self.origin[axis], cell_size }.index_at(position[axis], shift)),
            Frame::Turned(axes) => {
                let origin = self.origin.map(f64::from);
                let offset = [0, 1, 2].map(|axis| f64::from(position[axis]) - origin[axis]);
                if self.layout.is_hexagonal() {
                    return Ok(nearest_hexagon(self.layout, axes.coordinates(offset)));
                }
                axes.indexes(origin, offset, shift)
            }
        };
        Ok(Cell::new(x, y))
    }

    /// The world position of a cell's center. It lies in the plane of the axes.
    pub fn center_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.5)
    }

    /// The world position of a cell's lowest corner. It lies in the plane of the axes.
    pub fn corner_of(&self, cell: Cell) -> [f32; 3] {
        self.position_in(cell, 0.0)
    }

    /// By how much a cell lies farther along columns and rows than a square would.
    fn shift_of(&self, cell: Cell) -> [f64; 2] {
        let line = if self.layout.shifts_columns() { cell.x } else { cell.y };
        match self.layout.is_hexagonal() && self.layout.is_shifted(line) {
            false => [0.0; 2],
            true if self.layout.shifts_columns() => [0.0, 0.5],
            true => [0.5, 0.0],
        }
    }

    /// The position at the same `share` of a cell from the cell's lowest corner along both axes.
    fn position_in(&self, cell: Cell, share: f64) -> [f32; 3] {
        match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let mut position = self.origin;
                for (axis, index) in [(0, cell.x), (plane.row_axis(), cell.y)] {
                    position[axis] = Line { origin: self.origin[axis], cell_size }.coordinate(index, share);
                }
                position
            }
            Frame::Turned(axes) => {
                let [beside_column, beside_row] = self.shift_of(cell);
                let column = f64::from(cell.x) + share + beside_column;
                let offset = axes.offset(column, f64::from(cell.y) + share + beside_row);
                [0, 1, 2].map(|axis| (f64::from(self.origin[axis]) + offset[axis]) as f32)
            }
        }
    }
}

/// The hexagon whose center is nearest to a point, which is given in columns and rows. Cube coordinates are rounded one
/// by one, and the one that was rounded most follows from the others.
fn nearest_hexagon(layout: Layout, [column, row]: [f64; 2]) -> Cell {
    let (along, line) = if layout.shifts_columns() { (row, column) } else { (column, row) };
    let base = if layout.shifts_even_lines() { 0.5 } else { 0.0 };
    let line = line - 0.5;
    let along = along - 0.5 - base - line / 2.0;
    let third = -along - line;
    let [whole_along, whole_line, whole_third] = [along, line, third].map(f64::round);
    let [along_error, line_error, third_error] =
        [whole_along - along, whole_line - line, whole_third - third].map(f64::abs);
    let (whole_along, whole_line) = match () {
        () if along_error > line_error && along_error > third_error => (-whole_line - whole_third, whole_line),
        () if line_error > third_error => (whole_along, -whole_along - whole_third),
        () => (whole_along, whole_line),
    };
    // Half as many lines lie before the line as its number, rounded so that shifted lines are half a cell farther.
    let (line, odd) = (whole_line as i64, whole_line as i64 & 1);
    let before = if layout.shifts_even_lines() { (line + odd) / 2 } else { (line - odd) / 2 };
    let along = (whole_along as i64).saturating_add(before).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let line = line.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    if layout.shifts_columns() { Cell::new(line, along) } else { Cell::new(along, line) }
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

/// Cells one after another along an axis of the world.
#[derive(Clone, Copy)]
struct Line {
    origin: f32,
    cell_size: f32,
}

impl Line {
    fn tells_cells_apart(self, count: u32) -> bool {
        let (origin, cell_size) = (f64::from(self.origin), f64::from(self.cell_size));
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
        let is_at = |index: i32, share: f64| self.index_at(self.coordinate(index, share), 0.0) == index;
        is_at(count as i32, 0.0) && (0..count as i32).all(|index| is_at(index, 0.0) && is_at(index, 0.5))
    }

    /// The index at a finite coordinate, with edges `shift` cells above those of the cells.
    fn index_at(self, coordinate: f32, shift: f64) -> i32 {
        let (origin, cell_size) = (f64::from(self.origin), f64::from(self.cell_size));
        let offset = f64::from(coordinate) - origin;
        let index = floor(offset / cell_size - shift);
        let next_edge = (index + 1.0 + shift) * cell_size;
        let rounding = (origin.abs() + next_edge.abs() + cell_size) / f64::from(1 << 22);
        let is_on_edge = next_edge - offset <= rounding.min(cell_size / 4.0);
        (if is_on_edge { index + 1.0 } else { index }) as i32
    }

    /// The coordinate of a point in a cell. `share` is the distance from the lower edge, as a share of a cell.
    fn coordinate(self, index: i32, share: f64) -> f32 {
        let offset = (f64::from(index) + share) * f64::from(self.cell_size);
        (f64::from(self.origin) + offset) as f32
    }
}

/// The largest whole number that is not above a number. The method of `f64` is a call on older processors.
#[inline(always)]
fn floor(number: f64) -> f64 {
    let whole = number as i64 as f64;
    // From here on all numbers are whole.
    if number.abs() >= 4_503_599_627_370_496.0 {
        number
    } else if whole > number {
        whole - 1.0
    } else {
        whole
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
            let is_right = is_right(&space, side) && Line { origin: 0.0, cell_size }.tells_cells_apart(1);
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
            let around = Line { origin, cell_size }.coordinate(index, (next() % 2) as f64 / 2.0);
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
                let way = space.way_to_center(position, cell, 1);
                assert!((f64::from(way[0]) - (f64::from(cell.x) + 0.5 - exact_x)).abs() < 0.15, "{seen}");
                assert!((f64::from(way[1]) - (f64::from(cell.y) + 0.5 - exact_y)).abs() < 0.15, "{seen}");
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
        for (scale, distance, is_legal) in [(1.0, 2e5, true), (1e-3, 2e2, true), (1.0, 1e7, false), (1e-3, 1e5, false)]
        {
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
        assert_eq!(space.cell_at([f32::NAN, 0.0, 0.0]), Err(SpaceError::NotFinite));
        assert_eq!(space.cell_at([0.0, 0.0, f32::INFINITY]), Err(SpaceError::NotFinite));
        for cell_size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(GridSpace::new([0.0; 3], cell_size, Plane::Xz), Err(SpaceError::CellSize));
        }
    }
}
