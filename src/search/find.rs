//! Answering a query: the answers that need no search, the choice of a search, and what the search needs derived.

use super::any_angle::{self, AnyAngleOutcome};
use super::astar::{self, AStarOutcome};
use super::jump::{self, JumpMemory, JumpOutcome, SearchContext};
use super::order::Order;
use super::partial::{PartialUnderWay, answer_partially};
use super::query::{Answer, Outcome, Path, PathForm, Query};
use super::record::Record;
use super::scratch::Scratch;
use super::straighten;
use super::terrain::{self, TerrainContext, TerrainMemory, TerrainOutcome};
use crate::OutOfMemory;
use crate::grid::{Cell, MapError};
use crate::index::{
    AgentView, CellCharges, Components, Engine, Landmarks, Layer, OpeningMemory, Terrain, WalkableCells,
};
use crate::movement::{Charge, DiagonalRule, Heuristic, HeuristicWeight, PARTS_PER_UNIT};

/// Finds a path with the query's [`Engine`].
///
/// Jump points are derived from the map at the first search under a rule. A* over cells answers the queries for which
/// jump points are not right: an [`Order`] other than A*, a [`Heuristic`] other than the exact one, a weight other than
/// 1, a diagonal step that costs two straight ones and may pass between two obstacles, and paths whose cost comes near
/// 2^32 units.
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
///
/// Landmarks are measured anew after enough searches. Callers report a used answer with [`Layer::count_search`].
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

fn answer_at_once<'a>(
    view: &AgentView,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    let progress = &mut PathSearch::new(*query);
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
        && query.max_cost.is_none()
}

/// Derives what queries like this one need, whatever their start and goal. Their limit of expansions does not count.
pub fn prepare<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> Result<(), OutOfMemory> {
    let view = view.into();
    let derive = || -> Result<(), MapError> {
        if let Some(terrain) = terrain_of(&view, query) {
            if query.engine == Engine::Landmarks {
                terrain.landmarks(view.layer().defaults().0)?;
            }
            if !view.charges().is_some_and(|charges| charges.has_penalties()) {
                TerrainContext::new(terrain, query.diagonal_rule, None)?;
            }
        } else if let Some(rule) = rule_to_jump_by(query).filter(|_| view.terrain().is_none()) {
            view.layer().jump_points(rule)?;
            if query.engine == Engine::Landmarks {
                view.layer().landmarks()?;
            }
        }
        Ok(())
    };
    derive().map_err(|_| OutOfMemory)
}

/// A query that is answered a few expansions at a time. The answer is that of [`find_path`].
#[derive(Clone, Copy, Debug)]
pub struct PathSearch {
    query: Query,
    stage: Option<Stage>,
    expansions: u64,
}

/// What a query that pauses has begun.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The search for its goal.
    Goal(UnderWay),
    /// The searches for the cells nearest to a goal that can't be reached.
    Partial(PartialUnderWay),
}

impl PathSearch {
    /// A search that has not begun.
    pub fn new(query: Query) -> Self {
        Self { query, stage: None, expansions: 0 }
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
        let (query, stage) = (self.query, self.stage.take());
        answer(&view.into(), &query, (self, stage), expansions, scratch, None)
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

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
}

/// How far a query has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    /// Whether the search has a limit after which components are labelled.
    pub(super) is_patient: bool,
    /// Whether jumps or cells of weighted terrain are searched, or else A* runs.
    pub(super) by_jumps: bool,
    /// Expansions of the search.
    pub(super) expansions: u32,
}

fn answer<'a>(
    view: &AgentView,
    query: &Query,
    (progress, stage): (&mut PathSearch, Option<Stage>),
    slice: u32,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Answer<'a>>, OutOfMemory> {
    let under_way = match stage {
        Some(Stage::Goal(under_way)) => Some(under_way),
        Some(Stage::Partial(under_way)) => {
            return answer_partially(view, query, (progress, Some(under_way)), slice, scratch, expanded);
        }
        None => None,
    };
    if under_way.is_none() {
        if query.form == PathForm::AnyAngle && !supports_any_angle(*view, query) {
            progress.query.form = PathForm::Straightened;
            let straightened = progress.query;
            return answer(view, &straightened, (progress, None), slice, scratch, expanded);
        }
        if let Some(outcome) = refuse(view.layer(), query) {
            if query.partial && matches!(outcome, Outcome::GoalOutside | Outcome::GoalBlocked) {
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
pub(super) fn in_form<'a>(
    view: &AgentView,
    query: &Query,
    cost: u64,
    Scratch { corners, points, .. }: &'a mut Scratch,
) -> Result<Path<'a>, OutOfMemory> {
    let path = Path::new(corners, cost);
    match query.form {
        PathForm::Cells => Ok(Path::new(corners, cost)),
        PathForm::WayPoints => {
            straighten::keep_turns(corners);
            Ok(Path::of_way_points(corners, cost))
        }
        PathForm::Straightened => {
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

/// The end of a search. The corners of a path are in the scratch.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// The cost of the path in parts; the length of a path at any angle.
    Found(u64),
    NoPath,
    LimitReached,
    /// No path costs at most the query's limit of cost.
    TooDear,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) end: End,
    pub(super) expansions: u32,
    pub(super) engine: Engine,
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
    (progress, mut under_way): (&mut PathSearch, Option<UnderWay>),
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
        let until = Query { max_expansions: Some(patience.min(before.saturating_add(slice))), ..*query };
        let (searched, by_jumps) = search(view, &until, under_way, may_derive, scratch, expanded.as_deref_mut())?;
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
                let under_way = UnderWay { is_patient, by_jumps, expansions: searched.expansions };
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

fn may_connect(components: &Components, walkable: &WalkableCells, query: &Query) -> bool {
    let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
    components.may_connect(query.diagonal_rule, walkable, start, goal)
}

/// What the query's limit of expansions allows to derive from the map.
#[derive(Clone, Copy)]
pub(super) struct MayDerive {
    pub(super) components: bool,
    points: bool,
    landmarks: bool,
}

/// Any query may derive the jump points of a map up to this number of cells: it takes about 50 microseconds.
const SMALL: usize = 1 << 16;

impl MayDerive {
    pub(super) fn within(layer: &Layer, max_expansions: Option<u32>) -> Self {
        let cells = layer.size().cells();
        let allows = |expansions: u64| max_expansions.is_none_or(|limit| u64::from(limit) >= expansions);
        let components = allows(Components::expansions_to_label(layer.walkable()).into());
        Self {
            components,
            // Deriving jump points takes about as long as labelling components.
            points: components || cells <= SMALL,
            landmarks: allows(Landmarks::expansions_to_measure(cells as u64)),
        }
    }
}

/// Whether there is a path, by exact components, which are labelled now if need be.
pub(crate) fn is_connected(layer: &Layer, query: &Query) -> Result<bool, OutOfMemory> {
    let (walkable, rule) = (layer.walkable(), query.diagonal_rule);
    let components = layer.components(rule).map_err(|_| OutOfMemory)?;
    components.renew(walkable).map_err(|_| OutOfMemory)?;
    Ok(may_connect(components, walkable, query))
}

/// Searches up to the query's limit. Also returns whether jumps, or cells of weighted terrain, were searched.
pub(super) fn search(
    view: &AgentView,
    query: &Query,
    under_way: Option<UnderWay>,
    may_derive: MayDerive,
    scratch: &mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<(Searched, bool), OutOfMemory> {
    let Scratch { astar, jumps, openings, terrain, any_angle, corners, .. } = scratch;
    let expansions = under_way.map_or(0, |under_way| under_way.expansions);
    let mut record = Record { corners, expansions, expanded };
    let runs_astar = under_way.is_some_and(|under_way| !under_way.by_jumps);
    let resumes = under_way.is_some();
    if query.form == PathForm::AnyAngle {
        let end = match any_angle::find(view.layer().walkable(), query, resumes, any_angle, &mut record)? {
            AnyAngleOutcome::Found(length) => {
                record.corners.reverse();
                End::Found(length)
            }
            AnyAngleOutcome::NoPath => End::NoPath,
            AnyAngleOutcome::LimitReached => End::LimitReached,
        };
        return Ok((Searched { end, expansions: record.expansions, engine: Engine::AnyAngle }, false));
    }
    let by_jumps = match view.terrain() {
        _ if runs_astar => None,
        None => search_by_jump_points(view, query, resumes, may_derive, (jumps, openings), &mut record)?,
        Some(_) => search_terrain(view, query, resumes, may_derive, terrain, &mut record)?,
    };
    let is_by_jumps = by_jumps.is_some();
    let (end, engine) = match by_jumps {
        Some(searched) => searched,
        None => {
            if !runs_astar {
                record.begin_anew();
            }
            let end = match astar::find(view, query, runs_astar, astar, &mut record)? {
                AStarOutcome::Found(cost) => End::Found(cost),
                AStarOutcome::NoPath => End::NoPath,
                AStarOutcome::LimitReached => End::LimitReached,
            };
            (end, Engine::AStar)
        }
    };
    let end = match end {
        End::Found(_) => {
            record.corners.reverse();
            end
        }
        End::NoPath if query.max_cost.is_some() => End::TooDear,
        _ => end,
    };
    Ok((Searched { end, expansions: record.expansions, engine }, is_by_jumps))
}

/// Searches by jump points; nothing if jump points don't answer the query.
fn search_by_jump_points(
    view: &AgentView,
    query: &Query,
    resumes: bool,
    may_derive: MayDerive,
    (jumps, openings): (&mut JumpMemory, &mut OpeningMemory),
    record: &mut Record,
) -> Result<Option<(End, Engine)>, OutOfMemory> {
    let Some(rule) = rule_to_jump_by(query) else { return Ok(None) };
    let layer = view.layer();
    if !may_derive.points && !layer.has_settled_points(rule) {
        return Ok(None);
    }
    let mut context = context(layer, rule, query, may_derive.landmarks, openings).map_err(|_| OutOfMemory)?;
    context.most_units = query.max_cost.map(|most| most / view.parts_per_unit());
    let engine = if context.landmarks.is_some() { Engine::Landmarks } else { Engine::JumpPoints };
    let end = match jump::find(context, query, resumes, jumps, record)? {
        JumpOutcome::Found(cost) => End::Found(u64::from(cost) * view.parts_per_unit()),
        JumpOutcome::NoPath => End::NoPath,
        JumpOutcome::LimitReached => End::LimitReached,
        JumpOutcome::TooFar => return Ok(None),
    };
    Ok(Some((end, engine)))
}

/// Searches weighted terrain by jumps, or over cells if there are penalties; nothing if neither answers the query.
fn search_terrain(
    view: &AgentView,
    query: &Query,
    resumes: bool,
    may_derive: MayDerive,
    memory: &mut TerrainMemory,
    record: &mut Record,
) -> Result<Option<(End, Engine)>, OutOfMemory> {
    let Some(terrain) = terrain_of(view, query) else { return Ok(None) };
    let landmarks = match query.engine == Engine::Landmarks && may_derive.landmarks {
        true => Some(terrain.landmarks(view.layer().defaults().0).map_err(|_| OutOfMemory)?),
        false => None,
    };
    let landmarks = landmarks.filter(|landmarks| landmarks.apply_to(query.diagonal_rule));
    let (outcome, engine) = match view.charges().filter(CellCharges::has_penalties) {
        Some(charges) => (terrain::find_by_cells(charges, landmarks, query, resumes, memory, record)?, Engine::AStar),
        None if !may_derive.points => return Ok(None),
        None => {
            let context = TerrainContext::new(terrain, query.diagonal_rule, landmarks).map_err(|_| OutOfMemory)?;
            (terrain::find(context, query, resumes, memory, record)?, Engine::JumpPoints)
        }
    };
    let end = match outcome {
        TerrainOutcome::Found(cost) => End::Found(cost),
        TerrainOutcome::NoPath => End::NoPath,
        TerrainOutcome::LimitReached => End::LimitReached,
        TerrainOutcome::TooFar => return Ok(None),
    };
    Ok(Some((end, if landmarks.is_some() { Engine::Landmarks } else { engine })))
}

/// The terrain of an agent, if what it derives serves the query.
fn terrain_of<'a>(view: &AgentView<'a>, query: &Query) -> Option<&'a Terrain> {
    let is_exact = match query.heuristic {
        Heuristic::Octile => true,
        Heuristic::Manhattan => query.diagonal_rule == DiagonalRule::Never,
        _ => false,
    };
    let is_served = query.engine != Engine::AStar
        && query.order == Order::AStar
        && query.weight == HeuristicWeight::default()
        && is_exact
        && view.charges().is_some_and(|charges| charges.charge() == Charge::Mean);
    view.terrain().filter(|terrain| is_served && terrain.weights().has_costs(&query.costs))
}

/// The parts of the layer that a jump-point search by `rule` reads.
fn context<'a>(
    layer: &'a Layer,
    rule: DiagonalRule,
    query: &Query,
    may_measure: bool,
    openings: &'a mut OpeningMemory,
) -> Result<SearchContext<'a>, MapError> {
    let uses_landmarks = query.engine == Engine::Landmarks && layer.is_walkable(query.start);
    let landmarks = match (uses_landmarks, may_measure) {
        (false, _) => None,
        (true, false) => layer.settled_landmarks(),
        (true, true) => Some(layer.landmarks()?),
    };
    let goal = layer.walkable().index_cell(query.goal);
    let told = match landmarks {
        Some(landmarks) => landmarks.toward(goal, rule, &query.costs, layer.walkable(), openings)?,
        None => None,
    };
    Ok(SearchContext {
        walkable: layer.walkable(),
        points: layer.jump_points(rule)?,
        landmarks: told,
        most_units: None,
    })
}

/// The rule whose jump points answer a query; none if the query needs A*.
fn rule_to_jump_by(query: &Query) -> Option<DiagonalRule> {
    if query.engine == Engine::AStar || query.order != Order::AStar || query.weight != HeuristicWeight::default() {
        return None;
    }
    if query.diagonal_rule == DiagonalRule::Never {
        let is_exact = matches!(query.heuristic, Heuristic::Octile | Heuristic::Manhattan);
        return is_exact.then_some(DiagonalRule::Never);
    }
    if query.heuristic != Heuristic::Octile {
        return None;
    }
    if query.costs.diagonal_units() < 2 * query.costs.straight_units() {
        return Some(query.diagonal_rule);
    }
    // Where a diagonal step passes a walkable cell, two straight steps over this cell cost the same.
    (query.diagonal_rule != DiagonalRule::Always).then_some(DiagonalRule::Never)
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
