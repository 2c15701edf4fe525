//! The distance of every slot from one slot.
//!
//! Dijkstra's search in the order of jumps: only cells with forced steps wait in the queue, and each one that is taken sweeps
//! its diagonal jumps and straight jumps (see [`jump_points`](crate::index::jump_points)), which write distances as they go and stop at the first
//! cell that has none larger. In open country a cell is written about once and nothing is queued for it. Sources: Harabor
//! and Grastien, AAAI 2011; Sturtevant and Rabin, "Canonical Orderings on Grids", IJCAI 2016.
//!
//! Obstacles have distance 0 in the array and the source 1, so that one comparison stops a sweep at obstacles, at the edges of
//! the map and at cells that are reached as cheaply: a cell needs to be swept on from by one of several equally cheap
//! arrivals only, for the reason that [`canonical`](crate::movement) gives. Distances beyond 65,535 are left at that.

use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::index::landmarks::quantized_costs::QuantizedCosts;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, Successors};

/// Distance of cells that no sweep has come to.
const UNREACHED: u16 = u16::MAX;
const NONE: u32 = u32::MAX;

/// What a sweep has to know of a slot, as bits.
mod flag {
    /// A straight jump in direction `i` that comes here ends at a jump point: bit `i`.
    pub(super) const JUMP_POINT: u32 = 0;
    /// Diagonal jump `i` can go on from here: bit `4 + i`.
    pub(super) const ONWARDS: u32 = 4;
    /// Diagonal jump `i` that comes here has forced steps: bit `8 + i`.
    pub(super) const FORCED: u32 = 8;
}

/// A cell with forced steps that waits in a bucket.
#[derive(Clone, Copy, Debug)]
struct Reached {
    slot: u32,
    /// The entry below it in the bucket.
    next: u32,
    distance: u16,
    arrival: u8,
}

/// A straight or diagonal way through the array.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    step: isize,
    step_cost: u32,
    /// Of a diagonal jump, the directions of its two straight jumps.
    straights: [usize; 2],
}

/// Computes distances, one field after the other.
pub(in crate::index::landmarks) struct DistanceField {
    width: usize,
    height: usize,
    /// Places in a row of the arrays, which have a border of obstacles.
    stride: usize,
    successors: &'static Successors,
    never: bool,
    /// By direction.
    ways: [Way; 8],
    /// The nine cells around each slot.
    around: Vec<u16>,
    flags: Vec<u16>,
    distances: Vec<u16>,
    waiting: Vec<Reached>,
    /// The topmost entry of each bucket of distances.
    tops: Vec<u32>,
    /// A bucket holds 2^shift distances, no more than a straight step weighs.
    shift: u32,
    is_out_of_memory: bool,
}

impl DistanceField {
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

    /// Where (x, y) lies in the arrays.
    pub(super) fn slot(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// Measures from `source`, a walkable cell.
    pub(super) fn measure(&mut self, quantized_costs: QuantizedCosts, source: (usize, usize)) -> Result<(), MapError> {
        self.begin(quantized_costs)?;
        let source = self.slot(source.0, source.1);
        self.distances[source] = 1;
        self.push(source, ANY_ARRIVAL, 1);
        for bucket in 0..self.tops.len() {
            while let Some(&Reached { slot, next, distance, arrival }) = self.waiting.get(self.tops[bucket] as usize) {
                self.tops[bucket] = next;
                if self.distances[slot as usize] == distance {
                    self.expand(slot as usize, arrival.into(), distance.into());
                }
            }
        }
        if self.is_out_of_memory { Err(MapError::Memory) } else { Ok(()) }
    }

    fn begin(&mut self, quantized_costs: QuantizedCosts) -> Result<(), MapError> {
        for way in &mut self.ways {
            let is_straight = way.step.unsigned_abs() == 1 || way.step.unsigned_abs() == self.stride;
            way.step_cost = if is_straight { quantized_costs.straight } else { quantized_costs.diagonal }.into();
        }
        self.shift = quantized_costs.straight.ilog2();
        let buckets = (usize::from(u16::MAX) >> self.shift) + 1;
        self.tops.clear();
        self.tops.try_reserve(buckets)?;
        self.tops.resize(buckets, NONE);
        self.waiting.clear();
        for (distance, &around) in self.distances.iter_mut().zip(&self.around) {
            *distance = if around >> 4 & 1 == 1 { UNREACHED } else { 0 };
        }
        Ok(())
    }

    fn push(&mut self, slot: usize, arrival: usize, distance: u16) {
        if self.waiting.len() == self.waiting.capacity() && self.waiting.try_reserve(1024).is_err() {
            self.is_out_of_memory = true;
            return;
        }
        let top = &mut self.tops[usize::from(distance >> self.shift)];
        let next = std::mem::replace(top, self.waiting.len() as u32);
        self.waiting.push(Reached { slot: slot as u32, next, distance, arrival: arrival as u8 });
    }

    fn expand(&mut self, slot: usize, arrival: usize, distance: u32) {
        let mut directions = self.successors[arrival][usize::from(self.around[slot])];
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if is_run(self.never, direction) {
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
            if self.flags[slot] >> (flag::JUMP_POINT as usize + direction) & 1 == 1 {
                return self.push(slot, direction, distance as u16);
            }
        }
    }

    fn sweep_diagonal(&mut self, direction: usize, from: usize, mut distance: u32) {
        let (way, diagonal) = (self.ways[direction], direction % 4);
        let mut slot = from;
        while self.flags[slot] >> (flag::ONWARDS as usize + diagonal) & 1 == 1 {
            slot = slot.wrapping_add_signed(way.step);
            distance += way.step_cost;
            if u32::from(self.distances[slot]) <= distance {
                return;
            }
            self.distances[slot] = distance as u16;
            if self.flags[slot] >> (flag::FORCED as usize + diagonal) & 1 == 1 {
                self.push(slot, direction, distance as u16);
            }
            for straight in way.straights {
                self.sweep_straight(straight, slot, distance);
            }
        }
    }

    /// At how many cells the last measuring stopped.
    pub(in crate::index::landmarks) fn stops(&self) -> usize {
        self.waiting.len()
    }

    pub(in crate::index::landmarks) fn height(&self) -> usize {
        self.height
    }

    /// The distances of a row's cells, one more than they are: 0 for obstacles, and 65,535 for cells that were not reached or
    /// lie beyond 65,534.
    pub(in crate::index::landmarks) fn row(&self, y: usize) -> &[u16] {
        &self.distances[self.slot(0, y)..][..self.width]
    }
}

/// Whether a step in a direction is one of a diagonal jump, which sends out straight jumps.
fn is_run(never: bool, direction: usize) -> bool {
    if never { direction < 2 } else { direction >= 4 }
}

fn ways(never: bool, stride: usize) -> [Way; 8] {
    std::array::from_fn(|direction| {
        let (dx, dy) = DIRECTIONS[direction];
        let straights = if never { [2, 3] } else { [usize::from(dx < 0), if dy < 0 { 3 } else { 2 }] };
        Way { step: dy as isize * stride as isize + dx as isize, step_cost: 0, straights }
    })
}

/// For each set of walkable cells around a cell, its flags.
fn flags(successors: &Successors, never: bool) -> [u16; 512] {
    std::array::from_fn(|around| {
        let mut flags = 0;
        for direction in 0..8 {
            let forced = successors[direction][around] & !(1 << direction) != 0;
            if is_run(never, direction) {
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

    /// Dijkstra's search from cell to cell, with distances as in `DistanceField::row`.
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
            // The last pair does not fit into 16 bits on most maps.
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
