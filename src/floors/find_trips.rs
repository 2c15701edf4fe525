//! Trips of a search through floors that begin at an exit of the obstacle around the start, or end near a goal out of
//! reach.

use super::find::{Call, End, FloorSearch, Stage};
use super::links::FloorCell;
use super::nearness::nearest;
use super::query::FloorQuery;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::search::{Query, WayOut, is_connected};

impl FloorSearch {
    /// Crosses the obstacle around the start.
    pub(super) fn leave(&mut self, mut way_out: WayOut, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let FloorQuery { start, goal, legs, .. } = self.query;
        let Some(floor) = call.view.floor(start.floor) else { return Ok(Some(End::StartOutside)) };
        let may_arrive = call.view.is_walkable(goal);
        let (view, is_reached) = (call.view, &call.memory.is_reached);
        let leads = |cell: Cell| {
            let at = FloorCell { floor: start.floor, cell };
            match view.world() {
                _ if !may_arrive => Ok(false),
                None => Ok(true),
                Some(world) => Ok(world.leads(floor, at, is_reached)?
                    || start.floor == goal.floor
                        && is_connected(floor.agent_view().layer(), &Query { start: cell, goal: goal.cell, ..legs })?),
            }
        };
        let query = Query { start: start.cell, goal: goal.cell, ..legs };
        let limit = legs.max_expansions.unwrap_or(u32::MAX);
        let before = way_out.expansions();
        let is_known = way_out.advance(&floor.agent_view(), &query, (call.left, limit), &leads, call.scratch)?;
        call.left = call.left.saturating_sub(way_out.expansions() - before);
        self.written.expansions = way_out.expansions();
        if !is_known {
            if way_out.expansions() >= limit {
                return Ok(Some(End::LimitReached));
            }
            self.stage = Stage::Leaving(way_out);
            call.left = 0;
            return Ok(None);
        }
        self.way_out = Some(way_out);
        let exits = way_out.exits(call.scratch);
        if exits.is_empty() {
            if !legs.partial {
                return Ok(Some(self.no_path()));
            }
            return match way_out.nearest_exit() {
                Some(cell) => self.come_near(FloorCell { floor: start.floor, cell }, call),
                // Nowhere to go: the partial path is the start alone.
                None => {
                    self.way_out = None;
                    call.memory.trips.clear();
                    call.memory.trips.try_reserve(1)?;
                    call.memory.trips.push((start, start));
                    Ok(self.begin_partial_trips())
                }
            };
        }
        call.memory.trips.try_reserve(exits.len())?;
        call.memory.trips.extend(exits.iter().map(|&cell| (FloorCell { floor: start.floor, cell }, goal)));
        self.stage = Stage::Trips;
        Ok(None)
    }

    /// Goes on to the cells nearest to the goal, from the start or an exit. A limit of expansions that does not allow
    /// to tell what is in reach is reached at once.
    pub(super) fn come_near(&mut self, from: FloorCell, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Some(world) = call.view.world() else { return Ok(Some(End::LimitReached)) };
        call.memory.trips.clear();
        nearest(world, call.view, from, self.query.goal, call.memory)?;
        Ok(self.begin_partial_trips())
    }

    /// Goes on with trips that end near the goal. There is no answer yet.
    fn begin_partial_trips(&mut self) -> Option<End> {
        self.is_partial = true;
        (self.trip, self.best, self.stage) = (0, None, Stage::Trips);
        None
    }

    /// Whether links and ways lead from the start to the goal. Without a world that is known only of a search that
    /// ended.
    pub(super) fn is_connected(&self, call: &mut Call) -> Result<bool, OutOfMemory> {
        let (Some(&(start, goal)), Some(world)) = (call.memory.trips.first(), call.view.world()) else {
            return Ok(false);
        };
        if self.query.legs.max_cost.is_none() {
            return Ok(false);
        }
        let Some(floor) = call.view.floor(start.floor) else { return Ok(false) };
        let query = Query { start: start.cell, goal: goal.cell, ..self.query.legs };
        Ok(world.leads(floor, start, &call.memory.is_reached)?
            || start.floor == goal.floor && is_connected(floor.agent_view().layer(), &query)?)
    }
}
