//! The begin of a call about one grid, which checks a query and takes the state of the grid that the query sees.

use super::object::GridObject;
use super::query::GridstarQueryDef;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::grid::{Cell, MapError};
use crate::index::{AgentLayers, AgentView, GridView, IndexedGrid};
use crate::movement::Agent;
use crate::search::{Query, layers_for};

/// A query and what it sees.
pub(super) struct Asked {
    pub(super) query: Query,
    pub(super) agent: Agent,
    pub(super) grid: GridView,
    layers: AgentLayers,
}

impl Asked {
    /// Inlined, as `GridObject::query` is. `id` is the grid's.
    #[inline(always)]
    pub(super) fn new(
        object: &GridObject,
        id: u64,
        ends: [Cell; 2],
        def: &GridstarQueryDef,
    ) -> Result<Self, GridstarStatus> {
        Self::with(object, id, ends, def, |grid, agent, _| AgentLayers::of(grid, agent))
    }

    /// Works as [`new`](Self::new) does, for a search: a small limit of expansions leaves all underived.
    #[inline(always)]
    pub(super) fn for_search(
        object: &GridObject,
        id: u64,
        ends: [Cell; 2],
        def: &GridstarQueryDef,
    ) -> Result<Self, GridstarStatus> {
        Self::with(object, id, ends, def, layers_for)
    }

    #[inline(always)]
    fn with(
        object: &GridObject,
        id: u64,
        [start, goal]: [Cell; 2],
        def: &GridstarQueryDef,
        layers_of: impl FnOnce(&IndexedGrid, &Agent, &Query) -> Result<AgentLayers, MapError>,
    ) -> Result<Self, GridstarStatus> {
        let query = object.query_inlined(start, goal, def)?;
        let (grid, agent) = view_and_agent((object, id), def)?;
        let layers = layers_of(&grid, &agent, &query)?;
        Ok(Self { query, agent, grid, layers })
    }

    /// Reads a query as [`new`](Self::new) does, but not inlined: for calls that take much longer than the copy of its
    /// result.
    #[inline(never)]
    pub(super) fn by_call(
        object: &GridObject,
        id: u64,
        ends: [Cell; 2],
        def: &GridstarQueryDef,
    ) -> Result<Self, GridstarStatus> {
        Self::new(object, id, ends, def)
    }

    pub(super) fn view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }
}
