//! The doors to searches: a query answered at once, or a few expansions at a time.

use super::order::Order;
use super::query::{Answer, PathForm, Query};
use super::record::Record;
use super::run::Run;
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::AgentView;
use crate::movement::{DiagonalRule, HeuristicWeight};

/// Finds a path with the query's [`Engine`](crate::index::Engine).
///
/// Jump points are derived from the map at the first search under a rule. A* over cells answers the queries for which
/// jump points are not right: an [`Order`] other than A*, a [`Heuristic`](crate::movement::Heuristic) other than the
/// exact one, a weight below 1, a diagonal step that costs two straight ones and may pass between two obstacles,
/// and paths whose cost comes near 2^32 units.
///
/// A limit of expansions also bounds the time for deriving, by what the same number of expansions takes:
///
/// - Below one expansion for 512 cells (at least 256), components are neither labelled nor asked. A goal out of reach
///   may then be answered by the limit.
/// - Below one expansion for 2 cells, landmarks are used only if the map had them at its last edit or preparation.
/// - Below one expansion for 512 cells, on maps of more than 2^16 cells, A* answers instead of jump points, and reads
///   the map itself where [`layers_for`](super::layers_for) made the view.
/// - With a limit, a search over cells answers in weighted terrain.
///
/// The answer depends on the query, the cells and what the game has prepared, never on other searches. Landmarks are an
/// exception.
///
/// The query must not have [`PathForm::AnyAngle`] unless [`supports_any_angle`] allows it.
///
/// Landmarks are measured anew after enough searches. Callers report a used answer with
/// [`count_search`](super::count_search).
pub fn find_path<'a, 'g>(
    view: impl Into<AgentView<'g>>,
    query: &Query,
    scratch: &'a mut Scratch,
) -> Result<Answer<'a>, OutOfMemory> {
    find(&view.into(), query, scratch, None)
}

/// Finds the same path as [`find_path`], and writes the cells that it expands to `expanded`, in order.
pub fn trace_path<'a, 'g>(
    view: impl Into<AgentView<'g>>,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: &mut Vec<Cell>,
) -> Result<Answer<'a>, OutOfMemory> {
    find(&view.into(), query, scratch, Some(expanded))
}

#[inline(always)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
fn find<'a>(
    view: &AgentView,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    debug_assert!(query.form != PathForm::AnyAngle || supports_any_angle(*view, query));
    let answer = Run::default().advance(view, query, scratch, &mut Record::new(u32::MAX, expanded))?;
    Ok(answer.expect("a search pauses where its slice ends, and none comes to the end of the largest slice"))
}

/// Whether a query can have [`PathForm::AnyAngle`]: cells must cost the same, the rule must allow diagonal steps, the
/// search must be optimal, and a path must lead to the goal whatever it costs.
pub fn supports_any_angle<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> bool {
    view.into().charges().is_none()
        && query.diagonal_rule != DiagonalRule::Never
        && query.order == Order::AStar
        && query.weight == HeuristicWeight::default()
        && !query.partial
        && !query.leaves_blocked
        && query.max_cost.is_none()
}

/// A query that is answered a few expansions at a time. The answer is that of [`find_path`].
#[derive(Clone, Copy, Debug)]
pub struct PathSearch {
    query: Query,
    run: Run,
}

impl PathSearch {
    /// A search that has not begun.
    pub fn new(query: Query) -> Self {
        Self { query, run: Run::default() }
    }

    /// Expands `expansions` cells, or fewer if the search ends before; returns the answer then.
    ///
    /// All calls need the same view, and the same scratch without other searches in between. After an error the search
    /// begins anew.
    pub fn advance<'a, 'g>(
        &mut self,
        view: impl Into<AgentView<'g>>,
        expansions: u32,
        scratch: &'a mut Scratch,
    ) -> Result<Option<Answer<'a>>, OutOfMemory> {
        self.run.advance(&view.into(), &self.query, scratch, &mut Record::new(expansions, None))
    }

    /// The way to the cell nearest to the goal that the search has reached, while it is paused: the cells at which the
    /// way may turn, from the start on. Empty if the search tells of none: before it has begun, on hexagons, at any
    /// angle, and where it looks for a way out of an obstacle or for the nearest cells. The path may go
    /// another way.
    pub fn way_so_far<'a, 'g>(
        &self,
        view: impl Into<AgentView<'g>>,
        scratch: &'a mut Scratch,
    ) -> Result<&'a [Cell], OutOfMemory> {
        self.run.write_way_so_far(&view.into(), &self.query, scratch)?;
        Ok(&scratch.corners)
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub fn expansions(&self) -> u64 {
        self.run.expansions()
    }
}
