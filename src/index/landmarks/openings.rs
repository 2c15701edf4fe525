//! Openings: cells at steep steps whose distances were not repaired.
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

use crate::bits::prefetch::prefetch;
use crate::grid::{Cell, MapError};
use crate::index::landmarks::{Distances, Landmarks, Scale, largest_difference};
use crate::index::walkable_cells::{IndexCell, WalkableCells};
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};

/// The most openings. Each one makes an estimate some nanoseconds slower.
pub(super) const MOST_OPENINGS: usize = 64;

/// A cell at a steep step, and the opened cell that made the step legal. Both are row indexes.
#[derive(Clone, Copy, Debug)]
struct Opening {
    row_index: u32,
    /// When this cell closes, the steep step is illegal again.
    opened: u32,
}

/// The openings since the landmarks were measured.
#[derive(Debug, Default)]
pub(in crate::index::landmarks) struct Openings(Vec<Opening>);

impl Openings {
    /// A copy, or [`MapError::Memory`].
    pub(in crate::index::landmarks) fn try_clone(&self) -> Result<Self, MapError> {
        let mut openings = Vec::new();
        openings.try_reserve_exact(self.0.len())?;
        openings.extend_from_slice(&self.0);
        Ok(Self(openings))
    }

    /// Number of openings.
    pub(in crate::index::landmarks) fn count(&self) -> usize {
        self.0.len()
    }

    /// Notes a cell at a steep step that became legal when `opened` was opened. Both are row indexes.
    pub(super) fn add(&mut self, row_index: usize, opened: usize) -> Result<(), MapError> {
        self.0.try_reserve(1)?;
        self.0.push(Opening { row_index: row_index as u32, opened: opened as u32 });
        Ok(())
    }

    /// Removes the openings of cells that are closed now.
    pub(super) fn forget_closed(&mut self, walkable: &WalkableCells) {
        let width = walkable.width();
        self.0.retain(|opening| walkable.is_walkable(opening.opened as usize % width, opening.opened as usize / width));
    }

    /// Memory held, in bytes.
    pub(in crate::index::landmarks) fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<Opening>()) as u64
    }
}

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

impl OpeningMemory {
    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<WayOver>()
    }
}

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
            self.for_each_step(walkable, (row_index % self.width, row_index / self.width), |landmarks, next, _| {
                let next_cell = Cell::new((next % self.width) as i32, (next / self.width) as i32);
                let (step, there) = (way.steps.from(next_cell), estimate.difference(next));
                way.left = way.left.min(step + there);
                let distances = &landmarks.distances[next];
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
