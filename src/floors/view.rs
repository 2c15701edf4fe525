//! The state of all floors and links that one query sees.

use super::links::{FloorCell, Link, Links};
use crate::index::{Engine, IndexedGrid, Layer};
use crate::search::OutOfMemory;
use crate::try_arc::TryArc;

/// The floors, each with a state of its map that no edit changes, and a copy of the links.
///
/// Keep a view between queries to reuse its memory. Call [`clear`](Self::clear) after each query: edits can't be made
/// in place on a state that a view holds.
#[derive(Debug, Default)]
pub struct FloorsView {
    /// By floor, its map and the engine that searches it.
    floors: Vec<Option<(TryArc<IndexedGrid>, Engine)>>,
    links: Vec<(u32, Link)>,
}

impl FloorsView {
    /// A view without floors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all floors and links.
    pub fn clear(&mut self) {
        self.floors.clear();
        self.links.clear();
    }

    /// Adds the next floor with the engine that searches it. `None` adds a floor without a map, which no path touches.
    pub fn push_floor(&mut self, floor: Option<(TryArc<IndexedGrid>, Engine)>) -> Result<(), OutOfMemory> {
        self.floors.try_reserve(1)?;
        self.floors.push(floor);
        Ok(())
    }

    /// Replaces the links by a copy of `links`.
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

    /// The walkable cells of a floor, and what is derived from them.
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

    /// Number of floors, floors without a map included.
    pub(super) fn floor_count(&self) -> usize {
        self.floors.len()
    }

    /// All links, with their numbers.
    pub(super) fn links(&self) -> &[(u32, Link)] {
        &self.links
    }

    /// The usable links, with their numbers: open, and both ends walkable.
    pub(super) fn usable_links(&self) -> impl Iterator<Item = &(u32, Link)> {
        self.links.iter().filter(|(_, link)| !link.closed && self.is_walkable(link.from) && self.is_walkable(link.to))
    }
}
