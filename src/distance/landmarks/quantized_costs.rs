//! Quantized costs: small integers, in which landmarks measure distances.
//!
//! A straight step has the quantized cost `a`, and a diagonal step `b`. The ratio `b / a` is at most the ratio of the
//! real costs, and as close to that ratio as 16-bit distances on the map allow.
//!
//! # Why the scaled difference is a consistent estimate
//!
//! Let `f` be a field of distances that is *Lipschitz*: the two cells of every legal step differ by at most the
//! quantized cost of the step. Let `t` be the goal and `d(x) = |f(x) - f(t)|`. The estimate, in units of the costs, is
//! `h(x) = floor(d(x) * straight / a)`.
//!
//! For a step of quantized cost `w` between `x` and `y`, `d(x) <= d(y) + w`. The same holds for the largest `d` of
//! several fields. Hence `h(x) <= floor(d(y) * straight / a + w * straight / a)`. The last term is `straight` for a
//! straight step, and `b * straight / a <= diagonal` for a diagonal one. Both bounds are whole numbers and can leave
//! the floor: `h(x) <= h(y) + cost of the step`. The estimate is therefore consistent. As `h(t) = 0`, the estimate is
//! admissible too.
//!
//! A field stays Lipschitz when distances are cut off at 65,535 and when cells close. A field that is Lipschitz under
//! one rule is also Lipschitz under a rule that allows fewer steps.

use crate::movement::{DiagonalRule, StepCosts};

/// The quantized costs of a straight and of a diagonal step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuantizedCosts {
    pub(crate) straight: u16,
    pub(crate) diagonal: u16,
}

/// The limit on the straight cost for the first measurement.
const FIRST_LIMIT: u32 = 8;
/// The largest limit on the straight cost: a larger one would improve the ratio by less than 1 part in 10^4.
const LARGEST_LIMIT: u32 = 255;
/// Room for distances from landmarks: 5/4 of the largest distance from the first cell of an area. Distances can be up
/// to twice as large, but on most maps they are little larger.
const MARGIN: (u32, u32) = (5, 4);

impl QuantizedCosts {
    /// Quantized costs for distances of up to about 8000 straight steps.
    pub(crate) fn coarse(rule: DiagonalRule, costs: &StepCosts) -> Self {
        Self::with_limit(rule, costs, FIRST_LIMIT)
    }

    /// Quantized costs for distances of up to 65,534 straight steps.
    pub(crate) fn coarsest(rule: DiagonalRule, costs: &StepCosts) -> Self {
        Self::with_limit(rule, costs, 1)
    }

    /// Whether distances of more than 65,534 may have been cut off, if `distance` is the largest of all.
    pub(crate) fn may_be_cut_off(self, distance: u16) -> bool {
        distance >= u16::MAX - 2 * self.diagonal
    }

    /// Quantized costs for a map where distances from one cell, in quantized costs `measured`, are at most `distance`.
    pub(crate) fn fitting(rule: DiagonalRule, costs: &StepCosts, distance: u16, measured: Self) -> Self {
        let largest = u32::from(u16::MAX) * u32::from(measured.straight) / u32::from(distance.max(1));
        // Below the first limit, a few distances that are cut off cost less than a coarse ratio.
        let limit = (largest * MARGIN.1 / MARGIN.0).max(largest.min(FIRST_LIMIT));
        Self::with_limit(rule, costs, limit.clamp(1, LARGEST_LIMIT))
    }

    /// The quantized costs with the best ratio, for a straight cost of at most `limit`. Among equal ratios, the largest
    /// costs.
    fn with_limit(rule: DiagonalRule, costs: &StepCosts, limit: u32) -> Self {
        let (numerator, denominator) = match rule {
            DiagonalRule::Never => (2, 1),
            _ => (costs.diagonal_units(), costs.straight_units()),
        };
        let diagonal = |straight: u32| {
            let largest = straight * numerator / denominator;
            // Sweeps along jumps need a diagonal step that is cheaper than two straight ones. Under the other rules,
            // `EvenField` leaves out diagonal steps that are not.
            if rule == DiagonalRule::Always { largest.min(2 * straight - 1) } else { largest }
        };
        let best =
            (1..=limit).fold(
                1,
                |best, straight| {
                    if diagonal(straight) * best >= diagonal(best) * straight { straight } else { best }
                },
            );
        Self { straight: best as u16, diagonal: diagonal(best) as u16 }
    }

    /// Whether distances can be saved and used with these costs under a rule: a diagonal step costs at least a straight
    /// one and no more than the real costs allow, and a measurement would choose no larger ones.
    pub(crate) fn are_legal(self, rule: DiagonalRule, costs: &StepCosts) -> bool {
        let (straight, diagonal) = (u32::from(self.straight), u32::from(self.diagonal));
        let is_ordered = (1..=LARGEST_LIMIT).contains(&straight) && (straight..=2 * straight).contains(&diagonal);
        is_ordered && self.scale(rule, costs).is_some()
    }

    /// Converts differences of distances to units of `costs`. None if the quantized ratio is larger than the real one.
    pub(crate) fn scale(self, rule: DiagonalRule, costs: &StepCosts) -> Option<Scale> {
        let (straight, diagonal) = (u64::from(self.straight), u64::from(self.diagonal));
        let (straight_units, diagonal_units) = (u64::from(costs.straight_units()), u64::from(costs.diagonal_units()));
        let holds = rule == DiagonalRule::Never || diagonal * straight_units <= diagonal_units * straight;
        holds.then(|| Scale((straight_units << Scale::SHIFT).div_ceil(straight)))
    }
}

/// Converts differences of distances to units of the costs: `straight_units / a` as a fixed-point number with `SHIFT`
/// fractional bits, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale(u64);

impl Scale {
    const SHIFT: u32 = 32;

    /// The estimate for a difference: exactly `floor(difference * straight_units / a)`, which is below 2^29.
    ///
    /// Rounding makes the multiplier too large by less than 1, and the product by less than 2^16. A quotient that is
    /// not whole lies at least 2^32 / a below the next whole number, which is more: the result has no error.
    #[inline(always)]
    pub(crate) fn units(self, difference: u16) -> u32 {
        ((u64::from(difference) * self.0) >> Self::SHIFT) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [DiagonalRule; 4] =
        [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never];

    fn pairs() -> impl Iterator<Item = StepCosts> {
        [1.0, 1.0001, 1.25, 1.4, std::f64::consts::SQRT_2, 1.5, 1.99, 2.0]
            .into_iter()
            .map(|ratio| StepCosts::new(1.0, ratio).unwrap())
    }

    fn limited(limit: u32, ratio: f64) -> (u16, u16) {
        let quantized_costs =
            QuantizedCosts::with_limit(DiagonalRule::BothFree, &StepCosts::new(1.0, ratio).unwrap(), limit);
        (quantized_costs.straight, quantized_costs.diagonal)
    }

    #[test]
    fn the_root_of_two_is_approached_from_below() {
        let root = std::f64::consts::SQRT_2;
        assert_eq!(
            [8, 20, 40, 60, 100].map(|limit| limited(limit, root)),
            [(5, 7), (17, 24), (29, 41), (58, 82), (99, 140)]
        );
    }

    #[test]
    fn a_short_ratio_is_exact() {
        assert_eq!(limited(33, 1.4), (30, 42));
        assert_eq!(limited(8, 1.0), (8, 8));
        assert_eq!(limited(8, 2.0), (8, 16));
    }

    #[test]
    fn the_quantized_cost_of_a_diagonal_step_is_never_too_high() {
        for (costs, rule) in pairs().flat_map(|costs| RULES.map(|rule| (costs, rule))) {
            for limit in 1..=255 {
                let quantized_costs = QuantizedCosts::with_limit(rule, &costs, limit);
                assert!(quantized_costs.straight >= 1 && u32::from(quantized_costs.straight) <= limit);
                assert!(quantized_costs.scale(rule, &costs).is_some(), "{rule:?} {costs:?} {quantized_costs:?}");
            }
        }
    }

    #[test]
    fn the_estimate_is_the_exact_quotient_rounded_down() {
        for costs in pairs() {
            for straight in 1..=255 {
                let scale =
                    QuantizedCosts { straight, diagonal: straight }.scale(DiagonalRule::Always, &costs).unwrap();
                for difference in (0..=u16::MAX).step_by(7).chain([u16::MAX]) {
                    let exact = u64::from(difference) * u64::from(costs.straight_units()) / u64::from(straight);
                    assert_eq!(u64::from(scale.units(difference)), exact, "{difference} * {costs:?} / {straight}");
                }
            }
        }
    }

    #[test]
    fn estimates_of_a_steps_two_ends_differ_by_no_more_than_its_cost() {
        for costs in pairs() {
            let quantized_costs = QuantizedCosts::with_limit(DiagonalRule::BothFree, &costs, 100);
            let scale = quantized_costs.scale(DiagonalRule::BothFree, &costs).unwrap();
            for difference in 0..=u16::MAX {
                let rise = |step_cost: u16| scale.units(difference.saturating_add(step_cost)) - scale.units(difference);
                assert!(rise(quantized_costs.straight) <= costs.straight_units());
                assert!(rise(quantized_costs.diagonal) <= costs.diagonal_units());
            }
        }
    }

    #[test]
    fn diagonal_steps_cheaper_than_their_quantized_cost_have_no_scale() {
        let (cheap, dear) = (StepCosts::new(1.0, 1.3).unwrap(), StepCosts::default());
        let quantized_costs = QuantizedCosts::with_limit(DiagonalRule::BothFree, &dear, 100);
        assert_eq!(quantized_costs.scale(DiagonalRule::BothFree, &cheap), None);
        assert!(quantized_costs.scale(DiagonalRule::Never, &cheap).is_some());
        let quantized_costs = QuantizedCosts::with_limit(DiagonalRule::BothFree, &cheap, 100);
        assert!(quantized_costs.scale(DiagonalRule::BothFree, &dear).is_some());
    }
}
