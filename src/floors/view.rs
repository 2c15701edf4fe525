//! One state of all floors and links, for one query.

use super::links::{FloorCell, Link, Links};
use crate::index::{Engine, IndexedGrid, Layer};
use crate::search::OutOfMemory;
use crate::try_arc::TryArc;

/// The floors, each with a state of its map that no edit changes, and the links.
///
/// Kept between queries for its memory; [`clear`](Self::clear) lets go of the maps: edits can't be made on a state that
/// is held.
#[derive(Debug, Default)]
pub struct FloorsView {
    /// With the engines that search them.
    floors: Vec<Option<(TryArc<IndexedGrid>, Engine)>>,
    links: Vec<(u32, Link)>,
}

impl FloorsView {
    /// No floors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes all floors and links out.
    pub fn clear(&mut self) {
        self.floors.clear();
        self.links.clear();
    }

    /// Adds the next floor and the engine that searches it; `None` for one that is not there, which no path touches.
    pub fn push_floor(&mut self, floor: Option<(TryArc<IndexedGrid>, Engine)>) -> Result<(), OutOfMemory> {
        self.floors.try_reserve(1)?;
        self.floors.push(floor);
        Ok(())
    }

    /// Takes a copy of the links in place of those before.
    pub fn set_links(&mut self, links: &Links) -> Result<(), OutOfMemory> {
        self.links.clear();
        self.links.try_reserve(links.all().len())?;
        self.links.extend_from_slice(links.all());
        Ok(())
    }

    /// The map of a floor.
    pub fn grid(&self, floor: u32) -> Option<&IndexedGrid> {
        self.floors.get(floor as usize)?.as_ref().map(|(grid, _)| &**grid)
    }

    /// What can be entered on a floor.
    pub(super) fn layer(&self, floor: u32) -> Option<&Layer> {
        self.grid(floor).map(IndexedGrid::layer)
    }

    /// The engine that searches a floor.
    pub(super) fn engine(&self, floor: u32) -> Engine {
        let floor = self.floors.get(floor as usize).and_then(Option::as_ref);
        floor.map_or(Engine::default(), |&(_, engine)| engine)
    }

    /// Whether a cell is on its floor.
    pub fn contains(&self, at: FloorCell) -> bool {
        self.layer(at.floor).is_some_and(|layer| layer.size().contains(at.cell))
    }

    /// Whether a cell is on its floor and walkable.
    pub fn is_walkable(&self, at: FloorCell) -> bool {
        self.layer(at.floor).is_some_and(|layer| layer.is_walkable(at.cell))
    }

    /// How many floors there are, those without a map included.
    pub(super) fn floor_count(&self) -> usize {
        self.floors.len()
    }

    /// The links, with their numbers.
    pub(super) fn links(&self) -> &[(u32, Link)] {
        &self.links
    }

    /// The links that can be taken, with their numbers.
    pub(super) fn usable_links(&self) -> impl Iterator<Item = &(u32, Link)> {
        self.links.iter().filter(|(_, link)| !link.closed && self.is_walkable(link.from) && self.is_walkable(link.to))
    }
}
