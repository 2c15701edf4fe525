//! Answering a query: the answers that need no search, the slices of a search, and the form of its path.

use super::any_angle;
use super::engines::{End, MayDerive, Searched, UnderWay, is_connected, may_connect, search};
use super::leaving::{LeavingUnderWay, answer_leaving, must_leave};
use super::order::Order;
use super::partial::{PartialUnderWay, answer_partially};
use super::query::{Answer, Outcome, Path, PathForm, Query};
use super::scratch::Scratch;
use super::straighten;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Components, Engine, Layer};
use crate::movement::{DiagonalRule, HeuristicWeight, PARTS_PER_UNIT};

/// Finds a path with the query's [`Engine`].
///
/// Jump points are derived from the map at the first search under a rule. A* over cells answers the queries for which
/// jump points are not right: an [`Order`] other than A*, a [`Heuristic`](crate::movement::Heuristic) other than the
/// exact one, a weight other than 1, a diagonal step that costs two straight ones and may pass between two obstacles,
/// and paths whose cost comes near 2^32 units.
///
/// A limit of expansions also bounds the time for deriving, by what the same number of expansions takes:
///
/// - Below one expansion for 512 cells (at least 256), components are neither labelled nor asked. A goal out of reach
///   may then be answered by the limit.
/// - Below one expansion for 2 cells, landmarks are used only if the map had them at its last edit or preparation.
/// - Below one expansion for 512 cells, on maps of more than 2^16 cells, the same holds for jump points. Without them
///   A* answers.
///
/// The answer depends on the query and on the calls up to the last edit or preparation, never on searches since then.
/// Weighted terrain is an exception: jumps are derived by a limit of 8 expansions for each cell, or once A* has paid
/// for them. What had paid when the [`AgentLayers`](crate::index::AgentLayers) were made decides.
///
/// Landmarks are measured anew after enough searches. Callers report a used answer with
/// [`count_search`](super::count_search).
pub fn find_path<'a, 'g>(
    view: impl Into<AgentView<'g>>,
    query: &Query,
    scratch: &'a mut Scratch,
) -> Result<Answer<'a>, OutOfMemory> {
    answer_at_once(&view.into(), query, scratch, None)
}

/// Finds the same path as [`find_path`], and writes the cells that it expands to `expanded`, in order.
pub fn trace_path<'a, 'g>(
    view: impl Into<AgentView<'g>>,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: &mut Vec<Cell>,
) -> Result<Answer<'a>, OutOfMemory> {
    expanded.clear();
    answer_at_once(&view.into(), query, scratch, Some(expanded))
}

#[inline(always)]
fn answer_at_once<'a>(
    view: &AgentView,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    let straightened;
    let query = if query.form == PathForm::AnyAngle && !supports_any_angle(*view, query) {
        straightened = Query { form: PathForm::Straightened, ..*query };
        &straightened
    } else {
        query
    };
    let progress = &mut Progress::default();
    let answer = answer(view, query, (progress, None), u32::MAX, scratch, expanded)?;
    // Without a limit of its own, a search does not pause.
    Ok(answer.unwrap_or(Answer { outcome: Outcome::LimitReached, expansions: u32::MAX, engine: Engine::Auto }))
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
    progress: Progress,
}

/// How far a query has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// What the query has begun, if it paused.
    stage: Option<Stage>,
    /// Number of cells expanded so far, by all searches that the query took.
    expansions: u64,
}

/// What a query that pauses has begun.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The search for its goal.
    Goal(UnderWay),
    /// The searches for the cells nearest to a goal that can't be reached.
    Partial(PartialUnderWay),
    /// The way out of an obstacle, and the path from there.
    Leaving(LeavingUnderWay),
}

impl PathSearch {
    /// A search that has not begun.
    pub fn new(query: Query) -> Self {
        Self { query, progress: Progress::default() }
    }

    /// Expands about `expansions` cells, or fewer if the search ends before; returns the answer then.
    ///
    /// All calls need the same view, and the same scratch without other searches in between. After an error the search
    /// begins anew.
    pub fn advance<'a, 'g>(
        &mut self,
        view: impl Into<AgentView<'g>>,
        expansions: u32,
        scratch: &'a mut Scratch,
    ) -> Result<Option<Answer<'a>>, OutOfMemory> {
        let (view, stage) = (view.into(), self.progress.stage.take());
        let query = &mut self.query;
        if stage.is_none() && query.form == PathForm::AnyAngle && !supports_any_angle(view, query) {
            query.form = PathForm::Straightened;
        }
        answer(&view, query, (&mut self.progress, stage), expansions, scratch, None)
    }

    /// Whether A* over cells searches for the goal, and has paused.
    pub fn runs_astar(&self) -> bool {
        matches!(&self.progress.stage, Some(Stage::Goal(under_way)) if under_way.runs_astar())
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub fn expansions(&self) -> u64 {
        self.progress.expansions
    }
}

impl Progress {
    /// Counts what a search has expanded since it had `before` expansions, and returns it. A search that began anew
    /// with another engine may have fewer.
    pub(super) fn count(&mut self, expansions: u32, before: u32) -> u32 {
        let more = expansions.saturating_sub(before);
        self.expansions += u64::from(more);
        more
    }

    pub(super) fn pause_partial(&mut self, under_way: PartialUnderWay) {
        self.stage = Some(Stage::Partial(under_way));
    }

    /// Takes back what [`pause_partial`](Self::pause_partial) has noted.
    pub(super) fn take_partial(&mut self) -> Option<PartialUnderWay> {
        match self.stage.take() {
            Some(Stage::Partial(under_way)) => Some(under_way),
            _ => None,
        }
    }

    pub(super) fn pause_leaving(&mut self, under_way: LeavingUnderWay) {
        self.stage = Some(Stage::Leaving(under_way));
    }
}

fn answer<'a>(
    view: &AgentView,
    query: &Query,
    (progress, stage): (&mut Progress, Option<Stage>),
    slice: u32,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Answer<'a>>, OutOfMemory> {
    let under_way = match stage {
        Some(Stage::Goal(under_way)) => Some(under_way),
        Some(Stage::Partial(under_way)) => {
            return answer_partially(view, query, (progress, Some(under_way)), slice, scratch, expanded);
        }
        Some(Stage::Leaving(under_way)) => {
            return answer_leaving(view, query, (progress, Some(under_way)), slice, scratch, expanded);
        }
        None => None,
    };
    if under_way.is_none() {
        let refused = refuse(view.layer(), query);
        let may_come_near = query.partial && matches!(refused, Some(Outcome::GoalOutside | Outcome::GoalBlocked));
        if (refused.is_none() || may_come_near) && must_leave(view.layer(), query) {
            return answer_leaving(view, query, (progress, None), slice, scratch, expanded);
        }
        if let Some(outcome) = refused {
            if may_come_near {
                return answer_partially(view, query, (progress, None), slice, scratch, expanded);
            }
            return Ok(Some(Answer { outcome, expansions: 0, engine: Engine::Auto }));
        }
        if query.start == query.goal {
            let corners = &mut scratch.corners;
            corners.clear();
            corners.try_reserve(1)?;
            corners.push(query.start);
            let outcome = Outcome::Found(Path::new(corners, 0));
            return Ok(Some(Answer { outcome, expansions: 0, engine: Engine::Auto }));
        }
    }
    let before = progress.expansions;
    let searched = search_if_connected(view, query, (progress, under_way), slice, scratch, expanded.as_deref_mut())?;
    // What the search for the goal has left of the slice.
    let left = u64::from(slice).saturating_sub(progress.expansions - before) as u32;
    let Searched { end, expansions, engine } = match searched {
        Advanced::Ended(searched) => searched,
        Advanced::Paused => return Ok(None),
        Advanced::NoPath if query.partial => {
            return answer_partially(view, query, (progress, None), left, scratch, expanded);
        }
        Advanced::NoPath => {
            if let Some(expanded) = expanded {
                expanded.clear();
            }
            // With a limit of cost, the answer does not depend on whether components were known.
            let outcome = if query.max_cost.is_some() { Outcome::CostLimitReached } else { Outcome::NoPath };
            return Ok(Some(Answer { outcome, expansions: 0, engine: Engine::Auto }));
        }
    };
    Ok(Some(match end {
        End::Found(cost) => {
            Answer { outcome: Outcome::Found(in_form(view, query, cost, scratch)?), expansions, engine }
        }
        End::LimitReached => Answer { outcome: Outcome::LimitReached, expansions, engine },
        End::NoPath | End::TooDear => {
            let may_derive = MayDerive::within(view.layer(), query.max_expansions);
            if query.partial && may_derive.components && !is_connected(view.layer(), query)? {
                return answer_partially(view, query, (progress, None), left, scratch, expanded);
            }
            if let Some(expanded) = expanded {
                expanded.clear();
            }
            Answer { outcome: Outcome::CostLimitReached, expansions: 0, engine: Engine::Auto }
        }
    }))
}

/// The path whose corners are in the scratch, in the query's form.
#[inline(always)]
pub(super) fn in_form<'a>(
    view: &AgentView,
    query: &Query,
    cost: u64,
    scratch: &'a mut Scratch,
) -> Result<Path<'a>, OutOfMemory> {
    match query.form {
        PathForm::Cells => Ok(Path::new(&scratch.corners, cost)),
        _ => in_form_of_points(view, query, cost, scratch),
    }
}

/// [`in_form`] for all forms but [`PathForm::Cells`]. Not inlined, as most queries ask for cells.
#[inline(never)]
fn in_form_of_points<'a>(
    view: &AgentView,
    query: &Query,
    cost: u64,
    Scratch { corners, points, .. }: &'a mut Scratch,
) -> Result<Path<'a>, OutOfMemory> {
    match query.form {
        PathForm::Cells => Ok(Path::new(corners, cost)),
        PathForm::WayPoints => {
            straighten::keep_turns(corners);
            Ok(Path::of_way_points(corners, cost))
        }
        PathForm::Straightened => {
            let path = Path::new(corners, cost);
            let length = path.length() as usize;
            points.clear();
            points.try_reserve(length)?;
            points.resize(length, Cell::default());
            path.copy_to(points);
            let straight_steps = straighten::straighten(view, query.diagonal_rule, points);
            Ok(Path::of_straightened(points, cost, straight_steps))
        }
        PathForm::AnyAngle => {
            let multiplier = view.parts_per_unit() as f64 / PARTS_PER_UNIT as f64;
            let parts = u128::from(cost) * u128::from(query.costs.straight_units()) * u128::from(view.parts_per_unit());
            let parts = (parts >> any_angle::FRACTION_BITS) as u64;
            Ok(Path::of_any_angle(corners, parts, any_angle::cells_of(cost) * multiplier))
        }
    }
}

/// What a slice of a search came to.
enum Advanced {
    Ended(Searched),
    /// No path, whether components or the search found that out.
    NoPath,
    Paused,
}

/// Searches until the end, or until the slice of expansions is used up.
///
/// While components are unknown or coarse, a search without success could take longer than labelling them. So the
/// search first gets a limit of about that time. If the limit ends it, components are labelled, and a search for a goal
/// in reach begins anew: at the worst this takes twice the shorter time. The result does not depend on what was known.
fn search_if_connected(
    view: &AgentView,
    query: &Query,
    (progress, mut under_way): (&mut Progress, Option<UnderWay>),
    slice: u32,
    scratch: &mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Advanced, OutOfMemory> {
    let layer = view.layer();
    let (walkable, rule) = (layer.walkable(), query.diagonal_rule);
    let may_derive = MayDerive::within(layer, query.max_expansions);
    let known = if may_derive.components { layer.known_components(rule) } else { None };
    let mut is_patient = may_derive.components && !known.is_some_and(Components::are_exact);
    match under_way {
        Some(under_way) => is_patient = under_way.is_patient,
        None if known.is_some_and(|components| !may_connect(components, walkable, query)) => {
            return Ok(Advanced::NoPath);
        }
        None => {}
    }
    let limit = query.max_expansions.unwrap_or(u32::MAX);
    loop {
        let patience = if is_patient { limit.min(Components::expansions_to_label(walkable)) } else { limit };
        let before = under_way.map_or(0, |under_way| under_way.expansions);
        let until = patience.min(before.saturating_add(slice));
        let (searched, phase) = search(view, query, (under_way, until), may_derive, scratch, expanded.as_deref_mut())?;
        progress.count(searched.expansions, before);
        match searched.end {
            // A search that a limit of cost cut short does not tell what is connected.
            End::Found(_) | End::TooDear => return Ok(Advanced::Ended(searched)),
            End::NoPath if is_patient => {
                match layer.known_components(rule) {
                    Some(components) => components.note_failed_search(walkable, searched.expansions),
                    None => drop(layer.components(rule)),
                }
                return Ok(Advanced::NoPath);
            }
            End::NoPath => return Ok(Advanced::NoPath),
            End::LimitReached if searched.expansions < patience => {
                let under_way = UnderWay { is_patient, phase, expansions: searched.expansions };
                progress.stage = Some(Stage::Goal(under_way));
                return Ok(Advanced::Paused);
            }
            End::LimitReached if !is_patient => return Ok(Advanced::Ended(searched)),
            End::LimitReached => {}
        }
        if !is_connected(layer, query)? {
            return Ok(Advanced::NoPath);
        }
        if patience == limit {
            return Ok(Advanced::Ended(searched));
        }
        if let Some(expanded) = &mut expanded {
            expanded.clear();
        }
        (is_patient, under_way) = (false, None);
    }
}

/// The answers that need no search, in the order of the checks.
pub(super) fn refuse<'a>(layer: &Layer, query: &Query) -> Option<Outcome<'a>> {
    let size = layer.size();
    if !size.contains(query.start) {
        Some(Outcome::StartOutside)
    } else if !size.contains(query.goal) {
        Some(Outcome::GoalOutside)
    } else if query.goal != query.start && !layer.is_walkable(query.goal) {
        Some(Outcome::GoalBlocked)
    } else {
        None
    }
}
