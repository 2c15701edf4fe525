//! A map with all that searches derive from it.

use super::components::{Components, Connectivity};
use super::derived::Derived;
use super::engine::Engine;
use super::free_cells::FreeCells;
use super::jump_points::JumpPoints;
use super::landmarks::{KeptLandmarks, Landmarks, MAX_CELLS, StaleLandmarks};
use crate::grid::{Edit, GridMap, GridSize, MapError, Rect};
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use parking_lot::Mutex;

/// A [`GridMap`] with what its searches use. Edits keep both in step.
///
/// What a search needs is derived when the first one asks for it, and from then on kept: a map that is being built up
/// costs no more than its cells. An edit of a large part of the map lets go of it until the next search; only the
/// memory of jump points is kept for those that come next, since new memory takes longer to get than to fill.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    free: FreeCells,
    /// By the number of the rule.
    jump_points: [Derived<JumpPoints>; 4],
    /// By the number of the rule, whether there were jump points at the last edit or preparation.
    settled_points: [bool; 4],
    /// By the number of the rule, jump points of an earlier state of the map, whose memory those to come will use.
    outdated_points: Mutex<[Option<TryArc<JumpPoints>>; 4]>,
    /// By the number of the connectivity.
    pub(super) components: [Derived<Components>; 2],
    landmarks: KeptLandmarks,
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

/// What an engine does not need, taken out of a grid: to be dropped where no other thread waits for it.
#[derive(Debug, Default)]
pub(crate) struct GivenBack {
    jump_points: [[Option<TryArc<JumpPoints>>; 4]; 2],
    landmarks: [Option<TryArc<Landmarks>>; 2],
}

impl IndexedGrid {
    /// A grid of walkable cells. Landmarks are measured by the default rule and costs.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        Self::with_usual(width, height, DiagonalRule::default(), StepCosts::default())
    }

    /// A grid of walkable cells, and the rule and costs of most queries to come. Landmarks are measured by these, and
    /// may say nothing to queries with others.
    pub fn with_usual(width: u32, height: u32, rule: DiagonalRule, costs: StepCosts) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?;
        let free = FreeCells::of_walkable(&map)?;
        Ok(Self {
            map,
            free,
            jump_points: Default::default(),
            settled_points: [false; 4],
            outdated_points: Default::default(),
            components: Default::default(),
            landmarks: KeptLandmarks::new()?,
            usual: (rule, costs),
            deriving: Mutex::new(()),
        })
    }

    /// The cells.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// Memory held for the map and what is derived from it, in bytes.
    pub fn bytes(&self) -> u64 {
        let outdated = self.outdated_points.lock();
        let points = self.jump_points.iter().map(|points| points.bytes(JumpPoints::bytes));
        let outdated = outdated.iter().flatten().map(|points| TryArc::<JumpPoints>::BYTES as u64 + points.bytes());
        let components = self.components.iter().map(|components| components.bytes(Components::bytes));
        let derived = points.chain(outdated).chain(components).sum::<u64>() + self.landmarks.bytes();
        size_of::<Self>() as u64 + self.map.bytes() + self.free.bytes() + derived
    }

    /// What of [`bytes`](Self::bytes) another copy of the map shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let points = self.jump_points.iter().zip(&other.jump_points);
        let components = self.components.iter().zip(&other.components);
        points.map(|(one, other)| one.bytes_shared_with(other, JumpPoints::bytes)).sum::<u64>()
            + components.map(|(one, other)| one.bytes_shared_with(other, Components::bytes)).sum::<u64>()
            + self.landmarks.bytes_shared_with(&other.landmarks)
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
        let block = self.free.block(changed);
        let lines = changed.width as usize + changed.height as usize;
        let is_local = lines <= 2.max((self.free.width() + self.free.height()) / 4);
        if !is_local {
            for (place, outdated) in self.jump_points.iter_mut().zip(self.outdated_points.get_mut()) {
                *outdated = place.take().or(outdated.take());
            }
            self.components = Default::default();
        }
        // Without the memory for an update, or for a copy of what is shared, parts are derived anew at the next search.
        for place in &mut self.jump_points {
            let points = place.exclusive(JumpPoints::try_clone);
            if points.is_some_and(|points| points.before_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        for place in &mut self.components {
            let components = place.exclusive(Components::try_clone);
            if components.is_some_and(|components| components.before_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        self.map.apply(edit);
        self.free.update(&self.map, changed);
        for place in &mut self.components {
            let components = place.exclusive(Components::try_clone);
            if components.is_some_and(|components| components.after_edit(&self.free, block).is_err()) {
                place.take();
            }
        }
        for place in &mut self.jump_points {
            if let Some(points) = place.exclusive(JumpPoints::try_clone) {
                points.after_edit(&self.free, block);
            }
        }
        self.settle_points();
        self.landmarks.after_edit(&self.free, block, stale)
    }

    fn settle_points(&mut self) {
        self.settled_points = self.jump_points.each_ref().map(|points| points.get().is_some());
    }

    /// A copy to be edited beside this one, or [`MapError::Memory`]. Landmarks are shared until an edit changes them.
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self {
            map: self.map.try_clone()?,
            free: self.free.try_clone()?,
            jump_points: Default::default(),
            settled_points: self.settled_points,
            outdated_points: Default::default(),
            components: Default::default(),
            landmarks: self.landmarks.share(),
            usual: self.usual,
            deriving: Mutex::new(()),
        };
        for (place, points) in copy.jump_points.iter_mut().zip(&self.jump_points) {
            *place = points.try_clone(JumpPoints::try_clone)?;
        }
        for (place, components) in copy.components.iter_mut().zip(&self.components) {
            *place = components.try_clone(Components::try_clone)?;
        }
        Ok(copy)
    }

    /// Takes over what another copy of the map, in the same state, has derived and this one lacks.
    pub(crate) fn adopt(&mut self, other: &Self) {
        debug_assert_eq!(self.map.revision(), other.map.revision());
        for (place, points) in self.jump_points.iter_mut().zip(&other.jump_points) {
            place.adopt(points);
        }
        for (place, components) in self.components.iter_mut().zip(&other.components) {
            place.adopt(components);
        }
        self.settled_points = other.settled_points;
        self.landmarks.adopt(&other.landmarks);
    }

    pub(crate) fn free(&self) -> &FreeCells {
        &self.free
    }

    /// The jump points under a rule, which are derived now if no search has asked for them before.
    pub(crate) fn jump_points(&self, rule: DiagonalRule) -> Result<&JumpPoints, MapError> {
        self.jump_points[rule as usize].get_or_derive(&self.deriving, || {
            let outdated = self.outdated_points.lock()[rule as usize].take();
            let Some(mut points) = outdated else {
                return Ok(TryArc::try_new(JumpPoints::new(rule, &self.free)?)?);
            };
            match points.get_mut() {
                Some(points) => points.rebuild(&self.free)?,
                None => points = TryArc::try_new(JumpPoints::new(rule, &self.free)?)?,
            }
            Ok(points)
        })
    }

    /// Whether jump points under a rule were there at the last edit or preparation, which no search since has changed.
    pub(crate) fn has_settled_points(&self, rule: DiagonalRule) -> bool {
        self.settled_points[rule as usize]
    }

    /// The components under a rule, if they have been derived.
    pub(crate) fn known_components(&self, rule: DiagonalRule) -> Option<&Components> {
        self.components[Connectivity::of(rule) as usize].get()
    }

    /// The components under a rule, which are derived now if they have not been before.
    pub(crate) fn components(&self, rule: DiagonalRule) -> Result<&Components, MapError> {
        let connectivity = Connectivity::of(rule);
        let derive = || Ok(TryArc::try_new(Components::new(connectivity, &self.free)?)?);
        self.components[connectivity as usize].get_or_derive(&self.deriving, derive)
    }

    /// [`MapError::TooLargeForLandmarks`] for landmarks of a grid with too many cells.
    pub(crate) fn check_engine(size: GridSize, engine: Engine) -> Result<(), MapError> {
        let is_too_large = size.cells() > MAX_CELLS;
        if engine == Engine::Landmarks && is_too_large { Err(MapError::TooLargeForLandmarks) } else { Ok(()) }
    }

    /// Derives what an engine needs for the usual queries; components are left to the first search that wants them.
    /// Returns landmarks that were measured now and are not yet those of this grid.
    pub(crate) fn derive_for(&self, engine: Engine) -> Result<Option<TryArc<Landmarks>>, MapError> {
        let (rule, costs) = &self.usual;
        if engine != Engine::AStar {
            self.jump_points(*rule)?;
        }
        let is_fresh = self.landmarks.get().is_some_and(Landmarks::is_fresh);
        if engine != Engine::Landmarks || is_fresh {
            return Ok(None);
        }
        Ok(Some(TryArc::try_new(Landmarks::new(*rule, costs, &self.free, self.map.revision(), Vec::new())?)?))
    }

    /// Gets ready for an engine: takes over landmarks that were measured on this map as it was some edits ago, if there
    /// are any, and takes out what the engine does not need: landmarks unless they are its own, and jump points for A*.
    pub(crate) fn prepare_for(&mut self, engine: Engine, landmarks: Option<TryArc<Landmarks>>) -> GivenBack {
        let mut given_back = GivenBack::default();
        if engine == Engine::AStar {
            let outdated = std::mem::take(self.outdated_points.get_mut());
            given_back.jump_points = [self.jump_points.each_mut().map(Derived::take), outdated];
        }
        if engine != Engine::Landmarks {
            given_back.landmarks = self.landmarks.replace(None);
        } else if landmarks.is_some() {
            given_back.landmarks = self.landmarks.replace(landmarks);
            self.landmarks.after_edit(&self.free, self.free.block(self.map.bounds()), StaleLandmarks::Keep);
        }
        self.settle_points();
        self.landmarks.settle();
        given_back
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

    /// The landmarks, which are measured now if they never were, or if it is time to measure them anew.
    pub(crate) fn landmarks(&self) -> Result<&Landmarks, MapError> {
        let (rule, costs) = &self.usual;
        let measure = |memory| Landmarks::new(*rule, costs, &self.free, self.map.revision(), memory);
        self.landmarks.get_or_measure(&self.deriving, measure)
    }

    /// The landmarks if they were there at the last edit or preparation, which no search since has changed.
    pub(crate) fn settled_landmarks(&self) -> Option<&Landmarks> {
        self.landmarks.settled()
    }

    /// Takes note of searches that have expanded so many cells, by an engine other than A*, and whose answers were
    /// used: a search that is only repeated with a larger buffer decides nothing.
    pub fn count_search(&self, expansions: u64) {
        self.landmarks.count_search(expansions);
    }
}
