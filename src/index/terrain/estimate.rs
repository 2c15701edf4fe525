//! Lower bounds on the cost from a cell to the goal.

use super::landmarks::{TerrainLandmarks, largest_difference_beyond};
use super::sums::MarkedSums;
use super::weights::CellWeights;
use crate::distance::landmarks::Distances;
use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepsLeft};

impl CellWeights {
    /// The cost without obstacles, were all cells as cheap as the cheapest one. None if such costs on this map could be
    /// 2^31 or more.
    pub(crate) fn octile(&self, rule: DiagonalRule, goal: Cell) -> Option<StepsLeft> {
        let (least, size) = (u64::from(2 * self.least()), self.size());
        let straight = u64::from(self.straight()) * least;
        let diagonal = if rule == DiagonalRule::Never { 2 * straight } else { u64::from(self.diagonal()) * least };
        let longest = u64::from(size.width.max(size.height)) * diagonal;
        (longest < 1 << 31).then(|| StepsLeft::new(goal, straight as u32, diagonal as u32))
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
