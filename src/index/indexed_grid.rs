//! A map with the index that searches derive from it.

use super::engine::Engine;
use super::landmarks::{Landmarks, MAX_CELLS, StaleLandmarks};
use super::layer::{GivenBack, Layer, Prepared};
use crate::grid::{Edit, GridMap, GridSize, MapError, Rect};
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// A [`GridMap`] with the [`Layer`] that searches use. Edits keep both in step.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    layer: Layer,
}

impl IndexedGrid {
    /// A grid of walkable cells, with the default rule and costs.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        Self::with_defaults(width, height, DiagonalRule::default(), StepCosts::default())
    }

    /// A grid of walkable cells. `rule` and `costs` should be the rule and costs of most queries: landmarks are
    /// measured by them, and may not apply to other queries.
    pub fn with_defaults(width: u32, height: u32, rule: DiagonalRule, costs: StepCosts) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?;
        let layer = Layer::of_walkable(map.size(), (rule, costs))?;
        Ok(Self { map, layer })
    }

    /// The cells.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// The walkable cells, and what is derived from them.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Memory held for the map and for what is derived from it, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.map.bytes() + self.layer.bytes()
    }

    /// The part of [`bytes`](Self::bytes) that another copy of the map shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        self.layer.bytes_shared_with(&other.layer)
    }

    /// Makes an edit, or returns an error and changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.map.size())?;
        self.apply(edit, StaleLandmarks::Decide);
        Ok(())
    }

    /// Makes an edit that has been checked. Returns what became of stale landmarks: other copies of the map make the
    /// same edit with this value.
    pub(crate) fn apply(&mut self, edit: &Edit, stale: StaleLandmarks) -> StaleLandmarks {
        match self.map.changed_by(edit) {
            Some(changed) => self.apply_changed(edit, changed, stale),
            None => StaleLandmarks::Keep,
        }
    }

    /// Like [`apply`](Self::apply), where `changed` is the result of [`GridMap::changed_by`] for the edit.
    pub(crate) fn apply_changed(&mut self, edit: &Edit, changed: Rect, stale: StaleLandmarks) -> StaleLandmarks {
        self.map.apply(edit);
        self.layer.update(&self.map, changed, stale)
    }

    /// A copy that can be edited apart from this one, or [`MapError::Memory`]. Landmarks are shared until an edit
    /// changes them.
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { map: self.map.try_clone()?, layer: self.layer.try_clone()? })
    }

    /// Shares what another copy of the map, in the same state, has derived and this one lacks.
    pub(crate) fn adopt(&mut self, other: &Self) {
        debug_assert_eq!(self.map.revision(), other.map.revision());
        self.layer.adopt(&other.layer);
    }

    /// [`MapError::TooLargeForLandmarks`] if the engine is [`Engine::Landmarks`] and the grid has too many cells.
    pub(crate) fn check_engine(size: GridSize, engine: Engine) -> Result<(), MapError> {
        let is_too_large = size.cells() > MAX_CELLS;
        if engine == Engine::Landmarks && is_too_large { Err(MapError::TooLargeForLandmarks) } else { Ok(()) }
    }

    /// Derives what an engine needs for queries with the default rule and costs. Components are derived later, by the
    /// first search that needs them. Returns landmarks if they were measured; the grid does not use them yet.
    pub(crate) fn derive_for(&self, engine: Engine) -> Result<Option<TryArc<Landmarks>>, MapError> {
        self.layer.derive_for(engine)
    }

    /// Prepares the grid for an engine: starts to use landmarks from [`derive_for`](Self::derive_for), if there are
    /// any, and returns what the engine does not need. The map may have been edited since `derive_for`.
    pub(crate) fn prepare_for(&mut self, engine: Engine, landmarks: Option<TryArc<Landmarks>>) -> GivenBack {
        self.layer.prepare_for(engine, landmarks)
    }

    /// What has been derived.
    pub fn prepared(&self) -> Prepared {
        self.layer.prepared()
    }
}
