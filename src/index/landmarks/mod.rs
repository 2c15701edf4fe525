//! Landmarks: distances from eight cells, which give searches a lower bound on the cost to any goal.
//!
//! By the triangle inequality, the distances of two cells from one landmark differ by no more than the distance between
//! the cells. The estimate is the largest of the eight differences: a *differential heuristic* (Sturtevant, Felner,
//! Barrer, Schaeffer and Burch, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). The estimate is
//! consistent: [`quantized_costs`] has the proof.
//!
//! - [`shares`] gives each connected area its number of landmarks, and [`choosing`] chooses them, each one far from the
//!   ones before it.
//! - [`distance_field`] measures the distances from one landmark after the other, in [`quantized_costs`].
//! - [`repair`] keeps estimates right through edits. A closed cell needs no repair: distances are then too low at
//!   worst. Around an opened cell, distances are lowered, or the cell becomes one of the [`openings`], across which
//!   estimates don't trust distances. With too many opened cells, or without memory, the landmarks become invalid.
//! - [`lifecycle`] decides when stale landmarks are dropped, to be measured anew.
//!
//! Memory: 16 bytes and 3 bits a cell. The eight distances of a cell lie side by side, so that an estimate reads one
//! cache line.

mod buckets;
mod choosing;
mod distance_field;
mod lifecycle;
mod openings;
mod quantized_costs;
mod repair;
mod shares;
#[cfg(test)]
mod tests;

pub(super) use buckets::Buckets;
pub(super) use choosing::{Extent, Field, STORED, UNREACHED, choose, distances_at};
pub(super) use lifecycle::KeptLandmarks;
pub(crate) use openings::{GoalEstimate, OpeningMemory};
pub(super) use shares::Area;

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::bits::prefaulted_words::ask_for_pages;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use distance_field::DistanceField;
use openings::Openings;
use quantized_costs::{QuantizedCosts, Scale};
use repair::Repair;

/// Number of landmarks.
pub(crate) const LANDMARKS: usize = 8;

/// The distances of a cell from the landmarks, in quantized costs. A distance from a landmark that is not connected to
/// the cell has no meaning.
pub(super) type Distances = [u16; LANDMARKS];

/// The most cells of a map with landmarks: 8192 x 8192, whose distances take 1 GiB.
pub(crate) const MAX_CELLS: usize = 1 << 26;

/// The distance of a cell that is too far from a landmark for 16 bits, or not connected to the landmark.
pub(super) const FARTHEST: u16 = u16::MAX;

/// The largest of the eight differences: a lower bound on the distance between two cells, in quantized costs.
#[inline(always)]
fn largest_difference(one: &Distances, other: &Distances) -> u16 {
    let mut largest = 0;
    for (&one, &other) in one.iter().zip(other) {
        largest = largest.max(one.saturating_sub(other) | other.saturating_sub(one));
    }
    largest
}

/// The landmarks of a map under one diagonal rule.
#[derive(Debug)]
pub(crate) struct Landmarks {
    rule: DiagonalRule,
    quantized_costs: QuantizedCosts,
    width: usize,
    height: usize,
    /// By row index. Shared with copies of the landmarks until one of them is repaired.
    distances: TryArc<Vec<Distances>>,
    /// The walkable cells at the last update of the distances.
    known: BitRows,
    repair: Repair,
    openings: Openings,
    is_valid: bool,
    /// Number of cell changes since the distances were measured. A cell that changes twice counts twice.
    changed_cells: u64,
    /// The walkable cells when the distances were measured.
    measured: BitRows,
    /// Number of cells that differ from `measured`.
    differing_cells: u64,
    /// The revision of the map when the distances were measured.
    measured_at: u64,
}

impl Landmarks {
    /// Measures the landmarks of a map at a revision.
    ///
    /// [`MapError::TooLargeForLandmarks`] for a map of more than [`MAX_CELLS`] cells, before anything is allocated.
    pub(crate) fn new(
        rule: DiagonalRule,
        costs: &StepCosts,
        walkable: &WalkableCells,
        revision: u64,
    ) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        if width * height > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut distances = new_distances(width * height)?;
        let mut field = DistanceField::new(rule, costs, walkable)?;
        choose(rule, &walkable.rows, &mut field, |first, values| {
            for (row_index, distances) in distances.iter_mut().enumerate() {
                distances[first..first + STORED].copy_from_slice(&distances_at(values, row_index));
            }
        })?;
        Ok(Self {
            rule,
            quantized_costs: field.quantized_costs(),
            width,
            height,
            distances: TryArc::try_new(distances)?,
            known: walkable.rows.try_clone()?,
            repair: Repair::new(walkable)?,
            openings: Openings::default(),
            is_valid: true,
            changed_cells: 0,
            measured: walkable.rows.try_clone()?,
            differing_cells: 0,
            measured_at: revision,
        })
    }

    /// The distances of all cells, by row index.
    pub(crate) fn distances(&self) -> &[Distances] {
        &self.distances
    }

    /// Converts differences of distances to units of `costs`, for a search under `rule`.
    ///
    /// None if differences are no lower bound for the search: it has more legal steps than the landmarks were measured
    /// with, its diagonal steps cost too little, or the landmarks are not [valid](Self::is_valid).
    fn scale_for(&self, rule: DiagonalRule, costs: &StepCosts) -> Option<Scale> {
        let has_its_steps = rule.allows_no_more_than(self.rule);
        if self.is_valid() && has_its_steps { self.quantized_costs.scale(rule, costs) } else { None }
    }

    /// Whether the distances can be used: every edit since the measurement was repaired or noted as an opening.
    pub(crate) fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// Whether measuring the landmarks now would give the same distances.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_valid() && self.changed_cells == 0
    }

    /// Number of cell changes since the distances were measured. A cell that changes twice counts twice.
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
        distances as u64 + self.known.bytes() + self.measured.bytes() + self.repair.bytes() + self.openings.bytes()
    }

    /// A copy that shares the distances until one of the two is repaired, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            distances: self.distances.clone(),
            known: self.known.try_clone()?,
            measured: self.measured.try_clone()?,
            repair: self.repair.try_clone()?,
            openings: self.openings.try_clone()?,
            ..*self
        })
    }
}

/// Memory for the distances of a map, in large pages where the system has them. On large maps, searches read distances
/// all over the map.
fn new_distances(cells: usize) -> Result<Vec<Distances>, MapError> {
    let mut distances: Vec<Distances> = zeroed(cells)?;
    ask_for_pages(bytemuck::cast_slice_mut(&mut distances));
    distances.fill([FARTHEST; LANDMARKS]);
    Ok(distances)
}
