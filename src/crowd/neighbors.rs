//! The neighbors that matter to an agent: near, or coming near within the horizon.

use super::lanes::{LANES, as_bits, is_any, is_below};
use super::numbers::{CELL, Point};
use super::sorted::Sorted;
use std::ops::Range;

/// The most agents that are looked at closer.
const MOST: usize = 128;

/// Sight of an agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentSight {
    pub(super) at: Point,
    pub(super) velocity: (f32, f32),
    pub(super) ignored: u32,
    /// How far bins reach for sure, in cells and squared.
    pub(super) seen_squared: f32,
    /// Agents matter whose squared distance is below this number after `seconds` of what they approach.
    pub(super) near_squared: f32,
    pub(super) seconds: f32,
}

/// Neighbors by place, the first [`LANES`] of them being those that matter most.
#[derive(Debug)]
pub(super) struct Neighbors {
    places: [u32; MOST],
    scores: [f32; MOST],
    count: usize,
}

impl Neighbors {
    pub(super) const fn new() -> Self {
        Self { places: [0; MOST], scores: [0.0; MOST], count: 0 }
    }

    /// All neighbors.
    #[inline(always)]
    pub(super) fn all(&self) -> &[u32] {
        &self.places[..self.count.min(MOST)]
    }

    /// Looks for the neighbors of the agent at a place.
    #[inline(always)]
    pub(super) fn find(&mut self, sorted: &Sorted, ranges: &[Range<u32>], me: usize, sight: &AgentSight) {
        let mut count = 0;
        for range in ranges {
            let (mut place, end) = (range.start as usize, range.end as usize);
            while place < end {
                count = self.look(sorted, place..end, me, sight, count);
                place += LANES;
            }
        }
        self.count = count;
        if count > LANES {
            self.choose();
        }
    }

    /// Keeps those that a condition allows, of all by place.
    #[inline(never)]
    pub(super) fn keep(&mut self, is_kept: impl Fn(usize) -> bool) {
        let mut count = 0;
        for at in 0..self.count.min(MOST) {
            if is_kept(self.places[at] as usize) {
                (self.places[count], self.scores[count]) = (self.places[at], self.scores[at]);
                count += 1;
            }
        }
        self.count = count;
        if count > LANES {
            self.choose();
        }
    }

    /// Looks at the first eight agents of a range. Returns the number of neighbors, of whom `count` were known.
    #[inline(always)]
    fn look(&mut self, sorted: &Sorted, range: Range<usize>, me: usize, sight: &AgentSight, mut count: usize) -> usize {
        let Range { start: place, end } = range;
        let Some((xs, ys, velocities_x, velocities_y, layers)) = sorted.lanes(place) else { return count };
        let (mut scores, mut matters) = ([0.0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let x = xs[lane].wrapping_sub(sight.at.x) as f32 * CELL;
            let y = ys[lane].wrapping_sub(sight.at.y) as f32 * CELL;
            let squared = x * x + y * y;
            let approach = x * (sight.velocity.0 - velocities_x[lane]) + y * (sight.velocity.1 - velocities_y[lane]);
            let score = squared - sight.seconds * approach;
            scores[lane] = score;
            let is_near = is_below(squared, sight.seen_squared) & is_below(score, sight.near_squared);
            matters[lane] = is_near & is_any(layers[lane] & !sight.ignored);
        }
        let mut lanes = as_bits(matters);
        if end - place < LANES {
            lanes &= (1 << (end - place)) - 1;
        }
        let own = me.wrapping_sub(place);
        if own < LANES {
            lanes &= !(1 << own);
        }
        while lanes != 0 && count < MOST {
            let lane = lanes.trailing_zeros() as usize % LANES;
            lanes &= lanes - 1;
            self.places[count] = (place + lane) as u32;
            self.scores[count] = scores[lane];
            count += 1;
        }
        count
    }

    /// Moves those with the lowest scores to the front; of equal ones, those found first.
    #[inline(never)]
    fn choose(&mut self) {
        let count = self.count.min(MOST);
        for first in 0..LANES.min(count) {
            let mut best = first;
            for at in first + 1..count {
                if self.scores[at] < self.scores[best] {
                    best = at;
                }
            }
            self.scores.swap(first, best);
            self.places.swap(first, best);
        }
    }
}
