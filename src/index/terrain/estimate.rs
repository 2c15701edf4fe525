//! Lower bounds on the cost from a cell to the goal.

use super::landmarks::{Distances, TerrainLandmarks, largest_difference_beyond};
use super::sums::MarkedPlace;
use super::weights::CellWeights;
use crate::grid::Cell;
use crate::movement::DiagonalRule;

/// The cost without obstacles, were all cells as cheap as the cheapest one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octile {
    goal: Cell,
    straight: u32,
    /// What a step along the other axis adds to a straight step.
    extra: u32,
}

impl Octile {
    /// None if estimates on this map could be 2^31 or more.
    pub(crate) fn new(weights: &CellWeights, rule: DiagonalRule, goal: Cell) -> Option<Self> {
        let least = u64::from(2 * weights.least());
        let (straight, diagonal) = match rule {
            DiagonalRule::Never => (weights.straight(), 2 * weights.straight()),
            _ => (weights.straight(), weights.diagonal()),
        };
        let size = weights.size();
        let longest = u64::from(size.width.max(size.height)) * u64::from(diagonal) * least;
        let extra = (u64::from(diagonal - straight) * least) as u32;
        (longest < 1 << 31).then(|| Self { goal, straight: (u64::from(straight) * least) as u32, extra })
    }

    #[inline(always)]
    pub(crate) fn from(&self, x: i32, y: i32) -> u32 {
        let (dx, dy) = (x.abs_diff(self.goal.x), y.abs_diff(self.goal.y));
        self.straight * dx.max(dy) + self.extra * dx.min(dy)
    }
}

/// The estimate by landmarks, without the distances of the cells that ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkTold {
    at_goal: Distances,
    debts: Distances,
    unit: u32,
}

impl LandmarkTold {
    /// The estimates for searches under `rule`, which are admissible. With `is_consistent`, distances in debt are left
    /// out, and estimates are also consistent. None if the landmarks do not [apply](TerrainLandmarks::apply_to).
    pub(crate) fn new(
        landmarks: &TerrainLandmarks,
        weights: &CellWeights,
        rule: DiagonalRule,
        goal: Cell,
        is_consistent: bool,
    ) -> Option<Self> {
        let unit = u32::try_from(landmarks.unit()).ok().filter(|_| landmarks.apply_to(rule))?;
        let mut debts = *landmarks.debts();
        if is_consistent {
            debts.iter_mut().filter(|debt| **debt > 0).for_each(|debt| *debt = u16::MAX);
        }
        let at_goal = landmarks.sums().at(weights.slot(goal)).distances;
        Some(Self { at_goal, debts, unit })
    }

    /// The estimate from a walkable cell.
    #[inline(always)]
    pub(crate) fn from(&self, place: &MarkedPlace) -> u32 {
        self.unit * u32::from(largest_difference_beyond(&place.distances, &self.at_goal, &self.debts))
    }
}

/// The estimate by landmarks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkEstimate<'a> {
    told: LandmarkTold,
    places: &'a [MarkedPlace],
}

impl<'a> LandmarkEstimate<'a> {
    /// As [`LandmarkTold::new`].
    pub(crate) fn new(
        landmarks: &'a TerrainLandmarks,
        weights: &CellWeights,
        rule: DiagonalRule,
        goal: Cell,
        is_consistent: bool,
    ) -> Option<Self> {
        let told = LandmarkTold::new(landmarks, weights, rule, goal, is_consistent)?;
        Some(Self { told, places: landmarks.sums().places() })
    }

    /// The estimate from a walkable cell, by its padded slot.
    #[inline(always)]
    pub(crate) fn from(&self, slot: usize) -> u32 {
        self.told.from(&self.places[slot])
    }
}

/// A consistent estimate for A* over cells, in 1/128 of a unit of the step costs: the larger one of the estimate by the
/// cheapest weight and the one by landmarks, if there are any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerrainEstimate<'a> {
    weights: &'a CellWeights,
    octile: Option<Octile>,
    landmarks: Option<LandmarkEstimate<'a>>,
}

impl<'a> TerrainEstimate<'a> {
    pub(crate) fn new(
        weights: &'a CellWeights,
        landmarks: Option<&'a TerrainLandmarks>,
        rule: DiagonalRule,
        goal: Cell,
    ) -> Self {
        let landmarks = landmarks.and_then(|told| LandmarkEstimate::new(told, weights, rule, goal, true));
        Self { weights, octile: Octile::new(weights, rule, goal), landmarks }
    }

    /// A lower bound on the cost from a cell of the map to the goal; 0 from a blocked start.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> u32 {
        let slot = self.weights.slot(cell);
        if self.weights.weight(slot) == 0 {
            return 0;
        }
        let octile = self.octile.map_or(0, |octile| octile.from(cell.x, cell.y));
        let told = self.landmarks.as_ref().map_or(0, |landmarks| landmarks.from(slot));
        octile.max(told).saturating_mul(self.weights.divisor())
    }
}
