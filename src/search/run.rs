//! A run answers a query from its first check to its path, at once or a few expansions at a time:
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

use super::call::Call;
use super::cheapest::Cheapest;
use super::derive::MayDerive;
use super::engine::Progress;
use super::engines::Search;
use super::form::in_form;
use super::leaving::{Crossing, must_leave};
use super::nearest::{is_connected, nearest_in_reach};
use super::query::{Answer, End, Outcome, Query};
use super::record::Record;
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::index::{AgentView, Components, Engine};
use crate::movement::PARTS_PER_UNIT;

/// How far a query has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    stage: Stage,
    /// Number of cells expanded so far, by all searches that the query took.
    expansions: u64,
}

#[derive(Clone, Copy, Debug, Default)]
enum Stage {
    #[default]
    Fresh,
    /// The search for the goal. A patient one has a limit after which components are labelled.
    Goal { search: Search, is_patient: bool },
    /// The way out of an obstacle.
    Crossing(Crossing),
    /// One search after another, for the cheapest path.
    Cheapest(Cheapest),
}

impl Run {
    /// Goes on until the answer, or until the record's slice is used up.
    ///
    /// All calls need the same view and query, and the same scratch without other searches in between. After an error,
    /// and after the answer, the run begins anew.
    #[inline(always)]
    pub(super) fn advance<'a>(
        &mut self,
        view: &AgentView,
        query: &Query,
        scratch: &'a mut Scratch,
        record: &mut Record,
    ) -> Result<Option<Answer<'a>>, OutOfMemory> {
        let slice = record.left();
        let ended = self.go_on(&mut Call { view, query, scratch, record });
        self.expansions += u64::from(slice - record.left());
        let (crossing, is_partial) = match &self.stage {
            Stage::Cheapest(cheapest) => (cheapest.crossing(), cheapest.is_partial()),
            _ => (None, false),
        };
        if !matches!(ended, Ok(None)) {
            self.stage = Stage::Fresh;
        }
        let (outcome, expansions, engine) = match ended? {
            None => return Ok(None),
            Some(End::Path { cost, least, expansions, engine }) => {
                let crossed = crossing.map_or(0, |crossing| crossing.cost * PARTS_PER_UNIT);
                let bound = query.bound_of(crossed + cost, crossed + least);
                let path = in_form(view, query, cost, crossing, scratch)?.with_bound(bound);
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

    /// Writes the turns of the way to the reached cell nearest to the goal into the scratch, from the start on; nothing
    /// where the run knows of no such way.
    pub(super) fn write_way_so_far(
        &self,
        view: &AgentView,
        query: &Query,
        scratch: &mut Scratch,
    ) -> Result<(), OutOfMemory> {
        scratch.corners.clear();
        match &self.stage {
            Stage::Goal { search, .. } => search.write_way_so_far(view, query, scratch),
            _ => Ok(()),
        }
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub(super) fn expansions(&self) -> u64 {
        self.expansions
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
        if must_leave(view, query) {
            self.stage = Stage::Crossing(Crossing::begin(layer, query, call.scratch)?);
            return Ok(None);
        }
        if may_come_near {
            return self.come_near(None, call);
        }
        if query.start == query.goal {
            call.scratch.stay(query.start)?;
            return Ok(Some(End::Path { cost: 0, least: 0, expansions: 0, engine: Engine::Auto }));
        }
        let may_label = MayDerive::within(layer, query.max_expansions).components;
        let known = if may_label { layer.known_components(query.diagonal_rule) } else { None };
        if let Some(components) = known {
            let ends = [query.start, query.goal].map(|cell| layer.walkable().index_cell(cell));
            if !components.connect(query.diagonal_rule, layer.walkable(), ends[0], ends[1]) {
                return self.go_without_goal(call);
            }
        }
        let is_patient = may_label && known.is_none();
        self.search_goal(Search::new(view, query), is_patient, call)
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
        let (view, query, layer) = (call.view, call.query, call.view.layer());
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
                if is_connected(layer, query)? {
                    if patience == limit {
                        return Ok(Some(End::LimitReached { expansions, engine }));
                    }
                    call.record.forget_last();
                    self.stage = Stage::Goal { search: Search::new(view, query), is_patient: false };
                    return Ok(None);
                }
            }
            // The limit of cost cut the search short, which does not tell what is connected.
            Progress::NoPath | Progress::TooFar if query.max_cost.is_some() => {
                let may_label = MayDerive::within(layer, query.max_expansions).components;
                if !(query.partial && may_label) || is_connected(layer, query)? {
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
        let Call { view, query, scratch, record } = call;
        let expansions = crossing.map_or(0, |crossing| crossing.expansions);
        record.forget_from(expansions as usize);
        let start = crossing.map_or(Some(query.start), |crossing| crossing.exit);
        let may_label = MayDerive::within(view.layer(), query.max_expansions).components;
        match start {
            Some(_) if !may_label => return Ok(Some(End::LimitReached { expansions, engine: Engine::Auto })),
            Some(start) => nearest_in_reach(view.layer(), &Query { start, ..**query }, &mut scratch.ends)?,
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
