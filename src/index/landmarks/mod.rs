//! Landmarks: distances from a few places far apart, which tell searches how far it is at least to any goal.
//!
//! By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. Of eight
//! landmarks the largest difference is taken: a *differential heuristic* (Sturtevant, Felner, Barrer, Schaeffer and Burch,
//! "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). Each landmark is the place farthest from those before it.
//! [`weights`] shows that the estimates are consistent, and in what units distances are.
//!
//! Edits keep that right. A closed cell leaves all estimates as they are, at worst too low. An opened one is
//! repaired ([`cells_changed`](Landmarks::cells_changed)): distances are lowered around it until no step changes them by more than its weight.
//! When that goes too far, or a landmark's memory can't be had, the landmarks are no longer valid and say so.
//!
//! Distances are measured from one landmark after the other ([`distance_field`](distance_field)), in time by the
//! number of cells and of turns at obstacles; on open maps full of small obstacles from all at once
//! ([`lane_sweeps`](lane_sweeps)), with landmarks where they would be without the obstacles. The map alone decides.
//!
//! Memory: 16 bytes a cell and 2 bits. The eight distances of a cell lie side by side, so that an estimate reads one line of
//! the cache.

mod distance_field;
mod kept;
mod lane_sweeps;
mod lanes;
mod shares;
#[cfg(test)]
mod tests;
mod weights;

pub(super) use kept::KeptLandmarks;
pub(crate) use weights::Scale;

use crate::grid::MapError;
use crate::index::bit_rows::{BitRows, copied, zeroed};
use crate::index::free_cells::{Block, FreeCells};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts};
use distance_field::DistanceField;
use shares::{Part, share_out};
use std::sync::Arc;
use weights::Weights;

/// Number of landmarks.
pub(crate) const LANDMARKS: usize = 8;

/// Distances of a cell from the landmarks. Those from landmarks that it is not connected to may be anything.
pub(crate) type Distances = [u16; LANDMARKS];

/// The most cells of a map that gets landmarks: 8192 x 8192, with 1 GiB of distances.
pub(crate) const MAX_CELLS: usize = 1 << 26;

/// What a cell is from a landmark that it is too far from, or not connected to.
const FARTHEST: u16 = u16::MAX;

/// The largest of eight differences: the estimate of one cell's distance from another, in the weights of the landmarks.
#[inline(always)]
pub(crate) fn largest_difference(one: &Distances, other: &Distances) -> u16 {
    let mut largest = 0;
    for (&one, &other) in one.iter().zip(other) {
        largest = largest.max(one.saturating_sub(other) | other.saturating_sub(one));
    }
    largest
}

/// Where a search by jumps stops at more than one of so many cells, on an open map, distances are measured by sweeping rows.
const STOPS_BY_CELLS: usize = 10;

/// The landmarks of a map under one rule.
#[derive(Debug)]
pub(crate) struct Landmarks {
    rule: DiagonalRule,
    weights: Weights,
    width: usize,
    height: usize,
    /// By place, row after row. Shared with copies of the landmarks until one of them is repaired.
    distances: Arc<Vec<Distances>>,
    /// The cells as they were when the distances were brought up to date last.
    known: BitRows,
    repair: Repair,
    is_valid: bool,
    changed_cells: u64,
}

/// The cells that wait while distances are lowered around opened ones.
#[derive(Debug)]
struct Repair {
    waiting: Vec<u32>,
    is_waiting: BitRows,
}

/// The most cells that are looked at to repair distances after one edit, at 50 to 80 ns each.
///
/// Of single cells that open on maps of caves, cities and scattered obstacles 97 to 99 in 100 need fewer, most of them less
/// than 200. Of walls between rooms and of mazes nearly half lower the distances of a tenth of the map or more, which takes as
/// long as measuring anew.
const REPAIR_LIMIT: usize = 4096;

impl Landmarks {
    /// For the free cells of a map.
    ///
    /// [`MapError::TooLargeForLandmarks`] for a map of more than [`MAX_CELLS`], before anything is done.
    pub(crate) fn new(rule: DiagonalRule, costs: &StepCosts, free: &FreeCells) -> Result<Self, MapError> {
        let (width, height) = (free.width(), free.height());
        if width * height > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut landmarks = Self {
            rule,
            weights: Weights::coarse(rule, costs),
            width,
            height,
            distances: Arc::default(),
            known: free.rows.try_clone()?,
            repair: Repair::new(free)?,
            is_valid: true,
            changed_cells: 0,
        };
        landmarks.distances = Arc::new(landmarks.measure(costs, free)?);
        Ok(landmarks)
    }

    /// Chooses weights and landmarks, and measures distances from these.
    fn measure(&mut self, costs: &StepCosts, free: &FreeCells) -> Result<Vec<Distances>, MapError> {
        let mut distances: Vec<Distances> = zeroed(self.width * self.height)?;
        let parts = share_out(self.rule, free, LANDMARKS)?;
        let coarse = self.weights;
        // A diagonal step that weighs two straight ones and passes a free cell is never needed.
        let rule = match self.rule {
            DiagonalRule::AtMostOneBlocked | DiagonalRule::BothFree
                if self.weights.diagonal == 2 * self.weights.straight =>
            {
                DiagonalRule::Never
            }
            rule => rule,
        };
        let mut field = DistanceField::new(rule, free)?;
        let mut nearest = zeroed(self.width * self.height)?;
        let mut lane = 0;
        for part in &parts {
            nearest.fill(u16::MAX);
            field.measure(self.weights, part.first)?;
            let mut next = farthest(&field, &mut nearest, self.width, |_, _, distance| distance);
            nearest.fill(u16::MAX);
            if lane == 0 {
                self.weights = Weights::fitting(self.rule, costs, next.0, coarse);
            }
            if part.landmarks == LANDMARKS
                && field.stops() > part.size / STOPS_BY_CELLS
                && is_open(&field, coarse, part)
            {
                let landmarks = self.place_as_on_an_open_map(&field, next.1, &mut nearest);
                lane_sweeps::measure(rule, self.weights, free, landmarks, &mut distances)?;
                return Ok(distances);
            }
            for _ in 0..part.landmarks {
                field.measure(self.weights, next.1)?;
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

    /// Each landmark about as far from the others as it would be without obstacles, among the cells that `field` reached.
    fn place_as_on_an_open_map(
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
            let place = next.1 * self.width + next.0;
            let distance = |x: u16, y: u16| {
                let (dx, dy) = (x.abs_diff(from_x), y.abs_diff(from_y));
                2 * dx.max(dy) + diagonal_extra * dx.min(dy)
            };
            next = farthest(field, nearest, self.width, |x, y, _| distance(x as u16, y as u16)).1;
            place
        })
    }

    /// The distances of all places, row after row.
    pub(crate) fn distances(&self) -> &[Distances] {
        &self.distances
    }

    /// What differences between distances mean in units of the costs, for a search by `rule`. None when they say nothing:
    /// the search has more legal steps than the landmarks were measured by, a diagonal step costs too little, or distances are
    /// no longer [valid](Self::is_valid).
    pub(crate) fn scale_for(&self, rule: DiagonalRule, costs: &StepCosts) -> Option<Scale> {
        // From the most steps to the fewest.
        let has_its_steps = rule as u8 >= self.rule as u8;
        if self.is_valid && has_its_steps { self.weights.scale(rule, costs) } else { None }
    }

    /// Whether distances can be used: an edit has not changed more than could be repaired.
    pub(crate) fn is_valid(&self) -> bool {
        self.is_valid
    }

    /// Whether they are what measuring them anew would give.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_valid && self.changed_cells == 0
    }

    /// How many cells have been opened or closed since the distances were measured, each time counted.
    pub(crate) fn changed_cells(&self) -> u64 {
        self.changed_cells
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let distances = self.distances.capacity() * size_of::<Distances>();
        let waiting = self.repair.waiting.capacity() * size_of::<u32>();
        (distances + waiting) as u64 + self.known.bytes() + self.repair.is_waiting.bytes()
    }

    /// A copy that shares the distances for now, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            distances: Arc::clone(&self.distances),
            known: self.known.try_clone()?,
            repair: Repair { waiting: Vec::new(), is_waiting: self.repair.is_waiting.try_clone()? },
            ..*self
        })
    }

    /// To be called after each edit with the block in which cells may have changed.
    pub(crate) fn cells_changed(&mut self, free: &FreeCells, block: Block) {
        for y in block.y.0..=block.y.1 {
            for word in block.x.0 / 64..=block.x.1 / 64 {
                let (before, now) = (self.known.row(y as isize)[word], free.rows.row(y as isize)[word]);
                self.changed_cells += u64::from((before ^ now).count_ones());
                self.known.row_mut(y)[word] = now;
                let mut opened = now & !before;
                while opened != 0 && self.is_valid {
                    let x = 64 * word + opened.trailing_zeros() as usize;
                    opened &= opened - 1;
                    self.is_valid = self.repair.push_around(free, (x, y));
                }
            }
        }
        if self.is_valid {
            self.is_valid = self.lower(free);
        }
        if !self.is_valid {
            self.repair.clear();
        }
    }

    /// Lowers distances until no legal step from a cell that waited changes one by more than its weight. Whether that was possible within
    /// the limit.
    fn lower(&mut self, free: &FreeCells) -> bool {
        let mut done = 0;
        while done < self.repair.waiting.len() {
            let place = self.repair.waiting[done] as usize;
            done += 1;
            if done > REPAIR_LIMIT {
                return false;
            }
            let (x, y) = (place % self.width, place / self.width);
            self.repair.is_waiting.set(x, y, false);
            if !self.lower_around(free, (x, y)) {
                return false;
            }
        }
        self.repair.waiting.clear();
        true
    }

    fn lower_around(&mut self, free: &FreeCells, (x, y): (usize, usize)) -> bool {
        let here = self.distances[y * self.width + x];
        let legal = self.rule.successors()[ANY_ARRIVAL][free.rows.around(x, y)];
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if legal >> direction & 1 == 0 {
                continue;
            }
            let (x, y) = (x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
            let weight = if dx * dy == 0 { self.weights.straight } else { self.weights.diagonal };
            let place = y * self.width + x;
            let there = &self.distances[place];
            let lowered: Distances = std::array::from_fn(|i| there[i].min(here[i].saturating_add(weight)));
            if lowered == *there {
                continue;
            }
            let Ok(distances) = exclusive(&mut self.distances) else { return false };
            distances[place] = lowered;
            if !self.repair.push((x, y), self.width) {
                return false;
            }
        }
        true
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

/// The distances to write to, copied first if others look at them.
fn exclusive(distances: &mut Arc<Vec<Distances>>) -> Result<&mut Vec<Distances>, MapError> {
    if Arc::get_mut(distances).is_none() {
        *distances = Arc::new(copied(distances)?);
    }
    Arc::get_mut(distances).ok_or(MapError::Memory)
}

impl Repair {
    fn new(free: &FreeCells) -> Result<Self, MapError> {
        Ok(Self { waiting: Vec::new(), is_waiting: BitRows::new(free.width(), free.height())? })
    }

    /// Makes a cell and those around it wait, for a step may open between two cells beside the one that opened.
    fn push_around(&mut self, free: &FreeCells, (x, y): (usize, usize)) -> bool {
        for y in y.saturating_sub(1)..(y + 2).min(free.height()) {
            for x in x.saturating_sub(1)..(x + 2).min(free.width()) {
                if free.is_free(x, y) && !self.push((x, y), free.width()) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether there was memory and the limit is not reached.
    fn push(&mut self, (x, y): (usize, usize), width: usize) -> bool {
        if self.is_waiting.get(x, y) {
            return true;
        }
        if self.waiting.len() >= REPAIR_LIMIT || self.waiting.try_reserve(1).is_err() {
            return false;
        }
        self.is_waiting.set(x, y, true);
        self.waiting.push((y * width + x) as u32);
        true
    }

    fn clear(&mut self) {
        self.waiting.clear();
    }
}

/// Lowers `nearest` to the distances from a landmark, and tells where it is largest among the cells that a field reached.
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
fn is_open(field: &DistanceField, weights: Weights, part: &Part) -> bool {
    let (mut measured_sum, mut open_sum) = (0, 0);
    for y in part.first.1..field.height() {
        for (x, &measured) in field.row(y).iter().enumerate().filter(|&(_, &measured)| is_reached(measured)) {
            measured_sum += u64::from(measured);
            open_sum += u64::from(weights.open(x.abs_diff(part.first.0), y - part.first.1));
        }
    }
    4 * measured_sum <= 5 * open_sum
}

fn is_reached(measured: u16) -> bool {
    measured != 0 && measured != u16::MAX
}
