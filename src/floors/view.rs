//! The state of all floors and links that one query sees.

use super::links::{FloorCell, Link, Links};
use crate::index::{AgentLayers, AgentView, Engine, GridView, Layer};
use crate::movement::Agent;
use crate::search::{OutOfMemory, Query, layers_for};

/// A floor's map as the agent of the query sees it, and the engine that searches it.
#[derive(Debug)]
struct Floor {
    grid: GridView,
    layers: AgentLayers,
    engine: Engine,
}

/// The floors, each with a state of its map that no edit changes, and a copy of the links.
///
/// Keep a view between queries to reuse its memory. Call [`clear`](Self::clear) after each query: edits can't be made
/// in place on a state that a view holds.
#[derive(Debug, Default)]
pub struct FloorsView {
    floors: Vec<Option<Floor>>,
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

    /// Adds the next floor, for a query by an agent, with the engine that searches it. `None` adds a floor without a
    /// map, which no path touches.
    pub fn push_floor(
        &mut self,
        floor: Option<(GridView, Engine)>,
        agent: &Agent,
        legs: &Query,
    ) -> Result<(), OutOfMemory> {
        self.floors.try_reserve(1)?;
        self.floors.push(match floor {
            None => None,
            Some((grid, engine)) => {
                let layers = layers_for(&grid, agent, legs).map_err(|_| OutOfMemory)?;
                Some(Floor { grid, layers, engine })
            }
        });
        Ok(())
    }

    /// Replaces the links by a copy of `links`.
    pub fn set_links(&mut self, links: &Links) -> Result<(), OutOfMemory> {
        self.links.clear();
        self.links.try_reserve(links.all().len())?;
        self.links.extend_from_slice(links.all());
        Ok(())
    }

    fn floor(&self, floor: u32) -> Option<&Floor> {
        self.floors.get(floor as usize)?.as_ref()
    }

    /// Whether a floor has a map.
    pub fn has_map(&self, floor: u32) -> bool {
        self.floor(floor).is_some()
    }

    /// A floor as the agent sees it.
    pub(super) fn agent_view(&self, floor: u32) -> Option<AgentView<'_>> {
        self.floor(floor).map(|floor| floor.layers.view(&floor.grid))
    }

    /// The cells of a floor at which the agent can stand, and what is derived from them.
    pub(super) fn layer(&self, floor: u32) -> Option<&Layer> {
        self.agent_view(floor).map(|view| view.layer())
    }

    /// The smallest number of parts that a unit of a leg's length can cost, on any floor.
    pub(super) fn least_parts_per_unit(&self) -> u64 {
        let floors = (0..self.floor_count() as u32).filter_map(|floor| self.agent_view(floor));
        floors.map(|view| view.least_parts_with_start()).min().unwrap_or(0)
    }

    /// The engine that searches a floor.
    pub(super) fn engine(&self, floor: u32) -> Engine {
        self.floor(floor).map_or(Engine::default(), |floor| floor.engine)
    }

    /// Whether a cell is on its floor.
    pub fn contains(&self, at: FloorCell) -> bool {
        self.layer(at.floor).is_some_and(|layer| layer.size().contains(at.cell))
    }

    /// Whether a cell is on its floor and walkable.
    pub fn is_walkable(&self, at: FloorCell) -> bool {
        self.agent_view(at.floor).is_some_and(|view| view.is_walkable(at.cell))
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
