//! Lengths in fixed point, and lower bounds of lengths over an interval.
//!
//! Floating-point numbers only guess roots. Integers decide, so that every platform gets the same lengths.

use super::ray::Ray;

/// Lengths are counted in 2^-32 of a cell. A path passes no cell twice, so that it is shorter than 2^30 cells.
pub(in crate::search) const FRACTION_BITS: u32 = 32;

/// Binary places of roots in estimates: roots are below 2^30, and 52 bits can be guessed by an `f64`.
const ESTIMATE_BITS: u32 = 22;

/// A length in cells.
pub(in crate::search) fn cells_of(length: u64) -> f64 {
    length as f64 / (1_u64 << FRACTION_BITS) as f64
}

/// The length of a line, rounded up. The offsets are smaller than [`MAX_SIDE`](crate::grid::MAX_SIDE).
pub(super) fn length(dx: i32, dy: i32) -> u64 {
    if dx == 0 || dy == 0 {
        return u64::from((dx + dy).unsigned_abs()) << FRACTION_BITS;
    }
    let floor = floor_root(square_of(dx, dy), FRACTION_BITS);
    let is_exact = u128::from(floor) * u128::from(floor) == u128::from(square_of(dx, dy)) << (2 * FRACTION_BITS);
    if is_exact { floor } else { floor + 1 }
}

/// A lower bound of the length of all paths from (0, 0) over a point between two rays in row `row > 0` to `goal`. The
/// goal must lie in this row or behind it.
pub(super) fn estimate(row: i32, left: Ray, right: Ray, goal: (i32, i32)) -> u64 {
    let direct = Ray { dx: goal.0, dy: goal.1 };
    if direct < left {
        over_end(row, left, goal)
    } else if direct > right {
        over_end(row, right, goal)
    } else {
        length(goal.0, goal.1)
    }
}

/// A lower bound of the length of a path over the point of a ray in row `row`.
fn over_end(row: i32, end: Ray, goal: (i32, i32)) -> u64 {
    // The point's x is a fraction with the denominator `dy`.
    let Ray { dx, dy } = end;
    if dx * row % dy == 0 {
        return over_cell((dx * row / dy, row), goal);
    }
    let before = floor_root(square_of(dx * row, dy * row), ESTIMATE_BITS);
    let after = floor_root(square_of(goal.0 * dy - dx * row, (goal.1 - row) * dy), ESTIMATE_BITS);
    ((before + after) << (FRACTION_BITS - ESTIMATE_BITS)) / dy as u64
}

/// A lower bound of the length of a path over a cell or the points beside it.
pub(super) fn over_cell(cell: (i32, i32), goal: (i32, i32)) -> u64 {
    let (before, after) = (length(cell.0, cell.1), length(goal.0 - cell.0, goal.1 - cell.1));
    // Both may be rounded up. The sum rounded up can be smaller by one.
    let whole = (1 << FRACTION_BITS) - 1;
    before + after - u64::from(before & whole != 0 && after & whole != 0)
}

/// The sum of two squares: less than 2^60 for the products of two sides.
fn square_of(dx: i32, dy: i32) -> u64 {
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    (dx * dx + dy * dy) as u64
}

/// The root of a number times 2^bits, rounded down. The root must be below 2^52.
#[inline(always)]
fn floor_root(number: u64, bits: u32) -> u64 {
    let square = u128::from(number) << (2 * bits);
    let mut root = ((number as f64).sqrt() * (1_u64 << bits) as f64) as u64;
    // The guess is off by one or two at most.
    while u128::from(root) * u128::from(root) > square {
        root -= 1;
    }
    while u128::from(root + 1) * u128::from(root + 1) <= square {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::Random;

    #[test]
    fn lengths_are_the_smallest_numbers_whose_squares_suffice() {
        let mut random = Random::new(1);
        for case in 0..20_000 {
            let side = if case % 2 == 0 { 20 } else { 16_384 };
            let (dx, dy) = (random.below(side) as i32, -(random.below(side) as i32));
            let (found, square) = (u128::from(length(dx, dy)), u128::from(square_of(dx, dy)) << 64);
            assert!(found * found >= square, "({dx}, {dy})");
            assert!(found == 0 || (found - 1) * (found - 1) < square, "({dx}, {dy})");
        }
        assert_eq!(length(3, -4), 5 << FRACTION_BITS);
        assert_eq!(cells_of(length(-7, 0)), 7.0);
    }

    /// Against lengths over many points of the interval, by floating-point numbers.
    #[test]
    fn no_path_over_an_interval_is_shorter_than_its_estimate_and_one_is_hardly_longer() {
        let mut random = Random::new(2);
        for case in 0..20_000 {
            let side = if case % 2 == 0 { 10 } else { 3000 };
            let row = 1 + random.below(side) as i32;
            let mut ray = || Ray { dx: random.below(2 * side) as i32 - side as i32, dy: 1 + random.below(side) as i32 };
            let (one, other) = (ray(), ray());
            let (left, right) = (one.min(other), one.max(other));
            let goal = (random.below(2 * side) as i32 - side as i32, row + random.below(side) as i32);
            let estimate = cells_of(estimate(row, left, right, goal));
            let [from, to] = [left, right].map(|ray| f64::from(ray.dx * row) / f64::from(ray.dy));
            let over = |x: f64| {
                let after = (f64::from(goal.0) - x, f64::from(goal.1 - row));
                x.hypot(row.into()) + after.0.hypot(after.1)
            };
            let crossing = f64::from(goal.0) * f64::from(row) / f64::from(goal.1);
            let shortest = over(crossing.clamp(from, to));
            let case = || format!("row {row}, {left:?} to {right:?}, goal {goal:?}");
            assert!((0..=20).all(|i| over(from + (to - from) * f64::from(i) / 20.0) > estimate - 1e-8), "{}", case());
            assert!(estimate > shortest - 1e-6 && estimate < shortest + 1e-8, "{estimate}, {shortest}, {}", case());
        }
    }
}
