//! The search for one path by the chosen engine, and what the engine reads.

use super::any_angle::{AnyAngleMemory, AnyAngleSearch};
use super::cells::legal::AStar;
use super::cells::{find_over_cells, find_over_hexagons};
use super::choose::{Call, Choice, Chosen};
use super::engine::{Progress, Slice};
use super::jump;
use super::query::Query;
use super::scratch::Scratch;
use super::terrain;
use crate::OutOfMemory;
use crate::index::{AgentView, Engine};

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

/// Not inlined, and neither are [`search_terrain`], [`search_terrain_cells`] and [`search_at_any_angle`]: code of other
/// searches between the code of a jump-point search takes cache lines and time.
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
    slice.run(AnyAngleSearch::new(view.layer().walkable(), query, memory))
}
