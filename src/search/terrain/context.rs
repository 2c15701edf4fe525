//! Inputs of a search in weighted terrain.

use crate::grid::MapError;
use crate::index::{CellWeights, LandmarkTold, LineSums, MarkedSums, Sums, Terrain, TerrainJumps, TerrainLandmarks};
use crate::movement::DiagonalRule;

/// Parts of a terrain that a search reads.
#[derive(Clone, Copy)]
pub(in crate::search) struct TerrainContext<'a> {
    pub(super) weights: &'a CellWeights,
    pub(super) jumps: &'a TerrainJumps,
    pub(super) known: Known<'a>,
}

/// The sums of costs, with or without landmarks.
#[derive(Clone, Copy)]
pub(super) enum Known<'a> {
    Landmarks(&'a TerrainLandmarks),
    Sums(&'a LineSums<Sums>),
}

impl<'a> TerrainContext<'a> {
    /// Derives what a search under a rule needs. Landmarks that do not apply to the rule are not used.
    pub(in crate::search) fn new(
        terrain: &'a Terrain,
        rule: DiagonalRule,
        landmarks: Option<&'a TerrainLandmarks>,
    ) -> Result<Self, MapError> {
        let known = match landmarks.filter(|landmarks| landmarks.apply_to(rule)) {
            Some(landmarks) => Known::Landmarks(landmarks),
            None => Known::Sums(terrain.sums()?),
        };
        Ok(Self { weights: terrain.weights(), jumps: terrain.jumps(rule)?, known })
    }
}

/// Distances that landmarks tell of a place, or nothing.
pub(super) trait Told<P>: Copy {
    /// Whether it tells more than the octile distance.
    const IS_INFORMED: bool;

    fn estimate(&self, place: &P) -> u32;
}

impl Told<Sums> for () {
    const IS_INFORMED: bool = false;

    #[inline(always)]
    fn estimate(&self, _: &Sums) -> u32 {
        0
    }
}

impl Told<MarkedSums> for LandmarkTold {
    const IS_INFORMED: bool = true;

    #[inline(always)]
    fn estimate(&self, place: &MarkedSums) -> u32 {
        self.from(place)
    }
}
