//! From a velocity to a place, and from where an agent has come to the velocity that it keeps.
//!
//! Places are integers. The rest below a unit is carried from step to step, so that slow agents and short steps add up.

use super::numbers::{CELL, ONE, Point, SharedVelocity, clean, larger, limited};

/// The time of a step, and the part of a tick that it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Time {
    /// Seconds of the step.
    pub(super) seconds: f32,
    /// Units of positions for each cell per second.
    pub(super) units: f32,
    /// Cells per second for each unit of positions in the step, and in the tick.
    per_step: f32,
    per_tick: f32,
    /// Whether the step is the first one of its tick.
    pub(super) is_first: bool,
}

/// A step of one agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: Point,
    pub(super) to: Point,
    /// The velocity that the agent has chosen.
    pub(super) chosen: [f32; 2],
    pub(super) wish: [f32; 2],
    /// How much its velocity may change in a step.
    pub(super) max_change: f32,
}

/// How an agent moves, as threads share it.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// The velocity with which the next step begins.
    pub(super) kept: SharedVelocity,
    /// How it has moved in the tick so far, by the time of all the tick.
    pub(super) told: SharedVelocity,
    /// The rest of its position below a unit.
    pub(super) rest: SharedVelocity,
}

impl Motion {
    /// Takes over how another agent moves.
    pub(super) fn copy_from(&self, other: &Self) {
        self.kept.set(other.kept.get());
        self.told.set(other.told.get());
        self.rest.set(other.rest.get());
    }
}

impl Time {
    /// The first of some steps.
    pub(super) fn new(seconds: f32, steps: f32) -> Self {
        let units = seconds * ONE as f32;
        Self { seconds, units, per_step: CELL / seconds, per_tick: CELL / seconds / steps, is_first: true }
    }
}

/// Where a velocity leads in a number of units for each cell per second, and the rest below a unit.
#[inline(always)]
pub(super) fn led(from: Point, [x, y]: [f32; 2], rest: [f32; 2], units: f32) -> (Point, [f32; 2]) {
    let (x, y) = (x * units + rest[0], y * units + rest[1]);
    let (whole_x, whole_y) = (x as i32, y as i32);
    (Point { x: from.x + whole_x, y: from.y + whole_y }, [x - whole_x as f32, y - whole_y as f32])
}

impl Motion {
    /// Notes a step, and returns the velocity at which the agent has moved in it.
    #[inline(always)]
    pub(super) fn stepped(&self, step: &Step, time: &Time) -> [f32; 2] {
        let before = self.rest.get();
        let (_, rest) = led(step.from, step.chosen, before, time.units);
        let moved = [(step.to.x - step.from.x) as f32, (step.to.y - step.from.y) as f32];
        let told = if time.is_first { [0.0; 2] } else { self.told.get() };
        self.told.set([0, 1].map(|part| told[part] + (moved[part] + (rest[part] - before[part])) * time.per_tick));
        self.rest.set(rest);
        self.kept.set(kept(step, moved, time));
        moved.map(|part| part * time.per_step)
    }
}

/// The velocity with which an agent begins its next step, after it has moved by some units in this one: the chosen one,
/// if nothing was in its way; else how it has moved, up to the fastest of the velocity that it chose, its wish, and
/// what it can brake in a step. An agent that is pushed on its way goes along, and one that wishes to stand soon does.
#[inline(always)]
fn kept(step: &Step, moved: [f32; 2], time: &Time) -> [f32; 2] {
    let [x, y] = step.chosen;
    let (off_x, off_y) = (moved[0] - x * time.units, moved[1] - y * time.units);
    if off_x.abs() <= 1.0 && off_y.abs() <= 1.0 {
        return step.chosen;
    }
    let [wish_x, wish_y] = step.wish;
    let of_itself = larger(x * x + y * y, wish_x * wish_x + wish_y * wish_y);
    let most_squared = larger(of_itself, step.max_change * step.max_change);
    limited(moved.map(|part| part * time.per_step), most_squared).map(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_moves_add_up_and_the_told_velocity_is_that_of_all_steps() {
        let (motion, mut at) = (Motion::default(), Point::default());
        for tick in 0..1000 {
            for step in 0..4 {
                let time = Time { is_first: step == 0, ..Time::new(0.001, 4.0) };
                // A third of a unit in each step.
                let chosen = [1000.0 / 3.0 * CELL, if step == 0 { 2.0 } else { 0.0 }];
                let (to, _) = led(at, chosen, motion.rest.get(), time.units);
                motion.stepped(&Step { from: at, to, chosen, wish: chosen, max_change: 0.0 }, &time);
                at = to;
            }
            let [x, y] = motion.told.get();
            assert!((x - 1000.0 / 3.0 * CELL).abs() < 1.0e-6 && (y - 0.5).abs() < 1.0e-6, "{x} {y} in tick {tick}");
        }
        assert!((at.x - 1333).abs() <= 1 && (at.y - 2 * ONE).abs() <= 1, "{at:?}");
    }

    #[test]
    fn what_is_kept_is_how_it_moved_up_to_what_was_chosen_or_wished() {
        let time = Time::new(0.125, 1.0);
        let of = |chosen, wish, max_change, moved: [f32; 2]| {
            let to = Point { x: (moved[0] * 8192.0) as i32, y: (moved[1] * 8192.0) as i32 };
            kept(&Step { from: Point::default(), to, chosen, wish, max_change }, moved.map(|part| part * 8192.0), &time)
        };
        assert_eq!(of([2.0, 1.0], [2.0, 1.0], 0.0, [2.0, 1.0]), [2.0, 1.0]);
        assert_eq!(of([2.0, 1.0], [2.0, 1.0], 0.0, [0.0, 1.0]), [0.0, 1.0], "along a wall");
        assert_eq!(of([2.0, 0.0], [2.0, 0.0], 0.0, [-1.5, 0.0]), [-1.5, 0.0], "pushed back");
        assert_eq!(of([1.0, 0.0], [2.0, 0.0], 0.0, [1.5, 0.0]), [1.5, 0.0], "pushed on its way");
        assert_eq!(of([1.0, 0.0], [2.0, 0.0], 0.0, [4.0, 0.0]), [2.0, 0.0], "thrown");
        assert_eq!(of([0.0, 0.0], [0.0, 0.0], 0.0, [2.0, 1.0]), [0.0, 0.0], "pushed while it stands");
        assert_eq!(of([0.0, 0.0], [0.0, 0.0], 0.5, [2.0, 0.0]), [0.5, 0.0], "as much as it can brake");
    }
}
