//! The neighbors that matter to an agent: near, or coming near within the horizon.

use super::half_planes::LANES;
use super::numbers::{CELL, Point};
use super::sorted::Sorted;
use std::ops::Range;

/// The most agents that are looked at closer.
const MOST: usize = 128;

/// What an agent looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
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
    pub(super) fn find(&mut self, sorted: &Sorted, ranges: &[Range<u32>], me: usize, sight: &Sight) {
        self.count = 0;
        for range in ranges {
            let (mut place, end) = (range.start as usize, range.end as usize);
            while place < end {
                self.look(sorted, place, end, me, sight);
                place += LANES;
            }
        }
        if self.count > LANES {
            self.choose();
        }
    }

    /// Looks at eight agents, of which those from `end` on don't count.
    #[inline(always)]
    fn look(&mut self, sorted: &Sorted, place: usize, end: usize, me: usize, sight: &Sight) {
        let Some((xs, ys, velocities_x, velocities_y, layers)) = sorted.lanes(place) else { return };
        let mut scores = [0.0; LANES];
        let mut lanes = 0_u32;
        for lane in 0..LANES {
            let x = xs[lane].wrapping_sub(sight.at.x) as f32 * CELL;
            let y = ys[lane].wrapping_sub(sight.at.y) as f32 * CELL;
            let squared = x * x + y * y;
            let approach = x * (sight.velocity.0 - velocities_x[lane]) + y * (sight.velocity.1 - velocities_y[lane]);
            let score = squared - sight.seconds * approach;
            scores[lane] = score;
            let is_near = (squared < sight.seen_squared) & (score < sight.near_squared);
            let is_seen = layers[lane] & !sight.ignored != 0;
            lanes |= u32::from(is_near & is_seen) << lane;
        }
        if end - place < LANES {
            lanes &= (1 << (end - place)) - 1;
        }
        let own = me.wrapping_sub(place);
        if own < LANES {
            lanes &= !(1 << own);
        }
        while lanes != 0 && self.count < MOST {
            let lane = lanes.trailing_zeros() as usize % LANES;
            lanes &= lanes - 1;
            self.places[self.count] = (place + lane) as u32;
            self.scores[self.count] = scores[lane];
            self.count += 1;
        }
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
