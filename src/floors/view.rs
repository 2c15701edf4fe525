//! The state of all floors and links that one query sees.

use super::bounding::make_bounds;
use super::floor_view::{FloorState, FloorView, SeenFloors};
use super::kept::{KeptWorlds, Kind};
use super::links::{FloorCell, Link, Links};
use super::world::{ChangedSince, World};
use crate::OutOfMemory;
use crate::index::{AgentView, Engine, GridView, Layer};
use crate::movement::{Agent, StepCosts};
use crate::search::{Query, layers_for, prepare, reads_map, supports_any_angle};
use crate::try_arc::TryArc;

/// The floors, each with a state of its map that no edit changes, and a copy of the links; or the world that is kept of
/// them.
///
/// Keep a view between queries to reuse its memory. Call [`clear`](Self::clear) after each query: edits can't be made
/// in place on a state that a view holds.
#[derive(Debug, Default)]
pub struct FloorsView {
    floors: Vec<Option<FloorView>>,
    /// Empty if the world is enough.
    links: Vec<(u32, Link)>,
    is_linked: bool,
    costs: StepCosts,
    world: Option<TryArc<World>>,
}

/// A floor of a view: the id of its grid, the state that queries see, and the engine that searches it.
#[derive(Debug)]
pub struct FloorInput {
    /// The grid's id.
    pub id: u64,
    /// The state of the grid.
    pub grid: GridView,
    /// The engine that searches it.
    pub engine: Engine,
}

impl FloorsView {
    /// A view without floors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all floors and links.
    pub fn clear(&mut self) {
        self.floors.clear();
        self.links.clear();
        self.world = None;
    }

    /// Adds the next floor, for a query by an agent. `None` adds a floor without a map, which no path touches.
    pub fn push_floor(&mut self, floor: Option<FloorInput>, agent: &Agent, legs: &Query) -> Result<(), OutOfMemory> {
        self.floors.try_reserve(1)?;
        self.costs = legs.costs;
        self.floors.push(match floor {
            None => None,
            Some(FloorInput { id, grid, engine }) => {
                let layers = layers_for(&grid, agent, legs).map_err(|_| OutOfMemory)?;
                let mut uncovered = Vec::new();
                if let Some(cover) = &agent.without {
                    uncovered.try_reserve_exact(cover.areas().len())?;
                    uncovered.extend_from_slice(cover.areas());
                }
                let state = FloorState { grid: id, revision: grid.revision() };
                let (rule, costs, agent_size) = (legs.diagonal_rule, legs.costs, agent.size.cells());
                Some(FloorView {
                    state,
                    grid,
                    layers,
                    engine,
                    rule,
                    costs,
                    agent_size,
                    agent: agent.clone(),
                    uncovered,
                })
            }
        });
        Ok(())
    }

    /// Takes the links as they are after `plan` changes to floors and links: with the world that is kept of them, or
    /// else a copy of the links.
    pub fn set_links(
        &mut self,
        links: &Links,
        plan: u64,
        kept: &KeptWorlds,
        agent: &Agent,
        legs: &Query,
    ) -> Result<(), OutOfMemory> {
        self.is_linked = !links.all().is_empty();
        self.links.clear();
        self.world = None;
        if self.is_one_grid() {
            return Ok(());
        }
        if self.may_keep(legs) && !self.is_any_apart() {
            self.world = kept.known(&Kind::of(agent, legs), plan, self.seen());
        }
        // Without what a world keeps, and for partial paths, links are looked at one by one.
        if legs.partial || !self.world.as_ref().is_some_and(|world| world.keeps_all()) {
            self.links.try_reserve(links.all().len())?;
            self.links.extend_from_slice(links.all());
        }
        Ok(())
    }

    /// Makes the world of the floors and links if none was kept. `changed_since` tells where edits have changed a
    /// grid since a revision. A small limit of expansions allows no world.
    pub fn make_world(
        &mut self,
        plan: u64,
        kept: &KeptWorlds,
        agent: &Agent,
        legs: &Query,
        changed_since: &ChangedSince,
    ) -> Result<(), OutOfMemory> {
        if self.world.is_some() || self.is_one_grid() || !self.may_keep(legs) {
            return Ok(());
        }
        let kind = Kind::of(agent, legs);
        self.world = if self.is_any_apart() {
            let plain = Agent { without: None, ..agent.clone() };
            let mut seen = Self { links: std::mem::take(&mut self.links), ..Self::default() };
            for floor in &self.floors {
                let floor = floor.as_ref().map(|FloorView { state, grid, engine, .. }| FloorInput {
                    id: state.grid,
                    grid: grid.clone(),
                    engine: *engine,
                });
                seen.push_floor(floor, &plain, legs)?;
            }
            let world = kept.world(&kind, plan, seen.seen(), changed_since);
            self.links = seen.links;
            Some(TryArc::try_new(world?.without_covers(self.seen())?)?)
        } else {
            Some(kept.world(&kind, plan, self.seen(), changed_since)?)
        };
        Ok(())
    }

    fn seen(&self) -> SeenFloors<'_> {
        SeenFloors { floors: &self.floors, links: &self.links, costs: &self.costs }
    }

    /// Whether the limit of expansions allows to derive what is kept of a world.
    fn may_keep(&self, legs: &Query) -> bool {
        let may_derive =
            |floor: &FloorView| legs.max_expansions.is_none_or(|limit| limit >= floor.least_limit_to_derive());
        self.floors.iter().flatten().all(may_derive)
    }

    fn is_any_apart(&self) -> bool {
        self.floors.iter().flatten().any(FloorView::is_apart)
    }

    /// Whether the ways between the ends of all floors are kept, or there are none.
    pub(crate) fn keeps_all(&self) -> bool {
        self.is_one_grid() || self.world.as_ref().is_some_and(|world| world.keeps_all())
    }

    pub(super) fn world(&self) -> Option<&TryArc<World>> {
        self.world.as_ref()
    }

    /// A floor that has a map.
    pub(super) fn floor(&self, floor: u32) -> Option<&FloorView> {
        self.floors.get(floor as usize)?.as_ref()
    }

    /// Whether a floor has a map.
    pub fn has_map(&self, floor: u32) -> bool {
        self.floor(floor).is_some()
    }

    /// A floor as the agent sees it.
    pub(super) fn agent_view(&self, floor: u32) -> Option<AgentView<'_>> {
        self.floor(floor).map(FloorView::agent_view)
    }

    /// The cells of a floor at which the agent can stand, and what is derived from them.
    pub(super) fn layer(&self, floor: u32) -> Option<&Layer> {
        self.agent_view(floor).map(|view| view.layer())
    }

    /// The smallest number of parts that a unit of a leg's length can cost, on any floor.
    pub(super) fn least_parts_per_unit(&self) -> u64 {
        let floors = (0..self.floor_count() as u32).filter_map(|floor| self.agent_view(floor));
        floors.map(|view| view.least_parts_with_start()).min().unwrap_or(0)
    }

    /// Whether a cell is on its floor.
    pub fn contains(&self, at: FloorCell) -> bool {
        self.floor(at.floor).is_some_and(|floor| floor.grid.map().size().contains(at.cell))
    }

    /// Whether a cell is on its floor and walkable.
    pub fn is_walkable(&self, at: FloorCell) -> bool {
        self.agent_view(at.floor).is_some_and(|view| view.is_walkable(at.cell))
    }

    /// Number of floors, floors without a map included.
    pub(super) fn floor_count(&self) -> usize {
        self.floors.len()
    }

    /// All links, with their numbers.
    pub(super) fn links(&self) -> &[(u32, Link)] {
        &self.links
    }

    /// The usable links, with their numbers: open, and both ends walkable.
    pub(super) fn usable_links(&self) -> impl Iterator<Item = &(u32, Link)> {
        self.links.iter().filter(|(_, link)| !link.closed && self.is_walkable(link.from) && self.is_walkable(link.to))
    }

    /// Measures the landmarks that a query needs and that floors lack, so that when it is answered decides nothing.
    pub(crate) fn prepare_landmarks(&self, legs: &Query) -> Result<(), OutOfMemory> {
        for floor in self.floors.iter().flatten().filter(|floor| floor.engine == Engine::Landmarks) {
            if !reads_map(&floor.grid, legs) {
                prepare(floor.agent_view(), &Query { engine: floor.engine, ..*legs })?;
            }
        }
        Ok(())
    }

    /// Derives what queries need on all floors, what ways between the ends of links cost, and bounds from all floors.
    pub(crate) fn prepare_all(&self, legs: &Query) -> Result<(), OutOfMemory> {
        for (number, floor) in (0..).zip(&self.floors) {
            let Some(floor) = floor else { continue };
            prepare(floor.agent_view(), &Query { engine: floor.engine, ..*legs })?;
            if let Some(ends) = self.world.as_ref().and_then(|world| world.ends(number)) {
                ends.learn_all(floor)?;
            }
        }
        let Some(world) = self.world.as_ref().filter(|world| world.keeps_all()) else { return Ok(()) };
        (0..self.floors.len() as u32).try_for_each(|floor| make_bounds(world, floor))
    }

    /// Whether a query can ask for lines at any angle: only where all of the world is one grid, and as on a grid.
    pub(crate) fn supports_any_angle(&self, legs: &Query) -> bool {
        let view = self.agent_view(0).filter(|_| self.is_one_grid());
        view.is_some_and(|view| supports_any_angle(view, legs))
    }

    /// Whether all of the world is one grid.
    pub(super) fn is_one_grid(&self) -> bool {
        self.floors.len() == 1 && !self.is_linked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Sense;
    use crate::floors::{FloorMemory, FloorQuery, FloorSearch};
    use crate::grid::{Cell, CellType, Edit, Passage, Rect};
    use crate::index::IndexedGrid;
    use crate::index::test_maps::Random;
    use crate::movement::{Charge, Multiplier, Profile};
    use crate::search::Scratch;

    /// A floor of 24 x 16 cells with scattered obstacles, and with sides that lead one way.
    fn floor(random: &mut Random, one_way_sides: usize) -> IndexedGrid {
        let mut grid = IndexedGrid::new(24, 16).unwrap();
        for _ in 0..80 {
            let rect = Rect { x: random.below(24) as i32, y: random.below(16) as i32, width: 1, height: 1 };
            grid.edit(&Edit::fill(rect, CellType::OBSTACLE)).unwrap();
        }
        for _ in 0..one_way_sides {
            let cell = Cell::new(random.below(23) as i32, random.below(16) as i32);
            let beside = Cell::new(cell.x + 1, cell.y);
            let (size, layout) = (grid.map().size(), grid.map().layout());
            grid.edit(&Edit::set_passage(size, layout, [cell, beside], Passage::OneWay).unwrap()).unwrap();
        }
        grid
    }

    #[test]
    fn preparing_leaves_no_cost_of_a_way_unknown() {
        let (agent, legs) = (Agent::default(), Query::new(Cell::default(), Cell::default()));
        for (seed, one_way_sides) in [(1, 0), (2, 0), (3, 8), (4, 40)] {
            let (mut random, mut view, kept) = (Random::new(seed), FloorsView::new(), KeptWorlds::default());
            for id in [1, 2] {
                let (grid, engine) = (GridView::of(floor(&mut random, one_way_sides)), Engine::default());
                view.push_floor(Some(FloorInput { id, grid, engine }), &agent, &legs).unwrap();
            }
            let mut links = Links::new();
            for _ in 0..12 {
                let mut end = |floor| FloorCell::new(floor, random.below(24) as i32, random.below(16) as i32);
                links.add(Link::new(end(0), end(1), 1.0).unwrap()).unwrap();
            }
            view.set_links(&links, 1, &kept, &agent, &legs).unwrap();
            view.make_world(1, &kept, &agent, &legs, &|_, _| Ok(Vec::new())).unwrap();
            let lacking = |view: &FloorsView| {
                let floors = view.world().unwrap().floors.iter().flatten();
                floors
                    .map(|ends| (0..ends.cells.len()).filter(|&end| ends.lacks_costs((end, Sense::ToGoals))).count())
                    .sum::<usize>()
            };
            assert!(lacking(&view) > 10, "seed {seed}");
            view.prepare_all(&legs).unwrap();
            assert_eq!(lacking(&view), 0, "seed {seed}, {one_way_sides} sides");
        }
    }

    /// A view of floors of 24 x 16 cells, whose grids have the revisions of their edits, with some links among them.
    fn view_of(grids: &[IndexedGrid], links: &Links, kept: &KeptWorlds, (agent, legs): (&Agent, &Query)) -> FloorsView {
        let mut view = FloorsView::new();
        for (grid, id) in grids.iter().zip(1..) {
            let (grid, engine) = (GridView::of(grid.try_clone().unwrap()), Engine::default());
            view.push_floor(Some(FloorInput { id, grid, engine }), agent, legs).unwrap();
        }
        view.set_links(links, 1, kept, agent, legs).unwrap();
        view.make_world(1, kept, agent, legs, &|_, _| Ok(vec![Rect { x: 0, y: 0, width: 24, height: 16 }])).unwrap();
        view
    }

    fn links_among(random: &mut Random, floors: usize, count: usize) -> Links {
        let mut links = Links::new();
        for _ in 0..count {
            let (from, to) = (end(random, floors), end(random, floors));
            links.add(Link::new(from, to, 1.0).unwrap()).unwrap();
        }
        links
    }

    fn end(random: &mut Random, floors: usize) -> FloorCell {
        FloorCell::new(random.below(floors) as u32, random.below(24) as i32, random.below(16) as i32)
    }

    /// Answers queries between random cells. Returns the expansions of the one that took the most.
    fn most_expansions(view: &FloorsView, legs: Query, count: usize, random: &mut Random) -> u64 {
        let (mut scratch, mut memory, mut most) = (Scratch::new(), FloorMemory::new(), 0);
        for _ in 0..count {
            let floors = view.floor_count();
            let (start, goal) = (end(random, floors), end(random, floors));
            let mut search = FloorSearch::new(FloorQuery { start, goal, legs, most_fine: None });
            while search.advance(view, 1 << 10, &mut scratch, &mut memory).unwrap().is_none() {
                most = most.max(search.expansions());
            }
        }
        most
    }

    /// Where ground mostly costs twenty times the cheapest, bounds tell nothing, and nearly each way's cost matters.
    #[test]
    fn a_first_query_among_many_links_learns_by_fields() {
        let mut profile = Profile::default();
        profile.set(CellType(2), Some(Multiplier::new(20.0).unwrap()));
        profile.set_charge(Charge::Entered);
        let agent = Agent { profile: Some(TryArc::try_new(profile).unwrap()), ..Agent::default() };
        let legs = Query::new(Cell::default(), Cell::default());
        for seed in 1..=4 {
            let mut random = Random::new(seed);
            let mut grids: Vec<IndexedGrid> = (0..3).map(|_| floor(&mut random, 0)).collect();
            for grid in &mut grids {
                for _ in 0..340 {
                    let rect = Rect { x: random.below(24) as i32, y: random.below(16) as i32, width: 1, height: 1 };
                    grid.edit(&Edit::fill(rect, CellType(2))).unwrap();
                }
            }
            let links = links_among(&mut random, 3, 300);
            let view = view_of(&grids, &links, &KeptWorlds::default(), (&agent, &legs));
            let most = most_expansions(&view, legs, 60, &mut random);
            assert!(most < 45_000, "seed {seed}: {most} expansions");
        }
    }

    #[test]
    fn rows_wait_where_edits_are_frequent() {
        let (agent, legs) = (Agent::default(), Query::new(Cell::default(), Cell::default()));
        let (mut random, kept) = (Random::new(5), KeptWorlds::default());
        let mut grids: Vec<IndexedGrid> = (0..2).map(|_| floor(&mut random, 0)).collect();
        let links = links_among(&mut random, 2, 30);
        let mut edits = 0;
        let mut round = |queries: usize| {
            let rect = Rect { x: edits, y: 5, width: 1, height: 1 };
            grids[0].edit(&Edit::fill(rect, CellType(2))).unwrap();
            edits += 1;
            let view = view_of(&grids, &links, &kept, (&agent, &legs));
            most_expansions(&view, legs, queries, &mut random);
            view.world().unwrap().rows.count()
        };
        // 60 nodes: the first world uses rows from its eighth query on.
        let has_rows = [40, 40, 40, 400, 40, 40].map(|queries| round(queries) > 0);
        assert_eq!(has_rows, [true, false, false, true, true, false]);
    }
}
