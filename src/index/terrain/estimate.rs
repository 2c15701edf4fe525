//! Lower bounds on the cost from a cell to the goal.

use super::landmarks::{TerrainLandmarks, largest_difference_beyond};
use super::sums::MarkedSums;
use super::weights::CellWeights;
use crate::distance::landmarks::Distances;
use crate::grid::Cell;
use crate::movement::DiagonalRule;

/// The cost without obstacles, were all cells as cheap as the cheapest one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octile {
    goal: Cell,
    straight: u32,
    /// Cost that a step along the other axis adds to a straight step.
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
    /// The estimates for searches under `rule`: admissible, and consistent where no landmark is in debt. None if the
    /// landmarks do not [apply](TerrainLandmarks::apply_to).
    pub(crate) fn new(
        landmarks: &TerrainLandmarks,
        weights: &CellWeights,
        rule: DiagonalRule,
        goal: Cell,
    ) -> Option<Self> {
        let unit = u32::try_from(landmarks.unit()).ok().filter(|_| landmarks.apply_to(rule))?;
        let debts = *landmarks.debts();
        let at_goal = landmarks.sums().at(weights.slot(goal)).distances;
        Some(Self { at_goal, debts, unit })
    }

    /// The estimate from a walkable cell.
    #[inline(always)]
    pub(crate) fn from(&self, place: &MarkedSums) -> u32 {
        self.unit * u32::from(largest_difference_beyond(&place.distances, &self.at_goal, &self.debts))
    }
}

/// The estimate by landmarks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandmarkEstimate<'a> {
    told: LandmarkTold,
    places: &'a [MarkedSums],
}

impl<'a> LandmarkEstimate<'a> {
    /// Estimate as [`LandmarkTold::new`] makes it.
    pub(crate) fn new(
        landmarks: &'a TerrainLandmarks,
        weights: &CellWeights,
        rule: DiagonalRule,
        goal: Cell,
    ) -> Option<Self> {
        let told = LandmarkTold::new(landmarks, weights, rule, goal)?;
        Some(Self { told, places: landmarks.sums().places() })
    }

    /// The estimate from a walkable cell, by its padded slot.
    #[inline(always)]
    pub(crate) fn from(&self, slot: usize) -> u32 {
        self.told.from(&self.places[slot])
    }
}
