//! The memory of searches through floors. Reused between searches, so that a repeated search allocates nothing.

use super::hops::{Hop, Walk};
use super::kept_legs::Leg;
use super::lazy::LazyRoute;
use super::links::FloorCell;
use super::path::FloorStep;
use super::route::Route;
use super::view::FloorsView;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::held::{Held, held};
use crate::index::Engine;
use crate::movement::StepCosts;
use crate::refill;
use crate::search::{Answer, Outcome, count_search};

/// The memory of one thread's searches through floors. The thread's searches within floors use a
/// [`Scratch`](crate::search::Scratch) beside it.
#[derive(Debug, Default)]
pub struct FloorMemory {
    pub(super) route: Route,
    pub(super) lazy: LazyRoute,
    /// The starts and goals of the paths of which the cheapest one is the answer.
    pub(super) trips: Vec<(FloorCell, FloorCell)>,
    /// The hops of the best path so far.
    pub(super) hops: Vec<Hop>,
    /// Legs that this query has searched, and their corners.
    pub(super) legs: Vec<Leg>,
    pub(super) corners: Vec<Cell>,
    /// The cells of a way out of an obstacle.
    pub(super) crossed: Vec<Cell>,
    /// The corners of the path.
    pub(super) steps: Vec<FloorStep>,
    /// By group, whether a flood has reached it.
    pub(super) is_reached: Vec<bool>,
    /// The goal from which a backward flood has marked them.
    pub(super) marked: Option<FloorCell>,
    pub(super) start_groups: Vec<u32>,
    pub(super) goal_groups: Vec<u32>,
    pub(super) cells: Vec<Cell>,
    /// By floor, the number of cells that the last query's legs expanded, but for those by A*.
    expansions_by_floor: Vec<u64>,
}

held!(
    FloorMemory: trips, hops, legs, corners, crossed, steps, is_reached, start_groups, goal_groups, cells,
    expansions_by_floor
);

impl FloorMemory {
    /// Allocates nothing before the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (Held::bytes(self) + self.route.bytes() + self.lazy.bytes()) as u64
    }

    /// Forgets the last query.
    pub(super) fn begin(&mut self, view: &FloorsView) -> Result<(), OutOfMemory> {
        self.marked = None;
        self.trips.clear();
        self.hops.clear();
        self.legs.clear();
        self.corners.clear();
        self.crossed.clear();
        self.steps.clear();
        refill(&mut self.expansions_by_floor, view.floor_count(), 0)
    }

    /// Reports the last search's expansions to the grids of a view, once its result was used: see
    /// [`count_search`].
    pub fn count_searches(&self, view: &FloorsView) {
        for (number, &expansions) in (0..).zip(&self.expansions_by_floor) {
            if let Some(floor) = view.agent_view(number).filter(|_| expansions > 0) {
                count_search(floor, Engine::JumpPoints, expansions);
            }
        }
    }

    /// Counts the expansions of a search.
    pub(super) fn count(&mut self, floor: u32, answer: &Answer) {
        if answer.engine != Engine::AStar
            && let Some(place) = self.expansions_by_floor.get_mut(floor as usize)
        {
            *place += u64::from(answer.expansions);
        }
    }

    /// Keeps a leg that was searched, with its corners or only with its cost. Returns its cost in parts; `None` if
    /// there is no such leg.
    pub(super) fn keep_leg(
        &mut self,
        walk: Walk,
        answer: &Answer,
        costs: &StepCosts,
        with_corners: bool,
    ) -> Result<Option<u64>, OutOfMemory> {
        self.count(walk.floor, answer);
        let Outcome::Found(path) = &answer.outcome else { return Ok(None) };
        self.legs.try_reserve(1)?;
        let corners = match with_corners {
            true => {
                let first = self.corners.len();
                self.corners.try_reserve(path.corners().len())?;
                self.corners.extend_from_slice(path.corners());
                Some(first..self.corners.len())
            }
            false => None,
        };
        let (cost, cost_in_form, bound) = (path.cost_parts(), path.cost(costs), path.bound());
        let expansions = answer.expansions;
        self.legs.push(Leg { walk, corners, is_kept: false, cost, cost_in_form, bound, expansions });
        Ok(Some(cost))
    }

    /// The leg of a walk that has corners, if it was searched.
    pub(super) fn leg(&self, walk: &Walk) -> Option<&Leg> {
        self.legs.iter().find(|leg| leg.walk == *walk && leg.corners.is_some())
    }
}
