//! Landmarks: distances from a few cells far apart, which tell searches how far it is at least to any goal.
//!
//! By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. Of
//! eight landmarks the largest difference is taken: a *differential heuristic* (Sturtevant, Felner, Barrer, Schaeffer
//! and Burch, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). Each landmark is the cell farthest
//! from those before it. [`quantized_costs`] shows that the estimates are consistent, and in what units distances are.
//!
//! Edits keep estimates right. A closed cell leaves all distances as they are, at worst too low. Around an opened cell
//! distances are repaired ([`repair`]), or the cell is noted, and estimates don't trust distances across it
//! ([`openings`]). With too many such cells, or without memory, the landmarks are no longer valid and say so.
//!
//! Distances are measured from one landmark after the other ([`distance_field`](distance_field)), in time by the
//! number of cells and of turns at obstacles; on open maps full of small obstacles from all at once
//! ([`lane_sweeps`](lane_sweeps)), with landmarks where they would be without the obstacles. The map alone decides.
//!
//! Memory: 16 bytes a cell and 3 bits. The eight distances of a cell lie side by side, so that an estimate reads one
//! line of the cache.

mod distance_field;
mod kept;
mod lane_sweeps;
mod lanes;
mod openings;
mod repair;
mod shares;
#[cfg(test)]
mod tests;
mod quantized_costs;

pub(super) use kept::KeptLandmarks;
pub(crate) use kept::StaleLandmarks;
pub(crate) use openings::GoalEstimate;
use quantized_costs::Scale;

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;
use distance_field::DistanceField;
use openings::Openings;
use quantized_costs::QuantizedCosts;
use repair::Repair;
use shares::{Part, share_out};

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

/// Landmarks are stale once 1/32 of the cells differ from what they were when distances were measured,
const STALE: u64 = 32;
/// or when more cells than this are noted as openings.
const STALE_OPENINGS: usize = 32;

/// Where a search by jumps stops at more than one of so many cells, on an open map, distances are measured by sweeping
/// rows.
const STOPS_BY_CELLS: usize = 10;

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

    /// Chooses quantized costs and landmarks, and measures distances from these.
    fn measure(
        &mut self,
        costs: &StepCosts,
        walkable: &WalkableCells,
        memory: Vec<Distances>,
    ) -> Result<Vec<Distances>, MapError> {
        let cells = self.width * self.height;
        // All of it is written.
        let mut distances: Vec<Distances> = if memory.len() == cells { memory } else { zeroed(cells)? };
        let parts = share_out(self.rule, walkable, LANDMARKS)?;
        let coarse = self.quantized_costs;
        // A diagonal step that weighs two straight ones and passes a walkable cell is never needed.
        let rule = match self.rule {
            DiagonalRule::AtMostOneBlocked | DiagonalRule::BothFree
                if self.quantized_costs.diagonal == 2 * self.quantized_costs.straight =>
            {
                DiagonalRule::Never
            }
            rule => rule,
        };
        let mut field = DistanceField::new(rule, walkable)?;
        let mut nearest = zeroed(self.width * self.height)?;
        let mut lane = 0;
        for part in &parts {
            nearest.fill(u16::MAX);
            field.measure(self.quantized_costs, part.first)?;
            let mut next = farthest(&field, &mut nearest, self.width, |_, _, distance| distance);
            nearest.fill(u16::MAX);
            if lane == 0 {
                self.quantized_costs = QuantizedCosts::fitting(self.rule, costs, next.0, coarse);
            }
            if part.landmarks == LANDMARKS
                && field.stops() > part.size / STOPS_BY_CELLS
                && is_open(&field, coarse, part)
            {
                let landmarks = self.farthest_as_on_an_open_map(&field, next.1, &mut nearest);
                lane_sweeps::measure(rule, self.quantized_costs, walkable, landmarks, &mut distances)?;
                return Ok(distances);
            }
            for _ in 0..part.landmarks {
                field.measure(self.quantized_costs, next.1)?;
                next = farthest(&field, &mut nearest, self.width, |_, _, distance| distance);
                store(&mut distances, lane, &field, self.width);
                lane += 1;
            }
        }
        for lane in lane..LANDMARKS {
            distances.iter_mut().for_each(|distances| distances[lane] = FARTHEST);
        }
        Ok(distances)
    }

    /// Each landmark about as far from the others as it would be without obstacles, among the cells that `field`
    /// reached.
    fn farthest_as_on_an_open_map(
        &self,
        field: &DistanceField,
        first: (usize, usize),
        nearest: &mut [u16],
    ) -> [usize; LANDMARKS] {
        // Half straight steps, which fit into 16 bits; a diagonal step is 3 of them, or 4 where there is none.
        let diagonal_extra = if self.rule == DiagonalRule::Never { 2 } else { 1 };
        let mut next = first;
        std::array::from_fn(|_| {
            let (from_x, from_y) = (next.0 as u16, next.1 as u16);
            let row_index = next.1 * self.width + next.0;
            let distance = |x: u16, y: u16| {
                let (dx, dy) = (x.abs_diff(from_x), y.abs_diff(from_y));
                2 * dx.max(dy) + diagonal_extra * dx.min(dy)
            };
            next = farthest(field, nearest, self.width, |x, y, _| distance(x as u16, y as u16)).1;
            row_index
        })
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

    /// Whether measuring them anew would tell searches much more.
    pub(crate) fn is_stale(&self) -> bool {
        let cells = (self.width * self.height) as u64;
        !self.is_valid || self.openings.count() > STALE_OPENINGS || self.differing_cells > cells / STALE
    }

    fn expansions_to_measure_anew(&self) -> u64 {
        Self::expansions_to_measure((self.width * self.height) as u64)
    }

    /// How many cells have been opened or closed since the distances were measured, each time counted.
    pub(crate) fn changed_cells(&self) -> u64 {
        self.changed_cells
    }

    /// The revision of the map when the distances were measured.
    pub(crate) fn measured_at(&self) -> u64 {
        self.measured_at
    }

    /// How many expansions take about as long as measuring the landmarks of so many cells.
    pub(crate) fn expansions_to_measure(cells: u64) -> u64 {
        cells / 2
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

    /// The memory of distances that nobody shares.
    fn into_memory(mut landmarks: TryArc<Self>) -> Vec<Distances> {
        let distances = landmarks.get_mut().and_then(|landmarks| landmarks.distances.get_mut());
        distances.map_or_else(Vec::new, std::mem::take)
    }

    /// Whether other landmarks share the distances.
    fn shares_distances(&self) -> bool {
        self.distances.owners() > 1
    }

    /// Takes the memory of earlier landmarks, for a copy of shared distances.
    fn take_memory(&mut self, earlier: Option<TryArc<Self>>) {
        if let Some(earlier) = earlier {
            self.memory = Self::into_memory(earlier);
        }
    }

    /// What of [`bytes`](Self::bytes) another copy shares.
    pub(crate) fn bytes_shared_with(&self, other: &Self) -> u64 {
        let distances = TryArc::<Vec<Distances>>::BYTES + self.distances.capacity() * size_of::<Distances>();
        if TryArc::ptr_eq(&self.distances, &other.distances) { distances as u64 } else { 0 }
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

/// Notes the distances of a field as those of one landmark.
fn store(distances: &mut [Distances], lane: usize, field: &DistanceField, width: usize) {
    for (y, row) in distances.chunks_exact_mut(width).enumerate() {
        for (distances, &distance) in row.iter_mut().zip(field.row(y)) {
            // Obstacles, 0, become the farthest.
            distances[lane] = distance.wrapping_sub(1);
        }
    }
}

/// Lowers `nearest` to the distances from a landmark, and tells where it is largest among the cells that a field
/// reached.
///
/// `distance` gets a cell and its distance in the field.
#[inline(always)]
fn farthest(
    field: &DistanceField,
    nearest: &mut [u16],
    width: usize,
    distance: impl Fn(usize, usize, u16) -> u16,
) -> (u16, (usize, usize)) {
    let (mut largest, mut largest_row) = (0, 0);
    for (y, nearest) in nearest.chunks_exact_mut(width).enumerate() {
        let mut largest_here = 0;
        for (x, (nearest, &measured)) in nearest.iter_mut().zip(field.row(y)).enumerate() {
            *nearest = distance(x, y, measured).min(*nearest);
            largest_here = largest_here.max(if is_reached(measured) { *nearest } else { 0 });
        }
        if largest_here > largest {
            (largest, largest_row) = (largest_here, y);
        }
    }
    let row = nearest.chunks_exact(width).nth(largest_row).unwrap_or_default().iter().zip(field.row(largest_row));
    let x = row.into_iter().position(|(&nearest, &measured)| nearest == largest && is_reached(measured));
    (largest, (x.unwrap_or(0), largest_row))
}

/// Whether ways from the first cell of a part are at most a quarter longer, all in all, than without obstacles.
fn is_open(field: &DistanceField, quantized_costs: QuantizedCosts, part: &Part) -> bool {
    let (mut measured_sum, mut open_sum) = (0, 0);
    for y in part.first.1..field.height() {
        for (x, &measured) in field.row(y).iter().enumerate().filter(|&(_, &measured)| is_reached(measured)) {
            measured_sum += u64::from(measured);
            open_sum += u64::from(quantized_costs.open(x.abs_diff(part.first.0), y - part.first.1));
        }
    }
    4 * measured_sum <= 5 * open_sum
}

fn is_reached(measured: u16) -> bool {
    measured != 0 && measured != u16::MAX
}
