//! The axes of a grid that may be rotated, mirrored or skewed in the world, with cells that need not be squares.

/// Two axes are refused if the square of the sine of the angle between them is below this share: within 1/1024 of a
/// radian, a coordinate along one of them says too little about the other.
const LEAST_SQUARED_SINE: f64 = 1.0 / (1 << 20) as f64;

/// The largest [`Axes::sums`] of a legal grid: rounding a position to 32 bits then moves it by at most 1/8 of a cell.
const LARGEST_SUM: f64 = (1 << 21) as f64;

/// The largest product of an offset's and a dual's length in a legal grid. Duals are exact to 1 part in 2^40, so that
/// their rounding then moves a coordinate by at most 1/16 of a cell.
const LARGEST_PRODUCT: f64 = (1_u64 << 36) as f64;

/// The vector from a cell to the next column and the one to the next row, in world units, and what a position is
/// multiplied by to get column and row.
///
/// A position `p` has the coordinates `dual · (p - origin)`, in cells. The duals lie in the plane of the axes, so the
/// distance of a position from this plane counts nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axes {
    axes: [[f32; 3]; 2],
    duals: [[f64; 3]; 2],
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

fn cross(one: [f64; 3], other: [f64; 3]) -> [f64; 3] {
    let along = |first: usize, second: usize| one[first] * other[second] - one[second] * other[first];
    [along(1, 2), along(2, 0), along(0, 1)]
}

impl Axes {
    /// The axes of two finite vectors.
    pub(super) fn new(axes: [[f32; 3]; 2]) -> Self {
        let [column, row] = axes.map(|axis| axis.map(f64::from));
        let normal = cross(column, row);
        // Products of 32-bit numbers are exact. The largest sum is below 2^515, and the smallest that is not 0 above
        // 2^-600.
        let squared_area = dot(normal, normal);
        let duals = [cross(row, normal), cross(normal, column)].map(|dual| dual.map(|part| part / squared_area));
        Self { axes, duals }
    }

    /// Whether neither vector is 0, and they are not parallel.
    pub(super) fn are_legal(&self) -> bool {
        let [column, row] = self.axes.map(|axis| axis.map(f64::from));
        let normal = cross(column, row);
        dot(normal, normal) > LEAST_SQUARED_SINE * dot(column, column) * dot(row, row)
    }

    /// Both vectors.
    pub(super) fn vectors(&self) -> [[f32; 3]; 2] {
        self.axes
    }

    /// The vector across the plane of the axes, of any length.
    pub(super) fn normal(&self) -> [f64; 3] {
        let [column, row] = self.axes.map(|axis| axis.map(f64::from));
        cross(column, row)
    }

    /// The length of the column axis (0) or of the row axis (1).
    pub(super) fn length(&self, axis: usize) -> f64 {
        let axis = self.axes[axis].map(f64::from);
        dot(axis, axis).sqrt()
    }

    /// The distance between the two nearer opposite edges of a cell.
    pub(super) fn least_width(&self) -> f64 {
        let [columns, rows] = self.duals.map(|dual| dot(dual, dual).sqrt());
        1.0 / columns.max(rows)
    }

    /// The column and row at an offset from the origin, in cells.
    pub(super) fn coordinates(&self, offset: [f64; 3]) -> [f64; 2] {
        self.duals.map(|dual| dot(dual, offset))
    }

    /// By how much rounding of a position can move its column or row, in cells times 2^22. Each coordinate of the world
    /// counts with the numbers that are added in it.
    fn sums(&self, origin: [f64; 3], offset: [f64; 3]) -> [f64; 2] {
        let numbers = [0, 1, 2].map(|at| {
            let of_cell = f64::from(self.axes[0][at]).abs() + f64::from(self.axes[1][at]).abs();
            // The smallest normal number stands for the rounding of numbers below it.
            origin[at].abs() + offset[at].abs() + of_cell + f64::from(f32::MIN_POSITIVE)
        });
        self.duals.map(|dual| dot(dual.map(f64::abs), numbers))
    }

    /// By how much rounding of a position may move its column and its row across an edge, in cells.
    pub(super) fn roundings(&self, origin: [f64; 3], offset: [f64; 3]) -> [f64; 2] {
        self.sums(origin, offset).map(|sum| (sum / f64::from(1 << 22)).min(0.25))
    }

    /// The column or row at an offset from the origin, with edges `shift` cells above those of the cells. A position
    /// within rounding below an edge lies on the edge.
    pub(super) fn indexes(&self, origin: [f64; 3], offset: [f64; 3], shift: f64) -> [i32; 2] {
        let (coordinates, roundings) = (self.coordinates(offset), self.roundings(origin, offset));
        [0, 1].map(|at| (coordinates[at] - shift + roundings[at]).floor() as i32)
    }

    /// The offset from the origin of a point at a column and a row, which may lie between cells.
    pub(super) fn offset(&self, column: f64, row: f64) -> [f64; 3] {
        [0, 1, 2].map(|at| column * f64::from(self.axes[0][at]) + row * f64::from(self.axes[1][at]))
    }

    /// Whether 32-bit positions tell the cells of a map apart: all corners are finite, and rounding moves no center out
    /// of its cell. Rounding is largest at a corner of the map, because it is convex in column and row.
    pub(super) fn tell_cells_apart(&self, origin: [f64; 3], [width, height]: [f64; 2]) -> bool {
        [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)].into_iter().all(|(column, row)| {
            let offset = self.offset(column, row);
            let is_finite = [0, 1, 2].into_iter().all(|at| ((origin[at] + offset[at]) as f32).is_finite());
            let squared = dot(offset, offset);
            let is_near = |dual: [f64; 3]| dot(dual, dual) * squared <= LARGEST_PRODUCT * LARGEST_PRODUCT;
            is_finite
                && self.duals.into_iter().all(is_near)
                && self.sums(origin, offset).into_iter().all(|sum| sum <= LARGEST_SUM)
        })
    }

    /// The vector of a length in a direction along columns and rows; 0 without a direction.
    pub(super) fn vector_along(&self, [columns, rows]: [f64; 2], length: f64) -> [f32; 3] {
        let vector = self.offset(columns, rows);
        let squared = dot(vector, vector);
        if squared == 0.0 { [0.0; 3] } else { vector.map(|part| (part * (length / squared.sqrt())) as f32) }
    }
}
