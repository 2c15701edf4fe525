//! From a velocity to a place, and from where an agent has come to the velocity that it keeps.
//!
//! Places are integers. The rest below a unit is carried from step to step, so that slow agents and short steps add up.

use super::numbers::{CELL, ONE, Point, SharedVelocity, clean};

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
}

/// How an agent moves, as threads share it.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// The velocity with which the next step begins. Pushes and walls slow it down, and never add to it.
    pub(super) kept: SharedVelocity,
    /// How it has moved in the tick so far, by the time of all the tick.
    pub(super) told: SharedVelocity,
    /// The rest of its position below a unit.
    pub(super) rest: SharedVelocity,
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
        self.kept.set(kept(step.chosen, moved, time));
        moved.map(|part| part * time.per_step)
    }
}

/// The part of a velocity that an agent keeps after it has moved by some units in a step: all, if nothing was in its
/// way; else how it has moved, as far as that is a part of the velocity. Such parts lie in the disc with the velocity
/// as a diameter.
#[inline(always)]
fn kept([x, y]: [f32; 2], moved: [f32; 2], time: &Time) -> [f32; 2] {
    let (off_x, off_y) = (moved[0] - x * time.units, moved[1] - y * time.units);
    if off_x.abs() <= 1.0 && off_y.abs() <= 1.0 {
        return [x, y];
    }
    let (middle_x, middle_y) = (0.5 * x, 0.5 * y);
    let (dx, dy) = (moved[0] * time.per_step - middle_x, moved[1] * time.per_step - middle_y);
    let (squared, most) = (dx * dx + dy * dy, middle_x * middle_x + middle_y * middle_y);
    let scale = if squared > most { (most / squared).sqrt() } else { 1.0 };
    [clean(middle_x + dx * scale), clean(middle_y + dy * scale)]
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
                motion.stepped(&Step { from: at, to, chosen, wish: chosen }, &time);
                at = to;
            }
            let [x, y] = motion.told.get();
            assert!((x - 1000.0 / 3.0 * CELL).abs() < 1.0e-6 && (y - 0.5).abs() < 1.0e-6, "{x} {y} in tick {tick}");
        }
        assert!((at.x - 1333).abs() <= 1 && (at.y - 2 * ONE).abs() <= 1, "{at:?}");
    }

    #[test]
    fn what_is_kept_is_a_part_of_what_was_chosen() {
        let time = Time::new(0.125, 1.0);
        let of = |chosen, moved: [f32; 2]| kept(chosen, moved.map(|cells| cells * ONE as f32 * 0.125), &time);
        assert_eq!(of([2.0, 1.0], [2.0, 1.0]), [2.0, 1.0]);
        assert_eq!(of([2.0, 1.0], [0.0, 1.0]), [0.0, 1.0], "along a wall");
        assert_eq!(of([2.0, 1.0], [1.0, 0.5]), [1.0, 0.5], "slowed");
        assert_eq!(of([0.0, 0.0], [2.0, 1.0]), [0.0, 0.0], "pushed while it stands");
        assert_eq!(of([2.0, 0.0], [3.5, 0.0]), [2.0, 0.0], "pushed from behind");
        assert_eq!(of([2.0, 0.0], [-1.5, 0.0]), [0.0, 0.0], "pushed back");
    }
}
