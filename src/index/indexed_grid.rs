//! A map with what searches know of it.

use super::engine::Engine;
use super::landmarks::{Landmarks, MAX_CELLS, StaleLandmarks};
use super::layer::{GivenBack, Layer, Prepared};
use crate::grid::{Edit, GridMap, GridSize, MapError, Rect};
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// A [`GridMap`] with the [`Layer`] that its searches use. Edits keep both in step.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    layer: Layer,
}

impl IndexedGrid {
    /// A grid of walkable cells. Landmarks are measured by the default rule and costs.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        Self::with_defaults(width, height, DiagonalRule::default(), StepCosts::default())
    }

    /// A grid of walkable cells, and the rule and costs of most queries to come. Landmarks are measured by these, and
    /// may say nothing to queries with others.
    pub fn with_defaults(width: u32, height: u32, rule: DiagonalRule, costs: StepCosts) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?;
        let layer = Layer::of_walkable(map.size(), (rule, costs))?;
        Ok(Self { map, layer })
    }

    /// The cells.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// Which cells can be entered, and what follows from that.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Memory held for the map and what is derived from it, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.map.bytes() + self.layer.bytes()
    }

    /// What of [`bytes`](Self::bytes) another copy of the map shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        self.layer.bytes_shared_with(&other.layer)
    }

    /// Makes an edit.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.map.size())?;
        self.apply(edit, StaleLandmarks::Decide);
        Ok(())
    }

    /// Makes a legal edit. Tells what became of stale landmarks, for other copies of the map that take the edit over.
    pub(crate) fn apply(&mut self, edit: &Edit, stale: StaleLandmarks) -> StaleLandmarks {
        match self.map.changed_by(edit) {
            Some(changed) => self.apply_changed(edit, changed, stale),
            None => StaleLandmarks::Keep,
        }
    }

    /// Makes a legal edit whose changes lie in `changed`, as [`GridMap::changed_by`] has told.
    pub(crate) fn apply_changed(&mut self, edit: &Edit, changed: Rect, stale: StaleLandmarks) -> StaleLandmarks {
        self.map.apply(edit);
        self.layer.update(&self.map, changed, stale)
    }

    /// A copy to be edited beside this one, or [`MapError::Memory`]. Landmarks are shared until an edit changes them.
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { map: self.map.try_clone()?, layer: self.layer.try_clone()? })
    }

    /// Takes over what another copy of the map, in the same state, has derived and this one lacks.
    pub(crate) fn adopt(&mut self, other: &Self) {
        debug_assert_eq!(self.map.revision(), other.map.revision());
        self.layer.adopt(&other.layer);
    }

    /// [`MapError::TooLargeForLandmarks`] for landmarks of a grid with too many cells.
    pub(crate) fn check_engine(size: GridSize, engine: Engine) -> Result<(), MapError> {
        let is_too_large = size.cells() > MAX_CELLS;
        if engine == Engine::Landmarks && is_too_large { Err(MapError::TooLargeForLandmarks) } else { Ok(()) }
    }

    /// Derives what an engine needs for queries with the defaults; components are left to the first search that wants them.
    /// Returns landmarks that were measured now and are not yet those of this grid.
    pub(crate) fn derive_for(&self, engine: Engine) -> Result<Option<TryArc<Landmarks>>, MapError> {
        self.layer.derive_for(engine)
    }

    /// Gets ready for an engine: takes over landmarks that [`derive_for`](Self::derive_for) measured on this map as it
    /// was some edits ago, if there are any, and takes out what the engine does not need.
    pub(crate) fn prepare_for(&mut self, engine: Engine, landmarks: Option<TryArc<Landmarks>>) -> GivenBack {
        self.layer.prepare_for(engine, landmarks)
    }

    /// What is derived at the moment.
    pub fn prepared(&self) -> Prepared {
        self.layer.prepared()
    }
}
