//! Runs a search with the engine that answers a query, and derives what the engine needs.

use super::any_angle::{self, AnyAngleMemory, AnyAngleOutcome};
use super::astar::{self, AStarOutcome};
use super::astar_memory::AStarMemory;
use super::jump::{self, JumpMemory, JumpOutcome, SearchContext};
use super::order::Order;
use super::query::{PathForm, Query};
use super::record::Record;
use super::scratch::Scratch;
use super::terrain::{self, TerrainContext, TerrainMemory, TerrainOutcome};
use crate::OutOfMemory;
use crate::grid::{Cell, MapError};
use crate::index::{
    AgentView, CellCharges, Components, Engine, Landmarks, Layer, OpeningMemory, Terrain, WalkableCells, price,
};
use crate::movement::{Charge, DiagonalRule, Heuristic, HeuristicWeight};

/// How far a query has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    /// Whether the search has a limit after which components are labelled.
    pub(super) is_patient: bool,
    pub(super) phase: Phase,
    /// Expansions of the search.
    pub(super) expansions: u32,
}

impl UnderWay {
    pub(super) fn runs_astar(&self) -> bool {
        matches!(self.phase, Phase::AStar)
    }
}

/// Which search goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// The search by jump points, or the one over weighted terrain.
    Indexed,
    AStar,
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

/// Derives what queries like this one need, whatever their start and goal. Their limit of expansions does not count.
pub fn prepare<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> Result<(), OutOfMemory> {
    let view = view.into();
    let derive = || -> Result<(), MapError> {
        if view.is_apart() {
            return Ok(());
        }
        if let Some(terrain) = terrain_of(&view, query) {
            if query.engine == Engine::Landmarks {
                terrain.landmarks(view.layer().defaults().0)?;
            }
            if !view.charges().is_some_and(|charges| charges.has_penalties()) {
                TerrainContext::new(terrain, query.diagonal_rule, None)?;
                terrain.payment().complete(query.diagonal_rule);
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

/// What the query's limit of expansions allows to derive from the map.
#[derive(Clone, Copy)]
pub(super) struct MayDerive {
    pub(super) components: bool,
    points: bool,
    landmarks: bool,
    /// Jumps of a terrain.
    terrain: bool,
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
            terrain: allows(price(cells)),
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

pub(super) fn may_connect(components: &Components, walkable: &WalkableCells, query: &Query) -> bool {
    let (start, goal) = (walkable.index_cell(query.start), walkable.index_cell(query.goal));
    components.may_connect(query.diagonal_rule, walkable, start, goal)
}

/// Searches up to a limit of expansions. Also returns the phase in which the search ended.
pub(super) fn search(
    view: &AgentView,
    query: &Query,
    (under_way, limit): (Option<UnderWay>, u32),
    may_derive: MayDerive,
    scratch: &mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<(Searched, Phase), OutOfMemory> {
    let phase = under_way.map(|under_way| under_way.phase);
    let expansions = under_way.map_or(0, |under_way| under_way.expansions);
    let Scratch { astar, jumps, openings, terrain, any_angle, corners, .. } = scratch;
    let mut record = Record { corners, expansions, limit, expanded };
    if query.form == PathForm::AnyAngle {
        let end = search_at_any_angle(view, query, phase.is_some(), any_angle, &mut record)?;
        return Ok((Searched { end, expansions: record.expansions, engine: Engine::AnyAngle }, Phase::Indexed));
    }
    let runs_astar = matches!(phase, Some(Phase::AStar));
    let indexed = match view.terrain() {
        _ if runs_astar || view.is_apart() => None,
        None => search_by_jump_points(view, query, phase.is_some(), may_derive, (jumps, openings), &mut record)?,
        Some(_) => search_terrain(view, query, phase.is_some(), may_derive, terrain, &mut record)?,
    };
    let (end, engine, phase) = match indexed {
        Some((end, engine)) => (end, engine, Phase::Indexed),
        None => {
            if !runs_astar {
                record.begin_anew();
            }
            (search_by_cells(view, query, runs_astar, astar, &mut record)?, Engine::AStar, Phase::AStar)
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
    Ok((Searched { end, expansions: record.expansions, engine }, phase))
}

/// Searches for a path at any angle. Neither this function nor the next one is inlined, nor [`search_terrain`]: code of
/// other searches between the code of a jump-point search takes cache lines and time.
#[inline(never)]
fn search_at_any_angle(
    view: &AgentView,
    query: &Query,
    resumes: bool,
    memory: &mut AnyAngleMemory,
    record: &mut Record,
) -> Result<End, OutOfMemory> {
    Ok(match any_angle::find(view.layer().walkable(), query, resumes, memory, record)? {
        AnyAngleOutcome::Found(length) => {
            record.corners.reverse();
            End::Found(length)
        }
        AnyAngleOutcome::NoPath => End::NoPath,
        AnyAngleOutcome::LimitReached => End::LimitReached,
    })
}

/// Searches by A*.
#[inline(never)]
pub(super) fn search_by_cells(
    view: &AgentView,
    query: &Query,
    resumes: bool,
    memory: &mut AStarMemory,
    record: &mut Record,
) -> Result<End, OutOfMemory> {
    Ok(match astar::find(view, query, resumes, memory, record)? {
        AStarOutcome::Found(cost) => End::Found(cost),
        AStarOutcome::NoPath => End::NoPath,
        AStarOutcome::LimitReached => End::LimitReached,
    })
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
#[inline(never)]
fn search_terrain(
    view: &AgentView,
    query: &Query,
    resumes: bool,
    may_derive: MayDerive,
    memory: &mut TerrainMemory,
    record: &mut Record,
) -> Result<Option<(End, Engine)>, OutOfMemory> {
    let Some(terrain) = terrain_of(view, query) else { return Ok(None) };
    let landmarks = match query.engine == Engine::Landmarks && may_derive.terrain {
        true => Some(terrain.landmarks(view.layer().defaults().0).map_err(|_| OutOfMemory)?),
        false => None,
    };
    let landmarks = landmarks.filter(|landmarks| landmarks.apply_to(query.diagonal_rule));
    let (outcome, engine) = match view.charges().filter(CellCharges::has_penalties) {
        Some(charges) => (terrain::find_by_cells(charges, landmarks, query, resumes, memory, record)?, Engine::AStar),
        None if !may_jump(view, query, may_derive) => return Ok(None),
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

/// Whether jumps answer a query in weighted terrain: once they have paid. A grid that asks for jumps by its engine
/// derives them at the first search whose limit allows it.
fn may_jump(view: &AgentView, query: &Query, may_derive: MayDerive) -> bool {
    view.has_paid_jumps(query.diagonal_rule) || query.engine != Engine::Auto && may_derive.terrain
}

/// Counts an answer that its caller uses: landmarks are measured anew, and jumps of terrain derived, after enough
/// searches. `engine` answered the query. Don't count a search whose answer did not fit the caller's buffer: the caller
/// will repeat this search.
pub fn count_search<'g>(view: impl Into<AgentView<'g>>, query: &Query, engine: Engine, expansions: u64) {
    let view = view.into();
    match engine {
        Engine::AnyAngle => {}
        Engine::AStar => {
            if let Some(terrain) = paid_terrain(&view, query) {
                terrain.payment().count(query.diagonal_rule, expansions);
            }
        }
        _ => {
            view.count_search(expansions);
            if let Some(terrain) = paid_terrain(&view, query).filter(|_| expansions > 0) {
                terrain.payment().complete(query.diagonal_rule);
            }
        }
    }
}

/// Derives the share of the jumps of a terrain that falls to a search by A*: see `Terrain::derive_share`. Returns the
/// number of expansions that take as long.
pub fn derive_share<'g>(view: impl Into<AgentView<'g>>, query: &Query, engine: Engine, expansions: u64) -> u64 {
    match paid_terrain(&view.into(), query) {
        Some(terrain) if engine == Engine::AStar => terrain.derive_share(query.diagonal_rule, expansions),
        _ => 0,
    }
}

/// The terrain for whose jumps searches by A* pay.
pub(crate) fn paid_terrain<'a>(view: &AgentView<'a>, query: &Query) -> Option<&'a Terrain> {
    let has_penalties = view.charges().is_some_and(|charges| charges.has_penalties());
    terrain_of(view, query).filter(|_| !has_penalties && query.form != PathForm::AnyAngle)
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
