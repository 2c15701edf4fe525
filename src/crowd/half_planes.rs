//! Half-planes of permitted velocities, and the permitted velocity nearest to a wish.
//!
//! A half-plane permits the velocities `v` with `normal * v >= least`. Walls and neighbors have a block of eight each,
//! so that loops over a block become vectors. Source: van den Berg, Guy, Lin and Manocha, "Reciprocal n-Body Collision
//! Avoidance", 2011, sections 4 and 5; the incremental program is in de Berg and others, "Computational Geometry".

use super::lanes::{LANES, Lanes, as_bits, either, in_all, is_below};
use super::numbers::{larger, smaller};

/// By how much a velocity may violate a half-plane.
const TOLERANCE: f32 = 1.0e-5;

/// The bound of a half-plane that permits everything.
const NEVER: f32 = -1.0e9;

/// Squared lengths are at least this much where a number is divided by one: far below a unit of positions.
const TINY: f32 = 1.0e-12;

/// Eight half-planes.
#[repr(align(32))]
#[derive(Clone, Debug)]
pub(super) struct HalfPlanes {
    normal_x: Lanes<f32>,
    normal_y: Lanes<f32>,
    least: Lanes<f32>,
}

/// Eight neighbors as a velocity obstacle needs them: where they are and how they move, seen from the agent.
#[repr(align(32))]
#[derive(Clone, Debug, Default)]
pub(super) struct Others {
    pub(super) x: Lanes<f32>,
    pub(super) y: Lanes<f32>,
    pub(super) velocity_x: Lanes<f32>,
    pub(super) velocity_y: Lanes<f32>,
    /// The sum of both radii.
    pub(super) radius: Lanes<f32>,
    /// The part of what both have to change that the agent takes, from 0 to 1.
    pub(super) share: Lanes<f32>,
    /// The speed at which the agent may lean against one that yields to it.
    pub(super) press: Lanes<f32>,
}

/// Velocities among which one is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenVelocity {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// The half-planes of an agent.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Walls, which hold in any case, and neighbors.
    pub(super) blocks: [HalfPlanes; 2],
    pub(super) has_walls: bool,
    /// The number of neighbors.
    pub(super) count: usize,
}

impl HalfPlanes {
    pub(super) const fn new() -> Self {
        Self { normal_x: [0.0; LANES], normal_y: [0.0; LANES], least: [NEVER; LANES] }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, normal_x: f32, normal_y: f32, least: f32) {
        (self.normal_x[lane], self.normal_y[lane], self.least[lane]) = (normal_x, normal_y, least);
    }

    /// Makes the lanes from `first` on permit everything.
    #[inline(always)]
    pub(super) fn clear(&mut self, first: usize) {
        (first..LANES).for_each(|lane| self.set(lane, 0.0, 0.0, NEVER));
    }

    /// The lanes that forbid a velocity, as bits.
    #[inline(always)]
    fn violated(&self, at: ChosenVelocity) -> u32 {
        let mut violated = [0; LANES];
        for (lane, violated) in violated.iter_mut().enumerate() {
            let value = self.normal_x[lane] * at.x + self.normal_y[lane] * at.y;
            *violated = is_below(value, self.least[lane] - TOLERANCE);
        }
        as_bits(violated)
    }

    /// Sets the half-planes of eight neighbors: velocities that lead to no contact within `1 / per_horizon` seconds if
    /// both take their share. Discs that overlap come no nearer to each other; pushes part them.
    ///
    /// The relative velocities that collide are a cone of tangents to the disc of the sum of both radii, cut off by the
    /// smaller disc that is reached at the horizon:
    ///
    /// ```text
    ///      \   ____   /      x: the relative velocity; the nearest point outside is on a leg (\ or /) or on the arc
    ///       \ /    \ /       below. `outside` is how far away it is, above 0 if the velocity collides.
    ///        \|  x |/
    ///         '.__.'
    ///            .  0
    /// ```
    #[inline(always)]
    pub(super) fn set_neighbors(&mut self, others: &Others, (velocity_x, velocity_y): (f32, f32), per_horizon: f32) {
        for lane in 0..LANES {
            let (x, y) = (others.x[lane], others.y[lane]);
            let (vx, vy) = (velocity_x - others.velocity_x[lane], velocity_y - others.velocity_y[lane]);
            let distance = x * x + y * y;
            // Those that overlap count as touching: both legs then lie across the way to the other one. Two at one
            // place, whose way has no direction, forbid nothing.
            let radius = smaller(others.radius[lane], distance.sqrt());
            let reach = radius * radius;
            // From the center of the arc to the velocity.
            let (wx, wy) = (vx - x * per_horizon, vy - y * per_horizon);
            let (length, ahead) = (wx * wx + wy * wy, wx * x + wy * y);
            let on_arc = (ahead < 0.0) & (ahead * ahead > reach * length);
            // The leg on the side of the velocity.
            let tangent = larger(distance - reach, 0.0).sqrt();
            let side = if x * wy - y * wx > 0.0 { tangent } else { -tangent };
            let (leg_x, leg_y) = (-(x * radius + y * side), x * side - y * radius);
            // Only one of both is divided. Neither is a branch, so that lanes become vectors.
            let pick = |arc: f32, leg: f32| either(on_arc, arc, leg);
            let inverse = 1.0 / pick(larger(length, TINY).sqrt(), larger(distance, TINY));
            let (normal_x, normal_y) = (pick(wx, leg_x) * inverse, pick(wy, leg_y) * inverse);
            let outside = pick(radius * per_horizon, 0.0) - (normal_x * pick(wx, vx) + normal_y * pick(wy, vy));
            self.normal_x[lane] = normal_x;
            self.normal_y[lane] = normal_y;
            self.least[lane] =
                normal_x * velocity_x + normal_y * velocity_y + others.share[lane] * outside - others.press[lane];
        }
    }
}

impl Program {
    pub(super) const fn new() -> Self {
        Self { blocks: [const { HalfPlanes::new() }; 2], has_walls: false, count: 0 }
    }

    #[inline(always)]
    fn get(&self, plane: usize) -> (f32, f32, f32) {
        let (block, lane) = (&self.blocks[(plane / LANES) & 1], plane % LANES);
        (block.normal_x[lane], block.normal_y[lane], block.least[lane])
    }

    /// The first half-plane from `first` on that forbids a velocity, or the number of half-planes.
    #[inline(always)]
    fn first_violated(&self, first: usize, at: ChosenVelocity) -> usize {
        let mut lanes = 0;
        if self.has_walls && first < LANES {
            lanes = self.blocks[0].violated(at);
        }
        lanes |= self.blocks[1].violated(at) << LANES;
        lanes &= !0 << first;
        if lanes == 0 { LANES + self.count } else { lanes.trailing_zeros() as usize }
    }

    /// The part of the edge of a half-plane that the half-planes before it and a limit of speed permit, as distances
    /// from the point of the edge that is nearest to 0. `None` if there is none.
    #[inline(always)]
    fn permitted(&self, plane: usize, most_squared: f32) -> Option<(f32, f32)> {
        let (normal_x, normal_y, least) = self.get(plane);
        let squared = most_squared - least * least;
        if squared < 0.0 {
            return None;
        }
        let half = squared.sqrt();
        let (mut low, mut high) = ([-half; LANES], [half; LANES]);
        let first = if self.has_walls { 0 } else { 1 };
        for number in first..=plane / LANES {
            let block = &self.blocks[number & 1];
            for lane in 0..LANES {
                let counts = ((number * LANES + lane) as u32) < plane as u32;
                let (x, y) = (block.normal_x[lane], block.normal_y[lane]);
                let slope = normal_x * y - normal_y * x;
                let rest = block.least[lane] - least * (normal_x * x + normal_y * y);
                let is_parallel = (slope < TOLERANCE) & (slope > -TOLERANCE);
                let at = rest / (if is_parallel { 1.0 } else { slope });
                // A parallel one permits all of the edge or nothing.
                let of_parallel = if rest > TOLERANCE { -NEVER } else { NEVER };
                let of_crossing = if slope > 0.0 { at } else { NEVER };
                let from = if is_parallel { of_parallel } else { of_crossing };
                let from = if counts { from } else { NEVER };
                let to = if counts & !is_parallel & (slope < 0.0) { at } else { -NEVER };
                low[lane] = larger(from, low[lane]);
                high[lane] = smaller(to, high[lane]);
            }
        }
        let (low, high) = (in_all(low, larger), in_all(high, smaller));
        (low <= high).then_some((low, high))
    }

    /// The permitted velocity nearest to `aim`, beginning at `start`, which is the nearest one without half-planes.
    /// Returns the best velocity so far and the half-plane that leaves none, or the number of half-planes.
    #[inline(always)]
    pub(super) fn nearest(
        &self,
        start: ChosenVelocity,
        aim: ChosenVelocity,
        most_squared: f32,
    ) -> (ChosenVelocity, usize) {
        let (mut best, end) = (start, LANES + self.count);
        let mut plane = self.first_violated(if self.has_walls { 0 } else { LANES }, best);
        while plane < end {
            let Some((low, high)) = self.permitted(plane, most_squared) else { break };
            let (x, y, least) = self.get(plane);
            let wanted = x * aim.y - y * aim.x;
            let along = if wanted < low {
                low
            } else if wanted > high {
                high
            } else {
                wanted
            };
            best = ChosenVelocity { x: x * least - y * along, y: y * least + x * along };
            plane = self.first_violated(plane + 1, best);
        }
        (best, plane)
    }

    /// Where no velocity is permitted from half-plane `failed` on: the velocity that violates the half-planes of
    /// neighbors least, those of walls being kept. The third program of the paper.
    #[inline(never)]
    pub(super) fn least_violating(&self, failed: usize, start: ChosenVelocity, most: f32) -> ChosenVelocity {
        let (mut best, mut depth) = (start, 0.0);
        let mut inner = Self::new();
        inner.blocks[0] = self.blocks[0].clone();
        inner.has_walls = self.has_walls;
        for plane in failed.max(LANES)..LANES + self.count {
            let (x, y, least) = self.get(plane);
            if least - (x * best.x + y * best.y) <= depth {
                continue;
            }
            // Velocities that violate an earlier half-plane as much as this one lie on a line through both edges.
            let (from, to) = (&self.blocks[1], &mut inner.blocks[1]);
            inner.count = plane - LANES;
            for lane in 0..LANES {
                let (dx, dy) = (from.normal_x[lane] - x, from.normal_y[lane] - y);
                let squared = dx * dx + dy * dy;
                let counts = (lane < inner.count) & (squared > 1.0e-8);
                let inverse = 1.0 / (if counts { squared } else { 1.0 }).sqrt();
                to.normal_x[lane] = if counts { dx * inverse } else { 0.0 };
                to.normal_y[lane] = if counts { dy * inverse } else { 0.0 };
                to.least[lane] = if counts { (from.least[lane] - least) * inverse } else { NEVER };
            }
            // As far along the normal as possible.
            let (start, far) = (ChosenVelocity { x: x * most, y: y * most }, 1024.0 * most);
            let (found, end) = inner.nearest(start, ChosenVelocity { x: x * far, y: y * far }, most * most);
            if end == LANES + inner.count {
                best = found;
            }
            depth = least - (x * best.x + y * best.y);
        }
        best
    }
}
