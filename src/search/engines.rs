//! The search for one path by the chosen engine, and what the engine reads.

use super::any_angle::{AnyAngleMemory, AnyAngleSearch};
use super::astar::AStar;
use super::call::Call;
use super::choose::{Choice, Chosen};
use super::engine::{Progress, Slice};
use super::hexagons::{HexagonMemory, HexagonSearch};
use super::jump::{self, JumpMemory, SearchContext};
use super::query::Query;
use super::scratch::Scratch;
use super::terrain::{self, CellSearch, TerrainContext, TerrainMemory};
use super::within::Within;
use crate::OutOfMemory;
use crate::grid::MapError;
use crate::index::{AgentView, Engine, Layer, OpeningMemory, TerrainLandmarks};
use crate::movement::DiagonalRule;

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
                Chosen::JumpPoints { rule, may_measure } => {
                    search_by_jump_points(view, query, (rule, may_measure), (jumps, openings), slice)?
                }
                Chosen::Terrain { with_landmarks } => search_terrain(view, query, with_landmarks, terrain, slice)?,
                Chosen::TerrainCells { with_landmarks } => {
                    search_terrain_cells(view, query, with_landmarks, terrain, slice)?
                }
                Chosen::AnyAngle => (search_at_any_angle(view, query, any_angle, slice)?, Engine::AnyAngle),
                Chosen::AStar => (search_by_cells(AStar { view, query, memory: astar }, slice)?, Engine::AStar),
                Chosen::Hexagons => (search_over_hexagons(view, query, hexagons, slice)?, Engine::AStar),
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

/// Not inlined, and neither are [`search_terrain`], [`search_terrain_cells`] and [`search_at_any_angle`]: code of other
/// searches between the code of a jump-point search takes cache lines and time.
#[inline(never)]
fn search_by_cells(engine: AStar, slice: Slice) -> Result<Progress, OutOfMemory> {
    slice.run(engine)
}

#[inline(never)]
fn search_over_hexagons(
    view: &AgentView,
    query: &Query,
    memory: &mut HexagonMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    slice.run(HexagonSearch::new(view, query, memory))
}

#[inline(never)]
fn search_at_any_angle(
    view: &AgentView,
    query: &Query,
    memory: &mut AnyAngleMemory,
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    slice.run(AnyAngleSearch::new(view.layer().walkable(), query, memory))
}

#[inline(never)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
fn search_terrain(
    view: &AgentView,
    query: &Query,
    with_landmarks: bool,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let terrain = view.terrain().expect("`choose` sends only agents with a terrain here");
    // Estimates are inconsistent where landmarks are in debt.
    let is_within = Within::new(query.weight).is_some();
    let landmarks = terrain_landmarks(view, query, with_landmarks)?;
    let landmarks = landmarks.filter(|landmarks| !is_within || !landmarks.are_in_debt());
    let context = TerrainContext::new(terrain, query.diagonal_rule, landmarks).map_err(|_| OutOfMemory)?;
    let progress = terrain::find(context, query, memory, slice)?;
    Ok((progress, if landmarks.is_some() { Engine::Landmarks } else { Engine::JumpPoints }))
}

#[inline(never)]
#[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
fn search_terrain_cells(
    view: &AgentView,
    query: &Query,
    with_landmarks: bool,
    memory: &mut TerrainMemory,
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let charges = view.charges().expect("`choose` sends only agents with charges here");
    let landmarks = terrain_landmarks(view, query, with_landmarks)?;
    let progress = match CellSearch::new(charges, landmarks, query, memory) {
        Some(search) => slice.run(search)?,
        None => Progress::TooFar,
    };
    Ok((progress, if landmarks.is_some() { Engine::Landmarks } else { Engine::AStar }))
}

/// The landmarks of the terrain that apply to the query's rule, measured now if they are missing.
fn terrain_landmarks<'a>(
    view: &AgentView<'a>,
    query: &Query,
    with_landmarks: bool,
) -> Result<Option<&'a TerrainLandmarks>, OutOfMemory> {
    let Some(terrain) = view.terrain().filter(|_| with_landmarks) else { return Ok(None) };
    let landmarks = terrain.landmarks(view.layer().defaults().0).map_err(|_| OutOfMemory)?;
    Ok(Some(landmarks).filter(|landmarks| landmarks.apply_to(query.diagonal_rule)))
}

fn search_by_jump_points(
    view: &AgentView,
    query: &Query,
    (rule, may_measure): (DiagonalRule, bool),
    (memory, openings): (&mut JumpMemory, &mut OpeningMemory),
    slice: Slice,
) -> Result<(Progress, Engine), OutOfMemory> {
    let mut context = jump_context(view.layer(), rule, query, may_measure, openings).map_err(|_| OutOfMemory)?;
    context.most_units = query.max_cost.map(|most| most / view.parts_per_unit());
    let engine = if context.landmarks.is_some() { Engine::Landmarks } else { Engine::JumpPoints };
    let progress = match jump::find(context, query, memory, slice)? {
        Progress::Found { cost, least } => {
            Progress::Found { cost: cost * view.parts_per_unit(), least: least * view.parts_per_unit() }
        }
        progress => progress,
    };
    Ok((progress, engine))
}

/// The parts of the layer that a jump-point search by `rule` reads.
fn jump_context<'a>(
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
        within: Within::new(query.weight),
    })
}
