//! Square cells along an axis of the world.

/// Cells one after another along an axis of the world.
#[derive(Clone, Copy)]
pub(super) struct AxisLine {
    pub(super) origin: f32,
    pub(super) cell_size: f32,
}

impl AxisLine {
    pub(super) fn tells_cells_apart(self, count: u32) -> bool {
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
    #[inline(always)]
    pub(super) fn index_at(self, coordinate: f32, shift: f64) -> i32 {
        let offset = f64::from(coordinate) - f64::from(self.origin);
        let index = floor(offset / f64::from(self.cell_size) - shift);
        self.moved_to_edge(offset, index, shift) as i32
    }

    /// A finite coordinate in cells from the origin, and by how much rounding may move it across an edge.
    #[inline(always)]
    pub(super) fn place_of(self, coordinate: f32) -> (f64, f64) {
        let offset = f64::from(coordinate) - f64::from(self.origin);
        let cell_size = f64::from(self.cell_size);
        (offset / cell_size, self.rounding_at(offset) / cell_size)
    }

    /// By how much an edge at an offset from the origin begins below its place.
    #[inline(always)]
    fn rounding_at(self, offset: f64) -> f64 {
        let (origin, cell_size) = (f64::from(self.origin), f64::from(self.cell_size));
        let rounding = (origin.abs() + offset.abs() + cell_size) / f64::from(1 << 22);
        let quarter = cell_size / 4.0;
        if rounding < quarter { rounding } else { quarter }
    }

    /// The index above, if an offset from the origin is within rounding below its edge; else the index.
    #[inline(always)]
    fn moved_to_edge(self, offset: f64, index: f64, shift: f64) -> f64 {
        let next_edge = (index + 1.0 + shift) * f64::from(self.cell_size);
        if next_edge - offset <= self.rounding_at(next_edge) { index + 1.0 } else { index }
    }

    /// The coordinate of a point in a cell. `share` is the distance from the lower edge, as a share of a cell.
    pub(super) fn coordinate(self, index: i32, share: f64) -> f32 {
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
