//! The walk of a jump-point search: plain A*, as long as it comes nearer to the goal.
//!
//! Where many paths are equally cheap, A* walks straight to the goal. On regular patterns a jump-point search takes
//! many times as long as this walk, because it explores all equally cheap paths. A search that takes long although f
//! has hardly grown therefore lets A* try. On other maps A* soon stops coming nearer, and the jump-point search goes
//! on.

use super::astar;
use super::astar_memory::AStarMemory;
use super::engines::{End, search_by_cells};
use super::query::Query;
use super::record::Record;
use crate::OutOfMemory;
use crate::index::{AgentView, Engine};
use crate::movement::DiagonalRule;

/// The number of expansions between two looks at how near a walk has come.
const CHECKED: u32 = 32;

/// The number of cells that a walk may expand before it comes nearer, the further ones for each step nearer, and the
/// most that it may have left.
const PATIENCE: u32 = 64;
const PATIENCE_BY_STEP: u64 = 4;
const LARGEST_PATIENCE: u32 = 128;

/// A walk that has begun. The reached cells are in the memory of A*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// The engine whose search proposed the walk.
    pub(super) engine: Engine,
    /// The number of expansions at the next look.
    until: u32,
    /// The number of cells that the walk may still expand without coming nearer.
    patience: u32,
    /// The number of cells that were reached before the last look, and the least estimate among them.
    reached: u32,
    nearest: u32,
    /// The estimate of the whole way.
    estimate: u32,
    /// Steps of the whole way on an open map.
    steps: u32,
}

impl Walk {
    /// Begins a walk after a number of expansions.
    pub(super) fn begin(
        view: &AgentView,
        query: &Query,
        engine: Engine,
        expansions: u32,
        memory: &mut AStarMemory,
    ) -> Result<Self, OutOfMemory> {
        astar::begin(view, query, memory)?;
        let (dx, dy) = (query.start.x.abs_diff(query.goal.x), query.start.y.abs_diff(query.goal.y));
        let steps = if query.diagonal_rule == DiagonalRule::Never { dx + dy } else { dx.max(dy) };
        let (reached, estimate) = (memory.node_count(), memory.least_estimate(0));
        let until = expansions.saturating_add(CHECKED);
        Ok(Self { engine, until, patience: PATIENCE, reached, nearest: estimate, estimate, steps })
    }

    /// Walks until the end or the query's limit of expansions; nothing if A* no longer comes nearer.
    pub(super) fn advance(
        &mut self,
        view: &AgentView,
        query: &Query,
        memory: &mut AStarMemory,
        record: &mut Record,
    ) -> Result<Option<End>, OutOfMemory> {
        let limit = query.max_expansions.unwrap_or(u32::MAX);
        loop {
            let until = Query { max_expansions: Some(limit.min(self.until)), ..*query };
            let end = search_by_cells(view, &until, true, memory, record)?;
            if !matches!(end, End::LimitReached) || record.expansions < self.until {
                return Ok(Some(end));
            }
            if !self.comes_nearer(memory) {
                return Ok(None);
            }
            self.until = self.until.saturating_add(CHECKED);
        }
    }

    fn comes_nearer(&mut self, memory: &AStarMemory) -> bool {
        let nearest = memory.least_estimate(self.reached).min(self.nearest);
        let steps = u64::from(self.steps) * u64::from(self.nearest - nearest) / u64::from(self.estimate.max(1));
        let patience = u64::from(self.patience) + PATIENCE_BY_STEP * steps;
        (self.reached, self.nearest) = (memory.node_count(), nearest);
        self.patience = (patience.min(LARGEST_PATIENCE.into()) as u32).saturating_sub(CHECKED);
        self.patience != 0
    }
}
