//! A map with all that searches derive from it.

use super::components::{Components, Connectivity};
use super::engine::Engine;
use super::free_cells::FreeCells;
use super::jump_points::JumpPoints;
use super::landmarks::{KeptLandmarks, Landmarks, MAX_CELLS};
use crate::grid::{Edit, GridMap, MapError, Rect};
use crate::movement::{DiagonalRule, StepCosts};
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};

/// A [`GridMap`] with what its searches use. Edits keep both in step.
///
/// What a search needs is derived when the first one asks for it, and from then on kept: a map that is being built up costs
/// no more than its cells. An edit of a large part of the map lets go of it until the next search; only the memory of jump points is kept for
/// those that come next, since new memory takes longer to get than to fill.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    free: FreeCells,
    /// By the number of the rule.
    jump_points: [OnceLock<JumpPoints>; 4],
    /// By the number of the rule, jump points of an earlier state of the map, whose memory those to come will use.
    outdated_points: Mutex<[Option<JumpPoints>; 4]>,
    /// By the number of the connectivity.
    pub(super) components: [OnceLock<Components>; 2],
    landmarks: KeptLandmarks,
    engine: Engine,
    /// What most queries will ask for: landmarks are measured by these.
    usual: (DiagonalRule, StepCosts),
    /// Held while something is derived, so that several searches don't do it at once.
    deriving: Mutex<()>,
}

/// What is derived from a map, for the usual queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// Jump points.
    pub jump_points: bool,
    /// Connected components, with nothing left to relabel.
    pub components: bool,
    /// Landmarks, and they can be used.
    pub landmarks: bool,
    /// How many cells have changed since the landmarks were measured, each time counted.
    pub landmark_changes: u64,
    /// Memory held for landmarks, in bytes.
    pub landmark_bytes: u64,
}

impl IndexedGrid {
    /// A grid of walkable cells.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?;
        let free = FreeCells::of_walkable(&map)?;
        Ok(Self {
            map,
            free,
            jump_points: Default::default(),
            outdated_points: Default::default(),
            components: Default::default(),
            landmarks: KeptLandmarks::default(),
            engine: Engine::default(),
            usual: Default::default(),
            deriving: Mutex::new(()),
        })
    }

    /// The cells.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// Memory held for the map and what is derived from it, in bytes.
    pub fn bytes(&self) -> u64 {
        let points = self.jump_points.iter().filter_map(OnceLock::get);
        let outdated = self.outdated_points.lock();
        let components = self.components.iter().filter_map(OnceLock::get);
        self.map.bytes()
            + self.free.bytes()
            + points.chain(outdated.iter().flatten()).map(JumpPoints::bytes).sum::<u64>()
            + components.map(Components::bytes).sum::<u64>()
            + self.landmarks.bytes()
    }

    /// Makes an edit.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        if let Some(changed) = self.map.changed(edit)? {
            self.apply(edit, changed);
        }
        Ok(())
    }

    /// Makes an edit whose changes lie in `changed`, as [`GridMap::changed`] has told.
    pub(super) fn apply(&mut self, edit: &Edit, changed: Rect) {
        let block = self.free.block(changed);
        let lines = changed.width as usize + changed.height as usize;
        let is_local = lines <= 2.max((self.free.width() + self.free.height()) / 4);
        if !is_local {
            for (place, outdated) in self.jump_points.iter_mut().zip(self.outdated_points.get_mut()) {
                *outdated = place.take().or(outdated.take());
            }
            self.components = Default::default();
        }
        for place in &mut self.jump_points {
            // Without the memory for an update they are derived anew at the next search.
            if place.get_mut().is_some_and(|points| points.before_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        for place in &mut self.components {
            if place.get_mut().is_some_and(|components| components.before_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        self.map.apply(edit);
        self.free.update(&self.map, changed);
        for place in &mut self.components {
            if place.get_mut().is_some_and(|components| components.after_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        for points in self.jump_points.iter_mut().filter_map(OnceLock::get_mut) {
            points.after_edit(&self.free, block);
        }
        self.landmarks.after_edit(&self.free, block);
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self {
            map: self.map.try_clone()?,
            free: self.free.try_clone()?,
            jump_points: Default::default(),
            outdated_points: Default::default(),
            components: Default::default(),
            landmarks: self.landmarks.share(),
            engine: self.engine,
            usual: self.usual,
            deriving: Mutex::new(()),
        };
        for (place, points) in copy.jump_points.iter_mut().zip(&self.jump_points) {
            if let Some(points) = points.get() {
                *place = OnceLock::from(points.try_clone()?);
            }
        }
        for (place, components) in copy.components.iter_mut().zip(&self.components) {
            if let Some(components) = components.get() {
                *place = OnceLock::from(components.try_clone()?);
            }
        }
        Ok(copy)
    }

    pub(crate) fn free(&self) -> &FreeCells {
        &self.free
    }

    /// The jump points under a rule, which are derived now if no search has asked for them before.
    pub(crate) fn jump_points(&self, rule: DiagonalRule) -> Result<&JumpPoints, MapError> {
        let place = &self.jump_points[rule as usize];
        if let Some(points) = place.get() {
            return Ok(points);
        }
        let _deriving = self.deriving.lock();
        if let Some(points) = place.get() {
            return Ok(points);
        }
        let outdated = self.outdated_points.lock()[rule as usize].take();
        let points = match outdated {
            Some(points) => points.rebuilt(&self.free)?,
            None => JumpPoints::new(rule, &self.free)?,
        };
        Ok(place.get_or_init(|| points))
    }

    /// The components under a rule, if they have been derived.
    pub(crate) fn known_components(&self, rule: DiagonalRule) -> Option<&Components> {
        self.components[Connectivity::of(rule) as usize].get()
    }

    /// The components under a rule, which are derived now if they have not been before.
    pub(crate) fn components(&self, rule: DiagonalRule) -> Result<&Components, MapError> {
        let connectivity = Connectivity::of(rule);
        let place = &self.components[connectivity as usize];
        if let Some(components) = place.get() {
            return Ok(components);
        }
        let _deriving = self.deriving.lock();
        if let Some(components) = place.get() {
            return Ok(components);
        }
        let components = Components::new(connectivity, &self.free)?;
        Ok(place.get_or_init(|| components))
    }

    /// What answers queries.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Chooses what answers queries. All that it needs is derived when a query comes.
    pub fn set_engine(&mut self, engine: Engine) -> Result<(), MapError> {
        self.check_engine(engine)?;
        self.take_engine(engine, None);
        Ok(())
    }

    /// [`MapError::TooLargeForLandmarks`] for landmarks of a grid with too many cells.
    pub(super) fn check_engine(&self, engine: Engine) -> Result<(), MapError> {
        let is_too_large = self.free.width() * self.free.height() > MAX_CELLS;
        if engine == Engine::Landmarks && is_too_large { Err(MapError::TooLargeForLandmarks) } else { Ok(()) }
    }

    /// Derives what an engine needs for the usual queries; components are left to the first search that wants them. Returns
    /// landmarks that were measured now and are not yet those of this grid.
    pub(super) fn derive_for(&self, engine: Engine) -> Result<Option<Arc<Landmarks>>, MapError> {
        let (rule, costs) = &self.usual;
        if engine != Engine::AStar {
            self.jump_points(*rule)?;
        }
        let is_fresh = self.landmarks.get().is_some_and(Landmarks::is_fresh);
        if engine != Engine::Landmarks || is_fresh {
            return Ok(None);
        }
        Ok(Some(Arc::new(Landmarks::new(*rule, costs, &self.free)?)))
    }

    /// Chooses what answers queries, with landmarks that were measured on this map as it was some edits ago.
    pub(super) fn take_engine(&mut self, engine: Engine, landmarks: Option<Arc<Landmarks>>) {
        self.engine = engine;
        if engine == Engine::AStar {
            self.jump_points = Default::default();
            self.outdated_points = Default::default();
        }
        if engine != Engine::Landmarks {
            self.landmarks = KeptLandmarks::default();
        } else if let Some(landmarks) = landmarks {
            self.landmarks = KeptLandmarks::new(landmarks);
            self.landmarks.after_edit(&self.free, self.free.block(self.map.bounds()));
        }
    }

    /// What is derived at the moment.
    pub fn prepared(&self) -> Prepared {
        let (rule, _) = self.usual;
        let landmarks = self.landmarks.get();
        Prepared {
            jump_points: self.jump_points[rule as usize].get().is_some(),
            components: self.components[Connectivity::of(rule) as usize].get().is_some_and(Components::are_exact),
            landmarks: landmarks.is_some_and(Landmarks::is_valid),
            landmark_changes: landmarks.map_or(0, Landmarks::changed_cells),
            landmark_bytes: self.landmarks.bytes(),
        }
    }

    /// Says by which rule and costs most queries will be. Landmarks are measured by these, and may say nothing to queries with
    /// others.
    pub fn set_usual(&mut self, rule: DiagonalRule, costs: StepCosts) {
        if self.usual != (rule, costs) {
            self.usual = (rule, costs);
            self.landmarks = KeptLandmarks::default();
        }
    }

    /// The landmarks, which are measured now if they never were, or if it is time to measure them anew.
    pub(crate) fn landmarks(&self) -> Result<&Landmarks, MapError> {
        let (rule, costs) = &self.usual;
        self.landmarks.get_or_measure(&self.deriving, || Landmarks::new(*rule, costs, &self.free))
    }

    /// Takes note of a search that expanded so many cells.
    pub(crate) fn count_search(&self, expansions: u32) {
        self.landmarks.count_search(expansions);
    }
}
