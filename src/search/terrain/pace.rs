//! Whether a search jumps or goes step by step.
//!
//! Where types of cells alternate, as on small tiles of them, nearly every cell is a jump point. A jump is then hardly
//! longer than a step, and reads about three times as much memory. A search therefore watches how long its jumps are. Only
//! counts decide, so that a search takes the same course on every machine.
//!
//! Searches with landmarks always jump: they expand few cells, and steps gain them nothing.

/// The number of expansions with jumps after which the lengths of the jumps decide.
const WATCHED: u32 = 64;

/// With fewer jumps in the watched expansions, steps save less memory than the cells between jump points cost.
const LEAST_JUMPS: u32 = 15 * WATCHED / 8;

/// A search that goes step by step tries jumps again in expansions whose number this divides, and the
/// [`WATCHED`] ones after them.
const PERIOD: u32 = 512;

/// The pace of a search, and what its next choice depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    is_short: bool,
    /// Jumps since the last choice, and the steps that they replace.
    jumps: u32,
    steps: u32,
}

impl Pace {
    /// Whether the search goes step by step.
    #[inline(always)]
    pub(super) fn is_short(self) -> bool {
        self.is_short
    }

    /// Notes a jump over a number of steps.
    #[inline(always)]
    pub(super) fn note_jump(&mut self, steps: u32) {
        self.jumps += 1;
        self.steps = self.steps.saturating_add(steps);
    }

    /// Chooses a pace now and then. Must run before each expansion, with the number of those before it.
    #[inline(always)]
    pub(super) fn choose(&mut self, expansions: u32) {
        if expansions.is_multiple_of(WATCHED) {
            let are_short = 2 * u64::from(self.steps) < 3 * u64::from(self.jumps) && self.jumps >= LEAST_JUMPS;
            let is_short = !expansions.is_multiple_of(PERIOD) && (self.is_short || are_short);
            *self = Self { is_short, ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs expansions with a number of jumps each, of which `long` in a hundred are 10 steps long and the others 1.
    fn expansions_at_short_pace(count: u32, jumps: u32, long: u32) -> u32 {
        let (mut pace, mut short) = (Pace::default(), 0);
        for expansions in 0..count {
            pace.choose(expansions);
            short += u32::from(pace.is_short());
            for jump in 0..if pace.is_short() { 0 } else { jumps } {
                pace.note_jump(if (jumps * expansions + jump) % 100 < long { 10 } else { 1 });
            }
        }
        short
    }

    #[test]
    fn short_jumps_are_replaced_by_steps_but_tried_again() {
        assert_eq!(expansions_at_short_pace(64, 4, 0), 0);
        assert_eq!(expansions_at_short_pace(5 * 512, 4, 0), 5 * 448);
    }

    #[test]
    fn long_and_few_jumps_stay() {
        assert_eq!(expansions_at_short_pace(5 * 512, 4, 50), 0);
        assert_eq!(expansions_at_short_pace(5 * 512, 1, 0), 0);
    }
}
