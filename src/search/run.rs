//! Answers to queries, from the first check to the path, at once or a few expansions at a time:
//!
//! ```text
//!   Fresh ---> Goal ------------------> answer      the usual way
//!     |          | out of reach            ^
//!     |          +--------> Cheapest ------+        a partial path: to each of the nearest cells
//!     |                        ^           |
//!     +------> Crossing -------+-----------+        out of an obstacle, and on from each of the exits
//! ```
//!
//! Many queries need no search, and end where they begin.

use super::cells::crossing::Crossing;
use super::cells::order::Order;
use super::cheapest::Cheapest;
use super::choose::{Call, Choice, Search};
use super::engine::{Progress, Record};
use super::form::in_form;
use super::nearest::{is_connected, may_be_connected, nearest_to};
use super::query::{Answer, End, Outcome, Path, PathForm, Query};
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Components, Engine};
use crate::movement::{DiagonalRule, HeuristicWeight, PARTS_PER_UNIT};

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
    PathSearch::new(*query).finish(&view.into(), scratch, None)
}

/// Finds the same path as [`find_path`], and writes the cells that it expands to `expanded`, in order.
pub fn trace_path<'a, 'g>(
    view: impl Into<AgentView<'g>>,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: &mut Vec<Cell>,
) -> Result<Answer<'a>, OutOfMemory> {
    PathSearch::new(*query).finish(&view.into(), scratch, Some(expanded))
}

/// Whether a query can have [`PathForm::AnyAngle`]: cells must cost the same, the rule must allow diagonal
/// steps, the search must be optimal, and a path must lead to the goal whatever it costs.
pub fn supports_any_angle<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> bool {
    let view = view.into();
    view.charges().is_none()
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
    stage: Stage,
    /// Made when the search begins.
    choice: Option<Choice>,
    /// Number of cells expanded so far, by all searches that the query took.
    expansions: u64,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Fresh,
    /// The search for the goal. A patient one has a limit after which components are labelled.
    Goal {
        search: Search,
        is_patient: bool,
    },
    /// The way out of an obstacle.
    Crossing(Crossing),
    /// One search after another, for the cheapest path.
    Cheapest(Cheapest),
}

impl PathSearch {
    /// A search that has not begun.
    pub fn new(query: Query) -> Self {
        Self { query, stage: Stage::Fresh, choice: None, expansions: 0 }
    }

    /// Expands `expansions` cells, or fewer if the search ends before; returns the answer then.
    ///
    /// All calls need the same view, and the same scratch without other searches in between. After an error, and after
    /// the answer, the search begins anew.
    pub fn advance<'a, 'g>(
        &mut self,
        view: impl Into<AgentView<'g>>,
        expansions: u32,
        scratch: &'a mut Scratch,
    ) -> Result<Option<Answer<'a>>, OutOfMemory> {
        self.run(&view.into(), scratch, &mut Record::new(expansions, None))
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
        scratch.corners.clear();
        if let Stage::Goal { search, .. } = &self.stage {
            search.write_way_so_far(&view.into(), &self.query, scratch)?;
        }
        Ok(&scratch.corners)
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Goes on until the answer.
    #[inline(always)]
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn finish<'a>(
        &mut self,
        view: &AgentView,
        scratch: &'a mut Scratch,
        expanded: Option<&mut Vec<Cell>>,
    ) -> Result<Answer<'a>, OutOfMemory> {
        debug_assert!(self.query.form != PathForm::AnyAngle || supports_any_angle(*view, &self.query));
        let answer = self.run(view, scratch, &mut Record::new(u32::MAX, expanded))?;
        Ok(answer.expect("a search pauses where its slice ends, and none comes to the end of the largest slice"))
    }

    /// Goes on until the answer, or until the record's slice is used up.
    #[inline(always)]
    fn run<'a>(
        &mut self,
        view: &AgentView,
        scratch: &'a mut Scratch,
        record: &mut Record,
    ) -> Result<Option<Answer<'a>>, OutOfMemory> {
        let query = &{ self.query };
        let slice = record.left();
        let choice = *self.choice.get_or_insert_with(|| Choice::of(view, query));
        let ended = self.go_on(&mut Call { view, query, choice, scratch, record });
        self.expansions += u64::from(slice - record.left());
        let (crossing, is_partial) = match &self.stage {
            Stage::Cheapest(cheapest) => (cheapest.crossing(), cheapest.is_partial()),
            _ => (None, false),
        };
        if !matches!(ended, Ok(None)) {
            (self.stage, self.choice) = (Stage::Fresh, None);
        }
        let (outcome, expansions, engine) = match ended? {
            None => return Ok(None),
            Some(End::Path { cost, least, expansions, engine }) => {
                let crossed = crossing.map_or(0, |crossing| crossing.cost * PARTS_PER_UNIT);
                let bound = query.bound_of(crossed + cost, crossed + least);
                // Most queries ask for this form.
                let is_plain = query.form == PathForm::Cells && query.max_cells.is_none() && crossing.is_none();
                let path = match is_plain {
                    true => Path::new(&scratch.corners, cost),
                    false => in_form(view, query, cost, crossing, scratch)?,
                };
                let path = path.with_bound(bound);
                let outcome = if is_partial { Outcome::Partial(path) } else { Outcome::Found(path) };
                (outcome, expansions, engine)
            }
            Some(End::LimitReached { expansions, engine }) => (Outcome::LimitReached, expansions, engine),
            Some(End::NoPath(outcome)) => {
                record.forget_from(0);
                (outcome, 0, Engine::Auto)
            }
        };
        Ok(Some(Answer { outcome, expansions, engine }))
    }

    #[inline(always)]
    fn go_on(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        loop {
            let end = match self.stage {
                Stage::Fresh => self.begin(call)?,
                Stage::Goal { search, is_patient } => self.search_goal(search, is_patient, call)?,
                Stage::Crossing(crossing) => self.cross(crossing, call)?,
                Stage::Cheapest(mut cheapest) => {
                    let end = cheapest.advance(call)?;
                    self.stage = Stage::Cheapest(cheapest);
                    end
                }
            };
            if end.is_some() || call.record.left() == 0 {
                return Ok(end);
            }
        }
    }

    /// Answers at once, or chooses the first stage.
    #[inline(always)]
    fn begin(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let (view, query, layer) = (call.view, call.query, call.view.layer());
        let refusal = query.refusal(view);
        let may_come_near = query.partial && matches!(refusal, Some(Outcome::GoalOutside | Outcome::GoalBlocked));
        if let Some(outcome) = refusal
            && !may_come_near
        {
            return Ok(Some(End::NoPath(outcome)));
        }
        if query.must_leave(view) {
            self.stage = Stage::Crossing(Crossing::begin(call)?);
            return Ok(None);
        }
        if may_come_near {
            return self.come_near(None, call);
        }
        if query.start == query.goal {
            call.scratch.stay(query.start)?;
            return Ok(Some(End::Path { cost: 0, least: 0, expansions: 0, engine: Engine::Auto }));
        }
        let may_label = call.choice.may_label;
        let known = if may_label { layer.known_components(query.diagonal_rule) } else { None };
        if let Some(components) = known {
            let ends = [query.start, query.goal].map(|cell| layer.walkable().index_cell(cell));
            if !components.connect(query.diagonal_rule, layer.walkable(), ends[0], ends[1]) {
                return self.go_without_goal(call);
            }
        }
        let is_patient = may_label && known.is_none();
        self.search_goal(Search::new(call.choice), is_patient, call)
    }

    /// Searches for the goal.
    ///
    /// While components are unknown, a search without success could take longer than labelling them. So the
    /// search first gets a limit of about that time. If the limit ends it, components are labelled, and a search for a
    /// goal in reach begins anew: at the worst this takes twice the shorter time. The result does not depend on what
    /// was known.
    #[inline(never)]
    fn search_goal(
        &mut self,
        mut search: Search,
        is_patient: bool,
        call: &mut Call,
    ) -> Result<Option<End>, OutOfMemory> {
        let (query, layer) = (call.query, call.view.layer());
        let limit = query.max_expansions.unwrap_or(u32::MAX);
        let patience = if is_patient { limit.min(Components::expansions_to_label(layer.walkable())) } else { limit };
        let (progress, engine) = search.advance(patience, call)?;
        let expansions = search.expansions();
        match progress {
            Progress::Found { cost, least } => return Ok(Some(End::Path { cost, least, expansions, engine })),
            Progress::Paused if expansions < patience => {
                self.stage = Stage::Goal { search, is_patient };
                return Ok(None);
            }
            Progress::Paused if !is_patient => return Ok(Some(End::LimitReached { expansions, engine })),
            Progress::Paused => {
                if may_be_connected(layer, query)? {
                    if patience == limit {
                        return Ok(Some(End::LimitReached { expansions, engine }));
                    }
                    call.record.forget_last();
                    self.stage = Stage::Goal { search: Search::new(call.choice), is_patient: false };
                    return Ok(None);
                }
            }
            // The limit of cost cut the search short, which does not tell what is connected.
            Progress::NoPath | Progress::TooFar if query.max_cost.is_some() => {
                if !(query.partial && call.choice.may_label) || is_connected(layer, query)? {
                    return Ok(Some(End::NoPath(query.no_path())));
                }
            }
            Progress::NoPath | Progress::TooFar if is_patient => {
                layer.note_failed_search(query.diagonal_rule, expansions);
            }
            Progress::NoPath | Progress::TooFar => {}
        }
        self.go_without_goal(call)
    }

    /// Goes on where no path leads to the goal.
    fn go_without_goal(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        if call.query.partial { self.come_near(None, call) } else { Ok(Some(End::NoPath(call.query.no_path()))) }
    }

    /// Goes on to the cells nearest to the goal. Components tell what can be reached: a limit of expansions that does
    /// not allow the time for labelling them is reached at once.
    fn come_near(&mut self, crossing: Option<Crossing>, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Call { view, query, choice, scratch, record } = call;
        let expansions = crossing.map_or(0, |crossing| crossing.expansions);
        record.forget_from(expansions as usize);
        let start = crossing.map_or(Some(query.start), |crossing| crossing.exit);
        match start {
            Some(_) if !choice.may_label => return Ok(Some(End::LimitReached { expansions, engine: Engine::Auto })),
            Some(start) => {
                let from = (&[start][..], Some(start));
                nearest_to(view.layer(), query.diagonal_rule, query.goal, from, &mut scratch.ends)?;
            }
            // Nowhere to go: the partial path is the start alone.
            None => {
                scratch.ends.try_reserve(1)?;
                scratch.ends.push(query.start);
            }
        }
        self.stage = Stage::Cheapest(Cheapest::toward_ends(start.unwrap_or(query.start), crossing));
        Ok(None)
    }

    /// Crosses the obstacle around the start.
    fn cross(&mut self, mut crossing: Crossing, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let query = call.query;
        let limit = query.max_expansions.unwrap_or(u32::MAX);
        let progress = crossing.advance(limit, call)?;
        let expansions = crossing.expansions;
        match progress {
            Progress::Paused if expansions < limit => {
                self.stage = Stage::Crossing(crossing);
                Ok(None)
            }
            Progress::Paused => Ok(Some(End::LimitReached { expansions, engine: Engine::Auto })),
            _ if !call.scratch.ends.is_empty() => {
                self.stage = Stage::Cheapest(Cheapest::from_exits(crossing));
                Ok(None)
            }
            _ if query.partial => self.come_near(Some(crossing), call),
            _ => Ok(Some(End::NoPath(query.no_path()))),
        }
    }
}
