//! Landmarks: distances from a few cells far apart, which tell searches how far it is at least to any goal.
//!
//! By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. Of
//! eight landmarks the largest difference is taken: a *differential heuristic* (Sturtevant, Felner, Barrer, Schaeffer
//! and Burch, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). Each landmark is the cell farthest
//! from those before it. [`quantized_costs`] shows that the estimates are consistent, and in what units distances are.
//!
//! Edits keep estimates right. A closed cell leaves all distances as they are, at worst too low. Around an opened cell
//! distances are repaired ([`repair`]), or the cell is noted, and estimates don't trust distances across it
//! (`openings`). With too many such cells, or without memory, the landmarks are no longer valid and say so.
//!
//! Distances are measured from one landmark after the other (`distance_field`), in time by the
//! number of cells and of turns at obstacles; on open maps full of small obstacles from all at once
//! (`lane_sweeps`), with landmarks where they would be without the obstacles. The map alone decides.
//!
//! Memory: 16 bytes a cell and 3 bits. The eight distances of a cell lie side by side, so that an estimate reads one
//! line of the cache.

mod lifecycle;
mod measure;
mod quantized_costs;
mod repair;
mod select;
#[cfg(test)]
mod tests;

pub(super) use lifecycle::KeptLandmarks;
pub(crate) use lifecycle::StaleLandmarks;
pub(crate) use repair::GoalEstimate;

use crate::bits::bit_rows::BitRows;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use quantized_costs::{QuantizedCosts, Scale};
use repair::{Openings, Repair};

/// Number of landmarks.
pub(crate) const LANDMARKS: usize = 8;

/// Distances of a cell from the landmarks. Those from landmarks that it is not connected to may be anything.
type Distances = [u16; LANDMARKS];

/// The most cells of a map that gets landmarks: 8192 x 8192, with 1 GiB of distances.
pub(crate) const MAX_CELLS: usize = 1 << 26;

/// What a cell is from a landmark that it is too far from, or not connected to.
const FARTHEST: u16 = u16::MAX;

/// The largest of eight differences: the estimate of one cell's distance from another, in the quantized costs of the landmarks.
#[inline(always)]
fn largest_difference(one: &Distances, other: &Distances) -> u16 {
    let mut largest = 0;
    for (&one, &other) in one.iter().zip(other) {
        largest = largest.max(one.saturating_sub(other) | other.saturating_sub(one));
    }
    largest
}

/// The landmarks of a map under one rule.
#[derive(Debug)]
pub(crate) struct Landmarks {
    rule: DiagonalRule,
    quantized_costs: QuantizedCosts,
    width: usize,
    height: usize,
    /// By cell, row after row. Shared with copies of the landmarks until one of them is repaired.
    distances: TryArc<Vec<Distances>>,
    /// The cells as they were when the distances were brought up to date last.
    known: BitRows,
    repair: Repair,
    /// Memory for a copy of the distances, or nothing.
    memory: Vec<Distances>,
    openings: Openings,
    is_valid: bool,
    /// How many cells were opened or closed since the distances were measured, each time counted.
    changed_cells: u64,
    /// The cells as they were then, and how many differ now.
    measured: BitRows,
    differing_cells: u64,
    /// The revision of the map when the distances were measured.
    measured_at: u64,
}

impl Landmarks {
    /// For the walkable cells of a map at a revision, in the memory of earlier landmarks of a map of its size, if there are
    /// any.
    ///
    /// [`MapError::TooLargeForLandmarks`] for a map of more than [`MAX_CELLS`], before anything is done.
    pub(crate) fn new(
        rule: DiagonalRule,
        costs: &StepCosts,
        walkable: &WalkableCells,
        revision: u64,
        memory: Vec<Distances>,
    ) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        if width * height > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut landmarks = Self {
            rule,
            quantized_costs: QuantizedCosts::coarse(rule, costs),
            width,
            height,
            distances: TryArc::try_new(Vec::new())?,
            known: walkable.rows.try_clone()?,
            measured: walkable.rows.try_clone()?,
            differing_cells: 0,
            repair: Repair::new(walkable)?,
            memory: Vec::new(),
            openings: Openings::default(),
            is_valid: true,
            changed_cells: 0,
            measured_at: revision,
        };
        landmarks.distances = TryArc::try_new(landmarks.measure(costs, walkable, memory)?)?;
        Ok(landmarks)
    }

    /// The distances of all cells, row after row.
    pub(crate) fn distances(&self) -> &[Distances] {
        &self.distances
    }

    /// What differences between distances mean in units of the costs, for a search by `rule`. None when they say
    /// nothing: the search has more legal steps than the landmarks were measured by, a diagonal step costs too little,
    /// or distances are no longer [valid](Self::is_valid).
    fn scale_for(&self, rule: DiagonalRule, costs: &StepCosts) -> Option<Scale> {
        let has_its_steps = rule.allows_no_more_than(self.rule);
        if self.is_valid() && has_its_steps { self.quantized_costs.scale(rule, costs) } else { None }
    }

    /// Whether distances can be used: edits have not changed more than could be repaired or noted.
    pub(crate) fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// Whether they are what measuring them anew would give.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_valid() && self.changed_cells == 0
    }

    /// How many cells have been opened or closed since the distances were measured, each time counted.
    pub(crate) fn changed_cells(&self) -> u64 {
        self.changed_cells
    }

    /// The revision of the map when the distances were measured.
    pub(crate) fn measured_at(&self) -> u64 {
        self.measured_at
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let distances = TryArc::<Vec<Distances>>::BYTES + self.distances.capacity() * size_of::<Distances>();
        let memory = self.memory.capacity() * size_of::<Distances>();
        (distances + memory) as u64
            + self.known.bytes()
            + self.measured.bytes()
            + self.repair.bytes()
            + self.openings.bytes()
    }

    /// A copy that shares the distances for now, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            distances: self.distances.clone(),
            known: self.known.try_clone()?,
            measured: self.measured.try_clone()?,
            repair: self.repair.try_clone()?,
            memory: Vec::new(),
            openings: self.openings.try_clone()?,
            ..*self
        })
    }
}
