//! The gait of a search: how it goes from node to node, by jumps or step by step.
//!
//! Where types of cells alternate, as on small tiles of them, nearly every cell is a jump point. A jump is then hardly
//! longer than a step, and reads about three times as much memory. A search therefore watches how long its jumps are.
//! Only counts decide, so that a search takes the same course on every machine.
//!
//! Searches with landmarks always jump: they expand few cells, and steps gain them nothing.

/// The number of expansions with jumps after which the lengths of the jumps decide.
const WATCHED: u32 = 64;

/// With fewer jumps in the watched expansions, steps save less memory than the cells between jump points cost.
const LEAST_JUMPS: u32 = 15 * WATCHED / 8;

/// A search that goes step by step tries jumps again in expansions whose number this divides, and the
/// [`WATCHED`] ones after them.
const PERIOD: u32 = 512;

/// The gait of a search, and what its next choice depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TerrainGait {
    /// Whether the search goes step by step.
    pub(super) steps: bool,
    /// Jumps since the last choice, and the steps that they replace.
    jumps: u32,
    replaced: u32,
}

impl TerrainGait {
    /// Counts a jump that replaced a number of steps.
    #[inline(always)]
    pub(super) fn count_jump(&mut self, steps: u32) {
        self.jumps += 1;
        self.replaced = self.replaced.saturating_add(steps);
    }

    /// Chooses the gait now and then. Must run before each expansion, with the number of those before it.
    #[inline(always)]
    pub(super) fn choose(&mut self, expansions: u32) {
        if expansions.is_multiple_of(WATCHED) {
            let are_short = 2 * u64::from(self.replaced) < 3 * u64::from(self.jumps) && self.jumps >= LEAST_JUMPS;
            let steps = !expansions.is_multiple_of(PERIOD) && (self.steps || are_short);
            *self = Self { steps, ..Self::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs expansions with a number of jumps each, of which `long` in a hundred are 10 steps long and the others 1.
    fn expansions_by_steps(count: u32, jumps: u32, long: u32) -> u32 {
        let (mut gait, mut short) = (TerrainGait::default(), 0);
        for expansions in 0..count {
            gait.choose(expansions);
            short += u32::from(gait.steps);
            for jump in 0..if gait.steps { 0 } else { jumps } {
                gait.count_jump(if (jumps * expansions + jump) % 100 < long { 10 } else { 1 });
            }
        }
        short
    }

    #[test]
    fn short_jumps_are_replaced_by_steps_but_tried_again() {
        assert_eq!(expansions_by_steps(64, 4, 0), 0);
        assert_eq!(expansions_by_steps(5 * 512, 4, 0), 5 * 448);
    }

    #[test]
    fn long_and_few_jumps_stay() {
        assert_eq!(expansions_by_steps(5 * 512, 4, 50), 0);
        assert_eq!(expansions_by_steps(5 * 512, 1, 0), 0);
    }
}
