//! A map with all that searches derive from it.

use super::components::Components;
use super::free_cells::FreeCells;
use super::jump_points::JumpPoints;
use super::segments::Connectivity;
use crate::grid::{Edit, GridMap, MapError, Rect};
use crate::movement::DiagonalRule;
use parking_lot::Mutex;
use std::sync::OnceLock;

/// A [`GridMap`] with what its searches use. Edits keep both in step.
///
/// What a search needs is derived when the first one asks for it, and from then on kept: a map that is being built up costs
/// no more than its cells. An edit of a large part of the map lets go of it until the next search.
#[derive(Debug)]
pub struct IndexedGrid {
    map: GridMap,
    free: FreeCells,
    /// By the number of the rule.
    jump_points: [OnceLock<JumpPoints>; 4],
    /// By the number of the connectivity.
    pub(super) components: [OnceLock<Components>; 2],
    /// Held while something is derived, so that several searches don't do it at once.
    deriving: Mutex<()>,
}

impl IndexedGrid {
    /// A grid of walkable cells.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        let map = GridMap::new(width, height)?;
        let free = FreeCells::new(&map)?;
        Ok(Self {
            map,
            free,
            jump_points: Default::default(),
            components: Default::default(),
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
        let components = self.components.iter().filter_map(OnceLock::get);
        self.map.bytes()
            + self.free.bytes()
            + points.map(JumpPoints::bytes).sum::<u64>()
            + components.map(Components::bytes).sum::<u64>()
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
            self.jump_points = Default::default();
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
    }

    /// A copy, or [`MapError::Memory`].
    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        let mut copy = Self {
            map: self.map.try_clone()?,
            free: self.free.try_clone()?,
            jump_points: Default::default(),
            components: Default::default(),
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
        let points = JumpPoints::new(rule, &self.free)?;
        Ok(place.get_or_init(|| points))
    }

    /// The components under a rule, which are derived now if no search has asked for them before.
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
}
