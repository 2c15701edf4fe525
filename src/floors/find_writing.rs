//! The second half of a search through floors: the legs of the best trip are searched, unless they are known, and its
//! path is written.

use super::ends::FloorEnds;
use super::find::{Call, End, FloorSearch, Stage, Written};
use super::graph::fine_of;
use super::hops::{Hop, Walk};
use super::kept_legs::{KeptLeg, LegSettings};
use super::links::FloorCell;
use super::memory::FloorMemory;
use super::path::FloorStep;
use super::view::FloorsView;
use super::writing::{cut, keep_turns, push_corners};
use crate::OutOfMemory;
use crate::movement::StepCosts;
use crate::search::{Outcome, PathForm, PathSearch, Query};

/// Where a leg between two ends is kept.
struct LegPlace<'a> {
    ends: &'a FloorEnds,
    /// The numbers of the ends.
    pair: (u32, u32),
    settings: LegSettings,
}

impl FloorSearch {
    /// Begins to write the path of the best trip.
    pub(super) fn begin_writing(&mut self, start: FloorCell, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let memory = &mut *call.memory;
        memory.steps.clear();
        if let Some(way_out) = &self.way_out {
            way_out.write_cells(start.cell, call.scratch, &mut memory.crossed)?;
            push_corners(&mut memory.steps, start.floor, &memory.crossed)?;
        }
        push_corners(&mut memory.steps, start.floor, &[start.cell])?;
        if !Self::counts_all(call.view) {
            self.written = Written { expansions: self.way_out.map_or(0, |way| way.expansions()), ..Written::default() };
        }
        self.written.bound = self.written.bound.max(1.0);
        self.written.fine = self.crossed();
        self.written.cost_in_form = self.query.legs.costs.cost_of_fine(self.crossed());
        self.stage = Stage::Writing(0);
        Ok(None)
    }

    /// Writes the next hop.
    pub(super) fn write(&mut self, hop: usize, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let memory = &mut *call.memory;
        let legs = self.query.legs;
        let has_enough = legs.max_cells.is_some_and(|most| legs.is_optimal() && cut(&mut memory.steps, most));
        let Some(&next) = memory.hops.get(hop).filter(|_| !has_enough) else { return self.end(call) };
        match next {
            Hop::Link { number, to, cost } => {
                memory.steps.try_reserve(1)?;
                memory.steps.push(FloorStep::new(to.floor, to.cell, number));
                self.written.fine += u128::from(cost);
                self.written.cost_in_form += legs.costs.cost_of_fine(cost.into());
            }
            Hop::Walk(walk) => {
                let kept = self.kept_leg(walk, call.view);
                let known = memory.leg(&walk).cloned();
                if let (Some(place), None, Some(leg)) = (&kept.0, &kept.1, &known) {
                    let corners = &memory.corners[leg.corners.clone().unwrap_or(0..0)];
                    place.ends.legs.keep(place.pair, &place.settings, leg, corners)?;
                }
                let Some(leg) = known.or(kept.1.as_ref().map(|kept| kept.leg.clone())) else {
                    // With a smaller limit the leg would be searched without what is derived, and could differ from
                    // one that is kept.
                    let least = call.view.floor(walk.floor).map_or(0, |floor| floor.least_limit_to_derive());
                    let left = |limit: u32| (limit - self.written.expansions.min(limit)).max(least);
                    let query = self.query_of(walk, call.view, self.legs());
                    let max_expansions = if Self::counts_all(call.view) { None } else { legs.max_expansions.map(left) };
                    self.stage = Stage::Walking(hop, PathSearch::new(Query { max_expansions, ..query }));
                    return Ok(None);
                };
                if !Self::counts_all(call.view) {
                    self.written.expansions = self.written.expansions.saturating_add(leg.expansions);
                    self.written.legs += 1;
                    if legs.max_expansions.is_some_and(|limit| self.written.expansions > limit) {
                        return Ok(Some(End::LimitReached));
                    }
                }
                self.written.fine += StepCosts::fine_units_of_parts(leg.cost);
                self.written.cost_in_form += leg.cost_in_form;
                self.written.bound = self.written.bound.max(leg.bound);
                let FloorMemory { steps, corners, .. } = memory;
                match kept.1.filter(|_| leg.is_kept) {
                    Some(kept) => push_corners(steps, walk.floor, &kept.corners)?,
                    None => push_corners(steps, walk.floor, &corners[leg.corners.unwrap_or(0..0)])?,
                }
            }
        }
        self.stage = Stage::Writing(hop + 1);
        Ok(None)
    }

    /// Where a leg is kept, if it is one between two ends, and the leg.
    fn kept_leg<'a>(&self, walk: Walk, view: &'a FloorsView) -> (Option<LegPlace<'a>>, Option<KeptLeg>) {
        let place = || {
            let world = view.world().filter(|world| world.keeps_all())?;
            let (ends, floor) = (world.ends(walk.floor)?, view.floor(walk.floor)?);
            let pair = (ends.place(walk.from)? as u32, ends.place(walk.to)? as u32);
            let is_usable = ends.is_usable(pair.0 as usize) && ends.is_usable(pair.1 as usize);
            let legs = self.query_of(walk, view, self.legs());
            let settings = LegSettings::of(&legs, floor.agent_view().has_prepared_jumps(floor.rule));
            is_usable.then_some(LegPlace { ends, pair, settings })
        };
        let place = place();
        let kept = place.as_ref().and_then(|place| place.ends.legs.get(place.pair, &place.settings));
        (place, kept)
    }

    /// Searches a leg of the path.
    pub(super) fn walk(
        &mut self,
        hop: usize,
        mut search: PathSearch,
        call: &mut Call,
    ) -> Result<Option<End>, OutOfMemory> {
        let Some(&Hop::Walk(walk)) = call.memory.hops.get(hop) else { return Ok(Some(End::NoPath)) };
        let Some(floor) = call.view.floor(walk.floor) else { return Ok(Some(End::NoPath)) };
        let before = search.expansions();
        let answer = search.advance(floor.agent_view(), call.left, call.scratch)?;
        call.left = call.left.saturating_sub((search.expansions() - before) as u32);
        let Some(answer) = answer else {
            self.stage = Stage::Walking(hop, search);
            call.left = 0;
            return Ok(None);
        };
        if let Outcome::LimitReached = answer.outcome {
            self.written.expansions = self.written.expansions.saturating_add(answer.expansions);
            // The leg counts, as it does where it is known.
            self.written.legs += 1;
            return Ok(Some(End::LimitReached));
        }
        call.memory.keep_leg(walk, &answer, &self.query.legs.costs, true)?;
        self.stage = Stage::Writing(hop);
        Ok(None)
    }

    /// Ends with the path that is written.
    fn end(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let (legs, memory) = (self.query.legs, &mut *call.memory);
        let crossed = self.crossed();
        // Not all of a path need be written.
        let weight = self.best.map_or(0, |best| best.weight);
        let is_optimal = self.legs().is_optimal();
        let fine = if is_optimal { crossed + fine_of(weight) } else { self.written.fine };
        if !is_optimal && self.query.limit().is_some_and(|limit| fine > limit) {
            self.begin_strictly(call);
            let start =
                self.best.and_then(|best| call.memory.trips.get(best.trip)).map_or(self.query.start, |trip| trip.0);
            if Self::counts_all(call.view) {
                (self.trip, self.best, self.stage) = (0, None, Stage::Trips);
                return Ok(None);
            }
            return self.begin_writing(start, call);
        }
        if let Some(most) = legs.max_cells {
            cut(&mut memory.steps, most);
        }
        if legs.form == PathForm::WayPoints {
            keep_turns(call.view, &mut memory.steps, &mut memory.cells)?;
        }
        let cost = match legs.form {
            PathForm::Straightened | PathForm::AnyAngle => self.written.cost_in_form,
            PathForm::Cells | PathForm::WayPoints => legs.costs.cost_of_fine(fine),
        };
        Ok(Some(End::Path { cost, bound: self.written.bound }))
    }
}
