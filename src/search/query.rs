//! The question to a search, and its answer.

use super::cells::order::Order;
use crate::grid::Cell;
use crate::index::{AgentView, Engine};
use crate::movement::{DiagonalRule, Estimate, Heuristic, HeuristicWeight, StepCosts};

/// A question: start, goal and the rules of the search.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The first cell of the path. It may be an obstacle, which the path can leave and not enter again.
    pub start: Cell,
    /// The last cell of the path.
    pub goal: Cell,
    /// When a diagonal step is allowed.
    pub diagonal_rule: DiagonalRule,
    /// Costs of steps.
    pub costs: StepCosts,
    /// The algorithm: which cell is expanded next.
    pub order: Order,
    /// How the remaining cost is estimated.
    pub heuristic: Heuristic,
    /// The weight of the estimate in A*.
    pub weight: HeuristicWeight,
    /// Which engine answers.
    pub engine: Engine,
    /// Which cells of the path are written. Steppers know only [`PathForm::Cells`].
    pub form: PathForm,
    /// The search ends when it would expand more cells than this; `None` for no limit. The limit also bounds what is
    /// derived from the map: see [`find_path`](super::find_path).
    pub max_expansions: Option<u32>,
    /// The most that a path may cost, in parts; `None` for no limit. `StepCosts::parts_within_limit`
    /// has the rule for limits on the caller's scale.
    pub max_cost: Option<u64>,
    /// Only this many cells of a path are written, the first ones; `None` for all, else at least 1. The cost stays
    /// that of the whole path. Only for [`PathForm::Cells`] and [`PathForm::WayPoints`].
    pub max_cells: Option<u32>,
    /// Whether a goal that can't be reached is answered with a path to the reachable cell nearest to it. Steppers know
    /// no such paths.
    pub partial: bool,
    /// Whether a path from a blocked start first crosses blocked cells to the nearest walkable one. Steppers know no
    /// such paths.
    pub leaves_blocked: bool,
}

impl Query {
    /// A query with default rule, costs, algorithm, heuristic and engine, and no limit.
    pub fn new(start: Cell, goal: Cell) -> Self {
        Self {
            start,
            goal,
            diagonal_rule: DiagonalRule::default(),
            costs: StepCosts::default(),
            order: Order::default(),
            heuristic: Heuristic::default(),
            weight: HeuristicWeight::default(),
            engine: Engine::default(),
            form: PathForm::default(),
            max_expansions: None,
            max_cost: None,
            max_cells: None,
            partial: false,
            leaves_blocked: false,
        }
    }

    /// Why the query is refused, if it is, in the order of the checks. None of these answers needs a search.
    #[inline(always)]
    pub(super) fn refusal(&self, view: &AgentView) -> Option<Outcome<Path<'static>>> {
        let size = view.layer().size();
        if !size.contains(self.start) {
            Some(Outcome::StartOutside)
        } else if !size.contains(self.goal) {
            Some(Outcome::GoalOutside)
        } else if self.goal != self.start && !view.is_walkable(self.goal) {
            Some(Outcome::GoalBlocked)
        } else {
            None
        }
    }

    /// Whether the path begins with a way out of an obstacle.
    #[inline(always)]
    pub(crate) fn must_leave(&self, view: &AgentView) -> bool {
        self.leaves_blocked
            && view.layer().size().contains(self.start)
            && !view.is_walkable(self.start)
            && self.start != self.goal
    }

    /// A path costs at most this many times as much as an optimal one: see [`Order`]. At least 1; infinite for greedy
    /// searches.
    fn bound(&self) -> f64 {
        let overestimates = self.heuristic == Heuristic::Manhattan && self.diagonal_rule != DiagonalRule::Never;
        let by_heuristic = match overestimates {
            true => f64::from(2 * self.costs.straight_units()) / f64::from(self.costs.diagonal_units()),
            false => 1.0,
        };
        match self.order {
            Order::Dijkstra => 1.0,
            Order::GreedyBestFirst => f64::INFINITY,
            Order::AStar => (self.weight.get() * by_heuristic).max(1.0),
        }
    }

    /// Whether paths are optimal.
    pub(crate) fn is_optimal(&self) -> bool {
        self.bound() == 1.0
    }

    /// Returns this query for an optimal path.
    pub(crate) fn for_an_optimal_path(&self) -> Self {
        let (order, heuristic, weight) = Default::default();
        Self { order, heuristic, weight, ..*self }
    }

    /// Lower bound of the cost of a path in parts, whatever obstacles there are.
    pub(super) fn cost_on_open_map(&self, view: &AgentView) -> u64 {
        let layout = view.layer().layout();
        let exact = Estimate::in_layout(layout, Heuristic::Octile, self.diagonal_rule, &self.costs, self.goal);
        u64::from(exact.from(self.start)) * view.least_parts_with_start()
    }

    /// [`Path::bound`] of a path of this cost, where no path costs less than `least`.
    pub(super) fn bound_of(&self, cost: u64, least: u64) -> f32 {
        if least >= cost {
            return 1.0;
        }
        let bound = self.bound().min(cost as f64 / least as f64);
        let rounded = bound as f32;
        if f64::from(rounded) < bound { rounded.next_up() } else { rounded }
    }

    /// The outcome where no path was found. With a limit of cost, a dearer path may exist. Whether components told that
    /// the goal is out of reach does not matter then: it depends on what was known.
    pub(super) fn no_path(&self) -> Outcome<Path<'static>> {
        if self.max_cost.is_some() { Outcome::CostLimitReached } else { Outcome::NoPath }
    }
}

/// Which cells of a path are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathForm {
    /// Each cell.
    #[default]
    Cells,
    /// Start, goal, and the cells between them at which the path turns.
    WayPoints,
    /// Start, goal, and the cells between them at which a string pulled tight along the path bends: each sees the next
    /// one.
    Straightened,
    /// Start, goal, and the cells between them at which an optimal path of lines at any angle turns. Only for queries
    /// that [`supports_any_angle`](super::supports_any_angle) allows.
    AnyAngle,
}

/// The result of a search.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The path, or why there is none.
    pub outcome: Outcome<Path<'a>>,
    /// Number of expanded cells. The goal is never expanded.
    pub expansions: u32,
    /// The engine that answered; [`Engine::Auto`] if no search was needed.
    pub engine: Engine,
}

/// The end of a query's searches, before the path has its form.
pub(super) enum End {
    /// There is a path of this cost. Its corners are in the scratch.
    Path {
        cost: u64,
        /// Lower bound of the cost of a path.
        least: u64,
        expansions: u32,
        engine: Engine,
    },
    LimitReached {
        expansions: u32,
        engine: Engine,
    },
    /// No search was needed, or none found a path.
    NoPath(Outcome<Path<'static>>),
}

/// The end of a search for a path of kind `P`.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<P> {
    /// There is a path.
    Found(P),
    /// The goal can't be reached. The path leads to the reachable cell nearest to it ([`Query::partial`]).
    Partial(P),
    /// The goal can't be reached.
    NoPath,
    /// The start lies outside the map, or its floor has none.
    StartOutside,
    /// The goal lies outside the map, or its floor has none. A start outside is reported first.
    GoalOutside,
    /// The goal is an obstacle, and not the start.
    GoalBlocked,
    /// [`Query::max_expansions`] was reached before the goal.
    LimitReached,
    /// No path costs at most [`Query::max_cost`]. There may be a dearer path.
    CostLimitReached,
}

impl<P> Outcome<P> {
    /// The path, if there is one.
    pub fn path(&self) -> Option<&P> {
        match self {
            Self::Found(path) | Self::Partial(path) => Some(path),
            _ => None,
        }
    }

    /// The outcome with what `change` makes of its path.
    pub fn map<Q>(&self, change: impl FnOnce(&P) -> Q) -> Outcome<Q> {
        match self {
            Self::Found(path) => Outcome::Found(change(path)),
            Self::Partial(path) => Outcome::Partial(change(path)),
            Self::NoPath => Outcome::NoPath,
            Self::StartOutside => Outcome::StartOutside,
            Self::GoalOutside => Outcome::GoalOutside,
            Self::GoalBlocked => Outcome::GoalBlocked,
            Self::LimitReached => Outcome::LimitReached,
            Self::CostLimitReached => Outcome::CostLimitReached,
        }
    }
}

/// A path. Its cells lie in the scratch of the search.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// Start, goal and the cells between them at which the path may turn. In the form of cells, the path goes straight
    /// or diagonally from each cell to the next one. In the other forms these are the points to write.
    corners: &'a [Cell],
    form: PathForm,
    length: u32,
    cost_parts: u64,
    /// The cost of a straightened path or one at any angle, in straight steps over cells with a multiplier of 1.
    straight_steps: f64,
    bound: f32,
}

impl<'a> Path<'a> {
    pub(super) fn new(corners: &'a [Cell], cost_parts: u64) -> Self {
        let steps: u32 = corners.windows(2).map(|leg| steps_between(leg[0], leg[1])).sum();
        Self { corners, form: PathForm::Cells, length: steps + 1, cost_parts, straight_steps: 0.0, bound: 1.0 }
    }

    /// A way in the form of cells, of unknown cost.
    pub(crate) fn of_corners(corners: &'a [Cell]) -> Self {
        Self::new(corners, 0)
    }

    /// A path in one of the other forms. `cost_parts` of a straightened path is the cost before.
    pub(super) fn of_points(points: &'a [Cell], form: PathForm, cost_parts: u64, straight_steps: f64) -> Self {
        Self { corners: points, form, length: points.len() as u32, cost_parts, straight_steps, bound: 1.0 }
    }

    /// Returns this path with another bound than 1.
    pub(super) fn with_bound(self, bound: f32) -> Self {
        Self { bound, ..self }
    }

    /// The path for keeping beyond the search: with its length and its cost, but without its cells.
    pub fn without_cells(&self) -> Path<'static> {
        Path { corners: &[], ..*self }
    }

    /// The form of the path.
    pub fn form(&self) -> PathForm {
        self.form
    }

    /// Returns this path with the corners that were kept for it, in memory of another lifetime.
    pub(crate) fn with_corners<'b>(&self, corners: &'b [Cell]) -> Path<'b> {
        Path { corners, ..*self }
    }

    /// Number of cells to write, both ends included: at least 1.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The cost on the scale of `costs`, which must be those of the query.
    pub fn cost(&self, costs: &StepCosts) -> f64 {
        match self.form {
            PathForm::Straightened | PathForm::AnyAngle => self.straight_steps * costs.straight(),
            PathForm::Cells | PathForm::WayPoints => costs.cost_of_parts(self.cost_parts as f64),
        }
    }

    /// The cost in parts: 3200 for a unit of the query's [`StepCosts`]. Of a straightened path: before. Of a path at
    /// any angle: rounded down.
    pub fn cost_parts(&self) -> u64 {
        self.cost_parts
    }

    /// The path costs at most this many times as much as an optimal one, as far as the search can tell: 1 if it is
    /// optimal. Of a straightened path: before.
    pub fn bound(&self) -> f32 {
        self.bound
    }

    /// Start, goal and the cells between them at which the path may turn.
    pub(crate) fn corners(&self) -> &'a [Cell] {
        self.corners
    }

    /// Writes the cells from start to goal, in the query's form. A shorter buffer gets the first cells of the path.
    pub fn copy_to(&self, cells: &mut [Cell]) {
        self.write_to(cells, |cell| cell);
    }

    /// Writes what `make` turns the cells into, from start to goal. A shorter buffer gets the first ones.
    pub fn write_to<T>(&self, places: &mut [T], make: impl Fn(Cell) -> T) {
        if self.form != PathForm::Cells {
            places.iter_mut().zip(self.corners).for_each(|(place, &point)| *place = make(point));
            return;
        }
        let mut rest = places;
        for leg in self.corners.windows(2) {
            let count = (steps_between(leg[0], leg[1]) as usize).min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            let (dx, dy) = ((leg[1].x - leg[0].x).signum(), (leg[1].y - leg[0].y).signum());
            let mut at = leg[0];
            // Cell by cell: most parts are too short for four cells at a time.
            for place in now {
                *place = make(at);
                at = Cell::new(at.x + dx, at.y + dy);
            }
            rest = later;
        }
        if let (Some(place), Some(&goal)) = (rest.first_mut(), self.corners.last()) {
            *place = make(goal);
        }
    }

    /// The cells from start to goal.
    pub fn to_vec(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::default(); self.length as usize];
        self.copy_to(&mut cells);
        cells
    }
}

fn steps_between(from: Cell, to: Cell) -> u32 {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
}
