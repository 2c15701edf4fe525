//! Distances of all cells from one source.
//!
//! Dijkstra's algorithm over jumps. Only cells with forced steps wait in the queue. Expanding a cell sweeps its
//! diagonal and straight jumps (see [`jump_points`](crate::index::jump_points)). A sweep writes distances as it goes,
//! and stops at the first cell whose distance is already as small. In open areas a cell is written about once, and
//! nothing is queued for it. Sources: Harabor and Grastien, AAAI 2011; Sturtevant and Rabin, "Canonical Orderings on
//! Grids", IJCAI 2016.
//!
//! The array holds 0 for obstacles, and one more than the distance for other cells. One comparison then stops a sweep
//! at obstacles, at the border of the map, and at cells that are reached as cheaply. Stopping at an equal distance is
//! right: one of several equally cheap arrivals is enough ([`canonical`](crate::movement) has the proof).
//! Distances above 65,533 are cut off.

use super::choosing::{AreaExtent, MeasuredField, UNREACHED};
use super::quantized_costs::QuantizedCosts;
use super::shares::Area;
use crate::bits::bit_rows::zeroed;
use crate::distance::queue::{BucketQueue, Waiting};
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::interrupt::Interrupt;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts, Successors};

/// A map is full of small obstacles if more than one of this number of cells waits while distances are measured.
const STOPS_BY_CELLS: usize = 10;

/// Cells that are taken from the queue before a measurement looks whether it should end early.
const TAKEN_WITHOUT_A_LOOK: u32 = 64;

/// Bits of the flags of a slot. The lowest nine are the walkable cells at and around it (see `BitRows::around`).
mod flag {
    /// Bit `9 + i`: a straight jump in direction `i` ends here, at a jump point.
    pub(super) const JUMP_POINT: usize = 9;
    /// Bit `13 + i`: diagonal jump `i` can step on from here.
    pub(super) const ONWARDS: usize = 13;
    /// Bit `17 + i`: diagonal jump `i` has forced steps here.
    pub(super) const FORCED: usize = 17;
}

/// A cell with forced steps that waits.
#[derive(Clone, Copy, Debug)]
struct Reached {
    slot: u32,
    distance: u16,
    /// The directions of steps to try, one bit each.
    directions: u8,
}

impl Waiting for Reached {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.distance.into()
    }
}

/// How a sweep moves in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// Difference of padded slots.
    step: isize,
    step_cost: u32,
    /// For a diagonal jump: the directions of its two straight jumps.
    straights: [usize; 2],
}

/// Measures distances from one source after the other. The arrays are indexed by padded slot.
pub(super) struct DistanceField {
    rule: DiagonalRule,
    costs: StepCosts,
    quantized_costs: QuantizedCosts,
    width: usize,
    height: usize,
    /// Length of a row of the arrays, with its border.
    stride: usize,
    /// The rule of the steps that are tried.
    swept: DiagonalRule,
    successors: &'static Successors,
    /// By direction.
    ways: [Way; 8],
    /// See [`flag`].
    flags: Vec<u32>,
    distances: Vec<u16>,
    waiting: BucketQueue<Reached>,
    /// The number of cells that the last measurement let wait.
    stops: usize,
    is_out_of_memory: bool,
    interrupt: Interrupt,
}

impl DistanceField {
    /// A field of a map whose steps cost `costs`.
    pub(super) fn new(rule: DiagonalRule, costs: &StepCosts, walkable: &WalkableCells) -> Result<Self, MapError> {
        let quantized_costs = QuantizedCosts::coarse(rule, costs);
        let (width, height) = (walkable.width(), walkable.height());
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
            successors: swept.successors(),
            ways: ways(swept, stride),
            flags: zeroed(slots)?,
            distances: zeroed(slots)?,
            waiting: BucketQueue::default(),
            stops: 0,
            is_out_of_memory: false,
            interrupt: Interrupt::NEVER,
        };
        field.flag_steps(walkable);
        Ok(field)
    }

    /// Returns this field, whose measurements end with [`MapError::Interrupted`] once they are asked to.
    pub(super) fn until(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    fn end_if_asked(&self) -> Result<(), MapError> {
        if self.interrupt.is_asked() { Err(MapError::Interrupted) } else { Ok(()) }
    }

    fn flag_steps(&mut self, walkable: &WalkableCells) {
        let flags = flags(self.swept);
        for y in 0..self.height {
            for x in 0..self.width {
                let slot = self.slot(x, y);
                self.flags[slot] = flags[walkable.rows.around(x, y)];
            }
        }
    }

    /// The padded slot of (x, y).
    fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// The costs in which distances are measured.
    pub(super) fn quantized_costs(&self) -> QuantizedCosts {
        self.quantized_costs
    }

    fn begin(&mut self) -> Result<(), MapError> {
        let quantized_costs = self.quantized_costs;
        self.stops = 0;
        for way in &mut self.ways {
            let is_straight = way.step.unsigned_abs() == 1 || way.step.unsigned_abs() == self.stride;
            way.step_cost = if is_straight { quantized_costs.straight } else { quantized_costs.diagonal }.into();
        }
        self.waiting.begin(1, quantized_costs.straight.into())?;
        for (distance, &flags) in self.distances.iter_mut().zip(&self.flags) {
            *distance = if flags == 0 { 0 } else { UNREACHED };
        }
        Ok(())
    }

    /// Lets a cell wait that was reached in a direction. `flags` are its flags.
    fn push(&mut self, slot: usize, flags: u32, arrival: usize, distance: u32) {
        let directions = self.successors[arrival][flags as usize % 512];
        self.stops += 1;
        let reached = Reached { slot: slot as u32, distance: distance as u16, directions };
        self.is_out_of_memory |= self.waiting.push(reached).is_err();
    }

    fn expand(&mut self, slot: usize, mut directions: u8, distance: u32) {
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if self.swept.is_diagonal_jump(direction) {
                self.sweep_diagonal(direction, slot, distance);
            } else {
                self.sweep_straight(direction, slot, distance);
            }
        }
    }

    fn sweep_straight(&mut self, direction: usize, from: usize, mut distance: u32) {
        let way = self.ways[direction];
        let mut slot = from;
        loop {
            slot = slot.wrapping_add_signed(way.step);
            distance += way.step_cost;
            if u32::from(self.distances[slot]) <= distance {
                return;
            }
            self.distances[slot] = distance as u16;
            let flags = self.flags[slot];
            if flags >> (flag::JUMP_POINT + direction) & 1 == 1 {
                return self.push(slot, flags, direction, distance);
            }
        }
    }

    fn sweep_diagonal(&mut self, direction: usize, from: usize, mut distance: u32) {
        let (way, diagonal) = (self.ways[direction], direction % 4);
        let (mut slot, mut flags) = (from, self.flags[from]);
        while flags >> (flag::ONWARDS + diagonal) & 1 == 1 {
            slot = slot.wrapping_add_signed(way.step);
            distance += way.step_cost;
            if u32::from(self.distances[slot]) <= distance {
                return;
            }
            self.distances[slot] = distance as u16;
            flags = self.flags[slot];
            if flags >> (flag::FORCED + diagonal) & 1 == 1 {
                self.push(slot, flags, direction, distance);
            }
            for straight in way.straights {
                self.sweep_straight(straight, slot, distance);
            }
        }
    }
}

impl DistanceField {
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

impl MeasuredField for DistanceField {
    fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    fn measure(&mut self, source: (usize, usize)) -> Result<(), MapError> {
        self.end_if_asked()?;
        self.begin()?;
        let source = self.slot(source.0, source.1);
        self.distances[source] = 1;
        self.push(source, self.flags[source], ANY_ARRIVAL, 1);
        let mut taken = 0_u32;
        while !self.waiting.is_empty() {
            let Some(Reached { slot, distance, directions }) = self.waiting.pop() else { continue };
            if self.distances[slot as usize] == distance {
                self.expand(slot as usize, directions, distance.into());
            }
            taken += 1;
            if taken.is_multiple_of(TAKEN_WITHOUT_A_LOOK) {
                self.end_if_asked()?;
            }
        }
        if self.is_out_of_memory { Err(MapError::Memory) } else { Ok(()) }
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

fn ways(rule: DiagonalRule, stride: usize) -> [Way; 8] {
    std::array::from_fn(|direction| {
        let (dx, dy) = DIRECTIONS[direction];
        let straights =
            if rule == DiagonalRule::Never { [2, 3] } else { [usize::from(dx < 0), if dy < 0 { 3 } else { 2 }] };
        Way { step: dy as isize * stride as isize + dx as isize, step_cost: 0, straights }
    })
}

/// By the walkable cells around a cell: its flags. 0 for an obstacle.
fn flags(rule: DiagonalRule) -> [u32; 512] {
    let successors = rule.successors();
    std::array::from_fn(|around| {
        let mut flags = around as u32;
        for direction in 0..8 {
            let forced = successors[direction][around] & !(1 << direction) != 0;
            if rule.is_diagonal_jump(direction) {
                let onwards = successors[ANY_ARRIVAL][around] >> direction & 1;
                let forced = rule != DiagonalRule::Never && forced;
                flags |= u32::from(onwards) << (flag::ONWARDS + direction % 4);
                flags |= u32::from(forced) << (flag::FORCED + direction % 4);
            } else if direction < 4 {
                flags |= u32::from(forced) << (flag::JUMP_POINT + direction);
            }
        }
        if around >> 4 & 1 == 1 { flags } else { 0 }
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::index::test_maps::{RULES, Random, random_map};
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    /// The expected values of `DistanceField::row`, by Dijkstra's algorithm from cell to cell.
    pub(in crate::index::landmarks) fn distances_by_steps(
        rule: DiagonalRule,
        quantized_costs: QuantizedCosts,
        walkable: &WalkableCells,
        source: (usize, usize),
    ) -> Vec<u16> {
        let index = |x: usize, y: usize| y * walkable.width() + x;
        let mut distances: Vec<u32> = vec![u32::MAX; walkable.width() * walkable.height()];
        distances[index(source.0, source.1)] = 1;
        let mut queue = BinaryHeap::from([Reverse((1, source))]);
        while let Some(Reverse((distance, (x, y)))) = queue.pop() {
            if distance > distances[index(x, y)] {
                continue;
            }
            let legal = rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
            for (_, (dx, dy)) in DIRECTIONS.iter().enumerate().filter(|&(i, _)| legal >> i & 1 == 1) {
                let to = ((x as i32 + dx) as usize, (y as i32 + dy) as usize);
                let step_cost = if dx * dy == 0 { quantized_costs.straight } else { quantized_costs.diagonal };
                let reached = &mut distances[index(to.0, to.1)];
                if distance + u32::from(step_cost) < *reached {
                    *reached = distance + u32::from(step_cost);
                    queue.push(Reverse((*reached, to)));
                }
            }
        }
        let walkable_or_not =
            (0..walkable.height()).flat_map(|y| (0..walkable.width()).map(move |x| walkable.is_walkable(x, y)));
        distances
            .into_iter()
            .zip(walkable_or_not)
            .map(|(d, walkable)| if walkable { d.min(65535) as u16 } else { 0 })
            .collect()
    }

    #[test]
    fn distances_are_those_of_dijkstras_search() {
        for (seed, rule) in (0..200).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
            let map = random_map(seed);
            let walkable = map.walkable();
            let mut random = Random::new(seed);
            let mut field = DistanceField::new(rule, &StepCosts::default(), &walkable).unwrap();
            // With the last pair, distances exceed 16 bits on most maps.
            for (straight, diagonal) in [(5, 7), (29, 41), (7, 7), (10, 19), (1000, 1400)] {
                let quantized_costs = QuantizedCosts { straight, diagonal };
                let source = (random.below(walkable.width()), random.below(walkable.height()));
                if !walkable.is_walkable(source.0, source.1) {
                    continue;
                }
                field.quantized_costs = quantized_costs;
                let expected = distances_by_steps(rule, quantized_costs, &walkable, source);
                field.measure(source).unwrap();
                let found: Vec<u16> = (0..walkable.height()).flat_map(|y| field.row(y).to_vec()).collect();
                assert!(found == expected, "{rule:?}, {quantized_costs:?}, seed {seed}, {source:?}\n{map}");
            }
        }
    }
}
