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
//!
//! Most fields have 16 bits for a distance, and don't tell distances above 65,533 apart. A field with 32 bits takes
//! more time and memory, and measures what is longer.

use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::index::landmarks::quantized_costs::QuantizedCosts;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, Successors};

/// A distance in a field.
pub(in crate::index::landmarks) trait FieldValue: bytemuck::Zeroable + Copy + Ord {
    /// The value of cells that no sweep has reached.
    const UNREACHED: Self;

    fn from_distance(distance: u32) -> Self;
    fn distance(self) -> u32;
}

impl FieldValue for u16 {
    const UNREACHED: Self = Self::MAX;

    #[inline(always)]
    fn from_distance(distance: u32) -> Self {
        distance as Self
    }

    #[inline(always)]
    fn distance(self) -> u32 {
        self.into()
    }
}

impl FieldValue for u32 {
    const UNREACHED: Self = Self::MAX;

    #[inline(always)]
    fn from_distance(distance: u32) -> Self {
        distance
    }

    #[inline(always)]
    fn distance(self) -> u32 {
        self
    }
}

const NONE: u32 = u32::MAX;

/// Bits of the flags of a slot.
mod flag {
    /// Bit `i`: a straight jump in direction `i` ends here, at a jump point.
    pub(super) const JUMP_POINT: u32 = 0;
    /// Bit `4 + i`: diagonal jump `i` can step on from here.
    pub(super) const ONWARDS: u32 = 4;
    /// Bit `8 + i`: diagonal jump `i` has forced steps here.
    pub(super) const FORCED: u32 = 8;
}

/// A cell with forced steps that waits in a bucket.
#[derive(Clone, Copy, Debug)]
struct Reached<V> {
    slot: u32,
    /// The entry below this one in the bucket.
    next: u32,
    distance: V,
    arrival: u8,
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
pub(in crate::index::landmarks) struct DistanceField<V = u16> {
    width: usize,
    height: usize,
    /// Length of a row of the arrays, with its border.
    stride: usize,
    successors: &'static Successors,
    never: bool,
    /// By direction.
    ways: [Way; 8],
    /// The walkable cells at and around each slot, as bits (see `BitRows::around`).
    around: Vec<u16>,
    flags: Vec<u16>,
    distances: Vec<V>,
    waiting: Vec<Reached<V>>,
    /// The topmost entry of each bucket, or `NONE`. Distances share buckets modulo the number of buckets, which exceeds
    /// the cost of a longest jump.
    tops: Vec<u32>,
    /// The number of entries in buckets.
    in_buckets: usize,
    /// A bucket covers 2^shift distances, at most the cost of a straight step.
    shift: u32,
    is_out_of_memory: bool,
}

impl<V: FieldValue> DistanceField<V> {
    pub(super) fn new(rule: DiagonalRule, walkable: &WalkableCells) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        let stride = width + 2;
        let slots = stride * (height + 2);
        let never = rule == DiagonalRule::Never;
        let mut field = Self {
            width,
            height,
            stride,
            successors: rule.successors(),
            never,
            ways: ways(never, stride),
            around: zeroed(slots)?,
            flags: zeroed(slots)?,
            distances: zeroed(slots)?,
            waiting: Vec::new(),
            tops: Vec::new(),
            in_buckets: 0,
            shift: 0,
            is_out_of_memory: false,
        };
        field.flag_steps(walkable);
        Ok(field)
    }

    fn flag_steps(&mut self, walkable: &WalkableCells) {
        let flags = flags(self.successors, self.never);
        for y in 0..self.height {
            for x in 0..self.width {
                let (slot, around) = (self.slot(x, y), walkable.rows.around(x, y));
                self.around[slot] = around as u16;
                self.flags[slot] = flags[around];
            }
        }
    }

    /// The padded slot of (x, y).
    pub(super) fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// Measures the distances from `source`, which must be walkable.
    pub(super) fn measure(&mut self, quantized_costs: QuantizedCosts, source: (usize, usize)) -> Result<(), MapError> {
        self.begin(quantized_costs)?;
        let source = self.slot(source.0, source.1);
        self.distances[source] = V::from_distance(1);
        self.push(source, ANY_ARRIVAL, 1);
        let mut bucket = 0;
        while self.in_buckets > 0 {
            while let Some(&Reached { slot, next, distance, arrival }) = self.waiting.get(self.tops[bucket] as usize) {
                self.tops[bucket] = next;
                self.in_buckets -= 1;
                if self.distances[slot as usize] == distance {
                    self.expand(slot as usize, arrival.into(), distance.distance());
                }
            }
            bucket = (bucket + 1) & (self.tops.len() - 1);
        }
        if self.is_out_of_memory { Err(MapError::Memory) } else { Ok(()) }
    }

    fn begin(&mut self, quantized_costs: QuantizedCosts) -> Result<(), MapError> {
        for way in &mut self.ways {
            let is_straight = way.step.unsigned_abs() == 1 || way.step.unsigned_abs() == self.stride;
            way.step_cost = if is_straight { quantized_costs.straight } else { quantized_costs.diagonal }.into();
        }
        self.shift = quantized_costs.straight.ilog2();
        // A diagonal jump with a straight jump after it, along the longer side and across the map.
        let longest_jump = (self.width + self.height) * usize::from(quantized_costs.diagonal);
        let buckets = ((longest_jump >> self.shift) + 2).next_power_of_two();
        self.tops.clear();
        self.tops.try_reserve(buckets)?;
        self.tops.resize(buckets, NONE);
        self.waiting.clear();
        self.in_buckets = 0;
        for (distance, &around) in self.distances.iter_mut().zip(&self.around) {
            *distance = if around >> 4 & 1 == 1 { V::UNREACHED } else { V::zeroed() };
        }
        Ok(())
    }

    fn push(&mut self, slot: usize, arrival: usize, distance: u32) {
        if self.waiting.len() == self.waiting.capacity() && self.waiting.try_reserve(1024).is_err() {
            self.is_out_of_memory = true;
            return;
        }
        let bucket = (distance >> self.shift) as usize & (self.tops.len() - 1);
        let top = &mut self.tops[bucket];
        let distance = V::from_distance(distance);
        let next = std::mem::replace(top, self.waiting.len() as u32);
        self.waiting.push(Reached { slot: slot as u32, next, distance, arrival: arrival as u8 });
        self.in_buckets += 1;
    }

    fn expand(&mut self, slot: usize, arrival: usize, distance: u32) {
        let mut directions = self.successors[arrival][usize::from(self.around[slot])];
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if is_diagonal_jump(self.never, direction) {
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
            if self.distances[slot].distance() <= distance {
                return;
            }
            self.distances[slot] = V::from_distance(distance);
            if self.flags[slot] >> (flag::JUMP_POINT as usize + direction) & 1 == 1 {
                return self.push(slot, direction, distance);
            }
        }
    }

    fn sweep_diagonal(&mut self, direction: usize, from: usize, mut distance: u32) {
        let (way, diagonal) = (self.ways[direction], direction % 4);
        let mut slot = from;
        while self.flags[slot] >> (flag::ONWARDS as usize + diagonal) & 1 == 1 {
            slot = slot.wrapping_add_signed(way.step);
            distance += way.step_cost;
            if self.distances[slot].distance() <= distance {
                return;
            }
            self.distances[slot] = V::from_distance(distance);
            if self.flags[slot] >> (flag::FORCED as usize + diagonal) & 1 == 1 {
                self.push(slot, direction, distance);
            }
            for straight in way.straights {
                self.sweep_straight(straight, slot, distance);
            }
        }
    }

    /// Number of entries that the last measurement put into the queue.
    pub(in crate::index::landmarks) fn stops(&self) -> usize {
        self.waiting.len()
    }

    pub(in crate::index::landmarks) fn width(&self) -> usize {
        self.width
    }

    pub(in crate::index::landmarks) fn height(&self) -> usize {
        self.height
    }

    /// The values of a row's cells: 0 for obstacles, the largest number for cells that are too far or not connected,
    /// and one more than the distance for the others.
    pub(in crate::index::landmarks) fn row(&self, y: usize) -> &[V] {
        &self.distances[self.slot(0, y)..][..self.width]
    }
}

impl DistanceField {
    /// Takes the distances of a longer field of the same map over, divided by `quantum` and rounded down.
    pub(super) fn take_over(&mut self, long: &DistanceField<u32>, quantum: u32) {
        for (distance, &long) in self.distances.iter_mut().zip(&long.distances) {
            *distance = match long {
                0 => 0,
                <u32 as FieldValue>::UNREACHED => <u16 as FieldValue>::UNREACHED,
                _ => ((long - 1) / quantum).min(u32::from(u16::MAX) - 2) as u16 + 1,
            };
        }
    }
}

/// Whether steps in a direction belong to diagonal jumps, which send out straight jumps and go along x under `Never`.
fn is_diagonal_jump(never: bool, direction: usize) -> bool {
    if never { direction < 2 } else { direction >= 4 }
}

fn ways(never: bool, stride: usize) -> [Way; 8] {
    std::array::from_fn(|direction| {
        let (dx, dy) = DIRECTIONS[direction];
        let straights = if never { [2, 3] } else { [usize::from(dx < 0), if dy < 0 { 3 } else { 2 }] };
        Way { step: dy as isize * stride as isize + dx as isize, step_cost: 0, straights }
    })
}

/// By the walkable cells around a cell: which jumps end here, go on from here, or have forced steps here. The bits are
/// those of the module `flag`.
fn flags(successors: &Successors, never: bool) -> [u16; 512] {
    std::array::from_fn(|around| {
        let mut flags = 0;
        for direction in 0..8 {
            let forced = successors[direction][around] & !(1 << direction) != 0;
            if is_diagonal_jump(never, direction) {
                let onwards = successors[ANY_ARRIVAL][around] >> direction & 1;
                let forced = !never && forced;
                flags |= u16::from(onwards) << (flag::ONWARDS as usize + direction % 4);
                flags |= u16::from(forced) << (flag::FORCED as usize + direction % 4);
            } else if direction < 4 {
                flags |= u16::from(forced) << (flag::JUMP_POINT as usize + direction);
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
            let mut field = DistanceField::new(rule, &walkable).unwrap();
            // With the last pair, distances exceed 16 bits on most maps.
            for (straight, diagonal) in [(5, 7), (29, 41), (7, 7), (10, 19), (1000, 1400)] {
                let quantized_costs = QuantizedCosts { straight, diagonal };
                let source = (random.below(walkable.width()), random.below(walkable.height()));
                if !walkable.is_walkable(source.0, source.1) {
                    continue;
                }
                field.measure(quantized_costs, source).unwrap();
                let found: Vec<u16> = (0..walkable.height()).flat_map(|y| field.row(y).to_vec()).collect();
                let expected = distances_by_steps(rule, quantized_costs, &walkable, source);
                assert!(found == expected, "{rule:?}, {quantized_costs:?}, seed {seed}, from {source:?}\n{map}");
            }
        }
    }
}
