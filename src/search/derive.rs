//! Data that queries may derive from a map.

use super::order::Order;
use super::query::{PathForm, Query};
use super::terrain::TerrainContext;
use crate::OutOfMemory;
use crate::grid::MapError;
use crate::index::{AgentLayers, AgentView, Components, Engine, IndexedGrid, Landmarks, Layer, Terrain};
use crate::movement::{Agent, Charge, DiagonalRule, Heuristic, HeuristicWeight};

/// Data that the query's limit of expansions allows to derive from the map.
#[derive(Clone, Copy)]
pub(super) struct MayDerive {
    pub(super) components: bool,
    pub(super) points: bool,
    pub(super) landmarks: bool,
    /// Jumps and landmarks of a terrain: deriving them takes longer than a search of all cells.
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
            terrain: max_expansions.is_none(),
        }
    }
}

/// The parts of a grid that searches for a query by an agent read. Nothing is derived for a query whose limit of
/// expansions allows no components, on a large map: its search reads the map itself, whatever has been derived. Paths
/// at any angle are an exception.
#[inline]
pub fn layers_for(grid: &IndexedGrid, agent: &Agent, query: &Query) -> Result<AgentLayers, MapError> {
    if reads_map(grid, query) { AgentLayers::underived(grid, agent) } else { AgentLayers::of(grid, agent) }
}

/// Whether searches for a query read the map itself, and nothing that is derived for their agent.
#[inline]
pub(crate) fn reads_map(grid: &IndexedGrid, query: &Query) -> bool {
    query.max_expansions.is_some()
        && query.form != PathForm::AnyAngle
        && !MayDerive::within(grid.layer(), query.max_expansions).points
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
            if jumps_in_terrain(view, query) {
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

/// Whether jumps of terrain can answer queries like this one, where they have no limit of expansions.
pub fn jumps_in_terrain<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> bool {
    let view = view.into();
    let has_penalties = view.charges().is_some_and(|charges| charges.has_penalties());
    !has_penalties && terrain_of(&view, query).is_some()
}

/// Counts an answer that its caller uses: landmarks are measured anew after enough searches. `engine` answered the
/// query. Don't count a search whose answer did not fit the caller's buffer: the caller will repeat this search.
pub fn count_search<'g>(view: impl Into<AgentView<'g>>, engine: Engine, expansions: u64) {
    let view = view.into();
    // Landmarks that are not usable leave weighted cells to A*.
    if !matches!(engine, Engine::AStar | Engine::AnyAngle) || view.terrain().is_some() {
        view.count_search(expansions);
    }
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
