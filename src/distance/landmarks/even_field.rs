//! Distances of all cells from one source, by [`sweep`](crate::distance::sweep)s over ground where all cells charge the
//! same.
//!
//! The array holds 0 for obstacles, and one more than the distance for other cells. One comparison then stops a sweep
//! at obstacles, at the border of the map, and at cells that are reached as cheaply. Distances above 65,533 are cut
//! off.

use super::choosing::{Area, AreaExtent, MeasuredField, UNREACHED};
use super::quantized_costs::QuantizedCosts;
use crate::OutOfMemory;
use crate::bits::bit_rows::{BitRows, zeroed};
use crate::distance::queue::{BucketQueue, Waiting};
use crate::distance::sweep::{Sweep, SweptCells, flags_table};
use crate::distance::value::around;
use crate::grid::MapError;
use crate::interrupt::Interrupt;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts, is_diagonal};

/// A map is full of small obstacles if more than one of this number of cells waits while distances are measured.
const STOPS_BY_CELLS: usize = 10;

/// Cells that are taken from the queue before a measurement looks whether it should end early.
const TAKEN_WITHOUT_A_LOOK: u32 = 64;

/// A cell with forced steps that waits.
#[derive(Clone, Copy, Debug)]
struct Reached {
    slot: u32,
    distance: u16,
    /// The direction of the last step.
    arrival: u8,
}

impl Waiting for Reached {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.distance.into()
    }
}

/// Measures distances from one source after the other. The arrays are indexed by padded slot.
pub(crate) struct EvenField {
    rule: DiagonalRule,
    costs: StepCosts,
    quantized_costs: QuantizedCosts,
    width: usize,
    height: usize,
    /// Length of a row of the arrays, with its border.
    stride: usize,
    /// The rule of the steps that are tried.
    swept: DiagonalRule,
    /// By direction, the difference of padded slots.
    ways: [isize; 8],
    /// See [`flags_table`]; those of obstacles tell nothing.
    flags: Vec<u16>,
    distances: Vec<u16>,
    waiting: BucketQueue<Reached>,
    /// The number of cells that the last measurement let wait.
    stops: usize,
    interrupt: Interrupt,
}

impl EvenField {
    /// A field of a map with walkable cells by rows, whose steps cost `costs`.
    pub(crate) fn new(
        rule: DiagonalRule,
        costs: &StepCosts,
        walkable: &BitRows,
        (width, height): (usize, usize),
    ) -> Result<Self, MapError> {
        let quantized_costs = QuantizedCosts::coarse(rule, costs);
        let stride = width + 2;
        let slots = stride * (height + 2);
        // Under these two rules, two straight steps can replace every diagonal step. If both ways cost the same,
        // diagonal steps are not needed.
        let is_replaceable = matches!(rule, DiagonalRule::AtMostOneBlocked | DiagonalRule::BothFree);
        let swept = match quantized_costs.diagonal == 2 * quantized_costs.straight && is_replaceable {
            true => DiagonalRule::Never,
            false => rule,
        };
        let mut field = Self {
            rule,
            costs: *costs,
            quantized_costs,
            width,
            height,
            stride,
            swept,
            ways: DIRECTIONS.map(|(dx, dy)| dy as isize * stride as isize + dx as isize),
            flags: zeroed(slots)?,
            distances: zeroed(slots)?,
            waiting: BucketQueue::default(),
            stops: 0,
            interrupt: Interrupt::NEVER,
        };
        field.flag_steps(walkable);
        Ok(field)
    }

    /// Returns this field, whose measurements end with [`MapError::Interrupted`] once they are asked to.
    pub(crate) fn until(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    fn end_if_asked(&self) -> Result<(), MapError> {
        if self.interrupt.is_asked() { Err(MapError::Interrupted) } else { Ok(()) }
    }

    fn flag_steps(&mut self, walkable: &BitRows) {
        let table = flags_table(self.swept);
        for y in 0..self.height {
            for x in 0..self.width {
                let (slot, around) = (self.slot(x, y), walkable.around(x, y));
                self.flags[slot] = table[around];
                self.distances[slot] = if around >> 4 & 1 == 1 { UNREACHED } else { 0 };
            }
        }
    }

    /// The padded slot of (x, y).
    fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// The costs in which distances are measured.
    pub(crate) fn quantized_costs(&self) -> QuantizedCosts {
        self.quantized_costs
    }

    /// Chooses the costs in which distances are measured from now on.
    #[cfg(test)]
    pub(crate) fn measure_in(&mut self, quantized_costs: QuantizedCosts) {
        self.quantized_costs = quantized_costs;
    }

    fn begin(&mut self) -> Result<(), MapError> {
        self.stops = 0;
        self.waiting.begin(1, self.quantized_costs.straight.into())?;
        self.distances.iter_mut().for_each(|distance| *distance = if *distance == 0 { 0 } else { UNREACHED });
        Ok(())
    }
}

impl SweptCells for EvenField {
    type Place = usize;
    type Way = isize;

    #[inline(always)]
    fn way(&self, direction: usize) -> isize {
        self.ways[direction]
    }

    #[inline(always)]
    fn next(slot: usize, way: isize) -> usize {
        slot.wrapping_add_signed(way)
    }

    #[inline(always)]
    fn improve(&mut self, slot: usize, distance: u64) -> bool {
        let known = &mut self.distances[slot];
        let is_better = u64::from(*known) > distance;
        if is_better {
            *known = distance as u16;
        }
        is_better
    }

    #[inline(always)]
    fn flags(&self, slot: usize) -> u16 {
        self.flags[slot]
    }

    #[inline(always)]
    fn push(&mut self, slot: usize, arrival: usize, distance: u64) -> Result<(), OutOfMemory> {
        self.stops += 1;
        self.waiting.push(Reached { slot: slot as u32, distance: distance as u16, arrival: arrival as u8 })
    }
}

impl EvenField {
    /// Whether few obstacles lie in an area: the distances from its first cell to all of its cells add up to at most
    /// 5/4 of what they would without obstacles.
    fn is_open(&self, first: (usize, usize)) -> bool {
        let QuantizedCosts { straight, diagonal } = self.quantized_costs;
        let (mut measured_sum, mut open_sum) = (0, 0);
        for y in first.1..self.height {
            let is_reached = |&(_, &measured): &(usize, &u16)| measured != 0 && measured != UNREACHED;
            for (x, &measured) in self.row(y).iter().enumerate().filter(is_reached) {
                let (dx, dy) = (x.abs_diff(first.0), y - first.1);
                measured_sum += u64::from(measured);
                let open = usize::from(straight) * dx.abs_diff(dy) + usize::from(diagonal) * dx.min(dy);
                open_sum += open as u64;
            }
        }
        4 * measured_sum <= 5 * open_sum
    }
}

impl MeasuredField for EvenField {
    fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn measure(&mut self, source: (usize, usize)) -> Result<(), MapError> {
        self.end_if_asked()?;
        self.begin()?;
        let source = self.slot(source.0, source.1);
        self.distances[source] = 1;
        self.push(source, ANY_ARRIVAL, 1)?;
        let QuantizedCosts { straight, diagonal } = self.quantized_costs;
        let lengths = DIRECTIONS.map(|step| u64::from(if is_diagonal(step) { diagonal } else { straight }));
        let sweep = Sweep::new(self.swept, lengths);
        let mut taken = 0_u32;
        while !self.waiting.is_empty() {
            let Some(Reached { slot, distance, arrival }) = self.waiting.pop() else { continue };
            let slot = slot as usize;
            if self.distances[slot] == distance {
                let around = around(&self.distances, self.stride, slot);
                sweep.expand(self, (slot, around), arrival.into(), distance.into())?;
            }
            taken += 1;
            if taken.is_multiple_of(TAKEN_WITHOUT_A_LOOK) {
                self.end_if_asked()?;
            }
        }
        Ok(())
    }

    fn fit_costs(&mut self, area: &Area) -> Result<AreaExtent, MapError> {
        self.measure(area.first)?;
        let mut extent = self.farthest();
        if self.quantized_costs.may_be_cut_off(extent.largest) {
            self.quantized_costs = QuantizedCosts::coarsest(self.rule, &self.costs);
            self.measure(area.first)?;
            extent = self.farthest();
        }
        extent.is_open = self.stops > area.size / STOPS_BY_CELLS && self.is_open(area.first);
        let measured = self.quantized_costs;
        self.quantized_costs = QuantizedCosts::fitting(self.rule, &self.costs, extent.largest, measured);
        let scaled = u32::from(extent.largest) * u32::from(self.quantized_costs.straight);
        extent.largest = (scaled / u32::from(measured.straight)).try_into().unwrap_or(u16::MAX);
        Ok(extent)
    }

    /// The smallest distance by the square of the largest one.
    #[inline(always)]
    fn rank(nearest: u16, farthest: u16) -> u16 {
        let high_half = |one: u16, other: u16| ((u32::from(one) * u32::from(other)) >> 16) as u16;
        high_half(nearest, high_half(farthest, farthest)) | 1
    }

    fn row(&self, y: usize) -> &[u16] {
        &self.distances[self.slot(0, y)..][..self.width]
    }
}
