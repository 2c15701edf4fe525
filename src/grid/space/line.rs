//! Square cells along an axis of the world.

/// An index beyond all maps.
const FARTHEST: f64 = (1 << 20) as f64;

/// 1.5 * 2^52: numbers of this size are whole, and the lowest bits of a sum with it are those of the other number.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// Cells one after another along an axis of the world.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) origin: f32,
    pub(super) cell_size: f32,
}

impl Line {
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

    /// That of the cell size.
    pub(super) fn reciprocal(self) -> f64 {
        1.0 / f64::from(self.cell_size)
    }

    /// As [`index_at`](Self::index_at) without a shift, on a map. Beyond the map, the index lies beyond it too.
    ///
    /// There is no branch and no division. A product with the reciprocal differs from the quotient by some 2^-52 of it,
    /// so that its floor is another one only that near to an edge, where the rounding decides.
    #[inline(always)]
    pub(super) fn index_on_map(self, coordinate: f32, reciprocal: f64) -> i32 {
        let offset = f64::from(coordinate) - f64::from(self.origin);
        let index = floor_of_small((offset * reciprocal).clamp(-2.0, FARTHEST));
        (self.moved_to_edge(offset, index, 0.0) + WHOLE).to_bits() as i32
    }

    /// The index above, if an offset from the origin is within rounding below its edge; else the index.
    #[inline(always)]
    fn moved_to_edge(self, offset: f64, index: f64, shift: f64) -> f64 {
        let (origin, cell_size) = (f64::from(self.origin), f64::from(self.cell_size));
        let next_edge = (index + 1.0 + shift) * cell_size;
        let rounding = (origin.abs() + next_edge.abs() + cell_size) / f64::from(1 << 22);
        let quarter = cell_size / 4.0;
        let is_on_edge = next_edge - offset <= if rounding < quarter { rounding } else { quarter };
        if is_on_edge { index + 1.0 } else { index }
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

/// The same for a number of at most [`FARTHEST`] in size, without a branch.
#[inline(always)]
fn floor_of_small(number: f64) -> f64 {
    let whole = (number + WHOLE) - WHOLE;
    if whole > number { whole - 1.0 } else { whole }
}
