//! The choice that a query makes once, before its first search: which engine answers, and what may be derived from the
//! map. Neither start nor goal decides anything, so that all searches of a query share the choice. A [`Search`] runs
//! the chosen engine.

use super::any_angle::{AnyAngleMemory, AnyAngleSearch};
use super::cells::legal::AStar;
use super::cells::order::Order;
use super::cells::{find_over_cells, find_over_hexagons};
use super::engine::{Progress, Record, Slice};
use super::jump;
use super::query::{PathForm, Query};
use super::scratch::Scratch;
use super::terrain::{self, TerrainContext};
use super::within::Within;
use crate::OutOfMemory;
use crate::grid::MapError;
use crate::index::{AgentLayers, AgentView, Components, Engine, IndexedGrid, Layer, Terrain};
use crate::movement::{Agent, Charge, DiagonalRule, Heuristic, HeuristicWeight};

/// The answers to all questions about engines and derived data, which all stages of a query read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) engine: Chosen,
    /// Whether the query's limit of expansions allows to derive data: to label components.
    pub(super) may_label: bool,
}

/// Which engine searches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chosen {
    /// A* over cells, which answers every query but those at any angle.
    AStar,
    /// A* over hexagons that all cost the same.
    Hexagons,
    AnyAngle,
    JumpPoints {
        /// The rule of the jump points.
        rule: DiagonalRule,
    },
    /// Jumps of weighted terrain.
    Terrain {
        with_landmarks: bool,
    },
    /// A* over the cells of weighted terrain, with or without penalties.
    TerrainCells {
        with_landmarks: bool,
    },
}

impl Choice {
    #[inline(always)]
    pub(super) fn of(view: &AgentView, query: &Query) -> Self {
        let may_derive = may_derive(view.layer(), query.max_expansions);
        Self { engine: choose(view, query, may_derive), may_label: may_derive }
    }
}

/// Inputs and outputs of a slice of a query: the grid as its agent sees it, and the memory and the limits of the slice.
pub(super) struct Call<'a, 'r> {
    pub(super) view: &'a AgentView<'a>,
    pub(super) query: &'a Query,
    pub(super) choice: Choice,
    pub(super) scratch: &'a mut Scratch,
    pub(super) record: &'a mut Record<'r>,
}

#[inline(always)]
fn choose(view: &AgentView, query: &Query, may_derive: bool) -> Chosen {
    if query.form == PathForm::AnyAngle {
        return Chosen::AnyAngle;
    }
    if view.is_apart() || !may_derive {
        return choose_over_cells(view, query);
    }
    if view.terrain().is_some() {
        return choose_in_terrain(view, query);
    }
    match rule_to_jump_by(query) {
        Some(rule) => Chosen::JumpPoints { rule },
        None => choose_over_cells(view, query),
    }
}

/// Chooses the search that expands cells.
#[inline(never)]
fn choose_over_cells(view: &AgentView, query: &Query) -> Chosen {
    let is_over_hexagons = view.layer().layout().is_hexagonal()
        && view.map_cells().is_none()
        && view.charges().is_none()
        && query.order == Order::AStar
        && query.heuristic == Heuristic::Octile
        && query.weight == HeuristicWeight::default();
    if is_over_hexagons { Chosen::Hexagons } else { Chosen::AStar }
}

/// Jumps answer where the engine asks for them or the game has prepared them. What the grid has derived already decides
/// nothing.
#[inline(never)]
fn choose_in_terrain(view: &AgentView, query: &Query) -> Chosen {
    if terrain_of(view, query).is_none() {
        return Chosen::AStar;
    }
    let with_landmarks = query.engine == Engine::Landmarks;
    let asks_for_jumps = query.engine != Engine::Auto || view.has_prepared_jumps(query.diagonal_rule);
    if asks_for_jumps && has_jumps_in_terrain(view) {
        return Chosen::Terrain { with_landmarks };
    }
    // The search over the cells of terrain knows no weight.
    if Within::new(query.weight).is_none() { Chosen::TerrainCells { with_landmarks } } else { Chosen::AStar }
}

/// Whether a limit of expansions allows to derive data from the map. A larger limit allows everything, and with a
/// smaller one the search reads the map itself, whatever has been derived: what others have asked for decides nothing.
#[inline(always)]
fn may_derive(layer: &Layer, max_expansions: Option<u32>) -> bool {
    max_expansions.is_none_or(|limit| limit >= Components::expansions_to_label(layer.walkable()))
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
        && query.weight >= HeuristicWeight::default()
        && is_exact
        && view.charges().is_some_and(|charges| charges.charge() == Charge::Mean);
    view.terrain().filter(|terrain| is_served && terrain.weights().has_costs(&query.costs))
}

/// The rule whose jump points answer a query; none if the query needs A*.
fn rule_to_jump_by(query: &Query) -> Option<DiagonalRule> {
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

/// The parts of a grid that searches for a query by an agent read. Nothing is derived for a query whose limit of
/// expansions does not allow it, but for paths at any angle.
#[inline]
pub fn layers_for(grid: &IndexedGrid, agent: &Agent, query: &Query) -> Result<AgentLayers, MapError> {
    if reads_map(grid, query) { AgentLayers::underived(grid, agent) } else { AgentLayers::of(grid, agent) }
}

/// Whether searches for a query read the map itself, and nothing that is derived for their agent.
#[inline]
pub(crate) fn reads_map(grid: &IndexedGrid, query: &Query) -> bool {
    query.max_expansions.is_some()
        && query.form != PathForm::AnyAngle
        && !may_derive(grid.layer(), query.max_expansions)
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

/// Whether jumps of terrain can answer queries like this one, where their limit of expansions allows it.
pub fn jumps_in_terrain<'g>(view: impl Into<AgentView<'g>>, query: &Query) -> bool {
    let view = view.into();
    has_jumps_in_terrain(&view) && terrain_of(&view, query).is_some()
}

/// Whether jumps of terrain hold. They know neither penalties nor walls between cells.
fn has_jumps_in_terrain(view: &AgentView) -> bool {
    let has_penalties = view.charges().is_some_and(|charges| charges.has_penalties());
    !has_penalties && view.layer().walkable().walls().is_none()
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

/// A search for one path, and how far it has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    chosen: Chosen,
    /// Whether the search is for an optimal path, whatever the query gives up.
    is_optimal: bool,
    has_begun: bool,
    expansions: u32,
}

impl Search {
    /// A search that has not begun, by the engine that answers the query.
    #[inline(always)]
    pub(super) fn new(choice: Choice) -> Self {
        Self { chosen: choice.engine, is_optimal: false, has_begun: false, expansions: 0 }
    }

    /// Writes the turns of the way to the reached cell nearest to the goal into the scratch, from the start on. Writes
    /// nothing before the search has begun, and for engines that keep no ways of cells.
    pub(super) fn write_way_so_far(
        &self,
        view: &AgentView,
        query: &Query,
        scratch: &mut Scratch,
    ) -> Result<(), OutOfMemory> {
        let Scratch { astar, jumps, terrain, corners, .. } = scratch;
        match self.chosen {
            _ if !self.has_begun => {}
            Chosen::JumpPoints { rule, .. } => {
                jumps.write_way_so_far(view.layer().walkable(), rule, query.goal, corners)?;
            }
            Chosen::Terrain { .. } | Chosen::TerrainCells { .. } => {
                terrain.write_way_so_far(query.diagonal_rule, query.goal, corners)?
            }
            Chosen::AStar => astar.write_way_so_far(query.goal, corners)?,
            Chosen::Hexagons | Chosen::AnyAngle => {}
        }
        corners.reverse();
        Ok(())
    }

    /// Number of cells that the search has expanded.
    pub(super) fn expansions(&self) -> u32 {
        self.expansions
    }

    /// The search that begins anew instead of one that ended so.
    ///
    /// A search within a bound may give up. And a search that gives up optimality may miss a path within a limit of
    /// cost, because it takes a dearer way to some cell: a search for an optimal path tells. Where costs come near
    /// 2^32, A* over cells searches.
    #[inline(always)]
    fn instead(&self, query: &Query, progress: Progress) -> Option<Self> {
        let (chosen, is_optimal) = match (progress, self.chosen) {
            (Progress::TooFar, chosen) if !query.is_optimal() => (chosen, true),
            (Progress::TooFar, _) => (Chosen::AStar, self.is_optimal && query.max_cost.is_some()),
            (Progress::NoPath, Chosen::AStar) if query.max_cost.is_some() && !query.is_optimal() => {
                (Chosen::AStar, true)
            }
            _ => return None,
        };
        Some(Self { chosen, is_optimal, has_begun: false, expansions: 0 })
    }

    /// Goes on until the search ends, has expanded `limit` cells, or has used up the record's slice. Also returns the
    /// engine.
    ///
    /// The corners of a path are in the scratch, from the start to the goal.
    #[inline(always)]
    pub(super) fn advance(&mut self, limit: u32, call: &mut Call) -> Result<(Progress, Engine), OutOfMemory> {
        let (view, query, record) = (call.view, call.query, &mut *call.record);
        loop {
            let before = self.expansions;
            record.go_on(before, limit);
            let Scratch { astar, hexagons, jumps, openings, terrain, any_angle, corners, .. } = &mut *call.scratch;
            let slice = Slice { begins: !self.has_begun, record: &mut *record, corners };
            let optimal;
            let query = match self.is_optimal {
                true => {
                    optimal = query.for_an_optimal_path();
                    &optimal
                }
                false => query,
            };
            let advanced = match self.chosen {
                Chosen::JumpPoints { rule } => jump::find(view, query, rule, (jumps, openings), slice)?,
                Chosen::Terrain { with_landmarks } => terrain::find(view, query, with_landmarks, terrain, slice)?,
                Chosen::TerrainCells { with_landmarks } => {
                    find_over_cells(view, query, with_landmarks, terrain, slice)?
                }
                Chosen::AnyAngle => (search_at_any_angle(view, query, any_angle, slice)?, Engine::AnyAngle),
                Chosen::AStar => (search_by_cells(AStar { view, query, memory: astar }, slice)?, Engine::AStar),
                Chosen::Hexagons => (find_over_hexagons(view, query, hexagons, slice)?, Engine::AStar),
            };
            record.end(before);
            (self.has_begun, self.expansions) = (true, record.expansions);
            match self.instead(query, advanced.0) {
                Some(search) => *self = search,
                None => return Ok(advanced),
            }
            record.forget_last();
        }
    }
}

/// Not inlined, like the other engines but jump points: code between that of a jump-point search takes cache lines and
/// time.
#[inline(never)]
fn search_by_cells(engine: AStar, slice: Slice) -> Result<Progress, OutOfMemory> {
    slice.run(engine)
}

#[inline(never)]
fn search_at_any_angle(
    view: &AgentView,
    query: &Query,
    memory: &mut AnyAngleMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    let walkable = view.layer().walkable();
    match walkable.walls() {
        None => slice.run(AnyAngleSearch::<false>::new(walkable, query, memory)),
        Some(_) => slice.run(AnyAngleSearch::<true>::new(walkable, query, memory)),
    }
}
