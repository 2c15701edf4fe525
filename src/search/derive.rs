//! What queries may derive from a map, and how searches pay for it.

use super::order::Order;
use super::query::{PathForm, Query};
use super::terrain::TerrainContext;
use crate::OutOfMemory;
use crate::grid::MapError;
use crate::index::{AgentView, Components, Engine, Landmarks, Layer, Terrain, price};
use crate::movement::{Charge, DiagonalRule, Heuristic, HeuristicWeight};

/// What the query's limit of expansions allows to derive from the map.
#[derive(Clone, Copy)]
pub(super) struct MayDerive {
    pub(super) components: bool,
    pub(super) points: bool,
    pub(super) landmarks: bool,
    /// Jumps of a terrain.
    pub(super) terrain: bool,
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
pub(super) fn terrain_of<'a>(view: &AgentView<'a>, query: &Query) -> Option<&'a Terrain> {
    let is_exact = match query.heuristic {
        Heuristic::Octile => true,
        Heuristic::Manhattan => query.diagonal_rule == DiagonalRule::Never,
        _ => false,
    };
    let is_served = query.engine != Engine::AStar
        && query.order == Order::AStar
        && query.weight >= HeuristicWeight::default()
        && is_exact
        && view.charges().is_some_and(|charges| charges.charge() == Charge::Mean);
    view.terrain().filter(|terrain| is_served && terrain.weights().has_costs(&query.costs))
}

/// The rule whose jump points answer a query; none if the query needs A*.
pub(super) fn rule_to_jump_by(query: &Query) -> Option<DiagonalRule> {
    if query.engine == Engine::AStar || query.order != Order::AStar || query.weight < HeuristicWeight::default() {
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
