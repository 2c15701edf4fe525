//! Counts of a search, and when it goes on in another way.

use super::direct::DirectWays;
use super::gait::Gait;
use crate::index::IndexCell;
use crate::movement::{DiagonalRule, StepCosts};
use crate::search::within::Advance;

/// The number of straight jumps and forced steps, sent out by diagonal jumps, that a search may follow before it
/// becomes careful. Each expansion allows [`JUMPS_BY_EXPANSION`] more, and the shortest path on an open map one for
/// [`STEPS_BY_JUMP`] steps.
pub(super) const PATIENCE: i64 = 64;
pub(super) const JUMPS_BY_EXPANSION: i64 = 8;
const STEPS_BY_JUMP: u32 = 4;

/// If f has not grown for this number of expansions, and four more for each step of the shortest path on an open map,
/// the search counts as stalled: it gets no more jumps for its expansions. Searches with landmarks, whose f grows less,
/// may take four times as many.
const STALL: u32 = 64;

/// The number of expansions between two checks for growth of f.
const CHECKED: u32 = 64;

/// The number of jumps that a stalled search may still follow before it becomes careful.
const STALLED_PATIENCE: i64 = 32;

/// f has hardly grown while it exceeds the cost on an open map by no more than this fraction of it.
const PLATEAU: u32 = 64;

/// A diagonal step about as dear as one straight step, or as two, makes many paths equally cheap. "About": within this
/// fraction of a straight step.
const ABOUT: u32 = 16;

/// Where many paths are equally cheap and f has hardly grown, a search becomes careful after this number of expansions.
/// It may make one more for every 128 steps of the shortest path on an open map.
const SOON: u32 = 8;
const STEPS_BY_EXPANSION: u32 = 128;

/// A careful search reads no landmarks once it has expanded one in this number of the map's cells. Landmarks no longer
/// save many expansions then, and each expansion takes more time with them.
const CELLS_BY_EXPANSION: usize = 10;

/// Replaces [`CELLS_BY_EXPANSION`] while f is almost the cost on an open map: landmarks tell the search little then.
const CELLS_BY_LEVEL_EXPANSION: usize = 32;

/// f is almost the cost on an open map while it exceeds this cost by no more than this fraction of it.
const LEVEL: u32 = 256;

/// The counts of a search.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The node to expand when the search goes on. It is not in the open list.
    pub(super) next: u32,
    pub(super) is_careful: bool,
    /// The gait of a careful search.
    pub(super) gait: Gait,
    /// For each diagonal jump, the number of steps after which it stopped because patience was used up; 0 if it did
    /// not.
    pub(super) stopped: [u32; 4],
    /// The number of jumps that the search may still follow before it becomes careful.
    pub(super) patience: i64,
    /// The number of jumps that an expansion allows.
    pub(super) allowed: i64,
    /// The number of expansions at the next check for growth of f.
    checked_at: u32,
    largest_f: u32,
    grown_at: u32,
    /// The number of expansions without growth of f after which the search stalls.
    stall: u32,
    /// The number of expansions after which the search becomes careful if f has hardly grown; the largest number if it
    /// does not.
    careful_after: u32,
    /// The number of expansions after which the search looks for direct ways.
    direct_after: u32,
    /// Where f is no larger, it has hardly grown.
    plateau: u32,
    /// The number of expansions after which a careful search reads no landmarks, and the same while f is no larger than
    /// `level`.
    landmarks_until: u32,
    landmarks_until_if_level: u32,
    level: u32,
    /// Progress of a search within a bound.
    pub(super) advance: Advance,
}

/// Facts about a query that are known when its search begins.
pub(super) struct SearchFacts<'a> {
    pub(super) start: IndexCell,
    pub(super) goal: IndexCell,
    pub(super) rule: DiagonalRule,
    pub(super) costs: &'a StepCosts,
    /// The cost of the shortest path on an open map.
    pub(super) on_open_map: u32,
    pub(super) has_landmarks: bool,
    /// The number of the map's cells.
    pub(super) cells: usize,
}

impl Watch {
    pub(super) fn begin(&mut self, patience: i64, ends: &SearchFacts) {
        let SearchFacts { start, goal, on_open_map, cells, .. } = *ends;
        let steps = goal.x.abs_diff(start.x).max(goal.y.abs_diff(start.y));
        let stall = STALL + 4 * steps;
        *self = Self {
            next: 1,
            patience: patience + i64::from(steps / STEPS_BY_JUMP),
            allowed: JUMPS_BY_EXPANSION,
            checked_at: CHECKED,
            stall: if ends.has_landmarks { 4 * stall } else { stall },
            careful_after: careful_after(ends.rule, ends.costs, steps),
            direct_after: DirectWays::looked_for_after(start, goal),
            plateau: on_open_map + on_open_map / PLATEAU,
            landmarks_until: (cells / CELLS_BY_EXPANSION) as u32,
            landmarks_until_if_level: (cells / CELLS_BY_LEVEL_EXPANSION) as u32,
            level: on_open_map + on_open_map / LEVEL,
            ..Self::default()
        };
    }

    /// The number of expansions at the next check.
    #[inline(always)]
    pub(super) fn next_check(&self) -> u32 {
        self.checked_at.min(self.direct_after).min(self.careful_after)
    }

    /// Whether it is time to look for direct ways. They are looked for once.
    pub(super) fn looks_for_direct_ways(&mut self, expansions: u32) -> bool {
        let is_time = expansions >= self.direct_after;
        if is_time {
            self.direct_after = u32::MAX;
        }
        is_time
    }

    /// Whether f has hardly grown. `f`: the smallest in the open list.
    pub(super) fn is_level(&self, f: u32) -> bool {
        f <= self.plateau
    }

    /// Takes patience from a search whose f does not grow. `f`: the smallest in the open list.
    pub(super) fn check(&mut self, expansions: u32, f: u32) {
        if expansions >= self.careful_after {
            self.careful_after = u32::MAX;
            if self.is_level(f) {
                self.patience = i64::MIN / 2;
            }
        }
        if expansions < self.checked_at {
            return;
        }
        self.checked_at = expansions.saturating_add(CHECKED);
        if f > self.largest_f {
            (self.largest_f, self.grown_at) = (f, expansions);
        }
        let is_stalled = expansions - self.grown_at > self.stall;
        self.allowed = if is_stalled { 0 } else { JUMPS_BY_EXPANSION };
        self.patience = self.patience.min(if is_stalled { STALLED_PATIENCE } else { i64::MAX });
    }

    /// Whether a careful search that reads landmarks had better stop. `f`: the smallest in the open list.
    pub(super) fn stops_reading_landmarks(&self, expansions: u32, f: u32) -> bool {
        let until = if f <= self.level { self.landmarks_until_if_level } else { self.landmarks_until };
        self.gait.reads_landmarks && expansions >= until
    }
}

/// The number of expansions after which a search becomes careful if f has hardly grown; the largest number where costs
/// don't make many paths equally cheap. `steps`: of the shortest path on an open map.
fn careful_after(rule: DiagonalRule, costs: &StepCosts, steps: u32) -> u32 {
    let (straight, diagonal) = (costs.straight_units(), costs.diagonal_units());
    let are_many = diagonal <= straight + straight / ABOUT || diagonal >= 2 * straight - straight / ABOUT;
    if rule == DiagonalRule::Never || !are_many {
        return u32::MAX;
    }
    SOON + steps / STEPS_BY_EXPANSION
}
