//! Estimates of the remaining cost to the goal, in the units of [`StepCosts`], and their weight.
//!
//! All heuristics are consistent, except [`Heuristic::Manhattan`] where diagonal steps are allowed: from a cell to the
//! next one the estimate falls by no more than the step costs. So paths are optimal although no cell is expanded twice.

use super::{DiagonalRule, StepCosts};
use crate::grid::{Cell, Layout};

/// How a search estimates the remaining cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The exact cost on a map without obstacles, under the query's rule and costs. Paths are optimal.
    #[default]
    Octile,
    /// Straight steps alone. Where no diagonal step is allowed, this is exact and equal to `Octile`. Elsewhere it
    /// overestimates: the search expands fewer cells, and its path costs up to `2 * straight / diagonal` times as much
    /// as an optimal one.
    Manhattan,
    /// The Euclidean distance, rounded down to whole units. A distance of 1 counts `straight` or, where less, `diagonal
    /// / sqrt(2)`, so that the estimate never overestimates. Paths are optimal; more cells are expanded than with
    /// `Octile`.
    Euclidean,
    /// The larger of the two differences of columns and of rows, in straight steps. Paths are optimal; more cells are
    /// expanded than with `Octile`. The two agree where a diagonal step costs no more than a straight one.
    Chebyshev,
    /// Always 0. Paths are optimal; the search expands cells in all directions alike.
    Zero,
}

/// The largest weight: f then fits in 64 bits.
const MAX_WEIGHT: f64 = 1024.0;

/// The number of units in a weight of 1.
const UNITS_OF_ONE: u32 = 1 << 16;

/// The weight is negative, not a number, above 1024, or so far below 1 / 65536 that it would round to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightError;

/// The factor of estimates: 0, or from 1 / 131072 to 1024, rounded to the nearest multiple of 1 / 65536, so that
/// searches count in integers. Only 0 becomes 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeuristicWeight {
    units: u32,
}

impl HeuristicWeight {
    /// Accepts 0 and weights from 1 / 131072 to 1024.
    pub fn new(weight: f64) -> Result<Self, WeightError> {
        if !(0.0..=MAX_WEIGHT).contains(&weight) {
            return Err(WeightError);
        }
        // The product is exact, and rounds alike on all platforms.
        let units = (weight * f64::from(UNITS_OF_ONE)).round() as u32;
        // 0 given back to a caller means that no weight was set.
        if units == 0 && weight > 0.0 { Err(WeightError) } else { Ok(Self { units }) }
    }

    /// The weight after rounding.
    pub fn get(self) -> f64 {
        f64::from(self.units) / f64::from(UNITS_OF_ONE)
    }

    /// `g + weight * h`, in parts and fractions of parts.
    pub(crate) fn f(self, g: u64, h: u64) -> f64 {
        g as f64 + self.get() * h as f64
    }

    /// The weight in multiples of 2^-16: at most 2^26.
    pub(crate) fn units(self) -> u32 {
        self.units
    }
}

impl Default for HeuristicWeight {
    /// A weight of 1.
    fn default() -> Self {
        Self { units: UNITS_OF_ONE }
    }
}

/// The cost of the straight and diagonal steps that are left to one goal. In units at most 2^28, so that it shares a
/// word of the open list with other data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepsLeft {
    goal: Cell,
    straight: u32,
    /// At most two straight steps.
    diagonal: u32,
}

impl StepsLeft {
    pub(crate) fn new(goal: Cell, straight: u32, diagonal: u32) -> Self {
        Self { goal, straight, diagonal }
    }

    /// The exact cost on a map without obstacles, which is [`Heuristic::Octile`].
    pub(crate) fn exact(rule: DiagonalRule, costs: &StepCosts, goal: Cell) -> Self {
        let straight = costs.straight_units();
        let diagonal = if rule == DiagonalRule::Never { 2 * straight } else { costs.diagonal_units() };
        Self { goal, straight, diagonal }
    }

    /// The goal.
    pub(crate) fn goal(&self) -> Cell {
        self.goal
    }

    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> u32 {
        let (dx, dy) = (cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        let diagonal_steps = dx.min(dy);
        self.straight * (dx.max(dy) - diagonal_steps) + self.diagonal * diagonal_steps
    }
}

/// A heuristic for one goal. Its estimates are at most 2^28.
pub(crate) enum Estimate {
    Steps(StepsLeft),
    /// The Euclidean distance, with twice the square of what a distance of 1 counts.
    Line {
        goal: Cell,
        doubled_square: u64,
    },
    /// The steps over hexagons without obstacles, or the distance between their centers, each times the cost of a step.
    Hexagons {
        layout: Layout,
        goal: Cell,
        step: u32,
        by_line: bool,
    },
}

impl Estimate {
    /// The heuristic in any layout. Over hexagons, `Octile` and `Manhattan` are exact, and the others never
    /// overestimate.
    pub(crate) fn in_layout(
        layout: Layout,
        heuristic: Heuristic,
        rule: DiagonalRule,
        costs: &StepCosts,
        goal: Cell,
    ) -> Self {
        match heuristic {
            Heuristic::Octile | Heuristic::Manhattan | Heuristic::Euclidean if layout.is_hexagonal() => {
                let by_line = heuristic == Heuristic::Euclidean;
                Self::Hexagons { layout, goal, step: costs.straight_units(), by_line }
            }
            // A step over hexagons changes neither coordinate by more than 1.
            _ => Self::new(heuristic, rule, costs, goal),
        }
    }

    /// The heuristic over squares.
    pub(crate) fn new(heuristic: Heuristic, rule: DiagonalRule, costs: &StepCosts, goal: Cell) -> Self {
        let straight = costs.straight_units();
        Self::Steps(match heuristic {
            Heuristic::Octile => StepsLeft::exact(rule, costs, goal),
            Heuristic::Manhattan => StepsLeft { goal, straight, diagonal: 2 * straight },
            Heuristic::Chebyshev => StepsLeft { goal, straight, diagonal: straight },
            Heuristic::Zero => StepsLeft { goal, straight: 0, diagonal: 0 },
            Heuristic::Euclidean => {
                let by_straight = 2 * u64::from(straight).pow(2);
                let by_diagonal = u64::from(costs.diagonal_units()).pow(2);
                let has_diagonals = rule != DiagonalRule::Never;
                let doubled_square = if has_diagonals { by_straight.min(by_diagonal) } else { by_straight };
                return Self::Line { goal, doubled_square };
            }
        })
    }

    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> u32 {
        match self {
            Self::Steps(steps) => steps.from(cell),
            Self::Line { goal, doubled_square } => length_of_line(cell, *goal, *doubled_square),
            Self::Hexagons { layout, goal, step, by_line } => over_hexagons(*layout, cell, *goal, *step, *by_line),
        }
    }
}

/// Not inlined, because few searches use it: the heuristics of most count steps. Rounding down keeps the estimate
/// consistent, because steps cost whole units.
#[inline(never)]
fn length_of_line(from: Cell, to: Cell, doubled_square: u64) -> u32 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let square = u64::from(dx).pow(2) + u64::from(dy).pow(2);
    // The argument of the root is below 2^57.
    (doubled_square * square / 2).isqrt() as u32
}

/// Not inlined either. The centers of neighbors have a squared distance of 4 here.
#[inline(never)]
fn over_hexagons(layout: Layout, from: Cell, to: Cell, step: u32, by_line: bool) -> u32 {
    match by_line {
        false => layout.steps_between(from, to) as u32 * step,
        true => (u128::from(step).pow(2) * layout.squared_distance(from, to) / 4).isqrt() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::NEIGHBOR_OFFSETS;
    use crate::movement::is_diagonal;

    fn pairs() -> [StepCosts; 7] {
        let root = std::f64::consts::SQRT_2;
        [(1.0, 1.4), (10.0, 14.0), (1.0, root), (1.0, 1.0), (1.0, 2.0), (1.0, 1.9), (3.0, 4.0)]
            .map(|(straight, diagonal)| StepCosts::new(straight, diagonal).unwrap())
    }

    /// Cells all around a goal, near and far.
    fn cells() -> impl Iterator<Item = Cell> {
        let near = (-12..=12).flat_map(|x| (-12..=12).map(move |y| Cell::new(x, y)));
        let far = [(16383, 0), (16383, 16383), (16382, 11585), (0, -16383), (-9999, 3333), (-16383, 16380)];
        near.chain(far.into_iter().map(|(x, y)| Cell::new(x, y)))
    }

    #[test]
    fn an_estimate_falls_by_no_more_than_the_step_costs_and_is_0_at_the_goal() {
        for (costs, rule) in pairs().into_iter().flat_map(|costs| DiagonalRule::ALL.map(|rule| (costs, rule))) {
            let (straight, diagonal) = (costs.straight_units(), costs.diagonal_units());
            for heuristic in [Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev, Heuristic::Zero] {
                let estimate = Estimate::new(heuristic, rule, &costs, Cell::new(0, 0));
                assert_eq!(estimate.from(Cell::new(0, 0)), 0);
                for (cell, (dx, dy)) in cells().flat_map(|cell| NEIGHBOR_OFFSETS.map(|step| (cell, step))) {
                    if is_diagonal((dx, dy)) && rule == DiagonalRule::Never {
                        continue;
                    }
                    let step = if is_diagonal((dx, dy)) { diagonal } else { straight };
                    let (here, there) = (estimate.from(cell), estimate.from(Cell::new(cell.x + dx, cell.y + dy)));
                    assert!(here <= there + step, "{heuristic:?}, {rule:?}, {costs:?}, {cell:?} by ({dx}, {dy})");
                }
            }
        }
    }

    #[test]
    fn estimates_over_hexagons_fall_by_no_more_than_a_step_and_octile_is_exact() {
        let costs = StepCosts::new(3.0, 3.0).unwrap();
        let (step, goal) = (costs.straight_units(), Cell::new(3, -2));
        for layout in Layout::HEXAGONS {
            let of = |heuristic| Estimate::in_layout(layout, heuristic, DiagonalRule::Always, &costs, goal);
            for heuristic in [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean, Heuristic::Chebyshev] {
                let (estimate, exact) = (of(heuristic), of(Heuristic::Octile));
                assert_eq!(estimate.from(goal), 0);
                for (cell, (dx, dy)) in cells().flat_map(|cell| NEIGHBOR_OFFSETS.map(|step| (cell, step))) {
                    let next = Cell::new(cell.x + dx, cell.y + dy);
                    assert_eq!(u64::from(exact.from(cell)), layout.steps_between(cell, goal) * u64::from(step));
                    assert!(estimate.from(cell) <= exact.from(cell), "{layout:?}, {heuristic:?}, {cell:?}");
                    if layout.steps_between(cell, next) == 1 {
                        assert!(
                            estimate.from(cell) <= estimate.from(next) + step,
                            "{layout:?}, {heuristic:?}, {cell:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn octile_is_the_largest_of_those_that_never_overestimate_and_manhattan_is_above_it() {
        for (costs, rule) in pairs().into_iter().flat_map(|costs| DiagonalRule::ALL.map(|rule| (costs, rule))) {
            let [octile, manhattan, euclidean, chebyshev] =
                [Heuristic::Octile, Heuristic::Manhattan, Heuristic::Euclidean, Heuristic::Chebyshev]
                    .map(|heuristic| Estimate::new(heuristic, rule, &costs, Cell::new(0, 0)));
            for cell in cells() {
                let exact = octile.from(cell);
                assert!(
                    euclidean.from(cell) <= exact && chebyshev.from(cell) <= exact,
                    "{rule:?}, {costs:?}, {cell:?}"
                );
                assert!(exact <= manhattan.from(cell) && manhattan.from(cell) <= 1 << 28);
                // The largest factor by which a path can cost more than an optimal one.
                let (straight, diagonal) = (u64::from(costs.straight_units()), u64::from(costs.diagonal_units()));
                assert!(
                    u64::from(manhattan.from(cell)) * diagonal <= u64::from(exact) * 2 * straight
                        || rule == DiagonalRule::Never
                );
            }
        }
    }

    #[test]
    fn euclidean_is_the_distance_in_whole_units() {
        let estimate = |straight, diagonal, rule, x, y| {
            let costs = StepCosts::new(straight, diagonal).unwrap();
            Estimate::new(Heuristic::Euclidean, rule, &costs, Cell::new(0, 0)).from(Cell::new(x, y))
        };
        // 1 and 1.4 are 5 and 7 units: a distance of 1 counts 7 / sqrt(2) = 4.95.
        assert_eq!(estimate(1.0, 1.4, DiagonalRule::Always, 3, 4), 24);
        assert_eq!(estimate(1.0, 1.4, DiagonalRule::Always, 10, 0), 49);
        assert_eq!(estimate(1.0, 1.4, DiagonalRule::Never, 3, -4), 25);
        // 2 and 3 are more than sqrt(2) apart: a straight step is what a distance of 1 costs.
        assert_eq!(estimate(2.0, 3.0, DiagonalRule::BothFree, -3, 4), 10);
        assert_eq!(estimate(1.0, 1.0, DiagonalRule::Always, 3, 4), 3);
    }

    #[test]
    fn weights_are_rounded_to_whole_units_and_those_out_of_range_refused() {
        const UNIT: f64 = 1.0 / 65536.0;
        for (weight, used) in
            [(0.0, 0.0), (1.0, 1.0), (1.5, 1.5), (1024.0, 1024.0), (-0.0, 0.0), (UNIT / 2.0, UNIT), (1.4 * UNIT, UNIT)]
        {
            assert_eq!(HeuristicWeight::new(weight).unwrap().get(), used);
        }
        assert_eq!(HeuristicWeight::new(1.2).unwrap().units(), 78643);
        assert_eq!(HeuristicWeight::default(), HeuristicWeight::new(1.0).unwrap());
        let (least, infinite) = (f64::MIN_POSITIVE, f64::INFINITY);
        for weight in [1e-6, UNIT / 2.001, 1e-9, least, -1e-9, -1.0, 1024.1, f64::NAN, infinite, -infinite] {
            assert_eq!(HeuristicWeight::new(weight), Err(WeightError), "{weight}");
        }
    }
}
