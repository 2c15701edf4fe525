//! The gait of a careful search: how it goes from node to node, by jumps or step by step.
//!
//! A jump is worth its time where it replaces many steps. On tight patterns most jumps are a step long, and an
//! expansion by steps takes a fraction of the time. Steps also suit searches that come nearer to the goal all the time,
//! because they keep equally cheap ways that jumps leave out. Both gaits share nodes and open list, so a change of gait
//! costs nothing. The gait is chosen by counts of expansions and cells, never by time.

/// The number of expansions between two choices.
const WINDOW: u32 = 64;

/// A search that jumps goes on by steps if a jump replaces fewer steps than this on average, in halves.
const HALF_STEPS_OF_A_JUMP: u32 = 3;

/// The number of windows in which such a search goes by steps.
const WINDOWS: u32 = 7;

/// A search that steps goes on by steps if, in a window, it comes nearer to the goal by a step for this number of
/// expansions.
const EXPANSIONS_BY_STEP: u32 = 4;

/// The gait, and what its choice depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gait {
    pub(super) steps: bool,
    /// The number of expansions at the next choice.
    pub(super) until: u32,
    /// The number of windows in which the search still goes by steps in any case.
    windows: u32,
    /// In this window: the number of cells that jumps led to, and of steps that they replaced.
    jumps: u32,
    replaced: u32,
    /// The least estimate of all reached cells, now and at the last choice.
    nearest: u32,
    nearest_before: u32,
    /// Whether the search still reads landmarks, and whether they have told more than the octile distance so far.
    pub(super) reads_landmarks: bool,
    landmarks_tell: bool,
}

impl Gait {
    /// The gait of a search that becomes careful after a number of expansions: steps for one window.
    pub(super) fn first(expansions: u32, reads_landmarks: bool) -> Self {
        Self {
            steps: true,
            until: expansions.saturating_add(WINDOW),
            windows: 1,
            nearest: u32::MAX,
            nearest_before: u32::MAX,
            reads_landmarks,
            ..Self::default()
        }
    }

    /// Chooses the gait of the next window. `straight_cost`: of a step.
    #[cold]
    #[inline(never)]
    pub(super) fn choose(&mut self, expansions: u32, straight_cost: u32) {
        if self.steps {
            let nearer = u64::from(self.nearest_before - self.nearest);
            self.windows = self.windows.saturating_sub(1);
            self.steps = self.windows > 0
                || nearer * u64::from(EXPANSIONS_BY_STEP) >= u64::from(WINDOW) * u64::from(straight_cost);
        } else if 2 * self.replaced < HALF_STEPS_OF_A_JUMP * self.jumps {
            (self.steps, self.windows) = (true, WINDOWS);
        }
        self.reads_landmarks &= self.landmarks_tell;
        self.nearest_before = self.nearest;
        (self.jumps, self.replaced) = (0, 0);
        self.until = expansions.saturating_add(WINDOW);
    }

    /// Counts a jump that replaced a number of steps.
    #[inline(always)]
    pub(super) fn count_jump(&mut self, steps: u32) {
        self.jumps += 1;
        self.replaced += steps;
    }

    /// Records a cell with its estimate. `exact`: the octile distance, or another estimate without landmarks.
    #[inline(always)]
    pub(super) fn note_estimate(&mut self, estimate: u32, exact: impl FnOnce() -> u32) {
        self.nearest = self.nearest.min(estimate);
        if self.reads_landmarks && !self.landmarks_tell {
            self.landmarks_tell = estimate > exact();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_jumps_give_way_to_steps_for_some_windows() {
        let mut gait = Gait { steps: false, nearest: 90, nearest_before: 90, ..Gait::default() };
        (0..100).for_each(|_| gait.count_jump(2));
        gait.choose(64, 10);
        assert!(!gait.steps, "two steps a jump");
        (0..100).for_each(|i| gait.count_jump(1 + i % 3 / 2));
        gait.choose(128, 10);
        for window in 0..WINDOWS {
            assert!(gait.steps, "window {window}");
            gait.choose(192 + 64 * window, 10);
        }
        assert!(!gait.steps);
    }

    #[test]
    fn a_search_steps_on_while_it_comes_nearer() {
        let mut gait = Gait::first(0, false);
        gait.note_estimate(1000, || 0);
        gait.choose(64, 10);
        for nearest in [840, 680] {
            gait.note_estimate(nearest, || 0);
            gait.choose(128, 10);
            assert!(gait.steps);
        }
        gait.note_estimate(521, || 0);
        gait.choose(192, 10);
        assert!(!gait.steps, "15 steps nearer in 64 expansions");
    }

    #[test]
    fn landmarks_that_tell_nothing_are_read_for_one_window() {
        for (told, goes_on) in [(70, false), (71, true)] {
            let mut gait = Gait::first(0, true);
            gait.note_estimate(told, || 70);
            gait.choose(64, 10);
            assert_eq!(gait.reads_landmarks, goes_on);
        }
    }
}
