//! Batches of queries on one grid.

use super::batch::{Batch, Found, Searched};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, GridView};
use crate::movement::Agent;
use crate::search::{Path, PathSearch, Query, Scratch, layers_for, reads_map};

/// Queries on one state of a grid.
pub type GridBatch = Batch<SearchedGrid>;

/// A query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Start, goal and settings.
    pub query: Query,
    /// The agent's index in the list of agents of the batch.
    pub agent: u32,
}

/// The state of the grid that a batch searches, and what its agents see of it.
#[derive(Debug)]
pub struct SearchedGrid {
    grid: GridView,
    /// By agent: for its queries that read what is derived, and for those that read the map, if it has such queries.
    /// Made with the batch: its profiles may change or end before its last query is answered.
    layers: Vec<[Option<AgentLayers>; 2]>,
}

impl GridBatch {
    /// A batch whose shares have `share_size` queries, at least 1. Each request names one of `agents`.
    pub fn new(
        grid: GridView,
        agents: &[Agent],
        requests: Vec<Request>,
        share_size: usize,
    ) -> Result<Self, OutOfMemory> {
        debug_assert!(requests.iter().all(|request| (request.agent as usize) < agents.len()));
        let revision = grid.revision();
        Self::on(SearchedGrid::new(grid, agents, &requests)?, revision, requests, share_size)
    }
}

impl SearchedGrid {
    fn new(grid: GridView, agents: &[Agent], requests: &[Request]) -> Result<Self, OutOfMemory> {
        let mut layers = reserved(agents.len())?;
        layers.resize_with(agents.len(), <[Option<AgentLayers>; 2]>::default);
        for Request { query, agent } in requests {
            let slot = &mut layers[*agent as usize][usize::from(reads_map(&grid, query))];
            if slot.is_none() {
                *slot = Some(layers_for(&grid, &agents[*agent as usize], query).map_err(|_| OutOfMemory)?);
            }
        }
        Ok(Self { grid, layers })
    }

    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn view(&self, Request { query, agent }: &Request) -> AgentView<'_> {
        let layers = &self.layers[*agent as usize][usize::from(reads_map(&self.grid, query))];
        layers.as_ref().expect("`new` makes the layers of each request").view(&self.grid)
    }
}

impl Searched for SearchedGrid {
    type Request = Request;
    type Search = PathSearch;
    type Memory = ();
    type Path = Path<'static>;
    type Corner = Cell;

    fn begin(request: &Request) -> PathSearch {
        PathSearch::new(request.query)
    }

    fn expansions(search: &PathSearch) -> u64 {
        search.expansions()
    }

    fn advance<'a>(
        &self,
        request: &Request,
        search: &mut PathSearch,
        expansions: u32,
        scratch: &'a mut Scratch,
        (): &'a mut (),
    ) -> Result<Option<Found<'a, Self>>, OutOfMemory> {
        let Some(answer) = search.advance(self.view(request), expansions, scratch)? else { return Ok(None) };
        Ok(Some(Found {
            outcome: answer.outcome.map(Path::without_cells),
            corners: answer.outcome.path().map_or(&[], Path::corners),
            expansions: answer.expansions,
            engine: answer.engine,
        }))
    }

    fn way_so_far<'a>(
        &self,
        request: &Request,
        search: &PathSearch,
        scratch: &'a mut Scratch,
    ) -> Result<&'a [Cell], OutOfMemory> {
        search.way_so_far(self.view(request), scratch)
    }

    fn derived_bytes(&self) -> u64 {
        self.grid.bytes()
    }

    fn length(path: &Path<'static>) -> u32 {
        path.length()
    }
}
