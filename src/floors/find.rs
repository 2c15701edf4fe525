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

use super::ends::{FloorEnds, LeastTo, LeastWay};
use super::floor_view::FloorView;
use super::graph::{Weight, fine_of, most_weight};
use super::hops::{Hop, RouteEnds, RouteStep, Walk};
use super::kept_legs::{KeptLeg, LegSettings};
use super::links::FloorCell;
use super::memory::FloorMemory;
use super::nearness::nearest;
use super::path::{FloorPath, FloorStep};
use super::query::{FloorAnswer, FloorOutcome, FloorQuery};
use super::view::FloorsView;
use super::way::Way;
use super::world::World;
use super::writing::{cut, keep_turns, push_corners};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::movement::{PARTS_PER_UNIT, StepCosts};
use crate::refill;
use crate::search::{Outcome, PathForm, PathSearch, Query, Scratch, WayOut, is_connected, may_be_connected};

/// Fine units by which a limit of cost is taken larger, because the costs of links are rounded to fine units.
const LINK_ROUNDING: u128 = 64;

/// A query through floors that is answered a few expansions at a time.
#[derive(Clone, Copy, Debug)]
pub struct FloorSearch {
    query: FloorQuery,
    stage: Stage,
    way_out: Option<WayOut>,
    is_partial: bool,
    /// Whether only optimal legs count, because other ones cost more than the limit.
    is_strict: bool,
    /// The trip that is next, or under way.
    trip: usize,
    best: Option<BestTrip>,
    /// Expansions and cost of the legs written so far; in a search without a world, of all legs.
    written: Written,
    /// Number of cells expanded so far, by all searches that the query took.
    worked: u64,
}

#[derive(Clone, Copy, Debug)]
struct BestTrip {
    weight: Weight,
    /// By its number.
    trip: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Written {
    expansions: u32,
    legs: u32,
    /// In fine units: of legs and links.
    fine: u128,
    /// On the scale of the query's costs.
    cost_in_form: f64,
    bound: f32,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
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
enum End {
    Path { cost: f64, bound: f32 },
    NoPath,
    StartOutside,
    GoalOutside,
    GoalBlocked,
    LimitReached,
    CostLimitReached,
}

/// Inputs and outputs of a slice.
struct Call<'a, 'm> {
    view: &'a FloorsView,
    scratch: &'a mut Scratch,
    memory: &'m mut FloorMemory,
    left: u32,
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
                if self.is_partial { FloorOutcome::Partial(path) } else { FloorOutcome::Found(path) }
            }
            End::NoPath => FloorOutcome::NoPath,
            End::StartOutside => FloorOutcome::StartOutside,
            End::GoalOutside => FloorOutcome::GoalOutside,
            End::GoalBlocked => FloorOutcome::GoalBlocked,
            End::CostLimitReached => FloorOutcome::CostLimitReached,
            End::LimitReached => {
                let expansions = self.query.legs.max_expansions.unwrap_or(expansions).min(expansions);
                return Ok(FloorAnswer { outcome: FloorOutcome::LimitReached, expansions, legs });
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
        let (view, FloorQuery { start, goal, legs }) = (call.view, self.query);
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

    /// Crosses the obstacle around the start.
    fn leave(&mut self, mut way_out: WayOut, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let FloorQuery { start, goal, legs } = self.query;
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
                    self.go_to(&[(start, start)], call)
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
    fn come_near(&mut self, from: FloorCell, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        let Some(world) = call.view.world() else { return Ok(Some(End::LimitReached)) };
        call.memory.trips.clear();
        nearest(world, call.view, from, self.query.goal, call.memory)?;
        self.is_partial = true;
        (self.trip, self.best, self.stage) = (0, None, Stage::Trips);
        Ok(None)
    }

    fn go_to(&mut self, trips: &[(FloorCell, FloorCell)], call: &mut Call) -> Result<Option<End>, OutOfMemory> {
        call.memory.trips.clear();
        call.memory.trips.try_reserve(trips.len())?;
        call.memory.trips.extend_from_slice(trips);
        self.is_partial = true;
        (self.trip, self.best, self.stage) = (0, None, Stage::Trips);
        Ok(None)
    }

    /// The end where no path was found.
    fn no_path(&self) -> End {
        if self.query.legs.max_cost.is_some() { End::CostLimitReached } else { End::NoPath }
    }

    /// The most that a trip may weigh: the limit of cost, and less than the best one so far.
    fn most(&self) -> Option<Option<Weight>> {
        let crossed = self.crossed();
        let limit = self.query.legs.max_cost.map(|most| StepCosts::fine_units_of_parts(most) + LINK_ROUNDING);
        let limit = match limit {
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
    fn crossed(&self) -> u128 {
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
    fn legs(&self) -> Query {
        let legs = if self.is_strict { self.query.legs.for_an_optimal_path() } else { self.query.legs };
        let form = if legs.form == PathForm::WayPoints { PathForm::Cells } else { legs.form };
        let (partial, leaves_blocked, max_cost, max_cells, max_expansions) = (false, false, None, None, None);
        Query { form, partial, leaves_blocked, max_cost, max_cells, max_expansions, ..legs }
    }

    /// The query that searches a walk.
    fn query_of(&self, walk: Walk, view: &FloorsView, legs: Query) -> Query {
        let engine = view.floor(walk.floor).map_or(legs.engine, |floor| floor.engine);
        Query { start: walk.from, goal: walk.to, engine, ..legs }
    }

    /// Whether all legs that are searched count, because nothing is kept.
    fn counts_all(view: &FloorsView) -> bool {
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
            Some(world) => call.memory.route.answer(world, cost)?,
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
            return Ok(Some(self.no_path()));
        };
        let (start, _) = call.memory.trips[best.trip];
        self.begin_writing(start, call)
    }

    fn begin_strictly(&mut self, call: &mut Call) {
        self.is_strict = true;
        call.memory.legs.clear();
        call.memory.corners.clear();
    }

    /// Whether links and ways lead from the start to the goal. Without a world that is known only of a search that
    /// ended.
    fn is_connected(&self, call: &mut Call) -> Result<bool, OutOfMemory> {
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

    /// Begins to write the path of the best trip.
    fn begin_writing(&mut self, start: FloorCell, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
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
        self.written.bound = 1.0;
        self.written.fine = self.crossed();
        self.written.cost_in_form = self.query.legs.costs.cost_of_fine(self.crossed());
        self.stage = Stage::Writing(0);
        Ok(None)
    }

    /// Writes the next hop.
    fn write(&mut self, hop: usize, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
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
                    let limit = legs.max_expansions.map(|limit| limit - self.written.expansions.min(limit));
                    let query = self.query_of(walk, call.view, self.legs());
                    let max_expansions = if Self::counts_all(call.view) { None } else { limit };
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
    fn walk(&mut self, hop: usize, mut search: PathSearch, call: &mut Call) -> Result<Option<End>, OutOfMemory> {
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
        let limit = legs.max_cost.map(|most| StepCosts::fine_units_of_parts(most) + LINK_ROUNDING);
        if !is_optimal && limit.is_some_and(|limit| fine > limit) {
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

/// Where a leg between two ends is kept.
struct LegPlace<'a> {
    ends: &'a FloorEnds,
    /// The numbers of the ends.
    pair: (u32, u32),
    settings: LegSettings,
}

/// Counts a search for the fields of the ends between which it was. Returns the expansions in whose time fields were
/// built.
fn count_for_fields(world: &World, floor: &FloorView, walk: Walk, expansions: u32) -> Result<u64, OutOfMemory> {
    let Some(ends) = world.ends(walk.floor) else { return Ok(0) };
    let mut built = 0;
    for end in [walk.from, walk.to].into_iter().filter_map(|cell| ends.place(cell)) {
        built += ends.count_search(floor, end, expansions)?;
    }
    Ok(built)
}

/// Marks the groups from which links and ways lead to the goal, if a path may lead there.
fn mark_what_leads(
    world: &World,
    view: &FloorsView,
    goal: FloorCell,
    may_arrive: bool,
    memory: &mut FloorMemory,
) -> Result<(), OutOfMemory> {
    refill(&mut memory.is_reached, world.group_count(), false)?;
    memory.goal_groups.clear();
    memory.marked = may_arrive.then_some(goal);
    if may_arrive
        && view.is_walkable(goal)
        && let Some(floor) = view.floor(goal.floor)
    {
        world.groups_around(floor, goal, &mut memory.goal_groups)?;
    }
    memory.goal_groups.iter().for_each(|&group| memory.is_reached[group as usize] = true);
    world.flood(&mut memory.is_reached, true);
    Ok(())
}

/// Begins the route of a trip. Returns false if links and ways can't connect start and goal.
fn begin_route(
    world: &World,
    view: &FloorsView,
    ends: RouteEnds,
    memory: &mut FloorMemory,
    legs: &Query,
) -> Result<bool, OutOfMemory> {
    let RouteEnds { start, goal, .. } = ends;
    let (Some(first), Some(last)) = (view.floor(start.floor), view.floor(goal.floor)) else { return Ok(false) };
    if memory.marked != Some(goal) {
        mark_what_leads(world, view, goal, true, memory)?;
    }
    let FloorMemory { route, start_groups, goal_groups, is_reached, .. } = memory;
    world.groups_around(first, start, start_groups)?;
    let query = Query { start: start.cell, goal: goal.cell, ..*legs };
    let is_direct = start.floor == goal.floor && may_be_connected(first.agent_view().layer(), &query)?;
    if !is_direct && !start_groups.iter().any(|&group| is_reached[group as usize]) {
        return Ok(false);
    }
    route.begin(world, ends, |from_start, to_goal| {
        let from = LeastWay::with_start(first).to(start.cell);
        let start_place = known_ways(world, start, start_groups, from_start, &from)?;
        let to = LeastWay::of(last).to(goal.cell);
        let goal_place = known_ways(world, goal, goal_groups, to_goal, &to)?;
        let (Some(starts), Some(goals)) = (world.ends(start.floor), world.ends(goal.floor)) else { return Ok(None) };
        if view.is_walkable(start) {
            starts.fields.look_up(start.cell, from_start);
        }
        goals.fields.look_up(goal.cell, to_goal);
        if let Some(place) = start_place {
            from_start.iter_mut().zip(starts.ways_from(place)).for_each(|(known, way)| known.take_over(way));
        }
        if let Some(place) = goal_place {
            to_goal.iter_mut().zip(goals.ways_to(place)).for_each(|(known, way)| known.take_over(way));
        }
        let direct = match (start_place, goal_place) {
            (Some(start), Some(goal)) if is_direct => starts.way(start, goal),
            _ => Way::at_least(LeastWay::with_start(first).to(goal.cell).from(start.cell)),
        };
        Ok(is_direct.then_some(direct))
    })?;
    Ok(true)
}

/// Writes lower bounds of the ways between a cell and the ends of its floor. Returns the number of the end at the cell.
fn known_ways(
    world: &World,
    at: FloorCell,
    groups: &[u32],
    ways: &mut Vec<Way>,
    least: &LeastTo,
) -> Result<Option<usize>, OutOfMemory> {
    ways.clear();
    let Some(ends) = world.ends(at.floor) else { return Ok(None) };
    least.write(&ends.cells, ways)?;
    let nodes = world.graph.nodes_of(at.floor);
    let of_nodes = &world.groups[nodes.start as usize..nodes.end as usize];
    for (way, group) in ways.iter_mut().zip(of_nodes) {
        *way = if groups.contains(group) { *way } else { Way::NONE };
    }
    Ok(ends.place(at.cell).filter(|&place| ends.is_usable(place)))
}
