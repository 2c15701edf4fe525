//! The costs of a straight and a diagonal step: as the caller gives them, and as the integers that searches add.

use super::UNITS_OF_ONE;

/// The largest number of units in a straight step. A diagonal step has at most twice as many, so that the longest path
/// on the largest grid (2^28 cells) costs less than 2^42 units.
const MAX_STRAIGHT_UNITS: u64 = 8000;

/// Number of parts in a unit. Multipliers are counted in 1/1600, and a step counts the mean of two.
pub(crate) const PARTS_PER_UNIT: u64 = 2 * UNITS_OF_ONE as u64;

/// Number of fine units in a unit, for searches that also add other costs than steps, such as those of links between
/// floors. A multiple of [`PARTS_PER_UNIT`].
const FINE_PER_UNIT: u128 = 2_000_000;

/// The largest other cost, in straight steps.
const MAX_FINE_STEPS: f64 = 1e9;

/// A path may exceed a limit of cost by this factor of the limit: limits come as 32-bit floats, or as sums.
const LIMIT_ROUNDING: f64 = 1e-6;

/// One of the two costs is not positive and finite, or the diagonal cost is not between one and two straight ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostError;

/// The cost of a straight and of a diagonal step.
///
/// Searches add whole units: `straight_units` for a straight step and `diagonal_units` for a diagonal one. Their ratio
/// is the fraction nearest to `diagonal / straight` with a denominator of at most 8000. A path is optimal in these
/// units. Ratios such as 1.4 (5 and 7 units) or 1.5 are exact; sqrt(2) becomes 8119 / 5741, with an error of 1 part in
/// 10^8.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepCosts {
    straight: f64,
    diagonal: f64,
    straight_units: u32,
    diagonal_units: u32,
}

impl StepCosts {
    /// Any finite `straight > 0` and `straight <= diagonal <= 2 * straight`.
    pub fn new(straight: f64, diagonal: f64) -> Result<Self, CostError> {
        let legal = straight.is_finite() && straight > 0.0 && diagonal >= straight && diagonal / straight <= 2.0;
        if !legal {
            return Err(CostError);
        }
        let (diagonal_units, straight_units) = nearest_fraction(diagonal / straight);
        Ok(Self { straight, diagonal, straight_units, diagonal_units })
    }

    /// Cost of a straight step, as given.
    pub fn straight(&self) -> f64 {
        self.straight
    }

    /// Cost of a diagonal step, as given.
    pub fn diagonal(&self) -> f64 {
        self.diagonal
    }

    /// Units in a straight step.
    pub fn straight_units(&self) -> u32 {
        self.straight_units
    }

    /// Units in a diagonal step.
    pub fn diagonal_units(&self) -> u32 {
        self.diagonal_units
    }

    /// The cost of a number of units, on the caller's scale. Infinite where the cost times 8000 exceeds the range of
    /// `f64`.
    pub fn cost_of(&self, units: u64) -> f64 {
        units as f64 * self.straight / f64::from(self.straight_units)
    }

    /// The cost of a number of parts of units, on the caller's scale. The number need not be whole: a weighted estimate
    /// may be a fraction.
    pub(crate) fn cost_of_parts(&self, parts: f64) -> f64 {
        let units = parts / PARTS_PER_UNIT as f64;
        // Multiplied first: whole costs come out whole, and 31 units of 1 / 5 as 6.2.
        units * self.straight / f64::from(self.straight_units)
    }

    /// The most parts of a path within a limit of `cost`. Rounding does not count against a path, neither that of the
    /// limit nor that of the diagonal cost and of multipliers. `excess` is the largest factor by which a
    /// multiplier was rounded up.
    pub(crate) fn parts_within_limit(&self, cost: f64, excess: f64) -> u64 {
        self.parts_within(cost * self.rounding_of_limits(excess))
    }

    /// [`parts_within_limit`](Self::parts_within_limit) in fine units.
    pub(crate) fn fine_within_limit(&self, cost: f64, excess: f64) -> u128 {
        let units = cost * self.rounding_of_limits(excess) / self.straight * f64::from(self.straight_units);
        (units * FINE_PER_UNIT as f64) as u128
    }

    fn rounding_of_limits(&self, excess: f64) -> f64 {
        let rounded = self.straight * f64::from(self.diagonal_units) / f64::from(self.straight_units);
        let of_diagonal = (rounded / self.diagonal).max(1.0);
        (1.0 + LIMIT_ROUNDING) * of_diagonal * excess
    }

    /// The largest number of parts whose [`cost_of_parts`](Self::cost_of_parts) is at most `cost`.
    fn parts_within(&self, cost: f64) -> u64 {
        // Costs grow with the number of parts, because each rounding keeps the order.
        let (mut within, mut beyond) = (0, u64::MAX);
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            if self.cost_of_parts(middle as f64) <= cost { within = middle } else { beyond = middle }
        }
        within
    }

    /// Fine units in a number of parts.
    pub(crate) fn fine_units_of_parts(parts: u64) -> u128 {
        const { assert!(FINE_PER_UNIT.is_multiple_of(PARTS_PER_UNIT as u128)) };
        u128::from(parts) * (FINE_PER_UNIT / u128::from(PARTS_PER_UNIT))
    }

    /// The nearest number of fine units to a cost on the caller's scale, which is finite and at least 0.
    /// Costs above 10^9 straight steps count as 10^9 straight steps.
    pub(crate) fn fine_units_of(&self, cost: f64) -> u128 {
        let steps = (cost / self.straight).min(MAX_FINE_STEPS);
        (steps * f64::from(self.straight_units) * FINE_PER_UNIT as f64).round() as u128
    }

    /// The cost of a number of fine units, on the caller's scale. Whole units cost what
    /// [`cost_of`](Self::cost_of) says.
    pub(crate) fn cost_of_fine(&self, fine: u128) -> f64 {
        let (whole, part) = (fine / FINE_PER_UNIT, fine % FINE_PER_UNIT);
        let units = whole as f64 + part as f64 / FINE_PER_UNIT as f64;
        units * self.straight / f64::from(self.straight_units)
    }
}

impl Default for StepCosts {
    /// 1 and 1.4.
    fn default() -> Self {
        Self { straight: 1.0, diagonal: 1.4, straight_units: 5, diagonal_units: 7 }
    }
}

/// Numerator and denominator of the fraction nearest to `ratio`, which lies in 1..=2, by its continued fraction: the
/// last convergent with a denominator of at most [`MAX_STRAIGHT_UNITS`], or the next semiconvergent if it is nearer.
/// The arithmetic is exact, in integers made of the bits of `ratio`, so that every platform gets the same fraction.
fn nearest_fraction(ratio: f64) -> (u32, u32) {
    const ONE: u64 = 1 << f64::MANTISSA_DIGITS;
    // `ratio` has at most 52 bits behind the point, so the product is whole and the conversion exact.
    let (mut numerator, mut denominator) = ((ratio * ONE as f64) as u64, ONE);
    let (mut previous, mut convergent) = ((0, 1), (1, 0));
    while denominator != 0 {
        let term = numerator / denominator;
        let next = (previous.0 + term * convergent.0, previous.1 + term * convergent.1);
        if next.1 > MAX_STRAIGHT_UNITS {
            let largest_term = (MAX_STRAIGHT_UNITS - previous.1) / convergent.1;
            let semiconvergent = (previous.0 + largest_term * convergent.0, previous.1 + largest_term * convergent.1);
            if 2 * u128::from(denominator) * u128::from(semiconvergent.1) > u128::from(ONE) {
                convergent = semiconvergent;
            }
            break;
        }
        (previous, convergent) = (convergent, next);
        (numerator, denominator) = (denominator, numerator % denominator);
    }
    (convergent.0 as u32, convergent.1 as u32)
}

/// The largest number that divides both.
pub(crate) fn common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(straight: f64, diagonal: f64) -> (u32, u32) {
        let costs = StepCosts::new(straight, diagonal).unwrap();
        (costs.straight_units(), costs.diagonal_units())
    }

    #[test]
    fn short_ratios_are_exact() {
        assert_eq!(units(1.0, 1.4), (5, 7));
        assert_eq!(units(10.0, 14.0), (5, 7));
        assert_eq!(units(1.0, 1.0), (1, 1));
        assert_eq!(units(3.0, 6.0), (1, 2));
        assert_eq!(units(0.5, 0.75), (2, 3));
        assert_eq!(StepCosts::new(1.0, 1.4).unwrap(), StepCosts::default());
    }

    #[test]
    fn the_root_of_two_is_within_1e8() {
        assert_eq!(units(1.0, std::f64::consts::SQRT_2), (5741, 8119));
    }

    /// Against trying every denominator.
    #[test]
    fn no_fraction_with_a_legal_denominator_is_nearer() {
        for step in 0..=300 {
            let ratio = 1.0 + f64::from(step) / 300.0 * 0.999_999;
            let (straight, diagonal) = units(1.0, ratio);
            let error = (f64::from(diagonal) / f64::from(straight) - ratio).abs();
            for other in 1..=MAX_STRAIGHT_UNITS as u32 {
                let nearest = (ratio * f64::from(other)).round() / f64::from(other);
                assert!(error <= (nearest - ratio).abs() + 1e-15, "{ratio}: {diagonal}/{straight}, not over {other}");
            }
        }
    }

    #[test]
    fn illegal_pairs_are_refused() {
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        let of_numbers = [(0.0, 0.0), (-1.0, -1.4), (1.0, 0.99), (1.0, 2.01)];
        let of_others = [(nan, 1.4), (1.0, nan), (infinite, infinite), (1.0, infinite)];
        for (straight, diagonal) in of_numbers.into_iter().chain(of_others) {
            assert_eq!(StepCosts::new(straight, diagonal), Err(CostError), "{straight} and {diagonal}");
        }
    }

    #[test]
    fn the_smallest_costs_are_legal() {
        assert_eq!(units(5e-324, 1e-323), (1, 2));
    }

    #[test]
    fn what_is_no_step_is_counted_in_fine_units() {
        for (straight, diagonal) in [(1.0, 1.4), (1.0, 1.0), (10.0, 14.0), (1.0, std::f64::consts::SQRT_2)] {
            let costs = StepCosts::new(straight, diagonal).unwrap();
            for cost in [0.0, 0.1, 0.25, 0.7, 1.0, 3.3, 1000.001] {
                let cost = cost * straight;
                assert!((costs.cost_of_fine(costs.fine_units_of(cost)) - cost).abs() < 1e-9, "{cost} by {costs:?}");
            }
            let most =
                StepCosts::fine_units_of_parts(1_000_000_000 * u64::from(costs.straight_units()) * PARTS_PER_UNIT);
            for cost in [1e9 * straight, 1e12 * straight, f64::MAX] {
                assert_eq!(costs.fine_units_of(cost), most);
            }
        }
        let tiny = StepCosts::new(5e-324, 5e-324).unwrap();
        assert_eq!((tiny.fine_units_of(0.0), tiny.fine_units_of(1.0)), (0, 2_000_000_000_000_000));
        let costs = StepCosts::new(0.1, 0.13).unwrap();
        for units in [0, 31, 1 << 42] {
            assert_eq!(
                costs.cost_of_fine(StepCosts::fine_units_of_parts(units * PARTS_PER_UNIT)),
                costs.cost_of(units)
            );
        }
    }

    #[test]
    fn a_path_at_the_limit_is_within_it_whatever_was_rounded() {
        let near_one = StepCosts::new(1.0, 1.000_06).unwrap();
        assert_eq!((near_one.straight_units(), near_one.diagonal_units()), (1, 1));
        let root = StepCosts::new(1.0, std::f64::consts::SQRT_2).unwrap();
        let tenth = StepCosts::new(f64::from(0.1_f32), f64::from(0.14_f32)).unwrap();
        for costs in [StepCosts::default(), near_one, root, tenth, StepCosts::new(1.0, 1.000_07).unwrap()] {
            for (straights, diagonals) in [(1_u64, 0_u64), (0, 1), (0, 2), (0, 3), (7, 5), (1000, 999), (0, 16_000)] {
                let units =
                    straights * u64::from(costs.straight_units()) + diagonals * u64::from(costs.diagonal_units());
                let sum = straights as f64 * costs.straight() + diagonals as f64 * costs.diagonal();
                for limit in [sum, f64::from(sum as f32), sum * (1.0 - 5e-7)] {
                    assert!(costs.parts_within_limit(limit, 1.0) >= units * PARTS_PER_UNIT, "{limit} by {costs:?}");
                }
                assert!(costs.parts_within_limit(sum * 0.9998, 1.0) < units * PARTS_PER_UNIT, "{sum} by {costs:?}");
            }
        }
        assert!(StepCosts::default().parts_within_limit(f64::MAX, 2.0) > 1 << 63);
    }

    #[test]
    fn units_come_back_as_costs() {
        assert_eq!(StepCosts::default().cost_of(2 * 5 + 3 * 7), 6.2);
        assert_eq!(StepCosts::new(10.0, 14.0).unwrap().cost_of(12), 24.0);
    }
}
