//! Searches through floors, at once or a few expansions at a time:
//!
//! ```text
//!   Fresh ---> Trips <--> Routing <--> Asking ---> Writing <--> Walking ---> answer
//!     |          ^        links that   a leg       the legs     a leg
//!     +--> Leaving        a path takes             of the path
//! ```
//!
//! A trip is a start and a goal. There are several where a path leaves an obstacle by one of its exits, or leads to one
//! of the reachable cells nearest to a goal out of reach; the first of the cheapest trips counts. A [`Route`] tells
//! which links a trip takes, and asks for the costs of legs that nothing is known of. Then the legs of the best trip
//! are searched and written, unless a search for their costs has found them.
//!
//! Leaving is in `find_trips.rs`, with the cells near a goal out of reach; writing and walking are in
//! `find_writing.rs`.

use super::graph::{Weight, most_weight};
use super::hops::{RouteEnds, RouteStep, Walk};
use super::links::FloorCell;
use super::memory::FloorMemory;
use super::path::FloorPath;
use super::query::{FloorAnswer, FloorQuery};
use super::trip::{begin_route, count_for_fields, count_for_route, mark_what_leads, pay_debts};
use super::view::FloorsView;
use super::writing::push_corners;
use crate::OutOfMemory;
use crate::movement::{PARTS_PER_UNIT, StepCosts};
use crate::search::{Outcome, PathForm, PathSearch, Query, Scratch, WayOut};

/// A query through floors that is answered a few expansions at a time.
#[derive(Clone, Copy, Debug)]
pub struct FloorSearch {
    pub(super) query: FloorQuery,
    pub(super) stage: Stage,
    pub(super) way_out: Option<WayOut>,
    pub(super) is_partial: bool,
    /// Whether only optimal legs count, because other ones cost more than the limit.
    pub(super) is_strict: bool,
    /// The trip that is next, or under way.
    pub(super) trip: usize,
    pub(super) best: Option<BestTrip>,
    /// Expansions and cost of the legs written so far; in a search without a world, of all legs.
    pub(super) written: Written,
    /// Number of cells expanded so far, by all searches that the query took.
    pub(super) worked: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BestTrip {
    pub(super) weight: Weight,
    /// By its number.
    pub(super) trip: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Written {
    pub(super) expansions: u32,
    pub(super) legs: u32,
    /// In fine units: of legs and links.
    pub(super) fine: u128,
    /// On the scale of the query's costs.
    pub(super) cost_in_form: f64,
    /// In a search without a world, of all legs that were asked for.
    pub(super) bound: f32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    Fresh,
    /// All of the world is one grid.
    Grid(PathSearch),
    Leaving(WayOut),
    Trips,
    Routing,
    Asking(Walk, PathSearch),
    /// Up to the hop with this number.
    Writing(usize),
    Walking(usize, PathSearch),
}

/// The end of a search. A path has its corners in the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Path { cost: f64, bound: f32 },
    NoPath,
    StartOutside,
    GoalOutside,
    GoalBlocked,
    LimitReached,
    CostLimitReached,
}

/// Inputs and outputs of a slice.
pub(super) struct Call<'a, 'm> {
    pub(super) view: &'a FloorsView,
    pub(super) scratch: &'a mut Scratch,
    pub(super) memory: &'m mut FloorMemory,
    pub(super) left: u32,
}

/// Finds a path through floors, or the reason why there is none. Fails when memory runs out.
pub fn find_path<'a>(
    view: &FloorsView,
    query: &FloorQuery,
    scratch: &mut Scratch,
    memory: &'a mut FloorMemory,
) -> Result<FloorAnswer<'a>, OutOfMemory> {
    let mut search = FloorSearch::new(*query);
    loop {
        let call = &mut Call { view, scratch, memory, left: u32::MAX };
        if let Some(end) = search.run(call)? {
            return search.answer(end, memory);
        }
    }
}

impl FloorSearch {
    /// A search that has not begun.
    pub fn new(query: FloorQuery) -> Self {
        Self {
            query,
            stage: Stage::Fresh,
            way_out: None,
            is_partial: false,
            is_strict: false,
            trip: 0,
            best: None,
            written: Written::default(),
            worked: 0,
        }
    }

    /// Expands `expansions` cells, or fewer if the search ends before; returns the answer then.
    ///
    /// All calls need the same view, and the same scratch and memory without other searches in between. After an error,
    /// and after the answer, the search begins anew.
    pub fn advance<'a>(
        &mut self,
        view: &FloorsView,
        expansions: u32,
        scratch: &mut Scratch,
        memory: &'a mut FloorMemory,
    ) -> Result<Option<FloorAnswer<'a>>, OutOfMemory> {
        let call = &mut Call { view, scratch, memory, left: expansions.max(1) };
        let ended = self.run(call);
        self.worked += u64::from(expansions.max(1) - call.left);
        let answer = match ended {
            Ok(None) => return Ok(None),
            Ok(Some(end)) => self.answer(end, memory).map(Some),
            Err(error) => Err(error),
        };
        *self = Self { worked: self.worked, ..Self::new(self.query) };
        answer
    }

    /// Number of cells expanded so far, by all searches that the query took.
    pub fn expansions(&self) -> u64 {
        self.worked
    }

    /// The answer for an end.
    fn answer<'a>(&self, end: End, memory: &'a FloorMemory) -> Result<FloorAnswer<'a>, OutOfMemory> {
        let Written { expansions, legs, .. } = self.written;
        let outcome = match end {
            End::Path { cost, bound } => {
                let path = FloorPath::new(&memory.steps, self.query.legs.form, (cost, bound)).ok_or(OutOfMemory)?;
                if self.is_partial { Outcome::Partial(path) } else { Outcome::Found(path) }
            }
            End::NoPath => Outcome::NoPath,
            End::StartOutside => Outcome::StartOutside,
            End::GoalOutside => Outcome::GoalOutside,
            End::GoalBlocked => Outcome::GoalBlocked,
            End::CostLimitReached => Outcome::CostLimitReached,
            End::LimitReached => {
                let expansions = self.query.legs.max_expansions.unwrap_or(expansions).min(expansions);
                return Ok(FloorAnswer { outcome: Outcome::LimitReached, expansions, legs });
            }
        };
        let is_counted = matches!(end, End::Path { .. });
        let (expansions, legs) = if is_counted { (expansions, legs) } else { (0, 0) };
        Ok(FloorAnswer { outcome, expansions, legs })
    }

    fn run(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        loop {
            let end = match self.stage {
                Stage::Fresh => self.begin(call)?,
                Stage::Grid(search) => self.search_grid(search, call)?,
                Stage::Leaving(way_out) => self.leave(way_out, call)?,
                Stage::Trips => self.begin_trip(call)?,
                Stage::Routing => self.go_on(call)?,
                Stage::Asking(walk, search) => self.search_leg(walk, search, call)?,
                Stage::Writing(hop) => self.write(hop, call)?,
                Stage::Walking(hop, search) => self.walk(hop, search, call)?,
            };
            if end.is_some() || call.left == 0 {
                return Ok(end);
            }
        }
    }

    /// Answers at once, or chooses the first stage.
    fn begin(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let (view, FloorQuery { start, goal, legs, .. }) = (call.view, self.query);
        call.memory.begin(view)?;
        if view.is_one_grid() && start.floor == 0 && goal.floor == 0 && view.has_map(0) {
            let engine = view.floor(0).map_or(legs.engine, |floor| floor.engine);
            let query = Query { start: start.cell, goal: goal.cell, engine, ..legs };
            self.stage = Stage::Grid(PathSearch::new(query));
            return Ok(None);
        }
        let is_there = view.contains(goal);
        let may_arrive = is_there && (goal == start || view.is_walkable(goal));
        if !view.contains(start) {
            return Ok(Some(End::StartOutside));
        }
        if !may_arrive && !legs.partial {
            return Ok(Some(if is_there { End::GoalBlocked } else { End::GoalOutside }));
        }
        if let Some(world) = call.view.world() {
            mark_what_leads(world, view, goal, may_arrive, call.memory)?;
        }
        if legs.leaves_blocked
            && start != goal
            && let Some(floor) = view.floor(start.floor).filter(|_| !view.is_walkable(start))
        {
            let query = Query { start: start.cell, goal: goal.cell, ..legs };
            self.stage = Stage::Leaving(WayOut::begin(&floor.agent_view(), &query, call.scratch)?);
            return Ok(None);
        }
        if !may_arrive {
            return self.come_near(start, call);
        }
        call.memory.trips.try_reserve(1)?;
        call.memory.trips.push((start, goal));
        self.stage = Stage::Trips;
        Ok(None)
    }

    /// Goes on with the search of the only grid.
    fn search_grid(&mut self, mut search: PathSearch, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Some(floor) = call.view.floor(0) else { return Ok(Some(End::StartOutside)) };
        let before = search.expansions();
        let answer = search.advance(floor.agent_view(), call.left, call.scratch)?;
        call.left = call.left.saturating_sub((search.expansions() - before) as u32);
        let Some(answer) = answer else {
            self.stage = Stage::Grid(search);
            call.left = 0;
            return Ok(None);
        };
        self.written.expansions = answer.expansions;
        call.memory.count(0, &answer);
        Ok(Some(match answer.outcome {
            Outcome::Found(path) | Outcome::Partial(path) => {
                self.is_partial = matches!(answer.outcome, Outcome::Partial(_));
                self.written.legs = u32::from(path.corners().len() > 1);
                push_corners(&mut call.memory.steps, 0, path.corners())?;
                End::Path { cost: path.cost(&self.query.legs.costs), bound: path.bound() }
            }
            Outcome::NoPath => End::NoPath,
            Outcome::StartOutside => End::StartOutside,
            Outcome::GoalOutside => End::GoalOutside,
            Outcome::GoalBlocked => End::GoalBlocked,
            Outcome::LimitReached => End::LimitReached,
            Outcome::CostLimitReached => End::CostLimitReached,
        }))
    }

    /// The end where no path was found.
    pub(super) fn no_path(&self) -> End {
        if self.query.legs.max_cost.is_some() { End::CostLimitReached } else { End::NoPath }
    }

    /// The most that a trip may weigh: the limit of cost, and less than the best one so far.
    fn most(&self) -> Option<Option<Weight>> {
        let crossed = self.crossed();
        let limit = match self.query.limit() {
            Some(limit) => Some(most_weight(limit.checked_sub(crossed)?)),
            None => None,
        };
        let less = match self.best {
            Some(best) => Some(best.weight.checked_sub(1)?),
            None => None,
        };
        Some(limit.into_iter().chain(less).min())
    }

    /// The fine units of the way out of an obstacle.
    pub(super) fn crossed(&self) -> u128 {
        self.way_out.map_or(0, |way_out| StepCosts::fine_units_of_parts(way_out.cost() * PARTS_PER_UNIT))
    }

    /// Begins the next trip, or writes the best one.
    fn begin_trip(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Some(&(start, goal)) = call.memory.trips.get(self.trip) else { return self.end_trips(call) };
        let Some(most) = self.most() else { return self.end_trips(call) };
        let ends = RouteEnds { start, goal, most };
        call.left = call.left.saturating_sub(1);
        self.stage = Stage::Routing;
        if start == goal {
            call.memory.hops.clear();
            self.note_trip(0);
            return Ok(None);
        }
        let has_begun = match call.view.world().filter(|world| world.keeps_all()) {
            Some(world) => begin_route(world, call.view, ends, call.memory, &self.query.legs)?,
            None => {
                let legs = Query { max_expansions: self.query.legs.max_expansions, ..self.legs() };
                call.memory.lazy.begin(call.view, ends, &legs)?
            }
        };
        if !has_begun {
            self.trip += 1;
            self.stage = Stage::Trips;
        }
        Ok(None)
    }

    fn note_trip(&mut self, weight: Weight) {
        self.best = Some(BestTrip { weight, trip: self.trip });
        self.trip += 1;
        self.stage = Stage::Trips;
    }

    /// The query for legs, by which they are written.
    pub(super) fn legs(&self) -> Query {
        let legs = if self.is_strict { self.query.legs.for_an_optimal_path() } else { self.query.legs };
        let form = if legs.form == PathForm::WayPoints { PathForm::Cells } else { legs.form };
        let (partial, leaves_blocked, max_cost, max_cells, max_expansions) = (false, false, None, None, None);
        Query { form, partial, leaves_blocked, max_cost, max_cells, max_expansions, ..legs }
    }

    /// The query that searches a walk.
    pub(super) fn query_of(&self, walk: Walk, view: &FloorsView, legs: Query) -> Query {
        let engine = view.floor(walk.floor).map_or(legs.engine, |floor| floor.engine);
        Query { start: walk.from, goal: walk.to, engine, ..legs }
    }

    /// Whether all legs that are searched count, because nothing is kept.
    pub(super) fn counts_all(view: &FloorsView) -> bool {
        !view.world().is_some_and(|world| world.keeps_all())
    }

    /// Goes on with a route.
    fn go_on(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let world = call.view.world().filter(|world| world.keeps_all());
        let memory = &mut *call.memory;
        let step = match world {
            Some(world) => memory.route.advance(world)?,
            None => memory.lazy.advance()?,
        };
        call.left = call.left.saturating_sub(1);
        match step {
            RouteStep::Ask(walk) => {
                let legs = self.legs();
                let legs = match world {
                    Some(_) if !legs.is_optimal() => Query { form: PathForm::Cells, ..legs.for_an_optimal_path() },
                    _ => legs,
                };
                let max_expansions = match world {
                    Some(_) => None,
                    None => self.query.legs.max_expansions.map(|limit| limit - self.written.expansions.min(limit)),
                };
                let query = Query { max_expansions, ..self.query_of(walk, call.view, legs) };
                self.stage = Stage::Asking(walk, PathSearch::new(query));
            }
            RouteStep::Found(weight) => {
                let hops = if world.is_some() { &memory.route.hops } else { &memory.lazy.hops };
                memory.hops.clear();
                memory.hops.try_reserve(hops.len())?;
                memory.hops.extend_from_slice(hops);
                if let Some(world) = world {
                    let paid = pay_debts(world, call.view)?;
                    call.left = call.left.saturating_sub(u32::try_from(paid).unwrap_or(u32::MAX));
                }
                self.note_trip(weight);
            }
            RouteStep::NoPath | RouteStep::TooHeavy => {
                self.trip += 1;
                self.stage = Stage::Trips;
            }
        }
        Ok(None)
    }

    /// Searches a leg whose cost the route asks for.
    fn search_leg(&mut self, walk: Walk, mut search: PathSearch, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Some(floor) = call.view.floor(walk.floor) else { return Ok(Some(End::NoPath)) };
        let before = search.expansions();
        let answer = search.advance(floor.agent_view(), call.left, call.scratch)?;
        call.left = call.left.saturating_sub((search.expansions() - before) as u32);
        let Some(answer) = answer else {
            self.stage = Stage::Asking(walk, search);
            call.left = 0;
            return Ok(None);
        };
        let counts_all = Self::counts_all(call.view);
        if counts_all {
            // A failed search reports no expansions: one counts, so that legs which don't exist use up the limit too.
            let is_found = matches!(answer.outcome, Outcome::Found(_));
            let expansions = if is_found { answer.expansions } else { answer.expansions.max(1) };
            let limit = self.query.legs.max_expansions;
            let is_used_up = limit.is_some_and(|limit| self.written.expansions.saturating_add(expansions) > limit);
            self.written.expansions = self.written.expansions.saturating_add(expansions);
            self.written.legs += 1;
            if is_used_up || matches!(answer.outcome, Outcome::LimitReached) {
                return Ok(Some(End::LimitReached));
            }
            // A dear leg can have made the route go another way.
            if let Outcome::Found(path) = &answer.outcome {
                self.written.bound = self.written.bound.max(path.bound());
            }
        }
        if let Some(world) = call.view.world().filter(|_| !counts_all) {
            let built = count_for_fields(world, floor, walk, answer.expansions)?;
            call.left = call.left.saturating_sub(u32::try_from(built).unwrap_or(u32::MAX));
        }
        let is_written = counts_all || self.legs().is_optimal();
        let cost = if !counts_all && call.memory.route.asks_for_near() {
            call.memory.count(walk.floor, &answer);
            if let Outcome::Found(path) = &answer.outcome { Some(path.cost_parts()) } else { None }
        } else {
            call.memory.keep_leg(walk, &answer, &self.query.legs.costs, is_written)?
        };
        match call.view.world().filter(|_| !counts_all) {
            Some(world) => {
                let route = &mut call.memory.route;
                let sense = route.asked_sense();
                route.answer(world, cost)?;
                if let Some(sense) = sense {
                    let built = count_for_route(world, floor, (route, sense), answer.expansions)?;
                    call.left = call.left.saturating_sub(u32::try_from(built).unwrap_or(u32::MAX));
                }
            }
            None => call.memory.lazy.answer(cost)?,
        }
        self.stage = Stage::Routing;
        Ok(None)
    }

    /// Ends where no trip is left.
    fn end_trips(&mut self, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let legs = &self.query.legs;
        let Some(best) = self.best else {
            if Self::counts_all(call.view) && legs.max_cost.is_some() && !self.legs().is_optimal() {
                // Legs of the bound may be too dear where optimal ones are not.
                self.begin_strictly(call);
                (self.trip, self.stage) = (0, Stage::Trips);
                return Ok(None);
            }
            // The limit of cost may have cut the search short, which does not tell what is connected.
            if legs.partial && !self.is_partial && !self.is_connected(call)? {
                let start = match self.way_out.and_then(|way_out| way_out.nearest_exit()) {
                    Some(cell) => FloorCell { floor: self.query.start.floor, cell },
                    None => self.query.start,
                };
                return self.come_near(start, call);
            }
            // Where nothing is kept, a path may lead to the goal from another exit, as on a grid.
            let has_tried_all = self.way_out.is_none() || call.view.world().is_some();
            return Ok(Some(if has_tried_all { self.no_path() } else { End::LimitReached }));
        };
        let (start, _) = call.memory.trips[best.trip];
        self.begin_writing(start, call)
    }

    pub(super) fn begin_strictly(&mut self, call: &mut Call) {
        (self.is_strict, self.written.bound) = (true, 1.0);
        call.memory.legs.clear();
        call.memory.corners.clear();
    }
}
