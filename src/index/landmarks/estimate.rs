//! Lower bounds on the cost to a goal, across openings too.
//!
//! Repairing all distances behind a wall that opened would take long. The cells at its steep steps are noted instead. A
//! path that crosses no opening costs at least the difference of the distances. A path that crosses one reaches a first
//! opening `c`, and goes on from there:
//!
//! ```text
//! estimate(n) = min(difference(n, goal), min over c of way(n, c) + left(c))
//! way(n, c)   = max(octile(n, c), by how much distances at n lie outside the distances at and around c)
//! left(c)     = min(difference(c, goal),
//!                   min over legal steps from c to m of step + difference(m, goal),
//!                   min over other openings c' of octile(c, c') + left(c'))
//! ```
//!
//! The estimate stays consistent.

use super::measured::Landmarks;
use crate::bits::prefetch::prefetch;
use crate::distance::landmarks::{Distances, QuantizedSteps, Scale, largest_difference};
use crate::grid::{Cell, MapError};
use crate::held::held;
use crate::index::walkable_cells::{IndexCell, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};

/// Lower bounds on the cost to one goal, by landmarks.
#[derive(Debug)]
pub(crate) struct GoalEstimate<'a> {
    distances: &'a [Distances],
    scale: Scale,
    goal: Distances,
    /// The opening with the least cost to the goal comes first.
    openings: &'a [WayOver],
}

/// The memory of a thread for the openings of one [`GoalEstimate`].
#[derive(Debug, Default)]
pub(crate) struct OpeningMemory(Vec<WayOver>);

held!(OpeningMemory: 0);

/// A lower bound on the cost to the goal over one opening.
#[derive(Clone, Copy, Debug)]
struct WayOver {
    steps: StepsLeft,
    /// A lower bound on the cost from the opening to the goal.
    left: u32,
    /// By landmark, the smallest and the largest distance of the opening and of the cells one legal step away.
    nearest: Distances,
    farthest: Distances,
}

impl WayOver {
    #[inline(always)]
    fn from(&self, cell: Cell, distances: &Distances, scale: Scale) -> u32 {
        let mut outside = 0;
        for ((&distance, &nearest), &farthest) in distances.iter().zip(&self.nearest).zip(&self.farthest) {
            outside = outside.max(nearest.saturating_sub(distance) | distance.saturating_sub(farthest));
        }
        self.left + self.steps.from(cell).max(scale.units(outside))
    }
}

impl GoalEstimate<'_> {
    /// Asks for the memory of the distances at a row index. An index outside the map is ignored.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        if let Some(distances) = self.distances.get(index) {
            prefetch(std::slice::from_ref(distances));
        }
    }

    /// A lower bound on the cost from a cell with row index `index`. `on_open_map` is the cost without obstacles.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell, index: usize, on_open_map: u32) -> u32 {
        let told = self.difference(index);
        if told <= on_open_map {
            return on_open_map;
        }
        if self.openings.is_empty() { told } else { on_open_map.max(self.over_openings(cell, index, told)) }
    }

    /// The largest possible estimate.
    pub(crate) fn largest(&self) -> u32 {
        self.scale.units(u16::MAX)
    }

    /// A lower bound on the cost of paths that cross no opening.
    #[inline(always)]
    fn difference(&self, index: usize) -> u32 {
        self.scale.units(largest_difference(&self.distances[index], &self.goal))
    }

    #[inline(never)]
    fn over_openings(&self, cell: Cell, index: usize, told: u32) -> u32 {
        let ways = self.openings.iter().take_while(|way| way.left < told);
        ways.fold(told, |told, way| told.min(way.from(cell, &self.distances[index], self.scale)))
    }
}

/// Lowers the cost left from each opening to the cost over another opening, where this is less. Sorts the openings.
fn relax(openings: &mut [WayOver]) {
    for done in 0..openings.len() {
        let openings = &mut openings[done..];
        let Some((nearest, _)) = openings.iter().enumerate().min_by_key(|(_, way)| way.left) else { return };
        openings.swap(0, nearest);
        let Some((nearest, others)) = openings.split_first_mut() else { return };
        for other in others {
            other.left = other.left.min(other.steps.from(nearest.steps.goal()) + nearest.left);
        }
    }
}

impl Landmarks {
    /// The lower bounds for a goal and a search under `rule`. None where landmarks don't apply: see
    /// [`scale_for`](Self::scale_for).
    pub(crate) fn toward<'a>(
        &'a self,
        goal: IndexCell,
        rule: DiagonalRule,
        costs: &StepCosts,
        walkable: &WalkableCells,
        memory: &'a mut OpeningMemory,
    ) -> Result<Option<GoalEstimate<'a>>, MapError> {
        let Some(scale) = self.scale_for(rule, costs) else { return Ok(None) };
        let steps_to = |row_index: usize| {
            StepsLeft::exact(rule, costs, Cell::new((row_index % self.width) as i32, (row_index / self.width) as i32))
        };
        let goal = self.distances[goal.y as usize * self.width + goal.x as usize];
        let mut estimate = GoalEstimate { distances: self.distances(), scale, goal, openings: &[] };
        let OpeningMemory(ways) = memory;
        ways.clear();
        ways.try_reserve(self.openings.count())?;
        for row_index in self.openings.0.iter().map(|opening| opening.row_index as usize) {
            let (distances, here) = (self.distances[row_index], estimate.difference(row_index));
            let mut way = WayOver { steps: steps_to(row_index), left: here, nearest: distances, farthest: distances };
            self.steps(walkable).from(row_index, |next, _| {
                let next_cell = Cell::new((next % self.width) as i32, (next / self.width) as i32);
                let (step, there) = (way.steps.from(next_cell), estimate.difference(next));
                way.left = way.left.min(step + there);
                let distances = &self.distances[next];
                way.nearest = std::array::from_fn(|i| way.nearest[i].min(distances[i]));
                way.farthest = std::array::from_fn(|i| way.farthest[i].max(distances[i]));
            });
            ways.push(way);
        }
        relax(ways);
        estimate.openings = ways;
        Ok(Some(estimate))
    }
}
