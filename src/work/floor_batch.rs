//! Batches of queries through the floors of one world.

use super::batch::{Batch, Found, Searched};
use crate::OutOfMemory;
use crate::floors::{FloorMemory, FloorPath, FloorQuery, FloorSearch, FloorStep, FloorsView};
use crate::index::Engine;
use crate::search::Scratch;

/// Queries on one state of all floors.
pub type FloorBatch = Batch<SearchedFloors>;

/// A query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct FloorRequest {
    /// Start, goal and settings.
    pub query: FloorQuery,
    /// The index of the view that the query sees.
    pub view: u32,
}

/// The views that queries see.
#[derive(Debug)]
pub struct SearchedFloors(Vec<FloorsView>);

impl FloorBatch {
    /// A batch whose shares have `share_size` queries, at least 1. Each request names one of `views`, which were taken
    /// after `revision` changes to the floors and links.
    pub fn new(
        views: Vec<FloorsView>,
        revision: u64,
        requests: Vec<FloorRequest>,
        share_size: usize,
    ) -> Result<Self, OutOfMemory> {
        debug_assert!(requests.iter().all(|request| (request.view as usize) < views.len()));
        Self::on(SearchedFloors(views), revision, requests, share_size)
    }
}

impl SearchedFloors {
    fn view(&self, request: &FloorRequest) -> &FloorsView {
        &self.0[request.view as usize]
    }
}

impl Searched for SearchedFloors {
    type Request = FloorRequest;
    type Search = FloorSearch;
    type Memory = FloorMemory;
    type Path = FloorPath<'static>;
    type Corner = FloorStep;

    fn begin(request: &FloorRequest) -> FloorSearch {
        FloorSearch::new(request.query)
    }

    fn expansions(search: &FloorSearch) -> u64 {
        search.expansions()
    }

    fn advance<'a>(
        &self,
        request: &FloorRequest,
        search: &mut FloorSearch,
        expansions: u32,
        scratch: &'a mut Scratch,
        memory: &'a mut FloorMemory,
    ) -> Result<Option<Found<'a, Self>>, OutOfMemory> {
        let Some(answer) = search.advance(self.view(request), expansions, scratch, memory)? else { return Ok(None) };
        Ok(Some(Found {
            outcome: answer.outcome.map(FloorPath::without_cells),
            corners: answer.outcome.path().map_or(&[], FloorPath::corners),
            expansions: answer.expansions,
            engine: Engine::Auto,
        }))
    }

    fn count(&self, request: &FloorRequest, memory: &mut FloorMemory) {
        memory.count_searches(self.view(request));
    }

    fn length(path: &FloorPath<'static>) -> u32 {
        path.length()
    }
}
